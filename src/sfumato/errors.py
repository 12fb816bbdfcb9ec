"""Everything that sfumato raises on purpose.

    SfumatoError
    ├── InputError        a file or a value given by the user cannot be used; says what and where
    │   └── PluginError   code of a plug-in failed or broke its contract; says whose
    ├── PackError         a pack or taxonomy file is damaged, foreign, or of another version
    ├── MissingExtra      an optional library is needed; says which to install
    └── ServerError       a server refused what it was asked, or does not answer; has its status and its code

The message is one line for a person, and never quotes a document's text. It names no option of any front: the `code`
says what kind of mistake it is, and each front adds what its users can do about it.
"""

from __future__ import annotations


class SfumatoError(Exception):
    """Base of all errors that are the user's to mend; `code` tells kinds of mistakes apart."""

    code = "failed"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return _raised, (type(self), str(self), self.code)


class InputError(SfumatoError):
    """What the user gave cannot be used."""

    code = "bad-input"


class PluginError(InputError):
    """A plug-in failed, or gave what its contract does not allow. Its own words may quote a text, and are not repeated.

    >>> str(PluginError("acme-tools:badge", "gave a span outside the text"))
    'plug-in acme-tools:badge: gave a span outside the text'
    """

    code = "plugin-failed"
    plugin = ""
    """The distribution that it is of."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"plug-in {name}: {what}")
        self.plugin = name.partition(":")[0]
        self._given = name, what

    def __reduce__(self) -> tuple[object, ...]:
        return PluginError, self._given


class PackError(SfumatoError):
    """A compiled file is damaged, foreign, or of a version that this release does not read."""

    code = "bad-pack"


class MissingExtra(SfumatoError):
    """A library that is not part of the default install is needed."""

    code = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} needs an optional library: pip install 'sfumato[{extra}]'")


class ServerError(SfumatoError):
    """A server refused what it was asked, or does not answer. Like the server's own errors it quotes no text."""

    code = "no-answer"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int = 0,
        where: str = "",
        again: float | None = None,
        request_id: str = "",
    ) -> None:
        """`status` is 0 where nothing answered; `where` is the field that is wrong, `again` the seconds to wait.

        `request_id` is how the log of the server calls the request.
        """
        super().__init__(message, code=code)
        self.status, self.where, self.again, self.request_id = status, where, again, request_id

    def __reduce__(self) -> tuple[object, ...]:
        return _refused, (str(self), self.code, self.status, self.where, self.again, self.request_id)


def _refused(message: str, code: str, status: int, where: str, again: float | None, request_id: str) -> ServerError:
    """A server's error as it was in another process."""
    return ServerError(message, code=code, status=status, where=where, again=again, request_id=request_id)


def _raised(kind: type[SfumatoError], message: str, code: str) -> SfumatoError:
    """An error as it was in another process."""
    error = kind.__new__(kind)
    SfumatoError.__init__(error, message, code=code)
    return error

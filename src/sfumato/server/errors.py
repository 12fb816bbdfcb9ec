"""What goes wrong, as callers see it: a status, a code and a sentence, and never a text or a secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from starlette.responses import JSONResponse

from sfumato.errors import InputError, MissingExtra, PluginError, SfumatoError

CODE = "X-Sfumato-Error-Code"
"""The header that has the code of an error where its body is a sentence alone."""
_DOCUMENTS = frozenset(("text", "original", "released", "context", "csv", "rows", "document"))
"""Fields that no message quotes: what an engine says never repeats a document."""
_SAID = {
    "alias-without-secret": "an alias is given for a secret that is not",
    "bad-alias": 'an alias must be LABEL=NAME, as in "HIV=slim disease"',
    "bad-schedule": 'a schedule must be SIZE:WORDS,..., as in "2:50,3:20,4:15,5:13"',
    "misspelt": "a secret was never seen, and something spelt like it was; if it is spelt so, hide name:LABEL",
    "never-seen": "the secrets were never seen, so that nothing can lead to them",
    "no-concept": "no concept has this id; if it is a name, hide name:LABEL",
    "no-rule": "the rules are not about all of the secrets",
    "rules-contradict": "the policies contradict each other in how they write one kind of terms",
    "several-senses": "a secret has several senses: hide the one that is meant by its id, or name:LABEL",
}
"""What is said instead of messages that name secrets."""
_PLACE = re.compile(r"[a-z ]+ request: (?P<at>[\w.\[\]]+) must be ")
_HIDDEN = "…"
_MOST = 5_000  # values that are looked for in a message
_LONGEST = 1_000  # characters of them that are compared


class Refused(Exception):
    """A request that is not answered: the status, a code for programs, a sentence for people, and where it is wrong."""

    def __init__(self, status: int, code: str, message: str, where: str = "", *, again: int | None = None) -> None:
        """`again` are the seconds after which it may be tried again."""
        super().__init__(code)
        self.status, self.code, self.message, self.where, self.again = status, code, message, where, again

    def to_dict(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": {"code": self.code, "message": self.message, "where": self.where}}

    @property
    def headers(self) -> dict[str, str]:
        """What the answer says beside its body."""
        told = {"retry-after": str(self.again)} if self.again is not None else {}
        return told | ({"www-authenticate": "Bearer"} if self.status == 401 else {})


def sentence(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An error as Presidio tells it: a sentence, and of which kind it is in a header."""
    return JSONResponse({"error": message}, status, headers={CODE: code, **(headers or {})})


def refusal_of(error: Exception, values: Any = None) -> Refused:
    """What a caller may know of an error; `values` are what was asked, none of which is repeated."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, MemoryError):
        return Refused(503, "no-memory", "not enough memory", again=10)
    if isinstance(error, MissingExtra):
        return Refused(501, error.code, str(error))
    if isinstance(error, PluginError):
        return Refused(502, error.code, str(error))
    if isinstance(error, InputError):
        found = _PLACE.match(str(error))
        message = _SAID.get(error.code) or without_values(str(error), values)
        return Refused(422, error.code, message, found["at"] if found else "")
    if isinstance(error, SfumatoError):
        return Refused(500, error.code, "what the server stands on cannot be used: its log says more")
    return Refused(500, "unforeseen", f"unforeseen {type(error).__name__}: please report it")


def without_values(message: str, values: Any) -> str:
    """A message with nothing in it that the request gave as a value.

    >>> without_values("HIV@x: what follows @ is the secret's alpha, a number", {"hide": ["HIV@x"]})
    "…: what follows @ is the secret's alpha, a number"
    """
    said = {part for value in _strings(values) for part in _parts(value)}
    wanted = sorted((part for part in said if part.casefold() in message.casefold()), key=len, reverse=True)
    for part in wanted:
        message = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", _HIDDEN, message, flags=re.I)
    return message


def _parts(value: str) -> Iterator[str]:
    """A value as a message may repeat it: whole, in its parts, with other white space."""
    short = value[:_LONGEST]
    for part in (short, *re.split(r"[@=:]", short)):
        if spaced := " ".join(part.split()):
            yield from (part.strip(), spaced)


def _strings(values: Any) -> Iterator[str]:
    """The texts among the values of a request, but for those of documents."""
    waiting, number = [values], 0
    while waiting and number < _MOST:
        value = waiting.pop()
        if isinstance(value, str):
            number += 1
            yield value
        elif isinstance(value, Mapping):
            waiting += [each for key, each in value.items() if key not in _DOCUMENTS]
        elif isinstance(value, list | tuple):
            waiting += value

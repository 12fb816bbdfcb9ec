"""What users of the command line can do about a mistake: the words around a message, by the error's code."""

from __future__ import annotations

from sfumato.errors import SfumatoError

HINTS = {
    "alias-without-secret": "--{} (--hide, --policy)",
    "bad-alias": "--{}",
    "bad-schedule": "--{}",
    "key-without-pseudonyms": "--key-file is for --method pseudonym",
    "no-id-column": "{}; name it with --id-column",
    "no-text-column": "{}; name it with --text-column",
    "no-title-column": "{}; name it with --title-column",
    "never-seen": "{}; --background adds documents",
    "no-rules": "{} (see: sfumato inspect --write-rules)",
    "nothing-to-explain": "{}: give --hide LABEL or --policy NAME",
    "nothing-to-hide": "{}: give --hide LABEL or --policy NAME",
    "nothing-to-look-for": "{}: give --hide LABEL, --topic LABEL or --policy NAME",
}


def hinted(error: SfumatoError) -> str:
    """The message of an error, with what to do about it.

    >>> hinted(SfumatoError("nothing to hide", code="nothing-to-hide"))
    'nothing to hide: give --hide LABEL or --policy NAME'
    """
    return with_hint(str(error), error.code)


def with_hint(message: str, code: str) -> str:
    """The same of a message and its code."""
    return HINTS.get(code, "{}").replace("{}", message)

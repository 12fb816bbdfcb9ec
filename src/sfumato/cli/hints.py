"""What a user of the command line can do about a mistake, by the code of the error."""

from __future__ import annotations

from sfumato.errors import SfumatoError

_HINTS = {
    "no-text-column": "name it with --text-column",
    "no-id-column": "name it with --id-column",
    "no-title-column": "name it with --title-column",
}


def with_hint(error: SfumatoError) -> str:
    """The message of an error, and which option helps where one does."""
    hint = _HINTS.get(error.code)
    return f"{error}; {hint}" if hint else str(error)

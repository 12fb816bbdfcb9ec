"""Everything that sfumato raises on purpose.

    SfumatoError
    ├── InputError        a file or a value given by the user cannot be used; says what and where
    ├── PackError         a pack or taxonomy file is damaged, foreign, or of another version
    └── MissingExtra      an optional library is needed; says which to install

The message is one line for the person at the terminal. It never quotes a document's text.
The command line prints it and exits with code 2.
"""

from __future__ import annotations


class SfumatoError(Exception):
    """Base of all errors that are the user's to mend."""


class InputError(SfumatoError):
    """What the user gave cannot be used."""


class PackError(SfumatoError):
    """A compiled file is damaged, foreign, or of a version that this release does not read."""


class MissingExtra(SfumatoError):
    """A library that is not part of the default install is needed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional library: pip install 'sfumato[{extra}]'")

"""What is written in the place of a detected span: a policy names the way, the language has the words."""

from __future__ import annotations

from sfumato.errors import InputError
from sfumato.io.settings import near, quoted
from sfumato.languages import load
from sfumato.protocols import Language
from sfumato.types import Term

WAYS = ("generalize", "redact", "year", "birth-year", "last-four", "initials", "postcode-3", "age-90", "keep")
"""The names of the ways to write a span."""


def written(term: Term, how: str, language: Language | None = None) -> str | None:
    """The text that stands in for a span, or None where the caller is to find a generalisation.

    >>> written(Term(0, 11, "078-05-1120", "US_SSN"), "last-four")
    '[US_SSN ending 1120]'
    >>> written(Term(0, 10, "1958-03-12", "DATE_TIME"), "year")
    '1958'
    """
    if how not in WAYS:
        raise InputError(f"no way to write {quoted(how)}{near(how, WAYS)}; there are {', '.join(WAYS)}")
    return (language or load()).wording.ways[how](term)

"""The types of terms: which there are, what else users call them, and the word that stands for a hidden term."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from sfumato.detectors import ENTITIES, LABELS
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.protocols import Language

JOB = "JOB"
TERM = "TERM"
"""The type of a user's term that has none."""
VALUE = "VALUE"
"""The type of a text's words that repeat a column of which nothing is released."""
IDENTIFIER = "IDENTIFIER"
"""The type of a text's words that are a direct identifier."""
_SAME = {"DATE_TIME": "DATE"}  # labels of detectors that mean the same type
_ALIASES = {
    "LOCATION": ("GPE", "LOC", "FAC"),
    "PLACE": ("GPE", "LOC", "FAC"),
    "PER": ("PERSON",),
    "NAME": ("PERSON",),
    "ORGANIZATION": ("ORG",),
    "ORGANISATION": ("ORG",),
    "MAIL": ("EMAIL_ADDRESS",),
    "EMAIL": ("EMAIL_ADDRESS",),
    "PHONE": ("PHONE_NUMBER",),
    "DATE_TIME": ("DATE", "TIME"),
    "OCCUPATION": (JOB,),
}
AMOUNTS = frozenset(("CARDINAL", "ORDINAL", "MONEY", "PERCENT", "QUANTITY"))
"""Types that are looked for only where they are asked for: numbers that name nobody."""

DEFAULT_TYPES: frozenset[str] = frozenset({*(_SAME.get(label, label) for label in LABELS), *ENTITIES, JOB})
"""The types of terms that are looked for unless others are asked for."""
TYPES = DEFAULT_TYPES | AMOUNTS
"""All types of terms that can be asked for."""
DIRECT: frozenset[str] = frozenset(LABELS) - {"AGE", "DATE_TIME", "POSTCODE", "COORDINATES"}
"""Types of numbers and addresses that belong to one person: such terms go unless a config says otherwise."""


def canonical(label: str) -> str:
    """The type that a detector's label is.

    >>> canonical("DATE_TIME"), canonical("GPE")
    ('DATE', 'GPE')
    """
    return _SAME.get(label, label)


def selected(types: Collection[str] | None, known: Collection[str] = TYPES) -> frozenset[str]:
    """The types that a user means; all the usual ones where none are given. `InputError` names an unknown one.

    >>> sorted(selected(["location", "mail"]))
    ['EMAIL_ADDRESS', 'FAC', 'GPE', 'LOC']
    """
    if types is None:
        return DEFAULT_TYPES
    found: set[str] = set()
    for given in types:
        name = given.strip().upper().replace("-", "_").replace(" ", "_")
        meant = {name} & set(known) | set(_ALIASES.get(name, ()))
        found |= meant
        if not meant:
            raise InputError(f"unknown type of terms {shown(given)}; there are: {', '.join(sorted(known))}")
    return frozenset(found)


def check_some(types: Collection[str] | None) -> None:
    """Refuses types that are given and none: without any there is nothing to look for."""
    if types is not None and not types:
        raise InputError("no type is named, as in PERSON,GPE,DATE", code="no-types")


def name_of(type: str, language: Language) -> str:
    """The word that stands for a hidden term of a type, in small letters; numbers of all types are "number".

    >>> from sfumato.languages import load
    >>> [name_of(type, load()) for type in ("GPE", "PERSON", "US_SSN", "MY_TYPE")]
    ['location', 'person', 'number', 'my type']
    """
    words = language.tables
    named = words.type_names.get(type)
    return named or (words.number_name if type in TYPES else type.lower().replace("_", " "))


@cache
def _names(language: Language) -> frozenset[str]:
    """What stands for hidden terms of all types, in normal form."""
    return frozenset(language.normal_form(name_of(type, language)) for type in (*TYPES, *language.tables.type_names))


def content(text: str, start: int, end: int, language: Language) -> tuple[int, int] | None:
    """The part of a span that says more than names of types and function words; `None` if none does.

    >>> from sfumato.languages import load
    >>> text = "the person from Lima, in May"
    >>> [content(text, *span, load()) for span in ((0, 20), (4, 15), (22, 28))]
    [(16, 20), None, (25, 28)]
    """
    names = _names(language)
    said = [
        (start + a, start + b)
        for a, b, form in language.words(text[start:end])
        if form not in names and not _is_function_word(text[start + a], form, language)
    ]
    return (said[0][0], said[-1][1]) if said else None


def _is_function_word(first: str, form: str, language: Language) -> bool:
    """Whether a word with this first letter is a function word; a capital makes a name of some."""
    return form in language.stop_words and not (form in language.tables.names_too and first.isupper())


def only_fillers(forms: Iterable[str], language: Language) -> bool:
    """Whether words in normal form say nothing beside a value: units of age and function words.

    >>> from sfumato.languages import load
    >>> [only_fillers(forms, load()) for forms in (["year", "old"], ["late"], ["may"])]
    [True, False, False]
    """
    fillers = language.tables.fillers
    return all(form in fillers for form in forms)

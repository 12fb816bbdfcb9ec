"""The types of terms: which there are, what else users call them, and the word that stands for a hidden term."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sfumato.detectors import ENTITIES, LABELS
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.languages.en.normalform import STOP_WORDS, WORD, normal_form, normal_words

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

_NAMES = {
    "GPE": "location",
    "LOC": "location",
    "FAC": "location",
    "ORG": "organization",
    "NORP": "group",
    "WORK_OF_ART": "work",
    "EMAIL_ADDRESS": "mail",
    "PHONE_NUMBER": "phone",
    "URL": "link",
    "STREET_ADDRESS": "address",
    "IP_ADDRESS": "address",
    "MAC_ADDRESS": "address",
    "MONEY": "amount",
    "QUANTITY": "amount",
}
_AS_THEY_ARE = frozenset(
    {"PERSON", "PRODUCT", "EVENT", "LAW", "LANGUAGE", "DATE", "TIME", "AGE", "COORDINATES", "POSTCODE"}
    | {JOB, TERM, VALUE, IDENTIFIER}
)
_NAMES_TOO = frozenset(("may", "will"))
# What is left of "36 years old" or "age 36" once the number is taken out tells nothing of its own.
_UNITS = frozenset("year old yr y o month week day age aged born date turn turned yo y/o st nd rd th".split())


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


def name_of(type: str) -> str:
    """The word that stands for a hidden term of a type, in small letters; numbers of all types are "number".

    >>> name_of("GPE"), name_of("PERSON"), name_of("US_SSN"), name_of("MY_TYPE")
    ('location', 'person', 'number', 'my type')
    """
    if type in _NAMES:
        return _NAMES[type]
    return "number" if type in TYPES and type not in _AS_THEY_ARE else type.lower().replace("_", " ")


def content(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The part of a span that says more than names of types and function words; `None` if none does.

    >>> text = "the person from Lima, in May"
    >>> content(text, 0, 20), content(text, 4, 15), content(text, 22, 28)
    ((16, 20), None, (25, 28))
    """
    words = [(start + word.start(), start + word.end()) for word in WORD.finditer(text[start:end])]
    forms = normal_words([text[a:b] for a, b in words])
    said = [
        (a, b)
        for (a, b), form in zip(words, forms, strict=True)
        if form and form not in _PLACEHOLDERS and not _function(text[a:b], form)
    ]
    return (said[0][0], said[-1][1]) if said else None


def _function(word: str, form: str) -> bool:
    """Whether a word is a function word; a capital makes a name of some."""
    return form in STOP_WORDS and not (form in _NAMES_TOO and word[0].isupper())


def only_units(words: Iterable[str]) -> bool:
    """Whether words in normal form say nothing beside a value: units of age and function words.

    >>> only_units(["year", "old"]), only_units(["late"]), only_units(["may"])
    (True, False, False)
    """
    return all(word in _UNITS or (word in STOP_WORDS and word != "may") for word in words)


_PLACEHOLDERS = frozenset(normal_form(name_of(type)) for type in (*TYPES, *_AS_THEY_ARE))

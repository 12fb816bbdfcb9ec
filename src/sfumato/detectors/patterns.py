"""What can be told by how it is written: addresses, numbers, dates and ages, checked where there is a way to.

Each kind is found by regular expressions that take time in proportion to the text, whatever stands in it. Where a
number has check digits they must be right, unless a word right before says what it is; a number that could be
anything counts only with such a word. Characters that cannot be seen, and digits, dashes and spaces of another
alphabet, hide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from phonenumbers import SUPPORTED_REGIONS

from sfumato.detectors.national import NATIONAL, National, nationals
from sfumato.detectors.network import emails, ips, macs, urls, wallets
from sfumato.detectors.numbers import cards, devices, ibans, phones, vins
from sfumato.detectors.spans import resolved
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.languages import load
from sfumato.languages.plain import Plain
from sfumato.protocols import Language, Patterns
from sfumato.types import Document, Match, Term

_Rule: TypeAlias = Callable[[Plain], Iterator[Match]]


def _rules(words: Patterns) -> tuple[tuple[_Rule, str], ...]:
    """The rules that are the same in every language, but for some words."""
    return (
        (emails, "EMAIL_ADDRESS"),
        (urls, "URL"),
        (partial(ips, words=words), "IP_ADDRESS"),
        (macs, "MAC_ADDRESS"),
        (partial(cards, words=words), "CREDIT_CARD"),
        (ibans, "IBAN_CODE"),
        (vins, "VIN"),
        (wallets, "CRYPTO"),
        (devices, "DEVICE_ID"),
    )


_BY_LOOKS = frozenset("EMAIL_ADDRESS URL IP_ADDRESS MAC_ADDRESS CREDIT_CARD IBAN_CODE VIN CRYPTO DEVICE_ID".split())
_PHONE = "PHONE_NUMBER"
_BY_WORDS = frozenset(
    """CASE_NUMBER MEDICAL_RECORD_NUMBER HEALTH_PLAN_NUMBER ACCOUNT_NUMBER IBAN_CODE US_DRIVER_LICENSE LICENSE_PLATE VIN
    DEVICE_ID PASSPORT ID_NUMBER DATE_TIME AGE COORDINATES POSTCODE STREET_ADDRESS""".split()
)
"""What only the words of a language show."""

LABELS: frozenset[str] = frozenset({_PHONE, *(kind.label for kind in NATIONAL), *_BY_LOOKS, *_BY_WORDS})
"""Every label that `patterns` gives."""


def patterns(
    document: Document,
    terms: Sequence[Term] = (),
    *,
    labels: Collection[str] | None = None,
    region: str | None = "US",
    national: Sequence[National] = NATIONAL,
    language: Language | None = None,
) -> list[Term]:
    """The spans of a document that are written as something sensitive is; `terms` are not needed.

    `labels` are the kinds wanted, all unless given. Telephone numbers of `region` (two letters, as "GB") are found
    without their country's code, those of all countries with it. `national` are the national numbers looked for.
    `language` is that of the text, English unless given.

    >>> [(term.text, term.label) for term in patterns(Document("1", "Born 12 March 1984, jo@example.org"))]
    [('12 March 1984', 'DATE_TIME'), ('jo@example.org', 'EMAIL_ADDRESS')]
    """
    found = checked_patterns(document, labels=labels, region=region, national=national, language=language)
    return [term for term, _ in found]


def checked_patterns(
    document: Document,
    *,
    labels: Collection[str] | None = None,
    region: str | None = "US",
    national: Sequence[National] = NATIONAL,
    language: Language | None = None,
) -> list[tuple[Term, bool]]:
    """What `patterns` finds, each with whether more than its looks was checked: check digits, lists of domains.

    >>> checked_patterns(Document("1", "jo@example.org"))
    [(Term(start=0, end=14, text='jo@example.org', label='EMAIL_ADDRESS'), True)]
    """
    wanted = _wanted(labels, national)
    if region is not None and region not in SUPPORTED_REGIONS:
        raise InputError(f"unknown region {shown(region)} of telephone numbers; give two letters, as US")
    words = (language or load()).patterns
    plain = Plain(document.text)
    found: list[Match] = []
    own = [kind for kind in national if kind.label in wanted]
    if own:
        found += nationals(plain, own, words)
    for rule, label in _rules(words):
        if label in wanted:
            found += rule(plain)
    found += words.find(plain.text, wanted)
    if _PHONE in wanted:
        found += phones(plain, region, words)
    return [(plain.term(match), match.valid) for match in resolved(found)]


def _wanted(labels: Collection[str] | None, national: Sequence[National]) -> frozenset[str]:
    known = LABELS | {kind.label for kind in national}
    if labels is None:
        return known
    unknown = sorted(set(labels) - known)
    if unknown:
        raise InputError(f"unknown kind of pattern {shown(unknown[0])}; there are: {', '.join(sorted(known))}")
    return frozenset(labels)

"""What `detectors.patterns` needs of English: rules for what English words show, and words that tell numbers apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from sfumato.languages.en.patterns import numbers
from sfumato.languages.en.patterns.ages import ages
from sfumato.languages.en.patterns.dates import dates
from sfumato.languages.en.patterns.fields import KINDS, values
from sfumato.languages.en.patterns.places import coordinates, postcodes, streets
from sfumato.languages.en.patterns.records import RECORDS, cases, records
from sfumato.languages.plain import Plain
from sfumato.types import Match

_Rule: TypeAlias = Callable[[Plain], Iterator[Match]]

_RULES: tuple[tuple[_Rule, frozenset[str]], ...] = (
    (values, KINDS),
    (cases, frozenset(("CASE_NUMBER",))),
    (records, RECORDS),
    (dates, frozenset(("DATE_TIME",))),
    (ages, frozenset(("AGE",))),
    (coordinates, frozenset(("COORDINATES",))),
    (postcodes, frozenset(("POSTCODE",))),
    (streets, frozenset(("STREET_ADDRESS",))),
)


class EnglishPatterns:
    """The `Patterns` of English."""

    labels: Collection[str] = frozenset().union(*(labels for _, labels in _RULES))
    phone_before = numbers.PHONE_BEFORE
    phone_after = numbers.PHONE_AFTER
    card_near = numbers.CARD_NEAR
    ip_before = numbers.IP_BEFORE
    version_before = numbers.VERSION_BEFORE
    national = numbers.NATIONAL
    national_link = numbers.NATIONAL_LINK

    def find(self, text: str, labels: Collection[str]) -> Iterator[Match]:
        plain = Plain(text)
        for rule, given in _RULES:
            if not given.isdisjoint(labels):
                yield from (match for match in rule(plain) if match.label in labels)


PATTERNS = EnglishPatterns()

"""What sfumato's own detectors find in a text, under the names and with the scores that callers of Presidio know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sfumato.detectors.factories import make_entities
from sfumato.detectors.patterns import LABELS, checked_patterns
from sfumato.service import Engine
from sfumato.types import Document, Term

ENTITY_TYPES: dict[str, str] = {
    "GPE": "LOCATION",
    "LOC": "LOCATION",
    "FAC": "LOCATION",
    "STREET_ADDRESS": "LOCATION",
    "POSTCODE": "LOCATION",
    "COORDINATES": "LOCATION",
    "ORG": "ORGANIZATION",
    "NORP": "NRP",
    "DATE": "DATE_TIME",
    "TIME": "DATE_TIME",
    "PASSPORT": "US_PASSPORT",
    "ACCOUNT_NUMBER": "US_BANK_NUMBER",
}
"""Presidio's names of what sfumato calls otherwise."""

_NAMED = ("PERSON", "GPE", "LOC", "FAC", "ORG", "NORP", "DATE", "TIME")
_NAMES = frozenset(("PERSON", "GPE", "LOC", "FAC", "ORG", "NORP"))
_BY_KIND = {"person": "PERSON", "place": "GPE", "organization": "ORG"}
_BY_A_WORD = frozenset(
    """CASE_NUMBER MEDICAL_RECORD_NUMBER HEALTH_PLAN_NUMBER ACCOUNT_NUMBER US_DRIVER_LICENSE LICENSE_PLATE VIN DEVICE_ID
    PASSPORT ID_NUMBER""".split()
)
CHECKED, SEEN, WEAK, IDENTIFYING = 1.0, 0.85, 0.65, 0.6
"""Scores: of what has check digits or the like; of names and looks; of numbers that only a word before them tells from
others; of names that nothing but the fitted model of what identifies somebody finds."""

_RECOGNIZERS = {
    "PERSON": "SpacyRecognizer",
    "LOCATION": "SpacyRecognizer",
    "ORGANIZATION": "SpacyRecognizer",
    "NRP": "SpacyRecognizer",
    "DATE_TIME": "DateRecognizer",
    "EMAIL_ADDRESS": "EmailRecognizer",
    "IBAN_CODE": "IbanRecognizer",
    "IP_ADDRESS": "IpRecognizer",
    "PHONE_NUMBER": "PhoneRecognizer",
    "UK_NHS": "NhsRecognizer",
    "US_BANK_NUMBER": "UsBankRecognizer",
    "US_DRIVER_LICENSE": "UsLicenseRecognizer",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Where something stands, what it is, how sure that is, and by what it was found."""

    start: int
    end: int
    entity_type: str
    score: float
    recognizer: str
    pattern_name: str | None = None
    pattern: str | None = None
    original_score: float | None = None
    """The score before words of the context raised it; None where none did."""
    context_word: str = ""
    explanation: str | None = None
    valid: bool | None = None

    def to_dict(self, explain: bool) -> dict[str, Any]:
        """As it goes out."""
        return {
            "analysis_explanation": self._explained() if explain else None,
            "end": self.end,
            "entity_type": self.entity_type,
            "score": self.score,
            "start": self.start,
        }

    def _explained(self) -> dict[str, Any]:
        before = self.score if self.original_score is None else self.original_score
        return {
            "original_score": before,
            "pattern": self.pattern,
            "pattern_name": self.pattern_name,
            "recognizer": self.recognizer,
            "score": self.score,
            "score_context_improvement": self.score - before,
            "supportive_context_word": self.context_word,
            "textual_explanation": self.explanation,
            "validation_result": self.valid,
        }


def supported_entities() -> list[str]:
    """Every type that is found, by Presidio's names, in order."""
    return sorted({ENTITY_TYPES.get(label, label) for label in (*_NAMED, *LABELS)})


def recognizers() -> list[str]:
    """The names of what finds them, in order."""
    return sorted(set(map(_recognizer, supported_entities())))


def _recognizer(entity_type: str) -> str:
    """What Presidio calls the recognizer of a type.

    >>> _recognizer("EMAIL_ADDRESS"), _recognizer("CREDIT_CARD")
    ('EmailRecognizer', 'CreditCardRecognizer')
    """
    words = (word.capitalize() for word in entity_type.split("_"))
    return _RECOGNIZERS.get(entity_type) or f"{''.join(words)}Recognizer"


class Recognizing:
    """Finds what the detectors of sfumato find."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @cached_property
    def _entities(self) -> Any:
        return make_entities({"labels": _NAMED}, self.engine.resources())

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that are read, as requests name them."""
        return (self.engine.config.language.rpartition(":")[2],)

    def __call__(self, text: str) -> list[Finding]:
        """What is found in a text; of names and looks that overlap what its looks show as one whole goes first."""
        document = Document("text", text)
        terms = self.engine.language.terms(document)
        by_looks = checked_patterns(document, language=self.engine.language)
        named = list(_outside(self._entities(document, terms), [term for term, _ in by_looks]))
        named += list(_apart(self._nations(text), [*named, *(term for term, _ in by_looks)]))
        taken = [*named, *(term for term, _ in by_looks)]
        identifying = list(_apart(self._identifying(document, terms), taken))
        return [
            *(self._by_looks(term, valid) for term, valid in by_looks),
            *(self._named(term, SEEN, "named entities") for term in named),
            *(self._named(term, IDENTIFYING, "model of what identifies somebody") for term in identifying),
        ]

    def _nations(self, text: str) -> Iterator[Term]:
        """Adjectives of nations, which the parser sees as part of a phrase: "the Norwegian government"."""
        language = self.engine.language
        for start, end, _ in language.words(text):
            if language.wording.continent_of(text[start:end]):
                yield Term(start, end, text[start:end], "NORP")

    def _identifying(self, document: Document, terms: Sequence[Term]) -> Iterator[Term]:
        """Names that identify somebody, though the parser did not see what they are."""
        kind_of = self.engine.language.names.kind_of
        for term in self.engine.language.identifiers(document, terms):
            label = _BY_KIND.get(kind_of(term.text), "") if term.label == "MISC" else term.label
            if label in _NAMES:
                yield Term(term.start, term.end, term.text, label)

    def _by_looks(self, term: Term, valid: bool) -> Finding:
        score = CHECKED if valid else WEAK if term.label in _BY_A_WORD else SEEN
        entity_type = ENTITY_TYPES.get(term.label, term.label)
        by = f"Identified as {entity_type} by sfumato's patterns"
        name = _recognizer(entity_type)
        return Finding(term.start, term.end, entity_type, score, name, explanation=by, valid=valid or None)

    def _named(self, term: Term, score: float, by: str) -> Finding:
        entity_type = ENTITY_TYPES.get(term.label, term.label)
        said = f"Identified as {entity_type} by sfumato's {by}"
        return Finding(term.start, term.end, entity_type, score, _recognizer(entity_type), explanation=said)


def _outside(terms: Sequence[Term], wholes: Sequence[Term]) -> Iterator[Term]:
    """The terms that lie within none of the wholes, which are in order and apart."""
    at = 0
    for term in sorted(terms):
        while at < len(wholes) and wholes[at].end <= term.start:
            at += 1
        if at == len(wholes) or not (wholes[at].start <= term.start and term.end <= wholes[at].end):
            yield term


def _apart(terms: Iterator[Term], taken: Sequence[Term]) -> Iterator[Term]:
    """The terms that touch none of those that are taken."""
    places = sorted((term.start, term.end) for term in taken)
    ends: list[int] = []
    for _, end in places:
        ends.append(max(end, ends[-1] if ends else 0))
    at = 0
    for term in sorted(terms):
        while at < len(places) and ends[at] <= term.start:
            at += 1
        if at == len(places) or places[at][0] >= term.end:
            yield term

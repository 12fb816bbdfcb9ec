"""What every `Detector` promises, whatever the text."""

from __future__ import annotations

from itertools import pairwise

from sfumato.contracts.village import TEXTS, terms_of
from sfumato.protocols import Detector
from sfumato.types import Document, Term, is_label


def _found(detector: Detector, text: str) -> list[Term]:
    return detector(Document("t", text), tuple(terms_of(text)))


def gives_spans_of_the_text(detector: Detector) -> None:
    for text in TEXTS:
        for term in _found(detector, text):
            assert isinstance(term, Term)
            assert 0 <= term.start < term.end <= len(text), text
            assert text[term.start : term.end] == term.text, text
            assert is_label(term.label), term.label


def gives_them_in_order_and_apart(detector: Detector) -> None:
    for text in TEXTS:
        assert all(one.end <= other.start for one, other in pairwise(_found(detector, text))), text


def finds_the_same_again(detector: Detector) -> None:
    first = [_found(detector, text) for text in TEXTS]
    assert [_found(detector, text) for text in reversed(TEXTS)] == first[::-1], "one document tells of another"


def needs_no_terms(detector: Detector) -> None:
    for text in TEXTS:
        assert isinstance(detector(Document("t", text), ()), list), text


DETECTOR = (
    gives_spans_of_the_text,
    gives_them_in_order_and_apart,
    finds_the_same_again,
    needs_no_terms,
)

"""How likely a candidate identifies: a logistic model over what it looks like and where it stands.

The candidates of one key (all mentions of a name) are judged together, so that they are hidden or kept together.
A feature that the weights do not know counts nothing: what is left of an unfamiliar text is its shape.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources

from sfumato.languages.en.identifiers.spans import Candidate
from sfumato.languages.en.identifiers.words import (
    COUNTRIES,
    DEMONYMS,
    FACILITIES,
    INSTITUTIONS,
    LAWS,
    MONTHS,
    NUMBERS,
    TITLES,
    WEEKDAYS,
)
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.types import Document, Term

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|\n")
_WORDS = re.compile(r"[^\W\d_]+")
_PLAIN = INSTITUTIONS | LAWS | COUNTRIES | DEMONYMS | TITLES | MONTHS | WEEKDAYS | NUMBERS | FACILITIES
_CONTEXT = 60  # characters on each side that are looked at


def features(document: Document, terms: Sequence[Term], candidates: Sequence[Candidate]) -> dict[str, dict[str, float]]:
    """What can be said of each key: the value of a feature is the share of its mentions that have it."""
    mentions: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        mentions[candidate.key].append(candidate)
    starts = [term.start for term in terms]
    found = {}
    for key, spans in mentions.items():
        values: dict[str, float] = defaultdict(float)
        share = 1 / len(spans)
        for span in spans:
            for name in {*_place(document.text, span), *_labels(span, starts, terms)}:
                values[name] += share
        for name in {*_look(document.text[spans[0].start : spans[0].end], spans[0].kind), *_spread(document, spans)}:
            values[name] = 1.0
        found[key] = dict(values)
    return found


def _look(shown: str, kind: str) -> Iterator[str]:
    yield f"kind={kind}"
    words = _WORDS.findall(shown)
    lower = [word.lower() for word in words]
    yield f"{kind} words={min(len(words), 5)}"
    seen = [_seen(word) for word in words]
    for word in seen:
        yield f"{kind} has={word}"
    if seen:
        yield f"{kind} first={seen[0]}"
        yield f"{kind} last={seen[-1]}"
    if kind not in ("NAME", "PERSON"):
        return
    told = [word for word in lower if word not in STOP_WORDS]
    sorts = {_sort(word) for word in told}
    yield f"{kind} sorts={'+'.join(sorted(sorts))}"
    if words and all(word.isupper() for word in words):
        yield "capitals"
    if not shown.isascii():
        yield "accents"
    if any(map(str.isdigit, shown)):
        yield "digits"
    if "." in shown:
        yield "dots"


def _seen(token: str) -> str:
    """A word as the model sees it: names and numbers only by their shape, so that it learns none of them."""
    if token[0].isdigit():
        return "0"
    lower = token.lower()
    if token == lower or lower in _PLAIN or lower in STOP_WORDS:
        return lower
    return "XX" if token.isupper() and len(token) > 1 else "X" if len(token) == 1 else "Xx"


def listed(word: str) -> bool:
    """Whether a word is a plain one of institutions, laws, titles or countries, and nobody's name."""
    return word.lower() in _PLAIN or word.lower() in STOP_WORDS


def _sort(word: str) -> str:
    if word in INSTITUTIONS:
        return "institution"
    if word in COUNTRIES:
        return "country"
    if word in DEMONYMS:
        return "demonym"
    if word in LAWS:
        return "law"
    return "title" if word in TITLES else "other"


def _place(text: str, span: Candidate) -> Iterator[str]:
    before = [_seen(token) for token in _TOKEN.findall(text[max(0, span.start - _CONTEXT) : span.start])[-6:]]
    after = [_seen(token) for token in _TOKEN.findall(text[span.end : span.end + _CONTEXT])[:5]]
    kind = _KIND.get(span.kind, span.kind)
    yield f"{kind} <{before[-1] if before else ''}"
    yield f"{kind} <{' '.join(before[-2:])}"
    yield f"{kind} >{after[0] if after else ''}"
    yield f"{kind} >{' '.join(after[:2])}"
    for word in before:
        if word.isalpha() and word.islower() and word not in STOP_WORDS:
            yield f"{kind} <<{word}"
    for word in after:
        if word.isalpha() and word.islower() and word not in STOP_WORDS:
            yield f"{kind} >>{word}"


_KIND = {"MONTH": "DATE", "YEAR": "DATE", "PERCENT": "AMOUNT", "MONEY": "AMOUNT", "MEASURE": "AMOUNT"}


def _labels(span: Candidate, starts: Sequence[int], terms: Sequence[Term]) -> Iterator[str]:
    at = max(bisect_right(starts, span.start) - 1, 0)
    some = False
    while at < len(terms) and terms[at].start < span.end:
        term = terms[at]
        at += 1
        if term.end > span.start:
            some = True
            yield f"{span.kind} label={term.label}"
            if term.start <= span.start and span.end <= term.end:
                yield f"{span.kind} within={term.label}"
    if not some:
        yield f"{span.kind} label="


def _spread(document: Document, spans: Sequence[Candidate]) -> Iterator[str]:
    kind = spans[0].kind
    yield f"{kind} times={min(len(spans), 4)}"


class Model:
    """Weights of features."""

    def __init__(self, weights: Mapping[str, float], bias: float) -> None:
        self.weights = weights
        self.bias = bias

    def probability(self, values: Mapping[str, float]) -> float:
        """How likely it is that people would hide what has these features."""
        weights = self.weights
        score = self.bias + sum(weights.get(name, 0.0) * value for name, value in values.items())
        return 1 / (1 + math.exp(-max(min(score, 30.0), -30.0)))


@cache
def fitted() -> Model:
    """The model that ships with sfumato."""
    stored = json.loads(
        resources.files("sfumato.languages.en.identifiers").joinpath("weights.json").read_text(encoding="utf-8")
    )
    return Model(stored["weights"], stored["bias"])

"""What is hidden before any judge is asked: what the policy's detectors find, written as the policy says."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sfumato import detectors
from sfumato.detectors import Detector
from sfumato.languages import load
from sfumato.languages.en.normalform import STOP_WORDS, normal_form
from sfumato.policy import Detect, Profile, written
from sfumato.protocols import Knowledge
from sfumato.replacements.options import LEFT_OUT, NAME, Option
from sfumato.risk import content_of
from sfumato.risk.identifying import Shapes
from sfumato.sanitize.edits import Places
from sfumato.sanitize.loop import Loop
from sfumato.types import Disclosure, Document, Reading, Term

_LONG_WORD = re.compile(r"\S{1000,}")
_OVERLONG = Detect("length", write="redact")


def detector_of(rule: Detect, knowledge: Knowledge) -> Detector:
    """The detector that a rule of a policy names."""
    if rule.detector == "patterns":
        return partial(detectors.patterns, labels=rule.labels or None, language=knowledge.language)
    if rule.detector == "entities":
        return partial(detectors.entities, labels=rule.labels) if rule.labels else detectors.entities
    if rule.detector == "identifiers":
        return knowledge.language.identifiers
    if rule.detector == "list":
        return detectors.term_list(rule.names, label=[*rule.labels, detectors.LISTED][0], language=knowledge.language)
    return detectors.informative(knowledge, rule.bits or 0.0)


def take_found(loop: Loop, found: Sequence[tuple[Term, Detect]], profile: Profile) -> None:
    """Takes what detectors found; what a rule writes for it stands there, unless everything is to be left out."""
    knowledge = loop.options.knowledge
    kinds = knowledge.language.wording.kinds
    for term, rule in found:
        why = Disclosure((term.text,), "", 0.0, 0.0, f"found by {rule.detector}")
        said = written(term, rule.write, knowledge.language)
        if said == term.text:
            continue
        options: tuple[Option, ...] = ()
        if said is not None and profile.method == "generalize":
            content = 0.0 if said.startswith("[") else content_of(knowledge, normal_form(said))
            options = (Option(said, content, literal=True), LEFT_OUT)
        elif said is None and profile.method == "generalize" and profile.judge == "correlated" and term.label in kinds:
            kind = kinds[term.label]  # as CORR's first sanitizer does, which writes the class
            options = (Option(kind, content_of(knowledge, kind)), LEFT_OUT)
        loop.take(term.start, term.end, term.label, why, options)


def detected(
    document: Document, terms: Sequence[Term], rules: Sequence[tuple[Detect, Detector]]
) -> list[tuple[Term, Detect]]:
    """Words longer than any, and what the detectors of a policy find: none overlaps, earlier rules go first."""
    found = [(_overlong(document, match), _OVERLONG) for match in _LONG_WORD.finditer(document.text)]
    labels = {(term.start, term.end): term.label for term in terms if term.label in load().wording.kinds}
    for rule, detector in rules:
        for term in detector(document, terms):
            if term.label == "MISC":  # the language may know better what it is
                term = replace(term, label=labels.get((term.start, term.end), term.label))
            at = bisect_left(found, term.end, key=lambda pair: pair[0].start)
            free = at == 0 or found[at - 1][0].end <= term.start
            if free and rule.covers(term, document.text):
                found.insert(at, (term, rule))
    return found


def _overlong(document: Document, match: re.Match[str]) -> Term:
    """What is no word of any language: encoded data, of which nobody knows what it says."""
    return Term(match.start(), match.end(), match.group(), "DATA")


def with_stray_names(reading: Reading, terms: Sequence[Term]) -> list[Term]:
    """The terms, and names that are in none of them."""
    places = Places(reading, terms)
    spans = [
        (reading.starts[first], reading.ends[last - 1])
        for first, last in Shapes(reading).stray_names([places.words(term.start, term.end) for term in terms])
    ]
    return sorted([*terms, *(Term(a, b, reading.text[a:b], NAME) for a, b in spans)])


def merged(text: str, terms: Sequence[Term], found: Sequence[Term]) -> list[Term]:
    """The terms of the language, less what detectors found, and what they found: none overlapping another."""
    if not found:
        return list(terms)
    result = list(found)
    at = 0
    for term in terms:
        while at < len(found) and found[at].end <= term.start:
            at += 1
        start, cut = term.start, at
        while cut < len(found) and found[cut].start < term.end:
            result += _piece(text, start, found[cut].start, "NOUN_PHRASE")
            start, cut = found[cut].end, cut + 1
        result += _piece(text, start, term.end, term.label) if start > term.start else [term] if cut == at else []
    return sorted(result)


def _piece(text: str, start: int, end: int, label: str) -> list[Term]:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    said = text[start:end]
    return [Term(start, end, said, label)] if said and normal_form(said) not in STOP_WORDS else []

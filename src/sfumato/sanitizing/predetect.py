"""What is hidden before any judge is asked: what the policy's detectors find, written as the policy says."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from sfumato import plugins
from sfumato.policy import Detect, written
from sfumato.protocols import Detector, Language, Resources
from sfumato.replacements.options import NAME
from sfumato.risk import content_of
from sfumato.risk.identifying import Shapes
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.guards import guarded_detector
from sfumato.sanitizing.plan import Plan, Taking
from sfumato.types import LEFT_OUT, Disclosure, Document, Option, Reading, Term

_LONG_WORD = re.compile(r"\S{1000,}")
_OVERLONG = Detect("length", write="redact")


def detector_of(rule: Detect, resources: Resources) -> Detector:
    """The detector that a rule of a policy names."""
    settings = {"labels": rule.labels, "names": rule.names, "bits": rule.bits}
    made: Detector = plugins.load("detectors", rule.detector)(settings, resources)
    return guarded_detector(rule.detector, made) if plugins.is_name(rule.detector) else made


def take_found(plan: Plan, *, by_class: bool = False) -> Plan:
    """The plan with what detectors found; what a rule writes for it stands there if the replacer lets it.

    With `by_class` an entity is written as its class ("person"), as CORR's first sanitizer does.
    """
    knowledge, replacer = plan.tools.knowledge, plan.tools.replacer
    kinds = plan.language.wording.kinds
    taking = Taking(plan)
    for term, rule in plan.found:
        why = Disclosure((term.text,), "", 0.0, 0.0, f"found by {rule.detector}")
        said = written(term, rule.write, knowledge.language)
        if said == term.text:
            continue
        options: tuple[Option, ...] = ()
        if said is not None and replacer.generalises:
            content = 0.0 if said.startswith("[") else content_of(knowledge, plan.language.normal_form(said))
            options = (Option(said, content, literal=True), LEFT_OUT)
        elif said is None and replacer.generalises and by_class and term.label in kinds:
            options = (Option(kinds[term.label], content_of(knowledge, kinds[term.label])), LEFT_OUT)
        taking.take(term.start, term.end, term.label, why, options)
    return taking.plan()


def detected(
    document: Document, terms: Sequence[Term], rules: Sequence[tuple[Detect, Detector]], language: Language
) -> list[tuple[Term, Detect]]:
    """Words longer than any, and what the detectors of a policy find: none overlaps, earlier rules go first."""
    found = [(_overlong(document, match), _OVERLONG) for match in _LONG_WORD.finditer(document.text)]
    labels = {(term.start, term.end): term.label for term in terms if term.label in language.wording.kinds}
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
    index = TermIndex(reading, terms)
    spans = [
        (reading.starts[first], reading.ends[last - 1])
        for first, last in Shapes(reading).stray_names([index.words(term.start, term.end) for term in terms])
    ]
    return sorted([*terms, *(Term(a, b, reading.text[a:b], NAME) for a, b in spans)])


def merged(text: str, terms: Sequence[Term], found: Sequence[Term], language: Language) -> list[Term]:
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
            result += _piece(text, (start, found[cut].start), "NOUN_PHRASE", language)
            start, cut = found[cut].end, cut + 1
        if start > term.start:
            result += _piece(text, (start, term.end), term.label, language)
        elif cut == at:
            result.append(term)
    return sorted(result)


def _piece(text: str, span: tuple[int, int], label: str, language: Language) -> list[Term]:
    start, end = span
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    said = text[start:end]
    return [Term(start, end, said, label)] if said and language.normal_form(said) not in language.stop_words else []

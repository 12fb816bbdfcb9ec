"""What is hidden before any judge is asked: what the policy's detectors find, written as the policy says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfumato.policy import Detect, written
from sfumato.protocols import Language
from sfumato.replacements.options import NAME
from sfumato.risk import content_of
from sfumato.risk.identifying import Shapes
from sfumato.sanitizing.edits import TermIndex, inside
from sfumato.sanitizing.plan import Plan, Taking
from sfumato.types import LEFT_OUT, Disclosure, Option, Reading, Term

_QUOTED = re.compile(r"(?<!\w)[\"“«](?=\S)([^\"“”«»\n]{3,80})(?<=\S)[\"”»]")
_TITLE = "WORK_OF_ART"


def take_found(plan: Plan, *, by_class: bool = False) -> Plan:
    """The plan with what detectors found; what a rule writes for it stands there if the replacer lets it.

    With `by_class` an entity is written as its class ("person"), as CORR's first sanitizer does.
    """
    taking = Taking(plan)
    for term, rule in plan.found:
        if written(term, rule.write, plan.language) != term.text:
            taking.take(
                term.start, term.end, term.label, found_by(term, rule), wordings(plan, term, rule, by_class=by_class)
            )
    return taking.plan()


def found_by(term: Term, rule: Detect) -> Disclosure:
    """Why a term is taken that a detector found."""
    return Disclosure((term.text,), "", 0.0, 0.0, f"found by {rule.detector}")


def wordings(plan: Plan, term: Term, rule: Detect, *, by_class: bool = False) -> tuple[Option, ...]:
    """What a rule writes for a term; nothing where the replacer is to find what the term could be called."""
    knowledge, kinds = plan.tools.knowledge, plan.language.wording.kinds
    if not plan.tools.replacer.generalises:
        return ()
    said = written(term, rule.write, plan.language)
    if said is not None:
        content = 0.0 if said.startswith("[") else content_of(knowledge, plan.language.normal_form(said))
        return Option(said, content, literal=True), LEFT_OUT
    if by_class and term.label in kinds:
        return Option(kinds[term.label], content_of(knowledge, kinds[term.label])), LEFT_OUT
    return ()


def with_stray_names(reading: Reading, terms: Sequence[Term]) -> list[Term]:
    """The terms, and names that are in none of them."""
    index = TermIndex(reading, terms)
    spans = [
        (reading.starts[first], reading.ends[last - 1])
        for first, last in Shapes(reading).stray_names([index.words(term.start, term.end) for term in terms])
    ]
    return sorted([*terms, *(Term(a, b, reading.text[a:b], NAME) for a, b in spans)])


def with_titles(reading: Reading, terms: Sequence[Term]) -> list[Term]:
    """The terms, with what is quoted and written like a title as one: "Knight and Day", not a knight and a day."""
    shapes, index = Shapes(reading), TermIndex(reading, terms)
    spans = [
        span
        for span in (match.span(1) for match in _QUOTED.finditer(reading.text))
        if shapes.is_title(*index.words(*span)) and index.term_over(*span) is None
    ]
    crossed = [(a, b) for a, b in spans for t in terms if t.start < b and a < t.end and not a <= t.start < t.end <= b]
    titles = [Term(a, b, reading.text[a:b], _TITLE) for a, b in spans if (a, b) not in crossed]
    whole = [(title.start, title.end) for title in titles]
    return sorted([*titles, *(term for term in terms if not inside((term.start, term.end), whole))])


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

"""What is hidden before any judge is asked: what the policy's detectors find, written as the policy says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfumato.policy import Detect, written
from sfumato.policy.detecting import is_round, says_enough
from sfumato.protocols import Language
from sfumato.replacements.options import FIGURES, NAME, NAMES
from sfumato.risk import content_of
from sfumato.risk.identifying import Shapes
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.plan import Plan, Taking
from sfumato.types import LEFT_OUT, Disclosure, Option, Reading, Term

_SURNAME = re.compile(r"[A-ZÀ-Þ][\w'’-]{2,}")
_GENERALIZE = "generalize"
_ARTICLE = re.compile(r"\b(?:the|an?|this)\s\Z", re.I)
_WORD = re.compile(r"\w[\w'’-]*")


def take_found(plan: Plan, *, by_class: bool = False) -> Plan:
    """The plan with what detectors found; what a rule writes for it stands there if the replacer lets it.

    Where all of it is as general as what would be written, nothing is taken: a release stays as it is.
    With `by_class` an entity is written as its class ("person"), as CORR's first sanitizer does.
    """
    taking = Taking(plan)
    if _is_released(plan):
        return plan
    for term, rule in plan.found:
        said = written(term, rule.write, plan.language)
        if said != term.text and (said is not None or by_class or not is_round(term, plan.language)):
            taking.take(
                term.start, term.end, term.label, found_by(term, rule), wordings(plan, term, rule, by_class=by_class)
            )
    return taking.plan()


def _is_released(plan: Plan) -> bool:
    """Whether detectors find nothing in a text that says more than what they would have had written."""
    taxonomy, language = plan.tools.taxonomy, plan.language
    enough = all(says_enough(term, rule, plan.text, taxonomy, language) for term, rule in plan.found)
    return enough and not plan.tools.left(plan.text, ())


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


def with_titles(text: str, terms: Sequence[Term], titles: Sequence[Term], language: Language) -> list[Term]:
    """The terms, each title that one of them touches in its place: what else such a term holds is one of its own."""
    return merged(text, terms, [title for title in titles if any(_touch(title, term) for term in terms)], language)


def as_titles(
    text: str, found: Sequence[tuple[Term, Detect]], titles: Sequence[Term], language: Language
) -> list[tuple[Term, Detect]]:
    """What detectors found, where it is a part of a title as the whole of it; names beside it are found, too.

    The common noun before a name is no part of it: "film" of "film Jaws". Where whatever identifies is found, titles of
    works are, too. What is to be generalised is so with the figure that it is a part of.
    """
    result: dict[Term, Detect] = {}
    given = [term for term, rule in found if rule.write != _GENERALIZE]
    titles = [each for each in titles if each.label not in FIGURES or not any(_touch(each, term) for term in given)]
    figures = [each for each in titles if each.label in FIGURES]
    for rule in {rule.detector: rule for _, rule in found if rule.detector == "identifiers"}.values():
        result.update(dict.fromkeys((title for title in titles if title.label == "WORK_OF_ART"), rule))
    for whole, rule in found:
        if rule.detector != "identifiers":  # what others find, they name
            result[next((figure for figure in figures if _touch(figure, whole)), whole)] = rule
            continue
        term = _without_possessive(_from_capital(whole), language)
        touching = [title for title in titles if _touch(title, term)]
        rest = term.start
        for title in touching:
            result.update(dict.fromkeys(_named(text, rest, title.start, term.label), rule))
            result.setdefault(title, rule)
            rest = title.end
        if touching:
            result.update(dict.fromkeys(_named(text, rest, term.end, term.label), rule))
        else:
            result[term] = rule
    return sorted(result.items(), key=lambda pair: pair[0])


def everywhere(text: str, found: Sequence[tuple[Term, Detect]], language: Language) -> list[tuple[Term, Detect]]:
    """What detectors found, and the surname of each person among it wherever it stands alone: "Smith's case"."""
    taken = bytearray(len(text))
    for term, _ in found:
        taken[term.start : term.end] = b"\1" * (term.end - term.start)
    more: list[tuple[Term, Detect]] = []
    for term, rule in found:
        *given, last = term.text.split() or [""]
        person = term.label == "PERSON" or (term.label in NAMES and language.names.is_given(term.text))
        if rule.detector != "identifiers" or not given or not person or not _SURNAME.fullmatch(last):
            continue
        for match in re.finditer(rf"\b(?:{re.escape(last)}|{re.escape(last.upper())})\b", text):
            start, end = match.span()
            if not any(taken[start:end]) and not _ARTICLE.search(text, max(0, start - 6), start):
                taken[start:end] = b"\1" * (end - start)
                more.append((Term(start, end, match.group(), "PERSON"), rule))
    return sorted([*found, *more], key=lambda pair: pair[0])


def _from_capital(term: Term) -> Term:
    """A name without the words in small letters before it."""
    start = next((word.start() for word in _WORD.finditer(term.text) if not word.group().islower()), 0)
    if not start or term.label not in NAMES or not term.text[start].isupper():
        return term
    return Term(term.start + start, term.end, term.text[start:], term.label)


def _without_possessive(term: Term, language: Language) -> Term:
    ending = language.tables.possessive.search(term.text)
    return Term(term.start, term.start + ending.start(), term.text[: ending.start()], term.label) if ending else term


def _touch(one: Term, other: Term) -> bool:
    return one.start < other.end and other.start < one.end


def _named(text: str, start: int, end: int, label: str) -> list[Term]:
    """What stands between two places, from its first name to its last; nothing if there is none."""
    words = [word for word in _WORD.finditer(text, start, max(start, end)) if word.group()[0].isupper()]
    if not words:
        return []
    first, last = words[0].start(), words[-1].end()
    return [Term(first, last, text[first:last], label)]


def _piece(text: str, span: tuple[int, int], label: str, language: Language) -> list[Term]:
    start, end = span
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    said = text[start:end]
    return [Term(start, end, said, label)] if said and language.normal_form(said) not in language.stop_words else []

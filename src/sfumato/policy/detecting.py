"""What the detectors of a policy find in a text, and what of it is too much for a release."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from sfumato import plugins
from sfumato.detectors import ENTITIES, LABELS, LISTED
from sfumato.errors import PluginError
from sfumato.policy.policy import Detect
from sfumato.policy.writing import written
from sfumato.protocols import Detector, Language, Resources, Taxonomy
from sfumato.replacements.nouns import Nouns
from sfumato.replacements.pseudonyms import PSEUDONYM, is_kind
from sfumato.types import Document, Term, is_label

Rules = Sequence[tuple[Detect, Detector]]
"""The rules of a policy, each with its detector."""

_LONG_WORD = re.compile(r"\S{1000,}")
_OVERLONG = Detect("length", write="redact")
_WRITTEN = re.compile(r"\[(?:\.\.\.|([A-Z][A-Z0-9_]*)(?: [a-z]+ [0-9]{4})?)\]|\b[0-9]{3}\*\*")
_DATES = ("DATE_TIME", "DATE")
_AGE = "AGE"
_BY_LOOKS = "patterns"
_UNIVERSAL = frozenset(("DATE", "DATA", "MISC", "TERM", "NUMBER", LISTED))


def rules_of(
    rules: Sequence[Detect], resources: Resources, given: Mapping[str, Detector] = MappingProxyType({})
) -> list[tuple[Detect, Detector]]:
    """Each rule with its detector: a given one of that name, or else the one that the name is known for."""
    return [(rule, given.get(rule.detector) or _detector_of(rule, resources)) for rule in rules]


def _detector_of(rule: Detect, resources: Resources) -> Detector:
    """The detector that a rule of a policy names."""
    settings = {"labels": rule.labels, "names": rule.names, "bits": rule.bits}
    made: Detector = plugins.load("detectors", rule.detector)(settings, resources)
    return _guarded(rule.detector, made) if plugins.is_name(rule.detector) else made


def _guarded(name: str, detector: Detector) -> Detector:
    """The detector, whose spans must be of the text, in order and apart, and whose labels must not tell of it."""
    if not callable(detector):
        raise PluginError(name, "gave no detector")

    def guarded(document: Document, terms: Sequence[Term]) -> list[Term]:
        found = detector(document, terms)
        if not isinstance(found, list | tuple):
            raise PluginError(name, "gave no list of terms")
        found = list(found)
        if not all(isinstance(term, Term) and term.text == document.text[term.start : term.end] for term in found):
            raise PluginError(name, "gave a span that is not of the text")
        if not all(0 <= term.start < term.end for term in found):
            raise PluginError(name, "gave an empty span")
        if not all(one.end <= other.start for one, other in pairwise(found)):
            raise PluginError(name, "gave spans that overlap or are out of order")
        if not all(is_label(term.label) and term.label.casefold() != term.text.casefold() for term in found):
            raise PluginError(name, "gave a label that is not one in capitals, or is the term itself")
        return found

    return guarded


def detected(
    document: Document, terms: Sequence[Term], rules: Sequence[tuple[Detect, Detector]], language: Language
) -> list[tuple[Term, Detect]]:
    """Words longer than any, and what the detectors of a policy find: none overlaps, earlier rules go first.

    But what is one whole by its looks goes before its parts.
    """
    found = [(_overlong(document, match), _OVERLONG) for match in _LONG_WORD.finditer(document.text)]
    labels = {(term.start, term.end): term.label for term in terms if term.label in language.wording.kinds}
    for rule, detector in rules:
        for term in detector(document, terms):
            if term.text.isspace():  # names nothing, though another tool may give it
                continue
            if term.label == "MISC":  # the language may know better what it is
                term = replace(term, label=labels.get((term.start, term.end), term.label))
            last = bisect_left(found, term.end, key=lambda pair: pair[0].start)
            first = last
            while first and found[first - 1][0].end > term.start:
                first -= 1
            if _takes(term, rule, [pair[0] for pair in found[first:last]]) and rule.covers(term, document.text):
                found[first:last] = [(term, rule)]
    return found


def _takes(term: Term, rule: Detect, there: Sequence[Term]) -> bool:
    """Whether a term has its place: nobody else's, or that of parts of it where its looks say that it is one whole.

    Of an address of mail that begins with a name the name alone would be hidden.
    """
    whole = all(term.start <= each.start and each.end <= term.end for each in there)
    longer = all(each.end - each.start < term.end - term.start for each in there)
    return not there or (whole and longer and rule.detector == _BY_LOOKS)


def _overlong(document: Document, match: re.Match[str]) -> Term:
    """What is no word of any language: encoded data, of which nobody knows what it says."""
    return Term(match.start(), match.end(), match.group(), "DATA")


def left_in(text: str, rules: Rules, resources: Resources, untrue: Sequence[str] = ()) -> list[tuple[Term, Detect]]:
    """What the detectors still find in a release, but for what says no more than what their rules would write.

    What is known to be `untrue` there says nothing, either.

    That are the placeholders of rules and pseudonyms, what a rule would leave as it is (a year), and where a rule
    generalises what is general: a word for a class, a place that has places in it.
    """
    language = resources.language
    own = {label for rule, _ in rules for label in rule.labels}
    spots = _apart([*_placeholders(text, _UNIVERSAL | LABELS | ENTITIES | own, resources), *_places(text, untrue)])
    masked = text
    for start, end in spots:  # a parser would take a label in capitals for a name
        masked = masked[:start] + "it".ljust(end - start) + masked[end:]
    document = Document("release", masked)
    left = []
    for term, rule in detected(document, language.terms(document), rules, language):
        if rule.write == "keep":
            continue
        for start, end in _outside(text, term, spots):
            piece = Term(start, end, text[start:end], term.label)
            if not says_enough(piece, rule, text, resources.taxonomy, language):
                left.append((piece, rule))
    return left


def _placeholders(text: str, labels: Collection[str], resources: Resources) -> Iterator[tuple[int, int]]:
    wording = resources.language.wording
    kinds = {kind.upper() for kind in wording.kinds.values()}
    for match in _WRITTEN.finditer(text):
        if match[1] is None or match[1] in labels or match[1] in kinds or match[1] in wording.kinds:
            yield match.span()
    nouns = Nouns(resources.knowledge, resources.taxonomy)
    for match in PSEUDONYM.finditer(text):
        if is_kind(match[1].lower(), nouns):
            yield match.span()


def _places(text: str, said: Sequence[str]) -> Iterator[tuple[int, int]]:
    for each in said:
        for match in re.finditer(rf"(?<!\w){re.escape(each)}(?!\w)", text, re.IGNORECASE):
            yield match.span()


def _apart(spots: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spots in order, those joined that overlap."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spots):
        if found and start < found[-1][1]:
            before = found.pop()
            start, end = before[0], max(end, before[1])
        found.append((start, end))
    return found


def _outside(text: str, term: Term, spots: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of a term that no placeholder covers, without signs around them."""
    start = term.start
    for a, b in (*(spot for spot in spots if spot[0] < term.end and term.start < spot[1]), (term.end, term.end)):
        part = text[start : max(start, a)]
        head = len(part) - len(part.lstrip(" \t\n,.;:()[]*'\"-"))
        body = part.strip(" \t\n,.;:()[]*'\"-")
        if any(map(str.isalnum, body)):
            whole = start == term.start and a == term.end
            yield (term.start, term.end) if whole else (start + head, start + head + len(body))
        start = b


def is_round(term: Term, language: Language) -> bool:
    """Whether a date or an age says no more than a decade or a century: "the 1950s", "in his forties"."""
    return term.label in (*_DATES, _AGE) and language.wording.is_round(f"the {term.text.removeprefix('the ')}")


def says_enough(term: Term, rule: Detect, text: str, taxonomy: Taxonomy, language: Language) -> bool:
    """Whether a term of a text is as general as what a rule writes."""
    said = written(term, rule.write, language)
    if said is not None:
        return text.startswith(said, term.start)  # of "90 or older" a detector finds the number alone
    if term.label in _DATES:
        return written(term, "year", language) == term.text or is_round(term, language)
    if term.label == _AGE and is_round(term, language):
        return True
    bare = language.normal_form(term.text)
    words = [word for word in bare.split() if word not in language.stop_words]
    senses = [sense for sense in taxonomy.senses(term.text) or taxonomy.senses(bare) if taxonomy.children(sense)]
    if any(sense.source == "places" for sense in senses):
        return True
    plain = not any(map(str.isupper, term.text[1:])) and not any(map(str.isdigit, term.text))
    kinds = set(language.wording.kinds.values())
    return plain and ((bool(words) and kinds.issuperset(words)) or bool(senses))

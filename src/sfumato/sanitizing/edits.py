"""What is changed in a text: each distinct term with all its places, and the draft that the changes make."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from sfumato.languages.edits import applied
from sfumato.languages.slips import is_longer, is_swap
from sfumato.replacements.options import NAME, NAMES, OTHER
from sfumato.types import LEFT_OUT, Disclosure, Edit, Mention, Option, Proposal, Reading, Term

_LETTERS = re.compile(r"\s\(([A-Z][A-Za-z]{1,7})\)")
"""Letters in brackets that stand for the name before them."""
_PLACES = ("GPE", "LOC", "FAC")
_SHORT = 11  # characters that they may reach behind it
_LONG = 7  # letters of a name that is known by a slip of the finger
Span = tuple[int, int]
Write = Callable[[str, Sequence[Proposal]], list[Edit]]
"""Turns proposals for a text into edits that read well."""


def inside(span: Span, spans: Iterable[Span]) -> bool:
    """Whether one of the spans covers a span whole."""
    return any(a <= span[0] and span[1] <= b for a, b in spans)


_NAMELIKE = frozenset(("MISC", NAME))
"""Labels of what may be a name: with a capital it is."""


@dataclass(slots=True)
class Change:
    """One term that is replaced: the same option in all its places, and why."""

    form: str
    text: str
    label: str
    why: Disclosure
    places: list[Span] = field(default_factory=list)
    options: tuple[Option, ...] = (LEFT_OUT,)
    at: int = 0
    fixed: bool = False
    """Whether its text is given, by a rule of the policy, and nothing more general stands behind it."""

    @property
    def option(self) -> Option:
        """What it is called now."""
        return self.options[self.at]

    @property
    def spent(self) -> bool:
        """Whether it has been left out, so that there is nothing more general."""
        return self.at == len(self.options) - 1

    @property
    def stays(self) -> bool:
        """Whether its option is to leave the term as it is."""
        return self.option.label == self.text and self.option.literal and not self.fixed

    def proposals(self) -> Iterable[Proposal]:
        """What is to stand at each of its places."""
        name = self.label in NAMES or (self.label in _NAMELIKE and self.text[:1].isupper())
        literal = self.option.literal
        for start, end in self.places:
            yield Proposal(start, end, self.option.label, name=name, literal=literal)


class Changes:
    """The changes of a text by the words they stand for; no two of them share a place."""

    def __init__(self) -> None:
        self.by_form: dict[str, Change] = {}
        self._starts: list[int] = []
        self._owner: dict[int, tuple[int, Change]] = {}

    def copy(self) -> Changes:
        """The same changes, to be gone on with while these stay as they are."""
        other = Changes()
        for change in self.by_form.values():
            other.add(replace(change, places=[]), change.places)
        return other

    def __iter__(self) -> Iterator[Change]:
        return iter(self.by_form.values())

    def add(self, change: Change, places: Iterable[Span]) -> None:
        """Makes the change at these places too, but for those that are taken."""
        self.by_form[change.form] = change
        for span in places:
            if self.free(span):
                change.places.append(span)
                insort(self._starts, span[0])
                self._owner[span[0]] = (span[1], change)

    def clear(self, span: Span) -> None:
        """Takes back what is changed between these places: something wider is to be changed there."""
        for start in [start for start in self._starts if span[0] <= start < span[1]]:
            end, change = self._owner.pop(start)
            change.places.remove((start, end))
            self._starts.remove(start)

    @property
    def untrue(self) -> tuple[str, ...]:
        """What is written that is not true, each once."""
        said = [change.option.label for change in self if change.option.untrue and change.places]
        return tuple(dict.fromkeys(said))

    def free(self, span: Span) -> bool:
        """Whether no change has a place there."""
        at = bisect_right(self._starts, span[1] - 1)
        return at == 0 or self._owner[self._starts[at - 1]][0] <= span[0]

    def left(self, start: int, end: int) -> list[Span]:
        """The parts between these places of the original where no change has a place."""
        found = []
        at = max(bisect_right(self._starts, start) - 1, 0)
        while at < len(self._starts) and self._starts[at] < end:
            taken, until = self._starts[at], self._owner[self._starts[at]][0]
            if start < taken:
                found.append((start, taken))
            start, at = max(start, until), at + 1
        return [*found, (start, end)] if start < end else found

    def within(self, start: int, end: int) -> list[Change]:
        """The changes with a place that begins between these places of the original."""
        at = bisect_right(self._starts, start - 1)
        found = {}
        while at < len(self._starts) and self._starts[at] < end:
            change = self._owner[self._starts[at]][1]
            found[change.form] = change
            at += 1
        return list(found.values())

    def draft(self, text: str, write: Write) -> Draft:
        """The text with these changes made."""
        return drafted(text, self.by_form.values(), write)


@dataclass(frozen=True, slots=True)
class Draft:
    """A text with changes made, and the way back from a place in it to the original."""

    original: str
    text: str
    edits: tuple[Edit, ...]
    _starts: tuple[int, ...]
    _ends: tuple[int, ...]

    def edits_at(self, start: int, end: int) -> Sequence[Edit]:
        """The edits whose new text lies in part between these places of the draft."""
        first = bisect_right(self._ends, start)
        last = bisect_left(self._starts, end)
        return self.edits[first:last]

    def origin(self, at: int) -> int:
        """Where in the original a place of the draft that no edit made comes from."""
        edit = bisect_right(self._ends, at) - 1
        return at if edit < 0 else at - self._ends[edit] + self.edits[edit].end

    def source(self, start: int, end: int) -> Span:
        """From where to where in the original what stands between these places of the draft comes, without space."""
        edits = [(edit.start, edit.end) for edit in self.edits_at(start, end)]
        spans = sorted([*edits, *self.untouched(start, end)])
        first, last = spans[0][0], max(b for _, b in spans)
        shown = self.original[first:last]
        return first + len(shown) - len(shown.lstrip()), first + len(shown.rstrip())

    def untouched(self, start: int, end: int) -> list[Span]:
        """The parts between these places of the draft that no edit made, as places of the original."""
        found = []
        at = start
        first = bisect_right(self._ends, start)
        for edit in range(first, len(self.edits)):
            if self._starts[edit] >= end:
                break
            if at < self._starts[edit]:
                found.append((self.origin(at), self.edits[edit].start))
            at = self._ends[edit]
        if at < end:
            found.append((self.origin(at), self.origin(at) + end - at))
        return [(a, b) for a, b in found if self.original[a:b].strip()]


def drafted(text: str, changes: Iterable[Change], write: Write) -> Draft:
    """The draft that changes make of a text."""
    edits = write(text, [proposal for change in changes for proposal in change.proposals()])
    starts, ends = [], []
    shift = 0
    for edit in edits:
        starts.append(edit.start + shift)
        shift += len(edit.text) - (edit.end - edit.start)
        ends.append(edit.end + shift)
    return Draft(text, applied(text, edits), tuple(edits), tuple(starts), tuple(ends))


class TermIndex:
    """The terms of a text by their places: which term covers a span, and which words a span has."""

    def __init__(self, reading: Reading, terms: Sequence[Term]) -> None:
        self.reading = reading
        self.terms = tuple(terms)
        self._starts = [term.start for term in terms]

    def words(self, start: int, end: int) -> Span:
        """The words, from the first up to the last, that lie in part between these places."""
        return bisect_right(self.reading.ends, start), bisect_left(self.reading.starts, end)

    def form(self, start: int, end: int) -> str:
        """The normal form of what stands between these places."""
        first, last = self.words(start, end)
        return " ".join(self.reading.forms[first:last])

    def term_over(self, start: int, end: int) -> Term | None:
        """The term that covers these places whole."""
        at = bisect_right(self._starts, start) - 1
        return self.terms[at] if at >= 0 and self.terms[at].end >= end else None

    def whole(self, start: int, end: int) -> tuple[int, int, str]:
        """The term that a span belongs to, or the span itself, so wide that it cuts none; and its label."""
        term = self.term_over(start, end)
        return (term.start, term.end, term.label) if term else self._widened(start, end)

    def mention(
        self, start: int, end: int, label: str, possessive: re.Pattern[str], topics: tuple[str, ...] = ()
    ) -> Mention:
        """What stands between these places as a mention: with equal terms, and longer names that it is a part of.

        The ending of a possessive is no part of it.
        """
        around = self.reading.text
        places, _ = self.equal_terms.get(self.form(start, end), ((), label))
        text = possessive.sub("", " ".join(around[start:end].split()))
        last = text.rpartition(" ")[2]
        longer = self._longer_names.get(last) or self._longer_names.get(self._meant_by(text), ())
        text = text if last in self._longer_names else self._meant_by(text) or text
        longer = [term for term in longer if _is_longer_name(term.text, text)] or self._named_in_full(text, label)
        longer = longer or self._by_letters.get(text.removeprefix("The ").removeprefix("the "), [])
        longer = longer if " " in text else _of_first(longer)
        spans = dict.fromkeys([(start, end), *places, *((term.start, term.end) for term in longer)])
        whole = max((_LETTERS.sub("", term.text) for term in longer), key=len, default="")
        return Mention(text, label, around, tuple(spans), whole, topics)

    @cached_property
    def equal_terms(self) -> Mapping[str, tuple[tuple[Span, ...], str]]:
        """For each distinct term, in normal form, its places and the label that it has most often."""
        places: dict[str, list[Span]] = {}
        labels: dict[str, Counter[str]] = {}
        for term in self.terms:
            form = self.form(term.start, term.end)
            places.setdefault(form, []).append((term.start, term.end))
            labels.setdefault(form, Counter())[term.label] += 1
        usual = {form: min(counts, key=lambda at: (-counts[at], at)) for form, counts in labels.items()}
        return MappingProxyType({form: (tuple(spans), usual[form]) for form, spans in places.items()})

    def _named_in_full(self, text: str, label: str) -> list[Term]:
        """Names of organizations and people that begin with a single one: "Apple Inc.", where the term is "Apple".

        What is no name is not named in full: HIV is no HIV Clinic.
        """
        if not text[:1].isupper() or " " in text or label in _PLACES or label not in (*NAMES, NAME):
            return []  # Montreal is no Montreal Shamrocks
        begins = (f"{text} ", f"{text},")
        return [term for term in self.terms if term.label in ("ORG", "PERSON") and term.text.startswith(begins)]

    @cached_property
    def _by_letters(self) -> Mapping[str, list[Term]]:
        """Names by the letters in brackets behind them: "World Health Organization (WHO)"."""
        found: dict[str, list[Term]] = {}
        for term in self.terms:
            if term.label in NAMES and (letters := _LETTERS.search(self.reading.text, term.start, term.end + _SHORT)):
                found.setdefault(letters[1], []).append(term)
        return found

    @cached_property
    def _longer_names(self) -> Mapping[str, Sequence[Term]]:
        """Terms of several words with a capital, by their last word."""
        found: dict[str, list[Term]] = {}
        for term in self.terms:
            *_, before, last = ("", *term.text.split())
            if before[:1].isupper() and last[:1].isupper():
                found.setdefault(last, []).append(term)
        return found

    def _meant_by(self, name: str) -> str:
        """The last name of somebody in the text that a single word is but for a slip of the finger; empty if none."""
        if len(name) < _LONG or not name.istitle():
            return ""
        return next((last for last in self._longer_names if is_swap(name, last) or is_longer(name, last)), "")

    def _widened(self, start: int, end: int) -> tuple[int, int, str]:
        """The last term that the span cuts, if any, else the span: a verb before a noun is not made a part of it."""
        found = (start, end, OTHER)
        for term in self.terms[max(bisect_right(self._starts, start) - 1, 0) :]:
            if term.start >= end:
                break
            if term.end > start:
                found = (term.start, term.end, term.label)
        return found


def _of_first(names: Sequence[Term]) -> Sequence[Term]:
    """Of names with one last word those of the one who is named first: a text goes on about its subject.

    >>> names = [Term(at, at + 9, name, "PERSON") for at, name in enumerate(("Al Orr", "Rabbi Saul Orr", "Al B. Orr"))]
    >>> [name.text for name in _of_first(names)]
    ['Al Orr', 'Al B. Orr']
    """
    if not names:
        return names
    first = min(names, key=lambda term: term.start)
    return [term for term in names if _may_be_one(first.text.split()[:-1], term.text.split()[:-1])]


def _may_be_one(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether words before one last name may be of one person: where both have words of their own, by initials.

    >>> _may_be_one(["Al", "Mark"], ["Al", "M."]), _may_be_one(["Al", "Mark"], ["Rabbi", "Al"])
    (True, False)
    """
    here, there = (sorted(set(words).difference(others)) for words, others in ((one, other), (other, one)))
    return not here or not there or [word[0] for word in here] == [word[0] for word in there]


def _is_longer_name(longer: str, name: str) -> bool:
    """Whether a name ends with another, or is the same with more between its first and its last word.

    >>> _is_longer_name("Ann Mary Lee", "Lee"), _is_longer_name("Ann Mary Lee", "Ann Lee")
    (True, True)
    >>> _is_longer_name("Al Lee", "Ann Lee")
    False
    """
    first, _, last = name.partition(" ")
    between = last and longer != name and longer.startswith(f"{first} ") and longer.endswith(f" {last}")
    return longer.endswith(f" {name}") or bool(between)

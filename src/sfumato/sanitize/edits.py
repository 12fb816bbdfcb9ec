"""What the loop changes: each distinct term of a text, all its places, and how far it has been generalised."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sfumato.languages.edits import applied
from sfumato.languages.en.wording import worded
from sfumato.replacements.options import LEFT_OUT, NAMES, OTHER, Option
from sfumato.types import Edit, Proposal, Reading, Term


@dataclass(slots=True)
class Unit:
    """One term: the same text in all its places gets the same option."""

    form: str
    text: str
    label: str
    places: list[tuple[int, int]]
    reason: str
    secret: str = ""
    bits: float = 0.0
    limit: float = 0.0
    options: tuple[Option, ...] = (LEFT_OUT,)
    at: int = 0
    fixed: bool = False
    """Whether its text is given, by a rule of the policy, and nothing more general stands behind it."""

    @property
    def option(self) -> Option:
        return self.options[self.at]

    @property
    def spent(self) -> bool:
        """Whether it has been left out, so that there is nothing more general."""
        return self.at == len(self.options) - 1

    def proposals(self) -> Iterable[Proposal]:
        name = self.label in NAMES
        literal = self.option.literal
        for start, end in self.places:
            yield Proposal(start, end, self.option.label, name=name, literal=literal)


@dataclass(slots=True)
class Draft:
    """A text with its units replaced, and the way back from a place in it to the original."""

    original: str
    units: Sequence[Unit]
    edits: list[Edit] = field(default_factory=list)
    text: str = ""
    _starts: list[int] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.edits = worded(self.original, [p for unit in self.units for p in unit.proposals()])
        self.text = applied(self.original, self.edits)
        shift = 0
        for edit in self.edits:
            self._starts.append(edit.start + shift)
            shift += len(edit.text) - (edit.end - edit.start)
            self._ends.append(edit.end + shift)

    def edits_at(self, start: int, end: int) -> list[Edit]:
        """The edits whose new text lies in part between these places of the draft."""
        first = bisect_right(self._ends, start)
        last = bisect_left(self._starts, end)
        return self.edits[first:last]

    def origin(self, at: int) -> int:
        """Where in the original a place of the draft that no edit made comes from."""
        edit = bisect_right(self._ends, at) - 1
        return at if edit < 0 else at - self._ends[edit] + self.edits[edit].end

    def untouched(self, start: int, end: int) -> list[tuple[int, int]]:
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


class Places:
    """Which term of the language covers a place of a text, and which words a span has."""

    def __init__(self, reading: Reading, terms: Sequence[Term]) -> None:
        self.reading = reading
        self.terms = terms
        self._starts = [term.start for term in terms]

    def words(self, start: int, end: int) -> tuple[int, int]:
        """The words, from the first up to the last, that lie in part between these places."""
        return bisect_right(self.reading.ends, start), bisect_left(self.reading.starts, end)

    def form(self, start: int, end: int) -> str:
        first, last = self.words(start, end)
        return " ".join(self.reading.forms[first:last])

    def term_over(self, start: int, end: int) -> Term | None:
        """The term that covers these places whole."""
        at = bisect_right(self._starts, start) - 1
        return self.terms[at] if at >= 0 and self.terms[at].end >= end else None

    def widened(self, start: int, end: int) -> tuple[int, int, str]:
        """The last term that the span cuts, if any, else the span: a verb before a noun is not made a part of it."""
        found = (start, end, OTHER)
        for term in self.terms[max(bisect_right(self._starts, start) - 1, 0) :]:
            if term.start >= end:
                break
            if term.end > start:
                found = (term.start, term.end, term.label)
        return found

"""Readers: what a text as a whole says for a secret and for its rivals, by clues, by meaning, by what a list knows.

A reader by counts of documents was measured and left out: of letters with one condition it put the condition among
the first ten of 120 in a third, and in a seventh of letters without it. For people of the encyclopedia it
puts the right one of 60 of a kind first in 39 of 40 biographies, and in 38 after the policy `person`: what it takes to
make it wrong is more than a text has (`docs/guarantee.md`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sfumato.languages.reading import contexts
from sfumato.protocols.reading import Candidates, Evidence, Reader
from sfumato.risk.clues import handbook_of
from sfumato.risk.judges import CSanitized
from sfumato.risk.readers.by_clues import ByClues
from sfumato.risk.readers.by_meaning import ByMeaning
from sfumato.risk.readers.candidates import candidates_of
from sfumato.risk.readers.crowd import WITHIN, Crowd, crowd_of
from sfumato.risk.readers.people import PEOPLE, People
from sfumato.types import Reading

CONDITIONS = "conditions"
"""What the rivals are of a secret that is in the handbook."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads a text beside the readers that know the handbook: those of plug-ins, and who has the user's list."""

    own: tuple[Reader, ...] = ()
    people: People | None = None


NOBODY_ELSE = Readers()


@dataclass(frozen=True, slots=True)
class Read:
    """What one reader made of a text and one secret of a judge: its evidence, and the crowd that is left."""

    reader: str
    row: int
    candidates: Candidates
    among: str
    """What the rivals are, in words."""
    parts: tuple[tuple[Evidence, ...], ...]
    """The evidence of the whole text, then of each of its paragraphs that has any, if there are several."""
    crowd: Crowd
    """The smallest of all parts."""
    within: float = WITHIN
    """Bits by which a rival may fall behind the secret and still fit as well."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All of it."""
        return self.parts[0]


def readers_of(judge: CSanitized) -> list[Reader]:
    """The readers that come with sfumato, for the secrets of a judge; none if none of them is in the handbook."""
    handbook = handbook_of(judge)
    return [] if handbook is None else [ByClues(handbook), ByMeaning(handbook, judge.knowledge.language)]


def read_by_all(
    text: str, judge: CSanitized, exempt: Iterable[tuple[int, int]] = (), readers: Readers = NOBODY_ELSE
) -> list[Read]:
    """What each reader makes of a text and of each secret that has rivals; what is exempt says nothing."""
    reading = judge.knowledge.language.read(text)
    denied: Sequence[tuple[int, int]] = list(exempt)
    passages = contexts(text, "paragraph", judge.knowledge.language)
    found = []
    for row, candidates, among, reader in _asked(reading, judge, readers):
        evidence = tuple(
            piece
            for piece in reader.evidence(reading, candidates)
            if not any(a <= piece.start and piece.end <= b for a, b in denied)
        )
        parts = (evidence, *_by_passage(evidence, passages))
        within = getattr(reader, "within", None)
        within = WITHIN if within is None else float(within)
        crowds = [crowd_of(part, len(candidates.rivals), within) for part in parts]
        crowd = min(crowds, key=lambda crowd: (crowd.size, crowd.pieces))
        found.append(Read(reader.name, row, candidates, among, parts, crowd, within))
    return found


def _asked(reading: Reading, judge: CSanitized, readers: Readers) -> Iterator[tuple[int, Candidates, str, Reader]]:
    """Each secret that has rivals, by its row, with them, what they are, and each reader who is asked about it."""
    handbook = handbook_of(judge)
    for row, secret in enumerate(judge.secrets):
        if readers.people is not None and (listed := readers.people.candidates(secret, reading)):
            for reader in (readers.people.reader, *readers.own):
                yield row, listed, PEOPLE, reader
        if handbook is not None and secret.entries:
            candidates = candidates_of(secret, handbook, reading)
            for reader in (*readers_of(judge), *readers.own):
                yield row, candidates, CONDITIONS, reader


def _by_passage(evidence: Sequence[Evidence], passages: Sequence[tuple[int, int]]) -> list[tuple[Evidence, ...]]:
    """The evidence of each passage that has any; none where there is but one passage."""
    if len(passages) < 2:
        return []
    starts = [start for start, _ in passages]
    parts: dict[int, list[Evidence]] = {}
    for piece in evidence:
        at = bisect_right(starts, piece.start) - 1
        if at >= 0 and piece.end <= passages[at][1]:
            parts.setdefault(at, []).append(piece)
    return [tuple(parts[at]) for at in sorted(parts) if len(parts[at]) < len(evidence)]

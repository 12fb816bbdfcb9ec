"""Documents about one person: what they tell together, and the repair of those that tell most of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sfumato.errors import InputError
from sfumato.risk.readers import Read
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.sanitizing.crowds import said, telling_pieces
from sfumato.service.batches import Failure, Record, sanitize_all
from sfumato.types import Tell, silent
from sfumato.verifying.certificate import Crowded, described_crowds
from sfumato.verifying.text import crowds_of

_ROUNDS = 8  # of repairs at most
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Together:
    """What became of documents about one person, and the crowd that the secret hides in for who reads them all."""

    results: tuple[Sanitized | Failure, ...]
    """In the order given."""
    crowds: tuple[Crowded, ...]
    wanted: int
    """How many rivals must fit."""
    repaired: tuple[str, ...]
    """The ids of documents in which more was taken than they told alone."""

    def __iter__(self) -> Iterator[Sanitized | Failure]:
        return iter(self.results)

    @property
    def holds(self) -> bool:
        """Whether as many rivals fit all of them as are wanted, for each reader."""
        return all(each.size >= min(self.wanted, each.rivals) for each in self.crowds)

    def __str__(self) -> str:
        """The same in a sentence."""
        also = f" More was taken for it in {', '.join(self.repaired)}." if self.repaired else ""
        if self.holds:
            return f"Read together: {described_crowds(self.crowds)}.{also}"
        least = min(self.crowds, key=lambda each: each.size)
        return f"Read together, by {least.reader}: {least.size} of {self.wanted} others fit as well, too few.{also}"


def sanitize_together(
    sanitizer: Sanitizer, records: Iterable[Record], *, processes: int = 1, tell: Tell = silent
) -> Together:
    """Documents about one person made safe so that the secret hides in a crowd also for who reads all of them.

    Each is sanitized by itself. Then all releases are read as one text; the cheapest pieces that make the secret stand
    out there must go from the documents that hold them, and so on until enough rivals fit.
    """
    waiting = list(records)
    if any(record.hide for record in waiting):
        raise InputError("documents about one person have the same secrets: none may have its own", code="own-secrets")
    wanted = sanitizer.profile.crowd
    context = _BETWEEN.join(record.document.text or "" for record in waiting)
    results = list(sanitize_all(sanitizer, waiting, processes=processes, tell=tell))
    repaired: set[int] = set()
    for _ in range(_ROUNDS):
        text = _joined(results)
        reads = sanitizer.read(text, context)
        if not reads:
            raise InputError("no secret has rivals, so that no crowd can be counted for all texts", code="no-rivals")
        again = _to_repair(text, [piece for each in reads for piece in _spans(each, text, wanted)], results)
        again = {at: pieces - waiting[at].also for at, pieces in again.items() if pieces - waiting[at].also}
        if not again:
            break
        for at, pieces in again.items():
            waiting[at] = replace(waiting[at], also=waiting[at].also | pieces)
        made = sanitize_all(sanitizer, [waiting[at] for at in again], processes=processes, tell=tell)
        for at, result in zip(list(again), made, strict=True):
            results[at] = result
        repaired.update(again)
    text = _joined(results)
    ids = tuple(waiting[at].document.id for at in sorted(repaired))
    return Together(tuple(results), crowds_of(sanitizer.read(text, context), text), wanted, ids)


def _joined(results: Sequence[Sanitized | Failure]) -> str:
    return _BETWEEN.join(result.text if isinstance(result, Sanitized) else "" for result in results)


def _spans(read: Read, text: str, wanted: int) -> list[tuple[int, int]]:
    return [(piece.start, piece.end) for piece in telling_pieces(read, text, wanted)]


def _to_repair(
    text: str, spans: Sequence[tuple[int, int]], results: Sequence[Sanitized | Failure]
) -> dict[int, frozenset[str]]:
    """For each document, by its number, the pieces that it must lose, as they are said there."""
    starts, at = [], 0
    for result in results:
        starts.append(at)
        at += len(result.text if isinstance(result, Sanitized) else "") + len(_BETWEEN)
    found: dict[int, set[str]] = {}
    for start, end in spans:
        found.setdefault(bisect_right(starts, start) - 1, set()).add(said(text, start, end))
    return {number: frozenset(pieces) for number, pieces in found.items()}

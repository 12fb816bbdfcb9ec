"""The spans of a request: read, freed of what overlaps as Presidio does, and written into the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sfumato.server.presidio.refusing import invalid, is_of, optional, too_much, wrong_type

_WORK = 50_000_000  # characters of spans that overlap, and of what is written, at most


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text that somebody found, what it is, and how sure that is."""

    start: int
    end: int
    entity_type: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Written:
    """What is to stand in the place of a span, and which operator wrote it."""

    start: int
    end: int
    entity_type: str
    text: str
    operator: str


def spans_of(given: Any, name: str, *, scored: bool) -> list[Span]:
    """The spans that a request gives under a name."""
    if not isinstance(given, list):
        raise wrong_type(name, given, list)
    return [_span(each, name, scored) for each in given]


def _span(given: Any, name: str, scored: bool) -> Span:
    if not isinstance(given, dict):
        raise wrong_type(name, given, dict)
    start, end = (_place(given, which) for which in ("start", "end"))
    entity_type = optional(given, "entity_type", str)
    if not entity_type:
        raise invalid("Invalid input, result must contain entity_type")
    if start < 0 or end < 0:
        raise invalid("Invalid input, result start and end must be positive")
    if start > end:
        raise invalid(f"Invalid input, start index '{start}' must be smaller than end index '{end}'")
    score: Any = given.get("score")
    if scored and score is None:
        raise invalid("Invalid input, analyzer result must contain score")
    if scored and not (is_of(score, int) or isinstance(score, float)):
        raise wrong_type("score", score, int)
    return Span(start, end, entity_type, score if scored else 0.0)


def _place(given: dict[str, Any], name: str) -> int:
    value: int | None = optional(given, name, int)
    if value is None:
        raise invalid(f"Invalid input, result must contain {name}")
    return value


def check_places(spans: Iterable[Span], text: str) -> None:
    """Refuses spans that reach beyond the text, the last one first."""
    for span in sorted(spans, key=lambda span: span.start, reverse=True):
        if span.end > len(text):
            raise invalid(
                f"Invalid analyzer result, start: {span.start} and end: {span.end}, "
                f"while text length is only {len(text)}."
            )


def without_conflicts(spans: Iterable[Span], text: str) -> list[Span]:
    """The spans in order: those of one type that overlap or have only spaces between are one, none lies in another.

    Of two in the same place the surer stays, and of equally sure ones the last. Those that overlap in part both stay.

    >>> without_conflicts([Span(0, 4, "PERSON", 0.8), Span(5, 8, "PERSON", 0.8), Span(0, 4, "TITLE", 0.3)], "Jane Roe")
    [Span(start=0, end=8, entity_type='PERSON', score=0.8)]
    """
    return _joined(_outermost(_merged(sorted(spans, key=lambda span: (span.start, span.end)))), text)


def _merged(spans: Sequence[Span]) -> list[Span]:
    """What overlaps and is of one type, as one; the spans are in order."""
    last: dict[str, int] = {}
    done: list[Span] = []
    for span in spans:
        at = last.get(span.entity_type)
        if at is not None and span.start < min(span.end, done[at].end):
            held = done[at]
            done[at] = replace(held, end=max(held.end, span.end), score=max(held.score, span.score))
            continue
        if span.start < span.end:
            last[span.entity_type] = len(done)
        done.append(span)
    return done


def _outermost(spans: Sequence[Span]) -> list[Span]:
    """Those that lie in no other, in order."""
    done: list[Span] = []
    places = sorted(enumerate(spans), key=lambda each: (each[1].start, -each[1].end, -each[1].score, -each[0]))
    for _, span in places:
        if not done or span.end > done[-1].end:
            done.append(span)
    return done


def _joined(spans: Sequence[Span], text: str) -> list[Span]:
    """Neighbours of one type with nothing but spaces between, as one."""
    done: list[Span] = []
    for span in spans:
        between = text[done[-1].end : span.start] if done else ""
        if between and not between.strip(" ") and done[-1].entity_type == span.entity_type:
            span = replace(span, start=done.pop().start)
        done.append(span)
    return done


def check_work(spans: Iterable[Span]) -> None:
    """Refuses spans that overlap so much that working on each would take too long."""
    if sum(span.end - span.start for span in spans) > _WORK:
        raise too_much("results overlap too much")


def apply(text: str, changes: Iterable[Written]) -> dict[str, Any]:
    """The text with what is written, and the items from its end to its beginning, with their places in the new text.

    Where two overlap, the first is cut where the second begins.
    """
    pieces: list[str] = []
    items: list[tuple[int, Written]] = []
    last, behind = len(text), 0
    for change in sorted(changes, key=lambda change: change.start, reverse=True):
        rest = text[min(change.end, last) : last]
        pieces += [rest, change.text]
        behind += len(rest) + len(change.text)
        if behind > _WORK:
            raise too_much("what is written is too long")
        items.append((behind, change))
        last = change.start
    new = "".join(reversed([*pieces, text[:last]]))
    return {
        "text": new,
        "items": [
            {
                "start": len(new) - behind,
                "end": len(new) - behind + len(change.text),
                "entity_type": change.entity_type,
                "text": change.text,
                "operator": change.operator,
            }
            for behind, change in items
        ],
    }

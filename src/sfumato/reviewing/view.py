"""What a page shows of a document: its items as they stand, and where in the original what tells most comes from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from sfumato.reviewing.acts import State
from sfumato.reviewing.items import Span, edit_of
from sfumato.reviewing.judging import Teller
from sfumato.types import Edit


def items_shown(state: State) -> list[dict[str, Any]]:
    """Every item: what stands there now, what was decided and by whom. One that a later one covers is not `shown`."""
    placed = {number: edit for edit, number in state.placed()}
    agreed, disputed = frozenset(state.agreed()), frozenset(state.disputed())
    spans = sorted((edit.start, edit.end) for edit in placed.values())
    return [
        _item(state, number, placed.get(number), spans)
        | ({"voices": "disputed" if number in disputed else "agreed"} if number in agreed | disputed else {})
        for number in range(len(state.items))
    ]


def _item(state: State, number: int, edit: Edit | None, spans: Sequence[Span]) -> dict[str, Any]:
    item, choice = state.items[number], state.choices.get(number)
    start, end = (edit.start, edit.end) if edit else (item.start, item.end)
    kept = edit_of(item, choice) is None
    told: dict[str, Any] = {
        "n": number,
        "start": start,
        "end": end,
        "text": edit.text if edit else "",
        "term": item.term,
        "does": choice.does if choice else "",
        "shown": edit is not None or (kept and not _meets((start, end), spans)),
        "share": round(item.bits / item.limit, 3) if item.limit else 0.0,
        "label": item.label,
    }
    if choice:
        told |= {"by": choice.by, "rule": choice.rule, "why": choice.why}
    if item.reason == "marked":
        told["marked"] = True
    return told


def _meets(span: Span, spans: Sequence[Span]) -> bool:
    """Whether a span shares a place with one of these, which are in order."""
    at = bisect_right(spans, span[1], key=lambda each: each[0])
    return any(span[0] < b and a < span[1] for a, b in spans[max(0, at - 2) : at + 1])


def gaps_shown(state: State) -> list[Span]:
    """Where all goes since nothing of it is marked to stay."""
    return [(edit.start, edit.end) for edit, number in state.placed() if number < 0]


def tellers_shown(state: State, tellers: Sequence[Teller]) -> list[dict[str, Any]]:
    """What tells most, by its places in the original, or by the item whose words it is."""
    edits = state.placed()
    begins, shift = [], 0
    for edit, _ in edits:
        begins.append(edit.start + shift)
        shift += len(edit.text) - (edit.end - edit.start)
    found = []
    for each in tellers:
        at = bisect_right(begins, each.start) - 1
        told: dict[str, Any] = {"words": each.words, "secret": each.secret, "bits": each.bits, "limit": each.limit}
        over = next(
            (n for k, (e, n) in enumerate(edits) if begins[k] < each.end and each.start < begins[k] + len(e.text)), None
        )
        if over is not None:
            found.append({**told, "item": over})
            continue
        moved = 0 if at < 0 else edits[at][0].end - (begins[at] + len(edits[at][0].text))
        found.append({**told, "item": None, "start": each.start + moved, "end": each.end + moved})
    return found

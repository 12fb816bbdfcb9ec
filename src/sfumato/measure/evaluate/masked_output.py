"""What a tool hid: a working file of `sfumato sanitize`, spans, or released texts that are compared with originals.

replacements  JSON lines with id and replacements (start, end, text), or one such object
spans         results, labels or spans by document; a list of Presidio's results; lines or CSV of id, start, end;
              or an object of id and [start, end] pairs, as the Text Anonymization Benchmark has it
texts         JSON lines with id and text, a folder of texts, or a text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import CSV, JSON_LINES, TEXTS, check_regular, files_below, plain_suffix, shown
from sfumato.languages import load
from sfumato.measure.evaluate.labels import Labelled, Mask, Masked
from sfumato.measure.evaluate.records import (
    label_of,
    list_of,
    record_id,
    records,
    span_of,
    text_of,
    whole,
)
from sfumato.measure.evaluate.text_difference import align
from sfumato.protocols import Language
from sfumato.types import Progress, Tell, silent

SAYS: Mapping[str, str] = {
    "replacements": "what sanitize replaced; a span that was made more general counts as hidden",
    "spans": "spans that were found",
    "texts": "released texts, compared with the originals word by word",
}
"""What an output of each kind says was hidden."""
_LISTS = ("results", "labels", "spans")


@dataclass(frozen=True, slots=True)
class Out:
    """What was hidden in the labelled documents that have an output, and what to say of the others.

    `kind` is "replacements", "spans" or "texts".
    """

    kind: str
    masked: Mapping[str, Masked]
    missing: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    """Of those missing: records of failures, that have no text."""
    others: int = 0
    """Outputs of which there are no labels."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A record of an output and where it stands."""

    where: str
    record: Mapping[str, Any]


def read_out(
    path: Path,
    documents: Sequence[Labelled],
    *,
    compare: bool = False,
    language: Language | None = None,
    tell: Tell = silent,
) -> Out:
    """Reads what was hidden in these documents. `compare` compares the texts even where the file says what it hid.

    The language is that of the documents, the default one unless given.
    """
    check_regular(path)
    language = language or load()
    given = dict(_given(path, documents))
    kinds: dict[str, None] = {}
    masked, missing, failed = {}, [], []
    used: set[str] = set()
    for number, document in enumerate(documents):
        tell(Progress("reading", number, len(documents), "documents"))
        name = _named(document.id, given)
        if name is None:
            missing.append(document.id)
            continue
        used.add(name)
        found = _masked(given[name], document, compare, language)
        if found is None:
            missing.append(document.id)
            failed.append(document.id)
            continue
        kind, masked[document.id] = found
        kinds[kind] = None
    if not masked:
        what = "only records of failures" if failed else "no output of any labelled document: other ids?"
        raise InputError(f"{shown(path)}: {what}")
    return Out(" and ".join(kinds), masked, tuple(missing), tuple(failed), len(given) - len(used))


def _named(id: str, given: Mapping[str, Any]) -> str | None:
    """The output of a document: by its id, or by that and the extension of a text."""
    return next((name for name in (id, *(id + suffix for suffix in sorted(TEXTS))) if name in given), None)


# --- files ------------------------------------------------------------------------------------------------


def _given(path: Path, documents: Sequence[Labelled]) -> Iterator[tuple[str, _Given]]:
    seen: set[str] = set()
    for id, record in _found(path, [document.id for document in documents]):
        if id in seen:
            raise InputError(f"{record.where}: a second output of {shown(id)}")
        seen.add(id)
        yield id, record


def _found(path: Path, ids: Sequence[str]) -> Iterator[tuple[str, _Given]]:
    where = shown(path)
    alone = ids[0] if len(ids) == 1 else None
    suffix = plain_suffix(path)
    if path.is_dir():
        files = [file for file in files_below(path) if plain_suffix(file) in TEXTS]
        if not files:
            raise InputError(f"{where}: no text in it ({', '.join(sorted(TEXTS))})")
        for file in files:
            yield file.relative_to(path).as_posix(), _Given(shown(file), {"text": whole(file)})
    elif suffix in CSV:
        yield from _grouped(records(path), ids)
    elif suffix in JSON_LINES or suffix == ".json":
        read = list(records(path))
        for _, place, record in read:
            if not isinstance(record, Mapping):
                raise InputError(f"{place}: not a JSON object")
        first = read[0][2] if read else {}
        if any(key in first for key in ("start", "start_offset", "start_position")):
            yield from _grouped(iter(read), ids)
        elif len(read) == 1 and suffix == ".json" and first and all(isinstance(x, list) for x in first.values()):
            for id, spans in first.items():  # as the Text Anonymization Benchmark has it
                yield id, _Given(f"{where}: {shown(id)}", {"spans": [_pair(span, where) for span in spans]})
        else:
            for name, place, record in read:
                id = record_id(record, name, place)
                lone = len(read) == 1 and (suffix == ".json" or record.get("id") in (None, ""))
                yield (alone if lone and alone is not None else id), _Given(place, record)
    else:
        if alone is None:
            raise InputError(f"{where}: one text, but several labelled documents: give a folder or JSON lines")
        yield alone, _Given(where, {"text": whole(path)})


def _pair(span: Any, where: str) -> dict[str, Any]:
    if not isinstance(span, list) or len(span) != 2:
        raise InputError(f"{where}: a span is not a pair of start and end")
    return {"start": span[0], "end": span[1]}


def _grouped(read: Iterator[tuple[str, str, Any]], ids: Sequence[str]) -> Iterator[tuple[str, _Given]]:
    """The spans of each document, of which every line has one; in a document without a line nothing was hidden."""
    alone = ids[0] if len(ids) == 1 else ""
    spans: dict[str, list[Any]] = {}
    places: dict[str, str] = {}
    for _, where, record in read:
        if not isinstance(record, Mapping):
            raise InputError(f"{where}: not a JSON object")
        id = record_id(record, alone, where)
        if not id:
            raise InputError(f"{where}: no id")
        spans.setdefault(id, []).append(record)
        places.setdefault(id, where)
    if not spans.keys() & set(ids):
        raise InputError("the spans are of none of the labelled documents: other ids?")
    for id in dict.fromkeys([*spans, *ids]):
        yield id, _Given(places.get(id, ""), {"spans": spans.get(id, [])})


# --- masks ------------------------------------------------------------------------------------------------


def _own(replacements: Sequence[Mapping[str, Any]], masks: Sequence[Mask]) -> list[Mask]:
    """The masks over what they hide, without words beside it that changed with it, where the records tell."""
    found = []
    for each, mask in zip(replacements, masks, strict=True):
        start, end = each.get("term_start", -1), each.get("term_end", -1)
        inside = isinstance(start, int) and isinstance(end, int) and mask.start <= start < end <= mask.end
        found.append(replace(mask, start=start, end=end) if inside else mask)
    return found


def _masked(given: _Given, document: Labelled, compare: bool, language: Language) -> tuple[str, Masked] | None:
    """The kind of an output and what was hidden by it; None for the record of a failure."""
    record, where = given.record, given.where
    text = text_of(record, where)
    utility = record.get("utility")
    if not isinstance(utility, int | float) or isinstance(utility, bool) or not 0 <= utility <= 1:
        utility = None
    if "replacements" in record and not compare:
        masks = _replaced(record, document, where)
        if text is not None and text != _written(document.text, masks):
            wrong = f"{where}: the text is not the original with these replacements"
            raise InputError(wrong, code="text-not-replaced")
        return "replacements", Masked(document.id, _hiding(_own(record["replacements"], masks), document.text), utility)
    named = next((name for name in _LISTS if name in record), None)
    if named and not compare:
        said = list_of(record, named, where)
        labels = [label_of(each, document.text, f"{where}: span {at}") for at, each in enumerate(said, 1)]
        marks = [Mask(each.start, each.end, None, each.type) for each in labels if each.hide]
        return "spans", Masked(document.id, _in_order(marks))
    if text is None:
        if "error" in record:
            return None
        raise InputError(f"{where}: neither text nor what was hidden in it")
    edits = align(document.text, text, language)
    return "texts", Masked(document.id, tuple(Mask(edit.start, edit.end, edit.text) for edit in edits), utility)


def _replaced(record: Mapping[str, Any], document: Labelled, where: str) -> tuple[Mask, ...]:
    masks = []
    for number, each in enumerate(list_of(record, "replacements", where), 1):
        place = f"{where}: replacement {number}"
        if not isinstance(each, Mapping) or not isinstance(each.get("text", ""), str):
            raise InputError(f"{place}: not an object with start, end and text")
        start, end = span_of(each.get("start"), each.get("end"), document.text, place)
        if isinstance(each.get("term"), str) and each["term"] != document.text[start:end]:
            raise InputError(f"{place}: is of another text than the labelled one")
        label = each.get("label", "")
        masks.append(Mask(start, end, each.get("text", ""), label if isinstance(label, str) else ""))
    return _in_order(masks)


def _written(text: str, masks: Sequence[Mask]) -> str:
    """The text with what stands in the place of each mask; of masks that overlap the first counts."""
    parts, at = [], 0
    for mask in masks:
        if mask.start >= at:
            parts += [text[at : mask.start], mask.text or ""]
            at = mask.end
    return "".join([*parts, text[at:]])


def _hiding(masks: Sequence[Mask], text: str) -> tuple[Mask, ...]:
    """The masks that hide something: not those whose replacement still has every word of what stood there."""
    return tuple(
        mask
        for mask in masks
        if mask.text is None or not set(_words(text[mask.start : mask.end])) <= set(_words(mask.text))
    )


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"\w+", text)] or [text]


def _in_order(masks: Sequence[Mask]) -> tuple[Mask, ...]:
    """The masks from first to last, each once."""
    return tuple(sorted(dict.fromkeys(masks), key=lambda mask: (mask.start, mask.end)))

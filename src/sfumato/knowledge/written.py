"""Writes what was counted: one pack, or a folder of packs that count as one, each of a range of the documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sfumato import languages
from sfumato.io.arrays import Array, offsets
from sfumato.io.atomic import folder_whole, work_folder
from sfumato.io.columns import Archive, write_archive
from sfumato.knowledge.layout import STORED, Postings, Terms, packed
from sfumato.knowledge.postings import sorted_by_term
from sfumato.knowledge.terms import Floors, chosen
from sfumato.protocols import Language

CONTENTS = "shards.json"
"""What a folder of packs says of itself, and which packs it has."""


@dataclass(frozen=True)
class About:
    """What a pack says of itself beside its numbers."""

    language: Language
    floors: Floors
    meta: Mapping[str, Any]

    def with_numbers(self, numbers: Mapping[str, int]) -> dict[str, Any]:
        """All of it, as a file has it."""
        named = {} if self.language.name == languages.DEFAULT else {"language": self.language.name}
        return {
            "normal_form": self.language.version,
            **named,
            **numbers,
            "floors": asdict(self.floors),
            **self.meta,
        }


@dataclass(frozen=True)
class Found:
    """What was found in some documents that follow each other."""

    titles: list[str]
    lengths: Array
    """Words of each."""
    postings: Array
    """Of the type `POSTING`, with the numbers of documents and terms of the whole corpus."""


@dataclass(frozen=True)
class Counted:
    """A corpus that was counted: its terms, and what there is of them in a range of documents."""

    documents: int
    terms: Terms
    found: Callable[[int, int], Iterator[Found]]


def write(
    path: Path,
    about: About,
    counted: Counted,
    *,
    shards: int | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> None:
    """Writes a pack, or a folder with so many, which appears whole or not at all; only its owner may read it."""
    if shards is None:
        _write_range(path, about, counted, (0, counted.documents), progress)
        return
    bounds = [counted.documents * at // shards for at in range(shards + 1)]
    numbers = {"documents": 0, "postings": 0, "words_read": 0}
    packs = {}
    with folder_whole(path) as part:
        for at, (first, last) in enumerate(pairwise(bounds)):
            if first == last:
                continue
            pack = part / f"{at:05}.pack"
            _write_range(pack, about, counted, (first, last), progress)
            archive = Archive(pack, "knowledge")
            numbers = {key: number + archive.meta[key] for key, number in numbers.items()}
            packs[pack.name] = archive.checksum
        numbers["terms"] = counted.terms.number
        said = {"kind": "shards", "format": 1, **about.with_numbers(numbers), "packs": packs}
        (part / CONTENTS).write_text(json.dumps(said, indent=1, ensure_ascii=False), encoding="utf-8")
        (part / CONTENTS).chmod(0o600)


def _write_range(
    path: Path, about: About, counted: Counted, which: tuple[int, int], progress: Callable[[str], None]
) -> None:
    """A pack of a range of documents, and of the terms that they have."""
    titles: list[str] = []
    lengths: list[Array] = []

    def postings() -> Iterator[Array]:
        for found in counted.found(*which):
            titles.extend(found.titles)
            lengths.append(found.lengths)
            own = found.postings.copy()
            own["document"] -= which[0]
            yield own

    progress("counting documents")
    with work_folder(path) as folder:
        by_term = sorted_by_term(postings(), counted.terms.number, folder)
        progress("writing")
        terms, by_term = _occurring(counted.terms, by_term, about.language)
        words = np.concatenate(lengths)
        numbers = {
            "documents": len(titles),
            "terms": len(by_term.starts) - 1,
            "postings": int(by_term.starts[-1]),
            "words_read": int(words.sum()),
        }
        columns = packed(terms, by_term, titles, words)
        write_archive(path, "knowledge", about.with_numbers(numbers), columns, stored=STORED, private=True)


def _occurring(terms: Terms, postings: Postings, language: Language) -> tuple[Terms, Postings]:
    """The terms that any document has, and their postings.

    A label that begins or ends with a function word is one everywhere: without it, "vitamin A" would mean "vitamin".
    """
    counts = np.diff(postings.starts)
    if counts.all():
        return terms, postings
    stop = np.array([word in language.stop_words for word in terms.words], dtype=bool)
    ends = [stop[row[:, 0]] | stop[row[:, -1]] for row in terms.rows.values()]
    kept = (counts > 0) | np.concatenate([np.zeros(int(terms.is_term.sum()), dtype=bool), *ends])
    has_words, *has_rows = np.split(kept, np.cumsum([int(terms.is_term.sum()), *map(len, ends)])[:-1])
    keep = terms.is_term.copy()
    keep[terms.is_term] = has_words
    rows = {n: row[has] for (n, row), has in zip(terms.rows.items(), has_rows, strict=True)}
    left, _ = chosen(terms.words, keep, rows)
    return left, Postings(offsets(counts[kept]), postings.documents, postings.frequencies)

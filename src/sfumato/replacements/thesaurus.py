"""What people say for a word if they say it less precisely: book for novel, ruling for judgment, get for buy.

The thesaurus was written for this project (`scripts/thesaurus/*.txt`) and compiled into one small file by
`scripts/compile_thesaurus.py`. A word has its senses, the commonest first; a sense has its wordings, the nearest first,
and a gloss, of which the vector is kept. Which sense is meant is told as for the dictionary's (`sense_vectors`): by
how common it is, and how near the sentence and the word in it are to the gloss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sfumato.io.arrays import Array, joined, offsets, split
from sfumato.io.columns import Columns, expanded, write_archive
from sfumato.languages import load, open_archive
from sfumato.languages.vectors import encoder
from sfumato.replacements.sense_vectors import SENTENCE, WORD

KIND = "thesaurus"
PATH = Path(str(resources.files("sfumato.data").joinpath("thesaurus.pack")))
"""The file that ships with sfumato."""
NOUN, VERB = "n", "v"
_COMMONER = 3.0  # how many times commoner a sense is than the next one listed
_COLUMNS = ("words", "senses_starts", "wordings", "wordings_starts", "vectors")


@dataclass(frozen=True, slots=True)
class Line:
    """A word of the thesaurus: a noun or a verb, and for each sense its wordings and its gloss."""

    sort: str
    word: str
    senses: tuple[tuple[tuple[str, ...], str], ...]


class Said(NamedTuple):
    """What a word could be called in the sense that it has, nearest first, and how likely it has that sense."""

    wordings: tuple[str, ...]
    sure: float


class Thesaurus:
    """Says what words could be called where they stand."""

    def __init__(self, columns: Columns) -> None:
        self._rows = {word: row for row, word in enumerate(split(columns["words"]))}
        self._wordings = split(columns["wordings"])
        self._columns = columns

    def __contains__(self, key: tuple[str, str]) -> bool:
        return " ".join(key) in self._rows

    def of(self, sort: str, form: str, text: str, start: int, end: int) -> list[Said]:
        """The senses of a word, in normal form, where it stands in a text, the likeliest first; none if unknown."""
        row = self._rows.get(f"{sort} {form}")
        if row is None:
            return []
        first, last = self._columns["senses_starts"][row : row + 2].tolist()
        scores = -np.log(_COMMONER) * np.arange(last - first)
        model = encoder() if last - first > 1 and text.strip() != text[start:end] else None
        if model is not None:
            whole, word = model.in_context(text, start, end)
            vectors = self._columns["vectors"][first:last].astype(np.float32)
            vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1.0)
            scores = scores + SENTENCE * (vectors @ whole) + WORD * (vectors @ word)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        order = np.argsort(-shares, kind="stable").tolist()
        return [Said(self._of_sense(first + at), float(shares[at])) for at in order]

    def _of_sense(self, sense: int) -> tuple[str, ...]:
        first, last = self._columns["wordings_starts"][sense : sense + 2].tolist()
        return tuple(self._wordings[first:last])


@cache
def embedded_thesaurus() -> Thesaurus:
    """The thesaurus that ships with sfumato, opened once."""
    archive, _ = open_archive(PATH, KIND)
    return Thesaurus(expanded(archive, lambda archive: {name: archive.column(name) for name in _COLUMNS}))


def read_lines(text: str) -> Iterator[Line]:
    """The words of a text, one a line: sort and word, then senses between bars, a gloss behind each colon.

    >>> next(read_lines("n side | aspect, point : of a matter | part : of a body")).senses
    ((('aspect', 'point'), 'of a matter'), (('part',), 'of a body'))
    """
    for line in text.splitlines():
        head, *senses = line.split(" | ")
        sort, _, word = head.strip().partition(" ")
        if sort not in (NOUN, VERB) or not word or not senses:
            raise ValueError(f"no word with its senses: {line}")
        parted = (sense.partition(" : ") for sense in senses)
        found = ((tuple(filter(None, map(str.strip, said.split(",")))), gloss.strip()) for said, _, gloss in parted)
        yield Line(sort, word, tuple((wordings, gloss) for wordings, gloss in found if wordings))


def write(path: Path, lines: Sequence[Line], vectors: Array, meta: Mapping[str, Any]) -> None:
    """Writes words as one file, with the vectors of the glosses of those that have several senses, in order."""
    vectors = np.asarray(vectors, dtype=np.float32)
    several = np.array([len(line.senses) > 1 for line in lines for _ in line.senses], dtype=bool)
    scaled = np.zeros((len(several), vectors.shape[1]), dtype=np.int8)  # of one sense it is never asked
    scaled[several] = np.round(vectors / np.abs(vectors).max(axis=1, keepdims=True) * 127)
    senses = [sense for line in lines for sense in line.senses]
    columns = {
        "words": joined(f"{line.sort} {line.word}" for line in lines),
        "senses_starts": offsets(np.array([len(line.senses) for line in lines], dtype=np.int64)),
        "wordings": joined(wording for wordings, _ in senses for wording in wordings),
        "wordings_starts": offsets(np.array([len(wordings) for wordings, _ in senses], dtype=np.int64)),
        "vectors": scaled,
    }
    write_archive(path, KIND, {"normal_form": load().version, **meta, "words": len(lines)}, columns)

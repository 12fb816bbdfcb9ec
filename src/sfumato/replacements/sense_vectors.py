"""Which sense a noun has where it stands: how often it has each, and how near the sentence is to what each means.

The score of a sense is the logarithm of its share of the word's uses, 5 times the likeness of the sentence and the
gloss, and 6 times that of the word in its sentence and the gloss; shares of all senses follow from the scores.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sfumato.io.arrays import Array, StringIndex, Strings, offsets
from sfumato.io.columns import Archive, Columns, expanded, write_archive
from sfumato.languages import load, open_archive
from sfumato.languages.vectors import encoder

KIND = "senses"
SENTENCE, WORD = 5.0, 6.0
"""How much the likeness of the sentence and of the word in it count."""
_ADDED = 0.5  # uses that every sense has beyond those that were counted
_CLEAR = 0.7  # the share of a word's uses from which on a sense is taken for meant without a look at the sentence
_SCALE = 127.0


class Sense(NamedTuple):
    """A sense by the id of its concept, and how much speaks for it: uses that were counted, or a share of 1."""

    id: str
    weight: float


class SenseVectors:
    """Words of several senses, with the vectors of what these mean."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._forms = StringIndex(
            Strings(columns["forms"], columns["forms_starts"]), columns["forms_hashes"], columns["forms_order"]
        )
        self._ids = Strings(columns["ids"], columns["ids_starts"])

    def likely(self, form: str, text: str, start: int, end: int) -> list[Sense]:
        """The senses of a word, in normal form, where it stands in a text, each with its share, likelier ones first.

        None for a word that has one sense or is not known. Without the model the uses that were counted decide.
        """
        row = self._forms.find(form)
        if row < 0:
            return []
        first, last = self._columns["senses_starts"][row : row + 2]
        senses = self._columns["senses"][first:last]
        uses = self._columns["uses"][first:last] + _ADDED
        scores = np.log(uses)
        alone = text.strip() == text[start:end]  # nothing around that could tell
        model = encoder() if not alone and uses.max() < _CLEAR * uses.sum() else None
        if model is not None:
            whole, word = model.in_context(text, start, end)
            vectors = self._unit(senses)
            scores = scores + SENTENCE * (vectors @ whole) + WORD * (vectors @ word)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        found = [Sense(id, float(share)) for id, share in zip(self._ids.take(senses), shares, strict=True)]
        return sorted(found, key=lambda sense: -sense.weight)

    def vectors(self, ids: Container[str]) -> Array:
        """The vectors, of length 1, of what those concepts mean that are among the senses."""
        return self._unit([row for row, id in enumerate(self._ids.take(range(len(self._ids)))) if id in ids])

    def every(self, step: int) -> Array:
        """The vectors of every so many of all senses."""
        return self._unit(range(0, len(self._ids), step))

    def _unit(self, rows: Array | Sequence[int]) -> Array:
        vectors = self._columns["vectors"][np.asarray(rows, dtype=np.int64)].astype(np.float32)
        return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1.0))


@lru_cache(maxsize=1)
def sense_vectors() -> SenseVectors:
    """Those that ship with sfumato."""
    archive, _ = open_archive(Path(str(resources.files("sfumato.data").joinpath("senses.pack"))), KIND)
    return SenseVectors(expanded(archive, _expand))


def write(path: Path, words: Mapping[str, Sequence[Sense]], ids: Sequence[str], vectors: Array) -> None:
    """Writes words with their senses, and the vectors of all senses in the order of `ids`, as one file."""
    rows = {id: row for row, id in enumerate(ids)}
    senses = [sense for each in words.values() for sense in each]
    columns = {
        "forms": np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
        "numbers": np.array([len(each) for each in words.values()], dtype=np.uint8),
        "senses": np.array([rows[sense.id] for sense in senses], dtype=np.int32),
        "uses": np.array([sense.weight for sense in senses], dtype=np.float32),
        "ids": np.frombuffer("\n".join(ids).encode(), dtype=np.uint8),
        "vectors": np.round(vectors / np.abs(vectors).max(axis=1, keepdims=True) * _SCALE).astype(np.int8),
    }
    write_archive(path, KIND, {"normal_form": load().version}, columns)


def _expand(archive: Archive) -> Columns:
    columns: dict[str, Array] = {name: archive.column(name) for name in ("senses", "uses", "vectors")}
    columns["senses_starts"] = offsets(archive.column("numbers"))
    forms, ids = (Strings.of(archive.column(name).tobytes().decode().split("\n")) for name in ("forms", "ids"))
    index = StringIndex.of(forms)
    return columns | {
        "forms": forms.pool,
        "forms_starts": forms.starts,
        "forms_hashes": index.hashes,
        "forms_order": index.order,
        "ids": ids.pool,
        "ids_starts": ids.starts,
    }

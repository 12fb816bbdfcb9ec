"""Documents of the embedded knowledge as texts from which a secret's name was taken, to fit and to measure chances by.

Secrets are conditions, places, people and other things that at least twenty documents have. For each over a hundred
documents are drawn, most of them from those likest to speak of it, each with the number of documents that it stands
for. Two fifths of the secrets, and half of the documents, are kept apart for measuring. A document is left out of the
counts by which it is judged, and so are its copies.
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from sfumato.errors import InputError
from sfumato.io.arrays import Array, gather
from sfumato.knowledge import Pack
from sfumato.knowledge.copies import copies_of
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.policy.secrets import resolve
from sfumato.risk.information import information_content
from sfumato.risk.whole_text import (
    COMMON,
    FEWEST,
    Places,
    names_in,
    own_words,
    places_of,
    speaking_of,
    surest_of,
    weights_of,
)
from sfumato.taxonomies import embedded
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.types import Any, Reading, Secret

_KINDS = {"condition of the handbook": 0.2, "condition": 0.3, "place": 0.15, "person": 0.15, "other thing": 0.2}
_DRAWN = 32  # documents of each stratum


class Sample(NamedTuple):
    """A text and a secret: what each phrase that speaks tells, and whether the text had the secret's name."""

    secret: int
    kind: str
    source: str
    has: bool
    stands_for: float
    """How many documents this one stands for, for each that has the secret: so that every secret weighs the same."""
    content: float
    """The information content of the secret, in bits."""
    weights: Array
    surest: float
    """How likely the secret is by the one phrase that tells most surely of it."""


@dataclass(frozen=True)
class Texts:
    """The texts of the embedded knowledge, in its order, and where each is from."""

    texts: list[str]
    sources: list[str]

    @classmethod
    def read(cls, data: Path) -> Texts:
        """Reads what the embedded knowledge was made of."""
        found = cls([], [])
        for path in [*sorted(data.glob("wikipedia-*.jsonl.xz")), data / "medical.jsonl.xz"]:
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    record = json.loads(line)
                    found.texts.append(record["text"])
                    found.sources.append(record["source"])
        return found


def samples(data: Path, number: int, *, apart: bool) -> Iterator[Sample]:
    """Pairs of a text and a secret, of so many secrets; those kept `apart` for measuring, or the others."""
    pack, texts = Pack.open(), Texts.read(data)
    if len(texts.texts) != pack.total:
        raise InputError(f"{data}: not what the embedded knowledge was made of")
    half = np.random.default_rng(5).integers(0, 2, pack.total) == int(apart)
    drawing = _Drawing(pack, texts, np.flatnonzero(half), np.random.default_rng(9))
    for at, (kind, secret) in enumerate(_secrets(pack, number, apart)):
        yield from drawing.of(at, kind, secret)


def _secrets(pack: Pack, number: int, apart: bool) -> list[tuple[str, Secret]]:
    """So many secrets of all kinds; every label is always on the same side."""
    chance = random.Random(14)
    taxonomy = embedded()
    parts = {part.name: part for part in taxonomy.taxonomies if isinstance(part, Hierarchy)}
    named = [pack.title(at) for at in range(pack.total)]
    labels = {
        "condition of the handbook": list(embedded_handbook().names),
        "condition": [concept.label for concept in parts["MONDO"] if not concept.grouping],
        "place": [concept.label for concept in parts["places"] if not concept.grouping],
        "person": [f"name:{title}" for title in dict.fromkeys(named) if len(title.split()) > 1 and "(" not in title],
        "other thing": [concept.label for concept in parts["WordNet"] if not concept.grouping],
    }
    found: dict[tuple[str, ...], tuple[str, Secret]] = {}
    for kind, listed in labels.items():
        chance.shuffle(listed)
        sides = random.Random(3)
        wanted = len(found) + round(_KINDS[kind] * number)
        for label in listed:
            mine = (sides.random() < 0.4) == apart
            if len(found) >= wanted:
                break
            if not mine or pack.count(label.removeprefix("name:")) < FEWEST:
                continue
            try:
                resolved = resolve(label, taxonomy=taxonomy, knowledge=pack, alpha=1.5)
            except InputError:
                continue
            secret = resolved.secret
            fits = kind not in ("person", "place") or secret.kind == kind
            if fits and FEWEST <= resolved.documents <= COMMON * pack.total:
                found.setdefault(secret.forms, (kind, secret))
    secrets = list(found.values())
    chance.shuffle(secrets)
    return secrets


class _Drawing:
    """Draws documents for a secret and weighs what they tell."""

    def __init__(self, pack: Pack, texts: Texts, mine: Array, chance: np.random.Generator) -> None:
        self._pack, self._texts, self._mine, self._chance = pack, texts, mine, chance
        self._starts, self._terms = pack.columns["forward_starts"], pack.columns["forward"]
        ones = np.ones(len(self._terms), np.float32)
        self._counts = np.diff(pack.columns["postings_starts"]).astype(float)
        self._table = csr_array((ones, self._terms, self._starts), shape=(pack.total, len(self._counts)))
        self._readings: dict[int, tuple[Reading, Places, Array, Array]] = {}

    def of(self, number: int, kind: str, secret: Secret) -> Iterator[Sample]:
        """The samples of one secret."""
        pack = self._pack
        query = Any(*secret.forms)
        documents = np.asarray(pack.matching(query))
        has = np.zeros(pack.total, dtype=bool)
        has[documents] = True
        joint = np.bincount(gather(self._starts, self._terms, documents), minlength=len(self._counts)).astype(float)
        names = frozenset((*secret.labels, *secret.forms))
        own = own_words(pack, secret.forms, names)
        telling = np.nan_to_num(weights_of(joint, self._counts, len(documents), pack.total))
        rows = pack._rows([*names, *own])
        telling[rows[rows >= 0]] = 0.0
        likeness = self._table @ np.maximum(telling - 2.0, 0.0).astype(np.float32)
        likeness /= np.sqrt(pack.columns["lengths"] + 50.0)
        order = self._mine[np.argsort(-likeness[self._mine], kind="stable")]
        share = self._shares(has[order])
        drawn = self._chance.random(len(order)) < share
        for document, stands_for in zip(
            order[drawn].tolist(), (1.0 / share[drawn] / len(documents)).tolist(), strict=True
        ):
            reading, places, terms, left_out = self._read(document)
            hidden = names_in(reading, places, names, own)
            own_joint = np.zeros(len(terms))
            own_counts = np.zeros(len(terms))
            for each in left_out.tolist():
                stands = np.isin(terms, self._terms[self._starts[each] : self._starts[each + 1]])
                own_counts += stands
                own_joint += stands & has[each]
            number_left = len(documents) - int(has[left_out].sum())
            total = pack.total - len(left_out)
            known = terms >= 0
            counts = np.where(known, self._counts[terms] - own_counts, 0.0)
            together = np.where(known, joint[terms] - own_joint, 0.0)
            weights = weights_of(together, counts, number_left, total)
            left = places.without(hidden)
            speaking = speaking_of(weights, left)
            if number_left and len(speaking) >= FEWEST:
                content = information_content(float(number_left), total)
                source = self._texts.sources[document]
                surest = surest_of(together, counts, number_left / total, left)
                told = weights[speaking]
                yield Sample(number, kind, source, bool(has[document]), stands_for, content, told, surest)

    def _shares(self, has: Array) -> Array:
        """The share of the documents, likest first, that is drawn from around each."""
        edges = np.minimum([0, has.sum() + 20, 4 * has.sum() + 400, 20 * has.sum() + 4000, len(has)], len(has))
        sizes = np.maximum(np.diff(edges), 1)
        share = np.repeat(np.minimum(_DRAWN / sizes, 1.0), np.diff(edges))
        return np.where(has, np.maximum(share, min(1.0, _DRAWN / max(has.sum(), 1))), share)

    def _read(self, document: int) -> tuple[Reading, Places, Array, Array]:
        """A document's words, its phrases, their rows in the pack, and the documents that are it."""
        if document not in self._readings:
            text = self._texts.texts[document]
            reading = self._pack.language.read(text)
            places = places_of(reading)
            rows = self._pack._terms.find_all(places.phrases)
            copies = () if self._texts.sources[document].endswith("wiki") else copies_of(text, self._pack)
            left_out = np.unique(np.array([document, *copies], dtype=np.int64))
            if len(self._readings) > 20_000:
                self._readings.clear()
            self._readings[document] = reading, places, rows, left_out
        return self._readings[document]

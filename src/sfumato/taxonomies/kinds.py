"""What named things are: "Koo Stark" is an American film actress, "Salou" a municipality in Catalonia.

Compiled from the first sentences of encyclopedia articles (`scripts/compile_kinds.py`) into one small file, which is
expanded into the cache when it is first asked, and memory-mapped from then on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.io.arrays import Array, StringIndex, Strings, joined, offsets, split
from sfumato.io.columns import Columns, expanded, write_archive
from sfumato.languages import DEFAULT, load, open_archive
from sfumato.protocols import Language

KIND = "kinds"
PATH = Path(str(resources.files("sfumato.data").joinpath("kinds.pack")))
"""The file that ships with sfumato."""
SORTS = ("thing", "person", "place", "organization", "work", "event", "species")
"""What a named thing may be, coarsely."""
SEXES = ("", "male", "female")

_BRACKETS = re.compile(r"\s*\([^()]*\)$")
_WORD = re.compile(r"[^\W_]+")
_STRINGS = ("titles", "phrases", "concepts", "places")
_NUMBERS = ("documents", "kinds", "next", "senses", "sorts", "wheres", "years", "sexes", "short")


@dataclass(frozen=True, slots=True)
class Kind:
    """What the subject of one article is."""

    title: str
    ladder: tuple[str, ...]
    """Phrases without article that are true of it, in the singular, each less precise than the one before."""
    concept: str = ""
    """The id of what the last phrase means in WordNet, whose parents are the steps above; "" if it has none."""
    sort: str = "thing"
    """One of `SORTS`."""
    place: str = ""
    """The country or region that it is in or from, by its label in the taxonomy of places."""
    year: int | None = None
    """The year of a person's birth, or that of a work or an event."""
    sex: str = ""
    """Of a person: "male" or "female", where the article tells."""
    document: int = -1
    """The number of its article in the embedded knowledge; -1 if it has none, and others call it so."""

    @property
    def name(self) -> str:
        """The title without what tells it from others of its name: "Creed" of "Creed (film)"."""
        return _BRACKETS.sub("", self.title)


class Kinds:
    """The kinds of named things, by name."""

    def __init__(self, columns: Columns, language: Language, version: str = "") -> None:
        self.columns, self.language, self.version = columns, language, version
        self._titles, self._phrases, self._concepts, self._places, names = (
            Strings(columns[key], columns[f"{key}_starts"]) for key in (*_STRINGS, "names")
        )
        self._names = StringIndex(names, columns["names_hashes"], columns["names_order"])

    @classmethod
    def open(cls, path: Path, progress: Callable[[str], None] | None = None) -> Kinds:
        """Opens a file that `write` made; the first time it is expanded into the cache folder."""
        archive, language = open_archive(path, KIND)
        columns = expanded(archive, lambda archive: _expand(archive.column, language), progress)
        return cls(columns, language, archive.checksum)

    def __len__(self) -> int:
        return len(self._titles)

    def __iter__(self) -> Iterator[Kind]:
        return map(self._kind, range(len(self)))

    def of(self, name: str) -> Sequence[Kind]:
        """The kinds of all that has this name, with or without an article and brackets; none if it is unknown.

        >>> [kind.ladder for kind in embedded_kinds().of("Koo Stark")]
        [('American film actress', 'film actress', 'actress')]
        """
        row = self._names.find(_form(name, self.language))
        if row < 0:
            return ()
        starts = self.columns["named_starts"]
        return tuple(map(self._kind, self.columns["named"][starts[row] : starts[row + 1]].tolist()))

    def is_said(self, phrase: str) -> bool:
        """Whether something is called so where it is said what it is: "high school"."""
        return phrase in self._said

    @cached_property
    def _said(self) -> frozenset[str]:
        return frozenset(self._phrases[row] for row in range(len(self._phrases)))

    def titles_called(self, phrase: str) -> int:
        """How many titles something is true of: of one that hardly another shares it tells as much as the name."""
        return self._titles_called.get(phrase, 0)

    @cached_property
    def _titles_called(self) -> dict[str, int]:
        above, called = self.columns["next"], np.asarray(self.columns["kinds"])
        counts = np.zeros(len(above), dtype=np.int64)
        while len(called):
            counts += np.bincount(called, minlength=len(above))
            called = above[called]
            called = called[called >= 0]
        found: dict[str, int] = {}
        for row, count in enumerate(counts.tolist()):
            found[self._phrases[row]] = found.get(self._phrases[row], 0) + count
        return found

    def people(self) -> Iterator[tuple[str, str, str]]:
        """The name of each person who has an article, what it is ("American film actress"), and its sex."""
        titled = np.asarray(self.columns["documents"]) >= 0
        for row in np.flatnonzero(titled & (self.columns["sorts"] == SORTS.index("person"))).tolist():
            phrase, sex = int(self.columns["kinds"][row]), SEXES[self.columns["sexes"][row]]
            yield _BRACKETS.sub("", self._titles[row]), self._phrases[phrase], sex

    def _kind(self, row: int) -> Kind:
        columns = self.columns
        phrase = int(columns["kinds"][row])
        sense, ladder = int(columns["senses"][phrase]), []
        while phrase >= 0:
            ladder.append(self._phrases[phrase])
            phrase = int(columns["next"][phrase])
        where, year = int(columns["wheres"][row]), int(columns["years"][row])
        return Kind(
            self._titles[row],
            tuple(ladder),
            self._concepts[sense] if sense >= 0 else "",
            SORTS[columns["sorts"][row]],
            self._places[where] if where >= 0 else "",
            year or None,
            SEXES[columns["sexes"][row]],
            int(columns["documents"][row]),
        )


@cache
def embedded_kinds() -> Kinds:
    """The kinds that ship with sfumato, opened once."""
    return Kinds.open(PATH)


def write(
    path: Path,
    kinds: Iterable[Kind],
    meta: Mapping[str, Any],
    short: Callable[[Kind], bool] = lambda kind: False,
    language: Language | None = None,
) -> None:
    """Writes kinds as one file, always the same.

    Those for which `short` holds have the name before the first comma of their title too: "Salou, Spain".
    """
    kinds = sorted(kinds, key=lambda kind: (kind.document, kind.title))
    language = language or load()
    named = {} if language.name == DEFAULT else {"language": language.name}
    form = {"normal_form": language.version, **named}
    write_archive(path, KIND, {**form, **meta, "kinds": len(kinds)}, _packed(kinds, short))


def _packed(kinds: Sequence[Kind], short: Callable[[Kind], bool]) -> Columns:
    nodes: set[tuple[tuple[str, ...], str]] = set()  # a phrase, those above it, and what the last of them means
    for kind in kinds:
        nodes.update((kind.ladder[at:], kind.concept) for at in range(len(kind.ladder)))
    phrases = sorted(nodes)
    row_of = {phrase: row for row, phrase in enumerate(phrases)}
    concepts = sorted({concept for _, concept in nodes if concept})
    concept_of = {concept: row for row, concept in enumerate(concepts)} | {"": -1}
    places = sorted({kind.place for kind in kinds if kind.place})
    place_of = {place: row for row, place in enumerate(places)} | {"": -1}
    return {
        "titles": joined(kind.title for kind in kinds),
        "phrases": joined(ladder[0] for ladder, _ in phrases),
        "concepts": joined(concepts),
        "places": joined(places),
        "documents": np.diff(np.array([kind.document for kind in kinds], dtype=np.int32), prepend=np.int32(0)),
        "kinds": np.array([row_of[kind.ladder, kind.concept] for kind in kinds], dtype=np.int32),
        "next": np.array([row_of.get((ladder[1:], concept), -1) for ladder, concept in phrases], dtype=np.int32),
        "senses": np.array([concept_of[concept] for _, concept in phrases], dtype=np.int32),
        "sorts": np.array([SORTS.index(kind.sort) for kind in kinds], dtype=np.uint8),
        "wheres": np.array([place_of[kind.place] for kind in kinds], dtype=np.int16),
        "years": np.array([kind.year or 0 for kind in kinds], dtype=np.int16),
        "sexes": np.array([SEXES.index(kind.sex) for kind in kinds], dtype=np.uint8),
        "short": np.array([short(kind) for kind in kinds], dtype=bool),
    }


def _expand(column: Callable[[str], Array], language: Language) -> Columns:
    columns = {key: column(key) for key in _NUMBERS}
    columns["documents"] = np.cumsum(columns["documents"]).astype(np.int32)
    strings = {key: split(column(key)) if len(columns["kinds"]) else [] for key in _STRINGS}
    rows: dict[str, list[int]] = {}
    for row, (title, short) in enumerate(zip(strings["titles"], columns.pop("short").tolist(), strict=True)):
        bare = _BRACKETS.sub("", title)
        for name in {_form(bare, language), _form(bare.split(", ")[0], language) if short else ""} - {""}:
            rows.setdefault(name, []).append(row)
    strings["names"] = sorted(rows)
    columns["named"] = np.array([row for name in strings["names"] for row in rows[name]], dtype=np.int32)
    columns["named_starts"] = offsets(np.array([len(rows[name]) for name in strings["names"]], dtype=np.int64))
    for key, values in strings.items():
        made = Strings.of(values)
        columns[key], columns[f"{key}_starts"] = made.pool, made.starts
    lookup = StringIndex.of(Strings(columns["names"], columns["names_starts"]))
    return {**columns, "names_hashes": lookup.hashes, "names_order": lookup.order}


def _form(name: str, language: Language) -> str:
    """A name as it is looked up: without article, accents, capitals and marks. A plural is another name."""
    letters = unicodedata.normalize("NFKD", language.wording.without_article(name))
    return " ".join(_WORD.findall("".join(c for c in letters if not unicodedata.combining(c)).casefold()))


def sort_of_title(title: str) -> str:
    """What sort of thing has a title; empty if none or several have it and none of them is a work."""
    sorts = {kind.sort for kind in embedded_kinds().of(title)}
    if len(sorts) == 1:
        return sorts.pop()
    return "work" if "work" in sorts else ""

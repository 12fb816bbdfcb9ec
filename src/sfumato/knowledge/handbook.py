"""What tells of a condition or a circumstance: medicines, tests, clinics, words of the trade, plain words, sentences.

The handbook has an entry for each of some hundred conditions and circumstances, written for this project from general
knowledge (`scripts/handbook/*.txt`) and compiled into one small file by `scripts/compile_handbook.py`. An entry lists
its clues by how many conditions a reader who sees nothing else would think of:

- sure: of this one, or of one or two others
- strong: of a handful, this one among them
- weak: of many

So how likely a condition is where a clue stands is a matter of who lists it, and how: see `risk.clues`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sfumato.io.arrays import Array, joined, offsets, split
from sfumato.io.columns import Columns, expanded, write_archive
from sfumato.languages import load, open_archive
from sfumato.protocols import Language
from sfumato.types import Reading

KIND = "handbook"
_LINES = 1 << 13  # whose clues are remembered
PATH = Path(str(resources.files("sfumato.data").joinpath("handbook.pack")))
"""The file that ships with sfumato."""
GRADES = {"sure": 0.5, "strong": 0.2, "weak": 0.05}
"""How likely a condition is for who sees a clue of that grade and nothing else: one of two, of five, of twenty."""
_KEYS = ("also", *GRADES, "said")
_COLUMNS = (
    "names", "also", "also_starts", "clues", "keys", "capital", "listed_starts", "listed_by", "grades", "ordinary",
    "vectors", "said_by", "plain",
)  # fmt: skip
_WIDER = 6  # words that may stand between those of a clue
_CODE = re.compile(r"\b(?:[A-Za-z]+\d+|[A-Z]?[a-z]+[A-Z]+[a-z]*)\b")
"""A code or a short form that says by itself what it is: "CD4" in "CD4 count", "EtG" in "EtG urine"."""
_LETTERS = 2  # of the longest word of a clue, at least
_ACRONYM = 6  # letters of what is written in capitals, and otherwise is another word, at most


@dataclass(frozen=True, slots=True)
class Entry:
    """A condition or a circumstance as the handbook has it: all as people write it."""

    name: str
    also: tuple[str, ...] = ()
    """Its other names."""
    clues: Mapping[str, tuple[str, ...]] | None = None
    """What tells of it, by grade."""
    said: tuple[str, ...] = ()
    """Sentences that tell of it without a name."""


def read_entries(text: str) -> Iterator[Entry]:
    """The entries of a text: a line with `# name`, then one line for each key, items between semicolons.

    >>> text = "# gout\\nalso: podagra\\nsure: allopurinol; urate\\nstrong: big toe\\nweak: pain\\nsaid: It hurts."
    >>> [entry.clues["sure"] for entry in read_entries(text)]
    [('allopurinol', 'urate')]
    """
    for block in text.split("\n# ")[0:] if text.startswith("# ") else text.split("\n# ")[1:]:
        name, *lines = block.removeprefix("# ").strip().splitlines()
        found = dict(line.split(": ", 1) for line in lines if ": " in line)
        if missing := [key for key in _KEYS if key not in found]:
            raise ValueError(f"{name}: no line for {missing[0]}")
        items = {key: _items(found[key], "; ") for key in _KEYS[:-1]}
        yield Entry(name.strip(), items.pop("also"), items, _items(found["said"], " | "))


class Ordinary(NamedTuple):
    """What tells of nothing: words of the trades that no encyclopedia has, and sentences."""

    words: Sequence[str]
    sentences: Sequence[str]


def _items(line: str, mark: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.strip(" ;|") for item in line.split(mark) if item.strip(" ;|")))


class Clue(NamedTuple):
    """A clue that stands in a text: where, and its row in the handbook."""

    start: int
    end: int
    row: int


class Handbook:
    """The entries by number, and their clues by row: which of them stand in a text, and what each tells."""

    def __init__(self, columns: Columns, language: Language) -> None:
        self.language = language
        self.names: list[str] = split(columns["names"])
        """What each entry is called."""
        self.clues: list[str] = split(columns["clues"])
        """What each clue says, in normal form."""
        self._columns = columns
        self._also: list[str] = split(columns["also"])
        self._named: dict[str, list[int]] = {}
        for number in range(len(self.names)):
            for name in self.also(number):
                self._named.setdefault(name, []).append(number)
        capital = columns["capital"].tolist()
        self._alone: dict[str, int] = {}
        self._together: dict[str, list[tuple[int, frozenset[str], int]]] = {}
        self._capital = {row for row, flag in enumerate(capital) if flag}
        self._rows = {clue: row for row, clue in enumerate(self.clues)}
        keys = split(columns["keys"])
        for row, (clue, key) in enumerate(zip(self.clues, keys, strict=True)):
            if key:
                words = clue.split()
                exact = not language.stop_words.isdisjoint(words)
                wide = len(words) + (0 if exact else _WIDER)
                self._together.setdefault(key, []).append((row, roots(words, language), wide))
            else:
                self._alone[clue] = row
        self._shared: dict[tuple[int, ...], Array] = {}
        self._remembered: dict[tuple[str, tuple[str, ...]], list[Clue]] = {}
        self._in_part = lru_cache(_LINES)(self._find_in_lines)

    def also(self, entry: int) -> list[str]:
        """The normal forms of all names of an entry."""
        starts = self._columns["also_starts"]
        return self._also[starts[entry] : starts[entry + 1]]

    def named(self, form: str) -> Sequence[int]:
        """The entries that have this name, in normal form."""
        return self._named.get(form, ())

    def named_among(self, forms: KeysView[str]) -> frozenset[int]:
        """The entries that have one of these names, in normal form; time grows with the fewer of names and forms."""
        return frozenset(number for form in self._named.keys() & forms for number in self._named[form])

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of a clue, and ordinary words of the trades that tell of nothing, in normal form."""
        return frozenset(word for clue in self.clues for word in clue.split()).union(split(self._columns["ordinary"]))

    def likeness(self, vectors: Array) -> Array:
        """How like each vector (a row) is to the likest sentence that is said of each entry (a column): cosines."""
        found = np.zeros((len(vectors), len(self.names)), dtype=np.float32)
        said, starts = self._said
        if len(said):
            found[:] = np.maximum.reduceat(vectors @ said.T, starts, axis=1)
        return found

    @cached_property
    def _said(self) -> tuple[Array, Array]:
        """The vectors of all sentences that tell without a name, entry by entry, and where each entry begins."""
        return _unit(self._columns["vectors"]), np.searchsorted(self._columns["said_by"], np.arange(len(self.names)))

    def ordinariness(self, vectors: Array) -> Array:
        """How like each vector is to the likest sentence that tells of nothing: a cosine."""
        return np.asarray((vectors @ self._plain.T).max(axis=1, initial=0.0))

    @cached_property
    def _plain(self) -> Array:
        """The vectors of all sentences that tell of nothing."""
        return _unit(self._columns["plain"])

    def shared(self, entries: Sequence[int]) -> Array:
        """How much of what these entries list each entry lists too: the sum of the lesser grades."""
        key = tuple(entries)
        if key not in self._shared:
            self._shared[key] = self._share(key)
        return self._shared[key].copy()

    def _share(self, entries: tuple[int, ...]) -> Array:
        starts, by, grades = (self._columns[key] for key in ("listed_starts", "listed_by", "grades"))
        rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        own = np.zeros(len(starts) - 1, dtype=np.float32)
        mine = np.isin(by, list(entries))
        np.maximum.at(own, rows[mine], grades[mine])
        found = np.zeros(len(self.names), dtype=np.float64)
        np.add.at(found, by, np.minimum(grades, own[rows]))
        return found

    def is_of_others(self, form: str, entries: Collection[int]) -> bool:
        """Whether a phrase, in normal form, is a sure clue of another entry and no clue of these."""
        row = self._rows.get(form)
        if row is None:
            return False
        here = slice(*self._columns["listed_starts"][row : row + 2].tolist())
        sure = self._columns["grades"][here].max() >= GRADES["sure"]
        return bool(sure) and all(by not in entries for by in self._columns["listed_by"][here].tolist())

    def grades(self, rows: Sequence[int]) -> Array:
        """For each of these clues (a row) how likely each entry (a column) is by its grade there; 0 if not listed."""
        found = np.zeros((len(rows), len(self.names)), dtype=np.float32)
        starts, entries, grades = (self._columns[key] for key in ("listed_starts", "listed_by", "grades"))
        for at, row in enumerate(rows):
            here = slice(starts[row], starts[row + 1])
            found[at, entries[here]] = grades[here]
        return found

    def find(self, reading: Reading) -> list[Clue]:
        """The clues that stand in a text: a word as it is, several words near each other in one sentence.

        No sentence goes on in the next line, so that what was found in a line is remembered.
        """
        if not reading.parts:
            return self._find_in_lines(reading)
        found: list[Clue] = []
        shift = 0
        for part in reading.parts:
            found += [Clue(clue.start + shift, clue.end + shift, clue.row) for clue in self._in_part(part)]
            shift += len(part.text)
        return found

    def _find_in_lines(self, reading: Reading) -> list[Clue]:
        found: set[Clue] = set()
        for first, last in _lines(reading):
            start = reading.starts[first]
            words = slice(first, last)
            key = reading.text[start : reading.ends[last - 1]], tuple(reading.forms[words])
            clues = self._remembered.get(key)
            if clues is None:
                clues = self._find(_part(reading, words))
                if len(self._remembered) >= _LINES:
                    self._remembered.clear()
                self._remembered[key] = clues
            found.update(Clue(clue.start + start, clue.end + start, clue.row) for clue in clues)
        return sorted(found)

    def _find(self, reading: Reading) -> list[Clue]:
        found = []
        forms, starts, ends, text = reading.forms, reading.starts, reading.ends, reading.text
        stems = [root(form, self.language) for form in forms]
        for at, form in enumerate(forms):
            row = self._alone.get(form)
            if row is not None and (row not in self._capital or _has_capitals(text[starts[at] : ends[at]])):
                found.append(Clue(starts[at], ends[at], row))
            for row, words, wide in self._together.get(stems[at], ()):
                span = _together(reading, stems, at, words, wide)
                if span is not None:
                    found.append(Clue(starts[span[0]], ends[span[1]], row))
        return found


def _lines(reading: Reading) -> Iterator[tuple[int, int]]:
    """The words of each line of a text that has any: the first, and the one behind the last."""
    first, at = 0, -1
    for number, start in enumerate(reading.starts):
        if start > at >= 0 and number > first:
            yield first, number
            first = number
        if number == first:
            at = reading.text.find("\n", start)
    if first < len(reading.starts):
        yield first, len(reading.starts)


def _part(reading: Reading, words: slice) -> Reading:
    """Some of the words of a text, as a text of their own."""
    starts, ends = reading.starts[words], reading.ends[words]
    shift = starts[0]
    return Reading(
        reading.text[shift : ends[-1]],
        [start - shift for start in starts],
        [end - shift for end in ends],
        reading.forms[words],
        reading.clauses[words],
        reading.content[words],
    )


def _unit(vectors: Array) -> Array:
    """Vectors of length 1 of those that a file keeps as small numbers."""
    found = vectors.astype(np.float32)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1.0))


def _together(
    reading: Reading, stems: Sequence[str], at: int, words: frozenset[str], wide: int
) -> tuple[int, int] | None:
    """The first and the last word of the narrowest run of words around one that has all of these."""
    low, high = max(0, at - wide + 1), min(len(stems), at + wide)
    places = [place for place in range(low, high) if stems[place] in words and _same(reading, at, place)]
    if not words <= {stems[place] for place in places}:
        return None
    best: tuple[int, int] | None = None
    for first in places:
        if first > at:
            break
        missing = set(words)
        for last in places:
            if last >= first:
                missing.discard(stems[last])
                if not missing and last >= at:
                    if last - first < wide and (best is None or last - first < best[1] - best[0]):
                        best = (first, last)
                    break
    return best


def _same(reading: Reading, one: int, other: int) -> bool:
    """Whether two words stand in one sentence: at most a comma between their clauses."""
    first, last = sorted((one, other))
    between = reading.text[reading.ends[first] : reading.starts[last]] if first != last else ""
    return not any(mark in between for mark in (". ", "\n", ";", ": ", "? ", "! "))


_ROOT = 7  # letters at the head of a word that its relatives share


@cache
def root(word: str, language: Language) -> str:
    """The head of a word that its relatives share: addict-ed, addict-ion."""
    return next(iter(language.bases(word)), word).removesuffix("e")[:_ROOT]


def roots(words: Iterable[str], language: Language) -> frozenset[str]:
    return frozenset(root(word, language) for word in words)


@cache
def embedded_handbook() -> Handbook:
    """The handbook that ships with sfumato, opened once."""
    archive, language = open_archive(PATH, KIND)
    return Handbook(expanded(archive, lambda archive: {name: archive.column(name) for name in _COLUMNS}), language)


def _key(item: str, language: Language) -> tuple[str, str, bool] | None:
    """What an item is looked up by: its words that say something, whether they are several, and written in capitals.

    A word with a number, of which the word alone would count, is none: "40 weeks".
    """
    every = language.read(item).forms
    words = [form for form in every if not form[:1].isdigit()]
    content = [word for word in words if word not in language.stop_words]
    if not content or max(map(len, content)) < _LETTERS or (len(words) < len(every) and len(content) == 1):
        return None
    if len(roots(content, language)) > 1:
        return " ".join(content), "+", False
    if len(words) > 1:  # "on the wagon": no other word of it says anything, so all of them must stand there
        return (" ".join(words), "+", False) if len(roots(words, language)) == len(words) else None
    return content[0], "", _has_capitals(item) and len(item) <= _ACRONYM


def _has_capitals(word: str) -> bool:
    """Whether a word is written with capitals that no place in a sentence asks for: CIWA, PrEP, B20."""
    return any(map(str.isupper, word[1:])) or (word[:1].isupper() and any(map(str.isdigit, word)))


def write(
    path: Path, entries: Sequence[Entry], encode: Callable[[Sequence[str]], Array], ordinary: Ordinary, licence: str
) -> None:
    """Writes entries, the vectors of all sentences said of them, and what is ordinary, as one file."""
    language = load()
    listed: dict[tuple[str, str, bool], dict[int, float]] = {}
    for number, entry in enumerate(entries):
        graded = [(item, GRADES[grade]) for grade, items in (entry.clues or {}).items() for item in items]
        graded += [(item, GRADES["sure"]) for item in (entry.name, *entry.also)]
        graded += [(code, chance) for item, chance in graded for code in _CODE.findall(item) if code != item]
        for item, chance in graded:
            key = _key(item, language)
            if key is not None:
                here = listed.setdefault(key, {})
                here[number] = max(chance, here.get(number, 0.0))
    counts: dict[str, int] = {}
    for clue, several, _ in listed:
        for stem in roots(clue.split(), language) if several else ():
            counts[stem] = counts.get(stem, 0) + 1
    rows = sorted(listed)
    keys = [
        min(roots(clue.split(), language), key=lambda stem: (counts[stem], stem)) if several else ""
        for clue, several, _ in rows
    ]
    also = [sorted({language.normal_form(name) for name in (entry.name, *entry.also)}) for entry in entries]
    columns = {
        "names": joined(entry.name for entry in entries),
        "also": joined(name for names in also for name in names),
        "also_starts": offsets(np.array([len(names) for names in also], dtype=np.int64)),
        "clues": joined(clue for clue, _, _ in rows),
        "keys": joined(keys),
        "capital": np.array([capital for *_, capital in rows], dtype=bool),
        "listed_starts": offsets(np.array([len(listed[row]) for row in rows], dtype=np.int64)),
        "listed_by": np.array([number for row in rows for number in sorted(listed[row])], dtype=np.int16),
        "grades": np.array([listed[row][n] for row in rows for n in sorted(listed[row])], dtype=np.float32),
        "ordinary": joined(sorted({form for word in ordinary.words for form in language.read(word).forms})),
        "vectors": _small(encode([sentence for entry in entries for sentence in entry.said])),
        "plain": _small(encode(ordinary.sentences)),
        "said_by": np.array([number for number, entry in enumerate(entries) for _ in entry.said], dtype=np.int16),
    }
    meta = {"normal_form": language.version, "licence": licence, "entries": len(entries)}
    write_archive(path, KIND, meta, columns)


def _small(vectors: Array) -> Array:
    return np.round(vectors / np.abs(vectors).max(axis=1, keepdims=True) * 127).astype(np.int8)

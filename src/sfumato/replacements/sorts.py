"""What sort of thing a name is the name of: how likely each is, by the name's own words and by those around it.

Learned from names in encyclopedia articles whose sort is known (`scripts/compile_sorts.py`). Every sign, such as a word
of the name or the word before it, has a weight for each sort, in the row that the sign's hash gives. The weights of
the name are added once, and those of the words around it for each place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from sfumato.errors import PackError
from sfumato.io.arrays import Array
from sfumato.io.columns import Columns, expanded, write_archive
from sfumato.languages import load, open_archive
from sfumato.protocols import Language
from sfumato.replacements.name_pools import name_pools

KIND = "sorts"
PATH = Path(str(resources.files("sfumato.data").joinpath("sorts.pack")))
"""The file that ships with sfumato."""
SORTS = (
    "thing", "person", "place", "organization", "work", "event", "product", "group", "award", "law", "language",
)  # fmt: skip
"""What a name may be the name of; a "thing" is anything else, a common noun among them."""
ROWS = 1 << 19
"""Rows of weights: a power of two."""
NO_LABEL = "NOUN_PHRASE"
"""The label of a name that a parser takes for nothing."""
PLACES = 8
"""Places of a name that are looked at."""

_SHAPES = {"weights": (ROWS, len(SORTS)), "scale": (len(SORTS),), "damping": (1,)}
_REACH = 80  # characters on either side that are looked at
_NEAR, _AROUND = 3, 6  # words on either side that count by their place, and that count wherever they stand
_TOKEN = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)*|[^\w\s]|\n")
_WORD = re.compile(r"[^\W_]+")
_ROMAN = re.compile(r"[IVX]{1,6}")


class Sorts:
    """Weights of signs for each sort."""

    def __init__(self, columns: Columns, language: Language) -> None:
        self._weights, self._scale, self._damping = (columns[name] for name in _SHAPES)
        self._language = language
        self._of_name = lru_cache(maxsize=1 << 12)(self._added)

    @classmethod
    def open(cls, path: Path) -> Sorts:
        """Opens a file that `write` made."""
        archive, language = open_archive(path, KIND)
        columns = expanded(archive, lambda archive: {name: archive.column(name) for name in _SHAPES})
        if any(columns[name].shape != shape for name, shape in _SHAPES.items()):
            raise PackError(f"{path}: damaged (weights of other sorts or signs)")
        return cls(columns, language)

    def scores(self, name: str, signs: Sequence[str], text: str, spans: Sequence[tuple[int, int]]) -> Array:
        """How much speaks for each sort, in the order of `SORTS`, for a name with the places where it stands.

        `signs` are what else is known of the name: the parser's label, what gazetteers have.
        """
        total = self._of_name((*of_name(name), *signs))
        if spans:
            around = [self._added(tuple(of_place(text, *self._bare(text, *span)))) for span in spans[:PLACES]]
            total = total + np.sum(around, axis=0) * len(around) ** -float(self._damping[0])
        return np.asarray(total, dtype=np.float64)

    def likely(
        self, name: str, signs: Sequence[str], text: str, spans: Sequence[tuple[int, int]]
    ) -> Mapping[str, float]:
        """How likely each sort is; all together are 1.

        >>> text = "She moved to Xyzburg in 1993."
        >>> likely = embedded_sorts().likely("Xyzburg", (), text, [(13, 20)])
        >>> max(likely, key=likely.get)
        'place'
        """
        return shares(self.scores(name, signs, text, spans))

    def _added(self, features: tuple[str, ...]) -> Array:
        rows = self._weights[rows_of(features)]
        return np.asarray(rows.sum(axis=0, dtype=np.float32) * self._scale)

    def _bare(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Where a name stands without words in small letters before it and the ending of a possessive."""
        said = self._language.tables.possessive.sub("", text[start:end])
        first = next((match.start() for match in _TOKEN.finditer(said) if not match[0].islower()), 0)
        return start + first, start + len(said)


@cache
def embedded_sorts() -> Sorts:
    """The weights that ship with sfumato, opened once."""
    return Sorts.open(PATH)


def write(path: Path, weights: Array, damping: float, meta: Mapping[str, Any]) -> None:
    """Writes weights, a row for each hash and a column for each of `SORTS`, as one file, always the same."""
    scale = np.maximum(np.abs(weights).max(axis=0), 1e-6) / 127
    columns = {
        "weights": np.round(weights / scale).astype(np.int8),
        "scale": scale.astype(np.float32),
        "damping": np.array([damping], dtype=np.float32),
    }
    write_archive(path, KIND, {"normal_form": load().version, **meta}, columns)


def shares(scores: Array) -> dict[str, float]:
    """How likely each sort is by its score."""
    powers = np.exp(scores - scores.max())
    return dict(zip(SORTS, (powers / powers.sum()).tolist(), strict=True))


def rows_of(features: Iterable[str]) -> list[int]:
    """The rows of weights of some signs."""
    return [crc32(feature.encode("utf-8", "surrogatepass")) & (ROWS - 1) for feature in features]


def of_name(name: str, people: Sequence[tuple[int, int]] | None = None) -> Iterator[str]:
    """What a name shows by itself: its words, their beginnings and endings, its shape, whose name it may be.

    `people` are those who have its first and its last word as given name and surname; they are looked up if not given.
    """
    words = _TOKEN.findall(name) or [name]
    small = [word.lower() for word in words]
    first, last = small[0], small[-1]
    number = str(min(len(words), 5))
    yield "all"
    yield f"number {number}"
    yield f"shape {' '.join(map(_shape, words[:5]))}"
    yield f"last shape {_shape(words[-1])}"
    yield from (f"word {word}" for word in dict.fromkeys(small))
    yield f"first {first}"
    yield f"last {last}"
    yield f"last two {' '.join(small[-2:])}"
    yield f"first two {' '.join(small[:2])}"
    for link in dict.fromkeys(small[1:-1]):
        if len(link) < 4:
            yield f"before {small[small.index(link, 1) - 1]} {link}"
    for size in (2, 3, 4):
        yield f"first ends {first[-size:]}"
        yield f"last ends {last[-size:]}"
        yield f"last ends {number} {last[-size:]}"
    yield f"first begins {first[:3]}"
    yield f"last begins {last[:4]}"
    given, surname = people or (_people(words[0]), _people(words[-1]))
    yield f"given {number} {_few(given[0])} {_few(given[1])}"
    yield f"surname {number} {_few(surname[0])} {_few(surname[1])}"
    yield f"somebody {number} {_few(given[0])} {_few(surname[1])}"


def of_place(text: str, start: int, end: int) -> Iterator[str]:
    """What the words around a name show, for one place where it stands."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    left = ["<", *_TOKEN.findall(before)] if start <= _REACH else _TOKEN.findall(before)[1:]
    right = [*_TOKEN.findall(after), ">"] if end + _REACH >= len(text) else _TOKEN.findall(after)[:-1]
    left.reverse()
    far, wide = [_form(word) for word in left[:_AROUND]], [_form(word) for word in right[:_AROUND]]
    far += ["<"] * (_NEAR - len(far))
    wide += [">"] * (_NEAR - len(wide))
    yield from (f"-{at} {word}" for at, word in enumerate(far[:_NEAR], 1))
    yield from (f"+{at} {word}" for at, word in enumerate(wide[:_NEAR], 1))
    yield f"-2-1 {far[1]} {far[0]}"
    yield f"-3-2-1 {far[2]} {far[1]} {far[0]}"
    yield f"+1+2 {wide[0]} {wide[1]}"
    yield f"+1+2+3 {wide[0]} {wide[1]} {wide[2]}"
    yield f"-1+1 {far[0]} {wide[0]}"
    yield f"-1+1 shape {_shape(left[0]) if left else ''} {_shape(right[0]) if right else ''}"
    yield from (f"left {word}" for word in dict.fromkeys(far))
    yield from (f"right {word}" for word in dict.fromkeys(wide))
    if wide[0] == ",":
        yield f", then {wide[1]} {_shape(right[1]) if len(right) > 1 else ''} {far[0]}"


def label_signs(label: str, name: str) -> tuple[str, ...]:
    """What a label that a parser gave a name shows."""
    return (f"label {label}", f"label {label} {min(name.count(' '), 3)}") if label else ()


@lru_cache(maxsize=1 << 14)
def _people(word: str) -> tuple[int, int]:
    return name_pools().people(word)


def _few(count: int) -> int:
    """A number, roughly."""
    return count.bit_length() if count < 64 else 7


def _form(word: str) -> str:
    return re.sub(r"\d", "0", word.lower())


def _shape(word: str) -> str:
    """How a word is written: with a capital, in capitals, as a number."""
    if _ROMAN.fullmatch(word) and word != "I":
        return "IV"
    if not _WORD.match(word):
        return word
    if word.isdigit():
        return "0000" if len(word) == 4 else "0"
    if word.islower():
        return "x"
    if word.isupper():
        return "X" if len(word) == 1 else "XX"
    return "Xx" if word.istitle() else "0X" if any(map(str.isdigit, word)) else "XxX"

"""Arrays that hold many small things in few large ones: runs of values, strings, and which string is where."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def gather(starts: Array, values: Array, rows: Array) -> Array:
    """The concatenated `values[starts[r]:starts[r + 1]]` for every r of `rows`.

    >>> gather(np.array([0, 2, 2, 5]), np.array([1, 2, 3, 4, 5]), np.array([2, 0])).tolist()
    [3, 4, 5, 1, 2]
    """
    first, last = starts[rows], starts[rows + 1]
    lengths = last - first
    if len(rows) == 0 or lengths.sum() < 32 * len(rows):  # many short runs: one index for all
        return values[np.repeat(first - offsets(lengths)[:-1], lengths) + np.arange(lengths.sum())]
    return np.concatenate([values[a:b] for a, b in zip(first.tolist(), last.tolist(), strict=True)])


def offsets(lengths: Array) -> Array:
    """Where each of consecutive runs of these lengths starts, with the end of the last one.

    >>> offsets(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def joined(strings: Iterable[str]) -> Array:
    """Strings without line breaks as one column of UTF-8, as a file keeps them."""
    return np.frombuffer("\n".join(strings).encode("utf-8"), dtype=np.uint8)


def split(column: Array) -> list[str]:
    """The strings of a column that `joined` made.

    >>> split(joined(["a", "", "c"]))
    ['a', '', 'c']
    """
    return column.tobytes().decode("utf-8").split("\n")


class Strings(Sequence[str]):
    """A column of strings: one pool of UTF-8 and where each string starts."""

    def __init__(self, pool: Array, starts: Array) -> None:
        self.pool = pool
        self.starts = starts
        self._view = memoryview(np.ascontiguousarray(pool).data)

    @classmethod
    def of(cls, strings: Iterable[str]) -> Strings:
        encoded = [s.encode("utf-8", "surrogatepass") for s in strings]
        lengths = np.fromiter(map(len, encoded), dtype=np.int64, count=len(encoded))
        return cls(np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets(lengths))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < len(self):
            raise IndexError(at)
        return str(self._view[self.starts[at] : self.starts[at + 1]], "utf-8", "surrogatepass")

    def take(self, rows: Array | Sequence[int]) -> list[str]:
        at = np.asarray(rows, dtype=np.int64)
        view, bounds = self._view, zip(self.starts[at].tolist(), self.starts[at + 1].tolist(), strict=True)
        return [str(view[a:b], "utf-8", "surrogatepass") for a, b in bounds]


class StringIndex:
    """Finds the row of a string in a column of distinct strings, one or many at a time."""

    def __init__(self, strings: Strings, hashes: Array, order: Array) -> None:
        self.strings = strings
        self.hashes = hashes
        self.order = order

    @classmethod
    def of(cls, strings: Strings) -> StringIndex:
        hashes = np.fromiter(map(_hash, strings), dtype=np.uint32, count=len(strings))
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        return cls(strings, hashes[order], order)

    def find(self, string: str) -> int:
        """The row of `string`, or -1."""
        wanted = np.uint32(_hash(string))
        place = int(self.hashes.searchsorted(wanted))
        while place < len(self.hashes) and self.hashes[place] == wanted:
            row = int(self.order[place])
            if self.strings[row] == string:
                return row
            place += 1
        return -1

    def find_all(self, strings: Sequence[str]) -> Array:
        """The row of each string, or -1."""
        wanted = np.fromiter(map(_hash, strings), dtype=np.uint32, count=len(strings))
        places = np.searchsorted(self.hashes, wanted)
        rows = np.full(len(strings), -1, dtype=np.int64)
        open_ = np.arange(len(strings))
        while len(open_):  # again for the few whose hash is also another string's
            inside = places[open_] < len(self.hashes)
            open_ = open_[inside]
            open_ = open_[self.hashes[places[open_]] == wanted[open_]]
            found = self.order[places[open_]]
            same = np.array(
                [strings[at] == s for at, s in zip(open_, self.strings.take(found), strict=True)], dtype=bool
            )
            rows[open_[same]] = found[same]
            open_ = open_[~same]
            places[open_] += 1
        return rows


def _hash(string: str) -> int:
    return zlib.crc32(string.encode("utf-8", "surrogatepass"))

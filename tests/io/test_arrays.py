"""Runs of values and strings in large arrays, found again one or many at a time."""

from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sfumato.io.arrays import StringIndex, Strings, gather, offsets


@given(st.lists(st.text(), unique=True))
def test_strings_are_found(strings):
    column = Strings.of(strings)
    index = StringIndex.of(column)
    assert list(column) == strings
    assert index.find_all(strings).tolist() == list(range(len(strings)))
    assert index.find("".join(strings) + "x") == -1


def test_strings_of_one_hash_are_told_apart():
    twins = ["plumless", "buckeroo"]  # the same CRC-32
    index = StringIndex.of(Strings.of(twins))
    assert len(set(index.hashes.tolist())) == 1
    assert [index.find(twin) for twin in twins] == [0, 1]


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), max_size=6), st.data())
def test_gather(lists, data):
    values = np.array(list(chain.from_iterable(lists)), dtype=np.int64)
    starts = offsets(np.array([len(row) for row in lists], dtype=np.int64))
    rows = data.draw(st.lists(st.integers(0, len(lists) - 1))) if lists else []
    expected = list(chain.from_iterable(lists[row] for row in rows))
    assert gather(starts, values, np.array(rows, dtype=np.int64)).tolist() == expected

"""Global document frequency (RX section 4.2, algorithm 2): part those who have the most frequent term from the others.

Both sides must have k people; a term that would leave fewer is passed over for the next (the printed algorithm does not
look). Of equally frequent terms the first in the alphabet is taken, then the first type, then the first text column.
Every branch has all terms to choose from: one that was cut on cannot be chosen again, as all or none have it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array, gather, offsets
from sfumato.tables.grouping.classes import numbered, order_by
from sfumato.tables.grouping.mondrian import ClaimCheck
from sfumato.tables.view import Groups, People


@dataclass(frozen=True, eq=False)
class _FrequentTerms:
    """The terms that at least k people have, numbered in the order in which equally frequent ones are tried.

    `codes` are the terms of each person, `having` the people of each term, `texts` the text column of each term.
    """

    texts: Array
    starts: Array
    codes: Array
    having_starts: Array
    having: Array


def gdf(people: People, k: int, *, check: ClaimCheck | None = None) -> Groups:
    """Groups of at least k, cut on terms as long as both sides have k and satisfy `check`."""
    if not people.texts:
        raise InputError("strategy gdf cuts on the terms of texts, and the table has no text column: use another")
    terms = _frequent_terms(people, k)
    of = np.zeros(people.total, dtype=np.int64)
    splits = np.zeros(len(people.texts), dtype=np.int64)
    marked = np.zeros(people.total, dtype=bool)
    everyone = np.arange(people.total)
    pending = [(everyone, np.bincount(terms.codes, minlength=len(terms.texts)))]
    done = 0
    while pending:
        rows, counts = pending.pop()
        cut = _cut(terms, rows, counts, k, marked, check) if len(rows) >= 2 * k else None
        if cut is None:
            of[rows] = done
            done += 1
            continue
        term, has = cut
        splits[terms.texts[term]] += 1
        small, large = sorted((rows[has], rows[~has]), key=len)
        # The terms of the smaller side are counted, those of the larger are the rest; the smaller one goes first, so
        # that few counts wait at a time.
        mine = np.bincount(gather(terms.starts, terms.codes, small), minlength=len(counts))
        pending += [(large, counts - mine), (small, mine)]
    names = [text.name for text in people.texts]
    return numbered(of, {name: int(times) for name, times in zip(names, splits, strict=True) if times})


def _cut(
    terms: _FrequentTerms, rows: Array, counts: Array, k: int, marked: Array, check: ClaimCheck | None
) -> tuple[int, Array] | None:
    allowed = np.where((counts >= k) & (counts <= len(rows) - k), counts, 0)
    while len(allowed):
        term = int(allowed.argmax())
        if allowed[term] == 0:
            return None
        having = terms.having[terms.having_starts[term] : terms.having_starts[term + 1]]
        marked[having] = True
        has = marked[rows]
        marked[having] = False
        if check is None or check(has.astype(np.int64), 2, rows).all():
            return term, has
        allowed[term] = 0
    return None


def _frequent_terms(people: People, k: int) -> _FrequentTerms:
    """All terms of all texts that k people have."""
    keys: list[tuple[str, str, int, int]] = []
    persons, codes = [], []
    first = 0
    for at, text in enumerate(people.texts):
        often = np.flatnonzero(np.bincount(text.codes, minlength=len(text.labels)) >= k)
        number = np.full(len(text.labels), -1, dtype=np.int64)
        number[often] = first + np.arange(len(often))
        keys += [(text.labels[code], text.types[text.kinds[code]], at, code) for code in often.tolist()]
        mine = number[text.codes]
        persons.append(np.repeat(np.arange(people.total), np.diff(text.starts))[mine >= 0])
        codes.append(mine[mine >= 0])
        first += len(often)
    rank = np.empty(first, dtype=np.int64)
    rank[sorted(range(first), key=keys.__getitem__)] = np.arange(first)
    person, code = np.concatenate(persons), rank[np.concatenate(codes)]
    texts = np.empty(first, dtype=np.int64)
    texts[rank] = [key[2] for key in keys]
    by_person, by_term = order_by(person, people.total), order_by(code, max(first, 1))
    return _FrequentTerms(
        texts,
        offsets(np.bincount(person, minlength=people.total)),
        code[by_person],
        offsets(np.bincount(code, minlength=first)),
        person[by_term],
    )

"""Rewrites the texts of a release until detectors find nothing in them that tells people of a group apart.

A changed sentence makes a detector see other terms than before, and what it missed in one text it finds in another.
Every round suppresses the terms that some of a group still have and others have not. Each suppression leaves the name
of a type where a word stood, and such a name is never touched again: there are fewer words in every round, so the
rounds end. Should they take too long, the texts that still differ are suppressed as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array
from sfumato.protocols import Language
from sfumato.tables.texts.rewriting import Change, Way, rewritten
from sfumato.tables.texts.shared_terms import beside, differing, held
from sfumato.tables.view import Groups
from sfumato.types import Term

MOST_ROUNDS = 20
WHOLE = ""
"""What is left of a text that is suppressed as a whole."""

Find = Callable[[Sequence[str]], list[list[Term]]]
"""Finds the terms of each text."""


@dataclass(frozen=True, slots=True)
class Round:
    """How many texts, and how many places in them, one round of detecting anew has changed."""

    texts: int
    places: int


@dataclass(frozen=True, eq=False)
class Settled:
    """The texts of one column in which everyone in a group has the same terms, and what it took."""

    texts: list[str]
    rounds: tuple[Round, ...]
    suppressed: int
    """Texts that had to be suppressed as a whole."""


@dataclass(frozen=True, eq=False)
class Authors:
    """Who wrote each text of a release, and what is released of them beside it."""

    of: Array
    """The person of each text."""
    groups: Groups
    classes: Array
    """For each person a number that those with the same released columns share."""
    values: Sequence[Collection[str]]
    """The cells of these columns for each person."""


def settled(
    texts: Sequence[str],
    authors: Authors,
    find: Find,
    language: Language,
    *,
    direct: Collection[str] = (),
    most: int = MOST_ROUNDS,
    way: Way = "type",
) -> Settled:
    """The texts of one column after as many rounds as it takes.

    Terms of the types `direct` are suppressed whoever has them. What differs after `most` rounds is suppressed whole.
    `way` is how the name of a type is written.
    """
    now = list(texts)
    rounds: list[Round] = []
    suppressed = 0
    open_rows = np.arange(len(now))
    while len(open_rows):
        here = [now[at] for at in open_rows.tolist()]
        whose = authors.of[open_rows]
        said = (authors.values[person] for person in whose.tolist())
        terms = [beside(*each, language) for each in zip(here, find(here), said, strict=True)]
        changes = _changes(here, terms, whose, authors, direct, language, way)
        touched = np.array([bool(each) for each in changes], dtype=bool)
        if not touched.any():
            break
        rounds.append(Round(int(touched.sum()), sum(map(len, changes))))
        for at, text, change in zip(open_rows.tolist(), here, changes, strict=True):
            if change and len(rounds) > most:
                suppressed += 1
                now[at] = WHOLE
            elif change:
                now[at] = rewritten(text, change, language)
        # Terms are compared within a class only, so that a class in which nothing changed is done.
        again = np.unique(authors.classes[whose[touched]])
        open_rows = np.flatnonzero(np.isin(authors.classes[authors.of], again))
    return Settled(now, tuple(rounds), suppressed)


def _changes(
    texts: Sequence[str],
    terms: Sequence[Sequence[Term]],
    of: Array,
    authors: Authors,
    direct: Collection[str],
    language: Language,
    way: Way,
) -> list[list[Change]]:
    """The changes that hide the terms of each text that not everyone in the group has, or that always go.

    These are some of the texts only: `of` is the person of each.
    """
    groups = authors.groups
    have = held(texts, terms, of, authors.classes, language)
    members: dict[int, list[int]] = {}
    for person in np.unique(of).tolist():
        members.setdefault(int(groups.of[person]), []).append(person)
    sizes = groups.sizes
    wrong: dict[int, set[str]] = {}
    for group, people in members.items():
        ways = [[keys[person] for person in people] for keys in (have.found, have.keys)]
        wrong[group] = {key.form for keys in ways for key in differing(keys, int(sizes[group]))}
    return [
        [Change(place.start, place.end, place.key.type, way) for place in places if place.key.form in wrong[group]]
        + [Change(term.start, term.end, term.label, way) for term in found if term.label in direct]
        for group, places, found in zip(groups.of[of].tolist(), have.places, terms, strict=True)
    ]

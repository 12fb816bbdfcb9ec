"""Who is made alike: groups of at least k people, by one of three strategies.

| strategy | how |
|---|---|
| `closest` | ours: people who lose least together; never above Mondrian at the same weight |
| `mondrian` | RX algorithm 1: halves of the widest column or text, with a weight between the two |
| `gdf` | RX algorithm 2: those who have the most frequent term, and the others |
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.tables.grouping.clustering import closest
from sfumato.tables.grouping.diversity import Claim, require, satisfied
from sfumato.tables.grouping.gdf import gdf
from sfumato.tables.grouping.mondrian import Check, mondrian
from sfumato.tables.view import Groups, People

STRATEGIES = ("closest", "mondrian", "gdf")


def partition(
    people: People, k: int, *, strategy: str = "closest", weight: float = 0.5, claim: Claim | None = None
) -> Groups:
    """Groups of at least k people that all satisfy `claim`; the same for the same people, k and settings.

    `weight` is that of columns against texts, 0 to 1 (not for `gdf`). Where the table has only one of both, it has no
    effect. Raises `InputError` if no partitioning can be what is asked for.
    """
    check_way(strategy, weight)
    if people.total == 0:
        raise InputError("the table has no people")
    if k < 1:
        raise InputError(f"k must be at least 1, not {k}")
    if k > people.total:
        raise InputError(f"k = {k} is more than the {people.total} people of the table")
    for attribute in people.attributes:
        if attribute.kind == "number" and not np.isfinite(attribute.values).all():
            raise InputError(f"column {attribute.name} has a number that is not finite: no range can hold it")
    check: Check | None = None
    if claim is not None and not claim.empty:
        require(people, claim)
        check = _check(people, claim)
    if strategy == "gdf":
        return gdf(people, k, check=check)
    chosen: Callable[..., Groups] = closest if strategy == "closest" else mondrian
    return chosen(people, k, weight=weight, check=check)


def check_way(strategy: str, weight: float) -> None:
    """Refuses a strategy and a weight that there are not: worth asking before texts are analysed."""
    if strategy not in STRATEGIES:
        raise InputError(f"strategy {strategy!r} is not known: use one of {', '.join(STRATEGIES)}")
    if not 0 <= weight <= 1:
        raise InputError(f"the weight of columns must be between 0 and 1, not {weight:g}")


def _check(people: People, claim: Claim) -> Check:
    def check(of: Array, total: int, rows: Array) -> Array:
        return satisfied(people, claim, of, total, rows)

    return check

"""Puts people into groups of at least k, by one of three strategies.

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
from sfumato.tables.claims import Claim
from sfumato.tables.grouping.clustering import closest
from sfumato.tables.grouping.diversity import require, satisfied
from sfumato.tables.grouping.gdf import gdf
from sfumato.tables.grouping.mondrian import ClaimCheck, mondrian
from sfumato.tables.view import Groups, People

STRATEGIES = ("closest", "mondrian", "gdf")


def partition(people: People, claim: Claim, *, strategy: str = "closest", weight: float = 0.5) -> Groups:
    """Groups of at least k people that all satisfy `claim`; the same for the same people, claim and settings.

    `weight` is that of columns against texts, 0 to 1 (not for `gdf`). Where the table has only one of both, it has no
    effect. Raises `InputError` if no partitioning can be what is asked for.
    """
    check_strategy(strategy)
    check_weight(weight)
    k = claim.k
    if people.total == 0:
        raise InputError("the table has no people")
    if k < 1:
        raise InputError(f"k must be at least 1, not {k}")
    if k > people.total:
        raise InputError(f"k = {k} is more than the {people.total} people of the table")
    for attribute in people.attributes:
        if attribute.kind == "number" and not np.isfinite(attribute.values).all():
            raise InputError(f"column {attribute.name} has a number that is not finite: no range can hold it")
    check: ClaimCheck | None = None
    if claim.about_sensitive:
        require(people, claim)
        check = _check(people, claim)
    if strategy == "gdf":
        return gdf(people, k, check=check)
    chosen: Callable[..., Groups] = closest if strategy == "closest" else mondrian
    return chosen(people, k, weight=weight, check=check)


def check_strategy(strategy: str) -> None:
    """Refuses an unknown strategy."""
    if strategy not in STRATEGIES:
        raise InputError(f"strategy {strategy!r} is not known: use one of {', '.join(STRATEGIES)}")


def check_weight(weight: float) -> None:
    """Refuses a weight of columns that is not from 0 to 1."""
    if not 0 <= weight <= 1:
        raise InputError(f"the weight of columns must be between 0 and 1, not {weight:g}")


def _check(people: People, claim: Claim) -> ClaimCheck:
    def check(of: Array, total: int, rows: Array) -> Array:
        return satisfied(people, claim, of, total, rows)

    return check

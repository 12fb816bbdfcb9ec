"""What is claimed of a release: how many people look alike, and how diverse their sensitive values are."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from sfumato.errors import InputError
from sfumato.io.settings import not_a_number
from sfumato.tables.config import Config

_MOST = 1e9


@dataclass(frozen=True)
class Claim:
    """Each class of a release has `k` people, and sensitive columns as diverse as `l`, `t` and `entropy` ask for.

    1, the default of the three, asks for nothing. With a table of the `population`, each class must also look like
    `k` people of it (k-map).
    """

    k: int
    l: float = 1.0  # noqa: E741  the papers' name
    """Distinct values of a sensitive column in each class, at least."""
    t: float = 1.0
    """How far the values of a class may be from those of the whole table, 0 to 1 (t-closeness)."""
    entropy: float = 1.0
    """Entropy l-diversity: the entropy of the values in each class is at least log2 of this."""
    population: Any = field(default=None, repr=False, compare=False)

    @property
    def distinct(self) -> int:
        """The distinct values that each class needs, as a whole number."""
        return math.ceil(self.l)

    @property
    def about_sensitive(self) -> bool:
        """Whether anything is asked of the sensitive columns."""
        return self.distinct > 1 or self.entropy > 1 or self.t < 1


def claim_of(
    config: Config,
    *,
    k: int | None = None,
    l: float | None = None,  # noqa: E741
    t: float | None = None,
    entropy: float | None = None,
    population: Any = None,
) -> Claim:
    """The claim that is asked for; what is not given is the config's. `InputError` for what nothing can satisfy."""
    ranges = (("bad-l", l, 1, _MOST), ("bad-entropy", entropy, 1, _MOST), ("bad-t", t, 0, 1.0))
    for code, value, least, most in ranges:
        if value is not None and (problem := not_a_number(value, least, most)):
            raise InputError(f"{code.removeprefix('bad-')} {problem}", code=code)
    return Claim(
        k=config.k if k is None else k,
        l=_first(l, config.l),
        t=_first(t, config.t),
        entropy=_first(entropy),
        population=population,
    )


def _first(*values: float | None) -> float:
    return float(next((value for value in values if value is not None), 1))

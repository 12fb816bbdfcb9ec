"""Given names and surnames that people have, by origin and sex: from what encyclopedias say of them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from sfumato.taxonomies.kinds import embedded_kinds

_NAME = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]{2,}")
_FEWEST = 2  # people of a name that is nobody's own
_PEOPLE = 50  # of an origin that has names of its own
_POOL = 12  # names that there must be to choose from
_SURE = 0.8  # of the people of a given name are of one sex if it tells it
_SEVERAL, _NEARLY_ALL = 5, 0.97  # people of a given name that tells a sex by itself, and the share of one sex
_SMOOTH = 500  # people by which small origins are made larger
Count = Counter[tuple[str, str]]


@dataclass(frozen=True)
class NamePools:
    """How many people of each origin have a name: given names also by sex."""

    given: Count = field(default_factory=Counter)
    surnames: Count = field(default_factory=Counter)
    sexes: Count = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)
    _pools: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)

    def is_known(self, name: str) -> bool:
        """Whether anybody is called so."""
        return name in self.names

    def people(self, name: str) -> tuple[int, int]:
        """How many people have a name as their given name, and as their surname."""
        as_given, as_surname = (
            sum(each[name, origin] for origin in self.origins) for each in (self.given, self.surnames)
        )
        return as_given, as_surname

    def is_given(self, name: str) -> bool:
        """Whether a name is rather a given name than a surname."""
        as_given, as_surname = self.people(name)
        return as_given > as_surname

    def sex(self, given: str) -> str:
        """The sex of nearly all people of a given name; empty where few are called so, or both are."""
        counts = {sex: self.sexes[given, sex] for sex in ("male", "female")}
        return next((sex for sex, of in counts.items() if of >= max(_SEVERAL, _NEARLY_ALL * sum(counts.values()))), "")

    def like_given(self, name: str) -> Sequence[str]:
        """Given names of the same origin and sex, as far as these are known."""
        sex = next((sex for sex in ("male", "female") if self._is_of(name, sex)), "")
        return self._pool(self.given, self._origin(name, self.given), sex)

    def like_surname(self, name: str) -> Sequence[str]:
        """Surnames of the same origin, as far as it is known."""
        return self._pool(self.surnames, self._origin(name, self.surnames), "")

    def _origin(self, name: str, count: Count) -> str:
        """Where people of a name are from most of all, by its share among the people of each origin."""
        told = {origin: count[name, origin] for origin in self.origins if origin and count[name, origin]}
        return max(told, key=lambda origin: told[origin] / (self.origins[origin] + _SMOOTH), default="")

    def _pool(self, count: Count, origin: str, sex: str) -> Sequence[str]:
        key = ("given" if count is self.given else "surname", origin, sex)
        if key not in self._pools:
            numbers: Counter[str] = Counter()
            for (name, _), number in count.items():
                numbers[name] += number
            there = [name for name in numbers if numbers[name] >= _FEWEST and (not origin or count[name, origin])]
            self._pools[key] = sorted(name for name in there if not sex or self._is_of(name, sex))
        found = self._pools[key]
        return found if len(found) >= _POOL or not origin else self._pool(count, "", sex)

    def _is_of(self, name: str, sex: str) -> bool:
        """Whether people of a given name are of one sex."""
        return self.sexes[name, sex] >= max(_FEWEST, _SURE * sum(self.sexes[name, each] for each in ("male", "female")))


@cache
def name_pools() -> NamePools:
    """The names of the people whom the embedded kinds have."""
    people = []
    by_origin: dict[str, int] = defaultdict(int)
    for name, kind, sex in embedded_kinds().people():
        first, *rest = name.split()
        if len(rest) in (1, 2) and _NAME.fullmatch(first) and _NAME.fullmatch(rest[-1]):
            origin = " ".join(takewhile(lambda word: word[:1].isupper(), kind.split()))
            people.append((first, rest[-1], origin, sex))
            by_origin[origin] += 1
    pools = NamePools()
    for first, last, origin, sex in people:
        origin = origin if by_origin[origin] >= _PEOPLE else ""
        pools.given[first, origin] += 1
        pools.surnames[last, origin] += 1
        pools.sexes[first, sex] += 1
        pools.names.update((first, last))
        pools.origins[origin] += 1
    return pools

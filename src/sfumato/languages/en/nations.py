"""Adjectives of nations, and those of the continents that they belong to."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def nations() -> dict[str, str]:
    """The adjective of each country, with that of its continent; compiled by `scripts/compile_nations.py`."""
    lines = resources.files("sfumato.languages.en").joinpath("nations.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def continents() -> frozenset[str]:
    """The adjectives of continents."""
    return frozenset(nations().values())


def continent_of(adjective: str) -> str:
    """The adjective of the continent that a nation belongs to; empty for what is no nation's.

    >>> continent_of("Polish"), continent_of("Americans"), continent_of("polish")
    ('European', 'North American', '')
    """
    known = nations()
    return known.get(adjective) or known.get(adjective.removesuffix("s"), "")

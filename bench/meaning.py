"""Whether the taxonomies have something sensible to say, and whether the counts hold together."""

from __future__ import annotations

import random
from pathlib import Path

from bench.table import Row
from sfumato import taxonomies
from sfumato.knowledge import Pack
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.types import Any

LABELS = (
    "breast cancer, HIV, radiotherapy, Miami, Tarragona, naltrexone, Buddhism, carpenter, Florida, chlamydia".split(
        ", "
    )
)


def rows(data: Path | None) -> list[Row]:
    return [*_paths(), *_sanity()]


def _paths() -> list[Row]:
    chain = taxonomies.embedded()
    found = []
    for label in LABELS:
        paths = [
            [step.label for step in path if not step.grouping]
            for sense in chain.senses(label)[:2]
            for path in chain.paths(sense)
        ]
        best = max(paths, key=len, default=[])
        found.append(Row(f"  {label}", " → ".join(best), "three steps or more", len(best) >= 3))
    return [
        Row(
            "paths",
            f"{sum(row.ok is True for row in found)} of {len(found)} labels",
            "all",
            all(r.ok for r in found),
        ),
        *found,
    ]


def _sanity() -> list[Row]:
    pack, chain, rng = Pack.open(), taxonomies.embedded(), random.Random(0)
    terms = [pack._terms.strings[row] for row in rng.sample(range(len(pack._terms.strings)), 2000)]
    above = sum(
        together > min(pack.count(given), pack.count(term))
        for given in terms[:200]
        for term, together in zip(terms, pack.counts(given, terms), strict=True)
    )
    falls = steps = 0
    for taxonomy in chain.taxonomies:
        assert isinstance(taxonomy, Hierarchy)
        for concept in rng.sample(list(taxonomy), 300):
            special = pack.count(Any(*chain.forms(concept)))
            for parent in chain.parents(concept):
                steps += 1
                falls += pack.count(Any(*chain.forms(parent))) < special
    return [
        Row("p(t and q) above p(t) or p(q)", f"{above} of {200 * len(terms):,} pairs", "never", above == 0),
        Row(
            "taxonomic counts that fall from concept to parent",
            f"{falls} of {steps:,} steps",
            "never",
            falls == 0,
        ),
    ]

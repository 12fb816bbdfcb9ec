"""Makes a table of people with the texts they wrote k-anonymous as one whole (RX)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from sfumato.errors import SfumatoError
from sfumato.io.arrays import Array
from sfumato.io.frames import as_given
from sfumato.languages.en import English
from sfumato.protocols import Taxonomy
from sfumato.tables.check import Verdict, check
from sfumato.tables.config import Config
from sfumato.tables.grouping.diversity import Claim
from sfumato.tables.grouping.partition import STRATEGIES, partition
from sfumato.tables.measures import Measures, measure
from sfumato.tables.prepare import Prepared, Progress, Source, named, prepare
from sfumato.tables.recoding import SUPPRESSED, Recoded, recode
from sfumato.tables.release import released
from sfumato.tables.texts.cache import Cache, Memory
from sfumato.tables.texts.fixpoint import Round, settled
from sfumato.tables.texts.recoded import changes, generalized
from sfumato.tables.texts.rewriting import rewritten
from sfumato.tables.texts.terms import find
from sfumato.tables.texts.user_terms import Given, find_given
from sfumato.tables.view import Groups
from sfumato.types import Term


@dataclass(frozen=True)
class Report:
    """What was done to the texts, and how long each step took, in seconds."""

    redundant: dict[str, int] = field(default_factory=dict)
    """How many terms of the texts repeated each column."""
    rounds: dict[str, tuple[Round, ...]] = field(default_factory=dict)
    """For each text column what detecting anew changed, round by round."""
    suppressed_texts: int = 0
    """Texts that had to be suppressed as a whole."""
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Anonymized:
    """A table to publish (`table`, a frame of the type that was given), and what it cost; all but the table is yours.

    `verdict` is the check of the released table, `groups` tells which people of the original are alike in it.
    """

    table: Any
    groups: Groups
    measures: Measures
    verdict: Verdict
    report: Report


def anonymize(
    table: Any,
    config: Config,
    *,
    k: int | None = None,
    weight: float | None = None,
    strategy: str | None = None,
    l: float | None = None,  # noqa: E741  the papers' name
    t: float | None = None,
    entropy: float | None = None,
    types: Collection[str] | None = None,
    terms: Source | None = None,
    approximate: bool = False,
    literal_values: bool = True,
    generalize: bool = False,
    taxonomy: Taxonomy | None = None,
    language: English | None = None,
    processes: int = 1,
    cache: Cache | Memory | None = None,
    progress: Progress | None = None,
    population: Any = None,
    seed: int | None = None,
) -> Anonymized:
    """The table with every person as one of at least k, in columns and texts together.

    What is not given is taken from the config. See `prepare` for how texts are read. `generalize` writes what a
    whole group shares by the `taxonomy` in place of suppressed terms. The rows are shuffled and the keys drawn at
    random; `seed` is for tests. A release that does not pass its own check is an error, also against a
    `population`: groups are not made for it, so that a larger k may help.
    """
    started = perf_counter()
    cache = cache if cache is not None else Memory()
    prepared = prepare(
        table,
        config,
        types=types,
        terms=terms,
        approximate=approximate,
        literal_values=literal_values,
        taxonomy=taxonomy,
        language=language,
        processes=processes,
        cache=cache,
        progress=progress,
        least=config.k if k is None else k,
    )
    seconds = {"prepare": perf_counter() - started}
    return anonymize_prepared(
        prepared,
        like=table,
        k=k,
        weight=weight,
        strategy=strategy,
        l=l,
        t=t,
        entropy=entropy,
        taxonomy=taxonomy if generalize else None,
        language=language,
        processes=processes,
        cache=cache,
        progress=progress,
        population=population,
        seed=seed,
        seconds=seconds,
    )


def anonymize_prepared(
    prepared: Prepared,
    *,
    like: Any = None,
    k: int | None = None,
    weight: float | None = None,
    strategy: str | None = None,
    l: float | None = None,  # noqa: E741
    t: float | None = None,
    entropy: float | None = None,
    taxonomy: Taxonomy | None = None,
    language: English | None = None,
    processes: int = 1,
    cache: Cache | Memory | None = None,
    progress: Progress | None = None,
    population: Any = None,
    seed: int | None = None,
    seconds: dict[str, float] | None = None,
) -> Anonymized:
    """The same of a table that was prepared; terms are generalised where there is a taxonomy."""
    config, people = prepared.config, prepared.people
    cache = cache if cache is not None else Memory()
    seconds = dict(seconds or {})
    k = config.k if k is None else k
    l = config.l if l is None else l  # noqa: E741
    t = config.t if t is None else t

    at = perf_counter()
    claim = Claim(int(np.ceil(l or 1)), float(entropy or 1), float(1 if t is None else t))
    groups = partition(
        people,
        k,
        strategy=strategy or config.strategy or STRATEGIES[0],
        weight=config.weight if weight is None else weight,
        claim=claim,
    )
    seconds["partition"] = perf_counter() - at

    at = perf_counter()
    recoded = [recode(attribute, groups) for attribute in people.attributes]
    classes = _classes(recoded, groups)
    values = _values(recoded, groups) if prepared.texts else []
    seconds["recode"] = perf_counter() - at

    def looked_for(texts: Sequence[str]) -> list[list[Term]]:
        if prepared.given is not None:
            new = [text for text in dict.fromkeys(texts) if text not in searched]  # most are the same in every round
            found = find_given(new, _once(prepared.given, len(new)), processes=processes)
            searched.update(zip(new, found, strict=True))
            return [searched[text] for text in texts]
        return find(texts, types=prepared.types, language=language, processes=processes, cache=cache, progress=told)

    searched: dict[str, list[Term]] = {}
    told: Callable[[int, int], None] | None = None
    texts: dict[str, list[str | None]] = {}
    rounds: dict[str, tuple[Round, ...]] = {}
    redundant: dict[str, int] = {}
    suppressed = 0
    seconds |= {"rewrite": 0.0, "settle": 0.0}
    for number, text in enumerate(prepared.texts):
        if progress is not None:
            told = named(progress, f"analysing {text.name} anew")
        at = perf_counter()
        becomes = generalized(people.texts[number], groups, taxonomy) if taxonomy is not None else None
        edits = changes(prepared, number, groups, recoded, becomes)
        first = [rewritten(own or "", each) for own, each in zip(text.texts, edits, strict=True)]
        for row in text.redundant:
            for each in row:
                redundant[each.column] = redundant.get(each.column, 0) + 1
        seconds["rewrite"] += perf_counter() - at
        at = perf_counter()
        final = settled(
            first,
            of=prepared.of,
            groups=groups,
            classes=classes,
            values=values,
            find=looked_for,
            direct=prepared.direct,
        )
        texts[text.name] = [None if own is None else new for own, new in zip(text.texts, final.texts, strict=True)]
        rounds[text.name] = final.rounds
        suppressed += final.suppressed
        seconds["settle"] += perf_counter() - at

    at = perf_counter()
    out = released(prepared.table, config, prepared.of, groups, recoded, texts, seed=seed)
    measures = measure(people, groups)
    seconds["release"] = perf_counter() - at
    at = perf_counter()
    verdict = check(
        out,
        config,
        k,
        l=l,
        t=t,
        entropy=entropy,
        original_terms=prepared.given,
        population=population,
        types=prepared.types,
        language=language,
        processes=processes,
        cache=cache,
        progress=progress,
    )
    seconds["check"] = perf_counter() - at
    if not verdict.holds:
        raise SfumatoError(f"the release does not pass its own check, so there is none: {verdict.problems[0]}")
    report = Report(redundant, rounds, suppressed, seconds)
    return Anonymized(as_given(out, like) if like is not None else out, groups, measures, verdict, report)


def _once(given: Sequence[Given], rows: int) -> list[Sequence[Given]]:
    """Given terms as belonging to the first of so many rows: they are looked for in all."""
    empty: tuple[Given, ...] = ()
    return [given, *[empty] * (rows - 1)] if rows else []


def _values(recoded: Sequence[Recoded], groups: Groups) -> list[tuple[str, ...]]:
    """The released cells of each person, but for what says nothing."""
    cells = zip(*(each.of(groups) for each in recoded), strict=True) if recoded else [()] * len(groups.of)
    return [tuple(cell for cell in each if cell not in ("", SUPPRESSED)) for each in cells]


def _classes(recoded: Sequence[Recoded], groups: Groups) -> Array:
    """Numbers people by all that their released columns say."""
    of = np.zeros(groups.total, dtype=np.int64)
    for each in recoded:
        same: dict[str, int] = {}
        number = np.array([same.setdefault(label, len(same)) for label in each.labels], dtype=np.int64)
        own = number[each.codes]
        of = np.unique(of * (int(own.max(initial=0)) + 1) + own, return_inverse=True)[1]
    return of[groups.of]

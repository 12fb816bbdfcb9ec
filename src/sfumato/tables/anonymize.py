"""Makes a table of people k-anonymous, together with the texts they wrote (RX)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from sfumato.errors import SfumatoError
from sfumato.io.arrays import Array
from sfumato.io.frames import as_given
from sfumato.tables.check import check
from sfumato.tables.claims import Claim
from sfumato.tables.grouping.partition import STRATEGIES, partition
from sfumato.tables.measures import measure
from sfumato.tables.prepare import Prepared, TermOptions, prepare
from sfumato.tables.recoding import SUPPRESSED, Recoded, recode
from sfumato.tables.release import released
from sfumato.tables.requests import AnonymizeReport, AnonymizeRequest, AnonymizeResult
from sfumato.tables.texts.fixpoint import Authors, Find, Round, settled
from sfumato.tables.texts.recoded import changes, generalized
from sfumato.tables.texts.rewriting import Way, rewritten
from sfumato.tables.texts.terms import find
from sfumato.tables.texts.user_terms import UserTerms, find_anywhere
from sfumato.tables.texts.values import (
    FindValues,
    meant,
    no_values,
    released_values,
    types_of_values,
    value_finder,
    with_values,
)
from sfumato.tables.tools import Tools
from sfumato.tables.view import Groups
from sfumato.taxonomies import embedded
from sfumato.types import Term


def anonymize(
    table: Any,
    request: AnonymizeRequest,
    *,
    user_terms: UserTerms | None = None,
    population: Any = None,
    tools: Tools | None = None,
) -> AnonymizeResult:
    """A release of a table, a file or any frame, in which everyone is one of at least k, by columns and texts together.

    The rows are shuffled and the keys drawn at random. A release that does not pass its own check is an error. Groups
    are made without regard to the `population`: if it is there that the check fails, a larger k may help.
    """
    started = perf_counter()
    tools = tools or Tools()
    config = request.parsed_config()
    claim = request.claim(config, population)
    strategy, weight = request.grouping(config)
    if tools.taxonomy is None and (request.approximate or (request.generalize and config.of("text"))):
        tools = replace(tools, taxonomy=embedded())
    options = TermOptions(request.types, user_terms, request.approximate, request.literal_values)
    prepared = prepare(table, config, options, least=claim.k, tools=tools)
    took = perf_counter() - started
    result = anonymize_prepared(
        prepared, claim, strategy=strategy, weight=weight, generalize=request.generalize, seed=request.seed, tools=tools
    )
    report = replace(result.report, seconds={"prepare": took, **result.report.seconds})
    return replace(result, table=as_given(result.table, table), report=report)


def anonymize_prepared(
    prepared: Prepared,
    claim: Claim,
    *,
    strategy: str = STRATEGIES[0],
    weight: float = 0.5,
    generalize: bool = False,
    seed: int | None = None,
    tools: Tools | None = None,
) -> AnonymizeResult:
    """The release of a table that was prepared; terms are generalised only where there is a taxonomy."""
    config, people = prepared.config, prepared.people
    tools = tools or Tools()
    taxonomy = tools.taxonomy if generalize else None
    seconds: dict[str, float] = {}

    at = perf_counter()
    groups = partition(people, claim, strategy=strategy, weight=weight)
    seconds["partition"] = perf_counter() - at

    at = perf_counter()
    recoded = [recode(attribute, groups) for attribute in people.attributes]
    classes = _classes(recoded, groups)
    values = _values(recoded, groups) if prepared.texts else []
    authors = Authors(prepared.of, groups, classes, values)
    seconds["recode"] = perf_counter() - at

    texts: dict[str, list[str | None]] = {}
    rounds: dict[str, tuple[Round, ...]] = {}
    redundant: dict[str, int] = {}
    suppressed = 0
    seconds |= {"rewrite": 0.0, "settle": 0.0}
    searched: dict[str, list[Term]] = {}
    find_values = _value_finder(prepared, recoded, tools)
    for number, text in enumerate(prepared.texts):
        at = perf_counter()
        becomes = None
        if taxonomy is not None:
            becomes = generalized(people.texts[number], groups, taxonomy, tools.language)
        edits = changes(prepared, number, groups, recoded, tools.language, becomes)
        first = [rewritten(own or "", each, tools.language) for own, each in zip(text.texts, edits, strict=True)]
        for row in text.redundant:
            for each in row:
                redundant[each.column] = redundant.get(each.column, 0) + 1
        seconds["rewrite"] += perf_counter() - at
        at = perf_counter()
        finding = _finding(prepared, tools, f"analysing {text.name} anew", searched, find_values)
        way: Way = "type" if becomes is None else "kind"
        final = settled(first, authors, finding, tools.language, direct=prepared.direct, way=way)
        texts[text.name] = [None if own is None else new for own, new in zip(text.texts, final.texts, strict=True)]
        rounds[text.name] = final.rounds
        suppressed += final.suppressed
        seconds["settle"] += perf_counter() - at

    at = perf_counter()
    out = released(prepared.table, config, prepared.of, groups, recoded, texts, seed=seed)
    measures = measure(people, groups)
    seconds["release"] = perf_counter() - at
    at = perf_counter()
    own = prepared.user_terms
    verdict = check(out, config, claim, types=prepared.types, user_terms=own, values=find_values, tools=tools)
    seconds["check"] = perf_counter() - at
    if not verdict.holds:
        raise SfumatoError(f"the release does not pass its own check, so there is none: {verdict.problems[0]}")
    report = AnonymizeReport(redundant, rounds, suppressed, seconds)
    return AnonymizeResult(measures, verdict, report, out, groups)


def _value_finder(prepared: Prepared, recoded: Sequence[Recoded], tools: Tools) -> FindValues:
    """What finds the values of columns in rewritten texts: those of the table, and those that the release has."""
    if prepared.values is None:
        return no_values
    labels = {each.name: released_values(each.labels) for each in recoded}
    return value_finder({name: [*own, *labels[name]] for name, own in prepared.values.items()}, tools.language)


def _finding(
    prepared: Prepared, tools: Tools, step: str, searched: dict[str, list[Term]], find_values: FindValues
) -> Find:
    """What finds the terms of rewritten texts: those of a user, or else of detectors, and the values of columns.

    `searched` remembers in which texts the user's terms were looked for: most are the same in every round.
    """
    types = types_of_values(prepared.config, tools.language)

    def detected(texts: Sequence[str]) -> list[list[Term]]:
        return find(texts, types=prepared.types, tools=tools, step=step)

    def looked_up(texts: Sequence[str]) -> list[list[Term]]:
        new = [text for text in dict.fromkeys(texts) if text not in searched]
        found = find_anywhere(new, prepared.user_terms or (), tools=tools)
        searched.update(zip(new, found, strict=True))
        return [searched[text] for text in texts]

    def found(texts: Sequence[str]) -> list[list[Term]]:
        terms = detected(texts) if prepared.user_terms is None else looked_up(texts)
        values = (meant(find_values(text), types, tools.language) for text in texts)
        return [with_values(each, said, types) for each, said in zip(terms, values, strict=True)]

    return found


def _values(recoded: Sequence[Recoded], groups: Groups) -> list[tuple[str, ...]]:
    """The released cells of each person, without empty and suppressed ones."""
    cells = zip(*(each.of(groups) for each in recoded), strict=True) if recoded else [()] * len(groups.of)
    return [tuple(cell for cell in each if cell not in ("", SUPPRESSED)) for each in cells]


def _classes(recoded: Sequence[Recoded], groups: Groups) -> Array:
    """The class of each person by what is released of their columns: the same cells, the same number."""
    of = np.zeros(groups.total, dtype=np.int64)
    for each in recoded:
        same: dict[str, int] = {}
        number = np.array([same.setdefault(label, len(same)) for label in each.labels], dtype=np.int64)
        own = number[each.codes]
        of = np.unique(of * (int(own.max(initial=0)) + 1) + own, return_inverse=True)[1]
    return of[groups.of]

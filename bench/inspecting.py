"""Inspecting: how fast sets of words are searched, topics against control terms, and people before and after repair."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import mean, median

import numpy as np

from bench.table import Row
from sfumato.inspecting import Search, conclusions
from sfumato.io.arrays import Array
from sfumato.knowledge import Pack
from sfumato.languages import load
from sfumato.protocols import Knowledge, Resources
from sfumato.risk import Index, Keyword
from sfumato.taxonomies import embedded
from sfumato.types import All, Hit, Query, Secret
from studies.inference import FACTS, THREE_HITS, Person, curve, identified, people, repaired, words_of
from studies.inference_page import contrast, texts_of

PEOPLE = 150
TIMED = 40  # biographies whose searches are timed
SIZES = (10, 20, 30, 40, 50)


def rows(data: Path | None) -> list[Row]:
    pack = Pack.open()
    found, total = people(pack, PEOPLE)
    timed = [(person, words_of(person, pack, max(SIZES))) for person in found[:TIMED]]
    return [
        *_speed(pack, timed),
        *_growth(pack, timed),
        *(_contrast(pack, topic) for topic in FACTS),
        *_people(pack, found, total, data),
    ]


def _warm(work: Callable[[], object]) -> float:
    """Seconds of the second run."""
    work()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _secret(person: Person) -> Secret:
    return Secret(person.name, 1.0, (load().normal_form(person.name),), (person.name,), "person")


def _searched(pack: Pack, person: Person, words: Sequence[str], search: Search) -> int:
    return len(list(Index(pack, words, search).leading_to(_secret(person))))


def _time(pack: Pack, timed: Sequence[tuple[Person, Sequence[str]]], search: Search) -> list[float]:
    """Seconds of each person's search, own articles left aside."""
    return [
        _warm(partial(_searched, pack, person, words[: search.keywords], replace(search, without=person.own)))
        for person, words in timed
    ]


def _speed(pack: Pack, timed: Sequence[tuple[Person, Sequence[str]]]) -> list[Row]:
    queries = [_warm(partial(identified, person, words[:20], pack)) for person, words in timed]
    triples = Search(keywords=30, set_size=3)
    sets = _time(pack, timed, triples)
    common = _common(pack)
    topic = Secret("alcoholism", 1.0, ("alcoholism",), ("alcoholism",))
    dense = _warm(lambda: len(list(Index(pack, common, triples).leading_to(topic))))
    all_of = [[Keyword(word, 0.0, ()) for word in words[:30]] for _, words in timed[:10]]
    every = [_warm(partial(conclusions, "", words, pack, triples)) for words in all_of]
    return [
        Row(
            "one biography, 20 keywords, the paper's 20 queries and all sets of up to 3",
            f"median {median(queries) * 1000:.0f} ms, most {max(queries) * 1000:.0f} ms",
            "under 0.2 s (the paper: 20 minutes)",
            max(queries) < 0.2,
        ),
        Row(
            "all singles, pairs and triples of 30 keywords (4,525 sets), a person",
            f"median {median(sets) * 1000:.0f} ms, most {max(sets) * 1000:.0f} ms",
            "under 1 s",
            max(sets) < 1,
        ),
        Row(
            f"… of 30 common words of a topic ({sum(map(pack.count, common)):,} postings)",
            f"{dense:.2f} s",
            "under 1 s",
            dense < 1,
        ),
        Row(
            "… all inferences, no secret given",
            f"median {median(every):.2f} s, most {max(every):.2f} s",
            "under 1 s",
            max(every) < 1,
        ),
    ]


def _common(pack: Pack) -> list[str]:
    """Thirty words that stand in many documents."""
    words = [load().normal_form(word) for word in FACTS["STD"]["keywords"] + FACTS["alcoholism"]["keywords"]]
    return sorted(dict.fromkeys(words), key=pack.count, reverse=True)[:30]


def _growth(pack: Pack, timed: Sequence[tuple[Person, Sequence[str]]]) -> list[Row]:
    by_words = []
    for size in SIZES:
        search = Search(keywords=size, set_size=3)
        took = mean(_time(pack, timed, search))
        number = mean(_searched(pack, p, w[:size], replace(search, without=p.own)) for p, w in timed)
        by_words.append(f"{size}: {took * 1000:.0f} ms, {number:.1f} reported")
    by_documents = []
    for part in (8, 4, 2, 1):
        known = _Part(pack, pack.total // part)
        secret = Secret("alcoholism", 1.0, ("alcoholism",), ("alcoholism",))
        search = Search(keywords=30, set_size=3)
        took = _warm(partial(_led, known, _common(pack), search, secret))
        number = _led(known, _common(pack), search, secret)
        by_documents.append(f"{known.total:,}: {took * 1000:.0f} ms, {number} reported")
    return [
        Row("time and sets reported, by number of keywords (sets of up to 3)", "; ".join(by_words)),
        Row("… by documents of the pack (30 common words, a topic)", "; ".join(by_documents)),
    ]


def _led(knowledge: Knowledge, words: Sequence[str], search: Search, secret: Secret) -> int:
    return len(list(Index(knowledge, words, search).leading_to(secret)))


class _Part:
    """The first documents of a pack, as a pack of so many would answer."""

    def __init__(self, pack: Pack, total: int) -> None:
        self.pack, self.total, self.floor, self.language = pack, total, pack.floor, pack.language

    def count(self, query: Query) -> int:
        return len(self.matching(query))

    def counts(self, given: Query, queries: Sequence[Query]) -> list[int]:
        return [self.count(All(given, query)) for query in queries]

    def matching(self, query: Query) -> Array:
        found = self.pack.matching(query)
        return found[: np.searchsorted(found, self.total)]

    def scored(self, query: Query) -> tuple[Array, Array]:
        found, scores = self.pack.scored(query)
        end = np.searchsorted(found, self.total)
        return found[:end], scores[:end]

    def best(self, query: Query, limit: int = 10) -> list[Hit]:
        return [hit for hit in self.pack.best(query, self.pack.total) if hit.document < self.total][:limit]

    def title(self, document: int) -> str:
        return self.pack.title(document)

    def weights(self, document: int, limit: int = 20) -> list[tuple[str, float]]:
        return self.pack.weights(document, limit)


def _contrast(pack: Pack, topic: str) -> Row:
    paper, ours = contrast(pack, topic)
    return Row(
        f"{topic}: pairs of keywords against pairs of control terms",
        f"{ours:.1f} percentage points",
        f"at least the paper's {paper:.1f}",
        ours >= paper,
    )


def _people(pack: Pack, found: Sequence[Person], total: int, data: Path | None) -> list[Row]:
    if data is None or not sorted(data.glob("wikipedia-*.jsonl*")):
        share = _share(pack, found, 20)
        return [Row(f"{len(found)} people of {total:,}: found by 20 keywords", f"{share:.0%} (no texts: no repair)")]
    texts = texts_of(found, pack, data, lambda step: None)
    before = [identified(person, words_of(person, pack), pack) for person in texts]
    steps = (1, 2, 3, 5, 10, 15, 20)
    shares = curve(sets for _, sets in before)
    prefixes = curve(prefix for prefix, _ in before)
    resources = Resources(pack, embedded(), load())
    start = time.perf_counter()
    results = repaired(texts, resources)
    took = (time.perf_counter() - start) / len(texts) / 2
    after = [identified(each.person, words_of(each.person, pack), pack) for each in results]
    left = curve(sets for _, sets in after)[-1]
    kept, left_out = mean(each.kept for each in results), mean(each.kept_redacted for each in results)
    again = sum(each.holds for each in results)
    dearer = sum(each.cost > each.cost_greedily + 1e-6 for each in results)
    return [
        Row(
            f"{len(texts)} people (of {total:,}), found by any one to three of 20 keywords, before and after --fix",
            f"{shares[-1]:.0%}, {left:.0%}",
            "at least 100 people; falls by more than half",
            len(texts) >= 100 and left < shares[-1] / 2,
        ),
        Row(
            f"… the curve before, x = {', '.join(map(str, steps))}",
            ", ".join(f"{shares[x - 1]:.0%}" for x in steps),
        ),
        Row(
            "… by all first x keywords together, before and after",
            f"{prefixes[-1]:.0%}, {curve(prefix for prefix, _ in after)[-1]:.0%}",
        ),
        Row(
            "… information kept, generalising against leaving the words out",
            f"{kept:.1%} against {left_out:.1%}",
            "more",
            kept > left_out,
        ),
        Row("… inspected again: clean, with a certificate", f"{again} of {len(results)}", "all", again == len(results)),
        Row(
            "… bits that the repair loses, exact against greedy",
            f"{mean(each.cost for each in results):.2f} against {mean(each.cost_greedily for each in results):.2f}; "
            f"dearer in {dearer} of {len(results)}",
            "never dearer",
            not dearer,
        ),
        Row("… one repair", f"{took:.2f} s of {mean(len(p.text) for p in texts):,.0f} characters, spaCy included"),
        *_further(pack, texts, [each.person for each in results], kept, resources),
    ]


def _share(pack: Pack, found: Sequence[Person], keywords: int) -> float:
    """The people whom any one to three of so many keywords find."""
    return curve((identified(p, words_of(p, pack, keywords), pack)[1] for p in found), keywords)[-1]


def _further(
    pack: Pack, texts: Sequence[Person], fixed: Sequence[Person], kept: float, resources: Resources
) -> list[Row]:
    """What an attacker finds who looks at more keywords than the repair did, and what it costs to look as far."""
    wide = repaired(texts, resources, search=replace(THREE_HITS, keywords=50))
    versions = {
        "before": (texts, 1.0),
        "repaired by 20 keywords": (fixed, kept),
        "repaired by 50": ([each.person for each in wide], mean(each.kept for each in wide)),
    }
    return [
        Row(
            f"… {name}: found by 20, 50, 100 keywords; kept",
            ", ".join(f"{_share(pack, version, number):.0%}" for number in (20, 50, 100)) + f"; {information:.1%}",
        )
        for name, (version, information) in versions.items()
    ]

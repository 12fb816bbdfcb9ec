"""The page of WEB's experiments: topics and people, ours beside the paper's, with the curve as a plot and CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

from sfumato.io.atomic import write_csv
from sfumato.io.files import lines
from sfumato.measure import plots
from sfumato.protocols import Knowledge, Resources
from sfumato.service import Engine
from studies import pages
from studies.inference import (
    FACTS,
    KEYWORDS,
    Person,
    Repaired,
    curve,
    identified,
    people,
    repaired,
    topic_shares,
    words_of,
)

MORE = 50
"""Keywords of an attacker who looks further than the repair did."""


def texts_of(found: Sequence[Person], knowledge: Knowledge, data: Path, tell: Callable[[str], None]) -> list[Person]:
    """The people whose biography is among the encyclopedia's articles in a folder, with its text."""
    wanted = {knowledge.title(person.document): person for person in found}
    texts: dict[str, str] = {}
    for path in sorted(data.glob("wikipedia-*.jsonl*")):
        tell(f"reading {path.name}")
        for line in lines(path):
            record = json.loads(line)
            if record["title"] in wanted:
                texts.setdefault(record["title"], record["text"])
    return [replace(person, text=texts[title]) for title, person in wanted.items() if title in texts]


def write_page(
    folder: Path, engine: Engine, *, limit: int, data: Path | None, tell: Callable[[str], None], command: str
) -> Path:
    """Runs the experiments and writes the page, the curve and the plot; gives the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    plots.check_plot(folder / "inference.png")
    knowledge = engine.knowledge
    tell("topics")
    topics = list(_topics(knowledge))
    tell("people")
    found, total = people(knowledge, limit)
    curves: dict[str, list[float]] = {}
    notes = [
        f"{len(found)} people of California or Illinois, evenly out of {total:,} with an article in the knowledge who "
        "are named in another one as well. Own articles do not count; a person is found where one of the best "
        "three documents has the full name."
    ]
    texts = texts_of(found, knowledge, data, tell) if data else []
    if data and not texts:
        tell("no article of these people is in the data: the repair is left out")
    if texts:
        found = texts
    tell("looking for people")
    needed = [identified(person, words_of(person, knowledge), knowledge) for person in found]
    curves["all first 1, 2, ... or x keywords together (the paper's queries)"] = curve(prefix for prefix, _ in needed)
    curves["any one to three of the first x keywords"] = curve(sets for _, sets in needed)
    rows: list[Sequence[object]] = []
    if texts:
        rows = _repair(texts, engine.resources(), curves, tell)
        notes.append(f"Of {len(texts)} of them the article's text was at hand.")
    else:
        notes.append(
            "The texts were not at hand (`--data`): keywords are those of the knowledge, and nothing was repaired."
        )
    at = list(range(1, KEYWORDS + 1))
    write_csv(
        folder / "inference.csv",
        ["keywords", *curves],
        ([x, *(f"{share[x - 1]:.4f}" for share in curves.values())] for x in at),
    )
    plots.lines(
        folder / "inference.png",
        {name: (at, share) for name, share in curves.items()},
        title="People found by the keywords of their biography",
        across="first keywords of the biography",
        up="share of people",
        percent=True,
        bounds=(0, 1),
    )
    page = folder / "inference.md"
    pages.write(page, _page(topics, curves, notes, rows, pages.dated(knowledge, command)))
    return page


def _topics(knowledge: Knowledge) -> Iterator[Sequence[object]]:
    for topic, facts in FACTS.items():
        for words, what in (("keywords", "keywords of the topic's page"), ("control", "control terms")):
            singles, pairs = topic_shares(topic, words, knowledge)
            for kind, share, theirs in zip(("singles", "pairs"), (singles, pairs), facts["paper"][words], strict=True):
                ours = f"{share.percent:.2f} %"
                yield topic, what, kind, f"{theirs:.2f} %", ours, f"{share.leading} of {share.total}", share.found


def contrast(knowledge: Knowledge, topic: str) -> tuple[float, float]:
    """Percentage points between pairs of keywords and of control terms: the paper's and ours."""
    ours = topic_shares(topic, "keywords", knowledge)[1].percent - topic_shares(topic, "control", knowledge)[1].percent
    paper = FACTS[topic]["paper"]
    return paper["keywords"][1] - paper["control"][1], ours


def _repair(
    texts: Sequence[Person],
    resources: Resources,
    curves: dict[str, list[float]],
    tell: Callable[[str], None],
) -> list[Sequence[object]]:
    def progress(done: int, total: int) -> None:
        if done % 20 == 0:
            tell(f"repairing {done} of {total}")

    results = repaired(texts, resources, progress)
    knowledge = resources.knowledge
    after = [identified(each.person, words_of(each.person, knowledge), knowledge) for each in results]
    further = [identified(each.person, words_of(each.person, knowledge, MORE), knowledge)[1] for each in results]
    curves["any one to three, after the repair"] = curve(sets for _, sets in after)
    before = curves["any one to three of the first x keywords"][-1]
    return [
        ("found by 20 keywords, before", f"{before:.0%}"),
        ("… after the repair", f"{curves['any one to three, after the repair'][-1]:.0%}"),
        (
            "… all first x together, before and after",
            f"{curve(p for p, _ in after)[-1]:.0%} after, {curves[next(iter(curves))][-1]:.0%} before",
        ),
        (f"… by {MORE} keywords, more than the repair looked at", f"{curve(further, MORE)[-1]:.0%}"),
        ("certificates that hold", f"{sum(each.holds for each in results)} of {len(results)}"),
        (
            "bits lost by the words chosen exactly, and greedily",
            f"{mean(each.cost for each in results):.1f}, {mean(each.cost_greedily for each in results):.1f}",
        ),
        ("information kept, generalising", f"{mean(each.kept for each in results):.1%}"),
        ("information kept, leaving words out instead", f"{mean(each.kept_redacted for each in results):.1%}"),
        ("people of whom generalising keeps more, as much, less", _compared(results)),
    ]


def _compared(results: Sequence[Repaired]) -> str:
    gains = [round(each.kept - each.kept_redacted, 6) for each in results]
    return f"{sum(g > 0 for g in gains)}, {sum(g == 0 for g in gains)}, {sum(g < 0 for g in gains)}"


def _page(
    topics: Sequence[Sequence[object]],
    curves: dict[str, list[float]],
    notes: Sequence[str],
    repair: Sequence[Sequence[object]],
    made: str,
) -> Iterator[str]:
    yield "# Web-based inference detection, reproduced"
    yield made
    yield "## Topics"
    yield (
        "The paper's keywords of two pages, its control terms and its words that make a hit; a set leads to the topic "
        "where the first hit has one of these words. *With documents*: sets that stand in any document at all."
    )
    yield pages.table(("topic", "words", "sets", "paper", "ours", "leading", "with documents"), topics)
    yield (
        "Where we differ: the Web has a page for nearly every pair, a knowledge of some hundred thousand documents "
        "has none for most pairs of control terms, so that hardly any lead anywhere. One keyword of the first list "
        "is lost in the scan of the paper."
    )
    yield "## People"
    yield "\n".join(f"- {note}" for note in notes)
    yield "![share of people found](inference.png)"
    shown = [1, 2, 3, 5, 10, 15, 20]
    yield pages.table(
        ("first keywords", *map(str, shown)),
        [(name, *(f"{share[x - 1]:.0%}" for x in shown)) for name, share in curves.items()],
    )
    yield (
        "The paper prints no figures of this curve, only a plot, and the number of keywords that finds nearly all is "
        "lost in the scan. Its queries ask for all of the first x keywords; a query that no document answers finds "
        "nobody, and with twenty rare words that is nearly every query here. So sets of one to three stand beside it."
    )
    if repair:
        yield "## After the repair of `sfumato inspect --fix`"
        yield pages.table(("what", "measured"), repair)

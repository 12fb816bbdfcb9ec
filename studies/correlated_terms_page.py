"""The page of CORR's experiments: threshold terms, detection, what five strategies keep; ours beside the paper's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr

from sfumato.io.atomic import write_csv
from sfumato.measure import plots
from sfumato.measure.statistics import small
from sfumato.protocols import Knowledge, Resources
from sfumato.risk import content_of
from sfumato.service import Engine
from sfumato.types import Document
from studies import pages
from studies.correlated_terms import (
    FACTS,
    OPENING,
    ORDER,
    STRATEGIES,
    Judged,
    Threshold,
    judged,
    strategies,
    threshold,
)
from studies.labelled import LABELS, read_articles
from studies.pages import NOT_MEASURED, Tell, average, number, percent
from studies.texts import ENCYCLOPEDIA, WHOLE, texts

NAME = "correlated-terms"
ARTICLES: dict[str, dict[str, Any]] = FACTS["articles"]
MEASURES = ("precision", "recall", "f")
WAYS = ("removal", "generalization")
_CORRELATED = 10  # articles from which a correlation is worth a word


@dataclass
class Measured:
    """What we measured, by the paper's names of articles."""

    thresholds: dict[str, Threshold] = field(default_factory=dict)
    judged: dict[str, Judged] = field(default_factory=dict)
    subjects: dict[str, Judged] = field(default_factory=dict)
    """The same where only the subject's names count as hidden."""
    kept: dict[str, dict[str, float]] = field(default_factory=dict)
    characters: dict[str, int] = field(default_factory=dict)


def write_page(folder: Path, engine: Engine, *, data: Path | None, tell: Tell, command: str) -> Path:
    """Runs the experiments and writes the page, the figures and the plot; gives the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    plots.check_plot(folder / f"{NAME}.png")
    ours = Measured()
    labels = pages.present(data, LABELS)
    if pages.present(data, LABELS, WHOLE, ENCYCLOPEDIA):
        _measure(ours, data, labels, engine.resources(), tell)
    write_csv(folder / f"{NAME}.csv", ("article", "measure", "paper", "ours"), _figures(ours))
    if ours.kept:
        _draw(folder / f"{NAME}.png", ours)
    page = folder / f"{NAME}.md"
    pages.write(page, _page(ours, bool(labels), engine.knowledge, pages.dated(engine.knowledge, command)))
    return page


def _measure(ours: Measured, data: Path | None, labels: list[Path], resources: Resources, tell: Tell) -> None:
    names = {facts["title"]: name for name, facts in ARTICLES.items()}
    found = texts(data, names, tell)
    documents = {names[title]: Document(title, found[title].text[:OPENING]) for title in names if title in found}
    ours.characters = {name: len(document.text) for name, document in documents.items()}
    kept = strategies(documents.values(), resources)
    for at, (name, document) in enumerate(documents.items()):
        tell("strategies", at, len(documents))
        ours.kept[name] = next(kept)
        least = threshold(resources.language.terms(document), resources.knowledge)
        if least:
            ours.thresholds[name] = least
    if labels:
        articles = read_articles(labels[0], resources)
        for at, article in enumerate(articles):
            tell("detection", at, len(articles))
            if name := names.get(article.document.id, ""):
                ours.judged[name] = judged(article, resources)
                ours.subjects[name] = judged(article, resources, subject=True)


def _share(found: Mapping[str, Judged], name: str, way: str, measure: str) -> float | None:
    return getattr(getattr(found[name], way), measure) if name in found else None


def _figures(ours: Measured) -> Iterator[tuple[str, ...]]:
    for name, facts in ARTICLES.items():
        least = ours.thresholds.get(name)
        yield name, "threshold term", facts["threshold"], least.term if least else NOT_MEASURED
        for way in WAYS:
            for measure, theirs in zip(MEASURES, facts[way], strict=True):
                yield name, f"{measure}, {way}", number(theirs, 2), percent(_share(ours.judged, name, way, measure), 2)
        for strategy, theirs in zip(STRATEGIES, facts["utility"], strict=True):
            kept = ours.kept.get(name, {}).get(strategy)
            yield name, f"utility, {strategy}", number(theirs, 2), percent(kept, 2)


def _draw(path: Path, ours: Measured) -> None:
    """What each strategy keeps, of the same articles."""
    paper = [average(ARTICLES[name]["utility"][at] / 100 for name in ours.kept) or 0.0 for at in range(len(STRATEGIES))]
    kept = [average(each[strategy] for each in ours.kept.values()) or 0.0 for strategy in STRATEGIES]
    names = [f"{name}\n{said}" for name, said in zip(STRATEGIES, _SHORT, strict=True)]
    title = f"What strategies keep, {len(ours.kept)} articles"
    plots.bars(path, names, {"paper": paper, "ours": kept}, title=title, up="information kept", percent=True)


_SHORT = (
    "names\nremoved",
    "names\ngeneralised",
    "names, and what\ntells, removed",
    "names removed,\nrest generalised",
    "both\ngeneralised",
)


def _page(ours: Measured, labels: bool, knowledge: Knowledge, made: str) -> Iterator[str]:
    yield "# Semantically correlated terms, reproduced"
    yield made
    yield pages.listing(_notes(ours, labels))
    yield from _thresholds(ours, knowledge)
    yield from _detection(ours)
    yield from _utility(ours, knowledge)
    yield f"All figures: [{NAME}.csv]({NAME}.csv)."


def _notes(ours: Measured, labels: bool) -> Iterator[str]:
    if ours.kept:
        short = [name for name, size in ours.characters.items() if size < 2000]
        yield (
            f"Thresholds and strategies: the openings, up to {OPENING:,} characters, of {len(ours.kept)} of the "
            f"paper's {len(ARTICLES)} articles"
            + (f"; those of {', '.join(short)} are shorter than 2,000 characters" if short else "")
            + "."
        )
        if missing := [name for name in ARTICLES if name not in ours.kept]:
            yield f"Not measured, as the data have no article of that title: {', '.join(missing)}."
    else:
        yield pages.absent("articles.jsonl.xz, wikipedia-00.jsonl.xz …", "our threshold terms, and strategies")
    if ours.judged:
        yield (
            f"Detection: the openings of {len(ours.judged)} of them, in which three readers marked what leads to the "
            "subject; the other articles have no labels."
        )
    elif labels:
        yield "Not measured, as none of the labelled texts is one of the paper's: detection, table 2."
    else:
        yield pages.absent("expert_dev.jsonl.xz", "detection, table 2")
    yield (
        "The first sanitizer hides the people, organizations, places and peoples that spaCy finds; the paper's those "
        "that Stanford's recogniser finds."
    )


def _thresholds(ours: Measured, knowledge: Knowledge) -> Iterator[str]:
    yield "## Threshold terms (table 1)"
    yield (
        "The least informative term that the first sanitizer hides, and its information in bits: as much must not be "
        "told of any hidden term (eq. 8)."
    )
    rows = []
    normal_form = knowledge.language.normal_form
    for name, facts in ARTICLES.items():
        theirs, least = facts["threshold"], ours.thresholds.get(name)
        known = knowledge.count(normal_form(theirs)) > 0
        bits = f"{content_of(knowledge, normal_form(theirs)):.1f}" if known else NOT_MEASURED
        rows.append((name, theirs, bits, least.term if least else NOT_MEASURED, number(least.bits if least else None)))
    yield pages.table(("article", "paper", "bits in our knowledge", "ours", "bits"), rows)
    if ours.thresholds:
        forms = {name: normal_form(ARTICLES[name]["threshold"]) for name in ours.thresholds}
        same = sum(forms[name] == normal_form(least.term) for name, least in ours.thresholds.items())
        mean = average(content_of(knowledge, form) for form in forms.values() if knowledge.count(form))
        yield (
            f"The same term in {same} of {len(ours.thresholds)} articles; on average the paper's terms have "
            f"{number(mean)} bits, ours {number(average(least.bits for least in ours.thresholds.values()))}. Where we "
            "differ, articles and recognisers differ: one general name that is found, or a common word that is taken "
            "for a name, sets the threshold for all, as the paper says itself."
        )


def _detection(ours: Measured) -> Iterator[str]:
    yield "## Detection (table 2)"
    yield (
        "Precision / recall / F in percent, of what tells of a hidden name, after the names were removed (eq. 3) and "
        "after their class was written for them (eq. 16). *Subject*: only what tells of the subject's names counts "
        "as found, which is what our readers were asked. *Known*: terms to be found that are in a document of the "
        "knowledge."
    )
    rows: list[tuple[object, ...]] = []
    for name, facts in ARTICLES.items():
        row: list[object] = [name]
        for way, at in (("removal", 0), ("generalization", 1)):
            row.append(" / ".join(number(value) for value in facts[WAYS[at]]))
            for found in (ours.judged, ours.subjects):
                row.append(" / ".join(percent(_share(found, name, way, measure)) for measure in MEASURES))
        cell = ours.judged.get(name)
        row.append(f"{cell.wanted_known} of {cell.removal.wanted}" if cell else NOT_MEASURED)
        rows.append(tuple(row))
    for said, names in (("mean, all of the paper's", list(ARTICLES)), ("mean, those measured", list(ours.judged))):
        row = [f"**{said}**"]
        for at, way in enumerate(WAYS):
            theirs = [average(ARTICLES[name][WAYS[at]][place] for name in names) for place in range(3)]
            row.append(" / ".join(number(value) for value in theirs))
            for found in (ours.judged, ours.subjects):
                means = [average(_share(found, name, way, measure) for name in names) for measure in MEASURES]
                row.append(" / ".join(map(percent, means)) if said.endswith("measured") else "")
        known = sum(cell.wanted_known for cell in ours.judged.values())
        wanted = sum(cell.removal.wanted for cell in ours.judged.values())
        row.append(f"{known} of {wanted}" if ours.judged and said.endswith("measured") else "")
        if names:
            rows.append(tuple(row))
    yield pages.table(
        (
            "article", "removal: paper", "ours", "ours, subject",
            "generalization: paper", "ours", "ours, subject", "known",
        ),
        rows,
    )  # fmt: skip
    if ours.judged:
        yield _few(len(ours.judged))
        yield "Where we differ:"
        yield pages.listing(
            (
                _moved(ours) + " who reads *person* knows that somebody was meant, and who.",
                "Precision is lower: the paper's experts marked what reveals any of the hidden names, our readers what "
                "leads to the subject; a term that only tells of another name is wrong here (*subject* leaves those "
                "out).",
                "Recall is lower: of what our readers want hidden much is numbers, dates and long phrases that are in "
                "no document of our knowledge (*known*), where a search engine has counts; our default profile hides "
                "them as what identifies.",
                "The paper's F of Apple, 76.92, does not follow from its precision and recall, which give 76.31.",
            )
        )


def _moved(ours: Measured) -> str:
    said = []
    for at, measure in ((0, "precision"), (1, "recall")):
        paper = (number(FACTS["averages"][way][at]) for way in WAYS)
        means = (percent(average(_share(ours.judged, name, way, measure) for name in ours.judged)) for way in WAYS)
        said.append(f"{measure} goes from {' to '.join(means)} (the paper's from {' to '.join(paper)})")
    return f"From removal to generalization {', '.join(said)}:"


def _few(count: int) -> str:
    said = small(count, "articles")
    return f"{said}." if said else ""


def _utility(ours: Measured, knowledge: Knowledge) -> Iterator[str]:
    yield "## Utility of strategies (table 3)"
    yield (
        "; ".join(f"{name}: {said}" for name, said in STRATEGIES.items())
        + ". Information kept in percent, paper / ours."
    )
    rows: list[tuple[object, ...]] = []
    for name, facts in ARTICLES.items():
        kept = ours.kept.get(name, {})
        pairs = zip(STRATEGIES, facts["utility"], strict=True)
        rows.append((name, *(f"{number(theirs)} / {percent(kept.get(strategy))}" for strategy, theirs in pairs)))
    rows.append(("**mean, all of the paper's**", *(f"{number(value)} /" for value in FACTS["averages"]["utility"])))
    if ours.kept:
        means = []
        for at, strategy in enumerate(STRATEGIES):
            theirs = average(ARTICLES[name]["utility"][at] for name in ours.kept)
            means.append(f"{number(theirs)} / {percent(average(kept[strategy] for kept in ours.kept.values()))}")
        rows.append(("**mean, those measured**", *means))
        gaps = []
        for at, strategy in enumerate(STRATEGIES):
            own = [kept[strategy] for kept in ours.kept.values()]
            gaps.append(pages.difference(own, [ARTICLES[name]["utility"][at] / 100 for name in ours.kept]))
        rows.append(("**ours less the paper's, 95 % interval**", *gaps))
    yield pages.table(("article", *STRATEGIES), rows)
    if not ours.kept:
        return
    mean = {strategy: average(kept[strategy] for kept in ours.kept.values()) or 0.0 for strategy in STRATEGIES}
    order = sorted(mean, key=lambda name: -mean[name])
    paper = FACTS["averages"]["utility"]
    said = "the paper's order" if tuple(order) == ORDER else f"the paper's is {' > '.join(ORDER)}"
    yield (
        f"By their means {' > '.join(order)}: {said}. Generalising both (S5) keeps "
        f"{mean['S5'] / max(mean['S3'], 1e-9):.1f} times what removing both (S3) keeps; in the paper "
        f"{paper[4] / paper[2]:.1f} times. {_few(len(ours.kept))}"
    )
    yield f"![what strategies keep]({NAME}.png)"
    yield "Where we differ:"
    yield pages.listing(
        (
            "S1 and S2 differ as the names do: of other texts, and found by another recogniser.",
            *_by_threshold(ours, knowledge),
        )
    )


def _by_threshold(ours: Measured, knowledge: Knowledge) -> Iterator[str]:
    """Whether strategies differ from the paper's as thresholds do."""
    normal_form = knowledge.language.normal_form
    forms = {name: normal_form(ARTICLES[name]["threshold"]) for name in ours.thresholds}
    names = [name for name, form in forms.items() if knowledge.count(form)]
    if len(names) < _CORRELATED:
        return
    bits = [ours.thresholds[name].bits - content_of(knowledge, forms[name]) for name in names]
    found = {}
    for at, strategy in enumerate(STRATEGIES):
        gaps = [ours.kept[name][strategy] - ARTICLES[name]["utility"][at] / 100 for name in names]
        found[strategy] = float(spearmanr(bits, gaps).statistic)
    yield (
        "S3 differs as thresholds do: the lower ours is against the paper's, the more terms tell too much, and the "
        f"less is kept (rank correlation of both differences {found['S3']:.2f})."
    )
    yield (
        f"S4 and S5 keep less, and not because of thresholds (rank correlations {found['S4']:.2f} and "
        f"{found['S5']:.2f}): what stands for a term must itself pass by our counts, and comes from other taxonomies."
    )

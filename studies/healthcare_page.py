"""The page of HEALTH's experiments: what two steps find and keep, ours beside the averages that the paper quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sfumato.io.atomic import write_csv
from sfumato.measure import plots
from sfumato.measure.evaluate.agreement import agreement
from sfumato.protocols import Resources
from sfumato.service import Engine
from sfumato.types import Document
from studies import pages
from studies.healthcare import FACTS, LISTS, OPENING, STEPS, SUBJECTS, Run, Runs, by_counting, hide_of, runs
from studies.labelled import LABELS, Article, Detection, read_articles
from studies.pages import NOT_MEASURED, Tell, average, number, percent
from studies.texts import ENCYCLOPEDIA, WHOLE, texts

NAME = "healthcare"
MEASURES = ("precision", "recall", "f")
SAID = {"step1": "step 1 only", "basic": "steps 1 and 2, basic", "contextualised": "steps 1 and 2, contextualised"}
_WAYS = {"removal": "removed", "generalisation": "generalised"}


@dataclass
class Measured:
    runs: Runs = field(default_factory=dict)
    counting: dict[str, Mapping[tuple[str, str], Detection]] = field(default_factory=dict)
    kappa: float | None = None
    characters: dict[str, int] = field(default_factory=dict)

    @property
    def labelled(self) -> list[str]:
        return [subject["name"] for subject in SUBJECTS if self._found(subject["name"])]

    def _found(self, name: str) -> bool:
        return any(run.detection for (article, _, _), run in self.runs.items() if article == name)

    def of(self, step: str, listed: str, name: str | None = None) -> list[Run]:
        return [run for (n, s, at), run in self.runs.items() if (s, at) == (step, listed) and name in (None, n)]

    def found(self, step: str, listed: str, measure: str, name: str | None = None) -> float | None:
        seen = [run.detection for run in self.of(step, listed, name) if run.detection]
        return average(getattr(each, measure) for each in seen)

    def kept(self, step: str, listed: str, way: str, name: str | None = None) -> float | None:
        return average(getattr(run, _WAYS[way]) for run in self.of(step, listed, name))


def write_page(folder: Path, engine: Engine, *, data: Path | None, tell: Tell, command: str) -> Path:
    """Runs the experiments and writes the page, the figures and the plots; gives the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    plots.check_plot(folder / f"{NAME}.png")
    ours = Measured()
    if pages.present(data, LABELS, WHOLE, ENCYCLOPEDIA):
        _measure(ours, data, engine.resources(), tell)
    rows = list(_rows(ours))
    write_csv(
        folder / f"{NAME}.csv",
        ("article", "measure", "steps", "protection", "paper", *LISTS),
        (*_all_rows(rows), *_article_rows(ours)),
    )
    drawn = _draw(folder, ours)
    page = folder / f"{NAME}.md"
    pages.write(page, _page(ours, rows, drawn, pages.dated(engine.knowledge, command)))
    return page


def _measure(ours: Measured, data: Path | None, resources: Resources, tell: Tell) -> None:
    labels: dict[str, Article] = {}
    names = {subject["title"]: subject["name"] for subject in SUBJECTS}
    if paths := pages.present(data, LABELS):
        read = read_articles(paths[0], resources)
        labels = {names[each.document.id]: each for each in read if each.document.id in names}
        agreed = agreement([each.labels for each in labels.values()])
        ours.kappa = agreed.fleiss.value if agreed and agreed.fleiss else None
    found = texts(data, names, tell)
    documents = {names[title]: Document(title, each.text[:OPENING]) for title, each in found.items()}
    documents = {name: each.document for name, each in labels.items()} | documents
    ours.characters = {
        subject["name"]: len(documents[subject["name"]].text) for subject in SUBJECTS if subject["name"] in documents
    }
    ours.runs = runs(documents, labels, resources, tell)
    for subject in SUBJECTS:
        if article := labels.get(subject["name"]):
            tell("counting", 0, 0)
            ours.counting[subject["name"]] = by_counting(article, hide_of(subject, "own"), resources)


# --- figures ----------------------------------------------------------------------------------------------


def _rows(ours: Measured) -> Iterator[tuple[str, str, str, float, float | None, float | None]]:
    """Measure, steps, protection, the paper's average in percent, and ours for both lists as shares."""
    for measure in MEASURES:
        for step in STEPS:
            if measure in FACTS[step]:
                shares = (ours.found(step, listed, measure) for listed in LISTS)
                yield measure, step, "", FACTS[step][measure], *shares
    for step in STEPS:
        for way in _WAYS:
            yield "utility", step, way, FACTS[step]["utility"][way], *(ours.kept(step, listed, way) for listed in LISTS)


def _all_rows(rows: list[tuple[str, str, str, float, float | None, float | None]]) -> Iterator[tuple[str, ...]]:
    for measure, step, way, theirs, *shares in rows:
        yield "mean", measure, SAID[step], way, number(theirs, 2), *(percent(share, 2) for share in shares)


def _article_rows(ours: Measured) -> Iterator[tuple[str, ...]]:
    for name in ours.characters:
        for step in STEPS:
            for measure in MEASURES:
                if ours.found(step, LISTS[0], measure, name) is not None:
                    shares = (percent(ours.found(step, listed, measure, name), 2) for listed in LISTS)
                    yield name, measure, SAID[step], "", "", *shares
            for way in _WAYS:
                kept = (percent(ours.kept(step, listed, way, name), 2) for listed in LISTS)
                yield name, "utility", SAID[step], way, "", *kept


def _draw(folder: Path, ours: Measured) -> list[str]:
    drawn = []
    if ours.labelled:
        cells = [(m, step) for step in STEPS for m in MEASURES if m in FACTS[step]]
        names = [f"{measure if measure != 'f' else 'F'}\n{_SHORT[step]}" for measure, step in cells]
        series = {"paper": [FACTS[step][measure] / 100 for measure, step in cells]}
        for listed in LISTS:
            found = (ours.found(step, listed, measure) for measure, step in cells)
            series[f"ours, {listed}"] = [share or 0.0 for share in found]
        title = f"What is found: the paper's six articles, {len(ours.labelled)} of ours"
        drawn.append(_bars(folder / f"{NAME}.png", names, series, title, "share of terms"))
    if ours.runs:
        ways = [(step, way) for step in STEPS for way in _WAYS]
        names = [f"{way}\n{_SHORT[step]}" for step, way in ways]
        series = {"paper": [FACTS[step]["utility"][way] / 100 for step, way in ways]}
        for listed in LISTS:
            series[f"ours, {listed}"] = [ours.kept(step, listed, way) or 0.0 for step, way in ways]
        title = f"What is kept: the paper's six articles, {len(ours.characters)} of ours"
        drawn.append(_bars(folder / f"{NAME}-utility.png", names, series, title, "information kept"))
    return drawn


_SHORT = {"step1": "step 1", "basic": "basic", "contextualised": "context."}


def _bars(path: Path, names: list[str], series: dict[str, list[float]], title: str, up: str) -> str:
    plots.bars(path, names, series, title=title, up=up, percent=True, bounds=(0, 1))
    return path.name


# --- the page ---------------------------------------------------------------------------------------------


def _page(
    ours: Measured,
    rows: list[tuple[str, str, str, float, float | None, float | None]],
    drawn: list[str],
    made: str,
) -> Iterator[str]:
    yield "# Textual healthcare documents, reproduced"
    yield made
    yield pages.listing(_notes(ours))
    yield "## Averages"
    yield (
        "Percent. *All six*: the names of all six subjects are sensitive, as in the paper. *Own*: those of the "
        "article's subject alone, which is what our readers were asked about."
    )
    yield pages.table(
        ("measure", "steps", "protection", "paper", "ours, all six", "ours, own"),
        (
            (measure if measure != "f" else "F", SAID[step], way, number(theirs), *map(percent, shares))
            for measure, step, way, theirs, *shares in rows
        ),
    )
    yield from _others(ours)
    for name in drawn:
        yield f"![{name.removesuffix('.png')}]({name})"
    if ours.runs:
        yield "Where we differ:"
        yield pages.listing(_differences(ours))
    yield from _articles(ours)
    yield from _counting(ours)
    yield f"All figures: [{NAME}.csv]({NAME}.csv)."


def _notes(ours: Measured) -> Iterator[str]:
    if ours.labelled:
        yield (
            f"Detection: the openings of {len(ours.labelled)} of the paper's {len(SUBJECTS)} articles "
            f"({', '.join(ours.labelled)}), in which three readers marked what leads to the subject. The other four "
            "have no labels: averages over two texts are rough."
        )
    else:
        yield pages.absent("expert_dev.jsonl.xz", "detection")
    if ours.characters:
        sizes = ", ".join(f"{name} {size:,}" for name, size in ours.characters.items())
        yield (
            f"Utility: openings, up to {OPENING:,} characters ({sizes}); that of alcohol abuse is the article "
            "*Alcoholism*."
        )
        if missing := [each["name"] for each in SUBJECTS if each["name"] not in ours.characters]:
            yield f"Not measured, as the data have no article of that title: {', '.join(missing)}."
    else:
        yield pages.absent("articles.jsonl.xz, wikipedia-00.jsonl.xz …", "utility")
    yield (
        "The paper's tables 1 to 3 are not in the text that we have: what stands beside ours are the averages that its "
        "text quotes."
    )


def _others(ours: Measured) -> Iterator[str]:
    related = [run for step in STEPS[1:] for run in ours.of(step, LISTS[0])]
    full = [run for run in ours.of("basic", LISTS[0]) if run.detection]
    seconds = average(run.seconds for run in related)
    perfect = sum(run.detection.recall == 1 for run in full if run.detection)
    yield pages.table(
        ("what", "paper", "ours"),
        (
            (
                "time for an article",
                f"{FACTS['minutes']} minutes",
                NOT_MEASURED if seconds is None else f"{seconds:.1f} seconds (its terms being known)",
            ),
            (
                "articles with perfect recall, basic",
                "about half",
                f"{perfect} of {len(full)}" if full else NOT_MEASURED,
            ),
            ("agreement of those who label", f"{FACTS['agreement']:.2f}", number(ours.kappa, 2)),
        ),
    )
    yield (
        "Agreement is between two experts before consensus in the paper, which does not say how it is measured; ours "
        "is Fleiss' kappa of three readers over the candidates."
    )


def _differences(ours: Measured) -> Iterator[str]:
    if ours.labelled:
        yield (
            "Step 1 finds more than in the paper: in openings, a larger share of what must be hidden names the "
            "subject; precision is perfect in both."
        )
        basic, within = (ours.found(step, "own", "precision") for step in STEPS[1:])
        less, more = (ours.found(step, "own", "recall") for step in STEPS[1:])
        yield (
            f"Contextualised counts take precision from {percent(basic)} to {percent(within)} and recall from "
            f"{percent(less)} to {percent(more)} (the paper: from {FACTS['basic']['precision']} to "
            f"{FACTS['contextualised']['precision']} and from {FACTS['basic']['recall']} to "
            f"{FACTS['contextualised']['recall']}); the gain is smaller, probably since ambiguity, which they are "
            "for, is smaller in an encyclopedia and medical texts than on the Web."
        )
        yield (
            "With the list of all six, one threshold holds for all of them, and it is that of the commonest name on "
            "the list: more is judged to tell, and precision is lower than with the subject's own list."
        )
    yield (
        "Generalising keeps less after contextualised counts than in the paper and more after basic ones: the "
        "threshold is that of our counts and of MeSH, MONDO and WordNet, not of the Web and SNOMED-CT, and so is "
        "what may stand for a term."
    )


def _articles(ours: Measured) -> Iterator[str]:
    if not ours.runs:
        return
    yield "## By article"
    yield (
        "The subject's own list. Precision / recall / F, information kept by removing / generalising, in percent; "
        "*limit*: the bits that are too much (eq. 3, or 12 and 13 contextualised), with the own list and with all "
        "six."
    )
    rows = []
    for name in ours.characters:
        for step in STEPS:
            found = " / ".join(percent(ours.found(step, "own", measure, name)) for measure in MEASURES)
            kept = " / ".join(percent(ours.kept(step, "own", way, name)) for way in _WAYS)
            limits = (next(iter(ours.of(step, listed, name))).limit for listed in ("own", "all six"))
            shown = " / ".join(number(limit or None) for limit in limits) if step != "step1" else NOT_MEASURED
            rows.append((name, SAID[step], found, kept, shown))
    yield pages.table(("article", "steps", "found", "kept", "limit"), rows)


def _counting(ours: Measured) -> Iterator[str]:
    if not ours.counting:
        return
    yield "## How words are counted"
    yield (
        "The equations alone, on whole terms, with the subject's own list; the sanitizer also judges words within "
        "terms and what stands for them, and finds more. *Surface*: a document counts for a generalisation only if "
        "it has its words, as a search engine counts. *Coherent*: also if it has the term that was generalised, so "
        "that no count of a general thing is below that of a special one. Precision / recall / F, means of the "
        "labelled articles."
    )
    rows = []
    for step in STEPS[1:]:
        row = [SAID[step]]
        for counting in ("surface", "coherent"):
            cells = [found[step, counting] for found in ours.counting.values()]
            row.append(" / ".join(percent(average(getattr(c, measure) for c in cells)) for measure in MEASURES))
        rows.append(row)
    yield pages.table(("steps", "surface", "coherent"), rows)
    yield (
        "Surface counts can put a special thing above a general one, which makes the risk of eq. 7 larger than the "
        "information that there is (we cut it off there); eq. 10 cannot, as it counts within the generalisation's "
        "documents, but on the surface few documents have both words, and little evidence is left to judge by."
    )

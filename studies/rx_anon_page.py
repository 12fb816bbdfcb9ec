"""The page of RX's experiments: groups, splits, loss, time and memory, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from sfumato.io.atomic import write_csv
from sfumato.measure import plots
from sfumato.service import Engine
from sfumato.tables import TablePoint
from sfumato.tables.view import People
from studies import pages
from studies.pages import NOT_MEASURED, Tell, number
from studies.rx_anon import (
    BLOGS,
    FACTS,
    HOTELS,
    KS,
    OURS,
    SETS,
    TYPES,
    WAYS,
    WEIGHTS,
    blogger_people,
    hotel_people,
    memory,
    swept,
)
from studies.rx_anon_figures import (
    AT,
    LOSSES,
    NAME,
    OurFigures,
    cuts_of,
    draw,
    figures,
    said_of,
    seconds_of,
    theirs_of,
    type_loss,
)

_SETS = {"all": "all types of entities", "gpe": "places (GPE) alone"}


def write_page(folder: Path, engine: Engine, *, data: Path | None, tell: Tell, command: str) -> Path:
    """Runs the experiments and writes the page, the figures and the plots; gives the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    plots.check_plot(folder / f"{NAME}.png")
    ours = OurFigures()
    if blogs := pages.present(data, BLOGS):
        for kind, types in SETS.items():
            tell("reading", 0, 0)
            people = blogger_people(blogs[0], types)
            ours.blogs[kind] = swept(people, tell)
            ours.people = people.total
            if kind == "all":
                ours.terms = _distinct(people)
        ours.memory = memory()
    if hotels := pages.present(data, HOTELS):
        people = hotel_people(hotels[0])
        ours.hotels, ours.hotel_count = swept(people, tell, weights=(1.0,), gdf=False), people.total
    write_csv(folder / f"{NAME}.csv", ("data", "measure", "way", "k", "paper", "ours"), figures(ours))
    drawn = draw(folder, ours) if ours.blogs else []
    page = folder / f"{NAME}.md"
    pages.write(page, _page(ours, drawn, pages.dated(engine.knowledge, command)))
    return page


def _distinct(people: People) -> dict[str, int]:
    terms = people.texts[0]
    return {name: int((terms.kinds == at).sum()) for at, name in enumerate(terms.types)}


# --- the page ---------------------------------------------------------------------------------------------

Cell = Callable[[str, int, int], tuple[str, str]]
"""The paper's figure and ours for a way and a k, which is at some place among those of the paper."""


def _matrix(cell: Cell, ways: Iterable[str] = (*WAYS, OURS)) -> str:
    """A row for each way, a column for each k."""
    rows = []
    for way in ways:
        cells = [cell(way, at, k) for at, k in enumerate(KS)]
        rows.append((said_of(way), *(" / ".join(pair) for pair in cells)))
    return pages.table(("paper / ours", *(f"k = {k}" for k in KS)), rows)


def _page(ours: OurFigures, drawn: list[str], made: str) -> Iterator[str]:
    yield "# rx-anon, reproduced"
    yield made
    yield pages.listing(_notes(ours))
    yield from _terms(ours)
    for kind in SETS:
        yield from _loss(ours, kind)
    for name in drawn:
        yield f"![{name.removesuffix('.png')}]({name})"
    if ours.blogs:
        yield "Where we differ:"
        yield pages.listing(_differences(ours))
    for kind in SETS:
        yield from _groups(ours, kind)
    yield from _types(ours)
    yield from _claims(ours)
    yield from _cost(ours)
    yield from _hotels(ours)
    yield f"All figures: [{NAME}.csv]({NAME}.csv)."


def _notes(ours: OurFigures) -> Iterator[str]:
    blogs, hotels = FACTS["blogs"], FACTS["hotels"]
    if ours.blogs:
        yield (
            f"Blogs: {ours.people:,} people, where the paper has {blogs['people']:,} with {blogs['posts']:,} posts; "
            f"entities were extracted once, and the {len(TYPES)} types that the paper counts are taken."
        )
        yield "λ is the weight of columns against texts; `closest` is our own strategy, at λ = 0.5."
    else:
        yield pages.absent("blogs_1000_terms.jsonl.xz", "everything about the blogs")
    if ours.hotels:
        yield (
            f"Hotels: columns alone (λ = 1) of {ours.hotel_count:,} hotels, the paper's {hotels['hotels']:,}; of "
            f"their {hotels['reviews']:,} reviews the data have a few each. Not measured: what needs the terms of the "
            "reviews, since nobody has extracted them (all other λ, GDF, loss of texts)."
        )
    else:
        yield pages.absent("hotel_reviews.csv.xz", "hotels")


def _terms(ours: OurFigures) -> Iterator[str]:
    yield "## Distinct terms (table 10)"
    counts = [
        (name, f"{count:,}", f"{ours.terms.get(name, 0):,}" if ours.blogs else NOT_MEASURED)
        for name, count in FACTS["terms"].items()
    ]
    yield pages.table(("type", "paper", "ours"), counts)
    if ours.blogs:
        yield (
            "Where we differ: there are a twentieth of the people, and common terms are common in both, so that we "
            "have more than a twentieth of most types; the paper's entities are those of a larger language model."
        )


def _loss(ours: OurFigures, kind: str) -> Iterator[str]:
    yield f"## Information lost, {_SETS[kind]} (figures 3, 8)"
    for part, place, said in LOSSES:
        yield f"Loss (NCP) of {said}:"

        def cell(way: str, at: int, k: int, part: str = part, place: int = place) -> tuple[str, str]:
            theirs, point = theirs_of(kind, way, "loss", at), ours.point(kind, way, k)
            mine = getattr(point.measures.loss, part) if point else None
            return number(theirs[place] if theirs else None, 3), number(mine, 3)

        yield _matrix(cell)


def _differences(ours: OurFigures) -> Iterator[str]:
    yield (
        "Columns lose more with us: a thousand people lie farther apart than twenty thousand, so that a group of the "
        "same size spans more values; below λ = 0.5 and at k = 20 or 50 there are a few dozen groups only, and most "
        "cuts are made on texts."
    )
    yield (
        "Texts lose more with us at k = 2 to 5: of a thousand people fewer have somebody near who shares a term; "
        "from k = 10 on nearly all is lost in both."
    )
    yield (
        "GDF loses less with us at k ≥ 3: the paper's program goes on with the terms that smaller k have left over, "
        "ours starts anew for every k."
    )
    yield (
        "From λ = 0.6 on hardly anything changes in both: the bonus of columns then outweighs the widths of texts, "
        "which are cut only where no column can be."
    )
    points = [(ours.point("all", OURS, k), [ours.point("all", way, k) for way in WAYS]) for k in KS]
    better = [
        own
        for own, others in points
        if own and all(p and own.measures.loss.total < p.measures.loss.total for p in others)
    ]
    yield (
        f"`closest`, which the paper does not have, loses less in all than every other way for {len(better)} of "
        f"{len([own for own, _ in points if own])} k."
    )


def _groups(ours: OurFigures, kind: str) -> Iterator[str]:
    yield f"## Groups and splits, {_SETS[kind]} (tables 6 to 9, 12, 13; figure 6)"
    yield "People in a group, mean ± standard deviation:"

    def size(way: str, at: int, k: int) -> tuple[str, str]:
        theirs, point = theirs_of(kind, way, "groups", at), ours.point(kind, way, k)
        paper = f"{theirs[1]:.1f} ± {theirs[2]:.1f}" if theirs else NOT_MEASURED
        return paper, f"{point.measures.size:.1f} ± {point.measures.spread:.1f}" if point else NOT_MEASURED

    yield _matrix(size)
    yield "Groups:"

    def count(way: str, at: int, k: int) -> tuple[str, str]:
        theirs, point = theirs_of(kind, way, "groups", at), ours.point(kind, way, k)
        return f"{theirs[0]:,}" if theirs else NOT_MEASURED, f"{point.measures.groups:,}" if point else NOT_MEASURED

    yield _matrix(count)
    yield "Splits that are made on texts, of all splits, in percent:"

    def split(way: str, at: int, k: int) -> tuple[str, str]:
        theirs, point = theirs_of(kind, way, "splits", at), ours.point(kind, way, k)
        return _share(theirs), _share(cuts_of(point) if point else None)

    yield _matrix(split, WAYS[:-1])
    if kind in ours.blogs:
        yield (
            "Where we differ: there are as many fewer groups as people, and groups of Mondrian are as large; those "
            "of GDF are smaller and vary less, as it does not run out of terms (see above). Texts are cut less often "
            "with us at λ = 0.1 to 0.4: with fewer people fewer cuts are made before groups are down to k, and "
            "columns are still wide then."
        )


def _share(splits: Iterable[int] | None) -> str:
    if splits is None:
        return NOT_MEASURED
    columns, texts = splits
    return f"{100 * texts / (columns + texts):.0f}" if columns + texts else NOT_MEASURED


def _types(ours: OurFigures) -> Iterator[str]:
    yield "## Textual loss by type, λ = 0.2 (figure 5)"
    rows = [
        (name, *(f"{number(losses[at], 3)} / {number(type_loss(ours, name, k), 3)}" for at, k in enumerate(KS)))
        for name, losses in FACTS["types"].items()
    ]
    yield pages.table(("paper / ours", *(f"k = {k}" for k in KS)), rows)
    if ours.blogs:
        yield (
            "Where we differ: where a type has few terms by person (PHONE, POSTCODE, LAW) there are a handful of "
            "people behind a figure; LANGUAGE, which has few distinct terms that many share, is kept best in both."
        )


def _claims(ours: OurFigures) -> Iterator[str]:
    yield "## What the paper says"
    balanced = NOT_MEASURED
    if ours.blogs:
        shares = {}
        for weight in WEIGHTS:
            point = ours.point("all", f"mondrian {weight:g}", AT)
            if point and sum(cuts_of(point)):
                shares[weight] = cuts_of(point)[1] / sum(cuts_of(point))
        if shares:
            nearest = min(shares, key=lambda weight: abs(shares[weight] - 0.5))
            balanced = f"λ = {nearest:g}: {100 * shares[nearest]:.0f} % of the splits on texts"
    language = type_loss(ours, "LANGUAGE", 2)
    texts = [(k, ours.point("all", "mondrian 0.5", k)) for k in KS if k >= 10]
    least = min((p.measures.loss.text for _, p in texts if p and p.measures.loss.text is not None), default=None)
    yield pages.table(
        ("claim", "paper", "ours"),
        (
            (f"splits on columns and on texts are balanced, k = {AT}", "λ = 0.4 to 0.5", balanced),
            ("textual loss tends to 1 from k = 10 on, λ = 0.5, at least", number(_least(), 3), number(least, 3)),
            (
                "LANGUAGE terms kept, k = 2, λ = 0.2",
                f"about 60 % (its figures: {100 * (1 - FACTS['types']['LANGUAGE'][0]):.0f} %)",
                NOT_MEASURED if language is None else f"{100 * (1 - language):.0f} %",
            ),
        ),
    )


def _least() -> float:
    return min(float(theirs_of("all", "mondrian 0.5", "loss", at)[1]) for at, k in enumerate(KS) if k >= 10)


def _cost(ours: OurFigures) -> Iterator[str]:
    yield "## Time and memory (table 11)"
    yield "Seconds for all k together, paper / ours."
    rows: list[tuple[object, ...]] = [
        (said_of(way), *(f"{FACTS[kind][way]['seconds']:,} / {seconds_of(ours, kind, way)}" for kind in SETS))
        for way in WAYS
    ]
    rows.append((OURS, *(f"{NOT_MEASURED} / {seconds_of(ours, kind, OURS)}" for kind in SETS)))
    memories = FACTS["memory"]
    used = NOT_MEASURED if ours.memory is None else f"{ours.memory:.1f} for both"
    rows.append(("memory, GB", *(f"{memories[kind]} / {used}" for kind in SETS)))
    yield pages.table(("", *_SETS.values()), rows)
    yield (
        "Where we differ: we have a twentieth of the people, and all groups of a level are cut at once; the "
        "benchmarks of partitioning measure as many people as the paper has. The memory is that of the whole process."
    )


def _hotels(ours: OurFigures) -> Iterator[str]:
    yield "## Hotels, columns alone (tables 14, 15; figures 4, 11)"
    facts, rows = FACTS["hotels_columns"], []
    for at, k in enumerate(KS):
        points: Mapping[str, TablePoint | None] = {
            way: ours.hotels.points.get((way, k)) if ours.hotels else None for way in ("mondrian 1", OURS)
        }
        row: list[object] = [k]
        count, size, spread = facts["groups"][at]
        row += [f"{count:,} / " + _shown(points["mondrian 1"], lambda p: f"{p.measures.groups:,}")]
        row += [
            f"{size:.1f} ± {spread:.1f} / "
            + _shown(points["mondrian 1"], lambda p: f"{p.measures.size:.1f} ± {p.measures.spread:.1f}")
        ]
        row += [
            f"{facts['loss'][at]:.3f} / " + _shown(points["mondrian 1"], lambda p: f"{p.measures.loss.columns:.3f}")
        ]
        row += [_shown(points[OURS], lambda p: f"{p.measures.loss.columns:.3f}")]
        rows.append(tuple(row))
    yield pages.table(("k", "groups, λ = 1", "people in a group", "loss of columns", "loss, closest"), rows)
    if ours.hotels:
        yield (
            "Where we differ: a hotel with hundreds of reviews has hundreds of dates, scores and nationalities, and "
            "a group has all of them; ours have a few reviews each and so lose far less."
        )


def _shown(point: TablePoint | None, say: Callable[[TablePoint], str]) -> str:
    return say(point) if point else NOT_MEASURED

"""Sweeps over k, weights and strategies: every way once, the figures of `measure`, and plots where there is a line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.measure import plots
from sfumato.measure.sweep.table import sweep, sweep_table, write_sweep
from sfumato.tables import (
    AnonymizeRequest,
    Memory,
    SweepTableRequest,
    SweepTableResult,
    TermOptions,
    Tools,
    anonymize,
    prepare,
)
from sfumato.tables.claims import Claim
from sfumato.tables.config import config_of
from sfumato.tables.grouping.partition import STRATEGIES, partition
from sfumato.tables.measures import measure
from sfumato.tables.requests import WEIGHTED
from sfumato.tables.view import Attribute, People, Terms
from tests.example_table import rows_of

TOWNS = ["Rome", "Rome", "Oslo", "Oslo", "Lima", "Lima", "Rome", "Oslo"]
PEOPLE = People(
    8,
    (
        Attribute.of("age", "number", [[20 + at] for at in range(8)]),
        Attribute.of("town", "nominal", [[town] for town in TOWNS]),
    ),
    (Terms.of("note", [[("uk", "GPE")] * (at % 2) + [("engineer", "JOB")] * (at % 3 == 0) for at in range(8)]),),
)
BARE = People(8, PEOPLE.attributes)


def swept(people=PEOPLE, ks=(2, 3), weights=(0.0, 0.5, 1.0), strategies=STRATEGIES, **more):
    return list(sweep(people, ks=ks, weights=weights, strategies=strategies, **more))


def result(points, k=5, texts=("note",)):
    return SweepTableResult(tuple(points), k, texts)


@pytest.fixture
def drawn(monkeypatch):
    """The lines of every plot by its name, in place of the picture."""
    found = {}
    monkeypatch.setattr(plots, "lines", lambda path, series, **more: found.__setitem__(path.stem, (series, more)))
    return found


# --- points -----------------------------------------------------------------------------------------------


def test_every_way_is_tried_once_the_least_k_first():
    points = swept(ks=(3, 2))
    assert [point.k for point in points] == [2] * 7 + [3] * 7
    assert [(point.strategy, point.weight) for point in points[:7]] == [
        *((strategy, weight) for strategy in WEIGHTED for weight in (0, 0.5, 1)), ("gdf", 0.5),
    ]  # fmt: skip
    assert points[0].name == "closest, weight 0"
    assert points[6].name == "gdf"


def test_points_have_the_figures_of_what_they_stand_for():
    for point in swept():
        groups = partition(PEOPLE, Claim(point.k), strategy=point.strategy, weight=point.weight)
        assert point.measures == measure(PEOPLE, groups)
        assert point.measures.smallest >= point.k


def test_how_far_it_is_is_told():
    told = []
    swept(ks=(2,), progress=lambda *each: told.append(each))
    assert told == [("partitioning", at, 7) for at in range(7)]


def test_too_many_people_are_refused_before_there_is_work():
    told = []
    with pytest.raises(InputError, match="k = 9 is more than the 8 people"):
        swept(ks=(2, 9), progress=lambda *each: told.append(each))
    assert told == []


def test_prepared_tables(example, config):
    given_terms = [[] for _ in range(len(example))]
    points = swept(
        prepare(example, config_of(config), TermOptions(user_terms=given_terms)).people,
        ks=(2,),
        strategies=("closest",),
    )
    assert all(point.measures.loss.text is None for point in points)
    assert all(0 <= point.measures.loss.total <= 1 for point in points)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.sets(st.sampled_from("abc"))), min_size=2, max_size=20),
    st.integers(1, 6),
    st.sampled_from((0.0, 0.3, 1.0)),
)
def test_every_group_of_every_point_has_k_people(rows, k, weight):
    people = People(
        len(rows),
        (Attribute.of("n", "number", [[number] for number, _ in rows]),),
        (Terms.of("x", [[(term, "T") for term in terms] for _, terms in rows]),),
    )
    for point in swept(people, ks=(min(k, len(rows)),), weights=(weight,)):
        assert point.measures.smallest >= point.k
        assert point.measures.people == len(rows)
        assert 0 <= point.measures.loss.total <= 1


# --- whole tables -----------------------------------------------------------------------------------------

TOOLS = Tools(cache=Memory())


def of_file(club, name, *, user_terms=None, tools=TOOLS, **said):
    request = SweepTableRequest.of_file(club / f"{name}.toml", **said)
    return sweep_table(club / f"{name}.csv", request, user_terms=user_terms, tools=tools)


def test_a_table_with_texts(club, tmp_path, drawn):
    swept_ = of_file(club, "members", ks=(4, 2, 3))
    assert [(point.k, point.strategy, point.weight) for point in swept_.points] == [
        (k, strategy, weight)
        for k in (2, 3, 4)
        for strategy, weights in (("closest", (0, 0.5, 1)), ("mondrian", (0, 0.5, 1)), ("gdf", (0.5,)))
        for weight in weights
    ]
    assert (swept_.k, swept_.texts, swept_.left_out) == (4, ("note",), ())
    for point in swept_.points:
        assert point.measures.smallest >= point.k
        loss = point.measures.loss
        assert all(0 <= share <= 1 for share in (loss.total, loss.columns, loss.text))
        assert point.measures.risk.prosecutor <= 1 / point.k
    write_sweep(tmp_path / "sweep", swept_)
    assert {row["type"] for row in rows_of(tmp_path / "sweep" / "types.csv")} >= {"JOB", "GPE"}
    assert {row["weight"] for row in rows_of(tmp_path / "sweep" / "sweep.csv")} == {"0", "0.5", "1", ""}


def test_the_figures_are_those_of_anonymize(club):
    (point,) = of_file(club, "members", ks=(3,), weights=(0.5,), strategies=("closest",)).points
    request = AnonymizeRequest.of_file(club / "members.toml", k=3, weight=0.5, strategy="closest")
    assert anonymize(club / "members.csv", request, tools=TOOLS).measures == point.measures


def test_a_table_without_texts(club, tmp_path, drawn):
    swept_ = of_file(club, "people", ks=(2, 4))
    assert [(point.k, point.strategy) for point in swept_.points] == [
        (2, "closest"), (2, "mondrian"), (4, "closest"), (4, "mondrian"),
    ]  # fmt: skip
    assert swept_.left_out == ("gdf",)
    written = write_sweep(tmp_path / "sweep", swept_)
    assert [path.name for path in written] == ["sweep.csv", "loss.png", "loss_columns.png", "groups.png"]


def test_texts_without_terms(club, tmp_path, drawn):
    (club / "t.csv").write_text("note\nso\nit\nis\nnow\n")
    (club / "t.toml").write_text('[columns.note]\nrole = "text"\n')
    swept_ = of_file(club, "t", ks=(1, 2))
    assert {point.measures.loss.text for point in swept_.points} == {None}
    write_sweep(tmp_path / "sweep", swept_)
    assert "nan" not in (tmp_path / "sweep" / "sweep.csv").read_text()


def test_usual_k_as_far_as_there_are_people(club):
    assert [point.k for point in of_file(club, "people", strategies=("mondrian",)).points] == [2, 3, 4, 5]


def test_each_strategy_is_tried_once(club):
    points = of_file(club, "people", ks=(2, 3), strategies=("closest", "closest")).points
    assert [point.k for point in points] == [2, 3]


def test_terms_of_a_user_and_types(club):
    (club / "terms.jsonl").write_text('{"id": "m05", "ents": [["nurse", "TRADE"]]}\n')
    one = {"ks": (2, 4), "strategies": ("mondrian",)}
    given_ = of_file(club, "members", user_terms=club / "terms.jsonl", **one)
    assert {type for point in given_.points for type in point.measures.loss.by_type["note"]} == {"TRADE"}
    typed = of_file(club, "members", types=("JOB",), **one)
    assert {type for point in typed.points for type in point.measures.loss.by_type["note"]} == {"JOB"}


@pytest.mark.parametrize(
    ("said", "message", "code"),
    [
        ({"strategies": ()}, "no strategy is named; there are closest", "no-strategies"),
        ({"strategies": ("closest", "best")}, "strategy best is not known: use one of", "bad-input"),
        ({"strategies": ("gdf",)}, "the table has no text column", "bad-input"),
        ({"ks": (2, 9)}, "k = 9 is more than the 8 people of the table", "bad-input"),
        ({"types": ()}, "no type is named", "no-types"),
    ],
)
def test_requests_that_cannot_be(said, message, code, club):
    with pytest.raises(InputError, match=message) as refused:
        of_file(club, "people", **said)
    assert refused.value.code == code


# --- files ------------------------------------------------------------------------------------------------


def test_all_files_are_written_and_named(tmp_path):
    written = write_sweep(tmp_path / "new" / "sweep", result(swept()))
    assert all(path.is_file() for path in written)
    assert sorted(path.name for path in written) == sorted(path.name for path in (tmp_path / "new" / "sweep").iterdir())
    assert {path.suffix for path in written} == {".csv", ".png"}


def test_figures_of_the_csv(tmp_path, drawn):
    points = swept()
    write_sweep(tmp_path, result(points))
    rows = rows_of(tmp_path / "sweep.csv")
    assert len(rows) == len(points)
    for row, point in zip(rows, points, strict=True):
        m = point.measures
        assert (row["strategy"], int(row["k"]), int(row["groups"])) == (point.strategy, point.k, m.groups)
        assert row["weight"] == (f"{point.weight:g}" if point.strategy != "gdf" else "")
        assert float(row["loss"]) == pytest.approx(m.loss.total, abs=1e-6)
        assert int(row["splits_text"]) == m.splits.get("note", 0)
        assert int(row["splits_columns"]) + int(row["splits_text"]) == sum(m.splits.values())
    types = rows_of(tmp_path / "types.csv")
    assert {(row["text"], row["type"]) for row in types} == {("note", "GPE"), ("note", "JOB")}
    assert len(types) == 2 * len(points)


def test_what_there_is_none_of_is_empty(tmp_path, drawn):
    written = write_sweep(tmp_path, result(swept(BARE, weights=(0.5,), strategies=WEIGHTED), texts=()))
    assert [path.name for path in written] == ["sweep.csv", "loss.png", "loss_columns.png", "groups.png"]
    assert {row["loss_text"] for row in rows_of(tmp_path / "sweep.csv")} == {""}
    assert "nan" not in (tmp_path / "sweep.csv").read_text()


def test_lines_over_k_have_the_best_weight(tmp_path, drawn):
    points = swept()
    write_sweep(tmp_path, result(points))
    assert set(drawn) == {"loss", "loss_columns", "loss_text", "groups", "weight"}
    series, _ = drawn["loss"]
    assert list(series) == ["closest, best weight", "mondrian, best weight", "gdf"]
    for name, (ks, losses) in series.items():
        strategy = name.partition(",")[0]
        own = [point for point in points if point.strategy == strategy]
        assert list(ks) == [2, 3]
        assert losses == [min(point.measures.loss.total for point in own if point.k == k) for k in ks]


def test_lines_over_the_weight_are_of_one_k(tmp_path, drawn):
    points = swept()
    for at_k, k in ((3, 3), (99, 2)):
        write_sweep(tmp_path, result(points, k=at_k))
        series, more = drawn["weight"]
        assert more["title"].endswith(f"k = {k}")
        assert list(series) == [f"{strategy}: {part}" for strategy in WEIGHTED for part in ("total", "columns", "text")]
        weights, losses = series["mondrian: total"]
        assert weights == [0, 0.5, 1]
        assert losses == [p.measures.loss.total for p in points if p.k == k and p.strategy == "mondrian"]


def test_a_single_point_is_no_line(tmp_path, drawn):
    write_sweep(tmp_path, result(swept(ks=(2,), weights=(0.5,))))
    assert drawn == {}

"""The page of RX: its figures are complete, people are read as they are, and what is absent is said."""

import csv

import numpy as np
import pytest

from sfumato.errors import InputError
from studies import rx_anon_page
from studies.rx_anon import (
    FACTS,
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

from .conftest import rows_of, write

SIGNS = ("Aries", "Leo", "Virgo")
COLUMNS = (
    "Hotel_Address", "Additional_Number_of_Scoring", "Review_Date", "Average_Score", "Hotel_Name",
    "Reviewer_Nationality", "Total_Number_of_Reviews", "Total_Number_of_Reviews_Reviewer_Has_Given", "Reviewer_Score",
    "days_since_review", "lat", "lng",
)  # fmt: skip


def posts():
    for at in range(24):
        who = at // 2
        yield {
            "id": f"b{who}",
            "gender": "male" if who % 2 else "female",
            "age": 20 + who,
            "topic": "Arts" if who < 6 else "Law",
            "sign": SIGNS[who % 3],
            "date": f"2004-0{1 + who % 9}-1{at % 2}" if who else "NaT",
            "ents": [["Paris", "GPE"], [f"Town {who}", "GPE"], ["English", "LANGUAGE"], ["two", "CARDINAL", 7]],
        }


def hotels():
    for at in range(20):
        place = ("", "NA")[at % 2] if at > 17 else f"{40 + at}.5"
        yield (
            "a street", 100 + at, f"{1 + at % 9}/{1 + at}/2017", 8.1, f"Hotel {at}", " France ", 300 + at, 3, 7.9,
            f"{at} days", place, 2.5,
        )  # fmt: skip


@pytest.fixture
def tables(tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    write(folder / "blogs_1000_terms.jsonl", posts())
    with (folder / "hotel_reviews.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *hotels()])
    return folder


def write_page(folder, engine, data):
    page = rx_anon_page.write_page(folder, engine, data=data, tell=lambda *step: None, command="a command --data ...")
    return page.read_text(encoding="utf-8")


def test_the_papers_figures_are_complete():
    assert len(WAYS) == 12
    assert len(KS) == 7
    cells = 0
    for kind in SETS:
        for way in WAYS:
            facts = FACTS[kind][way]
            assert [len(each) for each in facts["groups"]] == [3] * 7
            assert [len(each) for each in facts["loss"]] == [3] * 7
            cells += len(facts["loss"])
            for columns, text, total in facts["loss"]:
                assert abs((columns + text) / 2 - total) < 1e-3
            for count, mean, _ in facts["groups"]:
                assert abs(count * mean / FACTS["blogs"]["people"] - 1) < 5e-3
            assert facts["seconds"] > 0
            if way != "gdf":
                assert [sum(pair) + 1 for pair in facts["splits"]] == [groups[0] for groups in facts["groups"]]
    assert cells == 2 * 12 * 7
    assert set(FACTS["types"]) == set(FACTS["terms"]) == set(TYPES)
    assert len(TYPES) == 19
    assert {len(losses) for losses in FACTS["types"].values()} == {7}
    assert FACTS["memory"] == {"all": 25.2, "gpe": 13.4}


def test_bloggers_have_their_columns_and_terms(tables):
    people = blogger_people(tables / "blogs_1000_terms.jsonl", TYPES)
    assert people.total == 12
    assert [attribute.name for attribute in people.attributes] == ["gender", "age", "topic", "sign", "date"]
    assert people.attributes[4].codes[0] == -1  # no date
    assert "CARDINAL" not in people.texts[0].types
    assert len(people.texts[0].labels) == 14
    assert blogger_people(tables / "blogs_1000_terms.jsonl").texts[0].types == ["CARDINAL", "GPE", "LANGUAGE"]


def test_hotels_without_a_place_are_left_out(tables):
    people = hotel_people(tables / "hotel_reviews.csv")
    assert people.total == 18
    assert len(people.attributes) == 10
    assert people.attributes[7].values[0] == np.datetime64("2017-01-01")
    assert people.attributes[8].values.tolist() == ["France"]


def test_every_way_is_tried_for_every_k_that_the_people_allow(tables):
    found = swept(blogger_people(tables / "blogs_1000_terms.jsonl", TYPES), lambda *step: None)
    assert set(found.points) == {(way, k) for way in (*WAYS, OURS) for k in (2, 3, 4, 5, 10)}
    assert all(point.measures.smallest >= k for (_, k), point in found.points.items())
    assert found.seconds("gdf") > 0
    assert found.seconds("nothing") is None


def test_the_page_has_ours_beside_the_papers(tables, only_knowledge, tmp_path):
    text = write_page(tmp_path / "out", only_knowledge, tables)
    rows = rows_of(text, "Information lost, all types")
    assert len(rows) == 1 + len(WAYS) + 1
    assert rows[1][1] == "0.270 / 1.000"  # all have the same commonest term: texts alone make one group
    assert rows[1][7] == "0.778 / –"  # there are no 50 people
    assert len(rows_of(text, "Textual loss by type")) == 1 + 19
    assert len(rows_of(text, "Time and memory")) == 1 + len(WAYS) + 2
    assert rows_of(text, "Distinct terms")[4] == ["GPE", "34,639", "13"]
    assert rows_of(text, "Hotels")[1][1].startswith("554 / ")
    assert "of 18 hotels, the paper's 1,475" in text
    assert "nobody has extracted them" in text
    table = (tmp_path / "out" / "rx-anon.csv").read_text().splitlines()
    groups, splits = 2 * 13 * 7 * 6, 2 * 11 * 7 * 2
    assert len(table) == 1 + groups + splits + 2 * 12 + 19 * 7 + 19 + 7 * 4
    for name in ("rx-anon.png", "rx-anon-text.png", "rx-anon-weight.png"):
        assert name in text
        assert (tmp_path / "out" / name).read_bytes().startswith(b"\x89PNG")


def test_what_is_absent_is_said(only_knowledge, tmp_path):
    text = write_page(tmp_path / "out", only_knowledge, None)
    assert "`blogs_1000_terms.jsonl.xz` is not in the folder of `--data`: everything about the blogs" in text
    assert "`hotel_reviews.csv.xz` is not in the folder of `--data`: hotels" in text
    assert "Where we differ: there are" not in text
    assert rows_of(text, "Information lost, all types")[1][1] == "0.270 / –"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1: not valid JSON"),
        ('{"id": 3, "ents": []}', "a text id and a list of ents"),
        ('{"id": "a", "ents": [["x"]]}', "begin with a text and a type"),
        ('{"id": "a", "ents": [], "age": "old"}', "age is not a number"),
        ('{"id": "a", "ents": [], "age": 1e999}', "age is not a number"),
        ('{"id": "a", "ents": [], "date": "soon"}', "date is not a date"),
    ],
)
def test_posts_that_are_none_are_refused_in_a_line(line, said, tmp_path):
    path = tmp_path / "posts.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        blogger_people(path)


def test_reviews_that_are_none_are_refused_in_a_line(tmp_path):
    path = tmp_path / "reviews.csv"
    path.write_text("Hotel_Name,lat\na,1\n", encoding="utf-8")
    with pytest.raises(InputError, match="no column"):
        hotel_people(path)
    path.write_text(",".join(COLUMNS) + "\na,b\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2: 2 cells"):
        hotel_people(path)


def test_memory_is_said_where_the_system_says_it():
    used = memory()
    assert used is None or 0 < used < 1000
    assert len(WEIGHTS) == 11

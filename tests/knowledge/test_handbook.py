"""The handbook: what it lists, what of it stands in a text, and how it is read and written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.io.columns import Archive
from sfumato.knowledge.handbook import (
    _COLUMNS,
    GRADES,
    KIND,
    Entry,
    Handbook,
    Ordinary,
    embedded_handbook,
    read_entries,
    write,
)
from sfumato.languages import load

GOUT = Entry(
    "gout", ("podagra",), {"sure": ("allopurinol", "CD4 count"), "strong": ("hot big toe",), "weak": ("pain",)}
)
LUPUS = Entry(
    "lupus", ("SLE",), {"sure": ("butterfly rash",), "strong": ("pain",), "weak": ("on the wagon", "40 weeks")}
)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    path = tmp_path_factory.mktemp("handbook") / "small.pack"
    entries = [Entry(entry.name, entry.also, entry.clues, said=(f"It is {entry.name}.",)) for entry in (GOUT, LUPUS)]
    write(path, entries, lambda said: np.eye(4)[: len(said)], Ordinary(["NKDA"], ["Seen today."]), "none")
    archive = Archive(path, KIND)
    return Handbook({name: archive.column(name) for name in _COLUMNS}, load())


def found(handbook, text):
    return [(text[clue.start : clue.end], handbook.clues[clue.row]) for clue in handbook.find(load().read(text))]


def test_words_stand_as_they_are_and_several_near_each_other(small):
    assert ("Allopurinol", "allopurinol") in found(small, "Allopurinol was begun.")
    assert found(small, "The big left toe was red and hot.") == [("big left toe was red and hot", "hot big toe")]
    assert found(small, "The toe is big. It was hot.") == []


def test_what_is_written_in_capitals_stands_in_capitals(small):
    assert found(small, "SLE since 2010") == [("SLE", "sle")]
    assert found(small, "sle since 2010") == []


def test_a_code_in_a_clue_stands_alone_too(small):
    assert ("CD4", "cd4") in found(small, "CD4 612")


def test_function_words_must_stand_there_if_nothing_else_says_anything(small):
    assert found(small, "He is on the wagon.") == [("on the wagon", "on the wagon")]
    assert found(small, "He bought a wagon.") == []
    assert found(small, "For six weeks.") == []


def test_grades(small):
    rows = [small.clues.index("pain"), small.clues.index("allopurinol")]
    gout, lupus = small.names.index("gout"), small.names.index("lupus")
    assert small.grades(rows)[:, [gout, lupus]].tolist() == pytest.approx(
        np.array([[GRADES["weak"], GRADES["strong"]], [GRADES["sure"], 0.0]])
    )
    assert small.is_of_others("allopurinol", {lupus})
    assert not small.is_of_others("allopurinol", {gout})
    assert not small.is_of_others("pain", {gout})


def test_words_of_the_trades_are_known(small):
    assert {"nkda", "allopurinol"} <= small.words


def test_an_entry_that_lacks_a_line_is_refused():
    with pytest.raises(ValueError, match="gout: no line for sure"):
        list(read_entries("# gout\nalso: podagra\n"))


def test_the_embedded_one_lists_what_everybody_knows():
    handbook = embedded_handbook()
    hiv = handbook.names.index("HIV")
    assert len(handbook.names) > 400
    assert handbook.grades([handbook.clues.index("biktarvy")])[0, hiv] == pytest.approx(GRADES["sure"])
    assert "hiv" in map(str.lower, handbook.also(hiv))


@given(st.text())
def test_any_text(text):
    for clue in embedded_handbook().find(load().read(text)):
        assert 0 <= clue.start < clue.end <= len(text)

"""What names are the names of, by their words and those around them."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import PackError
from sfumato.io.columns import write_archive
from sfumato.languages import load
from sfumato.replacements.sorts import KIND, PATH, ROWS, SORTS, Sorts, embedded_sorts, of_name, rows_of, shares, write


def likeliest(name: str, text: str) -> str:
    start = text.index(name)
    likely = embedded_sorts().likely(name, (), text, [(start, start + len(name))])
    return max(likely, key=lambda sort: likely[sort])


@pytest.mark.parametrize(
    ("name", "text", "sort"),
    [
        ("Olmarsk", "She was born in Olmarsk, a village in the north of the country.", "place"),
        ("Olmarsk", "The album was recorded with Olmarsk, who also played the guitar.", "person"),
        ("Olmarsk River", "The town lies on the Olmarsk River, near the border.", "place"),
        ("Battle of Olmarsk", "He was killed at the Battle of Olmarsk in 1632.", "event"),
        ("Olmarsk University", "He studied law at Olmarsk University from 1950 to 1953.", "organization"),
        ("Olmarsk Prize", "In 1998 she was awarded the Olmarsk Prize for her novel.", "award"),
        ("Constantino Olmarski", "The company was founded by Constantino Olmarski in 1920.", "person"),
        ("The Olmarsk Affair", 'He appeared in the film "The Olmarsk Affair" (1953).', "work"),
    ],
)
def test_names_that_nobody_knows_go_by_their_words_and_neighbours(name, text, sort):
    assert likeliest(name, text) == sort


def test_what_stands_around_all_places_counts():
    text = "In 1990 he moved to Olmarsk, and in 1995 he died in Olmarsk. He lived near Olmarsk."
    places = [(at, at + 7) for at in range(len(text)) if text.startswith("Olmarsk", at)]
    one, all = (embedded_sorts().likely("Olmarsk", (), text, spans)["place"] for spans in (places[:1], places))
    assert all > one


def test_a_possessive_and_an_article_are_no_part_of_a_name():
    text = "It was the Olmarsk's largest ship."
    whole, bare = (embedded_sorts().scores("Olmarsk", (), text, [span]) for span in ((7, 20), (11, 18)))
    assert whole.tolist() == bare.tolist()


@given(st.text(max_size=30), st.text(max_size=60), st.integers(0, 60), st.integers(0, 30))
def test_any_text_has_shares(name, text, start, length):
    likely = embedded_sorts().likely(name, ("gazetteer 1",), text, [(start, start + length)])
    assert tuple(likely) == SORTS
    assert sum(likely.values()) == pytest.approx(1)


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SFUMATO_CACHE", str(tmp_path / "cache"))
    weights = np.zeros((ROWS, len(SORTS)), dtype=np.float32)
    weights[rows_of(["last olmarsk"]), SORTS.index("event")] = 2.0
    for name in ("one.pack", "two.pack"):
        write(tmp_path / name, weights, 0.5, {})
    assert (tmp_path / "one.pack").read_bytes() == (tmp_path / "two.pack").read_bytes()
    assert Sorts.open(tmp_path / "one.pack").scores("Olmarsk", (), "", ())[SORTS.index("event")] == pytest.approx(2.0)


def test_a_file_of_another_form_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SFUMATO_CACHE", str(tmp_path / "cache"))
    columns = {"weights": np.zeros((4, 2), dtype=np.int8), "scale": np.ones(2), "damping": np.ones(1)}
    write_archive(tmp_path / "other.pack", KIND, {"normal_form": load().version}, columns)
    with pytest.raises(PackError, match="damaged"):
        Sorts.open(tmp_path / "other.pack")


def test_a_name_shows_its_words_and_its_shape():
    assert {"word empire", "last empire", "shape Xx Xx", "last ends ire"} <= set(of_name("Ottoman Empire"))


def test_shares_are_of_scores():
    likely = shares(np.array([0.0] * (len(SORTS) - 1) + [50.0]))
    assert likely[SORTS[-1]] == pytest.approx(1)


def test_what_ships_is_small():
    assert PATH.stat().st_size < 6_000_000

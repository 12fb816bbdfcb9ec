"""Plots are files that a person can open, the same for the same figures."""

from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.measure import plots

SERIES = {"one": ([1, 2, 3], [0.1, 0.5, 0.4]), "two": ([1, 2, 3], [0.2, 0.2, 0.9])}


@pytest.mark.parametrize(("kind", "begins"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_every_kind_is_written_whole(kind, begins, tmp_path):
    path = tmp_path / f"plot{kind}"
    plots.lines(path, SERIES, title="t", across="x", up="y", percent=True, bounds=(0, 1), marked=[(2, 0.5, "here")])
    assert path.read_bytes().startswith(begins)
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_figures_give_the_same_picture(tmp_path):
    for name in ("a.png", "b.png"):
        plots.lines(tmp_path / name, SERIES, title="t", across="x", up="y")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_bars_are_written_whole_and_the_same(tmp_path):
    for name in ("a.png", "b.png"):
        bars = {"paper": [0.5, 0.7], "ours": [0.4, float("nan")]}
        plots.bars(tmp_path / name, ["S1", "S2"], bars, title="t", up="y", percent=True, bounds=(0, 1))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_file_that_is_no_picture_is_refused_before_there_is_work():
    with pytest.raises(InputError, match="written as"):
        plots.check_plot(Path("plot.docx"))

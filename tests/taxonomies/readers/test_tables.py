"""Hierarchies in CSV, and how formats are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.taxonomies.readers import FORMATS, detect, read, read_pairs


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def up(hierarchy: Hierarchy, label: str) -> list[list[str]]:
    return [[concept.label for concept in path] for path in hierarchy.paths(hierarchy.senses(label)[0])]


def message(path: Path, format: str | None = None) -> str:
    with pytest.raises(InputError) as caught:
        read(path, format)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


# --- ARX ---


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_arx(tmp_path: Path, separator: str) -> None:
    rows = [
        "baker;maker;worker;*",
        "smith;maker;worker;*",
        "clerk;clerk;worker;*",
        "worker;worker;worker;*",
        "?;?;*;*",
    ]
    path = write(tmp_path / "job.csv", "\n".join(rows).replace(";", separator))
    assert detect(path) == "arx"
    jobs = read(path)
    assert jobs.name == "job"
    assert up(jobs, "baker") == [["maker", "worker"]]
    assert up(jobs, "clerk") == [["worker"]]
    assert [concept.id for concept in jobs] == [
        "job:baker",
        "job:clerk",
        "job:maker",
        "job:smith",
        "job:worker",
    ]


def test_arx_with_masks_and_ranges(tmp_path: Path) -> None:
    path = write(tmp_path / "zip.csv", '81667;8166*;816**;*****\n81675;8167*;816**;*****\n"3,5";[3;"x";*\n')
    codes = read(path, name="codes")
    assert up(codes, "81667") == [["8166*", "816**"]]
    assert codes.concept("codes:3,5").source == "codes"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("a;b;*\nc;*\n", "line 2: 2 fields where 3 are needed"),
        ("a;b;*\nb;a;*\n", "the parents form a cycle: job:a -> job:b -> job:a"),
        ("a;b;*\n\xe9;b;*\n".encode("latin-1"), "line 2: not UTF-8"),
        ('a;b;*\n"c;b;*\n', "line 2: a quoted field is never closed"),
    ],
)
def test_bad_arx(tmp_path: Path, content: str | bytes, says: str) -> None:
    assert message(write(tmp_path / "job.csv", content)).startswith(says)


# --- child and parent ---


@pytest.mark.parametrize(
    "content",
    [
        "child,parent,synonyms\nbaker,maker,\nmaker,worker,\nbaker,cook,bread maker|dough hand\n",
        "Parent;note;Child;Synonyms\nmaker;x;baker;bread maker|dough hand\nworker;;maker;\ncook;;baker;\n",
        "baker,maker,bread maker|dough hand\nmaker,worker\nbaker,cook\nworker,\n",
    ],
)
def test_pairs(tmp_path: Path, content: str) -> None:
    path = write(tmp_path / "job.csv", content)
    assert detect(path) == "pairs"
    jobs = read(path)
    assert up(jobs, "dough hand") == [["cook"], ["maker", "worker"]]
    assert jobs.labels(jobs.senses("baker")[0]) == ["baker", "bread maker", "dough hand"]
    assert len(list(read_pairs(path))) == len(jobs) == 4


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("child,above\na,b\n", "line 1: no column parent; there are: child, above"),
        ("child,parent\na,b\nc\n", "line 3: 1 fields where 2 are needed"),
        ("child,parent\n,b\n", "line 2: no child"),
        ("a,b\nb,c\nc,a\n", "the parents form a cycle: job:a -> job:b -> job:c -> job:a"),
        ("a,a\n", "the parents form a cycle: job:a -> job:a"),
        ("", "empty"),
        ("child,parent\n", "no concepts found"),
    ],
)
def test_bad_pairs(tmp_path: Path, content: str, says: str) -> None:
    assert message(write(tmp_path / "job.csv", content)).startswith(says)


def test_what_may_be_no_header_is_not_quoted(tmp_path: Path) -> None:
    path = write(tmp_path / "job.csv", "child,Quillfeather is ill\na,b\n")
    assert message(path) == "line 1: no column parent"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.dictionaries(st.integers(1, 60), st.sets(st.integers(0, 59), max_size=3), min_size=1))
def test_every_pair_is_an_edge(tmp_path: Path, above: dict[int, set[int]]) -> None:
    edges = {(child, parent) for child, parents in above.items() for parent in parents if parent < child}
    rows = "".join(f"c{child},c{parent}\n" for child, parent in edges) + "c60,\n"
    found = read(write(tmp_path / "x.csv", "child,parent\n" + rows))
    assert {
        (int(concept.label[1:]), int(parent.label[1:])) for concept in found for parent in found.parents(concept)
    } == edges


# --- formats ---


def test_formats_that_are_not_known(tmp_path: Path) -> None:
    assert message(write(tmp_path / "a.pdf", "%PDF")).startswith("unknown taxonomy format; give one of: rf2, obo")
    with pytest.raises(InputError, match="unknown taxonomy format spam; there are: rf2"):
        read(tmp_path, "spam")


def test_every_format_is_described() -> None:
    assert all(format.what and callable(format.read) for format in FORMATS.values())

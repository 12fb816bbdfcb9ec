"""`python -m studies`: every paper is a command that writes its page, and bad data is one line."""

import subprocess
import sys

import pytest

PAPERS = ("c-sanitized", "correlated-terms", "healthcare", "inference", "rx-anon")


def run(*words):
    done = subprocess.run([sys.executable, "-m", "studies", *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_every_paper_has_help_with_an_example():
    code, said, _ = run("--help")
    assert code == 0
    for paper in PAPERS:
        assert paper in said
        code, own, _ = run(paper, "--help")
        assert code == 0
        assert f"python -m studies {paper} -o" in own
        assert "--data" in own


@pytest.mark.parametrize("paper", [paper for paper in PAPERS if paper != "inference"])
def test_without_data_the_page_has_the_papers_figures(paper, tmp_path, monkeypatch):
    monkeypatch.delenv("SFUMATO_DATA", raising=False)
    code, _, said = run(paper, "-o", str(tmp_path / "out"))
    assert code == 0, said
    assert "--data is not given" in said
    page = (tmp_path / "out" / f"{paper}.md").read_text(encoding="utf-8")
    assert f"*Made by `python -m studies {paper}` on " in page
    assert "checksum" in page
    assert "is not in the folder of `--data`" in page
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{paper}.csv", f"{paper}.md"]


def test_bad_data_is_one_line_and_nothing_is_written(tmp_path):
    (tmp_path / "blogs_1000_terms.jsonl").write_text('{"id": 3}\n')
    code, out, said = run("rx-anon", "-o", str(tmp_path / "out"), "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert said.splitlines()[-1].endswith("line 1: not an object with a text id and a list of ents")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_page_does_not_say_where_things_lie(tmp_path, monkeypatch):
    monkeypatch.setenv("SFUMATO_DATA", str(tmp_path))
    code, _, said = run("rx-anon", "-o", str(tmp_path / "out"))
    assert code == 0, said
    page = (tmp_path / "out" / "rx-anon.md").read_text(encoding="utf-8")
    assert "python -m studies rx-anon --data ...`" in page
    assert str(tmp_path) not in page

"""The page of CSAN: the paper's figures are complete, ours stand beside them, and what is absent is said."""

from studies import c_sanitized_page
from studies.c_sanitized import ALPHAS, FACTS, detections, profile_for, subjects
from studies.labelled import read_articles

from .conftest import rows_of


def test_the_papers_tables_are_complete():
    assert len(FACTS) == 6
    for facts in FACTS.values():
        assert [len(row) for row in facts["detection"]] == [3] * len(ALPHAS)
        assert [len(row) for row in facts["utility"]] == [2] * len(ALPHAS)
        for precision, recall, f in facts["detection"]:
            assert abs(2 * precision * recall / (precision + recall) - f) < 1.2  # the paper rounds
        assert all(redacted < sanitized for redacted, sanitized in facts["utility"])


def test_profiles_are_those_that_the_page_names():
    assert profile_for("paper-c-sanitized", 1.5).name == "paper-c-sanitized with alpha 1.5"
    assert profile_for("default", 2.0, "redact").name == "default with alpha 2, method redact"


def test_reasons_add_up(data, resources):
    articles = read_articles(data / "expert_dev.jsonl", resources)
    named = subjects(articles)
    assert list(named) == ["HIV"]
    found = detections(named, resources, lambda *step: None)
    assert len(found) == 9
    for cell in found.values():
        assert cell.reasons.total() == cell.detection.right
        assert cell.missed == cell.detection.wanted - cell.detection.right
        assert 0 <= cell.missed_unknown <= cell.missed


def test_the_page_has_ours_beside_the_papers(made, data):
    steps = []
    text, folder = made(c_sanitized_page, data, steps)
    rows = rows_of(text, "Detection")
    assert len(rows) == 1 + 6 * 3
    assert rows[1][:3] == ["HIV", "1", "100.0 / 4.0 / 7.7"]
    assert "–" not in rows[1][3]
    assert "–" in rows[4][3]  # of another article there is no text
    assert len(rows_of(text, "Utility")) == 1 + 6 * 3
    assert "one alone has no interval" in text
    assert "a command --data ..." in text
    assert str(folder.parent) not in text
    assert len((folder / "c-sanitized.csv").read_text().splitlines()) == 1 + 6 * 3 * 5
    for name in ("c-sanitized.png", "c-sanitized-utility.png"):
        assert name in text
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    assert {"detection", "utility"} <= set(steps)


def test_what_is_absent_is_said(made, data):
    text, folder = made(c_sanitized_page)
    assert "`expert_dev.jsonl.xz` is not in the folder of `--data`: detection" in text
    assert "`articles.jsonl.xz` is not in the folder of `--data`: utility" in text
    assert "Where we differ" not in text
    assert not list(folder.glob("*.png"))
    (data / "articles.jsonl").unlink()
    text, _ = made(c_sanitized_page, data)
    assert "the openings stand in for them" in text

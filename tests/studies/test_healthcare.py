"""The page of HEALTH: the averages are complete, steps hide what they should, and what is absent is said."""

from studies import healthcare_page
from studies.healthcare import FACTS, STEPS, SUBJECTS, by_counting, hide_of, profile_for, runs
from studies.labelled import read_articles

from .conftest import rows_of


def test_the_papers_averages_are_complete():
    assert [subject["name"] for subject in SUBJECTS] == [
        "STD", "HIV", "AIDS", "Mental disorder", "Alcohol abuse", "Substance abuse",
    ]  # fmt: skip
    quoted = sum(len([m for m in FACTS[step] if m != "utility"]) + len(FACTS[step]["utility"]) for step in STEPS)
    assert quoted == 14
    for step in ("basic", "contextualised"):
        precision, recall = FACTS[step]["precision"], FACTS[step]["recall"]
        assert abs(2 * precision * recall / (precision + recall) - FACTS[step]["f"]) < 1
    assert (FACTS["minutes"], FACTS["agreement"], FACTS["perfect"]) == (16.7, 0.88, 0.5)


def test_the_first_step_hides_names_and_the_second_more(data, resources):
    article, _ = read_articles(data / "expert_dev.jsonl", resources)
    found = runs({"HIV": article.document}, {"HIV": article}, resources, lambda *step: None)
    assert len(found) == 6
    for listed in ("own", "all six"):
        first, basic = found["HIV", "step1", listed], found["HIV", "basic", listed]
        assert first.detection.precision == 1
        assert 0 < first.detection.recall <= basic.detection.recall
        assert first.generalised >= basic.generalised
        assert first.limit == 0 < basic.limit
        assert all(run.generalised >= run.removed for run in (first, basic))
    assert found["HIV", "basic", "all six"].limit <= found["HIV", "basic", "own"].limit  # the least of a longer list


def test_profiles_and_lists():
    assert profile_for("basic", "redact").contextualised is False
    assert profile_for("contextualised", "generalize").name == "paper-healthcare"
    assert hide_of(SUBJECTS[1], "own") == ["HIV"]
    assert len(hide_of(SUBJECTS[1], "all six")) == 6


def test_counting_is_measured_in_four_ways(data, resources):
    article, _ = read_articles(data / "expert_dev.jsonl", resources)
    found = by_counting(article, ["HIV"], resources)
    assert len(found) == 4
    assert {cell.wanted for cell in found.values()} == {6}


def test_the_page_has_ours_beside_the_papers(made, data):
    text, folder = made(healthcare_page, data)
    rows = rows_of(text, "Averages")
    assert len(rows) == 15
    assert rows[1][:4] == ["precision", "step 1 only", "", "100.0"]
    assert all("–" not in row for row in rows)
    assert "openings of 1 of the paper's 6 articles (HIV)" in text
    assert "no article of that title: STD, AIDS, Mental disorder, Alcohol abuse" in text
    assert len(rows_of(text, "By article")) == 1 + 2 * 3
    assert len(rows_of(text, "How words are counted")) == 3
    for name in ("healthcare.png", "healthcare-utility.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    table = (folder / "healthcare.csv").read_text().splitlines()
    assert len(table) == 1 + 14 + 3 * (3 + 2) + 3 * 2


def test_what_is_absent_is_said(made):
    text, folder = made(healthcare_page)
    assert "`expert_dev.jsonl.xz` is not in the folder of `--data`: detection" in text
    assert "is not in the folder of `--data`: utility" in text
    assert len(rows_of(text, "Averages")) == 15
    assert not list(folder.glob("*.png"))

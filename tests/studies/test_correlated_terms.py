"""The page of CORR: its tables are complete, its strategies keep what they should, and what is absent is said."""

from sfumato.types import Document, Term
from studies import correlated_terms_page
from studies.correlated_terms import FACTS, STRATEGIES, judged, strategies, threshold
from studies.labelled import read_articles

from .conftest import WOZNIAK, rows_of

ARTICLES = FACTS["articles"]


def test_the_papers_tables_are_complete():
    assert len(ARTICLES) == 20
    for facts in ARTICLES.values():
        assert facts["threshold"]
        assert (len(facts["removal"]), len(facts["generalization"]), len(facts["utility"])) == (3, 3, 5)
    for way in ("removal", "generalization"):
        for at, mean in enumerate(FACTS["averages"][way]):
            assert abs(sum(facts[way][at] for facts in ARTICLES.values()) / 20 - mean) < 0.05
    for at, mean in enumerate(FACTS["averages"]["utility"]):
        assert abs(sum(facts["utility"][at] for facts in ARTICLES.values()) / 20 - mean) < 0.05


def test_strategies_that_generalise_keep_no_less(resources):
    (kept,) = strategies([Document("1", WOZNIAK)], resources)
    assert list(kept) == list(STRATEGIES)
    assert kept["S3"] <= kept["S4"] <= kept["S5"] <= kept["S2"]
    assert kept["S3"] < kept["S1"] < kept["S2"] < 1


def test_the_threshold_is_the_least_informative_name(pack):
    terms = [Term(0, 13, "Steve Wozniak", "PERSON"), Term(20, 26, "London", "GPE"), Term(30, 33, "the", "NOUN_PHRASE")]
    least = threshold(terms, pack)
    assert least.term == "London"
    assert 0 < least.bits < 10
    assert threshold(terms[2:], pack) is None


def test_the_subjects_names_alone_find_no_more_than_all_names(data, resources):
    _, article = read_articles(data / "expert_dev.jsonl", resources)
    every = judged(article, resources)
    own = judged(article, resources, subject=True)
    for way in ("removal", "generalization"):
        assert getattr(own, way).found <= getattr(every, way).found
        assert getattr(own, way).wanted == getattr(every, way).wanted
    assert every.removal.found <= every.generalization.found  # a class that is written never tells less
    assert 0 <= every.wanted_known <= every.removal.wanted


def test_the_page_has_ours_beside_the_papers(made, data):
    text, folder = made(correlated_terms_page, data)
    thresholds = rows_of(text, "Threshold")
    assert len(thresholds) == 21
    assert thresholds[1][:2] == ["Steve Wozniak", "Steve Jobs"]
    assert "–" not in thresholds[1]
    detection = rows_of(text, "Detection")
    assert len(detection) == 23
    assert detection[1][1] == "100.0 / 75.0 / 85.7"
    assert "–" not in detection[1][2]
    assert "–" in detection[2][2]
    utility = rows_of(text, "Utility")
    assert len(utility) == 24
    assert utility[1][1].startswith("59.7 / ")
    assert "Not measured, as the data have no article of that title: Steven Spielberg, Tom Cruise" in text
    assert len((folder / "correlated-terms.csv").read_text().splitlines()) == 1 + 20 * (1 + 6 + 5)
    assert (folder / "correlated-terms.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_absent_is_said(made):
    text, folder = made(correlated_terms_page)
    assert "is not in the folder of `--data`: our threshold terms, and strategies" in text
    assert "is not in the folder of `--data`: detection, table 2" in text
    assert rows_of(text, "Threshold")[4][:3] == ["Arnold Schwarzenegger", "California", "4.6"]  # of the knowledge alone
    assert not list(folder.glob("*.png"))

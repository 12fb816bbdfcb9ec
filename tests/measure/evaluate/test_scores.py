"""Shares of a collection: all at once and the mean of documents, with intervals, by hand."""

import pytest

from sfumato.languages import load
from sfumato.measure.evaluate import Label, Labelled, Mask, Masked, count, document_scores, scores_of
from sfumato.measure.evaluate.counting import Counted, Counts


def counted(id, right, found, hidden, wanted):
    counts = Counts(right, found, hidden, wanted)
    return Counted(id, {"token": counts, "entity": Counts(hidden=hidden, wanted=wanted)}, {}, {}, {}, ())


def test_all_at_once_and_mean_of_documents():
    found = scores_of([counted("a", 1, 1, 1, 1), counted("b", 0, 3, 0, 9)])
    whole, mean = found.all["token"], found.mean_of_documents["token"]
    assert whole.precision.value == pytest.approx(1 / 4)
    assert whole.recall.value == pytest.approx(1 / 10)
    assert whole.f.value == pytest.approx(2 * 0.25 * 0.1 / 0.35)
    assert mean.precision.value == mean.recall.value == mean.f.value == pytest.approx(1 / 2)
    assert (mean.recall.low, mean.recall.high) == (0, 1)
    assert found.documents == whole.recall.n == 2


def test_a_share_of_nothing_is_no_share():
    found = scores_of([counted("a", 0, 0, 0, 4)])
    assert found.all["token"].precision is None
    assert found.all["token"].recall.value == found.all["token"].f.value == 0
    nothing = scores_of([counted("a", 0, 0, 0, 0)])
    assert nothing.all["token"].recall is nothing.all["token"].f is nothing.mean_of_documents["token"].f is None


def test_documents_without_a_share_are_left_out_of_its_mean():
    found = scores_of([counted("a", 1, 2, 1, 1), counted("b", 0, 5, 0, 0), counted("c", 0, 0, 0, 0)])
    assert found.mean_of_documents["token"].recall.value == 1
    assert found.mean_of_documents["token"].precision.value == pytest.approx(1 / 4)
    assert found.mean_of_documents["token"].f.value == pytest.approx((2 * 0.5 / 1.5 + 0) / 2)


def test_f_of_entities_is_with_the_precision_of_words():
    score = scores_of([counted("a", 1, 2, 3, 4)]).all["entity"]
    assert score.precision is None
    assert score.f.value == pytest.approx(2 * 0.5 * 0.75 / 1.25)


def test_more_parts_than_are_resampled_at_once():
    text = "x " * 100
    labels = tuple(Label(2 * at, 2 * at + 1, f"T{at:02}") for at in range(100))
    document = Labelled("1", text, labels)
    found = scores_of([count(document, Masked("1", (Mask(0, 100),)), load())])
    assert len(found.types) == 100
    assert found.types["T00"]["term"].f is None
    assert [found.types[f"T{at:02}"]["term"].recall.value for at in range(100)] == [1.0] * 50 + [0.0] * 50


def test_a_document_alone():
    scores = document_scores(counted("a", 1, 2, 3, 4))
    assert scores["token"].recall.value == 0.75
    assert scores["term"].recall is None


def test_scores_of_no_document_are_refused():
    with pytest.raises(ValueError, match="at least one"):
        scores_of([])

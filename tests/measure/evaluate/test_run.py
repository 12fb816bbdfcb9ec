"""An evaluation from request to result: everything JSON has, limits, and documents without an output."""

from dataclasses import replace

import pytest

from sfumato.errors import InputError
from sfumato.languages import load
from sfumato.measure.evaluate import (
    EvaluateRequest,
    Label,
    Labelled,
    Limit,
    Mask,
    Masked,
    align,
    evaluate,
    limits_of,
)
from sfumato.types import Progress

TEXT = "Anna Meer lives in Rome. Meer is ill with a cold."
LABELS = (
    Label(0, 9, "PERSON", "DIRECT", "anna"),
    Label(25, 29, "PERSON", "DIRECT", "anna"),
    Label(19, 23, "LOC", "QUASI", "rome"),
)
GOLD = tuple(Labelled(f"d{number}", TEXT, LABELS) for number in range(3))
RELEASED = "[PERSON] lives in a town. Meer is ill with a [ILLNESS]."
MASKS = tuple(Mask(edit.start, edit.end, edit.text) for edit in align(TEXT, RELEASED, load()))
REQUEST = EvaluateRequest(GOLD, tuple(Masked(each.id, MASKS) for each in GOLD), out="texts")


def test_json_has_everything():
    found = evaluate(replace(REQUEST, by_document=True)).to_dict()
    assert (found["format"], found["out"], found["documents"]) == ("sfumato", "texts", 3)
    token = found["all"]["token"]
    assert (token["right"], token["found"], token["hidden"], token["wanted"]) == (9, 12, 9, 12)
    assert token["precision"] == {"value": 0.75, "low": 0.75, "high": 0.75, "n": 3}
    assert found["all"]["entity"]["recall"]["value"] == 0.5
    assert found["kinds"]["DIRECT"]["entity"]["recall"]["value"] == 0
    assert found["types"]["LOC"]["term"]["recall"]["value"] == 1
    assert found["by_document"]["d1"]["entity"]["recall"] == 0.5
    assert found["kept"]["telling"] == 3
    assert found["kept"]["placeholders"] == 6
    assert found["agreement"] is None
    assert list(found) == [
        "documents", "all", "mean_of_documents", "kinds", "types", "sources", "format", "out", "missing",
        "without_labels", "kept", "agreement", "below", "by_document",
    ]  # fmt: skip


def test_numbers_are_rounded_unless_the_detail_is_asked_for():
    exact, plain = evaluate(replace(REQUEST, detail=True)), evaluate(REQUEST)
    assert exact.all["term"].recall.value == 2 / 3
    assert plain.all["term"].recall.value == 0.6667
    assert plain.kept.telling_share == 0.3333


def test_what_was_missed_is_told_if_it_is_asked_for():
    (missed,) = evaluate(replace(REQUEST, missed=True)).missed
    assert (missed.kind, missed.type, missed.text, missed.times) == ("DIRECT", "PERSON", "Meer", 3)
    assert "missed" not in evaluate(REQUEST).to_dict()


def test_labellers_are_compared():
    labels = (Label(0, 9, annotator="ann"), Label(0, 4, annotator="ben"))
    documents = tuple(Labelled(each.id, TEXT, labels, ("ann", "ben")) for each in GOLD)
    found = evaluate(replace(REQUEST, documents=documents))
    assert found.agreement.annotators == 2
    assert found.all["token"].precision_by_anyone != found.all["token"].precision


def test_documents_without_an_output():
    some = replace(REQUEST, masked=REQUEST.masked[:1], failed=1, without_labels=1)
    said = "2 of 3 labelled documents have no output, 1 of them failed, the first d1"
    with pytest.raises(InputError, match=said) as error:
        evaluate(some)
    assert error.value.code == "output-missing"
    found = evaluate(replace(some, partial=True))
    assert (found.documents, found.missing, found.without_labels) == (1, ("d1", "d2"), 1)
    with pytest.raises(InputError, match="no output of any"):
        evaluate(replace(some, masked=()))


def test_progress_is_told():
    events = []
    evaluate(REQUEST, tell=events.append)
    assert events == [Progress("evaluating", at, 3, "documents") for at in range(3)]


def test_information_is_measured_with_the_knowledge(village, english):
    assert evaluate(REQUEST).kept.information is None
    for utility in ("words", "terms"):
        found = evaluate(replace(REQUEST, utility=utility), knowledge=village.knowledge, language=english)
        assert 0 < found.kept.information.value < 1
    with pytest.raises(ValueError, match="the knowledge is needed"):
        evaluate(replace(REQUEST, utility="words"))
    with pytest.raises(ValueError, match="a language is needed"):
        evaluate(replace(REQUEST, utility="terms"), knowledge=village.knowledge)
    with pytest.raises(InputError, match="words or terms"):
        replace(REQUEST, utility="letters")


# --- limits ---


@pytest.mark.parametrize(
    ("limits", "below"),
    [
        ("recall=0.75", False),
        ("recall=0.76", True),
        ("recall=0.7,precision=0.8", True),
        ("entity.recall=0.5", False),
        ("entity.DIRECT.recall=0.1", True),
        ("DIRECT.entity.recall=0.1", True),
        ("term.LOC.recall=1", False),
        ("f=0.75", False),
        ("words=0.9", True),
        ("information=0.1", True),  # not measured: not reached
        ("utility=0.1", True),
    ],
)
def test_limits(limits, below):
    assert bool(evaluate(replace(REQUEST, limits=limits_of(limits))).below) is below


def test_what_is_below_is_said():
    found = evaluate(replace(REQUEST, limits=limits_of("entity.DIRECT.recall=0.97, utility=0.1")))
    assert found.below == (
        "entity.DIRECT.recall: 0.000 is below 0.97",
        "utility: is of nothing here, so that it does not reach 0.1",
    )


@pytest.mark.parametrize(
    "limits",
    [
        "recall",
        "recall=x",
        "recall=2",
        "recall=nan",
        "accuracy=0.5",
        "a.b.recall=0.5",
        "DIRECT.f=0.5",
        "x.words=1",
        ",",
    ],
)
def test_limits_that_are_none(limits):
    with pytest.raises(InputError, match="a limit is a measure") as error:
        limits_of(limits)
    assert error.value.code == "not-a-limit"


def test_limits_given_as_values_are_checked_too():
    with pytest.raises(InputError, match=r"entity\.DIRECT\.precision=0\.5: a limit is a measure"):
        Limit("precision", 0.5, "entity", "DIRECT")


def test_a_limit_of_what_nobody_labelled():
    with pytest.raises(InputError, match="labelled MONEY; there are: DIRECT, QUASI, LOC, PERSON") as error:
        evaluate(replace(REQUEST, limits=limits_of("MONEY.recall=0.5")))
    assert error.value.code == "limit-of-nothing"

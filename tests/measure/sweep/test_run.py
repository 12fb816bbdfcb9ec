"""A sweep from request to result: what is proposed, which secrets can be measured, and what is refused."""

from dataclasses import replace

import pytest

from sfumato.errors import InputError
from sfumato.measure.attack import Candidate
from sfumato.measure.sweep import SweepDocument, SweepRequest, policies_of, sweep
from sfumato.policy import Hide, Policy
from sfumato.protocols import Resources
from sfumato.types import Progress

REQUEST = SweepRequest(
    (
        SweepDocument("a", "He has rats and zanavir in the house."),
        SweepDocument("b", "The river and the bread in the garden."),
    ),
    hide=("plague",),
    alphas=(1.0, 3.0),
    methods=("redact",),
    risk=0.5,
)


@pytest.fixture(scope="module")
def world(village, english):
    return Resources(village.knowledge, village.taxonomy, english)


@pytest.fixture(scope="module")
def result(world):
    return sweep(REQUEST, world)


def test_every_setting_and_the_texts_as_they_are(result):
    assert [(point.name, point.policy, point.alpha) for point in result.points] == [
        ("as it is", None, None),
        ("redact", "command", 1.0),
        ("redact", "command", 3.0),
    ]
    assert (result.texts, result.risk) == (2, "passages that still lead to a secret")
    assert result.points[0].kept.value == 1.0
    assert result.points[1].holds == 2


def test_the_setting_that_keeps_most_at_the_risk_is_proposed(result):
    assert result.proposed in result.points[1:]
    assert result.proposed.kept.value == max(point.kept.value for point in result.points[1:])


def test_numbers_are_rounded_and_there_is_no_nan(result):
    said = result.to_dict()
    assert said["points"][0]["told"] is None
    assert said["points"][1]["told"] == round(said["points"][1]["told"], 4)
    assert list(said) == ["texts", "risk", "points", "proposed"]


def test_progress_is_told(world):
    events = []
    sweep(replace(REQUEST, alphas=(1.0,)), world, tell=events.append)
    assert events == [
        Progress("analysing texts", 0, 2, "settings"),
        Progress("sweeping", 0, 2, "settings"),
        Progress("sweeping", 1, 2, "settings"),
    ]


def test_the_risk_may_be_that_the_right_candidate_is_found(world):
    candidates = (Candidate("a", "rats and zanavir"), Candidate("b", "a river, a garden"), Candidate("c", "a bell"))
    found = sweep(replace(REQUEST, candidates=candidates, alphas=(3.0,)), world)
    assert found.risk == "texts whose subject is found"
    assert found.points[0].risk.value == 1.0
    with pytest.raises(InputError, match="b: no candidate of this id or name"):
        sweep(replace(REQUEST, candidates=candidates[::2]), world)


def test_policies_by_name_or_whole_with_the_secrets_of_all_texts():
    own = Policy("ours", hide=(Hide("plague", alpha=2.0), Hide("pest")))
    shipped, given = policies_of(replace(REQUEST, policies=("person", own)))
    assert (shipped.name, shipped.hide) == ("person", (Hide("plague"),))
    assert given.hide == own.hide
    with pytest.raises(InputError, match=r'no policy "ours\.toml"; there are'):
        policies_of(replace(REQUEST, policies=("ours.toml",)))


def test_without_a_secret_there_is_nothing_to_sweep(world):
    with pytest.raises(InputError) as error:
        sweep(replace(REQUEST, hide=()), world)
    assert error.value.code == "nothing-to-sweep"


def test_a_secret_that_nobody_knows_cannot_be_measured(world):
    with pytest.raises(InputError, match="Larkmoor: never seen in the knowledge, so that no risk") as error:
        sweep(replace(REQUEST, hide=("name:Larkmoor",)), world)
    assert error.value.code == "risk-unknown"


@pytest.mark.parametrize("given", [{"documents": ()}, {"alphas": ()}, {"groups": ()}, {"methods": ()}])
def test_requests_that_mean_nothing_are_refused(given):
    with pytest.raises(InputError, match=r"no text|no setting"):
        replace(REQUEST, **given)

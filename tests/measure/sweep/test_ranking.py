"""A sweep by ranks: where secrets stand among their rivals, and what is proposed for a wanted rank."""

import csv

import pytest

from sfumato.errors import InputError
from sfumato.measure.attack import Candidate
from sfumato.measure.statistics import Interval
from sfumato.measure.sweep import SweepDocument, SweepPoint, SweepRequest
from sfumato.measure.sweep.figures import write_sweep
from sfumato.measure.sweep.ranking import Ranks
from sfumato.measure.sweep.text import proposed_for
from sfumato.service import Engine

LETTER = "She was seen for her knee. She takes zidovudine for HIV. She walks to work and lives with her sister."


def point(alpha, crowd, kept, ranks):
    share = Interval(kept, kept, kept, 1)
    return SweepPoint("generalize", "command", "generalize", 1, alpha, share, share, None, 1, 0.0, crowd, ranks)


def test_the_one_that_keeps_most_at_a_rank_is_proposed():
    points = [point(1.0, 0, 0.9, (3.0, 20.0)), point(1.5, 5, 0.8, (12.0, 11.0)), point(2.0, 5, 0.7, (40.0, 30.0))]
    assert proposed_for(points, 10) == points[1]
    assert proposed_for(points, 20) == points[2]
    assert proposed_for(points, 50) is None


def test_the_risk_is_to_come_before_a_rank():
    ranks = Ranks((1.0, 30.0, 12.0), (5.0, 9.0, 40.0))
    assert ranks.before(10) == [1.0, 1.0, 0.0]
    assert ranks.medians == (12.0, 9.0)


def test_alpha_and_crowd_are_tried(tmp_path):
    engine = Engine()
    request = SweepRequest(
        (SweepDocument("1", LETTER, ("HIV",)),), alphas=(1.5,), crowds=(0, 10), methods=("generalize",), rank=10
    )
    result = engine.sweep(request)
    assert [(p.alpha, p.crowd) for p in result.points] == [(None, None), (1.5, 0), (1.5, 10)]
    assert result.points[0].ranks == (1.0, 1.0)
    assert result.points[0].risk.value == 1.0
    assert all(p.ranks is not None and p.ranks[0] > 10 for p in result.points[1:])
    assert result.proposed in (None, *result.points[1:])
    assert [path.name for path in write_sweep(tmp_path, result)] == ["sweep.csv", "frontier.png", "ranks.png"]
    rows = list(csv.DictReader((tmp_path / "sweep.csv").open()))
    assert [row["crowd"] for row in rows] == ["", "0", "10"]


def test_people_have_no_rivals_to_be_ranked_among():
    request = SweepRequest((SweepDocument("1", "He was born in Idar-Oberstein.", ("Bruce Willis",)),), rank=10)
    with pytest.raises(InputError, match="no secret with rivals"):
        Engine().sweep(request)


@pytest.mark.parametrize("more", [{"rank": 0}, {"rank": 10, "candidates": (Candidate("1", "A text."),)}])
def test_a_rank_is_among_rivals_and_from_1(more):
    with pytest.raises(InputError, match="a rank is that of a secret among its rivals"):
        Engine().sweep(SweepRequest((SweepDocument("1", LETTER, ("HIV",)),), **more))

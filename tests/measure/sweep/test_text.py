"""A collection sanitized in many ways: risk, what is kept, and which setting is proposed."""

from dataclasses import replace

import pytest

from sfumato.errors import InputError
from sfumato.measure.statistics import Interval
from sfumato.measure.sweep import SweepPoint, SweepResult, proposed, settings, sweep_text
from sfumato.measure.sweep.figures import write_sweep
from sfumato.policy import Hide, Policy
from sfumato.protocols import Resources
from sfumato.types import Document

POLICY = Policy("command", hide=(Hide("HIV", alpha=3.0),))
SETTINGS = settings([POLICY], [1, 2], [1], ["generalize", "redact"])
TEXTS = [
    (Document("a", "He takes zidovudine and lamivudine, and his CD4 count is low."), ()),
    (Document("b", "The garden needs rain, and the fence was painted."), ()),
]


@pytest.fixture(scope="module")
def world(pack, embedded, english):
    return Resources(pack, embedded, english)


@pytest.fixture(scope="module")
def points(world):
    return list(sweep_text(TEXTS, SETTINGS, world))


def test_every_setting_is_there_once_and_the_text_as_it_is_first():
    found = settings([POLICY], [2, 1], [1, 2], ["generalize", "redact"])
    assert found[0].policy is None
    assert [(s.method, s.groups, s.alpha) for s in found[1:]] == [
        (method, groups, alpha) for method in ("generalize", "redact") for groups in (1, 2) for alpha in (1, 2)
    ]
    assert all(each.alpha is None for s in found[1:] for each in s.policy.hide)  # what is swept over is the setting's
    assert len({s.name for s in found}) == 5


def test_the_text_as_it_is_keeps_all_and_tells_all(points):
    assert (points[0].policy, points[0].alpha, points[0].groups) == (None, None, None)
    assert points[0].told is None
    assert (points[0].kept.value, points[0].risk.value) == (1.0, 0.5)  # one of two texts leads to HIV
    assert points[0].risk.n == 2


def test_what_is_sanitized_keeps_less_and_its_certificates_hold(points):
    for point in points[1:]:
        assert point.holds == 2 or point.alpha == 1  # where hardly a word is taken a whole sentence may tell
        assert point.kept.value < 1.0
        assert point.risk.value <= points[0].risk.value
        assert point.kept.low <= point.kept.value <= point.kept.high


def test_generalising_keeps_more_than_leaving_out(points):
    kept = {(p.method, p.alpha): p.kept.value for p in points[1:]}
    assert kept["generalize", 1] >= kept["redact", 1]
    assert kept["generalize", 2] >= kept["redact", 2]


def test_processes_change_nothing(points, world):
    again = list(sweep_text(TEXTS, SETTINGS, world, processes=2))
    assert [replace(p, seconds=0.0) for p in again] == [replace(p, seconds=0.0) for p in points]


def test_an_attack_of_ones_own_is_the_risk(world):
    def found_out(texts):
        return [float("zidovudine" in text) for text in texts]

    wanted = settings([POLICY], [1.5], [1], ["generalize"])
    risks = [p.risk.value for p in sweep_text(TEXTS, wanted, world, attacker=found_out)]
    assert risks == [0.5, 0.0]


def test_a_document_may_have_secrets_of_its_own(world):
    texts = [(TEXTS[0][0], (Hide("HIV"),))]
    wanted = settings([Policy("command")], [1.5], [1], ["generalize"])
    before, after = sweep_text(texts, wanted, world)
    assert before.risk.value == 1.0
    assert after.kept.value < 1.0


def point(kept, risk, alpha=1.0):
    intervals = Interval(risk, 0, 1, 9), Interval(kept, 0, 1, 9)
    return SweepPoint("generalize", "command", "generalize", 1, alpha, *intervals, 0.5, 9, 0.1)


def test_the_setting_that_keeps_most_at_the_risk_is_proposed():
    points = [point(1.0, 0.0, alpha=None), point(0.9, 0.5), point(0.8, 0.1, 1.5), point(0.7, 0.0, 2)]
    assert proposed(points, 0.1) is points[2]
    assert proposed(points, 0.05) is points[3]
    assert proposed(points[:2], 0.1) is None


def test_no_text_is_refused(world):
    with pytest.raises(InputError, match="no text"):
        list(sweep_text([], settings([POLICY], [1], [1], ["redact"]), world))


def test_figures_and_one_plot_are_written(points, tmp_path):
    table, picture = write_sweep(tmp_path / "out", SweepResult(2, "texts found out", tuple(points), points[1]))
    rows = table.read_text().splitlines()
    assert len(rows) == 1 + len(points)
    assert rows[0].startswith("policy,method,groups,alpha,risk,risk_low")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "nan" not in table.read_text()
    write_sweep(tmp_path / "none", SweepResult(2, "texts found out", tuple(points), None))

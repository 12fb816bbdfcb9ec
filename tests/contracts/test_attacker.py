"""The attackers that sfumato declares keep what an attacker promises."""

from importlib.metadata import entry_points

import pytest

from sfumato import contracts
from sfumato.measure.attack import FUSION, NAMES, find
from sfumato.protocols import Attacker

DECLARED = [entry.name for entry in entry_points(group="sfumato.attackers") if entry.dist.name == "sfumato"]


def test_all_of_ours_are_declared():
    assert {find(name).name for name in DECLARED} == set(NAMES) - {FUSION}


@pytest.mark.parametrize("name", DECLARED)
@pytest.mark.parametrize("check", contracts.ATTACKER, ids=lambda check: check.__name__)
def test_contract(name, check):
    assert isinstance(find(name), Attacker)
    check(find(name))

"""What the package promises at the top is there, and nothing else is."""

import subprocess
import sys

import pytest

import sfumato
from sfumato import errors


@pytest.mark.parametrize("name", sfumato.__all__)
def test_every_public_name_is_there(name):
    assert getattr(sfumato, name) is not None


def test_public_names_are_sorted_and_complete():
    assert sorted(sfumato.__all__) == sfumato.__all__
    raised = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert raised <= set(sfumato.__all__)


def test_verbs_are_functions_whatever_was_imported_before():
    code = """
import sys, sfumato
assert "sfumato.sanitizing" not in sys.modules and "sfumato.service" not in sys.modules
import sfumato.sanitizing, sfumato.verifying, sfumato.inspecting
assert all(map(callable, (sfumato.sanitize, sfumato.verify, sfumato.inspect, sfumato.explain, sfumato.anonymize)))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_not_there_is_said():
    with pytest.raises(AttributeError, match="no attribute 'sanitise'"):
        sfumato.sanitise  # noqa: B018

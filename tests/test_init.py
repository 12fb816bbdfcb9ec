"""What the package promises at the top is there, and nothing else is."""

import subprocess
import sys

import pytest

import sfumato


@pytest.mark.parametrize("name", sfumato.__all__)
def test_every_public_name_is_there(name):
    assert getattr(sfumato, name) is not None


def test_public_names_are_sorted_and_complete():
    assert sorted(sfumato.__all__) == sfumato.__all__
    from sfumato import errors, protocols, types

    raised = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert raised <= set(sfumato.__all__)
    assert {"Knowledge", "Taxonomy", "Language"} <= set(vars(protocols)) & set(sfumato.__all__)
    flows = {
        name for name, value in vars(types).items() if isinstance(value, type) and value.__module__ == types.__name__
    }
    assert flows <= set(sfumato.__all__)


def test_a_part_is_imported_when_it_is_first_used():
    code = """
import sys, sfumato
assert "sfumato.sanitizing" not in sys.modules
sfumato.sanitizing.sanitize, sfumato.verifying.text.verify
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_not_there_is_said():
    with pytest.raises(AttributeError, match="no attribute 'sanitise'"):
        sfumato.sanitise  # noqa: B018

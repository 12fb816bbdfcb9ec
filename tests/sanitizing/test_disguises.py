"""A secret in disguise is found when a text is verified, and goes when it is sanitized."""

import pytest

import sfumato


@pytest.mark.parametrize("disguise", ["<b>H</b>IV", "\u202eVIH\u202c", "zido<i>vu</i>dine", "\\u0048\\u0049\\u0056"])
def test_disguises(disguise):
    text = f"The patient is on {disguise} therapy since 1994."
    assert not sfumato.verify(text, hide=["HIV"]).holds
    made = sfumato.sanitize(text, hide=["HIV"])
    assert made.certificate.holds
    assert disguise not in made.text
    assert "\u202e" not in made.text
    assert "<" not in made.text

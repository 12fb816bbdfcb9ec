"""A certificate in words."""

import sfumato
from sfumato.verifying.verdict import caution

NOTE = "PMH: gout, asthma. He takes allopurinol, and came about his knee, which hurts when he walks far."


def test_a_crowd_of_conditions_comes_with_a_caution():
    held = sfumato.verify(NOTE, hide=["HIV"])
    assert held.holds
    assert "may still guess" in caution(held)


def test_nothing_is_cautioned_where_no_crowd_is_claimed_or_nothing_holds():
    assert caution(sfumato.verify(NOTE, hide=["HIV"], crowd=0)) == ""
    assert caution(sfumato.verify("He was started on zidovudine.", hide=["HIV"])) == ""

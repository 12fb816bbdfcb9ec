"""A certificate in words."""

from dataclasses import replace

import sfumato
from sfumato.verifying.certificate import Certificate
from sfumato.verifying.release import Verified
from sfumato.verifying.verdict import caution

NOTE = "PMH: gout, asthma. He takes allopurinol, and came about his knee, which hurts when he walks far."


def test_a_crowd_of_conditions_comes_with_a_caution():
    held = sfumato.verify(NOTE, hide=["HIV"])
    assert held.holds
    assert "may still guess" in caution(held)


def test_nothing_is_cautioned_where_no_crowd_is_claimed_or_nothing_holds():
    assert caution(sfumato.verify(NOTE, hide=["HIV"], crowd=0)) == ""
    assert caution(sfumato.verify("He was started on zidovudine.", hide=["HIV"])) == ""


def test_a_program_that_reads_a_certificate_is_told_what_is_not_claimed():
    held = sfumato.verify(NOTE, hide=["HIV"])
    told = held.to_dict()
    assert "may still guess" in told["not_claimed"]
    assert told["not_claimed"] in caution(held)
    assert Verified.from_dict(told) == held
    made = sfumato.sanitize(NOTE, hide=["HIV"]).certificate
    assert made.to_dict()["not_claimed"] == told["not_claimed"]
    assert Certificate.from_dict(made.to_dict()) == made


def test_a_certificate_that_claims_no_crowd_leaves_nothing_of_it_unclaimed():
    assert sfumato.verify(NOTE, hide=["HIV"], crowd=0).to_dict()["not_claimed"] == ""
    assert replace(sfumato.verify(NOTE, hide=["HIV"]), holds=False).not_claimed == ""


def test_what_is_not_claimed_follows_from_the_certificate_whatever_a_file_says():
    told = sfumato.sanitize(NOTE, hide=["HIV"]).certificate.to_dict()
    silent = {key: value for key, value in told.items() if key != "not_claimed"}
    assert Certificate.from_dict(silent) == Certificate.from_dict({**told, "not_claimed": ""})
    assert Certificate.from_dict(silent).to_dict() == told

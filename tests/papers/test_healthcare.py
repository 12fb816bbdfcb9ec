"""HEALTH: the chain of HIV, contextualised risks, and the note that a group of terms gives away."""

from __future__ import annotations

from sfumato.risk import information as info

TOTAL = 1024


def test_the_first_generalisation_below_the_threshold() -> None:
    chain = {
        "Lentivirus": 12.0,
        "Retroviridae": 11.0,
        "Retro-transcribing Virus": 10.0,
        "Virus": 6.0,
        "Microorganism": 5.0,
        "Organism": 3.0,
    }
    contents = list(chain.values())
    chosen = info.choose_generalisation(contents, contents, 8.0)
    assert chosen is not None
    assert list(chain)[chosen] == "Virus"


def test_contextualised_risk_in_three_counts() -> None:
    assert info.contextualised_disclosure_risk(8, 16, 32, TOTAL) == 4.0
    # Equation 10 with its parts: g counts 128, q counts 64.
    parts = info.contextualised_pmi(8, 16, 64, TOTAL) + info.information_content(128, TOTAL)
    assert parts - info.pmi(32, 128, 64, TOTAL) == 4.0


def test_contextualised_risk_keeps_the_bound_that_plain_counts_break() -> None:
    # "crabs" with "beach" in 64 documents, "STD" with "beach" in 4, all three in 2.
    assert info.disclosure_risk(64, 128, 4, TOTAL) == info.information_content(128, TOTAL)
    context = info.contextualised_disclosure_risk(2, 8, 4, TOTAL)
    assert context < info.information_content(8, TOTAL)


def test_thresholds_over_the_list_of_a_law() -> None:
    contents = [info.information_content(count, TOTAL) for count in (16, 4, 64)]
    assert info.threshold_least_informative(contents) == 4.0
    assert info.threshold_contextualised([8, 4, 16], TOTAL) == 6.0


def test_three_harmless_terms_disclose_together() -> None:
    # AIDS in 16 of 1024; each clear term common, the three together only where AIDS is.
    secret = info.information_content(16, TOTAL)
    alone = [info.pmi(joint, 16, count, TOTAL) for joint, count in ((8, 128), (12, 256), (8, 128))]
    assert not any(info.discloses(bits, secret) for bits in alone)
    assert info.discloses(info.group_pmi(4, 16, 4, TOTAL), secret)

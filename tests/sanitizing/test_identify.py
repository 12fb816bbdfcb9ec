"""What identifies by itself, and what does together."""

import pytest

from sfumato.sanitizing.identify import FEWEST, candidates


@pytest.fixture(scope="module")
def knowledge(village):
    return village.knowledge


def test_candidates_are_counted(knowledge):
    assert candidates(knowledge, {"rat": 72, "flea": 72}) == knowledge.count("rat") - 8 - 46  # both in 18 documents


def test_candidates_never_seen_together_are_guessed_from_their_shares(knowledge):
    assert candidates(knowledge, {"ostia": 40, "crow": 1}) == pytest.approx(640 * 40 / 640 * 1 / 640)


def test_for_a_secret_never_seen_names_go_until_enough_candidates_fit(real):
    text = "Jane Quizzlebottom of Larkmoor met an American in London in May."
    done = real("Jane Quizzlebottom")(text)
    assert "Quizzlebottom" not in done.text
    assert "Larkmoor" not in done.text
    assert not done.certificate.secrets[0].seen
    assert FEWEST > 1


def test_a_rare_drug_is_told_by_its_kind(real):
    done = real("HIV")("He was started on lamivudine.")
    assert "lamivudine" not in done.text
    assert [(each.reason, each.secret) for each in done.replacements] == [("tells by its kind", "HIV")]

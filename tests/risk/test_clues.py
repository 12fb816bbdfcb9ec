"""What the handbook knows to tell of a secret, where it stands in a text."""

import pytest

import sfumato
from sfumato.risk.clues import BY_CLUE


def told(text, hide):
    return {why.terms[0]: why.reason for why in sfumato.verify(text, hide=[hide]).disclosures}


@pytest.mark.parametrize(
    ("text", "hide", "clue"),
    [
        ("CIWA was 15 in the night.", "alcohol dependence", "CIWA"),
        ("He takes his PrEP every day.", "HIV", "PrEP"),
        ("She fell off the wagon at Easter.", "alcohol dependence", "fell off the wagon"),
    ],
)
def test_clues_tell(text, hide, clue):
    found = told(text, hide)
    assert any(clue.lower() in term.lower() for term in found)


def test_what_the_text_names_explains_its_clues():
    text = "He has gout, and takes allopurinol."
    assert BY_CLUE not in told(text, "HIV").values()


def test_what_is_of_others_is_not_taken_by_counts():
    done = sfumato.sanitize(
        "She broke her hip, and the hip fracture was nailed. She has depression.", hide=["depression"]
    )
    assert "hip fracture" in done.text


def test_what_most_say_of_both_is_not_left_to_others():
    done = sfumato.sanitize("The Catholics and the Protestants of the village met.", hide=["Catholicism"])
    assert "Protestants" not in done.text

"""The crowd before and after, with the real handbook."""

import pytest

from sfumato.service import Engine, InspectRequest

LETTER = (
    "She was seen in clinic for her knee. She takes zidovudine for HIV. She walks to work and lives with her sister."
)


@pytest.fixture(scope="module")
def engine():
    return Engine()


def test_the_crowd_before_and_after(engine):
    released = "She was seen in clinic for her knee. She walks to work and lives with her sister."
    found = engine.inspect(InspectRequest(text=LETTER, hide=("HIV",), released=released))
    before = {each.reader: each.size for each in found.before}
    after = {each.reader: each.size for each in found.after}
    assert before["clues"] == 0
    assert after["clues"] == after["meaning"] >= 50
    (said,) = found.crowds()
    assert said.startswith("others that fit about as well as HIV: before 0 (by clues), ")
    assert f"; after {after['clues']} (by clues), " in said


def test_without_a_release_it_is_that_of_the_repair(engine):
    found = engine.inspect(InspectRequest(text=LETTER, hide=("HIV",)))
    assert found.repaired is not None
    assert len(found.after) == len(found.before) == 2


def test_a_secret_without_rivals_has_none(engine):
    text = "Bruce Willis was born in Idar-Oberstein and played in Die Hard."
    found = engine.inspect(InspectRequest(text=text, hide=("Bruce Willis",)))
    assert found.before == found.after == ()
    assert found.crowds() == []

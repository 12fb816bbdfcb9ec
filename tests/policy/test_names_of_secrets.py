"""A name that is given as a secret is found in every form, and no more than the name."""

from __future__ import annotations

import pytest

import sfumato
from sfumato.service import Engine, SanitizeRequest


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("Adaeze Okonkwo-Vieira", "Ms Okonkwo-Vieira was late. Adaeze said so."),
        ("Adaeze Okonkwo-Vieira", "Adaeze said so."),
        ("Adaeze Okonkwo-Vieira", "The report of Vieira came late."),
        ("Adaeze Okonkwo-Vieira", "ADAEZE WAS LATE."),
        ("Siobhan O'Malley", "O'Malley was late."),
        ("Siobhan O’Malley", "We saw O'Malley's brother."),
        ("Siobhan O'Malley", "Siobhan was late."),
        ("Ngozi Young", "Ms Young was late."),
        ("Acme Robotics", "They bought Acme last year."),
        ("Nordhavn Logistics Ltd.", "They bought Nordhavn last year."),
    ],
)
def test_a_part_of_a_name_tells(secret: str, text: str) -> None:
    assert not sfumato.verify(text, hide=[secret]).holds


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("Acme Robotics", "Robotics is a field of engineering."),
        ("Summit Logistics", "They reached the summit."),
        ("Grace Okonkwo", "The firm had three days of grace."),
    ],
)
def test_a_word_that_a_name_shares_does_not(secret: str, text: str) -> None:
    assert sfumato.verify(text, hide=[secret]).holds


@pytest.mark.parametrize("name", ["Albert Thompson", "Jean-Claude Gacon"])
def test_what_may_be_anyones_is_not_counted(name: str) -> None:
    """Neither "A. Thompson", which reads as "a Thompson", nor "Jean-Claude" alone."""
    [found] = Engine().secrets(SanitizeRequest(text="", hide=(name,)))
    assert found.documents < 10


@pytest.mark.parametrize("text", ["She had an abortion.", "She had a termination of pregnancy."])
def test_a_concept_put_the_other_way_round_is_the_concept(text: str) -> None:
    assert not sfumato.verify(text, hide=["pregnancy termination"]).holds
    assert not sfumato.verify("The pregnancy termination was easy.", hide=["pregnancy termination"]).holds

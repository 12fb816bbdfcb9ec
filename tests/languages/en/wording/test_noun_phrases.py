"""What is replaced is written as whole noun phrases, and what is left out goes without a trace."""

import pytest

from sfumato.languages import load
from sfumato.languages.edits import applied
from sfumato.languages.en.wording import worded
from sfumato.types import Proposal


def written(text, *said, marks=False):
    """The text with each (term, label, is a name) replaced at its first place."""
    proposals = [Proposal(text.index(term), text.index(term) + len(term), label, name) for term, label, name in said]
    return applied(text, worded(text, proposals, load().syntax(text), marks=marks))


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        (
            "She met the actor Brad Pitt there.",
            [("Brad Pitt", "American actor", True)],
            "She met the actor there.",
        ),
        ("She married actor Brad Pitt in May.", [("Brad Pitt", "person", True)], "She married an actor in May."),
        ("He played in the HBO series for years.", [("HBO", "network", True)], "He played in the series for years."),
        (
            "He is an American actor from Ohio.",
            [("American", "person", False), ("actor", "performer", False)],
            "He is a performer from Ohio.",
        ),
        ("He is a Turkish national.", [("Turkish", "Asian", True)], "He is an Asian national."),
        ("Under Turkish law he is free.", [("Turkish", "Asian", True)], "Under national law he is free."),
        (
            "Boston is the most populous city of the state.",
            [("populous city", "city", False)],
            "Boston is a populous city of the state.",
        ),
        ("Rome is the largest city there.", [("largest city", "city", False)], "Rome is a large city there."),
        (
            "He lives in Los Gatos, California, with her.",
            [("Los Gatos", "city in California", True), ("California", "state", True)],
            "He lives in a city in California, with her.",
        ),
        (
            "He was born in Orbo, Milldale, France, in May.",
            [("Orbo", "place", True), ("Milldale", "place", True), ("France", "country in Europe", True)],
            "He was born in a place in Europe, in May.",
        ),
        (
            "They met in Orbo, London and Rome.",
            [("Orbo", "place", True), ("London", "city in England", True)],
            "They met in a place, a city in England and Rome.",
        ),
        (
            "She left her hometown of Orbo in May.",
            [("Orbo", "city in Ohio", True)],
            "She left her hometown in Ohio in May.",
        ),
        (
            "The Orbos were a singing quartet.",
            [("Orbos", "quartet", True)],
            "These were a singing quartet.",
        ),
        ("It was played by The Orbos in May.", [("Orbos", "band", True)], "It was played by a band in May."),
        ("He joined the U.S. Orbo Force in May.", [("Orbo Force", "agency", True)], "He joined the agency in May."),
        ("It is Wood's voice.", [("Wood's", "actor", True)], "It is an actor's voice."),
        ("John has bipolar disorder.", [("bipolar disorder", "disorder", False)], "John has a disorder."),
        (
            "John has severe schizophrenia.",
            [("severe schizophrenia", "schizophrenia", False)],
            "John has schizophrenia.",
        ),
        ("It needs immediate treatment.", [("immediate treatment", "treatment", False)], "It needs treatment."),
        ("He saw dogs or big cats.", [("big", "", False)], "He saw dogs or cats."),
        ('He won it for "Vanilla Sky" again.', [("Vanilla Sky", "film", True)], "He won it for a film again."),
    ],
)
def test_phrases(text, said, expected):
    assert written(text, *said) == expected


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("She came with fever in May.", "fever", "She came in May."),
        ("He craves sugar.", "sugar", "He craves something."),
        ("The word “gay” is short.", "gay", "The word is short."),
        ("She had rashes, hives and bruises.", "bruises", "She had rashes and hives."),
    ],
)
def test_leaving_out(text, term, expected):
    assert written(text, (term, "", False)) == expected


def test_a_mark_where_one_is_asked_for():
    assert written("He craves sugar.", ("sugar", "", False), marks=True) == "He craves [...]."


def test_works_in_a_row_are_told_as_one():
    text = "He starred in Jaws (1975), Duel (1971) and Hook (1991)."
    names = [("Jaws", "film", True), ("Duel", "film", True), ("Hook", "film", True)]
    proposals = [Proposal(text.index(t), text.index(t) + len(t), label, name) for t, label, name in names]
    years = {"1975": "the 1970s", "1971": "the 1970s", "1991": "the 1990s"}
    proposals += [Proposal(text.index(y), text.index(y) + 4, said, literal=True) for y, said in years.items()]
    done = applied(text, worded(text, proposals, load().syntax(text), marks=False))
    assert done == "He starred in several films from the 1970s to the 1990s."

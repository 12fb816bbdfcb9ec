"""Names that are one term from the first word to the last."""

import pytest

from sfumato.languages.en.titles import titles
from sfumato.taxonomies.kinds import sort_of_title


def found(text, known=lambda title: ""):
    return [(term.text, term.label) for term in titles(text, known)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('He played in "Knight and Day" with her.', "Knight and Day"),
        ("She starred in The Last Witch Hunter (2015).", "The Last Witch Hunter"),
        ("and I Don't Feel at Home in This World Anymore (2017)", "I Don't Feel at Home in This World Anymore"),
        ("He portrayed Wood in Ed Wood (1994).", "Ed Wood"),
        ("the television series Spartacus: Blood and Sand (2010)", "Spartacus: Blood and Sand"),
    ],
)
def test_a_work_by_its_writing(text, title):
    assert (title, "WORK_OF_ART") in found(text)


@pytest.mark.parametrize(
    "title",
    [
        "Hard Roads: How to Use Maps in Talking with Children About Losing Things and Finding Them Again",
        "Friend, Where's the Harbour?",
        "The Doors Are Shut (But Somebody's Home)",
    ],
)
def test_a_quoted_title_is_one_however_long(title):
    assert found(f'She wrote "{title}" at home.') == [(title, "WORK_OF_ART")]


def test_sayings_in_figures_are_no_codes():
    assert found("They work 24/7 and split it 50/50.") == []


def test_children_with_their_years_are_no_works():
    assert found("He has two daughters, Ann (1989) and Eve (1998).") == []


def test_works_that_share_a_year():
    said = found("films such as North, The War (both 1994), Deep Impact and The Faculty (both 1998)")
    assert [title for title, _ in said] == ["North", "The War", "Deep Impact", "The Faculty"]


def test_works_in_a_row_behind_their_plural():
    said = found("in the 2001 films Vanilla Sky, All the Pretty Horses and Blow.")
    assert {"Vanilla Sky", "All the Pretty Horses", "Blow"} <= {title for title, _ in said}


def test_an_award_with_what_it_is_for():
    [(title, label)] = found("She won the Academy Award for Best Actress in a Supporting Role in 1999.")
    assert (title, label) == ("Academy Award for Best Actress in a Supporting Role", "AWARD")


def test_codes_and_letters_are_one():
    assert ("33/21.2.3", "CODE") in found("block C and sheet/plan 33/21.2.3.")
    assert ("S.W.A.T.", "NAME") in found("She was in S.W.A.T. for a year.")


def test_what_is_spoken_of_is_no_title():
    assert found('He was nicknamed "The Great One" there.') == []
    assert found('The word "red" is short.') == []


def test_titles_that_are_known(pack):
    assert ("The Green Mile", "WORK_OF_ART") in found("She read The Green Mile at home.", sort_of_title)


def test_no_title_goes_on_behind_a_heading():
    found = titles("Ann Lee\nAnn Lee (1994) was a hit.", lambda title: "")
    assert [term.text for term in found] == ["Ann Lee"]


def test_a_long_title_in_quotation_marks():
    found = titles('He made "Inside Rome: How a Small Town Makes a Big Difference" then.', lambda title: "")
    assert [term.text for term in found] == ["Inside Rome: How a Small Town Makes a Big Difference"]

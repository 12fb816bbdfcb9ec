"""Words of one noun phrase of which several are replaced fit beside each other."""

import pytest


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        (
            "She lost in Round 1 of the season.",
            [("Round", "stage", "name"), ("1", "")],
            "She lost in a stage of the season.",
        ),
        ("She lost in Round 1 of the season.", [("1", "")], "She lost in a round of the season."),
        (
            "She was in the Bottom 3 couples of the show.",
            [("Bottom", ""), ("3 couples", "some couples", "step")],
            "She was in the couples of the show.",
        ),
        (
            "She was in the Bottom 3 couples of the show.",
            [("3 couples", "some couples", "step")],
            "She was in the Bottom couples of the show.",
        ),
        (
            "He pitched with a 2.84 ERA that year.",
            [("2.84", "a certain number", "step"), ("ERA", "average")],
            "He pitched with an average that year.",
        ),
        (
            "He was chosen in the 1976 Major League Baseball Draft by them.",
            [("1976", "the 1970s", "step"), ("Major League Baseball Draft", "draft", "name")],
            "He was chosen in the 1970s draft by them.",
        ),
        (
            "At the 1952 World Championship he was second.",
            [("1952", "a certain date", "step"), ("World Championship", "championship", "name")],
            "At the championship he was second.",
        ),
        (
            "He won an 1889 Fair prize at 1976 Draft time.",
            [("1889", "a certain date", "step"), ("Fair prize", "prize", "name")],
            "He won a prize at 1976 Draft time.",
        ),
        ("He is a Brazilian football Forward.", [("Brazilian", "", "name")], "He is a football Forward."),
        ("He plays for Brazilian side there.", [("Brazilian", "", "name")], "He plays for a side there."),
        ("He is on HIV treatment now.", [("HIV", "", "name")], "He is on treatment now."),
        ("He is an African football Forward.", [("African", "", "name")], "He is a football Forward."),
        (
            "She published treatises in French.",
            [("French", "European", "name")],
            "She published treatises in a European language.",
        ),
        (
            "It is a power of German, European and world football.",
            [("German", "European", "name")],
            "It is a power of European and world football.",
        ),
        (
            "Since the 1960s Jane Miller has lived there.",
            [("1960s", "a certain period", "step"), ("Jane Miller", "person", "name")],
            "Since a certain period a person has lived there.",
        ),
        (
            "In 1976 Major League Baseball grew.",
            [("1976", "the 1970s", "step"), ("Major League Baseball", "league", "name")],
            "In the 1970s a league grew.",
        ),
    ],
)
def test_one_phrase(written, text, said, expected):
    assert written(text, *said) == expected

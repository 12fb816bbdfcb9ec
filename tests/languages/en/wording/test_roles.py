"""What one person is, in a row, is said of one."""

import pytest


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        (
            "He is a singer and songwriter.",
            [("singer", "musician"), ("songwriter", "musician")],
            "He is a musician.",
        ),
        (
            "He is an actor, singer and songwriter.",
            [("singer", "musician"), ("songwriter", "musician")],
            "He is an actor and musician.",
        ),
        (
            "Singers and songwriters met.",
            [("Singers", "musician"), ("songwriters", "musician")],
            "Musicians met.",
        ),
        (
            "He met a singer and a songwriter.",
            [("singer", "musician"), ("songwriter", "musician")],
            "He met musicians.",
        ),
    ],
)
def test_roles(written, text, said, expected):
    assert written(text, *said) == expected


def test_a_possessive_is_of_both(written):
    said = ("wide vocal range", "vocal range")
    assert written("He has his own style and wide vocal range.", said) == "He has his own style and vocal range."


def test_the_youngest_child_may_be_old(written):
    said = ("youngest child", "child")
    assert written("He was the youngest child of a miner.", said) == "He was a child of a miner."


def test_what_is_of_somebody_stays_of_him(written):
    said = ("Jeff's extensive collection", "extensive collection")
    text = "He plays from his brother Jeff's extensive collection of records."
    assert written(text, said) == "He plays from his brother's extensive collection of records."


def test_names_behind_what_they_are_go(written):
    said = [(name, "brother", "name") for name in ("Jeff", "Greg")]
    assert written("He had two older brothers, Jeff and Greg.", *said) == "He had two older brothers."

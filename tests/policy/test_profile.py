"""Profiles: what they accept, what they say when they do not, and what they are called."""

import dataclasses
import math

import pytest

from sfumato.errors import InputError
from sfumato.policy import DEFAULT, PROFILES, Profile, profile_of
from sfumato.policy.profile import ABOUT, MEANING, SETTINGS, profile

WHERE = "mine.toml: [profile]"


def test_the_default_is_the_default():
    assert profile("default") == DEFAULT == Profile() == profile_of({}, WHERE)


def test_shipped_profiles_go_by_their_names_and_are_explained():
    assert {name: found.name for name, found in PROFILES.items()} == {name: name for name in PROFILES}
    assert set(ABOUT) == set(PROFILES)
    assert tuple(MEANING) == SETTINGS


def test_the_papers_have_no_rule_of_ours():
    for name, found in PROFILES.items():
        if name.startswith("paper-"):
            assert (found.support, found.counting, found.identifying) == (1, "surface", "never")
            assert f"paper-{found.judge}" == name


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"alhpa": 2}, 'unknown key "alhpa" (did you mean alpha?)'),
        ({"zebra": 2}, 'unknown key "zebra"; there are base, name, judge'),
        ({"judge": "c-sanitised"}, 'judge must be one of c-sanitized, correlated, healthcare, not "c-sanitised"'),
        ({"judge": "c-sanitised"}, "(did you mean c-sanitized?)"),
        ({"judge": 3}, "judge must be one of c-sanitized, correlated, healthcare, not a whole number"),
        ({"alpha": 0.5}, "alpha must be a number from 1 to 1,000"),
        ({"alpha": math.nan}, "alpha must be a number from 1 to 1,000"),
        ({"alpha": math.inf}, "alpha must be a number from 1 to 1,000"),
        ({"alpha": 10**400}, "alpha must be a number from 1 to 1,000"),
        ({"alpha": "2"}, "alpha must be a number from 1 to 1,000, not a text"),
        ({"alpha": True}, "alpha must be a number from 1 to 1,000, not true or false"),
        ({"groups": 5}, "groups must be a whole number from 1 to 4"),
        ({"groups": 2.0}, "groups must be a whole number from 1 to 4, not a number"),
        ({"groups": True}, "groups must be a whole number from 1 to 4, not true or false"),
        ({"support": 0}, "support must be a whole number from 1 to 1,000,000"),
        ({"optimal": 1}, "optimal must be true or false, not a whole number"),
        ({"optimal": "yes"}, "optimal must be true or false, not a text"),
        ({"name": " "}, "name must be a text that is not empty"),
        ({"base": "defualt"}, "(did you mean default?)"),
        ([], "must be a table, not a list"),
    ],
)
def test_what_is_wrong_is_said(table, said):
    with pytest.raises(InputError) as caught:
        profile_of(table, WHERE)
    assert str(caught.value).startswith(f"{WHERE}: ")
    assert said in str(caught.value)


def test_a_profile_made_in_python_is_checked_too():
    with pytest.raises(InputError, match="profile: alpha must be a number"):
        dataclasses.replace(DEFAULT, alpha=0.5)
    with pytest.raises(InputError, match="profile: context must be one of"):
        Profile(context="page")


def test_an_unknown_profile_has_a_near_one():
    with pytest.raises(InputError, match="did you mean paper-healthcare"):
        profile("paper-heathcare")


def test_a_name_says_what_was_changed():
    two = profile_of({"alpha": 2}, WHERE)
    assert (two.alpha, type(two.alpha), two.name) == (2.0, float, "default with alpha 2")
    assert profile_of({"optimal": True}, WHERE, two).name == "default with alpha 2, optimal true"
    assert profile_of({"alpha": 1.5}, WHERE, two) == DEFAULT, "and back"
    assert profile_of({"base": "paper-correlated", "groups": 2}, WHERE).name == "paper-correlated with groups 2"


def test_nothing_else_is_called_as_a_shipped_profile_is():
    assert profile_of({"name": "default", "alpha": 2}, WHERE).name == "default with alpha 2"
    assert profile_of({"name": "default with alpha 9"}, WHERE) == DEFAULT


def test_a_name_of_ones_own():
    ours = profile_of({"name": "ours", "alpha": 2}, WHERE)
    assert ours.name == "ours"
    assert profile_of({}, WHERE, ours) == ours
    assert profile_of({"groups": 2}, WHERE, ours).name == "ours with groups 2"

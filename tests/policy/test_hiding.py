"""What a request hides: labels with an alpha, further names, a policy and settings on top of it."""

import pytest

from sfumato.errors import InputError
from sfumato.policy import DEFAULT, Hide, Policy
from sfumato.policy.hiding import hide_of, policy_of


def test_an_alpha_of_its_own():
    assert hide_of("HIV@2") == Hide("HIV", 2.0)
    assert hide_of(" HIV ") == Hide("HIV")
    assert hide_of("jo@example.org").label == "jo@example.org"
    assert hide_of(Hide("HIV@2")) == Hide("HIV@2")  # who makes one says what is meant


@pytest.mark.parametrize(("label", "said"), [("HIV@two", "a number"), ("HIV@0.5", "alpha"), ("HIV@nan", "alpha")])
def test_an_alpha_that_is_none(label, said):
    with pytest.raises(InputError, match=said):
        hide_of(label)


def test_secrets_of_a_policy_and_of_the_request_are_united():
    base = Policy("ours", hide=(Hide("HIV", 2.0, ("slim",)), Hide("syphilis")))
    found = policy_of(["hiv", "Hepatitis C@3"], base=base)
    assert found.hide == (Hide("HIV", 2.0, ("slim",)), Hide("syphilis"), Hide("Hepatitis C", 3.0))
    assert policy_of(["HIV@4"], base=base).hide[0].alpha == 4.0


def test_further_names():
    assert policy_of(["HIV"], aliases=["HIV=slim disease"]).hide == (Hide("HIV", aliases=("slim disease",)),)
    with pytest.raises(InputError, match="no secret AIDS is given") as refused:
        policy_of(["HIV"], aliases=["AIDS=slim"])
    assert refused.value.code == "alias-without-secret"
    with pytest.raises(InputError, match="must be LABEL=NAME") as refused:
        policy_of(["HIV"], aliases=["HIV"])
    assert refused.value.code == "bad-alias"


def test_settings_change_the_profile_that_is_named():
    assert policy_of().profile == DEFAULT
    assert policy_of(settings={"alpha": None}).profile == DEFAULT
    assert policy_of(settings={"alpha": 2}).profile.alpha == 2.0
    found = policy_of(policy="us-medical", profile_name="paper-correlated", settings={"alpha": 3})
    assert (found.name, found.profile.judge, found.profile.alpha) == ("us-medical", "correlated", 3.0)
    with pytest.raises(InputError, match="did you mean alpha"):
        policy_of(settings={"alhpa": 2})


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("HIV@2@3", "HIV@2@3: a secret has one alpha"),
        ("@2", "@2: the secret itself is missing before @"),
        (" @ 2", "the secret itself is missing"),
    ],
)
def test_one_alpha_of_one_secret(label, said):
    with pytest.raises(InputError, match=said):
        hide_of(label)


def test_an_alias_may_repeat_the_alpha_and_an_address_may_have_one():
    (hide,) = policy_of(["HIV@2"], aliases=["HIV@2=slim"]).hide
    assert (hide.label, hide.alpha, hide.aliases) == ("HIV", 2.0, ("slim",))
    assert hide_of("jo@example.org@2") == Hide("jo@example.org", 2.0)
    assert hide_of("@jdoe") == Hide("@jdoe")

"""What detectors find under a policy, and what of a release counts as found."""

import pytest

from sfumato import sanitize, verify
from sfumato.policy import find
from sfumato.policy.detecting import left_in, rules_of
from sfumato.service import Engine


@pytest.fixture(scope="module")
def resources():
    return Engine().resources()


@pytest.fixture(scope="module")
def left(resources):
    rules = rules_of(find("hipaa-safe-harbor").detect, resources)

    def left(text, untrue=()):
        return [term.text for term, _ in left_in(text, rules, resources, untrue)]

    return left


def test_an_address_that_has_a_name_in_it_is_hidden_whole():
    made = sanitize("Write to maria.garcia@mgh.org or call. Maria Garcia came.", policy="hipaa-safe-harbor")
    assert made.text == "Write to [EMAIL_ADDRESS] or call. [PERSON] came."


def test_a_pseudonym_is_no_name(left):
    assert left("Person A met Person 7KQ2M at Hospital C in City 4ABCD.") == []
    assert left("Baker A met Maria Garcia.") != []


def test_what_is_untrue_says_nothing_wherever_it_stands(left):
    text = "Maria Garcia came on 3 May 2019. MARIA GARCIA left; Mariana Garciano stayed."
    assert {"Maria Garcia", "3 May 2019"} <= set(left(text))
    found = left(text, ["Maria Garcia", "3 May 2019"])
    assert "Mariana Garciano" in found
    assert not {"Maria Garcia", "MARIA GARCIA", "3 May 2019"} & set(found)


def test_a_certificate_says_what_is_untrue():
    made = sanitize("Maria Garcia came.", policy="hipaa-safe-harbor", method="surrogate", key=b"k" * 16)
    assert verify(made.text, certificate=made.certificate).holds
    assert not verify(made.text, policy="hipaa-safe-harbor").holds

"""What is said of a concept of medicine."""

import pytest

import sfumato
from sfumato import Engine
from sfumato.policy.meaning import telling_terms
from sfumato.policy.secrets import resolve
from sfumato.risk.meaning import is_read

needs_model = pytest.mark.skipif(not is_read(), reason="no package carries the sentence model")


def resolved(label):
    found = Engine().resources()
    return resolve(label, taxonomy=found.taxonomy, knowledge=found.knowledge, alpha=1.5).secret


def test_terms_that_disclose_a_secret_are_said_of_it():
    found = telling_terms(["gout"], 1.5, Engine().knowledge)
    assert {"gout", "uric acid"} <= set(found)
    assert "river" not in found
    assert telling_terms(["never seen by anybody"], 1.5, Engine().knowledge) == []


@needs_model
def test_only_what_is_of_medicine_and_not_too_broad_is_compared():
    assert resolved("gout").meaning() is not None
    assert resolved("ill health").meaning is None or resolved("ill health").meaning() is None
    assert resolved("Spain").meaning is None


@needs_model
@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("alcohol dependence", "She went to rehab for her drinking."),
        ("gout", "His big toe swelled up again after the red meat and the beer."),
    ],
)
def test_plain_sentences_tell(secret, text):
    found = sfumato.verify(text, hide=secret)
    assert not found.holds
    done = sfumato.sanitize(f"The garden is green. {text}", hide=secret)
    assert done.certificate.holds
    assert done.text.startswith("The garden is green.")
    assert sfumato.verify(done.text, hide=secret).holds


def test_the_papers_read_no_meaning():
    found = sfumato.verify("She went to rehab for her drinking.", hide="alcohol dependence", base="paper-c-sanitized")
    assert found.claim["meaning"] is False
    assert all(each.reason != "tells by its meaning" for each in found.disclosures)

"""What is kept of a set of secrets: made once, and no more of it than is needed."""

from sfumato.policy import DEFAULT
from sfumato.policy.secrets import resolve
from sfumato.sanitizing.plan import Secrets


def secrets(village, *labels):
    found = [resolve(each, taxonomy=village.taxonomy, knowledge=village.knowledge, alpha=1) for each in labels]
    return Secrets(found, village.knowledge, DEFAULT)


def test_one_secret_has_one_scanner(village):
    plague = secrets(village, "plague")
    assert plague.scanner_of(plague.resolved[0].secret) is plague.scanner


def test_each_of_several_secrets_has_a_scanner_of_its_own(village):
    both = secrets(village, "plague", "zanavir")
    first, second = (both.scanner_of(each.secret) for each in both.resolved)
    text = "Zanavir for the plague."
    assert [text[a:b] for a, b, _ in first.find(text)] == ["plague"]
    assert [text[a:b] for a, b, _ in second.find(text)] == ["Zanavir"]
    assert len(both.scanner.find(text)) == 2
    assert both.scanner_of(both.resolved[0].secret) is first

"""Many documents: in order, whatever fails, in one process or several."""

from collections import Counter
from dataclasses import replace

import pytest

from sfumato.policy import Hide
from sfumato.policy.hiding import policy_of
from sfumato.protocols import Resources
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.service import Failure, Record
from sfumato.service.batches import Totals, sanitize_all
from sfumato.types import Document

TEXTS = (
    "He takes zidovudine for HIV.",
    "His mother was treated for breast cancer in Miami.",
    "She sleeps well.",
    "",
    "The CD4 count is low; Kaposi's sarcoma was found.",
)


@pytest.fixture(scope="module")
def resources(pack, embedded, english):
    return Resources(pack, embedded, english)


@pytest.fixture(scope="module")
def sanitizer(resources):
    return Sanitizer(resources, policy_of(["HIV"]))


def records(number):
    return [Record(Document(str(at), TEXTS[at % len(TEXTS)])) for at in range(number)]


def ids(results):
    return [result.id for result in results]


def test_the_same_in_any_number_of_processes(sanitizer):
    alone = list(sanitize_all(sanitizer, records(70)))
    assert ids(alone) == [str(at) for at in range(70)]
    assert all(isinstance(result, Sanitized) and result.certificate.holds for result in alone)
    assert not any("HIV" in result.text for result in alone)
    assert [result.text for result in alone] == [sanitizer(text).text for text in TEXTS] * 14
    shared = list(sanitize_all(sanitizer, records(70), processes=2))
    assert shared == alone


def test_nothing_is_read_far_ahead(sanitizer):
    read = []

    def given():
        for record in records(1000):
            read.append(record)
            yield record

    results = sanitize_all(sanitizer, given())
    next(results)
    assert len(read) <= 32
    results.close()


@pytest.mark.parametrize("processes", [1, 2])
def test_what_fails_is_reported_and_the_others_go_on(sanitizer, processes):
    given = records(8)
    given[1] = Record(Document("unread", ""), error="not valid JSON")
    given[3] = Record(Document("long", "a " * 2_600_000))
    given[5] = Record(Document("crabs", "He has it."), ("crabs",))
    results = list(sanitize_all(sanitizer, given, processes=processes))
    assert ids(results) == ["0", "unread", "2", "long", "4", "crabs", "6", "7"]
    failed = {result.id: result.error for result in results if isinstance(result, Failure)}
    assert failed["unread"] == "not valid JSON"
    assert "5,200,000 characters" in failed["long"]
    assert "several senses" in failed["crabs"]
    assert len(failed) == 3


def test_an_unforeseen_error_is_not_quoted(resources, monkeypatch):
    sanitizer = Sanitizer(resources, policy_of(["HIV"]))
    whole = sanitizer.sanitized

    def broken(document, terms, hide=(), also=frozenset()):
        if document.id == "2":
            raise ValueError("he has HIV")
        return whole(document, terms, hide, also)

    monkeypatch.setattr(sanitizer, "sanitized", broken)
    results = list(sanitize_all(sanitizer, records(5)))
    assert results[2] == Failure("2", "unforeseen ValueError")
    assert sum(isinstance(result, Sanitized) for result in results) == 4


def test_a_text_that_breaks_the_language_fails_alone(resources):
    class Fragile(type(resources.language)):
        def terms(self, document, *, parts="nouns"):
            if "well" in document.text:
                raise RuntimeError(document.text)
            return resources.language.terms(document, parts=parts)

        def batch(self, documents, *, parts="nouns"):
            for document in documents:
                yield self.terms(document, parts=parts)

    fragile = Sanitizer(replace(resources, language=Fragile()), policy_of(["HIV"]))
    results = list(sanitize_all(fragile, records(5)))
    assert results[2] == Failure("2", "unforeseen RuntimeError")
    assert [isinstance(result, Sanitized) for result in results] == [True, True, False, True, True]


def test_records_have_secrets_of_their_own(sanitizer):
    one, other = Document("1", "He has hepatitis C."), Document("2", "He has hepatitis C.")
    given = [Record(one), Record(other, (Hide("hepatitis", 2.0),))]
    first, second = sanitize_all(sanitizer, given)
    assert [standing.secret for standing in first.certificate.secrets] == ["HIV"]
    assert [(s.secret, s.alpha) for s in second.certificate.secrets] == [("HIV", 1.5), ("hepatitis", 2.0)]
    assert "hepatitis" not in second.text


def test_pseudonyms_are_the_same_over_all_processes(resources):
    policy = policy_of(["HIV"], settings={"method": "pseudonym"})
    results = list(sanitize_all(Sanitizer(resources, policy), records(40), processes=2))
    assert len({result.text for result in results[:: len(TEXTS)]}) == 1
    keyed = list(sanitize_all(Sanitizer(resources, policy, key=b"a" * 16), records(40), processes=2))
    assert len({result.text for result in keyed[:: len(TEXTS)]}) == 1
    first, second = (Sanitizer(resources, policy, key=key)(TEXTS[0]).text for key in (b"a" * 16, b"b" * 16))
    assert first != second


def test_there_must_be_a_process(sanitizer):
    with pytest.raises(ValueError, match="at least 1"):
        next(sanitize_all(sanitizer, [], processes=0))


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"nothing": 2}, "The certificates claim nothing: no secret was named."),
        ({"nothing": 1, "secrets": 1}, "Every certificate that claims something holds; 1 certificate claims nothing"),
        ({"detectors": 2}, "Every certificate holds: the detectors find nothing more; no secret was named"),
        ({"secrets": 2}, "Every certificate holds."),
    ],
)
def test_all_certificates_say_no_more_than_each(claims, said):
    totals = Totals(documents=2, utilities=[1.0, 1.0], claims=Counter(claims))
    assert totals.verdict.startswith(said)

"""The reader who has a list: what is known of few speaks for them, however it is worded."""

import numpy as np
import pytest

from sfumato import contracts
from sfumato.errors import InputError
from sfumato.io.rivals import rivals_of
from sfumato.protocols import Resources
from sfumato.risk.readers.by_facts import ByFacts
from sfumato.risk.readers.people import People
from sfumato.types import Secret

WARD = [
    {"name": "Jane Roe", "age": 45, "job": "midwife", "known": "plays the cello"},
    {"name": "Ann Reed", "age": 47, "job": "midwife", "born": "1976-03-02"},
    {"name": "Lucy Grant", "age": 31, "job": "teacher", "known": "plays the violin"},
    {"name": "Ruth Field", "age": 33, "job": "baker", "known": "walked from Leeds"},
]


@pytest.fixture(scope="module")
def people(pack, embedded, english):
    return People(rivals_of(WARD), Resources(pack, embedded, english))


def secret(name, *labels, kind="person"):
    return Secret(name, 1.5, (), (name, *labels), kind)


@pytest.fixture
def told(people, english):
    def told(text, name="Jane Roe"):
        reading = english.read(text)
        candidates = people.candidates(secret(name), reading)
        found = people.reader.evidence(reading, candidates)
        names = [each.name for each in (candidates.secret, *candidates.rivals)]
        return {
            text[each.start : each.end]: {
                name: round(bits, 2) for name, bits in zip(names, [each.secret, *each.rivals], strict=True) if bits
            }
            for each in found
        }

    return told


@pytest.mark.parametrize("check", contracts.READER, ids=lambda check: check.__name__)
def test_it_keeps_the_contract(check, embedded, english):
    check(ByFacts(english, embedded))


def test_one_of_all_is_worth_all_bits_and_half_of_them_one(told):
    assert told("The midwife has a cello.") == {
        "midwife": {"Jane Roe": 1.0, "Ann Reed": 1.0},
        "cello": {"Jane Roe": 2.0},
    }


def test_what_is_known_of_nobody_says_nothing(told):
    assert told("The weather was fine in Portugal.") == {}


def test_a_generalised_wording_speaks_for_all_of_whom_it_is_true(told):
    assert told("in her forties")["forties"] == {"Jane Roe": 1.0, "Ann Reed": 1.0}
    assert told("a stringed instrument")["stringed instrument"] == {"Jane Roe": 1.0, "Lucy Grant": 1.0}
    assert told("born in the 1970s")["1970s"] == {"Ann Reed": 2.0}


def test_forms_of_words_are_one(told):
    assert set(told("She played well, and walks.")) == {"played", "walks"}


def test_of_pieces_in_one_another_the_widest_says_the_most_of_all(told):
    assert told("She plays the cello.") == {"plays the cello": {"Jane Roe": 2.0, "Lucy Grant": 1.0}}


def test_whom_the_text_names_in_full_is_no_rival(people, english):
    reading = english.read("Ann Reed brought her in.")
    assert [each.name for each in people.candidates(secret("Jane Roe"), reading).rivals] == ["Lucy Grant", "Ruth Field"]


def test_a_secret_is_found_by_any_of_its_names(people):
    assert people.find(secret("J. Roe")).name == "Jane Roe"
    assert people.find(secret("our midwife", "Ann Reed")).name == "Ann Reed"
    assert people.find(secret("Nora Webb")) is None


def test_who_is_not_on_the_list_is_refused_in_one_line(people):
    people.check([secret("Jane Roe"), secret("HIV", kind="concept")])
    for secrets in ([secret("Nora Webb")], [secret("HIV", kind="concept")], [secret("Jane Roe"), secret("Nora Webb")]):
        with pytest.raises(InputError, match="not on the list of rivals") as caught:
            people.check(secrets)
        assert "Nora" not in str(caught.value)


def test_a_name_that_is_there_twice_is_refused(pack, embedded, english):
    twice = People(rivals_of([*WARD, {"name": "Jane Roe"}]), Resources(pack, embedded, english))
    with pytest.raises(InputError, match="several rows of the list"):
        twice.find(secret("Jane Roe"))


def test_evidence_has_a_column_for_each_rival(people, english):
    reading = english.read("The midwife.")
    (piece,) = people.reader.evidence(reading, people.candidates(secret("Jane Roe"), reading))
    assert np.array_equal(piece.rivals, [1.0, 0.0, 0.0])

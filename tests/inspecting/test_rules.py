"""Rules found once for a secret: what they say, how they are kept, and that they are applied without a search."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.inspecting import Inference, Rules, Search, find_rules, inspect, read_rules, write_rules
from sfumato.knowledge import MemoryKnowledge
from sfumato.languages import load
from sfumato.languages.en.normalform import normal_form
from sfumato.risk.inferences import Index
from sfumato.types import Document, Secret

PLAGUE = Secret("plague", 1.0, ("plague", "grey plague", "black plague", "pest"), ("plague",))
NOTHING = MemoryKnowledge([])


def rule(*words, secret="plague"):
    return Inference(words, secret, (("A page", True), ("Another", False)), 3, 2, 2 / 3, 1.5, 4.0)


@pytest.fixture(scope="module")
def found(village):
    return find_rules(PLAGUE, village.knowledge, Search(keywords=30, set_size=2))


def test_rules_are_the_minimal_sets_that_lead_to_the_secret(found, village):
    words = sorted({word for each in found.rules for word in each.words})
    assert "bubo" in words
    assert not any(set(one.words) < set(other.words) for one in found.rules for other in found.rules)
    for each in found.rules:
        (same,) = Index(village.knowledge, list(each.words), Search(set_size=2)).leading_to(PLAGUE)
        assert same == each


def test_a_rule_does_not_say_the_secret(found):
    assert not any(word in PLAGUE.forms for each in found.rules for word in each.words)


def test_no_two_words_of_a_rule_overlap(pack):
    rules = find_rules(Secret("gout", 1.0, ("gout",), ("gout",)), pack, Search(keywords=25, set_size=2)).rules
    assert rules
    for each in rules:
        said = [part for word in each.words for part in word.split()]
        assert len(said) == len(set(said))


def test_there_are_no_rules_for_what_nobody_knows(village):
    nobody = Secret("xyzzy", 1.0, ("xyzzy",), ("xyzzy",))
    assert find_rules(nobody, village.knowledge, Search()) == Rules(())


def test_a_rule_holds_of_a_text_that_has_all_its_words():
    rules = Rules((rule("rat", "flea"), rule("bell"), rule("crow", secret="gout")))
    assert [each.words for each in rules.leads("Rats and a bell.", [PLAGUE], NOTHING)] == [("bell",)]
    assert [each.words for each in rules.leads("A flea on the r\u0430ts.", [PLAGUE], NOTHING)] == [("rat", "flea")]
    assert rules.leads("A flea and a crow.", [PLAGUE], NOTHING) == []
    assert rules.leads("Rats and fleas.", [], NOTHING) == []


def test_a_certificate_tells_rules_by_their_number_and_hash():
    one, other = Rules((rule("rat"),)).as_dict(), Rules((rule("flea"),)).as_dict()
    assert one["rules"] == other["rules"] == 1
    assert one["sha256"] != other["sha256"]
    assert Rules((rule("rat"),)).as_dict() == one
    assert "rat" not in json.dumps(one)


def test_texts_are_repaired_by_rules_alone(found, inspector):
    made = inspector("plague", searches=(found,))
    document = inspect("The rats and the fleas left, and the bubo.", made)
    assert document.inferences
    assert document.repaired.certificate.holds
    assert document.repaired.certificate.claim["searches"] == [found.as_dict()]
    assert inspect(document.repaired.text, made).clean


# --- files ------------------------------------------------------------------------------------------------

word = st.text(min_size=1, max_size=9).map(normal_form).filter(bool)
words = st.lists(word, min_size=1, max_size=3).map(tuple)
numbers = st.integers(0, 10**9)
shares = st.floats(0, 50)
rules = st.lists(
    st.builds(
        Inference, words, st.text(), st.lists(st.tuples(st.text(), st.booleans()), max_size=3).map(tuple),
        numbers, numbers, shares, shares, shares,
    ),
    max_size=4,
)  # fmt: skip


@given(rules)
def test_what_is_written_is_read_again(tmp_path_factory, rules):
    path = tmp_path_factory.mktemp("rules") / "rules.json"
    write_rules(Rules(tuple(rules)), path)
    assert read_rules(path, load()) == Rules(tuple(rules))


def test_the_rules_of_a_world_survive_a_file(found, tmp_path):
    write_rules(found, tmp_path / "r.json")
    assert read_rules(tmp_path / "r.json", load()) == found
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


GOOD = asdict(rule("rat"))
DAMAGED = {
    "no JSON": "{",
    "no text": b"\xff\xfe\x00[",
    "nothing": "",
    "a number": "5",
    "an object": "{}",
    "a text": '"rat"',
    "a list of numbers": "[1]",
    "a list of lists": "[[]]",
    "deep": "[" * 100_000,
    "a field is missing": json.dumps([{key: value for key, value in GOOD.items() if key != "best"}]),
    "no words": json.dumps([GOOD | {"words": []}]),
    "an empty word": json.dumps([GOOD | {"words": [""]}]),
    "words that are a text": json.dumps([GOOD | {"words": "rat"}]),
    "a number that is none": json.dumps([GOOD | {"documents": "many"}]),
    "a number without end": json.dumps([GOOD | {"documents": float("inf")}]),
    "titles that are none": json.dumps([GOOD | {"best": [1]}]),
}


@pytest.mark.parametrize("said", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused(said, tmp_path):
    path = tmp_path / "r.json"
    path.write_bytes(said if isinstance(said, bytes) else said.encode())
    with pytest.raises(InputError, match=r"r\.json: not a file of rules"):
        read_rules(path, load())


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_rules(tmp_path / "none.json", load())


def test_rules_of_documents_in_any_language_are_kept_as_they_are(tmp_path):
    knowledge = MemoryKnowledge(Document(str(at), "пацюк, чума", title="Чума") for at in range(2))
    made = find_rules(Secret("чума", 1.0, ("чума",), ("чума",)), knowledge, Search(top=0))
    write_rules(made, tmp_path / "r.json")
    assert read_rules(tmp_path / "r.json", load()) == made

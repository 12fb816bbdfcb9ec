"""What tells of a secret whatever the counts: by its kind, as a name in other words, or by however few documents."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.languages import load
from sfumato.risk import CSanitized, disclosures
from sfumato.risk.telling import BY_KIND, HARDLY_WITHOUT, IN_OTHER_WORDS, Telling, hardly_without, roots
from sfumato.types import Document, Secret

ENGLISH = load("en")
TEXTS = ["heart disease"] * 4 + ["heart disease, slang"] + ["slang"] + ["weather"] * 250
HEART = Secret("heart disease", 1.5, ("heart disease",), ("heart disease",), telling=("cardiol",))
WORDS = st.lists(
    st.sampled_from(["heart", "disease", "weather", "cardiol", "slang", "of", "her"]), min_size=1, max_size=4
)


@pytest.fixture(scope="module")
def few():
    return MemoryKnowledge(Document(str(at), text) for at, text in enumerate(TEXTS))


def test_reasons(few):
    telling = Telling(HEART, few)
    assert telling.reason("cardiol") == BY_KIND
    assert telling.reason("disease of her heart") == IN_OTHER_WORDS
    assert telling.reason("heart") == telling.reason("weather disease") == ""


def test_only_concepts_are_said_in_other_words(few):
    person = Secret("Ada Byron", 1.5, ("ada byron",), ("ada byron",), "person")
    assert Telling(person, few).reason("byron and ada") == ""


def test_disclosures_say_why(few):
    judge = CSanitized(few, [HEART], support=3)
    found = {each.terms[0]: each for each in disclosures(judge, ["cardiol", "weather", "disease of heart", "heart"])}
    assert {form: each.reason for form, each in found.items()} == {
        "cardiol": BY_KIND,
        "disease of heart": IN_OTHER_WORDS,
        "heart": "reveals",
    }
    assert found["cardiol"].bits == judge.contents[0]


def test_nothing_but_counts_where_a_secret_is_counted_by_its_words(few):
    assert disclosures(CSanitized(few, [HEART], counting="surface"), ["cardiol", "disease of heart"]) == []


def test_few_documents_count_only_in_knowledge_that_has_seen_ordinary_words(few):
    many = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(TEXTS + ["weather"] * 10_000))
    assert [each.reason for each in disclosures(CSanitized(many, [HEART], support=3), ["slang"])] == [HARDLY_WITHOUT]
    assert disclosures(CSanitized(few, [HEART], support=3), ["slang"]) == []


@given(WORDS)
def test_order_and_function_words_change_no_roots(words):
    assert roots(" ".join(words), ENGLISH) == roots(" ".join([*reversed(words), "the"]), ENGLISH)


@given(st.lists(WORDS.map(" ".join), min_size=1, unique=True))
def test_telling_only_adds_and_never_more_than_the_secret(few, forms):
    plain = Secret(HEART.name, HEART.alpha, HEART.forms, HEART.labels, "unknown")
    judge = CSanitized(few, [HEART], support=3)
    more, less = judge.bits(forms), CSanitized(few, [plain], support=3).bits(forms)
    assert np.all(more >= less)
    assert np.all(more <= np.maximum(less, judge.contents[0]))


@given(st.integers(1, 50), st.integers(0, 50))
def test_hardly_seen_without(documents, together):
    said = hardly_without(np.array([together]), np.array([documents]), ["word"])[0]
    assert said == (3 * together >= documents and together > 0)


def test_a_secret_said_more_often_than_its_field_explains_everything():
    together, documents = np.array([1, 2, 2]), np.array([1, 2, 4000])
    assert hardly_without(together, documents, ["a", "b c", "d e"], 3.5).tolist() == [False, False, False]

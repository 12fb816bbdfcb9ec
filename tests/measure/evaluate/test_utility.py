"""What is kept: words, information and replacements that say something, by hand."""

import pytest

from sfumato.knowledge import MemoryKnowledge
from sfumato.languages import load
from sfumato.measure.evaluate import Labelled, Mask, Masked, kept
from sfumato.measure.evaluate.utility import information_kept, says, words_kept
from sfumato.risk.information import information_content
from sfumato.types import Document, Term

TEXT = "Fever and night sweats in Rome"


@pytest.fixture(scope="module")
def knowledge():
    texts = ["fever", "fever sweats", "night", "night sweats", "rome", "symptom fever night rome", "symptom", "town"]
    return MemoryKnowledge([Document(str(at), text) for at, text in enumerate(texts)])


def mask(wording, text):
    start = TEXT.index(wording)
    return Mask(start, start + len(wording), text)


def content(knowledge, *forms):
    return sum(information_content(knowledge.count(form), knowledge.total, floor=knowledge.floor) for form in forms)


def test_words_that_stand():
    assert words_kept(TEXT, [], load()) == [1.0]
    assert words_kept(TEXT, [mask("night sweats", "sweats"), mask("Rome", "a town")], load()) == [0.5]
    assert words_kept(TEXT, [Mask(0, len(TEXT), "")], load()) == [0.0]
    assert words_kept("of the", [], load()) == []


def test_information_by_words(knowledge):
    whole = content(knowledge, "fever", "night", "sweat", "rome")
    left = whole - content(knowledge, "fever") + min(content(knowledge, "fever"), content(knowledge, "symptom"))
    assert information_kept(TEXT, [mask("Fever", "A symptom")], knowledge) == pytest.approx(left / whole)
    assert information_kept(TEXT, [], knowledge) == 1
    gone = whole - content(knowledge, "rome")
    for nothing in ("", "[PLACE]", "███", "Place 7KQ2M", "City B"):
        assert information_kept(TEXT, [mask("Rome", nothing)], knowledge) == pytest.approx(gone / whole)


def test_a_replacement_counts_no_more_than_what_it_stands_for(knowledge):
    assert information_kept(TEXT, [mask("Fever", "zymurgy, quokkas and obelisks")], knowledge) == pytest.approx(1)


def test_information_by_terms(knowledge):
    terms = [Term(0, 5, "Fever", "NOUN_PHRASE"), Term(10, 22, "night sweats", "NOUN_PHRASE")]
    whole = content(knowledge, "fever", "night sweats")
    found = information_kept(TEXT, [mask("night sweats", "")], knowledge, terms)
    assert found == pytest.approx(content(knowledge, "fever") / whole)


def test_overlapping_masks_are_one(knowledge):
    both = [Mask(0, 15, "x"), Mask(10, 22, "")]
    assert information_kept(TEXT, both, knowledge) < 1
    assert words_kept(TEXT, both, load()) == [0.25]


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("", "left out"),
        ("  ", "left out"),
        ("[PERSON]", "placeholder"),
        ("<DATE_TIME>", "placeholder"),
        ("{{name}}", "placeholder"),
        ("████", "placeholder"),
        ("***", "placeholder"),
        ("XXXX", "placeholder"),
        ("Person 7KQ2M", "placeholder"),
        ("City B", "placeholder"),
        ("[PERSON] [PERSON]", "placeholder"),
        ("a person", "kind"),
        ("The organizations", "kind"),
        ("a town", "telling"),
        ("a [COLOUR] car", "telling"),
    ],
)
def test_what_a_replacement_says(text, sort):
    assert says(text, load()) == sort


def test_replacements_are_counted(knowledge):
    document = Labelled("1", TEXT, ())
    masks = (mask("Fever", "a person"), mask("night sweats", "sweats"), mask("Rome", "[PLACE]"))
    found = kept([document], {"1": Masked("1", masks, 0.5)}, load(), knowledge=knowledge)
    assert (found.telling, found.kinds, found.echoing, found.placeholders, found.left_out) == (2, 1, 1, 1, 0)
    assert found.replaced == 3
    assert found.utility.value == 0.5
    assert 0 < found.information.value < 1
    assert found.telling_share == pytest.approx(2 / 3)


def test_of_spans_alone_nothing_is_known_of_replacements():
    found = kept([Labelled("1", TEXT, ())], {"1": Masked("1", (Mask(0, 5),))}, load())
    assert found.unknown == 1
    assert found.replaced == 0
    assert found.utility is found.information is None

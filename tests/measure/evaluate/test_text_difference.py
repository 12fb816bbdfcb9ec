"""What was hidden is found by comparing the texts, for every kind of release; long texts are cut."""

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sfumato.languages import load
from sfumato.measure.evaluate import text_difference as module
from sfumato.measure.evaluate.text_difference import align

FEW = settings(max_examples=60, deadline=None)
WORDS = st.sampled_from("river stone Anna walks 1925 harbour never seven of the and lamp paper".split())
TEXT = st.lists(WORDS, min_size=1, max_size=40)


def spans(original, released):
    return [(original[edit.start : edit.end], edit.text) for edit in align(original, released, load())]


def test_what_was_replaced_left_out_or_made_shorter():
    original = "Mrs Anna Christou was born in 1925, in Nicosia, and lives there."
    assert spans(original, "Mrs [PERSON] was born in the 1920s, in a town, and lives there.") == [
        ("Anna Christou", "[PERSON]"),
        ("1925", "the 1920s"),
        ("Nicosia", "a town"),
    ]
    assert spans(original, "Mrs was born in 1925, in , and lives there.") == [("Anna Christou", ""), ("Nicosia", "")]
    assert spans(original, "Mrs Christou was born in 1925, in Nicosia, and lives there.") == [("Anna", "")]


def test_nothing_and_everything():
    text = "Anna walks to the harbour."
    assert spans(text, text) == []
    assert spans(text, "") == [("Anna walks to the harbour", "")]
    assert spans(text, "█████ █████ ███") == [("Anna walks to the harbour", "█████ █████ ███")]
    assert spans("", "Anna") == []


def test_case_spaces_and_punctuation_hide_nothing():
    assert spans("The harbour, at seven;\n\nit froze.", "the  harbour at SEVEN it froze") == []


def test_a_change_of_function_words_hides_nothing():
    assert spans("He had a fever and an ulcer of the stomach.", "He had the fever and a ulcer of a stomach.") == []


def test_an_initial_is_no_article():
    assert spans("by Mr A. Meer here", "by a person here") == [("Mr A. Meer", "a person")]


def test_a_placeholder_is_no_word_of_the_original():
    original = "Anna Meer is a person of note [1]."
    assert spans(original, "[PERSON] is a person of note [1].") == [("Anna Meer", "[PERSON]")]
    assert spans(original, "<PERSON> is a person of note [1].") == [("Anna Meer", "<PERSON>")]
    assert spans(original, "{{PERSON}} is a person of note [1].") == [("Anna Meer", "{{PERSON}}")]


def test_brackets_around_a_name_hide_nothing():
    assert spans("Anna Meer lives in Rome.", "[Anna Meer] lives in [Rome].") == []


def test_the_words_around_tell_which_of_two_was_hidden():
    original = "Meer came first. The judge heard Meer last."
    assert spans(original, "[X] came first. The judge heard Meer last.") == [("Meer", "[X]")]
    assert align(original, "Meer came first. The judge heard [X] last.", load())[0].start == original.rindex("Meer")


def test_signs_that_matter_are_compared():
    assert spans("It was 5% less, or $30.", "It was [X] less, or $[Y].") == [("5%", "[X]"), ("30", "[Y]")]


@FEW
@given(TEXT, st.data())
def test_round_trip_of_placeholders(words, data):
    """Whatever is replaced by codes is found again, all of it and nothing else."""
    hidden = data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words)))
    original = " ".join(words)
    released = " ".join("[CODE]" if hide else word for word, hide in zip(words, hidden, strict=True))
    gone = set()
    for edit in align(original, released, load()):
        gone |= set(range(edit.start, edit.end))
    kept = "".join(" " if at in gone else character for at, character in enumerate(original)).split()
    left = [word for word in released.split() if word != "[CODE]"]
    function = {"of", "the", "and"}
    assert [word for word in kept if word not in function] == [word for word in left if word not in function]


@FEW
@given(TEXT, TEXT)
@example(["of"], ["the"])
def test_what_is_not_hidden_stands_in_the_release_in_order(words, others):
    original, released = " ".join(words), " ".join(others)
    edits = align(original, released, load())
    assert all(0 <= a.end < b.start for a, b in pairwise(edits))
    gone = set()
    for edit in edits:
        gone |= set(range(edit.start, edit.end))
    left = "".join(" " if at in gone else character for at, character in enumerate(original)).split()
    rest = iter(word.casefold() for word in others)
    assert all(word.casefold() in rest for word in left if word not in ("of", "the", "and"))


@FEW
@given(TEXT, TEXT, st.integers(4, 40))
def test_cutting_long_texts_finds_what_stands_there(words, others, limit):
    """With so small a limit that everything is cut, what is kept still stands in both."""
    whole = module._EXACT
    module._EXACT = limit
    try:
        numbers = {word: at for at, word in enumerate(dict.fromkeys([*words, *others]))}
        a, b = [numbers[word] for word in words], [numbers[word] for word in others]
        found = list(module._matches(a, b))
    finally:
        module._EXACT = whole
    assert all(a[i] == b[j] for i, j in found)
    assert all(x[0] < y[0] and x[1] < y[1] for x, y in pairwise(found))


def test_long_texts_are_cut_where_words_stand_once(monkeypatch):
    words = [f"word{at}" if at % 7 else "same" for at in range(3000)]
    original = " ".join(words)
    released = " ".join("[X]" if at % 50 == 3 else word for at, word in enumerate(words))
    expected = align(original, released, load())
    monkeypatch.setattr(module, "_EXACT", 10_000)
    assert align(original, released, load()) == expected
    assert len(expected) == 60


@pytest.mark.parametrize("released", ["a " * 30_000, "b " * 30_000, "b a " * 20_000, ""])
def test_texts_with_nothing_to_hold_on_to(released):
    edits = align("a b " * 20_000, released, load())
    assert sum(edit.end - edit.start for edit in edits) <= 80_000

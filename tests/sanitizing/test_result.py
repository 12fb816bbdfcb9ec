from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.edits import applied
from sfumato.sanitizing.result import WORDING, parts
from sfumato.types import Edit

SMALL = frozenset(("a", "an", "the", "on", "in", "of", "no", "at", "some"))


def split(text, term, edited, new):
    """The parts of an edit: what stood there, and what stands there now."""
    start = text.index(edited)
    at = text.index(term)
    edit = Edit(start, start + len(edited), new)
    found = list(parts(text, edit, (at, at + len(term)), SMALL))
    assert applied(text, found) == applied(text, [edit])
    return [(text[part.start : part.end], part.text) for part in found]


def test_a_preposition_is_a_part_of_its_own():
    assert split("It was on 9 May 1997.", "9 May 1997", "on 9 May 1997", "in 1997") == [
        ("on ", "in "),
        ("9 May 1997", "1997"),
    ]


def test_words_that_stay_are_in_no_part():
    assert split("his son Ross came", "Ross", "son Ross", "son") == [(" Ross", "")]
    assert split("to pay the sum of EUR 420.", "EUR 420", "the sum of EUR 420", "a sum of money") == [
        ("the ", "a "),
        ("EUR 420", "money"),
    ]


def test_an_article_more_goes_with_the_word_it_is_of():
    assert split("under plot no. 142 there", "142", "plot no. 142", "a plot") == [("plot no. ", "a plot"), ("142", "")]


def test_other_words_before_a_term_are_hidden_with_it():
    assert split("Prof. Z. Okonkwo left", "Z. Okonkwo", "Prof. Z. Okonkwo", "A person") == [
        ("Prof. Z. Okonkwo", "A person")
    ]
    assert split("A Kaposi's sarcoma", "Kaposi's sarcoma", "Kaposi's sarcoma", "a sarcoma") == [
        ("Kaposi's sarcoma", "a sarcoma")
    ]


_TEXT = st.lists(st.sampled_from(["on", "the", "sum", "of", "Oslo", "12", "a", "(", ", "]), max_size=8).map(" ".join)


@given(_TEXT, _TEXT, _TEXT, _TEXT)
def test_the_parts_make_the_edit(before, after, behind, new):
    text = f"{before} Miami{after} {behind}"
    start = len(before) + 1
    edit = Edit(0, start + 5 + len(after), new)
    found = list(parts(text, edit, (start, start + 5), SMALL))
    assert applied(text, found) == applied(text, [edit])
    assert sum(part.start <= start < part.end for part in found) == 1
    assert all(part.start < part.end for part in found)


def test_what_is_changed_for_the_sentence_hides_nothing(real):
    done = real(named="person")("Mr Okonkwo was born on 9 May 1957 in Oslo.")
    beside = [each for each in done.replacements if each.reason == WORDING]
    assert [(each.term, each.hides) for each in beside] == [("on ", False)]
    assert done.places == len(done.replacements) - 1


def test_a_name_is_not_taken_for_the_common_noun(real):
    """The register is a name here; a register is none."""
    text = "Ms Okonkwo, born in 1957, lives at Bergen Register. She keeps a register there. Rule 5 and rule 7 apply."
    done = real(named="person")(text)
    assert "a register there" in done.text


def test_what_is_left_of_a_term_is_judged_too(real):
    done = real("Steve Wozniak")('Steve Wozniak\n\nStephen (or Stephan) Gary "Steve" Wozniak founded a company.')
    assert "Stephan" not in done.text
    assert "Gary" not in done.text


def test_a_quoted_title_is_one_term(real):
    done = real("Tom Cruise")('He played in the comedy "Knight and Day" (2010) with Tom Cruise.')
    assert "Day" not in done.text
    assert "Knight" not in done.text

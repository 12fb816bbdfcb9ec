"""Places and edits: what stands where, what goes, and what a selection means."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.edits import applied
from sfumato.reviewing.items import joined, placed, snapped, with_gaps
from sfumato.types import Edit


@pytest.mark.parametrize(
    ("selected", "words"),
    [
        ("zidovudine", "zidovudine"),
        ("idovud", "zidovudine"),
        (" zidovudine, ", "zidovudine"),
        ("(zidovudine)", "zidovudine"),
        ("zidovudine, and", "zidovudine, and"),
        ("HIV-pos", "HIV-positive"),
        (", ", None),
    ],
)
def test_a_selection_is_whole_words_without_punctuation(selected, words):
    text = "He is HIV-positive and took (zidovudine), zidovudine, and more."
    start = text.index(selected)
    found = snapped(text, start, start + len(selected))
    assert (text[slice(*found)] if found else None) == words


edits = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8), st.text("xyz", max_size=3)), max_size=8)


@given(edits)
def test_edits_never_share_a_place_and_cover_all_that_was_to_go(found):
    given_ = [(Edit(start, start + length, text), n) for n, (start, length, text) in enumerate(found) if length]
    made = placed(given_)
    assert all(one.end <= other.start for (one, _), (other, _) in pairwise(made))
    for edit, _ in given_:
        assert any(each.start <= edit.start and edit.end <= each.end for each, _ in made)
    applied("a" * 40, [edit for edit, _ in made])


@given(st.text("ab. \n", max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(1, 6)), max_size=4))
def test_where_all_goes_but_what_stays_no_other_letter_is_left(text, spans):
    kept = joined([(a, min(a + n, len(text))) for a, n in spans if a < len(text)])
    made = with_gaps(text, [], kept)
    left = applied(text, made).replace("[…]", "")
    assert left.replace(" ", "").replace("\n", "") == "".join(
        text[a:b].replace(" ", "").replace("\n", "") for a, b in kept
    )
    assert left.count("\n") == text.count("\n")

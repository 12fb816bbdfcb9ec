"""Pieces as one text, and edits of that as edits of pieces."""

from hypothesis import given
from hypothesis import strategies as st

from sfumato.io.formats.pieces import DROPPED, OneText, Piece, edited
from sfumato.types import Edit

PIECES = [Piece("a", "He takes zidovudine."), Piece("b", "gone", DROPPED), Piece("c", "It is for HIV.")]


def after(whole, edits, pieces=PIECES):
    shared = whole.shared_out(edits)
    return [edited(piece.text, shared.get(number, [])) for number, piece in enumerate(pieces)]


def test_what_is_dropped_is_judged_only_where_asked_for():
    assert OneText.of(PIECES).text == "He takes zidovudine.\n\nIt is for HIV."
    assert OneText.of(PIECES, dropped=True).text == "He takes zidovudine.\n\ngone\n\nIt is for HIV."


def test_an_edit_over_the_end_of_a_piece_is_cut():
    whole = OneText.of(PIECES)
    start, end = whole.text.index("zidovudine"), whole.text.index("HIV") + 3
    assert after(whole, [Edit(start, end, "a medicine")]) == ["He takes a medicine", "gone", "."]


def test_an_edit_of_what_stands_between_pieces_changes_nothing():
    whole = OneText.of(PIECES)
    assert after(whole, [Edit(20, 22, "")]) == [piece.text for piece in PIECES]


def test_places():
    whole = OneText.of(PIECES)
    assert whole.place(PIECES, whole.text.index("HIV")) == "c"


@given(st.lists(st.text("abc ", min_size=1, max_size=6), min_size=1, max_size=5), st.data())
def test_edits_within_pieces_do_what_they_do_to_the_text(texts, data):
    pieces = [Piece(str(number), text) for number, text in enumerate(texts)]
    whole = OneText.of(pieces)
    number = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[number]) - 1))
    end = data.draw(st.integers(start + 1, len(texts[number])))
    edit = Edit(whole.starts[number] + start, whole.starts[number] + end, "X")
    assert "\n\n".join(after(whole, [edit], pieces)) == edited(whole.text, [edit])

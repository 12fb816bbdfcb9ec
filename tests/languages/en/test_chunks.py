"""Cutting texts: nothing seen is lost, every piece is bounded, offsets lead back to the original."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.chunks import MAX_PIECE, MAX_WORD, pieces
from sfumato.languages.folding import UNSEEN

hostile = st.text(
    alphabet=st.one_of(
        st.sampled_from(list("ab CD.\n\r\t,\"'()-\u00a0\u200b\u00ad\u2028\ufeff\x00\x85é😀\u0301")),
        st.characters(categories=("L", "N", "P", "S", "Z", "C", "M")),
    ),
    max_size=200,
)


@given(hostile)
def test_every_character_of_a_piece_leads_back_to_its_own(text: str) -> None:
    seen = []
    for piece in pieces(text):
        assert text[piece.start : piece.start + len(piece.original)] == piece.original
        for at, character in enumerate(piece.text):
            start, end = piece.span(at, at + 1)
            assert end == start + 1
            assert character in (piece.original[start], " ", "\ufffd")
            seen.append(piece.start + start)
        assert not UNSEEN.search(piece.text)
    assert seen == sorted(set(seen))
    lost = set(range(len(text))) - set(seen)
    assert not any(text[at].isalnum() and not UNSEEN.match(text[at]) for at in lost)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 50_000,
        "word " * 20_000,
        "A sentence ends here. " * 3_000,
        " " * 50_000,
        "ab" + " " * 50_000 + "cd",
        ("y" * (MAX_WORD + 7) + " and then ") * 40,
        "(" * 50_000,
        "\n" * 50_000,
    ],
)
def test_pieces_are_bounded_and_keep_the_text(text: str) -> None:
    found = list(pieces(text))
    assert all(len(piece.text) <= MAX_PIECE for piece in found)
    assert all(len(run) <= MAX_WORD for piece in found for run in piece.text.split())
    kept = "".join("".join(piece.text.split()) for piece in found)
    assert kept == "".join(text.replace("(", "").split())


def test_long_blocks_are_cut_after_sentences_else_between_words() -> None:
    sentences = [piece.text for piece in pieces("The fever went down at last. " * 1_000)]
    assert len(sentences) > 1
    assert all(text.rstrip().endswith(".") for text in sentences)
    words = [piece.text for piece in pieces("fever " * 5_000)]
    assert all(word == "fever" for text in words for word in text.split())


def test_blocks() -> None:
    def texts(text: str) -> list[str]:
        return [piece.text.strip() for piece in pieces(text)]

    assert texts("HIV\n\nThe virus") == ["HIV", "The virus"]
    assert texts("Title\r\nThe text") == ["Title", "The text"]
    wrapped = "The patient was brought to the hospital with\na fever that did not go down."
    assert texts(wrapped) == [wrapped.replace("\n", " ")]
    assert len(texts("The patient was brought to the hospital at nine.\nShe had a fever.")) == 2
    assert len(texts("The patient was brought to the hospital with\n- a fever\n- a cough")) == 3
    assert len(texts("The patient was brought to the hospital with\n\na fever")) == 2


def test_sentence_ends_that_parsers_miss() -> None:
    def count(text: str) -> int:
        return len(list(pieces(text)))

    assert count("He has hepatitis C. The doctor knows.") == 2
    assert count("He lacks vitamin D. Treatment began.") == 2
    assert count("George W. Bush met the author J. K. Rowling.") == 1
    assert count("Blood group A. Smith was told.") == 2
    assert count("The author J. Smith was told.") == 1

"""A text that the knowledge itself has is not judged by itself."""

import pytest

from sfumato.knowledge import MemoryKnowledge
from sfumato.knowledge.copies import copies_of, without_copies
from sfumato.types import Document

NOTE = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa"


@pytest.fixture(scope="module")
def knowledge():
    filler = [Document(str(n), f"patient number {n} sleeps well") for n in range(10_000)]
    article = Document("Alpha", f"{NOTE} quebec romeo")
    return MemoryKnowledge([*filler, Document("17", f"{NOTE} quebec sierra"), article])


def test_a_note_is_found_though_words_are_missing(knowledge):
    (found,) = copies_of(f"{NOTE} quebec".replace("golf hotel", ""), knowledge)
    assert knowledge.title(found) == "17"


def test_an_article_about_what_it_is_called_stays(knowledge):
    assert "Alpha" not in {knowledge.title(found) for found in copies_of(f"{NOTE} quebec romeo", knowledge)}


def test_what_only_the_note_has_counts_nothing(knowledge):
    assert knowledge.count("sierra") == 1
    assert without_copies(f"{NOTE} quebec sierra", knowledge).count("sierra") == 0


@pytest.mark.parametrize("text", ["", "alpha bravo", "patient number 5 sleeps well", "The quick brown fox."])
def test_other_texts_are_no_copies(knowledge, text):
    assert copies_of(text, knowledge) == ()

"""A name means the subject of an article only where the text fits it."""

import pytest

from sfumato.knowledge import Pack, Without
from sfumato.languages import load
from sfumato.replacements.linking import company, linked
from sfumato.taxonomies import embedded
from sfumato.taxonomies.kinds import embedded_kinds

FILMS = (
    "{} played John McClane in Die Hard, an action film directed by John McTiernan, and starred in Pulp Fiction, "
    "Armageddon and The Sixth Sense. The actor won a Golden Globe for the television series Moonlighting."
)
LETTER = "Dear colleague, {} came to the clinic on Monday with a cough. An X-ray of the chest was normal."


def link(name, text, taxonomy=None):
    return linked(name, load().read(text.format(name)), Pack.open(), embedded_kinds(), taxonomy)


def test_a_full_name_is_linked_where_the_text_fits():
    assert link("Bruce Willis", FILMS).title == "Bruce Willis"


@pytest.mark.parametrize("name", ["Bruce Willis", "John Locke", "Willis", "Creed", "Rose", "Emma", "Nobody Atall"])
def test_a_patient_is_nobody_known(name):
    assert link(name, LETTER, embedded()) is None


def test_a_surname_alone_is_nobody():
    assert link("Willis", FILMS) is None


@pytest.mark.parametrize("name", ["Canada", "Glasgow", "United Kingdom"])
def test_a_place_that_everybody_knows_needs_no_text(name):
    assert link(name, LETTER, embedded()).sort == "place"
    assert link(name, LETTER) is None


def test_words_tell_of_a_name_that_stands_beside_them():
    pack, read = Pack.open(), load().read
    assert company("Bruce Willis", read(FILMS), pack) > company("Bruce Willis", read(LETTER), pack)
    assert company("Nobody Atall", read(FILMS), pack) == 0


def test_knowledge_without_the_article_links_all_the_same():
    pack, taxonomy, kinds = Pack.open(), embedded(), embedded_kinds()
    text = "The film director Steven Spielberg made Jaws and Jurassic Park."
    own = [kind.document for kind in kinds.of("Steven Spielberg")]
    assert own
    linked("Steven Spielberg", load().read(text), Without(pack, own), kinds, taxonomy)  # which it may or may not find

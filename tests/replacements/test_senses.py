"""Which of its senses a word has: a bank of a river, or one that lends."""

from itertools import count

import pytest

from sfumato.knowledge import MemoryKnowledge
from sfumato.languages.en.reading import read
from sfumato.replacements.senses import about, fit
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document

ENTRIES = (
    Entry("b:1", ["bank", "riverside"], ["b:2"]),
    Entry("b:2", ["slope"]),
    Entry("b:3", ["bank", "lender"], ["b:4"]),
    Entry("b:4", ["company"]),
    Entry("b:5", ["savings bank"], ["b:3"]),
    Entry("b:6", ["bank", "tier"], ["b:7"], grouping=False),
    Entry("b:7", ["by row"], grouping=True),
)
RIVER = "The riverside is a slope. Otter, heron, reed."
MONEY = "The lender is a company. Interest, credit, vault."
OTHER = "House, garden, letter."


@pytest.fixture(scope="module")
def banks():
    return Hierarchy.build("banks", ENTRIES)


@pytest.fixture(scope="module")
def papers():
    numbers = count()
    texts = [RIVER] * 8 + [MONEY] * 8 + [OTHER] * 200 + ["Otter, credit."] * 2 + ["rare"] * 2
    return MemoryKnowledge(Document(str(next(numbers)), text) for text in texts)


def test_about_is_what_is_frequent_here_and_rare_elsewhere(papers):
    reading = read("The heron of the house met a heron, an otter and a rare vault of xyzzy. The house! The house!")
    assert about(reading, papers) == ("heron", "vault", "otter")  # "house" is everywhere, "rare" and "xyzzy" too rare


def test_about_nothing(papers):
    assert about(read(""), papers) == about(read("of the and"), papers) == ()


def test_the_sense_whose_kin_the_text_speaks_of_fits_best(banks, papers):
    river, lender, tier = banks.concept("b:1"), banks.concept("b:3"), banks.concept("b:6")
    for topics, best, other in ((("otter", "heron"), river, lender), (("vault", "interest"), lender, river)):
        fits = {sense.id: fit([sense], "bank", topics, banks, papers) for sense in (river, lender, tier)}
        assert fits[best.id] > 3
        assert fits[other.id] == fits[tier.id] == 0


def test_kin_are_other_names_parents_and_children_but_no_groupings(banks, papers):
    lender, tier = banks.concept("b:3"), banks.concept("b:6")
    assert fit([lender], "lender", ["interest"], banks, papers) > 0  # by its parent, not by the word itself
    assert fit([tier], "bank", ["otter", "interest"], banks, papers) == 0  # "by row" is nothing that a text says


def test_what_names_the_sense_itself_is_no_sign_of_it(banks, papers):
    river = banks.concept("b:1")
    assert fit([river], "bank", ["bank"], banks, papers) == 0
    assert fit([river], "bank", ["riverside", "slope"], banks, papers) == 0
    assert fit([river], "bank", [], banks, papers) == 0
    assert fit([], "bank", ["otter"], banks, papers) == 0


def test_a_sense_in_two_taxonomies_has_the_kin_of_both(banks, papers):
    river, lender = banks.concept("b:1"), banks.concept("b:3")
    both = fit([river, lender], "bank", ["otter", "vault"], banks, papers)
    assert both > max(fit([sense], "bank", ["otter", "vault"], banks, papers) for sense in (river, lender))


def test_topics_that_tell_the_contrary_count_nothing(banks, papers):
    lender = banks.concept("b:3")
    alone = fit([lender], "bank", ["vault"], banks, papers)
    assert fit([lender], "bank", ["vault", "garden"], banks, papers) == pytest.approx(alone / 2)

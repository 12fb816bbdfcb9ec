"""The attackers that infer: counts of a knowledge of eight documents, worked out by hand."""

import numpy as np
import pytest

from sfumato.errors import InputError
from sfumato.knowledge import MemoryKnowledge, Without
from sfumato.measure.attack import Candidate, KnownCandidates, inference, sources, telling
from sfumato.risk import Search
from sfumato.types import Document


def test_bits_by_hand(asked):
    # otter and beaver stand in two of eight documents, 2 bits; the others in none, so that the least count, one, stands
    # for it: 3 bits. Otter and holt stand together in both: log2(2 * 8 / (2 * 2)) = 2 bits. The river is in three, one
    # of them with the otter and one with the beaver: log2(8 / (2 * 3)) bits.
    river = np.log2(8 / 6)
    assert inference.bits(["a holt", "a holt, a river", "the tax"], asked) == pytest.approx(
        np.array([[0, -2, -3, -3], [river, river - 2, -3, -3], [-2, -2, -3, -3]])
    )


def test_a_rare_candidate_is_not_likelier_for_being_rare():
    """Each of the moles' documents names the otter, too: it is the otter that the word otter names."""
    texts = ["an otter, a mole", "an otter, a mole"] + ["an otter"] * 6 + ["a gate"] * 8
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))
    known = KnownCandidates([Candidate("1", "x", "otter"), Candidate("2", "y", "mole")], knowledge=knowledge)
    assert inference.bits(["the otter"], known)[0] == pytest.approx([1 - 1, 1 - 3])


def test_leads_by_hand(asked):
    # both documents with a holt name the otter; of the three with a river one names each; both words lead to the otter
    found = inference.leads(["a holt", "a river", "a holt, a river", "the tax"], asked)
    third = 1 / 3
    assert found == pytest.approx(
        np.array([[1, 0, 0, 0], [third, third, 0, 0], [2 + third, third, 0, 0], [0, 0, 0, 0]])
    )


def test_a_name_in_the_text_leads_to_its_bearer(asked):
    assert np.argmax(inference.leads(["the beaver was there"], asked)[0]) == 1
    assert np.argmax(inference.bits(["the beaver was there"], asked)[0]) == 1


def test_smaller_sets_lead_less_far(asked):
    alone = inference.leads(["a holt, a river"], asked, search=Search(set_size=1))
    assert alone[0, 0] == pytest.approx(1 + 1 / 3)


def test_what_tells_most_is_shown_with_enough_evidence():
    texts = ["an otter, its holt, a river"] * 3 + ["a river, a gate"] * 3 + ["an otter, a seal"] + ["a stamp"] * 9
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))
    known = KnownCandidates([Candidate("1", "x", "otter"), Candidate("2", "y", "mole")], knowledge=knowledge)
    found = telling("a holt at a river, and a seal", 0, known)
    assert [term for term, _ in found] == ["holt", "river"]  # the seal was seen with it once
    assert found[0][1] == pytest.approx(2)
    assert telling("a holt", 1, known) == []
    assert telling("a holt", 0, KnownCandidates(known.candidates)) == []


def test_without_knowledge_nothing_is_inferred(animals):
    for attacker in (inference.leads, inference.bits):
        with pytest.raises(InputError, match="needs the knowledge"):
            attacker(["a holt"], animals)


def test_the_text_itself_is_told_and_can_be_left_out():
    words = "harbour, ferry, turbine, reactor, cooling, tower, board, order, terminal, crane"
    others = [f"the {word} of a town" for word in words.split(", ")]
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate([f"The otter, {words}.", *others]))
    assert sources([words, "a gate"], knowledge) == [0]
    known = KnownCandidates([Candidate("1", "x", "otter"), Candidate("2", "y", "mole")], knowledge=knowledge)
    assert inference.bits([words], known)[0, 0] > inference.bits([words], known)[0, 1]
    left = KnownCandidates(known.candidates, knowledge=Without(knowledge, [0]))
    assert inference.bits([words], left)[0, 0] == inference.bits([words], left)[0, 1]

"""What every `Attacker` promises."""

from __future__ import annotations

import numpy as np

from sfumato.contracts.knowledge import CORPUS
from sfumato.io.arrays import Array
from sfumato.knowledge import MemoryKnowledge
from sfumato.measure.attack.candidates import Candidate, KnownCandidates
from sfumato.protocols import Attacker

_CANDIDATES = (
    Candidate("1", "A virus that infects cells of the immune system.", "HIV"),
    Candidate("2", "A kind of cancer that is treated by radiotherapy.", "breast cancer"),
    Candidate("3", "", "hepatitis C"),
)
_RELEASED = (
    "The immune system of the patient was tested.",
    "Radiotherapy was begun.",
    "",
    "\u200b\ud83d ... 🙂",
    "[...]",
)


def _scores(attacker: Attacker, texts: tuple[str, ...], candidates: tuple[Candidate, ...] = _CANDIDATES) -> Array:
    """What it scores for one who has read nothing before."""
    return attacker.scores(texts, KnownCandidates(candidates, knowledge=MemoryKnowledge(CORPUS)))


def says_what_it_is(attacker: Attacker) -> None:
    assert isinstance(attacker, Attacker)
    assert attacker.name.strip()
    assert "," not in attacker.name
    assert attacker.needs in ("texts", "knowledge")
    assert attacker.fits(KnownCandidates(_CANDIDATES, knowledge=MemoryKnowledge(CORPUS)))


def scores_every_candidate_for_every_text(attacker: Attacker) -> None:
    scores = _scores(attacker, _RELEASED)
    assert scores.shape == (len(_RELEASED), len(_CANDIDATES))
    assert np.isfinite(scores).all()


def scores_the_same_each_time(attacker: Attacker) -> None:
    assert np.array_equal(_scores(attacker, _RELEASED), _scores(attacker, _RELEASED))


def learns_from_no_other_text(attacker: Attacker) -> None:
    together = _scores(attacker, _RELEASED)
    for at, text in enumerate(_RELEASED):
        assert np.allclose(_scores(attacker, (text,))[0], together[at]), text


def goes_by_no_order_of_candidates(attacker: Attacker) -> None:
    turned = _scores(attacker, _RELEASED, _CANDIDATES[::-1])
    assert np.allclose(_scores(attacker, _RELEASED), turned[:, ::-1])


ATTACKER = (
    says_what_it_is,
    scores_every_candidate_for_every_text,
    scores_the_same_each_time,
    learns_from_no_other_text,
    goes_by_no_order_of_candidates,
)

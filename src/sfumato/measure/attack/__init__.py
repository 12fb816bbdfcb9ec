"""Attacking what is released: who, or what, is each text about?

    from sfumato.measure import attack

    texts = (attack.AttackText("1", "It cracks mussels on a stone.", truth="otter"),)
    request = attack.AttackRequest(texts, candidates=tuple(attack.read_candidates(Path("people.jsonl"))))
    result = attack.attack(request, knowledge=Pack.open())
    result.versions["released"].strongest                          # the strongest attacker
    result.likeliest[0].candidates                                 # its order of candidates for the first text

`attacked` and `compared` give the scores behind it. `known_secrets` makes candidates of secrets, and `siblings` finds
what stands beside one in a taxonomy.
"""

from sfumato.measure.attack.attackers import (
    FUSED,
    FUSION,
    NAMES,
    able,
    asks_knowledge,
    find,
    fused,
    named,
    scored,
    without_placeholders,
)
from sfumato.measure.attack.candidates import Candidate, CandidateIndex, KnownCandidates, joined, read_candidates
from sfumato.measure.attack.crowd import CrowdAttack, attack_crowd
from sfumato.measure.attack.inference import sources, telling
from sfumato.measure.attack.linkage import telltales
from sfumato.measure.attack.outcomes import AS_SEEN, Outcome, Success, by_chance, outcome, ranks, strongest, successes
from sfumato.measure.attack.rankings import Attacked, Case, Place, attacked, compared, of_cases
from sfumato.measure.attack.requests import AttackRequest, AttackResult, AttackText, with_originals
from sfumato.measure.attack.run import attack
from sfumato.measure.attack.secret_candidates import SIBLINGS, known_secrets, siblings, united
from sfumato.measure.attack.texts import read_texts

__all__ = [
    "AS_SEEN",
    "FUSED",
    "FUSION",
    "NAMES",
    "SIBLINGS",
    "AttackRequest",
    "AttackResult",
    "AttackText",
    "Attacked",
    "Candidate",
    "CandidateIndex",
    "Case",
    "CrowdAttack",
    "KnownCandidates",
    "Outcome",
    "Place",
    "Success",
    "able",
    "asks_knowledge",
    "attack",
    "attack_crowd",
    "attacked",
    "by_chance",
    "compared",
    "find",
    "fused",
    "joined",
    "known_secrets",
    "named",
    "of_cases",
    "outcome",
    "ranks",
    "read_candidates",
    "read_texts",
    "scored",
    "siblings",
    "sources",
    "strongest",
    "successes",
    "telling",
    "telltales",
    "united",
    "with_originals",
    "without_placeholders",
]

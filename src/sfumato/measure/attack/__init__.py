"""Attacking what is released: who, or what, is each text about?

    from sfumato.measure import attack

    known = attack.Known(attack.read_candidates(Path("people.jsonl")))
    result = attack.attacked(texts, known, [attack.Case(0, 3)])     # the first text is about the fourth candidate
    result.strongest, result.measured[result.strongest].top1       # the strongest attacker, with an interval
    result.order(0, result.strongest)                              # its order of candidates for the first text

With `Known(..., knowledge=Pack.open())` attackers that infer join in. `known_secrets` makes candidates of secrets, and
`siblings` finds what stands beside one in a taxonomy.
"""

from sfumato.measure.attack.attackers import (
    FUSED,
    FUSION,
    INFERRING,
    LINKING,
    NAMES,
    PLACEHOLDERS,
    Attacker,
    able,
    attack,
    fused,
    named,
    without_placeholders,
)
from sfumato.measure.attack.candidates import Candidate, Known, Lookup, joined, read_candidates
from sfumato.measure.attack.inference import sources, telling
from sfumato.measure.attack.linkage import telltales
from sfumato.measure.attack.outcomes import Measured, Outcome, by_chance, measured, outcome, ranks, strongest
from sfumato.measure.attack.results import AS_SEEN, Case, Place, Result, attacked, compared, of_cases
from sfumato.measure.attack.suspects import SIBLINGS, known_secrets, siblings, united

__all__ = [
    "AS_SEEN",
    "FUSED",
    "FUSION",
    "INFERRING",
    "LINKING",
    "NAMES",
    "PLACEHOLDERS",
    "SIBLINGS",
    "Attacker",
    "Candidate",
    "Case",
    "Known",
    "Lookup",
    "Measured",
    "Outcome",
    "Place",
    "Result",
    "able",
    "attack",
    "attacked",
    "by_chance",
    "compared",
    "fused",
    "joined",
    "known_secrets",
    "measured",
    "named",
    "of_cases",
    "outcome",
    "ranks",
    "read_candidates",
    "siblings",
    "sources",
    "strongest",
    "telling",
    "telltales",
    "united",
    "without_placeholders",
]

"""What a draft as a whole tells: sentences by what they mean, and the cheapest pieces that make a secret stand out."""

from __future__ import annotations

from sfumato.risk import CSanitized
from sfumato.risk.meaning import Told, told_by_meaning
from sfumato.risk.readers import Read, read_by_all
from sfumato.risk.readers.crowd import cheapest_drop
from sfumato.sanitizing.edits import Draft, Span
from sfumato.sanitizing.plan import Plan
from sfumato.types import Disclosure

STANDS_OUT = "speaks for it beyond all others"
"""The reason of what is taken so that as many rivals fit a text as are wanted."""


def told_in(plan: Plan, draft: Draft) -> list[Told]:
    """The sentences of a draft that tell by their meaning, where the secrets themselves are judged."""
    if not plan.judges_secrets:
        return []
    exempt = plan.language.negated(plan.language.read(draft.text)) if plan.exempt else ()
    return told_by_meaning(draft.text, plan.secrets.judge, exempt)


def leads_in(plan: Plan, text: str) -> list[Disclosure]:
    """The sets of words in a text that lead to a secret, by the first search that finds any."""
    for search in plan.tools.searches:
        if found := search.leads(text, plan.secrets.all, plan.tools.knowledge):
            return [inference.disclosure() for inference in found]
    return []


def standing_out(plan: Plan, draft: Draft) -> list[tuple[Span, Disclosure]]:
    """The pieces of a draft, at its places, that must go so that each secret hides in a crowd for each reader."""
    wanted, judge = plan.tools.profile.crowd, plan.secrets.judge
    if not wanted:
        return []
    exempt = plan.language.negated(plan.language.read(draft.text)) if plan.exempt else ()
    found: dict[Span, Disclosure] = {}
    for read in read_by_all(draft.text, judge, exempt):
        if read.crowd.size < min(wanted, len(read.candidates.rivals)):
            costs = [float(len(draft.text[piece.start : piece.end].split())) for piece in read.evidence]
            for at in cheapest_drop(read.evidence, costs, wanted):
                piece = read.evidence[at]
                found.setdefault((piece.start, piece.end), _disclosure(read, piece.secret, draft.text, judge, at))
    return list(found.items())


def _disclosure(read: Read, bits: float, text: str, judge: CSanitized, at: int) -> Disclosure:
    piece = read.evidence[at]
    said = " ".join(text[piece.start : piece.end].split())
    return Disclosure((said,), judge.names[read.row], bits, float(judge.limits[read.row]), STANDS_OUT)

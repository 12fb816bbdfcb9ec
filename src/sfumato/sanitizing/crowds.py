"""What a draft as a whole tells: sentences by what they mean, and the cheapest pieces that make a secret stand out."""

from __future__ import annotations

from sfumato.protocols.reading import Evidence
from sfumato.risk import CSanitized
from sfumato.risk.meaning import Told, told_by_meaning
from sfumato.risk.readers import Read, read_by_all
from sfumato.risk.readers.crowd import cheapest_drop, crowd_of
from sfumato.risk.readers.people import PEOPLE
from sfumato.sanitizing.edits import Draft, Span
from sfumato.sanitizing.plan import Plan
from sfumato.types import Disclosure

STANDS_OUT = "speaks for it beyond all others"
"""The reason of what is taken so that as many rivals fit a text as are wanted."""
KNOWN = "is known of too few on the list"
"""The same where the rivals are the people of a list."""


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
    for read in read_by_all(draft.text, judge, exempt, plan.tools.readers):
        also = [piece for piece in read.evidence if said(draft.text, piece.start, piece.end) in plan.also]
        for piece in (*also, *telling_pieces(read, draft.text, wanted)):
            found.setdefault((piece.start, piece.end), _disclosure(read, piece, draft.text, judge))
    return list(found.items())


def telling_pieces(read: Read, text: str, wanted: int) -> list[Evidence]:
    """The cheapest pieces that must go so that so many rivals fit the whole text and each passage, by one reader."""
    rivals = len(read.candidates.rivals)
    if read.crowd.size >= min(wanted, rivals):
        return []
    found: dict[tuple[int, int], Evidence] = {}
    for part in read.parts:
        left = [piece for piece in part if (piece.start, piece.end) not in found]
        if crowd_of(left, rivals, read.within).size < min(wanted, rivals):
            costs = [float(len(text[piece.start : piece.end].split())) for piece in left]
            gone = [left[at] for at in cheapest_drop(left, costs, wanted, read.within)]
            found.update({(piece.start, piece.end): piece for piece in gone})
    return list(found.values())


def said(text: str, start: int, end: int) -> str:
    """What stands between two places, on one line."""
    return " ".join(text[start:end].split())


def _disclosure(read: Read, piece: Evidence, text: str, judge: CSanitized) -> Disclosure:
    reason = KNOWN if read.among == PEOPLE else STANDS_OUT
    return Disclosure(
        (said(text, piece.start, piece.end),),
        judge.names[read.row],
        piece.secret,
        float(judge.limits[read.row]),
        reason,
    )

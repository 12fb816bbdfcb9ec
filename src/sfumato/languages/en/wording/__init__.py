"""Makes replacements read well: number, article, capitals, lists and doubled words, by rules and without a parser.

`worded` turns proposals ("this span is to be called virus") into edits. It may widen an edit to the article before, to
the rest of a list or to a word that would stand there twice; text outside the edits is never changed.

>>> text = "An HIV infection. HIV and syphilis spread; she left Miami."
>>> spans = [("HIV infection", "disease"), ("HIV and", "virus"), ("syphilis", "disease"), ("Miami", "city")]
>>> at = [(text.index(term), term.removesuffix(" and"), label) for term, label in spans]
>>> applied(text, worded(text, [Proposal(i, i + len(term), label, name=term == "Miami") for i, term, label in at]))
'A disease. A virus and a disease spread; she left a city.'
"""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.languages.en.wording.phrases import LEFT_OUT, edit
from sfumato.languages.en.wording.units import Proposal, units
from sfumato.types import Edit

__all__ = ["LEFT_OUT", "Proposal", "applied", "worded"]


def worded(text: str, proposals: Sequence[Proposal]) -> list[Edit]:
    """The edits that make these proposals read well: sorted, none overlapping; text outside them unchanged.

    Every proposal lies within one edit. `ValueError` if proposals overlap, are empty or lie outside the text.
    """
    found = units(text, proposals)
    edits: list[Edit] = []
    mentioned: set[tuple[str, str]] = set()
    for unit, following in zip(found, [*found[1:], None], strict=False):
        edits.append(edit(text, unit, following, edits[-1].end if edits else 0, mentioned))
    return edits


def applied(text: str, edits: Sequence[Edit]) -> str:
    """The text with these edits made; `ValueError` unless they are sorted, apart and within the text.

    >>> applied("He lives in Miami.", [Edit(12, 17, "a city")])
    'He lives in a city.'
    """
    pieces = []
    at = 0
    for change in edits:
        if not at <= change.start <= change.end <= len(text):
            raise ValueError(f"the edit {change} is out of order, overlaps another or lies outside the text")
        pieces += [text[at : change.start], change.text]
        at = change.end
    return "".join(pieces) + text[at:]

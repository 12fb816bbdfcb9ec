"""Makes replacements read well: number, article, capitals, lists and doubled words, by rules and without a parser.

`worded` turns proposals ("this span is to be called virus") into edits. It may widen an edit to the article before, to
the rest of a list or to a word that would stand there twice; text outside the edits is never changed.

>>> from sfumato.languages.edits import applied
>>> text = "An HIV infection. HIV and syphilis spread; she left Miami."
>>> spans = [("HIV infection", "disease"), ("HIV and", "virus"), ("syphilis", "disease"), ("Miami", "city")]
>>> at = [(text.index(term), term.removesuffix(" and"), label) for term, label in spans]
>>> applied(text, worded(text, [Proposal(i, i + len(term), label, name=term == "Miami") for i, term, label in at]))
'A disease. A virus and a disease spread; she left a city.'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from sfumato.languages.en.wording import labels
from sfumato.languages.en.wording.cues import said_of
from sfumato.languages.en.wording.english import without_article
from sfumato.languages.en.wording.given import cased, with_article
from sfumato.languages.en.wording.ladders import quantity_steps
from sfumato.languages.en.wording.phrases import edit
from sfumato.languages.en.wording.shifting import shifted
from sfumato.languages.en.wording.units import units
from sfumato.languages.en.wording.verbs import bases, conjugated
from sfumato.languages.en.wording.ways import WAYS
from sfumato.types import Edit, Proposal

_WORD_AND_SPACE = re.compile(r"\S+\s+")


def worded(text: str, proposals: Sequence[Proposal]) -> list[Edit]:
    """The edits that make these proposals read well: sorted, none overlapping; text outside them unchanged.

    Every proposal lies within one edit. `ValueError` if proposals overlap, are empty or lie outside the text.
    """
    found = units(text, proposals)
    edits: list[Edit] = []
    mentioned: set[tuple[str, str]] = set()
    for unit, following in zip(found, [*found[1:], None], strict=False):
        edits.append(edit(text, unit, following, edits[-1].end if edits else 0, mentioned))
    first = {each.start: each for each in found}
    return [_trimmed(text, each, min(at for at in first if each.start <= at < each.end)) for each in edits]


def _trimmed(text: str, edit: Edit, term: int) -> Edit:
    """An edit without the words before its first term that it leaves as they are: "in" of "in 1998"."""
    shared = 0
    for word in _WORD_AND_SPACE.finditer(text, edit.start, term):
        if not edit.text.startswith(text[edit.start : word.end()]):
            break
        shared = word.end() - edit.start
    return Edit(edit.start + shared, edit.end, edit.text[shared:]) if shared else edit


class EnglishWording:
    """The `Wording` of English."""

    kinds = labels.KINDS
    kinds_of_names = labels.KINDS_OF_NAMES
    kin_of_names: Mapping[str, Collection[str]] = labels.KIN_OF_NAMES
    genres: Collection[str] = labels.GENRES
    sorts = labels.SORTS
    said_of = staticmethod(said_of)
    kind_within = staticmethod(labels.kind_within)
    untrue: Collection[str] = labels.UNTRUE
    ways = WAYS
    placeholders: Collection[str] = labels.PLACEHOLDERS
    worded = staticmethod(worded)
    cased = staticmethod(cased)
    with_article = staticmethod(with_article)
    without_article = staticmethod(without_article)
    conjugated = staticmethod(conjugated)
    bases = staticmethod(bases)
    quantity_steps = staticmethod(quantity_steps)
    shifted = staticmethod(shifted)
    orders = staticmethod(labels.orders)


WORDING = EnglishWording()

"""Makes replacements read well: number, article, capitals, lists and doubled words, by rules and by the grammar.

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
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sfumato.languages.en.nations import continent_of
from sfumato.languages.en.wording import labels
from sfumato.languages.en.wording.asking import asked_for
from sfumato.languages.en.wording.cues import said_of
from sfumato.languages.en.wording.english import without_article
from sfumato.languages.en.wording.given import cased, with_article
from sfumato.languages.en.wording.ladders import quantity_steps
from sfumato.languages.en.wording.ladders.dates import is_round
from sfumato.languages.en.wording.made_of import made_of
from sfumato.languages.en.wording.noun_phrases import arranged
from sfumato.languages.en.wording.parts import part_around
from sfumato.languages.en.wording.phrases import edit
from sfumato.languages.en.wording.rows import told_as_one
from sfumato.languages.en.wording.shifting import shifted
from sfumato.languages.en.wording.units import units
from sfumato.languages.en.wording.verbs import bases, conjugated
from sfumato.languages.en.wording.ways import WAYS
from sfumato.types import Edit, Proposal, Syntax

_WORD_AND_SPACE = re.compile(r"\S+\s+")
_INITIAL = re.compile(r"\b\w\.\Z")
_SENTENCE_FOLLOWS = re.compile(r"\s*(?:\n|\Z)|\s+[A-Z]")


def worded(text: str, proposals: Sequence[Proposal], syntax: Syntax | None = None, *, marks: bool = True) -> list[Edit]:
    """The edits that make these proposals read well: sorted, none overlapping; text outside them unchanged.

    Every proposal lies within one edit. `ValueError` if proposals overlap, are empty or lie outside the text. With the
    grammar of the text whole noun phrases are written; without `marks` what is left out leaves no trace where that
    can be.
    """
    given = proposals
    if syntax:
        proposals = told_as_one(text, arranged(text, proposals, syntax, marks=marks))
    found = units(text, proposals)
    edits: list[Edit] = []
    mentioned: set[tuple[str, str]] = set()
    for unit, following in zip(found, [*found[1:], None], strict=False):
        edits.append(edit(text, unit, following, edits[-1].end if edits else 0, mentioned))
    starts = [each.start for each in found]
    done = [_with_stop(text, _trimmed(text, each, starts[bisect_left(starts, each.start)])) for each in edits]
    return _apart(text, _over(text, done, {proposal.end for proposal in given}))


def _apart(text: str, edits: list[Edit]) -> list[Edit]:
    """The edits with a space where two words would become one that were none: of "5%00" both parts are written."""
    found: list[Edit] = []
    for each in edits:
        touching = bool(found) and found[-1].end == each.start
        left = found[-1].text[-1:] if touching else text[max(each.start - 1, 0) : each.start]
        inside = not touching and text[each.start : each.start + 1].isalnum()  # of a word, as the term began
        opens = " " if left.isalnum() and each.text[:1].isalnum() and not inside else ""
        right = text[each.end : each.end + 1] if each.end > each.start and not text[each.end - 1].isalnum() else ""
        closes = " " if right.isalnum() and each.text[-1:].isalnum() else ""
        found.append(replace(each, text=opens + each.text + closes))
    return found


def _over(text: str, edits: list[Edit], ends: Collection[int]) -> list[Edit]:
    """The edits with the possessive behind them that belonged to a term, as it was."""
    following = [edit.start for edit in (*edits[1:], Edit(len(text), len(text), ""))]
    return [
        replace(edit, end=edit.end + 2, text=edit.text + text[edit.end : edit.end + 2])
        if edit.end + 2 in ends and edit.end + 2 <= limit and text[edit.end : edit.end + 2] in ("'s", "’s")
        else edit
        for edit, limit in zip(edits, following, strict=False)
    ]


def _with_stop(text: str, edit: Edit) -> Edit:
    """An edit with the full stop of the sentence that the term took for its own: that of "DJ."."""
    ends = text.startswith(".", edit.end - 1) and not _INITIAL.search(text, edit.start, edit.end)
    if not ends or not edit.text or edit.text.endswith("."):
        return edit
    return replace(edit, text=f"{edit.text}.") if _SENTENCE_FOLLOWS.match(text, edit.end) else edit


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
    sexes: Mapping[str, str] = labels.SEXES
    kin_of_names: Mapping[str, Collection[str]] = labels.KIN_OF_NAMES
    genres: Collection[str] = labels.GENRES
    short_regions: Mapping[str, str] = labels.SHORT_REGIONS
    beside_medicines: Collection[str] = labels.BESIDE_MEDICINES
    sorts = labels.SORTS
    said_of = staticmethod(said_of)
    made_of = staticmethod(made_of)
    continent_of = staticmethod(continent_of)
    asked_for = staticmethod(asked_for)
    part_around = staticmethod(part_around)
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
    is_round = staticmethod(is_round)


WORDING = EnglishWording()

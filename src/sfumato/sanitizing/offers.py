"""What a term of a text could be called there, as it would be written: the ladder from near to far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.protocols import Resources
from sfumato.replacements.names import sort_of_title
from sfumato.replacements.options import NAMES, Options
from sfumato.replacements.senses import about
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.predetect import with_titles
from sfumato.types import Document, Mention, Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Message):
    """One thing that a term could be called."""

    wording: str
    """By itself: "city in Florida"."""
    written: str
    """As it would stand there: "a city in Florida"."""
    concept: str | None = None
    """The id of the concept that it names, where it names one."""
    sure: float = 1.0
    """How likely it is true: less than 1 where the term has several senses."""
    keeps: float = 0.0
    """Bits of information that it keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers(Message):
    """What a term could be called, nearest first; none where nothing true can be said."""

    id: Any
    term: str
    label: str
    """What the term was taken for."""
    options: tuple[Offer, ...] = ()


def offers(text: str, start: int, end: int, resources: Resources, *, id: Any = "text") -> Offers:
    """What stands between two places of a text could be called so."""
    if not (0 <= start < end <= len(text)):
        raise InputError(f"start {start} and end {end} are no places of a text of {len(text)} characters")
    knowledge, language = resources.knowledge, resources.language
    reading = language.read(text)
    titles = language.titles(text, sort_of_title)
    terms = with_titles(text, language.terms(Document("text", text)), titles, language)
    same = next((term for term in terms if (term.start, term.end) == (start, end)), None)
    label = same.label if same else TermIndex(reading, terms).whole(start, end)[2]
    said = " ".join(text[start:end].split())
    mention = Mention(said, label, text, ((start, end),), topics=about(reading, knowledge))
    found = []
    for option in Options(knowledge, resources.taxonomy).of(mention):
        if option.label:
            proposal = Proposal(start, end, option.label, name=label in NAMES, literal=option.literal)
            [edit] = language.wording.worded(text, [proposal], language.syntax(text), marks=False)
            concept = option.concept.id if option.concept else None
            found.append(
                Offer(
                    wording=option.label,
                    written=edit.text,
                    concept=concept,
                    sure=round(option.sure, 3),
                    keeps=round(option.content, 3),
                )
            )
    return Offers(id=id, term=said, label=label, options=tuple(found))

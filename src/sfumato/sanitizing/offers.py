"""What a term of a text could be called there, as it would be written: the ladder from near to far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.protocols import Language, Resources
from sfumato.replacements.options import NAMES, Options
from sfumato.replacements.senses import about
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.predetect import with_titles
from sfumato.sanitizing.sanitizer import MOST
from sfumato.taxonomies.kinds import embedded_kinds, sort_of_title
from sfumato.types import Document, Edit, Mention, Option, Proposal

_TEXTS = 8  # that are remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Message):
    """One thing that a term could be called."""

    wording: str
    """By itself: "city in Florida"."""
    written: str
    """As it would stand there: "a city in Florida"."""
    start: int
    end: int
    """The places that it would take: more than those of the term where an article or a preposition goes with it."""
    concept: str | None = None
    """The id of the concept that it names, where it names one."""
    source: str = ""
    """Where it comes from: a taxonomy, or several "taxonomies"; a "ladder" of dates and numbers; words of the "term";
    what the "text" calls it; encyclopedia "articles"; or its "type" alone."""
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


class Offering:
    """Says what terms of texts could be called. It remembers the last texts: ask for the terms of one text in a row."""

    def __init__(self, resources: Resources) -> None:
        self.language = resources.language
        self._knowledge = resources.knowledge
        self._options = Options(resources.knowledge, resources.taxonomy)
        self._read = lru_cache(_TEXTS)(self._read_text)

    def __call__(self, text: str, start: int, end: int, *, id: Any = "text") -> Offers:
        """What stands between two places of a text could be called so."""
        mention = self.mention(text, start, end)
        options = self.options(mention)
        return Offers(
            id=id,
            term=mention.text,
            label=mention.label,
            options=tuple(self.offer(option, mention) for option in options),
        )

    def mention(self, text: str, start: int, end: int) -> Mention:
        """What stands between two places of a text, as what it was read there."""
        if len(text) > MOST:
            raise InputError(f"{len(text):,} characters, where {MOST:,} are the most: split the text")
        if not (0 <= start < end <= len(text)):
            raise InputError(f"start {start} and end {end} are no places of a text of {len(text)} characters")
        if not any(map(str.isalnum, text[start:end])):
            raise InputError(f"between start {start} and end {end} stands no word")
        index, topics = self._read(text)
        same = next((term for term in index.terms if (term.start, term.end) == (start, end)), None)
        label = same.label if same else index.whole(start, end)[2]
        return index.mention(start, end, label, self.language.tables.possessive, topics)

    def options(self, mention: Mention) -> list[Option]:
        """What a mention could be called, nearest first."""
        return [option for option in self._options.of(mention) if option.label]

    def _read_text(self, text: str) -> tuple[TermIndex, tuple[str, ...]]:
        reading = self.language.read(text)
        titles = self.language.titles(text, sort_of_title)
        terms = with_titles(text, self.language.terms(Document("text", text)), titles, self.language)
        return TermIndex(reading, terms), about(reading, self._knowledge)

    def offer(self, option: Option, mention: Mention) -> Offer:
        """One of them as it would be written there."""
        edit = written(option, mention, self.language)
        return Offer(
            wording=option.label,
            written=edit.text,
            start=edit.start,
            end=edit.end,
            concept=option.concept.id if option.concept else None,
            source=self._source(option, mention),
            sure=round(option.sure, 3),
            keeps=round(option.content, 3),
        )

    def _source(self, option: Option, mention: Mention) -> str:
        """Where a wording comes from."""
        wording = self.language.wording
        if option.concept:
            return option.concept.source
        if option.literal:
            return "ladder"
        if mention.text.endswith(option.label):
            return "term"
        types = (*wording.kinds.values(), *wording.kinds_of_names.values(), *wording.sexes.values())
        if option.label in types:
            return "type"
        if option.label.casefold() in mention.around.casefold():
            return "text"
        known = embedded_kinds().of(mention.whole or mention.text)
        return "articles" if any(option.label in kind.ladder for kind in known) else "taxonomies"


def written(option: Option, mention: Mention, language: Language) -> Edit:
    """An option as it would stand in the place of a mention, with its article and in its number."""
    start, end = mention.spans[0]
    proposal = Proposal(start, end, option.label, name=mention.label in NAMES, literal=option.literal)
    edits = language.wording.worded(mention.around, [proposal], language.syntax(mention.around), marks=False)
    return next(edit for edit in edits if edit.start < end and start < edit.end)  # a comma behind may go, too

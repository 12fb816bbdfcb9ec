"""What an item could say instead: the writer's other wordings, a person's own, nothing; and what each would tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.languages.reading import contexts
from sfumato.reviewing.items import Item, Span
from sfumato.reviewing.judging import Judging
from sfumato.sanitizing.explanation import judged
from sfumato.sanitizing.offers import Offering, written
from sfumato.types import LEFT_OUT, Edit, Mention, Option

_WHOLE = 12_000  # characters of a text that is read whole to find wordings; of a longer one, the paragraphs around
_WORDS = 8  # of a term that can be called something; more are a clause or a sentence
_MOST = 9  # wordings that are offered
_CARDS = 512  # items whose wordings are remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording(Message):
    """What could stand at an item, and the most that it tells of any secret."""

    text: str
    """As it would be written there."""
    start: int
    end: int
    wording: str
    """By itself."""
    secret: str = ""
    bits: float = 0.0
    limit: float = 0.0
    tells: bool = False
    """Whether that is too much."""


class Wordings:
    """Finds wordings for the places of one text."""

    def __init__(self, judging: Judging, original: str) -> None:
        self.judging, self.original = judging, original
        resources = judging.sanitizer.resources
        self._offering = Offering(resources)
        self._language = resources.language
        self._taxonomy = resources.taxonomy
        self._knowledge = resources.knowledge
        self._of = lru_cache(_CARDS)(self._find)

    def of(self, item: Item) -> tuple[Wording, ...]:
        """The writer's other wordings of an item, nearest first; for a whole sentence, what is safe of it."""
        found: tuple[Wording, ...] = self._of(item.term_start, item.term_end)
        return tuple(each for each in found if each.text != item.text)[:_MOST]

    def _find(self, start: int, end: int) -> tuple[Wording, ...]:
        if len(self.original[start:end].split()) > _WORDS:
            return self._of_part(start, end)
        mention, shift = self._mention(start, end)
        if mention is None:
            return ()
        found: dict[str, Wording] = {}
        for option in self._offering.options(mention):
            edit = _moved(written(option, mention, self._language), shift)
            told = judged(option, mention, self.judging.secrets, self._taxonomy) if self.judging.resolved else None
            found.setdefault(
                edit.text.casefold(),
                Wording(
                    text=edit.text,
                    start=edit.start,
                    end=edit.end,
                    wording=option.label,
                    secret=told.secret if told else "",
                    bits=round(max(told.words, told.concept or 0.0), 2) if told else 0.0,
                    limit=round(told.limit, 2) if told else 0.0,
                    tells=bool(told and not told.accepted),
                ),
            )
        return tuple(found.values())

    def _of_part(self, start: int, end: int) -> tuple[Wording, ...]:
        """What is left of a clause or a sentence when it is made safe by itself."""
        part = self.original[start:end]
        try:
            safe = self.judging.sanitizer(part).text
        except InputError:  # of another language, or too short to be told
            return ()
        if not safe.strip() or safe == part:
            return ()
        secret, bits, limit = self.judging.told_by(safe)
        tells = self.judging.discloses(safe)
        return (
            Wording(
                text=safe, start=start, end=end, wording=safe, secret=secret, bits=round(bits, 2),
                limit=round(limit, 2), tells=tells,
            ),
        )  # fmt: skip

    def left_out(self, start: int, end: int) -> Edit:
        """The edit that leaves a place out so that the rest reads on."""
        return self._written(LEFT_OUT, start, end)

    def own(self, start: int, end: int, wording: str) -> Edit:
        """A person's own words at a place: with its article where they are a plain noun, else as they are typed."""
        said = wording.strip()
        plain = said.islower() and " " not in said and self.original[start:end].islower()
        return self._written(Option(said, 0.0, literal=not plain), start, end)

    def first(self, start: int, end: int) -> tuple[str, Edit]:
        """The label of a place that a person marked, and the nearest wording that tells nothing, else nothing."""
        mention, _ = self._mention(start, end)
        label = mention.label if mention else "OTHER"
        for wording in self._of(start, end):
            if not wording.tells:
                return label, Edit(wording.start, wording.end, wording.text)
        return label, self.left_out(start, end)

    def names_kind(self, item: Item, wording: str) -> bool:
        """Whether a wording says what the term is a kind of: one of its words stands above the term in a taxonomy."""
        normal = self._language.normal_form
        words = normal(self._language.wording.without_article(wording)).split()
        said = {" ".join(words[at:]) for at in range(len(words))}
        if said & {normal(each.wording) for each in self.of(item)}:
            return True
        terms = item.term.split()
        for at in range(len(terms)):
            for sense in self._taxonomy.senses(" ".join(terms[at:]))[:4]:
                for path in self._taxonomy.paths(sense, 4):
                    if said & {normal(concept.label) for concept in (sense, *path)}:
                        return True
        return False

    def _written(self, option: Option, start: int, end: int) -> Edit:
        mention, shift = self._mention(start, end)
        if mention is None:
            return Edit(start, end, option.label)
        return _moved(written(option, mention, self._language), shift)

    def _mention(self, start: int, end: int) -> tuple[Mention | None, int]:
        """What stands between two places in the part of the text that is read for it, and where that part begins."""
        low, high = self._around(start, end)
        try:
            mention = self._offering.mention(self.original[low:high], start - low, end - low)
        except InputError:  # no word
            return None, low
        return replace(mention, spans=((start - low, end - low),)), low

    def _around(self, start: int, end: int) -> Span:
        if len(self.original) <= _WHOLE:
            return 0, len(self.original)
        low, high = max(0, start - _WHOLE // 2), min(len(self.original), end + _WHOLE // 2)
        near = contexts(self.original[low:high], "paragraph", self._language)
        inside = [(a + low, b + low) for a, b in near if a + low < end and start < b + low]
        return inside[0][0], inside[-1][1]


def fitted(item: Item, edit: Edit, original: str, taken: Sequence[Span]) -> Edit:
    """An edit of a term as one of its item: it takes no place that another item has."""
    start, end = min(item.start, edit.start), max(item.end, edit.end)
    text = f"{original[start : edit.start]}{edit.text}{original[edit.end : end]}"
    if any(start < b and a < end for a, b in taken):
        return Edit(item.start, item.end, edit.text.strip() if item.end > item.start else edit.text)
    return Edit(start, end, text)


def _moved(edit: Edit, by: int) -> Edit:
    return Edit(edit.start + by, edit.end + by, edit.text)

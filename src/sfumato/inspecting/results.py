"""What inspecting a document gives: one kind of result for each question that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sfumato.inspecting.conclusions import Conclusion, Novelty
from sfumato.inspecting.people import Fitting
from sfumato.io.messages import Message
from sfumato.risk import Inference
from sfumato.sanitizing import Sanitized
from sfumato.verifying.certificate import Crowded


@dataclass(frozen=True, slots=True)
class WeighedWord(Message):
    """A keyword of a text, and how much the text is about it."""

    word: str
    weight: float


@dataclass(frozen=True, slots=True)
class Stretch(Message):
    """A stretch of the text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Named(Stretch):
    """Where a secret is named outright, and which."""

    secret: str
    """As the policy calls it."""


@dataclass(frozen=True, slots=True)
class Mended(Message):
    """A term that the repair changes, and what it becomes."""

    term: str
    text: str
    """What stands there instead."""


@dataclass(frozen=True, slots=True)
class Lead(Inference, Message):
    """Words of a text that together lead to a secret, as the text has them, and what the repair makes of them."""

    repair: tuple[Mended, ...] = ()
    written: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspection(Message):
    """What a document gives away of its secrets, and what would mend it."""

    id: Any
    clean: bool
    """Whether nothing leads to a secret, and none is named."""
    keywords: tuple[WeighedWord, ...]
    named: tuple[Named, ...]
    inferences: tuple[Lead, ...]
    """Minimal sets of words that lead to a secret, the surest and shortest first."""
    highlights: tuple[Stretch, ...]
    """Where the words of the inferences stand in the text, and the names."""
    sources: tuple[str, ...]
    """Documents of the knowledge that were taken for the text itself, and left aside."""
    unseen: tuple[str, ...]
    """Secrets that the knowledge has never seen, so that nothing can be said of them."""
    unheard: tuple[str, ...]
    """Words that the knowledge has never seen, so that nothing can be said of them either."""
    searches: tuple[dict[str, Any], ...] = ()
    """How far was looked."""
    repaired: Sanitized | None = None
    before: tuple[Crowded, ...] = ()
    """For each secret that has rivals, and each reader, the crowd that it hides in."""
    after: tuple[Crowded, ...] = ()
    """The same in what is released, or would be after the repair."""

    def crowds(self) -> list[str]:
        """The crowds before and after, in words, a line for each secret."""
        found: dict[str, list[str]] = {}
        for when, crowds in (("before", self.before), ("after", self.after)):
            for secret in dict.fromkeys(each.secret for each in crowds):
                sizes = ", ".join(f"{each.size} (by {each.reader})" for each in crowds if each.secret == secret)
                found.setdefault(secret, []).append(f"{when} {sizes}")
        return [f"others that fit about as well as {secret}: {'; '.join(said)}" for secret, said in found.items()]

    def to_dict(self) -> dict[str, Any]:
        values = Message.to_dict(self)
        return {key: value for key, value in values.items() if key != "repaired" or value is not None}


@dataclass(frozen=True, slots=True)
class Conclusions(Message):
    """All that a reader may conclude from a text without a secret."""

    id: Any
    conclusions: tuple[Conclusion, ...]


@dataclass(frozen=True, slots=True)
class Novelties(Message):
    """What a text would add to what is public."""

    id: Any
    unheard: tuple[str, ...]
    new: tuple[Novelty, ...]


@dataclass(frozen=True, slots=True)
class People(Message):
    """Whom a text fits: by how many of its keywords, and which few words leave fewer than `k` people."""

    id: Any
    k: int
    by_number: tuple[Fitting, ...]
    too_few: tuple[Fitting, ...]
    anonymous: bool

"""What an attack is asked, and what it answers: plain values throughout.

A result has what was asked for: with `detail` also what people read beside the figures, and numbers as they were
computed. Without it shares are rounded to four digits, bits to three and scores to six.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType

from sfumato.errors import InputError
from sfumato.io.files import counted, shown
from sfumato.io.messages import Message
from sfumato.measure.attack.candidates import Candidate
from sfumato.measure.attack.outcomes import AS_SEEN, Success

# --- the request ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttackText:
    """A released text, what it was made from, its own secrets, and the candidate it is about, where these are known.

    The `truth` is the id or name of a candidate, and empty for a text that is about none of them. Where no text has
    one, the texts' ids are tried.
    """

    id: str
    text: str
    original: str | None = None
    hide: tuple[str, ...] = ()
    truth: str | None = None

    @property
    def context(self) -> str:
        """The text in which the sense of a secret can be seen: the original where there is one."""
        return self.text if self.original is None else self.original


@dataclass(frozen=True, slots=True)
class AttackRequest(Message):
    """Who, or what, are these texts about?

    With `candidates`: who of them. Without: which secret each text hides, of those in `hide` (secrets of all texts) and
    of the text's own, among `others` or what a taxonomy has beside them. No `attackers` are all of sfumato's.
    """

    texts: tuple[AttackText, ...]
    candidates: tuple[Candidate, ...] = ()
    hide: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    """Words that stand for hidden ones, beside those that are known to."""
    limit: float | None = None
    """The share of texts that the strongest attacker may find first."""
    upper: bool = False
    """Whether the upper end of the interval is judged by the limit."""
    without_sources: bool = False
    """Whether documents of the knowledge that are the texts themselves are left out of it."""
    detail: bool = False

    def __post_init__(self) -> None:
        if self.limit is not None and not 0 <= self.limit <= 1:
            raise InputError("a share from 0 to 1 is needed", code="limit-not-a-share")
        if self.upper and self.limit is None:
            raise InputError("there is no limit to judge by", code="upper-without-limit")
        if self.candidates and (self.hide or self.others):
            raise InputError("candidates ask who, secrets ask what: ask for one at a time", code="who-and-what")
        if not self.candidates and not self.hide and not any(text.hide for text in self.texts):
            raise InputError("nothing to look for", code="nothing-to-look-for")
        if len({text.original is None for text in self.texts}) > 1:
            raise InputError("some texts have an original and others have none", code="originals-missing")

    @property
    def question(self) -> str:
        """ "who" or "what"."""
        return "who" if self.candidates else "what"

    @property
    def versions(self) -> dict[str, list[str]]:
        """The texts as released and, where they are at hand, as they were."""
        released = {"released": [text.text for text in self.texts]}
        originals = [text.original for text in self.texts if text.original is not None]
        return released | ({"original": originals} if originals else {})


def with_originals(released: Sequence[AttackText], originals: Sequence[AttackText]) -> tuple[AttackText, ...]:
    """The released texts with what the originals of the same ids say; two texts alone belong together."""
    if len(released) == len(originals) == 1:
        originals = [replace(originals[0], id=released[0].id)]
    before = {text.id: text for text in originals}
    missing = [text.id for text in released if text.id not in before]
    if missing:
        rest = f" and {counted(len(missing) - 1, 'more text')}" if len(missing) > 1 else ""
        raise InputError(f"no text with the id {shown(missing[0])}{rest}", code="originals-missing")
    return tuple(
        replace(
            text,
            original=before[text.id].text,
            hide=text.hide or before[text.id].hide,
            truth=text.truth or before[text.id].truth,
        )
        for text in released
    )


# --- the result -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chance:
    """What one who guesses may expect."""

    top1: float
    """The share of texts whose true candidate is guessed at once."""
    top5: float
    """The share of those whose true candidate is among five guesses."""
    mean_reciprocal_rank: float


@dataclass(frozen=True, slots=True)
class Version:
    """How much each attacker finds in one version of the texts; nothing where the truth is not known."""

    strongest: str | None
    attackers: Mapping[str, Success]

    @property
    def best_readings(self) -> list[str]:
        """Each attacker by the reading that served it better, with placeholders or without, the strongest first."""
        best: dict[str, str] = {}
        for name, found in self.attackers.items():
            who = name.removesuffix(AS_SEEN)
            if who not in best or found.strength > self.attackers[best[who]].strength:
                best[who] = name
        return sorted(best.values(), key=lambda name: self.attackers[name].strength, reverse=True)


@dataclass(frozen=True, slots=True)
class TellingTerm:
    """A term of a text, and how many bits of a candidate it tells."""

    term: str
    bits: float


@dataclass(frozen=True, slots=True)
class Found:
    """A case: the true candidate of a text, its rank by version and attacker, and what the text shares with it."""

    id: str
    candidate: str
    name: str
    ranks: Mapping[str, Mapping[str, float]]
    """From 1; among equals the middle one."""
    shares: tuple[str, ...]
    tells: tuple[TellingTerm, ...]
    tied: Mapping[str, Mapping[str, int]] | UnsetType = UNSET
    """With detail: how many candidates have the rank, by version and attacker."""

    @property
    def called(self) -> str:
        """The name of the candidate, or else its id."""
        return self.name or self.candidate

    def first(self, version: str, attacker: str) -> bool:
        """Whether the attacker puts the true candidate first, perhaps with equals; needs the detail."""
        assert not isinstance(self.tied, UnsetType)
        return self.ranks[version][attacker] == (self.tied[version][attacker] + 1) / 2


@dataclass(frozen=True, slots=True)
class Likely:
    """A candidate in an attacker's order for a text, and how many attackers put it first."""

    candidate: str
    name: str
    rank: float
    tied: int
    score: float
    first_by: int
    shares: tuple[str, ...] | UnsetType = UNSET
    """With detail, where the truth is not known: what the text shares with it."""
    tells: tuple[TellingTerm, ...] | UnsetType = UNSET

    @property
    def called(self) -> str:
        """The name of the candidate, or else its id."""
        return self.name or self.candidate


@dataclass(frozen=True, slots=True)
class Likeliest:
    """The likeliest candidates of a text, by one attacker of so many."""

    id: str
    attacker: str
    attackers: int
    """How many attackers there are."""
    candidates: tuple[Likely, ...]


@dataclass(frozen=True, slots=True)
class LimitJudged:
    """The share that may be found first, and whether more is."""

    share: float
    upper: bool
    above: bool


@dataclass(frozen=True, slots=True)
class AttackResult(Message):
    """What an attack found. It names the candidates: it is a working paper, and never released."""

    question: str
    texts: int
    candidates: int
    cases: int
    chance: Chance
    versions: Mapping[str, Version]
    found: tuple[Found, ...]
    likeliest: tuple[Likeliest, ...]
    limit: LimitJudged | UnsetType = UNSET
    asked: int | UnsetType = UNSET
    """With detail: how many texts the cases are of."""

    @property
    def above(self) -> bool:
        """Whether the strongest attacker finds more than the limit allows."""
        return not isinstance(self.limit, UnsetType) and self.limit.above

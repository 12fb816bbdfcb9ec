"""Judges what a reviewer does by the engine's own judge: what the text tells now, and what it would tell otherwise."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.messages import Message
from sfumato.languages.reading import LONGEST, forms_of, phrases, places_of
from sfumato.policy.secrets import Resolved
from sfumato.reviewing.items import Span
from sfumato.risk.information import discloses
from sfumato.risk.meaning import told_by_meaning
from sfumato.sanitizing import Sanitizer
from sfumato.verifying.certificate import Certificate
from sfumato.verifying.verdict import faults

_REMEMBERED = 8  # texts of a document whose certificate is kept
_TELLING = 8  # words that tell most, which are named
_FAULTS = 6
_LINE = 10_000  # characters of a line that is looked at ahead of time


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller(Message):
    """Words of the text that tell most of what is still told of a secret, and where they stand first."""

    words: str
    secret: str
    bits: float
    limit: float
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Message):
    """How one secret stands in the text."""

    secret: str
    bits: float
    """What it is worth."""
    limit: float
    most: float
    most_by: str
    crowd: int | None = None
    """How many others fit about as well, by the reader for whom they are fewest; None where nobody counts them."""
    seen: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Message):
    """What can be said of the text as it is: whether the claim holds, how secrets stand, what speaks against it."""

    holds: bool
    about: str
    """What is claimed of: "secrets", "detectors", or "nothing"."""
    secrets: tuple[Told, ...]
    faults: tuple[str, ...]
    unknown: int
    """Words that the knowledge has never seen: of them nothing is said."""
    kept: float = 1.0
    """Information of the terms that is left, from 0 to 1."""
    crowd: int = 0
    """How many others must fit."""
    not_claimed: str = ""
    """What the claim does not promise, where it says that others fit as well."""


class Judging:
    """Judges texts that are versions of one document."""

    def __init__(self, sanitizer: Sanitizer, original: str, hide: Sequence[str] = ()) -> None:
        self.sanitizer = sanitizer.apart_from(original)
        self.resolved: list[Resolved] = self.sanitizer.resolved(original, hide)
        self.secrets = self.sanitizer.secrets_of(self.resolved)
        self._certificates: OrderedDict[tuple[str, tuple[str, ...]], Certificate] = OrderedDict()

    def certificate(self, text: str, untrue: Sequence[str] = ()) -> Certificate:
        """The certificate of a text, by a judge that remembers the words of the versions before."""
        key = text, tuple(each for each in untrue if each in text)
        if key not in self._certificates:
            self._certificates[key] = self.sanitizer.certified(text, self.resolved, untrue=key[1], again=True)
            while len(self._certificates) > _REMEMBERED:
                self._certificates.popitem(last=False)
        self._certificates.move_to_end(key)
        return self._certificates[key]

    def from_scratch(self, text: str, untrue: Sequence[str] = ()) -> Certificate:
        """The whole certificate of a text, with nothing remembered."""
        said = tuple(each for each in untrue if each in text)
        return self.sanitizer.certified(text, self.resolved, untrue=said)

    def foresee(self, texts: Iterable[str]) -> None:
        """Looks at what the sentences of pieces of text mean, so that the claim follows at once if they are written."""
        for text in texts:
            if len(text) <= _LINE:
                told_by_meaning(text, self.secrets.judge)

    def tellers(self, text: str) -> list[Teller]:
        """The words of a text that tell most, in shares of the limits; what stands in others is not told again."""
        judge, language = self.secrets.judge, self.sanitizer.resources.knowledge.language
        reading = language.read(text)
        forms = forms_of(reading)
        if not forms or not len(judge.limits):
            return []
        bits = judge.bits(forms)
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.nan_to_num(bits / judge.limits[:, np.newaxis], posinf=0.0)
        rows, best = shares.argmax(axis=0), shares.max(axis=0)
        told: list[Teller] = []
        taken: list[Span] = []
        for at in np.argsort(-best, kind="stable").tolist():
            if best[at] <= 0 or len(told) == _TELLING:
                break
            spans = places_of(forms[at], reading)
            start, end = spans[0]
            if any(start < b and a < end for a, b in taken):
                continue
            taken += spans
            row = int(rows[at])
            said = " ".join(text[start:end].split())
            told.append(
                Teller(
                    words=said,
                    secret=judge.names[row],
                    bits=round(float(bits[row, at]), 2),
                    limit=round(float(judge.limits[row]), 2),
                    start=start,
                    end=end,
                )
            )
        return told

    def told_by(self, wording: str) -> tuple[str, float, float]:
        """The secret of which the words of a wording tell most beyond its limit, how many bits, and the limit."""
        judge = self.secrets.judge
        forms = list(phrases(self.sanitizer.resources.knowledge.language.read(wording), LONGEST))
        if not forms or not len(judge.limits):
            return "", 0.0, 0.0
        most = judge.bits(forms).max(axis=1)
        worst = int(np.argmax(most - judge.limits))
        return judge.names[worst], float(most[worst]), float(judge.limits[worst])

    def discloses(self, wording: str) -> bool:
        """Whether the words of a wording name a secret, or tell as much of one as its limit."""
        judge = self.secrets.judge
        if self.secrets.scanner.find(wording):
            return True
        forms = list(phrases(self.sanitizer.resources.knowledge.language.read(wording), LONGEST))
        return bool(forms) and bool(np.any(discloses(judge.bits(forms), judge.limits[:, np.newaxis])))


def claim_of(certificate: Certificate, kept: float) -> Claim:
    """What a certificate says, short enough for a line."""
    crowds: dict[str, int] = {}
    for each in certificate.crowds:
        crowds[each.secret] = min(each.size, crowds.get(each.secret, each.size))
    told = tuple(
        Told(
            secret=each.secret,
            bits=each.bits,
            limit=each.limit,
            most=max(each.most, 0.0),
            most_by=each.most_by,
            crowd=crowds.get(each.secret),
            seen=each.documents > 0,
        )
        for each in certificate.secrets
    )
    against = list(faults(certificate))
    more = [f"and {len(against) - _FAULTS} more"] if len(against) > _FAULTS else []
    return Claim(
        holds=certificate.holds,
        about=certificate.about,
        secrets=told,
        faults=(*against[:_FAULTS], *more),
        unknown=certificate.unknown,
        kept=round(kept, 4),
        crowd=int(certificate.claim.get("crowd", 0)),
        not_claimed=certificate.not_claimed,
    )

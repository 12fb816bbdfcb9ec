"""Limits that measures must reach, as recall=0.9 or entity.DIRECT.recall=0.97."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.measure.evaluate.counting import LEVELS
from sfumato.measure.evaluate.scores import Scores
from sfumato.measure.evaluate.utility import Kept
from sfumato.measure.statistics import Interval

SCORES = ("recall", "precision", "f")
KEPT = ("words", "information", "utility")


@dataclass(frozen=True, slots=True)
class Limit:
    """The least that a measure may be: at a level, of a type or kind where `group` names one."""

    measure: str
    least: float
    level: str = "token"
    group: str = ""

    def __post_init__(self) -> None:
        known = self.measure in SCORES and self.level in LEVELS and (not self.group or self.measure == "recall")
        if not (known or (self.measure in KEPT and not self.group)) or not 0 <= self.least <= 1:
            raise InputError(f"{shown(self.name)}={self.least:g}: {_A_LIMIT}", code="not-a-limit")

    @property
    def name(self) -> str:
        """The measure with its level and group, as it is said."""
        return (
            ".".join(filter(None, (self.level, self.group, self.measure))) if self.measure in SCORES else self.measure
        )


_A_LIMIT = (
    f"a limit is a measure ({', '.join((*SCORES, *KEPT))}) and a number from 0 to 1, as recall=0.9, entity.recall=0.9 "
    "or entity.DIRECT.recall=0.97"
)


def limits_of(said: str) -> tuple[Limit, ...]:
    """The limits of a list with commas. Words are meant where no level is named.

    >>> limits_of("words=0.5, entity.DIRECT.recall=0.97")[1]
    Limit(measure='recall', least=0.97, level='entity', group='DIRECT')
    """
    return tuple(_limit(each.strip()) for each in said.split(","))


def _limit(said: str) -> Limit:
    name, _, number = said.partition("=")
    *parts, measure = name.strip().split(".")
    levels = [part for part in parts if part in LEVELS]
    groups = [part for part in parts if part not in LEVELS]
    try:
        least = float(number)
        if len(levels) > 1 or len(groups) > 1 or (parts and measure in KEPT):
            raise ValueError
        return Limit(measure, least, levels[0] if levels else "token", groups[0] if groups else "")
    except (ValueError, InputError):
        raise InputError(f"{shown(said)}: {_A_LIMIT}", code="not-a-limit") from None


def below(limit: Limit, scores: Scores, kept: Kept) -> Iterator[str]:
    """Says so if a limit is not reached; what could not be measured does not reach any."""
    value: Interval | None
    if limit.measure in KEPT:
        value = getattr(kept, limit.measure)
    elif limit.group:
        part = scores.kinds.get(limit.group) or scores.types.get(limit.group)
        if part is None:
            there = ", ".join(shown(each) for each in [*scores.kinds, *scores.types][:20])
            said = f"nothing to hide is labelled {shown(limit.group)}; there are: {there or 'none'}"
            raise InputError(said, code="limit-of-nothing")
        value = getattr(part[limit.level], limit.measure)
    else:
        value = getattr(scores.all[limit.level], limit.measure)
    if value is None:
        why = NOT_ASKED_FOR if limit.measure == "information" else "of nothing here"
        yield f"{limit.name}: is {why}, so that it does not reach {limit.least:g}"
    elif value.value < limit.least:
        yield f"{limit.name}: {value.value:.3f} is below {limit.least:g}"


NOT_ASKED_FOR = "measured only where it is asked for"
"""Why there is no figure of the information kept."""

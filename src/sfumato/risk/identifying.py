"""How likely a name, a number or a rare term is to identify somebody by itself, whatever else is known.

What the knowledge has counted of a term and a secret together is one sign; that the term is a name, a title, an exact
number, or a word that hardly anyone uses is another. Both are weighed by a small logistic model, one for secrets that
are named (persons, places, organizations, unknown ones) and one for concepts, in which names and numbers do not count,
and a rare word only if it was seen with the secret at all: a dose, a date or a town tells nothing of HIV. Fitted by
`scripts/fit_identifying.py`, which prints how well it does on texts that it was not fitted on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np

from sfumato.io.arrays import Array
from sfumato.protocols import Knowledge
from sfumato.risk.judges import content_of
from sfumato.types import Reading

NAMED = (
    "share", "unknown", "rarest word", "whole phrase", "phrase", "name", "name content", "quoted", "number",
    "number content", "name and share", "PERSON", "place", "ORG", "DATE", "NORP", "work", "quantity",
)  # fmt: skip
CONCEPT = ("any share", "share", "rarest word", "unknown")
_NAMED_WEIGHTS = (
    -5.39, 2.39, 1.02, 3.48, 2.74, -0.55, 1.06, 1.82, 1.45, 0.91, 1.68, 0.33, 1.35, 1.61, 0.22, -0.40, 1.35, 2.46, 0.67,
)  # fmt: skip
WEIGHTS = {"named": _NAMED_WEIGHTS, "concept": (-3.03, 2.74, 1.51, 2.07, 1.93)}
"""The bias, then a weight for each feature."""
THRESHOLD = {"named": 0.29, "concept": 0.36, "always": 0.05}
"""From this score on a term identifies: chosen for recall, see docs/benchmarks/experts.md.

"always" is for hiding who a text is about: chosen by attacks, see docs/benchmarks/actors.md.
"""

_OPENING = re.compile(r"[.!?:;\n|•][\s\"“”'‘(\[*_#-]*$")
_QUOTE = re.compile(r"\"$|[“«]\s*$")
_SCALE = 17.0  # bits of a term in two documents of the embedded pack
_LABELS = {
    "PERSON": ("PERSON",),
    "place": ("GPE", "LOC", "FAC"),
    "ORG": ("ORG",),
    "DATE": ("DATE", "TIME"),
    "NORP": ("NORP", "LANGUAGE"),
    "work": ("WORK_OF_ART", "PRODUCT", "EVENT", "LAW"),
    "quantity": ("CARDINAL", "MONEY", "QUANTITY", "PERCENT", "ORDINAL"),
}


class Shapes:
    """What the writing of a text tells of its words: which are names, which are quoted, which are numbers."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    @cached_property
    def _capital(self) -> list[bool]:
        text = self.reading.text
        return [text[start].isupper() for start in self.reading.starts]

    @cached_property
    def _opens(self) -> list[bool]:
        """Whether a word begins a sentence, a line or an item, where everything has a capital."""
        text, ends = self.reading.text, [0, *self.reading.ends]
        between = (text[end:start] for end, start in zip(ends, self.reading.starts, strict=False))
        return [at == 0 or bool(_OPENING.search(gap)) for at, gap in enumerate(between)]

    @cached_property
    def _names(self) -> frozenset[str]:
        """Words that stand with a capital where only names do."""
        words = zip(self.reading.forms, self.reading.content, self._capital, self._opens, strict=True)
        return frozenset(form for form, content, capital, opens in words if capital and not opens and content)

    def stray_names(self, covered: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Runs of words with a capital, where only names have one, that lie in none of the spans (in words, in order).

        Also of function words: "Me Before You" is a title.
        """
        free = [True] * len(self._capital)
        for first, last in covered:
            free[first:last] = [False] * (last - first)
        marks = [
            free[at]
            and self._capital[at]
            and not self._opens[at]
            and self.reading.ends[at] - self.reading.starts[at] > 1
            for at in range(len(free))
        ]
        runs: list[tuple[int, int]] = []
        for at, marked in enumerate(marks):
            if marked and runs and runs[-1][1] == at and self.reading.clauses[at] == self.reading.clauses[at - 1]:
                runs[-1] = (runs[-1][0], at + 1)
            elif marked:
                runs.append((at, at + 1))
        return runs

    def quoted(self, at: int) -> bool:
        start = self.reading.starts[at]
        return bool(_QUOTE.search(self.reading.text[max(0, start - 2) : start]))

    def is_name(self, at: int) -> bool:
        if not self._capital[at]:
            return False
        return not self._opens[at] or self.reading.forms[at] in self._names or self.quoted(at)

    def is_number(self, at: int) -> bool:
        return any(map(str.isdigit, self.reading.forms[at]))

    def names_in(self, first: int, last: int, joining: Collection[str]) -> list[str]:
        """The names, in normal form, among the words from `first` up to `last`; `joining` words may stand inside."""
        forms, content = self.reading.forms, self.reading.content
        runs: list[list[int]] = [[]]
        for at in range(first, last):
            if self.is_name(at) or (runs[-1] and forms[at] in joining):
                runs[-1].append(at)
            elif runs[-1]:
                runs.append([])
        for run in runs:
            while run and not content[run[-1]]:
                run.pop()
        return [" ".join(forms[at] for at in run) for run in runs if run]


def features(
    knowledge: Knowledge,
    shapes: Shapes,
    first: int,
    last: int,
    label: str,
    shares: tuple[float, float],
    *,
    named: bool,
) -> list[float]:
    """The features of a term, the words from `first` up to `last`.

    `shares` is how much of a secret it reveals by any count, and by counts of enough documents.
    """
    forms = shapes.reading.forms[first:last]
    words = [forms[at - first] for at in range(first, last) if shapes.reading.content[at]]
    rarest = max((content_of(knowledge, word) for word in words), default=0.0) / _SCALE
    unknown = float(any(not knowledge.count(word) for word in words))
    any_share, share = shares
    if not named:
        return [any_share, share, rarest if any_share > 0 else 0.0, unknown]
    whole = content_of(knowledge, " ".join(forms)) / _SCALE
    values = [share, unknown, rarest, whole, float(len(words) > 1)]
    names = shapes.names_in(first, last, knowledge.language.names.joining)
    content = max((content_of(knowledge, name) for name in names), default=0.0) / _SCALE
    number = any(shapes.is_number(at) for at in range(first, last))
    quoted = bool(names) and any(shapes.quoted(at) for at in range(first, last))
    values += [float(bool(names)), content, float(quoted), float(number), whole if number else 0.0]
    values.append(share if names else 0.0)
    return values + [float(label in labels) for labels in _LABELS.values()]


def scores(rows: Sequence[Sequence[float]], *, named: bool) -> Array:
    """How likely each term is to identify, from 0 to 1."""
    weights = np.array(WEIGHTS["named" if named else "concept"])
    table = np.asarray(rows, dtype=float).reshape(len(rows), len(weights) - 1)
    return 1 / (1 + np.exp(-(table @ weights[1:] + weights[0])))

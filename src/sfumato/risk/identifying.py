"""How likely a name, a number or a superlative is to identify somebody by itself, whatever else is known.

What the knowledge has counted of a term and a secret together is one sign; that the term is a name, a title or an exact
number that hardly anyone uses is another. Both are weighed by a small logistic model, fitted by
`scripts/fit_identifying.py`, which prints how well it does on texts that it was not fitted on. It is for secrets that
have a name (persons, places, organizations, unknown ones): a dose, a date or a town tells nothing of HIV. Of common
nouns it says nothing, but for superlatives: there is only one largest city.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from operator import or_

import numpy as np

from sfumato.io.arrays import Array
from sfumato.protocols import Knowledge
from sfumato.risk.judges import content_of
from sfumato.types import Reading

NAMED = (
    "share", "unknown", "rarest word", "whole phrase", "phrase", "name", "name content", "quoted", "number",
    "number content", "name and share", "PERSON", "place", "ORG", "DATE", "NORP", "work", "quantity",
)  # fmt: skip
_AT = {name: at for at, name in enumerate(NAMED)}
WEIGHTS = (
    -3.98, 1.64, 0.91, 3.12, 2.44, -0.78, 0.17, 1.98, 1.33, -0.14, 2.35, 1.06, 1.26, 1.32, 0.06, -0.45, 1.07, 2.25,
    0.29,
)  # fmt: skip
"""The bias, then a weight for each feature."""
THRESHOLD = {"auto": 0.2, "always": 0.1}
"""From this score on a term identifies: chosen for recall, see docs/benchmarks/experts.md.

"always" is for hiding who a text is about: chosen by attacks, see docs/benchmarks/actors.md.
"""
_COMPARED = 20  # documents that have a comparative, for its superlative to be one

_YEAR = re.compile(r"1\d{3}|20\d\d")
_OPENING = re.compile(r"[.!?:;\n|•][\s\"“”'‘(\[*_#-]*$")
_INNER = re.compile(r"[a-z][A-Z]")
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
_SAID = frozenset(label for kind in ("PERSON", "place", "ORG", "work") for label in _LABELS[kind])
"""Labels of what the parser takes for a name."""
_NOUNS = "NOUN_PHRASE"
"""The label of what the parser takes for no name."""
_NAMELESS = frozenset((*_LABELS["DATE"], *_LABELS["quantity"]))
"""Labels of what is no name, with whatever capitals: "August 1983", "US$ 80"."""


class Shapes:
    """What the writing of a text tells of its words: which are names, which are quoted, which are numbers."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    @cached_property
    def _capital(self) -> list[bool]:
        text = self.reading.text
        return [text[start].isupper() for start in self.reading.starts]

    @cached_property
    def _inner(self) -> list[bool]:
        """Whether a word has a capital where only names have one: iTunes, McDonald, and ISBN among small letters."""
        text = self.reading.text
        spans = zip(self.reading.starts, self.reading.ends, strict=True)
        return [_INNER.search(text, start, end) is not None or self._is_acronym(start, end) for start, end in spans]

    def _is_acronym(self, start: int, end: int) -> bool:
        text = self.reading.text
        if end - start < 2 or not text[start:end].isupper():
            return False
        stop = text.find("\n", end)
        line = text[text.rfind("\n", 0, start) + 1 : stop if stop >= 0 else len(text)]
        return not line.isupper()

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

    def is_name(self, at: int, *, said: bool = False) -> bool:
        """Whether a word is a name by how it is written; with `said`, as one that is said to be part of a name."""
        if self._inner[at]:
            return True
        if not self._capital[at]:
            return False
        return said or not self._opens[at] or self.reading.forms[at] in self._names or self.quoted(at)

    def is_number(self, at: int) -> bool:
        return any(map(str.isdigit, self.reading.forms[at]))

    def names_in(self, first: int, last: int, joining: Collection[str], *, said: bool = False) -> list[str]:
        """The names, in normal form, among the words from `first` up to `last`; `joining` words may stand inside.

        With `said` they are said to be a name, so that one may begin a sentence.
        """
        forms, content = self.reading.forms, self.reading.content
        runs: list[list[int]] = [[]]
        for at in range(first, last):
            if self.is_name(at, said=said) or (runs[-1] and forms[at] in joining):
                runs[-1].append(at)
            elif runs[-1]:
                runs.append([])
        for run in runs:
            while run and not content[run[-1]]:
                run.pop()
        return [" ".join(forms[at] for at in run) for run in runs if run]

    def is_title(self, first: int, last: int) -> bool:
        """Whether these are words as a title has them: several, all but function words with a capital."""
        great = [self._capital[at] or self.is_number(at) for at in range(first, last)]
        small = (not self.reading.content[at] for at in range(first, last))
        return len(great) > 1 and great[0] and great[-1] and all(map(or_, great, small))

    def around_names(self, first: int, last: int) -> tuple[int, int]:
        """From the first to the last of these words that is a name or a number: the others are what it is of.

        An "American company that makes tyres" is rare by its words, but it is an American company.
        """
        tell = [at for at in range(first, last) if self.is_name(at) or self.is_number(at)]
        return (tell[0], tell[-1] + 1) if tell else (first, last)

    def year_in(self, first: int, last: int) -> int | None:
        """Which of the words is a year, where it is the one number and a noun in the singular follows: "1981 film"."""
        numbers = [at for at in range(first, last) if self.is_number(at)]
        if len(numbers) != 1 or numbers[0] == last - 1 or self.is_plural(last - 1):
            return None
        return numbers[0] if _YEAR.fullmatch(self.reading.forms[numbers[0]]) else None

    def is_plural(self, at: int) -> bool:
        """Whether a word has lost an ending in its normal form, as plurals do."""
        return self.reading.ends[at] - self.reading.starts[at] > len(self.reading.forms[at])


def features(
    knowledge: Knowledge,
    shapes: Shapes,
    first: int,
    last: int,
    label: str,
    share: float,
    is_word: Callable[[str], bool] = lambda name: False,
) -> list[float]:
    """The features of a term, the words from `first` up to `last`; `share` is how much of a secret it reveals.

    A term that `is_word` says is a word of the language is no name by a capital alone: the parser says so, or quotes.
    """
    joining = knowledge.language.names.joining
    names = [] if label in _NAMELESS else shapes.names_in(first, last, joining)
    if not names and label in _SAID:  # at the head of a sentence, where the parser alone tells
        names = [name for name in shapes.names_in(first, last, joining, said=True) if not is_word(name)]
    quoted = bool(names) and any(shapes.quoted(at) for at in range(first, last))
    if label == _NOUNS and not quoted:
        names = [name for name in names if name != " ".join(shapes.reading.forms[first:last]) or not is_word(name)]
        year = None if names else shapes.year_in(first, last)
        if year is not None:
            first, last, label = year, year + 1, "DATE"
        elif len(names) == 1 and " " not in names[0]:
            first, last = shapes.around_names(first, last)
    forms = shapes.reading.forms[first:last]
    words = [forms[at - first] for at in range(first, last) if shapes.reading.content[at]]
    rarest = max((content_of(knowledge, word) for word in words), default=0.0) / _SCALE
    unknown = float(any(not knowledge.count(word) for word in words))
    whole = content_of(knowledge, " ".join(forms)) / _SCALE
    values = [share, unknown, rarest, whole, float(len(words) > 1)]
    content = max((content_of(knowledge, name) for name in names), default=0.0) / _SCALE
    number = any(shapes.is_number(at) for at in range(first, last))
    values += [float(bool(names)), content, float(quoted), float(number), whole if number else 0.0]
    values.append(share if names else 0.0)
    return values + [float(label in labels) for labels in _LABELS.values()]


def scores(
    knowledge: Knowledge,
    shapes: Shapes,
    spans: Sequence[tuple[int, int, str]],
    shares: Sequence[float],
    *,
    nouns: bool = False,
    is_word: Callable[[str], bool] = lambda name: False,
) -> Array:
    """How likely each span of words, with its label, is to identify, from 0 to 1; the rest as for `features`.

    Common nouns are not weighed unless `nouns` says so: they identify where they are superlatives.
    """
    rows = [features(knowledge, shapes, *span, share, is_word) for span, share in zip(spans, shares, strict=True)]
    table = np.asarray(rows, dtype=float).reshape(len(rows), len(NAMED))
    likely = 1 / (1 + np.exp(-(table @ np.array(WEIGHTS[1:]) + WEIGHTS[0])))
    for at, row in enumerate(rows):
        if not nouns and not says_who(row):
            likely[at] = float(is_superlative(knowledge, shapes.reading, *spans[at][:2]))
    return likely


def says_who(row: Sequence[float]) -> bool:
    """Whether features are those of a name, a number or a word never seen, not of common nouns."""
    return any(row[_AT[name]] for name in ("name", "number", "unknown"))


def is_superlative(knowledge: Knowledge, reading: Reading, first: int, last: int) -> bool:
    """Whether words from `first` up to `last`, or the one before them, say that something is so more than all else."""
    words = (
        reading.text[reading.starts[at] : reading.ends[at]]
        for at in range(max(0, first - 1), last)
        if reading.clauses[at] == reading.clauses[last - 1]
    )
    return any(
        knowledge.count(more) >= _COMPARED or more in knowledge.language.stop_words
        for word in words
        for more in knowledge.language.comparatives(word)
    )

"""Lists of names that a user brings: found in any spelling that has the same normal form."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from sfumato.detectors.spans import Detector, resolved
from sfumato.errors import InputError
from sfumato.io.files import lines, shown
from sfumato.languages import load
from sfumato.languages.folding import UNSEEN
from sfumato.protocols import Language
from sfumato.types import Document, Match, Term

LISTED = "LISTED"
"""What the names of a list are called unless another label is given."""

_POSSESSIVE = re.compile(r"['’][sS]\Z")
_LONGEST_GAP = 12  # characters between two words of a name, an indent after a line break among them
_GAP = re.compile(r"\.?[-‐‑–—_/&'’,+\s]*")
_LONGEST_SHORT = 4  # letters of a word that a full stop may shorten within a name: "St. Louis", but not "new. York"


def term_list(names: Iterable[str], *, label: str = LISTED, language: Language | None = None) -> Detector:
    """A detector of names: "Breast cancer" in a list finds "breast-cancers"; of names within names, the longest.

    Names without a word are left out. The label is that of every term found; the language is English unless given.
    """
    words = (language or load()).words
    tails: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for name in names:
        first, *rest = [form for _, _, form in words(name)] or [""]
        if first:
            tails[first].add(tuple(rest))
    known = {first: sorted(rests, key=len, reverse=True) for first, rests in tails.items()}

    def listed(document: Document, terms: Sequence[Term] = ()) -> list[Term]:
        """Where the names of the list stand in the document."""
        return _found(document.text, list(words(document.text)), known, label)

    return listed


def _found(
    text: str, here: Sequence[tuple[int, int, str]], known: dict[str, list[tuple[str, ...]]], label: str
) -> list[Term]:
    found = []
    for at, (start, _, form) in enumerate(here):
        for rest in known.get(form, ()):
            last = at + len(rest)
            if last < len(here) and all(
                here[at + step][2] == word and _joined(text, here[at + step - 1], here[at + step])
                for step, word in enumerate(rest, 1)
            ):
                end = here[last][1]
                possessive = _POSSESSIVE.search(text, here[last][0], end)
                found.append(Match(start, possessive.start() if possessive else end, label))
                break
    return [Term(start, end, text[start:end], label) for start, end, label, _ in resolved(found)]


def _joined(text: str, one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Whether two words may be of one name, by what stands between."""
    (begin, end, _), start = one, other[0]
    if start - end > _LONGEST_GAP:
        return False
    gap = UNSEEN.sub("", text[end:start])
    shortened = end - begin <= _LONGEST_SHORT and (end - begin == 1 or not text[begin].islower())
    return gap.count("\n") < 2 and _GAP.fullmatch(gap) is not None and (not gap.startswith(".") or shortened)


def read_list(path: Path) -> list[str]:
    """The names of a file, one on a line; empty lines and those that begin with # are left out.

    `InputError` where there is none.
    """
    names = [line.strip() for line in lines(Path(path))]
    names = [name for name in names if name and not name.startswith("#")]
    if not names:
        raise InputError(f"{shown(path)}: no name in it")
    return names

"""Names that are one term from their first word to their last: titles of works, awards, what a gazetteer knows.

Parsers cut them: "Knight and Day" is no knight, "An Academy Award for Best Actor" no actor. What shows a title is the
writing around it: quotation marks, the year in brackets behind it, the word "Award" in it; or that a title of several
words is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sfumato.types import Term

IsKnown = Callable[[str], str]
"""What sort of thing has this title ("work", "person", "place" ...); empty if none is known."""

WORK, AWARD = "WORK_OF_ART", "AWARD"
LABELS = {
    "work": WORK, "person": "PERSON", "place": "GPE", "organization": "ORG", "event": "EVENT", "award": AWARD,
}  # fmt: skip
"""The label of a title of a sort."""
_MOST, _MOST_QUOTED = 9, 25  # words of a title
_LONG_WORDS = 2  # with a capital that a title has which asks something

_CAPITAL = r"(?:(?:[A-ZÀ-ÖØ-Þ]\.){2,}|[A-ZÀ-ÖØ-Þ][\w'’.&+-]*[\w+]|[A-ZÀ-ÖØ-Þ]|\d+(?:\.\d+)?|&)"
_SMALL = r"(?:of|the|and|in|a|an|to|for|at|on|with|from|by|or|vs\.?|de|la|le|del|von|van|der|den|du|y)"
_RUN = re.compile(rf"(?<![\w'’]){_CAPITAL}(?:(?::?\s|\s[–-]\s|(?<=\bI),\s)(?:{_SMALL}\s){{0,2}}{_CAPITAL})*")
_ENDED_LINE = re.compile(r"(?m)^(.{1,39})\n")
_NO_SPACE = "\0"
"""Stands for the end of a line that its writer ended, so that no title goes on behind it."""
_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"“”\n\0]{1,160}?)[,.]?[\"”](?!\w)")
_NICKNAMED = re.compile(r"\b(?:nicknamed?|called|dubbed|known as|aka|say|word|term|words)\W*(?:the\s)?\Z")
_YEAR = re.compile(r"[\"”’']?\s?\((?:(both|all)\s(?:in\s)?)?(?:1[89]|20)\d\d(?:\sfilm)?\)")
_BEST = re.compile(r"(?:Best|Outstanding)\s(?=[A-Z])")
_AWARDED = re.compile(r"(?:Awards?|Prizes?|Medals?|Oscars?|Emmys?|Globes?|BAFTAs?|Grammys?)(?=\s|$)")
_PURPOSE = re.compile(
    rf"\s(?:for|of)\s(?:the\s)?(?:Best|Outstanding|Favorite|Favourite|{_CAPITAL})\b"
    rf"(?:(?:\s[–—-]\s|\s)(?:(?:in|by|of|for|or|and|a|an|the)\s){{0,3}}(?!\d){_CAPITAL})*"
)
KIN = re.compile(
    r"\b(?:daughters?|sons?|child(?:ren)?|brothers?|sisters?|twins)[,:]?\s"
    r"(?:[A-Z][\w-]+\s\(\d{4}\),?\s(?:and\s)?)*\Z"
)
"""What stands before somebody with the year of birth."""
_ITEM = re.compile(r"(?:,|\band|[\"”],?)\s[\"“]?\Z")
_LISTED = re.compile(
    r"(?:[,;(\"“]|\b(?:and|or|&|films?|movies?|series|miniseries|drama|comedy|thriller|western|novel|play|musical|sequel"
    r"|album|game|show|sitcom|book|picture))\s?\Z"
)
_WORKS_BEFORE = re.compile(
    r"\b(?:films|movies|novels|plays|songs|albums|dramas|comedies|thrillers|musicals|sitcoms|video games)"
    r"(?:,?\s(?:such as|including|like))?\s\Z"
)
_THE = re.compile(r"\b[Tt]he \Z")
_PARTS = re.compile(r"\s(?:in|and|with|for|from|by|as|to|at|on)\s|,\s")
_CODE = re.compile(
    r"(?<![\w/.-])(?!(?:24/7|50/50|9/11|20/20)\b)(?=[\w/.-]*\d)(?=[\w/.-]*[A-Z/])\w+(?:[/.-]\w+)+(?:/\w+)*(?![\w/])"
)
"""Letters and figures that signs join: "33/21.2.3", "24/59W2"."""
_LETTERS = re.compile(r"(?<![\w.])(?:[A-Z]\.){2,}(?!\w)")


def titles(text: str, is_known: IsKnown) -> list[Term]:
    """The titles of a text, in order and apart.

    >>> said = 'He won an Academy Award for Best Actor for his role in Far Away (1993) and played in "Red Day".'
    >>> [term.text for term in titles(said, lambda title: "")]
    ['Academy Award for Best Actor', 'Far Away', 'Red Day']
    """
    taken = bytearray(len(text))
    found = []
    original, text = text, _ENDED_LINE.sub(rf"\1{_NO_SPACE}", text)
    written = (*_quoted(text, is_known), *_awards(text), *_with_year(text, is_known))
    shown = (*written, *_listed(text), *_known(text, is_known))
    for first, end, label in shown:
        start = first + 4 if text[first : first + 4] == "the " or _needless_the(text[first:end], label) else first
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(Term(start, end, original[start:end], label))
    return sorted(found)


def _needless_the(title: str, label: str) -> bool:
    return title.startswith("The ") and label != WORK


def _quoted(text: str, is_known: IsKnown) -> Iterator[tuple[int, int, str]]:
    for match in _QUOTED.finditer(text):
        words = match[1].split()
        if len(words) == 1 and not _YEAR.match(text, match.end()) and is_known(match[1]) != "work":
            continue
        long = [word for word in words if len(word) > 4 and word[0].isalpha()]
        written = len(words) <= _MOST_QUOTED and all(word[0].isupper() for word in long)
        asked = match[1].endswith(("!", "?")) and len(long) < _LONG_WORDS
        spoken = asked or _NICKNAMED.search(text, max(0, match.start() - 24), match.start())
        if written and not spoken:
            yield match.start(1), match.end(1), WORK


def _awards(text: str) -> Iterator[tuple[int, int, str]]:
    for run in _RUN.finditer(text):
        for best in _BEST.finditer(run.group()) if not _AWARDED.search(run.group()) else ():
            first = run.start() + best.start()
            if whole := _PURPOSE.match(f" for {text[first : first + 120]}"):
                last = text.find(" and Best", first, first + whole.end() - 5)
                yield first, last if last > 0 else first + whole.end() - 5, AWARD
        named = list(_AWARDED.finditer(run.group()))
        if not named or (named[-1].start() == 0 and len(run.group().split()) > 1):
            continue
        start, end = run.start(), run.start() + named[-1].end()
        for parted in _PARTS.finditer(text, start, start + named[-1].start()):
            start = parted.end() if parted.group().strip() in ("and", ",") else start
        if purpose := _PURPOSE.match(text, end):
            end = purpose.end()
        yield start, end, AWARD


def _with_year(text: str, is_known: IsKnown) -> Iterator[tuple[int, int, str]]:
    """Titles with their year behind them: the item of a list, what begins with an article or is known, the last part.

    "She played Wood in Ed Wood (1994)" has a role before the title.
    """
    runs = list(_RUN.finditer(text))
    for number, run in enumerate(runs):
        year = _YEAR.match(text, run.end())
        if not year or KIN.search(text, max(0, run.start() - 30), run.start()):
            continue
        starts = [run.start(), *(parted.end() for parted in _PARTS.finditer(text, run.start(), run.end()))]
        listed = _LISTED.search(text, max(0, run.start() - 12), run.start())
        opened = [at for at in starts if text.startswith(("The ", "A ", "An "), at)]
        known = run.start() if listed or is_known(run.group()) == "work" else opened[-1] if opened else None
        if year[1]:  # "Deep Impact and The Faculty (both 1998)"
            known = run.start()
            first = number
            while first and _ITEM.fullmatch(text, runs[first - 1].end(), runs[first].start()):
                first -= 1
                yield runs[first].start(), runs[first].end(), WORK
            if (two := text.rfind(" and ", known, run.end())) > 0:
                yield known, two, WORK
                known = two + 5
        if known is None:
            known = next((at for at in starts if is_known(text[at : run.end()]) == "work"), starts[-1])
        if any(map(str.isalnum, text[known : run.end()])):
            yield known, run.end(), WORK


def _listed(text: str) -> Iterator[tuple[int, int, str]]:
    """Titles in a row behind the plural that says what they are: "the films Jaws, Duel and Hook"."""
    runs = list(_RUN.finditer(text))
    for number, run in enumerate(runs):
        last = number
        if not _WORKS_BEFORE.search(text, max(0, run.start() - 30), run.start()):
            continue
        while last + 1 < len(runs) and _ITEM.fullmatch(text, runs[last].end(), runs[last + 1].start()):
            last += 1
        for item in runs[number : last + 1]:
            two = text.rfind(" and ", item.start(), item.end()) if item is runs[last] and last > number else -1
            yield item.start(), two if two > 0 else item.end(), WORK
            if two > 0:
                yield two + 5, item.end(), WORK


def _known(text: str, is_known: IsKnown) -> Iterator[tuple[int, int, str]]:
    """Whole runs of capitals, or runs between small words, that are a known title of several words."""
    for run in _RUN.finditer(text):
        starts = [run.start(), *(parted.end() for parted in _PARTS.finditer(text, run.start(), run.end()))]
        ends = [run.end(), *(parted.start() for parted in _PARTS.finditer(text, run.start(), run.end()))]
        spans = sorted(((s, e) for s in starts for e in ends if s < e), key=lambda span: (span[0] - span[1], span[0]))
        for start, end in spans[:12]:
            title = text[start:end].removeprefix("the ")
            label = LABELS.get(is_known(title)) if 2 <= len(title.split()) <= _MOST else None
            if label == WORK and _THE.search(text, max(0, start - 4), start):
                continue  # the Golden Age is no album
            if label:
                yield start, end, label
    for letters in _LETTERS.finditer(text):
        yield letters.start(), letters.end(), "NAME"
    for code in _CODE.finditer(text):
        yield code.start(), code.end(), "CODE"

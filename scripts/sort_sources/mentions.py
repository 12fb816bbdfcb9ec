"""Where titles stand in articles: in their own and in others."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from sfumato.taxonomies.kinds import Kind

AROUND = 220
"""Characters of the text that are kept on either side."""
_OWN, _OTHERS, _RARE = 3, 8, 40  # places of a title that are taken from its own article and from others at most
_COMMON = ("person", "place", "work", "organization", "thing")
_TENTH = 10
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀŁŚŠŽČĆĐŞİŌŪ0-9](?:[\w'’&-]*\w)?\.?(?<![a-z]{2}\.)"
_LINK = r"(?:of|the|and|for|in|de|la|le|du|des|van|von|der|di|da|del|el|al|on|to|a|at|with|from|&)"
_RUN = re.compile(rf"{_CAPITAL}(?: (?:{_LINK} ){{0,2}}{_CAPITAL})*")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{2,60})[\"”]")
_PARTS = re.compile(r" (?:and|in|to|at|from|with|on) (?:the )?")
_OPENING = re.compile(
    r"(?:(?:The|A|An|In|On|At|By|For|From|To|With|After|Before|During|As|When|While|Since|Until|Although|But|And|Both"
    r"|He|She|It|His|Her|Its|This|That|\d+s?) )+"
)
_POSSESSIVE = re.compile(r"['’]s?\Z")


class Place(NamedTuple):
    """A name where it stands in a passage of an article."""

    title: str
    name: str
    sort: str
    passage: str
    start: int
    end: int
    article: str


def is_held_out(title: str) -> bool:
    """Whether nothing is learned from a title and its article: one in ten, to measure by."""
    return crc32(title.encode()) % _TENTH == 0


def articles(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """The title and the text of each article."""
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                article = json.loads(line)
                yield article["title"], article["text"]


def places(found: Iterable[tuple[str, str]], sorts: Mapping[str, str], tells: Callable[[str], bool]) -> Iterator[Place]:
    """Places of titles in articles: some of each title. `tells` says of a single word that it is no other name."""
    seen: Counter[tuple[str, bool]] = Counter()
    clear = {name for name in sorts if " " in name or tells(name)}
    for title, text in found:
        bare = Kind(title, ()).name
        own = {bare: bare}
        own[bare.partition(", ")[0]] = bare
        if sorts.get(bare) == "person":
            own[bare.rpartition(" ")[2]] = bare
        for start, end in _names(text, clear, own):
            name = text[start:end]
            whole = own.get(name, name)
            if whole not in sorts or start == 0:  # the heading
                continue
            key = (name if name in own else whole, name in own)
            seen[key] += 1
            if seen[key] <= (_OWN if name in own else _OTHERS if sorts[whole] in _COMMON else _RARE):
                first = max(0, start - AROUND)
                passage = text[first : end + AROUND]
                yield Place(whole, name, sorts[whole], passage, start - first, end - first, bare)


def _names(text: str, clear: set[str], own: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """Where names of a set stand whole, in quotes or as runs of words with capitals."""

    def known(name: str) -> bool:
        return name in clear or name in own

    for match in _QUOTED.finditer(text):
        if known(match[1]):
            yield match.span(1)
    for match in _RUN.finditer(text):
        start, run = match.start(), match[0]
        if text[start - 1 : start] in ('"', "“") and start:
            continue
        if not known(run) and (opening := _OPENING.match(run)):
            start, run = start + opening.end(), run[opening.end() :]
        pieces = [(0, run)]
        if not known(_POSSESSIVE.sub("", run)):
            cuts = [0, *(at for cut in _PARTS.finditer(run) for at in cut.span()), len(run)]
            pieces = [(cuts[at], run[cuts[at] : cuts[at + 1]]) for at in range(0, len(cuts), 2)]
        for at, piece in pieces:
            name = next(filter(known, (piece, _POSSESSIVE.sub("", piece), piece.removesuffix("."))), "")
            if name:
                yield start + at, start + at + len(name)

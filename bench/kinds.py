"""What named things are: how many are known, how small and quick it is, and whether names are linked where they should.

A name must be linked in the opening of its own article, should be where another article mentions it, and must not be
in an article that has nothing to do with it (places that everybody knows are left out there), nor where it is a private
person's in court cases and letters. The limits were chosen on the articles of `wikipedia-01` and the even court cases,
measured are those of `wikipedia-02` and the odd cases; all letters were looked at while choosing. The knowledge has
counted every article, the own ones and those that mention a name, too: linking there is easier than in a new text.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from bench.table import Row
from sfumato import taxonomies
from sfumato.knowledge import Pack
from sfumato.replacements.linking import linked
from sfumato.taxonomies.kinds import PATH, Kind, Kinds, embedded_kinds

SAMPLE = 300
JUDGED = {
    "true": 196,
    "grammar ok": 196,
    "useful": 185,
    "all three": 185,
    "sense of the head right": 176,
}
"""Of the first phrases of 200 titles (`random.Random(77201)` over the sorted titles), read once by one reader, who had
not seen them before; 200 others had been read earlier (173 all three), and five mistakes found there were put right."""
_RUN = re.compile(r"\b[A-Z][\w-]+(?:(?: of| the| de| von)* [A-Z][\w-]+)*")
_TITLE = re.compile(r"^(?:Mrs?|Ms|Miss|Dr|Judge|Professor)\.? ")


def rows(data: Path | None) -> list[Row]:
    start = time.perf_counter()
    kinds = embedded_kinds()
    opened = time.perf_counter() - start
    found = list(kinds)
    start = time.perf_counter()
    for kind in found[::100]:
        kinds.of(kind.name)
    each = (time.perf_counter() - start) / len(found[::100])
    size = PATH.stat().st_size / 1e6
    table = [
        Row("titles with a kind", f"{len(found):,}"),
        Row("file", f"{size:.1f} MB", "below 4 MB", size < 4),
        Row("opened in, a name looked up in", f"{opened * 1e3:.0f} ms, {each * 1e6:.0f} µs"),
    ]
    table += [Row(f"first phrase, as read: {what}", f"{n / 200:.3f} of 200") for what, n in JUDGED.items()]
    return table if data is None else [*table, *linking(data, kinds, 2, 1)]


def linking(data: Path, kinds: Kinds, file: int, parity: int) -> list[Row]:
    """The rates of linking over the articles of one file and every other court case."""
    rng = random.Random(file)
    articles = list(islice(_lines(data / f"wikipedia-0{file}.jsonl.xz"), 0, 20_000, 10))
    rng.shuffle(articles)
    judge = _Judge(kinds)
    own = [(kind.name, body[:800], kind.title) for kind, body in _subjects(articles, kinds)][:SAMPLE]
    several, single = _mentions(articles, kinds)
    cases = list(_lines(data / "tab_dev.jsonl.xz"))[parity::2]
    letters = [letter["text"] for letter in _lines(data / "letters_dev.jsonl.xz")]
    strangers = [(name, rng.choice(articles)["text"]) for name, _ in (*several, *single)]
    unrelated = [(name, text) for name, text in strangers if name not in text and not judge.is_known(name)]
    private, others = ([(name, case["text"]) for case in cases for name in _people(case, hidden)] for hidden in (1, 0))
    forms = [(name, text) for text in letters for name in sorted({m.group() for m in _RUN.finditer(text)})]
    return [
        judge.row("own opening", own, "at least .95", at_least=0.95),
        judge.row("mention in another article, several words", several),
        judge.row("mention in another article, one word", single),
        judge.row("name in an unrelated article", unrelated, "at most .03", at_most=0.03),
        judge.row("applicant of a court case", private, "none", at_most=0.0),
        judge.row("anyone else in a court case", others),
        judge.row("capitalised words of letters", forms, "at most .01", at_most=0.01),
    ]


class _Judge:
    def __init__(self, kinds: Kinds) -> None:
        self.kinds, self.knowledge, self.taxonomy = kinds, Pack.open(), taxonomies.embedded()

    def is_known(self, name: str) -> bool:
        """Whether a name needs no text that fits."""
        return linked(name, self.knowledge.language.read(""), self.knowledge, self.kinds, self.taxonomy) is not None

    def row(
        self,
        what: str,
        pairs: Sequence[tuple[str, ...]],
        bar: str = "",
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> Row:
        read = self.knowledge.language.read
        hits = 0
        for name, text, *wanted in pairs:
            kind = linked(name, read(text), self.knowledge, self.kinds, self.taxonomy)
            hits += kind is not None and kind.title in (wanted or [kind.title])
        rate = hits / max(1, len(pairs))
        ok = rate >= at_least if at_least is not None else rate <= at_most if at_most is not None else None
        return Row(f"linked: {what}", f"{rate:.3f} of {len(pairs)}", bar, ok)


def _subjects(articles: Sequence[dict[str, Any]], kinds: Kinds) -> Iterator[tuple[Kind, str]]:
    """What each article is about, and the article without its title."""
    for article in articles:
        name = re.sub(r"\s*\(.*\)$", "", article["title"])
        for kind in kinds.of(name):
            if kind.title == article["title"]:
                yield kind, article["text"].removeprefix(article["title"])


def _mentions(articles: Sequence[dict[str, Any]], kinds: Kinds) -> list[list[tuple[str, str]]]:
    """Names that articles mention and that are titles of others: of several words, and of one."""
    found: list[list[tuple[str, str]]] = [[], []]
    for article in articles:
        text = article["text"].removeprefix(article["title"])
        inside = [m.group() for m in _RUN.finditer(text) if m.start() > 1 and text[m.start() - 2] not in ".\n"]
        for name in sorted({n for n in inside if n not in article["title"] and article["title"] not in n}):
            if kinds.of(name):
                found[" " not in name].append((name, text))
    return [random.Random(0).sample(pairs, min(SAMPLE, len(pairs))) for pairs in found]


def _people(case: dict[str, Any], hidden: int) -> set[str]:
    """The names of people in a court case, whole and in parts: of those whom it must not tell, or of the others."""
    people = [entity for entity in case["entities"] if entity["type"] == "PERSON"]
    spans = [case["text"][e["start"] : e["end"]] for e in people if (e["identifier"] == "DIRECT") == hidden]
    names = {_TITLE.sub("", span) for span in spans}
    return names | {word for name in names for word in (name.split()[0], name.split()[-1])}


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)

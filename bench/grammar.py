"""Mistakes of grammar that replacements bring in: new complaints of harper, a grammar checker that knows nothing of us.

A complaint counts if it lies on a replacement or within three words of one, and if the original has none of the same
rule at the same place. Spelling, style, typography and choice of words do not count, and `[...]` is read as a noun.
Harper has no rule for brackets, nor for words run together; those are counted here. It is silent on much that a reader
minds: mistakes that were planted in sentences of the originals show what it notices, so that the figure bounds the
mistakes from below. Its complaints about the originals show how often it is wrong, or they are. npm brings it into
`build/harper`; without npm this part is skipped.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import random
import re
import shutil
import subprocess
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from bench.table import Row
from sfumato import InputError, sanitize
from sfumato.sanitizing import Sanitized

CHECKER = "harper.js@2.10.0"
FOLDER = Path("build/harper")
BAR = 3.0
NEAR = 3  # words
FILES = ("expert_dev.jsonl.xz", "actors_dev.jsonl.xz", "tab_dev.jsonl.xz", "druglib.tsv.xz")
COURT, REVIEWS = 15, 40
DEVELOPMENT = 2071  # rows of the reviews, from the first: the others are for measuring
LENGTHS = range(90, 231)  # words of a review
KINDS = "Agreement Capitalization Formatting Grammar Miscellaneous Punctuation Repetition Usage WordOrder".split()
"""The kinds of complaints that count, as harper calls them; a wrong article is among "miscellaneous"."""
TYPOGRAPHY = "EllipsisLength NoFrenchSpaces NumericRangeEnDash UseEllipsisCharacter".split()
"""Rules among these kinds that are about the shape and width of marks."""
HOLE, NOUN = "[...]", "thing"  # of the same length, so that no place moves
_NUMBERS = {"is": "are", "was": "were", "has": "have"}
_OTHER_NUMBER = _NUMBERS | {plural: singular for singular, plural in _NUMBERS.items()}
PLANTED, SENTENCES = 40, range(8, 41)  # for each sort of mistake, of so many words
MISTAKES: dict[str, tuple[str, Callable[[re.Match[str]], str]]] = {
    "a for an, an for a": (r"\ban? (?=[a-z])", lambda found: "a " if found[0] == "an " else "an "),
    "article left out": (r"\b(?:an?|the) (?=[a-z])", lambda _: ""),
    "verb of the other number": (r"\b(?:is|are|was|were|has|have)\b", lambda found: _OTHER_NUMBER[found[0]]),
    "word twice": (r"\b[a-z]{3,} ", lambda found: found[0] * 2),
    "small letter at the head": (r"^[A-Z](?=[a-z])", lambda found: found[0].lower()),
    "quotation mark left out": (r'"', lambda _: ""),
    "on before a year": (r"\bin (?=[12]\d{3}\b)", lambda _: "on "),
}
"""What is looked for in a sentence, and what makes a mistake of it."""
_BRACKETS = {")": "(", "]": "[", "}": "{"}


class Text(NamedTuple):
    """A text, its secret, and the policy under which it is released."""

    source: str
    text: str
    hide: str
    policy: tuple[str, ...] = ()


class Complaint(NamedTuple):
    rule: str
    kind: str
    start: int
    end: int


class Checked(NamedTuple):
    """A text and what became of it, and what the checker says of both."""

    text: Text
    done: Sanitized
    before: list[Complaint]
    after: list[Complaint]

    @property
    def new(self) -> list[Complaint]:
        return new_complaints(self.done, self.before, self.after)


def rows(data: Path | None) -> list[Row]:
    if data is None or not all((data / name).exists() for name in FILES):
        return [Row("grammar", f"skipped: needs --data with {', '.join(FILES)}")]
    if not install():
        return [Row("grammar", f"skipped: npm is not there, or cannot get {CHECKER}")]
    start = time.perf_counter()
    given = list(texts(data))
    everything = checked(given)
    found = _rows("all", everything)
    for source in dict.fromkeys(each.source for each in given):
        found += _rows(source, [each for each in everything if each.text.source == source])
    common = Counter(one.rule for each in everything for one in each.new).most_common(5)
    holes = sum(each.text == HOLE for one in everything for each in one.done.replacements)
    return [
        *found,
        Row("commonest rules of new complaints", ", ".join(f"{rule} {count}" for rule, count in common) or "none"),
        Row(f"replaced by {HOLE}, read as a noun", f"{holes}"),
        *(Row(f"planted mistakes noticed, {name}", share) for name, share in noticed(given).items()),
        Row("texts refused, since their secret is unknown or of several senses", f"{len(given) - len(everything)}"),
        Row("time", f"{time.perf_counter() - start:.0f} s"),
    ]


def _rows(source: str, several: Sequence[Checked]) -> list[Row]:
    originals, released = [each.text.text for each in several], [each.done.text for each in several]
    new = sum(len(each.new) for each in several)
    replaced = sum(len(each.done.replacements) for each in several)
    rate = 100 * new / max(replaced, 1)
    before = _per_thousand(sum(len(each.before) for each in several), originals)
    after = _per_thousand(sum(len(each.after) for each in several), released)
    lone, left = sum(map(lone_brackets, originals)), sum(map(lone_brackets, released))
    glued = sum(run_together(each.text.text, each.done) for each in several)
    return [
        Row(
            f"{source}, {len(several)} texts: new complaints per 100 replacements",
            f"{rate:.1f} ({new} of {replaced:,})",
            f"at most {BAR:g}",
            rate <= BAR,
        ),
        Row(f"  {source}: all complaints per 1,000 words, original beside released", f"{before:.1f}, {after:.1f}"),
        Row(
            f"  {source}: brackets without their pair, original beside released",
            f"{lone}, {left}",
            "no more than in the original",
            left <= lone,
        ),
        Row(f"  {source}: words run together at a replacement", f"{glued}", "none", glued == 0),
    ]


def _per_thousand(found: int, several: Sequence[str]) -> float:
    return 1000 * found / sum(len(text.split()) for text in several)


# --- texts ------------------------------------------------------------------------------------------------


def texts(data: Path) -> Iterator[Text]:
    """Articles, abstracts on actors, court cases and drug reviews, with what each must hide."""
    articles, actors, cases, reviews = (data / name for name in FILES)
    for article in _records(articles):
        yield Text("articles", article["text"], article["secrets"][0])
    for actor in _records(actors):
        yield Text("actors", actor["original_abstract"], actor["name"], ("person",))
    for case in islice(_records(cases), COURT):
        yield Text("court cases", case["text"], case["subject"], ("person",))
    yield from _reviews(reviews)


def _records(path: Path) -> Iterator[dict[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _reviews(path: Path) -> Iterator[Text]:
    """Reviews of a usual length, drawn evenly from those for development."""
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        records = list(islice(csv.DictReader(file, delimiter="\t"), DEVELOPMENT))
    fit = []
    for record in records:
        parts = (record["benefitsReview"], record["sideEffectsReview"], record["commentsReview"])
        text = "\n\n".join(part.strip() for part in parts if part.strip())
        if record["condition"].strip() and len(text.split()) in LENGTHS:
            fit.append(Text("drug reviews", text, record["condition"].strip()))
    yield from fit[:: len(fit) // REVIEWS][:REVIEWS]


# --- the checker ------------------------------------------------------------------------------------------


def install(folder: Path = FOLDER) -> bool:
    """Whether the checker is there; npm brings it into a folder of its own the first time."""
    if not shutil.which("npm") or not shutil.which("node"):
        return False
    name, _, version = CHECKER.partition("@")
    about = folder / "node_modules" / name / "package.json"
    if about.exists() and json.loads(about.read_text(encoding="utf-8"))["version"] == version:
        return True
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--no-save", "--prefix", str(folder), CHECKER]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def complaints(several: Sequence[str], folder: Path = FOLDER) -> list[list[Complaint]]:
    """What the checker finds wrong with the grammar of each text, each place once."""
    script = Path(__file__).with_suffix(".mjs")
    sent = "".join(json.dumps(text) + "\n" for text in several)
    command = ["node", str(script), str(folder.resolve())]
    done = subprocess.run(command, input=sent, capture_output=True, text=True, encoding="utf-8", check=True)
    return [_each_place_once(Complaint(**one) for one in json.loads(line)) for line in io.StringIO(done.stdout)]


def _each_place_once(found: Iterator[Complaint]) -> list[Complaint]:
    """The complaints that count; of several that overlap only the first does."""
    kept: list[Complaint] = []
    counting = (one for one in found if one.kind in KINDS and one.rule not in TYPOGRAPHY)
    for complaint in sorted(counting, key=lambda one: (one.start, one.end)):
        if not kept or complaint.start >= kept[-1].end:
            kept.append(complaint)
    return kept


def checked(several: Sequence[Text]) -> list[Checked]:
    """Each text released, and checked before and after; one whose secret is refused is left out."""
    done = []
    for each in several:
        with suppress(InputError):
            done.append((each, sanitize(each.text, hide=[each.hide], policy=each.policy)))
    before = complaints([text.text for text, _ in done])
    after = complaints([made.text.replace(HOLE, NOUN) for _, made in done])
    return [
        Checked(text, made, old, [one for one in new if HOLE not in made.text[one.start : one.end]])  # the noun is ours
        for (text, made), old, new in zip(done, before, after, strict=True)
    ]


def noticed(several: Sequence[Text]) -> dict[str, str]:
    """How many mistakes of each sort the checker notices, one planted in a sentence at random."""
    draw = random.Random(1)
    sentences = [sentence for each in several for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])|\n+", each.text)]
    told = {}
    for name, (pattern, mistake) in MISTAKES.items():
        fit = [one for one in sentences if len(one.split()) in SENTENCES and re.search(pattern, one)]
        fit = draw.sample(fit, min(PLANTED, len(fit)))
        wrong = []
        for sentence in fit:
            place = draw.choice(list(re.finditer(pattern, sentence)))
            wrong.append(sentence[: place.start()] + mistake(place) + sentence[place.end() :])
        more = sum(len(new) > len(old) for old, new in zip(complaints(fit), complaints(wrong), strict=True))
        told[name] = f"{more} of {len(fit)}"
    return told


# --- what is new ------------------------------------------------------------------------------------------


def new_complaints(done: Sanitized, before: Sequence[Complaint], after: Sequence[Complaint]) -> list[Complaint]:
    """Complaints about the released text near a replacement, without one of the same rule where the original had it."""
    places = _places(done)
    moved = [(old.rule, _moved(old.start, places, False), _moved(old.end, places, True)) for old in before]
    words = [match.span() for match in re.finditer(r"\S+", done.text)]
    near = [_widened(words, start, end) for _, _, start, end in places]
    return [
        one
        for one in after
        if any(one.start < end and start < one.end for start, end in near)
        and not any(one.rule == rule and one.start < end and start < one.end for rule, start, end in moved)
    ]


def _places(done: Sanitized) -> list[tuple[int, int, int, int]]:
    """Where each replacement stands: start and end in the original, then in the released text."""
    found = []
    shift = 0
    for each in done.replacements:
        start = each.start + shift
        found.append((each.start, each.end, start, start + len(each.text)))
        shift += len(each.text) - (each.end - each.start)
    return found


def _moved(place: int, places: Sequence[tuple[int, int, int, int]], is_end: bool) -> int:
    """Where a place of the original is in the released text: within a replacement, that one's start or end."""
    at = bisect_right(places, place, key=lambda each: each[0]) - 1
    if at < 0:
        return place
    _, old_end, new_start, new_end = places[at]
    if place >= old_end:
        return place - old_end + new_end
    return new_end if is_end else new_start


def _widened(words: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """A span with some words on either side."""
    first = bisect_right(words, start, key=lambda word: word[1])
    last = bisect_right(words, end, key=lambda word: word[0])
    before, after = words[max(first - NEAR, 0) : first], words[last : last + NEAR]
    return min(start, *(s for s, _ in before), start), max(end, *(e for _, e in after), end)


def run_together(original: str, done: Sanitized) -> int:
    """Edges of replacements at which two words meet where they did not in the original."""
    edges = set()
    for old_start, old_end, start, end in _places(done):
        edges |= {(start, _within_word(original, old_start)), (end, _within_word(original, old_end))}
    return len({place for place, was_within in edges if not was_within and _within_word(done.text, place)})


def _within_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def lone_brackets(text: str) -> int:
    """Brackets that nothing closes or opens, paragraph by paragraph.

    >>> lone_brackets("(a) b) [c")
    2
    """
    lone = 0
    for paragraph in text.split("\n"):
        is_open: list[str] = []
        for mark in re.findall(r"[()\[\]{}]", paragraph):
            if mark in _BRACKETS.values():
                is_open.append(mark)
            elif is_open and is_open[-1] == _BRACKETS[mark]:
                is_open.pop()
            else:
                lone += 1
        lone += len(is_open)
    return lone


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--show", type=int, default=60, help="how many new complaints, with the text around them")
    arguments = parser.parse_args()
    install()
    told = ((each, one) for each in checked(list(texts(arguments.data))) for one in each.new)
    for each, one in islice(told, arguments.show):
        released = each.done.text
        around = released[max(one.start - 80, 0) : one.start], released[one.start : one.end], released[one.end :][:60]
        print(each.text.source, one.rule, "{}<<{}>>{}".format(*around).replace("\n", " "), sep=" | ")

"""Compiles how likely a name is that of a person, a place, a work ..., by its words and those around it.

    python scripts/compile_sorts.py FOLDER/wikipedia-*.jsonl.xz [--kept FILE]

Titles whose sort the embedded kinds tell are looked up in their own and in other articles, and what their words and
their neighbours show is fitted to their sorts. Nothing is learned from one title in ten, nor from its article. Finding
the places takes some minutes; `--kept` names a file that keeps them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import spacy
from sort_sources.fitting import Example, fitted
from sort_sources.mentions import Place, articles, is_held_out, places
from sort_sources.titles import sorts_of_titles

from sfumato.knowledge import Pack
from sfumato.languages.en import DEFAULT_MODEL
from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.names import Names
from sfumato.replacements.nouns import Nouns
from sfumato.replacements.sorts import NO_LABEL, SORTS, Sorts, label_signs, of_name, of_place, rows_of, write
from sfumato.taxonomies import embedded
from sfumato.taxonomies.kinds import embedded_kinds
from sfumato.taxonomies.words import is_word

TARGET = Path(__file__).parents[1] / "src/sfumato/data/sorts.pack"
PARSED = 3_000
"""Places of each sort that the parser reads, too: they count more."""
LEARNED = 400_000
"""Places that are learned from at most."""
DAMPING = 0.75
"""What n places of a name show counts n to the power of 1 less this times as much as what one shows."""
STRENGTH = 4e-5
"""How strongly weights are pulled towards zero: the shares of titles that were held out are honest by it."""
_PARSED_SHARE = 1.0  # how much places that were parsed count, all together, beside all others
_WITHOUT_WORDS, _WITHOUT_PLACE = 0.2, 0.1  # shares of examples that must go by the rest
_BARE = ("all", "number", "shape", "last shape", "given", "surname", "somebody")
_STOP = re.compile(r"[.!?] (?=[A-Z])|\n")


def found_places(files: Iterable[Path]) -> Iterator[Place]:
    """Where the titles of a known sort stand in the articles."""
    taxonomy, pools = embedded(), name_pools()

    def is_somebody(name: str) -> bool:
        words = name.split()
        return len(words) in (2, 3) and pools.people(words[0])[0] > 2 and pools.people(words[-1])[1] > 0

    def tells(name: str) -> bool:
        return not (is_word(name, taxonomy) or max(pools.people(name)) > 0 or (name.isupper() and len(name) < 4))

    return places(articles(files), sorts_of_titles(embedded_kinds(), taxonomy, is_somebody), tells)


def labels(chosen: Sequence[Place]) -> list[str]:
    """What the parser takes each name for where it stands, in its sentence."""
    nlp = spacy.load(DEFAULT_MODEL, disable=["parser", "tagger", "attribute_ruler", "lemmatizer"])
    return [
        _label(doc, start, start + len(place.name))
        for place, (doc, start) in zip(chosen, nlp.pipe(map(_sentence, chosen), as_tuples=True), strict=True)
    ]


def _label(doc: Any, start: int, end: int) -> str:
    over = [entity for entity in doc.ents if entity.start_char < end and entity.end_char >= end]
    return over[0].label_ if over else NO_LABEL


def _sentence(place: Place) -> tuple[str, int]:
    """The sentence that a name stands in, and where in it."""
    stops = [stop.end() for stop in _STOP.finditer(place.passage) if stop.end() <= place.start]
    first = stops[-1] if stops else 0
    last = _STOP.search(place.passage, place.end)
    return place.passage[first : last.end() if last else None], place.start - first


def signs(place: Place, names: Names, label: str) -> tuple[list[str], list[str], list[str]]:
    """What is seen of a name: without its words, by its words, and by those around it."""
    people = None
    if place.sort == "person":  # somebody who is not known has no part in how many have the name
        words = place.name.split()
        given, surname = name_pools().people(words[0]), name_pools().people(words[-1])
        people = ((max(0, given[0] - 1), given[1]), (surname[0], max(0, surname[1] - 1)))
    own = list(of_name(place.name, people))
    bare = [sign for sign in own if sign.startswith(_BARE)]
    bare += [*names.signs_of(place.name), *label_signs(label, place.name)]
    return bare, [sign for sign in own if not sign.startswith(_BARE)], list(of_place(*place[3:6]))


def examples(chosen: Sequence[Place], read: Sequence[str], names: Names) -> Iterator[Example]:
    """What is learned from: some names without their own words, some without what is around them."""
    every = Counter(place.sort for place in chosen)
    parsed = Counter(place.sort for place, label in zip(chosen, read, strict=True) if label)
    for place, label in zip(chosen, read, strict=True):
        bare, words, around = signs(place, names, label)
        draw = crc32(place.passage.encode()) / 2**32
        shown = bare + (words if draw > _WITHOUT_WORDS else [])
        shown += around if draw < 1 - _WITHOUT_PLACE else []
        weight = _PARSED_SHARE * every[place.sort] / parsed[place.sort] if label else 1.0
        yield Example(rows_of(shown), SORTS.index(place.sort), place.title, weight)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("files", type=Path, nargs="+", help="articles")
    arguments.add_argument("--kept", type=Path, help="keeps where the titles stand")
    arguments.add_argument("--out", type=Path, default=TARGET, help="the file that is written")
    arguments.add_argument("--rounds", type=int, default=45, help="of fitting")
    given = arguments.parse_args()
    if given.kept and given.kept.exists():
        every = [Place(*json.loads(line)) for line in given.kept.read_text(encoding="utf-8").splitlines()]
    else:
        every = list(found_places(given.files))
        if given.kept:
            lines = (json.dumps(place, ensure_ascii=False) for place in every)
            given.kept.write_text("\n".join(lines), encoding="utf-8")
    chosen = [place for place in every if not is_held_out(place.title) and not is_held_out(place.article)]
    random.Random(1).shuffle(chosen)
    chosen = chosen[:LEARNED]
    print(f"{len(every):,} places, {len(chosen):,} to learn from", flush=True)
    counts: Counter[str] = Counter()
    first: list[Place] = []
    rest: list[Place] = []
    for place in chosen:
        counts[place.sort] += 1
        (first if counts[place.sort] <= PARSED else rest).append(place)
    chosen, read = first + rest, labels(first) + [""] * len(rest)
    print(f"{len(first):,} of them parsed", flush=True)
    names = Names(Nouns(Pack.open(), embedded()))
    weights = fitted(list(examples(chosen, read, names)), given.rounds, STRENGTH)
    files = [{"name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path in given.files]
    write(given.out, weights, DAMPING, {"files": files, "licence": "weights; Wikipedia: CC BY-SA; see LICENSES.md"})
    Sorts.open(given.out)
    print(f"{given.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()

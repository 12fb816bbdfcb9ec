"""Compiles what named things are from the first sentences of encyclopedia articles.

    python scripts/compile_kinds.py FOLDER/wikipedia-*.jsonl.xz [--parsed FILE]

An article is a line of JSON with `title` and `text`. Parsing takes some fifteen minutes; `--parsed` names a file that
keeps its result, so that what comes after can be changed without parsing again. The same articles always give the
same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from kind_sources.called import Phrases, kinds_called, short_names, weighed, written_down
from kind_sources.facts import has_short_name, kind
from kind_sources.ladders import Labels, Ladders, written
from kind_sources.openings import opening
from kind_sources.phrases import parser, phrase
from kind_sources.senses import chosen, fitting

from sfumato.languages.en import DEFAULT_MODEL
from sfumato.taxonomies.embedded import read
from sfumato.taxonomies.kinds import Kind, Kinds, write

WRITTEN = Path(__file__).parent / "names"
"""What names are that articles seldom say anything of, since everybody knows it: written down for this project."""
TARGET = Path(__file__).parents[1] / "src/sfumato/data/kinds.pack"


def subjects(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """For each article whose first sentence says what its subject is: its number, its title, and the parsed phrase."""
    nlp = parser(DEFAULT_MODEL)
    begun = ((number, article, opening(article["title"], article["text"])) for number, article in _articles(files))
    found = ((f"It {said.said}", (number, article["title"], said)) for number, article, said in begun if said)
    for doc, (number, title, said) in nlp.pipe(found, as_tuples=True, batch_size=512):
        if (parsed := phrase(doc)) is not None:
            about = {"born": said.born, "he": said.he, "she": said.she, "said": said.said}
            yield {"document": number, "title": title, **about, **asdict(parsed)}


def kinds(found: list[dict[str, Any]], labels: Labels) -> list[Kind]:
    """The kinds of parsed subjects that have a ladder, one for each title."""
    ladders = Ladders(labels, written(found))
    made = [(steps, subject) for subject in found if (steps := ladders.steps(subject))]
    senses = chosen(made, labels)
    by_title: dict[str, Kind] = {}
    for steps, subject in made:
        sense = fitting(steps[-1], senses.get(steps[0], ""), subject, labels)
        by_title.setdefault(subject["title"], kind(subject, steps, sense, labels))
    return list(by_title.values())


def kinds_of_names(files: list[Path], made: list[Kind]) -> list[Kind]:
    """The kinds of names that articles mention and call alike, beside those of the titles."""
    phrases, titled = Phrases.of(made), defaultdict[str, set[str]](set)
    lines = (line for path in sorted(WRITTEN.glob("*.tsv")) for line in path.read_text("utf-8").splitlines())
    known = [*short_names(made), *written_down(lines, phrases)]
    for each in (*made, *known):
        titled[each.name].add(each.sort)
    called: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with ProcessPoolExecutor() as processes:
        for found in processes.map(partial(_called, phrases=phrases), files):
            for name, said in found.items():
                called[name].update(said)
    return _once([*known, *kinds_called(called, phrases, titled)], made)


def _once(names: list[Kind], made: list[Kind]) -> list[Kind]:
    """One kind of each sort for a name, the first, unless a title has it."""
    titled = {(each.name, each.sort) for each in made}
    first = {(each.title, each.sort): each for each in reversed(names)}
    return [each for key, each in first.items() if key not in titled]


def _called(path: Path, phrases: Phrases) -> dict[str, Counter[str]]:
    """For each name that articles of one file mention, how much weighs what they call it."""
    called: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for _, article in _articles([path]):
        for (name, said), weight in weighed(article["text"], phrases).items():
            called[name][said] += weight
    return called


def _articles(files: Iterable[Path]) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield number, json.loads(line)
                number += 1


def _of_titles(files: list[Path], titles: Path | None, parsed: Path | None) -> list[Kind]:
    """The kinds of the subjects of articles: as a file has them, as was parsed before, or parsed now."""
    if titles:
        return [kind for kind in Kinds.open(titles) if kind.document >= 0]
    if parsed and parsed.exists():
        found = [json.loads(line) for line in parsed.read_text(encoding="utf-8").splitlines()]
    else:
        found = list(subjects(files))
        if parsed:
            lines = (json.dumps(subject, ensure_ascii=False) for subject in found)
            parsed.write_text("\n".join(lines), encoding="utf-8")
    hierarchies = read(TARGET.with_name("taxonomies.pack"))
    return kinds(found, Labels(hierarchies["WordNet"], hierarchies["places"]))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("files", type=Path, nargs="+", help="articles, in the order in which the knowledge has them")
    arguments.add_argument("--parsed", type=Path, help="keeps what the parser found")
    arguments.add_argument("--titles", type=Path, help="a file of kinds whose titles are taken, instead of parsing")
    arguments.add_argument("--out", type=Path, default=TARGET, help="the file that is written")
    given = arguments.parse_args()
    made = _of_titles(given.files, given.titles, given.parsed)
    called = kinds_of_names(given.files, made)
    print(f"{len(made):,} titles, {len(called):,} names beside them", flush=True)
    made += called
    files = [{"name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path in given.files]
    write(given.out, made, {"files": files, "licence": "facts; Wikipedia: CC BY-SA; see LICENSES.md"}, has_short_name)
    print(f"{len(made)} kinds, {given.out.stat().st_size / 1e6:.2f} MB, {len(Kinds.open(given.out))} can be read")


if __name__ == "__main__":
    main()

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
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kind_sources.facts import has_short_name, kind
from kind_sources.ladders import Labels, Ladders, written
from kind_sources.openings import opening
from kind_sources.phrases import parser, phrase
from kind_sources.senses import chosen, fitting

from sfumato.languages.en import DEFAULT_MODEL
from sfumato.taxonomies.embedded import read
from sfumato.taxonomies.kinds import Kind, Kinds, write

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


def _articles(files: Iterable[Path]) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield number, json.loads(line)
                number += 1


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("files", type=Path, nargs="+", help="articles, in the order in which the knowledge has them")
    arguments.add_argument("--parsed", type=Path, help="keeps what the parser found")
    arguments.add_argument("--out", type=Path, default=TARGET, help="the file that is written")
    given = arguments.parse_args()
    if given.parsed and given.parsed.exists():
        found = [json.loads(line) for line in given.parsed.read_text(encoding="utf-8").splitlines()]
    else:
        found = list(subjects(given.files))
        if given.parsed:
            lines = (json.dumps(subject, ensure_ascii=False) for subject in found)
            given.parsed.write_text("\n".join(lines), encoding="utf-8")
    hierarchies = read(TARGET.with_name("taxonomies.pack"))
    made = kinds(found, Labels(hierarchies["WordNet"], hierarchies["places"]))
    files = [{"name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path in given.files]
    write(given.out, made, {"files": files, "licence": "facts; Wikipedia: CC BY-SA; see LICENSES.md"}, has_short_name)
    print(f"{len(made)} kinds, {given.out.stat().st_size / 1e6:.2f} MB, {len(Kinds.open(given.out))} can be read")


if __name__ == "__main__":
    main()

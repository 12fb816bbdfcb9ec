"""Compiles the thesaurus of what people say less precisely (`scripts/thesaurus`) into one file.

    python scripts/compile_thesaurus.py

Words with their senses are in `words.txt`. What many words have in common is in lists: what conditions, symptoms, tests
and medicines are called by the organ or the use that they have. Where a word has several senses its
glosses become vectors, with the word that they explain: the model must be installed (`sfumato.languages.vectors`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sfumato.knowledge.handbook import Entry, read_entries
from sfumato.languages import load
from sfumato.languages.vectors import encoder
from sfumato.replacements.thesaurus import NOUN, PATH, Line, read_lines, write

SOURCES = Path(__file__).parent / "thesaurus"
HANDBOOK = Path(__file__).parent / "handbook"
WIDE = frozenset(
    (
        *"illness disease disorder condition symptom sign complaint discomfort trouble irritation treatment".split(),
        *"medicine medication drug remedy test examination operation procedure growth".split(),
        *("health problem", "health matter"),
    )
)
"""Wordings that say no more than what sort of thing something is: they come after all others."""
_OF_MEDICINE = re.compile(
    r"(?:itis|osis|[ae]mia|pathy|algia|oma|plegia|penia|phobia|disease|disorder|syndrome|infection|cancer|tumou?r|failure"
    r"|deficiency|ulcer|attack|illness|addiction|dependence|abuse|defect|fracture|apn[eo]+a)\Z"
)
"""The end of a word that is nothing but a condition."""


def main(sources: Path = SOURCES, target: Path = PATH, handbook: Path = HANDBOOK) -> None:
    normal_form = load().normal_form
    found: dict[tuple[str, str], Line] = {}
    for path in sorted(sources.glob("*.txt")):
        for line in read_lines(path.read_text("utf-8")):
            form = normal_form(line.word)
            found.setdefault((line.sort, form), Line(line.sort, form, line.senses))
    written = "\n".join(path.read_text("utf-8") for path in sorted(handbook.glob("*.txt")))
    names = other_names(read_entries(written))
    for path in sorted(sources.glob("*.list")):
        for word, wordings in read_list(path.read_text("utf-8")):
            for name in (word, *names.get(word, ())):
                key = NOUN, normal_form(name)
                found[key] = with_wordings(found.get(key), key[1], wordings)
    lines = [found[key] for key in sorted(found)]
    model = encoder()
    assert model is not None, "the model is not installed"
    glosses = [f"{line.word}: {gloss}" for line in lines if len(line.senses) > 1 for _, gloss in line.senses]
    write(target, lines, model.texts(glosses), {"licence": "Apache-2.0"})
    print(f"{target}: {target.stat().st_size:,} bytes, {len(lines):,} words, {len(glosses):,} glosses")


def read_list(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of a list, each with what all of its line are called, nearest first.

    >>> list(read_list("skin problem, health problem: acne; eczema"))[0]
    ('acne', ('skin problem', 'health problem'))
    """
    for line in text.splitlines():
        said, _, words = line.partition(": ")
        for word in words.split("; "):
            yield word.strip(), tuple(said.split(", "))


def other_names(entries: Iterable[Entry]) -> dict[str, list[str]]:
    """The other names of conditions that are the name of nothing else: "the change" is more than menopause.

    >>> other_names([Entry("gout", ("gouty arthritis", "the king's", "MSU"))])
    {'gout': ['gouty arthritis']}
    """
    found: dict[str, list[str]] = {}
    for entry in entries:
        same = {word for word in entry.name.lower().split() if len(word) > 3}
        found[entry.name] = [
            name
            for name in entry.also
            if name.islower() and (_OF_MEDICINE.search(name) or (" " in name and name.split()[-1] in same))
        ]
    return found


def with_wordings(line: Line | None, form: str, wordings: tuple[str, ...]) -> Line:
    """A word with further wordings for the sense that has one of them; a new one if it had no senses.

    >>> old = Line("n", "acne", ((("skin condition", "illness"), "spots"),))
    >>> with_wordings(old, "acne", ("skin condition", "skin problem")).senses
    ((('skin condition', 'skin problem', 'illness'), 'spots'),)
    """
    if line is None:
        return Line(NOUN, form, ((wordings, ""),))
    meant = next((at for at, (said, _) in enumerate(line.senses) if not set(said).isdisjoint(wordings)), None)
    if len(line.senses) == 1:
        meant = 0
    if meant is None:
        return line
    senses = list(line.senses)
    said, gloss = senses[meant]
    every = dict.fromkeys((*said, *wordings))
    senses[meant] = tuple(sorted(every, key=lambda wording: wording in WIDE)), gloss
    return Line(line.sort, form, tuple(senses))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

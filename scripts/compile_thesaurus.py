"""Compiles the thesaurus of what people say less precisely (`scripts/thesaurus/*.txt`) into one file.

    python scripts/compile_thesaurus.py

The glosses become vectors, with the words that they explain: the model must be installed (`sfumato.languages.vectors`).
"""

from __future__ import annotations

import sys
from pathlib import Path

from sfumato.languages import load
from sfumato.languages.vectors import encoder
from sfumato.replacements.thesaurus import PATH, Line, read_lines, write

SOURCES = Path(__file__).parent / "thesaurus"


def main(sources: Path = SOURCES, target: Path = PATH) -> None:
    normal_form = load().normal_form
    found: dict[tuple[str, str], Line] = {}
    for path in sorted(sources.glob("*.txt")):
        for line in read_lines(path.read_text("utf-8")):
            form = normal_form(line.word)
            found.setdefault((line.sort, form), Line(line.sort, form, line.senses))
    lines = [found[key] for key in sorted(found)]
    model = encoder()
    assert model is not None, "the model is not installed"
    glosses = [f"{line.word}: {gloss}" for line in lines for _, gloss in line.senses]
    write(target, lines, model.texts(glosses), {"licence": "Apache-2.0"})
    print(f"{target}: {target.stat().st_size:,} bytes, {len(lines):,} words, {len(glosses):,} senses")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

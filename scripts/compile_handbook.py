"""Compiles the handbook of what tells of conditions and circumstances (`scripts/handbook`) into one file.

    python scripts/compile_handbook.py

The sentences become vectors: the model must be installed (see `sfumato.languages.vectors`).
"""

from __future__ import annotations

from pathlib import Path

from sfumato.knowledge.handbook import PATH, Ordinary, read_entries, write
from sfumato.languages.vectors import encoder

SOURCES = Path(__file__).parent / "handbook"


def main(sources: Path = SOURCES, target: Path = PATH) -> None:
    entries = [entry for path in sorted(sources.glob("*.txt")) for entry in read_entries(path.read_text("utf-8"))]
    words, sentences = ((sources / name).read_text("utf-8").splitlines() for name in ("words.list", "sentences.list"))
    model = encoder()
    assert model is not None, "the model is not installed"
    write(target, entries, model.texts, Ordinary(words, sentences), "Apache-2.0")
    said = sum(len(entry.said) for entry in entries)
    print(f"{target}: {target.stat().st_size:,} bytes, {len(entries)} entries, {said:,} sentences")


if __name__ == "__main__":
    main()

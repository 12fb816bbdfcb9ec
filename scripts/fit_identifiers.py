"""Fits the weights of `sfumato.languages.en.identifiers`: the model that tells what identifies a person.

    python scripts/fit_identifiers.py --data DIR

DIR has `tab_dev.jsonl.xz`: court cases of the Text Anonymization Benchmark with human labels DIRECT, QUASI and
NO_MASK. What is stored are weights of kinds, shapes and plain words; names of people and numbers are not seen by it.
"""

from __future__ import annotations

import argparse
import json
import lzma
from pathlib import Path

from sfumato.languages.en import DEFAULT_MODEL, English
from sfumato.languages.en.identifiers.fit import Marked, fit
from sfumato.types import Document

TARGET = Path(__file__).parents[1] / "src/sfumato/languages/en/identifiers/weights.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with tab_dev.jsonl.xz")
    marked = read(parser.parse_args().data)
    model = fit(marked)
    stored = {
        "about": f"fitted by scripts/fit_identifiers.py to {len(marked)} cases of the Text Anonymization Benchmark",
        "bias": model.bias,
        "weights": model.weights,
    }
    TARGET.write_text(json.dumps(stored, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{TARGET}: {len(model.weights):,} weights")


def read(data: Path) -> list[Marked]:
    """The court cases, with what must be hidden in each."""
    # The weights belong to one model of the language, whichever others are installed.
    language = English(DEFAULT_MODEL)
    found = []
    with lzma.open(data / "tab_dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            document = Document(record["id"], record["text"])
            hidden = [(e["start"], e["end"]) for e in record["entities"] if e["identifier"] != "NO_MASK"]
            found.append(Marked(document, language.terms(document), hidden))
    return found


if __name__ == "__main__":
    main()

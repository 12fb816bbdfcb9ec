"""Language, taxonomy, processes, cache and progress: what the work on tables is done with, passed down as one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sfumato.languages import load
from sfumato.protocols import Language, Taxonomy
from sfumato.tables.texts.cache import Cache, Memory

Progress = Callable[[str, int, int], None]
"""Is told the step that is under way, how much of it is done, and how much there is to do."""


def untold(step: str, done: int, total: int) -> None:
    """Tells nobody how far the work is."""


@dataclass(frozen=True)
class Tools:
    """What texts are analysed with; neither processes, cache nor progress make a difference to the result."""

    language: Language = field(default_factory=load)
    """That of the texts; its model is loaded when it is first needed."""
    taxonomy: Taxonomy | None = None
    """Where synonyms and generalisations come from."""
    processes: int = 1
    cache: Cache | Memory = field(default_factory=Memory)
    """Remembers what was found in a text."""
    progress: Progress = untold

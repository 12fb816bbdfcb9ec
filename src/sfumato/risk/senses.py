"""The senses of a term with what is above each, and how much information every concept has."""

from __future__ import annotations

from dataclasses import dataclass

from sfumato.io.messages import Message
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk.information import information_content
from sfumato.types import Any, Concept


@dataclass(frozen=True, slots=True)
class Step(Message):
    """A concept and its information content, counted taxonomically; None where no document names it."""

    id: str
    label: str
    grouping: bool
    """Whether it only orders the taxonomy, so that nobody would say it."""
    bits: float | None


@dataclass(frozen=True, slots=True)
class Sense(Step):
    """What a term may mean, and each way from there to something more general."""

    source: str
    synonyms: tuple[str, ...]
    paths: tuple[tuple[Step, ...], ...]


def senses(label: str, taxonomy: Taxonomy, knowledge: Knowledge, limit: int) -> list[Sense]:
    """The senses of a label, the likeliest first, each with up to `limit` paths."""
    known: dict[str, Step] = {}

    def step(concept: Concept) -> Step:
        if concept.id not in known:
            count = knowledge.count(Any(*taxonomy.forms(concept)))
            bits = information_content(count, knowledge.total) if count else None
            known[concept.id] = Step(concept.id, concept.label, concept.grouping, bits)
        return known[concept.id]

    found = []
    for sense in taxonomy.senses(label):
        own = step(sense)
        paths = tuple(tuple(map(step, path)) for path in taxonomy.paths(sense, limit))
        synonyms = tuple(taxonomy.synonyms(sense))
        found.append(Sense(own.id, own.label, own.grouping, own.bits, sense.source, synonyms, paths))
    return found

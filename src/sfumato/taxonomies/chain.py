"""Several taxonomies as one, in order of preference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sfumato.errors import InputError
from sfumato.languages import load
from sfumato.protocols import Taxonomy
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.types import Concept


class Chain:
    """A taxonomy of taxonomies: a word's senses come from all of them, those of the first one first.

    A concept stays with the taxonomy it comes from: its parents, children and labels are that one's.
    """

    def __init__(self, *taxonomies: Taxonomy, version: str = "") -> None:
        """`version` tells the data of these taxonomies from any other; a certificate records it."""
        self.taxonomies = taxonomies
        self.version = version or "+".join(filter(None, (getattr(part, "version", "") for part in taxonomies)))
        self.name = "+".join(taxonomy.name for taxonomy in taxonomies)
        self.language = taxonomies[0].language if taxonomies else load()
        self._by_source: dict[str, Taxonomy] = {}
        for taxonomy in taxonomies:
            for name, part in _parts(taxonomy):
                if name in self._by_source:
                    raise InputError(f"two taxonomies have the name {name}")
                self._by_source[name] = part

    def senses(self, label: str) -> list[Concept]:
        return [concept for taxonomy in self.taxonomies for concept in taxonomy.senses(label)]

    def concept(self, id: str) -> Concept:
        for taxonomy in self.taxonomies:
            try:
                return taxonomy.concept(id)
            except KeyError:
                continue
        raise KeyError(id)

    def parents(self, concept: Concept) -> Sequence[Concept]:
        return self._of(concept).parents(concept)

    def children(self, concept: Concept) -> Sequence[Concept]:
        return self._of(concept).children(concept)

    def labels(self, concept: Concept) -> Sequence[str]:
        return self._of(concept).labels(concept)

    def synonyms(self, concept: Concept) -> Sequence[str]:
        return self._of(concept).synonyms(concept)

    def descendants(self, concept: Concept) -> Iterator[Concept]:
        return self._of(concept).descendants(concept)

    def own_forms(self, concept: Concept) -> Sequence[str]:
        """The normal forms that name the concept itself and hardly anything else, the preferred one first."""
        part = self._of(concept)
        if isinstance(part, Hierarchy):
            return part.own_forms(concept)
        forms, normal_form = set(part.forms(concept)), self.language.normal_form
        return list(dict.fromkeys(form for form in map(normal_form, part.labels(concept)) if form in forms))

    def paths(self, concept: Concept, limit: int = 16) -> Sequence[Sequence[Concept]]:
        return self._of(concept).paths(concept, limit)

    def forms(self, concept: Concept) -> Sequence[str]:
        return self._of(concept).forms(concept)

    def all_forms(self) -> Iterator[str]:
        """The normal form of every label of the taxonomies that can list theirs."""
        for taxonomy in self._by_source.values():
            if isinstance(taxonomy, Hierarchy):
                yield from taxonomy.all_forms()

    def _of(self, concept: Concept) -> Taxonomy:
        try:
            return self._by_source[concept.source]
        except KeyError:
            raise KeyError(concept.id) from None


def _parts(taxonomy: Taxonomy) -> Iterator[tuple[str, Taxonomy]]:
    """The taxonomies that concepts name as their source: a chain in a chain has several."""
    if isinstance(taxonomy, Chain):
        yield from taxonomy._by_source.items()
    else:
        yield taxonomy.name, taxonomy

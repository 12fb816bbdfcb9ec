"""Which of its senses a word has in a text: the one whose kin the text speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from sfumato.languages.reading import phrases
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk.information import pmi
from sfumato.types import Any, Concept, Reading

_TERMS = 40  # of a text, that say what it is about
_KIN = 24  # names of a sense and of what is next to it
_FEWEST = 3  # documents of a term that says what a text is about


def about(reading: Reading, knowledge: Knowledge) -> tuple[str, ...]:
    """The words that say most of what a text is about: frequent in it, not too common elsewhere."""
    places = phrases(reading, 1)
    counts = {form: knowledge.count(form) for form in places}
    rare = {form: n for form, n in counts.items() if _FEWEST <= n <= knowledge.total / 20}
    return tuple(sorted(rare, key=lambda form: (-len(places[form]), rare[form], form))[:_TERMS])


def fit(
    concepts: Iterable[Concept], label: str, topics: Sequence[str], taxonomy: Taxonomy, knowledge: Knowledge
) -> float:
    """How much the topics of a text tell of a meaning's other names and kin, in bits on average."""
    normal_form = knowledge.language.normal_form
    form = normal_form(label)
    kin: dict[str, None] = {}
    for concept in concepts:
        for near in (concept, *taxonomy.parents(concept), *islice(taxonomy.children(concept), 20)):
            if not near.grouping:
                kin.update(dict.fromkeys(map(normal_form, taxonomy.labels(near))))
    kin.pop(form, None)
    names = list(kin)[:_KIN]
    terms = [topic for topic in topics if topic not in kin and topic != form]
    query = Any(*names)
    known = knowledge.count(query)
    if not known or not terms:
        return 0.0
    together = np.array(knowledge.counts(query, terms), dtype=float)
    counts = np.array([knowledge.count(term) for term in terms], dtype=float)
    told = pmi(together, float(known), counts, knowledge.total)
    return float(np.maximum(told, 0.0).mean())

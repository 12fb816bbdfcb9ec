"""Words that the knowledge has never seen: nothing can be counted of them, so that nothing can be said of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sfumato.knowledge.handbook import embedded_handbook
from sfumato.languages import DEFAULT
from sfumato.protocols import Knowledge
from sfumato.risk.quantities import is_quantity
from sfumato.types import Reading, Secret

ORDINARY = 10_000
"""Documents after which a word that none of them has is no ordinary one."""


class Unseen(NamedTuple):
    """The words of a text that were never seen, by where they stand, and those that were in another form."""

    places: dict[tuple[int, int], str]
    """Start and end of each word, and its normal form."""
    bases: dict[str, list[tuple[int, int]]]
    """Words of which others in the text are forms ("nasty" of "nastier"), and where those stand."""


def unseen(reading: Reading, knowledge: Knowledge, secrets: Iterable[Secret] = (), *, least: int = ORDINARY) -> Unseen:
    """What the knowledge does not know of a text. Numbers and codes say nothing by being new.

    Where all `secrets` are concepts, what people and places are called says nothing either. Knowledge of fewer than
    `least` documents has not seen the ordinary words: nothing is found there.
    """
    if knowledge.total < least:
        return Unseen({}, {})
    language = knowledge.language
    listed = embedded_handbook().words if language.name == DEFAULT else frozenset[str]()
    told = names_beside(reading, knowledge, secrets)
    found = Unseen({}, {})
    for start, end, form in zip(reading.starts, reading.ends, reading.forms, strict=True):
        if not form.isalpha() or form in language.stop_words or knowledge.count(form) or is_quantity([form]):
            continue
        if form in listed:  # what it tells of is known
            continue
        if any(a <= start < b for a, b in told):
            continue
        base = next((base for base in language.bases(form) if knowledge.count(base)), "")
        if base:
            found.bases.setdefault(base, []).append((start, end))
        else:
            found.places[start, end] = form
    return found


def names_beside(reading: Reading, knowledge: Knowledge, secrets: Iterable[Secret]) -> list[tuple[int, int]]:
    """Where people and places are named, if that tells nothing of the secrets: if all of them are concepts."""
    if {secret.kind for secret in secrets} != {"concept"}:
        return []
    language = knowledge.language
    return language.surely_names(reading.text, lambda word: bool(knowledge.count(language.normal_form(word))))

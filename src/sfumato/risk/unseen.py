"""Words that the knowledge has never seen: nothing can be counted of them, so that nothing can be said of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from sfumato.knowledge.handbook import embedded_handbook
from sfumato.languages import DEFAULT
from sfumato.languages.reading import Covered
from sfumato.languages.slips import LONG, SHORT, meant, slips
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
    """Words of which others in the text are forms ("nasty" of "nastier") or slips of the finger ("nsaty"), and where
    those stand."""


def unseen(reading: Reading, knowledge: Knowledge, secrets: Iterable[Secret] = (), *, least: int = ORDINARY) -> Unseen:
    """What the knowledge does not know of a text. Numbers and codes say nothing by being new.

    Where all `secrets` are concepts, what people and places are called says nothing either. Knowledge of fewer than
    `least` documents has not seen the ordinary words: nothing is found there.
    """
    if knowledge.total < least:
        return Unseen({}, {})
    language = knowledge.language
    listed = embedded_handbook().words if language.name == DEFAULT else frozenset[str]()
    told = Covered(names_beside(reading, knowledge, secrets))
    found = Unseen({}, {})
    new = {
        form
        for form in set(reading.forms)
        if form.isalpha() and form not in language.stop_words and not knowledge.count(form) and not is_quantity([form])
    } - listed  # what those tell of is known
    for start, end, form in zip(reading.starts, reading.ends, reading.forms, strict=True):
        if form not in new or (start, start + 1) in told:
            continue
        bases = [base for base in language.bases(form) if knowledge.count(base)][:1]
        if not bases and (len(form) >= LONG or reading.text[start:end].islower()):  # a capital may begin a name
            slipped = _slipped(form, knowledge)
            if slipped is None:
                continue
            bases = [*slipped]
        for base in bases:
            found.bases.setdefault(base, []).append((start, end))
        if not bases:
            found.places[start, end] = form
    return found


@lru_cache(1 << 14)  # a text that is judged again and again has the same words, and each has hundreds of neighbours
def _slipped(form: str, knowledge: Knowledge) -> tuple[str, ...] | None:
    """The words that a word never seen is but for a slip; None where it is a function word but for one: "beforre"."""
    language = knowledge.language
    if len(form) >= SHORT and not language.stop_words.isdisjoint(slips(form, language.alphabet)):
        return None
    return meant(form, knowledge.count, language.alphabet)


def names_beside(reading: Reading, knowledge: Knowledge, secrets: Iterable[Secret]) -> list[tuple[int, int]]:
    """Where people and places are named, if that tells nothing of the secrets: if all of them are concepts."""
    if {secret.kind for secret in secrets} != {"concept"}:
        return []
    for one, known, names in _remembered.last:
        if one is reading and known is knowledge:
            return names
    language = knowledge.language
    names = language.surely_names(reading.text, lambda word: bool(knowledge.count(language.normal_form(word))))
    _remembered.last = ((reading, knowledge, names), *_remembered.last[:1])
    return names


class _Remembered:
    """The names of the last texts; whoever adds some puts others in the place of all, so that no thread sees half."""

    last: tuple[tuple[Reading, Knowledge, list[tuple[int, int]]], ...] = ()


_remembered = _Remembered()

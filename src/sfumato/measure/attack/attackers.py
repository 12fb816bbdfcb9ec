"""The attackers by name. Each scores every candidate for every text: the higher, the likelier.

An attacker sees the words of a text and what is publicly known of the candidates, their names included. It never sees
whom a text is about, and no text tells of another: a score is the same whatever else was asked.

Placeholders are words like others: one that some public knowledge has ("sensitive") misleads. So a text is read as it
stands, and also without them, as a person would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from scipy.stats import rankdata

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.files import shown
from sfumato.measure.attack import inference, linkage
from sfumato.measure.attack.candidates import Known

Attacker: TypeAlias = Callable[[Sequence[str], Known], Array]
"""Scores, a row for each text and a column for each candidate."""

LINKING: Mapping[str, Attacker] = {
    "BM25": linkage.bm25,
    "TF-IDF words": linkage.tf_idf_words,
    "TF-IDF phrases": linkage.tf_idf_phrases,
    "TF-IDF characters": linkage.tf_idf_characters,
    "rare phrases": linkage.rare_phrases,
    "language model": linkage.language_model,
    "naive Bayes": linkage.complement_bayes,
    "classifier": linkage.classifier,
    "classifier masked": linkage.classifier_masked,
}
"""Attackers that compare texts."""
INFERRING: Mapping[str, Attacker] = {"inference": inference.leads, "inference bits": inference.bits}
"""Attackers that ask the knowledge."""
FUSION = "fusion"
"""The name of the attacker that fuses the orders of others."""
FUSED = (
    "TF-IDF words",
    "TF-IDF phrases",
    "TF-IDF characters",
    "naive Bayes",
    "classifier",
    "classifier masked",
)
"""The six best on held-out knowledge: mean reciprocal ranks 0.76, 0.66, 0.60, 0.66, 0.78 and 0.77 there.

BM25 had 0.598, the language model 0.58 and rare phrases 0.33.
"""
NAMES: tuple[str, ...] = (*LINKING, FUSION, *INFERRING)
"""All attackers, in the order in which they are shown."""
_FITS: Mapping[str, Callable[[Known], bool]] = {
    "TF-IDF characters": linkage.few_characters,
    "classifier": linkage.few_pieces,
    "classifier masked": linkage.few_pieces,
}
_DIGITS = 11  # of the largest score of a text that tell candidates apart
MOST_SCORES = 5_000_000
"""Texts times candidates at most: what is kept of each attacker."""

PLACEHOLDERS = re.compile(
    r"\[[^\[\]\n]{1,40}\]|<[A-Z][A-Z0-9_ -]{1,40}>|[█▇■▓▒░_*]{2,}|\b(?:REDACTED|SENSITIVE|MASKED|REMOVED)\b|\bX{3,}\b"
)
"""What stands for a hidden word and says nothing, as most tools write it."""


def named(wanted: str) -> list[str]:
    """The attackers of a list with commas; "all" are all.

    >>> named("bm25, tf-idf-words")
    ['BM25', 'TF-IDF words']
    """
    if wanted.strip().casefold() == "all":
        return list(NAMES)
    by_key = {_key(name): name for name in NAMES}
    found = []
    for asked in filter(None, map(str.strip, wanted.split(","))):
        if _key(asked) not in by_key:
            raise InputError(f"no attacker is called {shown(asked)}; there are: {', '.join(NAMES)}")
        found.append(by_key[_key(asked)])
    if not found:
        raise InputError(f"no attacker is named; there are: {', '.join(NAMES)}")
    return list(dict.fromkeys(found))


def able(known: Known) -> list[str]:
    """The attackers that can attack: those that infer need the knowledge, some others few enough candidates."""
    return [name for name in NAMES if _is_able(name, known)]


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def _is_able(name: str, known: Known) -> bool:
    if name in INFERRING:
        return known.knowledge is not None
    return name == FUSION or name not in _FITS or _FITS[name](known)


def attack(
    texts: Sequence[str],
    known: Known,
    names: Sequence[str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> dict[str, Array]:
    """The scores of each attacker, all unless some are named; `tell` is told which one is at work."""
    wanted = able(known) if names is None else list(names)
    for name in wanted:
        if name not in NAMES:
            raise InputError(f"no attacker is called {shown(name)}; there are: {', '.join(NAMES)}")
        if not _is_able(name, known):
            why = "needs the knowledge" if name in INFERRING else "needs too much memory for so much text of candidates"
            raise InputError(f"the attacker {name} {why}")
    if not texts:
        raise InputError("there is no text to attack")
    if len(texts) * len(known) > MOST_SCORES:
        raise InputError(
            f"{len(texts):,} texts against {len(known):,} candidates, where {MOST_SCORES:,} comparisons are the most: "
            "attack fewer texts at a time, which changes no score"
        )
    fused_ = [name for name in FUSED if _is_able(name, known)] if FUSION in wanted else []
    scores: dict[str, Array] = {}
    for name in NAMES:
        if name != FUSION and (name in wanted or name in fused_):
            if tell:
                tell(name)
            scores[name] = _evened({**LINKING, **INFERRING}[name](texts, known))
    if FUSION in wanted:
        scores[FUSION] = fused([scores[name] for name in fused_])
    return {name: scores[name] for name in NAMES if name in wanted}


def _evened(scores: Array) -> Array:
    """Scores in which what differs by the last digits of a sum alone is equal: twins tie, whatever the order."""
    largest = np.abs(scores).max(axis=1, keepdims=True)
    scale = 10.0 ** np.ceil(np.log10(np.where(largest > 0, largest, 1.0)))
    return np.asarray(np.round(scores / scale, _DIGITS) * scale)


def fused(scores: Sequence[Array], *, smoothing: float = 60.0) -> Array:
    """Reciprocal-rank fusion: the sum of 1 / (smoothing + rank) over attackers (Cormack and others, 2009)."""
    return np.asarray(sum(1 / (smoothing + rankdata(-score, axis=1)) for score in scores))


def without_placeholders(text: str, more: Sequence[str] = ()) -> str:
    """A text without what stands for hidden words; `more` are words that do so here.

    >>> without_placeholders("[PERSON] met ████ in <CITY> and NN.", ["NN"]).split()
    ['met', 'in', 'and', '.']
    """
    text = PLACEHOLDERS.sub(" ", text)
    for word in sorted(filter(None, more), key=len, reverse=True):
        text = text.replace(word, " ")
    return text

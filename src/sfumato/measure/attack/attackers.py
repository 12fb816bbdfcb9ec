"""The attackers by name. Each scores every candidate for every text: the higher, the likelier.

An attacker sees the words of a text and what is publicly known of the candidates, their names included. It never sees
whom a text is about, and no text tells of another: a score is the same whatever else was asked.

Those of sfumato itself are used unless others are named; a plug-in's is loaded only if it is.

Placeholders are words like others: one that some public knowledge has ("sensitive") misleads. So a text is read as it
stands, and also without them, as a person would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from sfumato import plugins
from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.files import shown
from sfumato.protocols import Attacker, Known, Language

FUSION = "fusion"
"""The name of the order that is fused from the orders of other attackers."""
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
NAMES: tuple[str, ...] = (
    "BM25",
    "TF-IDF words",
    "TF-IDF phrases",
    "TF-IDF characters",
    "rare phrases",
    "language model",
    "naive Bayes",
    "classifier",
    "classifier masked",
    FUSION,
    "inference",
    "inference bits",
)
"""The attackers of sfumato, in the order in which they are shown."""
_DIGITS = 11  # of the largest score of a text that tell candidates apart
MOST_SCORES = 5_000_000
"""Texts times candidates at most: what is kept of each attacker."""

_SIGNS = r"\[[^\[\]\n]{1,40}\]|<[A-Z][A-Z0-9_ -]{1,40}>|[█▇■▓▒░_*]{2,}|\bX{3,}\b"
"""What stands for a hidden word and says nothing, as most tools write it in any language."""


# --- which there are --------------------------------------------------------------------------------------


def find(name: str) -> Attacker:
    """The attacker of this name, whatever its case, spaces and punctuation; a plug-in's as "acme-tools:guess".

    >>> find("tf-idf-words").name
    'TF-IDF words'
    """
    known = {_key(each): each for each in plugins.offered("attackers", plugins.OWN)}
    if not plugins.is_name(name) and _key(name) not in known:
        raise InputError(f"no attacker is called {shown(name)}; there are: {_there_are()}")
    found: Attacker = plugins.load("attackers", name if plugins.is_name(name) else known[_key(name)])
    return found


def named(wanted: str) -> list[str]:
    """The attackers of a list with commas; "all" are all of sfumato.

    >>> named("bm25, tf-idf-words")
    ['BM25', 'TF-IDF words']
    """
    if wanted.strip().casefold() == "all":
        return list(NAMES)
    asked = list(filter(None, map(str.strip, wanted.split(","))))
    if not asked:
        raise InputError(f"no attacker is named; there are: {_there_are()}")
    return list(dict.fromkeys(map(_called, asked)))


def _called(name: str) -> str:
    """What an attacker that is asked for is called: ours by the names above, a plug-in's as it is asked for."""
    if _key(name) == FUSION:
        return FUSION
    found = find(name)
    return name if plugins.is_name(name) else found.name


def able(known: Known) -> list[str]:
    """The attackers of sfumato that can attack: some need the knowledge, others few enough candidates."""
    return [name for name in NAMES if name == FUSION or _is_able(find(name), known)]


def asks_knowledge(names: Sequence[str]) -> bool:
    """Whether one of these attackers needs the knowledge."""
    return any(find(name).needs == "knowledge" for name in names if name != FUSION)


def _is_able(attacker: Attacker, known: Known) -> bool:
    return known.knowledge is not None if attacker.needs == "knowledge" else attacker.fits(known)


def _there_are() -> str:
    return ", ".join((*NAMES, *filter(plugins.is_name, plugins.names("attackers"))))


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


# --- scores -----------------------------------------------------------------------------------------------


def scored(
    texts: Sequence[str],
    known: Known,
    names: Sequence[str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> dict[str, Array]:
    """The scores of each attacker that is able, or of those named; `tell` is given the name of each as it begins."""
    wanted = able(known) if names is None else list(names)
    attackers = {name: find(name) for name in wanted if name != FUSION}
    for name, attacker in attackers.items():
        if not _is_able(attacker, known):
            knowledge = attacker.needs == "knowledge"
            why = "needs the knowledge" if knowledge else "needs too much memory for so much text of candidates"
            raise InputError(f"the attacker {name} {why}")
    if not texts:
        raise InputError("there is no text to attack")
    if len(texts) * len(known) > MOST_SCORES:
        raise InputError(
            f"{len(texts):,} texts against {len(known):,} candidates, where {MOST_SCORES:,} comparisons are the most: "
            "attack fewer texts at a time, which changes no score"
        )
    to_fuse = [name for name in FUSED if _is_able(find(name), known)] if FUSION in wanted else []
    attackers |= {name: find(name) for name in to_fuse}
    scores: dict[str, Array] = {}
    for name in sorted(attackers, key=_place):
        if tell:
            tell(name)
        scores[name] = _evened(attackers[name].scores(texts, known))
    if FUSION in wanted:
        scores[FUSION] = fused([scores[name] for name in to_fuse])
    return {name: scores[name] for name in sorted(wanted, key=_place)}


def _place(name: str) -> int:
    """Where an attacker is shown: those of others behind sfumato's own."""
    return NAMES.index(name) if name in NAMES else len(NAMES)


def _evened(scores: Array) -> Array:
    """Scores without the rounding errors of sums, so that candidates of whom the same is known tie."""
    largest = np.abs(scores).max(axis=1, keepdims=True)
    scale = 10.0 ** np.ceil(np.log10(np.where(largest > 0, largest, 1.0)))
    return np.asarray(np.round(scores / scale, _DIGITS) * scale)


def fused(scores: Sequence[Array], *, smoothing: float = 60.0) -> Array:
    """Reciprocal-rank fusion: the sum of 1 / (smoothing + rank) over attackers (Cormack and others, 2009)."""
    from scipy.stats import rankdata  # slow to import

    return np.asarray(sum(1 / (smoothing + rankdata(-score, axis=1)) for score in scores))


@cache
def _placeholders(language: Language) -> re.Pattern[str]:
    return re.compile(rf"{_SIGNS}|\b(?:{'|'.join(language.wording.placeholders)})\b")


def without_placeholders(text: str, language: Language, more: Sequence[str] = ()) -> str:
    """A text without what stands for hidden words; `more` are words that do so here.

    >>> from sfumato.languages import load
    >>> without_placeholders("[PERSON] met ████ in <CITY> and NN.", load(), ["NN"]).split()
    ['met', 'in', 'and', '.']
    """
    text = _placeholders(language).sub(" ", text)
    for word in sorted(filter(None, more), key=len, reverse=True):
        text = text.replace(word, " ")
    return text

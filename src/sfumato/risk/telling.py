"""What tells of a secret without being counted: what is of a telling kind, and a name of it in other words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sfumato.io.arrays import Array
from sfumato.protocols import Knowledge, Language
from sfumato.risk.unseen import ORDINARY
from sfumato.types import Query, Secret

BY_KIND = "tells by its kind"
"""The reason of a disclosure by what a term is: a medicine that is given for the secret."""
IN_OTHER_WORDS = "says in other words"
"""The reason of a disclosure by the words of a name, otherwise put: "terminated her pregnancy"."""
HARDLY_WITHOUT = "hardly seen without it"
"""The reason of a disclosure by a word of fewer documents than count as evidence: a new brand, a word of slang."""
_SHARE = 3  # a word is hardly seen without the secret if one of so many of its documents has it
_BY_CHANCE = 0.2, 0.005  # how likely a word, and a phrase of many, may share documents with it by chance
_ROOT = 6  # letters at the head of a word that its relatives share: addict-ed, addict-ion
_MOST = 3  # words of a name that is looked for in other words


class Telling:
    """Says of the phrases of a text which of them tell of one secret, whatever the counts."""

    def __init__(self, secret: Secret, knowledge: Knowledge) -> None:
        self.by_few = secret.kind == "concept" and knowledge.total >= ORDINARY
        """Whether words that hardly any document has are judged by however few."""
        self._by_kind = secret.telling
        self._language = language = knowledge.language
        named = (roots(form, language) for form in secret.forms) if secret.kind == "concept" else ()
        self._names = {found for found in named if 1 < len(found) <= _MOST}

    def reason(self, form: str) -> str:
        """Why a phrase, in normal form, tells of the secret; empty if it does not."""
        if form in self._by_kind:
            return BY_KIND
        return IN_OTHER_WORDS if " " in form and roots(form, self._language) in self._names else ""


def roots(form: str, language: Language) -> frozenset[str]:
    """The heads of the words of a phrase that say something: the same for many ways to say one thing.

    >>> from sfumato.languages import load
    >>> roots("termination of pregnancy", load("en")) == roots("terminated her pregnancy", load("en"))
    True
    """
    return frozenset([_root(word, language) for word in form.split() if word not in language.stop_words])


@lru_cache(maxsize=1 << 16)
def _root(word: str, language: Language) -> str:
    return next(iter(language.bases(word)), word).removesuffix("e")[:_ROOT]


def hardly_without(together: Array, documents: Array, terms: Sequence[Query], chance: float = 0.0) -> Array:
    """Which terms that so many documents have are hardly seen in others than those of a secret.

    For a word one document with the secret is enough; phrases are many, so that one may be chance. `chance` is the
    share of the documents of its field that have the secret anyway: what that explains is none of it.

    >>> words = ["poz", "may", "drug den", "old age"]
    >>> hardly_without(np.array([1, 1, 2, 1]), np.array([3, 4, 5, 3]), words).tolist()
    [True, False, True, False]
    >>> hardly_without(np.array([1, 1, 2, 1]), np.array([3, 4, 5, 3]), words, 0.1).tolist()
    [False, False, False, False]
    """
    single = np.array([isinstance(term, str) and " " not in term for term in terms], dtype=bool)
    found = (together >= np.where(single, 1, 2)) & (_SHARE * together >= documents)
    return found & (_by_chance(together, documents, chance) <= np.where(single, *_BY_CHANCE))


def _by_chance(together: Array, documents: Array, chance: float) -> Array:
    """How likely at least so many (one or two) of some documents have what a share of all of them has."""
    share = min(chance, 1.0)  # a secret that is said outside its field, too, may have more documents than the field
    none = (1.0 - share) ** documents
    one = documents * share * (1.0 - share) ** np.maximum(documents - 1, 0)
    return np.asarray(np.where(together > 1, 1.0 - none - one, 1.0 - none))

"""What tells of a secret without being counted: what is of a telling kind, and a name of it in other words."""

from __future__ import annotations

from sfumato.protocols import Language
from sfumato.types import Secret

BY_KIND = "tells by its kind"
"""The reason of a disclosure by what a term is: a medicine that is given for the secret."""
IN_OTHER_WORDS = "says in other words"
"""The reason of a disclosure by the words of a name, otherwise put: "terminated her pregnancy"."""
_ROOT = 6  # letters at the head of a word that its relatives share: addict-ed, addict-ion
_MOST = 3  # words of a name that is looked for in other words


class Telling:
    """Says of the phrases of a text which of them tell of one secret, whatever the counts."""

    def __init__(self, secret: Secret, language: Language) -> None:
        self._by_kind = secret.telling
        self._language = language
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
    return frozenset(word[:_ROOT] for word in form.split() if word not in language.stop_words)

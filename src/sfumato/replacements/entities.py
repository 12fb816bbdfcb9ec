"""Which names of a text are names of one thing: "Bruce Willis", "Willis", "Mr Willis's"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sfumato.protocols import Language

UNKNOWN = "term"
"""The sort of a name of which nothing is known: it may be any."""


class Entities:
    """Puts names together that the language writes for one thing."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._light = re.compile(rf"(?:{language.light_words})\.?\s+", re.IGNORECASE)
        self._forms = lru_cache(1 << 12)(self._forms_of)

    def owner(self, name: str) -> str:
        """A name without the ending of a possessive."""
        return self.language.tables.possessive.sub("", name)

    def bare(self, name: str) -> str:
        """A name without titles and articles before it, and without the ending of a possessive."""
        found = self.owner(name)
        while True:
            first, _, rest = found.partition(" ")
            if not rest or not (self._light.match(found) or self._is_title(first, found)):
                return found
            found = rest.lstrip()

    def _is_title(self, first: str, name: str) -> bool:
        """Whether a name begins as a person's though its first word is no given name."""
        return self.language.names.is_given(name) and not self.language.names.is_given(first)

    def same(self, named: Sequence[tuple[str, str]]) -> list[str]:
        """For each name, given with its sort, the longest name in normal form that it is one of.

        A name that could be a part of several stands for itself.

        >>> from sfumato.languages import load
        >>> Entities(load()).same([("Mr Willis's", "person"), ("Bruce Willis", "person"), ("Paris", "place")])
        ['bruce willis', 'bruce willis', 'paris']
        """
        heads: dict[str, tuple[str, str]] = {}
        found: dict[tuple[str, str], str] = {}
        for name, sort in sorted(dict.fromkeys(named), key=lambda each: (-len(self.bare(each[0])), each)):
            bare = self.bare(name)
            form = self.language.normal_form(bare) or name
            longer = [
                head
                for head, (whole, kind) in heads.items()
                if sort in (kind, UNKNOWN) and form in self._forms(whole, kind)
            ]
            found[name, sort] = longer[0] if len(longer) == 1 and form not in heads else form
            if found[name, sort] == form:
                heads.setdefault(form, (bare, sort))
        return [found[each] for each in named]

    def _forms_of(self, name: str, sort: str) -> frozenset[str]:
        if sort not in ("person", "organization"):
            return frozenset()
        return frozenset(map(self.language.normal_form, self.language.names.variants(name, sort)))

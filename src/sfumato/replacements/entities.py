"""Which names of a text are names of one thing: "Bruce Willis", "Willis", "Mr Willis's"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from sfumato.protocols import Language
from sfumato.types import Edit, Proposal

_ENDING = 2  # characters of the ending of a possessive
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

    def written(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        """The edits of proposals, as the language words them; the ending of a possessive stays."""
        bare = []
        for each in proposals:
            end = each.start + len(self.owner(text[each.start : each.end]))
            bare.append(replace(each, end=end if end > each.start and each.label else each.end))
        ends = [each.end for each, shorter in zip(proposals, bare, strict=True) if shorter.end < each.end]
        found = []
        for edit in self.language.wording.worded(text, bare):
            end = next((end for end in ends if edit.end < end <= edit.end + _ENDING), edit.end)
            found.append(Edit(edit.start, end, edit.text + text[edit.end : end]))
        return found

    def _forms_of(self, name: str, sort: str) -> frozenset[str]:
        if sort not in ("person", "organization"):
            return frozenset()
        return frozenset(map(self.language.normal_form, self.language.names.variants(name, sort)))

"""The named entities of a text: what the parser saw, corrected by what forms and names show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sfumato.languages.en.forms import Field, fields
from sfumato.languages.en.names import is_given
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.languages.en.people import PERSON, RUN, WORD, IsWord, marked, mistaken, people
from sfumato.types import Document, Term

_ENTITIES = frozenset(("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"))
_TOWNS = frozenset(("GPE", "LOC"))
_EMPLOYED = re.compile(r"\b(?:work(?:s|ed|ing)?|employed|job|hired)[ ](?:for|at|by|with)[ ](?:the[ ])?(?=\w)")
_FIRM = re.compile(rf"{RUN}(?:[ ](?:&|and|of|the)(?:[ ]the)?[ ]{RUN}){{0,2}}")
_NO_VALUE = frozenset(("none", "unemployed", "retired", "n/a", "unknown", "self"))


def entities(document: Document, terms: Sequence[Term], is_word: IsWord) -> list[Term]:
    """The named entities of a document, in order and apart: those that the parser saw, as forms and names correct them.

    A value of a form is what its label says, and a label is nothing. `is_word` tells words from names.
    """
    text = document.text
    forms = fields(text)

    def known(word: str) -> bool:
        return word.lower() in STOP_WORDS or is_word(word)

    found = _apart(text, people(text, forms, terms, known), _employers(text), _values(text, forms))
    taken = marked(text, [(term.start, term.end) for term in found])
    labels = marked(text, [(f.label_start, f.label_end) for f in forms])
    sure = marked(text, [(f.label_start, f.label_end) for f in forms if f.kind])
    addresses = marked(text, [(f.start, f.end) for f in forms if f.kind == "STREET_ADDRESS"])
    others = marked(text, [(f.start, f.end) for f in forms if f.kind not in ("", PERSON, "GPE", "ORG")])
    for term in terms:
        start = term.start
        if term.label in _ENTITIES and (
            sure[start]
            or (labels[start] and term.label != PERSON)  # who speaks in a chat is a label, too
            or (others[start] and not (addresses[start] and term.label in _TOWNS))
        ):
            continue
        if not any(taken[start : term.end]) and not mistaken(text, term, known):
            nobody = term.label == PERSON and not is_given(term.text) and all(map(known, WORD.findall(term.text)))
            found.append(replace(term, label="ORG") if nobody else term)
    return sorted(found)


def _values(text: str, forms: Iterable[Field]) -> Iterator[Term]:
    """The organizations and places of a form."""
    for field in forms:
        if field.kind in ("ORG", "GPE"):
            end = field.end
            if field.kind == "ORG" and (comma := text.find(",", field.start, end)) > 0:
                end = comma
            shown = text[field.start : end]
            if any(map(str.isalpha, shown)) and shown.lower() not in STOP_WORDS | _NO_VALUE:
                yield Term(field.start, end, shown, field.kind)


def _employers(text: str) -> Iterator[Term]:
    """The names behind "works for"."""
    for cue in _EMPLOYED.finditer(text):
        if name := _FIRM.match(text, cue.end()):
            yield Term(*name.span(), name.group(), "ORG")


def _apart(text: str, *lists: Iterable[Term]) -> list[Term]:
    """The terms of the lists that overlap none before them."""
    taken = bytearray(len(text))
    found = []
    for term in (term for terms in lists for term in terms):
        if not any(taken[term.start : term.end]):
            taken[term.start : term.end] = b"\1" * (term.end - term.start)
            found.append(term)
    return found

"""The noun phrase that says what something is, taken apart: "It was a 2003 British film about ..."."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sfumato.languages import load

ENGLISH = load("en")
_NOUNS = ("NOUN", "PROPN")
_STRUCTURE = ("det", "predet", "poss", "case", "punct", "cc", "preconj", "neg")
_ARTICLES = ("a", "an", "the", "one", "any", "another")
_CLAUSES = ("relcl", "acl", "advcl", "appos")


@dataclass(frozen=True)
class Phrase:
    """A head in the singular, what stands before it from left to right, the nouns of "of", and where it is."""

    head: str
    before: tuple[str, ...]
    of: str
    years: tuple[int, ...]
    places: tuple[str, ...]
    """Names behind "in", "of", "from" or before "'s", nearest first."""
    sure: bool
    """Whether the parser takes the head for a noun."""


def parser(model: str) -> Any:
    """A spaCy model that gives parts of speech and dependencies, and leaves words with hyphens whole."""
    import spacy

    nlp: Any = spacy.load(model, disable=["ner"])
    infixes = [infix for infix in nlp.Defaults.infixes if "-" not in infix or "–" not in infix]
    nlp.tokenizer.infix_finditer = spacy.util.compile_infix_regex(infixes).finditer
    return nlp


def phrase(doc: Any) -> Phrase | None:
    """The phrase of a parsed sentence that begins with "It is"."""
    noun = _attribute(doc)
    if noun is None:
        return None
    before = []
    years = []
    for child in noun.lefts:
        if child.dep_ in _STRUCTURE or child.tag_ in ("JJS", "RBS", "JJR", "DT", "PRP$", "WDT"):
            continue
        words = [token for token in child.subtree if token.i < noun.i]
        if any(token.tag_ in ("JJS", "RBS", "WDT", "WP", "VBZ", "VBD") for token in words):
            continue
        if child.like_num or child.dep_ == "nummod" or any(token.text in (",", "of") for token in words):
            years += [int(token.text) for token in words if _is_year(token.text)]
            if len(words) == 1 or not any(token.text == "," for token in words):
                continue
        text = "".join(token.text_with_ws for token in words if not _is_year(token.text)).strip(" ,-")
        years += [int(token.text) for token in words if _is_year(token.text)]
        if text:
            before.append(text)
    return Phrase(
        _singular(noun),
        tuple(before),
        _of(noun),
        tuple(years),
        tuple(dict.fromkeys(_places(noun))),
        noun.pos_ in _NOUNS,
    )


def _attribute(doc: Any) -> Any:
    """The noun that the subject is said to be: the one that the first article belongs to."""
    first = next((token for token in doc[2:8] if token.lower_ in _ARTICLES or token.dep_ == "poss"), None)
    if first is None:
        return None
    noun = first
    if first.lower_ in ("one", "any") or first.head.lower_ == "one":
        one = first if first.lower_ in ("one", "any") else first.head
        if (inner := next((child for child in one.children if child.lower_ == "of"), None)) is not None:
            return next((child for child in inner.children if child.pos_ in _NOUNS), None)
        noun = one
    for _ in range(4):
        if noun.head.i > noun.i and noun.dep_ in ("det", "poss", "compound", "nmod", "amod", "nummod", "predet"):
            noun = noun.head
    if noun.pos_ in _NOUNS:
        return noun
    ends = noun.pos_ in ("ADJ", "VERB") and noun.tag_ not in ("JJS", "JJR") and noun.head.lemma_ == "be"
    return noun if ends else None  # "single" and "musical" may be nouns for all that the parser says


def _of(noun: Any) -> str:
    """The common nouns behind "of", if they are few and no name: "beetle" of "species of beetle", "a song"."""
    for of in noun.rights:
        if of.dep_ in _CLAUSES or of.dep_ == "conj":
            return ""
        if of.lower_ != "of":
            continue
        inner = next((child for child in of.children if child.dep_ == "pobj"), None)
        if inner is None or inner.pos_ != "NOUN":
            return ""
        if any(child.dep_ in ("poss", "predet", "nummod") or child.lower_ == "the" for child in inner.lefts):
            return ""
        words = [token for token in inner.subtree if token.i < inner.i and token.dep_ != "det"]
        if len(words) > 2 or any(token.tag_ == "JJS" or token.like_num or not token.text.isalpha() for token in words):
            return ""
        one = any(child.lower_ in ("a", "an") for child in inner.lefts)
        return ("a " if one else "") + "".join(token.text_with_ws for token in words) + inner.text
    return ""


def _places(noun: Any) -> list[str]:
    """Names in the phrase that may be those of places, nearest first."""
    found = [child for child in noun.lefts if child.dep_ == "poss" and child.pos_ == "PROPN"]
    queue = [child for child in noun.rights if child.dep_ in ("prep", "acl", "relcl", "conj")]
    while queue:
        token = queue.pop(0)
        if token.dep_ in ("acl", "relcl") and token.lemma_ not in ("locate", "situate", "base", "bear", "find", "live"):
            continue
        for child in token.children:
            if token.pos_ == "PROPN" and child.lower_ == "of":
                continue  # is in the name
            if child.pos_ == "PROPN" and child.dep_ in ("pobj", "appos", "conj", "npadvmod"):
                found.append(child)
            if child.dep_ in ("prep", "pobj", "appos", "conj", "npadvmod") and (
                child.dep_ != "prep" or child.lower_ in ("in", "of", "from", "on", "near")
            ):
                queue.append(child)
    return [_name(token) for token in sorted(found, key=lambda token: int(token.i))]


def _name(noun: Any) -> str:
    """A name with the capitalised words before it and with its own "of": "New York", "University of Pennsylvania"."""
    first = noun.i
    while first > noun.left_edge.i and noun.doc[first - 1].text[0].isupper():
        first -= 1
    last = noun.i
    for of in noun.children:
        if of.i == noun.i + 1 and of.lower_ == "of" and of.right_edge.text[0].isupper():
            last = next((child.i for child in of.children if child.dep_ == "pobj"), last)
    return str(noun.doc[first : last + 1].text)


def _singular(noun: Any) -> str:
    return ENGLISH.normal_word(noun.text) if noun.tag_ in ("NNS", "NNPS") else str(noun.text)


def _is_year(text: str) -> bool:
    return text.isdigit() and 1000 <= int(text) <= 2029

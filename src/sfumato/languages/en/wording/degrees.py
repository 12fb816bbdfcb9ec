"""Comparatives and superlatives of which a part goes: "a more common drug" is "a drug", "the best city" a city."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from sfumato.languages.en.wording import english
from sfumato.types import Proposal, Syntax

_RELATIVE = frozenset(("good", "bad", "many", "much", "little", "young", "old", "late", "early", "near", ""))
"""Adjectives that say nothing of one alone: the youngest child may be old."""


def compared(text: str, proposal: Proposal, words: range, syntax: Syntax, taken: Container[int]) -> Proposal:
    """The proposal for a noun phrase with the "more" or "most" that would be left alone before it.

    `taken` are the words that are to be replaced.
    """
    phrase = syntax.phrase_of(syntax.top(words))
    if phrase is None:
        return proposal
    return _without_superlative(text, _with_degree(text, proposal, words, syntax, taken), words, syntax)


def _with_degree(text: str, proposal: Proposal, words: range, syntax: Syntax, taken: Container[int]) -> Proposal:
    """The proposal with the "more" before an adjective that goes, and the "than" behind its noun."""
    phrase = syntax.phrase_of(syntax.top(words))
    assert phrase is not None
    first = words.start
    while first > phrase[0] and syntax.relation[first - 1] in ("advmod", "npadvmod", "quantmod"):
        head = syntax.head[first - 1]
        if head not in words or head == phrase[2] or _said(text, syntax, head) in proposal.label.lower().split():
            break
        first -= 1
    if first == words.start or syntax.tag[first] == "RBS":
        return proposal
    end, than = proposal.end, phrase[2] + 1
    if syntax.tag[first] == "RBR" and than < len(syntax) and _said(text, syntax, than) == "than":
        whole = syntax.whole(than)
        if whole.start == than and not any(word in taken for word in whole):
            end = max(end, syntax.ends[whole.stop - 1])
    return replace(proposal, start=min(proposal.start, syntax.starts[first]), end=end)


def _without_superlative(text: str, proposal: Proposal, words: range, syntax: Syntax) -> Proposal:
    """The proposal with the "most" before it and its "the" as "a": "the most populous city" is "a city"."""
    phrase = syntax.phrase_of(syntax.top(words))
    assert phrase is not None
    first = words.start
    if first > phrase[0] and syntax.tag[first - 1] == "RBS":
        first -= 1
    elif not any(syntax.tag[word] in ("JJS", "RBS") for word in words):
        return proposal
    if said := _superlative(text, range(first, words.stop), syntax, proposal.label):
        proposal = replace(proposal, label=f"{said} {proposal.label}")
    the = first - 1
    if the < phrase[0] or _said(text, syntax, the) != "the":
        return replace(proposal, start=min(proposal.start, syntax.starts[first]))
    if english.is_plural(text[syntax.starts[phrase[2]] : syntax.ends[phrase[2]]]):
        return replace(proposal, start=min(proposal.start, syntax.starts[first]))
    return replace(proposal, start=syntax.starts[the], name=False)


def _superlative(text: str, words: range, syntax: Syntax, label: str) -> str:
    """The adjective of a superlative as it is said of many: "large" of "largest", "populous" of "most populous"."""
    for word in words:
        after = word + 1
        if syntax.tag[word] == "RBS" and after in words and syntax.pos[after] == "ADJ":
            said = _said(text, syntax, after)
            said = f"much {said}" if said.endswith("ed") else said
        elif syntax.tag[word] == "JJS":
            said = english.positive(_said(text, syntax, word))
        else:
            continue
        return "" if said in label.split() or said in _RELATIVE else said
    return ""


def _said(text: str, syntax: Syntax, word: int) -> str:
    return text[syntax.starts[word] : syntax.ends[word]].lower()

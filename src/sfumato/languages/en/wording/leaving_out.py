"""Leaves a term out so that the sentence closes around it: with its preposition, its comma, its place in a list."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.given import cased
from sfumato.languages.en.wording.lexicon import surely_people
from sfumato.types import Proposal, Syntax

_LONGEST = 14  # words of what goes with a word that is left out
_HELD = ("nsubj", "nsubjpass", "dobj")
"""Relations of what a verb asks for, so that something must stand there."""
_DESCRIBING = ("advmod", "npadvmod", "amod", "intj")


def left_out(text: str, proposal: Proposal, words: range, syntax: Syntax, taken: Container[int]) -> Proposal:
    """What is left out with all that only it holds up, or a word that says no more than that there is something.

    `taken` are the numbers of all words that are to be replaced.
    """
    top = syntax.top(words)
    relation, head = syntax.relation[top], syntax.head[top]
    if text[proposal.start] in "([" and text[proposal.end - 1] in ")]":
        return closed(text, proposal, proposal.start, proposal.end)
    if any(syntax.relation[word] in _HELD and syntax.head[word] not in words for word in words if word != top):
        return replace(proposal, label=cased(text, proposal.start, proposal.end, "something"), literal=True)
    if relation in _DESCRIBING and syntax.pos[top] in ("ADV", "ADJ", "INTJ"):
        return closed(text, proposal, syntax.starts[words.start], syntax.ends[words.stop - 1])
    if relation == "pobj" and syntax.relation[head] == "prep":
        whole = syntax.whole(head)
        if _completes(text, head, syntax) and (something := _something(text, proposal, top, syntax)).label:
            return something
        if len(whole) <= _LONGEST and head == whole.start and not _has_verb(syntax, whole):
            return closed(text, proposal, syntax.starts[head], syntax.ends[whole.stop - 1])
    item = relation in ("appos", "conj") and syntax.pos[head] in ("NOUN", "PROPN", "NUM")
    if item and (gone := _item(text, proposal, top, syntax, taken)):
        return gone
    return _something(text, proposal, top, syntax)


def _completes(text: str, preposition: int, syntax: Syntax) -> bool:
    """Whether a word is no sentence without its "of": "a lack of", "reminiscent of"; "the head of" is."""
    noun = syntax.head[preposition]
    if _said(text, syntax, preposition) != "of":
        return False
    definite = any(
        _said(text, syntax, child) in ("the", "his", "her", "its", "their") for child in syntax.children(noun)
    )
    return syntax.pos[noun] == "ADJ" or (syntax.tag[noun] == "NN" and not definite)


def _something(text: str, proposal: Proposal, top: int, syntax: Syntax) -> Proposal:
    """A whole noun phrase as "something" or "someone"; what is none stays as it is."""
    phrase = syntax.phrase_of(top)
    if phrase is None and (proposal.name or syntax.pos[top] in ("PROPN", "NOUN")):
        return replace(proposal, label=cased(text, proposal.start, proposal.end, "something"), literal=True)
    if phrase is None or phrase[2] != top:
        return proposal
    noun = text[syntax.starts[top] : syntax.ends[top]]
    many = english.is_plural(noun)
    people, thing = ("some", "someone"), ("some things", "something")
    said = (people if surely_people(english.form(noun)) else thing)[not many]
    start, end = syntax.starts[phrase[0]], max(proposal.end, syntax.ends[phrase[1] - 1])
    of = next((child for child in syntax.children(top) if syntax.starts[child] == end + 1), None)
    if of is not None and text[syntax.starts[of] : syntax.ends[of]] == "of" and said in thing:
        said, end = f"{said} about", syntax.ends[of]
    start = min(start, proposal.start)
    return replace(proposal, start=start, end=end, label=cased(text, start, end, said), literal=True)


def _has_verb(syntax: Syntax, words: range) -> bool:
    return any(syntax.pos[word] in ("VERB", "AUX") for word in words)


def _item(text: str, proposal: Proposal, top: int, syntax: Syntax, taken: Container[int]) -> Proposal | None:
    """An item of a list or an aside, with the comma or the "and" before it; the item before the last gets its "and"."""
    whole = syntax.whole(top) if syntax.pos[top] != "VERB" else range(top, top + 1)
    first = whole.start
    if len(whole) > _LONGEST or _has_verb(syntax, whole if len(whole) > 1 else range(0)):
        return None
    joint = ""
    while first > 0 and (syntax.pos[first - 1] == "CCONJ" or _said(text, syntax, first - 1) in (",", ";")):
        joint = _said(text, syntax, first - 1) if syntax.pos[first - 1] == "CCONJ" else joint
        first -= 1
    if first == whole.start:
        return None
    end = syntax.ends[whole.stop - 1]
    before = first - 1
    while joint and before > 0 and before not in taken and syntax.pos[before] in ("NOUN", "PROPN", "ADJ", "DET"):
        before -= 1
    if joint and before < first - 1 and _said(text, syntax, before) == ",":
        kept = text[syntax.starts[before + 1] : syntax.ends[first - 1]]
        return replace(proposal, start=syntax.starts[before], end=end, label=f" {joint} {kept}", literal=True)
    return closed(text, proposal, syntax.starts[first], end)


def closed(text: str, proposal: Proposal, start: int, end: int) -> Proposal:
    """The proposal over a stretch that goes without a trace, with the space or the brackets around it."""
    start, end = min(start, proposal.start), max(end, proposal.end)
    gone = replace(proposal, label="", literal=True)
    if text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")":
        end += 1
    while start > 0 and end < len(text) and text[start - 1] in "([" and text[end] in ")]":
        start, end = start - 1, end + 1
    if start > 0 and text[start - 1] == " ":
        comma = text[start - 2 : start - 1] == "," and text[end : end + 1] in tuple(".,;:!?)")
        return replace(gone, start=start - 1 - comma, end=end)
    if text[start - 1 : start] in ("", "\n") and text[end : end + 1] == "\n":  # a line of its own
        return replace(gone, start=start, end=end + 1)
    if opens(text, start) and text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha():
        return replace(gone, start=start, end=end + 2, label=text[end + 1].upper())
    return replace(gone, start=start, end=end)


def opens(text: str, at: int) -> bool:
    """Whether a sentence or a line begins there."""
    before = text[max(0, at - 3) : at].rstrip(' "“(')
    return not before or before[-1] in ".!?\n"


def _said(text: str, syntax: Syntax, word: int) -> str:
    return text[syntax.starts[word] : syntax.ends[word]].lower()

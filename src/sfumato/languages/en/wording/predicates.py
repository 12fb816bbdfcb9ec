"""Leaves out what is said of something: a verb or an adjective whose sentence must go on without it.

A verb becomes one that says next to nothing, in its form ("I noticed any effect" is "I had to do with any effect", "he
drinks" is "he does something"), an adjective "a certain way"; one verb of several goes with its "and".
"""

from __future__ import annotations

from dataclasses import replace

from sfumato.languages.en.wording.given import cased
from sfumato.languages.en.wording.leaving_out import closed
from sfumato.types import Proposal, Syntax

_DOING = {"VBZ": "does", "VBD": "did", "VBN": "done", "VBG": "doing"}
_HAVING = {"VBZ": "has", "VBD": "had", "VBN": "had", "VBG": "having"}
_BEING = {"VBZ": "is", "VBD": "was", "VBN": "been", "VBG": "being", "VBP": "are"}
_BEFORE = ("aux", "auxpass", "neg", "advmod")
_ADJECTIVE = ("acomp", "oprd", "attr", "ccomp")
_OBJECTS = ("dobj", "prep", "dative")
A_WAY = "a certain way"
FINITE = ("VBZ", "VBD", "VBP", "MD")


def predicate_left_out(text: str, proposal: Proposal, words: range, syntax: Syntax) -> Proposal | None:
    """What stands for a verb or an adjective that is left out; nothing where it is neither."""
    top = syntax.top(words)
    if syntax.pos[top] == "ADJ" and syntax.relation[top] in _ADJECTIVE:
        return _adjective(text, proposal, top, words, syntax)
    if syntax.relation[top] == "conj" and syntax.pos[syntax.head[top]] in ("NOUN", "PROPN"):
        return None
    if syntax.pos[top] in ("VERB", "AUX") or (syntax.pos[top] == "NOUN" and _subject(syntax, top, words)):
        return _verb(text, proposal, top, words, syntax)
    if not any(syntax.tag[word] in FINITE for word in words):
        return None
    sentence = _sentence(syntax, top)
    if any(syntax.tag[word] in FINITE for word in sentence if word not in words):
        return None
    return closed(text, proposal, syntax.starts[sentence.start], syntax.ends[sentence.stop - 1])


def _adjective(text: str, proposal: Proposal, top: int, words: range, syntax: Syntax) -> Proposal:
    """An adjective that says how something is, with its "very" and others that "and" joins to it."""
    first = words.start
    while first > 0 and syntax.head[first - 1] in words and syntax.relation[first - 1] == "advmod":
        first -= 1
    end = max(proposal.end, syntax.ends[_with_row(syntax, top, words.stop) - 1])
    return replace(proposal, start=min(proposal.start, syntax.starts[first]), end=end, label=A_WAY, literal=True)


def _verb(text: str, proposal: Proposal, top: int, words: range, syntax: Syntax) -> Proposal:
    whole = syntax.whole(top)
    if syntax.relation[top] == "conj" and whole.start >= words.start and whole.stop <= words.stop:
        joint = words.start - 1
        if joint > 0 and syntax.pos[joint] == "CCONJ":
            return closed(text, proposal, syntax.starts[joint], syntax.ends[words.stop - 1])
    kept = words.start
    while kept < top and _stays_before(syntax, kept) and syntax.head[kept] == top:
        kept += 1
    before = text[syntax.starts[words.start] : syntax.starts[kept]]
    tag = syntax.tag[top] if syntax.tag[top].startswith("VB") else "VBZ"
    stop = words.stop
    following = next(
        (word for word in syntax.children(top) if word >= stop and syntax.relation[word] in _OBJECTS), None
    )
    how = [word for word in words if syntax.pos[word] == "ADJ" and syntax.relation[word] in _ADJECTIVE]
    if how and top not in how and not any(syntax.relation[word] == "dobj" for word in words):
        stop, said = _with_row(syntax, how[0], stop), f"{_BEING.get(tag, 'be')} {A_WAY}"
    elif any(syntax.relation[child] == "auxpass" for child in syntax.children(top)):
        said = "affected"
    elif following == stop and _completes(text, syntax, following) and top == stop - 1:
        stop, said = stop + 1, f"{_HAVING.get(tag, 'have')} to do with"
    elif following is not None and syntax.relation[following] == "dobj" and top == stop - 1:
        said = f"{_HAVING.get(tag, 'have')} to do with"
    else:
        said = f"{_DOING.get(tag, 'do')} something"
    start, end = min(proposal.start, syntax.starts[words.start]), max(proposal.end, syntax.ends[stop - 1])
    label = before + said if before else cased(text, start, end, said)
    return replace(proposal, start=start, end=end, label=label, literal=True)


def _stays_before(syntax: Syntax, word: int) -> bool:
    """Whether a word of a verb stays before what is said for it: "have", "not", and who it is: "I"."""
    return syntax.relation[word] in _BEFORE or (
        syntax.pos[word] == "PRON" and syntax.relation[word].startswith("nsubj")
    )


def _completes(text: str, syntax: Syntax, word: int) -> bool:
    """Whether a preposition goes with its verb, as in "suffer from", and tells no place or time."""
    said = text[syntax.starts[word] : syntax.ends[word]]
    return syntax.relation[word] == "prep" and said in ("about", "against", "from", "of", "to", "with")


def _with_row(syntax: Syntax, word: int, stop: int) -> int:
    """Where what hangs on a word right behind `stop` ends: the "and clear" of "natural and clear"."""
    last = syntax.whole(word).stop
    joined = stop < last and syntax.pos[stop] in ("CCONJ", "PUNCT") and syntax.head[stop] == word
    alike = all(syntax.pos[each] == "ADJ" for each in range(stop, last) if syntax.relation[each] == "conj")
    return last if joined and alike else stop


def _subject(syntax: Syntax, word: int, words: range) -> bool:
    """Whether a word has a subject of its own before the words, as a verb has that was taken for something else."""
    return any(
        syntax.relation[child] in ("nsubj", "nsubjpass") and child < words.start for child in syntax.children(word)
    )


def _sentence(syntax: Syntax, word: int) -> range:
    root = syntax.root(word)
    first = last = word
    while first > 0 and syntax.root(first - 1) == root:
        first -= 1
    while last + 1 < len(syntax) and syntax.root(last + 1) == root:
        last += 1
    return range(first, last + 1)

"""Says once what a name is where the text says it: "Ed Ray, a lawyer from Ohio, came" is "A lawyer from Ohio came".

What a name is called is often taken from the words behind it, so that it would stand there twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.lexicon import names_people
from sfumato.languages.en.wording.surroundings import comma_of_aside
from sfumato.types import Proposal, Syntax

_DETERMINERS = ("DT", "PRP$", "CD")


def said_once(
    text: str, proposal: Proposal, words: range, syntax: Syntax, taken: Mapping[int, Proposal], opens: bool
) -> list[Proposal]:
    """The proposal for a name with what the text calls it right behind it; none where that is something else.

    `taken` are the words that are to be replaced; `opens` says that a sentence begins with the name.
    """
    top = syntax.top(words)
    label = english.noun(proposal.label).forms[-1]
    for noun in syntax.children(top):
        if syntax.relation[noun] == "appos" and noun >= words.stop and _form(text, syntax, noun) == label:
            return _behind_comma(text, proposal, words, noun, syntax, taken)
    verb = syntax.head[top]
    if syntax.relation[top] != "nsubj" or syntax.pos[verb] != "AUX" or verb < words.stop:
        return []
    for noun in syntax.children(verb):
        other = taken.get(noun)
        stays = other is None or (other.label != "" and english.noun(other.label).forms[-1] == label)
        if syntax.relation[noun] == "attr" and _form(text, syntax, noun) == label and stays:
            phrase = syntax.phrase_of(top)
            start = min(proposal.start, syntax.starts[phrase[0]] if phrase else proposal.start)
            end = proposal.end
            if text[proposal.start - 1 : proposal.start] + text[end : end + 1] in ('""', "“”"):
                start, end = min(start, proposal.start - 1), end + 1
            one = "this person" if names_people(label) else "this" if opens else "one"
            said = "these" if _said(text, syntax, verb).lower() in ("are", "were") else one
            return [replace(proposal, start=start, end=end, said=said, opens=opens)]
    return []


def _behind_comma(
    text: str, proposal: Proposal, words: range, noun: int, syntax: Syntax, taken: Mapping[int, Proposal]
) -> list[Proposal]:
    """The name and its apposition as one, and the comma that closes it, which goes."""
    phrase = syntax.phrase_of(noun)
    if phrase is None or text[proposal.end : syntax.starts[phrase[0]]] != ", ":
        return []
    end = syntax.ends[noun]
    same = taken.get(noun)
    if same is not None and same.label == proposal.label and not same.literal:
        end = max(end, same.end)
        return [replace(proposal, end=end + comma_of_aside(text, end))]
    if any(word in taken for word in range(phrase[0], noun + 1)):
        return []
    said = text[syntax.starts[phrase[0]] : end]
    own = syntax.phrase_of(syntax.top(words))
    if own is not None and own[0] < words.start:  # "the new Ark, a ship that", "the new ship that"
        said = english.without_article(said)
    elif syntax.tag[phrase[0]] not in _DETERMINERS and not english.is_plural(_said(text, syntax, noun)):
        said = f"{english.article(said)} {said}"
    found = [replace(proposal, end=end, said=said)]
    closing = syntax.ends[syntax.whole(noun).stop - 1]
    if text[closing - 1] == ",":
        closing -= 1
    if comma_of_aside(text, closing) and closing >= end:
        found.append(Proposal(closing, closing + 1, "", literal=True))
    return found


def _said(text: str, syntax: Syntax, word: int) -> str:
    return text[syntax.starts[word] : syntax.ends[word]]


def _form(text: str, syntax: Syntax, word: int) -> str:
    return english.form(_said(text, syntax, word))

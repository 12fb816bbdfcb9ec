"""What one person is: "a singer and songwriter" is "a musician", "his brother Jeff's dog" is "his brother's dog"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.lexicon import names_people
from sfumato.types import Proposal, Syntax

_AND = re.compile(r"\s(?:and|&)\s")
_SAID_OF_ONE = ("attr", "appos")


def as_one_person(text: str, found: Sequence[Proposal], syntax: Syntax) -> list[Proposal]:
    """The proposals, two that say the same of what one person is as one.

    Behind other things that the person is, it gets their "and": "an actor, singer and songwriter" is "an actor and
    musician".
    """
    kept: list[Proposal] = []
    for proposal in found:
        last = kept[-1] if kept else None
        if last is None or not _AND.fullmatch(text, last.end, proposal.start) or not _same(last, proposal):
            kept.append(proposal)
            continue
        first, second = (syntax.words(each.start, each.end) for each in (last, proposal))
        if not first or not second or not _is_one_person(text, syntax.top(first), syntax.top(second), syntax):
            kept.append(proposal)
        elif syntax.relation[syntax.top(first)] == "conj" and text[: last.start].endswith(", "):
            label = f" and {last.label}"
            kept[-1] = replace(last, start=last.start - 2, end=proposal.end, label=label, literal=True)
        else:
            kept[-1] = replace(last, end=proposal.end)
    return kept


def _same(one: Proposal, other: Proposal) -> bool:
    plain = not (one.literal or other.literal or one.name or other.name or one.said or other.said)
    return plain and one.label == other.label and names_people(english.form(english.head_of(one.label)))


def _is_one_person(text: str, one: int, other: int, syntax: Syntax) -> bool:
    """Whether two nouns without an article between them are said of one: by a verb, beside a name, or with "as"."""
    if syntax.relation[other] != "conj" or syntax.tag[one] != "NN" or syntax.tag[other] != "NN":
        return False
    root = other
    while syntax.relation[root] == "conj" and syntax.head[root] != root:
        root = syntax.head[root]
    head = syntax.head[root]
    role = syntax.relation[root] == "pobj" and text[syntax.starts[head] : syntax.ends[head]].lower() == "as"
    return role or syntax.relation[root] in _SAID_OF_ONE


def of_role(text: str, proposal: Proposal, words: range, syntax: Syntax) -> Proposal | None:
    """What somebody has whose name goes behind the noun that says who it is: "his brother Jeff's collection"."""
    mark = next((word for word in words if syntax.tag[word] == "POS"), 0)
    role = words.start - 1
    if not words.start < mark <= syntax.top(words) or role < 0 or syntax.tag[role] != "NN":
        return None
    end = syntax.ends[role]
    if syntax.pos[words.start] != "PROPN" or text[end : syntax.starts[words.start]] != " ":
        return None
    return replace(proposal, start=end, said=f"{text[syntax.starts[mark] : syntax.ends[mark]]} {proposal.label}")

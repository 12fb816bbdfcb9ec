"""What is denied: who had no side effects may have had effects, so that a broader word there says "no such effects"."""

from __future__ import annotations

from sfumato.languages.en.wording import english
from sfumato.types import Proposal, Syntax

_DENYING = frozenset("deny denies denied denying lack lacks lacked lacking exclude excludes excluded without".split())
_ASKED_FOR = ("dobj", "attr", "pobj", "nsubjpass", "conj")


def as_denied(text: str, proposal: Proposal, words: range, syntax: Syntax) -> tuple[int, str]:
    """Where a denied noun phrase is written from, and its words: "no such effects", "a certain illness".

    The words are empty where nothing is denied, or what is left of the phrase is no broader.
    """
    top = syntax.top(words)
    phrase = syntax.phrase_of(top)
    if proposal.name or phrase is None or phrase[2] != top or syntax.pos[top] != "NOUN":
        return proposal.start, ""
    noun = english.noun(proposal.label)
    many = english.is_plural(text[syntax.starts[top] : syntax.ends[top]])
    said = noun.text(many or noun.plural)
    first = phrase[0]
    if _said(text, syntax, first) == "no" and first not in words:
        return syntax.ends[first] + 1, f"such {said}"
    if not _is_denied(text, top, syntax) or any(
        syntax.tag[word] in ("DT", "PRP$", "POS") for word in range(first, top)
    ):
        return proposal.start, ""
    one = noun.countable and not (many or noun.plural)
    return syntax.starts[first], f"a certain {said}" if one else f"certain {said}" if many else ""


def _is_denied(text: str, top: int, syntax: Syntax) -> bool:
    """Whether what governs a noun says that it is not so: "never had", "without", "denied"."""
    word = top
    while syntax.relation[word] == "conj" and syntax.head[word] != word:
        word = syntax.head[word]
    if syntax.relation[word] not in _ASKED_FOR:
        return False
    head = syntax.head[word]
    if _said(text, syntax, head) in _DENYING:
        return True
    return any(syntax.relation[child] == "neg" for child in syntax.children(head)) and "only" not in (
        _said(text, syntax, child) for child in syntax.children(head)
    )


def _said(text: str, syntax: Syntax, word: int) -> str:
    return text[syntax.starts[word] : syntax.ends[word]].lower()

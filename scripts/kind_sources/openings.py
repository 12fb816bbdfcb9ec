"""How an article begins: what its first sentence says of the subject, when it was born, and he or she."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPAN = 900  # characters of a text in which its first sentence ends
_SUBJECT = 30  # words before the verb
_REST = 30  # words from the verb on
_CLAUSE = re.compile(r",? (?:who|which|whose|where|when)\b|;| – | — ")
_COPULA = re.compile(r"(?<![\w-])(is|was|are|were)(?![\w-])")
_ADVERB = r"(?:\w+ly|also|now|perhaps|still|then|once|both|today|often|sometimes),?\s+"
_OWNER = r"(?:[A-Z][\w.-]* ){0,3}?[A-Z][\w-]*['’]s? "
_KIND = re.compile(rf"\s+(?:{_ADVERB}){{0,2}}(?:(?:an?|the|one|any|another)\s|{_OWNER})")
_NOT_ITS_SUBJECT = re.compile(r"\b(?:which|who|that|it|there|what|as|where|when|he|she|they),?\s*$", re.I)
_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Z]|St|Dr|Mr|Mrs|Ms|Jr|Sr|No|vs|c|ca|Mt|Ft|Lt|Col|Gen|Rev|Prof|Hon|Sgt|Capt|Bros|Inc))$"
)
_SENTENCE_END = re.compile(r"[.!?][\"”']?\s+(?=[\"“'(]?[A-Z])")
_BRACKETS = re.compile(r"\s*\([^()]*\)|\s*\[[^\[\]]*\]")
_YEAR = re.compile(r"\b(1\d{3}|20[0-2]\d|[5-9]\d\d)\b(?! (?:BC|km|m|people))")
_WORD = re.compile(r"[^\W_]{3,}")


@dataclass(frozen=True)
class Opening:
    """What the first sentence says from its verb on, and what the text tells of its subject beside it."""

    said: str
    born: int | None
    he: int
    she: int


def opening(title: str, text: str) -> Opening | None:
    """The opening of an article, if it says what its subject is.

    >>> opening("Koo Stark", "Koo Stark\\nKoo Stark (born 26 April 1956) is an American actress. She was born here.")
    Opening(said='is an American actress', born=1956, he=0, she=1)
    """
    body = text.removeprefix(title).replace("__NOTOC__", "").lstrip()
    raw = body[:_SPAN].split("\n")[0]
    plain, brackets = _without_brackets(raw)
    plain = plain.replace('"', "").replace("“", "").replace("”", "")
    name = bare(title)
    skip = len(name) if plain.startswith(name) else 0
    for verb in _COPULA.finditer(plain, skip):
        subject = plain[: verb.start()]
        if len(subject.split()) > _SUBJECT or sentence(plain) < verb.start():
            return None
        if _NOT_ITS_SUBJECT.search(subject) or not _KIND.match(plain, verb.end()):
            continue
        if not _names(subject, name):
            return None
        said = plain[verb.start() : sentence(plain, verb.end())].rstrip(" .")
        said = _CLAUSE.split(said, maxsplit=1)[0]
        he = len(re.findall(r"\b(?:he|his|him)\b", text, re.I))
        she = len(re.findall(r"\b(?:she|her|hers)\b", text, re.I))
        return Opening(" ".join(said.split()[:_REST]), _born(brackets), he, she)
    return None


def bare(title: str) -> str:
    """A title without what tells it from others of its name.

    >>> bare("Creed (film)"), bare("Porto Novo, Cape Verde")
    ('Creed', 'Porto Novo')
    """
    return re.sub(r"\s*\([^()]*\)$", "", title).split(", ")[0] or title


def sentence(text: str, start: int = 0) -> int:
    """Where the first sentence from `start` on ends."""
    for end in _SENTENCE_END.finditer(text, start):
        if not _ABBREVIATED.search(text[: end.start()]):
            return end.start()
    return len(text)


def _without_brackets(text: str) -> tuple[str, str]:
    """A text without what stands in brackets, and what stood in the first of them."""
    first = re.search(r"\((.*?)\)", text)
    brackets = first.group(1) if first and first.start() < 200 else ""
    while (shorter := _BRACKETS.sub("", text)) != text:
        text = shorter
    return re.sub(r"\s*[(\[].*$", "", text), brackets


def _born(brackets: str) -> int | None:
    """The year of birth in the brackets after a name: the one behind "born", or before a dash.

    >>> _born("1834 – April 11, 1905"), _born("born 26 April 1956"), _born("died January 31, 2017")
    (1834, 1956, None)
    """
    found = _YEAR.search(brackets)
    if not found or re.search(r"\b(?:died|d\.|released|established|founded)", brackets[: found.start()]):
        return None
    told = re.search(r"\bborn|\bb\.", brackets[: found.start()]) or re.search(r"[–—-]", brackets[found.end() :])
    return int(found.group(1)) if told else None


def _names(subject: str, name: str) -> bool:
    """Whether the subject of a sentence is called by a title: of "Geography of Panama" it must have the first word."""
    words = [word.casefold()[:5] for word in _WORD.findall(name)]
    if re.search(r" (?:of|in|at|and|for|from|to) ", name):
        words = words[:1]
    said = {word.casefold()[:5] for word in _WORD.findall(subject)}
    return not words or subject.split() == ["The"] or not said.isdisjoint(words)

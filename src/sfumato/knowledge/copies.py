"""Leaves out what is a text itself: a note that the knowledge has, too, tells of its own words that they go together.

The articles of an encyclopedia are knowledge of what they are about, whoever copies them: they stay. A letter, a note
or a review is nobody's knowledge but its reader's.
"""

from __future__ import annotations

from collections import Counter

from sfumato.knowledge.combined import Without
from sfumato.languages.reading import phrases
from sfumato.protocols import Knowledge

_MANY = 10_000  # documents; each of fewer was given on purpose
_RAREST = 40  # words of a text that are looked up
_FEWEST = 15  # of them, below which a text is too short to be told
_SHARE = 0.6  # of them that a document must have to be the text itself


def copies_of(text: str, knowledge: Knowledge) -> tuple[int, ...]:
    """The documents that are a text itself, or have it in them, and are no articles about what they are called."""
    if knowledge.total < _MANY:
        return ()
    counts = {word: knowledge.count(word) for word in phrases(knowledge.language.read(text), 1) if word.isalpha()}
    rarest = sorted((word for word in counts if counts[word]), key=lambda word: (counts[word], word))[:_RAREST]
    if len(rarest) < _FEWEST:
        return ()
    shared = Counter(document for word in rarest for document in knowledge.matching(word).tolist())
    found = (document for document, words in shared.most_common(5) if words >= _SHARE * len(rarest))
    return tuple(sorted(document for document in found if not _is_article(document, knowledge)))


def without_copies(text: str, knowledge: Knowledge) -> Knowledge:
    """The knowledge less the documents that are the text itself."""
    copies = copies_of(text, knowledge)
    return Without(knowledge, copies) if copies else knowledge


def _is_article(document: int, knowledge: Knowledge) -> bool:
    """Whether a document speaks of what it is called; numbers and paths are no names."""
    title = knowledge.language.normal_form(knowledge.title(document))
    return any(map(str.isalpha, title)) and document in knowledge.matching(title)

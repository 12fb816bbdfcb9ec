"""Words that are given as they are: what their place asks of them is the case, and the article before them."""

from __future__ import annotations

from sfumato.languages.en.wording.english import article
from sfumato.languages.en.wording.surroundings import shouted, starts_sentence, word_before


def cased(text: str, start: int, end: int, words: str) -> str:
    """Words in small letters in the case of a span that they replace.

    They are in capitals among capitals, and begin with one where a sentence begins.

    >>> cased("WE MET ANNA TODAY", 7, 11, "person"), cased("Anna came.", 0, 4, "person")
    ('PERSON', 'Person')
    """
    if shouted(text, start, end):
        return words.upper()
    if not text[start].islower() and starts_sentence(text, start):
        return words[:1].upper() + words[1:]
    return words


def with_article(text: str, start: int, words: str, floor: int = 0) -> tuple[int, str]:
    """Where words begin that come to stand at `start`, and the words.

    They take in the article before them, unless it stands before `floor`, where "a" must become "an" or back.

    >>> with_article("I'm an engineer.", 7, "job")
    (4, 'a job')
    """
    left = word_before(text, start)
    small = left.word.lower()
    if small not in ("a", "an") or left.start < floor or (left.word == "A" and not starts_sentence(text, left.start)):
        return start, words
    fitting = article(words)
    if fitting == small:
        return start, words
    if left.word.isupper() and len(left.word) > 1:
        fitting = fitting.upper()
    elif left.word[0].isupper():
        fitting = fitting.capitalize()
    return left.start, fitting + text[left.end : start] + words

"""One normal form for text, knowledge and taxonomy: what makes two spellings the same term.

"Breast cancers", "breast-cancer" and "BREAST CANCER" all become "breast cancer". Characters that cannot be
seen are dropped, accents are folded, plurals become singular, "U.S." becomes "US". Case is dropped too, except
where it alone tells an acronym from a common word: AIDS is not the plural of aid, WHO not a pronoun.
The normal form of a normal form is itself.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources

from sfumato.languages.folding import UNSEEN

# Combining accents belong to the word around them, as what cannot be seen does.
_UNSEEN = UNSEEN.pattern[1:-1]
_MARKS = "\u0300-\u036f"
_LETTER = r"[^\W_]"
_RUN = rf"{_LETTER}+(?:[{_UNSEEN}{_MARKS}]+{_LETTER}*)*"

_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")

WORD = re.compile(
    rf"(?<!{_LETTER})(?:[A-Za-z]\.)+[A-Za-z]\b\.?"  # U.S., H.I.V., e.g.
    rf"|{_NUMBER.pattern}"  # 1,000.5
    rf"|{_RUN}(?:['’]{_RUN})*"  # words, O'Brien, patient's
)
"""A word of a text, as it stands there."""

_UNSEEN_OR_MARK = re.compile(f"[{_UNSEEN}{_MARKS}]")
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]\.?")
_ACRONYMS = frozenset(("AIDS", "ALL", "IT", "US", "WHO"))
"""Words of everyday that mean something else in capitals."""
_LONGEST_ACRONYM = 5  # letters; GPS and SARS are no plurals, DISEASES is one
_SHOUT = 4  # this many words in capitals on end are shouting, not acronyms

STOP_WORDS = frozenset(
    """a about above after again against all also although am among an and another any are as at be because been
    before being below between both but by can cannot could did do does doing down during each either else ever
    every few for from further had has have having he her here hers herself him himself his how however i if in
    into is it its itself just may me might mine more most much must my myself neither no nor not now of off on
    once one only onto or other others our ours ourselves out over own per quite rather same shall she should
    since so some such than that the their theirs them themselves then there these they this those though through
    thus to too toward towards under until unto up upon us very via was we were what whatever when where whether
    which while who whoever whom whose why will with within without would yet you your yours yourself
    yourselves""".split()
)
"""Function words: never a term alone, and trimmed from both ends of one."""
# What the Text Anonymization Benchmark leaves out of account.
LIGHT_WORDS = (
    r"\b(?:mr|mrs|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|on|over|since|with"
    r"|the|a|an|no|nr)\b|[’']s\b"
)
"""Titles, function words and possessives that a hidden span may leave standing."""

_RULES = 2  # to be raised whenever the code below gives another normal form to any text


@cache
def _table() -> str:
    return resources.files("sfumato.languages.en").joinpath("singulars.tsv").read_text(encoding="utf-8")


@cache
def version() -> str:
    """Names the rules and the table: what was made with other ones does not fit, and is told by this."""
    return f"{_RULES}-{zlib.crc32(_table().encode()):08x}"


@cache
def _singulars() -> dict[str, str]:
    """Irregular plurals ("feet" -> "foot"), and words that only look like a plural ("diabetes" -> itself)."""
    return dict(line.split("\t") for line in _table().splitlines() if not line.startswith("#"))


def _singular(word: str) -> str:
    """One step from plural to singular, by table and then by rule."""
    known = _singulars().get(word)
    if known is not None:
        return known
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes", "uses")) and len(word) > 4:
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=1 << 16)
def normal_word(word: str, loud: bool = False) -> str:
    """The normal form of one word as `WORD` finds it; empty where nothing of it can be seen.

    `loud` says that the word stands among capitals, so that its own tell nothing.

    >>> [normal_word(w) for w in ("Cancers", "patient's", "AIDS", "aids", "U.S.", "STDs", "us")]
    ['cancer', 'patient', 'AIDS', 'aid', 'US', 'std', 'us']
    """
    if not word.isascii():
        word = _UNSEEN_OR_MARK.sub("", unicodedata.normalize("NFKD", word.replace("’", "'")))
        word = unicodedata.normalize("NFC", word)
    if word.endswith(("'s", "'S")):
        word = word[:-2]
    if not word.isalnum() and not _NUMBER.fullmatch(word):
        word = word.upper() if _DOTTED.fullmatch(word) else word
        word = "'".join(_NOT_ALPHANUMERIC.sub("", part) for part in word.split("'")).strip("'")
    plural_of_acronym = len(word) > 2 and word[-1] == "s" and word[:-1].isupper() and "'" not in word
    folded = word[:-1].casefold() if plural_of_acronym else word.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", _UNSEEN_OR_MARK.sub("", unicodedata.normalize("NFKD", folded)))
    if word.isupper() and _is_acronym(word, folded, loud):
        return word
    if folded in STOP_WORDS:
        return folded
    while (shorter := _singular(folded)) != folded:
        folded = shorter
    return folded


def _is_acronym(word: str, folded: str, loud: bool) -> bool:
    """Whether a word in capitals is another word than the same letters in small."""
    if word in _ACRONYMS:
        return not loud or word == "AIDS"  # among capitals rather the disease than the plural of aid
    return not loud and len(word) <= _LONGEST_ACRONYM and folded not in STOP_WORDS and _singular(folded) != folded


def shouted(words: list[str], at: int) -> bool:
    """Whether the word stands in a run of capitals so long that they tell nothing."""
    first = at
    while first > 0 and at - first < _SHOUT and words[first - 1].isupper() and len(words[first - 1]) > 1:
        first -= 1
    last = at
    while (
        last + 1 < len(words) and last - first + 1 < _SHOUT and words[last + 1].isupper() and len(words[last + 1]) > 1
    ):
        last += 1
    return last - first + 1 >= _SHOUT


def normal_words(words: list[str]) -> list[str]:
    """The normal form of each word of a text, in order."""
    normal = list(map(normal_word, words))
    for at, form in enumerate(normal):
        if form.isupper() and shouted(words, at):
            normal[at] = normal_word(words[at], True)
    return normal


def words(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and normal form of every word of a text.

    >>> list(words("HIV-positive, U.S."))
    [(0, 3, 'hiv'), (4, 12, 'positive'), (14, 18, 'US')]
    """
    found = list(WORD.finditer(text))
    normal = normal_words([match.group() for match in found])
    for match, form in zip(found, normal, strict=True):
        if form:
            yield match.start(), match.end(), form


def normal_form(text: str) -> str:
    """The normal form of a term: its words in normal form, one space between.

    >>> normal_form("Breast Cancers"), normal_form("HIV-positive"), normal_form("hepatitis C.")
    ('breast cancer', 'hiv positive', 'hepatitis c')
    """
    if text.islower() and all(map(_is_normal, text.split(" "))):
        return text
    return " ".join(filter(None, normal_words(WORD.findall(text))))


def trimmed(form: str) -> str:
    """A normal form without the function words at its ends, which no term begins or ends with unless it is a label.

    >>> trimmed("the beatles"), trimmed("of the"), trimmed("bank of america")
    ('beatles', '', 'bank of america')
    """
    words = form.split()
    while words and words[-1] in STOP_WORDS:
        words.pop()
    while words and words[0] in STOP_WORDS:
        words.pop(0)
    return " ".join(words)


@lru_cache(maxsize=1 << 16)
def _is_normal(word: str) -> bool:
    return normal_word(word) == word and WORD.fullmatch(word) is not None

"""What articles call the names that they mention: "the rock band Foo", "Foo, a rock band", "bands such as Foo and Bar".

A fraction of what an encyclopedia mentions has an article of its own here. What several articles say alike of a name is
known all the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from kind_sources.heads import SORT_OF_HEAD, UNCLEAR
from sfumato.languages import load
from sfumato.languages.en.wording.frames import part_behind
from sfumato.taxonomies.kinds import SORTS, Kind

ENGLISH = load("en")
_SHARED = 10  # titles that must be called by a phrase
_OFTEN = 8  # titles that must be called by a noun for it to say what a name is
_ALIKE = 0.8  # of which are of one sort
_SURE = 0.75  # of the articles that call a name anything must call it something of one sort
_TELLS = 0.4  # of these must call it by a phrase that is kept
_CALLED, _PART = 2, 1  # how much it weighs that an article calls a name something, and that it has a part there
_FEWEST, _FEWEST_ALONE = 2, 6  # the weight that must speak for what a name is, and for a name of one word
_LONGEST = 6  # words of a name
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀŁŚŠŽČĆĐŞİŌŪ](?:[\w'’&.-]*\w)?\.?(?<![a-z]{3}\.)"
_LINK = r"(?:of|the|for|de|la|le|du|des|van|von|der|di|da|del|el|al|on|&)"
_NAME = rf"{_CAPITAL}(?: (?:{_LINK} ){{0,2}}(?:{_CAPITAL}|\d{{1,4}}\b))*"
_QUOTED = rf"[\"“]?({_NAME})[\"”]?"
_SAID = r"((?:[A-Za-z][\w-]+ ){0,5}?[a-z][a-z-]+)"
_END = r"(?=,|\.| (?:who|that|which|of|in|from|based|for|on|located|near|at|by|with|founded|owned|formed|and)\b)"
_BEFORE = re.compile(rf"(?<![\w-])((?:[a-z][a-z-]+ ){{1,4}}){_QUOTED}(?![\w-])")
_BEHIND = re.compile(rf"{_QUOTED}(?: \([^()]{{1,40}}\))?, (?:an?|the|another) {_SAID}{_END}")
_BEING = re.compile(rf"(?<=[.\n] ){_QUOTED} (?:is|was) an? {_SAID}{_END}")
_SUCH = re.compile(
    rf"((?:[a-z][a-z-]+ ){{0,2}}[a-z]+s),? (?:such as|including|like|notably|especially) "
    rf"((?:[\"“]?{_NAME}[\"”]?(?:, (?:and )?| and | or )?){{1,8}})"
)
_PARTS = re.compile(rf"\b([a-z]+) (for|with|to|from|at|in|on|of|by) (?:the )?{_QUOTED}")
_PROFESSIONS = frozenset("writer composer director producer painter photographer sculptor author singer".split())
"""Parts of people that say what they are for good: who was an opponent once is none."""
_COMPANY = re.compile(r",? (?:A\.?F\.?C\.?|F\.?C\.?|Inc\.?|Ltd\.?|Limited|PLC|plc|GmbH|S\.A\.)\Z")
_ROW = re.compile(r",? and |, | or ")
_STOP = re.compile(r"[\w'’]{4,}\. |[a-z]{2}[A-Z]+\. ")  # the end of a sentence before another
_POSSESSIVE = re.compile(r"['’]s?\Z")
_OPENING = frozenset(
    """A An In On At By For From To With After Before During As When While Since Until Although But And Both He She It
    His Her Its This That They Their I We There These Those However Some Many Most Other Several If So Not Also Another
    One Two Three First Then Later Despite Under Over Between Through Because Where What Who How Today Now Such Each
    All January February March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday""".split()
)
"""Words that open sentences, and dates, which are no names."""


@dataclass
class Phrases:
    """What things are called where it is said what they are, each with its usual ladder, concept and sort."""

    ladders: dict[str, Kind] = field(default_factory=dict)
    unclear: frozenset[str] = frozenset()
    """Last nouns that things of several sorts are called by."""
    rare: frozenset[str] = frozenset()
    """Phrases that hardly anything is called by: such a one tells as much as the name."""

    @classmethod
    def of(cls, kinds: Iterable[Kind]) -> Phrases:
        """The phrases of kinds."""
        found: defaultdict[str, Counter[Kind]] = defaultdict(Counter)
        sorts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for kind in kinds:
            sorts[kind.ladder[-1]][kind.sort] += 1
            for at, phrase in enumerate(kind.ladder):
                found[phrase][Kind("", kind.ladder[at:], kind.concept, kind.sort)] += 1
        ladders = {phrase: _of_head(count.most_common(1)[0][0]) for phrase, count in found.items()}
        unclear = frozenset(head for head, count in sorts.items() if not _is_clear(head, count))
        return cls(ladders, unclear, frozenset(phrase for phrase, count in found.items() if count.total() < _SHARED))

    def at_end(self, words: list[str]) -> str:
        """The longest phrase that some words end with, if its last noun leaves no doubt of the sort; else empty."""
        said = next((said for at in range(len(words)) if (said := " ".join(words[at:])) in self.ladders), "")
        return said if said and self.ladders[said].ladder[-1] not in self.unclear else ""

    def kind(self, name: str, said: str) -> Kind | None:
        """The kind of a name by a phrase of our own, and by what is left of it without its first words.

        >>> known = Phrases({"rock band": Kind("", ("rock band", "band"), sort="organization")})
        >>> known.kind("Low Tide", "Danish rock band").ladder
        ('Danish rock band', 'rock band', 'band')
        """
        words = said.split()
        for at in range(len(words)):
            if kind := self.ladders.get(" ".join(words[at:])):
                ladder = kind.ladder if at == 0 else (said, *kind.ladder)
                return replace(kind, title=name, ladder=ladder)
        return None


def _of_head(kind: Kind) -> Kind:
    """A kind of the sort that its last noun leaves no doubt of: a channel is an organization, whatever most are."""
    sort = SORT_OF_HEAD.get(kind.ladder[-1].rpartition(" ")[2], kind.sort)
    return replace(kind, sort=sort if sort in SORTS else "thing")


def _is_clear(head: str, sorts: Counter[str]) -> bool:
    last = head.rpartition(" ")[2]
    if last in SORT_OF_HEAD:
        return True
    sort, most = sorts.most_common(1)[0]
    return last not in UNCLEAR and sort != "thing" and sorts.total() >= _OFTEN and most >= _ALIKE * sorts.total()


def calls(text: str, phrases: Phrases) -> Iterator[tuple[str, str]]:
    """Each name of an article with what it is called there.

    >>> known = Phrases({"band": Kind("", ("band",)), "rock band": Kind("", ("rock band", "band"))})
    >>> sorted(calls("She left the rock band Low Tide. Old Harbour, a rock band from Hull, split.", known))
    [('Low Tide', 'rock band'), ('Old Harbour', 'rock band')]
    >>> sorted(calls("He plays in bands such as Low Tide and Old Harbour.", known))
    [('Low Tide', 'band'), ('Old Harbour', 'band')]
    """
    for pattern, name, said in ((_BEFORE, 2, 1), (_BEHIND, 1, 2), (_BEING, 1, 2)):
        for match in pattern.finditer(text):
            if phrase := phrases.at_end(match[said].split()):
                yield from ((each, phrase) for each in _names(match[name]))
    for match in _SUCH.finditer(text):
        *before, last = match[1].split()
        if phrase := phrases.at_end([*before, _singular(last)]):
            yield from ((each, phrase) for part in _ROW.split(match[2]) for each in _names(part))


def parts(text: str, phrases: Phrases) -> Iterator[tuple[str, str]]:
    """Each name of an article with what it is by its part in a sentence: who is "played for" is a team.

    >>> known = Phrases({"team": Kind("", ("team",), sort="organization")})
    >>> list(parts("He played for Old Harbour and was born in Low Tide.", known))
    [('Old Harbour', 'team')]
    """
    for match in _PARTS.finditer(text):
        for sort, noun in _by_part(match[1], match[2]):
            said = phrases.ladders.get(noun)
            if said and said.sort == sort and (sort != "person" or noun in _PROFESSIONS):
                yield from ((each, noun) for each in _names(match[3]))


@cache
def _by_part(word: str, link: str) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys(part_behind(word, link)))


@cache
def _singular(word: str) -> str:
    return ENGLISH.normal_word(word)


def _names(found: str) -> Iterator[str]:
    """A name as it was found, without a possessive and marks; none if it opens like a sentence."""
    name = _POSSESSIVE.sub("", found.strip(' "“”,').removesuffix("."))
    words = [_plain(word) for word in name.removeprefix("The ").split()]
    says = any(len(word) > 1 and word.isalpha() for word in words)
    if says and words[0] not in _OPENING and len(words) <= _LONGEST and not _STOP.search(name):
        yield name


def _plain(word: str) -> str:
    """A word without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", word) if not unicodedata.combining(sign))


def weighed(text: str, phrases: Phrases) -> dict[tuple[str, str], int]:
    """What an article says of the names that it mentions: each name with a phrase, and how much that weighs."""
    found = dict.fromkeys(parts(text, phrases), _PART)
    found.update(dict.fromkeys(calls(text, phrases), _CALLED))
    return found


def short_names(kinds: Iterable[Kind]) -> Iterator[Kind]:
    """The kinds of companies and clubs by their names without what they are in law: "Old Harbour F.C."."""
    for kind in kinds:
        name = _COMPANY.sub("", kind.title)
        if kind.sort == "organization" and name != kind.title and " " in name:
            yield replace(kind, title=name, document=-1)


def written_down(lines: Iterable[str], phrases: Phrases) -> Iterator[Kind]:
    """The kinds of names that were written down for this project: a name, a tab, and what it is.

    >>> known = Phrases({"band": Kind("", ("band",), sort="organization")})
    >>> [kind.ladder for kind in written_down(["Low Tide\\tDanish band", "Old Harbour\\t-"], known)]
    [('Danish band', 'band')]
    """
    for line in lines:
        name, _, said = line.strip().partition("\t")
        if name and said and (kind := phrases.kind(name, said)):
            yield kind


def kinds_called(
    called: Mapping[str, Counter[str]], phrases: Phrases, titled: Mapping[str, set[str]]
) -> Iterator[Kind]:
    """A kind for each name that articles call alike: what they call it, as far as enough of them say so.

    `called` has for each name how much weighs what it is called; `titled` the sorts of the titles of each name, of
    which nothing new is said.
    """
    for name, said in called.items():
        fewest = _FEWEST if " " in name else _FEWEST_ALONE
        if sum(said.values()) < fewest:
            continue
        sorts: Counter[str] = Counter()
        for phrase, articles in said.items():
            sorts[phrases.ladders[phrase].sort] += articles
        sort, most = sorts.most_common(1)[0]
        if name.rpartition(" ")[2].lower() in phrases.ladders and sort != "work":
            continue  # it says itself what it is: Old Harbour University
        if most < max(fewest, _SURE * sorts.total()) or sort in titled.get(name, ()):
            continue
        steps: Counter[str] = Counter()
        for phrase, articles in said.items():
            kind = phrases.ladders[phrase]
            if kind.sort == sort:
                steps.update(dict.fromkeys(kind.ladder, articles))
        least = max(fewest, _TELLS * most)
        enough = [step for step, weight in steps.items() if weight >= least and step not in phrases.rare]
        if enough:
            best = max(enough, key=lambda step: (len(phrases.ladders[step].ladder), steps[step], step))
            yield replace(phrases.ladders[best], title=name)

"""Which sense of WordNet the head of a phrase has: a band that plays, not one that holds together."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kind_sources.ladders import PERSON, Labels
from kind_sources.openings import bare

_SOCIAL_GROUP = "wordnet:n.07950920"
_PERSONS = 0.3  # of the subjects with a head have a life: it is a person's
_THINGS = 0.03
_VOTES = 3  # titles that decide of a phrase
_MOST = 0.6  # of its votes that a sense must have to decide

_PRONOUNS = 2  # that make a subject a he or a she
_COMMON = 10  # subjects of a head that is none of a person if hardly one was born

Ladder = tuple[str, ...]

MEANT = {
    "act": "06532095", "area": "08497294", "band": "08249038", "bank": "08420278", "book": "06410904",
    "carrier": "08057633", "chain": "08057816",
    "composition": "07037465", "match": "07470671", "unit": "08189659",
    "championship": "07457834", "channel": "03006398", "church": "03028079", "club": "08227214",
    "community": "08553535", "competition": "07456188", "console": "03092656", "cup": "07456188",
    "defender": "09820263",
    "department": "08114861", "driver": "10034906", "episode": "06621771", "festival": "00517728",
    "forward": "09820263",
    "franchise": "08060193", "fund": "08070850", "goalkeeper": "09820263", "guard": "09820263", "hamlet": "08672738",
    "head": "10162991", "journal": "06597466", "kingdom": "08591269", "label": "08058098", "line": "03671272",
    "manager": "10014939", "midfielder": "09820263", "parish": "08615001", "piece": "07037465", "play": "07007945",
    "program": "06619428", "programme": "06619428", "race": "07458453", "racer": "10502576", "round": "07456188",
    "season": "15239579", "series": "06621447", "settlement": "08672562", "show": "06619065", "single": "07048000",
    "site": "08651247", "striker": "09820263", "study": "05996646", "tour": "00310666", "trust": "08236621",
    "university": "08286569", "village": "08672738",
}  # fmt: skip
"""What an encyclopedia means by some heads that mostly mean something else, where the votes do not tell."""


def _no_votes() -> defaultdict[str, float]:
    return defaultdict(float)


@dataclass
class _Head:
    subjects: int = 0
    lives: int = 0
    votes: defaultdict[str, defaultdict[str, float]] = field(default_factory=lambda: defaultdict(_no_votes))
    """For each phrase that ends in this head, the senses that speak for it."""


def is_life(subject: Mapping[str, Any]) -> bool:
    """Whether the article speaks of a he or a she who was born."""
    return subject["born"] is not None and subject["he"] + subject["she"] > 0


def is_alive(subject: Mapping[str, Any]) -> bool:
    """Whether the article speaks of a he or a she, or of a birth."""
    return is_life(subject) or bool(subject["he"] + subject["she"] >= _PRONOUNS)


def chosen(ladders: Sequence[tuple[Ladder, Mapping[str, Any]]], labels: Labels) -> dict[str, str]:
    """For every phrase of the ladders the id of the sense that its head has there.

    Titles that WordNet has vote for the sense that they are a kind of (the order of Fagales, that of the Jesuits),
    and so do phrases that it has ("jazz band"). A head of people who were born is a person. A phrase with few votes
    has the sense of the next one, and a head with none its commonest sense.
    """
    heads = _heads(ladders, labels)
    found: dict[str, str] = {}
    for steps, _ in ladders:
        head = heads[steps[-1]]
        senses = _possible(steps[-1], head, labels)
        meant = MEANT.get(steps[-1])
        if not senses and not meant:
            continue
        sense = f"wordnet:n.{meant}" if meant else senses[0]
        for step in reversed(steps):
            own = {id: n for id, n in head.votes[step].items() if id in senses}
            best = max(own.values(), default=0)
            if best >= _VOTES and best >= _MOST * sum(own.values()) and not (meant and step == steps[-1]):
                sense = max(own, key=lambda id: own[id])
            found.setdefault(step, sense)
    return found


def fitting(last: str, sense: str, subject: Mapping[str, Any], labels: Labels) -> str:
    """The sense of a head that fits one subject: a publisher that is nobody is a company."""
    if not sense:
        return ""
    senses = [other.id for other in labels.senses(last)]
    if PERSON not in labels.above(sense):
        fit = [id for id in senses if PERSON in labels.above(id)] if is_life(subject) else []
    elif is_alive(subject):
        fit = []
    else:
        commoner = senses[: senses.index(sense)] if sense in senses else []
        groups = [id for id in senses if _SOCIAL_GROUP in labels.above(id)]
        fit = [id for id in (*groups, *commoner) if PERSON not in labels.above(id)]
    return fit[0] if fit else sense


def _heads(ladders: Iterable[tuple[Ladder, Mapping[str, Any]]], labels: Labels) -> dict[str, _Head]:
    heads: defaultdict[str, _Head] = defaultdict(_Head)
    phrases: Counter[tuple[str, str]] = Counter()
    for steps, subject in ladders:
        head = heads[steps[-1]]
        head.subjects += 1
        head.lives += is_life(subject)
        phrases.update((step, steps[-1]) for step in steps[:-1])
        title = bare(subject["title"])
        for id in _voted(title, steps[-1], labels):
            for step in steps:
                head.votes[step][id] += 1 / len(labels.senses(title))
    for (phrase, last), count in phrases.items():
        for id in _voted(phrase, last, labels):
            heads[last].votes[last][id] += math.log1p(count) / 4
    return heads


def _voted(name: str, last: str, labels: Labels) -> set[str]:
    """The senses of a head that something of this name is a kind of."""
    own = {sense.id for sense in labels.senses(last)}
    return {id for sense in labels.senses(name) for id in own & labels.above(sense.id) if sense.id != id}


def _possible(last: str, head: _Head, labels: Labels) -> list[str]:
    """The senses of a head, only those of persons where its subjects live, only others where none does."""
    senses = [sense.id for sense in labels.senses(last)]
    people = [id for id in senses if PERSON in labels.above(id)]
    others = [id for id in senses if id not in people]
    share = head.lives / head.subjects
    if share >= _PERSONS:
        return people or senses
    if share < _THINGS:
        return others if head.subjects >= _COMMON else others or senses
    return senses

"""What a name is by its part in a sentence: "written by X" has a writer, "played for X" a team.

A text that never calls somebody anything still says what they do. The noun is true whoever is meant, and says more than
"a person" does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sfumato.languages.en.normalform import normal_word
from sfumato.languages.en.wording.verbs import bases
from sfumato.types import Syntax

_PERSON, _ORGANIZATION, _WORK = "person", "organization", "work"


def table(lines: str) -> dict[str, tuple[str, str]]:
    """For each word of "sort noun: words", the sort and the noun; a dash stands for a blank in a noun."""
    found: dict[str, tuple[str, str]] = {}
    for line in lines.strip().splitlines():
        said, _, words = line.partition(":")
        sort, noun = said.split()
        found.update((word, (sort, noun.replace("-", " "))) for word in words.split())
    return found


_DOERS = table("""
    person writer: write co-write pen script
    person composer: compose score
    person director: direct co-direct
    person producer: produce co-produce
    person designer: design redesign
    person painter: paint
    person photographer: photograph
    person sculptor: sculpt carve
    person illustrator: illustrate
    person editor: edit
    person translator: translate
    person narrator: narrate
    person choreographer: choreograph
    person founder: found co-found establish
    person inventor: invent
    person discoverer: discover
    person reviewer: review
    person interviewer: interview
    person coach: coach
    person trainer: train
    person manager: manage
    person teacher: teach tutor instruct
    person owner: own
    person singer: sing
    person performer: perform portray star
    person voice-actor: voice
    person successor: succeed replace
    person predecessor: precede
    person host: host
    person presenter: present
    person opponent: defeat beat oppose challenge
    person buyer: buy acquire purchase
    person ruler: govern rule
    person commander: command
    person leader: lead
    person official: appoint nominate
    organization publisher: publish
    organization developer: develop
    organization manufacturer: manufacture
    organization distributor: distribute
    organization broadcaster: broadcast air televise
    organization sponsor: sponsor
    organization team: draft
    organization company: acquire release own operate market
    person creator: create
    person mentor: mentor
""")
"""Who does what is done "by" them."""

_DONE_TO = table("""
    person opponent: defeat beat face fight oppose outpoint
    person predecessor: succeed replace
    person actor: star cast
    person deity: worship
    person suspect: arrest
    person defendant: sue prosecute
    organization school: attend
    organization company: acquire
    organization group: join found
""")
"""Whom or what something is done to."""

_BEHIND = {
    "for": table("""
        organization team: play debut sign bat bowl striker goalkeeper midfielder defender winger pitcher
        organization employer: work
        organization publication: write columnist journalist reporter correspondent critic
        organization band: frontman singer vocalist drummer bassist guitarist keyboardist
        person candidate: vote campaign
    """),
    "with": table("""
        organization team: season
        organization company: sign contract deal
        person performer: duet tour collaborate perform sing
        person colleague: work
        person teacher: study
        person opponent: bout
    """),
    "to": table("""
        person partner: marry engage
        person recipient: letter dedicate
        organization company: sign
        person opponent: lose loss
        person predecessor: successor succession
        organization team: trade transfer loan
        organization publication: contributor contribute
        organization school: scholarship
    """),
    "from": table("""
        organization school: graduate diploma transfer
        organization university: degree doctorate phd
    """),
    "at": table("""
        organization school: study educate enroll enrol student pupil teach
        organization university: professor lecturer fellow lecture dean chancellor provost
        organization employer: job work career
        organization team: coach spell coordinator
    """),
    "in": table("""
        organization publication: publish article column essay interview
        work production: star appear role cameo cast performance
    """),
    "on": table("""
        organization channel: air broadcast premiere televise
    """),
    "of": table("""
        organization company: ceo subsidiary division shareholder
        organization publication: editor editor-in-chief
        organization team: captain coach
        organization school: alumnus alumna graduate
        organization band: frontman singer vocalist drummer bassist guitarist keyboardist
        place city: mayor
        place river: tributary
        place country: president ambassador
        person deity: devotee worship
        work series: episode
    """),
    "by": table("""
        person performer: song album single cover track hit recording
        person composer: music symphony opera score
        person author: novel book poem story play lyric lyrics essay article memoir
        person painter: painting portrait
        person filmmaker: film movie documentary
        person photographer: photo photograph
        person sculptor: statue sculpture
        person designer: design
        person creator: work
    """),
    "under": table("""
        person teacher: study train
        person superior: serve work
    """),
    "against": table("""
        person opponent: match game fight bout play win victory
    """),
    "over": table("""
        person opponent: victory win triumph
    """),
}
"""What stands behind a preposition that belongs to a verb or a noun."""

_IN_SPORT = {"company": "team", "group": "team", "employer": "team"}
_SPORT = re.compile(
    r"\b(?:teams?|clubs?|leagues?|seasons?|coach|coached|players?|match|matches|tournaments?|scored|goals?|championships?"
    r"|playoffs?|drafted|football|baseball|basketball|hockey|rugby|cricket|soccer)\b",
    re.IGNORECASE,
)
_OF_SPORT = 3  # words of sport that a text has that speaks of sport


def parts_played(text: str, words: range, syntax: Syntax) -> Iterator[tuple[str, str]]:
    """What a name is by what is done by it, to it or with it where it stands: its sort, and a noun.

    >>> from sfumato.languages import load
    >>> text = "The song was written by Ann Lee."
    >>> syntax = load("en").syntax(text)
    >>> list(parts_played(text, syntax.words(24, 31), syntax))
    [('person', 'writer')]
    """
    if not words:
        return
    word = syntax.top(words)
    while syntax.relation[word] == "conj" and syntax.head[word] != word:  # what is said of the first is said of all
        word = syntax.head[word]
    head = syntax.head[word]
    relation = syntax.relation[word]
    found = None
    if relation == "dobj":
        found = _look_up(_DONE_TO, text, head, syntax)
    elif relation == "pobj" and syntax.relation[head] == "agent":
        found = next(
            (at for verb in _done(syntax.head[head], syntax) if (at := _look_up(_DOERS, text, verb, syntax))), None
        )
    elif relation == "pobj" and syntax.relation[head] == "prep":
        preposition = text[syntax.starts[head] : syntax.ends[head]].lower()
        found = _look_up(_BEHIND.get(preposition, {}), text, syntax.head[head], syntax)
    if found:
        sort, noun = found
        yield (sort, _IN_SPORT[noun]) if noun in _IN_SPORT and _speaks_of_sport(text) else found


def part_behind(word: str, preposition: str) -> Iterator[tuple[str, str]]:
    """What a name behind a word and a preposition is: its sort, and a noun; nothing where they do not tell.

    >>> list(part_behind("played", "for")), list(part_behind("written", "by"))
    ([('organization', 'team')], [('person', 'writer')])
    """
    for table in (_BEHIND.get(preposition, {}), _DOERS if preposition == "by" else {}):
        yield from (table[form] for form in dict.fromkeys((word, normal_word(word), *bases(word))) if form in table)


def _done(verb: int, syntax: Syntax) -> list[int]:
    """The verbs that somebody behind "by" does, first to last: "written and produced by".

    A verb before that has a doer of its own ends them: "written by one and produced by another".
    """
    verbs = [verb]
    while syntax.relation[verb] == "conj" and syntax.pos[syntax.head[verb]] == "VERB":
        verb = syntax.head[verb]
        if any(of == verb and relation == "agent" for of, relation in zip(syntax.head, syntax.relation, strict=True)):
            break
        verbs.insert(0, verb)
    return verbs


def _look_up(table: dict[str, tuple[str, str]], text: str, word: int, syntax: Syntax) -> tuple[str, str] | None:
    said = text[syntax.starts[word] : syntax.ends[word]].lower()
    forms = (said, *bases(said)) if syntax.pos[word] == "VERB" else (said, normal_word(said))
    return next((table[form] for form in forms if form in table), None)


@lru_cache(maxsize=4)
def _speaks_of_sport(text: str) -> bool:
    return sum(1 for _ in zip(_SPORT.finditer(text), range(_OF_SPORT), strict=False)) == _OF_SPORT

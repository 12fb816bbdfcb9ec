"""Words of one noun phrase of which several are replaced: they are written so that they fit beside each other.

What is left out beside a word that is called something goes with it, a number behind the noun that it numbers goes, a
number behind another word of its phrase counts nothing any more, and a noun behind a date takes no article of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sfumato.languages.en.nations import continents
from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.given import cased
from sfumato.languages.en.wording.ladders import kinds
from sfumato.languages.en.wording.ladders.amounts import SOME_NUMBER, UNCOUNTED
from sfumato.languages.en.wording.ladders.dates import SOME_DATE, SOME_PERIOD
from sfumato.languages.en.wording.ladders.wordings import said_by
from sfumato.languages.en.wording.leaving_out import opens
from sfumato.languages.en.wording.surroundings import parts
from sfumato.types import Proposal, Syntax

_ROW = re.compile(r"(?:,\s(?:and\s)?|\sand\s)(?P<next>[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)\b")
_LED = re.compile(r"(?:from|between|in|on)\s", re.I)
_DESCRIBING = ("amod", "compound", "nmod")
_DETERMINERS = ("DT", "PRP$", "POS", "WP$")


def fitted(text: str, proposals: Iterable[Proposal], syntax: Syntax, *, marks: bool) -> list[Proposal]:
    """The proposals in order, those of one noun phrase as they fit beside each other.

    With `marks` what is left out keeps its own.
    """
    found = list(proposals) if marks else _with_left_out(text, list(proposals), syntax)
    found = [
        each if marks and not each.label else _number(text, _adjective(text, each, syntax), syntax) for each in found
    ]
    return _behind_dates(text, found, syntax)


def _adjective(text: str, proposal: Proposal, syntax: Syntax) -> Proposal:
    """An adjective of a nation in a row of adjectives: it takes no article, and is said once.

    Of "German, European and world football" comes "European and world football".
    """
    words = syntax.words(proposal.start, proposal.end)
    if len(words) != 1 or proposal.label not in continents() or syntax.tag[words.start] != "JJ":
        return proposal
    row = _ROW.match(text, proposal.end)
    if row is None:
        return proposal
    same = row["next"] == proposal.label
    return replace(proposal, end=row.end() if same else proposal.end, said=proposal.label)


def _with_left_out(text: str, found: Sequence[Proposal], syntax: Syntax) -> list[Proposal]:
    """Joins what is left out with what is called something beside it in its phrase."""
    kept: list[Proposal] = []
    for proposal in found:
        last = kept[-1] if kept else None
        if last is None or not _in_one_phrase(text, last, proposal, syntax) or (last.label and proposal.label):
            kept.append(proposal)
        elif not last.label and not last.literal:
            kept[-1] = replace(proposal, start=last.start)
        elif not proposal.label and not proposal.literal and not last.literal:
            kept[-1] = replace(last, end=proposal.end)
        else:
            kept.append(proposal)
    return kept


def _number(text: str, proposal: Proposal, syntax: Syntax) -> Proposal:
    """A number that stands behind another word of its phrase: "1" of "Round 1", "3" of "the top 3 teams"."""
    words = syntax.words(proposal.start, proposal.end)
    before = words.start - 1
    if not words or syntax.tag[words.start] != "CD" or not _has(syntax, before, words.start):
        return proposal
    if not proposal.label and len(words) == 1 and text[syntax.starts[before]].isupper():
        return replace(proposal, label=SOME_NUMBER, literal=True)
    counts = syntax.head[before] > words.start and syntax.relation[before] in _DESCRIBING
    if not counts or said_by(proposal.label) != kinds.NUMBER_OF or "\n" in text[proposal.start : proposal.end]:
        return proposal
    noun = next((word for word in words if syntax.tag[word] != "CD"), words.stop)
    if noun >= len(syntax) or not _has(syntax, noun, words.start):
        return proposal
    end = max(proposal.end, syntax.starts[noun])
    return replace(proposal, end=end, label=text[syntax.starts[noun] : end], literal=True)


def _behind_dates(text: str, found: Sequence[Proposal], syntax: Syntax) -> list[Proposal]:
    """Dates, ranks and numbers with the noun that they describe: of "the 1976 Draft" comes "the 1970s draft"."""
    kept: list[Proposal] = []
    for proposal in found:
        last = kept[-1] if kept else None
        plain = proposal.literal or not proposal.label
        if last is None or plain or not last.literal or not _in_one_phrase(text, last, proposal, syntax):
            kept.append(proposal)
        elif said_by(last.label) == kinds.DATE and not _LED.match(text, last.start):
            kept[-1:] = _dated(text, last, proposal, syntax)
        elif last.label == UNCOUNTED:
            kept[-1] = replace(proposal, start=last.start)
        elif said_by(last.label) == kinds.RANK:
            kept.append(replace(proposal, said=_number_of(text, proposal)))
        else:
            kept.append(proposal)
    return kept


def _dated(text: str, date: Proposal, proposal: Proposal, syntax: Syntax) -> list[Proposal]:
    """A date and the noun that it describes, as two: the article stands before the date."""
    when = "" if date.label in (SOME_DATE, SOME_PERIOD) else date.label.removeprefix("the ")
    when = when.replace("early ", "early-").replace("late ", "late-")
    said = _number_of(text, proposal)
    first = syntax.words(date.start, date.end).start
    phrase = syntax.phrase_of(first)
    before = text[syntax.starts[first - 1] : syntax.ends[first - 1]] if first else ""
    one = english.noun(proposal.label).countable and said == english.noun(proposal.label).text()
    bare = phrase is not None and phrase[0] == first and syntax.tag[first - 1] not in _DETERMINERS
    start = syntax.starts[first - 1] if before in ("a", "an") else date.start
    if one and (bare or before in ("a", "an")):
        article = english.article(when or said)
        when, said = (f"{article} {when}", said) if when else ("", f"{article} {said}")
    gone = replace(date, start=start, label=when, end=date.end if when else proposal.start)
    return [gone, replace(proposal, said=said)]


def _number_of(text: str, proposal: Proposal) -> str:
    """What a term is called, in its number."""
    many = not proposal.name and english.is_plural(english.head_of(text[proposal.start : proposal.end]))
    return english.noun(proposal.label).text(many)


def without_modifier(
    text: str, proposal: Proposal, words: range, syntax: Syntax, taken: Mapping[int, Proposal]
) -> Proposal:
    """What is left out before a word of its phrase that stays goes without a trace: "a [...] team" is "a team"."""
    following, first = words.stop, words.start
    if not words or following in taken or not _has(syntax, words[-1], following) or syntax.pos[following] == "PUNCT":
        return proposal
    if syntax.tag[following] == "POS" or text[proposal.end : syntax.starts[following]] != " ":
        return proposal
    start, end = proposal.start, syntax.starts[following]
    before = text[syntax.starts[first - 1] : syntax.ends[first - 1]] if first else ""
    if before.lower() in ("a", "an") and first - 1 not in taken:
        begin = syntax.starts[first - 1]
        article = cased(text, begin, end, english.article(text[end : end + 30]))
        return replace(proposal, start=begin, end=end, label=f"{article} ", literal=True)
    if needs_article(text, first, syntax):
        article = cased(text, start, end, english.article(text[end : end + 30]))
        return replace(proposal, end=end, label=f"{article} ", literal=True)
    if text[start].isupper() and opens(text, start):
        return replace(proposal, end=end + 1, label=text[end].upper(), literal=True)
    return replace(proposal, end=end, label="", literal=True)


def needs_article(text: str, first: int, syntax: Syntax) -> bool:
    """Whether a noun phrase that loses its first word must get an article: "for Brazilian side" is "for a side"."""
    phrase = syntax.phrase_of(first)
    if phrase is None or phrase[0] != first or syntax.tag[phrase[2]] != "NN":
        return False
    if first and syntax.tag[first - 1] in _DETERMINERS:
        return False
    return not english.may_be_bare(text[syntax.starts[phrase[2]] : syntax.ends[phrase[2]]])


def shares_possessive(noun: int, syntax: Syntax) -> bool:
    """Whether a noun has the possessive of the one that it is joined to: "his style and range"."""
    if syntax.relation[noun] != "conj":
        return False
    own, shared = (
        {syntax.relation[child] for child in syntax.children(each)} & {"det", "poss"}
        for each in (noun, syntax.head[noun])
    )
    return not own and "poss" in shared


def is_language(text: str, words: range, syntax: Syntax) -> bool:
    """Whether the name of a nation is that of its language: "in French", "translated from Polish"."""
    word, before = words.start, words.start - 1
    if len(words) != 1 or before < 0 or syntax.relation[word] != "pobj" or syntax.head[word] != before:
        return False
    return text[syntax.starts[before] : syntax.ends[before]].lower() in ("in", "into", "from")


def _in_one_phrase(text: str, one: Proposal, other: Proposal, syntax: Syntax) -> bool:
    """Whether two proposals stand side by side in a noun phrase."""
    gap = text[one.end : other.start]
    words = syntax.words(one.start, one.end)
    return not gap.strip() and (not gap or parts(gap)) and bool(words) and _has(syntax, words[-1], words.stop)


def _has(syntax: Syntax, word: int, other: int) -> bool:
    """Whether two words stand in one noun phrase; the number behind its noun is one of its words."""
    if not (0 <= word < len(syntax) and 0 <= other < len(syntax)):
        return False
    if other == word + 1 and syntax.head[other] == word and syntax.tag[other] == "CD":
        return True
    phrase = syntax.phrase_of(word)
    return phrase is not None and phrase[0] <= other < phrase[1]

"""The words for one unit: which number, which article, which case, and how far the edit reaches."""

from __future__ import annotations

import re
from dataclasses import replace

from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.english import Noun
from sfumato.languages.en.wording.lexicon import (
    COUNTING,
    MEASURING,
    PLACES,
    RANKS,
    TITLES,
    describes,
    ends_before,
    goes_on,
    is_role,
    names_people,
)
from sfumato.languages.en.wording.quantities import quantity_edit
from sfumato.languages.en.wording.spots import Spot, bracketed, left_out
from sfumato.languages.en.wording.surroundings import (
    REACH,
    Near,
    comma_of_aside,
    flows,
    shouted,
    stands_alone,
    starts_sentence,
    takes_article,
    tied_after,
    tied_before,
    word_after,
    word_before,
)
from sfumato.languages.en.wording.units import Unit
from sfumato.types import Edit

LEFT_OUT = "[...]"
"""Stands for what is left out, so that a reader sees that something is missing."""

_LED = re.compile(
    r"(?<![\w-])(\w[\w'’]*)(?:(?:,?\s+(?:such as|like|including|especially|particularly|e\.g\.,?)"
    r"|\s+(?:called|named|known as|of))?\s+(?:the\s+)?|\s?([(,])\s?)\Z"
)
_TITLE = re.compile(rf"\b(?:{'|'.join(map(str.capitalize, sorted(TITLES | RANKS)))})\.?\s\Z")
_WORK = "work"
"""What has a title is one of its kind, though work is something else."""
_CLOSED = {"(": ")", ",": ","}
_APOSTROPHES = tuple("'’")
_QUOTES = frozenset('"“‘')
_BEHIND = frozenset(".,;:!?…—–-/|\"'”’»)]}")
_OWNS = re.compile(r"['’]s\b")
_POSSESSIVE = re.compile(r"['’][sS]?\Z")


def edit(text: str, unit: Unit, following: Unit | None, floor: int, mentioned: set[tuple[str, str]]) -> Edit:
    """The edit for a unit: it begins at `floor` or later and ends before the `following` unit.

    `mentioned` holds the terms with their labels that the text had before, and gets those of this unit.
    """
    if unit.literal:
        ceiling = following.start if following else len(text)
        written = quantity_edit(text, unit.start, unit.end, unit.label, floor, ceiling)
        return _of_many(text, written, ceiling) if written else Edit(unit.start, unit.end, unit.label)
    if not unit.label:
        ceiling = following.start if following else len(text)
        spot = Spot(text, unit.start, unit.end, "", floor, ceiling)
        if bracketed(spot) and text[unit.start - 2 : unit.start - 1] == " ":
            return left_out(spot)
        left = _indefinite(text, word_before(text, unit.start), floor)
        if left.word.lower() != "an":  # "an" would tell the first sound
            return Edit(unit.start, unit.end, LEFT_OUT)
        return Edit(left.start, unit.end, left.word[0] + text[left.end : unit.start] + LEFT_OUT)
    keys = [(form, unit.label) for form in unit.forms]
    again = any(key in mentioned for key in keys)
    mentioned.update(keys)
    if unit.name:  # "Steve Wozniak" may come again as "Wozniak"
        mentioned.update((form.rpartition(" ")[2], unit.label) for form in unit.forms)
    if unit.said:
        return Edit(unit.start, unit.end, _cased(text, unit.start, unit, unit.said))
    if tied_before(text, unit.start) or tied_after(text, unit.end):
        return _compound(text, unit, floor)
    return _phrase(text, unit, following, floor, again)


def _compound(text: str, unit: Unit, floor: int) -> Edit:
    """The edit for a part of a hyphenated word, where only the head of a label fits in: "virus-positive"."""
    noun = english.noun(unit.label)
    words = noun.text(unit.plural and not tied_after(text, unit.end), tail=False)
    left = _indefinite(text, word_before(text, unit.start), floor)
    start, words = _fitted(text, unit.start, left, words if noun.proper else words.rpartition(" ")[2])
    return Edit(start, unit.end, _cased(text, start, unit, words))


def _phrase(text: str, unit: Unit, following: Unit | None, floor: int, again: bool) -> Edit:
    noun = english.noun(unit.label)
    if unit.name and noun.mass and noun.forms == (_WORK,):
        noun = replace(noun, mass=False)
    ceiling = following.start if following else len(text)
    end, twin = _doubled_after(text, unit, ceiling, noun)
    start, end, leader = _doubled_before(text, unit.start, end, floor, ceiling, noun)
    if unit.name and not leader and (title := _TITLE.search(text, max(floor, start - 16), start)):
        start = title.start()
    left = word_before(text, start)
    if unit.name and not leader and left.start >= floor and names_people(noun.forms[-1]):
        earlier = word_before(text, left.start).word
        if is_role(left.word, earlier):  # "his wife Mary" is "his wife"
            return Edit(left.end, end, "")
    plural_end = english.is_plural(twin) if twin else unit.plural_end
    modifier = not (leader or plural_end or unit.alone) and _modifies(text, end, unit, following)
    many = english.is_plural(leader) if leader else not modifier and (plural_end if twin else unit.plural)
    many = many or (noun.countable and not modifier and left.start >= floor and left.word.lower() in MEASURING)
    words = noun.text(many, tail=not modifier and not _OWNS.match(text, end))
    many = many or noun.plural
    if noun.mass and unit.plural and left.start >= floor and left.word.lower() in COUNTING:
        start = left.start
    given = _indefinite(text, left, floor)
    if given.word and not modifier and (many or noun.mass):
        start = given.start
    elif given.word:
        start, words = _fitted(text, start, given, words)
    elif noun.countable and not many and not modifier and not leader and not _touched(text, end):
        if (unit.alone and start == unit.start and not stands_alone(text, start, end)) or _lacks_article(
            text, start, end, left, floor
        ):
            words = f"{'the' if again else english.article(words)} {words}"
        elif _described(text, left, floor):
            start, words = left.start, f"{english.article(left.word)} {text[left.start : start]}{words}"
    end, possessive = _possessive(text, unit, end, ceiling, words)
    lead = f"{unit.lead} " if unit.lead else ""
    if unit.name and left.word.lower() in ("born", "died") and left.end + 1 == start and noun.forms[-1] in PLACES:
        lead = "in "  # "born Rome, 1950"
    return Edit(start, end, lead + _cased(text, start, unit, words) + possessive)


# --- articles ---------------------------------------------------------------------------------------------


def _indefinite(text: str, left: Near, floor: int) -> Near:
    """The word before a term if it is "a" or "an", else none. A capital "A" inside a sentence is no article."""
    if left.word.lower() not in ("a", "an") or left.start < floor:
        return Near("", left.end, left.end)
    article = left.word.islower() or starts_sentence(text, left.start) or shouted(text, left.start, left.end)
    return left if article else Near("", left.end, left.end)


def _fitted(text: str, start: int, given: Near, words: str) -> tuple[int, str]:
    """The words with the article that is `given` before them, where another one is needed for their sound."""
    fitting = english.article(words)
    if not given.word or given.word.lower() == fitting:
        return start, words
    if given.word[0].isupper():
        fitting = fitting.capitalize()
    return given.start, fitting + text[given.end : start] + words


def _lacks_article(text: str, start: int, end: int, left: Near, floor: int) -> bool:
    if stands_alone(text, start, end):
        return False
    if left.word.lower() in ("either", "neither", "both"):
        return word_after(text, end).word in ("or", "nor", "and")
    gap = text[floor:start]
    if floor and left.end <= floor and gap.isspace() and "\n" not in gap and not left.word[-1:].isdigit():
        return False  # another edit has a noun there
    return takes_article(text, start, left)


def _touched(text: str, end: int) -> bool:
    """Whether a sign that belongs to the term stands right behind it: "HIV+"."""
    return end < len(text) and not text[end].isspace() and text[end] not in _BEHIND


def _described(text: str, left: Near, floor: int) -> bool:
    """Whether a noun phrase without an article begins with the adjective before the term: "from severe asthma"."""
    if left.start < floor or not describes(left.word):
        return False
    earlier = word_before(text, left.start)
    return earlier.start >= floor and ends_before(earlier.word, word_before(text, earlier.start).word, False)


def _modifies(text: str, end: int, unit: Unit, following: Unit | None) -> bool:
    """Whether the term only describes the noun behind it, as in "HIV infection"."""
    if text[end : end + 1] == "/" and following is not None and following.start == end + 1:
        return not following.plural_end and _modifies(text, following.end, following, None)
    near = word_after(text, end)
    if following is not None and near.start >= following.start:
        return bool(near.word and following.label) and not following.literal and not following.name
    if not near.word or not near.word[0].isalpha():
        return False
    if near.word[0].isupper() and "\n" in text[end : near.start]:
        return False
    return goes_on(near.word, unit.plural)


# --- doubled words ----------------------------------------------------------------------------------------


def _doubled_after(text: str, unit: Unit, ceiling: int, noun: Noun) -> tuple[int, str]:
    """Where the unit ends if what the label would say twice is taken in, and the word there with its number."""
    end = unit.end
    first = english.form(word_after(text, end).word)
    for forms in (noun.forms, noun.forms[-1:]) if first and first in noun.forms else ():
        stop, word = end, ""
        for form in forms:
            near = word_after(text, stop)
            word = _POSSESSIVE.sub("", near.word)
            if english.form(word) != form or not flows(text, stop, near.start):
                break
            stop = near.start + len(word)
        else:
            if stop <= ceiling and goes_on(word, unit.plural):
                return stop, word
    where = noun.tail.strip().partition(" ")[2]
    for link in (", ", " in ", " of ") if where else ():
        stop = end + len(link) + len(where)
        if text.startswith(link + where, end) and stop <= ceiling and not text[stop : stop + 1].isalnum():
            return stop + (stop < ceiling and link == ", " and comma_of_aside(text, stop)), ""
    return end, ""


def _doubled_before(text: str, start: int, end: int, floor: int, ceiling: int, noun: Noun) -> tuple[int, int, str]:
    """The span with the words before that say the same, and the one of them that has the number.

    "the city of Miami" becomes "the city", "diseases such as syphilis" becomes "diseases".
    """
    lowest = max(floor, start - REACH)
    before = text[lowest:start]
    if not noun.forms[-1] or noun.forms[-1][:3].casefold() not in before.casefold():
        return start, end, ""
    match = _LED.search(before)
    if match is None or english.form(match[1]) != noun.forms[-1] or _breaks(text, lowest + match.end(1), start):
        return start, end, ""
    if match[2]:
        closed = text[end : end + 1] == _CLOSED[match[2]]
        if end >= ceiling or not (closed or (match[2] == "," and text[end : end + 1] in tuple(".;)"))):
            return start, end, ""
        end += closed
    start = lowest + match.start()
    for form in reversed(noun.forms[:-1]):
        left = word_before(text, start)
        if left.start < floor or english.form(left.word) != form:
            break
        start = left.start
    return start, end, match[1]


def _breaks(text: str, start: int, end: int) -> bool:
    """Whether a line or a cell ends in this stretch."""
    gap = text[start:end]
    at = gap.find("\n")
    return "\t" in gap or (at >= 0 and not flows(text, start + len(gap[:at].rstrip()), start + at + 1))


# --- case and possessive ----------------------------------------------------------------------------------


def _cased(text: str, start: int, unit: Unit, words: str) -> str:
    if shouted(text, unit.start, unit.end):
        return words.upper()
    first = text[start + (text[start] in _QUOTES)]
    if first.isupper() and ((unit.opens and start == unit.start) or starts_sentence(text, start)):
        return words[:1].upper() + words[1:]
    return words


def _of_many(text: str, edit: Edit, ceiling: int) -> Edit:
    """The edit with the possessive behind it as a plural has it: "the 1980s'"."""
    if not edit.text.endswith("s") or text[edit.end : edit.end + 2] not in ("'s", "’s") or edit.end + 2 > ceiling:
        return edit
    return Edit(edit.start, edit.end + 2, edit.text + text[edit.end])


def _possessive(text: str, unit: Unit, end: int, ceiling: int, words: str) -> tuple[int, str]:
    """Where the edit ends, and its possessive if the one behind no longer fits: "cities'", not "cities's"."""
    mark = text[end : end + 1]
    if mark not in _APOSTROPHES or not mark:
        return end, ""
    written = text[end + 1 : end + 2] in ("s", "S")
    if text[end + 1 + written : end + 2 + written].isalnum() or end + 1 + written > ceiling:
        return end, ""
    if written and words.endswith("s") and (unit.plural or unit.plural_end):
        return end + 2, mark
    quoted = text[unit.start - 1 : unit.start] in _APOSTROPHES and unit.start > 0
    if not written and not quoted and text[end - 1] in "sSzZxX" and not words.endswith("s"):
        return end + 1, mark + "s"
    return end, ""

"""Names of people wherever a text has them: by forms, titles, roles, what the parser says, and by each other.

A name that is found once is found everywhere in the document: whole or in part, in capitals or small letters, in user
names. A part of it that is also a word ("Grace", "Young") is the name only where it is written as one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from sfumato.languages.en.forms import KINDS, PLAIN, Field, fields
from sfumato.languages.en.names import TITLED, is_given
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.types import Document, Term

IsWord: TypeAlias = Callable[[str], bool]
"""Whether a word is one of the language's, beside being a name."""
PERSON = "PERSON"
_ENTITIES = frozenset(("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"))

_U = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚẠ-Ỹ"
_LETTERS = r"[^\W\d_]"
_JOINT = rf"(?:['’ʼ‑-](?![sS]\b){_LETTERS}{{1,30}})"
_LARGE = rf"(?:[{_U}]{_LETTERS}{{1,30}}{_JOINT}{{0,3}}|[{_U}]{_JOINT}{{1,3}})(?!\w)"
_ANY = rf"{_LETTERS}{{1,30}}{_JOINT}{{0,3}}(?!\w)"
_INITIAL = rf"[{_U}]\.?(?![\w'’])"
_PARTICLE = (
    r"(?:(?i:de|da|do|dos|das|del|della|di|du|la|le|van|von|der|den|ter|ten|bin|ibn|binti|bint|al|el|ben|abu|ul|st|san"
    r"|y|e|af|av|zu)\b\.?)"
)
_NEXT = r"(?:[ \xa0]|-(?=\w))"
_SUFFIX = r"(?:,?[ ](?:Jr|Sr|II|III|IV|JR|SR)\b\.?)?"
_RUN = rf"(?:{_LARGE}|{_INITIAL})(?:{_NEXT}(?:{_PARTICLE}{_NEXT}){{0,3}}(?:{_LARGE}|{_INITIAL})){{0,4}}{_SUFFIX}"
_REVERSED = rf"{_LARGE}(?:{_NEXT}(?:{_PARTICLE}{_NEXT}){{0,2}}{_LARGE}){{0,2}},[ ]?{_RUN}"
_NAME = re.compile(rf"(?:{_PARTICLE}[ ]){{0,2}}(?:{_REVERSED}|{_RUN})")
_PLAIN_RUN = re.compile(rf"(?:{_PARTICLE}[ ]){{0,2}}(?:{_RUN})")
_WITH_PARTICLE = re.compile(rf"\b(?:{_PARTICLE}[ ]){{1,3}}{_LETTERS}{{3,30}}")
_SMALL = re.compile(rf"{_ANY}(?:,?[ ]{_ANY}){{0,4}}(?![\w])")
_WORD = re.compile(rf"{_LETTERS}+(?:['’ʼ](?![sS]\b){_LETTERS}+)*")
_TITLE = rf"\b(?:(?i:{TITLED})\b\.?[ ]){{1,3}}"
_BEFORE_NAME = re.compile(_TITLE)
_ROLES = (
    "patient|pt|client|customer|claimant|applicant|complainant|witness|victim|suspect|defendant|plaintiff|employee"
    "|resident|daughter|son|wife|husband|mother|father|sister|brother|spouse|partner|fianc[ée]e?|girlfriend|boyfriend"
    "|aunt|uncle|niece|nephew|cousin|grandmother|grandfather|grandson|granddaughter|neighbou?r|roommate|friend|colleague"
    "|guardian|carer|caregiver|physician|doctor|surgeon|nurse|therapist|psychiatrist|psychologist|midwife|pharmacist"
    "|cardiologist|neurologist|oncologist|dentist|paramedic|interpreter|supervisor|manager|coworker|co-worker|officer"
    "|detective|teacher|student|tenant|landlord|lawyer|attorney|social worker|case manager|twin|baby|infant|child"
)
_ROLE = re.compile(rf"\b(?i:{_ROLES})(?:(?:,| is| named| called| \()?[ ])(?=\w)")
_NAMED = re.compile(
    r"\b(?i:named|name is|name was|known as|goes by|signed by|seen by|dictated by|reviewed by|accompanied by|spoke (?:with|to)"
    r"|referred by|cared for by|lives with|discussed with|brought in by|n[ée]e|my name's|this is|regards,|sincerely,"
    r"|dear)[ \n](?:(?i:" + _ROLES + r")[ ])?(?=\w)"
)
_LEADING = re.compile(rf"(?i:dear|hi|hello|the|our|this|his|her|my|{_ROLES})[ ]|{_TITLE}")
_VERB = (
    "says|said|reports|reported|denies|denied|states|stated|told|tells|asked|asks|called|calls|came|lives|lived|works"
    "|worked|went|arrived|presented|presents|complains|complained|wrote|writes|agreed|agrees|refused|declined|was|is"
    "|has|had|will|did|does|feels|felt|takes|took|wants|wanted|remains|returned|stopped|started|lost|and|who"
)
_ANOTHER = re.compile(r"(?:[ ]\([^)\n]{1,40}\))?(?:[ ]?[;/&][ ]?|[ ]and[ ])")
_DOES = re.compile(rf"['’]s\b|[ ](?:{_VERB})\b")
_HOUSE = re.compile(r"\d+[A-Za-z]?\s")
_EMPLOYED = re.compile(r"\b(?:work(?:s|ed|ing)?|employed|job|hired)[ ](?:for|at|by|with)[ ](?:the[ ])?(?=\w)")
_NO_NAME = re.compile(rf"(?i:(?:dear|hi|hello)\b[ ]?)?(?i:(?:{TITLED})\b\.?)?")
_USER = re.compile(
    r"(?<![\w.@/-])(?i:customer|user|client|guest|patient|member|agent|player|student|employee|admin|the_?real)[_.-]"
    r"(?P<name>[^\W\d_]{2,30})[_.-]?(?:[^\W\d_]{3,30})?(?P<digits>\d{0,6})(?![\w@])"
)
_HAS_MARK = re.compile(r"[\d_]")
_FULL_STOP = re.compile(r"(?:[.!?:]['\"”’)]*\s+|\n\s*|\A\s*)\Z")
_ENDINGS = ("ly", "ous", "ful", "less", "able", "ible", "tive", "sive", "tion", "ment", "ness", "ical")
_PARTS_OF_NAMES = frozenset("de da do dos das del della di du la le van von der den ter ten bin ibn binti bint al el ben abu ul".split())


def entities(document: Document, terms: Sequence[Term], is_word: IsWord) -> list[Term]:
    """The named entities of a document, in order and apart: those that the parser saw, as forms and names correct them.

    A value of a form is what its label says, and a label is nothing. `is_word` tells words from names.
    """
    text = document.text
    forms = fields(text)
    people = _people(text, forms, terms, is_word)
    found = [*people, *_apart(people, _employers(text), _values(text, forms))]
    taken = bytearray(len(text))
    for term in found:
        taken[term.start : term.end] = b"\1" * (term.end - term.start)
    for field in forms:
        for term in terms:  # who speaks in a chat is a label, too
            inside = field.label_start <= term.start < field.label_end
            if inside and term.label in _ENTITIES and (field.kind or term.label != PERSON):
                taken[term.start : term.end] = b"\1" * (term.end - term.start)
        if field.kind not in ("", PERSON, "GPE", "ORG"):
            keep = ("GPE", "LOC") if field.kind == "STREET_ADDRESS" else ()
            for term in terms:
                if field.start <= term.start < field.end and term.label in _ENTITIES and term.label not in keep:
                    taken[term.start : term.end] = b"\1" * (term.end - term.start)
    for term in terms:
        if not any(taken[term.start : term.end]) and not _mistaken(term, is_word):
            nobody = term.label == PERSON and not is_given(term.text) and all(map(is_word, _WORD.findall(term.text)))
            found.append(replace(term, label="ORG") if nobody else term)
    return sorted(found)


def _mistaken(term: Term, is_word: IsWord) -> bool:
    """Whether a term that the parser calls a person or an organization is nothing but words: "Metformin"."""
    if _NO_NAME.fullmatch(term.text) or (term.label in ("PERSON", "ORG") and _HOUSE.match(term.text)):
        return True
    if term.label not in ("PERSON", "ORG", "PRODUCT") or is_given(term.text):
        return False
    words = _WORD.findall(term.text)
    if not words or is_word(term.text) or term.text.lower() in KINDS:
        return True
    return all(map(is_word, words)) and (len(words) == 1 or not all(word[0].isupper() for word in words))


def _values(text: str, forms: Iterable[Field]) -> Iterator[Term]:
    """The organizations and places of a form."""
    for field in forms:
        if field.kind in ("ORG", "GPE"):
            end = field.end
            if field.kind == "ORG" and (comma := text.find(",", field.start, end)) > 0:
                end = comma
            shown = text[field.start : end]
            if any(map(str.isalpha, shown)) and shown.lower() not in STOP_WORDS | {"none", "unemployed", "retired", "n/a"}:
                yield Term(field.start, end, shown, field.kind)


def _employers(text: str) -> Iterator[Term]:
    """The names behind "works for"."""
    for cue in _EMPLOYED.finditer(text):
        if name := _PLAIN_RUN.match(text, cue.end()):
            yield Term(*name.span(), name.group(), "ORG")


def _apart(people: Sequence[Term], *lists: Iterable[Term]) -> Iterator[Term]:
    """The terms of the lists that overlap none before them."""
    taken = [(term.start, term.end) for term in people]
    for term in (term for terms in lists for term in terms):
        if not any(start < term.end and term.start < end for start, end in taken):
            taken.append((term.start, term.end))
            yield term


# --- where names begin ------------------------------------------------------------------------------------


def _people(text: str, forms: Sequence[Field], terms: Sequence[Term], is_word: IsWord) -> list[Term]:
    spans = set(_by_form(text, forms, is_word))
    spans |= set(_by_parser(text, forms, terms, is_word))
    spans |= set(_by_words(text, is_word))
    spans |= set(_by_shape(text, forms, terms, is_word))
    names = {text[start:end] for start, end in spans}
    spans |= {user.span() for user in _USER.finditer(text) if user["digits"] or not is_word(user["name"])}
    names |= {user["name"] for user in _USER.finditer(text) if not is_word(user["name"])}
    spans |= set(_everywhere(text, names, is_word))
    return [Term(start, end, text[start:end], PERSON) for start, end in _joined(text, spans)]


def _by_form(text: str, forms: Iterable[Field], is_word: IsWord) -> Iterator[tuple[int, int]]:
    """Names that are the values of labels such as "Patient"; "Mother: alive and well" is none."""
    for field in forms:
        if field.kind != PERSON:
            continue
        at = field.start
        while at < field.end:
            if title := _BEFORE_NAME.match(text, at, field.end):
                at = title.end()
            label = text[field.label_start : field.label_end].lower()
            name = _NAME.match(text, at, field.end)
            if name is not None and name.group()[-1] == "," :
                name = None
            if name is not None and _names_someone(text, name, field, is_word, sure="name" in label or at > field.start):
                yield name.span()
                end = name.end()
            elif (small := _small_name(text, at, field.end, is_word, sure="name" in label)) is not None:
                yield small
                end = small[1]
            else:
                break
            more = _ANOTHER.match(text, end, field.end)
            if more is None:
                break
            at = more.end()


def _names_someone(text: str, name: re.Match[str], field: Field, is_word: IsWord, *, sure: bool) -> bool:
    words = _WORD.findall(name.group())
    follows = text[name.end() : field.end].strip(" .")
    prose = bool(follows) and follows[0].islower()
    if len(words) == 1 and not sure:
        return not is_word(words[0]) or (not follows and not _describes(words[0]))
    return sure or not prose or not all(map(is_word, words))


def _describes(word: str) -> bool:
    """Whether a value of one word rather tells of the person: "Deceased", "None"."""
    small = word.lower()
    return small in STOP_WORDS or small.endswith(_ENDINGS) or small in ("none", "unknown", "alive", "same", "self", "stable")


def _small_name(text: str, start: int, end: int, is_word: IsWord, *, sure: bool = False) -> tuple[int, int] | None:
    """A name in small letters: words that are none of the language's, and at most one beside them that is."""
    match = _SMALL.match(text, start, end)
    if match is None:
        return None
    stop = start
    strange = 0
    for word in re.finditer(rf"{_ANY}", match.group()):
        small = word.group().lower()
        if small in _PARTS_OF_NAMES:
            continue
        if small in STOP_WORDS or small.endswith(_ENDINGS) and not is_given(small) or small in _ROLES.split("|"):
            break
        known = is_word(small) and not is_given(small)
        if known and not sure and not (strange == 0 and stop == start):
            break
        strange += not known
        if known and strange == 0 and not sure:
            break
        stop = start + word.end()
        if strange >= 4 or re.match(r"[.;:]", text[stop : stop + 1]):
            break
    return (start, stop) if stop > start and (strange or sure) else None


def _by_parser(
    text: str, forms: Sequence[Field], terms: Sequence[Term], is_word: IsWord
) -> Iterator[tuple[int, int]]:
    """What the parser calls a person, without roles, titles and what a label says is something else."""
    plain = [(f.start, f.end) for f in forms if f.kind not in ("", PERSON)] + [
        (f.label_start, f.label_end) for f in forms if f.kind
    ]
    for term in terms:
        if term.label != PERSON or _mistaken(term, is_word) or any(a <= term.start < b for a, b in plain):
            continue
        start = term.start
        while role := _LEADING.match(text, start, term.end):
            start = role.end()
        if name := _NAME.match(text, start, term.end):
            if not all(map(is_word, _WORD.findall(name.group()))) or is_given(name.group()):
                yield name.span()
        elif small := _small_name(text, start, term.end, is_word):
            yield small


def _by_words(text: str, is_word: IsWord) -> Iterator[tuple[int, int]]:
    """Names behind titles, roles and "named"; in any case of letters."""
    for pattern, titled in ((_BEFORE_NAME, True), (_ROLE, False), (_NAMED, False)):
        for cue in pattern.finditer(text):
            at = cue.end()
            if not titled and (title := _BEFORE_NAME.match(text, at)):
                at = title.end()
            name = (_NAME if titled else _PLAIN_RUN).match(text, at)
            if name is not None:
                cased = not titled and cue.group().islower() and not name.group().isupper()
                yield from _trusted(name, is_word, titled=titled or cased)
            elif (small := _small_name(text, at, min(len(text), at + 60), is_word, sure=False)) is not None:
                yield small


def _trusted(name: re.Match[str], is_word: IsWord, *, titled: bool) -> Iterator[tuple[int, int]]:
    """The part of a run of capitals that is a name: all of it, or up to the first words among capitals."""
    shown = name.group()
    words = list(_WORD.finditer(shown))
    if shown.isupper() and len(shown) > 3:
        end = 0
        for at, word in enumerate(words):
            if is_word(word.group()) and not is_given(word.group()) and not (titled and at == 0):
                break
            end = word.end()
        if end:
            yield name.start(), name.start() + end
    elif (titled and words and words[0].group().lower() not in STOP_WORDS) or not all(is_word(w.group()) for w in words):
        yield name.span()


def _by_shape(
    text: str, forms: Sequence[Field], terms: Sequence[Term], is_word: IsWord
) -> Iterator[tuple[int, int]]:
    """Two or more words with capitals that are no words, or one that does what people do: "Chidinma denies"."""
    other = [(t.start, t.end) for t in terms if t.label in ("GPE", "LOC", "FAC", "NORP", "ORG", "PRODUCT", "DATE")]
    other += [(f.label_start, f.label_end) for f in forms]
    other += [(f.start, f.end) for f in forms if f.kind == PLAIN or f.kind in ("ORG", "GPE", "STREET_ADDRESS")]
    taken = bytearray(len(text))
    for start, end in other:
        taken[start:end] = b"\1" * (end - start)
    for match in _PLAIN_RUN.finditer(text):
        words = _WORD.findall(match.group())
        strange = [word for word in words if len(word) > 2 and not is_word(word)]
        if not strange or match.group().isupper() or any(taken[match.start() : match.end()]):
            continue
        if len(strange) == len([w for w in words if len(w) > 1 and w.lower() not in _PARTS_OF_NAMES]) and len(strange) > 1:
            yield match.span()
        elif len(words) == 1 and _DOES.match(text, match.end()) and match.group()[1:].islower():
            yield match.span()


# --- one name, everywhere ---------------------------------------------------------------------------------


def _everywhere(text: str, names: Iterable[str], is_word: IsWord) -> Iterator[tuple[int, int]]:
    """Where parts of the names stand, in any case; a part that is a word too only with its capital."""
    own: set[str] = set()
    words: set[str] = set()
    whole: set[str] = set()
    for name in names:
        parts = [part for part in re.findall(rf"{_ANY}", name) if part.lower() not in _PARTS_OF_NAMES | STOP_WORDS]
        halves = [half for part in parts for half in re.split("[-‑]", part)] if parts else []
        for part in (*parts, *halves):
            if len(part) < 2 or (len(part) < 3 and len(parts) == 1):
                continue
            (words if is_word(part) or len(part) < 3 else own).add(_flat(part).casefold())
        own |= {_flat(part.group()).casefold() for part in _WITH_PARTICLE.finditer(name)}
        if len(parts) > 1:
            whole.add(_flat(name).casefold())
    seen = _flat(text)
    for match in _any_of(own, seen):
        yield match.span()
    for match in _any_of(whole, seen):
        yield match.span()
    for match in _any_of(words, seen):
        if seen[match.start()].isupper() and not _shouted(seen, match) and not _opens(seen, match):
            yield match.span()
    long = sorted((part for part in own if len(part) > 3), key=len, reverse=True)
    if long:
        inside = re.compile("|".join(map(re.escape, long)), re.I)
        for token in re.finditer(r"(?<![\w@])[\w.-]*[\w]", seen):
            if _HAS_MARK.search(token.group()) and inside.search(token.group()):
                yield token.span()


def _any_of(words: Iterable[str], text: str) -> Iterator[re.Match[str]]:
    if listed := sorted(words, key=len, reverse=True):
        inner = "|".join(re.escape(word).replace("’", "['’]").replace("'", "['’]") for word in listed)
        yield from re.finditer(rf"(?<![\w@])(?:{inner})(?![^\W_])", text, re.I)


def _shouted(text: str, match: re.Match[str]) -> bool:
    """Whether a word in capitals stands among capitals, where they show nothing."""
    around = text[max(0, match.start() - 20) : match.start()] + text[match.end() : match.end() + 20]
    return len(match.group()) > 1 and match.group().isupper() and not any(map(str.islower, around))


def _opens(text: str, match: re.Match[str]) -> bool:
    """Whether a sentence begins with the word, and no verb of people follows it."""
    if _FULL_STOP.search(text, max(0, match.start() - 8), match.start()) is None:
        return False
    return _DOES.match(text, match.end()) is None


def _flat(text: str) -> str:
    """The text without accents, character for character."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in text)


def _joined(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order and apart: those that overlap, or that only spaces, initials and particles part, are one."""
    between = re.compile(rf"[ \xa0]?(?:[-‑]|,[ ]|[{_U}]\.?[ ]|(?:{_PARTICLE}[ ]){{1,3}})?\Z")
    done: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if done and (start <= done[-1][1] or between.fullmatch(text, done[-1][1], start)):
            if start > done[-1][1] and text[done[-1][1] : start].startswith(",") and " " in text[done[-1][0] : done[-1][1]]:
                done.append((start, end))
                continue
            done[-1] = (done[-1][0], max(end, done[-1][1]))
        else:
            done.append((start, end))
    return done

"""Names of people wherever a text has them: by forms, titles, roles, what the parser says, and by each other.

A name that is found once is found everywhere in the document: whole or in part, in capitals or small letters, in user
names. A part of it that is also a word ("Grace", "Young") is the name only where it is written as one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from sfumato.languages.en.forms import KINDS, PLAIN, Field
from sfumato.languages.en.names import TITLED, is_given
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.languages.en.wording.verbs import bases
from sfumato.types import Term

IsWord: TypeAlias = Callable[[str], bool]
"""Whether a word is one of the language's, beside being a name."""
PERSON = "PERSON"

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
RUN = rf"(?:{_LARGE}|{_INITIAL})(?:{_NEXT}(?:{_PARTICLE}{_NEXT}){{0,3}}(?:{_LARGE}|{_INITIAL})){{0,4}}{_SUFFIX}"
_REVERSED = rf"{_LARGE}(?:{_NEXT}(?:{_PARTICLE}{_NEXT}){{0,2}}{_LARGE}){{0,2}},[ ]?{RUN}"
_NAME = re.compile(rf"(?:{_PARTICLE}[ ]){{0,2}}(?:{_REVERSED}|{RUN})")
_REGISTERED = re.compile(
    rf"(?<![\w'’-])[{_U}][{_U}'’-]{{1,30}}(?<!-),[ ][{_U}][{_U}'’-]{{2,30}}(?:[ ][{_U}]\.?)?(?![\w'’-])"
)
_PLAIN_RUN = re.compile(rf"(?:{_PARTICLE}[ ]){{0,2}}(?:{RUN})")
_WITH_PARTICLE = re.compile(rf"\b(?:{_PARTICLE}[ ]){{1,3}}{_LETTERS}{{3,30}}")
_SMALL = re.compile(rf"{_ANY}(?:,?[ ]{_ANY}){{0,4}}(?![\w])")
WORD = re.compile(rf"{_LETTERS}+(?:['’ʼ](?![sS]\b){_LETTERS}+)*")
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
    r"\b(?i:named|name is|name was|known as|goes by|signed by|seen by|dictated by|reviewed by|accompanied by"
    r"|spoke (?:with|to)"
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
_NO_PERSON_AFTER = re.compile(  # Crohn's disease, Zoloft 100 mg
    r"(?:['’]s?)?[ ](?:disease|syndrome|palsy|lymphoma|sarcoma|tumou?r|sign|test|scale|inventory|score|index"
    r"|contracture|catheter|fracture|procedure|o?esophagus|thyroiditis|tremor|chorea|ataxia|dementia|criteria|classification|stain"
    r"|phenomenon|reflex|virus)s?\b|[ ]\d+(?:\.\d+)?[ ]?(?:mg|mcg|µg|g|ml|mL|units?|IU|tablets?|puffs?)\b"
)
_SIGNED = re.compile(r"(?m)^[ \t]*(?:[A-Z]\.[ ]?){1,3}([A-Z][\w'’-]+(?:[ ,]+[A-Z][\w-]*)*)[ \t]*$")  # K. Odum, RGN
_GOES_ON = re.compile(r"[ ][^\W\d_]")
_HOUSE = re.compile(r"\d+[A-Za-z]?\s")
_NO_NAME = re.compile(rf"(?i:(?:dear|hi|hello)\b[ ]?)?(?i:(?:{TITLED})\b\.?)?")
_USER = re.compile(
    r"(?<![\w.@/-])(?i:customer|user|client|guest|patient|member|agent|player|student|employee|admin|the_?real)[_.-]"
    r"(?P<name>[^\W\d_]{2,30})[_.-]?(?:[^\W\d_]{3,30})?(?P<digits>\d{0,6})(?![\w@])"
)
_ACCENTED = re.compile(r"[^\x00-\x7f]")
_HAS_MARK = re.compile(r"[\d_]")
_FULL_STOP = re.compile(r"(?:[.!?:]['\"”’)]*\s+|\n\s*|\A\s*)\Z")
_ENDINGS = ("ly", "ous", "ful", "less", "able", "ible", "tive", "sive", "tion", "ment", "ness", "ical")
_PARTS_OF_NAMES = frozenset(
    "de da do dos das del della di du la le van von der den ter ten bin ibn binti bint al el ben abu ul".split()
)


def marked(text: str, spans: Iterable[tuple[int, int]]) -> bytearray:
    """A byte for each character of a text: 1 within the spans."""
    marks = bytearray(len(text))
    for start, end in spans:
        marks[start:end] = b"\1" * (end - start)
    return marks


def mistaken(text: str, term: Term, is_word: IsWord) -> bool:
    """Whether a term that the parser calls a person or an organization is nothing but words: "Metformin"."""
    if term.label == PERSON and _NO_PERSON_AFTER.match(text, term.end):
        return True
    if _NO_NAME.fullmatch(term.text) or (term.label in ("PERSON", "ORG") and _HOUSE.match(term.text)):
        return True
    if term.label not in ("PERSON", "ORG", "PRODUCT") or is_given(term.text):
        return False
    words = WORD.findall(term.text)
    if not words or is_word(term.text) or term.text.lower() in KINDS:
        return True
    return all(map(is_word, words)) and (len(words) == 1 or not all(word[0].isupper() for word in words))


# --- where names begin ------------------------------------------------------------------------------------


def people(text: str, forms: Sequence[Field], terms: Sequence[Term], is_word: IsWord) -> list[Term]:
    """The names of people in a text, as terms in order and apart; `forms` are its fields."""
    spans = set(_by_form(text, forms, is_word))
    spans |= set(_by_parser(text, forms, terms, is_word))
    spans |= set(_by_words(text, is_word))
    spans |= set(_in_capitals(text, is_word))
    spans |= set(_by_shape(text, forms, terms, is_word))
    spans = {span for span in spans if not _NO_PERSON_AFTER.match(text, span[1])}
    names = {text[start:end] for start, end in spans}
    spans |= {user.span() for user in _USER.finditer(text) if user["digits"] or not is_word(user["name"])}
    names |= {user["name"] for user in _USER.finditer(text) if not is_word(user["name"])}
    spans |= set(_everywhere(text, names, is_word))
    return [Term(start, end, text[start:end], PERSON) for start, end in _joined(text, spans)]


def surely_people(text: str, forms: Sequence[Field], is_word: IsWord) -> list[tuple[int, int]]:
    """Where people are named beyond doubt: behind a label or a title, and wherever the same names stand again."""
    spans = set(_by_form(text, forms, is_word))
    for title in _BEFORE_NAME.finditer(text):
        if name := _NAME.match(text, title.end()):
            spans.update(_trusted(name, is_word, titled=True))
    spans |= {signed.span(1) for signed in _SIGNED.finditer(text)}
    spans = {span for span in spans if not _NO_PERSON_AFTER.match(text, span[1])}
    spans |= set(_everywhere(text, {text[start:end] for start, end in spans}, is_word))
    return _joined(text, spans)


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
            if name is not None and name.group()[-1] == ",":
                name = None
            if name is not None and _names_someone(
                text, name, field, is_word, sure="name" in label or at > field.start
            ):
                yield name.span()
                end = name.end()
            elif (
                small := _small_name(text, at, field.end, is_word, sure="name" in label)
            ) is not None and not _GOES_ON.match(text, small[1], field.end):
                yield small
                end = small[1]
            else:
                break
            more = _ANOTHER.match(text, end, field.end)
            if more is None:
                break
            at = more.end()


def _names_someone(text: str, name: re.Match[str], field: Field, is_word: IsWord, *, sure: bool) -> bool:
    words = WORD.findall(name.group())
    follows = text[name.end() : field.end].strip(" .")
    prose = bool(follows) and follows[0].islower()
    if len(words) == 1 and not sure:
        return not is_word(words[0]) or (not follows and not _describes(words[0]))
    return sure or not prose or not all(map(is_word, words))


def _describes(word: str) -> bool:
    """Whether a value of one word rather tells of the person: "Deceased", "None"."""
    small = word.lower()
    return (
        small in STOP_WORDS
        or small.endswith(_ENDINGS)
        or small in ("none", "unknown", "alive", "same", "self", "stable")
    )


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
        if small in STOP_WORDS or (small.endswith(_ENDINGS) and not is_given(small)) or small in _ROLES.split("|"):
            break
        known = is_word(small) and not is_given(small)
        if known and not sure and (strange or stop > start or _inflected(small)):
            break
        strange += not known
        stop = start + word.end()
        if strange >= 4 or re.match(r"[.;:]", text[stop : stop + 1]):
            break
    return (start, stop) if stop > start and (strange or sure) else None


def _inflected(word: str) -> bool:
    """Whether a word is a form of a verb, as what follows "the patient" often is: "takes", "took"."""
    small = word.lower()
    return bases(small)[0] != small or small.endswith(("s", "ing"))


def _by_parser(text: str, forms: Sequence[Field], terms: Sequence[Term], is_word: IsWord) -> Iterator[tuple[int, int]]:
    """What the parser calls a person, without roles, titles and what a label says is something else."""
    other = marked(
        text,
        [
            *((f.start, f.end) for f in forms if f.kind not in ("", PERSON)),
            *((f.label_start, f.label_end) for f in forms if f.kind),
        ],
    )
    for term in terms:
        if term.label != PERSON or other[term.start] or mistaken(text, term, is_word):
            continue
        start = term.start
        while role := _LEADING.match(text, start, term.end):
            start = role.end()
        if name := _NAME.match(text, start, term.end):
            if not all(map(is_word, WORD.findall(name.group()))) or is_given(name.group()):
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


def _in_capitals(text: str, is_word: IsWord) -> Iterator[tuple[int, int]]:
    """ "SMITH, JOHN A." among other words: the way in which registers write names."""
    for match in _REGISTERED.finditer(text):
        words = [word for word in WORD.findall(match.group()) if len(word) > 1]
        strange = any(len(word) > 3 and not is_word(word) for word in words[:2])
        if (strange or is_given(words[1]) or is_given(words[-1])) and not _shouted(text, match):
            yield match.span()


def _trusted(name: re.Match[str], is_word: IsWord, *, titled: bool) -> Iterator[tuple[int, int]]:
    """The part of a run of capitals that is a name: all of it, or up to the first words among capitals."""
    shown = name.group()
    words = list(WORD.finditer(shown))
    if shown.isupper() and len(shown) > 3:
        end = strange = 0
        for at, word in enumerate(words):
            known = is_word(word.group()) and not is_given(word.group())
            if known and not (at == 0 and (titled or not _inflected(word.group()))):
                break
            strange += not known
            end = word.end()
        if strange or (titled and end):
            yield name.start(), name.start() + end
    elif (titled and words and words[0].group().lower() not in STOP_WORDS) or not all(
        is_word(w.group()) for w in words
    ):
        yield name.span()


def _by_shape(text: str, forms: Sequence[Field], terms: Sequence[Term], is_word: IsWord) -> Iterator[tuple[int, int]]:
    """Two or more words with capitals that are no words, or one that does what people do: "Chidinma denies"."""
    other = [(t.start, t.end) for t in terms if t.label in ("GPE", "LOC", "FAC", "NORP", "ORG", "PRODUCT", "DATE")]
    other += [(f.label_start, f.label_end) for f in forms]
    other += [(f.start, f.end) for f in forms if f.kind == PLAIN or f.kind in ("ORG", "GPE", "STREET_ADDRESS")]
    taken = marked(text, other)
    for match in _PLAIN_RUN.finditer(text):
        words = WORD.findall(match.group())
        strange = [word for word in words if len(word) > 2 and not is_word(word)]
        if not strange or match.group().isupper() or any(taken[match.start() : match.end()]):
            continue
        own = [word for word in words if len(word) > 1 and word.lower() not in _PARTS_OF_NAMES]
        does = len(words) == 1 and _DOES.match(text, match.end()) and match.group()[1:].islower()
        if (len(strange) > 1 and len(strange) == len(own)) or does:
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
            whole |= {_flat(form).casefold() for form in _orders(name)}
    seen = _flat(text)
    for match in _any_of(own, seen):
        if not _NO_PERSON_AFTER.match(seen, match.end()):
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


def _orders(name: str) -> Iterator[str]:
    """A name as it stands, and with the given name before the surname: "SMITH, JOHN A." is John Smith."""
    yield name
    last, comma, first = name.partition(",")
    if comma and first.split():
        yield f"{first.split()[0]} {last}"
        yield f"{first.strip()} {last}"


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
    return _ACCENTED.sub(lambda letter: unicodedata.normalize("NFD", letter.group())[0], text)


def _joined(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order and apart: those that overlap, or that only spaces, initials and particles part, are one."""
    between = re.compile(rf"[ \xa0]?(?:[-‑]|,[ ]|[{_U}]\.?[ ]|(?:{_PARTICLE}[ ]){{1,3}})?\Z")
    done: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if done and (start <= done[-1][1] or between.fullmatch(text, done[-1][1], start)):
            if (
                start > done[-1][1]
                and text[done[-1][1] : start].startswith(",")
                and " " in text[done[-1][0] : done[-1][1]]
            ):
                done.append((start, end))
                continue
            done[-1] = (done[-1][0], max(end, done[-1][1]))
        else:
            done.append((start, end))
    return done

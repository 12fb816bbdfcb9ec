"""What a text itself says of a name: what it is called, and what its neighbours take it for.

"the actress Audrey Hepburn", "Serco, a company", "Mr Kane", "the film X (1953)", "in Salou, Catalonia", "Kane said".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from sfumato.languages.en.normalform import STOP_WORDS, normal_word
from sfumato.languages.en.wording.frames import parts_played
from sfumato.languages.en.wording.lexicon import KIN, OFFICES, RANKS, TITLES
from sfumato.types import Said, Syntax

PERSON, PLACE, ORGANIZATION, WORK, LAW, EVENT, PRODUCT, AWARD = (
    "person", "place", "organization", "work", "law", "event", "product", "award",
)  # fmt: skip

_SHORTEST = 3  # letters of a noun that says what a name is
_DWELT = 6  # times a cue: nobody is born in an organization
_REACH = 90  # characters on either side that are looked at
_WORD = r"(?<!['’])[a-z][a-z'’-]*"
_HONORIFIC = re.compile(rf"(?:^|[\s(“\"])(?i:{'|'.join(sorted(TITLES))})\.?\s\Z")
_SEX = re.compile(r"\b(?P<title>(?i:mr|mrs|ms|miss))\.?\s(?:[A-ZÀ-Ý][\w.'’-]*\s?){1,4}\Z")
_OFFICES = "|".join(office.capitalize() for office in sorted(OFFICES, key=len, reverse=True))
_OFFICE = re.compile(
    rf"(?<![\w'’-])(?P<office>{_OFFICES})\.?\s"
    r"(?:[A-ZÀ-Ý][\w.'’-]*\s?|(?:de|da|del|di|la|le|van|von|der|bin|al)\s){1,5}\Z"
)
_TITLED = re.compile(rf"(?i:{'|'.join(sorted(TITLES))})\.?\s")
_RANKED = re.compile(rf"(?:{'|'.join(rank.capitalize() for rank in sorted(RANKS))})\s")
_RANK = re.compile(rf"(?:{'|'.join(rank.capitalize() for rank in sorted(RANKS))})\s\Z")
_OF = re.compile(rf"\b(?P<noun>{_WORD})\s+(?:of|called|named|known as)\s+[\"“'‘]?\Z")
_BEFORE = re.compile(rf"(?P<run>(?:\b{_WORD}\s+){{1,4}})[\"“'‘]?\Z")
_APPOSITION = re.compile(
    r"[\"”'’]?(?:(?:,|\s\(|\s[–—-])\s?(?:an?|one of the|his|her|their|its)"
    r"|\s(?:is|was|are|were|became)\s(?:also\s|still\s|once\s)?(?:an?|the|one of the|his|her|their|its))\s"
    rf"(?P<run>(?:(?:{_WORD}|[A-Z][\w-]*)[ ]){{0,5}}?{_WORD})(?=[,.;:)\n]|\s(?:who|that|which|of|in|for|from|with|and"
    r"|at|to|by|based|located|born|founded|owned|set|on|about|directed|starring|used)\b|\Z)"
)
_DOES = re.compile(
    r"(?:['’]s)?\s(?:(?:also|later|then|first|never|had|has|was|is|often|who|and)\s)?(?:said|says|told|tells|asked|argued"
    r"|complained|alleged|submitted|stated|claimed|replied|wrote|married|divorced|born|died|starred|played|plays|appeared"
    r"|directed|studied|graduated|grew up|attended|lives|lived|moved|works|worked|joined|retired|testified|applied"
    r"|appealed|refused|suffered|suffers|met|began|explained|denied|agreed|felt|thinks|thought|believes|believed"
    r"|received|won|loves)\b"
)
_LIFE = re.compile(r"\s?\((?:born|b\.|née|[^()]{0,40}?\b(?:1[5-9]|20)\d\d\s?[–-]|[^()]{0,30}\bborn\b)")
_YEAR = re.compile(r"[\"”'’]?\s?\((?:1[89]|20)\d\d(?:[–-](?:\d{2,4}|present)?)?(?:\sfilm)?\)")
_IN = re.compile(
    r"\b(?:in|near|from|at|to|outside|around|across|throughout|visited|lives in|born in|town of|city of)\s\Z"
)
_DWELLING = re.compile(
    r"\b(?:liv(?:e|es|ed|ing)|resid(?:e|es|ed|ing)|resident|born|raised|grew up|settled|practi[sc]ing|buried) in\s\Z"
)
_IN_TOWN = re.compile(r"\b(?:in|near) [A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3}, \Z")
_REGION = re.compile(r",\s[A-Z][a-z]+")
_IN_WORK = re.compile(
    r"\b(?:film|movie|series|show|sitcom|comedy|drama|thriller|musical|novel|book|song|album|sequel|episode|play|game"
    r"|miniseries|opera|poem|magazine|newspaper|starr(?:ed|ing) in|appear(?:ed|ing) in|roles? in|directed|titled"
    r"|entitled|published|wrote|filming|(?:productions?|performances?|adaptations?|versions?) of)\s"
    r"(?:such as\s|including\s|like\s)?[\"“'‘]?\Z"
)
_NOT_KIND = STOP_WORDS | frozenset(
    "last first second third only former current new own other main final next late".split()
)
_EXAMPLES = ("including", "like", "as")
_NAMING = frozenset("called named titled entitled dubbed renamed christened".split())
_NAMES = frozenset("name title nickname surname word term one thing reason example part other rest result".split())
"""Nouns that do not say what something is."""
_LINKING = frozenset("is was are were be been become became remains remained".split())
_ROLE = re.compile(
    r"\b(?:cast|star(?:red|ring|s)?|appear(?:ed|ing|s)?|debut|role|roles|known|turn|part)\b[^.,;\n]{0,40}?\sas\s\Z"
    r"|\b(?:roles?|part|voice|portrayals?|character)\sof\s\Z|\b(?:portray(?:ed|s|ing)|play(?:ed|s|ing)|voic(?:ed|es|ing))\s\Z"
)
_SHOWN = re.compile(r"\b(?:films?|movies?|television|series|actor|actress|miniseries|sitcom|soap opera|stage play)\b")
_IN_ROLE = re.compile(
    r"\b(?:portray\w*|play(?:ed|s|ing)|voic(?:ed|es|ing)|role\sof|roles?\sas|starr?(?:ed|s|ing)\sas|cast\sas)\s"
    r"(?:[^.,;\n]{2,40})\s(?:in|on)\s[\"“]?\Z"
)
_AWARDING = re.compile(
    r"\b(?:won|wins|winning|received|earned|nominated for|nominations? for|awarded)\s"
    r"(?:(?:both|an?|the|his|her|two|three|four|five|several|first|second)\s){0,3}\Z"
)
_QUOTED = re.compile(r"[\"“‘]\Z")
_COMPANY = re.compile(r",?\s(?:Inc|Ltd|Corp|LLC|plc|GmbH|AG|S\.A|Co)\b")
_TAKES = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|on|prescribed|started|using|used|tried|mg of|doses? of|switched to|given|with)\s\Z"
)
_DOSE = re.compile(
    r"\s(?:\(?\d+(?:\.\d+)?\s?(?:mg|mcg|ml|g)\b|for (?:my|his|her|about|the past)\b|tablets?|pills?|injections?)"
)


def said_of(text: str, start: int, end: int, is_noun: Callable[[str], bool], syntax: Syntax | None = None) -> Said:
    """What the text around a name says of it; `is_noun` tells nouns from other words.

    With the grammar of the text, what it says of a name is read from that, else from the words beside the name.

    >>> nouns = {"actress", "film", "company", "village"}.__contains__
    >>> text = "The film actress Ann Lee met Orbo, a small company from the village of Este."
    >>> at = {name: text.index(name) for name in ("Ann Lee", "Orbo", "Este")}
    >>> [said_of(text, start, start + len(name), nouns).called for name, start in at.items()]
    [('actress',), ('small company', 'company'), ('village',)]
    """
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    paragraph = before.rpartition("\n\n")[2]
    called: Iterable[str] = _called(paragraph, text[start:end], after, is_noun)
    parts: Iterable[tuple[str, str]] = ()
    if syntax:
        parts = parts_played(text, syntax.words(start, end), syntax)
        role = ("character",) if _ROLE.search(paragraph) and _SHOWN.search(text) else ()
        called = (
            *role,
            *_parsed(text, syntax.words(start, end), syntax, is_noun),
            *_of_title(paragraph + text[start:end]),
        )
    return Said(
        tuple(dict.fromkeys(KIN.get(noun, noun) for noun in called)),
        tuple(_sorts(paragraph, after, text[start:end])),
        tuple(parts),
    )


def _called(before: str, name: str, after: str, is_noun: Callable[[str], bool]) -> Iterator[str]:
    if match := _APPOSITION.match(after):
        yield from _from_head(match["run"].split(), is_noun)
    if match := _OF.search(before):
        if is_noun(match["noun"]):
            yield match["noun"]
    elif match := _BEFORE.search(before):
        yield from list(_from_head(match["run"].split(), is_noun))[-1:]  # the words before it stay where they are
    yield from _of_title(before + name)


def _of_title(name: str) -> Iterator[str]:
    """What somebody is by the title: "Mrs Lee" is a woman, "Governor Lee" a governor."""
    if match := _OFFICE.search(name):
        yield OFFICES[match["office"].lower()]
    if match := _SEX.search(name):
        yield "man" if match["title"].lower() == "mr" else "woman"


def _parsed(text: str, words: range, syntax: Syntax, is_noun: Callable[[str], bool]) -> Iterator[str]:
    """What the grammar says of a name: its predicate, an apposition, the noun before it."""
    if not words:
        return
    top = syntax.top(words)
    if syntax.pos[top] not in ("PROPN", "NOUN", "X", "ADJ", "NUM", "VERB"):
        return
    verb = syntax.head[top]
    if syntax.relation[top] == "nsubj" and _said(text, syntax, verb) in _LINKING:
        for attribute in syntax.children(verb):
            if syntax.relation[attribute] == "attr":
                yield from _described(text, syntax, attribute, is_noun)
    for child in syntax.children(top):
        if syntax.relation[child] == "appos" and child not in words and not _is_listed(syntax, top, child):
            yield from _described(text, syntax, child, is_noun)
    head = syntax.head[top]
    if syntax.relation[top] == "appos" and head not in words and not _is_listed(syntax, head, top):
        yield from _described(text, syntax, head, is_noun)
    yield from _as_subject(text, syntax, top, is_noun)
    run: list[str] = []
    for before in range(words.start - 1, max(-1, words.start - 5), -1):
        same = syntax.head[before] in words or syntax.head[before] in range(before, words.stop)
        if not same or syntax.pos[before] != "NOUN" or "\n" in text[syntax.ends[before] : syntax.starts[before + 1]]:
            break
        said = text[syntax.starts[before] : syntax.ends[before]]
        if len(said) < _SHORTEST or said.endswith("."):  # "500 m. Lee won"
            break
        run.insert(0, said)
    if run and is_noun(run[-1]):
        yield " ".join(run)
        yield run[-1]


def _as_subject(text: str, syntax: Syntax, top: int, is_noun: Callable[[str], bool]) -> Iterator[str]:
    """What a name is by the noun that a sentence says it of: "its newest album is X", "the songs include X"."""
    while syntax.relation[top] == "conj" and syntax.head[top] != top:
        top = syntax.head[top]
    verb, relation = syntax.head[top], syntax.relation[top]
    said = _said(text, syntax, verb)
    if relation == "pobj" and said in _EXAMPLES and syntax.relation[verb] == "prep":
        such = any(_said(text, syntax, child) == "such" for child in syntax.children(verb))
        subject = syntax.head[verb]
        near = text[syntax.ends[subject] : syntax.starts[verb]] in (" ", ", ", " such ", ", such ")
        many = near and (such or said != "as")  # else it would stand there twice
        yield from _plain_noun(text, syntax, subject, is_noun) if many and syntax.tag[subject] == "NNS" else ()
        return
    is_one_of = any(_said(text, syntax, child) in ("a", "an") for child in syntax.children(top))  # "was a Dane"
    is_said = relation == "attr" and said in _LINKING and not is_one_of
    if not (is_said or (relation == "oprd" and said in _NAMING) or (relation == "dobj" and said.startswith("includ"))):
        return
    subjects = [child for child in syntax.children(verb) if syntax.relation[child] in ("nsubj", "nsubjpass")]
    if not subjects and syntax.relation[verb] == "acl":  # "an album called X"
        subjects = [syntax.head[verb]]
    for subject in subjects[:1]:
        if syntax.tag[subject] == "NN" or (syntax.tag[subject] == "NNS" and relation != "attr"):
            yield from _plain_noun(text, syntax, subject, is_noun)


def _plain_noun(text: str, syntax: Syntax, noun: int, is_noun: Callable[[str], bool]) -> Iterator[str]:
    """A noun in the singular with the nouns before it, then alone; nothing for one that only names: "title"."""
    said = _said(text, syntax, noun)
    one = normal_word(said) if syntax.tag[noun] == "NNS" else said
    if one in _NAMES or said in _NOT_KIND or not is_noun(one):
        return
    before = noun - 1
    if before >= 0 and syntax.head[before] == noun and syntax.tag[before] == "NN" and syntax.pos[before] == "NOUN":
        yield f"{_said(text, syntax, before)} {one}"
    yield one


def _is_listed(syntax: Syntax, name: int, noun: int) -> bool:
    """Whether a noun is an item of a list, which a parser takes for an apposition: it has no article, but others."""
    own, others = ({syntax.relation[child] for child in syntax.children(word)} for word in (noun, name))
    return bool((own | others) & {"conj", "cc"}) and not own & {"det", "poss"}


def _described(text: str, syntax: Syntax, noun: int, is_noun: Callable[[str], bool]) -> Iterator[str]:
    """A noun with the words before it that say what kind, then with fewer of them."""
    said = _said(text, syntax, noun)
    determined = any(syntax.relation[child] == "det" for child in syntax.children(noun))
    if not (syntax.pos[noun] == "NOUN" or (syntax.pos[noun] == "ADJ" and determined)):  # "a Navy general"
        return
    if said in STOP_WORDS or not is_noun(said):
        return
    first = noun
    while first > 0 and syntax.head[first - 1] in range(first, noun + 1) and _says_kind(text, syntax, first - 1):
        first -= 1
    one = normal_word(said) if syntax.tag[noun] == "NNS" else said
    for at in range(max(first, noun - 3), noun + 1):
        if syntax.pos[at] != "PUNCT":
            yield text[syntax.starts[at] : syntax.starts[noun]] + one


def _says_kind(text: str, syntax: Syntax, word: int) -> bool:
    said = text[syntax.starts[word] : syntax.ends[word]]
    relation, tag = syntax.relation[word], syntax.tag[word]
    return (relation in ("amod", "compound") and tag in ("JJ", "NN") and said.lower() not in _NOT_KIND) or (
        relation == "punct" and said == "-"
    )


def _said(text: str, syntax: Syntax, word: int) -> str:
    return text[syntax.starts[word] : syntax.ends[word]].lower()


def _from_head(words: list[str], is_noun: Callable[[str], bool]) -> Iterator[str]:
    """The run of words that ends with a noun, then with fewer words before it: "film actress", "actress"."""
    if not words or words[-1] in STOP_WORDS or not is_noun(words[-1]):
        return
    first = len(words) - 1
    while first > 0 and words[first - 1] not in STOP_WORDS and not words[first - 1].endswith(("ed", "ly", "'s", "’s")):
        first -= 1
    for at in range(max(first, len(words) - 3), len(words)):
        yield " ".join(words[at:])


def _sorts(before: str, after: str, name: str) -> Iterator[str]:
    if _HONORIFIC.search(before) or _RANK.search(before) or _TITLED.match(name):
        yield PERSON
        yield PERSON
    elif _RANKED.match(name):
        yield PERSON
    if _LIFE.match(after):
        yield PERSON
        yield PERSON
    if _DOES.match(after):
        yield PERSON
    if _YEAR.match(after):
        yield WORK
        yield WORK
    if _IN_WORK.search(before) or _IN_ROLE.search(before):
        yield WORK
        yield WORK
    if _QUOTED.search(before) and name[:1].isupper():
        yield WORK
    if _AWARDING.search(before):
        yield AWARD
        yield AWARD
    if _DWELLING.search(before) or (_IN_TOWN.search(before) and _REGION.match(after)):
        yield from (PLACE,) * _DWELT
    if _IN.search(before):
        yield PLACE
        if _REGION.match(after):
            yield PLACE
    if _COMPANY.match(after):
        yield ORGANIZATION
        yield ORGANIZATION
    if _TAKES.search(before) and " " not in name.strip():
        yield PRODUCT
    if _DOSE.match(after):
        yield PRODUCT
        yield PRODUCT

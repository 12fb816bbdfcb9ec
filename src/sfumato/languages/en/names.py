"""The ways in which one and the same name is written: of a person, a company, and words derived from a concept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.en.normalform import normal_form

# Each line: names that stand for each other in English. Common knowledge, written down for this purpose.
_GIVEN = """abigail abby; albert al bert; alexander alex sandy; alexandra alex sandra; alfred fred alf; andrew andy drew
anthony tony; barbara barb; benjamin ben; bernard bernie; catherine kathy cathy kate katherine kathryn;
charles charlie chuck; christina chris tina christine; christopher chris; daniel dan danny; david dave;
deborah debbie debra; donald don; dorothy dot dolly; edward ed eddie ted ned; eleanor ellie nell; elizabeth
liz beth betty eliza; eugene gene; florence flo; francis frank; franklin frank; frederick fred freddie;
gabriel gabe; george georgie; gerald gerry jerry; gregory greg; harold harry hal; henry harry hank; herbert
herb bert; isabella bella; jacob jake; james jim jimmy jamie; janet jan; jeffrey jeff geoffrey geoff;
jennifer jen jenny; jessica jess; john johnny jack; jonathan jon; joseph joe joey; joshua josh; judith judy;
kenneth ken kenny; kimberly kim; lawrence larry laurence; leonard leo len lenny; louis lou lewis; lucille
lucy; margaret maggie meg peggy marge; martin marty; matthew matt; michael mike mick mickey; mildred millie;
nathaniel nathan nate; nicholas nick; norman norm; pamela pam; patricia pat patty trish; patrick pat paddy;
peter pete; philip phil phillip; raymond ray; rebecca becky; richard rick dick rich richie; robert bob rob
bobby robbie bert; ronald ron ronnie; samuel sam sammy; samantha sam; sandra sandy; stephanie steph; stephen
steve steven; susan sue suzanne susie; theodore ted theo; theresa terry tess teresa; thomas tom tommy;
timothy tim; victoria vicky; vincent vince vinnie; virginia ginny; walter walt wally; william bill will
billy willie liam; zachary zach"""
_STANDS_FOR: dict[str, set[str]] = {}
for _line in _GIVEN.replace("\n", " ").split(";"):
    _full, *_short = _line.split()
    for _name in (_full, *_short):
        _STANDS_FOR.setdefault(_name, set()).update({_full, *_short} - {_name})
_LEGAL = re.compile(
    r"[,\s]+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|gmbh|ag|sa|s\.a|nv|bv|group|holdings)\.?$",
    re.I,
)
_ORGANIZATION = re.compile(
    r"\b(?:university|college|school|institute|hospital|clinic|bank|church|ministry|department|agency|association"
    r"|foundation|society|committee|council|court|union|party|club)\b",
    re.I,
)
TITLED = "mr|mrs|ms|miss|mx|dr|prof|professor|sir|lady|lord|judge|justice|rev|hon"
"""Titles before a name, as an expression."""
_TITLE = re.compile(rf"^(?:{TITLED})\.?\s+", re.I)
_CAPITALISED = r"[^\W\d_a-z][^\W\d_A-Z]+"
_ONE_NAME = re.compile(
    rf"(?:(?:[OD]['’]|Mc|Mac|Al-|El-)?{_CAPITALISED})(?:['’-](?:[OD]['’]|Mc|Mac)?[^\W\d_]+)*|[^\W\d_a-z]\."
)
_SUFFIX = re.compile(r",?\s+(?:jr|sr|i{2,3}|iv|md|phd|esq)\.?$", re.I)
LIVES = ("born", "died", "birth")
JOINING = frozenset(("of", "the", "and", "for", "in", "on", "de", "la", "&"))
"""Words in normal form that stand inside names."""
_PARTICLES = frozenset("al ben bin da de del della den der di du el ibn la le van von".split())
_FATHERS = frozenset("al ben bin el ibn".split())  # what follows is never said alone: no "Laden"
_DERIVED = (
    ("icism", ("ic",)),
    ("ism", ("ist", "istic", "ic")),
    ("ality", ("al",)),
    ("phrenia", ("phrenic",)),
    ("philis", ("philitic",)),
    ("itis", ("itic",)),
    ("osis", ("otic",)),
    ("lepsy", ("leptic",)),
    ("philia", ("philiac", "philic")),
    ("mania", ("manic", "maniac")),
)
_LONG_BEFORE_LETTER = re.compile(r"([^aeiou]*[aeiou][^aeiou])\w{4,} ([a-z])")


def is_name(label: str) -> bool:
    """Whether a label is written as the name of one person or thing: every word of it begins with a capital.

    >>> is_name("Steve Wozniak"), is_name("hepatitis C"), is_name("Ludwig van Beethoven")
    (True, False, True)
    """
    words = re.findall(r"[^\W\d_][\w'.-]*", label)
    large = [word for word in words if word[0].isupper()]
    return bool(large) and words[0][0].isupper() and all(w[0].isupper() or len(w) <= 3 for w in words)


def is_given(label: str) -> bool:
    """Whether a name begins as a person's: with a title or a given name that is known."""
    return bool(_TITLE.match(label)) or label.split()[0].lower().strip(".") in _STANDS_FOR if label.split() else False


def kind_of(label: str) -> str:
    """What a name that no taxonomy has is most likely the name of: "organization", "person" or "unknown"."""
    if _LEGAL.search(label) or _ORGANIZATION.search(label):
        return "organization"
    bare = _SUFFIX.sub("", _TITLE.sub("", label)).split()
    first = bare[0].lower().strip(".") if bare else ""
    if _TITLE.match(label) or (len(bare) > 1 and first in _STANDS_FOR) or re.match(r"^(?:[A-Z]\.\s*)+[A-Z]\w+$", label):
        return "person"
    named = [word for word in bare if word.lower() not in _PARTICLES]
    return "person" if 2 <= len(named) <= 4 and all(map(_ONE_NAME.fullmatch, named)) else "unknown"


def variants(label: str, kind: str) -> list[str]:
    """The other ways in which the name of a person, an organization or a concept is written.

    >>> variants("Steve Wozniak", "person")[:3]
    ['Wozniak', 'Wozniak, Steve', 'Stephen Wozniak']
    >>> variants("Ana Reis-Lobo", "person")
    ['Reis-Lobo', 'Reis', 'Lobo', 'Reis-Lobo, Ana', 'A. Reis-Lobo', 'Ana Reis', 'Ana Lobo', 'Ana']
    >>> variants("Apple Inc.", "organization"), variants("pregnancy termination", "concept")
    (['Apple'], ['termination of pregnancy'])
    """
    return list(dict.fromkeys(name for name in _variants(label, kind) if name != label))


def _otherwise_put(label: str) -> Iterator[str]:
    """A noun and what it is of, the other way round: "pregnancy termination" is a "termination of pregnancy"."""
    words = label.split()
    if "of" in words[1:-1]:
        at = words.index("of", 1)
        yield " ".join((*words[at + 1 :], *words[:at]))
    elif len(words) > 1:
        yield f"{words[-1]} of {' '.join(words[:-1])}"


def _variants(label: str, kind: str) -> Iterator[str]:
    if kind == "organization":
        shorter = label
        while (bare := _LEGAL.sub("", shorter)) != shorter:
            yield (shorter := bare)
        return
    if kind == "concept":
        yield from _otherwise_put(label)
        return
    if kind != "person":
        return
    bare = _SUFFIX.sub("", _TITLE.sub("", label))
    if bare != label:
        yield bare
    given, *rest = bare.split() or [""]
    if not rest:
        return
    at = next((at for at, word in enumerate(rest[:-1]) if word.lower() in _PARTICLES), len(rest) - 1)
    last, middle = " ".join(rest[at:]), rest[:at]
    yield last
    if rest[at].lower() not in _FATHERS:
        yield rest[-1]
    halves = [half for half in rest[-1].split("-") if len(half) > 2 and half != rest[-1]]
    yield from halves
    names = [given, *(other.capitalize() for other in sorted(_STANDS_FOR.get(given.lower(), ())))]
    for name in names:
        yield f"{name} {last}"
        yield f"{last}, {name}"
    yield f"{given[0]}. {last}"
    if middle:
        yield f"{given} {' '.join(f'{name[0]}.' for name in middle)} {last}"
    for half in halves:
        yield f"{given} {half}"
    if len(given.strip(".")) > 1:
        yield given


def given_forms(given: str) -> list[str]:
    """The given names, in small letters, that people say for one: short forms, and what it is the short form of.

    >>> given_forms("Bob")
    ['bert', 'bobby', 'rob', 'robbie', 'robert']
    """
    return sorted(_STANDS_FOR.get(given.lower(), ()))


def derived(form: str) -> list[str]:
    """Adjectives and persons that are named after a concept of one word, or what people cut two words to.

    >>> derived("catholicism"), derived("homosexuality"), derived("alcoholism"), derived("hepatitis c")
    (['catholic'], ['homosexual'], ['alcoholist', 'alcoholistic', 'alcoholic'], ['hep c'])
    """
    if found := _LONG_BEFORE_LETTER.fullmatch(form):
        return [f"{found[1]} {found[2]}"]
    if " " in form or len(form) < 8:
        return []
    for ending, others in _DERIVED:
        if form.endswith(ending):
            return [normal_form(form.removesuffix(ending) + other) for other in others]
    return []

"""English word forms by rule: plural, "a" or "an", and which nouns take neither.

`inflect` knows more words, but takes over two seconds to import and writes "a HIV", "STDS" and "syphiliss".
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from sfumato.languages.en.nations import continents
from sfumato.languages.en.normalform import normal_form, normal_word
from sfumato.languages.folding import UNSEEN

_ARTICLE = re.compile(r"^(?:a|an|the|some)\s+", re.IGNORECASE)
_MASS = frozenset(
    """access advice aggression alcohol anatomy anger behavior behaviour biology blood bread butter care clothing
    cocaine coffee conduct consumption damage dentistry dust education electricity employment energy equipment
    evidence faith flesh flora furniture gold grass hair harm health heat help heroin hygiene immunity information
    intelligence intercourse iron jewelry justice knowledge labor labour land leisure literature love luck luggage
    machinery matter meat metabolism milk money morphology mortality mud music nutrition oxygen patience peace
    pollution pornography poverty prevention progress psychology rain recreation rehabilitation reproduction
    research rice safety sand security sexuality silver slang sleep smoke snow software soil staff stuff sugar
    support tobacco traffic transport transportation travel underwear use violence warfare waste water wealth
    weather wool work""".split()
)
_MASS_ENDINGS = ("ics", "ing", "ism", "itis", "ness", "hood", "graphy", "nomy", "syphilis")
_EITHER = frozenset(
    """abuse addiction art autism beer cancer circulation communication control crime death dementia depression
    development discrimination epilepsy exercise failure food fuel growth history income inflammation insurance
    law loss management obesity pain perception pregnancy pressure psychotherapy radiation salt science
    sex skin speech sport stress surgery technology therapy time wine wood""".split()
)
_EITHER_ENDINGS = (
    "emia",
    "osis",
    "iasis",
    "esis",
    "plasia",
    "trophy",
    "uria",
    "algia",
    "penia",
    "ysis",
    "phobia",
    "megaly",
)
_COUNTABLE = frozenset(
    """analysis anatomy axis basis beginning being biography building business ceiling covering crisis criticism
    crossing diagnosis drawing dwelling earring economy ending evening feeling filling finding gathering greeting
    grouping happening harness heading hearing herring hypothesis illness king likeness lining listing marking
    mechanism medicine meeting microorganism morning neighborhood neighbourhood oasis offering offspring opening
    organism outing painting photograph plaything prism proceeding prosthesis pudding rating reading recording ring
    saying setting sibling sickness spring string swelling thesis thing trophy undertaking warning weakness wedding
    wilderness wing witness""".split()
)  # in spite of their ending

_IRREGULAR = {
    "alga": "algae", "alumnus": "alumni", "bacillus": "bacilli", "bacterium": "bacteria", "bronchus": "bronchi",
    "calf": "calves", "coccus": "cocci", "criterion": "criteria", "datum": "data", "echo": "echoes", "elf": "elves",
    "fungus": "fungi", "genus": "genera", "goose": "geese", "half": "halves", "hero": "heroes", "knife": "knives",
    "larva": "larvae", "lens": "lenses", "loaf": "loaves", "louse": "lice", "medium": "media", "mosquito": "mosquitoes",
    "nucleus": "nuclei", "ovum": "ova", "ox": "oxen", "phenomenon": "phenomena", "phylum": "phyla",
    "potato": "potatoes", "quiz": "quizzes", "scarf": "scarves", "self": "selves", "shelf": "shelves",
    "stimulus": "stimuli", "stomach": "stomachs", "stratum": "strata", "testis": "testes", "thief": "thieves",
    "tomato": "tomatoes", "tornado": "tornadoes", "vertebra": "vertebrae", "volcano": "volcanoes", "wolf": "wolves",
}  # fmt: skip
_IRREGULAR_ENDINGS = (
    ("man", "men"), ("child", "children"), ("person", "people"), ("foot", "feet"), ("tooth", "teeth"),
    ("mouse", "mice"), ("life", "lives"), ("wife", "wives"), ("leaf", "leaves"),
    ("bacterium", "bacteria"), ("sis", "ses"), ("xis", "xes"),
)  # fmt: skip
_NO_MEN = ("human", "german", "roman", "shaman", "talisman", "ottoman", "norman", "caiman")
_UNCHANGED = frozenset(
    """aircraft bison cattle chassis corps deer headquarters means moose offspring people police salmon series sheep
    shrimp species spacecraft squid swine trout""".split()
)
_ALWAYS_PLURAL = frozenset("people police cattle clothes genitals goods media".split())

_WITH_E = frozenset("larg lat wid saf prim pur clos strang fin nic rar brav gentl simpl".split())
"""Adjectives that lose an "e" before "-est"."""

_TAIL = re.compile(
    r"(?<=\S)(?:\s+(?:of|in|by|with|to|for|from|at|on|due|caused|affecting|involving|that|who)\b|\s*[,(]).*", re.S
)
_AMOUNT_OF = re.compile(
    r"^(?:[a-z]+\s)?(?:lots?|couple|bits?|numbers?|deal|plenty|bunch|amounts?)\sof\s(?:the\s)?", re.I
)
_POSSESSIVE = re.compile(r"['’][sS]?\Z")
_SPELLED = re.compile(r"[A-Z][A-Z0-9]+(?![a-z]{2})|[A-Z](?![a-zA-Z])")
_NUMBER = re.compile(r"8|1[18](?!\d)|1[18](?=(?:,?\d{3})+(?!\d))")
_VOWEL = re.compile(r"[aeiou]|y[^aeiou]|hour|heir|honest|hono", re.I)
_GLIDE = re.compile(
    r"eu|ewe|once|one(?![a-z]*[ir])|uni(?!n|d|m[^eo])|unanim|u[st][aeiu]|uk|ubiq|ugand|ur[aeiou]|utop", re.I
)


@dataclass(frozen=True, slots=True)
class Noun:
    """A label taken apart: "skin disease in children" has the words "skin disease" and the tail " in children"."""

    words: tuple[str, ...]
    tail: str
    forms: tuple[str, ...]
    """The normal forms of the words."""
    proper: bool
    plural: bool
    mass: bool
    either: bool
    """Stands with and without an article: none is added, but one that is there stays."""

    @property
    def countable(self) -> bool:
        """Whether the singular needs an article."""
        return not (self.proper or self.plural or self.mass or self.either)

    def text(self, many: bool = False, tail: bool = True) -> str:
        """The label in this number; one that has no other number stays as it is."""
        words = list(self.words)
        if many and not (self.proper or self.plural or self.mass):
            words[-1] = plural(words[-1])
        return " ".join(words) + (self.tail if tail else "")


@lru_cache(maxsize=1 << 14)
def form(term: str) -> str:
    """The normal form of a term, remembered: in one text the same terms come again and again."""
    return normal_form(term)


@lru_cache(maxsize=1 << 14)
def noun(label: str) -> Noun:
    """What a label is, by its look.

    >>> noun("sexual behavior").mass, noun("city in Florida").words, noun("South America").proper
    (True, ('city',), True)
    """
    core = _TAIL.sub("", label)
    words = tuple(core.split()) or (label,)
    head = words[-1].lower()
    proper = (words[-1][0].isupper() or not words[-1][0].isalpha()) and label not in continents()
    many = not proper and head not in _MASS and is_plural(head)
    how = "counted" if many else _how_counted(head)
    mass = how == "mass"
    either = how == "either" or (not mass and "and" in words)
    return Noun(words, label[len(core) :], tuple(map(form, words)), proper, many, mass, either)


def _how_counted(head: str) -> str:
    """Whether a noun is a "mass" noun, is "counted", or may be "either"; nothing is said of one that looks counted."""
    if head in _COUNTABLE:
        return "counted"
    if head in _MASS or head in _EITHER:
        return "mass" if head in _MASS else "either"
    how = _seen_counted().get(head) or by_ending(head)
    return "counted" if how == "both" else how


@cache
def _seen_counted() -> dict[str, str]:
    """How nouns are counted of which their look does not tell; compiled by `scripts/compile_mass_nouns.py`."""
    lines = resources.files("sfumato.languages.en").joinpath("mass_nouns.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def may_be_bare(label: str) -> bool:
    """Whether a label may stand in the singular without an article: "treatment" may, "disorder" may not."""
    return not noun(label).countable or _seen_counted().get(noun(label).words[-1].lower()) == "both"


def by_ending(noun: str) -> str:
    """What the ending of a noun says of how it is counted: "mass", "either" or nothing.

    >>> by_ending("optimism"), by_ending("hypnosis"), by_ending("disorder")
    ('mass', 'either', '')
    """
    if noun.endswith(_MASS_ENDINGS) or _sibilant(noun):
        return "mass"
    return "either" if noun.endswith(_EITHER_ENDINGS) else ""


def _sibilant(word: str) -> bool:
    """Whether a word that is no plural ends like one: "measles", "rickets"."""
    return word.endswith("s") and word[-2:-1] not in tuple("aious") and not {word} & (_UNCHANGED | _IRREGULAR.keys())


@lru_cache(maxsize=1 << 14)
def is_plural(word: str, loud: bool = False) -> bool:
    """Whether a noun is in the plural; `loud` says that it stands among capitals.

    >>> [is_plural(w) for w in ("viruses", "STDs", "women", "people", "AIDS", "diabetes", "series", "syphilis")]
    [True, True, True, True, False, False, False, False]
    """
    word = _POSSESSIVE.sub("", word)
    plain = "".join(filter(str.isalnum, unicodedata.normalize("NFKD", UNSEEN.sub("", word)))).casefold()
    if plain in _ALWAYS_PLURAL:
        return True
    if plain.endswith("viruses"):  # the table of singulars has the kinds of virus in the plural only
        return True
    return plain not in _UNCHANGED and plain.isalpha() and normal_word(word, loud).casefold() != plain


def head_of(term: str) -> str:
    """The word of a term that has its number: "bottles" in "bottles of wine", "wine" in "lots of wine"."""
    words = _TAIL.sub("", _AMOUNT_OF.sub("", term)).split()
    return words[-1] if words else ""


@lru_cache(maxsize=1 << 14)
def plural(word: str) -> str:
    """The plural of a noun in the singular.

    >>> [plural(w) for w in ("virus", "city", "woman", "diagnosis", "bacterium", "species", "STD", "day")]
    ['viruses', 'cities', 'women', 'diagnoses', 'bacteria', 'species', 'STDs', 'days']
    """
    first, hyphen, last = word.rpartition("-")
    if hyphen and first and last.isalpha():
        return f"{first}-{plural(last)}"
    small = word.lower()
    if small in _UNCHANGED or small.endswith("fish") or not small[-1:].isalnum() or _sibilant(small):
        return word
    if small in _IRREGULAR:
        return word[0] + _IRREGULAR[small][1:]
    if len(word) > 1 and word.isupper():
        return word + "s"
    for one, many in _IRREGULAR_ENDINGS:
        if small.endswith(one) and not small.endswith(_NO_MEN):
            return word[: -len(one)] + many
    if small.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if small.endswith("y") and small[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + "s"


@lru_cache(maxsize=1 << 14)
def article(phrase: str) -> str:
    """The indefinite article before a phrase, by the sound that it begins with.

    >>> [article(w) for w in ("virus", "infection", "HIV test", "unit", "unidentified man", "hour", "8-year-old")]
    ['a', 'an', 'an', 'a', 'an', 'an', 'an']
    """
    word = unicodedata.normalize("NFKD", phrase.lstrip("\"'“‘([{*_"))
    if _SPELLED.match(word):
        return "an" if word[0] in "AEFHILMNORSX" else "a"
    return "an" if _NUMBER.match(word) or (_VOWEL.match(word) and not _GLIDE.match(word)) else "a"


def positive(superlative: str) -> str:
    """The adjective of a superlative by its ending; empty for one that has another.

    >>> [positive(word) for word in ("richest", "largest", "biggest", "busiest", "best")]
    ['rich', 'large', 'big', 'busy', '']
    """
    if not superlative.endswith("est") or len(superlative) < 6:
        return ""
    stem = superlative[:-3]
    if stem.endswith("i"):
        return f"{stem[:-1]}y"
    if stem[-1] == stem[-2] and stem[-1] not in "ls":
        return stem[:-1]
    return f"{stem}e" if stem in _WITH_E else stem


def without_article(phrase: str) -> str:
    """A phrase without the article that it begins with.

    >>> without_article("a person"), without_article("The Hague"), without_article("some")
    ('person', 'Hague', 'some')
    """
    return _ARTICLE.sub("", phrase)

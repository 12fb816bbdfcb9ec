"""The small closed lists by which wording reads a text without a parser: what may stand beside a noun phrase."""

from __future__ import annotations

from functools import cache
from importlib import resources

from sfumato.languages.en.normalform import STOP_WORDS, normal_word

DETERMINERS = frozenset(
    """a an the this these those my your his her its our their whose no any some each every either neither another
    such much many few several both all more most less fewer enough own same other various numerous first second
    third last next former latter half double zero one two three four five six seven eight nine ten eleven twelve
    dozen hundred thousand million""".split()
)
"""Words that settle the article of what follows."""

MEASURING = frozenset("more much enough".split())
"""Determiners that a noun which is counted has in the plural only."""

COUNTING = frozenset(
    """these those many few several both various numerous two three four five six seven eight nine ten eleven twelve
    """.split()
)
"""Determiners that a mass noun cannot have."""

WIDE_PLACES = frozenset("country state region province county department territory republic kingdom nation".split())
"""Places that others lie in."""
PLACES = WIDE_PLACES | frozenset(
    "city town village municipality settlement commune suburb hamlet place capital".split()
)

SINGLING = frozenset("this each every another one neither".split())
"""Determiners that no plural follows."""

_PREPOSITIONS = frozenset(
    """despite amid amidst around near outside inside along across beyond behind beside besides like unlike except
    including excluding regarding concerning versus vs plus minus throughout alongside amongst beneath underneath
    till namely maybe perhaps never always often sometimes even still almost already whereas unless
    """.split()
)

INTRODUCING = frozenset(
    """after although as at because before besides but by despite during earlier for from however if in indeed instead
    later meanwhile moreover near on once since soon still then though through thus today under unless unlike until
    upon when whereas while with within without yet yesterday""".split()
)
"""Words that begin a sentence whose first comma is none of a list."""

BEFORE = (STOP_WORDS | _PREPOSITIONS | INTRODUCING) - DETERMINERS
"""Function words after which a noun phrase begins anew."""

_AFTER = frozenset(
    """ago abroad again alone along alongside already anymore anyway apart aside away back early earlier forever home
    instead last late later long next nowadays often online overnight overseas sometimes soon still today together
    tomorrow tonight worldwide yesterday yearly monday tuesday wednesday thursday friday saturday sunday january
    february march april june july august september october november december""".split()
)

_PARTICIPLES = frozenset(
    """affecting arriving attacking becoming beginning being bringing carrying causing coming containing destroying
    doing entering giving going having helping infecting inhabiting involving killing leading leaving living looking
    making meaning moving occurring reaching resulting returning running saying showing spreading starting staying
    struggling suffering taking waiting wearing working""".split()
)

_THIRD_PERSON = frozenset(
    """accounts affects agrees allows appears argues arises arrives attacks becomes began begins believes belongs
    blames blocks brings can't cannot carries causes claims comes consists contains continues contracts creates
    decides denies depends destroys develops did didn't dies does doesn't eats ends enters exists explains feels
    follows gets gives goes grows happens harms hasn't helps hides hits impairs improves includes increases infects
    invades involves isn't keeps kills knows lacks lasts leads leaves lets lies lives looks loses loves makes means
    meets multiplies needs occurs offers owns persists prevents produces progresses promises provides reaches receives
    recurs reduces refers refuses remains replicates represents requires results returns runs says seems sees sells
    sends shows sits speaks spreads stands starts stays stops strikes suffers suggests takes tells tends thinks travels
    tries triggers turns uses visits wants wasn't wears weakens wins won't works worsens wouldn't writes yields
    """.split()
)

_PLAIN = frozenset(
    """acquire affect appear arise avoid be become begin bring carry come contain continue deny develop diagnose die do
    eat enter exist follow get give go grow happen have include infect inherit invade involve keep kill know leave live
    lose mean meet mention occur prevent receive recur remain require see seem sell suffer take tell tend transmit
    weaken""".split()
)
_PLAIN_OR_NOUN = frozenset(
    """beat blame buy catch cause contract cure drink fear fight find hate help hit increase inject love need offer
    produce reach return run show smoke spread stop strike treat visit want""".split()
)

_PAST = frozenset(
    """arose ate beat became began bit blew bought broke brought built came caught chose cost cut did drank drew drove
    fell fed felt flew forgot fought found gave got grew had heard held hid hit hurt kept knew laid lay led left let
    lost made meant met paid put quit ran rang read rose said sang sat saw sent set shot shut sold spent spoke spread
    stole stood struck stuck swore taken taught thought threw told took understood went woke won wore wrote given gone
    seen known shown written been eaten drunk driven fallen flown forgotten gotten grown hidden spoken stolen thrown
    worn broken chosen born""".split()
)

_HELPERS = frozenset(
    """to can could may might will would shall should must did do does not cannot can't couldn't won't wouldn't
    shouldn't mustn't didn't don't doesn't never i you we they who let lets""".split()
)
"""Words after which the plain form of a verb stands."""

_ADJECTIVES_LY = frozenset("early elderly deadly likely unlikely daily weekly monthly costly friendly ugly".split())
_NOUNS_LY = frozenset("ally anomaly assembly belly family fly jelly reply supply".split())

SINGULAR_VERBS = frozenset("is isn't was wasn't has hasn't does doesn't".split())

_ROLES = frozenset(
    """aunt boss chef child coach cousin friend girl boy boyfriend girlfriend husband judge king man nurse patient
    niece nephew president prince princess queen senator son spouse student uncle wife woman actress""".split()
)

_PEOPLE = frozenset("adult human individual man people person woman".split())
DOERS = ("er", "or", "ist", "ian")
"""Endings of many nouns that say what somebody is."""
_ADJECTIVES = frozenset(
    """acute advanced bad early long-term lifelong mild new rare recent secondary primary severe short-term strong
    suspected untreated young old""".split()
)
_DESCRIBING = ("nic", "tic", "ous", "ive", "nal", "ial", "ral", "tal")
_NO_ADJECTIVES = frozenset(
    """animal clinic critic criminal detective drive five give hospital journal live material native portal
    receive relative serial several survive trial various arrive""".split()
)
_ROLE_FOLLOWS = DETERMINERS | {"by", "with", "of", "from", "as"}
_COMPARATIVES = frozenset("elder older younger former latter later poor senior junior major minor".split())

TITLES = frozenset("mr mrs ms miss mx dr prof sir dame madam herr frau monsieur madame señor señora".split())

KIN = {
    **dict.fromkeys("wife daughter sister mother aunt niece widow granddaughter grandmother".split(), "woman"),
    **dict.fromkeys("husband son brother father uncle nephew widower grandson grandfather stepfather".split(), "man"),
}
"""Who somebody is that a text calls somebody else's, where it does not say whose."""

RANKS = frozenset(
    """captain chancellor colonel congressman congresswoman doctor father general governor judge justice king lady
    lieutenant lord mayor minister officer pope president prince princess professor queen senator sergeant
    sister""".split()
)

OFFICES = {office: office for office in RANKS - {"doctor", "father", "general", "justice", "officer", "sister"}} | {
    **{word: word for word in "admiral ambassador archbishop baron baroness bishop commander count countess".split()},
    **{word: word for word in "duchess duke emperor empress imam rabbi sheriff sultan".split()},
    "dr": "doctor", "doctor": "doctor", "prof": "professor", "gov": "governor", "sen": "senator", "capt": "captain",
    "col": "colonel", "lt": "lieutenant", "sgt": "sergeant", "general": "general", "gen": "general", "justice": "judge",
    "rev": "member of the clergy", "reverend": "member of the clergy", "officer": "officer", "coach": "coach",
}  # fmt: skip
"""What somebody is by the word before the name."""

CONTRACTIONS = frozenset("he's she's it's that's who's what's where's there's here's let's".split())

ABBREVIATIONS = TITLES | frozenset("vs etc eg ie cf al no st fig ca approx jr sr rev hon gen col capt lt sgt".split())


def is_role(word: str, earlier: str) -> bool:
    """Whether a word, which `earlier` stands before, says what somebody is and a name may follow it.

    >>> is_role("wife", "his"), is_role("engineer", "the"), is_role("remember", "we"), is_role("former", "the")
    (True, True, False, False)
    """
    word = normal_word(word) if word.islower() else ""
    if not names_people(word) or word in _ROLES:
        return word in _ROLES
    return earlier.lower() in _ROLE_FOLLOWS or earlier.endswith(("'s", "’s"))


def surely_people(form: str) -> bool:
    """Whether a noun, in normal form, says what somebody is, whatever its ending."""
    return form in _ROLES or form in _PEOPLE or form in RANKS


def names_people(form: str) -> bool:
    """Whether a noun, in normal form, is likely to say what somebody is."""
    if surely_people(form):
        return True
    if known := _people_nouns().get(form):
        return known == "person"
    return form.endswith(DOERS) and form not in _COMPARATIVES and form not in BEFORE and form not in DETERMINERS


@cache
def _people_nouns() -> dict[str, str]:
    """Nouns that say what somebody is, and that only end so; compiled by `scripts/compile_people_nouns.py`."""
    lines = resources.files("sfumato.languages.en").joinpath("people_nouns.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def describes(word: str) -> bool:
    """Whether a word is an adjective, by its look: "chronic", "severe"."""
    return word.islower() and (word in _ADJECTIVES or (word.endswith(_DESCRIBING) and word not in _NO_ADJECTIVES))


def goes_on(word: str, plural: bool) -> bool:
    """Whether a noun phrase goes on with `word`, rather than ends before it: "HIV test", not "HIV attacks".

    After a plural a verb has its plain form, after a singular not.

    >>> [goes_on(word, False) for word in ("infection", "tests", "attacks", "was", "infected", "yesterday")]
    [True, True, False, False, False, False]
    """
    word = word.lower().replace("’", "'")
    if word in STOP_WORDS or word in _PREPOSITIONS or word in _AFTER or word in _PAST or word in _PARTICIPLES:
        return False
    if word in _PLAIN or word in (_PLAIN_OR_NOUN if plural else _THIRD_PERSON):
        return False
    if word.endswith(("able", "ible")) and len(word) > 6:  # "is HIV curable?"
        return False
    return not word.endswith(("ed", "n't")) and (not word.endswith("ly") or word in _NOUNS_LY)


def ends_before(word: str, earlier: str, opening: bool) -> bool:
    """Whether a noun phrase begins after `word`, which `earlier` stands before: "in HIV", not "chronic HIV".

    `opening` says that `word` is the first of its sentence.

    >>> ends_before("in", "", False), ends_before("visited", "she", False), ends_before("advanced", "with", False)
    (True, True, False)
    >>> ends_before("only", "take", False), ends_before("only", "the", False)
    (True, False)
    """
    word = word.lower().replace("’", "'")
    earlier = earlier.lower().replace("’", "'")
    if word in DETERMINERS or (word.endswith("ly") and earlier in DETERMINERS):
        return False
    if word in BEFORE or word in _THIRD_PERSON or word in _PAST or word.endswith("n't"):
        return True
    if word in _PLAIN or word in _PLAIN_OR_NOUN:
        return True
    if word.endswith("ly"):
        return word not in _ADJECTIVES_LY
    if word.endswith("ing"):
        return earlier not in DETERMINERS
    if word.endswith("ed") and not opening:
        return bool(earlier) and earlier not in DETERMINERS and (earlier not in BEFORE or earlier in _AUXILIARIES)
    return earlier in _HELPERS


_AUXILIARIES = frozenset(
    """he she it i you we they who which that and has have had was were been not never also just then later who've
    he'd she'd they've we've i've""".split()
)

"""All that depends on the language of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from sfumato.types import Document, Edit, Match, Proposal, Reading, Said, Syntax, Term


class Scanner(Protocol):
    """Finds labels that it was made for."""

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Start, end and label of every occurrence, however disguised, in order and apart."""
        ...


class Names(Protocol):
    """How a language writes names."""

    joining: Collection[str]
    """Words in normal form that stand inside names: "Bank of America"."""
    lives: Collection[str]
    """Words in normal form that tell of someone's life: "born"."""

    def is_name(self, label: str) -> bool:
        """Whether a label is written as the name of one person or thing."""
        ...

    def is_given(self, label: str) -> bool:
        """Whether a name begins as a person's."""
        ...

    def kind_of(self, label: str) -> str:
        """What a name is most likely the name of: "organization", "person" or "unknown"."""
        ...

    def variants(self, label: str, kind: str) -> Sequence[str]:
        """The other ways in which the name of a person or an organization is written."""
        ...

    def given_forms(self, given: str) -> Sequence[str]:
        """The other given names, in small letters, that stand for one: short forms, and what it is short for."""
        ...

    def derived(self, form: str) -> Sequence[str]:
        """Adjectives and persons that are named after a concept, in normal form."""
        ...


class Wording(Protocol):
    """How a language says what stands in the place of a term."""

    kinds: Mapping[str, str]
    """What an entity of each type can always be called."""
    kinds_of_names: Mapping[str, str]
    """What a name of each sort ("person", "work") can always be called."""
    sexes: Mapping[str, str]
    """What a person of each sex ("male", "female") is called."""
    genres: Collection[str]
    """What works are called, in normal form: "film", "novel"."""
    beside_medicines: Collection[str]
    """What is said in most documents that name a medicine, and in few that name anything else, in normal form."""
    short_regions: Mapping[str, str]
    """What the short names of regions behind a town stand for: "PA" for Pennsylvania."""
    kin_of_names: Mapping[str, Collection[str]]
    """What must stand above a noun for it to say that a name is of a sort; the first sort that fits counts."""
    sorts: Mapping[str, str]
    """What a name is the name of ("person", "place", "organization"), by the labels above it."""
    untrue: Collection[str]
    """Labels that taxonomies put above things that are none."""
    ways: Mapping[str, Callable[[Term], str | None]]
    """What stands in for a detected span, by the name of the way; None leaves it to a generalisation."""
    placeholders: Collection[str]
    """Words, in capitals, that tools write for hidden ones: they say nothing."""

    def worded(
        self, text: str, proposals: Sequence[Proposal], syntax: Syntax | None = None, *, marks: bool = True
    ) -> list[Edit]:
        """The edits that make these proposals read well: sorted, apart, each proposal within one.

        With the grammar of the text they read better. `marks` says whether what is left out leaves a mark; without
        marks the sentence is closed around it where the grammar lets it.
        """
        ...

    def part_around(self, text: str, start: int, end: int, syntax: Syntax) -> Edit | None:
        """The edit that takes out the least part of a text that holds two places and can go without leaving a hole.

        None where nothing can, in a table.
        """
        ...

    def cased(self, text: str, start: int, end: int, words: str) -> str:
        """Words in small letters as the place asks for them: in capitals among capitals, or to begin a sentence."""
        ...

    def with_article(self, text: str, start: int, words: str, floor: int = 0) -> tuple[int, str]:
        """Words that come to stand at `start`, and where they begin with the article before them if it must change.

        They begin at `floor` or later.
        """
        ...

    def without_article(self, phrase: str) -> str:
        """A phrase without the article that it begins with."""
        ...

    def said_of(
        self, text: str, start: int, end: int, is_noun: Callable[[str], bool], syntax: Syntax | None = None
    ) -> Said:
        """What the text around a name says of it; `is_noun` tells nouns from other words."""
        ...

    def made_of(self, name: str) -> Iterable[tuple[str, str]]:
        """What a name's own words say that it is, where its last noun does not: sorts, each with a noun."""
        ...

    def asked_for(self, before: str, after: str) -> str:
        """What a noun between these words must be: a "person", a "medicine", or nothing where anything can stand."""
        ...

    def continent_of(self, adjective: str) -> str:
        """What a nation's adjective is called by its continent ("European" for "Polish"); empty for other words."""
        ...

    def kind_within(self, kind: str, where: str, is_known: Callable[[str], bool]) -> str:
        """A kind of place with where it is: "city in Florida"; `is_known` tells which phrases are said."""
        ...

    def conjugated(self, verb: str, like: str, *, participle: bool = False) -> str:
        """A verb, given as in a dictionary, in the form in which another one stands."""
        ...

    def bases(self, form: str) -> Sequence[str]:
        """The verbs, as in a dictionary, of which a word may be a form, likelier ones first."""
        ...

    def quantity_steps(self, text: str, label: str, before: str = "", after: str = "") -> Sequence[str]:
        """What a date, an age, a number or a code can be called, from near to far; nothing for other terms.

        `before` and `after` are what stands around it.
        """
        ...

    def is_round(self, wording: str) -> bool:
        """Whether a wording of a date says no more than a decade or a century: it identifies nobody."""
        ...

    def shifted(self, text: str, days: int) -> str | None:
        """A date that is so many days later, written as it was; `None` for what is no date."""
        ...

    def orders(self, label: str) -> bool:
        """Whether a concept of this label only orders others, and is never said."""
        ...


class Patterns(Protocol):
    """How a language writes what can be told by its looks, and the words that tell numbers apart.

    All is looked for in plain text, as `sfumato.languages.plain` makes it.
    """

    labels: Collection[str]
    """Those that `find` gives."""
    phone_before: re.Pattern[str]
    """The words that name a telephone number, up to its beginning."""
    phone_after: str
    """An expression for the words behind a telephone number that say whose it is."""
    card_near: re.Pattern[str]
    """A word for a credit card."""
    ip_before: re.Pattern[str]
    """A word for an address on a network, and what may stand between, up to `\\Z`."""
    version_before: re.Pattern[str]
    """A word for a version or a section, up to `\\Z`."""
    national: Mapping[str, Sequence[str]]
    """What national numbers are called, by their label, beside their names at home; "" for those of any country."""
    national_link: re.Pattern[str]
    """What may stand between such a name and the number."""

    def __hash__(self) -> int:
        """What is compiled of these words is remembered."""
        ...

    def find(self, text: str, labels: Collection[str]) -> Iterator[Match]:
        """Dates, ages, addresses and numbers of these labels that only the language's own words show."""
        ...


class ColumnWords(Protocol):
    """What the words in the name of a column show of its cells; all are in small letters."""

    ages: Collection[str]
    """Words for an age."""
    days: Collection[str]
    """Words for a day: "birthday"."""
    postcodes: Collection[str]
    """Words for a postcode."""
    sensitive: Collection[str]
    """Words for what nobody is to learn of a person: "diagnosis"."""
    identifying: Collection[str]
    """Words for what tells who somebody is: "email"."""
    texts: Collection[str]
    """Words for what somebody wrote: "note"."""
    things: Collection[str]
    """Words for what is no person: "product", so that a product's name is nobody's."""
    types: Sequence[tuple[Collection[str], Sequence[str]]]
    """Types of terms that may repeat a column of one of these words in a text; the first that fit count."""
    proposed_types: Sequence[tuple[Collection[str], Sequence[str]]]
    """The same as a guess proposes them to a person who will check them."""


class TableWords(Protocol):
    """The words of a language that tables of people, and the texts in them, need."""

    columns: ColumnWords
    occupations: Collection[str]
    """What people are by their work."""
    everyday: Collection[str]
    """Values of columns, in normal form, that stand in any text: "yes"."""
    type_names: Mapping[str, str]
    """The word in small letters that stands for a hidden term of a type."""
    number_name: str
    """The word for a hidden number, whatever it counts or names."""
    fillers: Collection[str]
    """Words in normal form that tell nothing beside an age or a date: units ("year", "old") and function words."""
    names_too: Collection[str]
    """Function words that are names where they have a capital: "May"."""
    possessive: re.Pattern[str]
    """The ending of a possessive, up to `\\Z`."""
    figure_ending: re.Pattern[str]
    """Letters behind the figures of a number, up to `\\Z`, that do not change it: those of "36th"."""

    def plurals(self, word: str) -> Sequence[str]:
        """How the plural of a word may be written, rightly or by a rule that it does not follow."""
        ...

    def number_in_words(self, forms: Sequence[str], at: int) -> tuple[float | None, int]:
        """The number that begins with the word `at` of a text in normal form, `None` for none, and its last word."""
        ...

    def date_in_words(self, text: str) -> tuple[int | None, int, int | None] | None:
        """Year, month and day of a date with the name of its month; `None` for a part that is not said, or no date."""
        ...


@runtime_checkable
class Language(Protocol):
    """All that sfumato knows of one language: another language is another of these."""

    name: str
    """By which it is asked for, and found again for what was made with it: "en"; of a plug-in, "acme-dutch:nl"."""
    version: str
    """Names the rules of normal form: what was made under others does not fit."""
    alphabet: str
    """The small letters of its words."""
    stop_words: frozenset[str]
    """Function words in normal form: never a term alone, and trimmed from both ends of one."""
    light_words: str
    """An expression, whatever its case, for titles, function words and possessives that a hidden span may leave."""
    token: re.Pattern[str]
    """A word (it begins with a letter or a digit), or what stands between clauses."""
    names: Names

    def __hash__(self) -> int:
        """What is compiled of its words is remembered."""
        ...

    @property
    def wording(self) -> Wording: ...

    @property
    def patterns(self) -> Patterns: ...

    @property
    def tables(self) -> TableWords: ...

    # --- what makes two spellings one term ---

    def normal_form(self, text: str) -> str:
        """The normal form of a term; that of a normal form is itself."""
        ...

    def normal_word(self, word: str, loud: bool = False) -> str:
        """The normal form of one word; `loud` says that its capitals tell nothing. Empty if nothing of it is seen."""
        ...

    def shouted(self, words: Sequence[str], at: int) -> bool:
        """Whether a word of a text stands in a run of capitals so long that they tell nothing."""
        ...

    def words(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and normal form of every word of a text."""
        ...

    def trimmed(self, form: str) -> str:
        """A normal form without the function words at its ends."""
        ...

    # --- a text as a reader sees it ---

    def read(self, text: str) -> Reading:
        """The words of a text; time and memory grow with its length."""
        ...

    def read_disguised(self, text: str) -> Reading | None:
        """The same through disguises, at its places in the original; `None` if it has none."""
        ...

    def sentences(self, text: str) -> list[tuple[int, int]]:
        """Where the sentences of a text begin and end; they leave nothing out."""
        ...

    def bases(self, word: str) -> Sequence[str]:
        """The words of which a word may be a form ("nasty" of "nastier"), likelier ones first; never itself."""
        ...

    def comparatives(self, word: str) -> Sequence[str]:
        """The comparatives that belong to a word if it is a superlative: "larger" for "largest"."""
        ...

    def negated(self, reading: Reading) -> list[tuple[int, int]]:
        """The spans of a text that deny something."""
        ...

    def scanner(self, labels: Iterable[str]) -> Scanner:
        """What finds these labels in texts, however disguised."""
        ...

    # --- which terms a text has ---

    def terms(self, document: Document, *, parts: str = "nouns") -> Sequence[Term]:
        """The terms of one document, in order, none overlapping another.

        `parts` is "nouns" for noun phrases and named entities, "all" for verbs and adjectives too, "entities" for
        named entities alone, which takes less time.
        """
        ...

    def batch(self, documents: Iterable[Document], *, parts: str = "nouns") -> Iterator[Sequence[Term]]:
        """The terms of each document, in the order given."""
        ...

    def syntax(self, text: str) -> Syntax:
        """The words of a text with their grammar; at no cost for a text whose terms were found a short while ago."""
        ...

    def prepare(self) -> None:
        """Loads now what `terms` needs, so that processes can share it and what is missing is told at once."""
        ...

    def entities(self, document: Document, terms: Sequence[Term], is_word: Callable[[str], bool]) -> list[Term]:
        """The named entities among the terms, and those that names and forms show besides, in order and apart.

        `is_word` says whether a name is a word of the language, too.
        """
        ...

    def titles(self, text: str, is_known: Callable[[str], str]) -> list[Term]:
        """Names and figures that are one term from first to last, in order and apart: titles, awards, scores, ranges.

        `is_known` gives the sort of what has a title, as `Wording.kinds_of_names` lists them, or nothing.
        """
        ...

    def surely_names(self, text: str, is_word: Callable[[str], bool]) -> list[tuple[int, int]]:
        """Where people and places are named beyond doubt, in order and apart: "Mr X", "Y Street", "lives in Z"."""
        ...

    def identifiers(self, document: Document, terms: Sequence[Term]) -> list[Term]:
        """The spans that identify a person, alone or together, in order and apart; `terms` are the document's."""
        ...

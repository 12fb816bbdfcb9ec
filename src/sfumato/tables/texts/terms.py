"""The sensitive terms of texts: what the detectors of this project find, or what a user gives.

Two terms are the same if their type and their normal form are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache as remembered
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from sfumato.detectors import ENTITIES, Detector, patterns, term_list, united
from sfumato.io.processes import in_order, worker_pool
from sfumato.languages.en import English
from sfumato.languages.en.identifiers.words import OCCUPATIONS
from sfumato.languages.en.normalform import normal_form
from sfumato.languages.spacy import digest
from sfumato.tables.texts.cache import Cache, Found, Memory
from sfumato.tables.texts.types import AMOUNTS, JOB, canonical, content, selected
from sfumato.types import Document, Term

Progress = Callable[[int, int], None]
"""Told how many of how many characters have been analysed."""

_CHARACTERS = 100_000  # of a chunk at most, but for a single text
_TEXTS = 64
_LATER = ENTITIES | AMOUNTS | {JOB}  # of what overlaps and is as long, what is known by its looks has the label


class Key(NamedTuple):
    """What makes two terms the same."""

    type: str
    form: str


def key(term: Term) -> Key:
    """Type and normal form of a term.

    >>> key(Term(0, 5, "Greeks", "NORP")) == key(Term(7, 12, "greek", "NORP"))
    True
    """
    return Key(term.label, normal_form(term.text) or term.text.casefold())


def detector_name(language: English) -> str:
    """Names the detectors, their rules and the model: what another one found is not what this one would."""
    parts = [digest(Path(str(resources.files(f"sfumato.{name}")))) for name in ("detectors", "languages")]
    return " ".join([*parts, model_digest(language.model)])


def open_cache(language: English | None = None, folder: Path | None = None) -> Cache:
    """The cache of what these detectors and this model found, in the cache folder unless another is given."""
    return Cache(detector_name(language or entity_language()), folder)


@remembered
def model_digest(model: str) -> str:
    """A digest of the files of a spaCy model, an installed one by its name."""
    folder = Path(model) if Path(model).is_dir() else Path(str(resources.files(model)))
    return digest(folder)


def find(
    texts: Sequence[str],
    *,
    types: Collection[str] | None = None,
    language: English | None = None,
    processes: int = 1,
    cache: Cache | Memory | None = None,
    progress: Progress | None = None,
) -> list[list[Term]]:
    """The terms of each text, in order, none overlapping another: entities, patterns and jobs of the types asked for.

    Texts that are the same are analysed once, and those that the `cache` knows not at all: all types are always looked
    for, so that others may be asked for next. The result does not depend on the cache or the number of processes.
    """
    wanted = selected(types)
    known: dict[str, Found] = {}
    unknown: list[str] = []
    for text in dict.fromkeys(texts):
        found = cache.get(text) if cache is not None else None
        if found is None:
            unknown.append(text)
        else:
            known[text] = found
    total, done = sum(map(len, unknown)), 0
    if unknown:
        language = language or entity_language()
        for chunk, results in _analysed(unknown, language, processes):
            for text, found in zip(chunk, results, strict=True):
                known[text] = found
                if cache is not None:
                    cache.put(text, found)
            if cache is not None:
                cache.flush()
            done += sum(map(len, chunk))
            if progress is not None:
                progress(done, total)
    chosen = {text: chosen_of(text, found, wanted) for text, found in known.items()}
    return [chosen[text] for text in texts]


@remembered
def entity_language() -> English:
    """The language of the default model, loaded once."""
    return English()


def chosen_of(text: str, found: Found, wanted: Collection[str]) -> list[Term]:
    """What was found of the types wanted as terms that do not overlap, without words that tell nothing."""
    terms = [Term(a, b, text[a:b], canonical(label)) for a, b, label in found if canonical(label) in wanted]
    return narrowed(
        text,
        united(
            [term for term in terms if term.label not in _LATER],
            [term for term in terms if term.label in _LATER],
        ),
    )


def narrowed(text: str, terms: Sequence[Term]) -> list[Term]:
    """The terms without the words at their ends that tell nothing, and without those that have no others."""
    spans = ((_part(text, term), term.label) for term in terms)
    return [Term(*span, text[span[0] : span[1]], label) for span, label in spans if span is not None]


def _part(text: str, term: Term) -> tuple[int, int] | None:
    """What counts of a term: an address or a number is one as a whole, whatever words it has."""
    return content(text, term.start, term.end) if term.label in _LATER else (term.start, term.end)


# --- analysis ---------------------------------------------------------------------------------------------


def _chunks(texts: Sequence[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for text in texts:
        chunk.append(text)
        size += len(text)
        if len(chunk) >= _TEXTS or size >= _CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _analysed(
    texts: Sequence[str], language: English, processes: int
) -> Iterator[tuple[list[str], list[list[tuple[int, int, str]]]]]:
    """Chunks of the texts, in order, and what stands in each of them."""
    if processes < 1:
        raise ValueError("processes must be at least 1")
    chunks = _chunks(texts)
    if processes == 1 or len(texts) == 1:
        for chunk in chunks:
            yield chunk, _detected(language, chunk)
        return
    pool = worker_pool(processes, _start_worker, language)
    yield from in_order(pool, lambda chunk: (_work, chunk), chunks, 2 * processes)


@remembered
def _jobs() -> Detector:
    return term_list(OCCUPATIONS, label=JOB)


def _detected(language: English, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    documents = [Document("", text) for text in texts]
    found = []
    for document, entities in zip(documents, language.batch(documents, parts="entities"), strict=True):
        terms = [*patterns(document), *entities, *_jobs()(document, ())]
        found.append([(term.start, term.end, term.label) for term in terms])
    return found


_worker: English | None = None


def _start_worker(language: English) -> None:
    global _worker
    _worker = English(language.model, batch_size=language.batch_size)


def _work(texts: list[str]) -> list[list[tuple[int, int, str]]]:
    assert _worker is not None
    return _detected(_worker, texts)

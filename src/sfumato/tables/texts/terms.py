"""Finds the sensitive terms of texts with the detectors of this project.

Two terms are the same if their type and their normal form are.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterator, Sequence
from functools import cache as remembered
from functools import partial
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from sfumato.detectors import ENTITIES, Detector, patterns, term_list, united
from sfumato.io.processes import mapped
from sfumato.languages import load
from sfumato.languages.spacy import digest
from sfumato.protocols import Language
from sfumato.tables.texts.cache import Cache, Found
from sfumato.tables.texts.types import AMOUNTS, JOB, canonical, content, selected
from sfumato.tables.tools import Tools
from sfumato.types import Document, Term

_CHARACTERS = 100_000  # of a chunk at most, but for a single text
_TEXTS = 64
_LATER = ENTITIES | AMOUNTS | {JOB}  # types that give way to a pattern (an address, a number) of the same length


class Key(NamedTuple):
    """What makes two terms the same."""

    type: str
    form: str


def key(term: Term, language: Language) -> Key:
    """Type and normal form of a term.

    >>> key(Term(0, 6, "Greeks", "NORP"), load())
    Key(type='NORP', form='greek')
    """
    return Key(term.label, language.normal_form(term.text) or term.text.casefold())


def detector_name(language: Language) -> str:
    """A name for detectors, rules and model together; it changes when any of them does."""
    parts = [digest(Path(str(resources.files(f"sfumato.{name}")))) for name in ("detectors", "languages")]
    model = getattr(language, "model", None)  # not every language has one
    return " ".join([*parts, language.name, language.version, model_digest(model) if model else ""])


def open_cache(language: Language | None = None, folder: Path | None = None) -> Cache:
    """The cache of what these detectors and this model found, in the cache folder unless another is given.

    Neither the model nor the disk is touched before it is asked for the first time.
    """
    return Cache(lambda: detector_name(language or load()), folder)


@remembered
def model_digest(model: str) -> str:
    """A digest of the files of a spaCy model, an installed one by its name."""
    folder = Path(model) if Path(model).is_dir() else Path(str(resources.files(model)))
    return digest(folder)


def find(
    texts: Sequence[str],
    *,
    types: Collection[str] | None = None,
    tools: Tools | None = None,
    step: str = "analysing",
) -> list[list[Term]]:
    """The terms of each text, in order, none overlapping another: entities, patterns and jobs of the types asked for.

    Equal texts are analysed once, and those in the cache not at all. All types are always looked for, so that the cache
    also serves those who ask for other types later. `step` is what the progress calls the work.
    """
    tools = tools or Tools()
    cache = tools.cache
    wanted = selected(types)
    known: dict[str, Found] = {}
    unknown: list[str] = []
    for text in dict.fromkeys(texts):
        found = cache.get(text)
        if found is None:
            unknown.append(text)
        else:
            known[text] = found
    total, done = sum(map(len, unknown)), 0
    if unknown:
        for chunk, results in _analysed(unknown, tools.language, tools.processes):
            for text, found in zip(chunk, results, strict=True):
                known[text] = found
                cache.put(text, found)
            cache.flush()
            done += sum(map(len, chunk))
            tools.progress(step, done, total)
    chosen = {text: chosen_of(text, found, wanted, tools.language) for text, found in known.items()}
    return [chosen[text] for text in texts]


def chosen_of(text: str, found: Found, wanted: Collection[str], language: Language) -> list[Term]:
    """The terms of the wanted types among what was found, not overlapping, without words that tell nothing."""
    terms = [Term(a, b, text[a:b], canonical(label)) for a, b, label in found if canonical(label) in wanted]
    return narrowed(
        text,
        united(
            [term for term in terms if term.label not in _LATER],
            [term for term in terms if term.label in _LATER],
        ),
        language,
    )


def narrowed(text: str, terms: Sequence[Term], language: Language) -> list[Term]:
    """The terms without words at their ends that tell nothing; a term of such words alone is left out."""
    spans = ((_part(text, term, language), term.label) for term in terms)
    return [Term(*span, text[span[0] : span[1]], label) for span, label in spans if span is not None]


def _part(text: str, term: Term, language: Language) -> tuple[int, int] | None:
    """The part of a term that tells something, all of it for an address or a number; `None` if no part does."""
    return content(text, term.start, term.end, language) if term.label in _LATER else (term.start, term.end)


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
    texts: Sequence[str], language: Language, processes: int
) -> Iterator[tuple[list[str], list[list[tuple[int, int, str]]]]]:
    """The texts in chunks, in order, each chunk with what was found in its texts."""
    chunks = list(_chunks(texts))
    alone = processes == 1 or len(texts) == 1
    make = (lambda: language) if alone else partial(_anew, language)
    yield from zip(chunks, mapped(_detected, chunks, make=make, processes=1 if alone else processes), strict=True)


def _anew(language: Language) -> Language:
    """The same language for another process, which loads a parser of its own."""
    copied: Language = pickle.loads(pickle.dumps(language))
    return copied


@remembered
def _jobs(language: Language) -> Detector:
    return term_list(language.tables.occupations, label=JOB, language=language)


def _detected(language: Language, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    documents = [Document("", text) for text in texts]
    found = []
    for document, entities in zip(documents, language.batch(documents, parts="entities"), strict=True):
        terms = [*patterns(document, language=language), *entities, *_jobs(language)(document, ())]
        found.append([(term.start, term.end, term.label) for term in terms])
    return found

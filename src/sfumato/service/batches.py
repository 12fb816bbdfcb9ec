"""Many documents, one after the other or in several processes: what fails is reported, and the others go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sfumato.errors import SfumatoError
from sfumato.io.processes import mapped
from sfumato.policy import Hide
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.types import Document, Term

_DOCUMENTS = 32  # of a chunk at most: the language is faster with many at once
_CHARACTERS = 200_000  # of a chunk at most, but for a single document
_FIRST = 4  # documents of the first chunks, so that few documents are shared out too


@dataclass(frozen=True, slots=True)
class Record:
    """A document, secrets of its own beside those of the sanitizer, and what was wrong with it when it was read."""

    document: Document
    hide: tuple[str | Hide, ...] = ()
    error: str = ""
    code: str = "bad-input"


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be sanitized, and why. The message never quotes the document."""

    id: str
    error: str
    code: str = "failed"


def sanitize_all(
    sanitizer: Sanitizer, records: Iterable[Record], *, processes: int = 1
) -> Iterator[Sanitized | Failure]:
    """What becomes of each record, in the order given. Reads no further ahead than the processes need.

    Processes share what is loaded here, and the key of pseudonyms; where a fork is not safe (anywhere but on Linux)
    all is done in this one.
    """
    chunks = _chunks(records, processes)
    for results in mapped(_results, chunks, make=lambda: sanitizer, processes=processes, ahead=processes):
        yield from results


def _chunks(records: Iterable[Record], processes: int) -> Iterator[list[Record]]:
    chunk: list[Record] = []
    size = given = 0
    for record in records:
        chunk.append(record)
        size += len(record.document.text)
        if len(chunk) >= min(_DOCUMENTS, _FIRST << given // processes) or size >= _CHARACTERS:
            yield chunk
            chunk, size, given = [], 0, given + 1
    if chunk:
        yield chunk


def _results(sanitizer: Sanitizer, chunk: Sequence[Record]) -> list[Sanitized | Failure]:
    checked = [_checked(sanitizer, record) for record in chunk]
    sound = [record.document for record in checked if not record.error]
    found: Iterator[Sequence[Term] | None]
    try:
        found = iter(list(sanitizer.resources.language.batch(sound, parts=sanitizer.profile.parts)))
    except Exception:  # one of them breaks the language: ask for each alone
        found = iter([None] * len(sound))
    return [
        Failure(record.document.id, record.error, record.code)
        if record.error
        else _result(sanitizer, record, next(found))
        for record in checked
    ]


def _checked(sanitizer: Sanitizer, record: Record) -> Record:
    if record.error:
        return record
    try:
        sanitizer.check(record.document)
    except Exception as error:
        return Record(record.document, error=_said(error), code=_code(error))
    return record


def _result(sanitizer: Sanitizer, record: Record, terms: Sequence[Term] | None) -> Sanitized | Failure:
    document = record.document
    try:
        if terms is None:
            terms = sanitizer.resources.language.terms(document, parts=sanitizer.profile.parts)
        return sanitizer.sanitized(document, terms, record.hide)
    except Exception as error:
        return Failure(document.id, _said(error), _code(error))


def _said(error: Exception) -> str:
    """What may be told of an error: the message of an unforeseen one may quote the document."""
    if isinstance(error, SfumatoError):
        return str(error)
    return "not enough memory" if isinstance(error, MemoryError) else f"unforeseen {type(error).__name__}"


def _code(error: Exception) -> str:
    return error.code if isinstance(error, SfumatoError) else SfumatoError.code

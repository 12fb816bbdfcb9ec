"""Many documents, one after the other or in several processes: what fails is reported, and the others go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sfumato.errors import PluginError, SfumatoError
from sfumato.io.files import counted
from sfumato.io.messages import plain
from sfumato.io.processes import mapped
from sfumato.plugins import blaming
from sfumato.policy import Hide
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.sanitizing.offers import Offering, Offers
from sfumato.service.requests import OptionsRequest
from sfumato.types import Document, Note, Tell, Term, silent

_DOCUMENTS = 32  # of a chunk at most: the language is faster with many at once
_CHARACTERS = 200_000  # of a chunk at most, but for a single document
_SHOWN = 10  # documents whose certificate does not hold, by name
_FAILURES = 3  # of a plug-in in a process, until it is switched off
_OFF = "plugin-off"
_TERMS = 16  # of a chunk: those of one text should lie in one
_FIRST = 4  # documents of the first chunks, so that few documents are shared out too


@dataclass(frozen=True, slots=True)
class Record:
    """A document, secrets of its own beside those of the sanitizer, and what was wrong with it when it was read."""

    document: Document
    hide: tuple[str | Hide, ...] = ()
    error: str = ""
    code: str = "bad-input"
    also: frozenset[str] = frozenset()
    """Pieces that must go for what is released beside it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be sanitized, and why. The message never quotes the document."""

    id: str
    error: str
    code: str = "failed"


@dataclass(frozen=True, slots=True)
class _Worker:
    """A sanitizer, and how often each plug-in has failed in this process."""

    sanitizer: Sanitizer
    failures: Counter[str] = field(default_factory=Counter)


@dataclass
class Totals:
    """What became of many documents."""

    documents: int = 0
    changed: int = 0
    replacements: int = 0
    utilities: list[float] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    claims: Counter[str] = field(default_factory=Counter)
    """How many certificates claim something of secrets, of what detectors find, and nothing."""
    broken: list[str] = field(default_factory=list)
    """Documents whose certificate does not hold."""
    named: list[str] = field(default_factory=list)
    """Ids and file names that name a secret of their document."""
    review: int = 0
    together: Any = None
    """What all documents tell together, where they are about one person (`Together`)."""

    def fail(self, id: str, error: str) -> None:
        """Counts a document that could not be sanitized."""
        self.documents += 1
        self.failures.append((id, error))

    def add(self, result: Sanitized) -> None:
        """Counts a document that was."""
        self.documents += 1
        self.changed += bool(result.replacements)
        self.replacements += len(result.replacements)
        self.utilities.append(result.utility)
        self.review += len(result.review)
        self.claims[result.certificate.about] += 1
        if not result.certificate.holds:
            self.broken.append(str(result.id))

    @property
    def verdict(self) -> str:
        """What all certificates say where none is broken: no more than each of them says."""
        nothing = self.claims["nothing"]
        if nothing == len(self.utilities):
            return "The certificates claim nothing: no secret was named."
        if nothing:
            said = f"{counted(nothing, 'certificate')} claim{'s' if nothing == 1 else ''} nothing: no secret was named"
            return f"Every certificate that claims something holds; {said}."
        also = f" {self.together}" if self.together is not None and self.together.holds else ""
        found = "the detectors find nothing more; no secret was named, and nothing else is claimed"
        return f"Every certificate holds{'' if self.claims['secrets'] else f': {found}'}.{also}"

    def faults(self) -> Iterator[str]:
        """What speaks against the release of all, in words."""
        if self.broken:
            some = ", ".join(self.broken[:_SHOWN]) + (", ..." if len(self.broken) > _SHOWN else "")
            yield f"{counted(len(self.broken), 'certificate')} not holding: {some}"
        if self.named:
            what = counted(len(self.named), "id or file name", "ids or file names")
            one = len(self.named) == 1
            said = "names a secret and goes out as it is" if one else "name a secret and go out as they are"
            yield f"{what} {said}: change it first."
        if self.together is not None and not self.together.holds:
            yield str(self.together)

    @property
    def holds(self) -> bool:
        """Whether every certificate holds, no id names a secret, and all hold together if that was asked for."""
        return not self.broken and not self.named and (self.together is None or self.together.holds)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        kept = self.utilities
        return {
            "documents": self.documents,
            "sanitized": len(kept),
            "failed": [{"id": id, "error": error} for id, error in self.failures],
            "changed": self.changed,
            "replacements": self.replacements,
            "utility": {
                "mean": round(sum(kept) / len(kept), 4) if kept else None,
                "least": round(min(kept), 4) if kept else None,
                "most": round(max(kept), 4) if kept else None,
            },
            "review": self.review,
            "holds": self.holds,
            "claims": {about: self.claims[about] for about in ("secrets", "detectors", "nothing")},
            "named": len(self.named),
            "do_not_hold": self.broken,
            **({"together": plain(self.together.crowds)} if self.together is not None else {}),
        }


def sanitize_all(
    sanitizer: Sanitizer, records: Iterable[Record], *, processes: int = 1, tell: Tell = silent
) -> Iterator[Sanitized | Failure]:
    """What becomes of each record, in the order given. Reads no further ahead than the processes need.

    Processes share what is loaded here, and the key of pseudonyms; where a fork is not safe (anywhere but on Linux)
    all is done in this one. A plug-in that has failed three times in a process is switched off there: no document goes
    out without what it would have hidden, so that all others fail at once. `tell` hears of it at the end.
    """
    chunks = _chunks(records, processes)
    off: Counter[str] = Counter()
    for results in mapped(_results, chunks, make=lambda: _Worker(sanitizer), processes=processes, ahead=processes):
        for result in results:
            if isinstance(result, Failure) and result.code == _OFF:
                off[result.error] += 1
            yield result
    for said, number in off.items():
        tell(Note(_OFF, f"{said}; not tried on {counted(number, 'document')}"))


def offer_all(
    offering: Offering, requests: Iterable[OptionsRequest | Failure], *, processes: int = 1
) -> Iterator[Offers | Failure]:
    """What each term could be called, in the order given; what is a failure already stays one."""
    items = iter(requests)
    chunks = iter(lambda: list(islice(items, _TERMS)), [])
    for results in mapped(_offers, chunks, make=lambda: offering, processes=processes):
        yield from results


def _offers(offering: Offering, chunk: Sequence[OptionsRequest | Failure]) -> list[Offers | Failure]:
    found: list[Offers | Failure] = []
    for each in chunk:
        try:
            if isinstance(each, Failure):
                found.append(each)
            else:
                with blaming():
                    found.append(offering(each.text, each.start, each.end, id=each.id))
        except Exception as error:
            found.append(Failure(each.id, said(error), _code(error)))
    return found


def _chunks(records: Iterable[Record], processes: int) -> Iterator[list[Record]]:
    chunk: list[Record] = []
    size = given = 0
    for record in records:
        chunk.append(record)
        size += len(record.document.text or "")
        if len(chunk) >= min(_DOCUMENTS, _FIRST << given // processes) or size >= _CHARACTERS:
            yield chunk
            chunk, size, given = [], 0, given + 1
    if chunk:
        yield chunk


def _results(worker: _Worker, chunk: Sequence[Record]) -> list[Sanitized | Failure]:
    sanitizer = worker.sanitizer
    checked = [_checked(sanitizer, record) for record in chunk]
    sound = [record.document for record in checked if not record.error]
    found: Iterator[Sequence[Term] | None]
    try:
        found = iter(list(sanitizer.resources.language.batch(sound, parts=sanitizer.profile.parts)))
    except Exception:  # one of them breaks the language: ask for each alone
        found = iter([None] * len(sound))
    return [
        Failure(record.document.id, record.error, record.code) if record.error else _result(worker, record, next(found))
        for record in checked
    ]


def _checked(sanitizer: Sanitizer, record: Record) -> Record:
    if record.error:
        return record
    if not isinstance(record.document.text, str):
        return Record(record.document, error="its text is no text", code="bad-input")
    try:
        sanitizer.check(record.document)
    except Exception as error:
        return Record(record.document, error=said(error), code=_code(error))
    return record


def _result(worker: _Worker, record: Record, terms: Sequence[Term] | None) -> Sanitized | Failure:
    document, sanitizer = record.document, worker.sanitizer
    for plugin, number in worker.failures.items():
        if number >= _FAILURES:
            return Failure(document.id, f"plug-in {plugin}: switched off after {number} failures", _OFF)
    try:
        with blaming():
            if terms is None:
                terms = sanitizer.resources.language.terms(document, parts=sanitizer.profile.parts)
            return sanitizer.sanitized(document, terms, record.hide, record.also)
    except PluginError as error:
        worker.failures[error.plugin] += 1
        return Failure(document.id, str(error), error.code)
    except Exception as error:
        return Failure(document.id, said(error), _code(error))


def said(error: Exception) -> str:
    """What may be told of an error: the message of an unforeseen one may quote the document."""
    if isinstance(error, SfumatoError):
        return str(error)
    return "not enough memory" if isinstance(error, MemoryError) else f"unforeseen {type(error).__name__}"


def _code(error: Exception) -> str:
    return error.code if isinstance(error, SfumatoError) else SfumatoError.code

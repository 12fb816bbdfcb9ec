"""Candidates: who, or what, a text may be about, and what is publicly known of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import CSV, TEXTS, csv_rows, plain_suffix, shown
from sfumato.io.formats.corpora import read_documents
from sfumato.io.records import is_json_lines, read_records
from sfumato.languages import load
from sfumato.measure.attack.ngrams import words_of
from sfumato.protocols import Knowledge, Language
from sfumato.types import Document, Secret

MOST_CHARACTERS = 64_000_000
"""Of all candidates together."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who or what a text may be about: an id, what is publicly known of it, and a name where it has one."""

    id: str
    text: str
    name: str = ""

    @property
    def called(self) -> str:
        """Its name, or else its id."""
        return self.name or self.id

    @property
    def known(self) -> str:
        """All that an attacker reads of it: its name too, never its id."""
        return f"{self.name}. {self.text}" if self.name else self.text


class KnownCandidates:
    """The candidates and what attackers know of them; with the knowledge attackers can also infer.

    `secrets` are what counts as each candidate where the knowledge is asked, in the same order; by default their names.
    The language is that of the knowledge, or the default one, unless given.
    """

    def __init__(
        self,
        candidates: Iterable[Candidate],
        *,
        knowledge: Knowledge | None = None,
        secrets: Sequence[Secret] | None = None,
        language: Language | None = None,
    ) -> None:
        self.candidates = tuple(candidates)
        self.knowledge = knowledge
        self.language = language or (knowledge.language if knowledge is not None else load())
        if len(self.candidates) < 2:
            raise InputError("an attack needs at least two candidates: who is alone is found by anybody")
        self.texts = tuple(candidate.known for candidate in self.candidates)
        characters = sum(map(len, self.texts))
        if characters > MOST_CHARACTERS:
            raise InputError(
                f"{characters:,} characters of candidates, where {MOST_CHARACTERS:,} are the most: shorten them"
            )
        if not any(words_of(text, self.language) for text in self.texts):
            raise InputError("no word is known of any candidate")
        if secrets is not None and len(secrets) != len(self.candidates):
            raise ValueError("there must be a secret for each candidate")
        self._secrets = secrets

    def __len__(self) -> int:
        return len(self.candidates)

    @cached_property
    def secrets(self) -> tuple[Secret, ...]:
        """What counts as each candidate where the knowledge is asked; one without a name is never found there."""
        if self._secrets is not None:
            return tuple(self._secrets)
        return tuple(_as_secret(candidate, self.language) for candidate in self.candidates)


def _as_secret(candidate: Candidate, language: Language) -> Secret:
    """The spellings of a candidate's name as a secret; a surname alone is left out, since it may be anyone's."""
    name = candidate.name.split(" (")[0].strip()
    kind = language.names.kind_of(name) if language.names.is_name(name) else "unknown"
    others = map(language.normal_form, language.names.variants(name, kind))
    forms = {language.normal_form(name)} | {form for form in others if len(form.split()) > 1}
    forms.discard("")
    return Secret(candidate.called, 1.0, tuple(sorted(forms)), tuple(sorted(forms)), kind)


# --- reading ----------------------------------------------------------------------------------------------


def read_candidates(
    path: Path, *, text_column: str | None = None, id_column: str | None = None, name_column: str | None = None
) -> list[Candidate]:
    """The candidates of JSON lines, a table or a folder of texts; documents of one id are read together.

    Columns (or fields) are `text`, `id` and `name` (or `title`) unless given; a text is named as its file is.
    """
    title = name_column or ("name" if "name" in _first_fields(path) else None)
    documents = read_documents(path, text_column=text_column, id_column=id_column, title_column=title)
    found = joined(documents)
    if not found:
        raise InputError(f"{shown(path)}: no candidate with text")
    return found


def joined(documents: Iterable[Document]) -> list[Candidate]:
    """A candidate for each id, in order, with the texts of all its documents and the name of the first that has one."""
    texts: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    characters = 0
    for document in documents:
        characters += len(document.text)
        if characters > MOST_CHARACTERS:
            raise InputError(f"more than {MOST_CHARACTERS:,} characters of candidates: shorten them")
        texts.setdefault(document.id, []).append(document.text)
        names[document.id] = names.get(document.id) or document.title.strip()
    return [Candidate(id, "\n\n".join(parts), names[id]) for id, parts in texts.items()]


def _first_fields(path: Path) -> frozenset[str]:
    """The fields of a file's first record; none if it cannot be read, which is refused when all of it is read."""
    if path.is_dir():
        return frozenset()
    if is_json_lines(path):
        first = next(read_records(path), None)
        return frozenset(first.value) if first and isinstance(first.value, dict) else frozenset()
    if plain_suffix(path) in CSV:
        _, header = next(csv_rows(path), (1, []))
        return frozenset(cell.strip() for cell in header)
    return frozenset()


# --- the truth --------------------------------------------------------------------------------------------


class CandidateIndex:
    """Finds the candidate that is meant by an id, by a name, or by the name of a file without its extension."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._ids = {candidate.id: at for at, candidate in enumerate(candidates)}
        self._names: dict[str, list[int]] = {}
        for at, candidate in enumerate(candidates):
            for key in {_key(candidate.name), _key(_stem(candidate.id))} - {""}:
                self._names.setdefault(key, []).append(at)

    def find(self, value: str) -> int | None:
        """The number of the candidate; None if there is none, `InputError` if the name is that of several."""
        if value in self._ids:
            return self._ids[value]
        for key in (_key(value), _key(_stem(value))):
            found = self._names.get(key, [])
            if len(found) > 1:
                raise InputError(f"{len(found)} candidates are called {shown(value)}: say which by their ids")
            if found:
                return found[0]
        return None


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _stem(id: str) -> str:
    suffix = plain_suffix(Path(id))
    return id[: id.lower().rfind(suffix)] if suffix in TEXTS else id

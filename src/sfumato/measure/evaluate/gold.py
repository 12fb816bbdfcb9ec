"""What people labelled, in the formats that labels come in.

    sfumato   JSON lines: id, text, labels (or spans): start, end; type, kind, entity, annotator where known
    tab       the Text Anonymization Benchmark: annotations by annotator with entity_mentions; or a list of entities
    votes     terms with spans, and how many votes each got
    presidio  results (start, end, entity_type) by document; or full_text and spans, as presidio-research writes them
    spans     one span a line, CSV or JSON lines: id, start, end; type, kind, entity, annotator where known

Where the labels come without text the original documents are given beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import CSV, check_regular, plain_suffix, shown
from sfumato.io.formats.corpora import read_documents
from sfumato.measure.evaluate.labels import NO_MASK, Label, Labelled, VotedTerm
from sfumato.measure.evaluate.records import label_of, list_of, record_id, records, span_of, text_of

Record = tuple[str, str, Mapping[str, Any]]
"""What it is called by its place, where it stands, and what it says."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The labelled documents of a file, in order, and the format that it was read in."""

    format: str
    documents: tuple[Labelled, ...]


def read_gold(path: Path, *, format: str | None = None, original: Path | None = None) -> Gold:
    """Reads labels; a format that is not given is guessed. `original` has the texts where the labels have none."""
    if format is not None and format not in FORMATS:
        raise InputError(f"unknown format of labels {shown(format)}; there are: {', '.join(FORMATS)}")
    check_regular(path)
    if path.is_dir():
        raise InputError(f"{shown(path)}: a folder; labels are read from one file")
    texts = _originals(original) if original else {}
    given = list(records(path))
    if not given:
        raise InputError(f"{shown(path)}: empty, so that there is nothing to compare with")
    format = format or _guess(path, given[0][2])
    for _, where, record in given:
        if not isinstance(record, Mapping):
            raise InputError(f"{where}: not a JSON object")
    documents = tuple(_united(FORMATS[format](given, texts)))
    if not documents:
        raise InputError(f"{shown(path)}: no labelled document in it")
    return Gold(format, documents)


def _originals(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for document in read_documents(path):
        if document.id in found:
            raise InputError(f"{shown(path)}: two documents have the id {shown(document.id)}")
        found[document.id] = document.text
    return found


def _guess(path: Path, record: Any) -> str:
    if isinstance(record, Mapping):
        if plain_suffix(path) in CSV:
            return "spans"
        if isinstance(record.get("annotations"), Mapping) or "entities" in record:
            return "tab"
        if "terms" in record:
            return "votes"
        if "results" in record or "full_text" in record:
            return "presidio"
        if "labels" in record or "spans" in record:
            return "sfumato"
        if "entity_type" in record and "id" not in record:
            return "presidio"
        if "start" in record:
            return "spans"
    raise InputError(f"{shown(path)}: no labels that are known", code="labels-unknown")


# --- formats ----------------------------------------------------------------------------------------------


def _read_sfumato(given: Sequence[Record], texts: Mapping[str, str]) -> Iterator[Labelled]:
    for name, where, record in given:
        id = record_id(record, name, where)
        text = _text(record, id, texts, where)
        annotator = record.get("annotator", "")
        if not isinstance(annotator, str):
            raise InputError(f"{where}: the field annotator is not a name")
        said = list_of(record, "labels" if "labels" in record else "spans", where)
        labels = [label_of(each, text, f"{where}: label {at}", annotator) for at, each in enumerate(said, 1)]
        people = record.get("annotators", [])
        if not isinstance(people, list) or not all(isinstance(person, str) for person in people):
            raise InputError(f"{where}: the field annotators is not a list of names")
        yield _labelled(id, text, labels, [*people, *([annotator] if annotator else [])])


def _read_tab(given: Sequence[Record], texts: Mapping[str, str]) -> Iterator[Labelled]:
    for name, where, record in given:
        id = record_id(record, name, where)
        text = _text(record, id, texts, where)
        labels: list[Label] = []
        people: list[str] = []
        if "entities" in record:  # an entity is called document_annotator_number
            for at, each in enumerate(list_of(record, "entities", where), 1):
                label = label_of(each, text, f"{where}: entity {at}")
                person = label.annotator or label.entity.rpartition("_")[0].removeprefix(f"{id}_")
                labels.append(Label(label.start, label.end, label.type, label.kind, label.entity, person))
            yield _labelled(id, text, labels)
            continue
        annotations = record.get("annotations")
        if not isinstance(annotations, Mapping):
            raise InputError(f"{where}: the field annotations is not an object with what each annotator labelled")
        for person, said in annotations.items():
            if not isinstance(said, Mapping):
                raise InputError(f"{where}: an annotator has no entity_mentions")
            people.append(person)
            mentions = list_of(said, "entity_mentions", where)
            labels += [label_of(each, text, f"{where}: mention {at}", person) for at, each in enumerate(mentions, 1)]
        yield _labelled(id, text, labels, people)


def _read_votes(given: Sequence[Record], texts: Mapping[str, str]) -> Iterator[Labelled]:
    """Terms for which more than half of the voters voted are labels; voters are as many as the most votes of a term."""
    found: list[tuple[str, str, list[VotedTerm]]] = []
    for name, where, record in given:
        id = record_id(record, name, where)
        text = _text(record, id, texts, where)
        voted = []
        for at, term in enumerate(list_of(record, "terms", where), 1):
            place = f"{where}: term {at}"
            votes = term.get("votes") if isinstance(term, Mapping) else None
            if not isinstance(votes, int) or isinstance(votes, bool) or not 0 <= votes <= 1000:
                raise InputError(f"{place}: not an object with spans and votes")
            spans = list_of(term, "spans", place)
            if not all(isinstance(span, list) and len(span) == 2 for span in spans):
                raise InputError(f"{place}: a span is not a pair of start and end")
            voted.append(VotedTerm(tuple(span_of(start, end, text, place) for start, end in spans), votes))
        found.append((id, text, voted))
    voters = max((each.votes for _, _, voted in found for each in voted), default=0)
    for id, text, voted in found:
        labels = [
            Label(start, end, kind="" if each.votes * 2 > voters else NO_MASK, entity=str(at))
            for at, each in enumerate(voted)
            for start, end in each.spans
        ]
        yield Labelled(id, text, tuple(labels), voted=tuple(voted), voters=voters)


def _read_presidio(given: Sequence[Record], texts: Mapping[str, str]) -> Iterator[Labelled]:
    if not any(key in given[0][2] for key in ("results", "spans")):  # the results of one document
        if len(texts) != 1:
            raise InputError(f"{given[0][1]}: results of one document", code="text-missing")
        ((id, text),) = texts.items()
        yield _labelled(id, text, [label_of(each, text, where) for _, where, each in given])
        return
    for name, where, record in given:
        id = record_id(record, name, where)
        text = _text(record, id, texts, where)
        said = list_of(record, "results" if "results" in record else "spans", where)
        yield _labelled(id, text, [label_of(each, text, f"{where}: result {at}") for at, each in enumerate(said, 1)])


def _read_spans(given: Sequence[Record], texts: Mapping[str, str]) -> Iterator[Labelled]:
    """Documents of the originals that have no span have nothing to hide."""
    if not texts:
        raise InputError(f"{given[0][1]}: spans come without text", code="texts-missing")
    labels: dict[str, list[Label]] = {id: [] for id in texts}
    for _, where, record in given:
        id = record_id(record, "", where)
        if id not in texts and len(texts) == 1 and "id" not in record:
            id = next(iter(texts))
        if id not in texts:
            raise InputError(f"{where}: there is no document of this id among the originals")
        labels[id].append(label_of(record, texts[id], where))
    people = {label.annotator for each in labels.values() for label in each if label.annotator}
    for id, text in texts.items():
        yield _labelled(id, text, labels[id], sorted(people) if len(people) == 1 else ())


FORMATS: dict[str, Callable[[Sequence[Record], Mapping[str, str]], Iterator[Labelled]]] = {
    "sfumato": _read_sfumato,
    "tab": _read_tab,
    "votes": _read_votes,
    "presidio": _read_presidio,
    "spans": _read_spans,
}
"""The formats of labels that can be read, and what reads each."""
HOLDS: Mapping[str, str] = {
    "sfumato": "labels",
    "tab": "labels of the Text Anonymization Benchmark",
    "votes": "candidate terms with votes",
    "presidio": "results of Presidio",
    "spans": "plain spans",
}
"""What a file of each format holds."""


def _text(record: Mapping[str, Any], id: str, texts: Mapping[str, str], where: str) -> str:
    text = text_of(record, where)
    if text is None:
        text = texts.get(id)
    if text is None:
        raise InputError(f"{where}: no text", code="texts-missing")
    return text


def _labelled(id: str, text: str, labels: Sequence[Label], people: Sequence[str] = ()) -> Labelled:
    named = dict.fromkeys([*people, *(label.annotator for label in labels)])
    return Labelled(id, text, tuple(labels), tuple(named) or ("",))


def _united(documents: Iterator[Labelled]) -> Iterator[Labelled]:
    """One document for each id: what several people labelled in records of their own goes together."""
    found: dict[str, Labelled] = {}
    for document in documents:
        known = found.get(document.id)
        if known is None:
            found[document.id] = document
            continue
        if known.text != document.text:
            raise InputError(f"{shown(document.id)}: two documents have this id, and other texts")
        if set(known.annotators) & set(document.annotators) or known.voted:
            raise InputError(f"{shown(document.id)}: twice by the same annotator; name them with the field annotator")
        people = (*known.annotators, *document.annotators)
        found[document.id] = Labelled(document.id, document.text, (*known.labels, *document.labels), people)
    yield from found.values()

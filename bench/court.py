"""Who a court case is about: what must be hidden, by the definitions of the Text Anonymization Benchmark.

An entity is hidden if each of its mentions is, but for titles, function words and punctuation. Precision is that of
hidden words; F that of precision and the recall of all entities. The model is fitted to four fifths of the cases
and measured on the fifth.
"""

from __future__ import annotations

import json
import lzma
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench.table import Row

FOLDS = 5
DIRECT, QUASI, PRECISION = 0.97, 0.90, 0.75
OTHER_THRESHOLDS = (0.1, 0.15, 0.25, 0.3)
_IGNORED = re.compile(
    r"\b(?:mr|mrs|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|on|over|since|with"
    r"|the|a|an|no|nr)\b|[’']s\b|[^\w%$€£+]|_",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")


class Score(NamedTuple):
    """Shares of entities hidden, and of hidden words that had to be."""

    direct: float
    quasi: float
    precision: float
    f: float

    def shown(self) -> str:
        return f"DIRECT {self.direct:.3f}, QUASI {self.quasi:.3f}, word precision {self.precision:.3f}, F {self.f:.3f}"


def rows(data: Path | None) -> list[Row]:
    path = data / "tab_dev.jsonl.xz" if data else None
    if path is None or not path.exists():
        return [Row("court cases", "skipped: no tab_dev.jsonl.xz in --data")]

    from sfumato.detectors.identifiers import THRESHOLD, identifiers
    from sfumato.detectors.identifiers_fit import Marked, fit
    from sfumato.knowledge import Pack
    from sfumato.language import SpacyLanguage
    from sfumato.policy import find
    from sfumato.sanitize import Sanitizer
    from sfumato.taxonomies import embedded
    from sfumato.types import Document, Term

    with lzma.open(path, "rt", encoding="utf-8") as lines:
        cases: list[dict[str, Any]] = list(map(json.loads, lines))
    documents = [Document(case["id"], case["text"]) for case in cases]
    language = SpacyLanguage()
    start = time.perf_counter()
    terms = list(language.batch(documents))
    parsing = time.perf_counter() - start
    marked = [
        Marked(document, found, [(entity["start"], entity["end"]) for entity in _to_hide(case)])
        for document, found, case in zip(documents, terms, cases, strict=True)
    ]
    models = [fit(marked[at] for at in range(len(marked)) if at % FOLDS != fold) for fold in range(FOLDS)]

    def hidden(threshold: float, folds: bool = True) -> list[list[Term]]:
        return [
            identifiers(one.document, one.terms, threshold=threshold, model=models[at % FOLDS] if folds else None)
            for at, one in enumerate(marked)
        ]

    def released(fold: int) -> Sanitizer:
        found = {"identifiers": partial(identifiers, model=models[fold])}
        return Sanitizer(
            knowledge=Pack.open(), taxonomy=embedded(), language=language, policy=find("person"), detectors=found
        )

    folds = [released(fold) for fold in range(FOLDS)]
    whole = [folds[at % FOLDS].sanitized(one.document, one.terms).replacements for at, one in enumerate(marked)]
    policy = score(cases, whole)
    start = time.perf_counter()
    in_sample = hidden(THRESHOLD, folds=False)
    detecting = time.perf_counter() - start
    alone = score(cases, hidden(THRESHOLD))
    spacy = score(cases, [[term for term in found if term.label != "NOUN_PHRASE"] for found in terms])
    name = f"{len(cases)} court cases, policy person, five-fold"
    share = detecting / parsing
    return [
        Row(f"{name}: DIRECT entities hidden", f"{policy.direct:.3f}", f"at least {DIRECT}", policy.direct >= DIRECT),
        Row(f"{name}: QUASI entities hidden", f"{policy.quasi:.3f}", f"at least {QUASI}", policy.quasi >= QUASI),
        Row(
            f"{name}: word precision", f"{policy.precision:.3f}", f"at least {PRECISION}", policy.precision >= PRECISION
        ),
        Row(f"{name}: F", f"{policy.f:.3f}"),
        Row("  the detector of identifiers alone", alone.shown()),
        *(Row(f"  at threshold {t:.2f}", score(cases, hidden(t)).shown()) for t in OTHER_THRESHOLDS),
        Row("  the model that ships, on the cases it was fitted to", score(cases, in_sample).shown()),
        Row("  all terms that spaCy calls entities", spacy.shown()),
        Row("  time beside that of spaCy's terms", f"{share:.1%}", "at most 10 %", share <= 0.1),
    ]


def score(cases: Sequence[dict[str, Any]], hidden: Sequence[Iterable[Any]]) -> Score:
    """How well spans with a start and an end hide the entities of each case."""
    entities: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    words = right = 0
    for case, spans in zip(cases, hidden, strict=True):
        text = case["text"]
        masked = _marks(text, ((span.start, span.end) for span in spans))
        mentions: dict[str, list[dict[str, Any]]] = {}
        for entity in _to_hide(case):
            mentions.setdefault(entity["entity_id"], []).append(entity)
        for group in mentions.values():
            role = "DIRECT" if any(entity["identifier"] == "DIRECT" for entity in group) else "QUASI"
            entities[role] += 1
            covered[role] += all(_is_hidden(text, masked, entity["start"], entity["end"]) for entity in group)
        for marks in _annotators(case):
            for word in _WORD.finditer(text):
                if all(masked[word.start() : word.end()]):
                    words += 1
                    right += all(marks[word.start() : word.end()])
    precision, recall = right / max(words, 1), covered.total() / max(entities.total(), 1)
    return Score(
        covered["DIRECT"] / max(entities["DIRECT"], 1),
        covered["QUASI"] / max(entities["QUASI"], 1),
        precision,
        2 * precision * recall / max(precision + recall, 1e-9),
    )


def _to_hide(case: dict[str, Any]) -> list[dict[str, Any]]:
    return [entity for entity in case["entities"] if entity["identifier"] != "NO_MASK"]


def _annotators(case: dict[str, Any]) -> Iterator[bytearray]:
    """What each annotator of a case would hide; each has entities of his own."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for entity in case["entities"]:
        marks = spans.setdefault(entity["entity_id"].rpartition("_")[0], [])
        if entity["identifier"] != "NO_MASK":
            marks.append((entity["start"], entity["end"]))
    return (_marks(case["text"], marks) for marks in spans.values())


def _marks(text: str, spans: Iterable[tuple[int, int]]) -> bytearray:
    marks = bytearray(len(text))
    for start, end in spans:
        marks[start:end] = b"\1" * (end - start)
    return marks


def _is_hidden(text: str, masked: bytearray, start: int, end: int) -> bool:
    left = bytearray(masked[start:end])
    for match in _IGNORED.finditer(text[start:end]):
        left[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return all(left)

"""Letters and clinical notes with one condition hidden: what is found of its traces, what it costs, what is needless.

The letters (`letters_dev`) have every trace of their condition labelled; even-numbered ones were looked at while
building, odd-numbered ones were not. A trace is found if three tenths of its letters or more went. A replacement is
needless if it touches neither a trace nor a name. The notes are those of the medical texts that mention a condition
once or twice. Whether a reader still names the condition is not measured here: a person or a model has to read.
"""

from __future__ import annotations

import json
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.table import Row
from sfumato.sanitizing import Sanitized
from sfumato.service import Engine
from sfumato.service.requests import SanitizeRequest

FOUND = 0.3
_READ = frozenset(
    "36 53 68 123 144 154 188 205 239 301 313 346 347 358 363 388 397 428 432 473 483".split()
)  # notes that others have looked at
_NAMED = {
    "HIV": r"\bHIV\b", "hepatitis C": r"\bhepatitis C\b", "depression": r"\b(?:history of|with|for) depression\b",
    "alcohol abuse": r"\balcohol(?:ism| abuse| dependence)\b", "dementia": r"\bdementia\b|Alzheimer",
    "epilepsy": r"\bepilepsy\b|seizure disorder", "bipolar disorder": r"\bbipolar (?:disorder|affective)",
    "schizophrenia": r"\bschizo", "anxiety": r"\banxiety\b", "drug abuse": r"\b(?:drug|cocaine|substance) abuse\b",
}  # fmt: skip
_EACH, _LONGEST = 3, 6000  # notes for a condition, and their characters


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "letters_dev.jsonl.xz").exists():
        return [Row("letters", "skipped: no letters_dev.jsonl.xz in --data")]
    engine = Engine()
    letters = list(read(data / "letters_dev.jsonl.xz"))
    found: list[Row] = []
    for name, half in (("letters not looked at", letters[1::2]), ("letters looked at", letters[::2])):
        done = [(letter, _hidden(engine, letter["text"], letter["condition"])) for letter in half]
        found += _of_letters(name, done)
    found += _of_notes(engine, data / "medical.jsonl.xz")
    return found


def read(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _hidden(engine: Engine, text: str, condition: str) -> Sanitized:
    return engine.sanitize(SanitizeRequest(text=text, hide=(condition,), settings={"any_language": True}))


def _of_letters(name: str, done: list[tuple[dict[str, Any], Sanitized]]) -> Iterator[Row]:
    replaced = np.mean([len(result.replacements) for _, result in done])
    kept = np.mean([len(result.text.split()) / len(letter["text"].split()) for letter, result in done])
    needless = np.mean([each for letter, result in done for each in _needless(letter, result)])
    traces = [each for letter, result in done for each in _traces(letter, result)]
    every = np.mean([found for found, _ in traces])
    decisive = np.mean([found for found, decides in traces if decides])
    holds = sum(result.certificate.holds for _, result in done)
    yield Row(f"{name}: replacements a letter", f"{replaced:.1f}", "at most 20", bool(replaced <= 20))
    yield Row("  words kept", f"{kept:.1%}", "at least 80%", bool(kept >= 0.8))
    yield Row("  replacements that are needless", f"{needless:.1%}", "at most 25%", bool(needless <= 0.25))
    yield Row("  traces found", f"{every:.1%} of {len(traces)}", "at least 90%", bool(every >= 0.9))
    yield Row("  decisive traces found", f"{decisive:.1%}", "at least 97%", bool(decisive >= 0.97))
    yield Row("  said to hold", f"{holds} of {len(done)}")


def _spans(letter: dict[str, Any], key: str) -> list[tuple[int, int]]:
    said = [clue["text"] for clue in letter["clues"]] if key == "clues" else letter["name_forms"]
    return [match.span() for each in said for match in re.finditer(re.escape(each), letter["text"])]


def _needless(letter: dict[str, Any], result: Sanitized) -> list[bool]:
    telling = [*_spans(letter, "clues"), *_spans(letter, "name_forms")]
    return [not any(a < each.end and each.start < b for a, b in telling) for each in result.replacements]


def _traces(letter: dict[str, Any], result: Sanitized) -> Iterator[tuple[bool, bool]]:
    """For each trace whether it was found, and whether it decides."""
    gone = np.zeros(len(letter["text"]), dtype=bool)
    for each in result.replacements:
        gone[each.start : each.end] = True
    for clue in letter["clues"]:
        start = letter["text"].find(clue["text"])
        if start >= 0:
            at = [start + place for place, sign in enumerate(clue["text"]) if sign.isalnum()]
            yield bool(gone[at].mean() >= FOUND), clue["decisive"]


def _of_notes(engine: Engine, path: Path) -> Iterator[Row]:
    notes = [each for each in read(path) if each["source"] == "mtsamples500" and each["id"] not in _READ]
    chosen: list[tuple[str, str]] = []
    chance = random.Random(9)
    for condition, named in _NAMED.items():
        fitting = [
            note["text"]
            for note in notes
            if 0 < len(re.findall(named, note["text"], re.IGNORECASE)) <= 2 and len(note["text"]) < _LONGEST
        ]
        chance.shuffle(fitting)
        chosen += [(condition, text) for text in fitting[:_EACH]]
    done = [_hidden(engine, text, condition) for condition, text in chosen]
    replaced = np.mean([len(result.replacements) for result in done])
    kept = np.mean([result.utility for result in done])
    yield Row(f"{len(done)} clinical notes: replacements a note", f"{replaced:.1f}", "at most 20", bool(replaced <= 20))
    yield Row("  information kept", f"{kept:.3f}", "at least 0.88", bool(kept >= 0.88))
    yield Row("  said to hold", f"{sum(result.certificate.holds for result in done)} of {len(done)}")

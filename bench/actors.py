"""Twenty abstracts on actors against 513 candidates: who is found in the original, as masked by people, and in ours."""

from __future__ import annotations

import json
import lzma
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from bench.table import Row
from sfumato.io.arrays import Array
from sfumato.knowledge import Pack
from sfumato.languages import load
from sfumato.measure.attack import AS_SEEN, Candidate, KnownCandidates, Outcome, outcome, scored, strongest, telltales
from sfumato.measure.statistics import RESAMPLES, paired
from sfumato.risk.information import information_content
from sfumato.sanitizing import sanitize
from sfumato.types import Document

NEAR_ALL = 0.95
PLACEHOLDERS = {
    "people": re.compile("SENSITIVE"),
    "spaCy entities": re.compile(
        r"\b(?:CARDINAL|DATE|EVENT|FAC|GPE|LANGUAGE|LAW|LOC|MONEY|NORP|ORDINAL|ORG|PERCENT|PERSON|PRODUCT|QUANTITY"
        r"|TIME|WORK_OF_ART)\b"
    ),
    "ours": re.compile(r"\[[^\[\]\n]{1,40}\]|[█*]{2,}"),
}
"""What stands for a hidden word and says nothing, as each version writes it."""


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "actors_dev.jsonl.xz").exists():
        return [Row("actors", "skipped: actors_dev.jsonl.xz is not there (--data)")]
    people, candidates = read(data)
    start = time.perf_counter()
    texts = versions(people)
    made = time.perf_counter() - start
    pack = Pack.open()
    outcomes = attacked(texts, KnownCandidates(candidates, knowledge=pack))
    took = time.perf_counter() - start - made
    originals = texts["original"]
    kept = {
        name: np.array(list(map(partial(information_kept, pack=pack), originals, without_placeholders(name, released))))
        for name, released in texts.items()
    }
    return [
        _honesty(people),
        *(Row(f"information kept, {name}", f"{share.mean():.1%}") for name, share in kept.items()),
        *_table(outcomes),
        *_against_people(outcomes, kept),
        Row("time", f"versions {made:.1f} s, {sum(map(len, texts.values()))} texts attacked in {took:.1f} s"),
    ]


def sanitized(texts: Sequence[tuple[str, str]]) -> list[str]:
    """Our release of each text, of which the name is the secret: policy `person`."""
    return [sanitize(text, hide=[name], policy="person").text for name, text in texts]


# --- versions ---------------------------------------------------------------------------------------------


def read(data: Path) -> tuple[list[dict[str, str]], list[Candidate]]:
    """The people whose abstracts are attacked, and all candidates: those people first, in the same order."""
    people, others = (_records(data / f"actors_{part}.jsonl.xz") for part in ("dev", "background"))
    return people, [
        Candidate(record["name"], record["public_knowledge"], record["name"]) for record in [*people, *others]
    ]


def _records(path: Path) -> list[dict[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def versions(people: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """The abstracts as they are, as masked by people, by spaCy, and by us."""
    originals = [person["original_abstract"] for person in people]
    found = {
        "original": originals,
        "people": [person["manual_abstract"] for person in people],
        "spaCy entities": entities_masked(originals),
    }
    found["ours"] = sanitized([(person["name"], person["original_abstract"]) for person in people])
    return found


def entities_masked(texts: Sequence[str]) -> list[str]:
    """Every named entity replaced by its label."""
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    masked = []
    for document, terms in zip(documents, load().batch(documents), strict=True):
        text = document.text
        for term in reversed(terms):
            if term.label != "NOUN_PHRASE":
                text = text[: term.start] + term.label + text[term.end :]
        masked.append(text)
    return masked


def without_placeholders(version: str, texts: Sequence[str]) -> list[str]:
    return [PLACEHOLDERS[version].sub(" ", text) for text in texts] if version in PLACEHOLDERS else list(texts)


def attacked(texts: Mapping[str, Sequence[str]], known: KnownCandidates) -> dict[str, dict[str, Outcome]]:
    """The outcome of every attacker on every version, as it stands and without placeholders."""
    stand = [text for version in texts.values() for text in version]
    seen = [text for name, version in texts.items() for text in without_placeholders(name, version)]
    both = scored([*stand, *seen], known)
    count = len(stand)
    scores = {who: score[:count] for who, score in both.items()}
    scores |= {who + AS_SEEN: score[count:] for who, score in both.items()}
    found: dict[str, dict[str, Outcome]] = {}
    start = 0
    for name, version in texts.items():
        end = start + len(version)
        found[name] = {who: outcome(score[start:end], range(len(version))) for who, score in scores.items()}
        start = end
    return found


# --- measures ---------------------------------------------------------------------------------------------


def information_kept(original: str, released: str, pack: Pack) -> float:
    """IC of the original's words that are still there over that of all; words are compared in normal form.

    A word that stands there twice and is left once is kept once. Function words count nothing, and unknown words
    as the smallest count that the pack keeps.
    """
    before, after = _content_words(original), _content_words(released)
    names = list(before)
    counts = np.array([pack.count(name) for name in names], dtype=float)
    bits = information_content(counts, pack.total, floor=pack.floor)
    whole = float(sum(bits * [before[name] for name in names]))
    return float(sum(bits * [min(before[name], after[name]) for name in names])) / whole if whole else 1.0


def _content_words(text: str) -> Counter[str]:
    return Counter(form for _, _, form in load().words(text) if form not in load().stop_words)


def longest_run(text: str, other: str) -> int:
    """The most words on end that two texts share.

    >>> longest_run("he was born in Paris", "She was born in Rome.")
    3
    """
    one, two = ([form for _, _, form in load().words(part)] for part in (text, other))
    best, before = 0, [0] * (len(two) + 1)
    for word in one:
        row = [0] * (len(two) + 1)
        for at, same in enumerate(two):
            if same == word:
                row[at + 1] = before[at] + 1
        best, before = max(best, max(row)), row
    return best


# --- rows -------------------------------------------------------------------------------------------------


def _honesty(people: Sequence[Mapping[str, str]]) -> Row:
    """An attacker who has the abstract itself would prove nothing."""
    within = sum(person["original_abstract"] in person["public_knowledge"] for person in people)
    runs = sorted(longest_run(person["original_abstract"], person["public_knowledge"]) for person in people)
    measured = f"{within} of {len(people)}; longest shared run of words: median {runs[len(runs) // 2]}, most {runs[-1]}"
    return Row("abstracts that stand in the public knowledge", measured, "none", within == 0)


def _table(outcomes: Mapping[str, Mapping[str, Outcome]]) -> list[Row]:
    found = []
    for version, by_attacker in outcomes.items():
        best = strongest(by_attacker)
        bar, ok = "", None
        if version == "original":
            bar, ok = f"top 1 at least {NEAR_ALL:.0%}", by_attacker[best].strength[0] >= NEAR_ALL
        measured = f"{by_attacker[best]} ({best})"
        found.append(Row(f"{version}: top 1 / top 5 / mean reciprocal rank, strongest attacker", measured, bar, ok))
        for attacker in by_attacker:
            if not attacker.endswith(AS_SEEN):
                measured = f"{by_attacker[attacker]}{AS_SEEN} {by_attacker[attacker + AS_SEEN]}"
                found.append(Row(f"  {version}, {attacker}", measured))
    return found


def _against_people(outcomes: Mapping[str, Mapping[str, Outcome]], kept: Mapping[str, Array]) -> list[Row]:
    """Ours against the version masked by people: by the attacker that is strongest on theirs, and by each one's own."""
    ours, theirs = outcomes["ours"], outcomes["people"]
    best, own = strongest(theirs), strongest(ours)
    plain = strongest({who: result for who, result in theirs.items() if not who.endswith(AS_SEEN)})
    found = []
    for who, mine, other in (
        (best, ours[best], theirs[best]),
        *([(plain, ours[plain], theirs[plain])] if plain != best else []),
        ("strongest on each", ours[own], theirs[best]),
    ):
        top = mine.strength[0] < other.strength[0]
        found.append(_difference(f"ours - people, top 1 ({who})", mine.top1, other.top1, "below 0", top))
        reciprocal = mine.strength[1] <= other.strength[1]
        what = f"ours - people, mean reciprocal rank ({who})"
        found.append(_difference(what, mine.reciprocal, other.reciprocal, "at most 0", reciprocal))
    more = float(kept["ours"].mean()) > float(kept["people"].mean())
    return [*found, _difference("ours - people, information kept", kept["ours"], kept["people"], "above 0", more)]


def _difference(what: str, ours: Array, theirs: Array, bar: str, ok: bool) -> Row:
    found = paired(ours, theirs)
    spread = f"95 % of {RESAMPLES:,}: {found.low:+.3f} to {found.high:+.3f}"
    measured = f"{ours.mean():.3f} - {theirs.mean():.3f} = {found.value:+.3f}, {spread}"
    return Row(what, measured, bar, ok)


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--telltales", metavar="VERSION", help="what gives the texts of this version away")
    arguments = parser.parse_args()
    if arguments.telltales:
        known_people, everyone = read(arguments.data)
        for number, released in enumerate(versions(known_people)[arguments.telltales]):
            phrases = telltales(released, number, KnownCandidates(everyone))
            said = (f"{phrase} ({share:.0%}, {count})" for phrase, share, count in phrases)
            print(everyone[number].name, *said, sep="; ")
    else:
        for line in rows(arguments.data):
            print(line.what, "|", line.measured, "|", line.bar, "|", {True: "ok", False: "MISSED", None: ""}[line.ok])

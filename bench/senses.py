"""What terms are called: the first wording of 353 terms in context, against what readers said is true there.

A wording is true if readers called it so, or if it is what is left of the term without its first words, or ends with
something true ("film actress"), articles apart. Even-numbered terms were looked at while building, odd-numbered ones
were not.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bench.table import Row
from sfumato.languages import load
from sfumato.service import Engine
from sfumato.service.requests import OptionsRequest

TRUE, FALSE, NONE = 0.90, 0.05, 0.05
_NAMED = ("person", "place", "organization", "work", "event", "product", "law", "group", "award")
_BARE = frozenset(("person", "place", "organization", "group", "work", "product", "event", "law", "award", "thing"))


def rows(data: Path | None) -> list[Row]:
    path = data / "senses_dev.jsonl.xz" if data else None
    if path is None or not path.exists():
        return [Row("senses", "skipped: no senses_dev.jsonl.xz in --data")]
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    engine = Engine()
    said = [_first(engine, record) for record in records]
    found: list[Row] = []
    halves = (("all", slice(None)), ("looked at", slice(0, None, 2)), ("not looked at", slice(1, None, 2)))
    for name, half in halves:
        chosen = [pair for pair in zip(records[half], said[half], strict=True) if pair[0]["type"] != "notterm"]
        found += _rows(name, chosen, barred=name == "all")
    return found


def _rows(name: str, chosen: list[tuple[dict[str, Any], str]], *, barred: bool) -> Iterable[Row]:
    judged = Counter(verdict(record, wording) for record, wording in chosen)
    true, false, none = (judged[each] / len(chosen) for each in ("true", "false", "none"))
    bare = [wording in _BARE for record, wording in chosen if record["type"] in _NAMED and wording]
    rest = f"; abstract {judged['abstract'] / len(chosen):.3f}, not labelled {judged['unlabelled'] / len(chosen):.3f}"
    if not barred:
        yield Row(f"  {name}", f"true {true:.3f}, false {false:.3f}, none {none:.3f}{rest}")
        return
    terms = f"{len(chosen)} terms, first wording"
    yield Row(f"{terms}: true", f"{true:.3f}{rest}", f"at least {TRUE}", true >= TRUE)
    yield Row(f"{terms}: false", f"{false:.3f}", f"at most {FALSE}", false <= FALSE)
    yield Row(f"{terms}: none", f"{none:.3f}", f"at most {NONE}", none <= NONE)
    share = sum(bare) / len(bare)
    yield Row("names called by a bare type", f"{share:.3f}", "at most 0.5", share <= 0.5)


def _first(engine: Engine, record: Mapping[str, Any]) -> str:
    asked = OptionsRequest(text=record["text"], start=record["start"], end=record["end"])
    return next((option.wording for option in engine.options(asked).options), "")


def verdict(record: Mapping[str, Any], wording: str) -> str:
    """Whether a wording is "true", "abstract" or "false" there, "none" or "unlabelled"."""
    language = load()

    def normal(phrase: str) -> str:
        return language.normal_form(language.wording.without_article(phrase.strip("()")))

    said = normal(wording)
    if not said:
        return "none"
    true = {normal(each) for each in (*record["true"], *record["ideal"])}
    abstract = {normal(each) for each in record["abstract"]}
    if said in true or normal(record["term"]).endswith(f" {said}"):
        return "true"
    if said in abstract:
        return "abstract"
    if said in {normal(each) for each in record["candidates"]}:
        return "false"
    head = said.split(" of ")[0].split(" in ")[0]
    if any(head == each or head.endswith(f" {each}") for each in true):
        return "true"
    return "abstract" if any(head.endswith(f" {each}") for each in abstract) else "unlabelled"

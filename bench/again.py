"""What a second run changes in what a first one wrote: nothing, if what was written is what may stand there.

Letters and notes with their condition as the secret, and court cases under the policy `person`: texts that are not in
the knowledge. A text that is in it is judged without itself the first time, but not when it is another text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.letters import read
from bench.table import Row
from sfumato.measure.evaluate import read_gold
from sfumato.service import Engine
from sfumato.service.requests import SanitizeRequest

_CASES, _LENGTH = 20, 4_000  # court cases, and characters of each


def rows(data: Path | None) -> list[Row]:
    letters, cases = (data / f"{name}_dev.jsonl.xz" if data else None for name in ("letters", "tab"))
    if letters is None or cases is None or not letters.exists() or not cases.exists():
        return [Row("second run", "skipped: no letters_dev.jsonl.xz or tab_dev.jsonl.xz in --data")]
    settings = {"any_language": True}
    told = [(each["text"], each["condition"]) for each in read(letters)]
    hiding = [SanitizeRequest(text=text, hide=(condition,), settings=settings) for text, condition in told]
    texts = [case.text[:_LENGTH] for case in read_gold(cases).documents[:_CASES]]
    person = [SanitizeRequest(text=text, policy="person", settings=settings) for text in texts]
    engine = Engine()
    return [_row(engine, "letters", hiding), _row(engine, "court cases, policy person", person)]


def _row(engine: Engine, name: str, requests: Sequence[SanitizeRequest]) -> Row:
    same = more = 0
    for request in requests:
        first = engine.sanitize(request).text
        second = engine.sanitize(replace(request, text=first))
        same += second.text == first
        more += len(second.replacements)
    measured = f"{same} of {len(requests)} texts unchanged, {more} replacements in the others"
    return Row(f"second run, {name}", measured, "nothing changes", same == len(requests))

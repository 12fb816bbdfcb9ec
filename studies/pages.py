"""A page of measured results: Markdown that says what it was measured on."""

from __future__ import annotations

import math
import platform
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

from sfumato.io.atomic import written_whole
from sfumato.measure.statistics import paired
from sfumato.protocols import Knowledge

Tell = Callable[[str, int, int], None]
"""Told which step is under way, how much of it is done, and of how much (0 where that is not known)."""
NOT_MEASURED = "–"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table.

    >>> print(table(("a", "b"), [(1, "x|y")]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    lines = [head, ["---"] * len(head), *rows]
    cells = [[str(cell).replace("|", r"\|").replace("\n", " ") for cell in line] for line in lines]
    return "\n".join(
        "|" + "|".join(line) + "|" if number == 1 else f"| {' | '.join(line)} |" for number, line in enumerate(cells)
    )


def number(value: float | None, digits: int = 1) -> str:
    """A figure as a page shows it, a dash for one that was not measured.

    >>> number(12.345), number(0.5, 3), number(None)
    ('12.3', '0.500', '–')
    """
    return NOT_MEASURED if value is None or math.isnan(value) else f"{value:.{digits}f}"


def percent(share: float | None, digits: int = 1) -> str:
    """A share in percent, as the papers print it.

    >>> percent(0.9345), percent(None)
    ('93.5', '–')
    """
    return number(None if share is None else 100 * share, digits)


def average(values: Iterable[float | None]) -> float | None:
    """The mean of what was measured, None of nothing.

    >>> average([0.25, None, 0.75]), average([None])
    (0.5, None)
    """
    known = [value for value in values if value is not None and not math.isnan(value)]
    return sum(known) / len(known) if known else None


def difference(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """The mean difference of shares, ours less theirs, in percent with its interval over resamples of the pairs.

    >>> difference([0.5, 0.75], [0.25, 0.5])
    '+25.0 (+25.0 to +25.0)'
    """
    found = paired(ours, theirs)
    return f"{100 * found.value:+.1f} ({100 * found.low:+.1f} to {100 * found.high:+.1f})"


def present(data: Path | None, *names: str) -> list[Path]:
    """Those of some files that a folder of data has, by name or pattern, in order."""
    return [path for name in names for path in sorted(data.glob(name))] if data else []


def absent(name: str, what: str) -> str:
    """Says of data that are not there what could not be measured.

    >>> absent("labels.jsonl", "detection")
    'Not measured, as `labels.jsonl` is not in the folder of `--data`: detection.'
    """
    return f"Not measured, as `{name}` is not in the folder of `--data`: {what}."


def listing(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def dated(knowledge: Knowledge, command: str) -> str:
    """What a page was made by, when, and on what."""
    checksum = str(getattr(knowledge, "meta", {}).get("checksum", ""))
    said = f", checksum `{checksum[:16]}`" if checksum else ""
    return (
        f"*Made by `{command}` on {date.today().isoformat()}: sfumato {version('sfumato')}, "
        f"Python {platform.python_version()}, knowledge of {knowledge.total:,} documents{said}.*"
    )


def write(path: Path, parts: Iterable[str]) -> None:
    """Writes the parts of a page, an empty line between them."""
    with written_whole(path) as part:
        part.write_text("\n\n".join(text.strip("\n") for text in parts) + "\n", encoding="utf-8")

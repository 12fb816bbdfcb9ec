"""A page of measured results: Markdown that says what it was measured on."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

from sfumato.columns import written_whole
from sfumato.protocols import Knowledge


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

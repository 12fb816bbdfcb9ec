"""`make bench`: every figure of the project beside its bar, measured here and now."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    actors,
    again,
    building,
    calibration,
    counting,
    court,
    cues,
    documents,
    dropping,
    engine,
    examples,
    experts,
    grammar,
    hostile,
    inspecting,
    kinds,
    language,
    letters,
    meaning,
    notes,
    partitioning,
    review,
    reviews,
    sanitizing,
    senses,
    server,
    spark,
    startup,
    sweeping,
)
from bench.table import Row
from sfumato.io.columns import Archive
from sfumato.knowledge import EMBEDDED

PARTS = {
    "startup": startup,
    "counting": counting,
    "meaning": meaning,
    "kinds": kinds,
    "senses": senses,
    "language": language,
    "building": building,
    "experts": experts,
    "sanitizing": sanitizing,
    "actors": actors,
    "court": court,
    "notes": notes,
    "letters": letters,
    "examples": examples,
    "reviews": reviews,
    "calibration": calibration,
    "again": again,
    "grammar": grammar,
    "cues": cues,
    "inspecting": inspecting,
    "partitioning": partitioning,
    "sweeping": sweeping,
    "engine": engine,
    "server": server,
    "documents": documents,
    "review": review,
}
ON_DEMAND = {"dropping": dropping, "hostile": hostile, "spark": spark}  # too long for every run


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("SFUMATO_DATA"), help="folder of the corpora")
    parser.add_argument("--markdown", type=Path, help="folder to write a page for each part into")
    parser.add_argument(
        "parts",
        nargs="*",
        choices=[[], *PARTS, *ON_DEMAND],
        help="only these (default: all but dropping, hostile and spark)",
    )
    arguments = parser.parse_args()
    say = Console()
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    table = Table(title=f"sfumato on {machine}")
    for column in ("what", "measured", "bar", ""):
        table.add_column(column, overflow="fold")
    missed = 0
    for name in arguments.parts or PARTS:
        say.print(f"[dim]measuring {name} …[/dim]")
        part = (PARTS | ON_DEMAND)[name]
        rows = part.rows(arguments.data)
        for row in rows:
            missed += row.ok is False
            mark = {True: "[green]✓[/green]", False: "[red]✗[/red]", None: ""}[row.ok]
            table.add_row(row.what, row.measured, row.bar, mark)
        if arguments.markdown:
            page = _page(name, str(part.__doc__), machine, rows)
            (arguments.markdown / f"{name}.md").write_text(page, encoding="utf-8")
    say.print(table)
    sys.exit(1 if missed else 0)


def _page(name: str, about: str, machine: str, rows: list[Row]) -> str:
    lines = [f"# {name.capitalize()}", "", about, ""]
    lines += ["| what | measured | bar | |", "|---|---|---|---|"]
    mark = {True: "✓", False: "✗", None: ""}
    lines += [f"| {row.what.strip()} | {row.measured} | {row.bar} | {mark[row.ok]} |" for row in rows]
    checksum = Archive(EMBEDDED, "knowledge").checksum[:16]
    lines += ["", f"Made by `python -m bench --markdown docs/benchmarks {name}` on {machine}, pack {checksum}.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()

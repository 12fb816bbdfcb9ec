"""`make bench`: every figure of the project beside its bar, measured here and now."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import building, counting, language, meaning, startup

PARTS = {
    "startup": startup,
    "counting": counting,
    "meaning": meaning,
    "language": language,
    "building": building,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("SFUMATO_DATA"), help="folder of the corpora")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS, *ON_DEMAND], help="only these (default: all but dropping)")
    arguments = parser.parse_args()
    say = Console()
    table = Table(title=f"sfumato on Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    for column in ("what", "measured", "bar", ""):
        table.add_column(column, overflow="fold")
    missed = 0
    for name in arguments.parts or PARTS:
        say.print(f"[dim]measuring {name} …[/dim]")
        for row in (PARTS | ON_DEMAND)[name].rows(arguments.data):
            missed += row.ok is False
            mark = {True: "[green]✓[/green]", False: "[red]✗[/red]", None: ""}[row.ok]
            table.add_row(row.what, row.measured, row.bar, mark)
    say.print(table)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()

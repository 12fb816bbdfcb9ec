"""What commands print: tables for people, JSON for programs, progress on standard error."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import click


def as_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def table(rows: Iterable[Sequence[object]], *, right: Sequence[int] = ()) -> None:
    """Rows in columns as wide as they need to be; columns numbered in `right` end flush."""
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    for row in cells:
        line = [c.rjust(w) if at in right else c.ljust(w) for at, (c, w) in enumerate(zip(row, widths, strict=True))]
        click.echo("  ".join(line).rstrip())


def note(message: str) -> None:
    """A line for the person who waits, apart from the output."""
    click.echo(message, err=True)


class Meter(Protocol):
    def __call__(self, step: str, done: int, total: int = 0) -> None: ...


@contextmanager
def meter() -> Iterator[Meter]:
    """Reports how far long work is: a bar on a terminal, a line every ten seconds elsewhere."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
        )

        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=Console(stderr=True)) as bar:
            tasks: dict[str, Any] = {}

            def draw(step: str, done: int, total: int = 0) -> None:
                if step not in tasks:
                    for other in tasks.values():
                        bar.stop_task(other)
                    tasks[step] = bar.add_task(step, total=total or None)
                bar.update(tasks[step], completed=done, total=total or None)

            yield draw
        return
    last_step, last_time = "", time.monotonic()

    def line(step: str, done: int, total: int = 0) -> None:
        nonlocal last_step, last_time
        now = time.monotonic()
        if step != last_step or now - last_time > 10:
            last_step, last_time = step, now
            note(f"{step} {done:,}{f' of {total:,}' if total else ''}" if done else step)

    yield line

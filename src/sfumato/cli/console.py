"""What commands print: tables for people, JSON for programs, progress on standard error."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import click

from sfumato.io.files import shown
from sfumato.types import Event, Note


def as_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def show(found: Any, json_: bool, tell: Callable[[Any], None]) -> None:
    """Prints what an engine gave, as JSON or as `tell` tells it to a person."""
    if json_:
        as_json(found.to_dict())
    else:
        tell(found)


def table(
    rows: Iterable[Sequence[object]],
    *,
    right: Sequence[int] = (),
    most: int | None = None,
    first: int | None = None,
    err: bool = False,
) -> None:
    """Rows in columns as wide as they need to be; columns numbered in `right` end flush.

    No cell but the last of a row is longer than `most`; of more rows than `first` the others are only counted; `err`
    tells it apart from the output.
    """
    rows = list(rows)
    if first is not None and len(rows) > first:
        table(rows[:first], right=right, most=most, err=err)
        click.echo(f"and {len(rows) - first:,} more", err=err)
        return
    cells = [
        [*(shortened(shown(str(cell)), most) for cell in row[:-1]), *(shown(str(cell)) for cell in row[-1:])]
        for row in rows
    ]
    if not cells:
        return
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    for row in cells:
        line = [c.rjust(w) if at in right else c.ljust(w) for at, (c, w) in enumerate(zip(row, widths, strict=True))]
        click.echo("  ".join(line).rstrip(), err=err)


def shortened(text: str, most: int | None) -> str:
    """A text, or what fits of it.

    >>> shortened("a rather long one", 10)
    'a rather …'
    """
    return text if most is None or len(text) <= most else text[: most - 1] + "…"


def line(text: str, *, bold: bool = False) -> None:
    """One line of output; what could move a terminal's cursor is not let through."""
    click.secho(shown(text), bold=bold)


def note(message: str, *, bold: bool = False, colour: str | None = None) -> None:
    """A line for the person who waits, apart from the output."""
    click.secho(shown(message), err=True, bold=bold or None, fg=colour)


def tell(event: Event) -> None:
    """A note of the engine for the person who waits; how far work is, a `meter` draws."""
    if isinstance(event, Note):
        note(event.text)


class Meter(Protocol):
    def __call__(self, step: str, done: int, total: int = 0) -> None:
        """Says which step is under way and, where that is known, how much of how much is done."""


@contextmanager
def meter(unit: str = "MB", total: int = 2) -> Iterator[Meter]:
    """Reports how far long work is, in some unit: a bar on a terminal, a line every ten seconds elsewhere.

    Nothing is reported of a `total` of less than two.
    """
    if total < 2:
        yield lambda step, done, total=0: None
        return
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            tasks: dict[str, Any] = {}

            def draw(step: str, done: int, total: int = 0) -> None:
                if step not in tasks:
                    for before in tasks.values():
                        bar.update(before, completed=1, total=1)
                        bar.stop_task(before)
                    tasks[step] = bar.add_task(step, total=None)
                if total:
                    said = f"{step} {done:,} of {total:,} {unit}"
                    bar.update(tasks[step], completed=done, total=total, description=said)

            yield draw
            for task in tasks.values():
                bar.update(task, completed=1, total=1)
        return
    last_step, last_time = "", time.monotonic()

    def tell(step: str, done: int, total: int = 0) -> None:
        nonlocal last_step, last_time
        now = time.monotonic()
        if step != last_step or now - last_time > 10:
            last_step, last_time = step, now
            note(f"{step} {done:,} of {total:,} {unit}" if total else step)

    yield tell

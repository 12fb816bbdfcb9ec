"""What long work tells, on standard error: a meter for progress, lines for notes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sfumato.cli.console import Meter, meter, note
from sfumato.cli.hints import with_hint
from sfumato.types import Event, Note, Tell

_PLAIN = frozenset(("failures-left-out", "sources-left-out"))  # notes that are no warnings


@contextmanager
def telling(*, progress: bool = True) -> Iterator[Tell]:
    """Prints events as they come; without `progress` notes alone."""
    with ExitStack() as stack:
        draw: Meter | None = None
        unit = ""

        def tell(event: Event) -> None:
            nonlocal draw, unit
            if isinstance(event, Note):
                note(with_hint(event), colour=None if event.code in _PLAIN else "yellow")
            elif progress:
                if draw is None or event.unit != unit:
                    stack.close()  # a terminal shows one meter at a time
                    unit, draw = event.unit, stack.enter_context(meter(event.unit))
                draw(event.step, event.done, event.total)

        yield tell

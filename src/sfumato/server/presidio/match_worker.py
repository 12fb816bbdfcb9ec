"""Finds regular expressions of strangers in texts: a program of its own, which can be ended whatever it does.

It reads one JSON object (`expressions` with their flags, `texts`, whether only the `first` match counts, and how many
are the `most`) and writes for each expression and text the places of its matches, or an `error`.
"""

from __future__ import annotations

import json
import re
import sys
from itertools import islice
from typing import Any

_SECONDS = 2  # of work
_BYTES = 1 << 30  # of memory


def main() -> None:
    """Answers what is asked on the standard input."""
    _limit()
    json.dump(_answer(json.load(sys.stdin)), sys.stdout)


def _limit() -> None:
    """Lets the system end this program when it takes too much; not every system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    most = asked["most"]
    found = []
    for expression, flags in asked["expressions"]:
        try:
            compiled = re.compile(expression, flags)
        except (re.error, OverflowError, RecursionError, ValueError):
            return {"error": "not-an-expression"}
        places = []
        for text in asked["texts"]:
            matches = islice(compiled.finditer(text), 1 if asked["first"] else most + 1)
            here = [match.span() for match in matches]
            most -= 0 if asked["first"] else len(here)
            if most < 0:
                return {"error": "too-many-matches"}
            places.append(here)
        found.append(places)
    return {"found": found}


if __name__ == "__main__":
    main()

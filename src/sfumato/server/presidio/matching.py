"""Regular expressions of callers, matched where they can do no harm: in a process that is ended when it takes long."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, TypeAlias

from sfumato.server.presidio.refusing import Refused, invalid, too_much

Expression: TypeAlias = tuple[str, int]
"""A regular expression with its flags."""

_WORKER = Path(__file__).with_name("match_worker.py")
_SECONDS = 10.0  # until it is ended though it hardly works
_MOST = 50_000  # matches
_EXPRESSIONS = 200
_CHARACTERS = 5_000  # of an expression
_AT_ONCE = BoundedSemaphore(4)  # processes


def find_all(expressions: Sequence[Expression], texts: Sequence[str]) -> list[list[list[tuple[int, int]]]]:
    """For each expression and each text the places of its matches."""
    return _asked(expressions, texts, first=False) if expressions else []


def is_in(expression: Expression, texts: Sequence[str]) -> list[bool]:
    """For each text whether an expression matches somewhere in it."""
    return [bool(places) for places in _asked([expression], texts, first=True)[0]] if texts else []


def _asked(expressions: Sequence[Expression], texts: Sequence[str], *, first: bool) -> Any:
    if len(expressions) > _EXPRESSIONS:
        raise too_much(f"there are more than {_EXPRESSIONS} regular expressions")
    if any(len(expression) > _CHARACTERS for expression, _ in expressions):
        raise too_much(f"a regular expression has more than {_CHARACTERS:,} characters")
    question = json.dumps({"expressions": expressions, "texts": texts, "first": first, "most": _MOST})
    with _AT_ONCE:
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-S", str(_WORKER)],
                input=question.encode("ascii"),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=True,
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            raise Refused(422, "Invalid input, a regular expression takes too long", "regex-too-slow") from None
    answer = json.loads(done.stdout)
    if answer.get("error") == "too-many-matches":
        raise too_much(f"regular expressions match more than {_MOST:,} times")
    if "error" in answer:
        raise invalid("Invalid input, a regular expression cannot be read", "bad-regex")
    return answer["found"]

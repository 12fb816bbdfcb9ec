"""Below the command line no message names an option, and every hint is of a code that there is."""

import ast
import re
from pathlib import Path

import pytest

import sfumato
from sfumato.cli.hints import HINTS, about, with_hint
from sfumato.errors import InputError
from sfumato.types import Note

ROOT = Path(sfumato.__file__).parent
BELOW = [path for path in ROOT.rglob("*.py") if "cli" not in path.relative_to(ROOT).parts]


def texts(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_hint_is_of_a_code_that_there_is():
    said = {text for path in BELOW for text in texts(path)}
    assert set(HINTS) <= said


def test_what_measures_names_no_option():
    said = (text for path in (ROOT / "measure").rglob("*.py") for text in texts(path))
    named = {text for text in said if re.search(r"--[a-z]", text)}
    assert named == set()


def test_hints_go_around_the_message():
    assert with_hint(InputError("no secret", code="nothing-to-sweep")).startswith("no secret: give --hide LABEL")
    assert with_hint(Note("sources-known", "1 document is known")).endswith("known. --without-sources leaves them out")
    assert with_hint(InputError("{} is wrong")) == "{} is wrong"


def test_what_an_error_is_about_is_said_before_it():
    with pytest.raises(InputError, match=r"safe\.jsonl: too few"), about("safe.jsonl", "few"):
        raise InputError("too few", code="few")
    with pytest.raises(InputError, match=r"^too many"), about("safe.jsonl", "few"):
        raise InputError("too many")

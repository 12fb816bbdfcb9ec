"""Shared by the tests of all commands."""

import shutil
import sys
from pathlib import Path

import pytest

from sfumato.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command in this process; gives exit code, output and messages."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["sfumato", *map(str, arguments)])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code or 0
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


# --- tables -----------------------------------------------------------------------------------------------

PEOPLE = """\
id,age,town,day,ill
ada,20,Rome,2020-01-05,flu
bob,21,Rome,2020-01-09,cold
cyd,22,Rome,2020-02-01,flu
dan,23,Rome,2020-02-11,gout
eve,50,Oslo,2021-07-02,cold
fay,51,Oslo,2021-07-03,flu
gus,52,Oslo,2021-08-21,gout
hal,53,Oslo,2021-08-30,cold
"""
CONFIG = """\
k = 2

[columns.id]
role = "direct_identifier"
[columns.age]
role = "quasi_identifier"
kind = "number"
[columns.town]
role = "quasi_identifier"
[columns.day]
role = "quasi_identifier"
kind = "date"
[columns.ill]
role = "sensitive"
"""


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A folder with the example table of members and a table without texts, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    for name in ("members.csv", "members.toml"):
        shutil.copy(EXAMPLES / name, tmp_path)
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "people.toml").write_text(CONFIG)
    return tmp_path


@pytest.fixture
def refused(run, tmp_path):
    """Runs a command that must refuse its input: one line, which is given, code 2, and nothing written."""

    def everything():
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    def refused(*arguments):
        before = everything()
        code, out, messages = run(*arguments)
        assert (code, out) == (2, "")
        assert len(messages.splitlines()) == 1
        assert messages.startswith("sfumato: ")
        assert "unforeseen" not in messages
        assert everything() == before
        return messages

    return refused

"""Shared by the tests of all commands."""

import sys

import pytest

from sfumato.cli import main


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

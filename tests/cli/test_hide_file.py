"""Secrets in a file, or on standard input: none stands on the command line."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

from sfumato.cli import cli

LETTER = "He is HIV-positive, has hepatitis C and takes zidovudine.\n"


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text(LETTER)
    (tmp_path / "secrets.txt").write_text("# of the case\nHIV@2\n\n")


def test_a_file_of_secrets_is_as_good_as_options(run):
    for command in (("verify", "letter.txt", "--json"), ("explain", "zidovudine", "--json")):
        assert run(*command, "--hide-file", "secrets.txt")[:2] == run(*command, "--hide", "HIV@2")[:2]


def test_secrets_of_a_file_and_of_options_unite(run):
    _, out, _ = run("verify", "letter.txt", "--json", "--hide-file", "secrets.txt", "--hide", "hepatitis C")
    assert {each["alpha"] for each in json.loads(out)["secrets"]} == {1.5, 2.0}
    assert len(json.loads(out)["secrets"]) == 2


def test_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"HIV\n")))
    code, out, _ = run("sanitize", "letter.txt", "--hide-file", "-")
    assert code == 0
    assert "HIV" not in out


def test_a_file_that_is_not_there(run):
    code, _, messages = run("verify", "letter.txt", "--hide-file", "none.txt")
    assert (code, messages) == (2, "sfumato: none.txt: no such file\n")


def test_every_command_that_hides_takes_a_file():
    def commands(group):
        for command in group.commands.values():
            yield from commands(command) if hasattr(command, "commands") else [command]

    for command in commands(cli):
        options = {option for each in command.params for option in each.opts}
        assert "--hide-file" in options or "--hide" not in options, command.name

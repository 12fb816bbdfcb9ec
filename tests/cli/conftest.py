"""Shared by the tests of all commands."""

import pytest


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

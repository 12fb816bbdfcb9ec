"""Every example of the README runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = [line[2:] for block in re.findall(r"```console\n(.*?)```", README, re.S) for line in block.splitlines()]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)
SHELL = [
    line.split("#")[0].strip() for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines()
]


def test_commands_in_order(tmp_path):
    assert len(CONSOLE) >= 5
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command in CONSOLE:
        words = shlex.split(command)
        assert words[0] == "sfumato"
        done = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout or "-o" in words, command


@pytest.mark.parametrize("code", PYTHON, ids=["use", "contracts"])
def test_python(code):
    space = {}
    exec(code, space)
    for name, value in space.items():
        if name.startswith("test_"):
            from sfumato import contracts

            for check in contracts.KNOWLEDGE:
                value(check)


def test_make_has_the_words_that_are_named():
    makefile = (ROOT / "Makefile").read_text()
    words = {command.split()[1] for command in SHELL} | set(re.findall(r"`make (\w+)", README))
    assert {"demo", "test", "check", "bench"} <= words
    assert all(re.search(rf"^{word}:", makefile, re.M) for word in words)


def test_the_demo_prints_what_gives_the_secret_away():
    done = subprocess.run([sys.executable, "examples/demo.py"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "What gives HIV away" in done.stdout
    assert "Kaposi" in done.stdout

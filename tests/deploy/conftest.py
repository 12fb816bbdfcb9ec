"""What lies in deploy/, read as the programs that use it do."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PREFIX = "/opt/sfumato"


class Line(NamedTuple):
    """An instruction of a Dockerfile, of which stage it is."""

    stage: int
    name: str
    rest: str

    @property
    def words(self):
        """The words of its JSON form; none where it has another."""
        found = re.search(r"\[.*\]$", self.rest)
        return json.loads(found[0]) if found else []


def dockerfile():
    """The instructions of the Dockerfile, with what its arguments stand for."""
    lines, stage, arguments = [], -1, {}
    for line in (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        assert not line.endswith("\\"), "one line, one instruction"
        name, _, rest = line.partition(" ")
        if name == "ARG":
            key, _, value = rest.partition("=")
            arguments.setdefault(key, value)
            assert arguments[key], f"{key} is not given"
            continue
        stage += name == "FROM"
        for key, value in arguments.items():
            rest = rest.replace(f"${{{key}}}", value)
        lines.append(Line(stage, name, rest))
    return lines


@pytest.fixture(scope="session")
def lines():
    return dockerfile()

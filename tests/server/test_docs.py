"""The examples of docs/server.md run, and the page names every route."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sfumato.server.app import ROUTES
from sfumato.server.config import Limits
from tests.server.test_run import Process

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
COMMANDS = [block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) if block.startswith("curl")]
SHOWN = [
    "medicine",
    '"holds":false',
    "city in Florida",
    "He told us of sex",
    '"holds":true',
    '"state":"waiting"',
    '"address":"/review/',
]


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")
def test_the_examples_run(tmp_path):
    server = Process(tmp_path)
    try:
        server.ready()
        answers = []
        for command in COMMANDS:
            own = command.replace("127.0.0.1:8421", f"127.0.0.1:{server.port}")
            done = subprocess.run(["sh", "-c", own], cwd=ROOT, capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, done.stderr
            answers.append(done.stdout)
        for piece in SHOWN:
            assert any(piece in answer for answer in answers), (piece, answers)
        (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
        exec(example.replace(":8421", f":{server.port}"), {})
        assert sum('"error"' in answer for answer in answers) == 1  # the third of the array
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


def test_every_route_and_limit_stands_there():
    missing = [
        template for template, *_ in ROUTES if f"{template}`" not in PAGE and template not in ("/livez", "/readyz")
    ]
    assert missing == []
    limits = Limits()
    for number in (limits.characters, limits.items, limits.secrets, limits.waiting):
        assert f"{number:,} " in PAGE

"""The unit of systemd: it is whole, it leaves little open, and what it starts runs as hardened as it says."""

import ctypes
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request

import pytest

from sfumato.cli.serve import serve
from tests.deploy.conftest import DEPLOY
from tests.server.test_run import SOURCE

UNIT = DEPLOY / "sfumato.service"
TOKEN = "A-token-of-the-unit-01234"
MOST_OPEN = 15  # tenths of the points of systemd-analyze, where 100 is everything
DENIED = """
import ctypes, os, sys
if ctypes.CDLL(None, use_errno=True).prctl(65, 1, 0, 0, 0):
    sys.exit(77)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""No memory is writable and executable from here on: what MemoryDenyWriteExecute asks for."""


@pytest.fixture(scope="module")
def service():
    """What the unit says of the service; of what is said twice, the last."""
    said = UNIT.read_text(encoding="utf-8").partition("[Service]")[2].partition("[Install]")[0]
    return dict(re.findall(r"^(\w+)=(.*)$", said, re.M))


def test_systemd_takes_it(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd here")
    own = UNIT.read_text(encoding="utf-8").replace("/opt/sfumato/bin/sfumato", sys.executable)
    (tmp_path / UNIT.name).write_text(own)
    done = subprocess.run(["systemd-analyze", "verify", str(tmp_path / UNIT.name)], capture_output=True, text=True)
    assert [line for line in (done.stdout + done.stderr).splitlines() if UNIT.name in line] == []
    if "--offline" not in subprocess.run(["systemd-analyze", "--help"], capture_output=True, text=True).stdout:
        pytest.skip("this systemd measures only what is installed")
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_OPEN}", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_starts_what_there_is(service):
    command, *words = shlex.split(service["ExecStart"])
    assert command == "/opt/sfumato/bin/sfumato"
    assert words[0] == "serve"
    context = serve.make_context("serve", [word.replace("%d", "/run/credentials") for word in words[1:]])
    assert context.params["host"] == "127.0.0.1"
    assert str(context.params["token_file"]) == "/run/credentials/token"
    assert service["LoadCredential"].startswith("token:")
    assert service["IPAddressDeny"] == "any"
    assert service["IPAddressAllow"] == "localhost"


def test_what_it_starts_runs_without_memory_that_is_written_and_executed(service, tmp_path):
    if not sys.platform.startswith("linux") or not hasattr(ctypes.CDLL(None), "prctl"):
        pytest.skip("there is no prctl here")
    token = tmp_path / "token"
    token.write_text(TOKEN)
    token.chmod(0o440)  # as systemd shows it
    words = [word.replace("%d", str(tmp_path)) for word in shlex.split(service["ExecStart"])[1:]]
    told = dict(each.split("=", 1) for each in service["Environment"].split() if not each.startswith("SFUMATO_CACHE"))
    own = {**os.environ, **told, "PYTHONPATH": SOURCE, "CREDENTIALS_DIRECTORY": str(tmp_path)}
    with (tmp_path / "log").open("wb") as log:
        command = [sys.executable, "-c", DENIED, "-m", "sfumato", *words, "--port", "0"]
        process = subprocess.Popen(command, env=own, stdout=log, stderr=log, umask=0o077)
    try:
        port = _port(process, tmp_path / "log")
        own = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
        body = b'{"text": "He was started on zidovudine.", "hide": ["HIV"]}'
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/v1/sanitize", body, own)
        with urllib.request.urlopen(asked, timeout=120) as answer:
            assert b"medicine" in answer.read()
        process.terminate()
        assert process.wait(30) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _port(process, log):
    for _ in range(1200):
        said = log.read_text()
        if "listening on http://127.0.0.1:" in said:
            return int(said.partition("listening on http://127.0.0.1:")[2].split()[0])
        if process.poll() == 77:
            pytest.skip("this kernel does not deny memory that is written and executed")
        assert process.poll() is None, said
        time.sleep(0.1)
    raise AssertionError(log.read_text())

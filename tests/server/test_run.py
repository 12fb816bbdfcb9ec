"""Real processes on a free port: they start, answer, keep secrets, bear slow clients, and end in order."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sfumato

CANARY = "Quillfeather"
TEXT = f"{CANARY} Zanthorpe was started on zidovudine in Miami."
TOKEN = "Canarytoken-0123456789"
SOURCE = str(Path(sfumato.__file__).parents[1])


class Process:
    """A server of its own in a folder of its own, and everything that it writes there."""

    def __init__(self, folder, *options, **environment):
        self.folder = folder
        self.log = folder / "log"
        command = [sys.executable, "-m", "sfumato", "serve", "--port", "0", *options]
        own = {"PYTHONPATH": SOURCE, "TMPDIR": str(folder), "HOME": str(folder), **environment}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env={**os.environ, **own})
        self.port = int(self.wait_for(r"listening on http://\S+:(\d+)"))

    def wait_for(self, pattern, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := re.search(pattern, self.log.read_text()):
                return found[found.re.groups]
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"content-type": "application/json", **{name.replace("_", "-"): each for name, each in headers.items()}}
        connection.request(method, path, body if body is None or isinstance(body, bytes) else json.dumps(body), sent)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data

    def ready(self):
        end = time.monotonic() + 120
        while self.ask("GET", "/readyz")[0] != 200:
            assert time.monotonic() < end
            time.sleep(0.1)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@pytest.fixture
def started(tmp_path):
    running = []

    def start(*options, **environment):
        folder = tmp_path / str(len(running))
        folder.mkdir()
        running.append(Process(folder, *options, **environment))
        return running[-1]

    yield start
    for each in running:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()


def test_nothing_that_was_asked_is_written_anywhere(started, filled_cache):
    """Neither to the log at its most talkative, nor to the folder, the home, the temporary files or the cache."""
    options = ("--log-level", "debug", "--metrics", "--workers", "2", "--compat", "presidio")
    server = started(*options, SFUMATO_TOKEN=TOKEN, SFUMATO_DEBUG="1")
    began = time.time()
    own = {"authorization": f"Bearer {TOKEN}"}
    server.ready()
    assert server.ask("GET", "/metrics")[0] == 401
    asked = {"text": TEXT, "hide": [CANARY, "HIV"], "id": CANARY}
    assert server.ask("POST", "/v1/sanitize", asked, **own)[0] == 200
    assert server.ask("POST", "/v1/verify", asked, **own)[0] == 200
    bad = [
        ("POST", "/v1/sanitize", {"text": TEXT, "hide": [f"{CANARY}@x"]}, 422),
        ("POST", "/v1/sanitize", TEXT.encode(), 400),
        ("POST", "/v1/inspect", {"text": TEXT, "hide": [CANARY]}, 422),
        ("POST", f"/v1/{CANARY}?text={CANARY}", {}, 404),
        ("GET", f"/v1/policies/{CANARY}.toml", None, 404),
        ("GET", f"/v1/jobs/{CANARY}", None, 404),
    ]
    for method, path, body, status in bad:
        got, data = server.ask(method, path, body, **own)
        assert got == status
        assert CANARY.encode() not in data
    assert server.ask("POST", "/v1/sanitize", asked, authorization=f"Bearer {CANARY}")[0] == 401
    form = (
        f'--x\r\nContent-Disposition: form-data; name="request"\r\n\r\n{{"hide": ["{CANARY}"]}}\r\n--x\r\n'
        f'Content-Disposition: form-data; name="document"; filename="{CANARY}.txt"\r\n\r\n{TEXT}\r\n--x--\r\n'
    )
    kind = {"content_type": "multipart/form-data; boundary=x"}
    assert server.ask("POST", "/v1/documents", form.encode(), **kind, **own)[0] == 200
    rows = [{"name": f"{CANARY} {number}", "age": number // 3, "note": TEXT} for number in range(9)]
    roles = {"name": "direct_identifier", "age": "quasi_identifier", "note": "text"}
    config = {"columns": {name: {"role": role} for name, role in roles.items()}}
    csv = "name,age,note\n" + "".join(f'"{row["name"]}",{row["age"]},"{row["note"]}"\n' for row in rows)
    assert server.ask("POST", "/v1/anonymize", {"config": config, "k": 3, "csv": csv}, **own)[0] == 200
    assert server.ask("POST", "/v1/guess", {"csv": csv}, **own)[0] == 200
    assert server.ask("POST", "/v1/guess", {"csv": CANARY}, **own)[0] == 422
    status, data = server.ask("POST", "/analyze", {"text": TEXT, "language": "en"}, **own)
    assert status == 200
    hidden = {"DEFAULT": {"type": "generalise", "hide": [CANARY, "HIV"]}}
    found = {"text": TEXT, "analyzer_results": json.loads(data), "anonymizers": hidden}
    assert server.ask("POST", "/anonymize", found, **own)[0] == 200
    pattern = {"name": CANARY, "regex": f"{CANARY}(", "score": 0.5}
    sought = {"name": CANARY, "supported_language": "en", "supported_entity": CANARY, "patterns": [pattern]}
    bad = {"text": TEXT, "language": "en", "ad_hoc_recognizers": [sought]}
    assert server.ask("POST", "/analyze", bad, **own)[0] in (400, 422)
    assert server.ask("POST", "/anonymize", {"text": TEXT, "analyzer_results": [{"start": CANARY}]}, **own)[0] == 422
    status, data = server.ask("POST", "/v1/jobs", {"verb": "sanitize", "request": [asked] * 3}, **own)
    assert status == 202
    job = json.loads(data)
    for _ in range(4):  # by whichever process answers
        watched = server.ask("GET", f"/v1/jobs/{job['id']}/events", x_job_token=job["token"], **own)[1]
        assert b"event: done" in watched
    assert server.ask("GET", f"/v1/jobs/{job['id']}/result", x_job_token=job["token"], **own)[0] == 200
    reviewed(server, form.replace(f'["{CANARY}"]', f'["{CANARY}"], "reviewer": "{CANARY}"').encode(), **kind, **own)
    assert CANARY.encode() not in server.ask("GET", "/metrics", **own)[1]
    with socket.create_connection(("127.0.0.1", server.port)) as broken:
        broken.sendall(f"GET /{CANARY} HTTP/9\r\n{CANARY}\r\n\r\n".encode())
        assert b"400" in broken.recv(1000)
    assert server.stop() == 0
    new = [path for path in filled_cache.rglob("*") if path.is_file() and path.stat().st_mtime > began - 60]
    for file in (*new, *(path for path in server.folder.rglob("*") if path.is_file())):
        data = file.read_bytes()
        for word in (CANARY, "Zanthorpe", TOKEN, job["token"], job["id"]):
            assert word.encode() not in data, (file.name, word)
            assert word not in file.name
    assert "/v1/sanitize 200" in server.log.read_text()


def reviewed(server, form, **own):
    """Begins a review of a document, looks at it, decides, and takes all that comes out."""
    address = json.loads(server.ask("POST", "/v1/reviews", form, **own)[1])["address"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", address)
    answer = connection.getresponse()
    assert (answer.read(), answer.status) == (b"", 303)
    path, cookie = answer.headers["location"], answer.headers["set-cookie"].partition(";")[0]
    connection.close()
    while not (told := json.loads(server.ask("GET", f"{path}/documents/0", cookie=cookie)[1]))["ready"]:
        time.sleep(0.1)
    assert CANARY in told["text"]
    acts = f"{path}/documents/0/acts"
    assert server.ask("POST", acts, {"act": "write", "items": [0], "text": CANARY}, cookie=cookie)[0] == 409
    assert server.ask("POST", acts, {"act": "keep", "items": [0], "why": CANARY}, cookie=cookie)[0] == 200
    assert server.ask("POST", acts, {"act": "finish", "why": CANARY}, cookie=cookie)[0] == 200
    for kind in ("text", "certificate", "working", "report"):
        assert server.ask("GET", f"{path}/documents/0/export/{kind}", cookie=cookie)[0] == 200


def test_no_process_shows_the_token(started):
    server = started(SFUMATO_TOKEN=TOKEN)
    shown = Path(f"/proc/{server.process.pid}/cmdline")
    if not shown.exists():
        pytest.skip("there is no /proc here")
    assert TOKEN.encode() not in shown.read_bytes()


def test_slow_clients_are_cut_off_and_hinder_nobody(started):
    server = started()
    server.ready()
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
    for each in slow:
        each.sendall(b"POST /v1/sanitize HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    assert server.ask("POST", "/v1/sanitize", {"text": TEXT, "hide": ["HIV"]})[0] == 200
    began = time.monotonic()
    for each in slow:
        each.settimeout(20)
        assert each.recv(100) == b""
        each.close()
    assert time.monotonic() - began < 20
    assert server.stop() == 0


def test_it_ends_in_order(started):
    server = started()
    server.ready()
    job = json.loads(
        server.ask("POST", "/v1/jobs", {"verb": "sanitize", "request": [{"text": TEXT, "hide": ["HIV"]}] * 999})[1]
    )
    watching = socket.create_connection(("127.0.0.1", server.port))
    watching.sendall(
        f"GET /v1/jobs/{job['id']}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Job-Token: {job['token']}\r\n\r\n".encode()
    )
    assert b"text/event-stream" in watching.recv(4096)
    asking = socket.create_connection(("127.0.0.1", server.port))
    body = json.dumps({"text": TEXT, "hide": ["HIV"]}).encode()
    head = f"POST /v1/sanitize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"  # noqa: E501
    asking.sendall(f"{head}\r\n\r\n".encode() + body)
    time.sleep(0.2)
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 15
    answer = b""
    while piece := asking.recv(65536):
        answer += piece
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"medicine" in answer


def test_a_worker_that_dies_is_replaced_and_none_is_left_behind(started):
    psutil = pytest.importorskip("psutil")
    server = started("--workers", "2")
    server.ready()
    main = psutil.Process(server.process.pid)
    workers = main.children()
    assert len(workers) == 2
    workers[0].kill()
    server.wait_for("a worker has died")
    end = time.monotonic() + 30
    while len(main.children()) < 2:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert server.ask("GET", "/livez")[0] == 200
    now = main.children()
    server.process.kill()
    server.process.wait()
    _, alive = psutil.wait_procs(now, timeout=20)
    assert alive == []


def test_an_address_that_is_taken_is_one_clear_line(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, _, messages = run("serve", "--port", taken.getsockname()[1])
    assert code == 2
    assert "cannot listen" in messages.splitlines()[-1]

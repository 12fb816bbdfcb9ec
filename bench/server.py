"""The server: one process against the engine alone, at 1, 8 and 64 clients, and what a second worker costs."""

from __future__ import annotations

import asyncio
import csv
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from bench.table import Row, run_python

CLIENTS = {1: 16, 8: 32, 64: 64}
"""How many texts for how many clients."""
WORDS = 200  # of a text
ROUNDS = 2
_THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # so that processor time is time
SHARE = 0.9  # of the words a second without a server
OWN = 150  # MB of the second worker
_POSTS = "blogs_1000.csv.xz"


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / _POSTS).exists():
        return [Row("server", f"skipped: {_POSTS} is not there (--data)")]
    sets = list(_sets(data))
    runs: list[list[float]] = []
    served: list[list[tuple[float, list[float]]]] = []
    os.environ.update(_THREADS)
    with tempfile.TemporaryDirectory() as folder:
        (file := Path(folder) / "texts.json").write_text(json.dumps(sets), encoding="utf-8")
        for _ in range(ROUNDS):  # by turns: the machine may do other things, too
            code = "import sys; from bench import server; server.alone(sys.argv[1])"
            runs.append(json.loads(run_python(code, str(file))))
            with _started() as port:
                _settle(port)
                served.append([asyncio.run(_load(port, c, some)) for c, some in zip(CLIENTS, sets, strict=True)])
    found = []
    for at, (clients, texts) in enumerate(CLIENTS.items()):
        words = texts * WORDS
        without = words / min(run[at] for run in runs)
        took, times = min(run[at] for run in served)
        share = words / took / without
        p50, p99 = (_quantile(sorted(times), q) for q in (0.5, 0.99))
        speed = f"{words / took:,.0f} words a second of the processor, the engine alone {without:,.0f}: {share:.2f}"
        said = f"{speed}; a text takes p50 {p50:.2f} s, p99 {p99:.2f} s"
        what = (
            f"/v1/sanitize, {texts} texts of {WORDS} words, one process, {clients} client{'s' if clients > 1 else ''}"
        )
        found.append(Row(what, said, f"at least {SHARE} of the engine", share >= SHARE))
    return [*found, *_memory(sets[0])]


def alone(file: str) -> None:
    """Prints how much time of the processor an engine takes for each set of texts, one after another.

    A machine that does other things, too, makes all else incomparable.
    """
    from sfumato.service import Engine, SanitizeRequest

    engine = Engine()
    engine.sanitize(SanitizeRequest(text="He was started on zidovudine in Miami.", hide=("HIV",)))
    took = []
    for texts in json.loads(Path(file).read_text(encoding="utf-8")):
        start = time.process_time()
        for text in texts:
            engine.sanitize(SanitizeRequest(text=text, hide=("HIV",), settings={"any_language": True}))
        took.append(time.process_time() - start)
    print(json.dumps(took))


def _memory(texts: list[str]) -> list[Row]:
    """What each of two workers has of its own: pages that it wrote; those of the mapped knowledge are anybody's."""
    import psutil

    with _started("--workers", "2") as port:
        _settle(port)
        asyncio.run(_load(port, 8, texts * 2))
        (main,) = psutil.Process().children()
        own = sorted(_private(each.pid) for each in main.children())
    said = f"{own[-1]:.0f} MB of its own, the other {own[0]:.0f}; the rest is shared"
    return [
        Row(f"memory of a worker beside another, {2 * len(texts)} texts", said, f"at most {OWN} MB", own[-1] <= OWN)
    ]


def _private(pid: int) -> float:
    said = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return sum(int(number) for number in re.findall(r"Private_Dirty:\s+(\d+) kB", said)) / 1e3


def _sets(data: Path) -> Iterator[list[str]]:
    """For each number of clients texts that no other has."""
    csv.field_size_limit(10**9)
    with lzma.open(data / _POSTS, "rt", encoding="utf-8", newline="") as file:
        words = (word for row in csv.DictReader(file) for word in row["text"].split())
        for number in CLIENTS.values():
            yield [" ".join(islice(words, WORDS)) for _ in range(number)]


@contextmanager
def _started(*options: str) -> Iterator[int]:
    """A server on a free port."""
    command = [sys.executable, "-m", "sfumato", "serve", "--port", "0", "--log-level", "info", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        found = re.search(r"listening on http://\S+:(\d+)", said)
        if not found:
            raise AssertionError(said)
        descriptor = process.stderr.fileno()
        os.set_blocking(descriptor, False)  # what it says further is not read, and it must not wait for that
        yield int(found[1])
    finally:
        process.terminate()
        process.wait(30)


def _settle(port: int) -> None:
    """Waits until the server has loaded everything, in every process."""
    texts = [f"He was started on zidovudine in Miami, {number}." for number in range(8)]
    asyncio.run(_load(port, 4, texts))


async def _load(port: int, clients: int, texts: list[str]) -> tuple[float, list[float]]:
    """What the server takes of the processor for all texts, and how long each of them took its client."""
    import psutil

    (server,) = psutil.Process().children()
    waiting, times = iter(texts), []

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for text in waiting:
            body = json.dumps({"text": text, "hide": ["HIV"], "settings": {"any_language": True}}).encode()
            head = f"POST /v1/sanitize HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            began = time.perf_counter()
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            await _answer(reader)
            times.append(time.perf_counter() - began)
        writer.close()

    before = server.cpu_times()
    await asyncio.gather(*(client() for _ in range(clients)))
    after = server.cpu_times()
    return after.user + after.system - before.user - before.system, times


async def _answer(reader: asyncio.StreamReader) -> Any:
    status = (await reader.readline()).split()[1]
    length = 0
    while line := (await reader.readline()).strip():
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    answer = json.loads(await reader.readexactly(length))
    if status != b"200":
        raise AssertionError(f"{status.decode()}: {answer}")
    return answer


def _quantile(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]

"""The engine: as fast as the tree before it, the same from many threads, no larger with time, not slowed by plug-ins.

The tree before is a folder that `SFUMATO_BEFORE` names: a checkout of an earlier state.
"""

from __future__ import annotations

import csv
import json
import lzma
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.table import Row, run_python

if TYPE_CHECKING:
    from sfumato import Engine

BEFORE = "SFUMATO_BEFORE"
POSTS = 300
ROUNDS = 5  # of both trees by turns
SLOWEST = 0.97  # of the speed before
TEXTS, THREADS = 40, 8
DOCUMENTS, SETTLED, LABELS = 10_000, 2_000, 200
SINGLE = 0.2  # of the documents are requests of their own, the others records of a batch
GROWTH = 0.05
PLUGINS, STARTS, SLOWER = 50, 21, 1.1
_KNOWN, _NAMES = 20, 50  # documents that have a secret at least, and names of it at most: what people hide is no realm
_POSTS_FILE = "blogs_1000.csv.xz"


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / _POSTS_FILE).exists():
        return [Row("engine", f"skipped: {_POSTS_FILE} is not there (--data)"), *_help()]
    return [*_speed(data), *_threads(data), *_memory(data), *_help()]


def _child(function: str, data: Path) -> Any:
    """What a function of this module prints as JSON in a new process."""
    return json.loads(run_python(f"import sys; from bench import engine as e; e.{function}(sys.argv[1])", str(data)))


def _posts(data: str) -> Iterator[str]:
    csv.field_size_limit(10**9)
    with lzma.open(Path(data) / _POSTS_FILE, "rt", encoding="utf-8", newline="") as file:
        yield from (row["text"] for row in csv.DictReader(file))


# --- against the tree before ------------------------------------------------------------------------------

_SPEED = """
import csv, hashlib, json, lzma, sys, time
from itertools import islice
import sfumato
try:
    from sfumato.sanitize import sanitize  # as it was called before
except ImportError:
    from sfumato import sanitize
csv.field_size_limit(10**9)
with lzma.open(sys.argv[1], "rt", encoding="utf-8", newline="") as file:
    first, *texts = [row["text"] for row in islice(csv.DictReader(file), 1 + int(sys.argv[2]))]
sanitize(first, hide=["HIV"])  # opens what is opened once
start = time.process_time()
released = [sanitize(text, hide=["HIV"]).text for text in texts]
took = time.process_time() - start
digest = hashlib.sha256("\\0".join(released).encode()).hexdigest()
words = sum(len(text.split()) for text in texts)
print(json.dumps({"tree": sfumato.__file__, "took": took, "words": words, "digest": digest}))
"""


def _speed(data: Path) -> list[Row]:
    what = f"sanitize of {POSTS} posts, one process, against the tree before"
    if not (before := os.environ.get(BEFORE)):
        return [Row(what, f"skipped: {BEFORE} does not name a folder with the tree before")]
    old, new = Path(before).resolve() / "src", Path(__file__).resolve().parents[1] / "src"
    told: dict[Path, list[dict[str, Any]]] = {old: [], new: []}
    for turn in range(ROUNDS):
        for tree in (old, new) if turn % 2 else (new, old):
            told[tree].append(_sanitized(tree, data))
    words = told[new][0]["words"]
    earlier, now = (words / min(run["took"] for run in told[tree]) for tree in (old, new))
    same = len({run["digest"] for runs in told.values() for run in runs}) == 1
    return [
        Row(
            what,
            f"{now:,.0f} words a second of the processor, before {earlier:,.0f}: ratio {now / earlier:.3f}",
            f"not below {SLOWEST}",
            now / earlier >= SLOWEST,
        ),
        Row("… releases of both trees", "the same bytes" if same else "different", "the same", same),
    ]


def _sanitized(tree: Path, data: Path) -> dict[str, Any]:
    """One run over a tree in a new process. Processor time: that of a machine that does other things too tells more."""
    command = [sys.executable, "-c", _SPEED, str(data / _POSTS_FILE), str(POSTS)]
    # one thread, so that processor time is time
    own = {"PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **own})
    told: dict[str, Any] = json.loads(done.stdout)
    if not Path(told["tree"]).is_relative_to(tree):
        raise AssertionError(f"{told['tree']} was run instead of {tree}")
    return told


# --- many threads -----------------------------------------------------------------------------------------

_REQUESTS: tuple[Mapping[str, Any], ...] = (
    {"hide": ("HIV",)},
    {"hide": ("alcoholism", "depression@2")},
    {"policy": "us-medical"},
    {"hide": ("Apple Inc.",), "policy": "person", "settings": {"method": "redact"}},
    {"hide": ("homosexuality",), "settings": {"method": "pseudonym"}, "key": b"the same for all"},
)


def _threads(data: Path) -> list[Row]:
    told = _child("threads", data)
    what = f"{THREADS} threads on one engine, {TEXTS} texts, {len(_REQUESTS)} requests each"
    measured = f"{told['same']} of {told['all']} results have the bytes of one after another"
    return [Row(what, measured, "all", told["same"] == told["all"] == TEXTS * len(_REQUESTS))]


def threads(data: str) -> None:
    """Prints how many results of an engine that threads share are those of an engine asked by one."""
    from sfumato.service import Engine, SanitizeRequest

    asked = [SanitizeRequest(text=text, **each) for text in islice(_posts(data), TEXTS) for each in _REQUESTS]
    random.Random(0).shuffle(asked)  # neighbours in time differ in text and in request

    def answered(engine: Engine, request: SanitizeRequest) -> bytes:
        return json.dumps(engine.sanitize(request).to_dict(), ensure_ascii=False).encode()

    shared, alone = Engine(), Engine()
    with ThreadPoolExecutor(THREADS) as pool:  # first, while nothing is remembered: threads meet where things are made
        together = list(pool.map(lambda request: answered(shared, request), asked))
    apart = [answered(alone, request) for request in asked]
    print(json.dumps({"same": sum(a == b for a, b in zip(together, apart, strict=True)), "all": len(asked)}))


# --- memory -----------------------------------------------------------------------------------------------


def _memory(data: Path) -> list[Row]:
    told = _child("memory", data)
    early, late = told["resident"]
    growth = late / early - 1
    return [
        Row(
            f"resident memory, {told['documents']:,} short texts, each with one of {told['labels']} secrets",
            f"{early:.0f} MB after {SETTLED:,}, {late:.0f} MB after {DOCUMENTS:,}: {growth:+.1%}; "
            f"without files that are mapped {told['own'][0]:.0f} and {told['own'][1]:.0f} MB",
            f"grows by at most {GROWTH:.0%}",
            growth <= GROWTH and told["documents"] == DOCUMENTS,
        )
    ]


def memory(data: str) -> None:
    """Prints the memory of an engine after some documents, and after many."""
    import psutil

    from sfumato.service import Engine, Record, SanitizeRequest
    from sfumato.types import Document

    engine, rng = Engine(), random.Random(0)
    labels = _labels(engine, rng)
    documents = [(text, rng.choice(labels)) for text in _sentences(data)]
    resident, own = [], []
    step = SETTLED // 10
    for start in range(0, len(documents), step):
        some = documents[start : start + step]
        cut = round(len(some) * SINGLE)
        for text, label in some[:cut]:
            engine.sanitize(SanitizeRequest(text=text, hide=(label,)))
        records = (Record(Document(text[:20], text), (label,)) for text, label in some[cut:])
        for done in engine.sanitize_all(SanitizeRequest(text=""), records):
            if not hasattr(done, "text"):
                raise AssertionError(f"a document failed: {done}")
        if start + step in (SETTLED, DOCUMENTS):
            used = psutil.Process().memory_info()
            resident.append(used.rss / 1e6)
            own.append((used.rss - getattr(used, "shared", 0)) / 1e6)
    print(json.dumps({"documents": len(documents), "labels": len(labels), "resident": resident, "own": own}))


def _sentences(data: str) -> list[str]:
    """Sentences of the posts, neither short nor long, each once."""
    found: dict[str, None] = {}
    for post in _posts(data):
        found.update(dict.fromkeys(s for s in re.split(r"(?<=[.!?])\s+", post.strip()) if 60 <= len(s) <= 200))
        if len(found) >= DOCUMENTS:
            break
    return list(found)[:DOCUMENTS]


def _labels(engine: Engine, rng: random.Random) -> list[str]:
    """Labels of medicine that can be hidden without saying which sense is meant."""
    from sfumato.errors import InputError
    from sfumato.service import SecretsRequest
    from sfumato.taxonomies import embedded
    from sfumato.taxonomies.hierarchy import Hierarchy

    (medicine,) = embedded(("MeSH",)).taxonomies
    assert isinstance(medicine, Hierarchy)
    found: list[str] = []
    for label in dict.fromkeys(concept.label for concept in rng.sample(list(medicine), 50 * LABELS)):
        try:
            (secret,) = engine.secrets(SecretsRequest(hide=(label,)))
        except InputError:
            continue
        found += [label] if secret.documents >= _KNOWN and secret.names <= _NAMES else []
        if len(found) == LABELS:
            break
    return found


# --- plug-ins ---------------------------------------------------------------------------------------------


def _help() -> list[Row]:
    command = [str(Path(sys.executable).parent / "sfumato"), "--help"]
    with tempfile.TemporaryDirectory() as none, tempfile.TemporaryDirectory() as many:
        for number in range(PLUGINS):
            _write_plugin(Path(many), f"dummy{number}")
        times: dict[str, list[float]] = {none: [], many: []}
        for turn in range(STARTS):
            for folder in (none, many) if turn % 2 else (many, none):
                start = time.perf_counter()
                subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": folder})
                times[folder].append(time.perf_counter() - start)
        without, beside = min(times[none]), min(times[many])
    return [
        Row(
            f"sfumato --help beside {PLUGINS} distributions with plug-ins",
            f"{beside * 1000:.0f} ms, without them {without * 1000:.0f} ms: {beside / without:.2f} times",
            f"at most {SLOWER} times",
            beside / without <= SLOWER,
        )
    ]


def _write_plugin(folder: Path, name: str) -> None:
    """A distribution that says that it has a detector."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[sfumato.detectors]\nbadge = {name}:make\n", encoding="utf-8")

"""Spark: the same rows as on one machine, and what the cluster costs beside it.

Both take the same file of Parquet on two cores, by turns; the start of the JVM and of the engine are told apart. How
many posts are taken, `SFUMATO_SPARK_POSTS` says. So it is with packs, which are built of as many documents as
`SFUMATO_SPARK_DOCUMENTS` says, in one pack and in shards.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import lzma
import os
import shutil
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from bench.table import Row, run_python

POSTS = int(os.environ.get("SFUMATO_SPARK_POSTS", "400"))
DOCUMENTS = int(os.environ.get("SFUMATO_SPARK_DOCUMENTS", "4000"))
SHARDS = 4
PARTITIONS = (1, 7, 64)
SLOWEST = 1.25  # times as long as on one machine
_FILE = "blogs_1000.csv.xz"
_DOCUMENTS = "wikipedia-00.jsonl.xz"

_HERE = """
import json, sys, time
from pathlib import Path
from sfumato.service import Engine, SanitizeRequest
from sfumato.service.arrow import Columns
from sfumato.service.streams import sanitize_parquet
source, out = Path(sys.argv[1]), Path(sys.argv[2])
engine = Engine()
engine.sanitize(SanitizeRequest(text="The weather is fine today.", hide=("HIV",)))
start = time.perf_counter()
request, columns = SanitizeRequest(text="", hide=("HIV",)), Columns(text="note", id="id")
made = sanitize_parquet(engine, request, {"posts.parquet": source}, out, columns, processes=2)
print(json.dumps({"took": time.perf_counter() - start, "digest": made.digest, "rows": made.rows}))
"""

_THERE = """
import json, os, sys, time
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.sql import SparkSession
from sfumato.service.arrow import Columns
from sfumato.spark import jobs, sanitize
source, out, partitions = sys.argv[1], sys.argv[2], int(sys.argv[3])
settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
    "spark.python.daemon.module": "sfumato.spark.daemon", "spark.sql.files.minPartitionNum": str(partitions),
    "spark.log.level": "ERROR"}
builder = SparkSession.builder.master("local[2]")
for each in settings.items():
    builder = builder.config(*each)
session = builder.getOrCreate()
start = time.perf_counter()
frame = session.createDataFrame([(0, "The weather is fine today.")] * 2, "id int, note string").repartition(2)
sanitize(frame, text="note", hide=["HIV"]).collect()  # opens the engine
opened = time.perf_counter()
cut = out + ".cut"
session.read.parquet(source).repartition(partitions).write.parquet(cut)
began = time.perf_counter()
made = jobs.sanitize_job(session, cut, out, Columns(text="note", id="id"), hide=["HIV"])
took = time.perf_counter() - began
print(json.dumps({"took": took, "opened": opened - start, "digest": made.digest, "rows": made.rows}))
session.stop()
"""

_PACK_HERE = """
import hashlib, json, sys, time
from pathlib import Path
from sfumato.knowledge import build_pack
start = time.perf_counter()
build_pack([Path(sys.argv[1])], Path(sys.argv[2]), labels=list, about={"name": "bench"}, processes=2)
took = time.perf_counter() - start
print(json.dumps({"took": took, "sha256": hashlib.sha256(Path(sys.argv[2]).read_bytes()).hexdigest()}))
"""

_PACK_THERE = """
import hashlib, json, os, sys, time
os.environ["PYSPARK_PYTHON"] = sys.executable
from pathlib import Path
from pyspark.sql import SparkSession
from sfumato.knowledge import open_knowledge
from sfumato.spark.knowledge import build_pack
from sfumato.types import All
source, out, number, work = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[2] + ".work")
settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
    "spark.log.level": "ERROR", "spark.sql.shuffle.partitions": "4"}
builder = SparkSession.builder.master("local[2]")
for each in settings.items():
    builder = builder.config(*each)
session = builder.getOrCreate()
session.range(2).collect()
start = time.perf_counter()
build_pack(session, [source], out, about={"name": "bench"}, work=work)
took = time.perf_counter() - start
folder = out.with_name("shards")
build_pack(session, [source], folder, about={"name": "bench"}, work=work, shards=number)
session.stop()
packs = {"one": open_knowledge(out), "shards": open_knowledge(folder)}
one = packs["one"]
terms = sorted({term for document in range(0, one.total, 20) for term, _ in one.weights(document, 2)})
pairs = [All(*pair) for pair in zip(terms, terms[1:])]
asked = {}
for name, pack in packs.items():
    counts = [pack.count(term) for term in terms]  # warm: the terms are known, the pairs are not
    begun = time.perf_counter()
    together = [pack.count(pair) for pair in pairs]
    asked[name] = (time.perf_counter() - begun) / len(pairs), counts, together
same = asked["one"][1:] == asked["shards"][1:]
print(json.dumps({"took": took, "sha256": hashlib.sha256(out.read_bytes()).hexdigest(), "same": same,
    "one": asked["one"][0], "shards": asked["shards"][0]}))
"""


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / _FILE).exists():
        return [Row("spark", f"skipped: {_FILE} is not there (--data)")]
    if importlib.util.find_spec("pyspark") is None or not shutil.which("java"):
        return [Row("spark", "skipped: pyspark or Java is not there")]
    with tempfile.TemporaryDirectory() as folder:
        source = _source(data, Path(folder))
        here = [_ran(_HERE, source, Path(folder) / f"here-{turn}") for turn in range(2)]
        there = {number: _ran(_THERE, source, Path(folder) / f"there-{number}", number) for number in PARTITIONS}
        digests = {each["digest"] for each in (*here, *there.values())}
        alone, cluster = min(each["took"] for each in here), there[7]["took"]
        cut = ", ".join(map(str, PARTITIONS))
        return [
            Row(
                f"{POSTS:,} posts on two processes and on local[2] in {cut} partitions",
                "the same rows" if len(digests) == 1 else f"{len(digests)} different results",
                "the same",
                len(digests) == 1,
            ),
            Row(
                "the job on local[2] in 7 partitions, against two processes; JVM and engine were open",
                f"{cluster:.0f} s, {alone:.0f} s: ratio {cluster / alone:.2f}",
                f"not above {SLOWEST}",
                cluster / alone <= SLOWEST,
            ),
            Row("… opening the engine in the daemon, once a host", f"{there[7]['opened']:.0f} s"),
            *_packs(data, Path(folder)),
        ]


def _packs(data: Path, folder: Path) -> list[Row]:
    """A pack built here and on the cluster, and counting in it and in shards."""
    if not (data / _DOCUMENTS).exists():
        return [Row("a pack on the cluster", f"skipped: {_DOCUMENTS} is not there (--data)")]
    source = folder / "documents.jsonl"
    with lzma.open(data / _DOCUMENTS, "rt", encoding="utf-8") as file:
        source.write_text("".join(islice(file, DOCUMENTS)), encoding="utf-8")
    here = _ran(_PACK_HERE, source, folder / "here.pack")
    there = _ran(_PACK_THERE, source, folder / "there.pack", SHARDS)
    same = here["sha256"] == there["sha256"]
    one, several = (f"{there[name] * 1e6:.0f} µs" for name in ("one", "shards"))
    return [
        Row(
            f"a pack of {DOCUMENTS:,} documents of one file on local[2], against two processes; the JVM was running",
            f"{there['took']:.0f} s, {here['took']:.0f} s; {'the same bytes' if same else 'other bytes'}",
            "the same bytes",
            same,
        ),
        Row(
            f"… counting two terms in it and in {SHARDS} shards, warm",
            f"{one}, {several}; {'the same counts' if there['same'] else 'other counts'}",
            "below 1 ms, the same counts",
            there["same"] and max(there["one"], there["shards"]) < 1e-3,
        ),
    ]


def _source(data: Path, folder: Path) -> Path:
    import pyarrow as pa
    import pyarrow.parquet as pq

    csv.field_size_limit(10**9)
    with lzma.open(data / _FILE, "rt", encoding="utf-8", newline="") as file:
        texts = [row["text"] for row in islice(csv.DictReader(file), POSTS)]
    pq.write_table(pa.table({"id": list(range(len(texts))), "note": texts}), folder / "posts.parquet")
    return folder / "posts.parquet"


def _ran(code: str, source: Path, out: Path, *more: int) -> Any:
    return json.loads(run_python(code, str(source), str(out), *map(str, more)).splitlines()[-1])

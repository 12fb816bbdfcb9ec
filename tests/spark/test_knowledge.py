"""Packs that a cluster builds: the bytes of the local builder, stage by stage, and through whatever is killed."""

import json
import os
import random
import shutil
import time

import pytest

from sfumato.knowledge import Floors, Pack, build, build_pack, open_knowledge
from sfumato.types import Document
from tests.knowledge.test_build import corpus
from tests.spark.conftest import Cluster
from tests.spark.test_faults import python_workers

PLAIN = {"spark.python.daemon.module": "pyspark.daemon"}  # no engine is needed
LABELS = ["bal", "dank bel", "Nora Vale", "never seen"]
BUILD = """
from pathlib import Path
from sfumato.knowledge import Floors
from sfumato.spark.knowledge import build_pack

folder, work = Path(sys.argv[1]), None
paths = [folder / "texts", folder / "a.jsonl", folder / "b.jsonl"]
def built(number, output):
    spark.conf.set("spark.sql.shuffle.partitions", str(number))
    spark.conf.set("spark.sql.files.minPartitionNum", str(number))
    spark.conf.set("spark.sql.files.openCostInBytes", "1")
    steps = []
    labels = lambda: ["bal", "dank bel", "Nora Vale", "never seen"]
    about = {"name": "spark"}
    tell = lambda event: steps.append(event.step)
    build_pack(spark, paths, output, labels=labels, floors=Floors(2, 2, 3), about=about, work=work, tell=tell)
    return steps
"""


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """Files of documents with titles, sentences, a word that all have, texts without a word, and empty ones."""
    folder = tmp_path_factory.mktemp("corpus")
    documents = [*corpus(700), Document("odd", "... --- ...", title="Only Signs"), Document("loud", "BAL DEG. A bonk.")]
    random.Random(5).shuffle(documents)
    (folder / "texts").mkdir()
    for at, document in enumerate(documents[:5]):
        (folder / "texts" / f"{at}.txt").write_text(f"{document.text} everywhere")
    for name, some in (("a", documents[5:80]), ("b", documents[80:])):
        rows = [{"id": each.id, "title": each.title, "text": each.text and f"{each.text}. Everywhere"} for each in some]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture(scope="module")
def alone(given, tmp_path_factory):
    """The pack that one machine builds."""
    path = tmp_path_factory.mktemp("alone") / "alone.pack"
    paths = [given / "texts", given / "a.jsonl", given / "b.jsonl"]
    about = {"name": "spark"}
    build_pack(paths, path, labels=lambda: LABELS, floors=Floors(2, 2, 3), about=about, processes=1)
    return path.read_bytes()


FILES = """
import shutil

for number in (1, 16):
    built(number, folder / f"{number}.pack")
stages = []
work = folder / "work"
def resumed(*gone):
    for path in work.iterdir() if gone else ():
        if path.name.startswith(gone):
            shutil.rmtree(path)
    before = {path.name: path.stat().st_mtime_ns for path in work.iterdir()} if gone else {}
    steps = built(7, folder / "7.pack")
    after = {path.name: path.stat().st_mtime_ns for path in work.iterdir()}
    assert all(after[name] == before[name] for name in before)
    stages.append([[step for step in steps if "done before" not in step], len(after) - len(before)])
resumed()
resumed("counting-phrases-of-4", "choosing", "finding")
print(json.dumps(stages))
"""
FRAMES = """
rows = [json.loads(line) for line in (folder / "b.jsonl").read_text().splitlines()]
known = [(at, row["id"], row["title"], row["text"]) for at, row in enumerate(rows)]
frame = spark.createDataFrame(known, "at int, id string, title string, body string").repartition(5, "id")
asked = {"text": "body", "labels": ["bal", "Nora Vale"], "meta": {"name": "frame"}}
work = folder / "work"
sfumato.spark.build_knowledge(frame, folder / "frame.pack", order="at", work=work, **asked)
sfumato.spark.build_knowledge(frame, folder / "shards", order="at", work=work, shards=3, **asked)

said = []
def refused(**wrong):
    try:
        sfumato.spark.build_knowledge(frame, folder / "no.pack", **{**asked, **wrong})
    except Exception as error:
        said.append(f"{type(error).__name__}: {error}")
refused(order="title")
refused(order="nothing")
refused(text="nothing")
refused(text="at")
try:
    build_pack(spark, [folder / "broken.jsonl"], folder / "no.pack")
except Exception as error:
    said.append(str(error))
assert spark.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") != "32"
print(json.dumps([said, len(list(work.iterdir()))]))
"""


@pytest.fixture
def folder(given, tmp_path):
    """A copy of the files, for what is built beside them."""
    return shutil.copytree(given, tmp_path / "corpus")


def test_the_bytes_of_the_local_builder_and_resumed_by_stage(local, folder, alone):
    first, second = local.run(BUILD + FILES, folder, **PLAIN)
    for name in ("1", "7", "16"):
        assert (folder / f"{name}.pack").read_bytes() == alone, name
    end = ["counting documents", "writing"]
    assert first[0][:3] == ["reading", "counting words", "numbering"]
    assert first[0][-2:] == end
    assert first[1] == 9
    assert second == [["counting phrases of 4 words", "choosing terms", "finding terms", *end], 3]
    assert (folder / "work").stat().st_mode & 0o777 == 0o700


def test_a_frame_over_connect(connect, folder, tmp_path):
    (folder / "broken.jsonl").write_text('{"text": "quorblax"}\n{"text": "quorblax\n')
    said, stages = connect.run(BUILD + FRAMES, folder, **PLAIN)
    rows = [json.loads(line) for line in (folder / "b.jsonl").read_text().splitlines()]
    documents = [Document(row["id"], row["text"], row["title"]) for row in rows if row["text"].strip()]
    build(documents, tmp_path / "frame.pack", labels=["bal", "Nora Vale"], meta={"name": "frame"}, processes=1)
    assert (folder / "frame.pack").read_bytes() == (tmp_path / "frame.pack").read_bytes()
    one, three = Pack.open(tmp_path / "frame.pack"), open_knowledge(folder / "shards")
    terms = list(one._terms.strings)[::20]
    assert len(three.packs) == 3
    assert three.counts("everywhere", terms) == one.counts("everywhere", terms)
    assert three.best("everywhere", 5) == one.best("everywhere", 5)
    assert stages == 9  # the second time all were there
    twice, none, text, number, broken = said
    assert "a value twice" in twice
    assert none == "InputError: the frame has no column nothing to order its rows by"
    assert "InputError" in text
    assert number == "InputError: the frame: the column at is of type integer, not text"
    assert "line 2" in broken
    assert "quorblax" not in broken
    assert not (folder / "no.pack").exists()
    assert not list(folder.glob(".*"))


KILLED = """
print("begun", flush=True)
steps = built(2, folder / "killed.pack")
print(json.dumps(steps))
"""


def test_what_a_killed_worker_had_is_counted_again(spark_is_here, tmp_path):
    folder = tmp_path / "corpus"
    (folder / "texts").mkdir(parents=True)
    (folder / "texts" / "0.txt").write_text("Alone.")
    for at, name in enumerate("ab"):
        rows = [{"id": each.id, "text": each.text} for each in corpus(4000, seed=at)]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    cluster = Cluster(tmp_path / "spark", master="local[2,4]")
    process = cluster.start(BUILD + KILLED, folder)
    assert process.stdout.readline() == "begun\n"
    workers = []
    for _ in range(6000):
        workers = [each for each in python_workers(process) if each.cpu_times().user > 0.05]
        if workers or process.poll() is not None:
            break
        time.sleep(0.02)
    assert workers, cluster.log.read_text()[-3000:]
    os.kill(workers[0].pid, 9)
    process.communicate(timeout=500)
    assert process.returncode == 0, cluster.log.read_text()[-3000:]
    ends = [event["Task End Reason"]["Reason"] for event in cluster.events() if event["Event"].endswith("TaskEnd")]
    assert len(ends) - ends.count("Success") == 1  # the one that was killed
    paths = [folder / "texts", folder / "a.jsonl", folder / "b.jsonl"]
    build_pack(paths, tmp_path / "alone.pack", labels=lambda: LABELS, about={"name": "spark"}, processes=1)
    assert (folder / "killed.pack").read_bytes() == (tmp_path / "alone.pack").read_bytes()

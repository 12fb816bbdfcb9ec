"""Packs that a cluster builds: the bytes of the local builder, stage by stage, and through whatever is killed."""

import json
import random

import pytest

from sfumato.knowledge import Floors, build_pack
from sfumato.types import Document
from tests.knowledge.test_build import corpus

LABELS = ["bal", "dank bel", "Nora Vale", "never seen"]
BUILD = """
from pathlib import Path
from sfumato.knowledge import Floors
from sfumato.spark.knowledge import build_pack

folder, work = Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2] else None
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


PARTITIONS = """
for number in (1, 7, 16):
    built(number, folder / f"{number}.pack")
print(json.dumps(None))
"""


@pytest.mark.parametrize("which", ["local", "connect"])
def test_the_bytes_of_the_local_builder_for_any_partitions(which, given, alone, request):
    request.getfixturevalue(which).run(BUILD + PARTITIONS, given, "")
    for number in (1, 7, 16):
        path = given / f"{number}.pack"
        assert path.read_bytes() == alone, number
        path.unlink()
    assert sorted(path.name for path in given.iterdir()) == ["a.jsonl", "b.jsonl", "texts"]

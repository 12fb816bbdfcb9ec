"""The same bytes wherever it runs and however the rows are cut, and nothing of texts and secrets anywhere but there."""

import pickle

import pytest

from sfumato.service import EngineConfig
from sfumato.service.arrow import Columns
from sfumato.spark.handover import Order

CANARY = "Quorblax"
ALL = """
import contextlib, io
import sfumato

found = {}
rows = spark.read.parquet(sys.argv[1])
for number in map(int, sys.argv[2].split(",")):
    safe = sfumato.spark.sanitize(rows.repartition(number), text="note", id="id", hide=["HIV"])
    found[number] = sorted((row.asDict(recursive=True) for row in safe.collect()), key=lambda row: row["id"])

name = "Quor" + "blax"
rows = spark.read.parquet(sys.argv[3])
said = io.StringIO()
safe = sfumato.spark.sanitize(rows, text="note", id="id", hide=[name])
with contextlib.redirect_stdout(said):
    safe.explain(True)
canaries = [row.asDict() for row in safe.collect()]
assert [row["error"] for row in canaries] == [None, "not text: NUL character"] * 3, "rows of canaries"
assert not any(name in (row["note"] or "") for row in canaries), "texts of canaries"
refused = 0
for hide in ([name, "HVI"], [name], [name]):  # a misspelt secret, a file that is gone, columns that are not there
    try:
        frame = sfumato.spark.sanitize(rows, text="note" if refused < 2 else name, hide=hide)
        if refused == 1:
            for each in sfumato.spark.handover._WRITTEN:
                each.unlink(missing_ok=True)
        frame.collect()
    except Exception as error:
        if refused < 2:
            said.write(str(error))
        refused += 1
assert refused == 3, "what cannot be done was done"
print(json.dumps([found, said.getvalue()]))
"""


@pytest.fixture(scope="module")
def canaries(tmp_path_factory):
    """Notes with a name that nothing else has; their file is not among what Spark writes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path_factory.mktemp("canaries") / "canaries.parquet"
    texts = [f"Mr {CANARY} from {CANARY}burg takes zidovudine.", f"\0{CANARY}"] * 3
    pq.write_table(pa.table({"id": list(range(6)), "note": texts}), path)
    return path


def leaks(folder):
    """Files below a folder that have the canary."""
    words = [CANARY.encode(encoding) for encoding in ("utf-8", "utf-16-le")]
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and any(word in path.read_bytes() for word in words)
    ]


@pytest.mark.parametrize(("which", "partitions"), [("local", "1,7,64"), ("standalone", "7"), ("connect", "7")])
def test_the_same_bytes_everywhere_and_nothing_leaks(which, partitions, notes, here, canaries, request):
    cluster = request.getfixturevalue(which)
    connected = "from pyspark.sql.connect.session import SparkSession\nassert isinstance(spark, SparkSession)\n"
    made, said = cluster.run((connected if which == "connect" else "") + ALL, notes, partitions, canaries)
    assert CANARY not in said
    assert cluster.log.exists()
    assert leaks(cluster.folder) == []
    events = cluster.events()
    assert any(event["Event"].endswith("TaskEnd") for event in events)
    assert "MapInArrow" in said
    assert "sfumato: misspelt, which is not repeated" in said
    assert "cannot read the file of the request" in said
    assert set(made) == set(partitions.split(","))
    for number, rows in made.items():
        assert rows == here, number
    if which == "standalone":
        assert len({event["Executor ID"] for event in events if event["Event"].endswith("ExecutorAdded")}) == 2


def test_the_search_for_leaks_finds_what_is_in_a_plan(tmp_path):
    order = Order("sanitize", Columns(text="note"), EngineConfig(), f'{{"hide": ["{CANARY}"]}}', "", "")
    (tmp_path / "plan").write_bytes(pickle.dumps(order))
    assert leaks(tmp_path) == ["plan"]

"""What is killed is done again, and nothing else; the cache counts once for all workers of a host."""

import json
import os
import time
from collections import Counter

import psutil

from tests.conftest import SHARED_CACHE
from tests.io.test_columns import mapped_below
from tests.spark.conftest import ROWS, Cluster

WRITE = """
rows = spark.read.parquet(sys.argv[1]).repartition(8)
safe = sfumato.spark.sanitize(rows, text="note", id="id", hide=["HIV"])
safe.write.parquet(sys.argv[2])
print(json.dumps(sorted(row["id"] for row in spark.read.parquet(sys.argv[2]).collect())), flush=True)
sys.stdin.readline()
"""


def python_workers(process):
    """The Python workers of a session: Spark's daemon forks them."""
    found = []
    for each in psutil.Process(process.pid).children(recursive=True):
        try:
            if "sfumato.spark.daemon" in each.cmdline() and "sfumato.spark.daemon" in each.parent().cmdline():
                found.append(each)
        except (psutil.Error, AttributeError):
            continue
    return found


def test_what_a_killed_worker_had_is_done_again_and_the_cache_counts_once(spark_is_here, tmp_path, notes):
    cluster = Cluster(tmp_path / "spark", master="local[8,2]")
    process = cluster.start(WRITE, notes, tmp_path / "safe")
    workers = []
    for _ in range(4000):
        workers = [each for each in python_workers(process) if each.cpu_times().user > 0.2]
        if workers or process.poll() is not None:
            break
        time.sleep(0.05)
    assert workers, cluster.log.read_text()[-3000:]
    os.kill(workers[0].pid, 9)
    assert json.loads(process.stdout.readline()) == list(range(ROWS))
    taken = [mapped_below(each.pid, SHARED_CACHE) for each in python_workers(process)]
    assert len(taken) >= 8
    resident, share = max(each for each, _ in taken), sum(each for _, each in taken)
    assert resident > 20_000
    assert share < 1.05 * resident
    process.stdin.write("\n")
    process.stdin.close()
    assert process.wait(60) == 0
    ends = Counter(
        event["Task End Reason"]["Reason"] for event in cluster.events() if event["Event"].endswith("TaskEnd")
    )
    assert ends.pop("Success") >= 8
    assert sum(ends.values()) == 1  # the one that was killed

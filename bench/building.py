"""Building the embedded pack from its corpora: time, memory, and how both grow with the number of documents."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from bench.table import Row, run_python

CODE = """
import json, sys, threading, time

from pathlib import Path
import psutil
from sfumato import knowledge, taxonomies
from sfumato.io.formats import corpora

data, output, share = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
paths = [*sorted(data.glob("wikipedia-*.jsonl.xz")), data / "medical.jsonl.xz"]
documents = (doc for at, doc in enumerate(corpora.read_all(paths)) if at % share == 0)
process, peak = psutil.Process(), [0]

def watch():
    while peak[0] >= 0:
        family = [process, *process.children(recursive=True)]
        peak[0] = max(peak[0], sum(p.memory_info().rss for p in family if p.is_running()))
        time.sleep(0.5)

threading.Thread(target=watch, daemon=True).start()
labels = taxonomies.embedded().all_forms()
start = time.perf_counter()
knowledge.build(documents, output, labels=labels)
took = time.perf_counter() - start
print(json.dumps({"seconds": took, "peak": peak[0] / 1e9, "megabytes": output.stat().st_size / 1e6}))
"""


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "medical.jsonl.xz").exists():
        return [Row("building the pack", "skipped: needs --data with the corpora", "under 20 minutes, under 6 GB")]
    total = 262_743
    times = {}
    peak = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for share in (4, 2, 1):
            got = json.loads(run_python(CODE, str(data), f"{folder}/{share}.pack", str(share)))
            times[share] = got["seconds"]
            peak = max(peak, got["peak"])
    shown = ", ".join(f"{total // share:,} documents {times[share]:.0f} s" for share in times)
    growth = times[1] / times[4]
    return [
        Row("building the pack", f"{times[1] / 60:.1f} minutes", "under 20 minutes", times[1] < 1200),
        Row("  memory of all processes at its peak", f"{peak:.1f} GB", "under 6 GB", peak < 6),
        Row("  growth with documents", f"{shown}: {growth:.1f} times for 4 times", "linear", growth < 4.4),
    ]

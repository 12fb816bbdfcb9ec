"""How fast counts come, and what they cost in memory: in a new process, second run; files not in memory are slower."""

from __future__ import annotations

import json
from pathlib import Path

from bench.table import Row, run_python

CODE = """
import json, random, time
import numpy as np, psutil
from sfumato.knowledge import Pack
from sfumato.types import All, Any

pack = Pack.open()
rng = random.Random(0)
frequent = np.flatnonzero(np.diff(pack.columns["postings_starts"]) >= 20)
terms = [pack._terms.strings[int(row)] for row in rng.sample(frequent.tolist(), 1000)]
for term in terms:
    pack.count(term)

start = time.perf_counter()
pairs = 0
for at, given in enumerate(terms):  # every term with the ten after it: 10,000 pairs, none twice
    pairs += len(pack.counts(given, [terms[(at + step) % 1000] for step in range(1, 11)]))
pair_time = time.perf_counter() - start

# A 5,000-word article as a bag of terms: the words and phrases of some real documents of the pack.
article, words = [], 0
hits = pack.best("immune system", 40)
starts, forward = pack.columns["forward_starts"], pack.columns["forward"]
for hit in hits:
    rows = forward[starts[hit.document]:starts[hit.document + 1]].tolist()
    article += [pack._terms.strings[row] for row in rows]
    words += int(pack.columns["lengths"][hit.document])
    if words >= 5000:
        break
article = sorted(set(article))
secret = Any("hiv", "human immunodeficiency virus", "AIDS", "acquired immunodeficiency syndrome", "hiv infection")
article_times = []
for _ in range(5):
    fresh = Pack(pack.columns, pack.meta)
    start = time.perf_counter()
    counts = fresh.counts(secret, article)
    article_times.append(time.perf_counter() - start)

checked = rng.sample(range(len(article)), 50)
assert [counts[at] for at in checked] == [pack.count(All(secret, article[at])) for at in checked]
print(json.dumps({
    "pairs": pairs, "pair_time": pair_time, "words": words, "terms": len(article),
    "article_first": article_times[0], "article": sorted(article_times)[2],
    "resident": psutil.Process().memory_info().rss / 1e6,
}))
"""


def rows(data: Path | None) -> list[Row]:
    before = json.loads(run_python(CODE))  # brings the files into the system's memory, as a first run does
    got = json.loads(run_python(CODE))
    return [
        Row(
            f"{got['pairs']:,} distinct pair counts of 1,000 terms",
            f"{got['pair_time']:.3f} s (the run before: {before['pair_time']:.3f} s)",
            "under 0.3 s",
            got["pair_time"] < 0.3,
        ),
        Row(
            f"all {got['terms']:,} terms of {got['words']:,} words given a secret of 5 names",
            f"{got['article'] * 1e3:.0f} ms (first time {got['article_first'] * 1e3:.0f} ms)",
            "under 50 ms",
            got["article"] < 0.05,
        ),
        Row("resident memory after that", f"{got['resident']:.0f} MB", "under 500 MB", got["resident"] < 500),
    ]

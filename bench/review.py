"""The review page: how soon the claim follows a decision, and how smoothly a long text scrolls and answers."""

from __future__ import annotations

import gc
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from bench.table import Row, run_python
from sfumato.reviewing import Act, Log, Review, ReviewedDocument, State, begun
from sfumato.reviewing.items import Item
from sfumato.sanitizing import Replacement
from sfumato.service import Engine, SanitizeRequest

SECRETS = ("HIV", "depression", "diabetes")
PAGE = 1_800  # characters of a page
DECISIONS = 40
SOON, LATER = 0.15, 1.0  # seconds for a text of 2,000 words, and for 100 pages
CHARACTERS, ITEMS, FRAME = 1_000_000, 2_000, 100  # of the long text, and milliseconds
_THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # so that processor time is time
_ARTICLES = "articles.jsonl.xz"
_WORD = re.compile(r"[a-z]{6,}")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
_WATCH = """() => {
  window.longest = 0;
  let before = performance.now();
  const frame = (now) => {
    window.longest = Math.max(window.longest, now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
}"""
_TRACED = ["toplevel", "devtools.timeline"]
_SCROLL = """async () => {
  const text = document.querySelector('#text');
  for (let turn = 0; turn < 240; turn += 1) {
    text.scrollTop += 900;
    await new Promise(requestAnimationFrame);
  }
}"""


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / _ARTICLES).exists():
        return [Row("review", f"skipped: {_ARTICLES} is not there (--data)")]
    short = _text(data, lambda text: len(text.split()) >= 2_000)
    long = _text(data, lambda text: len(text) >= 100 * PAGE)
    found = _decided(short, 100, f"2,000 words and {len(SECRETS)} secrets", SOON)
    found += _decided(long, ITEMS, f"100 pages ({len(long.split()):,} words)", LATER)
    return [*found, *_scrolled(_text(data, lambda text: len(text) >= CHARACTERS))]


def _text(data: Path, enough: Any) -> str:
    """Paragraphs of articles until there are enough."""
    text = ""
    with lzma.open(data / _ARTICLES, "rt", encoding="utf-8") as file:
        while not enough(text):
            for line in file:
                for paragraph in json.loads(line)["text"].split("\n"):
                    text += f"{paragraph}\n\n"
                    if enough(text):
                        break
                if enough(text):
                    break
            else:
                file.seek(0)
    return text


def _spans(text: str, number: int) -> list[tuple[int, int]]:
    found = [match.span() for match in _WORD.finditer(text)]
    return sorted(random.Random(1).sample(found, min(number, len(found))))


def _decided(text: str, number: int, what: str, bar: float) -> list[Row]:
    """What it takes until claim and words that tell most are there after a decision, in time of the processor."""
    os.environ.update(_THREADS)
    with tempfile.TemporaryDirectory() as folder:
        (file := Path(folder) / "text.txt").write_text(text, encoding="utf-8")
        code = "import sys; from bench import review; review.decide(sys.argv[1], int(sys.argv[2]))"
        told = json.loads(run_python(code, str(file), str(number)))
    for key in _THREADS:
        del os.environ[key]

    def said(key: str) -> str:
        return f"{np.median(told[key]) * 1e3:.0f} ms, 95th percentile {np.percentile(told[key], 95) * 1e3:.0f} ms"

    agrees = "; the check from scratch agrees" if told["agrees"] else "; the check from scratch DISAGREES"
    clock = f" ({np.percentile(told['clock'], 95) * 1e3:.0f} by the clock)"
    met = bool(np.percentile(told["read"], 95) <= bar and told["agrees"])
    return [
        Row(f"claim after a decision, {what}", said("read") + clock + agrees, f"at most {bar * 1e3:.0f} ms", met),
        Row(f"the same, where nobody has looked at the card first, {what}", said("unread")),
        Row(f"the card of an item, {what}", said("card")),
    ]


def decide(file: str, number: int) -> None:
    """Prints what it took to decide: of items whose card was read, as on the page, and of others."""
    text = Path(file).read_text(encoding="utf-8")
    given = [
        Replacement(a, b, "something", "reveals", text[a:b], "NOUN_PHRASE", SECRETS[0], 6.0, 5.6, a, b)
        for a, b in _spans(text, number)
    ]
    document = ReviewedDocument("text", text, given=given)
    review: Review = begun(Engine(), SanitizeRequest(text="", hide=SECRETS), [document], reviewer="bench")
    review.open(0)
    review.claim(0)
    gc.collect()
    gc.freeze()  # as the page has it
    draw = random.Random(2)
    chosen = draw.sample(range(len(given)), 2 * DECISIONS)
    told: dict[str, Any] = {"read": [], "unread": [], "card": [], "clock": []}
    for turn, item in enumerate(chosen):
        state = review.open(0)
        kind = "read" if turn % 2 else "unread"
        if kind == "read":
            start = time.process_time()
            document.card(state, item)
            told["card"].append(time.process_time() - start)
            document.foresee(state, item)
        act = _act(document, state, item, draw)
        start, began = time.process_time(), time.perf_counter()
        state = review.act(0, act)
        review.claim(0)
        document.tellers(state)
        told[kind].append(time.process_time() - start)
        if kind == "read":
            told["clock"].append(time.perf_counter() - began)
    certificate, verified = review.verified(0)
    told["agrees"] = certificate.holds == verified.holds and certificate.text_sha256 == verified.text_sha256
    print(json.dumps(told))


def _act(document: ReviewedDocument, state: State, item: int, draw: random.Random) -> Act:
    """Keeps the original, writes one of the other wordings, or leaves the item out."""
    others = document.wordings.of(state.items[item])
    kind = draw.choice(["keep", "leave out", *(["write"] if others else [])])
    if kind == "write":
        return document.written(state, [item], draw.choice(others).text)
    return document.left_out(state, [item]) if kind == "leave out" else Act(act="keep", items=(item,))


def _scrolled(text: str) -> list[Row]:
    """The longest frame while a browser scrolls a long text, and while a person decides in it."""
    if not shutil.which("chromium"):
        return [Row("a long text in a browser", "skipped: chromium is not there")]
    from playwright.sync_api import sync_playwright

    what = f"longest frame, {len(text):,} characters and {ITEMS:,} items"
    with (
        tempfile.TemporaryDirectory() as folder,
        _shown(Path(folder), text) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1360, "height": 860})
        page.set_default_timeout(300_000)
        page.goto(address)
        page.wait_for_selector("#text .item")
        page.wait_for_selector(f"#list h2:has-text('{ITEMS} replacements')")
        page.wait_for_timeout(2_000)

        def decide() -> None:
            for _ in range(10):
                page.keyboard.press("a")
                page.wait_for_selector("#claim:not(.judging)")
                page.wait_for_timeout(100)

        found = []
        for doing, does in (("scrolling", lambda: page.evaluate(_SCROLL)), ("deciding", decide)):
            browser.start_tracing(page=page, categories=_TRACED)
            page.evaluate(_WATCH)
            does()
            clock = page.evaluate("window.longest")
            took = _longest_task(browser.stop_tracing())
            said = f"{took:.0f} ms of the processor ({clock:.0f} by the clock)"
            found.append(Row(f"{what}: {doing}", said, f"at most {FRAME} ms", took <= FRAME))
        browser.close()
    return found


def _longest_task(traced: bytes) -> float:
    """Milliseconds of the processor that the page worked at most before it could draw again."""
    events = json.loads(traced)["traceEvents"]
    named = [each for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"]
    threads = {(each["pid"], each["tid"]) for each in named}
    tasks = [each for each in events if each["name"].endswith("RunTask") and (each["pid"], each["tid"]) in threads]
    return max(each.get("tdur", 0) for each in tasks) / 1000


@contextmanager
def _shown(folder: Path, text: str) -> Iterator[str]:
    """The address of a review of a text in which many words are replaced: a log says so, and no writer is asked."""
    path = folder / "long.txt"
    path.write_text(text, encoding="utf-8")
    marks = tuple(
        Item(
            start=a, end=b, text="something", term=text[a:b], form=text[a:b], term_start=a, term_end=b,
            reason="reveals", secret="Zanzibar", bits=6.0, limit=5.6, content=8.0,
        )
        for a, b in _spans(text, ITEMS)
    )  # fmt: skip
    log = Log(folder / "log.jsonl")
    log.add(Act(act="open", document=ReviewedDocument("long.txt", text).key, marks=marks, total=1e6))
    log.close()
    command = [sys.executable, "-m", "sfumato", "review", "long.txt", "--log", "log.jsonl", "--hide", "name:Zanzibar"]
    process = subprocess.Popen([*command, "--no-browser"], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(30)

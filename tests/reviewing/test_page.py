"""The review page in a real browser: all that a person does, by keyboard; nothing is fetched from elsewhere."""

import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from sfumato.reviewing import Act, Log, ReviewedDocument
from sfumato.reviewing.items import Item
from tests.browser import axe, browser, watched

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from trap_sources.office import docx

LETTER = Path(__file__).parents[2] / "examples" / "letter.txt"
WAIT = 90_000  # milliseconds that a busy machine may need to open a text
NASTY = (
    "<script>window.hit = 1</script> <img src=x onerror='window.hit = 1'> javascript:alert(1) &lt;b&gt;\n\n"
    "He took zidovudine <b>daily</b>. \u202eesrever\u202c \u2066isolated\u2069 \u0001 ${window.hit = 1} {{7*7}}\n\n"
    + "x" * 100_000
    + "\n\n😀 zidovudine \"' ` <svg onload=window.hit=1> --></style></textarea>\n"
)


class Reviewing:
    """A process of `sfumato review`, and its page in a browser."""

    def __init__(self, folder, context):
        self.folder, self.context = folder, context
        self.errors = []
        self.said = ""

    def start(self, *arguments):
        command = [sys.executable, "-m", "sfumato", "review", *map(str, arguments), "--hide", "HIV", "--no-browser"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder
        )
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.process.stderr.read()
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.heard)
        self.page.goto(self.address)
        self.page.wait_for_selector("#claim .verdict", timeout=WAIT)
        self.page.wait_for_selector("#text p .item, #text p .gap, #text p", timeout=WAIT)
        return self

    def heard(self, said):
        if said.type == "error" and "409" not in said.text:  # what is refused is no fault of the page
            self.errors.append(said.text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def escape(self):
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog", state="detached")

    def settle(self):
        self.page.wait_for_selector("#claim:not(.judging)", timeout=WAIT)

    def verdict(self):
        return self.page.text_content("#claim .verdict")

    def text(self):
        """The text as it would be released, as the page shows it."""
        return self.page.evaluate("document.querySelector('#text').innerText")

    def go_to(self, term):
        self.page.click(f'#list li button:has-text("{term}")')
        self.page.wait_for_selector(f'#card h2:has-text("{term}")')
        self.page.wait_for_selector("#card .cost", timeout=WAIT)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(20)
        self.said += self.process.stderr.read()


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


@pytest.fixture
def reviewing(chromium, tmp_path):
    foreign = []
    context = watched(chromium.new_context(viewport={"width": 1360, "height": 860}), foreign)
    made = Reviewing(tmp_path, context)
    yield made
    context.close()
    if made.process.poll() is None:
        made.stop()
    assert foreign == []
    assert made.errors == [], made.said


def test_a_letter_from_the_first_look_to_the_export_and_on_after_a_crash(reviewing, tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text(LETTER.read_text(encoding="utf-8"), encoding="utf-8")
    it = reviewing.start(letter)
    assert it.verdict() == "✓ The claim holds"
    assert "unprotected" not in it.text()
    # accept, and go on
    it.press("a")
    assert it.page.text_content("#progress") == "1 of 4 decided"
    # refuse: its cost is shown first, then the claim breaks and says so
    it.go_to("unprotected sex")
    assert it.page.text_content("#card .cost") == (
        '✗ keeps "unprotected sex": HIV told 7.2 of 8.3, limit 5.6: claim breaks'
    )
    it.press("r")
    assert it.verdict() == "✗ The claim is broken"
    assert "unprotected sex" in it.text()
    assert '"unprotected sex" reveals 7.2 of 8.3 bits of HIV' in it.page.text_content("#claim .fault")
    # undo, redo, undo
    it.press("u")
    assert it.verdict() == "✓ The claim holds"
    it.press("Control+Shift+Z")
    assert it.verdict() == "✗ The claim is broken"
    it.press("Control+z")
    # another wording, and one of one's own, which is refused at first
    it.go_to("unprotected sex")
    wording = it.page.text_content("#card .wordings li:nth-child(2) button span")
    it.press("2")
    assert f"told us of {wording}" in it.text()
    it.go_to("unprotected sex")
    it.press("e")
    it.page.fill("dialog input", "sexual behavior")
    it.page.wait_for_selector("dialog .say:has-text('tells 6.0 bits of HIV')", timeout=WAIT)
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector("dialog:has-text('This tells too much')", timeout=WAIT)
    it.escape()
    it.settle()
    assert "sexual behavior" not in it.text()
    # mark what was missed: the selection snaps to words
    at = it.page.evaluate(
        """() => {
          const walker = document.createTreeWalker(document.querySelector('#text'), NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf('Tarragona');
            if (at < 0) continue;
            getSelection().setBaseAndExtent(node, at + 2, node, at + 'Tarragona.'.length);
            return at;
          }
        }"""
    )
    assert at >= 0
    it.press("m")
    it.page.wait_for_selector("#card h2:has-text('Tarragona')", timeout=WAIT)
    assert it.page.text_content("#card h2") == "Tarragona"
    assert "Tarragona" not in it.text()
    # a crash loses nothing
    before = it.text()
    it.stop(signal.SIGKILL)
    it.page.close()
    it.start(letter)
    assert it.text() == before
    assert it.page.text_content("#progress").endswith("of 5 decided")
    # finish with a broken claim needs a reason
    it.go_to("unprotected sex")
    it.press("r")
    it.press("Control+Enter")
    it.page.click("dialog button.primary")
    it.page.wait_for_selector("dialog:has-text('The claim is broken')", timeout=WAIT)
    it.page.fill("dialog textarea", "the patient has consented")
    it.page.click("dialog button.primary")
    it.page.wait_for_selector("dialog:has-text('Finished: the claim is false')", timeout=WAIT)
    exported = {}
    for kind in ("text", "working", "certificate", "report"):
        with it.page.expect_download(timeout=WAIT) as download:
            it.page.click(f'dialog [data-export="{kind}"]')
        exported[kind] = Path(download.value.path()).read_text(encoding="utf-8")
    certificate = json.loads(exported["certificate"])
    assert certificate["holds"] is False
    assert certificate["claim"]["review"]["why"] == "the patient has consented"
    assert certificate["claim"]["review"]["by"]
    assert json.loads(exported["working"])["text"] == exported["text"]
    assert "unprotected sex" in exported["text"]
    assert "HIV" not in exported["report"]
    it.escape()
    # nothing of it is in a file but the log, which is its owner's
    assert sorted(os.listdir(tmp_path)) == ["letter.txt", "letter.txt.review.jsonl"]
    assert (tmp_path / "letter.txt.review.jsonl").stat().st_mode & 0o077 == 0


def test_words_are_found_where_they_stand(reviewing, tmp_path):
    """In small letters some letters are two."""
    (tmp_path / "note.txt").write_text("\u0130" * 30 + " took zidovudine. She lives in Tarragona (Spain).", "utf-8")
    it = reviewing.start("note.txt")
    for wanted, found in (("tarragona (s", "Tarragona (S"), ("SHE", "She")):
        it.page.keyboard.press("/")
        it.page.fill("dialog input", wanted)
        it.page.keyboard.press("Enter")
        it.page.wait_for_function("words => getSelection().toString() === words", arg=found)
    assert it.errors == []


def test_keys_do_nothing_while_somebody_types_and_can_be_changed(reviewing, tmp_path):
    (tmp_path / "note.txt").write_text("He took zidovudine. She took zidovudine, too.")
    it = reviewing.start("note.txt")
    it.page.keyboard.press("/")
    it.page.fill("dialog input", "")
    it.page.type("dialog input", "raxs")
    assert it.page.input_value("dialog input") == "raxs"
    it.escape()
    assert "0 of" in it.page.text_content("#progress")
    it.page.keyboard.press("?")
    it.page.focus("#key-refuse")
    it.page.keyboard.press("q")
    it.escape()
    it.press("q")
    assert it.verdict() == "✗ The claim is broken"
    it.press("u")
    # all equal terms at once
    it.press("R")
    assert it.text().count("zidovudine") == 2
    # originals while o is held
    it.press("u")
    it.page.keyboard.down("o")
    assert it.text().count("zidovudine") == 2
    it.page.keyboard.up("o")
    assert "zidovudine" not in it.text()


def test_every_text_is_text(reviewing, tmp_path):
    (tmp_path / "nasty.txt").write_text(NASTY, encoding="utf-8")
    it = reviewing.start("nasty.txt", "--any-language", "--unknown", "keep")
    it.page.wait_for_selector("#text .item", timeout=WAIT)
    assert it.page.evaluate("window.hit") is None
    assert it.page.evaluate("document.querySelectorAll('#text img, #text script, #text svg, #text b').length") == 0
    shown = it.page.evaluate("document.querySelector('#text').textContent")
    for part in (
        "<script>window.hit = 1</script>",
        "onerror='window.hit = 1'",
        "&lt;b&gt;",
        "${window.hit = 1}",
        "\u202e",
    ):
        assert part in shown
    it.press("e")
    it.page.fill("dialog input", "<img src=x onerror=window.hit=1>")
    it.page.wait_for_timeout(600)
    it.page.keyboard.press("Enter")
    it.settle()
    it.page.wait_for_timeout(300)
    assert it.page.evaluate("window.hit") is None
    assert it.page.evaluate("document.querySelectorAll('body img').length") == 0


ODD = {
    "one word": "x" * 1_000_000 + " He was started on zidovudine, and sleeps well.\n",
    "many lines": "well\n" * 100_000 + "He was started on zidovudine, and sleeps well.\n",
    "right to left": "שלום עליכם وعليكم السلام\n\nHe was started on zidovudine, and sleeps well. עברית\n",
    "emoji": "😀👩‍👩‍👧 🏳️‍🌈 e\u0301 He was started on zidovudine 😀, and sleeps well. 😀\n",
}


@pytest.mark.parametrize("kind", ODD)
def test_odd_texts_are_shown_and_marked_at_the_right_places(reviewing, tmp_path, kind):
    text = ODD[kind]
    (tmp_path / "odd.jsonl").write_text(json.dumps({"id": "odd", "text": text}) + "\n", encoding="utf-8")
    start = text.index("zidovudine")
    mark = Item(
        start=start, end=start + 10, text="medicine", term="zidovudine", form="zidovudine", term_start=start,
        term_end=start + 10, reason="reveals", secret="HIV", bits=8.1, limit=5.6, content=12.0,
    )  # fmt: skip
    log = Log(tmp_path / "log.jsonl")  # the writer is not asked: of so many lines it takes minutes
    log.add(Act(act="open", document=ReviewedDocument("odd", text).key, marks=(mark,), total=100.0))
    log.close()
    it = reviewing.start("odd.jsonl", "--log", "log.jsonl", "--any-language", "--unknown", "keep")
    it.go_to("zidovudine")
    it.page.wait_for_selector("#text .item:has-text('medicine')", timeout=WAIT)
    it.press("r")  # the original stands there again, where it stood
    it.page.wait_for_selector("#text .item:has-text('zidovudine')", timeout=WAIT)
    assert it.page.text_content("#text .item").strip().endswith("zidovudine")
    it.press("u")
    at = it.page.evaluate("text => text.indexOf('sleeps')", text)
    told = it.page.evaluate(
        """async ([path, start]) => (await fetch(path, {method: "POST", headers: {"content-type": "application/json"},
        body: JSON.stringify({start, end: start + 3})})).json()""",
        [f"{it.page.url}/documents/0/equal", at],
    )
    assert (told["words"], told["spans"]) == ("sleeps", [[at, at + 6]])


@pytest.mark.parametrize("odd", [b"\xed\xa0\x80", b"\0"])
def test_what_is_no_text_is_refused_in_one_line(tmp_path, odd):
    (tmp_path / "odd.txt").write_bytes(b"He was " + odd + b" started on zidovudine.\n")
    command = [sys.executable, "-m", "sfumato", "review", "odd.txt", "--hide", "HIV", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.returncode == 2
    assert "zidovudine" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_review_that_cannot_be_leaves_nothing_behind(tmp_path):
    (tmp_path / "note.txt").write_text("He was started on zidovudine.\n")
    command = [sys.executable, "-m", "sfumato", "review", "note.txt", "--hide", "HVI", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.returncode == 2
    assert "Did you mean hiv?" in done.stderr
    assert os.listdir(tmp_path) == ["note.txt"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_those_who_see_or_hear_otherwise(reviewing, tmp_path, scheme):
    script = axe()
    (tmp_path / "letter.txt").write_text(LETTER.read_text(encoding="utf-8"), encoding="utf-8")
    it = reviewing.start("letter.txt")
    it.page.emulate_media(color_scheme=scheme)
    it.go_to("unprotected sex")
    said = it.page.get_attribute(".item.current", "aria-label")
    assert re.fullmatch(r"replaced, unprotected sex, by sex, \d of 4", said)
    assert it.page.text_content("#announce") == said
    found = []
    for prepare in (lambda: None, lambda: it.press("r"), lambda: it.page.keyboard.press("?")):
        prepare()
        it.page.wait_for_timeout(400)
        it.page.evaluate(script)  # outside of the page's own policy
        run = "axe.run({resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']})"
        result = it.page.evaluate(run)
        found += [(each["id"], each["nodes"][0]["html"][:120]) for each in result["violations"]
                  if each["impact"] in ("serious", "critical")]  # fmt: skip
    assert found == []
    it.escape()
    # at 200 % nothing is cut off to the side
    it.page.set_viewport_size({"width": 680, "height": 430})
    it.page.wait_for_timeout(200)
    wide = it.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    assert it.page.is_visible("#claim .verdict")


def test_a_document_is_reviewed_by_place_and_handed_out_as_one(reviewing, tmp_path):
    (tmp_path / "letter.docx").write_bytes(
        docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home by the sea.</w:t></w:r></w:p>")
    )
    it = reviewing.start(tmp_path / "letter.docx")
    assert it.page.get_attribute("#text p", "data-place") == "word/document.xml"
    it.go_to("zidovudine")
    assert it.page.text_content("#card .place") == "word/document.xml: paragraph 1"
    it.press("a", "Control+Enter")
    it.page.wait_for_selector("dialog [data-export], dialog button.primary", timeout=WAIT)
    if not it.page.is_visible("dialog [data-export]"):  # more was replaced than was looked at
        it.page.click("dialog button.primary")
    it.page.wait_for_selector("dialog [data-export]", timeout=WAIT)
    assert "may still guess" in it.page.text_content("dialog")
    with it.page.expect_download() as download:
        it.page.click('dialog [data-export="document"]')
    assert download.value.suggested_filename == "document-1.docx"
    with zipfile.ZipFile(download.value.path()) as archive:
        xml = archive.read("word/document.xml")
    assert b"zidovudine" not in xml
    assert b"sleeps well at home" in xml
    assert it.errors == []

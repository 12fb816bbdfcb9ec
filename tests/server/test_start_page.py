"""The start page in a real browser: a text, a table, a token, keys, and nothing from elsewhere."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.browser import axe, browser, watched
from tests.server.test_documents import docx
from tests.server.test_gate import TOKEN
from tests.serving import serving

EXAMPLES = Path(__file__).parents[2] / "examples"
NASTY = (
    '<img src=x onerror="document.title=1"> "><script>document.title=2</script> {{7*7}} ${8*8} takes zidovudine. \u202e'
)


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


@pytest.fixture(scope="module")
def port(engine):
    with serving(engine) as port:
        yield port


@pytest.fixture
def page(chromium, port):
    """A page of its own; nothing may come from elsewhere, and no script may stumble."""
    foreign, wrong = [], []
    context = watched(chromium.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True), foreign)
    made = context.new_page()
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    made.set_default_timeout(240_000)
    made.goto(f"http://127.0.0.1:{port}/")
    made.wait_for_selector("#policy option:nth-child(2)", state="attached")
    yield made
    context.close()
    assert foreign == []
    assert [each for each in wrong if "status of 422" not in each] == []  # what is refused is refused


def made_safe(page):
    page.click("#text-go")
    page.wait_for_selector("#text-result:not([hidden])")
    return page.locator("#text-result")


def saved(page, button):
    with page.expect_download() as found:
        page.click(button)
    return Path(found.value.path()).read_text(encoding="utf-8")


def test_the_example_letter_is_one_press_away(page):
    shown = made_safe(page)
    assert "Holds" in shown.locator(".claim .state").inner_text()
    assert "zidovudine" in shown.get_by_label("Original").inner_text()
    assert "zidovudine" not in shown.get_by_label("Safe text").inner_text()
    assert "names HIV" in shown.locator("table").inner_text()
    safe = saved(page, "#save-text")
    assert "carpenter from Tarragona" in safe
    assert "HIV" not in safe
    assert json.loads(saved(page, "#save-certificate"))["holds"]


def test_by_keyboard_alone(page):
    page.focus("#text")
    page.keyboard.type("He was started on zidovudine.")  # in the place of the example, which is selected
    assert page.input_value("#text") == "He was started on zidovudine."
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#text-result:not([hidden])")
    assert page.evaluate("document.activeElement.id") == "text-result"
    page.focus("#tab-text")
    page.keyboard.press("ArrowRight")
    assert page.is_visible("#of-table")
    assert page.evaluate("document.activeElement.id") == "tab-table"


def test_a_text_is_dropped_and_a_policy_chosen(page, tmp_path):
    file = tmp_path / "note.txt"
    file.write_text("He has diabetes and takes insulin.\n", encoding="utf-8")
    page.set_input_files("#text-file", str(file))
    page.get_by_text("note.txt").wait_for()
    assert page.input_value("#text") == "He has diabetes and takes insulin.\n"
    page.fill("#hide", "")
    page.click("#text-go")
    assert "Say what nobody may infer" in page.inner_text("#text-status")
    page.select_option("#policy", "us-medical")
    assert page.inner_text("#policy-about")
    made_safe(page)
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["Dropped: zidovudine."], "b.txt"));
          const dropped = new DragEvent("drop", {dataTransfer: data, bubbles: true});
          document.getElementById("text-drop").dispatchEvent(dropped);
        }"""
    )
    page.get_by_text("b.txt").wait_for()
    assert page.input_value("#text") == "Dropped: zidovudine."
    (tmp_path / "scan.bin").write_bytes(b"\xff\xfe\x00\xd8\xff")
    page.set_input_files("#text-file", str(tmp_path / "scan.bin"))
    page.wait_for_selector("#text-status.bad")
    assert "UTF-8" in page.inner_text("#text-status")


def test_a_document_is_dropped_and_saved_as_what_it_was(page, tmp_path):
    file = tmp_path / "letter.docx"
    file.write_bytes(docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home.</w:t></w:r></w:p>"))
    page.set_input_files("#text-file", str(file))
    page.get_by_text("· letter.docx").wait_for()
    shown = made_safe(page)
    assert "✓ Holds" in shown.inner_text()
    with page.expect_download() as found:
        page.click("#save-document")
    assert found.value.suggested_filename == "safe.docx"
    with zipfile.ZipFile(found.value.path()) as archive:
        assert b"zidovudine" not in archive.read("word/document.xml")
    page.click("#go-review")  # as what it is: a document comes out of that, too
    page.wait_for_selector("#text .item")
    assert page.get_attribute("#text p", "data-place") == "word/document.xml"


def test_a_text_takes_the_place_of_a_document(page, tmp_path):
    file = tmp_path / "letter.docx"
    file.write_bytes(docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home.</w:t></w:r></w:p>"))
    page.set_input_files("#text-file", str(file))
    page.get_by_text("· letter.docx").wait_for()
    page.fill("#text", "He is well at home.")
    made_safe(page)
    assert page.locator("#save-document").count() == 0


def test_what_is_refused_is_said(page):
    page.fill("#hide", "HVI")
    page.click("#text-go")
    page.wait_for_selector("#text-status.bad")
    assert "never seen" in page.inner_text("#text-status")
    assert page.is_hidden("#text-result")


def test_every_text_is_text(page):
    page.fill("#text", NASTY)
    page.fill("#hide", "HIV")
    shown = made_safe(page)
    assert "<img src=x" in shown.get_by_label("Original").inner_text()
    page.click("#tab-table")
    page.fill("#table", f'a,b\n"{NASTY.replace(chr(34), chr(34) * 2)}",1\n"<b>x</b>",1\n')
    page.click("#table-read")
    page.wait_for_selector("#columns-form:not([hidden])")
    page.select_option("tr[data-column=a] select", "keep")
    page.fill("#k", "2")
    page.click("#columns-go")
    page.wait_for_selector("#table-result:not([hidden]), #table-status.bad")
    assert page.title() == "sfumato"
    assert page.locator("main img, main script, main b").count() == 0


def test_from_the_text_to_its_review(page):
    made_safe(page)
    page.click("#go-review")
    page.wait_for_url(re.compile("/review/[^?]+$"))
    page.wait_for_selector("#text .item")
    assert "carpenter" in page.inner_text("#text")


def test_a_table_its_roles_and_its_release(page):
    page.click("#tab-table")
    page.set_input_files("#table-file", str(EXAMPLES / "members.csv"))
    page.wait_for_selector("#columns-form:not([hidden])")
    roles = {row: page.input_value(f"tr[data-column={row}] select") for row in ("id", "age", "diagnosis", "note")}
    assert roles == {"id": "direct_identifier", "age": "quasi_identifier", "diagnosis": "sensitive", "note": "text"}
    assert page.is_hidden("#columns-stop")
    page.select_option("tr[data-column=sex] select", "drop")
    page.fill("#k", "4")
    page.fill("#l", "2")
    page.click("#columns-go")
    page.wait_for_selector("#table-result:not([hidden])")
    shown = page.locator("#table-result")
    assert "Holds" in shown.locator(".state").inner_text()
    assert "each of at least 4 (k = 4)" in shown.inner_text()
    assert shown.locator("svg.bars").count() == 3
    assert "age" in shown.locator("svg.bars").first.get_attribute("aria-label")
    release = saved(page, "#save-release")
    assert release.splitlines()[0] == "person,age,city,joined,diagnosis,note"
    assert "m01" not in release
    assert json.loads(saved(page, "#save-report"))["verdict"]["holds"]


def test_what_is_no_table_and_what_cannot_be_released_is_said(page):
    page.click("#tab-table")
    page.click("#table-read")
    assert "Paste a table" in page.inner_text("#table-status")
    page.fill("#table", "a,a\n1,2\n")
    page.click("#table-read")
    page.wait_for_selector("#table-status.bad")
    page.fill("#table", "age\n30\n31\n32\n")
    page.click("#table-read")
    page.wait_for_selector("#columns-form:not([hidden])")
    page.fill("#k", "50")
    page.click("#columns-go")
    page.wait_for_selector("#table-status.bad, #table-result:not([hidden])")
    assert "Holds" not in page.inner_text("#of-table")


def test_a_token_is_asked_for_and_kept_in_the_page_alone(chromium, engine):
    with serving(engine, token=TOKEN) as port:
        context = chromium.new_context()
        page = context.new_page()
        page.set_default_timeout(240_000)
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("#token-dialog[open]")
        page.fill("#token", "another-token-0123456789")
        page.keyboard.press("Enter")
        page.get_by_text("That is another token").wait_for()
        page.fill("#token", TOKEN)
        page.keyboard.press("Enter")
        page.wait_for_selector("#policy option:nth-child(2)", state="attached")
        made_safe(page)
        assert page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]") == ["", 0, 0]
        assert TOKEN not in page.url
        page.click("#go-review")
        page.wait_for_url(re.compile("/review/[^?]+$"))
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_hinders_anybody(chromium, port, scheme):
    """No serious fault by axe-core, with both results shown, also at twice the size and on a narrow screen."""
    script = axe()
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 640, "height": 480}, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(240_000)
    page.goto(f"http://127.0.0.1:{port}/")
    page.wait_for_selector("#policy option:nth-child(2)", state="attached")
    made_safe(page)
    page.click("details summary")
    found = [_faults(page, script)]
    page.click("#tab-table")
    page.click("#table-example")
    page.wait_for_selector("#columns-form:not([hidden])")
    page.fill("#k", "4")
    page.click("#columns-go")
    page.wait_for_selector("#table-result:not([hidden])")
    found.append(_faults(page, script))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert found == [[], []]


def _faults(page, script):
    page.evaluate(script)
    told = page.evaluate("axe.run()")
    return [
        (fault["id"], [node["target"] for node in fault["nodes"]])
        for fault in told["violations"]
        if fault["impact"] in ("serious", "critical")
    ]

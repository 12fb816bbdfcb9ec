"""Every example of the README and of the pages in docs runs, and prints what the page says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sfumato import contracts, policy, sanitize

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    page: (ROOT / page).read_text(encoding="utf-8")
    for page in (
        "README.md",
        "docs/attacking.md",
        "docs/collections.md",
        "docs/evaluating.md",
        "docs/guarantee.md",
        "docs/inspecting.md",
        "docs/knowledge.md",
        "docs/models.md",
        "docs/plugins.md",
        "docs/policies.md",
        "docs/python.md",
        "docs/sanitizing.md",
        "docs/secrets.md",
        "docs/spark.md",
        "docs/tables.md",
        "docs/tutorials/data-steward.md",
        "docs/tutorials/foia-officer.md",
        "docs/tutorials/privacy-engineer.md",
        "docs/tutorials/records-manager.md",
    )
}
CODE = re.compile(r"  # exit code ([12])$")


def blocks(text, kind):
    return re.findall(rf"```{kind}\n(.*?)```", text, re.S)


def squeezed(text):
    return " ".join(text.split())


def quotes(text):
    return [re.sub(r"^> ?", "", quote, flags=re.M) for quote in re.findall(r"(?:^>.*\n)+", text, re.M)]


def commands(text):
    """Each command with its exit code and the pieces of its output that a page shows; "..." stands between them."""
    for block in blocks(text, "console"):
        for said in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = said.partition("\n")
            code = CODE.search(line)
            pieces = filter(None, map(squeezed, re.split(r"^\.\.\.$", output, flags=re.M)))
            yield CODE.sub("", line), int(code[1]) if code else 0, list(pieces)


PYTHON = [
    pytest.param(code, id=f"{page}-{number}")
    for page, text in PAGES.items()
    for number, code in enumerate(blocks(text, "python"), 1)
]
SHELL = [line.split("#")[0].strip() for block in blocks(README, "sh") for line in block.splitlines()]


def test_every_page_has_examples():
    counts = {page: len(list(commands(text))) + len(blocks(text, "python")) for page, text in PAGES.items()}
    assert [page for page, number in counts.items() if number < 3] == []


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if blocks(text, "console")])
def test_commands_in_order(page, run, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for line, code, pieces in commands(PAGES[page]):
        name, *words = shlex.split(line)
        assert name == "sfumato", line
        got, out, messages = run(*words)
        assert got == code, (line, messages)
        assert out or messages, line
        for piece in pieces:
            assert piece in squeezed(out) or piece in squeezed(messages), (line, out, messages)
    written = [squeezed(path.read_text(encoding="utf-8")) for path in tmp_path.glob("*.txt")]
    for quote in quotes(PAGES[page]) if page != "README.md" else ():  # what a page quotes is what was written
        assert any(squeezed(quote) in text for text in written), quote


@pytest.mark.parametrize("code", PYTHON)
def test_python(code):
    page = ModuleType("page")
    sys.modules["page"] = page  # what a page defines can be sent to other processes, as that of any module
    space = vars(page)
    exec(code, space)
    for test in [value for name, value in space.items() if name.startswith("test_")]:
        ((_, checks),) = [mark.args for mark in test.pytestmark]
        assert checks in (*contracts.SUITES.values(), contracts.KNOWLEDGE + contracts.COUNTING)
        for check in checks:
            test(check)


def test_policies_are_valid(tmp_path):
    found = [block for text in PAGES.values() for block in blocks(text, "toml")]
    assert found
    for block in found:
        (tmp_path / "ours.toml").write_text(block, encoding="utf-8")
        assert policy.read(tmp_path / "ours.toml").hide


def test_the_policies_page_has_the_policy_of_the_examples():
    assert (ROOT / "examples" / "ward.toml").read_text(encoding="utf-8") in blocks(PAGES["docs/policies.md"], "toml")


def test_the_policies_page_names_every_policy_profile_setting_and_way():
    page = PAGES["docs/policies.md"]
    names = [*policy.shipped(), *policy.PROFILES, *policy.WAYS, *policy.Profile.__dataclass_fields__]
    assert [name for name in names if f"`{name}`" not in page] == []


def test_the_letter_before_and_after_is_the_real_one():
    before, after = ([squeezed(part) for part in quote.replace("**", "").split("\n\n")] for quote in quotes(README))
    letter = (ROOT / "examples" / "letter.txt").read_text(encoding="utf-8")
    safe = squeezed(sanitize(letter, hide=["HIV"]).text)
    assert all(part in squeezed(letter) for part in before)
    assert all(part in safe for part in after), safe


def test_links_lead_somewhere():
    for page, text in PAGES.items():
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
            assert os.path.exists(ROOT / Path(page).parent / link), (page, link)


def test_make_has_the_words_that_are_named():
    makefile = (ROOT / "Makefile").read_text()
    words = {command.split()[1] for command in SHELL} | set(re.findall(r"`make (\w+)", README))
    assert {"demo", "test", "check", "bench"} <= words
    assert all(re.search(rf"^{word}:", makefile, re.M) for word in words)


def test_the_demo_makes_a_letter_safe():
    done = subprocess.run([sys.executable, "examples/demo.py"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "What gives HIV away" in done.stdout
    assert "The original does not hold" in done.stdout
    assert "The release holds" in done.stdout

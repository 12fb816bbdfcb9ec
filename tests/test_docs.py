"""The documentation is whole: it builds, every page can be reached, and the reference says what the code says."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
TABLE_ROW = re.compile(r"^\| (?P<what>.+?) \| (?P<figures>[\d.,% a-z]+) \| \[.+\]\((?P<page>.+)\) \|$", re.M)


def named(path):
    return str(path.relative_to(ROOT))


@pytest.fixture(scope="module")
def reference():
    """The program that writes the reference."""
    spec = importlib.util.spec_from_file_location("write_reference", ROOT / "scripts" / "write_reference.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["write_reference"] = module
    spec.loader.exec_module(module)
    return module


# --- the reference ---


def test_the_reference_is_up_to_date(reference):
    stale = [named(path) for path, page in reference.PAGES.items() if path.read_text(encoding="utf-8") != page()]
    assert stale == [], "run: python scripts/write_reference.py"


def test_every_option_has_help_and_every_command_an_example(reference):
    for path, command in reference.commands():
        assert "Example:" in (command.help or ""), path
        untold = [option.opts for option in command.params if isinstance(option, click.Option) and not option.help]
        assert untold == [], path


def test_every_command_and_option_stands_in_the_reference(reference):
    page = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^#{2,4} (sfumato.*?)\n(.*?)(?=^#{2,4} |\Z)", page, re.M | re.S))
    assert len(sections) >= 20
    for path, command in reference.commands():
        said = sections[path].replace("\\", "")
        options = [name for each in command.params if isinstance(each, click.Option) for name in each.opts]
        shown = [] if isinstance(command, click.Group) else options
        assert [name for name in shown if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said)] == [], path


def test_every_public_name_has_a_docstring(reference):
    named = ((module, each) for module, names in reference.public().items() for each in names)
    assert {(module, each.name) for module, each in named if not each.docstring} == set()


def test_every_public_module_and_name_stands_in_the_reference(reference):
    import sfumato

    page = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    found = reference.public()
    assert set(sfumato.__all__) <= {name.name for name in found[""]} | set(found)
    for module, names in found.items():
        title = f"sfumato.{module}" if module else "sfumato"
        section = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
        assert section, title
        assert [each.name for each in names if f"\n### {each.name}\n" not in section[1]] == [], title


def test_what_the_package_exports_is_what_its_modules_say_is_public(reference):
    """Read and not imported, the reference must agree with what Python sees."""
    for module, names in reference.public().items():
        loaded = importlib.import_module(f"sfumato.{module}" if module else "sfumato")
        assert [each.name for each in names if not hasattr(loaded, each.name)] == [], module


def test_what_the_pages_import_stands_in_the_reference(reference):
    public = {(module, each.name) for module, names in reference.public().items() for each in names}
    public |= {(parent, leaf) for parent, _, leaf in (module.rpartition(".") for module in reference.modules())}
    for page in [ROOT / "README.md", *PAGES]:
        for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            for module, names in re.findall(r"^from sfumato\.?([\w.]*) import (.+)$", block, re.M):
                for name in (each.split(" as ")[0] for each in names.split(", ")):
                    assert (module, name) in public or ("", name) in public, (named(page), module, name)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a < b", r"a \< b"),
        ("`a < b`", "`a < b`"),
        ("costs $5", r"costs \$5"),
        (">>> 1 + 1\n2", "```pycon\n>>> 1 + 1\n2\n```"),
        ("Text.\n\n    code\n\n    more", "Text.\n\n```text\ncode\n\nmore\n```"),
        ("from sfumato import sanitize", "```python\nfrom sfumato import sanitize\n```"),
        ("", ""),
    ],
)
def test_docstrings_become_markdown(reference, said, shown):
    assert reference.markdown(said) == shown


# --- the site ---


def test_the_site_builds_without_a_warning_and_without_a_network(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", str(tmp_path / "trees")]
    done = subprocess.run([*command, str(DOCS), str(tmp_path / "site")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for page in PAGES:
        html = (tmp_path / "site" / page.relative_to(DOCS)).with_suffix(".html").read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|iframe)[^>]+src="(https?:[^"]+)|<link[^>]+href="(https?:[^"]+)', html)
        assert fetched == [], named(page)
        if page.name == "models.md":
            assert html.count("<math") > 30


def test_every_page_is_reachable_from_the_index():
    reached, waiting = set(), [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"```\{toctree\}\n(.*?)```", text, re.S):
            entries = [line for line in block.splitlines() if line and not line.startswith(":")]
            waiting += [found for entry in entries for found in page.parent.glob(f"{entry}.md")]
        links = re.findall(r"\]\((?!https?:)([^)#\s]+\.md)", text)
        waiting += [(page.parent / link).resolve() for link in links]
    assert [named(page) for page in PAGES if page not in reached] == []


def test_every_page_has_a_title():
    assert [named(page) for page in PAGES if not re.search(r"^# \S", page.read_text(encoding="utf-8"), re.M)] == []


def test_no_page_has_a_path_of_a_machine():
    folders = r"(?<![\w.])(?:/home/|/Users/|/root\b|/tmp/|/work/|/var/|[A-Z]:\\)"
    machine = re.compile(rf"{folders}|site-packages| at 0x[0-9a-f]{{6}}")
    found = []
    for path in sorted(DOCS.rglob("*")):
        if path.suffix in (".md", ".csv", ".py"):
            found += [(named(path), match) for match in machine.findall(path.read_text(encoding="utf-8"))]
    assert found == []


def test_figures_that_the_guarantee_quotes_stand_on_the_page_that_it_names():
    text = (DOCS / "guarantee.md").read_text(encoding="utf-8")
    rows = list(TABLE_ROW.finditer(text))
    assert len(rows) >= 8
    for row in rows:
        page = (DOCS / row["page"]).read_text(encoding="utf-8")
        figures = [word.strip(",") for word in row["figures"].split() if any(letter.isdigit() for letter in word)]
        assert figures, row["what"]
        missing = [word for word in figures if not re.search(rf"(?<![\d.]){re.escape(word)}(?!\d|\.\d)", page)]
        assert missing == [], (row["what"], row["page"])

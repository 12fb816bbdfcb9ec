"""Imports go down only: a package may import from itself and from those before it in the list."""

import ast
import re
from pathlib import Path

import pytest

import sfumato

ROOT = Path(sfumato.__file__).parent
ORDER = [
    "types", "errors", "data", "protocols", "plugins", "io", "languages", "knowledge", "taxonomies", "risk",
    "replacements", "detectors", "policy", "verifying", "sanitizing", "inspecting", "tables", "measure", "contracts",
    "service", "client", "reviewing", "server", "spark", "cli", "__init__", "__main__",
]  # fmt: skip
"""From what everything stands on to what stands on everything."""
MODULES = sorted(ROOT.rglob("*.py"))


def package(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The packages that a module imports from."""
    return {name.split(".")[1] for name in modules_imported(path)}


def modules_imported(path: Path) -> set[str]:
    """The modules of sfumato that a module imports, and the names that it imports from them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name for name in names if name.startswith("sfumato.")}
    return found


def libraries(path: Path) -> set[str]:
    """The packages, sfumato's or others, that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add(str(node.module).split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    return found


def texts(path: Path) -> list[str]:
    """The string constants of a module, docstrings and the plain parts of f-strings among them."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_every_package_has_its_place():
    assert {package(path) for path in MODULES} == set(ORDER)


@pytest.mark.parametrize("here", ORDER)
def test_imports_go_down(here):
    for path in MODULES:
        if package(path) == here:
            above = [there for there in imported(path) - {here} if ORDER.index(there) > ORDER.index(here)]
            assert above == [], path.relative_to(ROOT)


def test_english_is_behind_the_protocol():
    """Another language is another folder beside `languages/en`: nothing outside it may ask for English by itself."""
    for path in MODULES:
        if ROOT / "languages" / "en" not in path.parents:
            named = [name for name in modules_imported(path) if f"{name}.".startswith("sfumato.languages.en.")]
            assert named == [], path.relative_to(ROOT)


def test_only_the_front_door_opens_the_command_line():
    assert {package(path) for path in MODULES if "cli" in imported(path)} - {"cli"} == {"__main__"}


@pytest.mark.parametrize("library", ["click", "rich"])
def test_only_the_command_line_talks_to_a_terminal(library):
    assert {package(path) for path in MODULES if library in libraries(path)} == {"cli"}


def test_below_the_command_line_nothing_names_an_option():
    """An error below says what is wrong, and its code: `cli/hints.py` says which option helps."""
    for path in MODULES:
        if package(path) != "cli":
            assert [text for text in texts(path) if re.search(r"--[a-zA-Z]", text)] == [], path.relative_to(ROOT)


@pytest.mark.parametrize(("library", "home"), [("spacy", "languages"), ("matplotlib", "measure")])
def test_heavy_libraries_have_one_home(library, home):
    using = {package(path) for path in MODULES if library in libraries(path)}
    assert using == {home}


def test_spark_has_one_home():
    """It is imported by name, when something of it is first used."""
    assert {path.name for path in MODULES if any("pyspark." in text for text in texts(path))} == {"library.py"}

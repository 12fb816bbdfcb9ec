"""Imports go down only: a module may import from its own package and from layers below, never sideways or up."""

import ast
from pathlib import Path

import pytest

import sfumato

ROOT = Path(sfumato.__file__).parent
LAYERS = [
    {"types", "errors"},
    {
        "checks", "columns", "data", "files", "folding", "hierarchy", "information", "loss", "negation", "normalform",
        "processes", "protocols", "reading", "scan", "senses", "statistics", "wording",
    },
    {"language", "knowledge", "taxonomies", "formats", "detectors", "secrets", "models", "plots", "tables"},
    {"contracts", "policy", "verify"},
    {"sanitize"},
    {"inspect", "anonymize", "attack", "evaluate"},
    {"reproduce", "sweep"},
    {"cli"},
    {"__init__", "__main__"},
]  # fmt: skip
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# Within the two lowest layers modules build on each other in this order.
ORDER = [
    "types",
    "errors",
    "statistics",
    "files",
    "checks",
    "processes",
    "data",
    "normalform",
    "folding",
    "reading",
    "scan",
    "negation",
    "wording",
    "columns",
    "information",
    "loss",
    "hierarchy",
    "protocols",
    "senses",
]

MODULES = sorted(ROOT.rglob("*.py"))


def unit(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module] if node.module != "sfumato" else [f"sfumato.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name and name.startswith("sfumato.")}
    return found


def test_every_module_has_a_layer():
    assert {unit(path) for path in MODULES} == set(LEVEL)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path):
    here = unit(path)
    for there in imported(path) - {here}:
        if LEVEL[here] <= 1:
            assert ORDER.index(there) < ORDER.index(here), f"{here} imports {there}"
        else:
            assert LEVEL[there] < LEVEL[here], f"{here} imports {there}"


@pytest.mark.parametrize(("library", "home"), [("spacy", "language"), ("matplotlib", "plots")])
def test_heavy_libraries_have_one_home(library, home):
    using = {unit(path) for path in MODULES if f"import {library}" in path.read_text(encoding="utf-8")}
    assert using == {home}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_stay_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400

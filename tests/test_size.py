"""The house stays small enough to be read: modules, parameters, what lies at the root, and the command line."""

import ast
from pathlib import Path

import sfumato

ROOT = Path(sfumato.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))


def test_modules_stay_short():
    long = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {path: lines for path, lines in long.items() if lines > 400} == {}


def test_no_function_has_more_than_eight_parameters_but_commands():
    found = []
    for path in MODULES:
        if ROOT / "cli" in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
                own = [name for name in names if name not in ("self", "cls")]
                found += [(path.name, node.name, len(own))] if len(own) > 8 else []
    assert found == []


def test_few_things_lie_at_the_root():
    beside = ("data", "py.typed")
    rooms = [path for path in ROOT.iterdir() if not path.name.startswith(("_", ".")) and path.name not in beside]
    assert len(rooms) <= 24, sorted(path.name for path in rooms)
    assert len(sfumato.__all__) <= 20


def test_the_command_line_is_presentation_alone():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "cli").glob("*.py"))
    assert lines <= 3_425

"""Writes the reference of docs/ from the code itself: every command and option, every public module and name.

    python scripts/write_reference.py            # writes docs/reference/ and docs/openapi.json
    python scripts/write_reference.py --check    # writes nothing; exit code 1 if a page is not what the code says

Commands are asked of click, so that the page has what `--help` has. Python is read, not imported: signatures and
defaults stand there as they are written, whatever the machine.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from sfumato.cli import cli
from sfumato.server.openapi import openapi

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "sfumato"
REFERENCE = ROOT / "docs" / "reference"
BESIDE = (
    "contracts", "io.files", "io.formats", "io.messages", "languages.en", "languages.reading", "measure.attack",
    "measure.evaluate", "measure.statistics", "measure.sweep", "plugins", "policy.hiding", "policy.resolver",
    "policy.secrets", "protocols.reading", "replacements.linking", "risk.information", "risk.loss", "service.arrow",
    "tables.config", "taxonomies.hierarchy", "types", "verifying.certificate", "verifying.release", "verifying.text",
)  # fmt: skip
"""Modules that pages of docs use, beside those that the package names and packages with an `__all__`."""

_NOTE = "<!-- Made by scripts/write_reference.py: change the code, and run it again. -->"
_WIDTH = 100  # characters of a signature on one line


# --- text -------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Text as Markdown shows it, letter by letter, but for `code`.

    >>> plain("a < b, `c < d` and 2 * 3")
    'a \\\\< b, `c < d` and 2 \\\\* 3'
    """
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if at % 2 else re.sub(r"([<>*$|])", r"\\\1", part) for at, part in enumerate(parts))


def markdown(docstring: str) -> str:
    """A docstring as Markdown: doctests and indented blocks become code, the rest stays as it reads."""
    blocks: list[str] = []
    for block in filter(None, re.split(r"\n\s*\n", docstring.strip("\n"))):
        lines = block.splitlines()
        if is_code(block):
            blocks.append(f"```python\n{block}\n```")
        elif all(line.startswith("    ") for line in lines):
            code = "\n".join(line[4:] for line in lines)
            if blocks and blocks[-1].startswith("```text") and blocks[-1].endswith("```"):
                blocks[-1] = blocks[-1].removesuffix("\n```") + f"\n\n{code}\n```"  # one block with an empty line
            else:
                blocks.append(f"```text\n{code}\n```")
        elif lines[0].startswith(">>>"):
            blocks.append("```pycon\n" + "\n".join(lines) + "\n```")
        else:
            blocks.append("\n".join(plain(line) for line in lines))
    return "\n\n".join(blocks)


def is_code(block: str) -> bool:
    """Whether a paragraph of a docstring is Python: imports, and calls of something.

    >>> is_code("from sfumato import sanitize"), is_code("sanitize.sanitize(text).text"), is_code("Nothing of note.")
    (True, True, False)
    """
    try:
        body = ast.parse(block).body
    except SyntaxError:
        return False
    return all(
        isinstance(each, ast.Import | ast.ImportFrom)
        or (isinstance(each, ast.Expr) and any(isinstance(part, ast.Call) for part in ast.walk(each)))
        for each in body
    )


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return " ".join(plain(text).split())


# --- commands ---------------------------------------------------------------------------------------------


def commands(command: click.Command = cli, path: tuple[str, ...] = ("sfumato",)) -> Iterator[tuple[str, click.Command]]:
    """Every command with all that is typed to reach it, in the order of the alphabet, a group before its own."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from commands(command.commands[name], (*path, name))


def options(command: click.Command, path: str) -> list[tuple[str, str]]:
    """The options of a command and what they mean, as its help has them; `--help` itself is left out."""
    context = click.Context(command, info_name=path)
    records = [option.get_help_record(context) for option in command.params if isinstance(option, click.Option)]
    return [record for record in records if record]


def told(help_text: str) -> str:
    """The help of a command as Markdown; click's blocks that are not to be wrapped become code."""
    blocks = []
    for block in re.split(r"\n\s*\n", inspect.cleandoc(help_text)):
        if block.startswith("\b\n"):
            lines = block.removeprefix("\b\n").splitlines()
            title = lines.pop(0) if lines[0].endswith(":") and len(lines) > 1 else ""
            indent = min(len(line) - len(line.lstrip()) for line in lines)
            code = "\n".join(line[indent:] for line in lines)
            blocks.append(f"{title}\n\n```text\n{code}\n```".lstrip())
        else:
            blocks.append(plain(block))
    return "\n\n".join(blocks)


def cli_page() -> str:
    """The page of all commands."""
    parts = [
        "---\ntocdepth: 3\n---",
        _NOTE,
        "# Commands",
        "What `sfumato COMMAND --help` says, for all commands. Every command also has `-h`, `--help`. "
        "What a person should know goes to standard error, what a program reads to standard output. "
        "Exit codes: 0 done, 1 a claim does not hold or a limit is passed, 2 bad input or any failure.",
    ]
    for path, command in commands():
        context = click.Context(command, info_name=path)
        parts.append(f"{'#' * min(1 + len(path.split()), 4)} {path}")
        parts.append(f"```text\n{path} {' '.join(command.collect_usage_pieces(context))}\n```")
        parts.append(told(command.help or ""))
        if isinstance(command, click.Group):
            named = [f"[`{name}`](#{f'{path} {name}'.replace(' ', '-')})" for name in sorted(command.commands)]
            parts.append("Commands: " + ", ".join(named) + ".")
        elif found := options(command, path):
            rows = [f"| `{names.replace('|', chr(92) + '|')}` | {cell(meaning)} |" for names, meaning in found]
            parts.append("\n".join(["| option | meaning |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


# --- Python -----------------------------------------------------------------------------------------------


Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Public:
    """A public name: where it is from, what defines it, and the docstring, empty where there is none."""

    module: str
    name: str
    node: Definition
    docstring: str


def file_of(module: str) -> Path | None:
    """The file of a module of the package, by its dotted name without "sfumato."."""
    path = PACKAGE.joinpath(*module.split(".")) if module else PACKAGE
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module."""
    if file := file_of(module):
        return ast.parse(file.read_text(encoding="utf-8"))
    raise LookupError(f"no module sfumato.{module}")


def targets(node: ast.stmt) -> list[str]:
    """The names that a statement at the top of a module defines."""
    if isinstance(node, Function | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else []


def said_after(body: list[ast.stmt], node: ast.stmt) -> str:
    """The string that stands right after a definition: the docstring of a constant or a field."""
    after = body[body.index(node) + 1 :][:1]
    said = [each.value.value for each in after if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
    return said[0] if said and isinstance(said[0], str) else ""


def suite(tree: ast.Module, node: ast.stmt) -> list[str]:
    """The functions of a module that a constant puts together, as the contract suites do."""
    functions = {each.name for each in tree.body if isinstance(each, Function)}
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
        names = [each.id for each in node.value.elts if isinstance(each, ast.Name)]
        return names if names and functions.issuperset(names) else []
    return []


def all_of(module: str) -> list[str]:
    """The names that a module says are public. Where it says nothing: functions and classes, constants that have a
    docstring, and suites of functions, which then stand for their functions."""
    tree = tree_of(module)
    within = {name for node in tree.body for name in suite(tree, node)}
    for node in tree.body:
        if "__all__" in targets(node) and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            return list(ast.literal_eval(node.value))
    return [
        name
        for node in tree.body
        for name in targets(node)
        if not name.startswith("_")
        and name not in within
        and (isinstance(node, Function | ast.ClassDef) or said_after(tree.body, node) or suite(tree, node))
    ]


def found(module: str, name: str) -> Public:
    """Where a public name is defined: in the module, or in that from which it takes it."""
    tree = tree_of(module)
    for node in tree.body:
        if name in targets(node) and isinstance(node, Definition):
            if isinstance(node, Function | ast.ClassDef):
                return Public(module, name, node, ast.get_docstring(node) or "")
            checks = "; ".join(check.replace("_", " ") for check in suite(tree, node))
            said = said_after(tree.body, node) or (f"A tuple of checks: it {checks}." if checks else "")
            return Public(module, name, node, said)
    for each in ast.walk(tree):  # what is imported only when it is first used stands in an `if` for the type checker
        if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith("sfumato"):
            for alias in each.names:
                if (alias.asname or alias.name) == name:
                    return found(each.module.removeprefix("sfumato").removeprefix("."), alias.name)
    raise LookupError(f"sfumato.{module}: nothing defines {name}")


def modules() -> list[str]:
    """The public modules: those the package names, packages that say what of theirs is public, and a few beside."""
    named = [name for name in all_of("") if file_of(name)]
    packages = [
        path.parent.name
        for path in PACKAGE.glob("*/__init__.py")
        if any("__all__" in targets(node) for node in ast.parse(path.read_text(encoding="utf-8")).body)
    ]
    return sorted({*named, *packages, *BESIDE})


@cache
def public() -> dict[str, list[Public]]:
    """Every public name by its module; the package itself is the module "". What stands there is not told twice."""
    names = {"": [found("", name) for name in all_of("") if not file_of(name)]}
    for module in modules():
        entries = [found(module, name) for name in all_of(module)]
        names[module] = [each for each in entries if each not in names[""]]
    return names


def signature(name: str, node: Function, *, method: bool = False) -> str:
    """A function as it is called: on one line if that is short, else an argument on each."""
    parts = list(_parts(node.args))
    if method and not _is(node, "staticmethod"):
        parts = parts[1:]  # self, or the class
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    line = f"{name}({', '.join(parts)}){returns}"
    if len(line) <= _WIDTH or (method and node.name != "__init__"):
        return line
    return f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){returns}"


def _parts(arguments: ast.arguments) -> Iterator[str]:
    """Each argument by itself, as it is written."""
    plain_ones = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(plain_ones) - len(arguments.defaults)) + list(arguments.defaults)
    for at, (each, default) in enumerate(zip(plain_ones, defaults, strict=True)):
        yield _argument(each, default)
        if arguments.posonlyargs and at == len(arguments.posonlyargs) - 1:
            yield "/"
    if arguments.vararg:
        yield f"*{_argument(arguments.vararg, None)}"
    elif arguments.kwonlyargs:
        yield "*"
    for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _argument(each, value)
    if arguments.kwarg:
        yield f"**{_argument(arguments.kwarg, None)}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    kind = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    equals = " = " if kind else "="
    return f"{argument.arg}{kind}" + (f"{equals}{ast.unparse(default)}" if default else "")


def protocol_docstrings() -> dict[str, str]:
    """What the methods of the protocols promise: said once there, and meant wherever a class has them."""
    return {
        method.name: ast.get_docstring(method) or ""
        for module in ("knowledge", "language", "strategies")
        for node in tree_of(f"protocols.{module}").body
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, Function)
    }


def _is(node: Function, decorator: str) -> bool:
    return any(ast.unparse(each).split("(")[0].split(".")[-1] == decorator for each in node.decorator_list)


def class_entry(name: str, node: ast.ClassDef, promised: dict[str, str]) -> str:
    """A class: what it is made of, its fields with their types, its methods with what they do."""
    inits = [each for each in node.body if isinstance(each, Function) and each.name == "__init__"]
    bases = [ast.unparse(base) for base in node.bases]
    record = any("dataclass" in ast.unparse(each) for each in node.decorator_list)
    record = record or not {"NamedTuple", "Protocol"}.isdisjoint(bases)
    lines = [
        signature(name, inits[0], method=True) if inits else f"class {name}({', '.join(bases)}):".replace("()", "")
    ]
    rows = []
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and record and not targets(each)[0].startswith("_"):
            value = f" = {ast.unparse(each.value)}" if each.value else ""
            lines.append(f"    {targets(each)[0]}: {ast.unparse(each.annotation)}{value}")
            if said := said_after(node.body, each):
                rows.append(f"- `{targets(each)[0]}`: {plain(' '.join(said.split()))}")
        elif isinstance(each, Function) and not each.name.startswith("_"):
            docstring = ast.get_docstring(each) or promised.get(each.name, "")
            first = plain(" ".join(docstring.split("\n\n")[0].split()))
            if _is(each, "property") or _is(each, "cached_property"):
                said = f"{each.name}: {ast.unparse(each.returns) if each.returns else 'object'}"
            else:
                said = signature(each.name, each, method=True)
            rows.append(f"- `{said}`" + (f": {first}" if first else ""))
        elif isinstance(each, Function) and each.name in ("__call__", "__init__") and ast.get_docstring(each):
            first = plain(" ".join((ast.get_docstring(each) or "").split("\n\n")[0].split()))
            called = "made" if each.name == "__init__" else f"`{signature(name.lower(), each, method=True)}`"
            rows.append(f"- {called}: {first}")
    code = "```python\n" + "\n".join(lines) + "\n```"
    return "\n\n".join(filter(None, [code, markdown(ast.get_docstring(node) or ""), "\n".join(rows)]))


def entry(name: Public, promised: dict[str, str]) -> str:
    """What the reference says of one name."""
    node = name.node
    if isinstance(node, ast.ClassDef):
        body = class_entry(name.name, node, promised)
    elif isinstance(node, Function):
        body = f"```python\n{signature(name.name, node)}\n```\n\n{markdown(name.docstring)}"
    else:
        kind = f": {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else ""
        value = ast.unparse(node.value) if node.value else ""
        shown = f"{name.name}{kind} = {value}"
        code = shown if value and len(shown) <= _WIDTH else f"{name.name}{kind}"
        body = f"```python\n{code}\n```\n\n{markdown(name.docstring)}"
    return f"### {name.name}\n\n{body}".rstrip()


def python_page() -> str:
    """The page of all public modules and names."""
    names, promised = public(), protocol_docstrings()
    listed = ", ".join(f"[`{module}`](#sfumato-{module.replace('.', '-')})" for module in names if module)
    parts = [
        "---\ntocdepth: 2\n---",
        _NOTE,
        "# Python",
        "Every public module and name, with what its docstring says. A name that is not here is not promised to stay. "
        f"Modules: {listed}.",
    ]
    for module, entries in names.items():
        title = f"sfumato.{module}" if module else "sfumato"
        parts += [f"## {title}", markdown(ast.get_docstring(tree_of(module)) or "")]
        parts += [entry(name, promised) for name in entries]
    return "\n\n".join(parts) + "\n"


# --- pages ------------------------------------------------------------------------------------------------


def openapi_page() -> str:
    """The description of the server's routes."""
    return json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n"


PAGES: dict[Path, Callable[[], str]] = {
    REFERENCE / "cli.md": cli_page,
    REFERENCE / "python.md": python_page,
    ROOT / "docs" / "openapi.json": openapi_page,
}


def main() -> int:
    """Writes the pages, or says which are not up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page is out of date")
    check = parser.parse_args().check
    stale = [
        (path, page)
        for path, make in PAGES.items()
        if (page := make()) != (path.read_text(encoding="utf-8") if path.exists() else "")
    ]
    for path, page in stale:
        print(f"{path.relative_to(ROOT)}: {'out of date' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, encoding="utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())

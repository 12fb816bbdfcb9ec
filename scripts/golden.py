"""Records what every command gives, byte for byte, and compares it after a change: nothing may move unseen.

    python scripts/golden.py record FOLDER --data CORPORA             before the change
    python scripts/golden.py compare FOLDER --data CORPORA            after it: exit code 1 if anything differs

Commands are those of the README and of the pages in docs as they were when recorded, and a set over the corpora: whole
articles, actors, court cases, tables. All run through the command line, so that no change inside can hide from it.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_CODE = re.compile(r"  # exit code [12]$")
_NOISE = re.compile(
    rb"^(?:expanding .* \(once\)|\w+(?: \w+)* \d+ of \d+ [a-z]+)\n|^[0-9a-f]{16}(?=,)"
    rb"|(?<=WordNet\+places) [0-9a-f]{64}",
    re.M,
)
"""What differs between any two runs: how far work is after ten seconds, random keys; and the version of taxonomies,
which certificates made from Python always named, those from the command line only since."""
_BLOGGERS = """k = 5
[columns.id]
role = "direct_identifier"
[columns.gender]
role = "quasi_identifier"
[columns.age]
role = "quasi_identifier"
kind = "number"
[columns.topic]
role = "quasi_identifier"
[columns.sign]
role = "quasi_identifier"
[columns.date]
role = "keep"
[columns.text]
role = "text"
"""
_ON_CORPORA = {
    "articles": [
        "sanitize articles.jsonl -o articles.out.jsonl --processes 1 --json",
        "verify articles.out.jsonl --certificate articles.out.jsonl --json",
    ],
    "openings": [
        "sanitize openings.jsonl -o groups.jsonl --groups 2 --processes 1",
        "sanitize openings.jsonl -o redact.jsonl --method redact --processes 1",
        "sanitize openings.jsonl -o optimal.jsonl --optimal --context sentence --groups 2 --processes 1",
        "sanitize openings.jsonl -o every.jsonl --parts all --keep-negated --processes 1",
        "sanitize openings.jsonl -o correlated.jsonl --profile paper-correlated --processes 1",
        "sanitize openings.jsonl -o healthcare.jsonl --profile paper-healthcare --processes 1",
        "sanitize openings.jsonl -o paper.jsonl --profile paper-c-sanitized --processes 1",
        "sanitize openings.jsonl -o two.jsonl --processes 2",
        "inspect openings.jsonl --json",
        "inspect openings.jsonl --fix -o fixed.jsonl",
        "explain transfusion --hide HIV --json",
        "explain dolutegravir --hide HIV --alpha 2",
    ],
    "actors": [
        "sanitize actors.jsonl --policy person -o actors.out.jsonl --processes 1 --json",
        "attack actors.out.jsonl --candidates people.jsonl --original actors.jsonl --json",
    ],
    "court": [
        "sanitize court.jsonl --policy court --policy person -o court.out.jsonl --processes 1 --json",
        "evaluate tab.jsonl court.out.jsonl --json --partial",
        "evaluate tab.jsonl court.out.jsonl --by kind --by type --partial --utility words",
    ],
    "tables": [
        "anonymize members.csv -c members.toml -k 4 -l 2 --seed 1 -o members.out.csv --report members.json",
        "verify members.out.csv -c members.toml -k 4 -l 2 --json",
        "anonymize bloggers.csv -c bloggers.toml -k 3 --seed 1 -o bloggers.out.csv --report bloggers.json --no-cache",
        "anonymize bloggers.csv -c bloggers.toml -k 3 --seed 1 --strategy mondrian -o m.csv --report m.json --no-cache",
        "verify bloggers.out.csv -c bloggers.toml -k 3 --json --no-cache",
    ],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=os.environ.get("SFUMATO_DATA"))
    parser.add_argument("--source", type=Path, default=ROOT, help="another tree to run, as it was before")
    parser.add_argument("--only", nargs="*", help="these parts only")
    given = parser.parse_args()
    if given.what == "record":
        given.folder.mkdir(parents=True)
        (given.folder / "commands.json").write_text(json.dumps(_commands(given.source, bool(given.data)), indent=1))
        shutil.copytree(given.source / "examples", given.folder / "examples")
    commands = json.loads((given.folder / "commands.json").read_text())
    parts = [part for part in commands if not given.only or part in given.only]
    differing = 0
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(2) as pool:
        target = given.folder / "outputs" if given.what == "record" else Path(scratch)
        runs = pool.map(lambda part: _run(given, part, commands[part], target / _named(part)), parts)
        for part, _ in zip(parts, runs, strict=True):
            print(f"{part}: {len(commands[part])} commands", flush=True)
            if given.what == "compare":
                differing += _compare(given.folder / "outputs" / _named(part), target / _named(part))
    sys.exit(1 if differing else 0)


def _named(part: str) -> str:
    return part.replace("/", "-")


def _commands(source: Path, data: bool) -> dict[str, list[str]]:
    pages = [source / "README.md", *sorted((source / "docs").glob("*.md")), *sorted(source.glob("docs/tutorials/*.md"))]
    found = {str(page.relative_to(source)): list(_of_page(page)) for page in pages}
    return {part: said for part, said in found.items() if said} | (_ON_CORPORA if data else {})


def _of_page(page: Path) -> Iterator[str]:
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        for said in re.split(r"^\$ ", block, flags=re.M)[1:]:
            yield _CODE.sub("", said.partition("\n")[0]).removeprefix("sfumato ")


def _run(given: Any, part: str, commands: list[str], target: Path) -> None:
    """Runs the commands of a part in a folder of its own, and keeps what they print and write."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "examples").symlink_to((given.folder / "examples").resolve())
        before = set(_inputs(part, work, given.data)) if part in _ON_CORPORA else set()
        target.mkdir(parents=True)
        environment = {**os.environ, "PYTHONPATH": str(given.source.resolve() / "src"), "PYTHONHASHSEED": "0"}
        for at, command in enumerate(commands):
            words = [sys.executable, "-m", "sfumato", *shlex.split(command)]
            done = subprocess.run(words, cwd=work, env=environment, capture_output=True)
            said = b"$ %s\n[%d]\n%s\n--- stderr\n%s" % (command.encode(), done.returncode, done.stdout, done.stderr)
            (target / f"{at:02}.txt").write_bytes(said.replace(name.encode(), b"WORK"))
        for file in sorted(work.rglob("*")):
            where = file.relative_to(work)
            if file.is_file() and where.parts[0] != "examples" and where.name not in before:
                (target / "written" / where).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target / "written" / where)


def _compare(old: Path, new: Path) -> int:
    names = {str(file.relative_to(root)) for root in (old, new) for file in root.rglob("*") if file.is_file()}
    differing = 0
    for name in sorted(names):
        a, b = old / name, new / name
        if not a.exists() or not b.exists() or _plain(a) != _plain(b):
            differing += 1
            print(f"  differs: {name}{'' if b.exists() else ' (is no longer written)'}")
            done = subprocess.run(["diff", a, b], capture_output=True, text=True, errors="replace")
            print("".join(f"    {line[:300]}\n" for line in done.stdout.splitlines()[:8]), end="")
    return differing


def _plain(path: Path) -> bytes:
    """What a file has, without what differs between any two runs."""
    said = _NOISE.sub(b"", path.read_bytes())
    return b"\n".join(sorted(said.splitlines())) if path.name == "released.csv" else said  # its rows are shuffled


# --- what the commands read -------------------------------------------------------------------------------


def _inputs(part: str, work: Path, data: Path) -> Iterator[str]:
    """Writes the inputs of a part, and gives their names."""
    if part in ("articles", "openings"):
        secrets = {each["title"]: each["secrets"] for each in _lines(data / "expert_dev.jsonl.xz")}
        name = "expert_dev" if part == "openings" else "articles"
        rows = [
            {"id": each["title"], "text": each["text"], "hide": secrets[each["title"]]}
            for each in _lines(data / f"{name}.jsonl.xz")
        ]
        yield _write(work / f"{part}.jsonl", rows)
    elif part == "actors":
        people = list(_lines(data / "actors_dev.jsonl.xz"))
        rows = [{"id": p["name"], "text": p["original_abstract"], "hide": [f"name:{p['name']}"]} for p in people]
        yield _write(work / "actors.jsonl", rows)
        known = [{"id": p["name"], "name": p["name"], "text": p["public_knowledge"]} for p in people]
        known += [
            {"id": p["name"], "name": p["name"], "text": p["public_knowledge"]}
            for p in list(_lines(data / "actors_background.jsonl.xz"))[:80]
        ]
        yield _write(work / "people.jsonl", known)
    elif part == "court":
        cases = list(_lines(data / "tab_dev.jsonl.xz"))[:30]
        yield _write(work / "court.jsonl", [{"id": c["id"], "text": c["text"]} for c in cases])
        yield _write(work / "tab.jsonl", cases)
    else:
        for name in ("members.csv", "members.toml"):
            shutil.copyfile(work / "examples" / name, work / name)
            yield name
        (work / "bloggers.toml").write_text(_BLOGGERS)
        yield "bloggers.toml"
        yield _bloggers(data / "blogs_1000.csv.xz", work / "bloggers.csv")


def _bloggers(source: Path, target: Path, people: int = 60, posts: int = 3) -> str:
    seen: dict[str, int] = {}
    with lzma.open(source, "rt", encoding="utf-8", newline="") as stream, target.open("w", newline="") as file:
        rows = csv.DictReader(stream)
        out = csv.DictWriter(file, rows.fieldnames or ())
        out.writeheader()
        for row in rows:
            if len(seen) < people or row["id"] in seen:
                seen[row["id"]] = seen.get(row["id"], 0) + 1
                if seen[row["id"]] <= posts:
                    out.writerow(row)
    return target.name


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def _write(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path.name


if __name__ == "__main__":
    main()

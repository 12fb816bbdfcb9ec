"""Documents that others made: of Debian packages and libraries, and what other programs make of web pages.

Each goes through with nothing replaced: it must come out with the same words, pages and looks, or be refused with a
reason. LibreOffice and poppler are asked for the looks where they are installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from bench.table import Row
from sfumato.errors import InputError
from sfumato.io.formats import confined
from sfumato.io.formats.pieces import DROPPED, Reading

MOST = 60  # files of a kind
MANY = 40  # that there must be
ALIKE = 0.0005  # of the points of a file that may differ
_MADE = 30  # files that a program makes of web pages
_PAGES = 15  # of a file that are looked at
_PRINTED = ("docx", "xlsx", "odt")  # by LibreOffice, to be looked at


@dataclass
class _Kind:
    """What became of the files of one kind."""

    files: int = 0
    same: int = 0
    looks: dict[str, float] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)


def rows(data: Path | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        given = _given(data)
        made = _made(Path(folder), given["html"])
        return [
            row
            for suffix in ("pdf", "docx", "html", "xlsx", "odt", "json", "xml")
            for row in _rows(suffix, [*given[suffix], *made[suffix]][:MOST], Path(folder) / "looks" / suffix)
        ]


def _given(data: Path | None) -> dict[str, list[Path]]:
    """Files in a folder `documents` beside the corpora, of packages, and of installed libraries; equal ones once."""
    folders = [data / "documents"] if data else []
    folders += [Path("/usr/share/doc"), *(Path(each) for each in sys.path if each.endswith("site-packages"))]
    found: dict[str, list[Path]] = defaultdict(list)
    for suffix in ("pdf", "docx", "html", "xlsx", "odt", "json", "xml"):
        sizes = set()
        for folder in folders:
            for file in sorted(folder.rglob(f"*.{suffix}")) if folder.is_dir() else []:
                if len(found[suffix]) < MOST and file.is_file() and file.stat().st_size not in sizes:
                    sizes.add(file.stat().st_size)
                    found[suffix].append(file)
    return found


def _made(folder: Path, pages: list[Path]) -> dict[str, list[Path]]:
    """What pandoc, LibreOffice and Chromium make of web pages."""
    made: dict[str, list[Path]] = defaultdict(list)
    pages = [page for page in pages if 3_000 < page.stat().st_size < 200_000][:_MADE]
    for number, page in enumerate(pages if shutil.which("pandoc") else []):
        for suffix in ("docx", "odt"):
            target = folder / f"pandoc-{number}.{suffix}"
            command = ["pandoc", "-f", "html", "-o", str(target), str(page)]
            if subprocess.run(command, capture_output=True, cwd=page.parent, timeout=120).returncode == 0:
                made[suffix].append(target)
    if shutil.which("soffice"):
        for suffix, sources in (("docx", pages), ("odt", pages), ("pdf", pages[:15])):
            out = folder / f"office-{suffix}"
            _office(folder, suffix, sources, out)
            made[suffix] += sorted(out.glob(f"*.{suffix}"))
    for number, page in enumerate(pages[-15:] if shutil.which("chromium") else []):
        target = folder / f"chromium-{number}.pdf"
        options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/chromium"]
        command = ["chromium", *options, f"--print-to-pdf={target}", page.as_uri()]
        if subprocess.run(command, capture_output=True, timeout=120).returncode == 0 and target.exists():
            made["pdf"].append(target)
    return made


def _office(folder: Path, suffix: str, files: list[Path], out: Path) -> None:
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", suffix]
    if files and files[0].suffix == ".html":
        command.insert(1, "--infilter=HTML (StarWriter)")  # else it is a page for the web, which it saves as such alone
    for at in range(0, len(files), 10):
        some = [str(file) for file in files[at : at + 10]]
        subprocess.run([*command, "--outdir", str(out), *some], capture_output=True, timeout=600)


def _rows(suffix: str, files: list[Path], folder: Path) -> list[Row]:
    kind = _Kind(len(files))
    pairs: list[tuple[str, Path, Path]] = []
    for number, file in enumerate(files):
        data = file.read_bytes()
        try:
            before = confined.extracted(data, file.name, Reading())
            new = confined.rewritten(data, file.name, Reading(), {})
            after = confined.extracted(new, file.name, Reading())
        except InputError as error:
            kind.refused[str(error)].append(file.name)
            continue
        kept = [piece.text for piece in before.pieces if piece.fate != DROPPED]
        again = [piece.text for piece in after.pieces]
        if suffix == "pdf":  # the parts of a formula may be read in another order
            kept, again = sorted(" ".join(kept).split()), sorted(" ".join(again).split())
        if kept == again:
            kind.same += 1
        else:
            kind.wrong.append(file.name)
        old_path, new_path = (folder / side / f"{number}.{suffix}" for side in ("old", "new"))
        for path, bytes_ in ((old_path, data), (new_path, new)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes_)
        pairs.append((file.name, old_path, new_path))
    return [*_words(suffix, kind), *_looks(suffix, kind, pairs, folder)]


def _words(suffix: str, kind: _Kind) -> list[Row]:
    said = f"{kind.same} of {kind.files} go through with the same words"
    for why, names in kind.refused.items():
        some = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
        said += f"; {len(names)} refused: {why} ({some})"
    said += f"; not the same: {', '.join(kind.wrong)}" if kind.wrong else ""
    enough = suffix not in ("pdf", "docx", "html") or kind.files >= MANY
    bar = "all, or refused with a reason"
    bar += f"; at least {MANY} files" if suffix in ("pdf", "docx", "html") else ""
    return [Row(f"real files: {suffix.upper()}", said, bar, not kind.wrong and enough)]


def _looks(suffix: str, kind: _Kind, pairs: list[tuple[str, Path, Path]], folder: Path) -> list[Row]:
    if suffix not in ("pdf", *_PRINTED):
        return []
    what = f"looks of real files: {suffix.upper()}, pages and points of both as PDF"
    if not shutil.which("pdftoppm") or (suffix in _PRINTED and not shutil.which("soffice")):
        return [Row(what, "skipped: soffice and pdftoppm are not installed")]
    if suffix in _PRINTED:
        _office(folder, "pdf", [old for _, old, _ in pairs], folder / "old")
        _office(folder, "pdf", [new for _, _, new in pairs], folder / "new")
    for name, old, new in pairs:
        shown = [_drawn(path.with_suffix(".pdf")) for path in (old, new)]
        if shown[0]:
            kind.looks[name] = _difference(*shown)
    alike = sum(share <= ALIKE for share in kind.looks.values())
    others = sorted(((share, name) for name, share in kind.looks.items() if share > ALIKE), reverse=True)
    said = f"{alike} of {len(kind.looks)} look alike"
    told = [f"{name} {'other pages' if share > 1 else f'{share:.2%}'}" for share, name in others]
    said += f"; others: {', '.join(told)}" if told else ""
    return [Row(what, said, f"at most {ALIKE:.2%} of points differ", None if others else True)]


def _drawn(path: Path) -> bytes:
    command = ["pdftoppm", "-r", "50", "-gray", "-l", str(_PAGES), str(path)]
    return subprocess.run(command, capture_output=True, timeout=300).stdout if path.exists() else b""


def _difference(one: bytes, other: bytes) -> float:
    """The share of points that differ visibly; more than 1 where pages are others."""
    import numpy as np

    if len(one) != len(other):
        return 2.0
    old, new = (np.frombuffer(each, np.uint8).astype(np.int16) for each in (one, other))
    return float((np.abs(old - new) > 8).mean())

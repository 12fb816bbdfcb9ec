"""Documents that commands take and give: a text, standard input, a folder of texts, or JSON lines.

What is written appears whole or not at all, is of the kind that was read, and never takes the place of an input.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import check_regular, decoded, files_below, guarded, lines, opened, plain_suffix, shown
from sfumato.types import Document

STANDARD_INPUT = Path("-")
_TEXTS = frozenset((".txt", ".text", ".md", ".markdown", ".rst"))
_JSON_LINES = frozenset((".jsonl", ".ndjson"))
_TABLES = frozenset((".csv", ".tsv", ".tab", ".parquet", ".pq", ".xlsx"))
_BYTES = 4  # that a character takes at most
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Item:
    """A document as it was found: its id as it was written, and the secrets or the error of its record."""

    id: Any
    document: Document
    hide: tuple[str, ...] = ()
    error: str = ""
    skipped: bool = False
    """Whether it is the record of a failure: it has an error, and no text."""


class Documents:
    """What a command is given to work on. `most` is the number of characters that one text may have.

    `kind` is "text" for a single one, "folder" for several or "jsonl".
    """

    def __init__(self, paths: Sequence[Path], most: int) -> None:
        self.paths = tuple(paths)
        self.most = most
        self.left_out: list[str] = []
        """Files of folders that are no texts."""
        records = [path for path in paths if path != STANDARD_INPUT and plain_suffix(path) in _JSON_LINES]
        self.files: dict[str, Path] = {}
        if STANDARD_INPUT in paths and len(paths) > 1:
            raise InputError("standard input (-) is one text and cannot be read together with files")
        if records and len(records) < len(paths):
            raise InputError("JSON lines cannot be read together with texts: run the command for each")
        if records:
            self.kind = "jsonl"
            self.total = sum(_number_of_lines(path) for path in records)
            return
        for path in paths:
            self._add(path)
        self.kind = "text" if len(paths) == 1 and not paths[0].is_dir() else "folder"
        self.total = len(self.files)

    def _add(self, path: Path) -> None:
        found = {path.name: path}
        if path != STANDARD_INPUT:
            check_regular(path)
        if path.is_dir():
            below = {file.relative_to(path).as_posix(): file for file in files_below(path)}
            self.left_out += [name for name, file in below.items() if plain_suffix(file) not in _TEXTS]
            prefix = f"{path.resolve().name}/" if len(self.paths) > 1 else ""
            found = {prefix + name: file for name, file in below.items() if plain_suffix(file) in _TEXTS}
            if not found:
                raise InputError(f"{shown(path)}: no text in it ({', '.join(sorted(_TEXTS))})")
        elif plain_suffix(path) in _TABLES:
            raise InputError(f"{shown(path)}: a table; here a text, a folder of texts or JSON lines is read")
        for name, file in found.items():
            if name in self.files:
                raise InputError(f"{shown(name)}: two texts have this name, so that one would overwrite the other")
            self.files[name] = file

    def __iter__(self) -> Iterator[Item]:
        if self.kind == "jsonl":
            yield from chain.from_iterable(map(_records, self.paths))
        for name, file in self.files.items():
            id = os.fsencode(name).decode("utf-8", "replace")
            try:
                yield Item(name, Document(id, self._text(file)))
            except InputError as error:
                if self.kind == "text":
                    raise
                yield Item(name, Document(id, ""), error=str(error).removeprefix(f"{shown(file)}: "))

    def single(self) -> Item:
        """The one text there is. An empty one is refused: nobody means it."""
        item = next(iter(self))
        if not item.document.text.strip():
            raise InputError(f"{_name(self.paths[0])}: empty, so that there is nothing to work on")
        return item

    def _text(self, path: Path) -> str:
        """All of a text, but no more of a file than can be one."""
        most = self.most * _BYTES
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with opened(path) as stream, guarded(path):
                data = stream.read(most + 1)
        if len(data) <= most:
            text = "".join(decoded(io.BufferedReader(io.BytesIO(data)), _name(path)))
            if len(text) <= self.most:
                return text
        raise InputError(f"{_name(path)}: more than {self.most:,} characters, the most of one text: split it")


def is_table(path: Path) -> bool:
    """Whether a file is a table by its name."""
    return plain_suffix(path) in _TABLES


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else shown(path)


def _number_of_lines(path: Path) -> int:
    """How many records a file has. All of it is decoded, so that a damaged file is refused before there is work."""
    number = sum(not line.isspace() for line in lines(path))
    if not number:
        raise InputError(f"{shown(path)}: empty, so that there is nothing to work on")
    return number


def _records(path: Path) -> Iterator[Item]:
    for number, line in enumerate(lines(path), 1):
        if not line.isspace():
            yield _record(line, f"{path.name}:{number}")


def _record(line: str, place: str) -> Item:
    def wrong(error: str, id: Any = place, **more: Any) -> Item:
        return Item(id, Document(str(id), ""), error=error, **more)

    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return wrong("not valid JSON")
    if not isinstance(record, dict):
        return wrong("not a JSON object")
    id, text, hide = record.get("id"), record.get("text"), record.get("hide")
    if id is None or id == "":
        id = place
    if not isinstance(id, str | int | float):
        return wrong("the field id is neither a text nor a number")
    id = _LONE_SURROGATE.sub("\ufffd", id) if isinstance(id, str) else id
    if text is None:
        return wrong("no field text", id, skipped="error" in record)
    if not isinstance(text, str):
        return wrong("the field text is not a string", id)
    if "\0" in text:
        return wrong("not text: NUL character", id)
    if hide is not None and not (isinstance(hide, list) and all(isinstance(label, str) for label in hide)):
        return wrong('the field hide is not a list of strings, as in ["HIV"]', id)
    return Item(id, Document(str(id), _LONE_SURROGATE.sub("\ufffd", text)), tuple(hide or ()))


# --- writing ----------------------------------------------------------------------------------------------

Put = Callable[[Item, str | None, dict[str, Any]], None]
"""Takes a document, its new text (None if it failed) and what a record of it holds."""


def check_output(documents: Documents, output: Path | None, *papers: Path | None) -> None:
    """Refuses, before there is work, whatever would write over an input or mix papers with what is released."""
    wanted = [path for path in (output, *papers) if path is not None]
    for path in wanted:
        if output is not None and output.resolve() in path.resolve().parents:
            raise InputError(f"{shown(path)}: a certificate names the secrets, so it cannot lie in {shown(output)}")
        if not path.resolve().parent.is_dir():
            raise InputError(f"{shown(path.parent)}: no such folder")
        for given in documents.paths:
            if given != STANDARD_INPUT and path.resolve() == given.resolve():
                raise InputError(f"{shown(path)}: is the input; name another to write")
            if given.is_dir() and given.resolve() in path.resolve().parents and path is output:
                raise InputError(f"{shown(path)}: lies in the input folder; name another to write")
        if any(path.exists() and file.exists() and path.samefile(file) for file in documents.files.values()):
            raise InputError(f"{shown(path)}: is an input; name another to write")
        folder = documents.kind == "folder" and path is output
        if folder and path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError(f"{shown(path)}: exists and is not an empty folder; name another to write")
        if not folder and path.exists() and not path.is_file():
            raise InputError(f"{shown(path)}: is not a file; name another to write")
    places = [path.resolve() for path in wanted]
    if len(set(places)) < len(places):
        raise InputError(f"{shown(wanted[0])}: is named twice; a certificate goes to a path of its own")


@contextmanager
def writing(documents: Documents, output: Path | None, *, private: bool = False) -> Iterator[Put]:
    """Where results go, one by one: a file, a folder or JSON lines, which appear when all is done.

    Nothing appears if nothing was sanitized. What is `private` only its owner may read.
    """
    if output is None:
        yield lambda item, text, record: None
    elif documents.kind == "folder":
        with _folder(output) as put:
            yield put
    elif documents.kind == "text":
        with _file(output, private) as write:
            yield lambda item, text, record: write("" if text is None else text, text is not None)
    else:
        with _file(output, private) as write:
            yield lambda item, text, record: write(json.dumps(record, ensure_ascii=False) + "\n", text is not None)


@contextmanager
def paper(path: Path | None, *, several: bool) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A JSON file for its owner alone: one object, or a list of them; none if they are all errors."""
    if path is None:
        yield lambda value: None
        return
    with _file(path, private=True) as write:
        first = True

        def add(value: dict[str, Any]) -> None:
            nonlocal first
            write("[\n" if first and several else "" if first else ",\n", False)
            write(json.dumps(value, ensure_ascii=False, indent=1), "error" not in value)
            first = False

        yield add
        write("\n]\n" if several and not first else "\n", False)


def _to_write(path: Path, suffix: str) -> Any:
    """A file to write to, compressed as the suffix says."""
    kinds: dict[str, Any] = {".gz": gzip.GzipFile, ".bz2": bz2.BZ2File, ".xz": lzma.LZMAFile}
    return kinds.get(suffix.lower(), open)(path, "wb")


class _Nothing(Exception):
    """There is nothing worth a file."""


@contextmanager
def _file(path: Path, private: bool) -> Iterator[Callable[[str, bool], None]]:
    """A file that is compressed as its name says, and that appears if anything of worth was written to it."""
    from sfumato.io.atomic import written_whole

    worth = False

    def write(said: str, worthy: bool) -> None:
        nonlocal worth
        worth |= worthy
        stream.write(said.encode())

    try:
        with _own_eyes() if private else nullcontext(), written_whole(path) as part:
            with _to_write(part, path.suffix) as stream:
                yield write
            if not worth:
                raise _Nothing
    except _Nothing:
        pass


@contextmanager
def _folder(path: Path) -> Iterator[Put]:
    """A folder of texts with the names that they had."""
    part = Path(tempfile.mkdtemp(dir=path.resolve().parent, prefix=f".{path.name}.", suffix=".part"))

    def put(item: Item, text: str | None, record: dict[str, Any]) -> None:
        if text is not None:
            file = part / item.id
            file.parent.mkdir(parents=True, exist_ok=True)
            with _to_write(file, file.suffix) as stream:
                stream.write(text.encode())

    try:
        yield put
        if any(part.iterdir()):
            umask = os.umask(0)
            os.umask(umask)
            part.chmod(0o777 & ~umask)
            if path.exists():
                path.rmdir()
            part.rename(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


@contextmanager
def _own_eyes() -> Iterator[None]:
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)

"""Where results go, one by one: a text, a folder of texts, JSON lines, or a report for its owner alone.

What is written appears whole at the end or not at all, is of the kind that was read and as private as that was, and
never takes the place of an input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.atomic import folder_like, folder_whole, opened_whole
from sfumato.io.cells import rewritten
from sfumato.io.files import shown
from sfumato.io.formats.documents import is_document
from sfumato.io.sources import STANDARD_INPUT, Documents, Item

Put = Callable[[Item, str | bytes | None, dict[str, Any]], None]
"""Takes a document, its new text or bytes (None if it failed) and what a record of it holds."""


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
    _check_kind(documents, output)
    places = [path.resolve() for path in wanted]
    if len(set(places)) < len(places):
        raise InputError(f"{shown(wanted[0])}: is named twice; a certificate goes to a path of its own")


def _check_kind(documents: Documents, output: Path | None) -> None:
    """Refuses to write a document under the name of another kind."""
    given = documents.paths[0]
    if output is None or given == STANDARD_INPUT:
        return
    if documents.table is None and (documents.kind != "text" or not is_document(given.name)):
        return
    if output.suffix.lower() != given.suffix.lower():
        raise InputError(f"{shown(output)}: a document is written as what it was: name it *{given.suffix.lower()}")


@contextmanager
def writing(documents: Documents, output: Path | None, *, private: bool = False) -> Iterator[Put]:
    """Where results go, one by one: a file, a folder or JSON lines, which appear when all is done.

    Nothing appears if nothing was sanitized. What is `private` only its owner may read; anything else those who could
    read what it came from.
    """
    if output is None:
        yield lambda item, text, record: None
        return
    with _writing(documents, output, private) as put:
        yield lambda item, text, record: put(_of_its_kind(item, text), text, record)


def _of_its_kind(item: Item, text: str | bytes | None) -> Item:
    """Refuses to write a text where a document is to stand."""
    if item.file is not None and isinstance(text, str):
        raise InputError("a document is written by sfumato sanitize alone: here its text can only be looked at")
    return item


@contextmanager
def _writing(documents: Documents, output: Path, private: bool) -> Iterator[Put]:
    if documents.kind == "folder":
        with _folder(output, documents) as put:
            yield put
    elif documents.table:
        with rewritten(documents.table, output) as fill:
            yield lambda item, text, record: fill(None if text is None else str(text))
    elif documents.kind == "text":
        with _file(output, private, documents.files_given) as write:
            yield lambda item, text, record: write("" if text is None else text, text is not None)
    else:
        with _file(output, private, documents.files_given) as write:
            yield lambda item, text, record: write(json.dumps(record, ensure_ascii=False) + "\n", text is not None)


@contextmanager
def private_json(path: Path | None, *, several: bool) -> Iterator[Callable[[dict[str, Any]], None]]:
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


class _Nothing(Exception):
    """There is nothing worth a file."""


@contextmanager
def _file(path: Path, private: bool, like: Iterable[Path] = ()) -> Iterator[Callable[[str | bytes, bool], None]]:
    """A file that is compressed as its name says, and that appears if anything of worth was written to it."""
    worth = False

    def write(said: str | bytes, worthy: bool) -> None:
        nonlocal worth
        worth |= worthy
        stream.write(said.encode() if isinstance(said, str) else said)

    try:
        with opened_whole(path, private=private, like=like) as stream:
            yield write
            if not worth:
                raise _Nothing
    except _Nothing:
        pass


@contextmanager
def _folder(path: Path, documents: Documents) -> Iterator[Put]:
    """A folder of texts with the names that they had, in folders like those that they lay in."""
    given = documents.files_given
    with folder_whole(path, like=given if len(given) == 1 else ()) as folder:

        def put(item: Item, text: str | bytes | None, record: dict[str, Any]) -> None:
            if text is None:
                return
            target, source = folder / item.id, documents.files[item.id]
            _make_folders(target.parent, source.parent, folder)
            with opened_whole(target, like=[source]) as stream:
                stream.write(text.encode() if isinstance(text, str) else text)

        yield put


def _make_folders(folder: Path, like: Path, root: Path) -> None:
    """Makes the folders between `root` and `folder`, each as private as the one that it came from."""
    if folder != root and not folder.exists():
        _make_folders(folder.parent, like.parent, root)
        folder_like(folder, like)

"""From the files of a corpus to a pack: what is read, where it may be written, and what a pack says of itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sfumato.errors import InputError, PackError
from sfumato.io.atomic import share_like
from sfumato.io.columns import expanded, expanded_folder
from sfumato.io.formats import corpora
from sfumato.knowledge.build import build
from sfumato.knowledge.layout import expand
from sfumato.knowledge.pack import open_archive
from sfumato.knowledge.phrases import LONGEST
from sfumato.knowledge.shards import pack_files
from sfumato.knowledge.terms import Floors
from sfumato.protocols import Knowledge
from sfumato.types import Document, Progress, Tell, silent

_MEGABYTE = 1_000_000


def build_pack(
    paths: Sequence[Path],
    output: Path,
    *,
    labels: Callable[[], Iterable[str]],
    columns: Mapping[str, str | None] | None = None,
    floors: Floors | None = None,
    about: Mapping[str, str] | None = None,
    processes: int | None = None,
    tell: Tell = silent,
) -> dict[str, Any]:
    """Counts the documents of files and folders into a pack; gives what it says of itself, as `describe` does.

    `labels` are asked for the names that are counted however rare, once all is found to be in order. `columns` are
    `text_column`, `id_column`, `title_column` and `format` of `io.formats.corpora`; `about` is the pack's `name`, where
    the corpus is from (`source`) and its `licence`. Nobody may read the pack who could not read every file of it.
    """
    output = output.resolve()
    check_output(output)
    reading = dict(columns or {})
    format = reading.get("format")
    meta = origin(paths, output, about, format)
    total = max(corpora.size(paths, format=format) // _MEGABYTE, 1)
    read = 0

    def on_bytes(more: int) -> None:
        nonlocal read
        read += more

    def documents() -> Iterator[Document]:
        document = None
        for document in corpora.read_all(paths, on_bytes=on_bytes, **reading):
            yield document
        if document is None:
            raise InputError(f"{', '.join(map(str, paths))}: no document with text")

    def progress(step: str, done: int) -> None:
        reads = step == "reading"
        tell(Progress(step, read // _MEGABYTE if reads else done, total if reads else 0, "MB"))

    build(documents(), output, labels=labels(), floors=floors, meta=meta, processes=processes, progress=progress)
    share(output, corpora.files(paths, format=format))
    return describe(output)


def origin(paths: Sequence[Path], output: Path, about: Mapping[str, str] | None, format: str | None) -> dict[str, Any]:
    """What a pack says of the files that it is built from, and of its name, source and licence."""
    files = [corpora.fingerprint(path, format=format) for path in paths]
    return {"name": output.stem, "source": "", "licence": "", **(about or {}), "files": files}


def share(output: Path, files: Sequence[Path]) -> None:
    """Lets read what was written, a pack or a folder of packs, who can read every file that it was built from."""
    for path in output.iterdir() if output.is_dir() else [output]:
        share_like(path, files)


def check_output(output: Path, *, shards: bool = False) -> None:
    """Refuses to write where there is no folder, or over anything that is not a pack; shards are never written over."""
    if not output.parent.is_dir():
        raise InputError(f"{output.parent}: no such folder")
    if not os.access(output.parent, os.W_OK):
        raise InputError(f"{output.parent}: cannot be written")
    if shards and output.exists():
        raise InputError(f"{output}: exists; name another folder to write")
    if output.exists():
        try:
            open_archive(output)
        except PackError:
            raise InputError(f"{output}: exists and is not a pack; name another file to write") from None


def describe(path: Path) -> dict[str, Any]:
    """What a pack holds, or a folder of packs, from what and under which licence, and the room that it takes."""
    files, meta = pack_files(path) if path.is_dir() else ([path], {})
    archives = list(map(open_archive, files))
    folders = [folder for folder in map(expanded_folder, archives) if folder.exists()]
    own = {"shards": len(archives)} if meta else {"checksum": archives[0].checksum}
    return {
        **{
            key: value
            for key, value in (meta or archives[0].meta).items()
            if key not in ("kind", "format", "normal_form")
        },
        "file": str(path),
        "megabytes": round(sum(file.stat().st_size for file in files) / 1e6, 1),
        **own,
        "expanded": str(folders[0].parent if meta else folders[0]) if folders else "",
        "expanded_megabytes": round(
            sum(file.stat().st_size for folder in folders for file in folder.glob("*")) / 1e6, 1
        ),
    }


def check_expanded(path: Path, progress: Callable[[str], None] | None = None) -> None:
    """Compares all that the cache holds of a pack, or of a folder of packs, with what was written there.

    What does not fit is made again.
    """
    for file in pack_files(path)[0] if path.is_dir() else [path]:
        expanded(open_archive(file), expand, progress, thorough=True)


def why_unknown(term: str, knowledge: Knowledge) -> str:
    """Why a pack has no count of a term."""
    words = len(knowledge.language.trimmed(knowledge.language.normal_form(term)).split())
    if not words:
        return "function words are not counted"
    if words > LONGEST:
        return f"a phrase of more than {LONGEST} words that is no label: not counted"
    return f"in fewer than {knowledge.floor} documents: unknown"

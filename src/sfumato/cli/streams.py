"""`sfumato sanitize` of files of Parquet whose rows are documents: as many as there are, in the same memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfumato.cli import options
from sfumato.cli.console import as_json, meter, note
from sfumato.errors import InputError
from sfumato.io.files import PARQUET
from sfumato.io.processes import cores
from sfumato.types import Event, Progress

if TYPE_CHECKING:
    from sfumato.service import Engine, SanitizeRequest


def is_stream(inputs: Sequence[Path], output: Path | None) -> bool:
    """Whether files of Parquet are to become a folder of them."""
    if output is None or output.suffix:  # a file, not a folder
        return False
    if not any(path.is_dir() or path.suffix.lower() in PARQUET for path in inputs):
        return False
    from sfumato.io.parquet import is_parquet

    return all(map(is_parquet, inputs))


def sanitize_stream(
    engine: Engine, request: SanitizeRequest, inputs: Sequence[Path], output: Path, said: dict[str, Any]
) -> int:
    """Makes the rows of all files safe, and tells what became of them."""
    from sfumato.io.parquet import check_folder, parquet_files
    from sfumato.service.streams import default_columns, sanitize_parquet

    options.refuse(
        (len(said["columns"]) != 1, "files of Parquet: name the one column of their texts with --text-column"),
        (said["dry_run"], "--dry-run is for texts and JSON lines"),
        (
            said["beside"],
            "files of Parquet have certificates beside the texts, and take no --certificate or --detected",
        ),
        (request.same_person, "--same-person is for texts: rows of Parquet are each made safe by themselves"),
    )
    policy = engine.policy(request)
    if not policy.hide and not policy.detect:
        raise InputError("nothing to hide", code="nothing-to-hide")
    files = parquet_files(inputs)
    check_folder(output, inputs)
    columns = default_columns(files, said["columns"][0], said["id_column"])
    size = sum(file.stat().st_size for file in files.values())
    options.tell_first(engine, request)
    with meter("rows") as progress:

        def tell(event: Event) -> None:
            if isinstance(event, Progress):
                progress(event.step, event.done, event.total)

        made = sanitize_parquet(
            engine,
            request,
            files,
            output,
            columns,
            release=said["release"],
            processes=said["processes"] or cores(size),
            tell=tell,
        )
    if said["json_"]:
        as_json({**made.to_dict(), "output": str(output)})
    else:
        note(str(made), bold=True, colour="red" if made.code else "green")
        what = "" if said["release"] else ", working files that tell what was hidden; --release writes what may go out"
        note(f"Written: {output}{what}.")
    return made.code

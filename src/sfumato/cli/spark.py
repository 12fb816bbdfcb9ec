"""`sfumato spark`: the same on a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from sfumato.cli import options
from sfumato.cli.console import as_json, note
from sfumato.cli.knowledge import FILE, json_option, master_option, remote_option
from sfumato.errors import InputError
from sfumato.io.files import counted, read_key, shown, whole_text
from sfumato.io.sinks import private_json
from sfumato.io.sources import read_secrets

_asking = options.all_of(
    click.option("--hide-file", type=FILE, help="Secrets, one a line; handed over to the workers in a file."),
    click.option(
        "--secrets",
        default="",
        metavar="FILE|env:NAME",
        help="Secrets that the workers find: in a file of theirs, or in a variable of their environment.",
    ),
    click.option("--policy", multiple=True, metavar="NAME|FILE", help="What to hide (see: sfumato policy list)."),
    click.option("--profile", "profile_name", metavar="NAME", help="How to judge."),
    click.option("--knowledge", "path", help="A pack of your own, by its path on the workers."),
    master_option,
    remote_option,
)


@click.group()
def spark() -> None:
    """Past one machine: sanitize and verify tables on a cluster of Spark.

    \b
    Example:
      sfumato spark sanitize notes.parquet safe --text-column note --policy us-medical --master "local[2]"
    """


@spark.command()
@click.argument("source", metavar="IN")
@click.argument("output", metavar="OUT")
@click.option("--text-column", required=True, metavar="NAME", help="The column of the texts.")
@click.option("--id-column", metavar="NAME", help="The column of the ids.")
@click.option("--hide-column", metavar="NAME", help="A column of lists of secrets that a row has of its own.")
@click.option("--format", "format_", default="parquet", show_default=True, help="What IN is: parquet, json, csv, orc.")
@click.option("--release", is_flag=True, help="Write id and text only.")
@click.option("--manifest", type=FILE, help="Where to write counts and hashes (JSON), on this machine.")
@click.option("--key-file", type=FILE, help="Key of pseudonyms, the same for all of a release.")
@_asking
@options.settings()
@json_option
def sanitize(
    source: str, output: str, text_column: str, id_column: str | None, hide_column: str | None, **given: Any
) -> int:
    """Make the texts of a table safe: IN is what Spark reads, OUT a folder of Parquet that is not there yet.

    Secrets are never options of the command: those of a running process are seen by everybody, and Spark logs them.
    OUT is for work and tells what was hidden; --release writes what may go out.

    Exit code: 0 done, 1 a certificate does not hold, 2 bad input or a row that failed.

    \b
    Example:
      sfumato spark sanitize notes safe --text-column note --id-column id --hide-file secrets.txt --manifest safe.json
      spark-submit submit.py spark sanitize notes safe --text-column note --secrets env:SFUMATO_SECRETS
    """
    from sfumato.service.arrow import Columns
    from sfumato.spark import jobs

    columns = Columns(text=text_column, id=id_column, hide=hide_column)
    asked = _asked(given) | ({"key": read_key(given["key_file"])} if given["key_file"] else {})
    session = jobs.open_session(master=given["master"], remote=given["remote"])
    job = {"format": given["format_"], "release": given["release"]}
    made = jobs.sanitize_job(session, source, output, columns, **job, **asked)
    with private_json(given["manifest"], several=False) as write:
        write(made.to_dict())
    if given["json_"]:
        as_json(made.to_dict())
    note(str(made), bold=True, colour="red" if made.code else "green")
    return made.code


@spark.command()
@click.argument("output", metavar="OUT")
@click.argument("manifest", type=FILE)
@_asking
@options.settings(*options.CLAIM, "any_language")
def verify(output: str, manifest: Path, **given: Any) -> int:
    """Compare OUT with its MANIFEST, and verify every text in it from scratch.

    Working files have certificates, which say what to verify; of a release it is said here.

    Exit code: 0 all is as it was claimed, 1 something is not, 2 bad input or a row that could not be verified.

    \b
    Example:
      sfumato spark verify safe safe.json
      sfumato spark verify released released.json --hide-file secrets.txt
    """
    from sfumato.service.manifest import Manifest
    from sfumato.spark import jobs

    try:
        told = Manifest.from_dict(json.loads(whole_text(manifest)))
    except ValueError:
        raise InputError(f"{shown(manifest)}: not a manifest") from None
    session = jobs.open_session(master=given["master"], remote=given["remote"])
    found = jobs.verify_job(session, output, told, **_asked(given))
    for fault in found.faults:
        note(fault, bold=True, colour="red")
    said = f"{found.hold:,} hold, {found.do_not_hold:,} do not, {found.failed:,} could not be verified"
    note(f"{counted(found.rows, 'row')}: {said}.", bold=True, colour="red" if found.code else "green")
    return found.code


def _asked(given: dict[str, Any]) -> dict[str, Any]:
    """What is to be hidden and how, as `sfumato.spark` takes it."""
    from sfumato.service import EngineConfig

    hide = read_secrets(given["hide_file"]) if given["hide_file"] else []
    said = options.secrets_of({**given, "labels": hide, "aliases": ()})
    asked = {name: said[name] for name in ("hide", "policy", "profile")}
    return {**asked, **said["settings"], "secrets": given["secrets"], "config": EngineConfig(knowledge=given["path"])}

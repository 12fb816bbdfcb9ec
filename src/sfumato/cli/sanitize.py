"""`sfumato sanitize`: texts in which the secrets can no longer be inferred."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import detected, options
from sfumato.cli.console import as_json, counted, meter, note
from sfumato.cli.documents import Documents, Item, Put, check_output, paper, writing
from sfumato.cli.knowledge import json_option
from sfumato.cli.summary import Totals, tell_one
from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import guarded, shown

if TYPE_CHECKING:
    from sfumato.detectors import Detector
    from sfumato.policy import Policy
    from sfumato.sanitize import Record, Sanitized, Sanitizer

_KEY = 16  # bytes of a key at least
_NOT_SANITIZED = "not sanitized"  # all that a release tells of a failure


@click.command()
@click.argument(
    "inputs", nargs=-1, required=True, metavar="IN...", type=click.Path(path_type=Path, allow_dash=True, exists=False)
)
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path), help="Where to write, of IN's kind.")
@options.secrets_options
@options.settings()
@options.knowledge_options
@click.option(
    "--detected",
    "detected_file",
    type=click.Path(path_type=Path),
    help="What another tool found, to be hidden too: Presidio's list (JSON), or JSONL with id and results.",
)
@click.option(
    "--certificate",
    "certificate_file",
    type=click.Path(path_type=Path),
    help="Where to write what is claimed (JSON). It names the secrets: never release it.",
)
@click.option("--key-file", type=click.Path(path_type=Path), help="Key of pseudonyms, the same for all of a release.")
@click.option("--release", is_flag=True, help="JSONL: write id and text only.")
@click.option("--dry-run", is_flag=True, help="Show what would be replaced, and write nothing.")
@click.option("--processes", type=click.IntRange(1), help="Processes that work (default: one a core; one for a text).")
@json_option
def sanitize(
    inputs: tuple[Path, ...],
    output: Path | None,
    labels: tuple[str, ...],
    aliases: tuple[str, ...],
    policy_name: str | None,
    profile_name: str | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    detected_file: Path | None,
    certificate_file: Path | None,
    key_file: Path | None,
    release: bool,
    dry_run: bool,
    processes: int | None,
    json_: bool,
    **settings: Any,
) -> int:
    """Replace what discloses a secret by something true but less precise.

    IN is a text, several texts, - for standard input, a folder of texts, or JSON lines with id, text and, if a record
    has secrets of its own, hide (a list of strings). OUT is of the same kind; without it a single text goes to
    standard output. JSON lines are written as a working file with replacements and certificate; --release writes
    what may go out. What a person should know goes to standard error.

    Exit code: 0 done, 1 a certificate does not hold, 2 bad input or a document that failed.

    \b
    Example:
      sfumato sanitize letter.txt --hide HIV -o safe.txt --certificate safe.json
      sfumato sanitize letters/ --policy us-medical --alpha 2 -o safe/
      sfumato sanitize posts.jsonl --hide HIV@2 --hide "hepatitis C" -o safe.jsonl --release
      sfumato sanitize - --hide "Jane Roe" --background about-jane/ < letter.txt
    """
    from sfumato.sanitize import MOST

    policy = options.policy_of(labels, aliases, policy_name, profile_name, settings)
    documents = Documents(inputs, MOST)
    found = detected.read(detected_file, several=documents.kind != "text") if detected_file else None
    _check(documents, policy, output, release=release, dry_run=dry_run, found=found is not None)
    check_output(documents, output, certificate_file)
    single = documents.single() if documents.kind == "text" else None
    sanitizer = _sanitizer(policy, path, background, taxonomy_files, key_file, found)
    _tell_first(documents, sanitizer, single)
    target = None if dry_run else output
    proof = None if dry_run else certificate_file
    if single:
        return _one(documents, sanitizer, single, target, proof, dry_run=dry_run, json_=json_)
    totals = Totals(detailed=dry_run)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with (
        writing(documents, target, private=documents.kind == "jsonl" and not release) as put,
        paper(proof, several=True) as certify,
        meter("documents") if documents.total > 1 else nullcontext(lambda step, done, total=0: None) as progress,
    ):
        progress("sanitizing", 0, documents.total)
        for _ in _many(documents, sanitizer, processes or cores, totals, put, certify, release):
            progress("sanitizing", totals.documents, documents.total)
    if json_:
        as_json({**totals.as_dict(), "output": str(target) if target and totals.utilities else None})
    else:
        totals.tell()
        _tell_written(documents, target, bool(totals.utilities), release)
    return 2 if totals.failures else 1 if totals.broken or totals.named else 0


def _check(
    documents: Documents, policy: Policy, output: Path | None, *, release: bool, dry_run: bool, found: bool
) -> None:
    """Refuses, before anything is opened, what makes no sense."""
    from sfumato import detectors
    from sfumato.policy import check_labels

    check_labels(policy, {"patterns": detectors.LABELS, "entities": detectors.ENTITIES})
    if not policy.hide and not policy.detect and not found and documents.kind != "jsonl":
        raise InputError("nothing to hide: give --hide LABEL or --policy NAME")
    if documents.kind != "text" and not output and not dry_run:
        raise InputError("several documents: say where to write them with -o OUT, or --dry-run")
    if release and documents.kind != "jsonl":
        raise InputError("--release is for JSON lines: a text has nothing beside it that could be left out")


def _sanitizer(
    policy: Policy,
    path: Path | None,
    background: tuple[Path, ...],
    taxonomies: tuple[Path, ...],
    key: Path | None,
    found: Detector | None,
) -> Sanitizer:
    from sfumato.languages import load
    from sfumato.sanitize import Sanitizer

    secret = _key(key) if key else None
    if secret and policy.profile.method != "pseudonym":
        raise InputError("--key-file is for --method pseudonym")
    language = load()
    language.prepare()
    return Sanitizer(
        knowledge=options.knowledge_of(path, background),
        taxonomy=options.taxonomy_of(policy, taxonomies),
        language=language,
        policy=policy,
        key=secret,
        detectors={detected.NAME: found} if found else {},
    )


def _key(path: Path) -> bytes:
    with guarded(path):
        key = path.read_bytes()
    if len(key) < _KEY:
        raise InputError(f"{shown(path)}: a key of {len(key)} bytes can be guessed; at least {_KEY} are needed")
    return key


def _tell_first(documents: Documents, sanitizer: Sanitizer, single: Item | None) -> None:
    """Says what the secrets were taken for, before there is anything to wait for."""
    found = []
    for hide in sanitizer.hide:
        context = single.document.text if single else ""
        try:
            found += options.resolved([hide], sanitizer.profile, sanitizer.taxonomy, sanitizer.knowledge, context)
        except InputError as error:
            if single or "several senses" not in str(error):
                raise
            note(f"{error}. Now each text decides", colour="yellow")
    options.tell_secrets(found)
    if documents.left_out:
        some = ", ".join(documents.left_out[:5]) + (", ..." if len(documents.left_out) > 5 else "")
        note(f"left out, since they are no texts: {some} ({counted(len(documents.left_out), 'file')})")


# --- one text ---------------------------------------------------------------------------------------------


def _one(
    documents: Documents,
    sanitizer: Sanitizer,
    item: Item,
    output: Path | None,
    proof: Path | None,
    *,
    dry_run: bool,
    json_: bool,
) -> int:
    result = sanitizer(item.document)
    with writing(documents, output) as put, paper(proof, several=False) as certify:
        put(item, result.text, {})
        certify(result.certificate.as_dict())
    if json_:
        as_json(result.as_dict())
        return 0 if result.certificate.holds else 1
    if not output and not dry_run:
        note("")
        click.echo(result.text.encode(), nl=False)
        sys.stdout.flush()
    note("")
    tell_one(result)
    _tell_written(documents, output, True, release=True)
    return 0 if result.certificate.holds else 1


# --- many -------------------------------------------------------------------------------------------------


def _many(
    documents: Documents,
    sanitizer: Sanitizer,
    processes: int,
    totals: Totals,
    put: Put,
    certify: Callable[[dict[str, Any]], None],
    release: bool,
) -> Iterator[None]:
    """Sanitizes one document after the other, and writes each where it belongs."""
    from sfumato.sanitize import Failure, batch

    waiting: deque[Item] = deque()

    def records() -> Iterator[Record]:
        for item in documents:
            waiting.append(item)
            yield _record(item, sanitizer)

    for result in batch(sanitizer, records(), processes=min(processes, max(documents.total, 1))):
        item = waiting.popleft()
        if isinstance(result, Failure):
            totals.fail(result)
            put(item, None, {"id": item.id, "error": _NOT_SANITIZED if release else result.error})
            certify({"id": item.id, "error": result.error})
        else:
            totals.add(result)
            if sanitizer.is_named(str(item.id), item.document.text, [*map(options.hide_of, item.hide or ())]):
                totals.named.append(str(item.id))
            put(item, result.text, _written(item, result, release))
            certify({"id": item.id, **result.certificate.as_dict()})
        yield


def _record(item: Item, sanitizer: Sanitizer) -> Record:
    """The record of a document; secrets of its own are looked at here, since a slip is this record's error alone."""
    from sfumato.sanitize import Record

    if item.error or not item.hide:
        return Record(item.document, error=item.error)
    try:
        hide = tuple(map(options.hide_of, item.hide))
        options.resolved(hide, sanitizer.profile, sanitizer.taxonomy, sanitizer.knowledge, item.document.text)
    except SfumatoError as error:
        return Record(item.document, error=str(error))
    return Record(item.document, hide)


def _written(item: Item, result: Sanitized, release: bool) -> dict[str, Any]:
    """What JSON lines hold of a document: its own id, and all of the working record or only its text."""
    return {"id": item.id, "text": result.text} if release else {**result.as_dict(), "id": item.id}


def _tell_written(documents: Documents, output: Path | None, anything: bool, release: bool) -> None:
    if output is None:
        return
    if not anything:
        note("Nothing was written.", bold=True)
    elif documents.kind == "jsonl" and not release:
        note(f"Written: {output}, a working file that tells what was hidden; --release writes what may go out.")
    else:
        note(f"Written: {output}")

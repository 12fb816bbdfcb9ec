"""`sfumato sanitize`: texts in which the secrets can no longer be inferred."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options
from sfumato.cli.console import as_json, meter, note
from sfumato.cli.hints import with_hint
from sfumato.cli.knowledge import FILE, json_option
from sfumato.cli.streams import is_stream, sanitize_stream
from sfumato.cli.summary import rows_of, tell_one, tell_totals
from sfumato.errors import InputError
from sfumato.io.files import counted, read_key
from sfumato.io.formats.documents import ZIPPED
from sfumato.io.processes import cores
from sfumato.io.sinks import Put, check_output, private_json, writing
from sfumato.io.sources import Documents, Item

if TYPE_CHECKING:
    from sfumato.protocols import Detector
    from sfumato.sanitizing import Sanitized
    from sfumato.service import Engine, SanitizeRequest, Totals

_NOT_SANITIZED = "not sanitized"  # all that a release tells of a failure


@click.command()
@options.FILES
@click.option("-o", "--output", metavar="OUT", type=FILE, help="Where to write, of IN's kind.")
@options.secrets_options
@options.settings()
@options.rivals_option
@options.knowledge_options
@options.document_options
@click.option(
    "--detected", "detected_file", type=FILE, help="What another tool found: Presidio's JSON, or JSONL (id, results)."
)
@click.option(
    "--certificate", "certificate_file", type=FILE, help="Where to write what is claimed (JSON): never release it."
)
@click.option("--key-file", type=FILE, help="Key of pseudonyms, the same for all of a release.")
@click.option("--same-person", is_flag=True, help="All texts are about one person: --crowd holds for them together.")
@click.option("--id-column", metavar="NAME", help="Files of Parquet: the column of ids (default: id, if there is one).")
@click.option("--release", is_flag=True, help="JSONL, files of Parquet: write id and text only.")
@click.option("--dry-run", is_flag=True, help="Show what would be replaced, and write nothing.")
@click.option("--processes", type=click.IntRange(1), help="Processes that work (default: one a core; one for a text).")
@json_option
def sanitize(
    inputs: tuple[Path, ...],
    output: Path | None,
    detected_file: Path | None,
    certificate_file: Path | None,
    key_file: Path | None,
    same_person: bool,
    id_column: str | None,
    release: bool,
    dry_run: bool,
    processes: int | None,
    json_: bool,
    **given: Any,
) -> int:
    """Replace what discloses a secret by something true but less precise.

    IN is a text or a document (sfumato extract --help), several of them, - for standard input, a folder, or JSON lines
    with id, text and, if a record has secrets of its own, hide (a list of strings). OUT is of the same kind; without it
    a single text goes to standard output. JSON lines are written as a working file with replacements and certificate;
    --release writes what may go out. Files of Parquet, or a folder of them, with --text-column become a folder of such
    files: a row is a document, and any number of rows takes the same memory. What a person should know goes to standard
    error.

    Exit code: 0 done, 1 a certificate does not hold, 2 bad input or a document that failed.

    \b
    Example:
      sfumato sanitize letter.txt --hide HIV --gaps mark -o marked.txt
      sfumato sanitize letter.txt --hide HIV -o safe.txt --certificate safe.json
      sfumato sanitize letter.docx --hide HIV -o safe.docx
      sfumato sanitize letters/ --policy us-medical --alpha 2 -o safe/
      sfumato sanitize posts.jsonl --hide HIV@2 --hide "hepatitis C" -o safe.jsonl --release
      sfumato sanitize notes/*.parquet --text-column note --policy us-medical -o safe/ --release
      sfumato sanitize - --hide "Jane Roe" --background about-jane/ < letter.txt
    """
    from sfumato.detectors import read_results
    from sfumato.sanitizing import MOST
    from sfumato.service import SanitizeRequest
    from sfumato.service.documents import check_beside

    engine = options.engine_of(given)
    key = read_key(key_file) if key_file else None
    request = SanitizeRequest(text="", key=key, same_person=same_person, **options.secrets_of(given))
    policy = engine.policy(request)
    if output and is_stream(inputs, output):
        said = {"columns": given["columns"], "id_column": id_column, "release": release, "dry_run": dry_run}
        said |= {"processes": processes, "json_": json_, "beside": certificate_file or detected_file}
        return sanitize_stream(engine, request, inputs, output, said)
    reading = replace(options.reading_of(given), key=key or b"")
    documents = Documents(inputs, MOST, reading, cells=bool(reading.columns))
    found = read_results(detected_file, several=documents.kind != "text") if detected_file else None
    kind = documents.kind
    if not policy.hide and not policy.detect and not found and kind != "jsonl":
        raise InputError("nothing to hide", code="nothing-to-hide")
    bytes_ = kind == "text" and not (output or dry_run or json_) and inputs[0].suffix.lower() in ZIPPED
    several, alone = kind != "text" and not output and not dry_run, release and kind != "jsonl"
    options.refuse(
        (several, "several documents: say where to write them with -o OUT, or --dry-run"),
        (bytes_, "a document: say where to write it with -o OUT, or --dry-run"),
        (same_person and kind == "text", "--same-person is for several texts"),
        (alone, "--release is for JSON lines: a text has nothing beside it that could be left out"),
    )
    check_output(documents, output, certificate_file)
    check_beside(engine, request, documents.table)
    single = documents.single() if documents.kind == "text" else None
    _tell_first(documents, engine, request, single)
    work = _Work(documents, engine, request, found, None if dry_run else output, release)
    proof = None if dry_run else certificate_file
    return work.one(single, proof, json_, dry_run) if single else work.many(proof, processes, json_, dry_run)


def _tell_first(documents: Documents, engine: Engine, request: SanitizeRequest, single: Item | None) -> None:
    """Says what the secrets were taken for, before there is anything to wait for."""
    options.tell_first(engine, request, single.document.text if single else None)
    if documents.left_out:
        some = ", ".join(documents.left_out[:5]) + (", ..." if len(documents.left_out) > 5 else "")
        note(f"left out, since they are no texts, or links: {some} ({counted(len(documents.left_out), 'file')})")


@dataclass
class _Work:
    """Documents on their way from where they are read to where they are written."""

    documents: Documents
    engine: Engine
    request: SanitizeRequest
    found: Detector | None
    output: Path | None
    release: bool
    wrote: bool = False

    def one(self, item: Item, proof: Path | None, json_: bool, dry_run: bool) -> int:
        (result,) = self._results([item], 1)
        if not hasattr(result, "certificate"):
            raise InputError(result.error, code=result.code)
        result, written = self._finished(item, result)
        with writing(self.documents, self.output) as put, private_json(proof, several=False) as certify:
            put(item, written, {})
            certify(result.certificate.to_dict())
        if json_:
            as_json(result.to_dict())
            return 0 if result.certificate.holds else 1
        if not self.output and not dry_run:
            note("")
            click.echo(written.encode() if isinstance(written, str) else written or b"", nl=False)
            sys.stdout.flush()
        note("")
        tell_one(result)
        self._tell_written(written is not None, release=True)
        return 0 if result.certificate.holds else 1

    def many(self, proof: Path | None, processes: int | None, json_: bool, dry_run: bool) -> int:
        from sfumato.service import Totals

        documents = self.documents
        totals = Totals()
        rows: Counter[tuple[str, str, str]] = Counter()
        with (
            writing(documents, self.output, private=documents.kind == "jsonl" and not self.release) as put,
            private_json(proof, several=True) as certify,
            meter("documents", documents.total) as progress,
        ):
            progress("sanitizing", 0, documents.total)
            for result in self._written(totals, put, certify, processes or cores(documents.size)):
                if dry_run and result is not None:
                    rows.update(rows_of(result.replacements, {s.secret: s.bits for s in result.certificate.secrets}))
                progress("sanitizing", totals.documents, documents.total)
        if json_:
            as_json({**totals.to_dict(), "output": str(self.output) if self.output and self.wrote else None})
        else:
            tell_totals(totals, rows)
            self._tell_written(self.wrote, release=self.release)
        return 2 if totals.failures else 0 if totals.holds else 1

    def _finished(self, item: Item, result: Any) -> tuple[Any, str | bytes | None]:
        """The result of a text or of the document that it is of, and what is written: no document without its proof."""
        if item.file is None:
            return result, result.text if result.certificate.holds or not self.documents.table else None
        from sfumato.service.documents import finished

        made = finished(self.engine, self.request, item.file, result, tuple(item.hide or ()))
        return made.result, made.data or None

    def _results(self, items: Any, processes: int) -> Any:
        from sfumato.service import Record

        records = (Record(item.document, tuple(item.hide or ()), item.error) for item in items)
        return self.engine.sanitize_all(
            self.request, records, processes=processes, key=self.request.key, detector=self.found
        )

    def _written(
        self, totals: Totals, put: Put, certify: Callable[[dict[str, Any]], None], processes: int
    ) -> Iterator[Sanitized | None]:
        """Sanitizes one document after the other, and writes each where it belongs."""
        waiting: deque[Item] = deque()

        def items() -> Iterator[Item]:
            for item in self.documents:
                waiting.append(item)
                yield item

        results = self._results(items(), min(processes, max(self.documents.total, 1)))
        totals.together = results if self.request.same_person else None
        for result in results:
            item = waiting.popleft()
            if hasattr(result, "certificate"):
                result, written = self._finished(item, result)
                self.wrote |= written is not None
                totals.add(result)
                if self.engine.names_secret(self.request, str(item.id), item.document.text, item.hide or ()):
                    totals.named.append(str(item.id))
                short = {"id": item.id, "text": result.text}
                put(item, written, short if self.release else {**result.to_dict(), "id": item.id})
                certify({"id": item.id, **result.certificate.to_dict()})
            else:
                error = with_hint(result)
                totals.fail(result.id, error)
                put(item, None, {"id": item.id, "error": _NOT_SANITIZED if self.release else error})
                certify({"id": item.id, "error": error})
            yield result if hasattr(result, "certificate") else None

    def _tell_written(self, anything: bool, *, release: bool) -> None:
        if self.output is None:
            return
        if not anything:
            note("Nothing was written.", bold=True)
        elif self.documents.kind == "jsonl" and not release:
            what = "a working file that tells what was hidden; --release writes what may go out"
            note(f"Written: {self.output}, {what}.")
        else:
            note(f"Written: {self.output}")

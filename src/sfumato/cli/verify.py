"""`sfumato verify`: whether a released text keeps its secrets, found out from the text alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options, tables
from sfumato.cli.console import as_json, line, meter, note, show, table
from sfumato.cli.hints import UNKNOWN_STAY, with_hint
from sfumato.cli.knowledge import FILE, json_option
from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import counted, shown, whole_text
from sfumato.io.formats.pieces import Reading
from sfumato.io.sources import Documents, Item, is_table
from sfumato.verifying.verdict import beyond, caution, faults, never_seen, standing, verdict

if TYPE_CHECKING:
    from sfumato.service import Engine
    from sfumato.verifying.release import Verified

_MOST = 10_000_000  # characters of a text: hardly more than of the longest that can be sanitized


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="TEXT...", type=click.Path(path_type=Path, allow_dash=True))
@options.secrets_options
@options.settings(*options.CLAIM, "any_language")
@options.rivals_option
@options.knowledge_options
@options.text_column_option
@click.option("--certificate", "certificate_file", type=FILE, help="What sanitize claimed, with secrets and settings.")
@click.option("--original", "original_file", type=FILE, help="The text before: also check what is told of names in it.")
@click.option("-c", "--config", "config_file", type=FILE, help="A table: what its columns are.")
@click.option("-k", type=click.IntRange(1), help="A table: people who look alike, at least (default: the config's).")
@tables.claim_options
@tables.text_options
@json_option
def verify(
    inputs: tuple[Path, ...],
    certificate_file: Path | None,
    original_file: Path | None,
    population: Path | None,
    json_: bool,
    **given: Any,
) -> int:
    """Check from scratch that released texts disclose no secret, or that a released table is k-anonymous.

    TEXT is a text or a document, several of them, - for standard input, a folder, or JSON lines with id and text. Of a
    document all is judged that can be found in it: tracked changes, comments, metadata, parts that nothing shows. Every
    word and every known phrase is judged, whatever its part of speech, and every name of every secret is looked for
    under disguises. Nothing is taken from what sanitized the text.

    A table (CSV, Parquet) is checked with the config it was anonymized with: people are counted by the key of their
    rows, terms are detected in the released texts anew, and every class must have k people.

    Exit code: 0 all texts hold, 1 one does not, 2 bad input.

    \b
    Example:
      sfumato verify safe.txt --hide HIV --alpha 1.5
      sfumato verify safe.txt --certificate safe.json
      sfumato verify safe.jsonl --policy us-medical --groups 2 --json
      sfumato verify released.csv -c blogs.toml -k 5
    """
    of_table = {name: given.pop(name) for name in tables.VERIFY}
    asked = given["labels"] or given["policy"] or certificate_file
    if of_table["config_file"] or (is_table(inputs[0]) and not asked):
        if len(inputs) > 1:
            raise InputError("one table at a time")
        return _verify_table(inputs[0], of_table, population, json_)
    return _verify_texts(inputs, certificate_file, original_file, json_, given)


def _verify_texts(
    inputs: tuple[Path, ...],
    certificate_file: Path | None,
    original_file: Path | None,
    json_: bool,
    given: dict[str, Any],
) -> int:
    from sfumato.service import VerifyRequest
    from sfumato.service.documents import check_beside
    from sfumato.verifying.claims import Claims

    engine = options.engine_of(given)
    request = VerifyRequest(text="", **options.secrets_of(given))
    policy = engine.policy(request)
    documents = Documents(inputs, _MOST, Reading(columns=given.pop("columns")), cells=True)
    claims = Claims.read(certificate_file) if certificate_file else None
    if not policy.hide and not policy.detect and not claims and documents.kind != "jsonl":
        raise InputError("nothing to verify: give --hide LABEL, --policy NAME or --certificate FILE")
    single = documents.single() if documents.kind == "text" else None
    check_beside(engine, request, documents.table)
    if original_file and not single:
        raise InputError("--original goes with one text")
    original = whole_text(original_file) if original_file else None
    verifier = engine.verifier(request)
    found: list[Verified] = []
    failed: list[tuple[str, str]] = []
    skipped = 0
    with meter("documents", documents.total) as progress:
        for number, item in enumerate([single] if single else documents):
            progress("verifying", number, documents.total)
            if item.skipped:
                skipped += 1
                continue
            try:
                if item.error:
                    raise InputError(item.error)
                claim = claims.of(item.document.id) if claims else None
                if item.file:
                    claimed = dict(claim) if claim else None
                    asked = replace(request, certificate=claimed, original=original)
                    found.append(_verify_document(engine, asked, item))
                    continue
                found.append(verifier(item.document.text, id=item.id, hide=item.hide, claim=claim, original=original))
            except SfumatoError as error:
                if single:
                    raise
                failed.append((item.document.id, with_hint(error)))
    broken = sum(not each.holds for each in found)
    if json_:
        verified = [each.to_dict() for each in found]
        errors = [{"id": id, "error": error} for id, error in failed]
        told = {"documents": len(found), "holds": not broken and not failed, "failed": errors, "skipped": skipped}
        as_json(verified[0] if single else {**told, "verified": verified})
        return 2 if failed else 1 if broken else 0
    for each in found:
        _tell(each, alone=single is not None)
    if not single:
        _tell_all(len(found), broken, failed, skipped)
    return 2 if failed else 1 if broken else 0


def _verify_document(engine: Engine, request: Any, item: Item) -> Verified:
    from sfumato.service.documents import verify_document

    assert item.file is not None
    return verify_document(engine, request, item.file.data, item.file.name, hide=item.hide, id=item.id)


def _verify_table(source: Path, said: dict[str, Any], population: Path | None, json_: bool) -> int:
    from sfumato.tables import VerifyTableRequest, verify_table

    verdict = tables.answered(verify_table, VerifyTableRequest, source, said, population=population)
    show(verdict, json_, partial(tables.tell_verdict, name=shown(source.name)))
    return 0 if verdict.holds else 1


def _tell_all(number: int, broken: int, failed: Sequence[tuple[str, str]], skipped: int) -> None:
    if skipped:
        note(f"{counted(skipped, 'record')} of failures skipped: they have no text")
    if failed:
        note(f"{counted(len(failed), 'document')} could not be verified:", bold=True, colour="red")
        table([(f"  {id}", error) for id, error in failed], most=50, first=10, err=True)
    said = f"{broken:,} {'does' if broken == 1 else 'do'} not hold" if broken else "all hold"
    note(f"{counted(number, 'document')} verified: {said}", bold=True, colour="red" if broken else "green")


def _tell(found: Verified, *, alone: bool) -> None:
    """The verdict, and what it rests on: all of that for a text alone, what speaks against it for any."""
    for said in never_seen(found) if alone else ():
        line(said, bold=True)
    said = verdict(found) if alone else "holds"
    line(f"{found.id}: {'does NOT hold' if not found.holds else said}", bold=not found.holds)
    if not found.same_text:
        line("  the text is not the one that the certificate is about")
    for fault in faults(found, list(found.names_left), hint=UNKNOWN_STAY):
        line(f"  {fault}")
    if not alone:
        return
    if warning := caution(found):
        line(f"  {warning}")
    if not found.same_knowledge:
        line("  the certificate was made with other knowledge (--knowledge, --background)")
    table([(f"  {name}", most) for name, most in map(standing, found.secrets)], most=50)
    pairs = list(beyond(found))
    if pairs:
        stands = "which is for single terms and holds" if found.holds else "which is for single terms"
        line(f"  Beyond the claim, {stands}: pairs that would break it if it were for pairs, too (--groups 2):")
        for pair in pairs:
            line(f"    {pair}")
    if found.unchecked_rules:
        line("  the certificate claims that rules hold, too: sfumato inspect --rules FILE checks them")
    if found.exempt:
        line(f"  exempt because they are denied: {counted(len(found.exempt), 'statement')}")

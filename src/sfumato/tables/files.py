"""Tables from file to file: nothing is written over, and nothing is written in part."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.atomic import written_whole
from sfumato.io.files import CSV, plain_suffix, shown
from sfumato.io.frames import check_writable, read_table, separator_of, write_table
from sfumato.io.sinks import private_json
from sfumato.protocols import Language
from sfumato.tables.anonymize import anonymize
from sfumato.tables.config import Config
from sfumato.tables.guessing import guess, written
from sfumato.tables.requests import AnonymizeRequest, AnonymizeResult
from sfumato.tables.texts.user_terms import UserTerms
from sfumato.tables.tools import Tools


def anonymize_file(
    source: Path,
    request: AnonymizeRequest,
    *,
    output: Path | None = None,
    report: Path | None = None,
    user_terms: UserTerms | None = None,
    population: Path | None = None,
    tools: Tools | None = None,
) -> AnonymizeResult:
    """Anonymizes a CSV or Parquet file; writes the release to `output` and all figures to `report`, where named.

    A CSV keeps its separator. The report is for its owner's eyes alone: it tells how people are grouped.
    """
    config = request.check()
    named = [population, user_terms, Path(request.config_file) if request.config_file else None]
    inputs = [source, *(path for path in named if isinstance(path, Path)), *config.files]
    _check_outputs(inputs, [path for path in (output, report) if path is not None])
    if output is not None:
        check_writable(output)
    result = anonymize(source, request, user_terms=user_terms, population=population, tools=tools)
    if output is not None:
        same = plain_suffix(output) == plain_suffix(source) and plain_suffix(source) in CSV
        write_table(result.table, output, separator=separator_of(source) if same else None, like=source)
    if report is not None:
        with private_json(report, several=False) as add:
            add(result.to_dict())
    return result


def guess_file(source: Path, target: Path, *, language: Language | None = None) -> Config:
    """Guesses what the columns of a file are, and writes that as TOML for a person to check; gives what was guessed."""
    if target.exists():
        raise InputError(f"{shown(target)}: exists; it may be one that you have checked, so name another")
    _check_folder(target)
    config = guess(read_table(source), language)
    text = written(config, folder=target.resolve().parent)
    with written_whole(target) as part:
        part.write_text(text, encoding="utf-8")
    return config


def _check_outputs(inputs: Iterable[Path], outputs: list[Path]) -> None:
    """Refuses, before there is work, to write over an input, into no folder, or two things to one path."""
    given = [path.resolve() for path in inputs]
    for path in outputs:
        if path.resolve() in given:
            raise InputError(f"{shown(path)}: is an input; name another to write")
        _check_folder(path)
        if path.exists() and not path.is_file():
            raise InputError(f"{shown(path)}: is not a file; name another to write")
    if len({path.resolve() for path in outputs}) < len(outputs):
        raise InputError(f"{shown(outputs[0])}: is named twice; the report goes to a path of its own")


def _check_folder(path: Path) -> None:
    if not path.resolve().parent.is_dir():
        raise InputError(f"{shown(path.parent)}: no such folder")

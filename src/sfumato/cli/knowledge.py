"""`sfumato knowledge`: build a pack, look into it, ask it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sfumato.cli.console import as_json, meter, note, table
from sfumato.errors import InputError, PackError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sfumato.knowledge import Pack
    from sfumato.types import Document

pack_option = click.option(
    "--knowledge",
    "path",
    type=click.Path(path_type=Path),
    envvar="SFUMATO_KNOWLEDGE",
    help="A pack of your own instead of the embedded one.",
)
json_option = click.option("--json", "json_", is_flag=True, help="Print JSON.")


def open_pack(path: Path | None) -> Pack:
    from sfumato.knowledge import EMBEDDED, Pack

    return Pack.open(path or EMBEDDED, note)


@click.group()
def knowledge() -> None:
    """What an attacker can know: counts of documents, offline.

    \b
    Example:
      sfumato knowledge info
      sfumato knowledge count "hiv" "blood transfusion"
    """


@knowledge.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The pack to write.")
@click.option("--text-column", help="Column or field of the text (default: text).")
@click.option("--id-column", help="Column or field of the id (default: id).")
@click.option("--title-column", help="Column or field of the title (default: title).")
@click.option("--format", "format_", help="text, jsonl, csv, parquet or mediawiki (default: by the file's name).")
@click.option("--name", help="What the pack is called (default: the file's name).")
@click.option("--licence", default="", help="Licence of the corpus, kept in the pack.")
@click.option("--source", default="", help="Where the corpus is from, kept in the pack.")
@click.option("--words", type=click.IntRange(1), help="Documents a word must stand in (default: 2).")
@click.option("--names", type=click.IntRange(1), help="Documents a capitalised phrase must stand in (default: 2).")
@click.option("--phrases", type=click.IntRange(1), help="Documents any other phrase must stand in (default: 3).")
@click.option("--processes", type=click.IntRange(1), help="Processes that read (default: one a core).")
def build(
    corpus: tuple[Path, ...],
    output: Path,
    text_column: str | None,
    id_column: str | None,
    title_column: str | None,
    format_: str | None,
    name: str | None,
    licence: str,
    source: str,
    words: int | None,
    names: int | None,
    phrases: int | None,
    processes: int | None,
) -> None:
    """Count a corpus into a pack: which document has which term how often, and no sentence.

    CORPUS is a folder of texts, or files: text, JSONL, CSV, Parquet, a MediaWiki dump; compressed or not.
    Labels of the taxonomies and titles are kept however rare; other terms as the options say.

    \b
    Example:
      sfumato knowledge build reports/ -o reports.pack
      sfumato knowledge build cases.csv --text-column body -o cases.pack
      sfumato knowledge count --knowledge reports.pack "contract" "bribe"
    """
    from sfumato import knowledge, taxonomies
    from sfumato.io import formats

    given = {"words": words, "names": names, "phrases": phrases}
    floors = knowledge.Floors(**{key: value for key, value in given.items() if value is not None})
    output = output.resolve()
    _check_output(output)
    paths = list(corpus)
    meta = {
        "name": name or output.stem,
        "source": source,
        "licence": licence,
        "files": [formats.fingerprint(path, format=format_) for path in paths],
    }
    size = formats.size(paths, format=format_)
    read = found = 0

    def on_bytes(more: int) -> None:
        nonlocal read
        read += more

    def documents() -> Iterator[Document]:
        nonlocal found
        columns = {"text_column": text_column, "id_column": id_column, "title_column": title_column}
        for document in formats.read_all(paths, format=format_, on_bytes=on_bytes, **columns):
            found += 1
            yield document
        if not found:
            raise InputError(f"{', '.join(map(str, paths))}: no document with text")

    with meter() as draw:

        def progress(step: str, done: int) -> None:
            if step == "reading":
                draw(step, read // 1_000_000, max(size // 1_000_000, 1))
            else:
                draw(step, done)

        labels = taxonomies.embedded(progress=note).all_forms()
        knowledge.build(
            documents(), output, labels=labels, floors=floors, meta=meta, processes=processes, progress=progress
        )
    terms = knowledge.open_archive(output).meta["terms"]
    note(f"{output.name}: {found:,} documents, {terms:,} terms, {output.stat().st_size / 1e6:.2f} MB")


def _check_output(output: Path) -> None:
    """Refuses to write where there is no folder, or over anything that is not a pack."""
    from sfumato.knowledge import open_archive

    if not output.parent.is_dir():
        raise InputError(f"{output.parent}: no such folder")
    if not os.access(output.parent, os.W_OK):
        raise InputError(f"{output.parent}: cannot be written")
    if output.exists():
        try:
            open_archive(output)
        except PackError:
            raise InputError(f"{output}: exists and is not a pack; name another file to write") from None


@knowledge.command()
@pack_option
@json_option
def info(path: Path | None, json_: bool) -> None:
    """What the pack holds, from what and under which licence.

    \b
    Example:
      sfumato knowledge info
    """
    from sfumato.io.columns import cache_folder
    from sfumato.knowledge import EMBEDDED, open_archive

    file = path or EMBEDDED
    archive = open_archive(file)
    folder = cache_folder() / archive.folder_name
    described = {
        **{key: value for key, value in archive.meta.items() if key not in ("kind", "format", "normal_form")},
        "file": str(file),
        "megabytes": round(file.stat().st_size / 1e6, 1),
        "checksum": archive.checksum,
        "expanded": str(folder) if folder.exists() else "",
        "expanded_megabytes": round(sum(f.stat().st_size for f in folder.glob("*")) / 1e6, 1),
    }
    if json_:
        as_json(described)
        return
    files = described.pop("files", [])
    for key in ("documents", "terms", "postings", "words_read"):
        described[key] = f"{described[key]:,}"
    described["floors"] = ", ".join(f"{key} {value}" for key, value in described["floors"].items())
    table([(key.replace("_", " "), value) for key, value in described.items() if value != ""])
    for entry in files:
        table([("  from", entry["name"], f"{entry['bytes'] / 1e6:.1f} MB", f"sha256 {entry['sha256'][:16]}…")])


@knowledge.command()
@click.argument("terms", nargs=-1, required=True)
@pack_option
@json_option
def count(terms: tuple[str, ...], path: Path | None, json_: bool) -> None:
    """How many documents have each TERM, and all of them together, in documents and in bits.

    \b
    Example:
      sfumato knowledge count "hiv" "blood transfusion"
    """
    from sfumato.languages.en.normalform import normal_form
    from sfumato.risk.information import information_content, pmi
    from sfumato.types import All

    if not all(map(normal_form, terms)):
        raise InputError("a term must have a letter or a digit")
    pack = open_pack(path)
    counts = [pack.count(term) for term in terms]
    together = pack.count(All(*terms))
    if json_:
        as_json({"total": pack.total, "counts": dict(zip(terms, counts, strict=True)), "together": together})
        return
    rows = [
        (term, f"{n:,}", f"{information_content(n, pack.total):.1f} bits" if n else _why_unknown(term, pack.floor))
        for term, n in zip(terms, counts, strict=True)
    ]
    if len(terms) > 1:
        said = ""
        if len(terms) == 2 and together:
            said = f"each reveals {pmi(together, counts[0], counts[1], pack.total):.1f} bits of the other"
        rows.append(("together", f"{together:,}", said))
    rows.append(("of", f"{pack.total:,}", "documents"))
    table(rows, right=[1])


def _why_unknown(term: str, floor: int) -> str:
    from sfumato.knowledge import LONGEST
    from sfumato.languages.en.normalform import normal_form, trimmed

    words = len(trimmed(normal_form(term)).split())
    if not words:
        return "function words are not counted"
    if words > LONGEST:
        return f"a phrase of more than {LONGEST} words that is no label: not counted"
    return f"in fewer than {floor} documents: unknown"


@knowledge.command()
@click.argument("terms", nargs=-1, required=True)
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1), help="How many documents.")
@click.option("--any", "any_", is_flag=True, help="Documents with any of the terms, not all.")
@pack_option
@json_option
def best(terms: tuple[str, ...], limit: int, any_: bool, path: Path | None, json_: bool) -> None:
    """The documents that are most about the TERMS, and what else they are about.

    \b
    Example:
      sfumato knowledge best "naltrexone" "acamprosate"
    """
    from sfumato.types import All, Any

    pack = open_pack(path)
    hits = pack.best(Any(*terms) if any_ else All(*terms), limit)
    about = [[term for term, _ in pack.weights(hit.document, 6)] for hit in hits]
    if json_:
        as_json(
            [
                {"document": hit.document, "title": hit.title, "score": round(hit.score, 3), "about": words}
                for hit, words in zip(hits, about, strict=True)
            ]
        )
        return
    if not hits:
        note("no document has " + ("any" if any_ else "all") + " of these terms")
    table(
        [(f"{h.score:.1f}", h.title[:50], ", ".join(words)) for h, words in zip(hits, about, strict=True)],
        right=[0],
    )

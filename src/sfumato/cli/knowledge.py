"""`sfumato knowledge`: build a pack, look into it, ask it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sfumato.cli.show import as_json, meter, note, table
from sfumato.errors import InputError

if TYPE_CHECKING:
    from sfumato.knowledge import Pack

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
    from sfumato import formats, knowledge, taxonomies

    given = {"words": words, "names": names, "phrases": phrases}
    floors = knowledge.Floors(**{key: value for key, value in given.items() if value is not None})
    if output.is_dir():
        raise InputError(f"{output}: is a folder; name the pack to write")
    paths = list(corpus)
    meta = {
        "name": name or output.stem,
        "source": source,
        "licence": licence,
        "files": [formats.fingerprint(path, format=format_) for path in paths],
    }
    with meter() as draw:
        size = formats.size(paths, format=format_)
        read = [0]

        def on_bytes(more: int) -> None:
            read[0] += more

        def progress(step: str, done: int) -> None:
            if step == "reading":
                draw("reading (MB)", read[0] // 1_000_000, max(size // 1_000_000, 1))
            else:
                draw(step, done)

        documents = formats.read_all(
            paths,
            text_column=text_column,
            id_column=id_column,
            title_column=title_column,
            format=format_,
            on_bytes=on_bytes,
        )
        knowledge.build(
            documents,
            output,
            labels=taxonomies.embedded().all_forms(),
            floors=floors,
            meta=meta,
            processes=processes,
            progress=progress,
        )
    note(f"{output}: {os.path.getsize(output) / 1e6:.1f} MB")


@knowledge.command()
@pack_option
@json_option
def info(path: Path | None, json_: bool) -> None:
    """What the pack holds, from what and under which licence.

    \b
    Example:
      sfumato knowledge info
    """
    from sfumato.columns import Archive, cache_folder
    from sfumato.knowledge import EMBEDDED

    file = path or EMBEDDED
    archive = Archive(file, "knowledge")
    folder = cache_folder() / archive.folder_name
    described = {
        **{key: value for key, value in archive.meta.items() if key not in ("kind", "format")},
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
    from sfumato.information import information_content, pmi
    from sfumato.types import All

    pack = open_pack(path)
    counts = [pack.count(term) for term in terms]
    together = pack.count(All(*terms))
    if json_:
        as_json({"total": pack.total, "counts": dict(zip(terms, counts, strict=True)), "together": together})
        return
    rows = [
        (
            term,
            f"{n:,}",
            f"{information_content(n, pack.total):.1f} bits" if n else f"fewer than {pack.floor}: unknown",
        )
        for term, n in zip(terms, counts, strict=True)
    ]
    if len(terms) > 1:
        said = ""
        if len(terms) == 2 and together:
            said = f"each reveals {pmi(together, counts[0], counts[1], pack.total):.1f} bits of the other"
        rows.append(("together", f"{together:,}", said))
    rows.append(("of", f"{pack.total:,}", "documents"))
    table(rows, right=[1])


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

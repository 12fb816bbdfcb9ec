"""`sfumato knowledge`: build a pack, look into it, ask it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli.console import as_json, note, table
from sfumato.cli.events import telling
from sfumato.errors import InputError

if TYPE_CHECKING:
    from sfumato.knowledge import Pack, Shards

FILE = click.Path(path_type=Path)
"""A file or folder that an option names."""
pack_option = click.option(
    "--knowledge", "path", type=FILE, envvar="SFUMATO_KNOWLEDGE", help="A pack of your own instead of the embedded one."
)
json_option = click.option("--json", "json_", is_flag=True, help="Print JSON.")
master_option = click.option(
    "--master", help="Where Spark runs: local[2], spark://host:7077, ... (default: as it is set up)."
)
remote_option = click.option("--remote", help="A server of Spark Connect: sc://host:15002.")
terms_argument = click.argument("terms", nargs=-1, required=True)


def open_pack(path: Path | None) -> Pack | Shards:
    from sfumato.knowledge import EMBEDDED, open_knowledge

    return open_knowledge(path or EMBEDDED, note)


@click.group()
def knowledge() -> None:
    """What an attacker can know: counts of documents, offline.

    \b
    Example:
      sfumato knowledge info
      sfumato knowledge count "hiv" "blood transfusion"
    """


@knowledge.command()
@click.argument("corpus", nargs=-1, required=True, type=FILE)
@click.option("-o", "--output", required=True, type=FILE, help="The pack to write.")
@click.option("--text-column", help="Column or field of the text (default: text).")
@click.option("--id-column", help="Column or field of the id (default: id).")
@click.option("--title-column", help="Column or field of the title (default: title).")
@click.option("--format", help="text, jsonl, csv, parquet or mediawiki (default: by the file's name).")
@click.option("--name", help="What the pack is called (default: the file's name).")
@click.option("--licence", default="", help="Licence of the corpus, kept in the pack.")
@click.option("--source", default="", help="Where the corpus is from, kept in the pack.")
@click.option("--words", type=click.IntRange(1), help="Documents a word must stand in (default: 2).")
@click.option("--names", type=click.IntRange(1), help="Documents a capitalised phrase must stand in (default: 2).")
@click.option("--phrases", type=click.IntRange(1), help="Documents any other phrase must stand in (default: 3).")
@click.option("--processes", type=click.IntRange(1), help="Processes that read (default: one a core).")
@click.option("--spark", is_flag=True, help="Count on a cluster, whose hosts all see CORPUS and the folder of OUTPUT.")
@master_option
@remote_option
@click.option(
    "--work", type=FILE, help="A folder that the cluster sees: stages that are done there are not done again."
)
@click.option("--shards", type=click.IntRange(1), help="Write a folder of so many packs that count as one.")
def build(corpus: tuple[Path, ...], output: Path, spark: bool, processes: int | None, **given: Any) -> None:
    """Count a corpus into a pack: which document has which term how often, and no sentence.

    CORPUS is a folder of texts, or files: text, JSONL, CSV, Parquet, a MediaWiki dump; compressed or not.
    Labels of the taxonomies and titles are kept however rare; other terms as the options say.

    \b
    Example:
      sfumato knowledge build reports/ -o reports.pack
      sfumato knowledge build cases.csv --text-column body -o cases.pack
      sfumato knowledge count --knowledge reports.pack "contract" "bribe"
      sfumato knowledge build notes/*.parquet -o notes --spark --master spark://host:7077 --work /shared/work --shards 8
    """
    from sfumato import taxonomies
    from sfumato.knowledge import Floors, build_pack

    wrong = [name for name in ("master", "remote", "work", "shards") if given[name] and not spark]
    if wrong:
        raise InputError(f"--{wrong[0]} is for --spark")
    into_pack = partial(build_pack, processes=processes)
    if spark:
        from sfumato.spark import jobs, knowledge

        session = jobs.open_session(master=given["master"], remote=given["remote"])
        into_pack = partial(knowledge.build_pack, session, work=given["work"], shards=given["shards"])
    with telling() as tell:
        built = into_pack(
            corpus,
            output,
            labels=lambda: taxonomies.embedded(progress=note).all_forms(),
            columns={key: given[key] for key in ("text_column", "id_column", "title_column", "format")},
            floors=Floors(**{key: given[key] for key in ("words", "names", "phrases") if given[key]}),
            about={key: given[key] for key in ("name", "source", "licence") if given[key]},
            tell=tell,
        )
    size = sum(file.stat().st_size for file in (output.iterdir() if output.is_dir() else [output])) / 1e6
    note(f"{output.resolve().name}: {built['documents']:,} documents, {built['terms']:,} terms, {size:.2f} MB")


@knowledge.command()
@pack_option
@click.option("--check", is_flag=True, help="Compare all of the cache with what was written; mend it.")
@json_option
def info(path: Path | None, check: bool, json_: bool) -> None:
    """What the pack holds, from what and under which licence.

    \b
    Example:
      sfumato knowledge info
    """
    from sfumato.knowledge import EMBEDDED, check_expanded, describe

    if check:
        check_expanded(path or EMBEDDED, note)
    described = describe(path or EMBEDDED)
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
@terms_argument
@pack_option
@json_option
def count(terms: tuple[str, ...], path: Path | None, json_: bool) -> None:
    """How many documents have each TERM, and all of them together, in documents and in bits.

    \b
    Example:
      sfumato knowledge count "hiv" "blood transfusion"
    """
    from sfumato.knowledge.corpus import why_unknown
    from sfumato.risk.information import information_content, pmi
    from sfumato.types import All

    pack = open_pack(path)
    if not all(map(pack.language.normal_form, terms)):
        raise InputError("a term must have a letter or a digit")
    counts = [pack.count(term) for term in terms]
    together = pack.count(All(*terms))
    if json_:
        as_json({"total": pack.total, "counts": dict(zip(terms, counts, strict=True)), "together": together})
        return
    rows = [
        (term, f"{n:,}", f"{information_content(n, pack.total):.1f} bits" if n else why_unknown(term, pack))
        for term, n in zip(terms, counts, strict=True)
    ]
    if len(terms) > 1:
        both = f"{pmi(together, counts[0], counts[1], pack.total):.1f}" if len(terms) == 2 and together else ""
        rows.append(("together", f"{together:,}", f"each reveals {both} bits of the other" if both else ""))
    table([*rows, ("of", f"{pack.total:,}", "documents")], right=[1])


@knowledge.command()
@terms_argument
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
    found = [(hit, [term for term, _ in pack.weights(hit.document, 6)]) for hit in hits]
    if json_:
        named = [{"document": hit.document, "title": hit.title, "score": round(hit.score, 3)} for hit in hits]
        as_json([{**each, "about": about} for each, (_, about) in zip(named, found, strict=True)])
        return
    if not found:
        note("no document has " + ("any" if any_ else "all") + " of these terms")
    table([(f"{hit.score:.1f}", hit.title[:50], ", ".join(about)) for hit, about in found], right=[0])

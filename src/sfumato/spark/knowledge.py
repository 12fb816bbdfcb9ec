"""Packs from corpora past one machine: the same bytes as the local builder, whatever the partitions.

    from sfumato import spark

    spark.build_knowledge(notes, "notes.pack", text="note", id="id", work="/shared/work")

The cluster reads and counts, stage by stage; this process keeps what grows with the terms, and writes the pack.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sfumato import languages
from sfumato.errors import InputError
from sfumato.io.arrays import Array, StringIndex, Strings, offsets
from sfumato.io.arrow import pa, pc
from sfumato.io.atomic import alone, work_folder
from sfumato.io.formats import corpora
from sfumato.io.formats.rows import columns_of
from sfumato.knowledge.corpus import check_output, describe, origin, share
from sfumato.knowledge.layout import Terms
from sfumato.knowledge.phrases import LONGEST
from sfumato.knowledge.postings import POSTING, Finder
from sfumato.knowledge.terms import LENGTHS, LONGEST_LABEL, Floors, by_length, chosen, looked_for, well_formed
from sfumato.knowledge.written import About, Counted, Found, write
from sfumato.protocols import Fields, Language
from sfumato.spark import library, pieces
from sfumato.spark.jobs import told
from sfumato.spark.stages import Stage, Stages, opened
from sfumato.types import Progress, Tell, silent

_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "32",  # a piece of a corpus is a row of megabytes
    "spark.sql.parquet.columnarReaderBatchSize": "32",
}
_FILES = 1000  # partitions at most that files are read in


@dataclass(frozen=True)
class Asked:
    """What a pack is to be, as the local builder has it, and how many shards it has."""

    labels: Callable[[], Iterable[str]] = list
    floors: Floors = field(default_factory=Floors)
    meta: Mapping[str, Any] = field(default_factory=dict)
    language: str = languages.DEFAULT
    shards: int | None = None
    tell: Tell = silent


def build_knowledge(
    df: Any,
    path: str | Path,
    *,
    text: str = "text",
    id: str | None = None,
    title: str | None = None,
    order: str | None = None,
    work: str | Path | None = None,
    **asked: Any,
) -> dict[str, Any]:
    """Counts the texts of a frame into a pack at `path`, or a folder of so many `shards`; gives what it says of itself.

    Documents are numbered in the order of the column `order` (the id unless given), which has no value twice; rows
    without text are left out. `id` and `title` are columns of these names, if there are any, unless given. `work` is a
    folder that all hosts see: what was finished there is not done again. `asked` are `labels`, `floors`, `meta`,
    `language`, `shards` and `tell`.
    """
    output = Path(path).resolve()
    labels = tuple(asked.pop("labels", ()))
    asked.setdefault("meta", {"name": output.stem, "source": "", "licence": "", "files": []})
    given = Asked(**asked, labels=lambda: labels)
    check_output(output, shards=given.shards is not None)
    text, known_id, known_title = columns_of(Fields(text, id, title), df.columns, "the frame")
    if df.schema[text].dataType.typeName() != "string":
        raise InputError(f"the frame: the column {text} is of type {df.schema[text].dataType.typeName()}, not text")
    order = order or known_id
    if order is None or order not in df.columns:
        raise InputError(f"the frame has no column {order or 'id'} to order its rows by")
    f = library.functions
    columns = {"order": order, "text": text, "id": known_id, "title": known_title}
    rows = df.select(
        *((f.col(f"`{name}`") if name else f.lit(None).cast("string")).alias(key) for key, name in columns.items())
    )
    session = df.sparkSession

    def read(stage: Stage) -> None:
        number = int(session.conf.get("spark.sql.shuffle.partitions"))
        ordered = rows.repartitionByRange(number, "order").sortWithinPartitions("order")
        numbered = ordered.withColumn("part", f.spark_partition_id())
        stage.write(numbered.mapInArrow(pieces.ReadRows(given.language), pieces.READ))

    with told(), _prepared(session):
        _build(session, output, given, Path(work) if work else None, read, lambda: _digest(rows) if work else "")
    return describe(output)


def build_pack(
    session: Any,
    paths: Sequence[Path],
    output: Path,
    *,
    columns: Mapping[str, str | None] | None = None,
    about: Mapping[str, str] | None = None,
    work: Path | None = None,
    **asked: Any,
) -> dict[str, Any]:
    """Counts the documents of files and folders that all hosts see, as `knowledge.build_pack` does on one machine."""
    output = output.resolve()
    check_output(output, shards=asked.get("shards") is not None)
    reading = dict(columns or {})
    meta = origin(paths, output, about, reading.get("format"))
    files = _files(paths, reading.get("format"))
    given = Asked(**asked, meta=meta)

    def read(stage: Stage) -> None:
        listed = stage.path / "files.json"
        listed.write_text(json.dumps(files), encoding="utf-8")
        places = session.range(0, len(files), 1, min(len(files), _FILES))
        task = pieces.ReadFiles(str(listed), given.language, reading)
        stage.write(places.withColumn("part", library.functions.spark_partition_id()).mapInArrow(task, pieces.READ))

    with told(), _prepared(session):
        _build(session, output, given, work, read, lambda: [files, reading, meta["files"]])
    share(output, [Path(file) for file, _ in files])
    return describe(output)


def _files(paths: Sequence[Path], format: str | None) -> list[tuple[str, str | None]]:
    """Every file, and the folder that it was found in."""
    found = []
    for path in map(Path.absolute, paths):
        below = str(path) if path.is_dir() else None
        found += [(str(file), below) for file in corpora.files([path], format=format)]
    return found


@contextmanager
def _prepared(session: Any) -> Iterator[None]:
    """The session with settings for rows of megabytes; as it was when all is done."""
    before = {name: session.conf.get(name) for name in _SETTINGS}
    try:
        for name, value in _SETTINGS.items():
            session.conf.set(name, value)
        yield
    finally:
        for name, value in before.items():
            session.conf.set(name, value)


def _digest(rows: Any) -> list[int]:
    """Tells frames apart: how many rows there are, and the sum of their hashes."""
    f = library.functions
    each = f.xxhash64(*(f.col(name).cast("string") for name in ("order", "id", "title", "text")))
    number, total = rows.agg(f.count(f.lit(1)), f.sum(each.cast("decimal(38,0)"))).first()
    return [int(number), int(total or 0)]


def _build(
    session: Any,
    output: Path,
    asked: Asked,
    work: Path | None,
    read: Callable[[Stage], None],
    source: Callable[[], object],
) -> None:
    with ExitStack() as stack:
        folder = opened(work) if work else stack.enter_context(work_folder(output))
        stack.enter_context(alone(folder))
        builder = _Builder(Stages(session, folder, asked.tell), asked)
        counted = builder.counted(read, source())
        about = About(builder.language, asked.floors, asked.meta)
        write(output, about, counted, shards=asked.shards, progress=lambda step: asked.tell(Progress(step, 0)))


class _Builder:
    """The stages from documents to postings."""

    def __init__(self, stages: Stages, asked: Asked) -> None:
        self.stages, self.asked = stages, asked
        self.language: Language = languages.load(asked.language)

    def counted(self, read: Callable[[Stage], None], source: object) -> Counted:
        """The corpus, counted on the cluster."""
        spoken = [self.language.name, self.language.version]
        documents = self.stages.made("reading", [source, spoken], lambda stage: self._read(stage, read))
        words = self.stages.made("counting words", [documents], lambda stage: self._words(stage, documents))
        numbered = self.stages.made("numbering", [documents, words], lambda at: self._number(at, documents, words))
        forms = sorted(set(map(self.language.normal_form, self.asked.labels())))
        named = hashlib.sha256(json.dumps(forms).encode()).hexdigest()
        labels = self.stages.made(
            "labels", [documents, words, named], lambda at: self._labels(at, documents, words, forms)
        )
        frequent = self._frequent(numbered, words)
        floors = self.asked.floors
        terms = self.stages.made(
            "choosing terms",
            [numbered, labels, *frequent.values(), floors.words],
            lambda stage: self._choose(stage, numbered, words, labels, frequent),
        )
        postings = self.stages.made("finding terms", [numbered, terms], lambda at: self._find(at, numbered, terms))
        total = int(documents.array("first")[-1])
        return Counted(total, _read_terms(terms), lambda first, last: _found(postings, first, last))

    def _read(self, stage: Stage, read: Callable[[Stage], None]) -> None:
        """Documents as words, and the number of the first one of each partition."""
        read(stage)
        f = library.functions
        sizes = stage.rows().groupBy("part").agg(f.sum(f.size("titles"))).collect()
        if not sizes:
            raise InputError("the corpus has no documents")
        counts = np.zeros(1 + max(part for part, _ in sizes), dtype=np.int64)
        for part, size in sizes:
            counts[part] = size
        stage.save(first=offsets(counts))

    def _words(self, stage: Stage, documents: Stage) -> None:
        """The words in order, and how many documents have each."""
        f = library.functions
        found = documents.rows().select("words", "codes", "ends").mapInArrow(pieces.CountWords(), pieces.WORDS)
        stage.write(found.groupBy("word").agg(f.sum("documents").alias("documents")).orderBy("word"))
        pools, lengths, counts = [np.zeros(0, np.uint8)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for batch in stage.batches():
            pools.append(_data(batch.column("word")))
            lengths.append(pc.binary_length(batch.column("word")).to_numpy(zero_copy_only=False))
            counts.append(batch.column("documents").to_numpy(zero_copy_only=False))
        pool, starts = np.concatenate(pools), offsets(np.concatenate(lengths))
        index = StringIndex.of(Strings(pool, starts))
        stage.save(pool=pool, starts=starts, hashes=index.hashes, order=index.order, counts=np.concatenate(counts))

    def _number(self, stage: Stage, documents: Stage, words: Stage) -> None:
        """The pieces, with the numbers of the whole corpus."""
        stage.write(documents.rows().mapInArrow(pieces.Number(str(documents.path), str(words.path)), pieces.NUMBERED))

    def _labels(self, stage: Stage, documents: Stage, words: Stage, forms: list[str]) -> None:
        """Labels and titles as rows of the numbers of their words, by their length."""
        task = pieces.TitleRows(str(words.path), self.language.name)
        stage.write(documents.rows().select("titles").mapInArrow(task, pieces.ROWS).distinct())
        rows = pieces.rows_of(forms, pieces.vocabulary(str(words.path)))
        for batch in stage.batches():
            rows.update(tuple(row) for _, table in _tables(batch) for row in table.tolist())
        stage.save(**{f"rows_{n}": table for n, table in by_length(rows).items()})

    def _frequent(self, numbered: Stage, words: Stage) -> dict[int, Stage]:
        """For each length the hashes of the phrases that enough documents have."""
        floors, f = self.asked.floors, library.functions
        made: dict[int, Stage] = {}
        for length in range(2, LONGEST + 1):
            before = made.get(length - 1)

            def make(stage: Stage, length: int = length, before: Stage | None = before) -> None:
                stage.save(usable=words.array("counts") >= floors.parts)
                task = pieces.CountPhrases(str(stage.path), str(before.path) if before else "", length)
                found = numbered.rows().select("first", "codes", "starts").mapInArrow(task, pieces.HASHES)
                sums = found.groupBy("hash").agg(*(f.sum(name).alias(name) for name in ("documents", "named")))
                enough = (f.col("documents") >= floors.phrases) | (f.col("named") >= floors.names)
                stage.write(sums.where(enough).select("hash").orderBy("hash"))
                hashes = [pieces.as_hashes(batch.column("hash").to_numpy()) for batch in stage.batches()]
                stage.save(hashes=np.concatenate([np.zeros(0, np.uint64), *hashes]))

            of = [numbered, before, floors.phrases, floors.names]
            made[length] = self.stages.made(f"counting phrases of {length} words", of, make)
        return made

    def _choose(
        self, stage: Stage, numbered: Stage, words: Stage, labels: Stage, frequent: Mapping[int, Stage]
    ) -> None:
        """The terms, and what finds them."""
        wanted = {n: labels.array(f"rows_{n}") for n in range(1, LONGEST_LABEL + 1)}
        tables = looked_for({n: made.array("hashes") for n, made in frequent.items()}, wanted)
        stage.save(**{f"hashes_{n}": table for n, table in tables.items()})
        task = pieces.SeePhrases(str(stage.path))
        stage.write(numbered.rows().select("first", "codes", "starts").mapInArrow(task, pieces.ROWS).distinct())
        found: dict[int, list[Array]] = {n: [np.zeros((0, n), np.int64)] for n in LENGTHS}
        for batch in stage.batches():
            for n, rows in _tables(batch):
                found[n].append(rows)
        index = pieces.vocabulary(str(words.path))
        stop = np.zeros(len(index.strings), dtype=bool)
        at = index.find_all(sorted(self.language.stop_words))
        stop[at[at >= 0]] = True
        keep = (words.array("counts") >= self.asked.floors.words) & ~stop
        keep[wanted[1].ravel()] = True
        kept = {n: well_formed(np.concatenate(rows), wanted[n], stop) for n, rows in found.items()}
        terms, number = chosen(index.strings, keep, kept)
        strings = Strings.of(terms.words)
        stage.save(pool=strings.pool, starts=strings.starts, is_term=terms.is_term)
        stage.save(**{f"rows_{n}": rows for n, rows in terms.rows.items()}, **Finder.of(terms, number).columns())

    def _find(self, stage: Stage, numbered: Stage, terms: Stage) -> None:
        """The postings by ranges of documents."""
        stage.write(numbered.rows().mapInArrow(pieces.FindTerms(str(terms.path)), pieces.FOUND), by="range")


# --- what the cluster wrote, read here ----------------------------------------------------------------------


def _data(column: Any) -> Array:
    """The bytes of a column of binary values, one after the other."""
    _, places, data = column.buffers()
    if not len(column) or data is None:
        return np.zeros(0, np.uint8)
    ends = np.frombuffer(places, np.int32)[column.offset : column.offset + len(column) + 1]
    return np.frombuffer(data, np.uint8)[ends[0] : ends[-1]]


def _tables(batch: Any) -> Iterator[tuple[int, Array]]:
    """Rows of word numbers as a table for each length."""
    column = batch.column("words")
    sizes = pc.binary_length(column).to_numpy(zero_copy_only=False)
    for size in np.unique(sizes).tolist():
        picked = column.filter(pa.array(sizes == size))
        yield size // 8, _data(picked).view(np.int64).reshape(-1, size // 8)


def _read_terms(stage: Stage) -> Terms:
    rows = {n: stage.array(f"rows_{n}") for n in LENGTHS if (stage.path / f"rows_{n}.npy").exists()}
    return Terms(list(Strings(stage.array("pool"), stage.array("starts"))), stage.array("is_term"), rows)


def _found(postings: Stage, first: int, last: int) -> Iterator[Found]:
    """What was found in a range of documents, in their order."""
    before = max(first // pieces.RANGE - 1, 0)  # where a piece begins that reaches into the first range
    for number in range(before, (last - 1) // pieces.RANGE + 1):
        rows = [row for batch in postings.batches(f"range={number}") for row in batch.to_pylist()]
        for row in sorted(rows, key=lambda row: row["first"]):
            a, b = max(first - row["first"], 0), min(last - row["first"], len(row["titles"]))
            if a < b:
                found = np.frombuffer(row["postings"], POSTING)
                inside = (found["document"] >= row["first"] + a) & (found["document"] < row["first"] + b)
                titles = [title.decode("utf-8", "surrogatepass") for title in row["titles"][a:b]]
                yield Found(titles, np.frombuffer(row["lengths"], np.int64)[a:b], found[inside])

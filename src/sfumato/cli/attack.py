"""`sfumato attack`: who, or what, is each released text about?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sfumato.cli import attacked, options
from sfumato.cli.console import as_json, counted, meter, note
from sfumato.cli.knowledge import json_option
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.io.sources import Documents, Item

if TYPE_CHECKING:
    from sfumato.measure.attack import Case, Known, Result
    from sfumato.protocols import Knowledge, Taxonomy
    from sfumato.types import Secret


@click.command()
@click.argument("source", metavar="OUT", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--candidates",
    "candidates_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Who it may be, with what is publicly known of each: JSON lines, a table, or a folder of texts.",
)
@click.option("--truth", metavar="FIELD", help="Field of OUT with the id or name of the candidate (default: the id).")
@click.option(
    "--hide",
    "labels",
    multiple=True,
    metavar="LABEL",
    help="A secret of all texts, to be found; or in hide of records.",
)
@click.option(
    "--secrets", "listed", metavar="LABEL,...", help="What else it may be (default: what a taxonomy has beside it)."
)
@click.option(
    "--original",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The texts as they were: attacked for comparison.",
)
@click.option("--attackers", default="all", show_default=True, metavar="NAME,...", help="Attackers to use.")
@click.option(
    "--placeholder", "placeholders", multiple=True, metavar="WORD", help="A word that stands for hidden ones."
)
@click.option(
    "--fail-above",
    "limit",
    type=click.FloatRange(0, 1),
    help="Exit code 1 if the strongest finds a larger share first.",
)
@click.option("--upper", is_flag=True, help="With --fail-above: judge by the upper end of the interval.")
@click.option("--without-sources", is_flag=True, help="Leave out of the knowledge what is one of the texts itself.")
@click.option("--text-column", help="Field of what is known of a candidate (default: text).")
@click.option("--id-column", help="Field of a candidate's id (default: id).")
@click.option("--name-column", help="Field of a candidate's name (default: name, or title).")
@options.knowledge_options
@json_option
def attack(
    source: Path,
    candidates_file: Path | None,
    truth: str | None,
    labels: tuple[str, ...],
    listed: str | None,
    original: Path | None,
    attackers: str,
    placeholders: tuple[str, ...],
    limit: float | None,
    upper: bool,
    without_sources: bool,
    text_column: str | None,
    id_column: str | None,
    name_column: str | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    json_: bool,
) -> int:
    """Who, or what, is each released text about?

    With --candidates: attackers compare each text with what is publicly known of every candidate, and ask the knowledge
    where its words lead. With --hide, or secrets in the field hide of records: attackers try to name the secret among
    others. Told are the shares of texts found first and among the first five, and the mean reciprocal rank, each with
    its interval; where the truth is unknown, the likeliest candidates. The output names them: it is a working paper.

    OUT is a text, a folder of texts, or JSON lines with id and text.

    Exit code: 0 done, 1 the strongest attacker is above --fail-above, 2 bad input.

    \b
    Example:
      sfumato attack released.jsonl --candidates people.jsonl --original originals.jsonl
      sfumato attack released.jsonl --candidates people.jsonl --fail-above 0.1
      sfumato attack safe/ --candidates public/ --attackers "BM25, fusion" --json
      sfumato attack safe.txt --original letter.txt --hide HIV
      sfumato attack release.jsonl --original notes.jsonl --secrets "HIV, hepatitis C, diabetes"
    """
    from sfumato.measure.attack import INFERRING, named
    from sfumato.policy import Policy

    names = named(attackers)
    if upper and limit is None:
        raise InputError("--upper needs the limit: --fail-above")
    if candidates_file and (labels or listed):
        raise InputError("--candidates asks who, --hide and --secrets ask what: run the command for each")
    if truth and not candidates_file:
        raise InputError("--truth says which candidate it is: it goes with --candidates")
    texts = Texts(source, original, truth)
    if not candidates_file and not labels and not texts.hiding:
        raise InputError("nothing to look for: give --candidates FILE, --hide LABEL, or secrets in the field hide")
    asks = not candidates_file or not INFERRING.keys().isdisjoint(names)
    knowledge = _apart(texts, options.knowledge_of(path, background), without_sources) if asks else None
    if candidates_file:
        columns = {"text_column": text_column, "id_column": id_column, "name_column": name_column}
        known, cases = _who(texts, candidates_file, columns, knowledge)
    else:
        assert knowledge is not None
        known, cases = _what(
            texts, labels, listed or "", knowledge, options.taxonomy_of(Policy("command"), taxonomy_files)
        )
    if limit is not None and limit != limit:
        raise InputError("--fail-above: a share from 0 to 1 is needed")
    if limit is not None and cases and len({case.text for case in cases}) < len(texts.released):
        left = len(texts.released) - len({case.text for case in cases})
        raise InputError(
            f"--fail-above: of {left} texts it is not known who they are about, so that nothing is claimed"
        )
    if limit is not None and not cases:
        raise InputError("--fail-above needs the truth: no text has the id of a candidate; name its field with --truth")
    results = _attacked(texts, known, cases, names, placeholders, every=len(names) == len(named("all")))
    strong = results["released"].measured[results["released"].strongest].top1 if cases else None
    value = (strong.high if upper else strong.value) if strong else 0.0
    above = limit is not None and value > limit
    report = attacked.Report(texts.ids, "who" if candidates_file else "what", results, limit, upper, above)
    if json_:
        as_json(report.as_dict())
    else:
        report.show()
    return 1 if above else 0


# --- the texts --------------------------------------------------------------------------------------------


class Texts:
    """What is attacked: the released texts, and the originals of the same ids."""

    def __init__(self, source: Path, original: Path | None, field: str | None) -> None:
        released, truths = _read(source, field)
        before: dict[str, tuple[Item, str | None]] = {}
        if original:
            items, values = _read(original, field)
            if len(released) == 1 and len(items) == 1:
                items = [Item(released[0].id, items[0].document, items[0].hide)]
            before = {str(item.id): (item, value) for item, value in zip(items, values, strict=True)}
        self.source = source
        self.field = field
        self.ids = [str(item.id) for item in released]
        self.released = [item.document.text for item in released]
        self.hide = [
            item.hide or (before[id][0].hide if id in before else ())
            for id, item in zip(self.ids, released, strict=True)
        ]
        self.truths = [
            value if value is not None or id not in before else before[id][1]
            for id, value in zip(self.ids, truths, strict=True)
        ]
        self.originals: list[str] | None = None
        if original:
            missing = [id for id in self.ids if id not in before]
            if missing:
                rest = f" and {counted(len(missing) - 1, 'more text')}" if len(missing) > 1 else ""
                raise InputError(f"{shown(original)}: no text with the id {shown(missing[0])}{rest}")
            self.originals = [before[id][0].document.text for id in self.ids]

    @property
    def hiding(self) -> bool:
        return any(self.hide)

    def context(self, at: int) -> str:
        """The text in which the sense of a secret can be seen."""
        return (self.originals or self.released)[at]


def _read(path: Path, field: str | None) -> tuple[list[Item], list[str | None]]:
    """The texts of a file or folder, and the values of a field of their records."""
    from sfumato.sanitize import MOST

    documents = Documents([path], MOST)
    items = [documents.single()] if documents.kind == "text" else list(documents)
    values: list[str | None] = [None] * len(items)
    if field:
        if documents.kind != "jsonl":
            raise InputError(f"--truth {shown(field)}: only records of JSON lines have fields")
        values = [_value(item.fields.get(field)) for item in items]
    kept = []
    for item, value in zip(items, values, strict=True):
        if item.error and not item.skipped:
            raise InputError(f"{shown(path)}: {shown(str(item.id))}: {item.error}")
        if not item.error:
            kept.append((item, value))
    if len(kept) < len(items):
        note(f"{path}: {counted(len(items) - len(kept), 'record')} of a failure, without a text: left out")
    if not kept:
        raise InputError(f"{shown(path)}: no text in it")
    return [item for item, _ in kept], [value for _, value in kept]


def _value(value: object) -> str | None:
    return str(value) if isinstance(value, str | int | float) and value != "" else None


def _apart(texts: Texts, knowledge: Knowledge, without: bool) -> Knowledge:
    """The knowledge, without what is one of the texts itself if that is wanted; that there is such is told."""
    from sfumato.knowledge import Without
    from sfumato.measure.attack import sources

    found = sources(texts.originals or texts.released, knowledge)
    if not found:
        return knowledge
    said = counted(len(found), "document") + " of the knowledge " + ("is" if len(found) == 1 else "are")
    if without:
        note(f"{said} the texts themselves, and left out")
        return Without(knowledge, found)
    note(
        f"{said} the texts themselves, or as good as: whoever infers finds more than from a text that is nowhere "
        "published. --without-sources leaves them out",
        colour="yellow",
    )
    return knowledge


# --- who --------------------------------------------------------------------------------------------------


def _who(
    texts: Texts, file: Path, columns: dict[str, str | None], knowledge: Knowledge | None
) -> tuple[Known, list[Case]]:
    """The candidates of a file, and which of them each text is about, where that is known."""
    from sfumato.measure.attack import Case, Known, Lookup, read_candidates

    candidates = read_candidates(file, **columns)
    known = Known(candidates, knowledge=knowledge)
    lookup = Lookup(candidates)
    wanted = [value if texts.field else id for id, value in zip(texts.ids, texts.truths, strict=True)]
    found = [None if value is None else lookup.find(value) for value in wanted]
    cases = [Case(at, candidate) for at, candidate in enumerate(found) if candidate is not None]
    if texts.field and not cases:
        raise InputError(f"--truth {shown(texts.field)}: no record has the id or name of a candidate there")
    if cases and len(cases) < len(found):
        note(
            f"{counted(len(found) - len(cases), 'text')} about nobody of the candidates: not measured", colour="yellow"
        )
    copies = sum(texts.context(case.text).strip() in candidates[case.candidate].text for case in cases)
    if copies:
        note(
            f"{counted(copies, 'text')} as a whole in what is known of the candidate: to find that proves little",
            colour="yellow",
        )
    return known, cases


# --- what -------------------------------------------------------------------------------------------------


def _what(
    texts: Texts, labels: Sequence[str], listed: str, knowledge: Knowledge, taxonomy: Taxonomy
) -> tuple[Known, list[Case]]:
    """The secrets as candidates, those that are asked for and others, and which of them each text hides."""
    from sfumato.measure.attack import Case, known_secrets, siblings, united

    hidden: dict[str, Secret] = {}
    for at, own in enumerate(texts.hide):
        for label in (*labels, *own):
            if label not in hidden:
                hidden[label] = _resolved(label, knowledge, taxonomy, texts.context(at))
    others = [_resolved(label, knowledge, taxonomy, "") for label in filter(None, map(str.strip, listed.split(",")))]
    if not others:
        for secret in united(hidden.values()):
            beside = siblings(secret, taxonomy, knowledge)
            if not beside:
                raise InputError(f"{secret.name}: no taxonomy has anything known beside it: give others with --secrets")
            others += beside
    secrets = sorted(united(hidden.values(), others), key=lambda secret: (secret.name.casefold(), secret.name))
    owner = {form: at for at, secret in enumerate(secrets) for form in secret.forms}
    cases = []
    for at, own in enumerate(texts.hide):
        right = dict.fromkeys(_owner(hidden[label], owner) for label in (*labels, *own))
        cases += [Case(at, each, tuple(other for other in right if other != each)) for each in right]
    return known_secrets(secrets, knowledge), cases


def _owner(secret: Secret, owner: dict[str, int]) -> int:
    return next(owner[form] for form in secret.forms if form in owner)


def _resolved(label: str, knowledge: Knowledge, taxonomy: Taxonomy, context: str) -> Secret:
    from sfumato.policy import DEFAULT

    found = options.resolved([options.hide_of(label)], DEFAULT, taxonomy, knowledge, context)[0]
    if not found.seen:
        note(
            f"{found.secret.name}: hardly known to the knowledge, so that no attacker here can tell: that is not safe",
            colour="yellow",
        )
    return found.secret


# --- the attack -------------------------------------------------------------------------------------------


def _attacked(
    texts: Texts, known: Known, cases: Sequence[Case], names: Sequence[str], placeholders: Sequence[str], *, every: bool
) -> dict[str, Result]:
    from sfumato.measure.attack import able, compared

    left_out = [name for name in names if name not in able(known)] if every else []
    names = [name for name in names if name not in left_out]
    if left_out:
        note(f"left out, since there is too much text of candidates: {', '.join(left_out)}", colour="yellow")
    versions = {"released": texts.released} | ({"original": texts.originals} if texts.originals else {})
    at_work: list[str] = []
    with meter("attackers") as progress:

        def tell(name: str) -> None:
            progress("attacking", len(at_work), len(names))
            at_work.append(name)

        return compared(versions, known, cases, names=names, placeholders=placeholders, tell=tell)

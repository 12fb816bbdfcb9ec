"""`sfumato sweep`: what each setting costs, as figures and plots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sfumato.cli import options, tables
from sfumato.cli.console import as_json, note, show, table
from sfumato.cli.events import telling
from sfumato.cli.knowledge import FILE, json_option
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.io.processes import cores

if TYPE_CHECKING:
    from sfumato.measure.statistics import Interval
    from sfumato.measure.sweep import SweepResult

N = TypeVar("N", int, float)
_KS = "2,3,4,5,10,20,50"
_folder_option = click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder to write to."
)


@click.group()
def sweep() -> None:
    """What each setting costs, as figures and plots.

    \b
    Example:
      sfumato sweep table blogs.csv -c blogs.toml -k 2,5,10 --weight 0,0.5,1 -o sweep
      sfumato sweep text letters/ --hide HIV --alpha 1,1.5,2,3 --risk 0.1 -o sweep
    """


@sweep.command("table")
@click.argument("source", metavar="TABLE", type=FILE)
@tables.config_option
@click.option("-k", "ks", help=f"The k to try, separated by commas (default: {_KS}, as far as there are people).")
@click.option("--weight", "weights", default="0,0.5,1", show_default=True, help="The weights of columns to try.")
@click.option("--strategy", "strategies", default="closest,mondrian,gdf", show_default=True, help="Strategies to try.")
@tables.text_options
@_folder_option
@json_option
def sweep_table(source: Path, ks: str | None, output: Path, json_: bool, **said: Any) -> None:
    """What anonymizing a table costs under each k, weight and strategy.

    Texts are analysed once. Writes sweep.csv (groups, splits, loss, risk), types.csv (loss by type of terms) and plots
    of the loss over k and over the weight. Nothing of the table itself is written.

    \b
    Example:
      sfumato sweep table blogs.csv -c blogs.toml -k 2,5,10 --weight 0,0.5,1 -o sweep
    """
    from sfumato.measure.sweep.table import sweep_file
    from sfumato.tables import SweepTableRequest

    said |= {
        "ks": tuple(_numbers(ks, int, "-k", 1, 10**9)) if ks else None,
        "weights": tuple(_numbers(said["weights"], float, "--weight", 0, 1)),
        "strategies": tables.names(said["strategies"]),
    }
    swept, written = tables.answered(sweep_file, SweepTableRequest, source, said, folder=output)
    if "gdf" in swept.left_out:
        note("gdf is left out: it goes by the terms of texts, and the table has no text column")
    if json_:
        as_json(swept.to_dict())
    else:
        rows: list[tuple[Any, ...]] = [("k", "strategy", "groups", "lost", "columns", "texts", "seconds")]
        rows += [
            (p.k, p.name, p.measures.groups, _share(p.measures.loss.total), _share(p.measures.loss.columns),
             _share(p.measures.loss.text), f"{p.seconds:.2f}")
            for p in swept.points
        ]  # fmt: skip
        table(rows, right=[0, 2, 3, 4, 5, 6])
    note(f"Written: {', '.join(map(str, written))}")


@sweep.command("text")
@options.FILES
@options.hide_options("hide", "LABEL", "A secret of all texts; records may have their own.")
@click.option("--policy", "policies", multiple=True, metavar="NAME|FILE", help="A policy to try; repeatable.")
@click.option("--alpha", "alphas", default="1,1.5,2,3,5", show_default=True, help="The alphas to try, with commas.")
@click.option("--groups", default="1", show_default=True, help="The sizes of groups to try.")
@click.option("--crowd", "crowds", metavar="K,...", help="The crowds to try (default: the policy's alone).")
@click.option("--rank", type=click.IntRange(1), help="The rank among its rivals that a condition must have (median).")
@click.option("--method", "methods", default="generalize,redact", show_default=True, help="The methods to try.")
@click.option("--keywords", default=20, show_default=True, type=click.IntRange(1), help="The attacker's keywords.")
@click.option("--set-size", default=3, show_default=True, type=click.IntRange(1), help="Words of his largest set.")
@click.option(
    "--candidates", type=FILE, help="Whom the texts may be about, by their ids: the risk is that one is found."
)
@click.option("--risk", default=0.1, show_default=True, type=click.FloatRange(0, 1), help="The risk you would take.")
@click.option("--processes", type=click.IntRange(1), help="Processes that work (default: all cores).")
@options.knowledge_options
@_folder_option
@json_option
def sweep_texts(inputs: tuple[Path, ...], output: Path, json_: bool, **given: Any) -> None:
    """What sanitizing a collection keeps and what risk it leaves, for every alpha, group size, method and policy.

    Each setting sanitizes all texts, an attacker reads them: by default he searches as `inspect` does, and the risk is
    the share of a text's passages that still lead to a secret. Writes sweep.csv and frontier.png, and proposes the
    setting that keeps most at the risk you are willing to take. Nothing of the texts is written. With --rank the risk
    is a rank: the best that a reader which sanitizing asks gives the condition among its rivals, and the best by
    attackers kept apart, in the median; alpha and crowd are proposed for that rank, and ranks.png draws them.

    \b
    Example:
      sfumato sweep text letters/ --hide HIV --alpha 1,1.5,2,3 --risk 0.1 -o sweep
      sfumato sweep text letters/ --hide HIV --alpha 1,1.5,2 --crowd 0,5,10 --method generalize --rank 10 -o sweep
    """
    from sfumato.measure import plots
    from sfumato.measure.attack import read_candidates
    from sfumato.measure.sweep import SweepRequest, read_documents
    from sfumato.measure.sweep.figures import write_sweep
    from sfumato.policy import find

    plots.check_plot(output / "frontier.png")
    methods, candidates = tuple(dict.fromkeys(tables.names(given["methods"]))), given["candidates"]
    if not methods:
        raise InputError(f"--method {shown(given['methods'])}: generalize, redact, pseudonym or surrogate")
    request = SweepRequest(
        documents=read_documents(inputs),
        policies=tuple(map(find, given["policies"])),
        alphas=tuple(_numbers(given["alphas"], float, "--alpha", 1, 1000)),
        groups=tuple(_numbers(given["groups"], int, "--groups", 1, 4)),
        methods=methods,
        crowds=tuple(_numbers(given["crowds"], int, "--crowd", 0, 100)) if given["crowds"] else (),
        candidates=tuple(read_candidates(candidates)) if candidates else (),
        **{name: given[name] for name in ("hide", "keywords", "set_size", "rank", "risk")},
        detail=not json_,
    )
    with telling() as tell:
        result = options.engine_of(given).sweep(request, processes=given["processes"] or cores(), tell=tell)
    written = write_sweep(output, result)
    show(result, json_, partial(_show, risk=given["risk"], rank=given["rank"]))
    note(f"Written: {', '.join(map(str, written))}")


def _show(result: SweepResult, risk: float, rank: int | None) -> None:
    rows: list[tuple[Any, ...]] = [("method", "alpha", "risk", "", "kept", "", "told", "hold")]
    if any(p.ranks for p in result.points):
        rows = [(*rows[0], "rank by readers", "by others")]
    rows += [
        (p.name, "" if p.alpha is None else f"{p.alpha:g}", f"{p.risk.value:.0%}", _between(p.risk),
         f"{p.kept.value:.1%}", _between(p.kept), "" if p.told is None else f"{p.told:.1%}",
         "" if p.policy is None else p.holds, *(f"{rank:g}" for rank in p.ranks or ()))
        for p in result.points
    ]  # fmt: skip
    table(rows, right=[1, 2, 4, 6, 7, 8, 9])
    if result.texts < 30:
        said = "text is" if result.texts == 1 else "texts are"
        note(f"{result.texts} {said} few: do not take the shares for more than they are (intervals: 95 %, over texts).")
    if best := result.proposed:
        kept = f"keeps {best.kept.value:.1%} at a risk of {best.risk.value:.0%}"
        note(f"Proposed: {best.name}, alpha {best.alpha:g}: {kept}.", bold=True)
    elif rank:
        note(f"No setting gives secrets a rank of {rank} by everybody.", bold=True, colour="yellow")
    else:
        note(f"No setting leaves a risk of {risk:.0%} or less.", bold=True, colour="yellow")


def _between(interval: Interval) -> str:
    return f"{interval.low:.0%} to {interval.high:.0%}"


def _share(value: float | None) -> str:
    return "" if value is None or value != value else f"{value:.1%}"


def _numbers(said: str, kind: Callable[[str], N], option: str, least: float, most: float) -> list[N]:
    """Numbers that are separated by commas, each once, in order."""
    try:
        found = sorted({kind(part) for part in said.split(",") if part.strip()})
    except ValueError:
        raise InputError(f"{option} {shown(said)}: numbers separated by commas are needed") from None
    if not found or not all(least <= number <= most for number in found):
        raise InputError(f"{option} {shown(said)}: numbers from {least:g} to {most:g} are needed")
    return found

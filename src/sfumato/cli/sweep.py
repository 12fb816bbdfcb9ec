"""`sfumato sweep`: what each setting costs, as figures and plots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sfumato.cli import options, tables
from sfumato.cli.console import as_json, meter, note, table
from sfumato.cli.knowledge import json_option
from sfumato.errors import InputError
from sfumato.io.files import shown

N = TypeVar("N", int, float)
_KS = "2,3,4,5,10,20,50"


@click.group()
def sweep() -> None:
    """What each setting costs, as figures and plots.

    \b
    Example:
      sfumato sweep table blogs.csv -c blogs.toml -k 2,5,10 --weight 0,0.5,1 -o sweep
      sfumato sweep text letters/ --hide HIV --alpha 1,1.5,2,3 --risk 0.1 -o sweep
    """


@sweep.command("table")
@click.argument("source", metavar="TABLE", type=click.Path(path_type=Path))
@tables.config_option
@click.option("-k", "ks", help=f"The k to try, separated by commas (default: {_KS}, as far as there are people).")
@click.option("--weight", "weights", default="0,0.5,1", show_default=True, help="The weights of columns to try.")
@click.option(
    "--strategy", "strategies", default="closest,mondrian,gdf", show_default=True, help="The strategies to try."
)
@tables.text_options
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder to write to."
)
@json_option
def sweep_table(
    source: Path, ks: str | None, weights: str, strategies: str, output: Path, json_: bool, **said: Any
) -> int:
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
        "weights": tuple(_numbers(weights, float, "--weight", 0, 1)),
        "strategies": tables.names(strategies),
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
    note(f"Written: {', '.join(str(path) for path in written)}")
    return 0


@sweep.command("text")
@click.argument("inputs", nargs=-1, required=True, metavar="IN...", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--hide", "labels", multiple=True, metavar="LABEL", help="A secret of all texts; records may have their own."
)
@click.option(
    "--policy", "policies", multiple=True, metavar="NAME|FILE", help="A policy to try, as often as there are."
)
@click.option("--alpha", "alphas", default="1,1.5,2,3,5", show_default=True, help="The alphas to try, with commas.")
@click.option("--groups", default="1", show_default=True, help="The sizes of groups to try.")
@click.option("--method", "methods", default="generalize,redact", show_default=True, help="The methods to try.")
@click.option("--keywords", default=20, show_default=True, type=click.IntRange(1), help="The attacker's keywords.")
@click.option("--set-size", default=3, show_default=True, type=click.IntRange(1), help="Words of his largest set.")
@click.option(
    "--candidates",
    type=click.Path(path_type=Path),
    help="Whom the texts may be about by the texts' ids: the risk is then that the right one is found.",
)
@click.option(
    "--risk", default=0.1, show_default=True, type=click.FloatRange(0, 1), help="The risk you are willing to take."
)
@click.option("--processes", type=click.IntRange(1), help="Processes that work (default: all cores).")
@options.knowledge_options
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder to write to."
)
def sweep_texts(
    inputs: tuple[Path, ...],
    labels: tuple[str, ...],
    policies: tuple[str, ...],
    alphas: str,
    groups: str,
    methods: str,
    keywords: int,
    set_size: int,
    candidates: Path | None,
    risk: float,
    processes: int | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    output: Path,
) -> int:
    """What sanitizing a collection keeps and what risk it leaves, for every alpha, group size, method and policy.

    Each setting sanitizes all texts, an attacker reads them: by default he searches as `inspect` does, and the risk is
    the share of a text's passages that still lead to a secret. Writes sweep.csv and frontier.png, and proposes the
    setting that keeps most at the risk you are willing to take. Nothing of the texts is written.

    \b
    Example:
      sfumato sweep text letters/ --hide HIV --alpha 1,1.5,2,3 --risk 0.1 -o sweep
    """
    from sfumato.cli.documents import Documents
    from sfumato.languages import SpacyLanguage
    from sfumato.measure import plots
    from sfumato.measure.sweep import proposed, settings, sweep_text
    from sfumato.measure.sweep.linking import linking
    from sfumato.measure.sweep.page import write_sweep
    from sfumato.risk import Search
    from sfumato.sanitize import MOST
    from sfumato.taxonomies import embedded

    plots.check_plot(output / "frontier.png")
    chosen = [options.policy_of(labels, (), name, None, {}) for name in policies or (None,)]
    wanted = settings(
        chosen,
        _numbers(alphas, float, "--alpha", 1, 1000),
        _numbers(groups, int, "--groups", 1, 4),
        list(dict.fromkeys(name.strip() for name in methods.split(",") if name.strip())),
    )
    documents = Documents(inputs, MOST)
    items = [documents.single()] if documents.kind == "text" else list(documents)
    for item in items:
        if item.error:
            raise InputError(f"{item.id}: {item.error}")
    secret = any(policy.hide for policy in chosen) or any(item.hide for item in items)
    if not secret and not (candidates and any(policy.detect for policy in chosen)):
        raise InputError("no secret: give --hide LABEL or a policy that names some; --candidates does without")
    if not wanted[1:]:
        raise InputError(f"--method {shown(methods)}: generalize, redact or pseudonym")
    knowledge = options.knowledge_of(path, background)
    taxonomy = options.taxonomy_of(chosen[0], taxonomy_files) if taxonomy_files else embedded()
    for item in items:
        hide = [*chosen[0].hide, *map(options.hide_of, item.hide)]
        for each in options.resolved(hide, chosen[0].profile, taxonomy, knowledge, item.document.text):
            if not candidates and not each.seen and not each.proxies:
                raise InputError(
                    f"{each.secret.name}: never seen in the knowledge, so that no risk can be measured; "
                    "--background adds documents"
                )
    attack = linking(candidates, [item.document for item in items]) if candidates else None
    with meter("settings") as tell:
        points = list(
            sweep_text(
                [(item.document, [options.hide_of(label) for label in item.hide]) for item in items],
                wanted,
                knowledge=knowledge,
                taxonomy=taxonomy,
                language=SpacyLanguage(),
                search=Search(keywords=keywords, set_size=set_size),
                attack=attack,
                processes=tables.processes_of(processes),
                tell=tell,
            )
        )
    best = proposed(points, risk)
    what = "texts whose subject is found" if attack else "passages that still lead to a secret"
    written = write_sweep(output, points, best, what)
    rows: list[tuple[Any, ...]] = [("method", "alpha", "risk", "", "kept", "", "told", "hold")]
    rows += [
        (p.setting.name, f"{p.setting.alpha:g}" if p.setting.policy else "", f"{p.risk.value:.0%}", _between(p.risk),
         f"{p.kept.value:.1%}", _between(p.kept), _share(p.told), p.holds if p.setting.policy else "")
        for p in points
    ]  # fmt: skip
    table(rows, right=[1, 2, 4, 6, 7])
    if len(items) < 30:
        said = "text is" if len(items) == 1 else "texts are"
        note(f"{len(items)} {said} few: do not take the shares for more than they are (intervals: 95 %, over texts).")
    if best is None:
        note(f"No setting leaves a risk of {risk:.0%} or less.", bold=True, colour="yellow")
    else:
        said = f"{best.setting.name}, alpha {best.setting.alpha:g}"
        note(f"Proposed: {said}: keeps {best.kept.value:.1%} at a risk of {best.risk.value:.0%}.", bold=True)
    note(f"Written: {', '.join(map(str, written))}")
    return 0


def _between(interval: Any) -> str:
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

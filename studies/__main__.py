"""`python -m studies PAPER -o FOLDER`: a paper's experiments on our knowledge, our figures beside the paper's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sfumato.cli import main
from sfumato.cli.console import meter, note
from sfumato.cli.knowledge import pack_option
from sfumato.cli.options import engine_of

Command = TypeVar("Command", bound=Callable[..., Any])


@click.group()
def reproduce() -> None:
    """Run a paper's experiments and write a page with our figures beside the paper's.

    \b
    Example:
      python -m studies inference -o reproduced
      python -m studies rx-anon -o reproduced --data corpora
    """


def page_options(command: Command) -> Command:
    """Where a page goes, and what is measured on: the same for every paper."""
    options = (
        click.option(
            "-o",
            "--output",
            required=True,
            type=click.Path(path_type=Path, file_okay=False),
            help="Folder to write to.",
        ),
        click.option(
            "--data",
            envvar="SFUMATO_DATA",
            type=click.Path(path_type=Path, file_okay=False, exists=True),
            help="Folder of the corpora; what needs one that is not there is left out, and the page says so.",
        ),
        pack_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


@reproduce.command()
@page_options
@click.option("--people", default=200, show_default=True, type=click.IntRange(1, 20_000), help="People to look for.")
def inference(output: Path, data: Path | None, people: int, path: Path | None) -> int:
    """Web-based inference detection: topics that keywords lead to, and people whom they identify.

    Writes inference.md, inference.csv (the share of people found by the first 1 to 20 keywords) and inference.png. The
    repair of biographies needs their texts: wikipedia-*.jsonl.xz in the folder of --data.

    \b
    Example:
      python -m studies inference -o reproduced --people 100
    """
    from studies.inference_page import write_page

    if data is None:
        note("--data is not given: the texts of biographies are not there, so that nothing is repaired")
    with meter("people") as progress:
        page = write_page(
            output,
            engine_of({"path": path}),
            limit=people,
            data=data,
            tell=lambda step: progress(step, 0),
            command=_command(f"inference --people {people}", data),
        )
    note(f"Written: {page}")
    return 0


@reproduce.command("c-sanitized")
@page_options
def c_sanitized(output: Path, data: Path | None, path: Path | None) -> int:
    """C-sanitized: what is detected at alpha 1, 1.5 and 2, and what redacting and sanitizing keep.

    Writes c-sanitized.md, c-sanitized.csv and two plots. Detection needs expert_dev.jsonl.xz, utility of whole articles
    articles.jsonl.xz in the folder of --data.

    \b
    Example:
      python -m studies c-sanitized -o reproduced --data corpora
    """
    from studies.c_sanitized_page import write_page

    return _written("c-sanitized", write_page, output, data, path)


@reproduce.command("correlated-terms")
@page_options
def correlated_terms(output: Path, data: Path | None, path: Path | None) -> int:
    """Semantically correlated terms: thresholds, what is detected, and what five strategies keep.

    Writes correlated-terms.md, correlated-terms.csv and a plot. Needs articles.jsonl.xz and wikipedia-*.jsonl.xz, for
    detection expert_dev.jsonl.xz in the folder of --data.

    \b
    Example:
      python -m studies correlated-terms -o reproduced --data corpora
    """
    from studies.correlated_terms_page import write_page

    return _written("correlated-terms", write_page, output, data, path)


@reproduce.command()
@page_options
def healthcare(output: Path, data: Path | None, path: Path | None) -> int:
    """Textual healthcare documents: sensitive terms and what is related to them, plain and contextualised.

    Writes healthcare.md, healthcare.csv and two plots. Needs articles.jsonl.xz and wikipedia-*.jsonl.xz, for detection
    expert_dev.jsonl.xz in the folder of --data.

    \b
    Example:
      python -m studies healthcare -o reproduced --data corpora
    """
    from studies.healthcare_page import write_page

    return _written("healthcare", write_page, output, data, path)


@reproduce.command("rx-anon")
@page_options
def rx_anon(output: Path, data: Path | None, path: Path | None) -> int:
    """rx-anon: groups, splits and information lost over k, lambda and strategy, by type, with time and memory.

    Writes rx-anon.md, rx-anon.csv and three plots. Needs blogs_1000_terms.jsonl.xz, for hotels hotel_reviews.csv.xz in
    the folder of --data.

    \b
    Example:
      python -m studies rx-anon -o reproduced --data corpora
    """
    from studies.rx_anon_page import write_page

    return _written("rx-anon", write_page, output, data, path)


def _written(paper: str, write_page: Callable[..., Path], output: Path, data: Path | None, path: Path | None) -> int:
    """Writes the page of a paper."""
    if data is None:
        note("--data is not given: the page has the paper's figures, and ours where the knowledge alone gives them")
    with meter("steps") as tell:
        page = write_page(output, engine_of({"path": path}), data=data, tell=tell, command=_command(paper, data))
    note(f"Written: {page}")
    return 0


def _command(words: str, data: Path | None) -> str:
    """As a page shows it: without where things lie on this machine."""
    return f"python -m studies {words}{' --data ...' if data else ''}"


if __name__ == "__main__":
    main(reproduce, "python -m studies")

"""`sfumato reproduce`: a paper's experiments on the knowledge at hand, our figures beside the paper's."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from sfumato.cli.knowledge import open_pack, pack_option
from sfumato.cli.show import meter, note


@click.group()
def reproduce() -> None:
    """Run a paper's experiments and write a page with our figures beside the paper's.

    \b
    Example:
      sfumato reproduce inference -o reproduced
    """


@reproduce.command()
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder to write to."
)
@click.option(
    "--data",
    envvar="SFUMATO_DATA",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of the corpora, for the texts of biographies; without it the repair is left out.",
)
@click.option("--people", default=200, show_default=True, type=click.IntRange(1, 20_000), help="People to look for.")
@pack_option
def inference(output: Path, data: Path | None, people: int, path: Path | None) -> int:
    """Web-based inference detection: topics that keywords lead to, and people whom they identify.

    Writes inference.md, inference.csv (the share of people found by the first 1 to 20 keywords) and inference.png.

    \b
    Example:
      sfumato reproduce inference -o reproduced --people 100
    """
    from sfumato import taxonomies
    from sfumato.language import SpacyLanguage
    from sfumato.protocols import Knowledge
    from sfumato.reproduce.inference_page import write_page

    knowledge = cast(Knowledge, open_pack(path))
    if data is None:
        note("--data is not given: the texts of biographies are not there, so that nothing is repaired")
    with meter("people") as progress:
        page = write_page(
            output,
            knowledge,
            limit=people,
            data=data,
            taxonomy=taxonomies.embedded,
            language=SpacyLanguage,
            tell=lambda step: progress(step, 0),
            command=f"sfumato reproduce inference --people {people}{' --data ...' if data else ''}",
        )
    note(f"Written: {page}")
    return 0

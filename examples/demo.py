"""A doctor's letter in which HIV can no longer be inferred. Run it with: make demo"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sfumato import Engine
from sfumato.service import Replacement, SanitizeRequest, Verified, VerifyRequest
from sfumato.types import Event, Note

SECRET = "HIV"
COLOURS = {"names": "bold red", "reveals": "bold red", "identifies": "yellow"}
SAY = Console(highlight=False)


def marked(text: str, found: tuple[Replacement, ...]) -> Text:
    """The text with what gives the secret away in colour."""
    shown = Text(text.strip())
    for each in found:
        shown.stylize(COLOURS.get(each.reason, "yellow"), each.start, each.end)
    return shown


def why(found: Replacement) -> str:
    """Why a term was replaced, in words."""
    if found.reason == "names":
        return f"names {found.secret}"
    if found.reason == "reveals":
        return f"reveals {found.bits:.1f} bits, limit {found.limit:.1f}"
    return "rare, and seen with it: it identifies" if found.reason == "identifies" else found.reason


def verdict(found: Verified) -> str:
    """What was found in a text, in words."""
    (secret,) = found.secrets
    most = f'"{secret.most_by}" says most, {secret.most:.1f} of {secret.bits:.1f} bits (limit {secret.limit:.1f})'
    if found.holds:
        return f"[green]holds[/green]: {secret.secret} is not named, and no term alone gives it away; {most}"
    left = f"{len(found.disclosures)} terms give {secret.secret} away, its name among them"
    return f"[red]does not hold[/red]: {left}; {most}"


def tell(event: Event) -> None:
    """Says what is opened where that takes a while: the first time knowledge and taxonomies are expanded."""
    if isinstance(event, Note):
        SAY.print(event.text)


def main() -> None:
    text = (Path(__file__).parent / "letter.txt").read_text(encoding="utf-8")
    engine = Engine(tell=tell)
    result = engine.sanitize(SanitizeRequest(text=text, hide=(SECRET,)))

    SAY.rule(f"What gives {SECRET} away in this letter?")
    SAY.print(marked(text, result.replacements))
    SAY.rule("The letter that may go out")
    SAY.print(Text(result.text.strip()))
    SAY.rule("What was replaced, and why")
    table = Table("term", "now", "why", box=None, pad_edge=False, header_style="dim")
    for each in result.replacements:
        table.add_row(Text(each.term), Text(each.text or "(left out)"), Text(why(each)))
    SAY.print(table)
    SAY.print(f"\n{result.utility:.0%} of the information of the letter's terms is kept.")

    SAY.rule("Checked from scratch, by what an attacker can know")
    for name, version in (("The original", text), ("The release", result.text)):
        SAY.print(name, verdict(engine.verify(VerifyRequest(text=version, hide=(SECRET,)))))
    SAY.print(f"\n{engine.knowledge.total:,} documents were counted; nothing left this machine.")
    SAY.print("Next: [bold].venv/bin/sfumato sanitize examples/letter.txt --policy us-medical[/bold]")
    SAY.print("Or in a browser: [bold].venv/bin/sfumato serve --open[/bold]")


if __name__ == "__main__":
    main()

"""A doctor's letter in which HIV can no longer be inferred. Run it with: make demo"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sfumato import knowledge, languages, sanitize, taxonomies
from sfumato.sanitizing import Replacement
from sfumato.verifying.text import Certificate, verify

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


def told(certificate: Certificate) -> str:
    """What a certificate says, in words."""
    (secret,) = certificate.secrets
    most = f'"{secret.most_by}" says most, {secret.most:.1f} of {secret.bits:.1f} bits (limit {secret.limit:.1f})'
    if certificate.holds:
        return f"[green]holds[/green]: {secret.secret} is not named, and no term alone gives it away; {most}"
    left = f"{len(certificate.disclosures)} terms give {secret.secret} away, its name among them"
    return f"[red]does not hold[/red]: {left}; {most}"


def main() -> None:
    text = (Path(__file__).parent / "letter.txt").read_text(encoding="utf-8")
    pack = knowledge.Pack.open(progress=SAY.print)
    chain = taxonomies.embedded(progress=SAY.print)
    sanitizer = sanitize.Sanitizer([SECRET], knowledge=pack, taxonomy=chain, language=languages.load())
    result = sanitizer(text)

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
    secrets = sanitizer.resolved(text)
    SAY.print("The original", told(verify(text, secrets, knowledge=pack)))
    SAY.print("The release", told(verify(result.text, secrets, knowledge=pack)))
    SAY.print(f"\n{pack.total:,} documents were counted; nothing left this machine.")
    SAY.print("Next: [bold].venv/bin/sfumato sanitize examples/letter.txt --policy us-medical[/bold]")


if __name__ == "__main__":
    main()

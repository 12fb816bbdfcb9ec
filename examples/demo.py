"""What gives HIV away in a doctor's letter, word by word? Run it with: make demo"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sfumato import (
    All,
    Any,
    Document,
    Knowledge,
    Taxonomy,
    Term,
    information,
    knowledge,
    language,
    taxonomies,
)
from sfumato.normalform import normal_form

SECRET = "HIV"
ALPHA = 1.5
SAY = Console(highlight=False)


def known(pack: Knowledge, term: str) -> str:
    """The term, or what is left of it when words are dropped from the left until the knowledge has it."""
    words = normal_form(term).split()
    while len(words) > 1 and not pack.count(" ".join(words)):
        words.pop(0)
    return " ".join(words)


def softened(term: str, limit: float, chain: Taxonomy, pack: Knowledge, secret: Any) -> str:
    """The most precise thing that could be said instead: a generalisation that reveals less than the limit."""
    best: tuple[float, str] | None = None
    for sense in chain.senses(term):
        for path in chain.paths(sense):
            for concept in path:
                named = Any(*chain.forms(concept))
                said = pack.count(named)
                if concept.grouping or not said or pack.count(concept.label) < pack.floor:
                    continue
                both = pack.count(All(named, secret))
                bits = information.information_content(said, pack.total)
                if information.pmi(both, pack.count(secret), said, pack.total) < limit and (not best or bits > best[0]):
                    best = bits, concept.label
        if best:
            return best[1]
    return "(leave out)"


def main() -> None:
    text = (Path(__file__).parent / "letter.txt").read_text(encoding="utf-8")
    pack = knowledge.Pack.open(progress=SAY.print)
    chain = taxonomies.embedded(progress=SAY.print)
    english = language.SpacyLanguage()

    secret = Any(*{form for sense in chain.senses(SECRET) for form in chain.forms(sense)})
    whole = information.information_content(pack.count(secret), pack.total)
    limit = information.disclosure_limit(whole, ALPHA)

    terms = english.terms(Document("letter", text))
    names = [known(pack, term.text) for term in terms]
    joint = pack.counts(secret, names)
    bits: dict[Term, float] = {}
    for term, name, both in zip(terms, names, joint, strict=True):
        bits[term] = information.pmi(both, pack.count(secret), pack.count(name), pack.total) if both else 0.0

    SAY.rule(f"What gives {SECRET} away in this letter?")
    shown = Text(text.strip())
    for term in terms:
        if bits[term] >= limit:
            shown.stylize("bold red", term.start, term.end)
        elif bits[term] >= limit / 2:
            shown.stylize("yellow", term.start, term.end)
    SAY.print(shown)
    SAY.print()

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in (
        "term",
        "documents",
        f"with {SECRET}",
        f"reveals, of {whole:.1f} bits",
        "",
        "could be said as",
    ):
        table.add_column(column, justify="right" if column in ("documents", f"with {SECRET}") else "left")
    rows = {name: (term, both) for term, name, both in zip(terms, names, joint, strict=True)}
    for name, (term, both) in sorted(rows.items(), key=lambda row: -bits[row[1][0]]):
        if bits[term] >= limit / 2:
            risky = bits[term] >= limit
            bar = "█" * round(bits[term] / whole * 16)
            instead = softened(name, limit, chain, pack, secret) if risky else "[dim]alone it may stay[/dim]"
            bar = f"[red]{bar}[/red]" if risky else f"[yellow]{bar}[/yellow]"
            table.add_row(term.text, f"{pack.count(name):,}", f"{both:,}", bar, f"{bits[term]:.1f}", instead)
    SAY.print(table)
    rare = [term.text for term, name in zip(terms, names, strict=True) if pack.count(name) < pack.floor]
    if rare:
        SAY.print(f"\nToo rare to judge (in fewer than {pack.floor} documents): {', '.join(rare)}")
    SAY.print(
        f"\n{pack.total:,} documents were counted, none of them left this machine. A term that reveals {limit:.1f} bits"
        f" or more\nof {SECRET}'s {whole:.1f} (alpha = {ALPHA}) gives it away.\n"
        f'Next: [bold]sfumato taxonomy show "breast cancer"[/bold],'
        f' [bold]sfumato knowledge count hiv "blood transfusion"[/bold]'
    )


if __name__ == "__main__":
    main()

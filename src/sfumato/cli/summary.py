"""What sanitizing did, told to a person: what was replaced by what and why, what is kept, and what is claimed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sfumato.cli.console import note, table
from sfumato.cli.hints import UNKNOWN_STAY
from sfumato.io.files import counted
from sfumato.verifying.verdict import caution, faults, standing, verdict

if TYPE_CHECKING:
    from sfumato.sanitizing import Replacement, Sanitized
    from sfumato.service import Totals

_ROWS = 40  # replacements that are told of one by one
_WIDE = 36  # characters of a term
_FAILURES = 10
_REVIEWED = 10
_ARTICLE = re.compile(r"(?:an?|the) ", re.I)


def tell_one(result: Sanitized) -> None:
    """All about one text."""
    certificate = result.certificate
    whole = {one.secret: one.bits for one in certificate.secrets}
    rows = rows_of(result.replacements, whole)
    tell_replacements(rows)
    if rows:
        note("")
    places = f" in {counted(len(result.replacements), 'place')}" if len(rows) < len(result.replacements) else ""
    note(f"{counted(len(rows), 'term')} replaced{places}; {result.utility:.0%} of the information is kept.")
    _tell_certificate(result)
    if result.review:
        more = f" and {len(result.review) - _REVIEWED} more" if len(result.review) > _REVIEWED else ""
        said = ", ".join(" ".join(term.split()) for term in result.review[:_REVIEWED])
        note(f"Kept for you to look at, since the knowledge has never seen them: {said}{more}", colour="yellow")


def _tell_certificate(result: Sanitized) -> None:
    certificate = result.certificate
    if certificate.holds:
        note(f"The certificate {verdict(certificate)}.", colour=None if certificate.about == "nothing" else "green")
        if warning := caution(certificate):
            note(warning, colour="yellow")
    else:
        note("The certificate does NOT hold:", bold=True, colour="red")
        for fault in faults(certificate, hint=UNKNOWN_STAY):
            note(f"  {fault}")
    table([(f"  {name}", said) for name, said in map(standing, certificate.secrets[:_ROWS])], most=50, err=True)
    if certificate.exempt:
        note(f"Exempt because they are denied: {counted(len(certificate.exempt), 'statement')}.")


def tell_replacements(rows: Counter[tuple[str, str, str]]) -> None:
    """A table of terms, what stands in their place, and why; how often where that is more than once."""
    several = any(number > 1 for number in rows.values())
    cells: Iterable[Sequence[str]] = (
        ((f"{number} ×" if number > 1 else "") if several else "", term, f"→ {said}", reason)
        for (term, said, reason), number in rows.items()
    )
    right = [0] if several else []
    table((row if several else row[1:] for row in cells), right=right, most=_WIDE, first=_ROWS, err=True)


def rows_of(found: Iterable[Replacement], whole: dict[str, float]) -> Counter[tuple[str, str, str]]:
    """Term, replacement and reason, and how often; articles and capitals at their head make no difference."""
    from sfumato.sanitizing.result import why

    rows: Counter[tuple[str, str, str]] = Counter()
    first: dict[tuple[str, str, str], tuple[str, str, str]] = {}
    for each in found:
        row = " ".join(each.term.split()), " ".join(each.text.split()) or "(left out)", why(each, whole)
        alike = row[0].lower(), _ARTICLE.sub("", row[1]).lower(), row[2]
        rows[first.setdefault(alike, row)] += 1
    return rows


def tell_totals(totals: Totals, rows: Counter[tuple[str, str, str]]) -> None:
    """What became of many documents; `rows` are what was replaced by what in all of them, where that is wanted."""
    if rows:
        tell_replacements(Counter(dict(rows.most_common())))
        note("")
    kept = totals.utilities
    failed = f", {len(totals.failures):,} failed" if totals.failures else ""
    note(f"{len(kept):,} of {counted(totals.documents, 'document')} sanitized{failed}.", bold=True)
    if kept:
        changes = f"{counted(totals.replacements, 'replacement')} in {counted(totals.changed, 'document')}"
        mean = f"{sum(kept) / len(kept):.0%} of the information is kept"
        note(f"{changes}; {mean} on average, from {min(kept):.0%} to {max(kept):.0%}.")
        if not totals.broken:
            note(totals.verdict, colour=None if totals.claims["nothing"] else "green")
    for said in totals.faults():
        note(said, bold=True, colour="red")
    if totals.review:
        note(f"{counted(totals.review, 'unknown term')} kept for you to look at.", colour="yellow")
    if totals.failures:
        note("Failed:", bold=True, colour="red")
        table([(f"  {id}", error) for id, error in totals.failures], most=50, first=_FAILURES, err=True)

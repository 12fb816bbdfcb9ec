"""What sanitizing did, told to a person: what was replaced by what and why, what is kept, and what is claimed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sfumato.cli.console import counted, note, table
from sfumato.cli.verdict import faults, standing, verdict

if TYPE_CHECKING:
    from sfumato.sanitizing import Replacement, Sanitized

_ROWS = 40  # replacements that are told of one by one
_WIDE = 36  # characters of a term
_FAILURES = 10
_REVIEWED = 10
_ARTICLE = re.compile(r"(?:an?|the) ", re.I)


def why(found: Replacement, whole: dict[str, float]) -> str:
    """Why a term was replaced, in words and bits; `whole` is the information of each secret."""
    bits, limit = f"{found.bits:.1f}", f"limit {found.limit:.1f}"
    of = f"{bits} of {whole[found.secret]:.1f}" if found.secret in whole else bits
    said = {
        "names": f"names {found.secret}" if found.secret else "names a secret",
        "reveals by its kind": f"is of a kind that reveals {of} bits of {found.secret}, {limit}",
        "reveals": f"reveals {of} bits of {found.secret}, {limit}",
        "reveal together": f"with other terms reveals {of} bits of {found.secret}, {limit}",
        "lead to": f"with other words leads to {found.secret}",
        "tells of hidden": f"tells {bits} bits of {found.secret}, {limit}",
        "is informative": f"tells {bits} bits, {limit}",
        "identifies": "identifies",
        "unknown": "unknown to the knowledge",
    }
    if found.reason.startswith("found by "):
        return f"{found.reason} ({found.label})"
    return said.get(found.reason, found.reason)


def tell_one(result: Sanitized) -> None:
    """All about one text."""
    certificate = result.certificate
    whole = {one.secret: one.bits for one in certificate.secrets}
    rows = _rows(result.replacements, whole)
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
        note(f"The certificate {verdict(certificate)}.", colour="green" if certificate.secrets else None)
    else:
        note("The certificate does NOT hold:", bold=True, colour="red")
        for fault in faults(certificate):
            note(f"  {fault}")
    table([(f"  {name}", said) for name, said in map(standing, certificate.secrets[:_ROWS])], most=50, err=True)
    if certificate.exempt:
        note(f"Exempt because they are denied: {counted(len(certificate.exempt), 'statement')}.")
    if certificate.unknown and certificate.secrets:
        words = counted(certificate.unknown, "word")
        note(f"{words} of the new text {'is' if certificate.unknown == 1 else 'are'} unknown to the knowledge.")


def tell_replacements(rows: Counter[tuple[str, str, str]]) -> None:
    """A table of terms, what stands in their place, and why; how often where that is more than once."""
    several = any(number > 1 for number in rows.values())
    cells: Iterable[Sequence[str]] = (
        ((f"{number} ×" if number > 1 else "") if several else "", term, f"→ {said}", reason)
        for (term, said, reason), number in list(rows.items())[:_ROWS]
    )
    table((row if several else row[1:] for row in cells), right=[0] if several else [], most=_WIDE, err=True)
    if len(rows) > _ROWS:
        note(f"and {counted(len(rows) - _ROWS, 'more term')}")


def _rows(found: Iterable[Replacement], whole: dict[str, float]) -> Counter[tuple[str, str, str]]:
    """Term, replacement and reason, and how often; articles and capitals at their head make no difference."""
    rows: Counter[tuple[str, str, str]] = Counter()
    first: dict[tuple[str, str, str], tuple[str, str, str]] = {}
    for each in found:
        row = " ".join(each.term.split()), " ".join(each.text.split()) or "(left out)", why(each, whole)
        alike = row[0].lower(), _ARTICLE.sub("", row[1]).lower(), row[2]
        rows[first.setdefault(alike, row)] += 1
    return rows


@dataclass
class Totals:
    """What became of many documents; in detail, what was replaced by what in all of them."""

    detailed: bool = False
    documents: int = 0
    changed: int = 0
    replacements: int = 0
    utilities: list[float] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """Documents whose certificate does not hold."""
    named: list[str] = field(default_factory=list)
    """Ids and file names that name a secret of their document."""
    review: int = 0
    rows: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def fail(self, id: str, error: str) -> None:
        self.documents += 1
        self.failures.append((id, error))

    def add(self, result: Sanitized) -> None:
        self.documents += 1
        whole = {one.secret: one.bits for one in result.certificate.secrets}
        self.changed += bool(result.replacements)
        self.replacements += len(result.replacements)
        self.utilities.append(result.utility)
        self.review += len(result.review)
        if not result.certificate.holds:
            self.broken.append(str(result.id))
        if self.detailed:
            self.rows.update(_rows(result.replacements, whole))

    def as_dict(self) -> dict[str, Any]:
        kept = self.utilities
        return {
            "documents": self.documents,
            "sanitized": len(kept),
            "failed": [{"id": id, "error": error} for id, error in self.failures],
            "changed": self.changed,
            "replacements": self.replacements,
            "utility": {
                "mean": round(sum(kept) / len(kept), 4) if kept else None,
                "least": round(min(kept), 4) if kept else None,
                "most": round(max(kept), 4) if kept else None,
            },
            "review": self.review,
            "holds": not self.broken and not self.named,
            "named": len(self.named),
            "do_not_hold": self.broken,
        }

    def tell(self) -> None:
        if self.rows:
            tell_replacements(Counter(dict(self.rows.most_common())))
            note("")
        kept = self.utilities
        failed = f", {len(self.failures):,} failed" if self.failures else ""
        note(f"{len(kept):,} of {counted(self.documents, 'document')} sanitized{failed}.", bold=True)
        if kept:
            changes = f"{counted(self.replacements, 'replacement')} in {counted(self.changed, 'document')}"
            mean = f"{sum(kept) / len(kept):.0%} of the information is kept"
            note(f"{changes}; {mean} on average, from {min(kept):.0%} to {max(kept):.0%}.")
            if not self.broken:
                note("Every certificate holds.", colour="green")
        if self.broken:
            some = ", ".join(self.broken[:_FAILURES]) + (", ..." if len(self.broken) > _FAILURES else "")
            note(f"{counted(len(self.broken), 'certificate')} not holding: {some}", bold=True, colour="red")
        if self.named:
            what = counted(len(self.named), "id or file name", "ids or file names")
            said = (
                "names a secret and goes out as it is"
                if len(self.named) == 1
                else "name a secret and go out as they are"
            )
            note(f"{what} {said}: change it first.", bold=True, colour="red")
        if self.review:
            note(f"{counted(self.review, 'unknown term')} kept for you to look at.", colour="yellow")
        if self.failures:
            note("Failed:", bold=True, colour="red")
            table([(f"  {id}", error) for id, error in self.failures[:_FAILURES]], most=50, err=True)
            if len(self.failures) > _FAILURES:
                note(f"  and {len(self.failures) - _FAILURES:,} more")

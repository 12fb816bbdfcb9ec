"""What goes out of a review: a working record, and a report of how it was done, with nothing of what is hidden."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import Any

from sfumato.io.files import counted
from sfumato.reviewing.acts import State
from sfumato.reviewing.document import ReviewedDocument
from sfumato.verifying.certificate import Certificate

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#26231f}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #ddd}"
    "@media print{body{margin:0}}"
)
_DONE = {"": "replaced, not looked at", "skip": "replaced, skipped", "accept": "replaced as proposed", "keep": "kept"}
_DONE |= {"write": "replaced by other words", "leave out": "left out"}


def working_record(document: ReviewedDocument, state: State, certificate: Certificate) -> dict[str, Any]:
    """A record of a working file, as sanitizing writes it: what stands where and why, beside the text and its claim."""
    replacements = []
    for edit, number in state.placed():
        if number < 0:
            item_values: dict[str, Any] = {"reason": "everything goes", "label": "OTHER"}
            start, end = edit.start, edit.end
        else:
            item = state.items[number]
            start, end = item.term_start, item.term_end
            item_values = {"reason": item.reason, "label": item.label, "secret": item.secret}
            item_values |= {"bits": item.bits, "limit": item.limit}
        replacements.append(
            {"start": edit.start, "end": edit.end, "text": edit.text, "term": document.original[edit.start : edit.end]}
            | item_values
            | {"term_start": start, "term_end": end}
        )
    return {
        "id": document.id,
        "text": state.text,
        "replacements": replacements,
        "utility": round(document.kept(state), 4),
        "review": list(state.unsure),
        "certificate": certificate.to_dict(),
    }


def report(document: ReviewedDocument, state: State, certificate: Certificate) -> str:
    """A page about how a document was reviewed: numbers, codes and hashes, and not a word of what is hidden."""
    done = Counter(_DONE[choice.does if (choice := state.choices.get(at)) else ""] for at in range(len(state.items)))
    codes = Counter(document.code(item) or item.label for item in state.items)
    review = certificate.claim.get("review", {})
    holds = "holds" if certificate.holds else "does NOT hold"
    rows = [
        ("The claim", f"{holds}; secrets: {len(certificate.secrets)}"),
        ("Information kept", f"{document.kept(state):.0%}"),
        ("Reviewers", ", ".join(review.get("reviewers", ())) or "nobody"),
        ("State", state.state),
        ("Disputed items", str(len(state.disputed()))),
        ("Words that cannot be judged", str(certificate.unknown)),
        ("SHA-256 of the released text", certificate.text_sha256),
        ("Knowledge", certificate.knowledge),
    ]
    if state.finished is not None:
        rows.append(("Finished", f"{state.finished.at} by {state.finished.by}"))
    if certificate.not_claimed:
        rows.append(("What is not claimed", certificate.not_claimed))
    if not certificate.holds and state.finished is not None:
        rows.append(("Released all the same", "the reason is in the certificate"))
    standings = [
        (f"secret {number}", f"{max(each.most, 0):.1f} of {each.bits:.1f} bits told at most, limit {each.limit:.1f}")
        for number, each in enumerate(certificate.secrets, 1)
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Review report</title>'
        f"<style>{_STYLE}</style><h1>Review report</h1>{_table(rows)}"
        f"<h2>What is told</h2>{_table(standings)}"
        f"<h2>{counted(len(state.items), 'item')}</h2>{_table(sorted((k, str(v)) for k, v in done.items()))}"
        f"<h2>By code or kind</h2>{_table([(code, str(number)) for code, number in codes.most_common()])}</html>\n"
    )


def _table(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(said)}</td></tr>' for name, said in rows)
    return f"<table>{cells}</table>"

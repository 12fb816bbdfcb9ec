"""A certificate in words: whether it holds, how each secret stands, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sfumato.io.files import counted

if TYPE_CHECKING:
    from sfumato.verifying.certificate import Certificate, Standing

_SHOWN = 10  # disclosures that are told one by one


def verdict(certificate: Certificate) -> str:
    """Whether a certificate holds, and what that means."""
    from sfumato.verifying.certificate import crowded, looked, never_judged, of_file

    if not certificate.holds:
        return "does not hold"
    by = f"{' and '.join(certificate.detectors)} find nothing more" if certificate.detectors else ""
    if not certificate.secrets:
        return (
            f"holds: {by}; no secret was named{of_file(certificate)}" if by else "claims nothing: no secret was named"
        )
    size, searches = certificate.claim.get("groups", 1), certificate.claim.get("searches")
    untrue = certificate.claim.get("surrogates", ())
    together = f", alone or with {size - 1} more," if size > 1 else ""
    also = (f", and nothing leads to a secret{looked(searches)}" if searches else "") + (by and f"; {by}")
    if untrue:
        also += f"; {counted(len(untrue), 'surrogate')} in it {'is' if len(untrue) == 1 else 'are'} not true"
    also += crowded(certificate)
    also += (certificate.unknown and f", but for {never_judged(certificate)}") or ""
    also += of_file(certificate)
    return f"holds: no name of a secret is left, and no term{together} reveals as much as its limit{also}"


def caution(certificate: Certificate) -> str:
    """What a claim about others that fit as well does not promise, in words; empty where there is none."""
    missing = certificate.not_claimed
    return f"That is what counts and the handbook can tell. {missing} Read what goes out." if missing else ""


def standing(one: Standing) -> tuple[str, str]:
    """A secret, and the most that is told of it."""
    name = f"{one.secret} (stands for {one.stands_for})" if one.stands_for else one.secret
    if not one.documents:
        return name, "never seen in the knowledge: its spellings were looked for, and nothing is claimed of terms"
    by = (f' (by "{one.most_by}")' if one.most_by else "") + f", limit {one.limit:.1f}{one.as_a_whole}"
    return name, f"{max(one.most, 0):.1f} of {one.bits:.1f} bits told at most{by}"


def never_seen(certificate: Certificate) -> Iterator[str]:
    """The secrets of which the knowledge knows nothing."""
    for one in certificate.secrets:
        if not one.seen and not one.stands_for:
            near = f" Did you mean {' or '.join(one.near)}?" if one.near else ""
            yield f"{one.secret}: never seen in the knowledge.{near}"


def faults(certificate: Certificate, places: list[str] | None = None, *, hint: str = "") -> Iterator[str]:
    """What speaks against the claim; `places` say where names are left, `hint` how unknown words may stand."""
    from sfumato.verifying.certificate import never_judged, standing_out, told

    if certificate.labels:
        yield f"{counted(certificate.labels, 'name')} of a secret left{': ' + ', '.join(places) if places else ''}"
    whole = {one.secret: one.bits for one in certificate.secrets}
    yield from _some([f'{each.detector} still find "{each.term}" ({each.label})' for each in certificate.found])
    yield from _some([told(found, whole.get(found.secret, 0.0)) for found in certificate.disclosures])
    yield from standing_out(certificate)
    yield from _some(list(certificate.document.faults) if certificate.document else [])
    if certificate.unknown and certificate.claim.get("unknown") == "redact":
        yield f"{never_judged(certificate)}{hint}"


def beyond(certificate: Certificate) -> Iterator[str]:
    """Pairs that disclose where the claim is for single terms only."""
    from sfumato.verifying.certificate import told

    whole = {one.secret: one.bits for one in certificate.secrets}
    yield from _some([told(found, whole.get(found.secret, 0.0)) for found in certificate.pairs])


def _some(lines: list[str]) -> Iterator[str]:
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"and {len(lines) - _SHOWN} more"

"""Checks a released text from scratch: nothing is taken from the sanitizer, and no parser is asked.

Every word and every known phrase of one to four words is judged, whatever its part of speech, and so are groups of
them; every label of every secret is looked for under disguises. What comes out is a certificate: a working paper that
names the secrets, never part of a release.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sfumato.languages.en.negation import negated
from sfumato.languages.en.normalform import STOP_WORDS, normal_form
from sfumato.languages.en.reading import read
from sfumato.languages.en.scan import Scanner
from sfumato.languages.reading import contexts, in_contexts, visible
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Knowledge
from sfumato.risk import Correlated, CSanitized, Hidden, Reach, disclosures, risky_groups
from sfumato.types import Disclosure

VERSION = 1
MOST_FOR_PAIRS = 1500
"""Distinct phrases up to which pairs are looked at where the claim is for single terms only."""
_SHOWN = 20  # disclosures that a certificate spells out


@dataclass(frozen=True, slots=True)
class Standing:
    """How a secret stands in a text: what it is worth, what may be told of it, and the most that is told."""

    secret: str
    alpha: float
    documents: int
    bits: float
    limit: float
    most: float
    most_by: str
    seen: bool
    near: tuple[str, ...]
    asked: str = ""
    """The label by which it was asked for, to ask again; a concept's id where a text had to settle the sense."""
    aliases: tuple[str, ...] = ()
    stands_for: str = ""
    """The secret that the knowledge has never seen, for which this one is judged: it is a part or a kind of it."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was checked and what was found. It holds if nothing was: no label, no term and no group as claimed."""

    holds: bool
    claim: dict[str, Any]
    secrets: tuple[Standing, ...]
    labels: int
    """Places at which a label of a secret stands."""
    disclosures: tuple[Disclosure, ...]
    """Terms and groups that reach a limit."""
    pairs: tuple[Disclosure, ...]
    """Pairs that do, where the claim is for single terms only: reported, not part of the claim."""
    exempt: tuple[tuple[int, int], ...]
    """Places that were exempt because they are denied."""
    unknown: int
    """Distinct words that the knowledge has never seen, so that nothing is claimed of them."""
    text_sha256: str
    knowledge: str
    version: int = VERSION

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def verify(
    text: str,
    resolved: Sequence[Resolved],
    *,
    knowledge: Knowledge,
    groups: int = 1,
    support: int = 3,
    counting: str = "taxonomic",
    context: str = "document",
    keep_negated: bool = False,
    pairs: bool = True,
    original: str | None = None,
    searches: Sequence[Reach] = (),
    claim: dict[str, Any] | None = None,
) -> Certificate:
    """The certificate of a text; `claim` is what else it is to record, a profile for one.

    Given the `original`, it is also checked what the text tells of the names of secrets that stood there and are gone:
    as terms removed (CORR eq. 3), against the limit of eq. 8 over them. `searches` are those by which no set of
    keywords may lead to a secret (WEB).
    """
    found_secrets = [(each, secret) for each in resolved for secret in (each.secret, *each.proxies)]
    judge = CSanitized(knowledge, [s for _, s in found_secrets], support=support, counting=counting)
    reading = read(text)
    exempt = negated(reading) if keep_negated else []
    places = {
        form: spans
        for form, found in visible(text, knowledge.language).items()
        if (spans := [span for span in found if not _inside(span, exempt)])
    }
    scanner = Scanner(label for each in resolved for label in each.secret.labels)
    labels = [hit for hit in scanner.find(text) if not _inside(hit[:2], exempt)]
    alone = disclosures(judge, list(places))
    if original is not None:
        gone = {normal_form(original[a:b]) for a, b, _ in scanner.find(original)} - set(places)
        known = [Hidden(form) for form in sorted(gone) if knowledge.count(form)]
        alone += disclosures(Correlated(knowledge, known, support=support), list(places))
    together: list[Disclosure] = []
    beyond: list[Disclosure] = []
    for here in in_contexts(places, contexts(text, context, knowledge.language)):
        if groups > 1:
            together += risky_groups(judge, list(here), groups)
        elif pairs and len(here) <= MOST_FOR_PAIRS:
            beyond += risky_groups(judge, list(here), 2)
    for search in searches:
        told = search.leads(text, [secret for _, secret in found_secrets], knowledge)
        together += [inference.disclosure() for inference in told]
    standings = _standings(judge, found_secrets, list(places))
    words = {form for form in reading.forms if form.isalpha()} - STOP_WORDS
    meta = getattr(knowledge, "meta", {})
    return Certificate(
        holds=not labels and not alone and not together,
        claim={"groups": groups, "support": support, "counting": counting, "context": context, **(claim or {})}
        | ({"searches": [search.as_dict() for search in searches]} if searches else {}),
        secrets=standings,
        labels=len(labels),
        disclosures=tuple(sorted([*alone, *together], key=lambda d: d.limit - d.bits)[:_SHOWN]),
        pairs=tuple(beyond[:_SHOWN]),
        exempt=tuple(exempt),
        unknown=sum(not knowledge.count(word) for word in words),
        text_sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        knowledge=f"{knowledge.total} documents {meta.get('checksum', '')}".strip(),
    )


def _inside(span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    return any(a <= span[0] and span[1] <= b for a, b in spans)


def _standings(
    judge: CSanitized, secrets: Sequence[tuple[Resolved, Any]], forms: Sequence[str]
) -> tuple[Standing, ...]:
    bits = judge.bits(forms)
    standings = []
    for row, (each, secret) in enumerate(secrets):
        at = int(bits[row].argmax()) if len(forms) else -1
        standings.append(
            Standing(
                secret=secret.name,
                alpha=secret.alpha,
                documents=judge.documents[row],
                bits=round(judge.contents[row], 3),
                limit=round(float(judge.limits[row]), 3),
                most=round(float(bits[row, at]), 3) if at >= 0 else 0.0,
                most_by=forms[at] if at >= 0 and bits[row, at] > 0 else "",
                seen=each.seen if secret is each.secret else True,
                near=each.near if secret is each.secret else (),
                asked=each.asked if secret is each.secret else "",
                aliases=each.aliases if secret is each.secret else (),
                stands_for="" if secret is each.secret else each.secret.name,
            )
        )
    return tuple(standings)

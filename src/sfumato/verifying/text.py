"""Checks a released text from scratch: nothing is taken from the sanitizer, and no parser is asked about secrets.

Every word and every known phrase of one to four words is judged, whatever its part of speech, and so are groups of
them; every label of every secret is looked for under disguises. What comes out is a certificate: a working paper that
names the secrets, never part of a release.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from sfumato.io.messages import plain
from sfumato.knowledge.copies import without_copies
from sfumato.languages.reading import Covered, contexts, in_contexts, visible
from sfumato.policy import DEFAULT, Detect, Profile
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Knowledge
from sfumato.risk import Correlated, CSanitized, Hidden, Reach, disclosures
from sfumato.risk.clues import told_by_clues
from sfumato.risk.meaning import is_read, told_by_meaning
from sfumato.risk.readers import NOBODY_ELSE, Read, Readers, read_by_all
from sfumato.risk.telling import HARDLY_WITHOUT
from sfumato.risk.unseen import Unseen, names_beside, unseen
from sfumato.risk.whole_text import Told, told_as_a_whole
from sfumato.types import Disclosure, Term
from sfumato.verifying.certificate import Certificate, Crowded, Found, Standing

MOST_FOR_PAIRS = 1500
"""Distinct phrases up to which pairs are looked at where the claim is for single terms only."""
_SPEAKING = 5  # pieces that speak most for a secret, which a certificate spells out
_SHOWN = 20  # disclosures that a certificate spells out


@dataclass(frozen=True, slots=True)
class Looks:
    """Ways to look at a text beside counts of single terms."""

    searches: tuple[Reach, ...] = ()
    readers: Readers = NOBODY_ELSE
    judge: CSanitized | None = None
    """A judge of the same secrets that remembers what it was asked, for one who checks a text again and again.

    Its knowledge is that by which the text is judged. What the whole text tells, which is reported and not limited, is
    then not asked for."""


def verify(
    text: str,
    resolved: Sequence[Resolved],
    *,
    knowledge: Knowledge,
    profile: Profile = DEFAULT,
    pairs: bool = True,
    original: str | None = None,
    looks: Looks | None = None,
    claim: Mapping[str, Any] = MappingProxyType({}),
) -> Certificate:
    """The certificate of a text: what the secrets reveal to a judge that goes by the profile.

    `claim` is what else it is to record. With `pairs` those are reported that disclose together where the claim is
    for single terms. Given the `original`, it is also checked what the text tells of the names of secrets that stood
    there and are gone: as terms removed (CORR eq. 3), against the limit of eq. 8 over them. `looks` are
    further ways to look at the text: searches by which no set of keywords may lead to a secret (WEB), and readers.
    """
    looks = looks or Looks()
    searches = looks.searches
    groups, support, counting = profile.groups, profile.support, profile.counting
    judge = looks.judge
    if judge is not None:
        knowledge = judge.knowledge
    elif counting == "taxonomic":
        knowledge = without_copies(text, knowledge)
    found_secrets = [(each, secret) for each in resolved for secret in (each.secret, *each.proxies)]
    if judge is None:
        judge = CSanitized(knowledge, [s for _, s in found_secrets], support=support, counting=counting)
    language = knowledge.language
    reading = language.read(text)
    exempt = language.negated(reading) if profile.keep_negated else []
    denied = Covered(exempt)
    places = {
        form: spans
        for form, found in visible(text, language).items()
        if (spans := [span for span in found if span not in denied] if exempt else found)
    }
    scanner = language.scanner(label for each in resolved for label in each.secret.labels)
    labels = [hit for hit in scanner.find(text) if hit[:2] not in denied]
    counted = any(each.is_counted for each in resolved)
    never = unseen(reading, knowledge, judge.secrets) if counted else Unseen({}, {})
    for base, spans in never.bases.items():
        places.setdefault(base, []).extend(span for span in spans if span not in denied)
    unknown = list(dict.fromkeys(form for span, form in never.places.items() if span not in denied))
    alone = disclosures(judge, list(places))
    people = Covered(names_beside(reading, knowledge, judge.secrets))
    chance = {
        why.terms[0]
        for why in alone
        if why.reason == HARDLY_WITHOUT and all(span in people for span in places[why.terms[0]])
    }  # that a document or two of somebody of that name have the secret tells nothing of it
    alone = [why for why in alone if why.terms[0] not in chance]
    telling = [span for why in alone for span in places[why.terms[0]]]
    for clue in told_by_clues(text, judge, exempt):
        if not any(a < clue.end and clue.start < b for a, b in telling):
            alone.append(clue.disclosure(judge, text))
            telling.append((clue.start, clue.end))
    for sentence in told_by_meaning(text, judge, exempt):
        if not any(a < sentence.end and sentence.start < b for a, b in telling):  # else a term of it tells already
            alone.append(sentence.disclosure(judge))
    if original is not None:
        gone = {language.normal_form(original[a:b]) for a, b, _ in scanner.find(original)} - set(places)
        known = [Hidden(form) for form in sorted(gone) if knowledge.count(form)]
        alone += disclosures(Correlated(knowledge, known, support=support), list(places))
    together: list[Disclosure] = []
    beyond: list[Disclosure] = []
    looked_at = groups > 1 or pairs
    for here in in_contexts(places, contexts(text, profile.context, language)) if looked_at else ():
        if groups > 1:
            together += judge.groups(list(here), groups)
        elif pairs and len(here) <= MOST_FOR_PAIRS:
            beyond += judge.groups(list(here), 2)
    for search in searches:
        told = search.leads(text, [secret for _, secret in found_secrets], knowledge)
        together += [inference.disclosure() for inference in told]
    crowds = crowds_of(read_by_all(text, judge, exempt, looks.readers), text) if profile.crowd else ()
    whole = told_as_a_whole(reading, judge, exempt) if looks.judge is None else [None] * len(judge.secrets)
    standings = _standings(judge, found_secrets, [form for form in places if form not in chance], whole)
    meta = getattr(knowledge, "meta", {})
    return Certificate(
        holds=not (labels or alone or together or (unknown and profile.unknown == "redact"))
        and all(each.size >= min(profile.crowd, each.rivals) for each in crowds),
        claim=plain(
            {
                "groups": groups,
                "crowd": profile.crowd if crowds else 0,
                "support": support,
                "counting": counting,
                "context": profile.context,
            }
            | {"unknown": profile.unknown, "meaning": judge.reads_meaning and is_read(), **claim}
            | ({"rivals": looks.readers.people.as_claim()} if crowds and looks.readers.people else {})
            | ({"searches": [search.as_dict() for search in searches]} if searches else {})
        ),
        secrets=standings,
        labels=len(labels),
        disclosures=tuple(sorted([*alone, *together], key=lambda d: d.limit - d.bits)[:_SHOWN]),
        pairs=tuple(beyond[:_SHOWN]),
        exempt=tuple(exempt),
        unknown=len(unknown),
        unseen=tuple(unknown[:_SHOWN]),
        text_sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        knowledge=f"{knowledge.total} documents {meta.get('checksum', '')}".strip(),
        crowds=crowds,
    )


def with_detectors(
    certificate: Certificate, rules: Sequence[Detect], left: Sequence[tuple[Term, Detect]]
) -> Certificate:
    """A certificate that also claims that detectors, by these rules, find nothing; `left` is what they found."""
    if not rules:
        return certificate
    said = [{key: value for key, value in asdict(rule).items() if value and key != "why"} for rule in rules]
    return replace(
        certificate,
        holds=certificate.holds and not left,
        claim=certificate.claim | {"detect": plain(said)},
        detectors=tuple(dict.fromkeys(rule.detector for rule in rules)),
        found=tuple(Found(term.text, term.label, rule.detector, term.start, term.end) for term, rule in left),
    )


def crowds_of(reads: Sequence[Read], text: str) -> tuple[Crowded, ...]:
    """The crowd of each secret of a text, by each reader, and what speaks most for the secret."""
    found = []
    for read in reads:
        speaking = sorted((piece for piece in read.evidence if piece.secret > 0), key=lambda piece: -piece.secret)
        by = dict.fromkeys(" ".join(text[piece.start : piece.end].split()) for piece in speaking)
        rivals, few = len(read.candidates.rivals), tuple(by)[:_SPEAKING]
        found.append(Crowded(read.candidates.secret.name, read.reader, read.crowd.size, rivals, few, read.among))
    return tuple(found)


def _standings(
    judge: CSanitized, secrets: Sequence[tuple[Resolved, Any]], forms: Sequence[str], whole: Sequence[Told | None]
) -> tuple[Standing, ...]:
    bits = judge.bits(forms)
    standings = []
    for row, (each, secret) in enumerate(secrets):
        at = int(bits[row].argmax()) if len(forms) else -1
        told = whole[row]
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
                chance=None if told is None else float(f"{told.chance:.3g}"),
                together=None if told is None else round(told.bits, 3),
                together_by=() if told is None else told.by,
            )
        )
    return tuple(standings)

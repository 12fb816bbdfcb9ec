"""Drug reviews whose condition is hidden: where it stands among all others, by readers and by attackers kept apart.

The reviews are those of `druglib` that may be looked at (rows 1 to 2,071), one for each condition and drug. The
condition is the secret; candidates are all conditions of those rows that the handbook has, or that a concept of the
taxonomies with 20 documents or more stands for. What is a kind of the secret, or what it is a kind of, is no other
candidate. The readers of clues and of meaning are those that sanitizing asks, and know only what the handbook has;
the attackers kept apart are TF-IDF over the knowledge, sentence vectors of plain phrases with each name, and both.
Reviews are in the knowledge, too: a document that is one of them is counted by nobody. Among equals the middle rank
is taken; first is a rank below 2. The sentence vectors were chosen among 24 ways on 67 of these reviews, by what they
find where only the name was taken out. Even so the attackers kept apart are weak there: where the first version is
near a bar already, meeting it says little, and the two versions are to be compared. None of them knows what a person
or a language model knows.
"""

from __future__ import annotations

import csv
import io
import lzma
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.table import Row
from sfumato.errors import SfumatoError
from sfumato.knowledge import Without
from sfumato.knowledge.copies import copies_of
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.measure.attack.apart import Apart
from sfumato.measure.attack.crowd import TEN, rank_of
from sfumato.policy.hiding import hide_of
from sfumato.policy.resolver import Resolver
from sfumato.protocols import Knowledge
from sfumato.protocols.reading import Candidate, Candidates
from sfumato.risk import CSanitized
from sfumato.risk.clues import named_entries
from sfumato.risk.readers import readers_of
from sfumato.service import Engine
from sfumato.service.requests import SanitizeRequest
from sfumato.types import Any, Secret

ROWS, REVIEWS, DOCUMENTS = 2_071, 200, 20
_WORDS = 40  # that a review has at least
_NAME_ONLY, _OURS = "name taken out", "ours"


@dataclass(frozen=True, slots=True)
class Review:
    """A review, the condition as it was written there, and the secret that it is."""

    text: str
    condition: str
    secret: Secret


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "druglib.tsv.xz").exists():
        return [Row("reviews", "skipped: no druglib.tsv.xz in --data")]
    engine = Engine()
    chosen, secrets = _reviews(engine, data / "druglib.tsv.xz")
    copies = sorted({each for review in chosen for each in copies_of(review.text, engine.knowledge)})
    ranking = _Ranking(Without(engine.knowledge, copies), secrets)
    ranks: dict[str, dict[str, list[float]]] = {_NAME_ONLY: {}, _OURS: {}}
    kept = []
    holds = 0
    for review in chosen:
        request = SanitizeRequest(text=review.text, hide=(review.condition,), settings={"any_language": True})
        done = engine.sanitize(request)
        kept.append(done.utility)
        holds += done.certificate.holds
        for version, text in ((_NAME_ONLY, _without_names(engine, review)), (_OURS, done.text)):
            for name, rank in ranking(text, review.secret):
                ranks[version].setdefault(name, []).append(rank)
    return list(_told(ranks, float(np.mean(kept)), f"{holds} of {len(chosen)}", len(secrets)))


def _reviews(engine: Engine, path: Path) -> tuple[list[Review], list[Secret]]:
    """The reviews to be measured, and the secrets that all conditions are, each once."""
    with lzma.open(path, "rt", encoding="utf-8", newline="") as lines:
        table = list(csv.DictReader(io.StringIO(lines.read()), delimiter="\t"))[:ROWS]
    resolver = Resolver(engine.taxonomy(), engine.knowledge)
    known: dict[str, Secret | None] = {}
    chosen: dict[tuple[str, str], Review] = {}
    for row in table:
        condition = " ".join((row["condition"] or "").lower().split())
        if condition not in known:
            known[condition] = _secret(condition, resolver, engine.knowledge)
        secret = known[condition]
        columns = ("benefitsReview", "sideEffectsReview", "commentsReview")
        text = "\n\n".join(" ".join(row[name].split()) for name in columns if (row[name] or "").strip())
        if secret is not None and len(text.split()) >= _WORDS:
            chosen.setdefault((secret.name, row["urlDrugName"]), Review(text, condition, secret))
    found = list(chosen.values())
    random.Random(14).shuffle(found)
    return found[:REVIEWS], list({each.name: each for each in known.values() if each is not None}.values())


def _secret(condition: str, resolver: Resolver, knowledge: Knowledge) -> Secret | None:
    """What a condition is, if the handbook has it or enough documents name it."""
    try:
        (found,) = resolver([hide_of(condition)], alpha=1.5, text="")
    except SfumatoError:
        return None
    secret = found.secret
    seen = secret.kind == "concept" and knowledge.count(Any(*secret.forms)) >= DOCUMENTS
    return secret if secret.entries or seen else None


def _without_names(engine: Engine, review: Review) -> str:
    scanner = engine.language.scanner(review.secret.labels)
    text = review.text
    for start, end, _ in sorted(scanner.find(text), reverse=True):
        text = text[:start] + "[...]" + text[end:]
    return text


class _Ranking:
    """Ranks a secret among all candidates, by readers and by attackers kept apart."""

    def __init__(self, knowledge: Knowledge, secrets: Sequence[Secret]) -> None:
        self._knowledge = knowledge
        self._secrets = secrets
        self._apart = Apart(knowledge)

    def __call__(self, text: str, secret: Secret) -> Iterator[tuple[str, float]]:
        others = [each for each in self._secrets if _is_other(each, secret)]
        candidate = Candidate(secret.name, secret.forms, secret.entries)
        rivals = [Candidate(each.name, each.forms, each.entries) for each in others]
        if secret.entries:
            judge = CSanitized(self._knowledge, [secret])
            reading = self._knowledge.language.read(text)
            named = named_entries(reading, embedded_handbook())
            known = tuple(each for each in rivals if each.entries and named.isdisjoint(each.entries))
            candidates = Candidates(candidate, known, secret.above, named)
            for reader in readers_of(judge):
                evidence = reader.evidence(reading, candidates)
                bits = sum(each.secret for each in evidence)
                told = sum((each.rivals for each in evidence), np.zeros(len(known)))
                yield f"by {reader.name} (asked by sanitize)", rank_of(np.concatenate([[bits], told]))
        for name, scores in self._apart.scores(text, (candidate, *rivals)).items():
            yield f"by {name} (kept apart)", rank_of(scores)


def _is_other(each: Secret, secret: Secret) -> bool:
    own = {*secret.entries, *secret.above}
    below = set(secret.entries) & set(each.above)
    return own.isdisjoint(each.entries) and not below and set(secret.forms).isdisjoint(each.forms)


def _told(ranks: dict[str, dict[str, list[float]]], kept: float, holds: str, candidates: int) -> Iterator[Row]:
    for version, readers in ranks.items():
        yield Row(f"{version}: the condition among {candidates} candidates", "")
        for name, own in readers.items():
            first, ten = (float(np.mean([rank < 2 for rank in own])), float(np.mean([rank <= TEN for rank in own])))
            said = f"{first:.1%} first, {ten:.1%} in ten, median {np.median(own):g} ({len(own)} reviews)"
            asked = name.endswith("(asked by sanitize)")
            bar = "first at most 5%, in ten at most 20%" if asked else "first at most 15%"
            met = first <= 0.05 and ten <= 0.2 if asked else first <= 0.15
            yield Row(f"  {name}", said, bar, met) if version == _OURS else Row(f"  {name}", said)
    yield Row("information kept", f"{kept:.3f}", "at least 0.60", kept >= 0.6)
    yield Row("said to hold", holds)

"""Why a term discloses a secret or does not: the counts, the bits, and what it could be called instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.languages.reading import phrases
from sfumato.policy import Profile
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Knowledge, Resources, Taxonomy
from sfumato.replacements.options import Options
from sfumato.replacements.senses import about
from sfumato.risk import CSanitized, content_of
from sfumato.risk.information import discloses, information_content
from sfumato.risk.unseen import unseen
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.offers import written
from sfumato.sanitizing.plan import Secrets
from sfumato.sanitizing.rivals import RivalsTold, rivals_told
from sfumato.types import Any, Concept, Document, Mention, Option

_SENSES = 3
_PATHS = 2  # a sense, that are shown


@dataclass(frozen=True, slots=True)
class PhraseTold(Message):
    """What one phrase of a term reveals of a secret."""

    phrase: str
    documents: int
    information: float
    together: int
    bits: float
    discloses: bool
    reason: str = ""
    """Why it discloses, if not by these counts: by its kind, or as a name in other words."""


@dataclass(frozen=True, slots=True)
class SecretTold(Message):
    """What a term reveals of one secret, phrase by phrase."""

    secret: str
    alpha: float
    documents: int
    information: float
    limit: float
    support: int
    phrases: tuple[PhraseTold, ...]
    discloses: bool
    unseen: tuple[str, ...] = ()
    """Words of the term that the knowledge has never seen: what they tell cannot be judged."""


@dataclass(frozen=True, slots=True)
class Wording(Message):
    """What a term could be called: what that keeps, and the most that its words or its concept tell of any secret."""

    wording: str
    written: str
    """As it would stand in the text that was given; by itself without one."""
    keeps: float
    words: float
    concept: float | None
    secret: str
    limit: float
    names: bool
    accepted: bool


@dataclass(frozen=True, slots=True)
class Step(Message):
    """A concept on the way from a term to something general."""

    label: str
    source: str
    grouping: bool
    information: float | None


@dataclass(frozen=True, slots=True)
class Explanation(Message):
    """All that is to be said of a term."""

    term: str
    label: str
    total: int
    """Documents of the knowledge."""
    names: tuple[str, ...]
    """The names of secrets that stand in it."""
    secrets: tuple[SecretTold, ...]
    options: tuple[Wording, ...]
    paths: tuple[tuple[Step, ...], ...]
    rivals: tuple[RivalsTold, ...] = ()
    """Of each secret that has any: what else it could be, and what the term says for these."""


def explain(
    term: str,
    resolved: Sequence[Resolved],
    resources: Resources,
    profile: Profile,
    *,
    label: str | None = None,
    context: str = "",
) -> Explanation:
    """What a term reveals of the secrets, and what it could be called in a text that says which sense it has.

    Every phrase of a term of several words is judged, as a reader sees it. A wording is accepted if neither its words
    nor the concept that they name disclose.
    """
    language = resources.knowledge.language
    if not language.trimmed(language.normal_form(term)):
        raise InputError("a term must have a letter or a digit, and more than a function word")
    knowledge, taxonomy = resources.knowledge, resources.taxonomy
    secrets = Secrets(resolved, knowledge, profile)
    options = Options(knowledge, taxonomy)
    mention = _mention(term, label, context, resources)
    return Explanation(
        term=term,
        label=mention.label,
        total=knowledge.total,
        names=tuple(name for _, _, name in secrets.scanner.find(term)),
        secrets=tuple(_told(secrets.judge, row, term) for row in range(len(secrets.all))),
        options=tuple(judged(option, mention, secrets, taxonomy) for option in options.of(mention)),
        paths=_paths(term, mention.label, taxonomy, knowledge),
        rivals=rivals_told(term, secrets.judge, context),
    )


def _mention(term: str, label: str | None, context: str, resources: Resources) -> Mention:
    """The term where it stands first in a text, as what it was read there; by itself where it does not."""
    language = resources.knowledge.language
    at = context.find(term)
    if at < 0:
        topics = about(language.read(context), resources.knowledge) if context else ()
        return Mention(term, label or _guessed(term, resources.taxonomy), context, topics=topics)
    reading = language.read(context)
    index = TermIndex(reading, resources.language.terms(Document("text", context)))
    end = at + len(term)
    possessive = resources.language.tables.possessive
    return index.mention(at, end, label or index.whole(at, end)[2], possessive, about(reading, resources.knowledge))


def _guessed(term: str, taxonomy: Taxonomy) -> str:
    """What the language would most likely call the term: a place, or a noun phrase."""
    place = term[:1].isupper() and any(sense.source == "places" for sense in taxonomy.senses(term))
    return "GPE" if place else "NOUN_PHRASE"


def _told(judge: CSanitized, row: int, term: str) -> SecretTold:
    """The counts of every phrase of the term with one secret."""
    knowledge, limit = judge.knowledge, float(judge.limits[row])
    reading = knowledge.language.read(term)
    forms = list(phrases(reading))
    together = knowledge.counts(judge.queries[row], forms) if judge.documents[row] else [0] * len(forms)
    bits = judge.bits(forms)[row].tolist()
    reasons = ["" if (why := judge.reason_of(row, form)) == judge.reason else why for form in forms]
    rows = tuple(
        PhraseTold(
            phrase=form,
            documents=int(knowledge.count(form)),
            information=content_of(knowledge, form),
            together=int(both),
            bits=told,
            discloses=bool(discloses(told, limit)) and (both >= judge.support or bool(reason)),
            reason=reason,
        )
        for form, both, told, reason in zip(forms, together, bits, reasons, strict=True)
    )
    return SecretTold(
        secret=judge.names[row],
        alpha=judge.secrets[row].alpha,
        documents=judge.documents[row],
        information=judge.contents[row],
        limit=limit,
        support=judge.support,
        phrases=rows,
        discloses=any(each.discloses for each in rows),
        unseen=tuple(dict.fromkeys(unseen(reading, knowledge).places.values())),
    )


def judged(option: Option, mention: Mention, secrets: Secrets, taxonomy: Taxonomy) -> Wording:
    """What a wording of a mention tells: its words, and the concept that they name."""
    judge = secrets.judge
    language = judge.knowledge.language
    stands = written(option, mention, language).text if mention.spans and option.label else option.label
    forms = list(phrases(language.read(option.label)))
    columns = [judge.bits(forms).max(axis=1)] if forms else [np.zeros(len(judge.limits))]
    if option.concept is not None:
        columns.append(judge.concept_bits(option.concept, partial(_counted, option.concept, taxonomy)))
    most = np.max(columns, axis=0)
    worst = int(np.argmax(most - judge.limits))
    names = bool(option.label and secrets.scanner.find(option.label))
    return Wording(
        wording=option.label,
        written=stands,
        keeps=option.content,
        words=float(columns[0][worst]),
        concept=float(columns[1][worst]) if len(columns) > 1 else None,
        secret=judge.names[worst],
        limit=float(judge.limits[worst]),
        names=names,
        accepted=not names and not bool(np.any(discloses(most, judge.limits))),
    )


def _paths(term: str, kind: str, taxonomy: Taxonomy, knowledge: Knowledge) -> tuple[tuple[Step, ...], ...]:
    """Ways from the term, or from what is left of it when words are dropped from the left, to something general."""
    words = term.split()
    for at in range(len(words)):
        senses = [s for s in taxonomy.senses(" ".join(words[at:])) if ":v." not in s.id]
        if kind == "GPE":
            senses.sort(key=lambda sense: sense.source != "places")
        if senses:
            ways = [(sense, *way) for sense in senses[:_SENSES] for way in taxonomy.paths(sense, _PATHS)]
            return tuple(tuple(_step(concept, taxonomy, knowledge) for concept in way) for way in ways)
    return ()


def _step(concept: Concept, taxonomy: Taxonomy, knowledge: Knowledge) -> Step:
    count = knowledge.count(_counted(concept, taxonomy))
    bits = information_content(count, knowledge.total) if count else None
    return Step(concept.label, concept.source, concept.grouping, bits)


def _counted(concept: Concept, taxonomy: Taxonomy) -> Any:
    return Any(*taxonomy.forms(concept))

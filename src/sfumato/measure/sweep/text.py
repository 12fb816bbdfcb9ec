"""A collection sanitized in many ways: what each keeps, and how many secrets can still be concluded.

The papers leave open how alpha is to be chosen. Here it is measured: every setting releases the collection, an attacker
reads each release, and the setting that keeps most information at the risk one is willing to take is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import perf_counter

import numpy as np

from sfumato.errors import InputError
from sfumato.io.processes import mapped
from sfumato.measure.statistics import bootstrap, bounded
from sfumato.measure.sweep.ranking import Ranker
from sfumato.measure.sweep.requests import SweepPoint
from sfumato.policy import Hide, Policy, profile_of
from sfumato.protocols import Resources
from sfumato.replacements.replacers import Generalizer
from sfumato.risk import Search
from sfumato.sanitizing import Sanitizer
from sfumato.types import Document, Progress, Tell, Term, silent

Attack = Callable[[Sequence[str]], Sequence[float]]
"""Given the released texts in the order of the documents, how far each is found out, from 0 to 1."""

_UNIT = "settings"


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to sanitize. Without a policy the texts go out as they are."""

    policy: Policy | None
    alpha: float = 0.0
    groups: int = 1
    method: str = "as it is"
    crowd: int | None = None
    """How many rivals must fit as well, where that is tried; else it is the policy's."""

    @property
    def name(self) -> str:
        """The line of a plot that it belongs to."""
        if self.policy is None:
            return self.method
        groups = f", groups of {self.groups}" if self.groups > 1 else ""
        policy = f"{self.policy.name}: " if self.policy.name != "command" else ""
        crowd = f", crowd of {self.crowd}" if self.crowd is not None else ""
        return f"{policy}{self.method}{groups}{crowd}"


def settings(
    policies: Sequence[Policy],
    alphas: Sequence[float],
    groups: Sequence[int],
    methods: Sequence[str],
    crowds: Sequence[int] = (),
) -> list[Setting]:
    """The texts as they are, and every policy with every method, size of groups, crowd and alpha."""
    found = [Setting(None)]
    for policy, method, size, crowd, alpha in product(policies, methods, groups, crowds or (None,), sorted(alphas)):
        changed = {"alpha": alpha, "groups": size, "method": method} | ({} if crowd is None else {"crowd": crowd})
        profile = profile_of(changed, "sweep", policy.profile)
        hide = tuple(replace(each, alpha=None) for each in policy.hide)
        found.append(Setting(replace(policy, profile=profile, hide=hide), alpha, size, method, crowd))
    return found


def sweep_text(
    documents: Sequence[tuple[Document, Sequence[Hide]]],
    wanted: Sequence[Setting],
    resources: Resources,
    *,
    attacker: Search | Attack | None = None,
    rank: int | None = None,
    processes: int = 1,
    tell: Tell = silent,
) -> Iterator[SweepPoint]:
    """Every setting in the order given, with the risk that is left: by an attack, or else by searches as `inspect` has.

    Searches say which share of a text's passages (of `attacker.passage` words) still leads to a secret.

    With a `rank` the risk is that a secret comes before that rank among its rivals.

    Texts are analysed once. The first setting is run here, so that processes share what it has asked.
    """
    if not documents:
        raise InputError("no text to sweep over")
    tell(Progress("analysing texts", 0, len(documents), _UNIT))
    terms = list(resources.language.batch([document for document, _ in documents]))
    secrets = tuple(dict.fromkeys(h for s in wanted if s.policy is not None for h in s.policy.hide))
    sweep = _Sweep(documents, terms, secrets, resources, attacker or Search(), rank)
    done = 0
    first = [setting for setting in wanted if setting.policy is None] + [s for s in wanted if s.policy is not None][:1]
    known: dict[int, SweepPoint] = {}
    for at, setting in enumerate(wanted):
        if setting in first:
            tell(Progress("sweeping", done, len(wanted), _UNIT))
            known[at] = sweep.run(setting)
            done += 1
    rest = [at for at in range(len(wanted)) if at not in known]
    for at, point in _points(sweep, wanted, rest, processes):
        known[at] = point
        done += 1
        tell(Progress("sweeping", done, len(wanted), _UNIT))
    yield from (known[at] for at in range(len(wanted)))


def _points(
    sweep: _Sweep, wanted: Sequence[Setting], rest: Sequence[int], processes: int
) -> Iterator[tuple[int, SweepPoint]]:
    settings = [wanted[at] for at in rest]
    points = mapped(_Sweep.run, settings, make=lambda: sweep, processes=processes, ahead=processes)
    yield from zip(rest, points, strict=True)


def proposed(points: Sequence[SweepPoint], risk: float) -> SweepPoint | None:
    """Of the settings at or below a risk the one that keeps most; None if all are above it."""
    able = [(p.kept.value, -p.alpha, p) for p in points if p.alpha is not None and p.risk.value <= risk]
    return max(able, key=lambda each: each[:2])[-1] if able else None


def proposed_for(points: Sequence[SweepPoint], rank: int) -> SweepPoint | None:
    """Of the settings by which secrets have a rank, in the median by everybody, the one that keeps most; or None."""
    able = [p for p in points if p.alpha is not None and p.ranks is not None and min(p.ranks) >= rank]
    return max(able, key=lambda p: (p.kept.value, -(p.alpha or 0.0), -(p.crowd or 0)), default=None)


class _Sweep:
    """What all settings share."""

    def __init__(
        self,
        documents: Sequence[tuple[Document, Sequence[Hide]]],
        terms: Sequence[Sequence[Term]],
        secrets: Sequence[Hide],
        resources: Resources,
        attacker: Search | Attack,
        rank: int | None = None,
    ) -> None:
        self.documents, self.terms = documents, terms
        self.resources, self.knowledge = resources, resources.knowledge
        self.attacker = attacker
        self.rank, self.ranker = rank, Ranker(documents, secrets, resources) if rank else None
        self.generalizer = Generalizer(resources.knowledge, resources.taxonomy, b"")
        self.reader = Sanitizer(resources, Policy("attacker", hide=tuple(secrets)))
        """Knows all secrets, whatever a setting hides: the attacker is the same for all."""

    def run(self, setting: Setting) -> SweepPoint:
        """What a setting does to all documents."""
        start = perf_counter()
        texts, kept, told, holds = [], [], [], 0
        sanitizer = self._sanitizer(setting)
        for (document, hide), terms in zip(self.documents, self.terms, strict=True):
            if setting.policy is None:
                texts.append(document.text)
                kept.append(1.0)
                continue
            done = sanitizer.sanitized(document, terms, _free(hide))
            texts.append(done.text)
            kept.append(done.utility)
            holds += done.certificate.holds
            told += [min(s.most / s.bits, 1.0) for s in done.certificate.secrets if s.bits > 0]
        ranks = self.ranker(texts) if self.ranker else None
        risks = ranks.before(self.rank or 1) if ranks else self._risks(texts)
        return SweepPoint(
            name=setting.name,
            policy=setting.policy.name if setting.policy else None,
            method=setting.method,
            groups=setting.groups if setting.policy else None,
            alpha=setting.alpha if setting.policy else None,
            risk=bounded(bootstrap(risks), np.array(risks)),
            kept=bootstrap(kept),
            told=sum(told) / len(told) if told else None,
            holds=holds,
            seconds=perf_counter() - start,
            crowd=setting.crowd,
            ranks=ranks.medians if ranks else None,
        )

    def _sanitizer(self, setting: Setting) -> Sanitizer:
        # what a term could be called does not depend on the setting, so that it is looked up once
        shared = self.generalizer if setting.method == "generalize" else None
        return Sanitizer(self.resources, setting.policy or Policy("none"), replacer=shared)

    def _risks(self, texts: Sequence[str]) -> list[float]:
        if not isinstance(self.attacker, Search):
            return list(self.attacker(texts))
        risks = []
        alone = replace(self.attacker, passage=0)
        for (document, hide), text in zip(self.documents, texts, strict=True):
            resolved = self.reader.resolved(document.text, _free(hide))
            scanner = self.knowledge.language.scanner(label for each in resolved for label in each.secret.labels)
            secrets = [secret for each in resolved for secret in (each.secret, *each.proxies)]
            whole, *parts = self.attacker.parts(text, self.knowledge.language)
            told = [bool(scanner.find(p) or alone.leads(p, secrets, self.knowledge)) for p in parts or [whole]]
            risks.append(sum(told) / len(told))
        return risks


def _free(hide: Sequence[Hide]) -> list[Hide]:
    """Secrets without an alpha of their own, since the sweep sets it."""
    return [replace(each, alpha=None) for each in hide]

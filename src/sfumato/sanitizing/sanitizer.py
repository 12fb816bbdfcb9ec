"""Sanitizing a document: the secrets, the terms, the model, the rewriting, and a certificate made from scratch."""

from __future__ import annotations

import secrets as entropy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sfumato import plugins
from sfumato.errors import InputError
from sfumato.io.messages import plain
from sfumato.knowledge import Without
from sfumato.knowledge.copies import copies_of
from sfumato.languages.recognition import check_language
from sfumato.policy import Detect, Hide, Policy
from sfumato.policy.detecting import detected, left_in, rules_of
from sfumato.policy.hiding import hide_of
from sfumato.policy.readership import readership
from sfumato.policy.resolver import Resolver
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Detector, Replacer, Resources
from sfumato.protocols.reading import Candidate
from sfumato.replacements.keys import Drawn
from sfumato.replacements.replacers import Generalizer
from sfumato.replacements.senses import about
from sfumato.risk import Reach
from sfumato.risk.readers import Read, read_by_all
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.gaps import MarkingReplacer
from sfumato.sanitizing.guards import GuardedReplacer, guarded_model
from sfumato.sanitizing.identify import take_unseen
from sfumato.sanitizing.optimal import optimal
from sfumato.sanitizing.plan import Model, Plan, Secrets, Tools
from sfumato.sanitizing.predetect import as_titles, everywhere, merged, with_stray_names, with_titles
from sfumato.sanitizing.result import Sanitized, replacements, utility_of
from sfumato.sanitizing.rewrite import Rewritten, rewrite
from sfumato.taxonomies.kinds import sort_of_title
from sfumato.types import Document, Term
from sfumato.verifying.certificate import Certificate, Crowded
from sfumato.verifying.text import Looks, crowds_of, verify, with_detectors

MOST = 5_000_000
"""Characters of the longest document: a text of that length takes minutes, and no letter or record is longer."""
_COPIED = 4  # texts of the knowledge that are sanitized, of which what was asked is remembered
_SETS = 64  # sets of secrets of which what was found is remembered


class Sanitizer:
    """Makes documents safe under one policy. It remembers what it has asked: use one for many documents."""

    def __init__(
        self,
        resources: Resources,
        policy: Policy,
        *,
        key: bytes | None = None,
        detectors: Mapping[str, Detector] = MappingProxyType({}),
        searches: Sequence[Reach] = (),
        weigh: Callable[[str], float] = lambda label: 1.0,
        replacer: Replacer | None = None,
        rivals: Sequence[Candidate] = (),
    ) -> None:
        """`key` is that of pseudonyms.

        `detectors` stand in for those of the policy's names, or are asked besides where the policy names none.
        `searches` are those by which no set of words that is left may lead to a secret, one after the other; `weigh`
        says what it costs to change a term of a label, against others. `replacer` stands in for the profile's.
        `rivals` are whom a text may be about, the secret among them, with what is known of each.
        """
        self.resources = resources
        self.policy = policy
        self.profile = policy.profile
        self.resolver = Resolver(resources.taxonomy, resources.knowledge)
        rules = (*policy.detect, *(Detect(n) for n in detectors if n not in {r.detector for r in policy.detect}))
        self._detectors = rules_of(rules, resources, detectors)
        again = [each for each in self._detectors if each[0].detector not in detectors]
        self._checked = tuple(rule for rule, _ in again)
        self._model = _model(self.profile.judge)
        made = replacer or _replacer(self.profile.method, resources, key or Drawn(entropy.token_bytes(32)))
        if self.profile.gaps == "mark" and isinstance(made, Generalizer):
            made = MarkingReplacer(made, resources.knowledge)
        self._tools = Tools(
            self.profile,
            resources.knowledge,
            resources.taxonomy,
            made,
            tuple(searches),
            weigh,
            finds_identifiers=any(rule.detector == "identifiers" for rule in policy.detect),
            readers=readership(policy, rivals, resources),
            left=(lambda text, untrue: left_in(text, again, resources, untrue)) if again else lambda text, untrue: (),
        )
        self._beside = lru_cache(_COPIED)(
            lambda copies: Sanitizer(
                replace(resources, knowledge=Without(resources.knowledge, copies)),
                policy,
                key=key,
                detectors=detectors,
                searches=searches,
                weigh=weigh,
                replacer=replacer,
                rivals=rivals,
            )
        )
        self._plugins = plugins.claims([*resources.plugins, *_used(policy)])
        self._secrets = lru_cache(_SETS)(self._secrets_of)

    @property
    def searches(self) -> tuple[Reach, ...]:
        return self._tools.searches

    # --- one document ---

    def __call__(self, document: Document | str, hide: Iterable[str | Hide] = ()) -> Sanitized:
        """The document made safe; `hide` adds secrets of its own to those of the policy."""
        document = Document("text", document) if isinstance(document, str) else document
        self.check(document)
        terms = self.resources.language.terms(document, parts=self.profile.parts)
        return self.sanitized(document, terms, hide)

    def check(self, document: Document) -> None:
        """Refuses what is too long to be one text, or plainly of another language."""
        if len(document.text) > MOST:
            raise InputError(f"{len(document.text):,} characters, where {MOST:,} are the most: split the text")
        if not self.profile.any_language:
            check_language(document.text, self.resources.language)

    def sanitized(
        self,
        document: Document,
        terms: Sequence[Term],
        hide: Iterable[str | Hide] = (),
        also: frozenset[str] = frozenset(),
    ) -> Sanitized:
        """The same for a document whose terms are known; `also` are pieces that must go for what is released beside it.

        If the knowledge has the document itself, it is judged by the rest of the knowledge.
        """
        beside = self.apart_from(document.text)
        if beside is not self:
            return beside.sanitized(document, terms, hide, also)
        begun = replace(self.begun(document, terms, self.resolved(document.text, hide)), also=also)
        plan = take_unseen(self._model(begun))
        done, claim = self._rewritten(plan)
        certificate = self.certified(done.draft.text, plan.secrets.resolved, untrue=done.changes.untrue, claim=claim)
        return Sanitized(
            document.id,
            done.draft.text,
            replacements(done.draft, done.changes),
            round(_utility(plan, done), 4),
            plan.review,
            certificate,
        )

    def apart_from(self, text: str) -> Sanitizer:
        """The sanitizer that judges a text by what the knowledge has beside it: this one, unless it has the text."""
        copies = copies_of(text, self.resources.knowledge) if self.profile.counting == "taxonomic" else ()
        return self._beside(copies) if copies else self

    def certified(
        self,
        text: str,
        resolved: Sequence[Resolved],
        *,
        untrue: Sequence[str] = (),
        claim: Mapping[str, Any] = MappingProxyType({}),
        again: bool = False,
    ) -> Certificate:
        """The certificate of a text, made from scratch; `untrue` is what is written there that is not true.

        One who asks for many versions of a text asks `again`: then what was asked of words before is remembered.
        """
        certificate = verify(
            text,
            resolved,
            knowledge=self.resources.knowledge,
            profile=self.profile,
            pairs=False,
            looks=Looks(self.searches, self._tools.readers, self.secrets_of(resolved).judge if again else None),
            claim={
                "policy": self.policy.name,
                "profile": plain(self.profile),
                "taxonomy": _described(self.resources),
                **({"plugins": self._plugins} if self._plugins else {}),
                **({"surrogates": list(untrue)} if untrue else {}),
                **claim,
            },
        )
        return with_detectors(certificate, self._checked, self._tools.left(text, untrue))

    def begun(self, document: Document, terms: Sequence[Term], resolved: Sequence[Resolved]) -> Plan:
        """The plan of a document before anything is taken: its secrets, its terms, and what detectors find."""
        if not resolved and not self._detectors:
            raise InputError("nothing to hide", code="nothing-to-hide")
        if self._tools.readers.people:
            self._tools.readers.people.check(each.secret for each in resolved)
        secrets = self._secrets(tuple(resolved))
        language = self.resources.knowledge.language
        reading = language.read(document.text)
        titles = language.titles(document.text, sort_of_title)
        found = as_titles(document.text, detected(document, terms, self._detectors, language), titles, language)
        found = everywhere(document.text, found, language)
        terms = with_titles(document.text, terms, titles, language)
        terms = merged(document.text, terms, [term for term, _ in found], language)
        if secrets.named(self.profile):
            terms = with_stray_names(reading, terms)
        return Plan(
            document=document,
            reading=reading,
            index=TermIndex(reading, terms),
            secrets=secrets,
            tools=self._tools,
            found=tuple(found),
            exempt=tuple(language.negated(reading)) if self.profile.keep_negated else (),
            topics=about(reading, self.resources.knowledge),
        )

    def _rewritten(self, plan: Plan) -> tuple[Rewritten, dict[str, Any]]:
        """The last draft, made as good as can be where that is asked for, and what the certificate says of it."""
        done = rewrite(plan)
        claim: dict[str, Any] = {}
        if self.profile.optimal and self._tools.replacer.generalises:
            greedy = _utility(plan, done)
            best = optimal(plan, done)
            value = _utility(plan, best) if best else 0.0
            claim["optimal"] = {"greedy": round(greedy, 4), "solved": False}
            if best and value >= greedy - 1e-9:
                done = best
                claim["optimal"] = {"greedy": round(greedy, 4), "optimal": round(value, 4), "solved": True}
        if done.repairs:
            exact, simple = (sum(costs) for costs in zip(*done.repairs, strict=True))
            claim["repair"] = {"rounds": len(done.repairs), "cost": round(exact, 3), "greedy": round(simple, 3)}
        return done, claim

    def read(self, text: str, context: str = "") -> list[Read]:
        """What each reader makes of a text as it is; `context` is a text that settles what the secrets are."""
        language = self.resources.knowledge.language
        judge = self._secrets(tuple(self.resolved(context or text))).judge
        exempt = language.negated(language.read(text)) if self.profile.keep_negated else ()
        return read_by_all(text, judge, exempt, self._tools.readers) if self.profile.crowd else []

    # --- secrets ---

    def resolved(self, text: str, hide: Iterable[str | Hide] = ()) -> list[Resolved]:
        """The secrets of the policy and of a document, each once, senses settled by the text."""
        return self.resolver((*self.policy.hide, *map(hide_of, hide)), alpha=self.profile.alpha, text=text)

    def secrets_of(self, resolved: Sequence[Resolved]) -> Secrets:
        """What names a set of secrets and what tells of them, remembered for the next time."""
        found: Secrets = self._secrets(tuple(resolved))
        return found

    def is_named(self, said: str, text: str, hide: Iterable[str | Hide] = ()) -> bool:
        """Whether an id or a file name that goes out with a text names one of its secrets."""
        return bool(self._secrets(tuple(self.resolved(text, hide))).scanner.find(said))

    def crowds(self, text: str, resolved: Sequence[Resolved]) -> tuple[Crowded, ...]:
        """How many rivals fit a text, as it is, about as well as each secret does, by each reader."""
        judge = self._secrets(tuple(resolved)).judge
        return crowds_of(read_by_all(text, judge, (), self._tools.readers), text)

    def _secrets_of(self, resolved: tuple[Resolved, ...]) -> Secrets:
        return Secrets(resolved, self.resources.knowledge, self.profile)


def _utility(plan: Plan, done: Rewritten) -> float:
    return utility_of(plan.index.terms, plan.index, done.changes, plan.tools.knowledge)


def _described(resources: Resources) -> str:
    """The taxonomies by name and version."""
    taxonomy = resources.taxonomy
    return f"{taxonomy.name} {getattr(taxonomy, 'version', '')}".strip()


def _model(name: str) -> Model:
    """The model of a profile."""
    model: Model = plugins.load("judges", name)
    return guarded_model(name, model) if plugins.is_name(name) else model


def _replacer(name: str, resources: Resources, key: bytes) -> Replacer:
    """The replacer of a profile."""
    made: Replacer = plugins.load("replacers", name)(resources.knowledge, resources.taxonomy, key)
    return GuardedReplacer(name, made) if plugins.is_name(name) else made


def _used(policy: Policy) -> list[tuple[str, str]]:
    """The strategies that take part under a policy, by group and name."""
    chosen = [("judges", policy.profile.judge), ("replacers", policy.profile.method)]
    chosen += [("readers", name) for name in policy.profile.readers]
    return chosen + [("detectors", rule.detector) for rule in policy.detect]

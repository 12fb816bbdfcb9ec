"""Sanitizing a document: the terms, the secrets, the judge, the loop, and a certificate made from scratch."""

from __future__ import annotations

import secrets as entropy
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from sfumato.detectors import Detector
from sfumato.errors import InputError
from sfumato.languages.en.names import is_given, is_name
from sfumato.languages.en.negation import negated
from sfumato.languages.en.reading import read
from sfumato.languages.en.scan import Scanner
from sfumato.policy import DEFAULT, Detect, Hide, Policy, Profile
from sfumato.policy.secrets import Resolved, resolve
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.replacements.options import Option, Options
from sfumato.replacements.senses import about
from sfumato.risk import CSanitized, Reach
from sfumato.sanitize.edits import Draft
from sfumato.sanitize.identify import Identifying, take_identifying, take_together
from sfumato.sanitize.loop import Loop, inside
from sfumato.sanitize.optimal import optimal, stays
from sfumato.sanitize.predetect import detected, detector_of, merged, take_found, with_stray_names
from sfumato.sanitize.related import hide_sensitive
from sfumato.sanitize.result import Pseudonyms, Sanitized, replacements, utility_of
from sfumato.types import Disclosure, Document, Secret, Term
from sfumato.verify.text import verify

_Shares: TypeAlias = dict[str, tuple[float, float]]

_CONCEPT = "NOUN_PHRASE"
_ENTITY = {"person": "PERSON", "place": "GPE", "organization": "ORG", "concept": _CONCEPT}
MOST = 5_000_000
"""Characters of the longest document: a text of that length takes minutes, and no letter or record is longer."""


class Sanitizer:
    """Makes documents safe under one policy. It remembers what it has asked: use one for many documents."""

    def __init__(
        self,
        hide: Iterable[str | Hide] = (),
        *,
        knowledge: Knowledge,
        taxonomy: Taxonomy,
        language: Language,
        policy: Policy | None = None,
        profile: Profile | None = None,
        key: bytes | None = None,
        detectors: Mapping[str, Detector] = MappingProxyType({}),
        searches: Sequence[Reach] = (),
        weigh: Callable[[str], float] = lambda label: 1.0,
    ) -> None:
        """`detectors` stand in for those of the policy's names, or are asked besides where the policy names none.

        `searches` are those by which no set of words that is left may lead to a secret, one after the other; `weigh`
        says what it costs to change a term of a label, against others.
        """
        self.policy = policy or Policy("command", profile=profile or DEFAULT)
        self.profile = profile or self.policy.profile
        self.hide = (*self.policy.hide, *(h if isinstance(h, Hide) else Hide(h) for h in hide))
        self.knowledge = knowledge
        self.taxonomy = taxonomy
        self.language = language
        self.key = key or entropy.token_bytes(32)
        self.options = Options(knowledge, taxonomy)
        if self.profile.method == "pseudonym":
            self.options = Pseudonyms(knowledge, taxonomy, self.key)
        rules = (
            *self.policy.detect,
            *(Detect(n) for n in detectors if n not in {r.detector for r in self.policy.detect}),
        )
        self.searches = tuple(searches)
        self.weigh = weigh
        self._detectors = [(rule, detectors.get(rule.detector) or detector_of(rule, knowledge)) for rule in rules]
        self._finds_identifiers = any(rule.detector == "identifiers" for rule in self.policy.detect)
        self._resolved: dict[Hide, Resolved] = {}
        self._judges: dict[tuple[tuple[Secret, ...], int], CSanitized] = {}
        self._accepted: dict[tuple[Secret, ...], dict[Option, bool]] = {}
        self._scanners: dict[tuple[Secret, ...], Scanner] = {}

    # --- one document ---

    def __call__(self, document: Document | str, hide: Iterable[str | Hide] = ()) -> Sanitized:
        """The document made safe; `hide` adds secrets of its own to those of the policy and the command."""
        document = Document("text", document) if isinstance(document, str) else document
        self.check(document)
        return self.sanitized(document, self.terms(document), hide)

    def terms(self, document: Document) -> Sequence[Term]:
        """The terms of a document, of the parts of speech that the profile asks for."""
        return self.language.terms(document, parts=self.profile.parts)

    def check(self, document: Document) -> None:
        if len(document.text) > MOST:
            raise InputError(f"{len(document.text):,} characters, where {MOST:,} are the most: split the text")

    def sanitized(self, document: Document, terms: Sequence[Term], hide: Iterable[str | Hide] = ()) -> Sanitized:
        """The same for a document whose terms are known."""
        resolved = self.resolved(document.text, hide)
        if not resolved and not self._detectors:
            raise InputError("nothing to hide: give --hide LABEL or --policy NAME")
        reading = read(document.text)
        found = detected(document, terms, self._detectors)
        terms = merged(document.text, terms, [term for term, _ in found])
        if self._named([each.secret for each in resolved]):
            terms = with_stray_names(reading, terms)
        exempt = negated(reading) if self.profile.keep_negated else []
        secrets = tuple(secret for each in resolved for secret in (each.secret, *each.proxies))
        judge = self._judge(secrets)
        identifying = None
        if (
            self.profile.judge == "c-sanitized"
            and secrets
            and (not self._finds_identifiers or any(each.seen for each in resolved))
        ):
            # else the detectors have the last word: there are no counts of such secrets to add
            named = self._named(secrets)
            identifying = Identifying(judge, self._judge(secrets, support=1), self.profile, named=named)
        loop = Loop(
            reading,
            terms,
            judge=judge,
            options=self.options,
            scanner=self._scanner(tuple(each.secret for each in resolved)),
            secret_of=_owner([each.secret for each in resolved]),
            identifies=identifying or (lambda label: False),
            topics=about(reading, self.knowledge),
            groups=self.profile.groups,
            context=self.profile.context,
            redact=self.profile.method == "redact",
            exempt=exempt,
            accepted=self._accepted.setdefault(secrets, {}) if self.profile.judge == "c-sanitized" else {},
            leads=partial(self._leads, secrets) if self.searches else None,
            weigh=self.weigh,
        )
        if self.profile.judge == "c-sanitized":
            self._name_secrets(loop, resolved)
        take_found(loop, found, self.profile)
        review: list[str] = []
        if self.profile.judge != "c-sanitized":
            hide_sensitive(loop, resolved, self.profile)
        elif identifying:
            loop.disclose()
            review = take_identifying(loop, terms, identifying)
            if identifying.named and identifying.weigh and not any(each.seen for each in resolved):
                take_together(loop, terms, self.knowledge)
        draft, claim = self._run(loop, terms)
        certificate = verify(
            draft.text,
            resolved,
            knowledge=self.knowledge,
            groups=self.profile.groups,
            support=self.profile.support,
            counting=self.profile.counting,
            context=self.profile.context,
            keep_negated=self.profile.keep_negated,
            pairs=False,
            searches=self.searches,
            claim={
                "policy": self.policy.name,
                "profile": _as_dict(self.profile),
                "taxonomy": f"{self.taxonomy.name} {getattr(self.taxonomy, 'version', '')}".strip(),
                **claim,
            },
        )
        return Sanitized(
            document,
            draft.text,
            replacements(draft, loop.units.values()),
            certificate,
            utility_of(terms, loop.places, loop.units.values(), self.knowledge),
            tuple(review),
        )

    # --- secrets ---

    def resolved(self, text: str, hide: Iterable[str | Hide] = ()) -> list[Resolved]:
        """The secrets of the policy, the command and the document, each once, senses settled by the text."""
        wanted = dict.fromkeys((*self.hide, *(h if isinstance(h, Hide) else Hide(h) for h in hide)))
        return [self._resolve(each, text) for each in wanted]

    def _resolve(self, hide: Hide, text: str) -> Resolved:
        ask = partial(
            resolve,
            hide.label,
            taxonomy=self.taxonomy,
            knowledge=self.knowledge,
            alpha=hide.alpha or self.profile.alpha,
            aliases=hide.aliases,
        )
        if hide not in self._resolved:
            try:
                self._resolved[hide] = ask(context="")
            except InputError:
                return ask(context=text)
        found = self._resolved[hide]
        if found.secret.kind == "concept" and not hide.label.isupper() and is_name(hide.label) and hide.label in text:
            return ask(context=text)  # Apple may stand there as a name
        return found

    def _judge(self, secrets: tuple[Secret, ...], support: int | None = None) -> CSanitized:
        support = support or self.profile.support
        if (secrets, support) not in self._judges:
            counting = self.profile.counting
            self._judges[secrets, support] = CSanitized(self.knowledge, secrets, support=support, counting=counting)
        return self._judges[secrets, support]

    def _scanner(self, secrets: tuple[Secret, ...]) -> Scanner:
        if secrets not in self._scanners:
            self._scanners[secrets] = Scanner(label for secret in secrets for label in secret.labels)
        return self._scanners[secrets]

    def is_named(self, said: str, text: str, hide: Iterable[str | Hide] = ()) -> bool:
        """Whether an id or a file name that goes out with a text names one of its secrets."""
        return bool(self._scanner(tuple(each.secret for each in self.resolved(text, hide))).find(said))

    def _named(self, secrets: Sequence[Secret]) -> bool:
        """Whether names and numbers identify: a secret is a name, or the profile says so."""
        if self.profile.identifying == "never" or not secrets:
            return False
        return self.profile.identifying == "always" or any(secret.kind != "concept" for secret in secrets)

    def _name_secrets(self, loop: Loop, resolved: Sequence[Resolved]) -> None:
        """Takes the names of secrets first, as what they are: a parser may take a disease for a company."""
        for each in resolved:
            kind = _ENTITY.get(each.secret.kind)
            why = Disclosure((each.secret.name,), each.secret.name, 0.0, 0.0, "names")
            hits = self._scanner((each.secret,)).find(loop.text)
            for start, end, _ in sorted(hits, key=lambda hit: hit[0] - hit[1]):  # the longest first
                if inside((start, end), loop.exempt):
                    continue
                term = loop.places.term_over(start, end)
                if term is None:
                    loop.take(*(start, end, kind) if kind else loop.whole(start, end), why)
                else:
                    own = kind and end == term.end and (kind != _CONCEPT or start == term.start)
                    if kind == "PERSON" and term.label in ("ORG", "GPE", "FAC") and not is_given(each.secret.name):
                        own = None  # two words with a capital: the language may know better
                    loop.take(term.start, term.end, kind if own and kind else term.label, why)

    # --- the end ---

    def _leads(self, secrets: tuple[Secret, ...], text: str) -> list[Disclosure]:
        """What the first search finds that finds anything."""
        for search in self.searches:
            if found := search.leads(text, secrets, self.knowledge):
                return [inference.disclosure() for inference in found]
        return []

    def _run(self, loop: Loop, terms: Sequence[Term]) -> tuple[Draft, dict[str, Any]]:
        """The last draft of the loop, made as good as can be where that is asked for, and what to say of it."""
        draft = loop.run()
        claim: dict[str, Any] = {}
        if self.profile.optimal and self.profile.method == "generalize":
            greedy = utility_of(terms, loop.places, loop.units.values(), self.knowledge)
            before = {form: (unit.options, unit.at) for form, unit in loop.units.items()}
            best = optimal(loop)
            kept = [unit for unit in loop.units.values() if not stays(unit)]
            value = utility_of(terms, loop.places, kept, self.knowledge)
            if best is None or value < greedy - 1e-9:
                loop.units = {form: unit for form, unit in loop.units.items() if form in before}
                for form, (options, at) in before.items():
                    loop.units[form].options, loop.units[form].at = options, at
                claim["optimal"] = {"greedy": round(greedy, 4), "solved": False}
            else:
                draft = best
                loop.units = {unit.form: unit for unit in kept}
                claim["optimal"] = {"greedy": round(greedy, 4), "optimal": round(value, 4), "solved": True}
        if loop.repairs:
            exact, simple = (sum(costs) for costs in zip(*loop.repairs, strict=True))
            claim["repair"] = {"rounds": len(loop.repairs), "cost": round(exact, 3), "greedy": round(simple, 3)}
        return draft, claim


def _owner(secrets: Sequence[Secret]) -> Any:
    names = {label: secret.name for secret in secrets for label in secret.labels}
    return lambda label: names.get(label, "")


def _as_dict(profile: Profile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in profile.__dataclass_fields__}

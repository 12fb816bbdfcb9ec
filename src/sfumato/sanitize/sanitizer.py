"""Sanitizing a document: the terms, the secrets, the judge, the loop, and a certificate made from scratch."""

from __future__ import annotations

import secrets as entropy
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from sfumato import detectors as found_by
from sfumato.detectors import Detector
from sfumato.detectors.identifiers import identifiers
from sfumato.errors import InputError
from sfumato.models import Correlated, CSanitized, Hidden, Informative, content_of, hidden_threshold, listed_threshold
from sfumato.models.identifying import THRESHOLD, Shapes, features, scores
from sfumato.models.options import LEFT_OUT, NAME, Option, Options
from sfumato.negation import negated
from sfumato.normalform import STOP_WORDS, normal_form
from sfumato.policy import DEFAULT, Detect, Hide, Policy, Profile, written
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.reading import LONGEST, Reading, contexts, phrases, read
from sfumato.sanitize.loop import Loop
from sfumato.sanitize.optimal import optimal, stays
from sfumato.sanitize.result import Sanitized, pseudonym, replacements, utility_of
from sfumato.sanitize.units import Draft, Places
from sfumato.scan import Scanner
from sfumato.secrets import Resolved, resolve
from sfumato.senses import about
from sfumato.types import Disclosure, Document, Secret, Term
from sfumato.verify import verify

_Shares: TypeAlias = dict[str, tuple[float, float]]

_ENTITY = {"person": "PERSON", "place": "GPE", "organization": "ORG"}
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
    ) -> None:
        """`detectors` stand in for those of the policy's names, or are asked besides where the policy names none."""
        self.policy = policy or Policy("command", profile=profile or DEFAULT)
        self.profile = profile or self.policy.profile
        self.hide = (*self.policy.hide, *(h if isinstance(h, Hide) else Hide(h) for h in hide))
        self.knowledge = knowledge
        self.taxonomy = taxonomy
        self.language = language
        self.key = key or entropy.token_bytes(32)
        self.options = Options(knowledge, taxonomy)
        self._detectors = [(rule, detectors.get(rule.detector) or self._detector(rule)) for rule in self.policy.detect]
        named = {rule.detector for rule in self.policy.detect}
        self._detectors += [(Detect(name), each) for name, each in detectors.items() if name not in named]
        self._resolved: dict[Hide, Resolved] = {}
        self._judges: dict[tuple[tuple[Secret, ...], int], CSanitized] = {}
        self._accepted: dict[tuple[Secret, ...], dict[Option, bool]] = {}
        self._scanners: dict[tuple[Secret, ...], Scanner] = {}

    # --- one document ---

    def __call__(self, document: Document | str, hide: Iterable[str | Hide] = ()) -> Sanitized:
        """The document made safe; `hide` adds secrets of its own to those of the policy and the command."""
        document = Document("text", document) if isinstance(document, str) else document
        self.check(document)
        return self.sanitized(document, self.language.terms(document), hide)

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
        loop = Loop(
            reading,
            terms,
            judge=self._judge(secrets),
            options=self.options,
            scanner=self._scanner(tuple(each.secret for each in resolved)),
            secret_of=_owner([each.secret for each in resolved]),
            topics=about(reading, self.knowledge),
            groups=self.profile.groups,
            context=self.profile.context,
            redact=self.profile.method != "generalize",
            exempt=exempt,
            accepted=self._accepted.setdefault(secrets, {}) if self.profile.judge == "c-sanitized" else {},
        )
        self._name_secrets(loop, resolved)
        self._first(loop, found)
        if self.profile.judge == "c-sanitized":
            review = self._identifying(loop, terms, secrets, judged=bool(found) and not any(r.seen for r in resolved))
        else:
            review = []
            self._related(loop, resolved)
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
            claim={"policy": self.policy.name, "profile": _as_dict(self.profile), **claim},
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
        if hide not in self._resolved:
            alpha = hide.alpha or self.profile.alpha
            ask = partial(
                resolve,
                hide.label,
                taxonomy=self.taxonomy,
                knowledge=self.knowledge,
                alpha=alpha,
                aliases=hide.aliases,
            )
            try:
                self._resolved[hide] = ask(context="")
            except InputError:
                return ask(context=text)
        return self._resolved[hide]

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

    def _named(self, secrets: Sequence[Secret]) -> bool:
        """Whether names and numbers identify: a secret is a name, or the profile says so."""
        if self.profile.identifying == "never" or not secrets:
            return False
        return self.profile.identifying == "always" or any(secret.kind != "concept" for secret in secrets)

    def _name_secrets(self, loop: Loop, resolved: Sequence[Resolved]) -> None:
        """Takes the names of named secrets first, as what they are: a parser may take a surname for a company."""
        for each in resolved:
            label = _ENTITY.get(each.secret.kind)
            if label:
                why = Disclosure((each.secret.name,), each.secret.name, 0.0, 0.0, "names")
                for start, end, _ in self._scanner((each.secret,)).find(loop.text):
                    term = loop.places.term_over(start, end)
                    if term is None:
                        loop.take(start, end, label, why)
                    else:
                        loop.take(term.start, term.end, label if end == term.end else term.label, why)

    # --- first detectors ---

    def _detector(self, rule: Detect) -> Detector:
        if rule.detector == "patterns":
            return partial(found_by.patterns, labels=rule.labels or None)
        if rule.detector == "entities":
            return partial(found_by.entities, labels=rule.labels) if rule.labels else found_by.entities
        if rule.detector == "identifiers":
            return identifiers
        if rule.detector == "list":
            return (
                found_by.term_list(rule.names, label=rule.labels[0]) if rule.labels else found_by.term_list(rule.names)
            )
        return found_by.informative(self.knowledge, rule.bits or 0.0)

    def _first(self, loop: Loop, found: Sequence[tuple[Term, Detect]]) -> None:
        """Takes what the first detectors found, as the policy says it is to be written."""
        for term, rule in found:
            why = Disclosure((term.text,), "", 0.0, 0.0, f"found by {rule.detector}")
            said = written(term, rule.write)
            if said == term.text:
                continue
            options: tuple[Option, ...] = ()
            if said is not None and self.profile.method == "generalize":
                content = 0.0 if said.startswith("[") else content_of(self.knowledge, said)
                options = (Option(said, content, literal=True), LEFT_OUT)
            loop.take(term.start, term.end, term.label, why, options)

    # --- names, numbers and rare terms ---

    def _identifying(
        self, loop: Loop, terms: Sequence[Term], secrets: Sequence[Secret], *, judged: bool = False
    ) -> list[str]:
        """Takes terms that identify by themselves, and those never seen as the profile says; gives those to review.

        Where detectors of identifiers have judged them and the knowledge has never seen the secrets, theirs is the
        last word: there are no counts to add.
        """
        profile, judge = self.profile, loop.judge
        assert isinstance(judge, CSanitized)
        if not secrets or (judged and any(rule.detector == "identifiers" for rule, _ in self._detectors)):
            return []
        named = self._named(secrets)
        weigh = profile.identifying != "never"
        anyhow = self._judge(judge.secrets, support=1)
        shares = _shares(anyhow, judge, loop.reading)
        shapes = Shapes(loop.reading)
        threshold = THRESHOLD["always" if profile.identifying == "always" else "named" if named else "concept"]

        def score(shapes: Shapes, spans: Sequence[tuple[int, int, str]], told: _Shares) -> Any:
            rows = [
                features(self.knowledge, shapes, a, b, label, _share(shapes.reading, a, b, told), named=named)
                for a, b, label in spans
            ]
            return scores(rows, named=named)

        def identifies(label: str) -> bool:
            reading = read(label.lower())
            return bool(
                score(Shapes(reading), [(0, len(reading), "")], _shares(anyhow, judge, reading))[0] >= threshold
            )

        if weigh and named:
            loop.identifies = identifies
        spans = [(*loop.places.words(term.start, term.end), term.label) for term in terms]
        marks = score(shapes, spans, shares) if terms and weigh else [0.0] * len(terms)
        review: dict[str, None] = {}
        for term, (first, last, _), mark in zip(terms, spans, marks, strict=True):
            forms = [form for form in loop.reading.forms[first:last] if form not in STOP_WORDS]
            if term.label == NAME and profile.identifying == "always":
                why = Disclosure((term.text,), "", 1.0, threshold, "identifies")
                loop.take(term.start, term.end, term.label, why)
            if not forms or (not named and all(any(map(str.isdigit, form)) for form in forms)):
                continue
            unknown = any(not self.knowledge.count(form) and not form.isdigit() for form in forms)
            if weigh and mark >= threshold:
                why = Disclosure((" ".join(forms),), "", float(mark), threshold, "identifies")
                loop.take(term.start, term.end, term.label, why)
            elif unknown and profile.unknown == "redact":
                loop.take(term.start, term.end, term.label, Disclosure((" ".join(forms),), "", 0.0, 0.0, "unknown"))
            elif unknown and profile.unknown == "review":
                review[term.text] = None
        return list(review)

    # --- correlated terms, healthcare ---

    def _related(self, loop: Loop, resolved: Sequence[Resolved]) -> None:
        """Hides the sensitive terms first, then has the loop judged by what the others tell of them.

        CORR's terms are those that detectors found and names of secrets; HEALTH's the latter alone, and what stands
        for them is below the threshold of the whole list (eq. 4).
        """
        profile, whole = self.profile, (0, len(loop.text))
        limit: float | None = None
        if profile.judge == "healthcare":
            listed = [(form, self._nearest(form)) for each in resolved for form in each.secret.forms]
            limit = listed_threshold(self.knowledge, listed, contextualised=profile.contextualised)
            loop.scopes = [(*whole, Informative(self.knowledge, limit))]
        hits = loop.scanner.find(loop.text)
        if limit is None:  # what stands for a term must say less than the term
            least = min((content_of(self.knowledge, normal_form(label)) for _, _, label in hits), default=0.0)
            loop.scopes = [(*whole, Informative(self.knowledge, least))]
        for start, end, label in hits:
            loop.take(*loop.whole(start, end), Disclosure((label,), loop.secret_of(label), 0.0, 0.0, "names"))
        sensitive = list(loop.units.values())
        hidden = [Hidden(u.form, normal_form(u.option.label) if u.option.content else "") for u in sensitive]
        if limit is None:
            limit = hidden_threshold(self.knowledge, hidden, threshold=profile.threshold)
        loop.accepted.clear()
        loop.scopes = [
            (
                start,
                end,
                Correlated(
                    self.knowledge, here, limit=limit, contextualised=profile.contextualised, support=profile.support
                ),
            )
            for start, end in contexts(loop.text, profile.context)
            if (
                here := [
                    h for h, u in zip(hidden, sensitive, strict=True) if any(start <= a < end for a, _ in u.places)
                ]
            )
        ] or [(*whole, Correlated(self.knowledge, [], limit=limit))]

    def _nearest(self, form: str) -> str:
        """The most specific thing above that is commoner: HEALTH's g(s) of eq. 12 and 13."""
        own = self.knowledge.count(form)
        for sense in self.taxonomy.senses(form):
            for path in self.taxonomy.paths(sense, 4):
                for step in path:
                    if not step.grouping and self.knowledge.count(step.label) > own:
                        return normal_form(step.label)
        return ""

    # --- the end ---

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
            if best is None or value < greedy:
                loop.units = {form: unit for form, unit in loop.units.items() if form in before}
                for form, (options, at) in before.items():
                    loop.units[form].options, loop.units[form].at = options, at
                claim["optimal"] = {"greedy": round(greedy, 4), "solved": False}
            else:
                draft = best
                loop.units = {unit.form: unit for unit in kept}
                claim["optimal"] = {"greedy": round(greedy, 4), "optimal": round(value, 4), "solved": True}
        return self._finished(draft, loop), claim

    def _finished(self, draft: Draft, loop: Loop) -> Draft:
        """With pseudonyms in the place of what was left out, where they are asked for."""
        if self.profile.method != "pseudonym":
            return draft
        for unit in loop.units.values():
            unit.options = (pseudonym(unit.form, unit.label, self.key),)
            unit.at = 0
        return Draft(loop.text, list(loop.units.values()))


def detected(
    document: Document, terms: Sequence[Term], rules: Sequence[tuple[Detect, Detector]]
) -> list[tuple[Term, Detect]]:
    """What the detectors of a policy find, none overlapping another: an earlier rule goes before a later one."""
    found: list[tuple[Term, Detect]] = []
    for rule, detector in rules:
        for term in detector(document, terms):
            if rule.covers(term, document.text) and not any(
                term.start < other.end and other.start < term.end for other, _ in found
            ):
                found.append((term, rule))
    return sorted(found, key=lambda pair: pair[0].start)


def with_stray_names(reading: Reading, terms: Sequence[Term]) -> list[Term]:
    """The terms, and names that are in none of them."""
    places = Places(reading, terms)
    spans = [
        (reading.starts[first], reading.ends[last - 1])
        for first, last in Shapes(reading).stray_names([places.words(term.start, term.end) for term in terms])
    ]
    return sorted([*terms, *(Term(a, b, reading.text[a:b], NAME) for a, b in spans)])


def merged(text: str, terms: Sequence[Term], found: Sequence[Term]) -> list[Term]:
    """The terms of the language, less what detectors found, and what they found: none overlapping another."""
    if not found:
        return list(terms)
    result = list(found)
    at = 0
    for term in terms:
        while at < len(found) and found[at].end <= term.start:
            at += 1
        start, cut = term.start, at
        while cut < len(found) and found[cut].start < term.end:
            result += _piece(text, start, found[cut].start, "NOUN_PHRASE")
            start, cut = found[cut].end, cut + 1
        result += _piece(text, start, term.end, term.label) if start > term.start else [term] if cut == at else []
    return sorted(result)


def _piece(text: str, start: int, end: int, label: str) -> list[Term]:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    said = text[start:end]
    return [Term(start, end, said, label)] if said and normal_form(said) not in STOP_WORDS else []


def _shares(anyhow: CSanitized, judge: CSanitized, reading: Reading) -> _Shares:
    """The largest shares of a secret's information that each phrase of a text reveals: by any count, and by enough."""
    forms = list(phrases(reading))
    whole = np.maximum(judge.contents, 1.0)[:, np.newaxis]
    tables = ((each.bits(forms) / whole).max(axis=0).tolist() for each in (anyhow, judge))
    return dict(zip(forms, zip(*tables, strict=True), strict=True))


def _share(reading: Reading, first: int, last: int, shares: _Shares) -> tuple[float, float]:
    forms = reading.forms
    inside = [
        shares.get(" ".join(forms[a:b]), (0.0, 0.0))
        for a in range(first, last)
        for b in range(a + 1, min(a + LONGEST, last) + 1)
    ]
    return max((a for a, _ in inside), default=0.0), max((b for _, b in inside), default=0.0)


def _owner(secrets: Sequence[Secret]) -> Any:
    names = {label: secret.name for secret in secrets for label in secret.labels}
    return lambda label: names.get(label, "")


def _as_dict(profile: Profile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in profile.__dataclass_fields__}

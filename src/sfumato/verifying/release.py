"""Verifying a release: by the secrets and settings that are given, or by those that its certificate claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from typing import Any

import msgspec

from sfumato import plugins
from sfumato.errors import InputError
from sfumato.io.settings import not_a_number
from sfumato.languages.recognition import check_language
from sfumato.policy import Detect, Hide, Policy, profile_of
from sfumato.policy.detecting import Rules, left_in, rules_of
from sfumato.policy.hiding import hide_of
from sfumato.policy.profile import ALPHA
from sfumato.policy.readership import readership
from sfumato.policy.resolver import Resolver
from sfumato.protocols import Resources
from sfumato.protocols.reading import Candidate
from sfumato.risk import Search
from sfumato.risk.readers import Readers
from sfumato.verifying.certificate import Certificate
from sfumato.verifying.text import Looks, verify, with_detectors

CLAIMED = ("alpha", "groups", "crowd", "readers", "support", "counting", "context", "keep_negated", "unknown")
"""The settings that a claim about a text names."""
_PLACES = 5  # at which names are left, that are told


@dataclass(frozen=True, slots=True)
class Verified(Certificate):
    """A certificate made from scratch, of a text that came with one or not; it holds if it is the same text, too."""

    id: Any = "text"
    same_text: bool = True
    """Whether it is the text that the certificate is about, if there is one."""
    same_knowledge: bool = True
    """Whether the certificate was made with the same knowledge."""
    unchecked_rules: bool = False
    """Whether the certificate claims that rules hold, too, which were not at hand."""
    names_left: tuple[str, ...] = ()
    """Where names of secrets are left, in words."""

    def to_dict(self) -> dict[str, Any]:
        values = Certificate.to_dict(self)
        return {"id": values.pop("id"), **values}


@dataclass(frozen=True, slots=True)
class Verifier:
    """Verifies documents under one policy, or each under what was claimed of it."""

    policy: Policy
    given: Mapping[str, Any]
    """Settings of the request: they go before those of a certificate."""
    resources: Resources
    rivals: tuple[Candidate, ...] = ()
    """Whom a text may be about, as when it was sanitized."""
    resolver: Resolver = field(init=False, compare=False)
    _rules: Callable[[tuple[Detect, ...]], Rules] = field(init=False, repr=False, compare=False)
    _readers: Callable[[Policy], Readers] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "resolver", Resolver(self.resources.taxonomy, self.resources.knowledge))
        object.__setattr__(self, "_readers", lru_cache(4)(self._readership))
        object.__setattr__(self, "_rules", lru_cache(4)(partial(rules_of, resources=self.resources)))

    def _readership(self, policy: Policy) -> Readers:
        return readership(policy, self.rivals, self.resources)

    @plugins.blaming()
    def __call__(
        self,
        text: str,
        *,
        id: Any = "text",
        hide: Sequence[str] = (),
        claim: Mapping[str, Any] | None = None,
        original: str | None = None,
    ) -> Verified:
        """What is found in a text; `hide` are secrets of its own, `claim` the certificate that it came with."""
        if claim is not None:
            check_claim(claim, "the certificate")
            plugins.confirm(claim["claim"].get("plugins", ()))
        wanted, policy = self._asked(hide, claim)
        if not wanted and not policy.detect:
            raise InputError("nothing to verify: no secret is given", code="nothing-to-verify")
        profile, knowledge = policy.profile, self.resources.knowledge
        if not profile.any_language:
            check_language(text, knowledge.language)
        untrue = _untrue(claim)
        left = left_in(text, self._rules(policy.detect), self.resources, untrue) if policy.detect else ()
        resolved = self.resolver(wanted, alpha=profile.alpha, text=text)
        readers = self._readers(policy)
        if readers.people:
            readers.people.check(each.secret for each in resolved)
        _confirm_rivals(claim, readers)
        found = verify(
            text,
            resolved,
            knowledge=knowledge,
            profile=profile,
            original=original,
            looks=Looks(tuple(_searches(claim)), readers),
            claim={"policy": self.policy.name, "keep_negated": profile.keep_negated}
            | ({"surrogates": untrue} if untrue else {}),
        )
        found = with_detectors(found, policy.detect, left)
        names: list[str] = []
        if found.labels:
            scanner = knowledge.language.scanner(label for each in resolved for label in each.secret.labels)
            names = _places(text, scanner.find(text), found.exempt)
        same = claim is None or claim["text_sha256"] == found.text_sha256
        seen = {each.name: getattr(found, each.name) for each in fields(Certificate) if each.init}
        return Verified(
            **{**seen, "holds": found.holds and same},
            id=id,
            same_text=same,
            same_knowledge=claim is None or claim.get("knowledge") == found.knowledge,
            unchecked_rules=claim is not None and any("rules" in s for s in claim["claim"].get("searches", [])),
            names_left=tuple(names),
        )

    def _asked(self, own: Sequence[str], claim: Mapping[str, Any] | None) -> tuple[tuple[Hide, ...], Policy]:
        """The secrets and the settings for a document: those of the request, then those claimed of it."""
        mine = tuple(map(hide_of, own))
        if claim is None:
            return tuple(dict.fromkeys((*self.policy.hide, *mine))), self.policy
        profile: Mapping[str, Any] = claim["claim"].get("profile", {})
        claimed = {key: profile.get(key, claim["claim"].get(key)) for key in CLAIMED}
        settings = {key: value for key, value in {**claimed, **self.given}.items() if value is not None}
        secrets = [
            Hide(each.get("asked") or each["secret"], each["alpha"], tuple(each.get("aliases", ())))
            for each in claim["secrets"]
            if not each.get("stands_for")
        ]
        if "alpha" in self.given:
            secrets = [replace(secret, alpha=None) for secret in secrets]
        hide = self.policy.hide or tuple(secrets)
        judged = profile_of(settings, "certificate", self.policy.profile)
        detect = self.policy.detect or _detect(claim)
        return tuple(dict.fromkeys((*hide, *mine))), replace(self.policy, profile=judged, detect=detect)


def check_claim(claim: Any, where: str) -> None:
    """Refuses what is no certificate of sfumato."""
    try:
        known = msgspec.convert(claim, Certificate)
        _ = known.claim["groups"]
        fits = all(not not_a_number(each.alpha, *ALPHA) for each in known.secrets)
    except (msgspec.ValidationError, LookupError):
        fits = False
    if not fits:
        raise InputError(f"{where}: not a certificate of sfumato sanitize")


def _confirm_rivals(claim: Mapping[str, Any] | None, readers: Readers) -> None:
    """Refuses where a certificate speaks of a list of rivals, and that is not the one given here."""
    claimed = claim["claim"].get("rivals") if claim else None
    given = readers.people.as_claim() if readers.people else None
    if claimed and given is None:
        raise InputError("the certificate speaks of a list of rivals: give the same list", code="rivals-missing")
    if claimed and claimed != given:
        raise InputError("the certificate speaks of another list of rivals than the one given", code="rivals-differ")


def _detect(claim: Mapping[str, Any]) -> tuple[Detect, ...]:
    """The rules of detectors that a certificate claims, to be applied again."""
    try:
        return msgspec.convert(claim["claim"].get("detect", ()), tuple[Detect, ...])
    except msgspec.ValidationError:
        raise InputError("the certificate: its rules of detectors are not those of a policy") from None


def _untrue(claim: Mapping[str, Any] | None) -> list[str]:
    """What a certificate says that is written in the text and not true."""
    said = claim["claim"].get("surrogates", []) if claim else []
    if not isinstance(said, list) or not all(isinstance(each, str) and each for each in said):
        raise InputError("the certificate: its surrogates are no list of texts")
    return said


def _searches(claim: Mapping[str, Any] | None) -> list[Search]:
    """The searches that a certificate claims, to be made again; of rules it has only the number."""
    said = claim["claim"].get("searches", []) if claim else []
    try:
        return [
            Search(**{**each, "exclude": tuple(map(str, each["exclude"])), "without": tuple(map(int, each["without"]))})
            for each in said
            if "rules" not in each
        ]
    except (TypeError, KeyError, ValueError):
        raise InputError("the searches of the certificate are not those of sfumato inspect") from None


def _places(text: str, hits: Sequence[tuple[int, int, str]], exempt: Sequence[tuple[int, int]]) -> list[str]:
    left = [hit for hit in hits if not any(a <= hit[0] and hit[1] <= b for a, b in exempt)]
    told = [
        f'"{" ".join(text[start:end].split())}" in line {text.count(chr(10), 0, start) + 1} ({label})'
        for start, end, label in left[:_PLACES]
    ]
    return [*told, "..."] if len(left) > _PLACES else told

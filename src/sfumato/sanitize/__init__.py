"""Sanitizing text: what discloses a secret is replaced by something true but less precise, with a certificate.

from sfumato import sanitize

sanitize.sanitize("He takes zidovudine.", hide=["HIV"]).text          # with the embedded knowledge
sanitize.sanitize(letter, policy="us-medical", alpha=2).certificate   # any setting of a profile

For many documents make one `Sanitizer` and give it to `batch`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, cast

from sfumato import knowledge, languages, taxonomies
from sfumato.policy import Policy, Profile, find, profile_of
from sfumato.protocols import Knowledge
from sfumato.risk import Reach
from sfumato.sanitize.batch import Failure, Record, batch
from sfumato.sanitize.result import Replacement, Sanitized
from sfumato.sanitize.sanitizer import MOST, Sanitizer
from sfumato.types import Document

__all__ = ["MOST", "Failure", "Record", "Replacement", "Sanitized", "Sanitizer", "batch", "embedded", "sanitize"]


def sanitize(
    text: str | Document,
    *,
    hide: Iterable[str] = (),
    policy: str | None = None,
    key: bytes | None = None,
    **settings: Any,
) -> Sanitized:
    """A text made safe with the embedded knowledge, taxonomies and language, which are opened once.

    `policy` is the name of a shipped one or a TOML file, `settings` are those of a profile (alpha=2,
    method="redact"), `key` is that of pseudonyms.
    """
    found = find(policy) if policy else Policy("python")
    profile = profile_of(settings, "settings", found.profile)
    labels = (hide,) if isinstance(hide, str) else tuple(hide)
    return embedded(labels, found, profile, key)(text)


@lru_cache(maxsize=8)
def embedded(
    hide: tuple[str, ...],
    policy: Policy | None = None,
    profile: Profile | None = None,
    key: bytes | None = None,
    searches: tuple[Reach, ...] = (),
) -> Sanitizer:
    """A sanitizer over the embedded knowledge, taxonomies and language, made once."""
    policy = policy or Policy("python")
    profile = profile or policy.profile
    return Sanitizer(
        hide,
        knowledge=_pack(),
        taxonomy=_taxonomy(policy.taxonomies or taxonomies.ORDER),
        language=languages.load(),
        policy=policy,
        profile=profile,
        key=key,
        searches=searches,
    )


@cache
def _pack() -> Knowledge:
    return cast(Knowledge, knowledge.Pack.open())


@cache
def _taxonomy(order: tuple[str, ...]) -> taxonomies.Chain:
    return taxonomies.embedded(order)

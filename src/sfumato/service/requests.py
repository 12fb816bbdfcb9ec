"""What can be asked of an engine about texts. Every request goes to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from secrets import token_bytes
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import check_key
from sfumato.io.messages import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsRequest(Request):
    """What is to be hidden, and how it is judged: the same for every verb."""

    hide: tuple[str, ...] = ()
    """Secrets as people say them: "HIV", "HIV@2" for an alpha of its own, "mesh:D006678", "name:Apple"."""
    aliases: tuple[str, ...] = ()
    """Further names of secrets: "HIV=slim disease"."""
    policy: str | tuple[str, ...] | None = ()
    """Policies that ship with sfumato, or TOML files: what any of them hides is hidden. One may be given as it is."""
    profile: str | None = None
    """How to judge; the policy's own, unless given."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Settings of the profile that are changed: {"alpha": 2, "method": "redact"}."""

    def __post_init__(self) -> None:
        Request.__post_init__(self)
        if not isinstance(self.policy, tuple):
            object.__setattr__(self, "policy", () if self.policy is None else (self.policy,))


@dataclass(frozen=True, slots=True, kw_only=True)
class SanitizeRequest(SecretsRequest):
    """A text to be made safe."""

    text: str
    id: Any = "text"
    rivals: str | tuple[dict[str, Any], ...] = ()
    """Whom a text may be about, the secret among them: a CSV or JSON lines (name, what is known), or such rows."""
    detected: tuple[Mapping[str, Any], ...] | None = None
    """What another tool found, to be hidden too: results as Presidio gives them."""
    key: bytes | None = None
    """The key of pseudonyms."""
    same_person: bool = False
    """Of many documents: whether they are about one person, so that what they tell together counts, too."""

    def __post_init__(self) -> None:
        SecretsRequest.__post_init__(self)
        if self.key is not None:
            check_key(self.key)


def with_drawn_key(request: SanitizeRequest, method: str) -> SanitizeRequest:
    """The request with a key, if it has none and its method needs one: several engines then write the same."""
    if request.key is not None or method not in ("pseudonym", "surrogate"):
        return request
    return replace(request, key=token_bytes(32))


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRequest(SecretsRequest):
    """A released text to be checked from scratch."""

    text: str
    id: Any = "text"
    rivals: str | tuple[dict[str, Any], ...] = ()
    """Whom a text may be about, the secret among them: a CSV or JSON lines (name, what is known), or such rows."""
    original: str | None = None
    """The text before: then also what the release tells of names of secrets that stood there is checked."""
    certificate: dict[str, Any] | None = None
    """What was claimed of the text: secrets and settings are taken from it unless given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainRequest(SecretsRequest):
    """A term of which one wants to know what it reveals."""

    term: str
    label: str | None = None
    """What the term is in its text: NOUN_PHRASE, PERSON, GPE; guessed unless given."""
    context: str = ""
    """A text that says which sense the term has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsRequest(Request):
    """A term of a text of which one wants to know what it could be called there."""

    text: str
    start: int
    end: int
    id: Any = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectRequest(SecretsRequest):
    """A text of which one wants to know what its words lead to.

    With secrets: which words lead to them, and the cheapest repair. With `people`: whom the text fits, and which words
    leave fewer than so many. With `new`: what it adds to the knowledge. With nothing: all that a reader may conclude.
    """

    text: str
    id: Any = "text"
    topics: tuple[str, ...] = ()
    """Secrets that their kin gives away, too."""
    search: dict[str, Any] = field(default_factory=dict)
    """Settings of the search: keywords, set_size, documents, top, passage, agree, exclude."""
    schedule: str | None = None
    """Sets of a size out of so many keywords, one after the other: "2:50,3:20"."""
    rules: tuple[dict[str, Any], ...] | None = None
    """Rules that were found before, instead of a search."""
    people: int | None = None
    new: bool = False
    prefer: tuple[str, ...] = ()
    """Kinds of words that a repair rather changes: names, numbers, nouns, verbs, adjectives."""
    released: str | None = None
    """What was released of the text: the crowd is counted before and after."""
    fix: bool = False
    """Whether the repaired text is wanted also where nothing leads to a secret."""

    def __post_init__(self) -> None:
        SecretsRequest.__post_init__(self)
        if self.people is not None and self.people < 2:
            raise InputError("people must be 2 or more: fewer than one person fits no text", code="bad-request")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesRequest(SecretsRequest):
    """Secrets for which rules are to be found, which need no search when they are applied."""

    topics: tuple[str, ...] = ()
    search: dict[str, Any] = field(default_factory=dict)

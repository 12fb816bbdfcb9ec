"""What an engine says of the secrets of a request, before anything is done about them."""

from __future__ import annotations

from dataclasses import dataclass

from sfumato.io.files import counted
from sfumato.io.messages import Message
from sfumato.policy.resolver import never_seen
from sfumato.policy.secrets import Resolved


@dataclass(frozen=True, slots=True)
class SecretFound(Message):
    """What a secret was taken for, and what the knowledge knows of it."""

    name: str
    kind: str
    sources: tuple[str, ...]
    """The taxonomies that have it."""
    names: int
    """Spellings that no released text may have."""
    documents: int
    """Documents of the knowledge that have it."""
    seen: bool
    """Whether these are enough to say anything."""
    unseen: str = ""
    """That it is hardly known, and what may be meant instead, in words."""
    proxies: tuple[str, ...] = ()
    """What stands for it where it is not known."""

    @property
    def described(self) -> str:
        """What it was taken for, in words."""
        sources = f" ({', '.join(self.sources)})" if self.sources else ""
        what = f"{self.kind if self.kind != 'unknown' else 'name'}{sources}"
        names = counted(self.names, "name" if self.sources else "spelling")
        return f"{what}, {names}, in {counted(self.documents, 'document')}"

    @classmethod
    def of(cls, found: Resolved) -> SecretFound:
        """The public side of a resolved secret."""
        secret = found.secret
        return cls(
            name=secret.name,
            kind=secret.kind,
            sources=tuple(dict.fromkeys(concept.source for concept in secret.concepts)),
            names=len(secret.labels),
            documents=found.documents,
            seen=found.seen,
            unseen="" if found.seen else never_seen(found),
            proxies=tuple(proxy.name for proxy in found.proxies),
        )

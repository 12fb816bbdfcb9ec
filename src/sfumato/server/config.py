"""What a server is told when it starts: where it listens, who may ask, and how much."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import guarded, shown

TOKEN = "SFUMATO_TOKEN"
"""The environment variable that may hold the token."""
CREDENTIALS = "CREDENTIALS_DIRECTORY"
"""The environment variable by which systemd says where it keeps what it hands to a service, and to nobody else."""
COMPATIBLE = ("presidio",)
"""Wire formats of others that a server can speak, too."""
_SHORTEST = 16  # characters of a token


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a caller may ask for. Whatever is more is refused with a code of its own."""

    body: int = 16_000_000
    """Bytes of a request."""
    characters: int = 5_000_000
    """Of one text."""
    items: int = 1_000
    """Requests of a batch."""
    secrets: int = 64
    """Of one request."""
    label: int = 1_000
    """Characters of a secret, an alias or a term."""
    sets: int = 500_000
    """Sets of words that one search may look at."""
    waiting: int = 64
    """Requests that wait for a thread."""
    open: int = 512
    """Requests that are open at once, those that are still being sent among them."""
    jobs: int = 64
    """Jobs that wait, run, or keep a result that nobody has fetched."""
    seconds: float = 60.0
    """That a request may wait and work: longer work is a job."""
    page_seconds: float = 900.0
    """That somebody at a page may wait, who sees that there is work under way."""
    head_seconds: float = 10.0
    """In which the first line and the headers of a request must come."""
    body_seconds: float = 30.0
    """In which its body must come."""
    stalled_seconds: float = 30.0
    """That a client may leave an answer unread."""
    kept_seconds: float = 3600.0
    """That the result of a job waits to be fetched."""
    idle_seconds: float = 7200.0
    """After which a review that nobody looks at is closed."""
    closing_seconds: float = 10.0
    """That open requests have when the server is stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """Where a server listens, who may ask, and what it offers. Beyond this machine nobody may ask without a token."""

    host: str = "127.0.0.1"
    port: int = 8421
    token: str | None = field(default=None, repr=False)
    """What callers must send as `Authorization: Bearer ...` or `X-API-Key: ...`."""
    names: tuple[str, ...] = ()
    """Names of hosts by which callers may call the server, beside those of this machine and its address."""
    workers: int = 1
    """Processes, which share what is loaded."""
    threads: int = 2
    """Of each process, that work."""
    metrics: bool = False
    compat: str | None = None
    """A wire format of others, one of `COMPATIBLE`."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        if self.token is not None and (len(self.token) < _SHORTEST or not _is_plain(self.token)):
            raise InputError(f"a token has {_SHORTEST} letters, digits or signs at least, no space", code="bad-token")
        if not self.host or not _is_plain(self.host):
            raise InputError("the host is no name and no address", code="bad-host")
        if not 0 <= self.port <= 65535 or self.workers < 1 or self.threads < 1:
            raise InputError("a port is 0 to 65535, and there is at least one worker and one thread", code="bad-number")
        if self.compat not in (None, *COMPATIBLE):
            raise InputError(f"only {', '.join(COMPATIBLE)} can be spoken, too", code="bad-compat")
        if self.token is None and not self.is_local:
            said = "anybody could reach it there: give a token, or listen on 127.0.0.1"
            raise InputError(f"{shown(self.host)} is not this machine alone, so that {said}", code="token-missing")

    @property
    def is_local(self) -> bool:
        """Whether nobody but this machine can reach the server.

        >>> ServerConfig(host="::1").is_local, ServerConfig(host="0.0.0.0", token="x" * 16).is_local
        (True, False)
        """
        return self.host == "localhost" or bool(address_of(self.host) and ipaddress.ip_address(self.host).is_loopback)


def address_of(host: str) -> str:
    """An IP address as it is given, nothing if it is none.

    >>> address_of("127.0.0.1"), address_of("localhost")
    ('127.0.0.1', '')
    """
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""


def read_token(path: Path | None, environment: MutableMapping[str, str] = os.environ) -> str | None:
    """The token of a file, or of the environment, from which it is taken away; none where neither has one."""
    given = environment.pop(TOKEN, None)
    if path is None:
        return given.strip() if given else None
    handed = environment.get(CREDENTIALS)  # its folder is closed to others; a list of who may read shows as the group
    others = 0o007 if handed and path.parent == Path(handed) else 0o077
    with guarded(path):
        if os.name == "posix" and path.stat().st_mode & others:
            raise InputError(f"{shown(path)}: others can read the token; chmod 600 keeps it yours", code="open-token")
        data = path.read_bytes()[:10_000]
    try:
        return data.decode("ascii").strip()
    except UnicodeDecodeError:
        raise InputError(f"{shown(path)}: no token, which has plain letters, digits and signs alone") from None


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and " " not in text

"""A line of Python for each verb about texts, over the embedded knowledge, taxonomies and language, opened once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from sfumato.sanitizing import Sanitized
from sfumato.sanitizing.explanation import Explanation
from sfumato.service.engine import Engine, Inspected
from sfumato.service.requests import ExplainRequest, InspectRequest, SanitizeRequest, VerifyRequest
from sfumato.verifying.certificate import Certificate
from sfumato.verifying.release import Verified

if TYPE_CHECKING:
    from sfumato.tables import AnonymizeResult


@cache
def default_engine() -> Engine:
    """The engine over what ships with sfumato."""
    return Engine()


def sanitize(
    text: str,
    *,
    hide: str | Iterable[str] = (),
    aliases: Iterable[str] = (),
    policy: str | Iterable[str] = (),
    profile: str | None = None,
    key: bytes | None = None,
    rivals: Any = (),
    **settings: Any,
) -> Sanitized:
    """A text made safe: `sanitize(letter, hide=["HIV", "hepatitis C@2"]).text`.

    `aliases` are further names of secrets ("HIV=slim disease"), `policy` are names of shipped ones or TOML files,
    `profile` that of a shipped one, `settings` are those of a profile (alpha=2, method="redact"), `key` is that of
    pseudonyms. `rivals` are whom a text may be about, the secret among them: a CSV or JSON lines, or rows as
    [{"name": "Jane Roe", "job": "midwife", "age": 45}, ...].
    """
    secrets: dict[str, Any] = {"hide": _labels(hide), "aliases": _labels(aliases), "policy": _labels(policy)}
    request = SanitizeRequest(text=text, profile=profile, settings=settings, key=key, rivals=rivals, **secrets)
    return default_engine().sanitize(request)


def verify(
    text: str,
    *,
    hide: str | Iterable[str] = (),
    aliases: Iterable[str] = (),
    policy: str | Iterable[str] = (),
    certificate: Certificate | Mapping[str, Any] | None = None,
    original: str | None = None,
    rivals: Any = (),
    **settings: Any,
) -> Verified:
    """A released text checked from scratch: `verify(released, hide=["HIV"]).holds`.

    `certificate` is what was claimed of it, `original` the text before; `aliases` and `rivals` as for `sanitize`.
    """
    claimed: Any = certificate.to_dict() if isinstance(certificate, Certificate) else certificate
    secrets: dict[str, Any] = {"hide": _labels(hide), "aliases": _labels(aliases), "policy": _labels(policy)}
    secrets["rivals"] = rivals
    request = VerifyRequest(text=text, certificate=claimed, original=original, settings=settings, **secrets)
    return default_engine().verify(request)


def explain(
    term: str, *, hide: str | Iterable[str] = (), policy: str | Iterable[str] = (), context: str = "", **settings: Any
) -> Explanation:
    """What a term reveals of secrets: `explain("zidovudine", hide=["HIV"]).secrets[0].discloses`."""
    request = ExplainRequest(term=term, hide=_labels(hide), policy=_labels(policy), context=context, settings=settings)
    return default_engine().explain(request)


def inspect(
    text: str, *, hide: str | Iterable[str] = (), policy: str | Iterable[str] = (), fix: bool = False, **search: Any
) -> Inspected:
    """Which words of a text lead to secrets: `inspect(biography, hide="Osama bin Laden", keywords=30).inferences`.

    Without a secret, all that a reader may conclude. `search` are the settings of the search.
    """
    request = InspectRequest(text=text, hide=_labels(hide), policy=_labels(policy), fix=fix, search=search)
    return default_engine().inspect(request)


def anonymize(table: Any, config: str | PathLike[str] | Mapping[str, Any], **settings: Any) -> AnonymizeResult:
    """A table of people, k-anonymous with its texts: `anonymize(frame, "members.toml", k=5).table`.

    `config` says what the columns are: a TOML file, or what stands in one. `settings` are those of `AnonymizeRequest`.
    """
    from sfumato.tables import AnonymizeRequest

    if isinstance(config, str | PathLike):
        return default_engine().anonymize(AnonymizeRequest.of_file(fspath(config), **settings), table)
    return default_engine().anonymize(AnonymizeRequest(config=dict(config), **settings), table)


def _labels(hide: Any) -> Any:
    """Labels as a request takes them; what is none is left for it to refuse."""
    return (hide,) if isinstance(hide, str) else tuple(hide) if isinstance(hide, Iterable) else hide

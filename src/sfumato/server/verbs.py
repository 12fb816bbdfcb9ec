"""What can be asked over HTTP: the engine's own requests, alone or many in an array, and its own results."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from sfumato.io.messages import Message, Request
from sfumato.io.stopping import Stopped, stoppable
from sfumato.risk import Search
from sfumato.sanitizing.explanation import Explanation
from sfumato.sanitizing.offers import Offers
from sfumato.server import tables
from sfumato.server.config import Limits
from sfumato.server.errors import Refused, refusal_of
from sfumato.server.offsets import asked_in, told_in, unit_of
from sfumato.server.work import Stop
from sfumato.service import (
    Conclusions,
    Engine,
    ExplainRequest,
    Inspection,
    InspectRequest,
    Novelties,
    OptionsRequest,
    People,
    Sanitized,
    SanitizeRequest,
    Verified,
    VerifyRequest,
)
from sfumato.types import Progress, Tell, silent

_TEXTS = ("text", "original", "released", "context")
_LABELS = ("hide", "topics", "aliases")


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that can be asked of an engine about a text, with the types of what goes in and comes out."""

    asked: type[Request]
    answered: tuple[type[Message], ...]
    ask: Callable[[Engine, Any], Any]
    about: str


VERBS: dict[str, Verb] = {
    "sanitize": Verb(SanitizeRequest, (Sanitized,), Engine.sanitize, "A text made safe, with its certificate."),
    "verify": Verb(VerifyRequest, (Verified,), Engine.verify, "The check of a released text from scratch."),
    "inspect": Verb(
        InspectRequest,
        (Inspection, Conclusions, Novelties, People),
        Engine.inspect,
        "What the words of a text lead to, by the question that is asked.",
    ),
    "explain": Verb(ExplainRequest, (Explanation,), Engine.explain, "What a term reveals of the secrets, and why."),
    "options": Verb(OptionsRequest, (Offers,), Engine.options, "What a term could be called where it stands."),
}
"""What can be asked about texts; tables are asked for by `anonymize`."""
NAMES = (*VERBS, "anonymize")
"""Everything that can be asked, at once or as a job."""


def decoded(body: bytes) -> Any:
    """The values of a JSON body; refused with 400 where it is none, or says something twice."""
    try:
        values = msgspec.json.decode(body)
        with contextlib.suppress(ValueError):  # of numbers, which were read above
            json.loads(body, object_pairs_hook=_once, parse_int=str, parse_float=str)
        return values
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(400, "bad-json", "the body is no JSON", "body") from None
    except RecursionError:
        raise Refused(400, "bad-json", "the body is nested too deep", "body") from None


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Refuses an object that has a key twice: readers of JSON differ in which of the two counts."""
    if len(dict(pairs)) < len(pairs):
        raise Refused(400, "key-twice", "an object of the body has the same key twice", "body")


def answer(engine: Engine, name: str, values: Any, limits: Limits, stop: Stop, tell: Tell = silent) -> Any:
    """What the engine says to a request, or to each of an array: one that fails is an error in its place."""
    if not isinstance(values, list):
        return _one(engine, name, values, limits, stop, tell)
    if len(values) > limits.items:
        raise Refused(413, "too-many-items", f"at most {limits.items:,} requests may stand in an array", "body")
    answers = []
    for number, each in enumerate(values):
        if stop.is_set():
            raise Stopped
        tell(Progress(name, number, len(values), "requests"))
        try:
            answers.append(_one(engine, name, each, limits, stop, silent))
        except Stopped:
            raise
        except Exception as error:
            found = refusal_of(error, each)
            answers.append(
                Refused(found.status, found.code, found.message, f"[{number}] {found.where}".strip()).to_dict()
            )
    tell(Progress(name, len(values), len(values), "requests"))
    return answers


def _one(engine: Engine, name: str, values: Any, limits: Limits, stop: Stop, tell: Tell) -> Any:
    if not isinstance(values, dict):
        raise Refused(422, "bad-request", "a request must be an object", "body")
    try:
        if name == "anonymize":
            with stoppable(stop.is_set):
                return tables.anonymized(engine, values, stop, tell)
        verb = VERBS[name]
        unit = unit_of(values)
        given = asked_in({key: value for key, value in values.items() if key != "offsets"}, unit)
        check_size(given, limits)
        request = verb.asked.from_dict(given)
        _check_files(request)
        _check_use(request, limits)
        with stoppable(stop.is_set):
            result = verb.ask(engine, request).to_dict()
        return told_in(result, getattr(request, "text", ""), unit) if "offsets" in values else result
    except Exception as error:
        if isinstance(error, Stopped):
            raise
        raise refusal_of(error, values) from error


# --- what is refused before there is work -----------------------------------------------------------------


def check_size(values: Mapping[str, Any], limits: Limits) -> None:
    """Refuses texts and lists of secrets that are too long."""
    for key in _TEXTS:
        if isinstance(values.get(key), str) and len(values[key]) > limits.characters:
            raise Refused(413, "text-too-long", f"a text has at most {limits.characters:,} characters: split it", key)
    if isinstance(values.get("term"), str) and len(values["term"]) > limits.label:
        raise Refused(413, "text-too-long", f"a term has at most {limits.label:,} characters", "term")
    for key in _LABELS:
        given = values.get(key)
        labels = given if isinstance(given, list) else [given]
        if len(labels) > limits.secrets:
            raise Refused(422, "too-many-secrets", f"at most {limits.secrets} of them may be given", key)
        if any(isinstance(label, str) and len(label) > limits.label for label in labels):
            raise Refused(422, "label-too-long", f"each has at most {limits.label:,} characters", key)


def _check_files(request: Any) -> None:
    """Refuses a request that names files: those of the server are none of its callers' business."""
    if any(name.lower().endswith(".toml") for name in getattr(request, "policy", None) or ()):
        raise Refused(422, "no-files", "a policy is one of those that the server has, by its name", "policy")
    if isinstance(getattr(request, "rivals", None), str):
        raise Refused(422, "no-files", "rivals are a list of objects, not a file", "rivals")


def _check_use(request: Request, limits: Limits) -> None:
    """Refuses what means nothing here, and searches that would take for ever."""
    if getattr(request, "same_person", False):
        said = "texts about one person are sanitized together on the command line or from Python"
        raise Refused(422, "not-here", said, "same_person")
    if isinstance(request, InspectRequest):
        stages = request.schedule.split(",") if request.schedule else []
        wanted = [(stage.partition(":")[2], stage.partition(":")[0]) for stage in stages]
        usual = Search()
        wanted += [(request.search.get("keywords", usual.keywords), request.search.get("set_size", usual.set_size))]
        if sum(map(_sets, *zip(*wanted, strict=True))) > limits.sets or len(wanted) > limits.secrets:
            said = f"a search may look at {limits.sets:,} sets of words: take fewer keywords or smaller sets"
            raise Refused(422, "search-too-wide", said, "search")


def _sets(keywords: Any, size: Any) -> int:
    """How many sets of words a search looks at; none where it makes no sense, which the engine says better."""
    try:
        words, most = int(keywords), int(size)
    except (TypeError, ValueError, OverflowError):
        return 0
    if words <= 0 or most <= 0:
        return 0
    if words > 100_000 or most > 20:
        return 1 << 60
    return sum(math.comb(words, number) for number in range(1, most + 1))


def check(request: SanitizeRequest, limits: Limits) -> None:
    """Refuses a request that nothing here is done for: too long a text, files of the server, what means nothing."""
    check_size({"text": request.text}, limits)
    _check_files(request)
    _check_use(request, limits)


def sanitized(engine: Engine, request: SanitizeRequest, limits: Limits) -> Sanitized:
    """A text made safe, where the request is one that is done for callers."""
    check(request, limits)
    return engine.sanitize(request)

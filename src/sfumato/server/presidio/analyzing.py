"""The analyzer: what stands where in a text, or in each of several, as a request asks."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sfumato.io.stopping import Stopped
from sfumato.sanitizing.sanitizer import MOST
from sfumato.server.presidio import ad_hoc
from sfumato.server.presidio.matching import is_in
from sfumato.server.presidio.recognizing import Finding, Recognizing, supported_entities
from sfumato.server.presidio.refusing import Refused, invalid, number, strings, too_much, wrong_type

NO_RECOGNIZERS = "No matching recognizers were found to serve the request."

_LOG = logging.getLogger("sfumato.server")
_TEXTS = 1_000
_WORDS = 10_000
_UNPAIRED = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a request asks for, beside its texts."""

    entities: frozenset[str]
    threshold: float
    explain: bool
    recognizers: tuple[ad_hoc.PatternRecognizer, ...]
    context: tuple[str, ...]
    allowed: tuple[str, ...]
    allowed_by: str
    flags: int


def check_language(language: Any, recognizing: Recognizing) -> None:
    """Refuses a language that is not read."""
    if language not in recognizing.languages:
        raise Refused(500, NO_RECOGNIZERS, "unknown-language")  # as Presidio does


def analyze(body: Any, recognizing: Recognizing) -> list[Any]:
    """What is found: for one text a list, for several a list of lists, in which a text that fails is an error."""
    if not isinstance(body, dict):
        raise Refused(500, f"'{type(body).__name__}' object has no attribute 'get'", "bad-json")
    recognizers = ad_hoc.recognizers_of(body)
    text, language = body.get("text"), body.get("language")
    if not text:
        raise Refused(500, "No text provided", "no-text")
    if not language:
        raise Refused(500, "No language provided", "no-language")
    check_language(language, recognizing)
    asked = _asked(body, [each for each in recognizers if each.supported_language == language])
    texts = _texts(text)
    found = iter(_found([each for each in texts if isinstance(each, str)], asked, recognizing))
    results = [next(found) if isinstance(each, str) else wrong_type("text", each, str) for each in texts]
    if isinstance(text, list):
        return [{"error": each.message} if isinstance(each, Refused) else each for each in results]
    if isinstance(results[0], Refused):
        raise results[0]
    return results[0]


def is_text(text: str) -> str:
    """A text in which halves of characters are replacement characters, so that every place stays the same."""
    return text if text.isascii() else text.translate(_UNPAIRED)


def check_length(text: str) -> None:
    """Refuses what is too long to be one text."""
    if len(text) > MOST:
        raise too_much(f"a text has more than {MOST:,} characters")


def unforeseen(error: Exception) -> Refused:
    """What may be told of a failure of our own: its message may quote a text. Nobody is told where nobody waits."""
    if isinstance(error, Stopped):
        raise error
    _LOG.error("unforeseen %s", type(error).__name__)
    return Refused(500, "Internal server error", "internal")


def _texts(text: Any) -> list[Any]:
    texts = text if isinstance(text, list) else [text]
    if not isinstance(text, str | list):
        raise wrong_type("text", text, str)
    if len(texts) > _TEXTS:
        raise too_much(f"there are more than {_TEXTS:,} texts")
    for each in texts:
        if isinstance(each, str):
            check_length(each)
    return [is_text(each) if isinstance(each, str) else each for each in texts]


def _asked(body: Mapping[str, Any], recognizers: Sequence[ad_hoc.PatternRecognizer]) -> _Asked:
    wanted = frozenset(strings(body, "entities", most=_WORDS))
    known = {*supported_entities(), *(each.supported_entity for each in recognizers)}
    if wanted and not wanted & known:
        raise Refused(500, NO_RECOGNIZERS, "unknown-entities")
    allowed_by = body.get("allow_list_match", "exact")
    if allowed_by not in ("exact", "regex"):
        raise invalid("allow_list_match must either be set to 'exact' or 'regex'.")
    return _Asked(
        entities=wanted,
        threshold=number(body, "score_threshold") or 0.0,
        explain=bool(body.get("return_decision_process")),
        recognizers=tuple(each for each in recognizers if not wanted or each.supported_entity in wanted),
        context=tuple(strings(body, "context", most=_WORDS)),
        allowed=tuple(strings(body, "allow_list", most=_WORDS)),
        allowed_by=allowed_by,
        flags=ad_hoc.flags_of(body),
    )


def _found(texts: Sequence[str], asked: _Asked, recognizing: Recognizing) -> list[list[dict[str, Any]] | Refused]:
    """What is found in each text, as it goes out, or why nothing is."""
    language = recognizing.engine.language
    beside = ad_hoc.find_ad_hoc(asked.recognizers, texts, context=asked.context, language=language)
    found = [_own(text, asked, recognizing, more) for text, more in zip(texts, beside, strict=True)]
    kept = [each if isinstance(each, Refused) else _ranked(each, asked.threshold) for each in found]
    if asked.allowed:
        kept = _without_allowed(texts, kept, asked)
    return [
        each if isinstance(each, Refused) else [finding.to_dict(asked.explain) for finding in each] for each in kept
    ]


def _own(text: str, asked: _Asked, recognizing: Recognizing, beside: list[Finding]) -> list[Finding] | Refused:
    """What our detectors find, with what was found beside; a failure of one text is told in its place."""
    if asked.entities and asked.entities.isdisjoint(supported_entities()):
        return beside
    try:
        found = recognizing(text)
    except Exception as error:
        return unforeseen(error)
    wanted = [each for each in found if not asked.entities or each.entity_type in asked.entities]
    return [*(ad_hoc.raised(each, ad_hoc.named_by(each, asked.context)) for each in wanted), *beside]


def _ranked(found: Iterable[Finding], threshold: float) -> list[Finding]:
    """The findings, the surest first; of one type none that lies within a surer one, and none below the threshold."""
    outer: dict[str, _Outer] = {}
    kept = []
    for each in sorted(found, key=lambda each: (-each.score, each.start, each.start - each.end)):
        if each.score >= threshold and outer.setdefault(each.entity_type, _Outer()).adds(each.start, each.end):
            kept.append(each)
    return kept


class _Outer:
    """The spans that lie within no other, in order: their ends rise as their starts do."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def adds(self, start: int, end: int) -> bool:
        """Takes in a span; false where it lies within one."""
        at = bisect_right(self._starts, start)
        if at and self._ends[at - 1] >= end:
            return False
        first = at - 1 if at and self._starts[at - 1] == start else at
        last = bisect_right(self._ends, end, lo=first)
        self._starts[first:last], self._ends[first:last] = [start], [end]
        return True


def _without_allowed(
    texts: Sequence[str], found: Sequence[list[Finding] | Refused], asked: _Asked
) -> list[list[Finding] | Refused]:
    """What is found, but for what the caller allows to be there."""
    lists = [each if isinstance(each, list) else [] for each in found]
    words = {text[each.start : each.end] for text, here in zip(texts, lists, strict=True) for each in here}
    if asked.allowed_by == "exact":
        allowed = words.intersection(asked.allowed)
    else:
        ordered = sorted(words)
        does = is_in(("|".join(asked.allowed), asked.flags), ordered)
        allowed = {word for word, is_allowed in zip(ordered, does, strict=True) if is_allowed}
    return [
        [each for each in here if text[each.start : each.end] not in allowed] if isinstance(here, list) else here
        for text, here in zip(texts, found, strict=True)
    ]

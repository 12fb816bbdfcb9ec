"""The anonymizer: spans of a text changed by operators, and encrypted ones changed back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sfumato.server.presidio.analyzing import check_length, unforeseen
from sfumato.server.presidio.generalising import NAMES, Generalising, generalised, together
from sfumato.server.presidio.operators import ANONYMIZERS, DEANONYMIZERS
from sfumato.server.presidio.refusing import Refused, invalid, named, too_much, wrong_type
from sfumato.server.presidio.spans import (
    Span,
    Written,
    apply,
    check_places,
    check_work,
    spans_of,
    without_conflicts,
)
from sfumato.service import Engine

LISTED = ["hash", "mask", "redact", "replace", "encrypt", "custom", "keep", NAMES[0]]
"""The operators that are named to a caller who asks; "custom" is refused, as Presidio's service does."""

_TEXTS = 1_000
_DEFAULT = "DEFAULT"


@dataclass(frozen=True, slots=True)
class _Config:
    """An operator by its name, and its settings."""

    name: Any
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def generalises(self) -> bool:
        return self.name in NAMES


def anonymize(body: Any, engine: Engine) -> Any:
    """The text anonymized, or each of several."""
    given = _object(body)
    configs = _configs(given.get("anonymizers"), "anonymizers")
    if any(config.name == "custom" for config in configs.values()):
        raise Refused(400, "Custom type anonymizer is not supported", "custom-refused")
    configs = {**configs, _DEFAULT: configs.get(_DEFAULT) or _Config("replace")}
    asked = Generalising.of([config.settings for config in configs.values() if config.generalises])

    def one(text: str, results: Any) -> dict[str, Any]:
        if results is None:
            raise invalid("Invalid input, request must contain analyzer results")
        return _anonymized(text, spans_of(results, "analyzer_results", scored=True), configs, asked, engine)

    return _each(given, "analyzer_results", one)


def deanonymize(body: Any) -> Any:
    """The text with what was encrypted as it was, or each of several."""
    given = _object(body)
    configs = _configs(given.get("deanonymizers"), "deanonymizers")

    def one(text: str, results: Any) -> dict[str, Any]:
        spans = spans_of(results or [], "anonymizer_results", scored=False)
        check_places(spans, text)
        check_work(spans)
        ordered = sorted(spans, key=lambda span: span.start, reverse=True)
        return apply(text, [_operated(text, span, _config(span, configs), DEANONYMIZERS) for span in ordered])

    return _each(given, "anonymizer_results", one)


def _anonymized(
    text: str, spans: Sequence[Span], configs: Mapping[str, _Config], asked: Generalising, engine: Engine
) -> dict[str, Any]:
    spans = without_conflicts(spans, text)
    check_places(spans, text)
    check_work(spans)
    ours: list[Span] = []
    others = []
    for span in reversed(spans):
        config = _config(span, configs)
        if config.generalises:
            ours.append(span)
        else:
            written = _operated(text, span, config, ANONYMIZERS)
            others.append((written, config.settings.get("masking_char", "")))
    changes, certificate = generalised(text, ours, asked, engine)
    done = apply(text, together(changes, others))
    return done if certificate is None else {**done, "certificate": certificate}


def _operated(text: str, span: Span, config: _Config, known: Mapping[str, Any]) -> Written:
    if not isinstance(config.name, str) or config.name not in known:
        raise invalid(f"Invalid operator class '{named(config.name)}'.", "unknown-operator")
    written = known[config.name](text[span.start : span.end], span.entity_type, config.settings)
    return Written(span.start, span.end, span.entity_type, written, config.name)


def _config(span: Span, configs: Mapping[str, _Config]) -> _Config:
    found = configs.get(span.entity_type) or configs.get(_DEFAULT)
    if found is None:
        raise invalid("Invalid input, request must contain an operator for every entity_type")
    return found


def _configs(given: Any, name: str) -> dict[str, _Config]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise wrong_type(name, given, dict)
    found = {}
    for entity_type, settings in given.items():
        if not isinstance(settings, dict):
            raise wrong_type(name, settings, dict)
        if settings.get("type") is None:
            raise invalid("Invalid input, operator config must contain operator_name")
        found[entity_type] = _Config(settings["type"], settings)
    return found


def _object(body: Any) -> dict[str, Any]:
    if not body or not isinstance(body, dict):
        raise Refused(400, "Invalid request json", "bad-json")
    return body


def _each(body: Mapping[str, Any], name: str, one: Callable[[str, Any], dict[str, Any]]) -> Any:
    """What becomes of the text of a request, or of each of several: one that fails is an error in its place."""
    text, results = body.get("text", ""), body.get(name)
    if not isinstance(text, list):
        return one(_text(text), results)
    if len(text) > _TEXTS:
        raise too_much(f"there are more than {_TEXTS:,} texts")
    if results is None:
        results = [[]] * len(text)
    if not isinstance(results, list):
        raise wrong_type(name, results, list)
    if len(results) != len(text):
        raise invalid(
            f"Invalid input, '{name}' must contain one list of results per item in 'text' when 'text' is a list "
            f"({len(text)} text items, {len(results)} '{name}' items)"
        )
    return [_done(one, each, found) for each, found in zip(text, results, strict=True)]


def _done(one: Callable[[str, Any], dict[str, Any]], text: Any, results: Any) -> dict[str, Any]:
    try:
        return one(_text(text), results)
    except Refused as refused:
        return {"error": refused.message}
    except Exception as error:
        return {"error": unforeseen(error).message}


def _text(text: Any) -> str:
    if not isinstance(text, str):
        raise wrong_type("text", text, str)
    check_length(text)
    return text

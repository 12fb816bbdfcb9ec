"""What a caller looks for beside: patterns and lists of words, and the words around that speak for what they find."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sfumato.protocols import Language
from sfumato.server.presidio.matching import Expression, find_all
from sfumato.server.presidio.recognizing import Finding
from sfumato.server.presidio.refusing import Refused, invalid, named, number, optional, strings, too_much, wrong_type

FLAGS = re.DOTALL | re.MULTILINE | re.IGNORECASE
"""How expressions are read unless a request says otherwise."""

_ALLOWED = re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE
_RECOGNIZERS = 100
_WORDS = 10_000  # of a list
_CONTEXT = 5  # words before a match
_RAISES, _AT_LEAST = 0.35, 0.4  # by and to what a word of the context raises a score


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with its name, and how sure a match is."""

    name: str
    regex: str
    score: float


@dataclass(frozen=True, slots=True)
class PatternRecognizer:
    """Patterns and words that show one type of entity."""

    supported_entity: str
    name: str | None = None
    supported_language: str = "en"
    patterns: Sequence[Pattern] | None = None
    deny_list: Sequence[str] | None = None
    context: Sequence[str] | None = None
    deny_list_score: float = 1.0
    global_regex_flags: int | None = None
    version: str = "0.0.1"

    def expressions(self) -> list[tuple[Pattern, Expression]]:
        """Its patterns, the list of words as one of them, as they are matched."""
        found = [*(self.patterns or ())]
        if self.deny_list:
            words = "|".join(map(re.escape, self.deny_list))
            found.append(Pattern("deny_list", rf"(?:^|(?<=\W))({words})(?:(?=\W)|$)", self.deny_list_score))
        flags = FLAGS if self.global_regex_flags is None else self.global_regex_flags
        return [(pattern, (pattern.regex, flags)) for pattern in found]


def flags_of(body: Mapping[str, Any], name: str = "regex_flags", default: int = FLAGS) -> int:
    """The flags of regular expressions; those that mean nothing here are left out."""
    flags = optional(body, name, int)
    return default if flags is None else flags & _ALLOWED


def recognizers_of(body: Mapping[str, Any]) -> list[PatternRecognizer]:
    """The recognizers that a request brings."""
    given: list[Any] = optional(body, "ad_hoc_recognizers", list) or []
    if len(given) > _RECOGNIZERS:
        raise too_much(f"there are more than {_RECOGNIZERS} ad_hoc_recognizers")
    return [_recognizer(each) for each in given]


def _recognizer(given: Any) -> PatternRecognizer:
    if not isinstance(given, dict):
        raise wrong_type("ad_hoc_recognizers", given, dict)
    made: PatternRecognizer = _made(PatternRecognizer, {**given, "patterns": None})
    if not optional(given, "supported_entity", str):
        raise invalid("Pattern recognizer should be initialized with entity")
    patterns = [_pattern(each) for each in optional(given, "patterns", list) or ()]
    deny_list = [word for word in strings(given, "deny_list", most=_WORDS) if word]
    if not patterns and not deny_list:
        raise invalid("Pattern recognizer should be initialized with patterns or with deny list")
    for name in ("name", "supported_language", "version"):
        optional(given, name, str)
    score = number(given, "deny_list_score")
    return replace(
        made,
        name=made.name or "PatternRecognizer",
        supported_language=made.supported_language or "en",
        patterns=tuple(patterns),
        deny_list=tuple(deny_list),
        context=tuple(strings(given, "context", most=_WORDS)),
        deny_list_score=1.0 if score is None else score,
        global_regex_flags=flags_of(given, "global_regex_flags"),
    )


def _pattern(given: Any) -> Pattern:
    if not isinstance(given, dict):
        raise wrong_type("patterns", given, dict)
    made: Pattern = _made(Pattern, given)
    for name in ("name", "regex"):
        if not isinstance(given[name], str):
            raise wrong_type(name, given[name], str)
    score = number(given, "score")
    if score is None:
        raise invalid("Invalid parameter value for 'score'.")
    return replace(made, score=score)


def _made(kind: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """A thing made of its named parts; what is missing or too much is told as Python tells it."""
    try:
        return kind(**{named(key): value for key, value in given.items()})
    except TypeError as error:
        raise Refused(
            400, f"Failed to parse /analyze request for AnalyzerEngine.analyze(). {error}", "bad-recognizer"
        ) from None


# --- what they find ---------------------------------------------------------------------------------------


def find_ad_hoc(
    recognizers: Sequence[PatternRecognizer], texts: Sequence[str], *, context: Sequence[str], language: Language
) -> list[list[Finding]]:
    """For each text what the recognizers find in it, with the scores that words before it and `context` raise."""
    asked = [(each, pattern, how) for each in recognizers for pattern, how in each.expressions()]
    found = find_all([how for _, _, how in asked], texts)
    with_words = any(recognizer.context for recognizer in recognizers)
    findings = []
    for at, text in enumerate(texts):
        before = _Before(text, language) if with_words else None
        here = []
        for (recognizer, pattern, _), places in zip(asked, found, strict=True):
            for start, end in places[at]:
                if start == end or not pattern.score:
                    continue
                finding = Finding(
                    start, end, recognizer.supported_entity, pattern.score, str(recognizer.name), pattern.name,
                    pattern.regex,
                )  # fmt: skip
                around = [*(before.words(start) if before else ()), *map(str.lower, context)]
                here.append(raised(finding, _first_within(recognizer.context or (), around)))
        findings.append(here)
    return findings


def raised(finding: Finding, word: str) -> Finding:
    """A finding with the score that a word of its context gives it; as it was without a word."""
    if not word or finding.score >= 1.0:
        return finding
    score = min(1.0, max(round(finding.score + _RAISES, 10), _AT_LEAST))
    return replace(finding, score=score, original_score=finding.score, context_word=word)


def named_by(finding: Finding, context: Iterable[str]) -> str:
    """The word of an entity type that the context of a request has: "license" of US_DRIVER_LICENSE."""
    words = [word for word in finding.entity_type.lower().split("_") if len(word) > 2]
    return _first_within(words, [each.lower() for each in context])


def _first_within(words: Iterable[str], around: Sequence[str]) -> str:
    """The first of the words that is one of those around, or a part of it."""
    return next((word for word in words if word and any(word.lower() in each for each in around)), "")


class _Before:
    """The words that say something right before a place of a text, as they are written and in normal form."""

    def __init__(self, text: str, language: Language) -> None:
        said = [each for each in language.words(text) if each[2] not in language.stop_words]
        self._starts = [start for start, _, _ in said]
        self._words = [(text[start:end].lower(), form) for start, end, form in said]

    def words(self, start: int) -> list[str]:
        """The last of them, with the one that the place is in."""
        last = bisect_right(self._starts, start)
        first = max(0, bisect_left(self._starts, start) - _CONTEXT)
        return [word for words in self._words[first:last] for word in words]

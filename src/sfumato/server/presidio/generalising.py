"""The operator `generalise`: a span is said less precisely, and with `hide` the whole text is made safe."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sfumato.errors import SfumatoError
from sfumato.sanitizing import Sanitized
from sfumato.server.presidio.analyzing import is_text
from sfumato.server.presidio.refusing import Refused, invalid, optional, strings
from sfumato.server.presidio.spans import Span, Written
from sfumato.service import Engine, SanitizeRequest

NAMES = ("generalise", "generalize", "sfumato")
"""What the operator may be called; the first is its name."""

_SECRETS = 64
_LABELS = {"LOCATION": "GPE", "ORGANIZATION": "ORG", "NRP": "NORP"}
_LABEL = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_TOLD = "TERM"  # the entity type of what tells of a secret and is in no span
_REFUSED = {
    "misspelt": "a secret to hide is hardly known, and may be misspelt",
    "another-language": "the text is plainly of another language than the one it would be read in",
    "nothing-to-hide": "there is nothing to hide",
}


@dataclass(frozen=True, slots=True)
class Generalising:
    """What the settings of all operators of this name ask for together."""

    hide: tuple[str, ...] = ()
    certificate: bool = False
    """Whether the certificate is asked for."""

    @classmethod
    def of(cls, settings: Sequence[Mapping[str, Any]]) -> Generalising:
        """All secrets that any of them hides."""
        secrets = dict.fromkeys(secret for each in settings for secret in strings(each, "hide", most=_SECRETS))
        return cls(tuple(secrets), any(optional(each, "certificate", bool) for each in settings))


def generalised(text: str, spans: Sequence[Span], asked: Generalising, engine: Engine) -> tuple[list[Written], Any]:
    """What is written, and the certificate where it was asked for.

    Where the text cannot be made safe it is refused, unless the certificate that says so was asked for.
    """
    if not spans and not asked.hide:
        return [], None
    request = SanitizeRequest(
        text=is_text(text),
        hide=asked.hide,
        detected=tuple(
            {"start": span.start, "end": span.end, "entity_type": _label(span)}
            for span in spans
            if text[span.start : span.end].strip()
        ),
    )
    try:
        done = engine.sanitize(request)
    except SfumatoError as error:
        said = _REFUSED.get(error.code, "a secret to hide cannot be used")
        raise invalid(f"Invalid input, {said}", error.code) from None
    if asked.hide and not asked.certificate and not done.certificate.holds:
        raise Refused(422, "Invalid input, the text cannot be made safe for what is to be hidden", "does-not-hold")
    return _written(done, spans), done.certificate.to_dict() if asked.certificate else None


def together(ours: Sequence[Written], others: Sequence[tuple[Written, str]]) -> list[Written]:
    """What is written by this operator and by others, none within another: what tells of a secret is never shown.

    Ours are in order and apart; the others have the sign of a mask with them. Where one of theirs hides a whole span,
    it stands; where it would show some of what is changed here, it does not: a mask then covers everything.
    """
    starts, ends = [each.start for each in ours], [each.end for each in ours]
    found: list[Written] = []
    dropped: set[int] = set()
    for change, sign in others:
        start, end = change.start, change.end
        touching = range(bisect_right(ends, start), bisect_left(starts, end))
        if any(ours[at].start <= start and end <= ours[at].end for at in touching):
            continue
        if touching and change.operator == "keep":
            continue
        if touching and change.operator == "mask":
            change = replace(change, text=sign * (end - start))
        dropped.update(at for at in touching if start <= ours[at].start and ours[at].end <= end)
        found.append(change)
    return [*(each for at, each in enumerate(ours) if at not in dropped), *found]


def _label(span: Span) -> str:
    """What the engine calls the type of a span."""
    label = _LABELS.get(span.entity_type, span.entity_type)
    return label if _LABEL.fullmatch(label) else "MISC"


def _written(done: Sanitized, spans: Sequence[Span]) -> list[Written]:
    """Each replacement, under the type of the first span that it changes."""
    found = []
    at = 0
    ordered = sorted(spans, key=lambda span: span.start)
    for each in done.replacements:
        while at < len(ordered) and ordered[at].end <= each.start:
            at += 1
        inside = at < len(ordered) and ordered[at].start < max(each.end, each.start + 1)
        entity_type = ordered[at].entity_type if inside else _TOLD
        found.append(Written(each.start, each.end, entity_type, each.text, NAMES[0]))
    return found

"""One document inspected: which of its words lead to the secrets, and what mends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from sfumato.errors import InputError
from sfumato.inspect.conclusions import unheard
from sfumato.languages import load
from sfumato.languages.en.scan import Scanner
from sfumato.languages.reading import visible
from sfumato.policy import DEFAULT, Hide, Profile
from sfumato.policy.secrets import Resolved
from sfumato.replacements.options import NAMES
from sfumato.risk import Inference, Keyword, Search, keywords, minimal, ranked
from sfumato.sanitize import Sanitized, Sanitizer
from sfumato.types import Document

PROFILE: Profile = replace(DEFAULT, alpha=1.0, identifying="never", unknown="keep", name="inspect")
"""How a repair judges besides: nothing that is left may tell all of a secret alone; what leads to it is searched."""
PREFERRED = 0.1
"""What a term of a preferred kind costs against others."""
KINDS: dict[str, frozenset[str]] = {
    "names": NAMES,
    "numbers": frozenset(("DATE", "TIME", "MONEY", "QUANTITY", "PERCENT", "CARDINAL", "ORDINAL", "AGE", "CODE")),
    "nouns": frozenset(("NOUN_PHRASE",)),
    "verbs": frozenset(("VERB",)),
    "adjectives": frozenset(("ADJECTIVE", "ADVERB")),
}
"""Parts of speech that a repair can prefer to change."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a document gives away, and what would mend it."""

    document: Document
    keywords: tuple[Keyword, ...]
    inferences: tuple[Inference, ...]
    """Minimal sets of words that lead to a secret, the surest and shortest first."""
    named: tuple[tuple[int, int, str], ...]
    """Where a secret is named outright, and which."""
    sources: tuple[str, ...]
    """Documents of the knowledge that were taken for the text itself, and left aside."""
    unseen: tuple[str, ...]
    """Secrets that the knowledge has never seen, so that nothing can be said of them."""
    unheard: tuple[str, ...] = ()
    """Words that the knowledge has never seen, so that nothing can be said of them either."""
    repair: Sanitized | None = None

    @property
    def clean(self) -> bool:
        return not self.inferences and not self.named

    def places(self) -> list[tuple[int, int]]:
        """Where the words of the inferences stand in the text, and the names."""
        words = {word for inference in self.inferences for word in inference.words}
        seen = visible(self.document.text, load()) if words else {}
        spans = [span for word in words for span in seen.get(word, ())]
        return sorted({*spans, *((a, b) for a, b, _ in self.named)})

    def as_written(self, inference: Inference) -> list[str]:
        """The words of an inference as the text has them, where they stand first."""
        seen = visible(self.document.text, load())
        spans = [seen.get(word, [(0, 0)])[0] for word in inference.words]
        return [
            " ".join(self.document.text[a:b].split()) or w for (a, b), w in zip(spans, inference.words, strict=True)
        ]

    def mended(self, inference: Inference) -> list[tuple[str, str]]:
        """Of the words of an inference those that the repair changes, and what they become."""
        if self.repair is None:
            return []
        seen = visible(self.document.text, load())
        found = {}
        for word in inference.words:
            for start, end in seen.get(word, ()):
                for each in self.repair.replacements:
                    if each.start < end and start < each.end:
                        found[" ".join(each.term.split())] = " ".join(each.text.split())
        return list(found.items())

    def as_dict(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "id": self.document.id,
            "clean": self.clean,
            "keywords": [{"word": each.form, "weight": each.weight} for each in self.keywords],
            "named": [{"start": a, "end": b, "secret": secret} for a, b, secret in self.named],
            "inferences": [
                {**asdict(each), "repair": [{"term": a, "text": b} for a, b in self.mended(each)]}
                for each in self.inferences
            ],
            "highlights": [{"start": a, "end": b} for a, b in self.places()],
            "sources": list(self.sources),
            "unseen": list(self.unseen),
            "unheard": list(self.unheard),
        } | ({"repaired": self.repair.as_dict()} if self.repair else {})


def inspect(
    document: Document | str, sanitizer: Sanitizer, hide: Iterable[str | Hide] = (), *, mend: bool = True
) -> Inspection:
    """What a document gives away by the searches of a sanitizer, and, unless it is clean, what mends it."""
    document = Document("text", document) if isinstance(document, str) else document
    sanitizer.check(document)
    resolved = sanitizer.resolved(document.text, hide)
    if not resolved:
        raise InputError("nothing to look for: give --hide LABEL, --topic LABEL or --policy NAME")
    if not any(each.seen or each.proxies for each in resolved):
        unknown = ", ".join(each.secret.name for each in resolved)
        raise InputError(f"{unknown}: never seen, so that nothing can lead to it; --background adds documents")
    secrets = [secret for each in resolved for secret in (each.secret, *each.proxies)]
    knowledge = sanitizer.knowledge
    names = {form for secret in secrets for form in secret.forms}
    found: dict[tuple[tuple[str, ...], str], Inference] = {}
    for search in sanitizer.searches:
        for each in search.leads(document.text, secrets, knowledge):
            if not names.isdisjoint(each.words):
                continue  # a secret is named: no innocent word
            found.setdefault((each.words, each.secret), each)
    searches = [search for search in sanitizer.searches if isinstance(search, Search)]
    words = keywords(document.text, knowledge, max((search.keywords for search in searches), default=20))
    inspection = Inspection(
        document,
        tuple(words),
        tuple(ranked(minimal(found.values()))),
        tuple(_named(document.text, resolved)),
        tuple(dict.fromkeys(title for search in searches for title in search.sources(document.text, knowledge))),
        tuple(each.secret.name for each in resolved if not each.seen and not each.proxies),
        tuple(unheard(document.text, knowledge)),
    )
    if not mend or inspection.clean:
        return inspection
    return replace(inspection, repair=sanitizer.sanitized(document, sanitizer.terms(document), hide))


def _named(text: str, resolved: Sequence[Resolved]) -> list[tuple[int, int, str]]:
    return sorted((a, b, each.secret.name) for each in resolved for a, b, _ in Scanner(each.secret.labels).find(text))


def weighing(prefer: Sequence[str]) -> Callable[[str], float]:
    """What it costs to change a term of a label where terms of some kinds are preferred.

    >>> weighing(["names"])("PERSON"), weighing(["names"])("NOUN_PHRASE")
    (0.1, 1.0)
    """
    for kind in prefer:
        if kind not in KINDS:
            raise InputError(f"no part of speech {kind}: there are {', '.join(KINDS)}")
    return partial(_weight, frozenset().union(*(KINDS[kind] for kind in prefer)))


def _weight(preferred: frozenset[str], label: str) -> float:
    return PREFERRED if label in preferred else 1.0

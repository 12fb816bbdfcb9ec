"""One document inspected: which of its words lead to the secrets, and what mends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

from sfumato.errors import InputError
from sfumato.inspecting.conclusions import unheard
from sfumato.inspecting.results import Inspection, Lead, Mended, Named, Stretch, WeighedWord
from sfumato.io.messages import plain
from sfumato.languages.reading import visible
from sfumato.policy import DEFAULT, Hide, Profile
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Language
from sfumato.replacements.options import NAMES
from sfumato.risk import LISTS, Inference, Search, keywords, minimal, ranked
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.types import Document

PROFILE: Profile = replace(DEFAULT, alpha=1.0, crowd=0, identifying="never", unknown="keep", name="inspect")
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
_KIN = 20  # terms that stand for a topic beside its names
_Spots = dict[str, list[tuple[int, int]]]


def inspect(
    document: Document | str,
    sanitizer: Sanitizer,
    hide: Iterable[str | Hide] = (),
    *,
    mend: bool = True,
    always: bool = False,
    released: str | None = None,
) -> Inspection:
    """What a document gives away by the searches of a sanitizer, and what mends it.

    Without `mend` no repair is made; with `always` one is made of what leads nowhere, too, so that it has a
    certificate. The crowd that the secrets hide in is that of the document and of what is `released` of it, or else of
    the repair.
    """
    document = Document("text", document) if isinstance(document, str) else document
    sanitizer.check(document)
    hide = tuple(hide)
    resolved = sanitizer.resolved(document.text, hide)
    check_findable(resolved)
    text, knowledge = document.text, sanitizer.resources.knowledge
    found = _leading(text, sanitizer, resolved)
    named = _named(text, resolved, knowledge.language)
    clean = not found and not named
    repaired = sanitizer(document, hide) if always or (mend and not clean) else None
    after = repaired.text if released is None and repaired else released
    spots: _Spots = visible(text, knowledge.language) if found else {}
    searches = [search for search in sanitizer.searches if isinstance(search, Search)]
    words = keywords(text, knowledge, max((search.keywords for search in searches), default=20))
    return Inspection(
        id=document.id,
        clean=clean,
        keywords=tuple(WeighedWord(each.form, each.weight) for each in words),
        named=named,
        inferences=tuple(_lead(text, each, spots, repaired if not clean else None) for each in found),
        highlights=_highlights(found, named, spots),
        sources=tuple(dict.fromkeys(title for search in searches for title in search.sources(text, knowledge))),
        unseen=tuple(each.secret.name for each in resolved if not each.is_counted),
        unheard=tuple(unheard(text, knowledge)),
        searches=tuple(plain(search.as_dict()) for search in sanitizer.searches),
        repaired=repaired,
        before=sanitizer.crowds(text, resolved),
        after=sanitizer.crowds(after, resolved) if after is not None else (),
    )


def check_findable(resolved: Sequence[Resolved]) -> None:
    """Refuses secrets to which nothing can lead."""
    if not resolved:
        raise InputError("nothing to look for", code="nothing-to-inspect")
    if not any(each.is_counted for each in resolved):
        unknown = ", ".join(each.secret.name for each in resolved)
        raise InputError(f"{unknown}: never seen, so that nothing can lead to it", code="never-seen")


def _leading(text: str, sanitizer: Sanitizer, resolved: Sequence[Resolved]) -> list[Inference]:
    """The minimal sets of innocent words that lead to a secret by any of the searches."""
    secrets = [secret for each in resolved for secret in (each.secret, *each.proxies)]
    names = {form for secret in secrets for form in secret.forms}
    found: dict[tuple[tuple[str, ...], str], Inference] = {}
    for search in sanitizer.searches:
        for each in search.leads(text, secrets, sanitizer.resources.knowledge):
            if names.isdisjoint(each.words):  # else a secret is named: no innocent word
                found.setdefault((each.words, each.secret), each)
    return ranked(minimal(found.values()))


def _named(text: str, resolved: Sequence[Resolved], language: Language) -> tuple[Named, ...]:
    found = ((each.secret.name, language.scanner(each.secret.labels).find(text)) for each in resolved)
    return tuple(Named(*hit) for hit in sorted((a, b, name) for name, hits in found for a, b, _ in hits))


def _lead(text: str, found: Inference, spots: _Spots, repaired: Sanitized | None) -> Lead:
    """An inference with its words as the text has them, where they stand first, and what becomes of them."""
    first = [spots.get(word, [(0, 0)])[0] for word in found.words]
    written = tuple(" ".join(text[a:b].split()) or word for (a, b), word in zip(first, found.words, strict=True))
    mended = {
        " ".join(each.term.split()): " ".join(each.text.split())
        for word in found.words
        for start, end in spots.get(word, ())
        for each in (repaired.replacements if repaired else ())
        if each.start < end and start < each.end
    }
    values = {field.name: getattr(found, field.name) for field in fields(Inference)}
    return Lead(**values, repair=tuple(Mended(*pair) for pair in mended.items()), written=written)


def _highlights(found: Sequence[Inference], named: Sequence[Named], spots: _Spots) -> tuple[Stretch, ...]:
    words = {word for inference in found for word in inference.words}
    spans = [span for word in words for span in spots.get(word, ())]
    return tuple(Stretch(a, b) for a, b in sorted({*spans, *((each.start, each.end) for each in named)}))


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


def search_of(settings: Mapping[str, Any], *, topics: bool, **usual: Any) -> Search:
    """The search that settings describe; lists of things never count as documents."""
    wanted = {**usual, **{key: value for key, value in settings.items() if value is not None}}
    wanted["exclude"] = (*LISTS, *wanted.get("exclude", ()))
    unknown = sorted(wanted.keys() - Search.__dataclass_fields__.keys())
    if unknown:
        raise InputError(f"a search has no setting {unknown[0]}", code="bad-request")
    return Search(**{**({"kin": _KIN} if topics else {}), **wanted})


def scheduled(search: Search, schedule: str) -> tuple[Search, ...]:
    """WEB's schedule of searches, "2:50,3:20": sets of exactly a size are found by smaller ones before."""
    stages = []
    for stage in schedule.split(","):
        size, _, words = stage.partition(":")
        if not size.strip().isdecimal() or not words.strip().isdecimal():
            raise InputError(
                f'schedule {schedule}: must be SIZE:WORDS,..., as in "2:50,3:20,4:15,5:13"', code="bad-schedule"
            )
        stages.append(replace(search, set_size=int(size), keywords=int(words)))
    return tuple(stages)

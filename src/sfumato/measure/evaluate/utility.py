"""What a release is still good for: how much of what the original says it says.

words        the share of content words that still stand
information  IC(D') / IC(D), the papers' measure (`information.utility`), with content words as terms, or with the
             terms of a parser: what was not touched counts its information content, what stands for something
             hidden at most that of what it stands for, a placeholder nothing
telling      of the replacements: the share that still says something; not left out, not a placeholder
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sfumato.measure.evaluate.labels import Labelled, Mask, Masked
from sfumato.measure.evaluate.text_difference import PLACEHOLDER
from sfumato.measure.statistics import Interval, bootstrap
from sfumato.protocols import Knowledge, Language
from sfumato.replacements.pseudonyms import PSEUDONYM
from sfumato.risk.information import information_content, utility
from sfumato.types import All, Term

_UNTOLD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Kept:
    """Means over documents, and how many replacements of which sort there are.

    `information` was measured here, `utility` by the tool itself. `telling_share` is that of the telling replacements
    among all whose wording is known. `kinds` are those of the telling replacements that
    say only what kind of thing stood there ("a person"), `echoing` those that have a word of what they stand for
    ("1991" for "31 May 1991"), `unknown` those of which only the place is known.
    """

    words: Interval | None
    information: Interval | None
    utility: Interval | None
    telling_share: float | None
    telling: int
    kinds: int
    echoing: int
    placeholders: int
    left_out: int
    unknown: int

    @property
    def replaced(self) -> int:
        """Replacements whose wording is known."""
        return self.telling + self.placeholders + self.left_out


def kept(
    documents: Sequence[Labelled],
    masked: Mapping[str, Masked],
    language: Language,
    *,
    knowledge: Knowledge | None = None,
    terms: Mapping[str, Sequence[Term]] | None = None,
) -> Kept:
    """What is kept of the documents. Information needs the knowledge; `terms` are those of a parser, by document."""
    shares, contents, utilities = [], [], []
    sorts: Counter[str] = Counter()
    for document in documents:
        release = masked[document.id]
        sorts.update(sort for mask in release.masks for sort in _sorts(document.text, mask, language))
        shares += words_kept(document.text, release.masks, language)
        if knowledge is not None:
            own = None if terms is None else terms[document.id]
            contents.append(information_kept(document.text, release.masks, knowledge, own))
        if release.utility is not None:
            utilities.append(release.utility)
    replaced = sorts["telling"] + sorts["placeholder"] + sorts["left out"]
    return Kept(
        bootstrap(shares) if shares else None,
        bootstrap(contents) if contents else None,
        bootstrap(utilities) if len(utilities) == len(documents) else None,
        sorts["telling"] / replaced if replaced else None,
        *(sorts[sort] for sort in ("telling", "kind", "echoing", "placeholder", "left out", "unknown")),
    )


def says(text: str, language: Language) -> str:
    """What a replacement is: "telling", "kind" if it says only the kind, "placeholder", or "left out".

    >>> from sfumato.languages import load
    >>> [says(text, load()) for text in ("a pneumonia", "a person", "[PERSON]", "Person 7KQ2M", "City B", "")]
    ['telling', 'kind', 'placeholder', 'placeholder', 'placeholder', 'left out']
    """
    if not text.strip():
        return "left out"
    told = PLACEHOLDER.sub("", text)
    if not _UNTOLD.sub("", told) or PSEUDONYM.fullmatch(told.strip()):
        return "placeholder"
    named = language.normal_form(language.wording.without_article(told.strip()))
    return "kind" if named in _kinds(language) else "telling"


@cache
def _kinds(language: Language) -> frozenset[str]:
    return frozenset(map(language.normal_form, language.wording.kinds.values()))


def _sorts(text: str, mask: Mask, language: Language) -> Iterator[str]:
    if mask.text is None:
        yield "unknown"
        return
    sort = says(mask.text, language)
    yield "telling" if sort == "kind" else sort
    if sort == "kind":
        yield sort
    said = (text[mask.start : mask.end], mask.text)
    before, after = ({form for _, _, form in _forms(each, language)} for each in said)
    if before & after:
        yield "echoing"


def words_kept(text: str, masks: Sequence[Mask], language: Language) -> list[float]:
    """The share of content words that still stand, in a list that is empty for a text without content words.

    A word that was replaced by wording that has it stands, as often as it does there.

    >>> from sfumato.languages import load
    >>> words_kept("night sweats and fever", [Mask(0, 12, "sweats"), Mask(17, 22, "a symptom")], load())
    [0.3333333333333333]
    """
    units = _units(text, masks, None, language)
    whole = sum(len(before) for before, _ in units)
    left = sum((Counter(before) & Counter(after)).total() for before, after in units)
    return [left / whole] if whole else []


def information_kept(
    text: str, masks: Sequence[Mask], knowledge: Knowledge, terms: Sequence[Term] | None = None
) -> float:
    """IC of what stands there now over IC of the original, by content words or by the terms of a parser."""
    units = _units(text, masks, terms, knowledge.language)
    content = _content(knowledge, {form for pair in units for side in pair for form in side})
    before = [sum(map(content, old)) for old, _ in units]
    after = [sum(map(content, new)) for _, new in units]
    return utility(before, after)


def _content(knowledge: Knowledge, forms: Iterable[str]) -> Callable[[str], float]:
    names = sorted(forms)
    counts = knowledge.counts(All(), names) if names else []
    found = {
        name: float(information_content(float(count), knowledge.total, floor=knowledge.floor))
        for name, count in zip(names, counts, strict=True)
    }
    return found.__getitem__


def _units(
    text: str, masks: Sequence[Mask], terms: Sequence[Term] | None, language: Language
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What is weighed together: each term that was not touched, and each hidden span with what stands there now.

    Both are given as the forms they are made of.
    """
    merged = _merged(masks)
    inside: list[list[str]] = [[] for _ in merged]
    units: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    at = 0
    for start, end, form in _forms(text, language) if terms is None else _terms(terms, language):
        while at < len(merged) and merged[at].end <= start:
            at += 1
        if at < len(merged) and merged[at].start < end:
            inside[at].append(form)
        else:
            units.append(((form,), (form,)))
    for old, mask in zip(inside, merged, strict=True):
        said = PLACEHOLDER.sub(" ", mask.text or "")
        said = "" if PSEUDONYM.fullmatch(said.strip()) else said
        new = [form for _, _, form in _forms(said, language)] if terms is None else [_form(said, language)]
        units.append((tuple(old), tuple(filter(None, new))))
    return units


def _merged(masks: Sequence[Mask]) -> list[Mask]:
    """Masks that overlap as one."""
    found: list[Mask] = []
    for mask in masks:
        if found and mask.start < found[-1].end:
            last = found.pop()
            said = " ".join(filter(None, (last.text, mask.text)))
            mask = Mask(last.start, max(last.end, mask.end), said, last.label)
        found.append(mask)
    return found


def _forms(text: str, language: Language) -> list[tuple[int, int, str]]:
    return [word for word in language.words(text) if word[2] not in language.stop_words]


def _form(text: str, language: Language) -> str:
    return language.trimmed(language.normal_form(text))


def _terms(terms: Sequence[Term], language: Language) -> list[tuple[int, int, str]]:
    forms = ((term.start, term.end, _form(term.text, language)) for term in terms)
    return sorted(term for term in forms if term[2])

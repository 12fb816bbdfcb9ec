"""From a label that a user gives to a secret: its concept, all its names, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sfumato.errors import InputError
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.languages import DEFAULT
from sfumato.policy.entries import entries_of
from sfumato.policy.meaning import ToldByMeaning
from sfumato.policy.telling import ToldByKind, codes, named_after
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.replacements.senses import about, fit
from sfumato.taxonomies.words import is_name_too, is_word
from sfumato.types import All, Any, Concept, Secret

SEEN = 3
"""Documents that must have a secret for its statistics to say anything."""
_MEDICAL = frozenset(("MeSH", "MONDO", "HP"))
_FIELD = "illness"
_OWN = 0.2  # of a word's documents that have a person's full name, for the word alone to be counted as the person
_JOINED = 100  # names of an everyday word that are looked up in medicine
_RARE = 0.0005  # of all documents, up to which a word is distinctive
_ID = re.compile(r"(?!name:)[A-Za-z]+:(?!//)\S+")
_DIGIT = re.compile(r"\d")
_MARGIN = 0.5  # bits by which one sense must fit the document better than the next


@dataclass(frozen=True, slots=True)
class Resolved:
    """A secret, and what a user must hear about it first."""

    secret: Secret
    documents: int
    """How many documents of the knowledge have it."""
    near: tuple[str, ...] = ()
    """Spellings like it that are known, where it is not."""
    proxies: tuple[Secret, ...] = ()
    """What stands for a secret that the knowledge has never seen: what it is a part or a kind of."""
    asked: str = ""
    """The label as it was given, by which the same secret can be asked for again."""
    aliases: tuple[str, ...] = ()

    @property
    def seen(self) -> bool:
        return self.documents >= SEEN

    @property
    def is_counted(self) -> bool:
        """Whether counts tell anything of it; where not, a word that was never seen tells no less than others."""
        return self.seen or bool(self.proxies)


def resolve(
    label: str,
    *,
    taxonomy: Taxonomy,
    knowledge: Knowledge,
    alpha: float,
    aliases: Iterable[str] = (),
    context: str = "",
) -> Resolved:
    """The secret that a label means.

    The label may be the id of a concept ("mesh:D006678"), or "name:Apple" for a name that is no concept. A label of
    several senses is settled by the context, a text in which it stands; if that does not settle it, `InputError`
    lists the senses.
    """
    aliases = tuple(aliases)
    found = _resolve(label, taxonomy=taxonomy, knowledge=knowledge, alpha=alpha, aliases=aliases, context=context)
    return replace(
        found, asked=found.secret.concepts[0].id if context and found.secret.concepts else label, aliases=aliases
    )


def _resolve(
    label: str,
    *,
    taxonomy: Taxonomy,
    knowledge: Knowledge,
    alpha: float,
    aliases: Iterable[str],
    context: str,
) -> Resolved:
    language = knowledge.language
    normal_form, variants = language.normal_form, language.names.variants
    label = " ".join(label.split())
    name = label.removeprefix("name:").strip()
    if not language.trimmed(normal_form(name)):
        raise InputError("a secret must have a letter or a digit, and more than a function word")
    if label.startswith("name:"):
        return _named(name, taxonomy, knowledge, alpha, aliases)
    concepts = _concepts(label, taxonomy, knowledge, context)
    if not concepts:
        found = _named(label, taxonomy, knowledge, alpha, aliases)
        return _as_listed(found, taxonomy, knowledge) if _is_listed(label, language) else found
    if is_id(label):
        label = concepts[0].label
    kind = "concept" if _is_listed(label, language) else _kind(concepts, taxonomy)
    own = {normal_form(name) for name in (label, *aliases)}
    own |= {normal_form(name) for c in concepts for name in taxonomy.labels(c)} & _unambiguous(concepts, taxonomy)
    forms = own | {form for concept in concepts for form in taxonomy.forms(concept)}
    derived = {word for form in own for word in language.names.derived(form)}
    forms |= {word for word in derived if knowledge.count(word)}
    spellings: set[str] = set()
    if kind == "person" and _has_surname(concepts[0], taxonomy):
        given = {label.split()[0]} if _is_common(label.split()[0], taxonomy, knowledge) else set()
        spellings = {normal_form(name) for name in variants(label, kind) if name not in given}
        names = {normal_form(name) for name in taxonomy.labels(concepts[0])}
        forms |= {form for form in spellings if " " in form or form in names}
        forms = {form for form in forms if " " in form or _is_of(form, own, knowledge)}
    joined: list[Concept] = []
    if kind == "concept":
        if not any(concept.source in _MEDICAL for concept in concepts) and len(forms) <= _JOINED:
            joined = _in_medicine(forms, taxonomy)  # an everyday word: medicine has more names for it
            forms |= {form for concept in joined for form in taxonomy.forms(concept)}
        spellings = codes([*concepts, *joined, *named_after(own, taxonomy)], taxonomy)
        spellings |= {word for word in derived if " " in word}
    telling = ToldByKind(_sorted(own), _sorted(forms), alpha, taxonomy, knowledge) if kind == "concept" else ()
    secret = Secret(label, alpha, _sorted(forms), _sorted(forms | spellings), kind, tuple(concepts), telling)
    if kind == "concept" and any(c.source in _MEDICAL for c in (*concepts, *joined)):
        said = (name for concept in concepts for name in taxonomy.labels(concept) if not _DIGIT.search(name))
        called = tuple(dict.fromkeys((label, *aliases, *said)))
        secret = replace(
            secret,
            meaning=ToldByMeaning(called, secret.forms, secret.concepts, alpha, taxonomy, knowledge),
            among=_documents_of_medicine(taxonomy, knowledge),
        )
    if kind == "concept" and language.name == DEFAULT:
        whole = {normal_form(name) for name in (label, *aliases)}
        own_entries, above = entries_of(whole, forms, (*concepts, *joined), taxonomy, embedded_handbook())
        secret = replace(secret, entries=own_entries, above=above)
    return _described(secret, taxonomy, knowledge)


def _is_listed(label: str, language: Language) -> bool:
    """Whether the handbook has an entry of this name."""
    return language.name == DEFAULT and bool(embedded_handbook().named(language.normal_form(label)))


def _as_listed(found: Resolved, taxonomy: Taxonomy, knowledge: Knowledge) -> Resolved:
    """A secret that no taxonomy has, as the handbook has it: a concept with all the names that stand there."""
    handbook, label = embedded_handbook(), knowledge.language.normal_form(found.secret.name)
    entries = tuple(handbook.named(label))
    forms = {*found.secret.forms, *(name for entry in entries for name in handbook.also(entry))}
    labels = {*found.secret.labels, *forms}
    secret = replace(found.secret, kind="concept", forms=_sorted(forms), labels=_sorted(labels), entries=entries)
    return _described(secret, taxonomy, knowledge)


@lru_cache(maxsize=16)
def _documents_of_medicine(taxonomy: Taxonomy, knowledge: Knowledge) -> int:
    """How many documents speak of an illness."""
    return knowledge.count(Any(*(form for sense in taxonomy.senses(_FIELD) for form in taxonomy.forms(sense))))


def _in_medicine(forms: Iterable[str], taxonomy: Taxonomy) -> list[Concept]:
    """What names of a thing name in medicine: kinds of the same thing."""
    senses = (sense for form in sorted(forms) for sense in taxonomy.senses(form) if form in taxonomy.forms(sense))
    return [sense for sense in dict.fromkeys(senses) if sense.source in _MEDICAL]


def _is_of(word: str, names: set[str], knowledge: Knowledge) -> bool:
    """Whether a word alone tells of a person: a fifth of its documents have a full name, too ("King" has not)."""
    whole = [name for name in names if " " in name]
    return not whole or knowledge.count(All(word, Any(*whole))) >= _OWN * knowledge.count(word)


def _named(label: str, taxonomy: Taxonomy, knowledge: Knowledge, alpha: float, aliases: Iterable[str]) -> Resolved:
    """A secret that is a name alone."""
    normal_form, names = knowledge.language.normal_form, knowledge.language.names
    kind = _kind_of_name(label, taxonomy) if names.is_name(label) else "unknown"
    spellings = [label, *aliases, *names.variants(label, kind)]
    words = label.split()
    if kind == "organization" and len(words) > 1 and not _is_common(words[0], taxonomy, knowledge):
        spellings.append(words[0])  # "Acme" is enough to name Acme Robotics
    if kind == "person" and words[0] in spellings and _is_common(words[0], taxonomy, knowledge):
        spellings.remove(words[0])  # "Grace" alone is also a word
    whole = {normal_form(name) for name in (label, *aliases)}
    # A surname, an initial with it, a given name ("Jean-Claude") or a company's name without its "Inc." may be anyone's
    # or anything's: they are not counted, but not left.
    forms = {normal_form(name) for name in spellings} - {normal_form(words[0])}
    counted = whole | {form for form in forms if len(parts := form.split()) > 1 and min(map(len, parts)) > 1}
    secret = Secret(label, alpha, _sorted(counted), _sorted(set(map(normal_form, spellings))), kind)
    return _described(secret, taxonomy, knowledge)


def _kind_of_name(label: str, taxonomy: Taxonomy) -> str:
    """What a name is the name of: not of a person if it ends with a word that nobody is called, as "Robotics"."""
    names = taxonomy.language.names
    kind = names.kind_of(label)
    last = label.split()[-1]
    if kind == "person" and not names.is_given(label) and is_word(last, taxonomy) and not is_name_too(last, taxonomy):
        return "organization"
    return kind


def _is_common(word: str, taxonomy: Taxonomy, knowledge: Knowledge) -> bool:
    """Whether a word alone says nothing of who or what is named by it: a word of the language that many texts have."""
    return is_word(word, taxonomy) and knowledge.count(knowledge.language.normal_form(word)) > _RARE * knowledge.total


def _described(secret: Secret, taxonomy: Taxonomy, knowledge: Knowledge) -> Resolved:
    normal_form = knowledge.language.normal_form
    documents = knowledge.count(Any(*secret.forms))
    if documents >= SEEN:
        return Resolved(secret, documents)
    near = () if secret.concepts else near_spellings(secret.name, taxonomy, knowledge)
    proxies = []
    for concept in secret.concepts:
        for parent in taxonomy.parents(concept):
            forms = tuple(dict.fromkeys(map(normal_form, taxonomy.labels(parent))))
            if not parent.grouping and SEEN <= knowledge.count(Any(*forms)) <= knowledge.total / 100:
                proxies.append(Secret(parent.label, secret.alpha, forms, (), secret.kind, (parent,)))
    return Resolved(secret, documents, near, tuple(dict.fromkeys(proxies)))


def near_spellings(label: str, taxonomy: Taxonomy, knowledge: Knowledge, limit: int = 3) -> tuple[str, ...]:
    """Known terms one slip of the finger away, the commonest first: HVI may be HIV."""
    normal_form = knowledge.language.normal_form
    words = normal_form(label).lower().split()
    found: dict[str, int] = {}
    for at, word in enumerate(words):
        for slip in _slips(word, knowledge.language.alphabet):
            other = normal_form(" ".join((*words[:at], slip, *words[at + 1 :])))
            count = knowledge.count(other)
            if other != " ".join(words) and ((taxonomy.senses(other) and count) or count > 100):
                found[other] = count
    return tuple(sorted(found, key=lambda other: (-found[other], other))[:limit])


def _slips(word: str, letters: str) -> Iterable[str]:
    """The words that one letter more, less, other or two changed about make of a word, but for very short ones."""
    if not 3 <= len(word) <= 24:
        return
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:]
        if tail and len(word) > 3:
            yield head + tail[1:]
        for letter in letters:
            if len(word) > 3:
                yield head + letter + tail
            if tail and letter != tail[0] and len(word) > 3:
                yield head + letter + tail[1:]


# --- senses -----------------------------------------------------------------------------------------------


def is_id(label: str) -> bool:
    """Whether a label is written as the id of a concept, and no address.

    >>> [is_id(label) for label in ("mesh:D006678", "name:Apple", "https://example.org", "Re: HIV")]
    [True, False, False, False]
    """
    return _ID.fullmatch(label) is not None


def _by_id(label: str, taxonomy: Taxonomy) -> Concept:
    """The concept of an id, however its letters are written."""
    source, _, number = label.partition(":")
    for id in (label, f"{source.lower()}:{number}", f"{source.lower()}:{number.upper()}"):
        try:
            return taxonomy.concept(id)
        except KeyError:
            continue
    raise InputError(f"no concept has the id {label}; if it is a name, hide name:{label}", code="no-concept")


def _concepts(label: str, taxonomy: Taxonomy, knowledge: Knowledge, context: str) -> list[Concept]:
    """The concepts that the label means: the same thing in several taxonomies. None where it is a name only."""
    if is_id(label):
        return [_by_id(label, taxonomy)]
    language = knowledge.language
    form = language.normal_form(label)
    senses = [sense for sense in taxonomy.senses(label) if ":v." not in sense.id]
    if not senses and not language.names.is_name(label):
        otherwise = language.names.variants(label, "concept")
        senses = [sense for name in otherwise for sense in taxonomy.senses(name) if ":v." not in sense.id]
        form = next((language.normal_form(name) for name in otherwise if taxonomy.senses(name)), form)
    plain = [sense for sense in senses if form in taxonomy.forms(sense)]
    others = [sense for sense in senses if sense not in plain and sense.source in _MEDICAL]
    if plain and others and not any(sense.source in _MEDICAL for sense in plain):
        groups = [plain, *_groups(others, taxonomy)]  # an everyday word that is also a name of a disease: crabs
    else:
        groups = [plain] if plain else _groups(senses, taxonomy)
    if language.names.is_name(label) and not label.isupper():
        named = [group for group in groups if any(_proper(c, label, taxonomy) for c in group)]
        medical = any(c.source in _MEDICAL for group in groups for c in group)  # doctors write Hepatitis
        if not named and groups and not medical and stands_as_name(label, context):
            raise InputError(_ask(label, groups, taxonomy), code="several-senses")
        groups = named or groups
    if len(groups) <= 1:
        return groups[0] if groups else []
    if len({_kind(group, taxonomy) for group in groups}) == 1 and _kind(groups[0], taxonomy) == "place":
        return groups[0]  # towns of one name: the largest comes first, and all of them are hidden by the name
    topics = about(language.read(context[:20_000]), knowledge)
    scores = [fit(group, label, topics, taxonomy, knowledge) for group in groups]
    best = max(range(len(groups)), key=lambda at: scores[at])
    rest = [score for at, score in enumerate(scores) if at != best]
    if context and scores[best] > 0 and scores[best] - max(rest) >= _MARGIN:
        return groups[best]
    raise InputError(_ask(label, groups, taxonomy), code="several-senses")


def _ask(label: str, groups: Sequence[Sequence[Concept]], taxonomy: Taxonomy) -> str:
    said = []
    for group in groups[:6]:
        above = next((step.label for path in taxonomy.paths(group[0], 1) for step in path if not step.grouping), "")
        said.append(f"{group[0].id} ({group[0].label}{f', a kind of {above}' if above else ''})")
    listed = "; ".join(said)
    return f'"{label}" has several senses: hide {listed}; or name:{label} for a name alone'


def stands_as_name(label: str, context: str) -> bool:
    """Whether the label stands in the text with its capital, and not only where a sentence begins."""
    at = context.find(label)
    while at >= 0:
        before = context[:at].rstrip()
        if before and before[-1] not in ".!?:\n\"'" and "\n" not in context[len(before) : at]:
            return True
        at = context.find(label, at + 1)
    return False


def _groups(senses: Sequence[Concept], taxonomy: Taxonomy) -> list[list[Concept]]:
    """Senses that share a second name, a near ancestor or a preferred label across taxonomies are one meaning."""
    normal_form = taxonomy.language.normal_form
    marks: list[set[str]] = []
    for sense in senses:
        names = {normal_form(name) for name in taxonomy.labels(sense)}
        above = {normal_form(parent.label) for parent in taxonomy.parents(sense) if not parent.grouping}
        above |= {
            normal_form(step.label) for path in taxonomy.paths(sense, 4) for step in path[:4] if not step.grouping
        }
        marks.append({f"={name}" for name in names} | {f"<{name}" for name in above})
    groups: list[tuple[set[str], list[Concept]]] = []
    for sense, mark in zip(senses, marks, strict=True):
        shared = {f"={normal_form(sense.label)}"}
        for known, group in groups:
            common = (known & mark) - _common_name(senses, marks)
            if common or (group[0].source != sense.source and shared & known and _medical(group[0], sense)):
                group.append(sense)
                known |= mark
                break
        else:
            groups.append((set(mark), [sense]))
    return [group for _, group in groups]


def _common_name(senses: Sequence[Concept], marks: Sequence[set[str]]) -> set[str]:
    """The marks that all senses have (the label itself, and roots): they tell none of them apart."""
    if len(senses) < 2:
        return set()
    shared = set.intersection(*marks)
    return {mark for mark in shared if mark.startswith("=")} | {"<person", "<place", "<condition", "<activity"}


def _medical(one: Concept, other: Concept) -> bool:
    return {one.source, other.source} <= _MEDICAL


def _proper(concept: Concept, label: str, taxonomy: Taxonomy) -> bool:
    """Whether the concept is written with the label's capitals: a name, not a common noun."""
    return concept.source == "places" or any(name.startswith(label[:2]) for name in taxonomy.labels(concept))


def _unambiguous(concepts: Iterable[Concept], taxonomy: Taxonomy) -> set[str]:
    return {form for concept in concepts for form in taxonomy.forms(concept)}


def _kind(concepts: Sequence[Concept], taxonomy: Taxonomy) -> str:
    """Names of persons, places and organizations identify; everything else is a concept."""
    first = concepts[0]
    if first.source == "places":
        return "place"
    words = first.label.split()
    if not (words[0][0].isupper() or words[-1][0].isupper()) or first.label.isupper():
        return "concept"
    above = [step.label for path in taxonomy.paths(first, 4) for step in path]
    sorts = taxonomy.language.wording.sorts
    kind = next((sorts[label] for label in above if label in sorts), "concept")
    people = kind == "person" and taxonomy.children(first) and not _has_surname(first, taxonomy)
    return "concept" if people else kind


def _has_surname(concept: Concept, taxonomy: Taxonomy) -> bool:
    """Whether the concept goes by the end of a name too, as one person does and no people: Einstein, van Gogh."""
    labels = taxonomy.labels(concept)
    return any(label.endswith(f" {other}") for label in labels for other in labels)


def _sorted(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, forms)))

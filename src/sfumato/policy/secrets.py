"""From a label that a user gives to a secret: its concept, all its names, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from sfumato.errors import InputError
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.languages import DEFAULT
from sfumato.languages.slips import slips, typed
from sfumato.policy.concepts import MEDICAL, concepts_of, has_surname, is_id, kind_of, part_of
from sfumato.policy.entries import entries_of
from sfumato.policy.meaning import ToldByMeaning
from sfumato.policy.telling import ToldByKind, codes, named_after
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.taxonomies.words import is_name_too, is_word
from sfumato.types import All, Any, Concept, Secret

SEEN = 3
"""Documents that must have a secret for its statistics to say anything."""
_FIELD = "illness"
_ILLNESSES = frozenset(("MONDO", "HP"))
_OWN = 0.2  # of a word's documents that have a person's full name, for the word alone to be counted as the person
_JOINED = 100  # names of an everyday word that are looked up in medicine
_LONG = 7  # letters of a surname that is known by a slip of the finger
_RARE = 0.0005  # of all documents, up to which a word is distinctive
_DIGIT = re.compile(r"\d")


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
    concepts = concepts_of(label, taxonomy, knowledge, context)
    if not concepts and not _is_listed(label, language):
        part = part_of(label, lambda part: is_illness(part, taxonomy))
        if part and not language.names.is_name(label):  # "severe depression" is a depression
            return _resolve(
                part, taxonomy=taxonomy, knowledge=knowledge, alpha=alpha, aliases=(label, *aliases), context=context
            )
    if not concepts:
        found = _named(label, taxonomy, knowledge, alpha, aliases)
        return _as_listed(found, taxonomy, knowledge) if _is_listed(label, language) else found
    if is_id(label):
        label = concepts[0].label
    kind = "concept" if _is_listed(label, language) else kind_of(concepts, taxonomy)
    own = {normal_form(name) for name in (label, *aliases)}
    own |= {normal_form(name) for c in concepts for name in taxonomy.labels(c)} & _unambiguous(concepts, taxonomy)
    forms = own | {form for concept in concepts for form in taxonomy.forms(concept)}
    derived = {word for form in own for word in language.names.derived(form)}
    forms |= {word for word in derived if knowledge.count(word)}
    spellings: set[str] = set()
    if kind == "person" and has_surname(concepts[0], taxonomy):
        given = {label.split()[0]} if _is_common(label.split()[0], taxonomy, knowledge) else set()
        spellings = {normal_form(name) for name in variants(label, kind) if name not in given}
        names = {normal_form(name) for name in taxonomy.labels(concepts[0])}
        forms |= {form for form in spellings if " " in form or form in names}
        forms = {form for form in forms if " " in form or _is_of(form, own, knowledge)}
    joined: list[Concept] = []
    if kind == "concept":
        if not any(concept.source in MEDICAL for concept in concepts) and len(forms) <= _JOINED:
            joined = _in_medicine(forms, taxonomy)  # an everyday word: medicine has more names for it
            forms |= {form for concept in joined for form in taxonomy.forms(concept)}
        spellings = codes([*concepts, *joined, *named_after(own, taxonomy)], taxonomy)
        spellings |= {word for word in derived if " " in word}
    telling = ToldByKind(_sorted(own), _sorted(forms), alpha, taxonomy, knowledge) if kind == "concept" else ()
    secret = Secret(label, alpha, _sorted(forms), _sorted(forms | spellings), kind, tuple(concepts), telling)
    if kind == "concept" and any(c.source in MEDICAL for c in (*concepts, *joined)):
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


def is_illness(label: str, taxonomy: Taxonomy) -> bool:
    """Whether a label names an illness or a finding, or an entry of the handbook."""
    if _is_listed(label, taxonomy.language):
        return True
    form = taxonomy.language.normal_form(label)
    return any(sense.source in _ILLNESSES and form in taxonomy.forms(sense) for sense in taxonomy.senses(label))


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
    return [sense for sense in dict.fromkeys(senses) if sense.source in MEDICAL]


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
    if kind == "person" and len(words[-1]) >= _LONG:
        spellings += [slip for slip in typed(words[-1]) if not knowledge.count(normal_form(slip))]
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
        for slip in slips(word, knowledge.language.alphabet):
            other = normal_form(" ".join((*words[:at], slip, *words[at + 1 :])))
            count = knowledge.count(other)
            if other != " ".join(words) and ((taxonomy.senses(other) and count) or count > 100):
                found[other] = count
    return tuple(sorted(found, key=lambda other: (-found[other], other))[:limit])


def _unambiguous(concepts: Iterable[Concept], taxonomy: Taxonomy) -> set[str]:
    return {form for concept in concepts for form in taxonomy.forms(concept)}


def _sorted(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, forms)))

"""Which concepts a label means: the same thing in several taxonomies, one of its senses, or a part of the label."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sfumato.errors import InputError
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.senses import about, fit
from sfumato.types import Concept

MEDICAL = frozenset(("MeSH", "MONDO", "HP"))
"""The taxonomies of medicine."""
_ID = re.compile(r"(?!name:)[A-Za-z]+:(?!//)\S+")
_BETWEEN = re.compile(r"[,;/&+]|\band\b|\bor\b")
_MARGIN = 0.5  # bits by which one sense must fit the document better than the next


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


def concepts_of(label: str, taxonomy: Taxonomy, knowledge: Knowledge, context: str) -> list[Concept]:
    """The concepts that a label means: the same thing in several taxonomies. None where it is a name only."""
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
    others = [sense for sense in senses if sense not in plain and sense.source in MEDICAL]
    if plain and others and not any(sense.source in MEDICAL for sense in plain):
        groups = [plain, *_groups(others, taxonomy)]  # an everyday word that is also a name of a disease: crabs
    else:
        groups = [plain] if plain else _groups(senses, taxonomy)
    if language.names.is_name(label) and not label.isupper():
        named = [group for group in groups if any(_proper(c, label, taxonomy) for c in group)]
        medical = any(c.source in MEDICAL for group in groups for c in group)  # doctors write Hepatitis
        if not named and groups and not medical and stands_as_name(label, context):
            raise InputError(_ask(label, groups, taxonomy), code="several-senses")
        groups = named or groups
    if len(groups) <= 1:
        return groups[0] if groups else []
    if len({kind_of(group, taxonomy) for group in groups}) == 1 and kind_of(groups[0], taxonomy) == "place":
        return groups[0]  # towns of one name: the largest comes first, and all of them are hidden by the name
    topics = about(language.read(context[:20_000]), knowledge)
    scores = [fit(group, label, topics, taxonomy, knowledge) for group in groups]
    best = max(range(len(groups)), key=lambda at: scores[at])
    rest = [score for at, score in enumerate(scores) if at != best]
    if context and scores[best] > 0 and scores[best] - max(rest) >= _MARGIN:
        return groups[best]
    raise InputError(_ask(label, groups, taxonomy), code="several-senses")


def several(label: str) -> list[str]:
    """What stands in a label that lists several things; nothing where it lists none.

    >>> several("crohn's/colitis"), several("Guinea pig")
    (["crohn's", 'colitis'], [])
    """
    parts = [part for each in _BETWEEN.split(label) if (part := each.strip())]
    return parts if len(parts) > 1 else []


def part_of(label: str, is_known: Callable[[str], bool]) -> str:
    """The longest run of words within a label of several that is known, the last of those as long; empty if none.

    >>> part_of("severe knee pain", {"pain", "knee pain", "severe"}.__contains__)
    'knee pain'
    """
    words = label.split()
    for length in range(len(words) - 1, 0, -1):
        for start in range(len(words) - length, -1, -1):
            part = " ".join(words[start : start + length])
            if part[-1].isalnum() and is_known(part):
                return part
    return ""


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
    return {one.source, other.source} <= MEDICAL


def _proper(concept: Concept, label: str, taxonomy: Taxonomy) -> bool:
    """Whether the concept is written with the label's capitals: a name, not a common noun."""
    return concept.source == "places" or any(name.startswith(label[:2]) for name in taxonomy.labels(concept))


def kind_of(concepts: Sequence[Concept], taxonomy: Taxonomy) -> str:
    """What sort of secret concepts are: names of persons, places and organizations identify; all else is a concept."""
    first = concepts[0]
    if first.source == "places":
        return "place"
    words = first.label.split()
    if not (words[0][0].isupper() or words[-1][0].isupper()) or first.label.isupper():
        return "concept"
    above = [step.label for path in taxonomy.paths(first, 4) for step in path]
    sorts = taxonomy.language.wording.sorts
    kind = next((sorts[label] for label in above if label in sorts), "concept")
    people = kind == "person" and taxonomy.children(first) and not has_surname(first, taxonomy)
    return "concept" if people else kind


def has_surname(concept: Concept, taxonomy: Taxonomy) -> bool:
    """Whether the concept goes by the end of a name too, as one person does and no people: Einstein, van Gogh."""
    labels = taxonomy.labels(concept)
    return any(label.endswith(f" {other}") for label in labels for other in labels)

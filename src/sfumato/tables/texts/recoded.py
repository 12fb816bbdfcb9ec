"""Decides what becomes of the terms of texts once people are grouped: kept, recoded as their column, or suppressed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sfumato.protocols import Language, Taxonomy
from sfumato.tables.grouping.classes import members
from sfumato.tables.prepare import Prepared, TextColumn
from sfumato.tables.recoding import SUPPRESSED, Recoded, kept, shared
from sfumato.tables.texts.ladders import above, is_step
from sfumato.tables.texts.redundant import Redundant, still_says
from sfumato.tables.texts.rewriting import Change, Way
from sfumato.tables.texts.shared_terms import TermFinder
from sfumato.tables.texts.terms import Key, key
from sfumato.tables.texts.types import IDENTIFIER, VALUE
from sfumato.tables.view import MISSING, Attribute, Groups, Terms
from sfumato.types import Term

_NAME = re.compile(r"[^\W\d_][^\W\d_'-]{2,}")  # a part of a name that is long enough to tell who it is


def changes(
    prepared: Prepared,
    number: int,
    groups: Groups,
    recoded: Sequence[Recoded],
    language: Language,
    becomes: Sequence[Mapping[int, str]] | None = None,
) -> list[list[Change]]:
    """The changes of every row's text of one text column, given what groups release of the columns.

    `becomes` says for each group what its terms that are not kept are generalised to; where it says nothing, the name
    of their type stands for them, written into its sentence; without it the bare name does.
    """
    text, view = prepared.texts[number], prepared.people.texts[number]
    keeps = kept(groups, view)
    keys = [Key(view.types[kind], form) for form, kind in zip(view.labels, view.kinds.tolist(), strict=True)]
    kept_keys = [{keys[code] for code in keeps.of(group).tolist()} for group in range(groups.total)]
    general = [{keys[code]: label for code, label in each.items()} for each in becomes or [{}] * groups.total]
    labels = {each.name: each.of(groups) for each in recoded}
    columns = {column.name: column for column in prepared.people.attributes}
    way: Way = "type" if becomes is None else "kind"
    found: list[list[Change]] = []
    finders = _leftovers(prepared, text, groups, kept_keys, language)
    everywhere = _direct(prepared, text, language)
    values = _values(prepared.people.attributes, groups)
    for row, person in enumerate(prepared.of.tolist()):
        group = int(groups.of[person])
        own = text.texts[row] or ""
        told = {each.term for each in text.redundant[row]}
        as_column = [each for each in text.values[row] if each.term.label in values.get((each.column, group), ())]
        stay = [(each.start, each.end) for each in as_column]
        row_changes: list[Change] = []
        for each in text.redundant[row]:
            stay.append((each.term.start, each.term.end))
            label = labels[each.column][person]
            if not _may_stay(own, each, columns[each.column], label, language):
                row_changes.append(_as_column(each, label, each.term.label))
        for term in text.terms[row]:
            if term in told or (term.start, term.end) in stay:
                continue
            same = key(term, language)
            if term.label not in prepared.direct and same in kept_keys[group]:
                stay.append((term.start, term.end))
            elif same in general[group] and term.label not in prepared.direct:
                row_changes.append(_general(term.start, term.end, same, general[group], language))
            else:
                row_changes.append(Change(term.start, term.end, term.label, way))
        row_changes += (Change(start, end, left.type, way) for start, end, left in everywhere.find(own))
        for start, end, left in finders[group].find(own) if group in finders else ():
            if any(a <= start and end <= b for a, b in stay):
                continue
            if left in general[group]:
                row_changes.append(_general(start, end, left, general[group], language))
            else:
                row_changes.append(Change(start, end, left.type, way))
        for value in as_column:
            label = labels[value.column][person]
            if not _may_stay(own, value, columns[value.column], label, language):
                row_changes.append(_as_column(value, label, VALUE))
        row_changes += (Change(start, end, IDENTIFIER) for start, end in text.identifiers[row])
        found.append(row_changes)
    return found


def _general(start: int, end: int, term: Key, becomes: Mapping[Key, str], language: Language) -> Change:
    """The change of a term to what its group says of it."""
    label = becomes[term]
    return Change(start, end, label, "step" if is_step(label, term.form, term.type, language) else "concept")


def _may_stay(text: str, each: Redundant, column: Attribute, label: str, language: Language) -> bool:
    """Whether words that repeat a column tell no more than what is released of it."""
    released = label not in ("", SUPPRESSED)
    return released and still_says(text[each.start : each.end], column.kind, label, language)


def _as_column(each: Redundant, label: str, type: str) -> Change:
    """The change of words that repeat a column: to the released label, or to a type's name where there is none."""
    if label in ("", SUPPRESSED):
        return Change(each.start, each.end, type)
    return Change(each.start, each.end, label, "value")


def _leftovers(
    prepared: Prepared, text: TextColumn, groups: Groups, kept_keys: Sequence[set[Key]], language: Language
) -> dict[int, TermFinder]:
    """For each group a finder of those of its terms that are not kept, to find them wherever else they stand."""
    terms: dict[int, list[Term]] = {}
    for person, found, repeated in zip(prepared.of.tolist(), text.terms, text.redundant, strict=True):
        told = {each.term for each in repeated}
        group = int(groups.of[person])
        terms.setdefault(group, []).extend(
            term
            for term in found
            if term not in told and term.label not in prepared.direct and key(term, language) not in kept_keys[group]
        )
    return {group: TermFinder(each, language) for group, each in terms.items() if each}


def _direct(prepared: Prepared, text: TextColumn, language: Language) -> TermFinder:
    """A finder of the terms that always go, whoever has them, and of the parts of people's names."""
    found = {
        Term(0, 0, said, term.label)
        for row in text.terms
        for term in row
        if term.label in prepared.direct
        for said in (term.text, *(_NAME.findall(term.text) if term.label == "PERSON" else ()))
    }
    return TermFinder(sorted(found), language)


def _values(attributes: Sequence[Attribute], groups: Groups) -> dict[tuple[str, int], set[str]]:
    """The nominal values in each group, by column and group: in a text of the group they would tell who has which."""
    them = members(groups)
    values: dict[tuple[str, int], set[str]] = {}
    for column in attributes:
        if column.kind not in ("nominal", "ordinal"):
            continue
        names = [str(value) for value in column.values]
        for group in range(groups.total):
            people = them.order[them.starts[group] : them.starts[group + 1]].tolist()
            values[column.name, group] = {
                names[code]
                for person in people
                for code in column.codes[column.starts[person] : column.starts[person + 1]].tolist()
                if code != MISSING
            }
    return values


def generalized(view: Terms, groups: Groups, taxonomy: Taxonomy, language: Language) -> list[dict[int, str]]:
    """For each group the more general labels of its terms that are not kept, by the term's number (see `shared`)."""
    types = (view.types[kind] for kind in view.kinds.tolist())
    chains = (above(form, type, taxonomy, language) for form, type in zip(view.labels, types, strict=True))
    return shared(groups, view, {code: chain for code, chain in enumerate(chains) if chain})

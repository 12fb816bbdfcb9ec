"""Titles whose sort is sure, and where they stand in articles."""

import sys
from pathlib import Path

import pytest

import sfumato

pytest.importorskip("scipy")
sys.path.insert(0, str(Path(sfumato.__file__).parents[2] / "scripts"))

from sort_sources.fitting import Example, fitted
from sort_sources.mentions import places
from sort_sources.titles import sorts_of_titles

from sfumato.replacements.sorts import SORTS
from sfumato.taxonomies.kinds import Kind


def test_sorts_are_finer_than_those_of_kinds(embedded):
    kinds = [
        Kind("Orbo Act", ("act",), "", "work"),
        Kind("Orbo Prize", ("literary award", "award"), "", "thing"),
        Kind("Orbo FM", ("radio station", "station"), "", "place"),
        Kind("Orbo", ("village",), "", "place"),
        Kind("Orbo (band)", ("band",), "", "organization"),
        Kind("Ann Orbo", ("award",), "", "thing"),
        Kind("Orbo 5", ("series",), "", "work"),
    ]
    sorts = sorts_of_titles(kinds, embedded, lambda name: name == "Ann Orbo")
    assert sorts == {"Orbo Act": "law", "Orbo Prize": "award", "Orbo FM": "organization"}


def test_places_are_whole_names():
    sorts = {"Ann Lee": "person", "Orbo": "place", "Battle of Orbo": "event", "The Long Day": "work"}
    own = 'Ann Lee\nAnn Lee is an actress. In Orbo, Lee was in "The Long Day". The Battle of Orbo was before.'
    other = "Other\nAnn Lee Smith met Ann Lee's son near Orbo and John Orbo Jones."
    found = [
        (place.name, place.sort, place.title) for place in places([("Ann Lee", own), ("Other", other)], sorts, bool)
    ]
    assert found == [
        ("The Long Day", "work", "The Long Day"),
        ("Ann Lee", "person", "Ann Lee"),
        ("Orbo", "place", "Orbo"),
        ("Lee", "person", "Ann Lee"),
        ("Battle of Orbo", "event", "Battle of Orbo"),
        ("Ann Lee", "person", "Ann Lee"),
        ("Orbo", "place", "Orbo"),
    ]


def test_signs_of_several_titles_are_learned_and_others_not():
    person, place = SORTS.index("person"), SORTS.index("place")
    several = [Example([1], person, f"a{n}") for n in range(9)] + [Example([2], place, f"b{n}") for n in range(9)]
    weights = fitted([*several, Example([3], place, "once")], 20, 1e-3)
    assert weights[1].argmax() == person
    assert weights[2].argmax() == place
    assert not weights[3].any()

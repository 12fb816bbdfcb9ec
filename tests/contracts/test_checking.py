"""Every strategy that ships with sfumato keeps the contract of its group, and each suite finds what breaks it."""

from dataclasses import replace

import numpy as np
import pytest

from sfumato import contracts, plugins
from sfumato.errors import InputError
from sfumato.knowledge import MemoryKnowledge
from sfumato.languages.en import English
from sfumato.measure.attack.linkage import BM25
from sfumato.replacements.replacers import Redactor
from sfumato.risk import Informative
from sfumato.sanitizing import judging
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import LEFT_OUT, Disclosure, Document, Edit, Option, Term

OWN = [(each.group, each.name) for each in plugins.listed() if each.distribution == plugins.OWN]
VILLAGE = contracts.village()


def broken(group, *made):
    """The promises that something breaks."""
    found = set()
    for check in contracts.SUITES[group]:
        try:
            check(*made)
        except Exception:
            found.add(check.__name__)
    return found


def test_there_is_a_suite_for_each_group_and_something_of_ours_in_each():
    assert set(contracts.SUITES) == set(plugins.GROUPS) == {group for group, _ in OWN}


@pytest.mark.parametrize(("group", "name"), OWN)
def test_ours_keep_their_contracts(group, name):
    promises = list(contracts.checked(name, group))
    assert len(promises) == len(contracts.SUITES[group])
    assert [promise for promise, problem in promises if problem] == []


def test_a_name_of_several_groups_needs_the_group():
    with pytest.raises(InputError, match="embedded is one of knowledge and of taxonomies") as caught:
        list(contracts.checked("embedded"))
    assert caught.value.code == "which-group"
    with pytest.raises(InputError, match="nothing that is installed is called badge"):
        list(contracts.checked("badge"))
    with pytest.raises(InputError, match="no group spoons"):
        list(contracts.checked("patterns", "spoons"))


BROKEN = """
def makes_none(settings, resources):
    raise RuntimeError(settings["names"])
def quotes(settings, resources):
    def find(document, terms):
        raise ValueError(document.text)
    return find
def wrong(settings, resources):
    from sfumato.types import Term
    return lambda document, terms: [Term(0, 3, "The", "badge")]
"""


def test_what_is_wrong_is_told_without_any_text(install):
    declared = "".join(f"{name} = acme:{name}\n" for name in ("makes_none", "quotes", "wrong"))
    install("acme", BROKEN, f"[sfumato.detectors]\n{declared}")
    ((promise, problem),) = contracts.checked("acme:makes_none")
    assert (promise, problem.split(" (")[0]) == ("can be made", "raises RuntimeError")
    found = dict(contracts.checked("acme:quotes"))
    assert found["gives spans of the text"].startswith("raises ValueError (contracts/detector.py, line ")
    found = dict(contracts.checked("acme:wrong"))
    assert found["gives spans of the text"].startswith("not so (contracts/detector.py, line ")
    assert found["gives them in order and apart"] == ""


# --- what each suite finds --------------------------------------------------------------------------------


def test_detectors():
    def first(text, terms, label="WORD", end=1):
        return [Term(0, end, text[:end], label)] if text else []

    seen = []
    assert broken("detectors", lambda document, terms: first(document.text, terms)) == set()
    wrong = {
        "gives_spans_of_the_text": lambda document, terms: first(document.text, terms, label="a word"),
        "gives_them_in_order_and_apart": lambda document, terms: first(document.text, terms) * 2,
        "finds_the_same_again": lambda document, terms: first(document.text, terms)[: seen.append(1) or len(seen) % 2],
        "needs_no_terms": lambda document, terms: first(document.text, terms) if terms else None,
    }
    for promise, detector in wrong.items():
        assert promise in broken("detectors", detector)
    assert "gives_spans_of_the_text" in broken("detectors", lambda document, terms: [Term(0, 9, "The plague", "X")])


class Mistaken(Informative):
    """A judge that keeps its contract, until something of it is replaced."""

    def __init__(self):
        super().__init__(VILLAGE.knowledge, 6.0)


def model(**instead):
    return judging(lambda plan: type("Wrong", (Mistaken,), instead)())


GROUP = Disclosure(("rat", "flea"), "anything", 9.0, 6.0, "reveal together")


@pytest.mark.parametrize(
    ("promise", "instead"),
    [
        ("has_judges_with_limits", {"names": ("one", "two")}),
        ("has_judges_with_limits", {"reason": " "}),
        ("has_a_row_for_each_secret_and_a_column_for_each_term", {"bits": lambda self, queries: np.zeros((1, 1))}),
        (
            "has_a_row_for_each_secret_and_a_column_for_each_term",
            {"bits": lambda self, queries: np.full((1, len(queries)), np.nan)},
        ),
        (
            "judges_a_term_the_same_whatever_else_is_asked",
            {"bits": lambda self, queries: np.full((1, len(queries)), float(len(queries)))},
        ),
        ("judges_concepts_in_the_same_rows", {"concept_bits": lambda self, concept, query: np.zeros(3)}),
        ("finds_minimal_groups", {"groups": lambda self, forms, size: [replace(GROUP, terms=("rat",))]}),
        ("finds_minimal_groups", {"groups": lambda self, forms, size: [replace(GROUP, bits=1.0)]}),
        ("finds_minimal_groups", {"groups": lambda self, forms, size: [replace(GROUP, secret="rat")]}),
        ("finds_minimal_groups", {"groups": lambda self, forms, size: [replace(GROUP, terms=("rat", "sheep"))]}),
        (
            "finds_minimal_groups",
            {"groups": lambda self, forms, size: [GROUP, replace(GROUP, terms=("rat", "flea", "house"))]},
        ),
    ],
)
def test_judges(promise, instead):
    assert promise in broken("judges", model(**instead))


def test_models():
    assert broken("judges", model()) == set()
    assert "gives_a_plan_of_the_document" in broken("judges", lambda plan: None)
    assert "judges_every_place" in broken("judges", lambda plan: plan)
    other = Document("t", "Other.")
    assert "gives_a_plan_of_the_document" in broken("judges", lambda plan: replace(plan, document=other))
    assert "judges_every_place" in broken("judges", lambda plan: plan.judged_in(model()(plan).scopes * 2))


@pytest.mark.parametrize(
    ("promise", "instead"),
    [
        ("says_what_it_is", {"generalises": None}),
        ("ends_with_leaving_out", {"options": lambda self, *given: (Option("thing", 0.0),)}),
        ("never_gains_information", {"options": lambda self, *g: (Option("a", 1.0), Option("b", 2.0), LEFT_OUT)}),
        ("never_says_the_term_itself", {"options": lambda self, text, *given: (Option(text, 1.0), LEFT_OUT)}),
        ("writes_what_is_proposed", {"write": lambda self, text, proposals: []}),
        (
            "changes_nothing_else",
            {"write": lambda self, text, proposals: [Edit(0, len(text), "animal")] if proposals else []},
        ),
        ("changes_nothing_else", {"write": lambda self, text, proposals: [Edit(0, 1, ""), Edit(0, 1, "")]}),
    ],
)
def test_replacers(promise, instead):
    wrong = type("Wrong", (Redactor,), instead)(VILLAGE.knowledge, VILLAGE.taxonomy, b"")
    assert promise in broken("replacers", wrong)


@pytest.mark.parametrize(
    ("promise", "instead"),
    [
        ("lists_what_it_counts", {"count": lambda self, query: 1}),
        ("counts_many_as_one", {"counts": lambda self, given, queries: [0] * len(queries)}),
        ("ranks_what_matches", {"best": lambda self, query, limit=10: []}),
        ("weighs_the_terms_of_a_document", {"weights": lambda self, document, limit=20: []}),
        ("says_what_it_is", {"floor": 0}),
    ],
)
def test_knowledge(promise, instead):
    assert promise in broken("knowledge", type("Wrong", (MemoryKnowledge,), instead)(contracts.CORPUS))


def test_others():
    taxonomy = Hierarchy.build("zoo", [Entry("z:1", ["animal"]), Entry("z:2", ["dog"], ["z:1"])])
    assert broken("taxonomies", taxonomy) == set()
    wrong = type("Wrong", (Hierarchy,), {"parents": lambda self, concept: []})("zoo", taxonomy.columns, English())
    assert "has_children_of_parents" in broken("taxonomies", wrong)
    loud = type("Wrong", (English,), {"normal_form": staticmethod(str.upper)})()
    assert "has_one_normal_form" in broken("languages", loud)
    blind = replace(BM25, function=lambda texts, known: np.zeros((len(texts), 1)))
    assert "scores_every_candidate_for_every_text" in broken("attackers", blind)

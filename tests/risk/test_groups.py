"""Minimal risky groups: mined, against all subsets tried one by one."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.risk import CSanitized, risky_groups
from sfumato.risk.information import discloses, group_pmi
from sfumato.types import All, Document, Secret

TERMS = "bcdefgh"


def knowledge_of(documents):
    return MemoryKnowledge(Document(str(at), ", ".join(sorted(words))) for at, words in enumerate(documents))


def secret(form, alpha):
    return Secret(form, alpha, (form,), (form,))


def brute_force(judge, forms, size):
    """CSAN definition 6 read aloud: for each secret every group that reaches the limit, and no part of it does."""
    knowledge = judge.knowledge
    alone = np.asarray(discloses(judge.bits(forms), judge.limits[:, np.newaxis])).any(axis=0)
    safe = sorted(form for form, risky in zip(forms, alone.tolist(), strict=True) if not risky)
    found = {}
    for row, query in enumerate(judge.queries):
        minimal = []
        for number in range(2, size + 1):
            for group in combinations(safe, number):
                joint = knowledge.count(All(query, *group))
                if joint < max(judge.support, 1) or any(set(part) <= set(group) for part in minimal):
                    continue
                told = group_pmi(joint, knowledge.count(query), knowledge.count(All(*group)), knowledge.total)
                if discloses(told, judge.limits[row]):
                    minimal.append(group)
                    found[group] = max(found.get(group, -np.inf), told - judge.limits[row])
    return found


documents = st.lists(st.sets(st.sampled_from(TERMS + "xy"), max_size=7), min_size=1, max_size=40)


@settings(max_examples=300)
@given(documents, st.sampled_from([1.0, 1.2, 1.5, 2.0, 4.0]), st.integers(1, 3), st.integers(2, 4))
def test_they_are_those_that_trying_all_finds(texts, alpha, support, size):
    judge = CSanitized(knowledge_of(texts), [secret("x", alpha), secret("y", 1.5)], support=support)
    found = risky_groups(judge, list(TERMS), size)
    expected = brute_force(judge, list(TERMS), size)
    assert {group.terms for group in found} == set(expected)
    for group in found:
        assert group.bits - group.limit == pytest.approx(expected[group.terms])
        assert group.reason == "reveal together"
    assert [group.limit - group.bits for group in found] == sorted(group.limit - group.bits for group in found)


@given(documents, st.integers(2, 3))
def test_order_and_repetition_of_the_terms_do_not_matter(texts, size):
    judge = CSanitized(knowledge_of(texts), [secret("x", 2.0)])
    once = risky_groups(judge, list(TERMS), size)
    assert risky_groups(judge, [*reversed(TERMS), *TERMS], size) == once


def test_the_pair_of_the_paper():
    # hits: c 16, t1 64, t2 64, both 16, all with c. Neither alone tells more than 4 bits, the pair all 6.
    texts = [set("xbc") for _ in range(16)] + [set("b")] * 48 + [set("c")] * 48 + [set()] * (1024 - 112)
    judge = CSanitized(knowledge_of(texts), [secret("x", 1.0)])
    (pair,) = risky_groups(judge, ["b", "c", "d"], 2)
    assert (pair.terms, pair.secret, pair.bits, pair.limit) == (("b", "c"), "x", 6.0, 6.0)


def test_a_triple_of_which_no_pair_discloses(village):
    plague = Secret("plague", 1.5, ("plague", "grey plague", "black plague", "pest"), ())
    judge = CSanitized(village.knowledge, [plague], support=3)
    assert risky_groups(judge, ["well", "dusk", "bell"], 2) == []
    (triple,) = risky_groups(judge, ["well", "dusk", "bell"], 3)
    assert triple.terms == ("bell", "dusk", "well")
    assert triple.bits == 4.0


def test_support_bounds_groups_too(village):
    plague = Secret("plague", 1.5, ("plague", "grey plague", "black plague", "pest"), ())
    found = {
        support: risky_groups(CSanitized(village.knowledge, [plague], support=support), ["rat", "flea"], 2)
        for support in (1, 16, 17)
    }
    assert [len(groups) for groups in found.values()] == [1, 1, 0]


@pytest.mark.parametrize(
    ("forms", "size"), [([], 2), (["rat"], 2), (["rat", "rat"], 3), (["rat", "flea"], 1), (["xyzzy", "plugh"], 3)]
)
def test_what_makes_no_group(village, forms, size):
    plague = Secret("plague", 1.5, ("plague",), ())
    for secrets in ([plague], [], [Secret("xyzzy", 1.5, ("xyzzy",), ())]):
        assert risky_groups(CSanitized(village.knowledge, secrets), forms, size) == []


def test_terms_that_disclose_alone_are_left_to_their_own_treatment(village):
    plague = Secret("plague", 1.5, ("plague", "grey plague", "black plague", "pest"), ())
    judge = CSanitized(village.knowledge, [plague], support=3)
    assert [group.terms for group in risky_groups(judge, ["zanavir", "rat", "flea"], 3)] == [("flea", "rat")]

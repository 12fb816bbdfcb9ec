"""What terms reveal, over documents whose counts are those of the papers' examples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.languages import load
from sfumato.risk import (
    Correlated,
    CSanitized,
    Hidden,
    Informative,
    content_of,
    disclosures,
    hidden_threshold,
    listed_threshold,
    query_of,
)
from sfumato.risk.information import information_content, pmi
from sfumato.types import All, Any, Concept, Document, Secret

TOTAL = 1024


def corpus(having, total=TOTAL):
    """Knowledge of so many documents, each with the terms that list its number."""
    texts = [", ".join(term for term, numbers in having.items() if at in numbers) for at in range(total)]
    return MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))


def numbers(*spans):
    return frozenset(at for span in spans for at in range(*span))


def secret(*forms, alpha=1.0, name=""):
    return Secret(name or forms[0], alpha, forms, forms)


@pytest.fixture(scope="module")
def cases():
    """CSAN's semantic cases: the secret is in 16 documents, 6 bits."""
    return corpus(
        {
            "secret": numbers((0, 16)),
            "general": numbers((0, 64)),
            "special": numbers((0, 4)),
            "synonym": numbers((0, 16)),
            "related": numbers((0, 8), (64, 120)),
            "independent": numbers((0, 4), (200, 452)),
            "ancestor": numbers((0, 512)),
            "rival": numbers((600, 616)),
            "single": numbers((3, 4)),
            "twin": numbers((0, 16), (640, 688)),
        }
    )


@pytest.fixture(scope="module")
def hidden():
    """The vectors of disclosure risk: s in 16, g in 128, q in 64, s with q in 8, g with q in 32."""
    return corpus(
        {
            "s": numbers((0, 16)),
            "g": numbers((0, 128)),
            "q": numbers((0, 8), (16, 40), (128, 160)),
            "whole": numbers((0, 16)),  # only where s is
            "rare": numbers((3, 5)),
            "apart": numbers((500, 600)),
            "s2": numbers((0, 2)),  # 9 bits
            "g2": numbers((0, 64)),  # 4 bits
            "s3": numbers((0, 32)),  # 5 bits
            "g3": numbers((0, 256)),  # 2 bits
        }
    )


# --- C-sanitized ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "bits", "risky"),
    [
        ("general", 4.0, (False, True, True)),  # its own content
        ("special", 6.0, (True, True, True)),  # all of the secret
        ("synonym", 6.0, (True, True, True)),
        ("secret", 6.0, (True, True, True)),
        ("related", 3.0, (False, False, True)),
        ("independent", 0.0, (False, False, False)),
        ("ancestor", 1.0, (False, False, False)),
        ("rival", 0.0, (False, False, False)),  # never together: no evidence
        ("never seen", 0.0, (False, False, False)),
    ],
)
def test_semantic_cases(cases, term, bits, risky):
    for alpha, expected in zip((1.0, 1.5, 2.0), risky, strict=True):
        judge = CSanitized(cases, [secret("secret", alpha=alpha)])
        assert judge.bits([term]).tolist() == [[bits]]
        assert judge.limits.tolist() == pytest.approx([6 / alpha])
        assert bool(disclosures(judge, [term])) is expected


def test_a_generalisation_reveals_its_own_information(cases):
    judge = CSanitized(cases, [secret("secret")])
    for term in ("general", "ancestor"):
        assert judge.bits([term])[0, 0] == content_of(cases, term)


def test_each_secret_has_its_own_limit(cases):
    judge = CSanitized(cases, [secret("secret", alpha=1.0), secret("rival", alpha=2.0)])
    assert judge.contents == [6.0, 6.0]
    assert judge.limits.tolist() == [6.0, 3.0]
    assert judge.bits(["special", "rival"]).tolist() == [[6.0, 0.0], [0.0, 6.0]]


def test_a_disclosure_names_the_secret_it_tells_most_of_beyond_its_limit(cases):
    judge = CSanitized(cases, [secret("secret", alpha=1.0), secret("general", alpha=2.0)])
    (found,) = disclosures(judge, ["independent", "special"])
    assert (found.terms, found.secret, found.bits, found.limit) == (("special",), "general", 4.0, 2.0)
    assert found.reason == "reveals"


def test_support_rules_out_few_counts(cases):
    assert CSanitized(cases, [secret("secret")]).bits(["single"])[0, 0] == 6.0
    assert CSanitized(cases, [secret("secret")], support=2).bits(["single"])[0, 0] == 0.0
    assert CSanitized(cases, [secret("secret")], support=4).bits(["special"])[0, 0] == 6.0
    assert CSanitized(cases, [secret("secret")], support=5).bits(["special"])[0, 0] == 0.0


def test_surface_and_taxonomic_counting(cases):
    both = secret("rival", "secret", name="secret")
    taxonomic, surface = CSanitized(cases, [both]), CSanitized(cases, [both], counting="surface")
    assert (taxonomic.documents, surface.documents) == ([32], [16])
    assert (taxonomic.contents, surface.contents) == ([5.0], [6.0])
    assert taxonomic.bits(["rival"])[0, 0] == 5.0
    assert surface.bits(["rival"])[0, 0] == 0.0
    assert query_of(both, "taxonomic", load()) == Any("rival", "secret")
    assert query_of(both, "surface", load()) == "secret"


def test_more_names_of_a_secret_lower_its_limit(cases):
    # An underestimated p(c) inflates IC(c) and loosens the test.
    alone, all_names = CSanitized(cases, [secret("secret")]), CSanitized(cases, [secret("secret", "rival", "twin")])
    assert all_names.limits[0] < alone.limits[0]


def test_a_secret_never_seen_is_worth_what_the_smallest_count_is_and_nothing_tells_of_it(cases):
    judge = CSanitized(cases, [secret("xyzzy")])
    assert (judge.documents, judge.contents) == ([0], [10.0])
    assert judge.bits(["special", "xyzzy"]).tolist() == [[0.0, 0.0]]
    assert disclosures(judge, ["special", "xyzzy"]) == []


def test_a_secret_that_every_document_has_is_told_by_everything():
    everywhere = corpus({"everywhere": numbers((0, 8)), "river": numbers((2, 4))}, 8)
    judge = CSanitized(everywhere, [secret("everywhere")])
    assert judge.limits.tolist() == [0.0]
    assert len(disclosures(judge, ["river", "xyzzy"])) == 2


def test_what_was_asked_is_remembered_and_says_the_same(cases):
    judge = CSanitized(cases, [secret("secret")])
    first = judge.bits(["general", "related"])
    again = judge.bits(["related", "special", "general", "related"])
    assert again.tolist() == [[3.0, 6.0, 4.0, 3.0]]
    assert first.tolist() == [[4.0, 3.0]]
    assert judge.bits([]).shape == (1, 0)
    concept = Concept("x:1", "a name", "test")
    known = judge.concept_bits(concept, lambda: Any("special", "related"))
    assert judge.concept_bits(concept, int).tolist() == known.tolist()


def test_no_secrets_no_disclosures(cases):
    judge = CSanitized(cases, [])
    assert judge.bits(["general"]).shape == (0, 1)
    assert disclosures(judge, ["general"]) == []
    assert disclosures(CSanitized(cases, [secret("secret")]), []) == []


words = st.lists(st.sets(st.sampled_from("bcdefg")), min_size=1, max_size=12)


@given(words, st.sampled_from([1.0, 1.5, 2.0, 3.0]), st.integers(1, 3))
def test_bits_are_pmi_where_there_is_evidence_and_at_most_the_secrets_own(documents, alpha, support):
    knowledge = MemoryKnowledge(Document(str(at), ", ".join(sorted(text))) for at, text in enumerate(documents))
    judge = CSanitized(knowledge, [secret("g", alpha=alpha), secret("b", "c", alpha=alpha)], support=support)
    bits = judge.bits(list("bcdef"))
    for row, query in enumerate((Any("g"), Any("b", "c"))):
        whole = knowledge.count(query)
        assert np.all(bits[row] <= judge.contents[row] + 1e-9)
        for column, term in enumerate("bcdef"):
            joint = knowledge.count(All(query, term))
            told = pmi(joint, whole, knowledge.count(term), knowledge.total) if joint >= support else 0.0
            assert bits[row, column] == pytest.approx(told)
    assert judge.bits(["b", "c"])[1].tolist() == [
        pytest.approx(judge.contents[1]) if knowledge.count(name) >= support else 0.0 for name in "bc"
    ]


# --- correlated terms, healthcare -------------------------------------------------------------------------


def test_a_removed_term(hidden):
    judge = Correlated(hidden, [Hidden("s")], limit=3.0)
    assert judge.bits(["q"]).tolist() == [[3.0]]  # CORR eq. 3
    assert [found.terms for found in disclosures(judge, ["q", "apart"])] == [("q",)]
    assert disclosures(judge, ["q"])[0].reason == "tells of hidden"


def test_a_generalised_term(hidden):
    assert Correlated(hidden, [Hidden("s", "g")], limit=4.0).bits(["q"]).tolist() == [[4.0]]  # CORR eq. 16


def test_full_disclosure_and_the_generalisation_itself(hidden):
    judge = Correlated(hidden, [Hidden("s", "g")])
    assert judge.bits(["whole"]).tolist() == [[6.0]]  # every document with g and it has s: IC(s)
    assert judge.bits(["g"]).tolist() == [[3.0]]  # IC(g)
    assert judge.bits(["apart", "xyzzy"]).tolist() == [[0.0, 0.0]]


def test_plain_counts_never_tell_more_than_the_term_itself(hidden):
    # "apart" stands for s, but is never with q: eq. 16 would be infinite.
    assert Correlated(hidden, [Hidden("s", "apart")]).bits(["q"]).tolist() == [[6.0]]


def test_contextualised(hidden):
    # HEALTH eq. 10 in three counts: log2(1024 * 8 / (16 * 32)).
    assert Correlated(hidden, [Hidden("s", "g")], contextualised=True).bits(["q"]).tolist() == [[4.0]]


def test_context_matters_where_a_word_has_two_senses():
    # "crabs" in 128 documents, 8 of them on STD; "beach" with crabs in 64, with STD in 4, with both in 2.
    knowledge = corpus(
        {
            "crabs": numbers((0, 128)),
            "std": numbers((120, 184)),
            "beach": numbers((0, 62), (120, 122), (150, 152)),
        }
    )
    plain = Correlated(knowledge, [Hidden("crab", "std")]).bits(["beach"])[0, 0]
    context = Correlated(knowledge, [Hidden("crab", "std")], contextualised=True).bits(["beach"])[0, 0]
    assert plain == information_content(128, TOTAL) == 3.0  # clamped
    assert context == pmi(2, 8, 4, TOTAL) == 6.0
    assert context < information_content(8, TOTAL)


def test_support_of_correlated_terms(hidden):
    assert Correlated(hidden, [Hidden("s", "g")], support=2).bits(["rare"])[0, 0] == 6.0
    assert Correlated(hidden, [Hidden("s", "g")], support=3).bits(["rare"])[0, 0] == 0.0


def test_thresholds_over_what_is_hidden(hidden):
    terms = [Hidden("s", "g"), Hidden("s2", "g2"), Hidden("s3", "g3")]
    assert hidden_threshold(hidden, terms, threshold="least-informative") == 5.0  # CORR eq. 8
    assert hidden_threshold(hidden, terms, threshold="most-informative-generalisation") == 4.0  # CORR eq. 9
    assert Correlated(hidden, terms).limits.tolist() == [5.0] * 3
    assert Correlated(hidden, terms, threshold="most-informative-generalisation").limits.tolist() == [4.0] * 3
    assert Correlated(hidden, terms, limit=1.0).limits.tolist() == [1.0] * 3


def test_nothing_hidden_has_no_limit(hidden):
    for threshold in ("least-informative", "most-informative-generalisation"):
        assert hidden_threshold(hidden, [], threshold=threshold) == float("inf")
    removed = [Hidden("s")]
    assert hidden_threshold(hidden, removed, threshold="most-informative-generalisation") == float("inf")
    assert disclosures(Correlated(hidden, []), ["q"]) == []


def test_each_hidden_term_has_a_row(hidden):
    judge = Correlated(hidden, [Hidden("s", "g"), Hidden("s3"), Hidden("xyzzy", "g")])
    assert judge.names == ["s", "s3", "xyzzy"]
    assert judge.bits(["whole", "q"])[2].tolist() == [0.0, 0.0]  # never seen: nothing tells of it
    assert judge.bits(["whole"])[1, 0] == 5.0


def test_threshold_over_the_list_of_a_law(hidden):
    listed = [("s", "g"), ("s2", "g2"), ("s3", "g3"), ("xyzzy", "g")]
    assert listed_threshold(hidden, listed) == 5.0  # HEALTH eq. 3
    assert listed_threshold(hidden, listed, contextualised=True) == 5.0  # eq. 12: s3 lies in g3 whole
    apart = [("s", "apart"), ("q", "g")]
    assert listed_threshold(hidden, apart) == 4.0
    assert listed_threshold(hidden, apart, contextualised=True) == 5.0  # q with g in 32, s never with "apart"
    for contextualised in (False, True):
        assert listed_threshold(hidden, [("xyzzy", "")], contextualised=contextualised) == float("inf")
        assert listed_threshold(hidden, [], contextualised=contextualised) == float("inf")
    assert listed_threshold(hidden, [("s", "")], contextualised=True) == 6.0


# --- informative terms ------------------------------------------------------------------------------------


def test_informative_terms(hidden):
    judge = Informative(hidden, 5.0)
    assert judge.bits(["s", "g", "s3", "xyzzy"]).tolist() == [[6.0, 3.0, 5.0, 10.0]]
    assert [found.terms for found in disclosures(judge, ["s", "g", "s3", "xyzzy"])] == [("s",), ("s3",), ("xyzzy",)]


def test_content_of_what_was_never_seen_is_that_of_the_smallest_count(hidden):
    assert content_of(hidden, "xyzzy") == 10.0
    assert content_of(hidden, "g") == 3.0

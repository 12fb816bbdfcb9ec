"""Agreement: the equations against worked examples, and labels of several people."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.measure.evaluate import Label, Labelled, VotedTerm, agreement
from sfumato.measure.evaluate.agreement import cohen_kappa, coincidences, fleiss_kappa, krippendorff_alpha, span_f

FEW = settings(max_examples=50, deadline=None)
TEXT = "one two three four five six seven eight"
SPOTS = [(0, 3), (4, 7), (8, 13), (14, 18), (19, 23), (24, 27), (28, 33), (34, 39)]


def labels(who, *numbers):
    return tuple(Label(*SPOTS[at], annotator=who) for at in numbers)


def test_cohen_by_hand():
    # 35 of 50 alike: p_o = 0.7; chance: 0.5 * 0.6 + 0.5 * 0.4 = 0.5
    assert float(cohen_kappa([[20, 5], [10, 15]])) == pytest.approx(0.4)
    assert float(cohen_kappa([[5, 0], [0, 5]])) == 1
    assert float(cohen_kappa([[0, 5], [5, 0]])) == -1
    assert math.isnan(float(cohen_kappa([[5, 0], [0, 0]])))


def test_fleiss_against_the_example_of_the_encyclopedia():
    # Wikipedia, "Fleiss' kappa", worked example: 10 items, 14 raters, 5 categories, kappa 0.210
    ratings = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)
    with pytest.raises(ValueError, match="raters"):
        fleiss_kappa([[3, 0], [2, 0]])


def test_krippendorff_against_his_own_example():
    # KRIPP, section B: two observers, ten units, two categories: alpha 0.095
    first, second = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    ratings = [[2 - a - b, a + b] for a, b in zip(first, second, strict=True)]
    assert coincidences(ratings).tolist() == [[10, 4], [4, 2]]
    assert float(krippendorff_alpha(coincidences(ratings))) == pytest.approx(0.095, abs=5e-4)


def test_what_one_person_alone_judged_says_nothing():
    assert coincidences([[1, 0], [0, 1], [0, 0]]).tolist() == [[0, 0], [0, 0]]
    assert math.isnan(float(krippendorff_alpha([[0, 0], [0, 0]])))


@FEW
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=30))
def test_two_raters_by_three_equations(pairs):
    """Fleiss' kappa and Krippendorff's alpha of two raters differ by the correction for small samples alone."""
    ratings = np.array([[2 - a - b, a + b] for a, b in pairs])
    alpha, kappa = float(krippendorff_alpha(coincidences(ratings))), fleiss_kappa(ratings)
    assert math.isnan(alpha) == math.isnan(kappa)
    if not math.isnan(kappa):
        assert 1 - alpha == pytest.approx((1 - kappa) * (1 - 1 / ratings.sum()))


def test_span_f():
    assert float(span_f(1, 1, 3)) == 0.5
    assert math.isnan(float(span_f(0, 0, 0)))


def test_labellers_of_documents():
    # Ann hides words 0 1, Ben 0 2: of eight words alike on 6; both yes 1, both no 5; p_e = (2*2 + 6*6) / 64
    document = Labelled("1", TEXT, (*labels("ann", 0, 1), *labels("ben", 0, 2)), ("ann", "ben"))
    found = agreement([document])
    assert found.annotators == 2
    assert found.cohen.value == pytest.approx((6 / 8 - 40 / 64) / (1 - 40 / 64))
    assert found.span_f.value == 0.5
    assert found.krippendorff.value == pytest.approx(1 - 15 * 4 / (16**2 - 12**2 - 4**2))
    assert found.fleiss is None


def test_spans_that_need_not_be_hidden_are_no_labels():
    document = Labelled("1", TEXT, (*labels("ann", 0), Label(0, 3, kind="NO_MASK", annotator="ben")), ("ann", "ben"))
    assert agreement([document]).span_f.value == 0


def test_pairs_of_people_are_told_apart():
    # Ann and Ben agree, Ann and Cy do not at all: the mean of 1 and of what chance gives.
    one = Labelled("1", TEXT, (*labels("ann", 0, 1), *labels("ben", 0, 1)), ("ann", "ben"))
    other = Labelled("2", TEXT, (*labels("ann", 0, 1, 2, 3), *labels("cy", 4, 5, 6, 7)), ("ann", "cy"))
    found = agreement([one, other])
    assert found.annotators == 3
    assert found.cohen.value == pytest.approx((1 + -1) / 2)


def test_one_labeller_agrees_with_nobody():
    assert agreement([Labelled("1", TEXT, labels("ann", 0), ("ann",))]) is None


def test_votes_are_judged_by_fleiss():
    voted = tuple(VotedTerm((SPOTS[at],), votes) for at, votes in enumerate((3, 2, 0, 3)))
    found = agreement([Labelled("1", TEXT, (), voted=voted, voters=3)])
    assert found.fleiss.value == pytest.approx(fleiss_kappa([[3, 0], [2, 1], [0, 3], [3, 0]]))
    assert found.cohen is None

"""CORR: the forms of disclosure risk, the thresholds and the choice of a generalisation, with their numbers."""

from __future__ import annotations

from sfumato.risk import information as info

TOTAL = 1024


def test_generalised_term() -> None:
    assert info.pmi(8, 16, 64, TOTAL) == 3.0
    assert info.information_content(128, TOTAL) == 3.0
    assert info.pmi(32, 128, 64, TOTAL) == 2.0
    assert info.conditional_information(32, 64) == 1.0
    assert info.information_content(16, TOTAL) == 6.0
    assert info.disclosure_risk_expanded(8, 16, 64, 128, 32, TOTAL) == 4.0
    assert info.pmi(8, 16, 64, TOTAL) + info.conditional_information(32, 64) == 4.0
    assert info.disclosure_risk(8, 16, 32, TOTAL) == 4.0


def test_removed_term_is_generalised_to_the_root() -> None:
    assert info.disclosure_risk_removed(8, 16, 64, TOTAL) == 3.0
    assert info.disclosure_risk(8, 16, 64, TOTAL) == 3.0


def test_full_disclosure() -> None:
    assert info.disclosure_risk(32, 32, 32, TOTAL) == 5.0 == info.information_content(32, TOTAL)


def test_the_generalisation_itself_tells_its_own_content() -> None:
    assert info.disclosure_risk(16, 16, 128, TOTAL) == 3.0 == info.information_content(128, TOTAL)


def test_thresholds() -> None:
    assert info.threshold_least_informative([6.0, 9.0, 5.0]) == 5.0
    assert info.threshold_most_informative_generalisation([3.0, 4.0, 2.0]) == 4.0


def test_choice_of_generalisation() -> None:
    contents = [7.0, 5.0, 2.0, 0.0]
    first, second = [6.0, 4.0, 2.0, 1.0], [5.0, 5.0, 3.0, 0.5]
    assert info.choose_generalisation(contents, first, 5.0) == 1
    assert info.choose_generalisation(contents, second, 5.0) == 2
    assert info.choose_generalisation(contents, [first, second], 5.0) == 2


def test_no_ancestor_helps_where_the_generalisation_alone_reaches_the_threshold() -> None:
    # With the root for q the risk is IC(g(s)): here 3 bits, at the threshold.
    root = info.disclosure_risk(16, 16, 128, TOTAL)
    assert info.choose_generalisation([0.0], [root], 3.0) is None


def test_detection_quality() -> None:
    precision, recall = info.precision(6, 10), info.recall(6, 8)
    assert (precision, recall) == (0.6, 0.75)
    assert round(info.f_measure(precision, recall), 4) == 0.6667

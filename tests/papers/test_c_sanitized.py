"""CSAN: the semantic cases of the (alpha, C) model, with counts whose values are exact."""

from __future__ import annotations

import pytest

from sfumato.risk import information as info

TOTAL, SECRET = 1024, 16
CASES = [
    # name, hits(t), hits(c and t), IC(t), PMI, p(c|t), risky at alpha 1, 1.5, 2
    ("generalisation", 64, 16, 4.0, 4.0, 0.25, (False, True, True)),
    ("specialisation", 4, 4, 8.0, 6.0, 1.0, (True, True, True)),
    ("synonym", 16, 16, 6.0, 6.0, 1.0, (True, True, True)),
    ("related", 64, 8, 4.0, 3.0, 0.125, (False, False, True)),
    ("independent", 256, 4, 2.0, 0.0, 0.015625, (False, False, False)),
    ("more general ancestor", 512, 16, 1.0, 1.0, 0.03125, (False, False, False)),
]


@pytest.mark.parametrize(("name", "term", "joint", "content", "bits", "sure", "risky"), CASES)
def test_semantic_cases(
    name: str, term: int, joint: int, content: float, bits: float, sure: float, risky: tuple[bool, ...]
) -> None:
    secret = info.information_content(SECRET, TOTAL)
    assert secret == 6.0
    assert info.information_content(term, TOTAL) == content
    assert info.pmi(joint, SECRET, term, TOTAL) == bits
    assert info.confidence(joint, term) == sure
    for alpha, expected in zip((1.0, 1.5, 2.0), risky, strict=True):
        assert info.discloses(bits, info.disclosure_limit(secret, alpha)) is expected
        assert (sure >= info.confidence_limit(SECRET, TOTAL, alpha) - 1e-12) is expected


def test_two_terms_disclose_together_what_neither_does_alone() -> None:
    limit = info.disclosure_limit(info.information_content(16, TOTAL), 1.0)
    alone, together = info.pmi(16, 16, 64, TOTAL), info.group_pmi(16, 16, 16, TOTAL)
    assert (alone, together) == (4.0, 6.0)
    assert not info.discloses(alone, limit)
    assert info.discloses(together, limit)


def test_limits_as_confidence() -> None:
    limits = [info.confidence_limit(16, TOTAL, alpha) for alpha in (1.0, 1.5, 2.0)]
    assert limits == pytest.approx([1.0, 0.25, 0.125])


def test_each_secret_has_its_own_limit_when_a_replacement_is_chosen() -> None:
    risks = [[5.0, 2.0, 0.0], [1.0, 3.5, 0.0]]
    assert info.choose_generalisation([8.0, 6.0, 0.0], risks, [6.0, 4.0]) == 0
    assert info.choose_generalisation([8.0, 6.0, 0.0], risks, [4.0, 4.0]) == 1
    assert info.choose_generalisation([8.0, 6.0, 0.0], risks, [4.0, 3.0]) == 2


def test_utility_of_a_sanitized_document() -> None:
    # Two terms kept, one generalised from 6 to 4 bits, one removed.
    assert info.utility([5.0, 3.0, 6.0, 6.0], [5.0, 3.0, 4.0, 0.0]) == 0.6

"""What detectors find is hidden before any judge is asked."""

import pytest

from sfumato import sanitize


@pytest.mark.parametrize("policy", ["person", "hipaa-safe-harbor", "court"])
def test_a_release_stays_as_it_is(policy):
    text = "Mr Temitope Balogun was born on 3 May 1961 in Paris, France. He was heard in 1984 by Judge Maria Santos."
    first = sanitize(text, policy=policy)
    assert sanitize(first.text, policy=policy).text == first.text

"""What a term of a table's text can be called: dates by ladders, places by where they lie, the rest by taxonomies."""

import pytest

from sfumato.languages import load
from sfumato.tables.texts.ladders import above, is_step
from sfumato.taxonomies import embedded


@pytest.mark.parametrize(
    ("form", "type", "said"),
    [
        ("4 may 1997", "DATE", "1997"),
        ("seville", "GPE", "place in Spain"),
        ("texas", "GPE", "place in the United States"),
        ("teacher", "JOB", "professional"),
    ],
)
def test_what_is_above(form, type, said):
    assert said in above(form, type, embedded(), load())


def test_no_more_than_its_type_is_not_above():
    assert "a certain date" not in above("4 may 1997", "DATE", embedded(), load())


def test_steps_are_told_from_concepts():
    assert is_step("1997", "4 may 1997", "DATE", load())
    assert not is_step("professional", "teacher", "JOB", load())

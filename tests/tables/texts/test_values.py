"""Values of quasi-identifying columns count as terms in every text, whoever has them."""

from __future__ import annotations

from typing import Any

import pytest

from sfumato.io.arrow import pa
from sfumato.tables import AnonymizeRequest, AnonymizeResult, VerifyTableRequest, anonymize, verify_table

QUASI = {"role": "quasi_identifier"}
COLUMNS = {"id": {"role": "direct_identifier"}, "city": QUASI, "note": {"role": "text"}}
REQUEST: dict[str, Any] = {"config": {"columns": COLUMNS}, "k": 4, "types": ("mail",)}  # no detector finds a city


def table(*notes: str, city: str = "York") -> pa.Table:
    """Four people of one city with these notes, and four of Bath."""
    return pa.table(
        {
            "id": [f"P{at:03d}" for at in range(8)],
            "city": [city] * 4 + ["Bath"] * 4,
            "note": [*notes, *["It rained."] * 4],
        }
    )


def released(done: AnonymizeResult, city: str) -> list[str]:
    return sorted(row["note"] for row in done.table.to_pylist() if row["city"] == city)


@pytest.mark.parametrize("said", ["Bath", "BATH", "Ba\u200bth"])
def test_a_value_of_other_rows_is_hidden_where_not_all_say_it(said: str) -> None:
    done = anonymize(table(f"My sister drove me to {said}.", "No.", "No.", "No."), AnonymizeRequest(**REQUEST))
    assert released(done, "York") == ["My sister drove me to a location.", "No.", "No.", "No."]
    assert released(done, "Bath") == ["It rained."] * 4


def test_an_everyday_word_is_no_place() -> None:
    notes = ["I took a bath.", "No.", "No.", "No."]
    assert released(anonymize(table(*notes), AnonymizeRequest(**REQUEST)), "York") == sorted(notes)


def test_a_value_that_is_no_name_is_found_in_small_letters() -> None:
    given = pa.table({"hobby": ["Chess"] * 2 + ["Rowing"] * 2, "note": ["I like rowing.", "No.", "No.", "No."]})
    config = {"columns": {"hobby": QUASI, "note": {"role": "text"}}}
    done = anonymize(given, AnonymizeRequest(config=config, k=2, types=("mail",)))
    assert "I like a value." in done.table.column("note").to_pylist()


def test_a_value_of_other_rows_that_the_whole_class_says_stays() -> None:
    notes = [f"She drove me to Bath {how}." for how in ("fast", "then", "again", "home")]
    assert released(anonymize(table(*notes), AnonymizeRequest(**REQUEST)), "York") == sorted(notes)


def test_a_value_of_the_own_row_stays_as_the_column_does() -> None:
    notes = ["I like York.", "No.", "No.", "No."]
    assert released(anonymize(table(*notes), AnonymizeRequest(**REQUEST)), "York") == sorted(notes)


def test_a_value_in_a_class_that_releases_both() -> None:
    given = table("She drove me to Bath.", "No.", "No.", "No.")
    done = anonymize(given, AnonymizeRequest(**{**REQUEST, "k": 8}))
    assert "She drove me to (Bath,York)." in released(done, "(Bath,York)")


def test_verify_says_where_such_values_stand() -> None:
    plain = table("She drove me to Bath.", "No.", "No.", "No.")
    broken = plain.rename_columns(["person", "city", "note"])
    verdict = verify_table(broken, VerifyTableRequest(**REQUEST))
    assert not verdict.holds
    assert verdict.problems[1].startswith('column "note": values of "city" stand in the texts of rows 2, and not')
    assert verify_table(broken.slice(1), VerifyTableRequest(**{**REQUEST, "k": 3})).holds


def test_verify_knows_values_that_are_released_in_sets() -> None:
    mixed = pa.table(
        {
            "person": [f"a{at}" for at in range(8)],
            "city": ["York"] * 4 + ["(Bath,Hull)"] * 4,
            "note": ["She drove me to Hull.", *["No."] * 7],
        }
    )
    verdict = verify_table(mixed, VerifyTableRequest(**REQUEST))
    assert verdict.problems[1].startswith('column "note": values of "city" stand in the texts of rows 2, and not')

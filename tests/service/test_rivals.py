"""A list of rivals: private people hide among those of the list, and whoever has the list can check it."""

from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.io.files import csv_rows
from sfumato.protocols import Resources
from sfumato.sanitizing.crowds import KNOWN
from sfumato.service import Engine, SanitizeRequest, VerifyRequest

WARD = """name,age,job,town,known
Jane Roe,45,midwife,Leeds,plays the cello; allergic to penicillin
Ann Reed,47,midwife,York,has two dogs
Mary Poole,44,midwife,Leeds,keeps bees
Lucy Grant,41,teacher,Leeds,plays the violin
Tess Barton,49,nurse,Hull,walks with a stick
Ruth Field,33,baker,Leeds,plays the piano
Kate Stone,36,teacher,York,allergic to nuts
Joan Marsh,62,farmer,Leeds,keeps bees
"""
NOTE = """Jane Roe, a 45-year-old midwife from Leeds, came to the clinic on Monday. The fracture was set and heals well.

She plays the cello in the evening, and asked when she may begin again. We will see her in two weeks.
"""


@pytest.fixture(scope="module")
def engine(pack, embedded, english):
    return Engine(resources=Resources(pack, embedded, english))


@pytest.fixture
def ward(tmp_path):
    (tmp_path / "ward.csv").write_text(WARD)
    return str(tmp_path / "ward.csv")


def test_enough_people_of_the_list_fit_what_is_left(engine, ward):
    made = engine.sanitize(SanitizeRequest(text=NOTE, hide=("Jane Roe",), rivals=ward, settings={"crowd": 3}))
    assert made.certificate.holds
    (crowd,) = made.certificate.crowds
    assert (crowd.reader, crowd.among, crowd.rivals) == ("facts", "people of the list", 7)
    assert crowd.size >= 3
    assert "cello" not in made.text
    assert "fracture was set and heals well" in made.text
    assert made.certificate.claim["rivals"]["number"] == 8
    assert not any(name in str(made.certificate.to_dict()) for name in ("Reed", "Poole", "Grant"))
    assert KNOWN in {each.reason for each in made.replacements}


def test_without_the_list_it_stays(engine):
    assert "cello" in engine.sanitize(SanitizeRequest(text=NOTE, hide=("Jane Roe",))).text


def test_again_nothing_goes_for_the_crowd(engine, ward):
    made = engine.sanitize(SanitizeRequest(text=NOTE, hide=("Jane Roe",), rivals=ward))
    again = engine.sanitize(SanitizeRequest(text=made.text, hide=("Jane Roe",), rivals=ward))
    assert KNOWN not in {each.reason for each in again.replacements}


def test_rows_do_as_well_as_a_file(engine, ward):
    rows = [cells for _, cells in csv_rows(Path(ward))]
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    one, other = (
        engine.sanitize(SanitizeRequest(text=NOTE, hide=("Jane Roe",), rivals=given)) for given in (ward, records)
    )
    assert one == other


def test_verify_counts_anew_with_the_same_list(engine, ward, tmp_path):
    made = engine.sanitize(SanitizeRequest(text=NOTE, hide=("Jane Roe",), rivals=ward))
    claim = made.certificate.to_dict()
    found = engine.verify(VerifyRequest(text=made.text, certificate=claim, rivals=ward))
    assert found.holds
    assert found.crowds == made.certificate.crowds
    told = NOTE.replace("Jane Roe", "A woman")
    assert not engine.verify(VerifyRequest(text=told, hide=("Jane Roe",), rivals=ward)).holds
    with pytest.raises(InputError, match="give the same list") as caught:
        engine.verify(VerifyRequest(text=made.text, certificate=claim))
    assert caught.value.code == "rivals-missing"
    (tmp_path / "other.csv").write_text(WARD.replace("farmer", "baker"))
    with pytest.raises(InputError, match="another list of rivals"):
        engine.verify(VerifyRequest(text=made.text, certificate=claim, rivals=str(tmp_path / "other.csv")))


def test_who_is_not_on_the_list_is_refused(engine, ward):
    with pytest.raises(InputError, match="not on the list of rivals"):
        engine.sanitize(SanitizeRequest(text=NOTE, hide=("Nora Webb",), rivals=ward))

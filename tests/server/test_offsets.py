"""Places in the unit that a caller counts by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.server.errors import Refused
from sfumato.server.offsets import UNITS, Ruler
from tests.server.conftest import refused

TEXTS = {
    "emoji": "😀 He takes zidovudine 😀 daily.",
    "combining": "E\u0301mile takes zidovudine.",
    "lines": "Well.\r\nHe takes zidovudine.\r\n",
    "right to left": "שלום. He takes zidovudine.",
    "plain": "He takes zidovudine.",
}


def taken(text, unit, start, end):
    """What stands between two places, as a program of that unit reads it."""
    if unit == "code_points":
        return text[start:end]
    if unit == "bytes":
        return text.encode()[start:end].decode()
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_replacements_stand_where_the_caller_reads_them(client, text, unit):
    asked = {"text": text, "hide": ["HIV"], "offsets": unit, "settings": {"any_language": True}}
    told = client.post("/v1/sanitize", json=asked).json()
    assert told["offsets"] == unit
    assert told["replacements"]
    for each in told["replacements"]:
        assert taken(text, unit, each["start"], each["end"]) == each["term"]
        assert "zidovudine" in taken(text, unit, each["term_start"], each["term_end"])


@pytest.mark.parametrize("unit", UNITS)
def test_finds_of_a_certificate_are_places_of_the_new_text(client, unit):
    text = "😀 Write to jo@example.org 😀."
    found = client.post("/v1/verify", json={"text": text, "policy": "hipaa-safe-harbor", "offsets": unit}).json()[
        "found"
    ]
    assert [taken(text, unit, each["start"], each["end"]) for each in found] == [each["term"] for each in found] != []


@pytest.mark.parametrize(("unit", "start"), [("code_points", 14), ("utf16", 15), ("bytes", 17)])
def test_a_term_is_asked_for_in_the_unit(client, unit, start):
    text = "😀 He lives in Miami."
    told = client.post("/v1/options", json={"text": text, "start": start, "end": start + 5, "offsets": unit}).json()
    assert told["term"] == "Miami"
    assert told["options"][0]["start"] == start


def test_a_place_within_a_character_is_refused(client):
    asked = {"text": "😀 He lives in Miami.", "start": 1, "end": 5}
    for unit in ("utf16", "bytes"):
        refused(client.post("/v1/options", json={**asked, "offsets": unit}), 422, "bad-offset")
    refused(client.post("/v1/options", json={**asked, "offsets": "lines"}), 422, "bad-request")
    refused(client.post("/v1/options", json={**asked, "offsets": ["bytes"]}), 422, "bad-request")


@given(st.text(max_size=50), st.sampled_from(UNITS))
def test_there_and_back(text, unit):
    ruler = Ruler(text, unit)
    for place in range(len(text) + 1):
        assert ruler.meant(ruler.told(place)) == place
    if unit != "code_points" and not text.isascii():
        with pytest.raises(Refused):
            ruler.meant(ruler.told(len(text)) + 1)

"""The operator that Presidio does not have: generalise."""

import pytest

from tests.server.presidio.conftest import (
    CODE,
    refused,
    span,
    told,
)

WARD = "The test for HIV was positive, and zidovudine was begun. Call 212-736-5000. He lives in Miami."
PHONE = span(WARD.index("212"), WARD.index("212") + 12, "PHONE_NUMBER")
PLACE = span(WARD.index("Miami"), WARD.index("Miami") + 5, "LOCATION")


@pytest.mark.parametrize("name", ["generalise", "generalize", "sfumato"])
def test_spans_are_said_less_precisely(client, name):
    body = {"text": WARD, "anonymizers": {"LOCATION": {"type": name}}, "analyzer_results": [PLACE]}
    status, done = told(client.post("/anonymize", body))
    assert (status, done["text"]) == (200, WARD.replace("Miami", "a city in Florida"))
    (item,) = done["items"]
    assert (item["entity_type"], item["text"], item["operator"]) == ("LOCATION", "a city in Florida", "generalise")
    assert done["text"][item["start"] : item["end"]] == item["text"]


def test_with_hide_the_whole_text_is_made_safe(client, engine):
    generalise = {"type": "generalise", "hide": ["HIV"], "certificate": True}
    body = {"text": WARD, "anonymizers": {"DEFAULT": generalise}, "analyzer_results": [PLACE]}
    done = client.post("/anonymize", body).json()
    assert "HIV" not in done["text"]
    assert "zidovudine" not in done["text"]
    assert "a city in Florida" in done["text"]
    assert done["certificate"]["holds"]
    assert {"LOCATION", "TERM"} == {item["entity_type"] for item in done["items"]}
    del generalise["certificate"]
    assert client.post("/anonymize", body).json() == {"text": done["text"], "items": done["items"]}
    generalise["hide"] = ["HIV"]
    assert "zidovudine" not in client.post("/anonymize", {**body, "analyzer_results": []}).json()["text"]


def test_other_operators_stand_beside_it_and_show_nothing_of_what_is_hidden(client):
    generalise = {"type": "generalise", "hide": ["HIV"]}
    drug = span(WARD.index("zidovudine"), WARD.index("zidovudine") + 10, "DRUG")
    mask = {"type": "mask", "masking_char": "#", "chars_to_mask": 4, "from_end": True}
    body = {"text": WARD, "analyzer_results": [PHONE, PLACE, drug]}
    for shown in ({"type": "keep"}, mask):
        anonymizers = {"DEFAULT": generalise, "PHONE_NUMBER": mask, "DRUG": shown}
        done = client.post("/anonymize", {**body, "anonymizers": anonymizers}).json()
        assert "zido" not in done["text"]
        assert "212-736-####" in done["text"]
    done = client.post(
        "/anonymize", {**body, "anonymizers": {"DEFAULT": generalise, "DRUG": {"type": "replace"}}}
    ).json()
    assert "zidovudine" not in done["text"]


def test_a_text_that_cannot_be_made_safe_is_refused_unless_the_certificate_is_asked_for(client):
    text = "The patient was seen with pneumonia on Monday."
    generalise = {"type": "generalise", "hide": ["disease@5"]}
    body = {"text": text, "anonymizers": {"DEFAULT": generalise}, "analyzer_results": []}
    answer = client.post("/anonymize", body)
    assert refused(answer) == (422, "Invalid input, the text cannot be made safe for what is to be hidden")
    assert answer.headers[CODE] == "does-not-hold"
    generalise["certificate"] = True
    status, done = told(client.post("/anonymize", body))
    assert (status, done["certificate"]["holds"]) == (200, False)


@pytest.mark.parametrize(
    ("hide", "message", "code"),
    [
        (["HVI"], "Invalid input, a secret to hide is hardly known, and may be misspelt", "misspelt"),
        (["HIV@x"], "Invalid input, a secret to hide cannot be used", "bad-input"),
        ([7], "Invalid parameter value for hide. Expecting 'string', but got 'number'.", "bad-input"),
    ],
)
def test_secrets_that_cannot_be_hidden_are_not_repeated(client, hide, message, code):
    body = {"text": WARD, "anonymizers": {"DEFAULT": {"type": "generalise", "hide": hide}}, "analyzer_results": []}
    answer = client.post("/anonymize", body)
    assert refused(answer) == (422, message)
    assert answer.headers[CODE] == code

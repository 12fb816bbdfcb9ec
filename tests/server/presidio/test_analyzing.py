"""/analyze: every status, key, order and message, as Presidio gives them."""

import pytest

from tests.server.presidio.conftest import (
    LICENSE,
    refused,
    result,
    told,
)


def test_results_have_presidio_s_keys_in_its_order(client):
    response = client.post("/analyze", text=LICENSE, language="en")
    assert response.headers["content-type"] == "application/json"
    assert told(response) == (200, [result(30, 38, "US_DRIVER_LICENSE", 0.65), result(0, 10, "PERSON", 0.6)])
    keys = ["analysis_explanation", "end", "entity_type", "score", "start"]
    assert [list(each) for each in response.json()] == [keys, keys]


@pytest.mark.parametrize("ignored", [{"correlation_id": "123"}, {"trace": "1"}, {"trace": "somedata"}, {"what": {}}])
def test_what_means_nothing_is_ignored(client, ignored):
    assert client.post("/analyze", text=LICENSE, language="en", **ignored).json() == (
        client.post("/analyze", text=LICENSE, language="en").json()
    )


def test_several_texts_give_a_list_of_lists_and_a_failed_one_an_error_in_its_place(client):
    one = client.post("/analyze", text=LICENSE, language="en").json()
    status, body = told(client.post("/analyze", text=[LICENSE, "nothing", LICENSE], language="en"))
    assert (status, body) == (200, [one, [], one])
    status, body = told(client.post("/analyze", text=[LICENSE, 7], language="en"))
    wrong = {"error": "Invalid parameter value for text. Expecting 'string', but got 'number'."}
    assert (status, body) == (200, [one, wrong])


def test_a_decision_is_explained_with_presidio_s_keys(client):
    found = client.post("/analyze", text=LICENSE, language="en", return_decision_process=True).json()
    explained = found[0]["analysis_explanation"]
    assert list(explained) == [
        "original_score", "pattern", "pattern_name", "recognizer", "score", "score_context_improvement",
        "supportive_context_word", "textual_explanation", "validation_result",
    ]  # fmt: skip
    assert explained["recognizer"] == "UsLicenseRecognizer"
    assert (explained["score"], explained["original_score"], explained["score_context_improvement"]) == (0.65, 0.65, 0)
    assert "recognition_metadata" not in found[0]
    found = client.post("/analyze", text=LICENSE, language="en", return_decision_process=0).json()
    assert found[0]["analysis_explanation"] is None


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "No text provided"),
        ({"language": "en"}, "No text provided"),
        ({"text": "", "language": "en"}, "No text provided"),
        ({"text": [], "language": "en"}, "No text provided"),
        ({"text": LICENSE}, "No language provided"),
        ({"text": LICENSE, "language": ""}, "No language provided"),
        (
            {"text": LICENSE, "language": "en", "entities": ["FOO"]},
            "No matching recognizers were found to serve the request.",
        ),
        ([LICENSE], "'list' object has no attribute 'get'"),
    ],
)
def test_what_presidio_answers_with_500(client, body, message):
    assert refused(client.post("/analyze", body)) == (500, message)


@pytest.mark.parametrize(
    ("content", "kind"), [(b'{"text": ', "application/json"), (b"text=a", "application/x-www-form-urlencoded")]
)
def test_broken_json_and_other_content_end_as_500(client, content, kind):
    status, message = refused(client.ask("POST", "/analyze", content=content, headers={"Content-Type": kind}))
    assert status == 500
    assert message.startswith("The server encountered an internal error")


@pytest.mark.parametrize("language", ["zz", "he", 7, ["en"], {"en": 1}])
def test_an_unknown_language_is_500_as_with_presidio(client, language):
    message = "No matching recognizers were found to serve the request."
    assert refused(client.post("/analyze", text=LICENSE, language=language)) == (500, message)


def test_only_the_entities_asked_for_are_given(client):
    found = client.post("/analyze", text=LICENSE, language="en", entities=["PERSON"]).json()
    assert found == [result(0, 10, "PERSON", 0.6)]
    assert client.post("/analyze", text=LICENSE, language="en", entities=["FOO", "PERSON"]).json() == found
    assert len(client.post("/analyze", text=LICENSE, language="en", entities=[]).json()) == 2


def test_a_threshold_leaves_out_what_scores_less(client):
    found = client.post("/analyze", text=LICENSE, language="en", score_threshold=0.62).json()
    assert [each["entity_type"] for each in found] == ["US_DRIVER_LICENSE"]
    assert client.post("/analyze", text=LICENSE, language="en", score_threshold=1).json() == []
    assert refused(client.post("/analyze", text=LICENSE, language="en", score_threshold="a")) == (
        422, "Invalid parameter value for score_threshold. Expecting 'number', but got 'string'.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call 212-736-5000 please", ("212-736-5000", "PHONE_NUMBER")),
        ("email: admin@github.com", ("admin@github.com", "EMAIL_ADDRESS")),
        ("card 4111 1111 1111 1111", ("4111 1111 1111 1111", "CREDIT_CARD")),
        ("SSN 219-09-9999", ("219-09-9999", "US_SSN")),
        ("IBAN DE89370400440532013000", ("DE89370400440532013000", "IBAN_CODE")),
        ("from 10.1.2.3 again", ("10.1.2.3", "IP_ADDRESS")),
        ("see https://example.org/a now", ("https://example.org/a", "URL")),
        ("He lives in Miami with his wife.", ("Miami", "LOCATION")),
        ("He works at Google as a clerk.", ("Google", "ORGANIZATION")),
        ("She was born on 12 March 1984 at home.", ("12 March 1984", "DATE_TIME")),
        ("The Norwegian government met.", ("Norwegian", "NRP")),
        ("passport no. 912803456", ("912803456", "US_PASSPORT")),
        ("account number 8837261", ("8837261", "US_BANK_NUMBER")),
    ],
)
def test_our_detectors_answer_under_presidio_s_names(client, text, found):
    results = client.post("/analyze", text=text, language="en").json()
    assert [(text[each["start"] : each["end"]], each["entity_type"]) for each in results] == [found]


def test_places_are_code_points(client):
    text = "🙂🙂 e\u0301 write to jo@example.org\r\nשלום"
    (found,) = client.post("/analyze", text=text, language="en", entities=["EMAIL_ADDRESS"]).json()
    assert text[found["start"] : found["end"]] == "jo@example.org"
    done = client.post("/anonymize", text=text, analyzer_results=[found]).json()
    assert done["text"] == text.replace("jo@example.org", "<EMAIL_ADDRESS>")

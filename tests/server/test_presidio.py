"""Presidio's wire format: every status, key, order and message, as its own services give them."""

import asyncio
import hashlib
import json
import logging
import re
import time
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from sfumato import Engine
from sfumato.server.presidio import routes
from sfumato.server.presidio.spans import Span, apply, without_conflicts
from sfumato.server.presidio.spans import Written as Change

LICENSE = "John Smith drivers license is AC432223"
JANE = "hello world, my name is Jane Doe. My number is: 034453334"
GEORGE = "I'm George Washington Square Park"
KEY, OTHER_KEY = "1" * 16, "2" * 16
CANARY = "Xanthippe Quill of 17 Gallows Row"
CODE = "X-Sfumato-Error-Code"


class Client:
    """Asks an app as a caller would, over its own interface and not a socket."""

    def __init__(self, engine):
        self.app = Starlette(routes=routes(engine))

    def ask(self, method, path, **sent):
        async def asked():
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
                return await client.request(method, path, **sent)

        return asyncio.run(asked())

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body=None, **fields):
        sent = json.dumps(fields if body is None else body)  # as a client that escapes everything, half characters too
        return self.ask("POST", path, content=sent, headers={"Content-Type": "application/json"})


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.fixture(scope="module")
def client(engine):
    return Client(engine)


def told(response):
    """The status and the body of an answer; an error has a code."""
    assert (CODE in response.headers) == (response.status_code != 200)
    return response.status_code, response.json()


def refused(response):
    status, body = told(response)
    assert list(body) == ["error"]
    return status, body["error"]


def span(start, end, entity_type, score=0.8):
    return {"start": start, "end": end, "entity_type": entity_type, "score": score}


def result(start, end, entity_type, score, explained=None):
    return {
        "analysis_explanation": explained,
        "end": end,
        "entity_type": entity_type,
        "score": score,
        "start": start,
    }


def zip_code(**other):
    pattern = {"name": "zip code (weak)", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}
    return {
        "name": "Zip code Recognizer", "supported_language": "en", "supported_entity": "ZIP", "patterns": [pattern],
        **other,
    }  # fmt: skip


# --- both services ----------------------------------------------------------------------------------------


def test_health_names_both_services(client):
    response = client.get("/health")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    assert "Presidio Analyzer service is up" in response.text
    assert "Presidio Anonymizer service is up" in response.text


def test_the_analyzer_s_results_go_into_the_anonymizer_on_the_same_port(client):
    found = client.post("/analyze", text=LICENSE, language="en").json()
    status, body = told(client.post("/anonymize", text=LICENSE, analyzer_results=found))
    assert (status, body["text"]) == (200, "<PERSON> drivers license is <US_DRIVER_LICENSE>")


# --- /analyze ---------------------------------------------------------------------------------------------


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
def test_an_unknown_language_is_the_caller_s_mistake(client, language):
    message = "No matching recognizers were found to serve the request."
    assert refused(client.post("/analyze", text=LICENSE, language=language)) == (422, message)


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


# --- /analyze: what a caller looks for beside -------------------------------------------------------------


def test_a_pattern_of_the_request_is_found(client):
    text = f"{LICENSE}. Zip code: 10023"
    found = client.post("/analyze", text=text, language="en", ad_hoc_recognizers=[zip_code()], entities=["ZIP"]).json()
    assert found == [result(50, 55, "ZIP", 0.01)]


def test_words_of_its_context_raise_its_score(client):
    text = f"{LICENSE}. Zip code: 10023"
    body = {"text": text, "language": "en", "entities": ["ZIP"], "return_decision_process": True}
    body["ad_hoc_recognizers"] = [zip_code(context=["zip", "code"])]
    (found,) = client.post("/analyze", body).json()
    assert found["score"] == 0.4
    assert found["analysis_explanation"] == {
        "original_score": 0.01, "pattern": r"(\b\d{5}(?:\-\d{4})?\b)", "pattern_name": "zip code (weak)",
        "recognizer": "Zip code Recognizer", "score": 0.4, "score_context_improvement": 0.39,
        "supportive_context_word": "zip", "textual_explanation": None, "validation_result": None,
    }  # fmt: skip
    (found,) = client.post("/analyze", {**body, "text": "It is 10023", "context": ["Zip"]}).json()
    assert found["score"] == 0.4


def test_the_context_of_a_request_raises_what_it_names(client):
    body = {"text": LICENSE, "language": "en", "entities": ["US_DRIVER_LICENSE"]}
    (found,) = client.post("/analyze", {**body, "context": ["Driver license"]}).json()
    assert found["score"] == 1.0


def test_a_list_of_words_of_the_request_is_found(client):
    titles = [
        {"name": "Mr.", "supported_language": "en", "deny_list": ["Mr.", "Mister"], "supported_entity": "MR_TITLE"},
        {"name": "Ms.", "supported_language": "en", "deny_list": ["Ms.", "Miss"], "supported_entity": "MS_TITLE"},
    ]
    text = "Mr. John Smith's drivers license is AC432223"
    found = client.post("/analyze", text=text, language="en", ad_hoc_recognizers=titles).json()
    assert found[0] == result(0, 3, "MR_TITLE", 1.0)
    assert "MS_TITLE" not in {each["entity_type"] for each in found}


def test_a_recognizer_of_the_request_stands_beside_ours_of_the_same_type(client):
    drivers = {"deny_list": ["drivers"], "supported_entity": "PERSON"}
    found = client.post(
        "/analyze", text=LICENSE, language="en", ad_hoc_recognizers=[drivers], entities=["PERSON"]
    ).json()
    assert found == [result(11, 18, "PERSON", 1.0), result(0, 10, "PERSON", 0.6)]


def test_a_recognizer_of_another_language_is_not_asked(client):
    body = {"text": "10023", "language": "en", "entities": ["ZIP"]}
    other = zip_code(supported_language="es")
    message = "No matching recognizers were found to serve the request."
    assert refused(client.post("/analyze", body | {"ad_hoc_recognizers": [other]})) == (500, message)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ({"type": "zip", "bebex": r"\d{5}", "confidence": 0.01}, "got an unexpected keyword argument 'type'"),
        ({"name": "zip", "regex": "a"}, "missing 1 required positional argument: 'score'"),
        ({"name": "zip", "regex": "a", "score": 0.5, "some words here": 1}, "got an unexpected keyword argument '...'"),
    ],
)
def test_a_pattern_of_the_wrong_shape_is_told_as_python_tells_it(client, pattern, problem):
    # which comes even before the missing text
    said = f"Failed to parse /analyze request for AnalyzerEngine.analyze(). Pattern.__init__() {problem}"
    assert refused(client.post("/analyze", ad_hoc_recognizers=[zip_code(patterns=[pattern])])) == (400, said)


@pytest.mark.parametrize(
    ("recognizer", "message"),
    [
        ({"supported_entity": "A"}, "Pattern recognizer should be initialized with patterns or with deny list"),
        ({"supported_entity": "", "deny_list": ["a"]}, "Pattern recognizer should be initialized with entity"),
        (
            zip_code(patterns=[{"name": "a", "regex": "(", "score": 1}]),
            "Invalid input, a regular expression cannot be read",
        ),
        (zip_code(patterns=[{"name": "a", "regex": "a", "score": 2}]), "Invalid input, score must be from 0 to 1"),
        (zip_code(patterns="a"), "Invalid parameter value for patterns. Expecting 'array', but got 'string'."),
        (7, "Invalid parameter value for 'ad_hoc_recognizers'."),
    ],
)
def test_a_recognizer_that_makes_no_sense_is_refused(client, recognizer, message):
    answer = client.post("/analyze", text="a b", language="en", ad_hoc_recognizers=[recognizer])
    assert refused(answer) == (422, message)


@pytest.mark.parametrize("regex", [r"(a+)+$", r"(?:a|aa)*$", r"(.*)*\d"])
def test_an_expression_that_never_ends_is_ended(client, regex):
    began = time.monotonic()
    hostile = zip_code(patterns=[{"name": "a", "regex": regex, "score": 1}])
    answer = client.post("/analyze", text="a" * 60 + "!", language="en", ad_hoc_recognizers=[hostile])
    assert refused(answer) == (422, "Invalid input, a regular expression takes too long")
    assert answer.headers[CODE] == "regex-too-slow"
    assert time.monotonic() - began < 20


def test_so_is_one_of_an_allow_list(client):
    text = "a" * 40 + "@github.com"
    body = {"text": text, "language": "en", "allow_list": ["(a+)+$"], "allow_list_match": "regex"}
    assert refused(client.post("/analyze", body)) == (422, "Invalid input, a regular expression takes too long")


@pytest.mark.parametrize(
    ("text", "allowed", "left"),
    [
        ("email: admin@github.com", {"allow_list": ["admin@github.com"]}, 0),
        ("email: admin@github.com", {"allow_list": [".*@github.com"]}, 1),
        ("email: admin@github.com", {"allow_list": [".*@github.com"], "allow_list_match": "regex"}, 0),
        ("email: admin@GitHub.com", {"allow_list": [".*@github.com"], "allow_list_match": "regex"}, 0),
        (
            "email: admin@GitHub.com",
            {"allow_list": [".*@github.com"], "allow_list_match": "regex", "regex_flags": 0},
            1,
        ),
    ],
)
def test_what_is_allowed_is_not_found(client, text, allowed, left):
    assert len(client.post("/analyze", text=text, language="en", **allowed).json()) == left


def test_there_are_two_ways_to_match_an_allow_list(client):
    answer = client.post("/analyze", text="a", language="en", allow_list=["a"], allow_list_match="fuzzy")
    assert refused(answer) == (422, "allow_list_match must either be set to 'exact' or 'regex'.")


# --- /recognizers, /supportedentities, /anonymizers, /deanonymizers ---------------------------------------


@pytest.mark.parametrize("path", ["/recognizers", "/supportedentities"])
def test_lists_of_the_analyzer(client, path):
    status, names = told(client.get(f"{path}?language=en"))
    assert (status, names) == (200, sorted(names))
    assert told(client.get(path)) == told(client.get(f"{path}?unknown=input")) == (200, names)
    message = "No matching recognizers were found to serve the request."
    assert refused(client.get(f"{path}?language=he")) == (422, message)


def test_presidio_s_common_names_are_among_them(client):
    known = """PHONE_NUMBER US_DRIVER_LICENSE US_PASSPORT LOCATION CREDIT_CARD CRYPTO UK_NHS US_SSN US_BANK_NUMBER
    EMAIL_ADDRESS DATE_TIME IP_ADDRESS PERSON IBAN_CODE NRP US_ITIN AU_TFN URL ORGANIZATION"""
    assert set(known.split()) <= set(client.get("/supportedentities").json())
    assert {"CryptoRecognizer", "EmailRecognizer", "SpacyRecognizer"} <= set(client.get("/recognizers").json())


def test_lists_of_the_anonymizer(client):
    presidio = ["hash", "mask", "redact", "replace", "encrypt", "custom", "keep"]
    assert told(client.get("/anonymizers")) == (200, [*presidio, "generalise"])
    assert told(client.get("/deanonymizers")) == (200, ["decrypt"])


# --- /anonymize -------------------------------------------------------------------------------------------


def test_operators_by_type_and_by_default_with_items_from_the_end(client):
    response = client.post(
        "/anonymize",
        text=JANE,
        anonymizers={
            "DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"},
            "PHONE_NUMBER": {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True},
        },
        analyzer_results=[
            span(24, 32, "NAME"), span(24, 28, "FIRST_NAME"), span(29, 32, "LAST_NAME", 0.6),
            span(48, 57, "PHONE_NUMBER", 0.95),
        ],
    )  # fmt: skip
    assert told(response) == (
        200,
        {
            "text": "hello world, my name is ANONYMIZED. My number is: 03445****",
            "items": [
                {"start": 50, "end": 59, "entity_type": "PHONE_NUMBER", "text": "03445****", "operator": "mask"},
                {"start": 24, "end": 34, "entity_type": "NAME", "text": "ANONYMIZED", "operator": "replace"},
            ],
        },
    )
    assert list(response.json()) == ["text", "items"]
    assert list(response.json()["items"][0]) == ["start", "end", "entity_type", "text", "operator"]


@pytest.mark.parametrize("text", ["", "hello world! nice to meet you!"])
def test_nothing_found_leaves_the_text(client, text):
    assert told(client.post("/anonymize", text=text, analyzer_results=[])) == (200, {"text": text, "items": []})


def test_a_missing_text_is_an_empty_one(client):
    assert told(client.post("/anonymize", analyzer_results=[])) == (200, {"text": "", "items": []})


@pytest.mark.parametrize("body", [{}, [], "", 0, ["a"], "a", 7])
@pytest.mark.parametrize("path", ["/anonymize", "/deanonymize"])
def test_an_empty_request_is_400(client, path, body):
    assert refused(client.post(path, body)) == (400, "Invalid request json")


@pytest.mark.parametrize(
    "content", [b'{"text": "a",}', b"", b"\xff\xfe", b"[" * 100_000, b'{"text": NaN}', b"1" * 5000]
)
@pytest.mark.parametrize("path", ["/anonymize", "/deanonymize"])
def test_broken_json_is_400(client, path, content):
    answer = client.ask("POST", path, content=content, headers={"Content-Type": "application/json"})
    assert refused(answer) == (
        400, "The browser (or proxy) sent a request that this server could not understand.",
    )  # fmt: skip


def test_other_content_is_415(client):
    status, message = refused(client.ask("POST", "/anonymize", content=b"{}", headers={"Content-Type": "text/plain"}))
    assert (status, message) == (
        415, "Did not attempt to load JSON data because the request Content-Type was not 'application/json'.",
    )  # fmt: skip


def test_custom_is_refused(client):
    custom = {"DEFAULT": {"type": "custom", "new_value": "lambda x: x[::-1]"}}
    answer = client.post("/anonymize", text=JANE, anonymizers=custom, analyzer_results=[])
    assert refused(answer) == (400, "Custom type anonymizer is not supported")


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (None, "Invalid input, request must contain analyzer results"),
        ([{"end": 32, "score": 0.8, "entity_type": "NUMBER"}], "Invalid input, result must contain start"),
        ([{"start": 3, "score": 0.8, "entity_type": "NUMBER"}], "Invalid input, result must contain end"),
        ([{"start": 3, "end": 4, "score": 0.8}], "Invalid input, result must contain entity_type"),
        ([{"start": 3, "end": 4, "entity_type": "A"}], "Invalid input, analyzer result must contain score"),
        ([span(-3, 4, "A")], "Invalid input, result start and end must be positive"),
        ([span(5, 3, "A")], "Invalid input, start index '5' must be smaller than end index '3'"),
        ([span(50, 60, "A")], "Invalid analyzer result, start: 50 and end: 60, while text length is only 20."),
        ([span("a", 3, "A")], "Invalid parameter value for start. Expecting 'number', but got 'string'."),
        ([span(1, 2.5, "A")], "Invalid parameter value for 'end'."),
        ([span(1, 2, "A", "high")], "Invalid parameter value for score. Expecting 'number', but got 'string'."),
        ("a", "Invalid parameter value for analyzer_results. Expecting 'array', but got 'string'."),
        ([7], "Invalid parameter value for 'analyzer_results'."),
    ],
)
def test_results_that_cannot_be_are_422(client, results, message):
    assert refused(client.post("/anonymize", text="x" * 20, analyzer_results=results)) == (422, message)


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        ({"type": "x"}, "Invalid operator class 'x'."),
        ({"type": "decrypt", "key": KEY}, "Invalid operator class 'decrypt'."),
        ({"type": f"{CANARY}"}, "Invalid operator class '...'."),
        ({"type": 7}, "Invalid operator class '...'."),
        ({"new_value": "a"}, "Invalid input, operator config must contain operator_name"),
        ("mask", "Invalid parameter value for 'anonymizers'."),
        ({"type": "mask", "chars_to_mask": 4, "from_end": True}, "Expected parameter masking_char"),
        ({"type": "mask", "masking_char": "*", "from_end": True}, "Expected parameter chars_to_mask"),
        ({"type": "mask", "masking_char": "*", "chars_to_mask": 4}, "Expected parameter from_end"),
        (
            {"type": "mask", "masking_char": "*", "chars_to_mask": "4", "from_end": True},
            "Invalid parameter value for chars_to_mask. Expecting 'number', but got 'string'.",
        ),
        (
            {"type": "mask", "masking_char": "**", "chars_to_mask": 4, "from_end": True},
            "Invalid input, masking_char must be a character",
        ),
        (
            {"type": "replace", "new_value": 7},
            "Invalid parameter value for new_value. Expecting 'string', but got 'number'.",
        ),
        (
            {"type": "hash", "hash_type": "md5"},
            "Parameter hash_type value md5 is not in range of values ['sha256', 'sha512']",
        ),
        (
            {"type": "hash", "salt": "short"},
            "Salt must be at least 16 bytes (128 bits). Provided salt is 5 bytes.",
        ),
        ({"type": "hash", "salt": ""}, "Salt parameter cannot be empty."),
        ({"type": "encrypt"}, "Expected parameter key"),
        ({"type": "encrypt", "key": "key"}, "Invalid input, key must be of length 128, 192 or 256 bits"),
        (
            {"type": "generalise", "hide": "HIV"},
            "Invalid parameter value for hide. Expecting 'array', but got 'string'.",
        ),
    ],
)
def test_operators_that_cannot_be_are_422(client, operator, message):
    body = {"text": JANE, "anonymizers": {"NAME": operator}, "analyzer_results": [span(24, 32, "NAME")]}
    assert refused(client.post("/anonymize", body)) == (422, message)


def test_an_operator_that_is_not_used_is_not_checked(client):
    body = {"text": JANE, "anonymizers": {"OTHER": {"type": "mask"}}, "analyzer_results": [span(24, 32, "NAME")]}
    assert client.post("/anonymize", body).json()["text"] == JANE.replace("Jane Doe", "<NAME>")


@pytest.mark.parametrize(
    ("operator", "text"),
    [
        ({"type": "replace"}, "<NAME>"),
        ({"type": "replace", "new_value": ""}, "<NAME>"),
        ({"type": "redact"}, ""),
        ({"type": "keep"}, "Jane Doe"),
        ({"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": False}, "**** Doe"),
        ({"type": "mask", "masking_char": "*", "chars_to_mask": 99, "from_end": True}, "********"),
        ({"type": "mask", "masking_char": "*", "chars_to_mask": -1, "from_end": True}, "Jane Doe"),
        ({"type": "hash", "salt": KEY}, hashlib.sha256(b"Jane Doe" + KEY.encode()).hexdigest()),
        ({"type": "hash", "hash_type": "sha512", "salt": KEY}, hashlib.sha512(b"Jane Doe" + KEY.encode()).hexdigest()),
    ],
)
def test_what_operators_write(client, operator, text):
    body = {"text": JANE, "anonymizers": {"NAME": operator}, "analyzer_results": [span(24, 32, "NAME")]}
    (item,) = client.post("/anonymize", body).json()["items"]
    assert (item["text"], item["operator"]) == (text, operator["type"])


@pytest.mark.parametrize(("kind", "length"), [("sha256", 64), ("sha512", 128)])
def test_hashes_are_salted_anew_for_every_span(client, kind, length):
    body = {"text": "Jo Jo", "anonymizers": {"DEFAULT": {"type": "hash", "hash_type": kind}}}
    items = client.post("/anonymize", body | {"analyzer_results": [span(0, 2, "A"), span(3, 5, "B")]}).json()["items"]
    assert [len(item["text"]) for item in items] == [length, length]
    assert items[0]["text"] != items[1]["text"]


@pytest.mark.parametrize(
    ("anonymizers", "text", "items"),
    [
        (
            {"NAME": {"type": "keep"}, "LOCATION": {"type": "replace"}},
            "I'm George Washington<LOCATION>",
            [(21, 31, "replace"), (4, 21, "keep")],
        ),
        (
            {"NAME": {"type": "replace"}, "LOCATION": {"type": "keep"}},
            "I'm <NAME>Washington Square Park",
            [(10, 32, "keep"), (4, 10, "replace")],
        ),
        (
            {"DEFAULT": {"type": "keep"}},
            "I'm George WashingtonWashington Square Park",
            [(21, 43, "keep"), (4, 21, "keep")],
        ),
    ],
)
def test_what_overlaps_in_part_is_cut(client, anonymizers, text, items):
    results = [span(4, 21, "NAME"), span(11, 33, "LOCATION")]
    done = client.post("/anonymize", text=GEORGE, anonymizers=anonymizers, analyzer_results=results).json()
    assert done["text"] == text
    assert [(item["start"], item["end"], item["operator"]) for item in done["items"]] == items


@pytest.mark.parametrize(
    ("results", "text"),
    [
        ([span(24, 32, "A", 0.6), span(24, 32, "B", 0.9)], "hello world, my name is <B>."),
        ([span(24, 32, "A", 0.9), span(24, 32, "B", 0.6)], "hello world, my name is <A>."),
        ([span(24, 32, "A", 0.5), span(24, 32, "B", 0.5)], "hello world, my name is <B>."),
        ([span(24, 28, "A", 1.0), span(24, 32, "B", 0.1)], "hello world, my name is <B>."),
        ([span(24, 30, "A"), span(26, 32, "A")], "hello world, my name is <A>."),
        ([span(29, 32, "A"), span(24, 28, "A")], "hello world, my name is <A>."),
        ([span(24, 28, "A"), span(29, 32, "B")], "hello world, my name is <A> <B>."),
    ],
)
def test_conflicts_are_resolved_as_presidio_does(client, results, text):
    assert client.post("/anonymize", text=JANE[:33], analyzer_results=results).json()["text"] == text


def test_several_texts_and_an_error_in_its_place(client):
    body = {"text": [JANE, "ab", 7], "analyzer_results": [[span(24, 32, "NAME")], [span(1, 9, "A")], []]}
    status, done = told(client.post("/anonymize", body))
    assert status == 200
    assert done[0]["text"] == JANE.replace("Jane Doe", "<NAME>")
    assert done[1] == {"error": "Invalid analyzer result, start: 1 and end: 9, while text length is only 2."}
    assert done[2] == {"error": "Invalid parameter value for text. Expecting 'string', but got 'number'."}
    assert client.post("/anonymize", text=["a", "b"]).json() == [{"text": "a", "items": []}, {"text": "b", "items": []}]
    assert refused(client.post("/anonymize", text=["a", "b"], analyzer_results=[[]])) == (
        422,
        "Invalid input, 'analyzer_results' must contain one list of results per item in 'text' when 'text' is a list "
        "(2 text items, 1 'analyzer_results' items)",
    )


def test_an_unforeseen_failure_says_nothing():
    broken = Client(object())  # no engine at all
    body = {
        "text": CANARY,
        "anonymizers": {"DEFAULT": {"type": "generalise"}},
        "analyzer_results": [span(0, 9, "PERSON")],
    }
    assert refused(broken.post("/anonymize", body)) == (500, "Internal server error")
    assert refused(broken.post("/analyze", text=CANARY, language="en")) == (500, "Internal server error")


# --- /deanonymize -----------------------------------------------------------------------------------------


def test_what_presidio_encrypted_is_decrypted(client):
    text = "e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy"
    body = {"text": text, "deanonymizers": {"NUMBER": {"type": "decrypt", "key": KEY}}}
    body["anonymizer_results"] = [{"start": 0, "end": len(text), "entity_type": "NUMBER"}]
    assert told(client.post("/deanonymize", body)) == (
        200,
        {
            "text": "text_for_encryption",
            "items": [
                {
                    "start": 0, "end": 19, "entity_type": "NUMBER", "text": "text_for_encryption",
                    "operator": "decrypt",
                },
            ],
        },
    )  # fmt: skip


def test_encrypted_spans_come_back_under_their_own_keys(client):
    text = "Lorem Ipsum is a Software Engineer 🙂"
    anonymizers = {"DEFAULT": {"type": "encrypt", "key": KEY}, "TITLE": {"type": "encrypt", "key": OTHER_KEY}}
    results = [span(0, 12, "NAME"), span(18, len(text), "TITLE")]
    done = client.post("/anonymize", text=text, anonymizers=anonymizers, analyzer_results=results).json()
    assert "Lorem" not in done["text"]
    keys = {"DEFAULT": {"type": "decrypt", "key": KEY}, "TITLE": {"type": "decrypt", "key": OTHER_KEY}}
    body = {"text": done["text"], "deanonymizers": keys, "anonymizer_results": done["items"]}
    assert client.post("/deanonymize", body).json()["text"] == text
    again = client.post("/deanonymize", {**body, "text": [done["text"]] * 2, "anonymizer_results": [done["items"]] * 2})
    assert [each["text"] for each in again.json()] == [text, text]


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        ({"type": "decrypt", "key": "invalidkey"}, "Invalid input, key must be of length 128, 192 or 256 bits"),
        ({"type": "decrypt"}, "Expected parameter key"),
        ({"type": "decrypt", "key": OTHER_KEY}, "Invalid input, text was not encrypted under this key"),
        ({"type": "keep"}, "Invalid operator class 'keep'."),
    ],
)
def test_what_cannot_be_decrypted_is_422(client, operator, message):
    text = "e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy"
    results = [{"start": 0, "end": len(text), "entity_type": "NUMBER"}]
    answer = client.post("/deanonymize", text=text, deanonymizers={"NUMBER": operator}, anonymizer_results=results)
    assert refused(answer) == (422, message)


def test_without_results_the_text_comes_back(client):
    assert told(client.post("/deanonymize", text="abc")) == (200, {"text": "abc", "items": []})
    assert told(client.post("/deanonymize", key=KEY)) == (200, {"text": "", "items": []})
    answer = client.post("/deanonymize", text="abc", anonymizer_results=[{"start": 0, "end": 3, "entity_type": "A"}])
    assert refused(answer) == (422, "Invalid input, request must contain an operator for every entity_type")


# --- generalise -------------------------------------------------------------------------------------------

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


# --- hostile ----------------------------------------------------------------------------------------------


def test_nothing_of_a_text_is_in_an_error_or_a_log(client, caplog):
    caplog.set_level(logging.DEBUG)
    results = [span(0, 9, CANARY)]
    answers = [
        client.post("/analyze", text=CANARY, language=CANARY),
        client.post("/analyze", text=CANARY, language="en", entities=[CANARY]),
        client.post("/analyze", text=CANARY, language="en", score_threshold=CANARY),
        client.post("/analyze", text=CANARY, language="en", allow_list=["("], allow_list_match="regex"),
        client.post("/analyze", text=CANARY, language="en", ad_hoc_recognizers=[{CANARY: CANARY}]),
        client.ask("POST", "/analyze", content=CANARY, headers={"Content-Type": "application/json"}),
        client.post("/anonymize", text=CANARY, analyzer_results=CANARY),
        client.post("/anonymize", text=CANARY, analyzer_results=results, anonymizers={"DEFAULT": {"type": CANARY}}),
        client.post(
            "/anonymize", text=CANARY, analyzer_results=[], anonymizers={"A": {"type": "generalise", "hide": [CANARY]}}
        ),
        client.post("/deanonymize", text=CANARY, anonymizer_results=[{"start": 0, "end": 99, "entity_type": CANARY}]),
        Client(object()).post("/analyze", text=CANARY, language="en"),
    ]
    for answer in answers:
        assert answer.status_code == 200 or not re.search("xanthippe|quill|gallows", answer.text, re.I), answer.text
    assert not re.search("xanthippe|quill|gallows", caplog.text, re.I)


@pytest.mark.parametrize("text", ["\ud800 Jane Doe", "a\x00b", "\u202eJane", "\n" * 500, "((((" * 200])
def test_odd_texts_are_worked_on(client, text):
    assert client.post("/analyze", text=text, language="en").status_code == 200
    for operator in ({"type": "hash"}, {"type": "encrypt", "key": KEY}, {"type": "generalise"}, {"type": "keep"}):
        body = {"text": text, "analyzer_results": [span(0, 1, "A")], "anonymizers": {"DEFAULT": operator}}
        done = client.post("/anonymize", body)
        assert done.status_code == 200, operator
        assert done.json()["text"].endswith(text[2:])


def test_too_much_is_refused(client):
    assert refused(client.post("/analyze", text=["a"] * 1001, language="en"))[0] == 413
    assert refused(client.post("/anonymize", text="a" * 5_000_001, analyzer_results=[]))[0] == 413
    huge = {"DEFAULT": {"type": "replace", "new_value": "x" * 1_000_000}}
    results = [span(at, at + 1, f"T{at}") for at in range(100)]
    assert refused(client.post("/anonymize", text="a" * 100, analyzer_results=results, anonymizers=huge))[0] == 413
    long = [span(at, at + 500_000, f"T{at}") for at in range(1_000)]
    assert refused(client.post("/anonymize", text="a" * 1_000_000, analyzer_results=long))[0] == 413
    everything = zip_code(patterns=[{"name": "a", "regex": ".", "score": 1}])
    answer = client.post("/analyze", text="a" * 100_000, language="en", ad_hoc_recognizers=[everything])
    assert refused(answer)[0] == 413


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def mostly(strategy):
    """What is meant, or anything."""
    return strategy | strategy | strategy | JSON


PLACES = st.integers(-1, 30)
RESULTS = mostly(
    st.lists(
        mostly(
            st.fixed_dictionaries(
                {
                    "start": mostly(PLACES),
                    "end": mostly(PLACES),
                    "entity_type": mostly(st.sampled_from(["A", "PERSON"])),
                },
                optional={"score": mostly(st.floats(0, 1) | st.just(10**400))},
            )
        ),
        max_size=4,
    )
)
OPERATORS = mostly(
    st.dictionaries(
        st.sampled_from(["DEFAULT", "A", "PERSON"]),
        mostly(
            st.fixed_dictionaries(
                {
                    "type": mostly(
                        st.sampled_from(
                            ["replace", "mask", "hash", "encrypt", "keep", "redact", "decrypt", "generalise"]
                        )
                    )
                },
                optional={
                    "new_value": mostly(st.text(max_size=5)),
                    "masking_char": mostly(st.just("*")),
                    "chars_to_mask": mostly(st.integers(-3, 50)),
                    "from_end": mostly(st.booleans()),
                    "hash_type": mostly(st.just("sha512")),
                    "salt": JSON,
                    "hide": mostly(st.just(["HIV"])),
                    "key": mostly(st.just(KEY)),
                },
            )
        ),
        max_size=3,
    )
)
TEXTS = mostly(st.text(max_size=40) | st.lists(mostly(st.text(max_size=20)), max_size=3))
FOUND_BY = mostly(
    st.lists(
        st.fixed_dictionaries(
            {"supported_entity": mostly(st.just("ZIP"))},
            optional={
                "deny_list": mostly(st.lists(st.text(max_size=4), max_size=2)),
                "context": JSON,
                "patterns": JSON,
            },
        ),
        max_size=2,
    )
)
MANY = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@MANY
@given(
    body=JSON
    | st.fixed_dictionaries(
        {"text": TEXTS, "language": mostly(st.just("en"))},
        optional={
            "entities": mostly(st.lists(st.sampled_from(["PERSON", "DATE_TIME", "FOO"]), max_size=2)),
            "score_threshold": mostly(st.floats(0, 1)),
            "ad_hoc_recognizers": FOUND_BY,
            "context": JSON,
            "allow_list": mostly(st.lists(st.text(max_size=5), max_size=3)),
            "allow_list_match": mostly(st.sampled_from(["exact", "regex"])),
            "regex_flags": mostly(st.integers(0, 255)),
            "return_decision_process": JSON,
        },
    )
)
def test_no_body_makes_the_analyzer_fail(client, body):
    answer = client.post("/analyze", body)
    assert answer.headers.get(CODE) != "internal"
    assert answer.status_code in (200, 400, 413, 422, 500)
    assert answer.status_code != 500 or answer.headers[CODE] in (
        "no-text",
        "no-language",
        "bad-json",
        "unknown-entities",
    )
    assert "Internal server error" not in answer.text


@MANY
@given(
    path=st.sampled_from(["/anonymize", "/deanonymize"]),
    body=JSON
    | st.fixed_dictionaries(
        {"text": TEXTS},
        optional={
            "analyzer_results": RESULTS | st.lists(RESULTS, max_size=3),
            "anonymizer_results": RESULTS | st.lists(RESULTS, max_size=3),
            "anonymizers": OPERATORS,
            "deanonymizers": OPERATORS,
        },
    ),
)
def test_no_body_makes_the_anonymizer_fail(client, path, body):
    answer = client.post(path, body)
    assert answer.status_code in (200, 400, 413, 422)
    assert "Internal server error" not in answer.text


# --- spans, against what is meant said plainly ------------------------------------------------------------

SPANS = st.lists(
    st.builds(lambda a, b, t, s: Span(min(a, b), max(a, b), t, s), PLACES.filter(lambda at: at >= 0),
              PLACES.filter(lambda at: at >= 0), st.sampled_from("AB"), st.sampled_from([0.1, 0.5, 0.9])),
    max_size=8,
)  # fmt: skip
TEXT = "".join(" " if at % 3 == 0 else "x" for at in range(40))


@given(SPANS)
def test_no_span_lies_in_another_and_everything_found_is_covered(spans):
    left = without_conflicts(spans, TEXT)
    assert left == sorted(left, key=lambda each: each.start)
    for one in left:
        assert not any(other.start <= one.start and one.end <= other.end for other in left if other is not one)
    covered = {at for each in left for at in range(each.start, each.end)}
    assert {at for each in spans for at in range(each.start, each.end)} <= covered
    for at, one in enumerate(left):
        for other in left[at + 1 :]:
            if one.entity_type == other.entity_type:
                assert not min(one.end, other.end) > max(one.start, other.start)


@given(SPANS)
def test_items_stand_where_they_say_and_nothing_else_changes(spans):
    left = without_conflicts(spans, TEXT)
    done = apply(TEXT, [Change(each.start, each.end, each.entity_type, "<>", "replace") for each in left])
    assert [item["start"] for item in done["items"]] == sorted((i["start"] for i in done["items"]), reverse=True)
    rest = list(done["text"])
    for item in done["items"]:
        assert done["text"][item["start"] : item["end"]] == "<>"
        del rest[item["start"] : item["end"]]
    covered = {at for each in left for at in range(each.start, each.end)}
    assert "".join(rest) == "".join(sign for at, sign in enumerate(TEXT) if at not in covered)


# --- the page ---------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "presidio.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\nPOST (\S+)\n(.*?)\n\n(\d+)\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize(("path", "body", "status", "answer"), EXAMPLES)
def test_the_examples_of_the_page_are_what_is_answered(client, path, body, status, answer):
    assert told(client.post(path, json.loads(body))) == (int(status), json.loads(answer))


def test_the_page_has_examples_and_names_every_operator_and_limit(client):
    assert len(EXAMPLES) >= 4
    for name in client.get("/anonymizers").json():
        assert f"`{name}`" in PAGE
    found = client.get("/supportedentities").json()
    missing = re.search(r"Not found: (.*?) and other", PAGE, re.S)
    assert not set(re.findall(r"`(\w+)`", missing[1])) & set(found)

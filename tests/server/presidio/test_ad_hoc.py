"""/analyze: what a caller looks for beside, and what is allowed to stand."""

import time

import pytest

from tests.server.presidio.conftest import (
    CODE,
    LICENSE,
    refused,
    result,
    zip_code,
)


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

"""/anonymize and /deanonymize: every operator, status and message, as Presidio has them."""

import hashlib

import pytest

from tests.server.presidio.conftest import (
    CANARY,
    GEORGE,
    JANE,
    KEY,
    OTHER_KEY,
    Client,
    refused,
    span,
    told,
)

# --- /anonymize ----------------------------------------------------------------------------------------


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


# --- /deanonymize --------------------------------------------------------------------------------------


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

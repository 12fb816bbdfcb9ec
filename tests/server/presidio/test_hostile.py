"""Random and ill-meant bodies in Presidio's format: no failure, and never a word of them in an error or a log."""

import logging
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.presidio.conftest import (
    CANARY,
    CODE,
    KEY,
    Client,
    refused,
    span,
    zip_code,
)


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
        "unknown-language",
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

"""No error repeats what was asked."""

import pytest

from sfumato.errors import InputError, MissingExtra, PackError, PluginError
from sfumato.server.errors import Refused, refusal_of, without_values
from tests.server.conftest import refused

CANARY = "Zanzibarium"
TEXT = f"{CANARY} Quell lives here."


@pytest.mark.parametrize(
    ("verb", "asked"),
    [
        ("sanitize", {"hide": [f"{CANARY}@x"]}),
        ("sanitize", {"hide": [f"{CANARY}@0.1"]}),
        ("sanitize", {"hide": [f"{CANARY}@2@3"]}),
        ("sanitize", {"hide": [f"mesh:{CANARY}"]}),
        ("sanitize", {"hide": ["x"], "aliases": [f"{CANARY}=other"]}),
        ("sanitize", {"hide": ["x"], "aliases": [CANARY]}),
        ("sanitize", {"hide": ["x"], "policy": [CANARY]}),
        ("sanitize", {"hide": ["x"], "profile": CANARY}),
        ("sanitize", {"hide": ["x"], "settings": {"method": CANARY}}),
        ("sanitize", {"hide": ["x"], "settings": {"method": f"{CANARY}:x"}}),
        ("sanitize", {"hide": ["x"], "settings": {"readers": [f"{CANARY}:x"]}}),
        ("sanitize", {"hide": ["x"], "rivals": [{"name": CANARY, "known": {"a": CANARY}}]}),
        ("sanitize", {"hide": ["x"], "detected": [{"start": 0, "end": 9999, "entity_type": CANARY}]}),
        ("sanitize", {"hide": ["x"], "key": CANARY}),
        ("sanitize", {"hide": CANARY}),
        ("verify", {"certificate": {"claim": {CANARY: CANARY}}}),
        ("verify", {"hide": ["x"], "certificate": {CANARY: CANARY}}),
        ("inspect", {"hide": [CANARY], "search": {"exclude": CANARY}}),
        ("inspect", {"hide": [CANARY]}),
        ("inspect", {"hide": [CANARY], "rules": [{"words": [CANARY]}]}),
        ("inspect", {"hide": [CANARY], "rules": []}),
        ("inspect", {"hide": ["x"], "schedule": CANARY}),
        ("inspect", {"hide": ["x"], "prefer": [CANARY]}),
        ("explain", {"term": CANARY, "hide": [f"{CANARY}@x"]}),
        ("options", {"start": 0, "end": 9999}),
        ("anonymize", {"config": {"columns": {"a": {"role": CANARY}}}, "csv": f"a\n{CANARY}\n"}),
        ("anonymize", {"config": {"columns": {"b": {"role": "text"}}}, "csv": f"{CANARY} Q\n1\n"}),
        (
            "anonymize",
            {"config": {"columns": {"a": {"role": "quasi_identifier", "kind": "number"}}}, "csv": f"a\n{CANARY}\n"},
        ),
    ],
)
def test_no_error_has_the_text_or_a_secret(client, verb, asked):
    given = asked if verb in ("anonymize", "explain") else {"text": TEXT, **asked}
    answer = client.post(f"/v1/{verb}", json=given)
    if answer.status_code != 200:
        assert answer.status_code == 422, answer.text
        assert CANARY.casefold() not in answer.text.casefold()
        assert "quell" not in answer.text.casefold()


def test_a_secret_of_several_senses_says_what_to_do_and_not_which(client):
    error = refused(client.post("/v1/sanitize", json={"text": "Cold.", "hide": ["cold"]}), 422, "several-senses")
    assert "cold" not in error["message"]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (InputError("x"), 422),
        (PackError("x"), 500),
        (MissingExtra("x", "server"), 501),
        (PluginError("acme:x", "y"), 502),
        (MemoryError(), 503),
        (KeyError("the text"), 500),
        (Refused(418, "teapot", "x"), 418),
    ],
)
def test_every_error_has_its_status(error, status):
    found = refusal_of(error)
    assert found.status == status
    assert "the text" not in found.message


@pytest.mark.parametrize(
    ("message", "values", "left"),
    [
        ("Jane Roe: too long", {"hide": ["jane  roe"]}, "…: too long"),
        ("HIV must be", {"a": [{"b": "HIV"}]}, "… must be"),
        ("a list must be", {"text": "a list must be"}, "a list must be"),
        ("manual", {"hide": ["man"]}, "manual"),
        ("x (y) z", {"hide": ["(y)"]}, "x … z"),
        ("fine", None, "fine"),
    ],
)
def test_values_are_taken_out_of_messages(message, values, left):
    assert without_values(message, values) == left

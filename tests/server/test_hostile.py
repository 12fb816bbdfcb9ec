"""Random and ill-meant bodies: no 500, no hang, and never a word of them in an error."""

import json
import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sfumato.server import Limits, ServerConfig
from sfumato.server.app import Server
from sfumato.server.openapi import openapi
from sfumato.server.verbs import NAMES

EXAMPLES = int(os.environ.get("SFUMATO_EXAMPLES", "60"))  # for each route
WORDS = [
    "HIV",
    "Miami",
    "He takes zidovudine.",
    "",
    "a",
    "name:Apple",
    "HIV@2",
    "us-medical",
    "redact",
    "2:5",
    "PERSON",
]
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20)
)
VALUES = st.recursive(
    SCALARS | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.sampled_from(WORDS), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = {
    "settings": [
        "alpha",
        "groups",
        "crowd",
        "support",
        "counting",
        "method",
        "judge",
        "unknown",
        "readers",
        "gaps",
        "name",
    ],
    "search": ["keywords", "set_size", "documents", "top", "agree", "passage", "kin", "exclude", "without"],
    "config": ["columns", "k", "weight", "l", "t", "missing", "terms", "strategy"],
    "certificate": ["claim", "holds", "secrets", "text_sha256", "knowledge", "version", "searches"],
}
COLUMN = st.fixed_dictionaries(
    {"role": st.sampled_from(["direct_identifier", "quasi_identifier", "sensitive", "text", "keep", "drop"])},
    optional={
        "kind": st.sampled_from(["number", "date", "nominal", "ordinal"]) | VALUES,
        "hierarchy": VALUES,
        "single": VALUES,
    },
)


def bodies(verb):
    """Bodies that look like requests: the fields of the verb, with values of their types or of any."""
    schema = openapi()["components"]["schemas"][f"{verb.capitalize()}Request"]
    fields = {name: _field(name, about) for name, about in schema["properties"].items()}
    needed = {name: fields.pop(name) for name in schema.get("required", ())}
    if verb == "anonymize":
        needed["csv"] = st.sampled_from(["a,b\n1,x\n2,y\n1,z\n2,Miami\n", "a\n", "", "a;b\n1\n"]) | VALUES
        del fields["csv"]
    return st.fixed_dictionaries(needed, optional=fields)


def _field(name, about):
    kinds = {each.get("type") for each in about.get("anyOf", [about])}
    found = []
    if name in KEYS:
        found.append(st.dictionaries(st.sampled_from(KEYS[name]), VALUES, max_size=3))
    if name == "config":
        columns = st.dictionaries(st.sampled_from("ab"), COLUMN, min_size=1)
        found += [st.fixed_dictionaries({"columns": columns}, optional={"k": st.integers(0, 3)})] * 3
    if name in ("text", "csv"):
        found += [st.sampled_from(["He takes zidovudine.", "Ann lives in Miami. 😀", "", " \n"])] * 3
    if "string" in kinds:
        found.append(st.sampled_from(WORDS))
    if "array" in kinds:
        found.append(st.lists(st.sampled_from(WORDS) | VALUES, max_size=2))
    if "integer" in kinds:
        found.append(st.integers(-2, 30))
    return st.one_of(*found, VALUES)


@pytest.fixture(scope="module")
def asked(engine):
    """Answers bodies as the server does, in this thread."""
    from starlette.testclient import TestClient

    limits = Limits(seconds=600.0, sets=2_000, characters=2_000, label=100)
    server = Server(engine, ServerConfig(limits=limits))
    with TestClient(server.app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


def check(answer, body):
    assert answer.status_code in (200, 202, 400, 413, 415, 422, 429), (answer.status_code, answer.text, body)
    if answer.status_code >= 400:
        assert set(answer.json()["error"]) == {"code", "message", "where", "request_id"}
    elif answer.headers["content-type"] == "application/json" and isinstance(answer.json(), list):
        codes = [each["error"]["code"] for each in answer.json() if "error" in each]
        assert "unforeseen" not in codes, (answer.text, body)


@pytest.mark.parametrize("verb", NAMES)
def test_bodies_that_look_like_requests(verb, asked):
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(bodies(verb))
    def hold(body):
        check(asked.post(f"/v1/{verb}", json=body), body)

    hold()


@pytest.mark.parametrize("path", [*(f"/v1/{name}" for name in NAMES), "/v1/jobs", "/v1/knowledge", "/v1/documents"])
def test_any_json(path, asked):
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(VALUES | st.lists(VALUES, max_size=3))
    def hold(body):
        check(asked.post(path, json=body), body)

    hold()


@pytest.mark.parametrize("path", ["/v1/sanitize", "/v1/jobs", "/v1/documents"])
def test_any_bytes(path, asked):
    kinds = st.sampled_from(["application/json", "multipart/form-data; boundary=x", "text/plain"])

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(
        st.binary(max_size=200)
        | st.lists(st.sampled_from([b"--x", b"\r\n", b"--", b"{}", b"name=request"])).map(b"".join),
        kinds,
    )
    def hold(body, kind):
        check(asked.post(path, content=body, headers={"content-type": kind}), body)

    hold()


@given(st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126), max_size=30))
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_any_path(asked, path):
    assume("#" not in path and "?" not in path)
    answer = asked.get(f"/v1/{path}")
    assert answer.status_code in (200, 404, 405)
    if answer.status_code != 200:
        assert json.loads(answer.content)["error"]["code"]

"""Who may ask, from where, and how much: everything else is refused with its code."""

import asyncio

import pytest

from sfumato.server import Limits, ServerConfig, application
from sfumato.server.gate import Gate, host_of
from sfumato.server.logs import log
from sfumato.server.metrics import Metrics
from tests.server.conftest import LETTER, refused

TOKEN = "a token of some length".replace(" ", "-")
BODY = {"text": LETTER, "hide": ["HIV"]}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:8421", "[::1]:80", "[::1]"])
def test_names_of_this_machine(client, host):
    assert client.get("/livez", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "localhost:80:80", "10.0.0.1", "[::2]", "a b"],
)
def test_other_names_are_refused(client, host):
    refused(client.get("/livez", headers={"host": host}), 403, "wrong-host")


def test_beyond_this_machine_addresses_and_given_names_are_right(served):
    client = served(host="0.0.0.0", token=TOKEN, names=("records.example.org",))
    for host in ("10.0.0.1:8421", "records.example.org", "127.0.0.1"):
        assert client.get("/livez", headers={"host": host}).status_code == 200
    refused(client.get("/livez", headers={"host": "evil.example"}), 403, "wrong-host")


@pytest.mark.parametrize("port", ["", ":80", ":x", ":²"])
def test_ports_of_hosts(port):
    assert host_of(f"Example.org{port}") == ("example.org" if port in ("", ":80") else "")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:81", ""])
def test_foreign_origins_are_refused(client, origin):
    refused(client.post("/v1/sanitize", json=BODY, headers={"origin": origin}), 403, "foreign-origin")


def test_the_own_origin_is_not(client):
    own = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post("/v1/sanitize", json=BODY, headers=own).status_code == 200
    refused(client.get("/livez", headers={"sec-fetch-site": "cross-site"}), 403, "foreign-origin")


def test_no_answer_lets_another_origin_read_it(client):
    for answer in (client.get("/livez"), client.options("/v1/sanitize"), client.get("/nope")):
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": f"Bearer {TOKEN[:-1]}"},
        {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": f"Basic {TOKEN}"},
        {"x-api-key": ""},
        {"x-api-key": "ä".encode()},
    ],
)
@pytest.mark.parametrize("path", ["/v1/policies", "/v1/jobs/0.x", "/openapi.json", "/metrics", "/nope", "/livez/"])
def test_without_the_token_nothing_is_told(served, headers, path):
    answer = served(token=TOKEN, metrics=True).get(path, headers=headers)
    refused(answer, 401, "bad-token")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert TOKEN[:5] not in answer.text


def test_with_the_token(served):
    client = served(token=TOKEN)
    for headers in ({"authorization": f"Bearer {TOKEN}"}, {"authorization": f"bearer  {TOKEN}"}, {"x-api-key": TOKEN}):
        assert client.get("/v1/policies", headers=headers).status_code == 200
    assert client.get("/livez").status_code == 200


def test_bodies_that_are_too_large(served):
    client = served(limits={"body": 1000})
    refused(client.post("/v1/sanitize", json={"text": "x" * 1000}), 413, "body-too-large")
    pieces = ({"text": "x"}["text"].encode() * 600 for _ in range(3))
    answer = client.post("/v1/sanitize", content=pieces, headers={"content-type": "application/json"})
    refused(answer, 413, "body-too-large")
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize(
    ("limits", "asked", "status", "code"),
    [
        ({"characters": 10}, BODY, 413, "text-too-long"),
        ({"items": 2}, [BODY] * 3, 413, "too-many-items"),
        ({"secrets": 2}, {**BODY, "hide": ["a", "b", "c"]}, 422, "too-many-secrets"),
        ({"label": 5}, {**BODY, "hide": ["abcdef"]}, 422, "label-too-long"),
        ({"label": 5}, {**BODY, "hide": "abcdef"}, 422, "label-too-long"),
    ],
)
def test_every_limit_has_its_code(served, limits, asked, status, code):
    refused(served(limits=limits).post("/v1/sanitize", json=asked), status, code)


@pytest.mark.parametrize(
    "asked",
    [
        {"search": {"keywords": 1000, "set_size": 4}},
        {"search": {"set_size": 10**30}},
        {"schedule": "9:1000"},
        {"schedule": ",".join(["2:2"] * 100)},
        {"search": {"keywords": 10**9}},
    ],
)
def test_searches_that_would_take_for_ever_are_refused(client, asked):
    refused(client.post("/v1/inspect", json={**BODY, **asked}), 422, "search-too-wide")


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonx"])
def test_other_content_types(client, kind):
    answer = client.post("/v1/sanitize", content=b"{}", headers={"content-type": kind})
    refused(answer, 415, "bad-content-type")


@pytest.mark.parametrize("verb", ["sanitize", "verify", "explain", "options", "anonymize"])
def test_a_field_without_a_name_is_refused(client, verb):
    whole = {
        "options": {"text": "a", "start": 0, "end": 1},
        "explain": {"term": "a"},
        "anonymize": {"config": {}, "csv": "a"},
    }
    values = {**whole.get(verb, {"text": LETTER}), "": None}
    assert client.post(f"/v1/{verb}", json=values).status_code == 422


def test_compressed_bodies_are_refused(client):
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    refused(client.post("/v1/sanitize", content=b"{}", headers=headers), 415, "bad-encoding")


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"nan", b'{"text": "\\ud800"}', b"[" * 100_000, b"1" * 5000])
def test_bodies_that_are_no_request(client, body):
    answer = client.post("/v1/sanitize", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert set(answer.json()["error"]) == {"code", "message", "where", "request_id"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/sanitize", 405, "bad-method"),
        ("OPTIONS", "/v1/sanitize", 405, "bad-method"),
        ("PUT", "/livez", 405, "bad-method"),
        ("POST", "/", 405, "bad-method"),
        ("GET", "/v1", 404, "no-route"),
        ("GET", "/livez/", 404, "no-route"),
        ("GET", "/v1/policies/../../etc/passwd", 404, "no-route"),
        ("GET", "/v1/policies/%2e%2e%2f%2e%2e%2fetc%2fpasswd", 404, "no-route"),
        ("GET", "/v1/policies/x.toml", 404, "no-policy"),
        ("GET", "/docs", 404, "no-route"),
    ],
)
def test_paths_and_methods(client, method, path, status, code):
    refused(client.request(method, path), status, code)


def test_a_body_that_comes_too_slowly_is_refused(engine):
    """A client that has sent its headers and then waits."""
    app = application(engine, ServerConfig(limits=Limits(body_seconds=0.05)))
    sent = []

    async def receive():
        await asyncio.sleep(60)

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (b"content-length", b"9")]
    scope = {"type": "http", "method": "POST", "path": "/v1/sanitize", "headers": headers, "scheme": "http"}
    asyncio.run(app({**scope, "query_string": b"", "root_path": "", "http_version": "1.1"}, receive, send))
    assert sent[0]["status"] == 408
    assert b"too-slow" in sent[1]["body"]


def test_what_is_not_done_when_the_server_ends_is_no_fault_of_it():
    """Requests that are still open when its patience is over are cancelled: they may be asked again, elsewhere."""
    sent = []

    async def slow(scope, receive, send):
        await asyncio.sleep(60)

    async def send(message):
        sent.append(message)

    async def ended():
        gate = Gate(slow, ServerConfig(), Metrics(["/"]))
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"127.0.0.1")], "scheme": "http"}
        asked = asyncio.ensure_future(gate(scope, None, send))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asked

    asyncio.run(ended())
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"5") in sent[0]["headers"]
    assert b"ending" in sent[1]["body"]


def test_a_request_has_an_id_of_the_server_in_its_answer_and_in_the_log(client, caplog):
    caplog.set_level("INFO", logger=log.name)
    said = {"x-request-id": "zidovudine"}
    found = [client.get(path, headers=said).headers["x-request-id"] for path in ("/livez", "/nope", "/livez")]
    assert len(set(found)) == 3
    assert [record.getMessage().rpartition(" ")[2] for record in caplog.records] == found
    assert "zidovudine" not in caplog.text

"""Presidio's wire format as the server speaks it: behind its gate, in its queue, by its names in logs and counts."""

from sfumato.server.errors import CODE
from sfumato.server.presidio import PATHS, routes
from tests.server.conftest import served as _served
from tests.server.test_gate import TOKEN

served = _served
TEXT = {"text": "John Smith lives in Miami.", "language": "en"}


def refused(answer, status, code):
    """Whether an answer is an error as Presidio tells it; gives what it says."""
    assert answer.status_code == status, answer.text
    assert answer.headers[CODE] == code
    assert set(answer.json()) == {"error"}
    assert isinstance(answer.json()["error"], str)
    return answer.json()["error"]


def test_its_paths_are_those_of_its_routes(engine):
    assert tuple(route.path for route in routes(engine)) == PATHS


def test_what_the_gate_refuses_is_told_as_presidio_tells_errors(served):
    client = served(compat="presidio", token=TOKEN)
    assert client.get("/health").status_code == 200  # whoever watches over it has no token
    refused(client.post("/analyze", json=TEXT), 401, "bad-token")
    own = {"x-api-key": TOKEN}
    assert client.post("/analyze", json=TEXT, headers=own).status_code == 200
    refused(client.post("/analyze", json=TEXT, headers={**own, "host": "evil.example"}), 403, "wrong-host")
    refused(client.get("/anonymize", headers=own), 405, "bad-method")
    assert client.post("/v1/sanitize", json={}).json()["error"]["code"] == "bad-token"


def test_who_asks_too_much_is_asked_to_come_again(served):
    client = served(compat="presidio", limits={"waiting": 0})
    answer = client.post("/analyze", json=TEXT)
    refused(answer, 503, "busy")
    assert int(answer.headers["retry-after"]) >= 1


def test_what_takes_too_long_is_given_up(served):
    client = served(compat="presidio", limits={"seconds": 0.01})
    body = {"text": "He was started on zidovudine in Miami. " * 500, "analyzer_results": [], "anonymizers": {}}
    body["anonymizers"]["DEFAULT"] = {"type": "generalise", "hide": ["HIV"]}
    refused(client.post("/anonymize", json=body), 503, "too-long")


def test_its_routes_are_counted_by_their_names(served):
    client = served(compat="presidio", metrics=True)
    client.post("/analyze", json=TEXT)
    assert 'sfumato_requests_total{route="/analyze",status="200"} 1' in client.get("/metrics").text

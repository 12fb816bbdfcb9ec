"""Every route answers what the engine answers."""

import tomllib
from pathlib import Path

import pytest

from sfumato.policy import PROFILES, shipped
from sfumato.service import (
    ExplainRequest,
    InspectRequest,
    OptionsRequest,
    SanitizeRequest,
    VerifyRequest,
)
from tests.server.conftest import LETTER, refused

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = {
    "sanitize": SanitizeRequest(text=LETTER, hide=("HIV",), id=7),
    "verify": VerifyRequest(text=LETTER, hide=("HIV",)),
    "inspect": InspectRequest(text=LETTER, hide=("HIV",), search={"keywords": 5}),
    "explain": ExplainRequest(term="zidovudine", hide=("HIV",)),
    "options": OptionsRequest(text=LETTER, start=12, end=17),
}


@pytest.mark.parametrize("verb", ASKED)
def test_a_verb_answers_as_the_engine_does(verb, client, engine):
    answer = client.post(f"/v1/{verb}", json=ASKED[verb].to_dict())
    assert answer.status_code == 200
    assert answer.json() == getattr(engine, verb)(ASKED[verb]).to_dict()


def test_the_same_request_gives_the_same_bytes(client):
    first, again = (client.post("/v1/sanitize", json=ASKED["sanitize"].to_dict()).content for _ in range(2))
    assert first == again


def test_of_a_batch_a_failed_item_is_an_error_in_its_place(client):
    good = {"text": LETTER, "hide": ["HIV"]}
    answer = client.post("/v1/sanitize", json=[good, {"text": 3}, 5, {**good, "hide": []}, {**good, "id": "d"}])
    assert answer.status_code == 200
    first, number, none, nothing, last = answer.json()
    assert (first["id"], last["id"]) == ("text", "d")
    assert "zidovudine" not in first["text"]
    assert number["error"]["where"] == "[1] text"
    assert none["error"]["code"] == "bad-request"
    assert nothing["error"]["code"] == "nothing-to-hide"
    assert client.post("/v1/sanitize", json=[]).json() == []


@pytest.mark.parametrize(
    "body", ['{"text": "a", "text": "b", "hide": ["HIV"]}', '[{"text": "a", "hide": ["x"]}, {"hide": [], "hide": []}]']
)
def test_a_body_that_says_something_twice_is_refused(client, body):
    answer = client.post("/v1/sanitize", content=body, headers={"content-type": "application/json"})
    assert refused(answer, 400, "key-twice")["message"] == "an object of the body has the same key twice"


def test_a_table_as_csv_and_as_rows(client):
    config = tomllib.loads((EXAMPLES / "members.toml").read_text(encoding="utf-8"))
    csv = (EXAMPLES / "members.csv").read_text(encoding="utf-8")
    asked = {"config": config, "k": 4, "l": 2}
    released = client.post("/v1/anonymize", json={**asked, "csv": csv}).json()
    assert released["verdict"]["holds"]
    _, *lines = released["csv"].splitlines()
    names = [name.strip() for name in csv.splitlines()[0].split(",")]
    rows = [{name: f"{name}{number % 2}" for name in names} for number in range(4)]
    assert len(lines) >= 12
    again = client.post("/v1/anonymize", json={**asked, "rows": rows})
    assert again.status_code == 422  # ages that are no numbers
    people = [{"id": number, "age": 30 + number % 3, "town": "Ulm", "sick": None} for number in range(9)]
    roles = {"id": "direct_identifier", "age": "quasi_identifier", "town": "quasi_identifier", "sick": "keep"}
    columns = {name: {"role": role} for name, role in roles.items()}
    columns["age"]["kind"] = "number"
    told = client.post("/v1/anonymize", json={"config": {"columns": columns}, "k": 3, "rows": people}).json()
    assert told["verdict"]["smallest"] >= 3
    assert len(told["rows"]) == 9


@pytest.mark.parametrize(
    "changed",
    [
        {"config_file": "members.toml"},
        {"config": {"columns": {"a": {"role": "quasi_identifier", "hierarchy": "/etc/passwd"}}}},
        {"config": {"columns": {"a": {"role": "text"}}, "join": [{"table": "orders.csv", "on": "id"}]}},
    ],
)
def test_no_table_reads_a_file_of_the_server(client, changed):
    values = {"config": {"columns": {"a": {"role": "quasi_identifier"}}}, "csv": "a\n1\n", **changed}
    assert "passwd" not in str(refused(client.post("/v1/anonymize", json=values), 422, "no-files"))


@pytest.mark.parametrize("changed", [{"policy": ["../secret.toml"]}, {"policy": "x.TOML"}, {"rivals": "/etc/passwd"}])
@pytest.mark.parametrize("verb", ["sanitize", "verify"])
def test_no_text_reads_a_file_of_the_server(client, changed, verb):
    refused(client.post(f"/v1/{verb}", json={"text": LETTER, "hide": ["HIV"], **changed}), 422, "no-files")


def test_policies_and_profiles(client):
    told = client.get("/v1/policies").json()
    assert set(told["policies"]) == set(shipped())
    assert set(told["profiles"]) == set(PROFILES)
    assert client.get("/v1/policies/us-medical").json()["hide"]
    assert client.get("/v1/policies/default").json()["alpha"] == 1.5
    for name in ("nope", "x.toml", "..%2f..%2fsecret.toml", "%2e%2e"):
        assert client.get(f"/v1/policies/{name}").status_code == 404


def test_the_knowledge(client, engine):
    told = client.get("/v1/knowledge").json()
    assert told["documents"] == engine.knowledge.total
    assert not {"file", "expanded", "files"} & set(told)
    counts = client.post("/v1/knowledge", json={"terms": ["hiv", "fever"]}).json()
    assert counts["counts"] == [engine.knowledge.count("hiv"), engine.knowledge.count("fever")]
    assert counts["together"] < min(counts["counts"])
    for terms in ([], "hiv", [3], ["!"]):
        refused(client.post("/v1/knowledge", json={"terms": terms}), 422, "bad-request")
    refused(client.post("/v1/knowledge", json={"terms": ["a"] * 65}), 422, "too-many-terms")


def test_it_is_live_at_once_and_ready_when_it_is_loaded(client):
    assert client.get("/livez").json() == {"live": True}
    client.post("/v1/sanitize", json=ASKED["sanitize"].to_dict())
    for _ in range(200):
        if client.get("/readyz").status_code == 200:
            break
    assert client.get("/readyz").json() == {"ready": True}


def test_metrics_are_there_on_request_alone(client, served):
    refused(client.get("/metrics"), 404, "no-route")
    counting = served(metrics=True)
    counting.post("/v1/sanitize", json={"text": "Jane Canary", "hide": ["Jane Canary"]})
    counting.get("/Jane/Canary")
    told = counting.get("/metrics").text
    assert 'sfumato_requests_total{route="/v1/sanitize",status="200"} 1' in told
    assert 'sfumato_requests_total{route="other",status="404"} 1' in told
    assert "Canary" not in told

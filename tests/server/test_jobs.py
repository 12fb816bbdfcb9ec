"""Long work: handed in, watched, cancelled, fetched once."""

import asyncio
import base64
import json
import threading
import time
from pathlib import Path

import pytest

from sfumato.server.errors import Refused
from sfumato.server.work import Stop, Workers
from sfumato.service import SanitizeRequest
from tests.server.conftest import LETTER, refused

ASKED = {"text": LETTER, "hide": ["HIV"]}


def submitted(client, request=ASKED, verb="sanitize", **headers):
    answer = client.post("/v1/jobs", json={"verb": verb, "request": request}, headers=headers)
    assert answer.status_code == 202, answer.text
    told = answer.json()
    assert answer.headers["location"] == f"/v1/jobs/{told['id']}"
    return answer.headers["location"], {"x-job-token": told["token"]}


def events(text):
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


def test_a_job_tells_how_far_it_is_and_gives_its_result_once(client):
    path, token = submitted(client, [ASKED, {"text": 1}, ASKED])
    told = events(client.get(f"{path}/events", headers=token).text)
    assert told[-1]["state"] == "done"
    assert told[-1]["progress"] == {"step": "sanitize", "done": 3, "total": 3, "unit": "requests"}
    assert client.get(path, headers=token).json()["state"] == "done"
    first, wrong, last = client.get(f"{path}/result", headers=token).json()
    assert first == last == client.post("/v1/sanitize", json=ASKED).json()
    assert wrong["error"]["code"] == "bad-request"
    for gone in (path, f"{path}/result", f"{path}/events"):
        refused(client.get(gone, headers=token), 404, "no-job")


def test_a_table_tells_how_far_it_is(client):
    columns = {"a": {"role": "direct_identifier"}, "note": {"role": "text"}}
    rows = [{"a": number, "note": "He lives in Miami."} for number in range(6)]
    path, token = submitted(client, {"config": {"columns": columns}, "k": 2, "rows": rows}, "anonymize")
    told = events(client.get(f"{path}/events", headers=token).text)
    assert told[-1]["state"] == "done"
    assert any(each.get("progress", {}).get("unit") == "characters" for each in told)
    assert len(client.get(f"{path}/result", headers=token).json()["rows"]) == 6


@pytest.mark.parametrize("headers", [{}, {"x-job-token": ""}, {"x-job-token": "guessed"}])
def test_anothers_job_cannot_be_read(client, headers):
    path, _ = submitted(client)
    for answer in (
        client.get(path, headers=headers),
        client.get(f"{path}/events", headers=headers),
        client.get(f"{path}/result", headers=headers),
        client.delete(path, headers=headers),
        client.get("/v1/jobs/0.none", headers=headers),
    ):
        refused(answer, 404, "no-job")


def test_a_job_is_cancelled(client):
    path, token = submitted(client, [ASKED] * 1000)
    refused(client.get(f"{path}/result", headers=token), 409, "not-done")
    assert client.delete(path, headers=token).status_code == 204
    refused(client.get(path, headers=token), 404, "no-job")
    other, token = submitted(client)  # the thread is free again
    assert events(client.get(f"{other}/events", headers=token).text)[-1]["state"] == "done"


def test_a_text_is_given_up_in_its_middle(client, engine):
    """A text that takes minutes does not keep the thread when its job is cancelled; the engine is as good as before."""
    words = (Path(__file__).parents[2] / "examples" / "letter.txt").read_text(encoding="utf-8")
    path, token = submitted(client, {"text": f"{words}\n" * 400, "hide": ["HIV", "diabetes"]})
    time.sleep(1.0)
    assert client.get(path, headers=token).json()["state"] == "running"
    assert client.delete(path, headers=token).status_code == 204
    began = time.monotonic()
    other, token = submitted(client)
    assert events(client.get(f"{other}/events", headers=token).text)[-1]["state"] == "done"
    assert time.monotonic() - began < 15
    assert client.get(f"{other}/result", headers=token).json() == engine.sanitize(SanitizeRequest(**ASKED)).to_dict()


def form(document, request='{"hide": ["HIV"]}', kind="text/html"):
    """What `/v1/documents` takes."""
    return {"request": ("", request, "application/json"), "document": ("letter", document, kind)}


def test_a_document_is_a_job_too(client):
    """One of many pages takes longer than a request may."""
    answer = client.post("/v1/jobs", files=form(f"<p>{LETTER}</p>"))
    assert answer.status_code == 202, answer.text
    path, token = answer.headers["location"], {"x-job-token": answer.json()["token"]}
    assert events(client.get(f"{path}/events", headers=token).text)[-1]["state"] == "done"
    told = client.get(f"{path}/result", headers=token).json()
    assert (
        told
        == client.post("/v1/documents", files=form(f"<p>{LETTER}</p>"), headers={"accept": "application/json"}).json()
    )
    assert b"zidovudine" not in base64.b64decode(told["document"])
    assert told["result"]["certificate"]["document"]["format"] == "html"
    refused(client.post("/v1/jobs", files={"request": b"{}"}), 400, "bad-form")


def test_a_document_is_given_up_in_its_middle(client):
    answer = client.post("/v1/jobs", files=form(f"<p>{LETTER * 1000}</p>"))
    path, token = answer.headers["location"], {"x-job-token": answer.json()["token"]}
    time.sleep(3.0)
    assert client.get(path, headers=token).json()["state"] == "running"
    assert client.delete(path, headers=token).status_code == 204
    began = time.monotonic()
    other, token = submitted(client)
    assert events(client.get(f"{other}/events", headers=token).text)[-1]["state"] == "done"
    assert time.monotonic() - began < 20


def test_a_job_that_fails_says_so_without_the_text(client):
    path, token = submitted(client, {"text": "Jane Canary", "hide": ["Jane Canary@x"]})
    last = events(client.get(f"{path}/events", headers=token).text)[-1]
    assert (last["state"], last["error"]["code"]) == ("failed", "bad-input")
    assert "Canary" not in str(last)
    refused(client.get(f"{path}/result", headers=token), 422, "bad-input")


def test_the_same_key_and_body_are_the_same_job(client):
    first, again = (submitted(client, **{"idempotency-key": "k"}) for _ in range(2))
    assert first == again
    assert submitted(client, [ASKED], **{"idempotency-key": "k"}) != first
    assert submitted(client) != first


@pytest.mark.parametrize(
    "body", [{}, [], {"verb": "sanitize"}, {"verb": "delete", "request": {}}, {"verb": [], "request": 1}]
)
def test_what_is_no_job(client, body):
    refused(client.post("/v1/jobs", json=body), 422, "bad-request")


def test_there_are_only_so_many(served):
    client = served(limits={"jobs": 2})
    for _ in range(2):
        submitted(client, [ASKED] * 50)
    answer = client.post("/v1/jobs", json={"verb": "sanitize", "request": ASKED})
    refused(answer, 429, "too-many-jobs")
    assert int(answer.headers["retry-after"]) >= 1


def test_results_that_nobody_fetches_are_forgotten(served):
    client = served(limits={"kept_seconds": 0.0})
    path, token = submitted(client)
    client.get(f"{path}/events", headers=token)
    time.sleep(0.01)
    refused(client.get(path, headers=token), 404, "no-job")


# --- the threads ---


def test_a_full_queue_asks_to_come_again():
    workers, hold = Workers(1, 2, "test"), threading.Event()
    first = workers.submit(lambda stop: hold.wait(), Stop())
    while not first.running():
        time.sleep(0.001)
    waiting = [workers.submit(lambda stop: 1, Stop()) for _ in range(2)]
    with pytest.raises(Refused) as refused:
        workers.submit(lambda stop: 1, Stop())
    assert (refused.value.status, refused.value.code) == (503, "busy")
    assert int(refused.value.headers["retry-after"]) >= 1
    hold.set()
    assert [each.result(5) for each in waiting] == [1, 1]


async def _left():
    return None


def test_who_leaves_is_not_worked_for():
    workers, hold, done = Workers(1, 1, "test"), threading.Event(), []
    first = workers.submit(lambda stop: hold.wait(), Stop())
    while not first.running():
        time.sleep(0.001)

    async def ask(seconds, gone):
        return await workers.do(lambda stop: done.append(1), seconds, gone)

    for seconds, gone, code in ((60, _left, "gone"), (0.01, None, "too-long")):
        with pytest.raises(Refused) as refused:
            asyncio.run(ask(seconds, gone))
        assert refused.value.code == code
    hold.set()
    assert workers.submit(lambda stop: 2, Stop()).result(5) == 2
    assert done == []

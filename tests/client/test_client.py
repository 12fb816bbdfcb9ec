"""A client and a real server: what an engine answers is what comes back, and what is refused is told."""

import json
import pickle
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from sfumato.client import Client, Job, ServerError
from sfumato.client.wire import VERBS
from sfumato.errors import InputError
from sfumato.server.app import ROUTES
from sfumato.server.verbs import VERBS as SERVED
from sfumato.service import (
    ExplainRequest,
    InspectRequest,
    OptionsRequest,
    SanitizeRequest,
    VerifyRequest,
)
from sfumato.tables import AnonymizeRequest
from tests.server.conftest import LETTER
from tests.server.test_documents import WORD, docx

EXAMPLES = Path(__file__).parents[2] / "examples"
SANITIZE = SanitizeRequest(text=LETTER, hide=("HIV",), id=7)
ASKED = {
    "sanitize": [SANITIZE, SanitizeRequest(text=LETTER, policy="us-medical", key=None)],
    "verify": [VerifyRequest(text=LETTER, hide=("HIV",)), VerifyRequest(text="He is well.", hide=("HIV",))],
    "inspect": [
        InspectRequest(text=LETTER, hide=("HIV",), search={"keywords": 5}),
        InspectRequest(text=LETTER),
        InspectRequest(text=LETTER, people=3),
        InspectRequest(text=LETTER, new=True),
    ],
    "explain": [ExplainRequest(term="zidovudine", hide=("HIV",))],
    "options": [OptionsRequest(text=LETTER, start=12, end=17)],
}


@pytest.mark.parametrize(("verb", "request_"), [(verb, each) for verb, many in ASKED.items() for each in many])
def test_a_verb_gives_what_an_engine_gives(client, engine, verb, request_):
    assert getattr(client, verb)(request_) == getattr(engine, verb)(request_)


def test_many_at_once_and_an_error_in_its_place(client, engine):
    first, wrong, last = client.many([SANITIZE, SanitizeRequest(text=LETTER), SANITIZE])
    assert first == last == engine.sanitize(SANITIZE)
    assert isinstance(wrong, ServerError)
    assert (wrong.code, wrong.where) == ("nothing-to-hide", "[1]")
    assert client.many([]) == []
    with pytest.raises(InputError):
        client.many([SANITIZE, VerifyRequest(text=LETTER)])


def test_tables(client):
    csv = (EXAMPLES / "members.csv").read_text(encoding="utf-8")
    config = tomllib.loads((EXAMPLES / "members.toml").read_text(encoding="utf-8"))
    result = client.anonymize(AnonymizeRequest(config=config, k=4, l=2), csv)
    assert result.verdict.holds
    assert result.table.startswith("person,")
    guessed = client.guess(csv)
    assert guessed["rows"] == len(csv.splitlines()) - 1
    assert guessed["config"]["columns"]["age"]["role"] == "quasi_identifier"
    rows = [{"age": 30 + number % 2} for number in range(6)]
    config = {"columns": {"age": {"role": "quasi_identifier", "kind": "number"}}}
    assert len(client.anonymize(AnonymizeRequest(config=config, k=3), rows).table) == 6
    with pytest.raises(ServerError) as refused:
        client.anonymize(AnonymizeRequest(config=config, config_file="x.toml"), rows)
    assert refused.value.code == "no-files"


def test_documents(client):
    asked = SanitizeRequest(text="", hide=("HIV",))
    safe = client.document(f"--x\r\n{LETTER}\r\n".encode(), asked, kind="text/markdown")
    assert safe.holds
    assert safe.kind == "text/markdown"
    assert safe.data.startswith(b"--x\r\nHe lives in Miami")
    assert b"zidovudine" not in safe.data
    assert "Miami" not in repr(safe)
    with pytest.raises(InputError):
        client.document(b"x", SANITIZE)
    given = (f"--x\r\n{LETTER}\r\n".encode(), asked)
    job = client.submit_document(*given, kind="text/markdown", key="mine")
    assert client.submit_document(*given, kind="text/markdown", key="mine") == job
    assert client.wait(job) == safe


def test_long_work(client, engine):
    job = client.submit([SANITIZE, SanitizeRequest(text=LETTER)])
    assert job.token not in repr(job)
    told = list(client.events(job))
    assert told[-1].ended
    assert told[-1].progress.total == 2
    assert client.state(job).state == "done"
    done, wrong = client.result(job)
    assert done == engine.sanitize(SANITIZE)
    assert isinstance(wrong, ServerError)
    with pytest.raises(ServerError) as gone:
        client.state(job)
    assert (gone.value.status, gone.value.code) == (404, "no-job")


def test_work_is_waited_for_repeated_and_cancelled(client):
    first, again = (client.submit(VerifyRequest(text=LETTER, hide=("HIV",)), key="k") for _ in range(2))
    assert first == again
    assert not client.wait(first).holds
    table = AnonymizeRequest(config={"columns": {"a": {"role": "quasi_identifier"}}}, k=2)
    assert client.wait(client.submit(table, "a\n1\n1\n")).verdict.holds
    with pytest.raises(InputError):
        client.submit(table)
    long = client.submit([SANITIZE] * 500)
    client.cancel(long)
    with pytest.raises(ServerError):
        client.state(long)
    with pytest.raises(ServerError):
        list(client.events(Job("0.none", "none", "sanitize")))


def test_what_there_is(client, engine):
    assert client.is_ready()
    assert "us-medical" in client.policies()["policies"]
    assert client.policy("us-medical")["hide"]
    assert client.knowledge()["documents"] == engine.knowledge.total
    assert client.count("hiv", "fever")["counts"][0] == engine.knowledge.count("hiv")
    assert client.openapi()["openapi"].startswith("3.1")
    assert "sfumato_requests_total" in client.metrics()
    with pytest.raises(ServerError) as refused:
        client.policy("../x")
    assert refused.value.status == 404


def test_every_route_has_a_method():
    """And what may come back is what the server says may."""
    assert dict(VERBS.values()) == {name: verb.answered for name, verb in SERVED.items()}
    methods = {
        "/v1/anonymize": "anonymize", "/v1/guess": "guess", "/v1/documents": "document", "/v1/jobs": "submit",
        "/v1/jobs/{id}": "state", "/v1/jobs/{id}/events": "events", "/v1/jobs/{id}/result": "result",
        "/v1/policies": "policies", "/v1/policies/{name}": "policy", "/v1/knowledge": "knowledge",
    } | {f"/v1/{verb}": verb for verb in SERVED}  # fmt: skip
    assert {template for template, *_ in ROUTES if template.startswith("/v1/")} == set(methods)
    assert all(hasattr(Client, name) for name in methods.values())


def test_a_review_begins_with_an_address_that_opens_once(client):
    address = client.review(SanitizeRequest(text="He was started on zidovudine.", hide=("HIV",)))
    assert address.startswith("http://127.0.0.1:")
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(address) as page:
        assert page.status == 200
        assert "token" not in page.url
    with pytest.raises(urllib.error.HTTPError) as used:
        urllib.request.urlopen(address)
    used.value.close()
    assert used.value.code == 401


def test_a_document_is_reviewed_as_what_it_is(client):
    request = SanitizeRequest(text="", hide=("HIV",))
    data = docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home.</w:t></w:r></w:p>")
    address = client.review_document(data, request, kind=WORD, reviewer="Anna", inverse=True)
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(address) as page:
        path = page.url
    with opener.open(f"{path}/queue") as told:
        queue = json.load(told)
    assert (queue["reviewer"], queue["inverse"]) == ("Anna", True)
    with pytest.raises(ServerError) as refused:
        client.review_document(b"PK", request, kind=WORD)
    assert refused.value.code == "bad-document"


def test_errors_are_the_servers_own(port, client):
    with pytest.raises(ServerError) as refused:
        client.sanitize(SanitizeRequest(text="Jane Canary", hide=("Jane Canary@x",)))
    assert (refused.value.status, refused.value.code) == (422, "bad-input")
    assert "Canary" not in str(refused.value)
    copied = pickle.loads(pickle.dumps(refused.value))
    assert (str(copied), copied.status, copied.code) == (str(refused.value), 422, "bad-input")
    with pytest.raises(ServerError) as unknown:
        Client(f"http://127.0.0.1:{port}", token="another").policies()
    assert (unknown.value.status, unknown.value.code) == (401, "bad-token")


def test_nobody_answers():
    nobody = Client("http://127.0.0.1:9", timeout=2)
    assert not nobody.is_ready()
    for ask in (nobody.policies, lambda: list(nobody.events(Job("0.a", "b", "verify")))):
        with pytest.raises(ServerError) as refused:
            ask()
        assert (refused.value.status, refused.value.code) == (0, "no-answer")


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:8421", "ftp://127.0.0.1", "http://a:b@127.0.0.1", "http://127.0.0.1/?a"]
)
def test_what_is_no_address(url):
    with pytest.raises(InputError):
        Client(url)


def test_nothing_goes_beyond_this_machine_in_clear_text():
    with pytest.raises(InputError, match="https"):
        Client("http://records.example.org")
    Client("https://records.example.org")
    Client("http://sfumato:8421", clear_text=True)

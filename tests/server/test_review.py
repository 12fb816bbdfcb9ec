"""The review page over HTTP: who may, once, and what is refused."""

import io
import json
import threading
import time
import zipfile

import pytest
from starlette.testclient import TestClient

from sfumato.reviewing import ReviewedDocument, begun
from sfumato.server import Limits, ServerConfig
from sfumato.server.app import Server
from sfumato.server.review import PREPARING, _cookie_name, address
from sfumato.service import SanitizeRequest
from tests.server.conftest import LETTER, refused
from tests.server.test_documents import WORD, docx, form
from tests.server.test_gate import TOKEN

JSON = {"content-type": "application/json"}
ASTRAL = "😀 He was started on zidovudine in May 1997 in Miami."


@pytest.fixture
def shown(engine):
    """A review of one text, and a client without its cookie."""
    clients = []

    def make(*texts, limits=None):
        server = Server(engine, ServerConfig(token=TOKEN, limits=Limits(**{"seconds": 600.0, **(limits or {})})))
        client = TestClient(server.app, base_url="http://127.0.0.1", follow_redirects=False)
        clients.append(client.__enter__())
        documents = [ReviewedDocument(f"text {n}", text) for n, text in enumerate(texts or (LETTER,))]
        review = begun(engine, SanitizeRequest(text="", hide=("HIV",)), documents, reviewer="Anna")
        review.prepare(lambda: False)
        client.reviews = server.reviews
        return client, server.reviews.add(review)

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def inside(shown):
    """A client that has taken the token, and the path of the review."""

    def make(*texts, **more):
        client, opened = shown(*texts, **more)
        assert client.get(address(opened)).status_code == 303
        return client, f"/review/{opened.id}"

    return make


def act(client, path, **values):
    answer = client.post(f"{path}/documents/0/acts", json=values)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_token_of_the_address_is_taken_once_for_a_cookie(shown):
    client, opened = shown()
    once = address(opened)
    answer = client.get(once)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/review/{opened.id}"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path=/review/{opened.id}" in cookie
    refused(client.get(once), 401, "token-used")
    page = client.get(f"/review/{opened.id}")
    assert page.status_code == 200
    assert page.headers["content-security-policy"].startswith("default-src 'self';")
    assert page.headers["cache-control"] == "no-store"


def test_a_wrong_token_does_not_use_up_the_right_one(shown):
    client, opened = shown()
    right = address(opened)
    refused(client.get(f"/review/{opened.id}?token=wrong"), 401, "token-used")
    assert client.get(right).status_code == 303


@pytest.mark.parametrize("path", ["", "/queue", "/documents/0", "/documents/0/items/0", "/documents/0/export/text"])
def test_without_the_cookie_nothing_is_shown(shown, path):
    client, opened = shown()
    refused(client.get(f"/review/{opened.id}{path}"), 401, "no-session")
    refused(client.get(f"/review/0.nope{path}"), 404, "no-review")


def test_the_cookie_of_one_review_opens_no_other(shown):
    client, one = shown()
    other = client.reviews.add(one.page.review)
    client.get(address(one))
    assert client.get(f"/review/{one.id}/queue").status_code == 200
    stolen = {"cookie": f"{_cookie_name(other)}={one.cookie}"}
    for headers in ({}, stolen):
        refused(client.get(f"/review/{other.id}/queue", headers=headers), 401, "no-session")


def test_everything_else_of_that_server_is_closed(inside):
    client, _ = inside()
    refused(client.post("/v1/sanitize", json={"text": LETTER, "hide": ["HIV"]}), 401, "bad-token")


def test_a_review_that_nobody_looks_at_is_closed(shown):
    client, opened = shown(limits={"idle_seconds": 0.0})
    refused(client.get(address(opened)), 404, "no-review")


def test_pages_of_elsewhere_may_not_decide(inside):
    client, path = inside()
    body = {"act": "keep", "items": [0]}
    foreign = {"origin": "http://evil.example"}
    refused(client.post(f"{path}/documents/0/acts", json=body, headers=foreign), 403, "foreign-origin")
    plain = {"content-type": "text/plain"}
    refused(client.post(f"{path}/documents/0/acts", content=json.dumps(body), headers=plain), 415, "bad-content-type")


def test_however_many_are_begun_only_some_are_prepared_at_once(served):
    client, before = served(), set(threading.enumerate())
    for number in range(6):
        body = {"text": f"{number}. {LETTER}", "hide": ["HIV"]}
        assert client.post("/v1/reviews", json=body).status_code == 200
    begun = {each for each in threading.enumerate() if each.name.startswith("review")} - before
    assert 1 <= len(begun) <= PREPARING


def test_places_are_those_of_javascript(inside):
    client, path = inside(ASTRAL)
    told = client.get(f"{path}/documents/0").json()
    wide = ASTRAL.encode("utf-16-le")
    (item,) = [each for each in told["items"] if "zidovudine" in each["term"]]
    assert "zidovudine" in wide[2 * item["start"] : 2 * item["end"]].decode("utf-16-le")
    at = wide.index("Miami".encode("utf-16-le")) // 2
    found = client.post(f"{path}/documents/0/equal", json={"start": at + 1, "end": at + 3}).json()
    assert found == {"spans": [[at, at + 5]], "words": "Miami"}
    marked = act(client, path, act="mark", start=at, end=at + 2)
    assert marked["count"] == len(told["items"]) + 1


def test_a_decision_tells_what_has_changed_and_what_it_costs(inside):
    client, path = inside()
    before = client.get(f"{path}/documents/0").json()
    assert before["claim"]["holds"]
    (number,) = [each["n"] for each in before["items"] if "zidovudine" in each["term"]]
    card = client.get(f"{path}/documents/0/items/{number}").json()
    assert card["breaks"]
    told = act(client, path, act="keep", items=[number])
    assert [each["n"] for each in told["changed"]] == [number]
    assert not told["claim"]["holds"]
    assert told["undo"]
    assert act(client, path, act="undo")["claim"]["holds"]


def test_own_words_that_tell_too_much_need_a_reason(inside):
    client, path = inside()
    items = client.get(f"{path}/documents/0").json()["items"]
    (number,) = [each["n"] for each in items if "zidovudine" in each["term"]]
    body = {"act": "write", "items": [number], "text": "an antiretroviral"}
    answer = client.post(f"{path}/documents/0/acts", json=body)
    assert "antiretroviral" in refused(answer, 409, "refused")["message"]
    assert act(client, path, **body, why="asked for")["changed"][0]["why"] == "asked for"


def test_only_what_is_finished_goes_out(inside):
    client, path = inside()
    refused(client.get(f"{path}/documents/0/export/text"), 409, "not-finished")
    act(client, path, act="finish")
    text = client.get(f"{path}/documents/0/export/text")
    assert "zidovudine" not in text.text
    assert text.headers["content-disposition"] == 'attachment; filename="document-1.txt"'
    assert client.get(f"{path}/documents/0/export/certificate").json()["holds"]
    assert client.get(f"{path}/documents/0/export/working").json()["text"] == text.text
    assert "<h1>" in client.get(f"{path}/documents/0/export/report").text
    refused(client.get(f"{path}/documents/0/export/other"), 422, "bad-export")


def test_who_hands_out_a_long_text_may_wait_for_the_check(inside):
    client, path = inside(limits={"seconds": 0.001})
    act(client, path, act="finish")
    assert "zidovudine" not in client.get(f"{path}/documents/0/export/text").text


def test_all_that_is_finished_goes_out_at_once(inside):
    client, path = inside(LETTER, "She took zidovudine, too.")
    refused(client.get(f"{path}/export/text"), 409, "not-finished")
    act(client, path, act="finish")
    archive = zipfile.ZipFile(io.BytesIO(client.get(f"{path}/export/text").content))
    assert archive.namelist() == ["document-1.txt"]
    assert archive.read("document-1.txt") == client.get(f"{path}/documents/0/export/text").content
    assert len(client.get(f"{path}/export/working").text.splitlines()) == 1
    refused(client.get(f"{path}/export/report"), 422, "bad-export")


@pytest.mark.parametrize(
    "values",
    [
        {}, {"act": 3}, {"act": "burn"}, {"act": "keep"}, {"act": "keep", "items": []}, {"act": "keep", "items": ["0"]},
        {"act": "keep", "items": [True]}, {"act": "keep", "items": [999]}, {"act": "keep", "items": [-1]},
        {"act": "write", "items": [0]}, {"act": "write", "items": [0], "text": "x" * 3_000}, {"act": "mark"},
        {"act": "mark", "start": 5, "end": 2}, {"act": "mark", "start": 0, "end": 10**9}, {"act": "open"},
        {"act": "rule"}, {"act": "keep", "items": [10**40]}, {"act": "finish", "why": ["x"]},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_changes_nothing(inside, values):
    client, path = inside()
    before = client.get(f"{path}/documents/0").json()
    answer = client.post(f"{path}/documents/0/acts", json=values)
    assert answer.status_code in (409, 422), answer.text
    assert client.get(f"{path}/documents/0").json() == before


def test_there_is_no_other_document(inside):
    client, path = inside()
    refused(client.get(f"{path}/documents/1"), 422, "no-document")
    refused(client.get(f"{path}/documents/0/items/99"), 422, "no-item")
    assert client.get(f"{path}/documents/x").status_code == 404


def test_rules_are_remembered_listed_and_revoked(inside):
    client, path = inside(LETTER, "She took zidovudine, too.")
    told = client.post(f"{path}/rules", json={"does": "keep", "term": "zidovudine"}).json()
    assert [(rule["term"], rule["count"]) for rule in told["rules"]] == [("zidovudine", 2)]
    form = told["rules"][0]["form"]
    assert client.post(f"{path}/rules", json={"revoke": form}).json()["rules"] == []
    refused(client.post(f"{path}/rules", json={"revoke": form}), 422, "no-rule")
    refused(client.post(f"{path}/rules", json={"does": "burn", "term": "x"}), 422, "bad-rule")


def test_a_text_goes_on_to_review_from_the_server(served):
    client = served()
    answer = client.post("/v1/reviews", json={"text": LETTER, "hide": ["HIV"]})
    assert answer.status_code == 200
    once = answer.json()["address"]
    assert client.get(once).status_code == 200
    refused(client.post("/v1/reviews", json={"text": LETTER}), 422, "nothing-to-hide")
    refused(client.post("/v1/reviews", json={"text": LETTER, "hide": ["HIV"], "policy": ["a.toml"]}), 422, "no-files")


def begun_at(client, answer):
    """The path of a review that was begun, once its first document is ready; its token is taken."""
    assert answer.status_code == 200, answer.text
    path = client.get(answer.json()["address"]).url.path
    while not client.get(f"{path}/documents/0").json()["ready"]:
        time.sleep(0.1)
    return path


def test_a_document_is_reviewed_as_what_it_is_and_handed_out_as_one(served):
    client = served()
    given = docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home by the sea.</w:t></w:r></w:p>")
    path = begun_at(client, client.post("/v1/reviews", files=form(given, WORD)))
    told = client.get(f"{path}/documents/0").json()
    assert told["file"] == "docx"
    assert told["places"][0] == [0, "word/document.xml: paragraph 1"]
    act(client, path, act="finish")
    made = client.get(f"{path}/documents/0/export/document")
    assert made.headers["content-type"] == WORD
    assert made.headers["content-disposition"] == 'attachment; filename="document-1.docx"'
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        xml = archive.read("word/document.xml")
    assert b"zidovudine" not in xml
    assert b"sleeps well at home" in xml


def test_a_plain_document_is_reviewed_as_a_text(served):
    client = served()
    path = begun_at(client, client.post("/v1/reviews", files=form(LETTER.encode())))
    told = client.get(f"{path}/documents/0").json()
    assert (told["text"], told["file"], told["places"]) == (LETTER, None, [])


def test_who_decides_is_said_in_the_certificate(served):
    client = served()
    path = begun_at(client, client.post("/v1/reviews", json={"text": LETTER, "hide": ["HIV"], "reviewer": "Anna"}))
    act(client, path, act="finish")
    assert client.get(f"{path}/documents/0/export/certificate").json()["claim"]["review"]["by"] == "Anna"


def test_a_review_may_be_turned_round(served):
    client = served()
    path = begun_at(client, client.post("/v1/reviews", json={"text": LETTER, "hide": ["HIV"], "inverse": True}))
    assert client.get(f"{path}/queue").json()["inverse"]
    assert client.get(f"{path}/documents/0").json()["gaps"]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"hide": ["HVI"]}, "misspelt"),
        ({"hide": ["HIV"], "reviewer": 3}, "bad-request"),
        ({"hide": ["HIV"], "reviewer": "A\nB"}, "bad-request"),
        ({"hide": ["HIV"], "reviewer": "x" * 300}, "bad-request"),
        ({"hide": ["HIV"], "inverse": "yes"}, "bad-request"),
        ({"hide": ["HIV"], "same_person": True}, "not-here"),
        ({"hide": ["Canary@x"]}, "bad-input"),
    ],
)
def test_a_review_that_cannot_be_is_refused_at_once(served, values, code):
    answer = served().post("/v1/reviews", content=json.dumps({"text": LETTER, **values}), headers=JSON)
    said = refused(answer, 422, code)
    assert not any(word in str(said) for word in ("HVI", "Canary", "Miami"))


def test_a_document_that_cannot_be_reviewed_is_refused_at_once(served):
    client = served()
    refused(client.post("/v1/reviews", files=form(b"PK\x03\x04 zidovudine", WORD)), 422, "bad-document")
    refused(client.post("/v1/reviews", files=form(request='{"hide": ["HIV"], "text": "x"}')), 422, "bad-request")
    refused(client.post("/v1/reviews", files=form(request="[]")), 422, "bad-request")
    refused(client.post("/v1/reviews", files=form(docx("<w:p/>"), WORD)), 422, "bad-document")

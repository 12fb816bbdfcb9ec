"""What pages are made of comes from the package, and from nowhere else."""

import re

import pytest

from sfumato.server.static import page, pieces
from tests.server.conftest import refused
from tests.server.test_gate import TOKEN


def test_it_needs_no_token_and_says_what_it_is(served):
    answer = served(token=TOKEN).get("/static/base.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.content == pieces()["base.css"].data


def test_a_browser_that_has_it_is_told_so(client):
    mark = client.get("/static/base.css").headers["etag"]
    answer = client.get("/static/base.css", headers={"if-none-match": mark})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("name", ["nope.css", "../static.py", "..%2fstatic.py", "%2e%2e/app.py", "", "base.css/", "."])
def test_nothing_else_is_there(client, name):
    refused(client.get(f"/static/{name}"), 404, "no-route")


@pytest.mark.parametrize("name", [name for name in pieces() if name.endswith(".html")])
def test_a_page_may_fetch_from_its_own_server_alone(name):
    policy = page(name).headers["content-security-policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", list(pieces()))
def test_nothing_of_a_page_names_another_server_or_stands_inline(name):
    kinds = {
        "html": rb"https?:|<style|\sstyle=|<script(?! type=\"module\" src=\"/static/)|\son\w+=",
        "css": rb"https?:|@import|url\(",
    }
    wanted = kinds.get(
        name.rpartition(".")[2],
        rb"https?:(?!//www\.w3\.org/)|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(",
    )
    assert re.findall(wanted, pieces()[name].data) == []

"""Presidio's wire format, asked as its callers ask: a client, texts and helpers that the tests share."""

import asyncio
import json

import httpx
import pytest
from starlette.applications import Starlette

from sfumato.server.presidio import routes

LICENSE = "John Smith drivers license is AC432223"
JANE = "hello world, my name is Jane Doe. My number is: 034453334"
GEORGE = "I'm George Washington Square Park"
KEY, OTHER_KEY = "1" * 16, "2" * 16
CANARY = "Xanthippe Quill of 17 Gallows Row"
CODE = "X-Sfumato-Error-Code"


class Client:
    """Asks an app as a caller would, over its own interface and not a socket."""

    def __init__(self, engine):
        self.app = Starlette(routes=routes(engine))

    def ask(self, method, path, **sent):
        async def asked():
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
                return await client.request(method, path, **sent)

        return asyncio.run(asked())

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body=None, **fields):
        sent = json.dumps(fields if body is None else body)  # as a client that escapes everything, half characters too
        return self.ask("POST", path, content=sent, headers={"Content-Type": "application/json"})


@pytest.fixture(scope="session")
def client(engine):
    return Client(engine)


def told(response):
    """The status and the body of an answer; an error has a code."""
    assert (CODE in response.headers) == (response.status_code != 200)
    return response.status_code, response.json()


def refused(response):
    status, body = told(response)
    assert list(body) == ["error"]
    return status, body["error"]


def span(start, end, entity_type, score=0.8):
    return {"start": start, "end": end, "entity_type": entity_type, "score": score}


def result(start, end, entity_type, score, explained=None):
    return {
        "analysis_explanation": explained,
        "end": end,
        "entity_type": entity_type,
        "score": score,
        "start": start,
    }


def zip_code(**other):
    pattern = {"name": "zip code (weak)", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}
    return {
        "name": "Zip code Recognizer", "supported_language": "en", "supported_entity": "ZIP", "patterns": [pattern],
        **other,
    }  # fmt: skip

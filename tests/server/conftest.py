"""A server over the embedded knowledge, in this process: one engine for all tests."""

import pytest
from starlette.testclient import TestClient

from sfumato.server import Limits, ServerConfig, application

LETTER = "He lives in Miami, and was started on zidovudine in May 1997."


@pytest.fixture
def served(engine):
    """Makes clients of servers of any config; all are stopped at the end."""
    clients = []

    def make(limits=None, **config):
        app = application(engine, ServerConfig(limits=Limits(**{"seconds": 600.0, **(limits or {})}), **config))
        client = TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
        clients.append(client.__enter__())
        return client

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def client(served):
    return served()


def refused(answer, status, code):
    """Whether an answer is an error of the one shape; gives what it says."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    error = answer.json()["error"]
    assert set(error) == {"code", "message", "where", "request_id"}
    assert error["code"] == code, error
    assert error["request_id"] == answer.headers["x-request-id"]
    return error

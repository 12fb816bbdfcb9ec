"""A client of a real server, over the engine that all tests share."""

import time

import pytest

from sfumato.client import Client
from tests.serving import serving

TOKEN = "A-token-of-the-client-012"


@pytest.fixture(scope="module")
def port(engine):
    with serving(engine, token=TOKEN, metrics=True) as port:
        yield port


@pytest.fixture(scope="module")
def client(port):
    made = Client(f"http://127.0.0.1:{port}", token=TOKEN)
    while not made.is_ready():
        time.sleep(0.05)
    return made

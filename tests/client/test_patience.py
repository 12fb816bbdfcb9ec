"""A server that is busy, answers something else, or in the middle of an answer no longer."""

import socket
import threading
import time

import pytest

from sfumato.client import Client, ServerError
from sfumato.service import SanitizeRequest


def told(status, body, headers=b""):
    return b"HTTP/1.1 %d x\r\nContent-Length: %d\r\n%s\r\n%s" % (status, len(body), headers, body)


BUSY = told(503, b'{"error": {"code": "busy", "message": "m", "where": ""}}', b"Retry-After: 1\r\n")
FINE = told(200, b'{"policies": {"a": "b"}}')


@pytest.fixture
def answering():
    """Makes servers that answer what they are told, one answer a connection."""
    listening = []

    def make(*answers):
        made = socket.create_server(("127.0.0.1", 0))
        listening.append(made)

        def run():
            for answer in answers:
                connection, _ = made.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(answer)

        threading.Thread(target=run, daemon=True).start()
        return f"http://127.0.0.1:{made.getsockname()[1]}"

    yield make
    for each in listening:
        each.close()


def test_who_has_patience_asks_again(answering):
    began = time.monotonic()
    assert Client(answering(BUSY, FINE), patience=10).policies()["policies"] == {"a": "b"}
    assert time.monotonic() - began >= 1


def test_who_has_none_does_not(answering):
    with pytest.raises(ServerError) as refused:
        Client(answering(BUSY)).policies()
    assert (refused.value.status, refused.value.code, refused.value.again) == (503, "busy", 1.0)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"HTTP/1.1 200 x\r\nContent-Length: 5\r\n\r\nhello", "no-server"),
        (b"HTTP/1.1 502 x\r\nContent-Length: 5\r\n\r\nhello", "no-server"),
        (b'HTTP/1.1 500 x\r\nContent-Length: 9\r\n\r\n{"error":', "no-server"),
        (b"HTTP/1.1 302 x\r\nLocation: http://elsewhere.example/\r\nContent-Length: 0\r\n\r\n", "no-server"),
        (b"HTTP/1.1 200 x\r\nContent-Length: 50\r\n\r\nhello", "no-answer"),
        (b"nonsense\r\n\r\n", "no-answer"),
        (b"", "no-answer"),
    ],
)
def test_what_is_no_answer(answering, answer, code):
    with pytest.raises(ServerError) as refused:
        Client(answering(answer)).policies()
    assert refused.value.code == code


def test_an_answer_of_another_version(answering):
    with pytest.raises(ServerError) as refused:
        Client(answering(FINE)).sanitize(SanitizeRequest(text="Jane Canary", hide=("HIV",)))
    assert refused.value.code == "other-version"
    assert "Canary" not in str(refused.value)

"""Clients that are slow, greedy or cunning, each on a socket of its own: refused with a code, or cut off."""

import contextlib
import json
import socket
import time

import pytest

from tests.server.conftest import LETTER
from tests.serving import serving

BODY = json.dumps({"text": LETTER, "hide": ["HIV"]}).encode()
TOKEN = "A-token-of-sockets-012345"


@pytest.fixture(scope="module")
def port(engine):
    limits = {"head_seconds": 1.0, "body_seconds": 1.5, "stalled_seconds": 1.0, "body": 100_000}
    with serving(engine, limits) as port:
        yield port


def sent(port, *pieces, pause=0.0, seconds=20.0):
    """All that a server says to what is sent piece by piece, until it closes the connection."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as own:
        try:
            for piece in pieces:
                own.sendall(piece)
                time.sleep(pause)
        except OSError:
            pass
        try:
            while piece := own.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass
    return answer


def head(*lines, method="POST", path="/v1/sanitize"):
    own = ("Host: 127.0.0.1", "Content-Type: application/json", "Connection: close", *lines)
    return "\r\n".join((f"{method} {path} HTTP/1.1", *own, "", "")).encode("latin-1")


def test_a_whole_request_is_answered(port):
    assert sent(port, head(f"Content-Length: {len(BODY)}") + BODY).startswith(b"HTTP/1.1 200")


def test_a_body_that_trickles_is_refused(port):
    began = time.monotonic()
    answer = sent(port, head(f"Content-Length: {len(BODY)}"), *(b" " for _ in range(12)), pause=0.2)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"too-slow" in answer
    assert time.monotonic() - began < 10


def test_headers_that_trickle_are_cut_off(port):
    began = time.monotonic()
    assert sent(port, b"GET /livez HTTP/1.1\r\n", *(b"X-A: b\r\n" for _ in range(12)), pause=0.2) == b""
    assert time.monotonic() - began < 10


def test_who_says_nothing_is_cut_off(port):
    assert sent(port) == b""


def test_a_body_that_is_larger_than_it_says_is_refused(port):
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    answer = sent(port, head("Transfer-Encoding: chunked"), *[chunk] * 10)
    assert answer.startswith(b"HTTP/1.1 413")
    assert sent(port, head("Content-Length: 999999999999")).startswith(b"HTTP/1.1 413")


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(engine):
    """The answers to many requests fill what lies between, and then the connection is ended."""
    with serving(engine, {"stalled_seconds": 1.0}) as port, socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        own.connect(("127.0.0.1", port))
        own.settimeout(1.0)
        asked = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200
        with contextlib.suppress(OSError):
            own.sendall(asked)
        time.sleep(3.0)
        own.settimeout(20.0)
        total = 0
        with contextlib.suppress(OSError):
            while piece := own.recv(65536):
                total += len(piece)
        assert total < 200 * 100_000


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (head("Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\n", {400, 415, 422}),
        (head("Content-Length: 5", "Content-Length: 6") + b"hello", {400}),
        (head("Content-Length: -5") + b"hello", {400}),
        (head("Content-Length: five") + b"hello", {400}),
        (head("Transfer-Encoding: gzip, chunked") + b"0\r\n\r\n", {400, 501}),
        (b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n", {400, 403}),
        (b"GET /livez HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", {400, 403}),
        (b"GET http://evil.example/livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", {400, 404}),
        (b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\r\n folded\r\nConnection: close\r\n\r\n", {200, 400}),
        (b"GET /livez\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", {400, 404}),
        (head("X-Long: " + "x" * 200_000), {400, 431}),
        (head(path="/" + "x" * 200_000), {400, 404, 414}),
        (b"CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", {400, 404, 405}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50 + b"\r\n\r\n", {400}),
        (head(method="TRACE", path="/livez"), {405}),
        (head(method="GET", path="//livez"), {404}),
        (head(method="GET", path="/./v1/../livez"), {404}),
        (head(path="/static/..%2f..%2fserver/app.py", method="GET"), {404}),
        (head(path="/static/%2e%2e/%2e%2e/app.py", method="GET"), {404}),
        (head(path="/v1/policies/..%5c..%5cetc%5cpasswd", method="GET"), {404}),
        (head(path="/v1/policies/%00", method="GET"), {404}),
        (head(path="/v1/jobs/0.x%0d%0aX-A:b", method="GET"), {404}),
        (head("Upgrade: websocket", "Connection: Upgrade", path="/livez", method="GET"), {200, 400}),
        (head("Content-Encoding: br", "Content-Length: 2") + b"{}", {415}),
        (head("Content-Encoding: gzip, gzip, gzip", "Content-Length: 2") + b"{}", {415}),
        (head("Expect: 100-continue", "Content-Length: 2") + b"{}", {400, 422, 100}),
    ],
)
def test_tricks_are_refused(port, request_, status):
    answer = sent(port, request_)
    first = int(answer.split(b" ", 2)[1])
    assert first in status, answer[:300]
    assert b"Traceback" not in answer
    assert b"evil" not in answer
    assert sent(port, head(f"Content-Length: {len(BODY)}") + BODY).startswith(b"HTTP/1.1 200")


def test_many_at_once_are_refused_and_hinder_nobody(engine):
    with serving(engine, {"open": 8, "body_seconds": 3.0}) as port:
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(8)]
        for each in held:
            each.sendall(head("Content-Length: 9"))
        time.sleep(0.5)
        answer = sent(port, head(method="GET", path="/livez"))
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in answer.lower()
        for each in held:
            each.close()
        time.sleep(0.5)
        assert sent(port, head(method="GET", path="/livez")).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "own", ["", f"Authorization: Bearer {TOKEN}x", f"X-API-Key: {TOKEN[:-1]}", "Authorization: Bearer"]
)
def test_without_the_token_a_body_is_not_even_read(engine, own):
    with serving(engine, token=TOKEN) as port:
        answer = sent(port, head(*([own] if own else []), "Content-Length: 10000000"))
    assert answer.startswith(b"HTTP/1.1 401")
    assert TOKEN.encode() not in answer

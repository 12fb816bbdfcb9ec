"""The processes of a server: a socket, one or several workers that share what is loaded, and an end without haste."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.io.processes import end_with
from sfumato.reviewing import Review
from sfumato.server.app import Server, templates
from sfumato.server.config import Limits, ServerConfig
from sfumato.server.logs import configure, log
from sfumato.server.metrics import Metrics
from sfumato.server.review import address
from sfumato.service import Engine

_BACKLOG = 1024
_SOON = 1.0  # seconds before a worker that has died is replaced
_STOPS = (signal.SIGINT, signal.SIGTERM)


def run(engine: Engine, config: ServerConfig, log_level: str, opened: Callable[[str], object] | None = None) -> None:
    """Listens and answers until the process is told to end; `opened` hears where."""
    configure(log_level)
    listening = _listening(config)
    host, port = listening.getsockname()[:2]
    metrics = Metrics(templates(config), config.workers)
    for number in _STOPS:
        signal.signal(number, lambda *_: None)  # once uvicorn has ended in order, all is well
    log.info("listening on http://%s:%d", f"[{host}]" if ":" in host else host, port)
    if opened:
        opened(f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else f'[{host}]' if ':' in host else host}:{port}/")
    server = Server(engine, config, metrics)
    if config.workers == 1:
        _answer(server, listening)
        _end_at_work(server)
        return
    server.load()
    _many(server, listening)


def run_review(engine: Engine, review: Review, opened: Callable[[str], None], port: int, log_level: str) -> None:
    """Shows one review, and answers nothing else: the token of all other routes is told to nobody."""
    configure(log_level)
    config = ServerConfig(port=port, token=secrets.token_urlsafe(32))
    listening = _listening(config)
    for number in _STOPS:
        signal.signal(number, lambda *_: None)
    server = Server(engine, config)
    gc.collect()
    gc.freeze()  # what is loaded stays: nobody looks through it again at every decision
    shown_as = address(server.reviews.add(review))
    opened(f"http://127.0.0.1:{listening.getsockname()[1]}{shown_as}")
    try:
        _answer(server, listening)
    finally:
        review.close()


def _listening(config: ServerConfig) -> socket.socket:
    """The socket; one clear line where the address cannot be had."""
    try:
        family = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0][0]
        made = socket.create_server((config.host, config.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        where = f"{shown(config.host)}:{config.port}"
        raise InputError(f"{where}: cannot listen ({error.strerror or type(error).__name__})") from None
    made.set_inheritable(True)
    return made


# --- one process ------------------------------------------------------------------------------------------


def _end_at_work(server: Server) -> None:
    """Ends the process where a thread is still in the midst of a text: an interpreter that winds up under it aborts."""
    until = time.monotonic() + _SOON
    while server.at_work and time.monotonic() < until:
        time.sleep(0.02)
    if server.at_work:
        sys.stderr.flush()
        os._exit(0)


class _Ending(uvicorn.Server):
    """A server of uvicorn that tells the application first when it ends."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("ending")
        self._server.close()
        await super().shutdown(sockets)


def _answer(server: Server, *listening: socket.socket) -> None:
    config: Any = uvicorn.Config(
        server.app,
        http=protocol(server.config.limits),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=round(server.config.limits.closing_seconds),
    )
    _Ending(config, server).run(list(listening))


def protocol(limits: Limits) -> type[H11Protocol]:
    """HTTP as uvicorn speaks it, without patience for clients that send headers or read answers too slowly."""

    class Impatient(H11Protocol):
        _timer: asyncio.TimerHandle | None = None
        _stalled: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._timer = self.loop.call_later(limits.head_seconds, self._no_head)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._forget()
            self.resume_writing()

        def data_received(self, data: bytes) -> None:
            before = self.cycle
            super().data_received(data)
            if self.cycle is not before:
                self._forget()
            elif self._timer is None and self.cycle is not None and self.cycle.response_complete:
                self._timer = self.loop.call_later(limits.head_seconds, self._no_head)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._stalled = self.loop.call_later(limits.stalled_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._stalled is not None:
                self._stalled.cancel()
                self._stalled = None

        def _no_head(self) -> None:
            self._timer = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.abort()

        def _forget(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Impatient


# --- several ----------------------------------------------------------------------------------------------


def _many(server: Server, listening: socket.socket) -> None:
    """Workers that are copies of this process, which has loaded everything; one that dies is replaced."""
    if not hasattr(os, "fork"):
        raise InputError("several workers are not to be had on this system", code="bad-number")
    gc.collect()
    gc.freeze()  # what is loaded stays shared
    ending = False

    def end(*_: Any) -> None:
        nonlocal ending
        ending = True
        for pid in list(workers):
            os.kill(pid, signal.SIGTERM)

    workers: dict[int, int] = {}
    inner = [socket.create_server(("127.0.0.1", 0)) for _ in range(server.config.workers)]
    server.peers = tuple(each.getsockname()[1] for each in inner)
    for number in range(server.config.workers):
        workers[_forked(server, (listening, inner[number]), number)] = number
    for stop in _STOPS:
        signal.signal(stop, end)
    while workers:
        pid, status = os.wait()
        number = workers.pop(pid, -1)
        if number >= 0 and not ending:
            log.error("a worker has died (%d), and is replaced", os.waitstatus_to_exitcode(status))
            time.sleep(_SOON)
            if not ending:
                workers[_forked(server, (listening, inner[number]), number)] = number


def _forked(server: Server, listening: tuple[socket.socket, ...], number: int) -> int:
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        end_with(parent)
        for stop in _STOPS:
            signal.signal(stop, lambda *_: None)
        server.metrics.of_worker(number)
        server.number = number
        _answer(server, *listening)
        code = 0
    finally:
        sys.stderr.flush()
        os._exit(code)

"""Logs go to standard error as it is now, and a server that has ended says nothing more."""

import io
import logging
import threading

import pytest

from sfumato.server import ServerConfig
from sfumato.server.app import Server
from sfumato.server.logs import configure, log


@pytest.fixture
def configured(monkeypatch):
    """Logs as a server has them; as they were afterwards."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(log, "level", log.level)
    configure("info")
    yield
    logging.captureWarnings(False)


def test_what_is_said_goes_to_standard_error_as_it_is_now(configured, monkeypatch):
    gone, now = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stderr", gone)
    gone.close()
    monkeypatch.setattr("sys.stderr", now)
    log.info("ready")
    assert now.getvalue().endswith("INFO sfumato.server ready\n")


def test_a_server_that_ends_while_it_loads_says_nothing_more(engine, caplog):
    caplog.set_level("INFO", logger=log.name)
    server = Server(engine, ServerConfig())
    server.close()
    loading = threading.Thread(target=server.load)
    loading.start()
    loading.join(60)
    assert not loading.is_alive()
    assert server.warm == "no"
    assert caplog.records == []

"""Real servers on a free port, in a thread of this process or in a process of their own."""

import multiprocessing
import threading
import time
from contextlib import contextmanager

import uvicorn

from sfumato import Engine
from sfumato.server import Limits, ServerConfig, application
from sfumato.server.run import protocol


@contextmanager
def serving(engine, limits=None, **config):
    """The port of a server over an engine, which ends with the block."""
    made = ServerConfig(limits=Limits(**{"seconds": 600.0, **(limits or {})}), **config)
    server = uvicorn.Server(
        uvicorn.Config(
            application(engine, made), port=0, log_config=None, ws="none", http=protocol(made.limits), lifespan="on"
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)


@contextmanager
def serving_apart(limits=None):
    """The port of a server with an engine of its own in another process.

    Python 3.11 cannot read source in two threads at once (a SystemError that names the depth of its recursion), and
    both hypothesis and NumPy's arrays on disk do so.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, limits), daemon=True)
    process.start()
    assert ours.poll(120), "the server did not start"
    yield ours.recv()
    ours.send("stop")
    process.join(30)


def _serve(asked, limits):
    with serving(Engine(), limits) as port:
        asked.send(port)
        asked.recv()

"""Several processes: order kept, failures told, none left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from multiprocessing import get_context

import psutil
import pytest

from sfumato.errors import InputError, SfumatoError
from sfumato.io.processes import _elsewhere, _started, mapped, threaded

PROCESSES = (1, 2, 3)


def nothing():
    return None


def slow_square(state, number):
    time.sleep(0.05 if number % 3 == 0 else 0)
    return number * number


def process_id(state, item):
    return os.getpid()


def children():
    found = psutil.Process().children(recursive=True)
    return [child for child in found if "resource_tracker" not in " ".join(child.cmdline())]  # Python's own, once


@pytest.fixture(autouse=True)
def nobody_is_left():
    before = {child.pid for child in children()}
    threads = threading.active_count()
    yield
    assert [child for child in children() if child.pid not in before] == [], "not even a zombie"
    assert threading.active_count() <= threads


# --- order and laziness -----------------------------------------------------------------------------------


@pytest.mark.parametrize("processes", PROCESSES)
@pytest.mark.parametrize("number", [0, 1, 2, 20])
def test_results_come_in_order(processes, number):
    found = mapped(slow_square, range(number), make=nothing, processes=processes)
    assert list(found) == [n * n for n in range(number)]


@pytest.mark.parametrize(("processes", "ahead", "most"), [(1, 3, 0), (2, 3, 3), (2, 0, 0), (3, 1, 1), (2, None, 4)])
def test_nothing_is_taken_far_ahead(processes, ahead, most):
    taken = []

    def items():
        for number in range(20):
            taken.append(number)
            yield number

    found = mapped(slow_square, items(), make=nothing, processes=processes, ahead=ahead)
    assert taken == [], "nothing before it is asked for"
    for number, _ in enumerate(found):
        assert len(taken) <= number + 1 + most


def test_processes_work_while_results_wait(tmp_path):
    def touch(state, number):
        (tmp_path / str(number)).touch()

    found = mapped(touch, range(6), make=nothing, processes=2, ahead=5)
    next(found)
    deadline = time.monotonic() + 10
    while len(list(tmp_path.iterdir())) < 6 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(list(tmp_path.iterdir())) == 6
    found.close()


def test_large_items_and_results_do_not_block_each_other():
    large = b"x" * 5_000_000
    found = mapped(lambda state, item: item, [large] * 8, make=nothing, processes=2)
    assert all(result == large for result in found)


# --- state ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("processes", PROCESSES)
def test_each_process_makes_its_state_once(processes):
    def make():
        return {"maker": os.getpid(), "asked": 0}

    def work(state, item):
        assert state["maker"] == os.getpid()
        state["asked"] += 1
        time.sleep(0.01)
        return os.getpid(), state["asked"]

    found = list(mapped(work, range(12), make=make, processes=processes))
    pids = {pid for pid, _ in found}
    assert len(pids) == processes
    assert (os.getpid() in pids) == (processes == 1)
    for each in pids:
        asked = [count for pid, count in found if pid == each]
        assert asked == list(range(1, len(asked) + 1))


def test_no_more_processes_than_work():
    assert len(set(mapped(process_id, range(2), make=nothing, processes=8))) <= 2


@pytest.mark.parametrize("processes", PROCESSES)
def test_two_at_once_do_not_meet(processes):
    first = mapped(lambda state, n: (state, n), range(9), make=lambda: "a", processes=processes)
    second = mapped(lambda state, n: (state, n), range(9), make=lambda: "b", processes=processes)
    assert list(zip(first, second, strict=True)) == [(("a", n), ("b", n)) for n in range(9)]


def test_many_threads_have_each_its_own():
    found = {}

    def run(at):
        found[at] = list(mapped(lambda state, n: (state, n), range(10), make=lambda: at, processes=2))

    threads = [threading.Thread(target=run, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {at: [(at, n) for n in range(10)] for at in range(4)}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child does not end with a thread")
def test_the_thread_that_asked_first_may_end():
    found = mapped(slow_square, range(10), make=nothing, processes=2)
    results = []
    thread = threading.Thread(target=lambda: results.append(next(found)))
    thread.start()
    thread.join()
    time.sleep(0.2)
    assert results + list(found) == [n * n for n in range(10)]


# --- errors -----------------------------------------------------------------------------------------------


class Odd(Exception):
    """That cannot be sent."""

    def __init__(self, one, two):
        super().__init__(f"{one} {two}")


@pytest.mark.parametrize("processes", PROCESSES)
@pytest.mark.parametrize(
    "error", [ValueError("x"), InputError("x", code="y"), EOFError(), OSError(5, "x"), MemoryError()]
)
def test_what_work_raises_is_raised_here(processes, error):
    def work(state, number):
        if number == 5:
            raise error
        return number

    found = mapped(work, range(100), make=nothing, processes=processes)
    assert [next(found) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(type(error)) as caught:
        next(found)
    assert str(caught.value) == str(error)
    assert getattr(caught.value, "code", None) == getattr(error, "code", None)
    assert next(found, None) is None


def test_where_it_was_raised_is_told():
    def failing(state, number):
        raise ValueError(number)

    with pytest.raises(ValueError, match="0") as caught:
        list(mapped(failing, range(3), make=nothing, processes=2))
    assert "in failing" in caught.value.__notes__[0]


@pytest.mark.parametrize("processes", PROCESSES)
def test_what_make_raises_is_raised_here(processes):
    def make():
        raise InputError("no such model")

    with pytest.raises(InputError, match="no such model"):
        list(mapped(slow_square, range(5), make=make, processes=processes))


@pytest.mark.parametrize("processes", PROCESSES)
def test_what_the_items_raise_is_raised_here(processes):
    def items():
        yield from range(4)
        raise InputError("truncated")

    with pytest.raises(InputError, match="truncated"):
        list(mapped(slow_square, items(), make=nothing, processes=processes))


def test_what_cannot_be_sent_is_an_error_and_no_hang():
    def odd(state, item):
        raise Odd("a", "b")

    with pytest.raises(RuntimeError, match=r"^Odd in a working process\n"):
        list(mapped(odd, range(3), make=nothing, processes=2))
    with pytest.raises(Exception, match="pickle"):
        list(mapped(lambda state, item: lambda: None, range(3), make=nothing, processes=2))
    with pytest.raises(Exception, match="pickle"):
        list(mapped(process_id, [lambda: None] * 3, make=nothing, processes=2))


@pytest.mark.parametrize("ahead", [0, 4])
def test_a_worker_that_dies_is_an_error_and_no_hang(ahead):
    def die(state, number):
        if number == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    found = mapped(die, range(100), make=nothing, processes=2, ahead=ahead)
    with pytest.raises(SfumatoError, match="a working process has died, perhaps for want of memory"):
        list(found)


def test_processes_must_be_some():
    with pytest.raises(ValueError, match="processes must be at least 1"):
        mapped(slow_square, [], make=nothing, processes=0)


# --- an early end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["close", "forget", "never"])
def test_whoever_stops_early_leaves_no_process(how):
    found = mapped(lambda state, n: time.sleep(n and 60), range(10), make=nothing, processes=2)
    began = time.monotonic()
    if how != "never":
        assert next(found) is None
    if how == "close":
        found.close()
    del found
    assert time.monotonic() - began < 10, "what is under way is not waited for"


SCRIPT = """
import os, sys, time
from sfumato.io.processes import mapped

def work(state, item):
    if item:
        time.sleep(60)
    return os.getpid()

for pid in mapped(work, range(100), make=lambda: None, processes=2):
    print(pid, flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent is gone")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_a_parent_that_is_stopped(number):
    parent = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert parent.stdout.readline()
    workers = psutil.Process(parent.pid).children()
    assert len(workers) == 2
    parent.send_signal(number)
    _, said = parent.communicate(timeout=20)
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
    assert said.count("Traceback") == (number == signal.SIGINT), "workers say nothing"


@pytest.mark.skipif(sys.platform != "linux", reason="a terminal's interrupt goes to all processes of a group")
def test_an_interrupt_at_a_terminal_is_the_parents():
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert parent.stdout.readline()
    workers = psutil.Process(parent.pid).children()
    os.killpg(parent.pid, signal.SIGINT)
    _, said = parent.communicate(timeout=20)
    assert said.count("KeyboardInterrupt") == 1
    assert not psutil.wait_procs(workers, timeout=10)[1]


# --- where there is no fork -------------------------------------------------------------------------------


def test_processes_that_begin_anew():
    start = partial(_started, get_context("spawn"), slow_square, nothing)
    assert list(_elsewhere(start, range(10), 2, 4)) == [n * n for n in range(10)]


# --- threads ----------------------------------------------------------------------------------------------


def test_threads_keep_the_order():
    taken = []

    def items():
        for number in range(20):
            taken.append(number)
            yield number

    for number, result in enumerate(threaded(partial(slow_square, None), items(), threads=2)):
        assert result == number * number
        assert len(taken) <= number + 3


def test_threads_end_early():
    found = threaded(partial(slow_square, None), range(20), threads=2)
    assert next(found) == 0
    found.close()

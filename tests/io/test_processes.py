"""Several processes: order kept, failures told, none left behind."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from sfumato.errors import SfumatoError
from sfumato.io.processes import in_order, worker_pool


def _slow_square(number):
    time.sleep(0.05 if number % 3 == 0 else 0)
    return number * number


def _die(number):
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_order_and_not_far_ahead():
    taken = []

    def items():
        for number in range(20):
            taken.append(number)
            yield number

    for number, result in in_order(worker_pool(2), lambda n: (_slow_square, n), items(), 3):
        assert result == number * number
        assert len(taken) <= number + 5


def test_a_worker_that_dies_is_an_error_and_no_hang():
    with pytest.raises(SfumatoError, match="a working process has died"):
        list(in_order(worker_pool(2), lambda n: (_die, n), range(100), 4))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent is gone")
def test_workers_end_with_a_parent_that_was_killed():
    code = (
        "import time, os\n"
        "from sfumato.io.processes import worker_pool\n"
        "pool = worker_pool(2)\n"
        "print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    workers = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
    parent.kill()
    parent.wait()
    parent.stdout.close()
    gone, alive = psutil.wait_procs(workers, timeout=10)
    assert gone
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]

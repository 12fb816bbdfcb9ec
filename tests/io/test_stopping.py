"""Work that nobody waits for is given up where it asks, in its own thread alone."""

import threading

import pytest

from sfumato.io.stopping import Stopped, check_stopped, stoppable


def test_only_what_is_over_is_given_up():
    check_stopped()
    with stoppable(lambda: False):
        check_stopped()
        with stoppable(lambda: True), pytest.raises(Stopped):
            check_stopped()
        check_stopped()
    check_stopped()


def test_other_threads_go_on():
    done = []

    def other():
        check_stopped()
        done.append(True)

    with stoppable(lambda: True):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert done == [True]


def test_an_engine_gives_up_and_is_as_good_as_before(engine):
    from sfumato.service import SanitizeRequest

    request = SanitizeRequest(text="He was started on zidovudine and lamivudine in Ghent.", hide=("HIV",))
    before = engine.sanitize(request)
    for number in range(0, 40, 3):
        left = iter(range(number))
        with stoppable(lambda left=left: next(left, None) is None):
            try:
                assert engine.sanitize(request) == before
            except Stopped:
                continue
    assert engine.sanitize(request) == before

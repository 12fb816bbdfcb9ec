"""The log is on the disk before anything else, is its owner's alone, and survives a crash in the middle of a line."""

import os
import stat

import pytest

from sfumato.errors import InputError
from sfumato.reviewing import Act, Log


def test_acts_come_back_as_they_were(tmp_path):
    log = Log(tmp_path / "log")
    log.add(Act(act="keep", document="d", items=(1, 2), by="Anna", why="it is known"))
    log.close()
    assert Log(tmp_path / "log").acts == log.acts


def test_it_is_its_owners_alone(tmp_path):
    Log(tmp_path / "log").close()
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o600
    (tmp_path / "log").chmod(0o644)
    with pytest.raises(InputError) as error:
        Log(tmp_path / "log")
    assert error.value.code == "open-log"


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_half_a_line_was_never_done(tmp_path, cut):
    log = Log(tmp_path / "log")
    for number in range(3):
        log.add(Act(act="keep", document="d", items=(number,)))
    log.close()
    size = (tmp_path / "log").stat().st_size
    os.truncate(tmp_path / "log", size - cut)
    again = Log(tmp_path / "log")
    assert again.acts == log.acts[:2]
    again.add(Act(act="accept", document="d", items=(2,)))
    again.close()
    assert [act.act for act in Log(tmp_path / "log").acts] == ["keep", "keep", "accept"]


@pytest.mark.parametrize("said", ["no log\n", '{"sfumato review":1}\n{"act":"burn"}\n', '{"sfumato review":1}\nx\n'])
def test_what_is_no_log_is_refused(tmp_path, said):
    (tmp_path / "log").write_text(said)
    (tmp_path / "log").chmod(0o600)
    with pytest.raises(InputError, match=r"log|line 2"):
        Log(tmp_path / "log")


def test_two_reviews_never_write_to_one_log(tmp_path):
    log = Log(tmp_path / "log")
    with pytest.raises(InputError) as error:
        Log(tmp_path / "log")
    assert error.value.code == "log-in-use"
    log.close()


def test_a_disk_that_is_full_decides_nothing(tmp_path, monkeypatch):
    log = Log(tmp_path / "log")
    before = (tmp_path / "log").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="nothing was decided"):
        log.add(Act(act="keep", document="d", items=(0,)))
    assert log.acts == []
    assert (tmp_path / "log").read_bytes() == before

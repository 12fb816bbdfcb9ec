"""What is written appears whole or not at all, and is as private as what it came from."""

import bz2
import gzip
import lzma
import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sfumato.io.atomic import folder_like, folder_whole, opened_whole, share_like, sweep, work_folder, written_whole


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def given(path, permissions):
    path.write_text("as it was")
    path.chmod(permissions)
    return path


# --- files ------------------------------------------------------------------------------------------------


def test_a_file_appears_when_it_is_done(tmp_path):
    with written_whole(tmp_path / "new" / "out") as part:
        part.write_text("whole")
        assert not (tmp_path / "new" / "out").exists()
        assert mode(part) == 0o600, "what is half done is for its owner alone"
    assert (tmp_path / "new" / "out").read_text() == "whole"
    assert os.listdir(tmp_path / "new") == ["out"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_a_failure_leaves_what_was_there(tmp_path, error):
    out = given(tmp_path / "out", 0o640)

    def fail():
        with written_whole(out) as part:
            part.write_text("half")
            raise error

    with pytest.raises(error):
        fail()
    assert os.listdir(tmp_path) == ["out"]
    assert (out.read_text(), mode(out)) == ("as it was", 0o640)


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ((), 0o644),
        ((0o600,), 0o600),
        ((0o640,), 0o640),
        ((0o644,), 0o644),
        ((0o666,), 0o644),  # the umask holds as well
        ((0o755,), 0o644),  # a text is no program
        ((0o400,), 0o600),  # whoever wrote it may write it again
        ((0o644, 0o640), 0o640),
    ],
)
def test_others_may_read_what_they_could_read_before(tmp_path, sources, expected):
    like = [given(tmp_path / str(at), permissions) for at, permissions in enumerate(sources)]
    with written_whole(tmp_path / "out", like=like) as part:
        part.write_text("whole")
    assert mode(tmp_path / "out") == expected


def test_what_is_private_is_its_owners(tmp_path):
    with written_whole(tmp_path / "out", private=True, like=[given(tmp_path / "in", 0o644)]):
        pass
    assert mode(tmp_path / "out") == 0o600


def test_what_it_came_from_may_be_gone(tmp_path):
    with written_whole(tmp_path / "out", like=[tmp_path / "gone"]):
        pass
    assert mode(tmp_path / "out") == 0o644


def test_the_umask_is_kept_and_never_changed(tmp_path):
    os.umask(0o077)
    with written_whole(tmp_path / "out"):
        assert os.umask(0o077) == 0o077
    assert mode(tmp_path / "out") == 0o600


def test_a_name_may_be_as_long_as_the_system_lets_it(tmp_path):
    path = tmp_path / ("ü" * 127)
    with written_whole(path) as part:
        part.write_text("whole")
    assert path.read_text() == "whole"


def test_many_threads_write_each_its_own_permissions(tmp_path):
    start = threading.Barrier(8)
    secret, public = given(tmp_path / "secret", 0o600), given(tmp_path / "public", 0o644)

    def write(at):
        start.wait()
        for turn in range(50):
            with opened_whole(tmp_path / f"{at}", private=at % 4 == 0, like=[(secret, public)[at % 2]]) as stream:
                stream.write(b"%d %d" % (at, turn))
            (tmp_path / f"other {at}").write_text("beside")  # takes the process's umask

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    assert {at: mode(tmp_path / str(at)) for at in range(8)} == {
        at: 0o600 if at % 2 == 0 or at % 4 == 0 else 0o644 for at in range(8)
    }
    assert {mode(tmp_path / f"other {at}") for at in range(8)} == {0o644}
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.endswith(".part")) == []


def test_threads_that_write_one_file_leave_one_of_theirs(tmp_path):
    def write(at):
        with opened_whole(tmp_path / "out") as stream:
            for _ in range(100):
                stream.write(b"%d" % at * 1000)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(10)))
    assert len(set((tmp_path / "out").read_text())) == 1
    assert os.listdir(tmp_path) == ["out"]


# --- compressed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "plain"),
    [("", bytes), (".gz", gzip.decompress), (".BZ2", bz2.decompress), (".xz", lzma.decompress)],
)
def test_compressed_as_the_name_says_and_always_the_same(tmp_path, suffix, plain):
    for name in ("a", "b"):
        with opened_whole(tmp_path / f"{name}.txt{suffix}") as stream:
            stream.write(b"many words " * 1000)
    first, second = ((tmp_path / f"{name}.txt{suffix}").read_bytes() for name in ("a", "b"))
    assert plain(first) == b"many words " * 1000
    assert first == second, "neither the time nor the name of the file is in it"


# --- folders ----------------------------------------------------------------------------------------------


def test_a_folder_appears_when_it_is_done(tmp_path):
    (tmp_path / "out").mkdir()
    with folder_whole(tmp_path / "out") as part:
        (part / "a").write_text("a")
        assert mode(part) == 0o700
        assert os.listdir(tmp_path / "out") == []
    assert os.listdir(tmp_path) == ["out"]
    assert os.listdir(tmp_path / "out") == ["a"]
    assert mode(tmp_path / "out") == 0o755


def test_an_empty_folder_does_not_appear(tmp_path):
    with folder_whole(tmp_path / "out"):
        pass
    assert os.listdir(tmp_path) == []


def test_nothing_is_left_of_a_folder_that_failed(tmp_path):
    def fail():
        with folder_whole(tmp_path / "out") as part:
            (part / "below").mkdir()
            (part / "below" / "a").write_text("a")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_empty_stays(tmp_path):
    (tmp_path / "out").mkdir()
    given(tmp_path / "out" / "kept", 0o644)
    with pytest.raises(OSError, match="not empty"), folder_whole(tmp_path / "out") as part:
        (part / "a").write_text("a")
    assert os.listdir(tmp_path) == ["out"]
    assert os.listdir(tmp_path / "out") == ["kept"]


@pytest.mark.parametrize(("source", "expected"), [(0o700, 0o700), (0o750, 0o750), (0o777, 0o755), (0o500, 0o700)])
def test_a_folder_is_as_private_as_another(tmp_path, source, expected):
    (tmp_path / "in").mkdir()
    (tmp_path / "in").chmod(source)
    with folder_whole(tmp_path / "out", like=[tmp_path / "in"]) as part:
        (part / "a").write_text("a")
        folder_like(part / "below", tmp_path / "in")
    assert mode(tmp_path / "out") == mode(tmp_path / "out" / "below") == expected


@pytest.mark.parametrize(("source", "expected"), [(0o600, 0o700), (0o640, 0o750), (0o644, 0o755)])
def test_who_may_read_a_file_may_enter_a_folder_made_of_it(tmp_path, source, expected):
    with folder_whole(tmp_path / "out", like=[given(tmp_path / "in", source)]) as part:
        (part / "a").write_text("a")
    assert mode(tmp_path / "out") == expected


def test_what_a_killed_process_of_another_machine_left_is_swept_after_a_while(tmp_path):
    writing = folder_whole(tmp_path / "out")
    part = writing.__enter__()
    sweep(tmp_path, "out")
    assert part.is_dir()
    os.utime(part, (0, 0))
    sweep(tmp_path, "other")
    assert part.is_dir()
    sweep(tmp_path, "out")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("writing", [written_whole, folder_whole, work_folder])
def test_what_a_killed_process_left_is_cleared_by_the_next(tmp_path, writing):
    child = os.fork()
    if not child:
        made = writing(tmp_path / "out")
        made.__enter__()
        os._exit(9)
    os.waitpid(child, 0)
    assert len(os.listdir(tmp_path)) == 1
    with writing(tmp_path / "out"):
        assert len(os.listdir(tmp_path)) == 1
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(("sources", "expected"), [([0o600, 0o644], 0o600), ([0o640], 0o640), ([0o666], 0o644)])
def test_a_file_is_shared_as_those_that_it_came_from(tmp_path, sources, expected):
    out = given(tmp_path / "out", 0o600)
    share_like(out, [given(tmp_path / f"in{at}", source) for at, source in enumerate(sources)])
    assert mode(out) == expected
    assert not list(tmp_path.glob(".*"))

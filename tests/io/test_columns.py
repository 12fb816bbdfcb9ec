"""Columns survive the way to disk and back; damaged, foreign and newer files are told apart."""

import io
import json
import multiprocessing
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from sfumato.errors import PackError
from sfumato.io import columns
from sfumato.io.columns import Archive, expanded, write_archive

NUMBERS = {"numbers": np.arange(1000), "nothing": np.zeros(0, np.int32)}


def expand(archive):
    return {name: archive.column(name) for name in archive.names()}


@pytest.fixture
def file(tmp_path, private_cache):
    path = tmp_path / "file.pack"
    write_archive(path, "knowledge", {"about": "numbers"}, NUMBERS, stored=("numbers",))
    return path


def test_columns_come_back_mapped(file, private_cache):
    archive = Archive(file, "knowledge")
    opened = expanded(archive, expand)
    assert archive.meta["about"] == "numbers"
    assert {name: column.tolist() for name, column in opened.items()} == {k: v.tolist() for k, v in NUMBERS.items()}
    assert isinstance(opened["numbers"].base, np.memmap)
    assert [folder.name for folder in private_cache.iterdir()] == [archive.folder_name]


def test_the_second_time_nothing_is_expanded(file):
    expanded(Archive(file, "knowledge"), expand)

    def never(archive):
        raise AssertionError

    expanded(Archive(file, "knowledge"), never)


@pytest.mark.parametrize("loss", ["numbers.npy cut", "numbers.npy gone", "contents.json gone", "contents.json cut"])
def test_a_damaged_cache_is_made_again(file, loss):
    archive = Archive(file, "knowledge")
    expanded(archive, expand)
    name, how = loss.split()
    lost = columns.expanded_folder(archive) / name
    lost.unlink() if how == "gone" else lost.write_bytes(lost.read_bytes()[:-1])
    assert expanded(archive, expand)["numbers"].tolist() == list(range(1000))


def test_a_private_file_is_private_in_the_cache(file):
    file.chmod(0o600)
    archive = Archive(file, "knowledge")
    expanded(archive, expand)
    assert (columns.cache_folder() / archive.folder_name).stat().st_mode & 0o077 == 0


def test_same_columns_same_bytes(tmp_path, file):
    again = tmp_path / "again.pack"
    write_archive(again, "knowledge", {"about": "numbers"}, NUMBERS, stored=("numbers",))
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("size", [0, 1, 100, 0.5, -1])
def test_truncated(file, size):
    content = file.read_bytes()
    file.write_bytes(content[: int(size * len(content)) if isinstance(size, float) else size])
    with pytest.raises(PackError, match=r"file.pack: not a sfumato knowledge file, or truncated"):
        Archive(file, "knowledge")


def test_damaged_inside(file, private_cache):
    content = bytearray(file.read_bytes())
    at = content.index(b"NUMPY") + 500
    content[at] ^= 255
    file.write_bytes(content)
    with pytest.raises(PackError, match=r"file.pack: damaged"):
        expanded(Archive(file, "knowledge"), expand)
    assert list(private_cache.iterdir()) == []


def test_foreign_zip(tmp_path):
    path = tmp_path / "photos.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("meta.json", json.dumps({"camera": "none"}))
    with pytest.raises(PackError, match="not a sfumato knowledge file"):
        Archive(path, "knowledge")


def test_encrypted_or_odd_zip(tmp_path, file):
    content = bytearray(file.read_bytes())
    for name, at, value in (("encrypted", 6, 1), ("method", 8, 77)):
        odd = bytearray(content)
        central = odd.index(b"PK\x01\x02") + 2
        odd[at] = odd[central + at] = value
        path = tmp_path / f"{name}.pack"
        path.write_bytes(odd)
        with pytest.raises(PackError, match="not a sfumato knowledge file"):
            Archive(path, "knowledge")


def test_another_kind(file):
    with pytest.raises(PackError, match="a sfumato knowledge file where a taxonomies file is needed"):
        Archive(file, "taxonomies")


def test_another_version(tmp_path, monkeypatch):
    path = tmp_path / "newer.pack"
    monkeypatch.setattr(columns, "FORMAT", columns.FORMAT + 1)
    write_archive(path, "knowledge", {}, NUMBERS)
    monkeypatch.undo()
    with pytest.raises(PackError, match=f"format {columns.FORMAT + 1}, this release reads format {columns.FORMAT}"):
        Archive(path, "knowledge")


def test_no_such_file(tmp_path):
    with pytest.raises(PackError, match="no such file"):
        Archive(tmp_path / "none.pack", "knowledge")
    with pytest.raises(PackError, match="cannot be read"):
        Archive(tmp_path, "knowledge")


def test_cache_that_cannot_be_written(file, tmp_path, monkeypatch):
    blocker = tmp_path / "blocker"
    blocker.write_text("a file where a folder is needed")
    monkeypatch.setenv("SFUMATO_CACHE", str(blocker / "cache"))
    with pytest.raises(PackError, match="set SFUMATO_CACHE"):
        expanded(Archive(file, "knowledge"), expand)


def _sum(path):
    return int(expanded(Archive(path, "knowledge"), expand)["numbers"].sum())


def mapped_below(process, folder):
    """Kilobytes of files of a folder that a process has in memory, and its share of what others have, too."""
    resident = share = 0
    inside = False
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        if not line.split()[0].endswith(":"):
            inside = str(folder) in line
        elif inside and line.startswith("Rss:"):
            resident += int(line.split()[1])
        elif inside and line.startswith("Pss:"):
            share += int(line.split()[1])
    return resident, share


def test_many_processes_expand_at_once(file, private_cache):
    with multiprocessing.get_context("fork").Pool(4) as pool:
        assert pool.map(_sum, [file] * 16) == [499500] * 16
    assert len(list(private_cache.iterdir())) == 1


def _noted(archive):
    with open(archive.path.with_suffix(".log"), "a") as log:
        log.write("expanded\n")
    time.sleep(0.3)
    return expand(archive)


def _sum_noted(path):
    return int(expanded(Archive(path, "knowledge"), _noted)["numbers"].sum())


def test_of_many_processes_one_expands_and_the_others_wait(file, private_cache):
    with multiprocessing.get_context("fork").Pool(4) as pool:
        assert pool.map(_sum_noted, [file] * 8, chunksize=2) == [499500] * 8
    assert file.with_suffix(".log").read_text() == "expanded\n"


_READ = """
import sys
from pathlib import Path
from sfumato.io.columns import Archive, expanded
column = expanded(Archive(Path(sys.argv[1]), "knowledge"), lambda archive: {})["postings"]
print(int(column.sum()), flush=True)
sys.stdin.readline()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what processes share")
def test_what_is_mapped_counts_once_for_all_processes_of_a_host(tmp_path, private_cache):
    path = tmp_path / "large.pack"
    write_archive(path, "knowledge", {}, {"postings": np.arange(1 << 22)})
    expanded(Archive(path, "knowledge"), expand)
    command = [sys.executable, "-c", _READ, str(path)]
    pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    readers = [subprocess.Popen(command, **pipe) for _ in range(4)]
    try:
        assert len({reader.stdout.readline() for reader in readers}) == 1
        taken = [mapped_below(reader.pid, private_cache) for reader in readers]
        assert all(resident > 32_000 for resident, _ in taken)
        assert sum(share for _, share in taken) < 1.05 * taken[0][0]
    finally:
        for reader in readers:
            reader.communicate("\n")


# --- what is not what was written -------------------------------------------------------------------------


def _large(tmp_path):
    path = tmp_path / "large.pack"
    write_archive(path, "knowledge", {}, {"postings": np.arange(1, 1 << 18)})
    return Archive(path, "knowledge")


def _zeroed(archive, first=128, last=None):
    file = columns.expanded_folder(archive) / "postings.npy"
    content = bytearray(file.read_bytes())
    last = last or len(content)
    content[first:last] = bytes(last - first)
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    file.write_bytes(content)
    return file, times


def test_a_column_of_zeros_is_noticed(tmp_path, private_cache):
    archive = _large(tmp_path)
    expanded(archive, expand)
    file, times = _zeroed(archive)
    os.utime(file, ns=times)
    told = []
    assert expanded(archive, expand, told.append)["postings"].tolist() == list(range(1, 1 << 18))
    assert len(told) == 1
    assert "postings.npy is not what was written there" in told[0]
    assert "anew" in told[0]


def test_a_few_bytes_are_noticed_when_the_file_was_written_to(tmp_path, private_cache):
    archive = _large(tmp_path)
    expanded(archive, expand)
    _zeroed(archive, 10_000, 10_016)
    assert expanded(archive, expand)["postings"].tolist() == list(range(1, 1 << 18))


def test_a_few_bytes_are_noticed_when_all_is_compared(tmp_path, private_cache):
    archive = _large(tmp_path)
    expanded(archive, expand)
    file, times = _zeroed(archive, 10_000, 10_016)
    os.utime(file, ns=times)
    assert columns.damaged(file.parent) is None
    assert expanded(archive, expand, thorough=True)["postings"].tolist() == list(range(1, 1 << 18))


def test_a_cache_that_was_copied_is_good(tmp_path, private_cache):
    archive = _large(tmp_path)
    expanded(archive, expand)
    folder = columns.expanded_folder(archive)
    for file in folder.iterdir():
        os.utime(file)
    told = []
    expanded(archive, expand, told.append)
    assert told == []


def test_what_would_fill_the_disk_is_refused_before_it_is_expanded(tmp_path, private_cache, monkeypatch):
    monkeypatch.setattr(columns, "_ANY", 1 << 20)
    path = tmp_path / "bomb.pack"
    write_archive(path, "knowledge", {}, {"zeros": np.zeros(1 << 22, np.uint8)})

    def never(archive):
        raise AssertionError

    with pytest.raises(PackError, match=r"bomb.pack: 0.0 MB that expand to 0.0 GB or more: refused"):
        expanded(Archive(path, "knowledge"), never)
    assert not private_cache.exists()


def test_a_header_that_promises_more_than_there_is(tmp_path, private_cache):
    path = tmp_path / "liar.pack"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("meta.json", json.dumps({"kind": "knowledge", "format": columns.FORMAT}))
        header = io.BytesIO()
        promised = {"descr": "<i8", "fortran_order": False, "shape": (1 << 40,)}
        np.lib.format.write_array_header_1_0(header, promised)
        archive.writestr("numbers.npy", header.getvalue() + bytes(8))
    with pytest.raises(PackError, match=r"liar.pack: damaged"):
        expanded(Archive(path, "knowledge"), expand)


def test_what_a_killed_run_left_is_cleared_by_the_next(file, private_cache):
    killed = multiprocessing.get_context("fork").Process(target=_expand_and_die, args=(file,))
    killed.start()
    killed.join()
    assert len(list(private_cache.glob(".*.part"))) == 1
    expanded(Archive(file, "knowledge"), expand)
    assert len(list(private_cache.iterdir())) == 1


def _expand_and_die(path):
    expanded(Archive(path, "knowledge"), lambda archive: os._exit(9))


def test_what_another_process_has_just_expanded_is_kept(file, private_cache):
    class Slow(Archive):
        def check_room(self, size):  # between looking for the folder and making it another is faster
            self.first = expanded(Archive(self.path, "knowledge"), lambda archive: {"a": np.arange(3)})

    expanded(Slow(file, "knowledge"), lambda archive: {"a": np.arange(4)})
    assert expanded(Archive(file, "knowledge"), lambda archive: {})["a"].tolist() == [0, 1, 2]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors are counted in /proc")
def test_a_column_is_mapped_once_however_many_use_it(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.arange(9))
    first = columns.mapped(path)
    before = len(list(Path("/proc/self/fd").iterdir()))
    more = [columns.mapped(path) for _ in range(20)]
    assert all(each is first for each in more)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    np.save(path, np.arange(10))
    assert len(columns.mapped(path)) == 10

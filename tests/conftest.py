"""Shared by all tests: the cache of expanded packs lies in a folder of its own, what is slow to open is opened once."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from sfumato.cli import cli, main
from sfumato.knowledge import MemoryKnowledge, Pack
from sfumato.languages import load
from sfumato.protocols import Language
from sfumato.taxonomies import Chain
from sfumato.taxonomies import embedded as embedded_taxonomies
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document

settings.register_profile("sfumato", deadline=None)  # how long an example takes is for benchmarks
settings.load_profile("sfumato")
pytest_plugins = ["tests.example_table"]
os.environ["SFUMATO_CACHE"] = os.path.join(tempfile.gettempdir(), f"sfumato-tests-{os.getuid()}")


def pytest_sessionfinish():
    """Leaves only what is worth keeping for the next run: the embedded data, expanded."""
    for folder in Path(os.environ["SFUMATO_CACHE"]).glob("*"):
        if not folder.name.startswith(("knowledge-", "taxonomies-")):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def private_cache(tmp_path, monkeypatch):
    """A cache that no other test has touched."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SFUMATO_CACHE", str(folder))
    return folder


# --- the command line -------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command in this process; gives exit code, output and messages."""

    def run(*arguments, command=cli):
        monkeypatch.setattr(sys, "argv", ["sfumato", *map(str, arguments)])
        try:
            main(command)
            code = 0
        except SystemExit as stop:
            code = stop.code or 0
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


# --- what ships with sfumato ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def pack() -> Pack:
    """The embedded knowledge."""
    return Pack.open()


@pytest.fixture(scope="session")
def embedded() -> Chain:
    """The embedded taxonomies."""
    return embedded_taxonomies()


@pytest.fixture(scope="session")
def english() -> Language:
    return load()


# --- a small world of which every count is known ----------------------------------------------------------

_TOTAL = 640
_PLAGUE = range(0, _TOTAL, 16)  # 40 documents: 4 bits
_OTHERS = [number for number in range(_TOTAL) if number % 16]
_HAVING = {
    "plague": _PLAGUE[:30],
    "grey plague": _PLAGUE[30:34],
    "black plague": _PLAGUE[34:37],
    "pest": _PLAGUE[37:],
    "bubo": _PLAGUE[:20],  # a synonym in all but name: all 4 bits
    "zanavir": [*_PLAGUE[:30], *_OTHERS[:2]],  # log2(15) bits
    "festers": [*_PLAGUE[:16], *_OTHERS[:4]],  # a verb, log2(12.8) bits
    "infection": [*_PLAGUE[:20], *_OTHERS[:60]],  # 2 bits, as a concept 2.68
    "disease": [*_PLAGUE[::4], *_OTHERS[50:200]],  # none, as a concept 1.36
    "medicine": [*_PLAGUE[:10], *_OTHERS[60:210]],
    "antiviral": [*_PLAGUE[:6], *_OTHERS[100:190]],
    "rats": [*_PLAGUE[:24], *_OTHERS[200:248]],  # log2(5.33) bits; with fleas log2(14.2)
    "fleas": [*_PLAGUE[8:32], *_OTHERS[246:294]],
    "well": [*_PLAGUE[:12], *_OTHERS[300:348]],  # any two of them log2(5.33) bits, the three all 4
    "dusk": [*_PLAGUE[:12], *_OTHERS[324:372]],
    "bell": [*_PLAGUE[:12], *_OTHERS[300:324], *_OTHERS[348:372]],
    "vermin": [*_PLAGUE[:8], *_OTHERS[200:320]],
    "animal": [*_PLAGUE[::2], *_OTHERS[100:400]],
    "Ostia": _OTHERS[400:440],
    "city": [*_PLAGUE[:10], *_OTHERS[380:530]],
    "crow": _PLAGUE[:1],  # too few to tell
    **{word: range(at, _TOTAL, 5) for at, word in enumerate(("house", "river", "bread", "garden", "letter"))},
}
_ENTRIES = (
    Entry("v:01", ["entity"]),
    Entry("v:02", ["disease"], ["v:01"]),
    Entry("v:03", ["infection"], ["v:02"]),
    Entry("v:04", ["plague", "grey plague", "pest"], ["v:03"]),
    Entry("v:05", ["black plague"], ["v:04"]),
    Entry("v:06", ["medicine"], ["v:01"]),
    Entry("v:07", ["antiviral"], ["v:06"]),
    Entry("v:08", ["zanavir"], ["v:07"]),
    Entry("v:09", ["animal"], ["v:01"]),
    Entry("v:10", ["vermin"], ["v:09"]),
    Entry("v:11", ["rat"], ["v:10"]),
    Entry("v:12", ["flea"], ["v:10"]),
    Entry("v:13", ["city"], ["v:01"]),
    Entry("v:14", ["Ostia"], ["v:13"]),
)


@pytest.fixture(scope="session")
def village() -> SimpleNamespace:
    """Knowledge of 640 documents and a taxonomy of a village with a plague; `having` says which document has what."""
    having = {name: frozenset(numbers) for name, numbers in _HAVING.items()}
    texts = [", ".join(name for name, numbers in having.items() if at in numbers) for at in range(_TOTAL)]
    return SimpleNamespace(
        knowledge=MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts)),
        taxonomy=Hierarchy.build("village", _ENTRIES),
        having=having,
    )

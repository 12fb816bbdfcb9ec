"""Shared by all tests: the cache of expanded packs lies in a folder of its own, what is slow to open is opened once."""

import hashlib
import importlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from sfumato import contracts, plugins
from sfumato.cli import cli, main
from sfumato.contracts.village import HAVING
from sfumato.knowledge import Pack
from sfumato.languages import load
from sfumato.protocols import Language
from sfumato.service import Engine, SanitizeRequest
from sfumato.taxonomies import Chain
from sfumato.taxonomies import embedded as embedded_taxonomies

settings.register_profile("sfumato", deadline=None)  # how long an example takes is for benchmarks
settings.load_profile("sfumato")
pytest_plugins = ["tests.example_table"]
SHARED_CACHE = os.environ["SFUMATO_CACHE"] = os.path.join(tempfile.gettempdir(), f"sfumato-tests-{os.getuid()}")


def _ships(folder):
    return folder.name.startswith(("knowledge-", "taxonomies-", "kinds-"))


def pytest_sessionfinish():
    """Leaves only what is worth keeping for the next run: the embedded data, expanded."""
    for folder in Path(SHARED_CACHE).glob("*"):
        if not _ships(folder):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def private_cache(tmp_path, monkeypatch):
    """A cache that no other test has touched."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SFUMATO_CACHE", str(folder))
    return folder


@pytest.fixture
def filled_cache(pack, embedded, private_cache):
    """A cache that no other test has touched, but for the data that ship with sfumato and are slow to expand."""
    for folder in Path(SHARED_CACHE).glob("*-*"):
        if _ships(folder):
            shutil.copytree(folder, private_cache / folder.name, copy_function=os.link)
    private_cache.chmod(0o700)
    return private_cache


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


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs a distribution of one package for a test: its code, what it declares, and what it says of itself."""
    folder = tmp_path / "installed"
    packages = []
    caches = (plugins._entries, plugins._about, plugins._packages)

    def installed(name, code, declared, *, about="contract = 1\nnetwork = false\n", version="1.0"):
        package = name.replace("-", "_")
        packages.append(package)
        (folder / package).mkdir(parents=True, exist_ok=True)
        (folder / package / "__init__.py").write_text(code)
        if about is not None:
            (folder / package / "sfumato-plugin.toml").write_text(about)
        info = folder / f"{package}-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nLicense: MIT\n")
        (info / "entry_points.txt").write_text(declared)
        digest = hashlib.sha256(code.encode()).hexdigest()
        (info / "RECORD").write_text(f"{package}/__init__.py,sha256={digest},{len(code)}\n{info.name}/METADATA,,\n")
        forget()
        return folder

    def forget():
        for each in caches:
            each.cache_clear()
        for package in packages:
            sys.modules.pop(package, None)
        importlib.invalidate_caches()

    monkeypatch.syspath_prepend(str(folder))
    yield installed
    monkeypatch.undo()
    forget()


# --- what ships with sfumato ------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def pack() -> Pack:
    """The embedded knowledge, open as long as the tests run: all who open it share what it remembers."""
    return Pack.open()


@pytest.fixture(scope="session")
def embedded() -> Chain:
    """The embedded taxonomies."""
    return embedded_taxonomies()


@pytest.fixture(scope="session")
def english() -> Language:
    return load()


@pytest.fixture(scope="session")
def engine() -> Engine:
    """An engine over all of that, which has answered once."""
    made = Engine()
    made.sanitize(SanitizeRequest(text="He was started on zidovudine.", hide=("HIV",)))
    return made


# --- a small world of which every count is known ----------------------------------------------------------


@pytest.fixture(scope="session")
def village() -> SimpleNamespace:
    """Knowledge of 640 documents and a taxonomy of a village with a plague; `having` says which document has what."""
    made = contracts.village()
    having = {name: frozenset(numbers) for name, numbers in HAVING.items()}
    return SimpleNamespace(knowledge=made.knowledge, taxonomy=made.taxonomy, having=having)

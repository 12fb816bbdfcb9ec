"""Shared by all tests: the cache of expanded packs lies in a folder of its own."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

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

"""Shared by all tests: the cache of expanded packs lies in a folder of its own."""

import os
import tempfile

import pytest

os.environ.setdefault("SFUMATO_CACHE", os.path.join(tempfile.gettempdir(), f"sfumato-tests-{os.getuid()}"))


@pytest.fixture
def private_cache(tmp_path, monkeypatch):
    """A cache that no other test has touched."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SFUMATO_CACHE", str(folder))
    return folder

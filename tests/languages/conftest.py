from __future__ import annotations

import pytest

from sfumato.languages.en import DEFAULT_MODEL, English


@pytest.fixture(scope="session")
def language() -> English:
    return English(DEFAULT_MODEL)

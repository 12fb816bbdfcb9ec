from __future__ import annotations

import pytest

from sfumato.languages import DEFAULT_MODEL, SpacyLanguage


@pytest.fixture(scope="session")
def language() -> SpacyLanguage:
    return SpacyLanguage(DEFAULT_MODEL)

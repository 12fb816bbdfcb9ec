from __future__ import annotations

import pytest

from sfumato.language import DEFAULT_MODEL, SpacyLanguage


@pytest.fixture(scope="session")
def language() -> SpacyLanguage:
    return SpacyLanguage(DEFAULT_MODEL)

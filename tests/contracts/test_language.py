"""The `Language` contract."""

import pytest

from sfumato import contracts
from sfumato.languages.en import English


@pytest.fixture(scope="module")
def english() -> English:
    return English()


@pytest.mark.parametrize("check", contracts.LANGUAGE, ids=lambda check: check.__name__)
def test_language(check, english):
    check(english)

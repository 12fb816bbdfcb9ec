"""The `Language` contract."""

import pytest

from sfumato import contracts
from sfumato.languages import SpacyLanguage
from sfumato.protocols import Language


@pytest.fixture(scope="module")
def english() -> SpacyLanguage:
    return SpacyLanguage()


@pytest.mark.parametrize("check", contracts.LANGUAGE, ids=lambda check: check.__name__)
def test_language(check, english):
    check(english)


def test_it_is_a_language(english):
    assert isinstance(english, Language)

"""Inspecting in the village, whose counts are all known: rats and fleas lead to the plague."""

from functools import cache

import pytest

from sfumato.inspect import PROFILE, Search, weighing
from sfumato.sanitize import Sanitizer


@pytest.fixture(scope="session")
def inspector(village, english):
    """A sanitizer of the village that searches: secrets, searches, and kinds of words to change rather than others."""

    usual = (Search(),)

    @cache
    def made(*hide, searches=usual, prefer=()):
        return Sanitizer(
            hide,
            knowledge=village.knowledge,
            taxonomy=village.taxonomy,
            language=english,
            profile=PROFILE,
            searches=searches,
            weigh=weighing(prefer),
        )

    return made

"""Inspecting in the village, whose counts are all known: rats and fleas lead to the plague."""

from functools import cache

import pytest

from sfumato.inspecting import PROFILE, Search, weighing
from sfumato.policy import Policy
from sfumato.policy.hiding import policy_of
from sfumato.protocols import Resources
from sfumato.sanitizing import Sanitizer


@pytest.fixture(scope="session")
def inspector(village, english):
    """A sanitizer of the village that searches: secrets, searches, and kinds of words to change rather than others."""

    usual = (Search(),)
    resources = Resources(village.knowledge, village.taxonomy, english)

    @cache
    def made(*hide, searches=usual, prefer=()):
        policy = policy_of(hide, base=Policy("inspect", profile=PROFILE))
        return Sanitizer(resources, policy, searches=searches, weigh=weighing(prefer))

    return made

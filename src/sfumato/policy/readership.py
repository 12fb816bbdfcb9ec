"""Who reads a text under a policy, beside the readers that know the handbook."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.policy.policy import Policy
from sfumato.protocols import Resources
from sfumato.protocols.reading import Candidate
from sfumato.risk.readers import NOBODY_ELSE, Readers
from sfumato.risk.readers.factories import own_readers
from sfumato.risk.readers.people import People


def readership(policy: Policy, rivals: Sequence[Candidate], resources: Resources) -> Readers:
    """The readers that the profile of a policy names, and who has a list of rivals; nobody where no crowd is wanted."""
    if not policy.profile.crowd:
        return NOBODY_ELSE
    people = People(rivals, resources) if rivals else None
    return Readers(own_readers(policy.profile.readers, resources), people)

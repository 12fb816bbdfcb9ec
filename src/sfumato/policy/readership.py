"""Who reads a text under a policy, beside the readers that come with sfumato."""

from __future__ import annotations

from sfumato.policy.policy import Policy
from sfumato.protocols import Resources
from sfumato.risk.readers import Readers
from sfumato.risk.readers.factories import own_readers


def readership(policy: Policy, resources: Resources) -> Readers:
    """The readers that the profile of a policy names; none is made where no crowd is wanted."""
    return Readers(own_readers(policy.profile.readers, resources)) if policy.profile.crowd else Readers()

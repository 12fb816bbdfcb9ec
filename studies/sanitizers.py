"""The sanitizer of an experiment: some secrets, a way to judge, perhaps without documents that would give them away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sfumato.knowledge import Without
from sfumato.policy import Policy, Profile
from sfumato.policy.hiding import policy_of
from sfumato.protocols import Resources
from sfumato.risk import Reach
from sfumato.sanitizing import Sanitizer


def sanitizer(
    hide: Iterable[str],
    profile: Profile,
    resources: Resources,
    *,
    without: Sequence[int] = (),
    searches: Sequence[Reach] = (),
) -> Sanitizer:
    """What hides secrets as a profile judges them.

    Documents `without` are as if they were not in the knowledge; `searches` are those of the sanitizer.
    """
    if without:
        resources = replace(resources, knowledge=Without(resources.knowledge, without))
    return Sanitizer(resources, policy_of(hide, base=Policy("study", profile=profile)), searches=searches)

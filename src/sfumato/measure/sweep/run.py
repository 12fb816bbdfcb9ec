"""A sweep over texts from request to result."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.errors import InputError
from sfumato.io.messages import rounded
from sfumato.measure.sweep.linking import linking
from sfumato.measure.sweep.requests import SweepRequest, SweepResult
from sfumato.measure.sweep.text import proposed, proposed_for, settings, sweep_text
from sfumato.policy import Policy, shipped
from sfumato.policy.hiding import hide_of, policy_of
from sfumato.policy.resolver import Resolver
from sfumato.protocols import Resources
from sfumato.risk import Search
from sfumato.types import Document, Tell, silent


def sweep(
    request: SweepRequest,
    resources: Resources,
    *,
    processes: int = 1,
    tell: Tell = silent,
) -> SweepResult:
    """What each setting keeps of the texts and what risk it leaves, and which one to take."""
    if request.rank is not None and (request.candidates or request.rank < 1):
        raise InputError("a rank is that of a secret among its rivals, from 1: without candidates")
    policies = policies_of(request)
    wanted = settings(policies, request.alphas, request.groups, request.methods, request.crowds)
    _check_secrets(request, policies)
    _check_measurable(request, policies[0], Resolver(resources.taxonomy, resources.knowledge))
    documents = [Document(each.id, each.text) for each in request.documents]
    search = Search(keywords=request.keywords, set_size=request.set_size)
    points = tuple(
        sweep_text(
            [
                (document, [hide_of(label) for label in each.hide])
                for document, each in zip(documents, request.documents, strict=True)
            ],
            wanted,
            resources,
            attacker=linking(request.candidates, documents, resources.language) if request.candidates else search,
            rank=request.rank,
            processes=processes,
            tell=tell,
        )
    )
    what = "texts whose subject is found" if request.candidates else "passages that still lead to a secret"
    best = proposed(points, request.risk)
    if request.rank is not None:
        what = f"texts whose secret somebody ranks before {request.rank}"
        best = proposed_for(points, request.rank)
    result = SweepResult(len(documents), what, points, best)
    return result if request.detail else rounded(result)


def policies_of(request: SweepRequest) -> list[Policy]:
    """The policies to try, each with the secrets of all texts."""
    found = [_policy(each) if isinstance(each, str) else each for each in request.policies] or [Policy("command")]
    return [policy_of(request.hide, base=policy) for policy in found]


def _policy(name: str) -> Policy:
    """A policy that ships with sfumato: a request names no file."""
    known = shipped()
    if name not in known:
        raise InputError(f'no policy "{name}"; there are {", ".join(known)}')
    return known[name]


def _check_secrets(request: SweepRequest, policies: Sequence[Policy]) -> None:
    secret = any(policy.hide for policy in policies) or any(document.hide for document in request.documents)
    if not secret and not (request.candidates and any(policy.detect for policy in policies)):
        raise InputError("no secret", code="nothing-to-sweep")


def _check_measurable(request: SweepRequest, policy: Policy, resolver: Resolver) -> None:
    """Refuses secrets that the knowledge does not know: searches could not find them, whatever is released."""
    for document in request.documents:
        hide = [*policy.hide, *map(hide_of, document.hide)]
        for each in resolver(hide, alpha=policy.profile.alpha, text=document.text):
            if not request.candidates and not each.is_counted:
                said = f"{each.secret.name}: never seen in the knowledge, so that no risk can be measured"
                raise InputError(said, code="risk-unknown")

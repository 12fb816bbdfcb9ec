"""Groups of terms that reveal a secret together though none of them does alone: CSAN definition 6 for T, HEALTH eq. 9.

PMI(c;T) >= IC(c)/alpha says the same as p(c|T) >= p(c)^(1-1/alpha): a group is an association rule T -> c with that
confidence. So minimal risky groups are mined over the documents of the secret, level by level: a group that fewer
than `support` of them have has no larger one that counts, and one that is risky needs no further member.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sfumato.io.arrays import Array
from sfumato.risk.information import discloses, group_pmi
from sfumato.types import Disclosure

if TYPE_CHECKING:
    from sfumato.risk.judges import CSanitized


def risky_groups(judge: CSanitized, forms: Sequence[str], size: int) -> list[Disclosure]:
    """The minimal groups of two to `size` of the terms that reach a limit, those that reveal most beyond it first.

    Terms that disclose alone are not looked at: treat them first. Time grows with the square of the terms that are
    seen with a secret often enough, and for size three and more with their documents too.
    """
    forms = sorted(set(forms))
    if size < 2 or len(forms) < 2:
        return []
    alone = np.asarray(discloses(judge.bits(forms), judge.limits[:, np.newaxis])).any(axis=0)
    forms = [forms[at] for at in np.flatnonzero(~alone).tolist()]
    having = {form: np.asarray(judge.knowledge.matching(form), dtype=np.int64) for form in forms}
    found: dict[tuple[str, ...], Disclosure] = {}
    for row in range(len(judge.secrets)):
        for group in _of_one(judge, row, having, size):
            if (
                group.terms not in found
                or group.bits - group.limit > found[group.terms].bits - found[group.terms].limit
            ):
                found[group.terms] = group
    return sorted(found.values(), key=lambda group: (group.limit - group.bits, group.terms))


def _of_one(judge: CSanitized, row: int, having: dict[str, Array], size: int) -> list[Disclosure]:
    total, limit = judge.knowledge.total, float(judge.limits[row])
    secret = np.asarray(judge.knowledge.matching(judge.queries[row]), dtype=np.int64)
    if len(secret) < judge.support:
        return []
    marked = np.zeros(int(max((d[-1] for d in having.values() if len(d)), default=0)) + 1, dtype=bool)
    marked[secret[secret < len(marked)]] = True
    inside = {form: documents[marked[documents]] for form, documents in having.items()}
    forms = [form for form, documents in inside.items() if len(documents) >= judge.support]
    if len(forms) < 2:
        return []
    joint = _together([inside[form] for form in forms])
    whole = _together([having[form] for form in forms])
    one, other = np.nonzero(np.triu(joint >= max(judge.support, 1), 1))
    bits = group_pmi(joint[one, other].astype(float), float(len(secret)), whole[one, other].astype(float), total)
    risky = np.asarray(discloses(bits, limit))
    found = [
        Disclosure((forms[a], forms[b]), judge.names[row], float(told), limit, "reveal together")
        for a, b, told in zip(one[risky], other[risky], bits[risky], strict=True)
    ]
    level: list[tuple[int, ...]] = [(int(a), int(b)) for a, b in zip(one[~risky], other[~risky], strict=True)]
    members = np.zeros((len(forms), len(secret)), dtype=bool)
    for at, form in enumerate(forms):
        members[at, np.searchsorted(secret, inside[form])] = True
    for _ in range(3, size + 1):
        level = _next_level(judge, row, forms, members, having, level, found)
    return found


def _next_level(
    judge: CSanitized,
    row: int,
    forms: Sequence[str],
    members: Array,
    having: dict[str, Array],
    level: list[tuple[int, ...]],
    found: list[Disclosure],
) -> list[tuple[int, ...]]:
    """Groups of one member more, all of whose parts are in `level`; those that disclose go to `found`."""
    safe = set(level)
    following: list[tuple[int, ...]] = []
    by_head: dict[tuple[int, ...], list[int]] = {}
    for group in level:
        by_head.setdefault(group[:-1], []).append(group[-1])
    for head, tails in by_head.items():
        for a, b in combinations(tails, 2):
            group = (*head, a, b)
            if any((*group[:at], *group[at + 1 :]) not in safe for at in range(len(group) - 2)):
                continue
            joint = int(np.logical_and.reduce(members[list(group)]).sum())
            if joint < max(judge.support, 1):
                continue
            documents = having[forms[group[0]]]
            for at in group[1:]:
                documents = documents[np.isin(documents, having[forms[at]], assume_unique=True)]
            secret = float(members.shape[1])
            bits = group_pmi(float(joint), secret, float(len(documents)), judge.knowledge.total)
            if discloses(bits, float(judge.limits[row])):
                terms = tuple(forms[at] for at in group)
                found.append(Disclosure(terms, judge.names[row], bits, float(judge.limits[row]), "reveal together"))
            else:
                following.append(group)
    return following


def _together(having: Sequence[Array]) -> Array:
    """How many documents each two of the lists share."""
    from scipy import sparse  # slow to import

    ends = np.cumsum([len(documents) for documents in having])
    starts = np.concatenate([[0], ends])
    columns = np.concatenate(having)
    width = int(columns.max(initial=0)) + 1
    rows = sparse.csr_matrix((np.ones(len(columns), np.int32), columns, starts), shape=(len(having), width))
    return np.asarray((rows @ rows.T).todense())

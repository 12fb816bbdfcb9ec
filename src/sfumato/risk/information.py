"""The mathematics: every equation of the papers as a pure function of counts of documents, in bits.

    CORR    Utility-preserving sanitization of semantically correlated terms
    CSAN    C-sanitized: a privacy model for document redaction and sanitization
    HEALTH  Utility-preserving privacy protection of textual healthcare documents
    WEB     Web-based inference detection

Every function takes numbers, or arrays of them that fit together, and returns a float for numbers. A count is
the number of documents that match a query, out of `total`; a `joint` count that of documents which match all.

A count of zero is no evidence, not evidence of absence: the knowledge is too small to tell. So
- what two things tell of each other (PMI, disclosure risk, confidence) is 0 if they were never seen together,
  not minus infinity; `evidence` tells such a 0 from a measured one, which is to be said wherever it is used;
- the information content of what was never seen is that of the smallest count the knowledge would have kept
  (`floor`), the least it can be: a sum of contents stays finite.

Impossible counts (negative, above the total, a joint count above one of its parts) raise `ValueError`.
A secret that every document has tells nothing: its limit is 0, which everything reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
N = TypeVar("N", float, Array)
"""A number, or an array of numbers: what goes in comes out."""

_EQUAL = 1e-9  # bits that two ways of writing the same equation may differ by in floating point


# --- information ------------------------------------------------------------------------------------------


def information_content(count: N, total: float, *, floor: float = 1) -> N:
    """IC(t) = -log2 p(t): what it tells that t occurs. CORR eq. 1 and 13, CSAN eq. 1, HEALTH eq. 1 and 2.

    >>> information_content(16, 1024)
    6.0
    >>> information_content([1024, 64, 0], 1024, floor=4).tolist()
    [0.0, 4.0, 8.0]
    """
    counts = _count("count", count, total)
    if not 0 < floor <= total:
        raise ValueError("floor must be above zero and at most the total")
    return _as(count, np.log2(total / np.where(counts > 0, counts, floor)))


def conditional_information(joint: N, given: N | float) -> N:
    """IC(s|q) = -log2 p(s|q): what s still tells to one who knows q. CORR eq. 4, 5 and 7.

    Infinite where s and q were never seen together: what q says of s is `pmi`, which is then 0.

    >>> conditional_information(32, 64)
    1.0
    """
    both, one = _array("joint", joint), _array("given", given)
    _within("joint", both, "given", one)
    seen = both > 0
    return _as(joint, np.where(seen, np.log2(np.where(seen, one, 1) / np.where(seen, both, 1)), np.inf))


def pmi(joint: N, first: N | float, second: N | float, total: float) -> N:
    """PMI(c;t) = log2 p(c,t) / (p(c) p(t)): what t tells of c. CORR eq. 2, CSAN eq. 2, HEALTH eq. 6.

    At most the information content of either; 0 if they are independent, and without evidence.

    >>> pmi(8, 16, 64, 1024)
    3.0
    >>> pmi([16, 4, 0], 16, [64, 256, 64], 1024).tolist()
    [4.0, 0.0, 0.0]
    """
    both = _count("joint", joint, total)
    one, other = _count("first", first, total), _count("second", second, total)
    _within("joint", both, "first", one)
    _within("joint", both, "second", other)
    return _as(joint, _log_ratio(both, one, other, total))


def group_pmi(joint: N, secret: N | float, group: N | float, total: float) -> N:
    """PMI(c;T) = log2 p(c,t1..tn) / (p(c) p(t1..tn)): what terms tell together. CSAN eq. 3, HEALTH eq. 9.

    `group` counts the documents with every term of T, `joint` those that also have the secret.
    Two terms that tell 4 bits each can tell all 6 together:

    >>> pmi(16, 16, 64, 1024), group_pmi(16, 16, 16, 1024)
    (4.0, 6.0)
    """
    return pmi(joint, secret, group, total)


def confidence(joint: N, given: N | float) -> N:
    """p(c|T): how sure of c one is who reads T; 0 without evidence. The other side of CSAN's restatement.

    >>> confidence(8, 64)
    0.125
    """
    both, one = _array("joint", joint), _array("given", given)
    _within("joint", both, "given", one)
    return _as(joint, both / np.where(one > 0, one, 1))


def evidence(*counts: Array | float, minimum: float = 1) -> bool | npt.NDArray[np.bool_]:
    """Whether every count is at least `minimum`: a number that rests on less is no finding.

    The papers have no minimum beyond 1. Not an equation, but the one place where few counts are ruled out.

    >>> evidence(3, 16, 64), evidence(3, 16, 64, minimum=5), evidence([0, 2], 16).tolist()
    (True, False, [False, True])
    """
    enough = np.logical_and.reduce(np.broadcast_arrays(*(_array("count", count) >= minimum for count in counts)))
    return bool(enough) if enough.ndim == 0 else enough


# --- disclosure risk --------------------------------------------------------------------------------------


def disclosure_risk_removed(joint: N, secret: N | float, term: N | float, total: float) -> N:
    """DR(s;q) = PMI(s;q), where s was removed from the text. CORR eq. 3, HEALTH eq. 5.

    >>> disclosure_risk_removed(8, 16, 64, 1024)
    3.0
    """
    return pmi(joint, secret, term, total)


def disclosure_risk(joint: N, secret: N | float, general: N | float, total: float) -> N:
    """DR(s;q) = log2 p(s,q) / (p(s) p(g(s),q)), where g(s) stands for s in the text. CORR eq. 16.

    `joint` counts s with q, `general` counts g(s) with q. Where words count as they are spelled, `joint`
    can be the larger and the equation above IC(s). Nothing tells more of s than s: the result is then IC(s).

    >>> disclosure_risk(8, 16, 32, 1024)
    4.0
    >>> disclosure_risk(16, 16, 8, 1024), information_content(16, 1024)
    (6.0, 6.0)
    """
    both = _count("joint", joint, total)
    one, other = _count("secret", secret, total), _count("general", general, total)
    _within("joint", both, "secret", one)
    return _as(joint, _log_ratio(both, one, np.maximum(both, other), total))


def disclosure_risk_expanded(
    joint: N, secret: N | float, term: N | float, general: N | float, general_joint: N | float, total: float
) -> N:
    """DR(s;q) = PMI(s;q) + IC(g(s)) - PMI(g(s);q) = PMI(s;q) + IC(g(s)|q). CORR eq. 6, 7, 15, HEALTH eq. 7.

    The long form of `disclosure_risk`, always of the same value: p(q) and p(g(s)) cancel.

    >>> disclosure_risk_expanded(8, 16, 64, 128, 32, 1024)
    4.0
    """
    general_counts, both = np.asarray(general), np.asarray(general_joint)
    most = information_content(np.asarray(secret), total)
    told_of_general = pmi(both, general_counts, np.asarray(term), total)
    bits = pmi(joint, secret, term, total) + information_content(general_counts, total) - told_of_general
    bits = np.where(both > 0, np.minimum(bits, most), most)
    return _as(joint, np.where(np.asarray(joint) > 0, bits, 0.0))


def contextualised_pmi(joint: N, context: N | float, term: N | float, total: float) -> N:
    """PMI(t AND g(t); q): t and its generalisation asked for together, against ambiguity. HEALTH eq. 11.

    `joint` counts t, g(t) and q together, `context` counts t with g(t).

    >>> contextualised_pmi(8, 16, 64, 1024)
    3.0
    """
    return pmi(joint, context, term, total)


def contextualised_disclosure_risk(joint: N, context: N | float, general: N | float, total: float) -> N:
    """DR(t;q) = PMI(t AND g(t); q) + IC(g(t)) - PMI(g(t);q) in its three counts. HEALTH eq. 10.

    `joint` counts t, g(t) and q together, `context` counts t with g(t), `general` counts g(t) with q. `joint`
    is never above `general`, so that the risk is at most IC(t AND g(t)), however words are counted.

    >>> contextualised_disclosure_risk(8, 16, 32, 1024)
    4.0
    """
    return pmi(joint, context, general, total)


# --- limits -----------------------------------------------------------------------------------------------


def threshold_least_informative(contents: Array | Sequence[float]) -> float:
    """min IC(s) over the sensitive terms: of a document, CORR eq. 8; of a law's whole list, HEALTH eq. 3.

    >>> threshold_least_informative([6.0, 9.0, 5.0])
    5.0
    """
    return float(np.min(_contents(contents)))


def threshold_most_informative_generalisation(contents: Array | Sequence[float]) -> float:
    """max IC(g(s)) over the generalisations that a first sanitizer wrote. CORR eq. 9.

    >>> threshold_most_informative_generalisation([3.0, 4.0, 2.0])
    4.0
    """
    return float(np.max(_contents(contents)))


def threshold_contextualised(counts: Array | Sequence[float], total: float, *, floor: float = 1) -> float:
    """min IC(s AND g(s)) over a list, from the counts of each s with its nearest ancestor. HEALTH eq. 12, 13.

    >>> threshold_contextualised([16, 4, 0], 1024)
    6.0
    """
    return threshold_least_informative(information_content(np.atleast_1d(counts), total, floor=floor))


def disclosure_limit(content: N, alpha: N | float) -> N:
    """IC(c) / alpha, the bits of a secret that no term may reach; alpha is at least 1. CSAN definitions 4 to 6.

    >>> disclosure_limit(6.0, 1.5)
    4.0
    """
    return _as(content, _contents(content) / _alpha(alpha))


def confidence_limit(secret: N, total: float, alpha: N | float, *, floor: float = 1) -> N:
    """p(c)^(1-1/alpha): CSAN definition 6 restated; PMI(c;T) >= IC(c)/alpha if and only if p(c|T) >= this.

    >>> [round(confidence_limit(16, 1024, alpha), 9) for alpha in (1.0, 1.5, 2.0)]
    [1.0, 0.25, 0.125]
    """
    alphas = _alpha(alpha)
    return _as(secret, np.exp2(-information_content(secret, total, floor=floor) * (alphas - 1) / alphas))


def discloses(bits: Array | float, limit: Array | float) -> bool | npt.NDArray[np.bool_]:
    """Whether a disclosure reaches its limit: at the limit is risky, below it is safe.

    CORR section 3.5, CSAN definition 6, HEALTH eq. 7. Values that are equal on paper are equal here.

    >>> discloses(4.0, 6 / 1.5), discloses([3.9, 4.1], 4.0).tolist()
    (True, [False, True])
    """
    risky = np.asarray(_array("bits", bits, signed=True) >= _array("limit", limit) - _EQUAL)
    return bool(risky) if risky.ndim == 0 else risky


def choose_generalisation(
    contents: Array | Sequence[float],
    risks: Array | Sequence[float] | Sequence[Sequence[float]],
    limit: Array | Sequence[float] | float,
) -> int | None:
    """The candidate of the highest IC that is below the limit for every secret; `None` if there is none.

    CORR eq. 11 and 12, HEALTH eq. 8; with a limit for each secret, CSAN; with `contents` as `risks`, HEALTH
    eq. 4. `risks` has a row for each secret and a column for each candidate. Of equals the first is taken.

    >>> choose_generalisation([7.0, 5.0, 2.0, 0.0], [[6.0, 4.0, 2.0, 1.0], [5.0, 5.0, 3.0, 0.5]], 5.0)
    2
    """
    candidates = np.atleast_1d(_contents(contents))
    rows = np.atleast_2d(_array("risk", risks, signed=True))
    if rows.shape[1] != len(candidates):
        raise ValueError("risks must have a column for each candidate")
    limits = np.atleast_1d(_array("limit", limit))
    risky = np.any(discloses(rows, limits[:, np.newaxis]), axis=0)
    return None if np.all(risky) else int(np.argmax(np.where(risky, -np.inf, candidates)))


# --- quality ----------------------------------------------------------------------------------------------


def utility(before: Array | Sequence[float], after: Array | Sequence[float]) -> float:
    """IC(D') / IC(D): the share of information left. CORR eq. 20, 21, CSAN eq. 7, 8, HEALTH eq. 17, 18.

    One number for each occurrence of a term: its IC before, and that of what stands there after, or 0.
    A replacement counts at most its original's IC: being rarer than the truth is no gain. 1 if nothing was
    there to lose. The papers print it times 100.

    >>> utility([6.0, 2.0], [3.0, 5.0])
    0.625
    """
    original, released = _contents(before, empty=True), _contents(after, empty=True)
    if original.shape != released.shape:
        raise ValueError("before and after must have a number for each occurrence")
    whole = float(np.sum(original))
    return float(np.sum(np.minimum(original, released))) / whole if whole else 1.0


def precision(right: float, found: float) -> float:
    """The share of what was found that is right, 1 if nothing was. CORR eq. 17, CSAN eq. 4, HEALTH eq. 14.

    >>> precision(3, 4)
    0.75
    """
    return _share(right, found)


def recall(right: float, expected: float) -> float:
    """The share found of what was to be found, 1 if nothing was. CORR eq. 18, CSAN eq. 5, HEALTH eq. 15.

    >>> recall(3, 6)
    0.5
    """
    return _share(right, expected)


def f_measure(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall, 0 if both are. CORR eq. 19, CSAN eq. 6, HEALTH eq. 16.

    >>> f_measure(0.75, 0.5)
    0.6
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def tf_df(frequency: N, documents: N | float) -> N:
    """TF / DF, a plain ratio: how much a text is about a term. WEB definition 1, there called TF.IDF.

    A term that no document of the reference has counts as if one had it.

    >>> tf_df(6, 3), tf_df([4, 2], [0, 8]).tolist()
    (2.0, [4.0, 0.25])
    """
    return _as(frequency, _array("frequency", frequency) / np.maximum(_array("documents", documents), 1))


# --- checks -----------------------------------------------------------------------------------------------


_Values: TypeAlias = Array | Sequence[float] | Sequence[Sequence[float]] | float


def _array(name: str, values: _Values, *, signed: bool = False) -> Array:
    array = np.asarray(values, dtype=np.float64)
    if np.any(np.isnan(array)):
        raise ValueError(f"{name} must be a number")
    if not signed and np.any(array < 0):
        raise ValueError(f"{name} must not be negative")
    return array


def _count(name: str, values: Array | float, total: float) -> Array:
    if not 0 < total < np.inf:
        raise ValueError("total must be above zero")
    array = _array(name, values)
    if np.any(array > total):
        raise ValueError(f"{name} must not be above the total")
    return array


def _within(part: str, joint: Array, whole: str, marginal: Array) -> None:
    if np.any(joint > marginal):
        raise ValueError(f"{part} must not be above {whole}")


def _contents(values: _Values, *, empty: bool = False) -> Array:
    array = _array("information content", values)
    if not empty and array.size == 0:
        raise ValueError("there must be at least one information content")
    return array


def _alpha(values: Array | float) -> Array:
    alpha = np.asarray(values, dtype=np.float64)
    if not np.all(alpha >= 1):
        raise ValueError("alpha must be at least 1")
    return alpha


def _share(part: float, whole: float) -> float:
    if not 0 <= part <= whole:
        raise ValueError("a share must be of a part of the whole")
    return part / whole if whole else 1.0


def _log_ratio(joint: Array, first: Array, second: Array, total: float) -> Array:
    """log2 of total * joint / (first * second), and 0 where nothing was counted together."""
    seen = joint > 0
    # Divided before multiplied, so that counts of any size neither overflow nor round more than they must.
    ratio = (total / np.where(seen, first, 1)) * (np.where(seen, joint, 1) / np.where(seen, second, 1))
    bits: Array = np.where(seen, np.log2(ratio), 0.0)
    return bits


def _as(kind: N, values: Array) -> N:
    """A float where all that went in were numbers; `kind` is there for the type alone."""
    return cast(N, float(values) if values.ndim == 0 else values)

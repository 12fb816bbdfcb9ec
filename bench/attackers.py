"""Attackers: who is a text about? Each ranks candidates by what is publicly known of them; nothing is downloaded.

An attacker is given texts and candidates (a name and public knowledge) and scores every candidate for every text.
It may use all it has, the name included. No text tells of another: a score is the same whatever else was asked.
Placeholders are words like others: one that some public knowledge has ("sensitive") misleads, so whoever calls may
leave them out first, as a reader would.

Parameters are those of the textbook or, where that has none, were set without the texts under attack: 155 background
candidates of 600 words or more had 200 words held out, names and figures masked, and were searched among 513 by the
rest. Of what did best there, within the standard error of 0.03 of the mean reciprocal rank, the simplest was taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import linalg, sparse
from scipy.stats import rankdata

from sfumato.information import information_content
from sfumato.normalform import words

Array: TypeAlias = npt.NDArray[Any]
Sparse: TypeAlias = Any  # scipy has no types
Candidate: TypeAlias = tuple[str, str]
"""A name, and what is publicly known of its bearer."""
Attacker: TypeAlias = Callable[[Sequence[str], Sequence[Candidate]], Array]
"""Scores, a row for each text and a column for each candidate: the higher, the likelier."""

PHRASES = (1, 2, 3)  # words
PIECES = (3, 4, 5)  # characters


# --- counting ---------------------------------------------------------------------------------------------


class Space:
    """Counts of n-grams, of words in normal form or of characters, among those that `texts` have."""

    def __init__(self, texts: Sequence[str], sizes: tuple[int, ...], *, characters: bool = False) -> None:
        self.sizes = sizes
        self.characters = characters
        self._bits = 12 if characters else 21  # the longest n-gram is one number of 63 bits
        self._codes: dict[str, int] = {}
        if not characters:
            for text in texts:
                for word in _words(text):
                    self._codes.setdefault(word, len(self._codes) + 1)
        if len(self._codes) >= 1 << self._bits:
            raise ValueError("too many different words")
        keys, rows = self._grams([self._coded(text) for text in texts])
        self._vocabulary, columns = np.unique(keys, return_inverse=True)
        self.counts = self._matrix(rows, columns, len(texts))
        self.documents = np.bincount(self.counts.indices, minlength=len(self._vocabulary))
        """How many of the texts have each n-gram."""

    def count(self, texts: Sequence[str]) -> Sparse:
        """A row for each text; n-grams that are new have no column."""
        return self.count_coded([self._coded(text) for text in texts])

    def count_chunks(self, texts: Sequence[str], length: int) -> tuple[Sparse, Array]:
        """A row for each run of `length` words or characters, and the text that each row is of."""
        chunks, owners = [], []
        for at, text in enumerate(texts):
            codes = self._coded(text)
            for start in range(0, max(len(codes) - length // 2, 1), length):
                chunks.append(codes[start : start + length])
                owners.append(at)
        return self.count_coded(chunks), np.array(owners)

    def count_coded(self, coded: Sequence[Array]) -> Sparse:
        keys, rows = self._grams(coded)
        columns = np.minimum(np.searchsorted(self._vocabulary, keys), len(self._vocabulary) - 1)
        known = self._vocabulary[columns] == keys
        return self._matrix(rows[known], columns[known], len(coded))

    def phrase(self, column: int) -> str:
        """The words of an n-gram."""
        key = int(self._vocabulary[column])
        names = list(self._codes)
        found = []
        while key:
            found.append(names[(key & ((1 << self._bits) - 1)) - 1])
            key >>= self._bits
        return " ".join(reversed(found))

    def _coded(self, text: str) -> Array:
        if self.characters:
            plain = f" {' '.join(text.casefold().split())} "
            return np.minimum(np.frombuffer(plain.encode("utf-32-le"), dtype=np.uint32), 4095).astype(np.int64)
        return np.array([self._codes.get(word, 0) for word in _words(text)], dtype=np.int64)  # 0: in no text

    def _grams(self, coded: Sequence[Array]) -> tuple[Array, Array]:
        """The key of every n-gram, and the row that it stands in."""
        keys, lengths = [np.zeros(0, dtype=np.int64)], []
        for codes in coded:
            before = len(keys)
            for size in self.sizes:
                count = max(len(codes) - size + 1, 0)
                key = np.zeros(count, dtype=np.int64)
                for at in range(size):
                    part = codes[at : at + count]
                    key = np.where((key >= 0) & (part > 0), key << self._bits | part, -1)
                keys.append(key[key >= 0])
            lengths.append(sum(map(len, keys[before:])))
        return np.concatenate(keys), np.repeat(np.arange(len(coded)), lengths)

    def _matrix(self, rows: Array, columns: Array, height: int) -> Sparse:
        shape = (height, len(self._vocabulary))
        return sparse.coo_matrix((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()


@lru_cache(maxsize=1 << 12)
def _words(text: str) -> tuple[str, ...]:
    return tuple(form for _, _, form in words(text))


def _known(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    return tuple(f"{name}. {knowledge}" for name, knowledge in candidates)


@lru_cache(maxsize=3)
def _space(texts: tuple[str, ...], sizes: tuple[int, ...], characters: bool = False) -> Space:
    return Space(texts, sizes, characters=characters)


def _sums(matrix: Sparse, axis: int) -> Array:
    return np.asarray(matrix.sum(axis)).ravel()


def _with(matrix: Sparse, data: Array) -> Sparse:
    return sparse.csr_matrix((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def _weighed(space: Space, counts: Sparse) -> Sparse:
    """Rows of TF-IDF, TF by its logarithm, each of length 1."""
    rarity = np.log((1 + space.counts.shape[0]) / (1 + space.documents))
    weights = _with(counts, (1 + np.log(counts.data)) * rarity[counts.indices])
    lengths = np.sqrt(_sums(weights.multiply(weights), 1))
    return sparse.diags(1 / np.where(lengths > 0, lengths, 1)) @ weights


# --- attackers --------------------------------------------------------------------------------------------


def bm25(texts: Sequence[str], candidates: Sequence[Candidate], *, k1: float = 1.2, b: float = 0.75) -> Array:
    """Okapi BM25 over words, the text as the query."""
    space = _space(_known(candidates), (1,))
    counts, total = space.counts, len(candidates)
    rarity = np.log(1 + (total - space.documents + 0.5) / (space.documents + 0.5))
    lengths = _sums(counts, 1)
    room = np.repeat(k1 * (1 - b + b * lengths / lengths.mean()), np.diff(counts.indptr))
    weights = _with(counts, counts.data * (k1 + 1) / (counts.data + room) * rarity[counts.indices])
    return (space.count(texts) @ weights.T).toarray()


def _cosine(space: Space, texts: Sequence[str]) -> Array:
    return (_weighed(space, space.count(texts)) @ _weighed(space, space.counts).T).toarray()


def tf_idf_words(texts: Sequence[str], candidates: Sequence[Candidate]) -> Array:
    """Cosine of TF-IDF over words."""
    return _cosine(_space(_known(candidates), (1,)), texts)


def tf_idf_phrases(texts: Sequence[str], candidates: Sequence[Candidate]) -> Array:
    """Cosine of TF-IDF over one to three words."""
    return _cosine(_space(_known(candidates), PHRASES), texts)


def tf_idf_characters(texts: Sequence[str], candidates: Sequence[Candidate]) -> Array:
    """Cosine of TF-IDF over three to five characters."""
    return _cosine(_space(_known(candidates), PIECES, True), texts)


def rare_phrases(texts: Sequence[str], candidates: Sequence[Candidate], *, most: int = 3) -> Array:
    """Bits of the names, numbers and phrases of one to three words that few candidates share with the text."""
    space = _space(_known(candidates), PHRASES)
    bits = np.where(space.documents <= most, information_content(space.documents, len(candidates)), 0.0)
    asked = space.count(texts)
    return (_with(asked, bits[asked.indices]) @ _with(space.counts, np.ones(space.counts.nnz)).T).toarray()


def language_model(texts: Sequence[str], candidates: Sequence[Candidate], *, prior: float = 1e5) -> Array:
    """Log-likelihood of the text under each candidate's phrases, smoothed by everyone's (Dirichlet): naive Bayes."""
    space = _space(_known(candidates), PHRASES)
    common = _sums(space.counts, 0) / space.counts.sum()
    gain = _with(space.counts, np.log1p(space.counts.data / (prior * common[space.counts.indices])))
    asked = space.count(texts)
    return (asked @ gain.T).toarray() - np.outer(_sums(asked, 1), np.log(_sums(space.counts, 1) + prior))


def complement_bayes(texts: Sequence[str], candidates: Sequence[Candidate], *, prior: float = 1.0) -> Array:
    """Complement naive Bayes over words: how unlike the text is to all the others (Rennie and others, 2003)."""
    space = _space(_known(candidates), (1,))
    others = _sums(space.counts, 0) - space.counts.toarray() + prior
    weights = np.log(others / others.sum(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)  # all are negative: the least likely among the others weighs most
    asked = space.count(texts)
    return np.asarray(_with(asked, 1 + np.log(asked.data)) @ weights.T)


def classifier_phrases(texts: Sequence[str], candidates: Sequence[Candidate]) -> Array:
    """A linear classifier, trained for each candidate on pieces of 120 words, over one to three words."""
    known = _known(candidates)
    return _classified(_space(known, PHRASES), texts, [known], chunk=120, penalty=1.0, balanced=True)


def classifier_masked(texts: Sequence[str], candidates: Sequence[Candidate]) -> Array:
    """A linear classifier over words, trained also on public knowledge that is masked as a release would be."""
    known = _known(candidates)
    versions = [known, tuple(map(_masked, known))]
    return _classified(_space(known, (1,)), texts, versions, chunk=250, penalty=1.0, balanced=False)


def _classified(
    space: Space, texts: Sequence[str], versions: list[tuple[str, ...]], *, chunk: int, penalty: float, balanced: bool
) -> Array:
    """Ridge regression, one against all others, in its dual form: there are fewer pieces than n-grams."""
    parts = [space.count_chunks(version, chunk) for version in versions]
    owners = np.concatenate([owner for _, owner in parts])
    examples = _weighed(space, sparse.vstack([counts for counts, _ in parts]).tocsr())
    alike = (examples @ examples.T).toarray()
    pieces = np.bincount(owners)[owners].astype(float)  # with `balanced` each candidate weighs the same
    alike[np.diag_indices_from(alike)] += penalty * (pieces / pieces.mean() if balanced else 1.0)
    target = (owners[:, np.newaxis] == np.arange(len(versions[0]))).astype(float)
    duals = linalg.solve(alike, target, assume_a="pos")
    return np.asarray((_weighed(space, space.count(texts)) @ examples.T) @ duals)


_NAME_OR_NUMBER = re.compile(r"""(?<![.!?"“] )\b[A-Z][\w'’.-]*|\S*\d\S*""")


def _masked(text: str) -> str:
    """Without names and numbers, as an attacker guesses that releases are made: capitals within a sentence, figures.

    A word that nobody has stands in for each, so that a piece covers the same passage as before.
    """
    return _NAME_OR_NUMBER.sub("maskedword", text)


def fusion(texts: Sequence[str], candidates: Sequence[Candidate], *, smoothing: float = 60.0) -> Array:
    """Reciprocal-rank fusion (Cormack and others, 2009) of the attackers that did best on held-out knowledge."""
    return fused([ATTACKERS[name](texts, candidates) for name in FUSED], smoothing=smoothing)


def fused(scores: Sequence[Array], *, smoothing: float = 60.0) -> Array:
    """The sum of 1 / (smoothing + rank) over attackers that have scored the same texts."""
    return np.asarray(sum(1 / (smoothing + rankdata(-score, axis=1)) for score in scores))


ATTACKERS: Mapping[str, Attacker] = {
    "BM25, words": bm25,
    "TF-IDF, words": tf_idf_words,
    "TF-IDF, 1 to 3 words": tf_idf_phrases,
    "TF-IDF, 3 to 5 characters": tf_idf_characters,
    "rare phrases": rare_phrases,
    "language model": language_model,
    "complement naive Bayes": complement_bayes,
    "classifier, 1 to 3 words": classifier_phrases,
    "classifier, trained on masked": classifier_masked,
}
FUSED = (
    "TF-IDF, words",
    "TF-IDF, 1 to 3 words",
    "TF-IDF, 3 to 5 characters",
    "complement naive Bayes",
    "classifier, 1 to 3 words",
    "classifier, trained on masked",
)
"""The six best on held-out knowledge: mean reciprocal ranks 0.76, 0.66, 0.60, 0.66, 0.78 and 0.77 there.

BM25 had 0.598, the language model 0.58 and rare phrases 0.33.
"""


def attack(texts: Sequence[str], candidates: Sequence[Candidate]) -> dict[str, Array]:
    """The scores of every attacker and of their fusion, which is not computed twice."""
    scores = {name: attacker(texts, candidates) for name, attacker in ATTACKERS.items()}
    return scores | {"fusion": fused([scores[name] for name in FUSED])}


# --- what came of it --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """For each text: the rank of the one it is about, and what the attacker may expect where candidates tie."""

    rank: Array
    top1: Array
    top5: Array
    reciprocal: Array

    def __str__(self) -> str:
        return f"{self.top1.mean():.0%} / {self.top5.mean():.0%} / {self.reciprocal.mean():.3f}"

    @property
    def strength(self) -> tuple[float, float]:
        """Top 1, then the mean reciprocal rank."""
        return round(float(self.top1.mean()), 9), float(self.reciprocal.mean())


def ranks(scores: Array, truth: Sequence[int]) -> Array:
    """The rank of the true candidate of each text, from 1; among equals the middle one.

    >>> ranks(np.array([[0.9, 0.5, 0.1], [0.2, 0.2, 0.2]]), [1, 1]).tolist()
    [2.0, 2.0]
    """
    above, equal = _above_and_equal(scores, truth)
    return above + (equal + 1) / 2


def outcome(scores: Array, truth: Sequence[int]) -> Outcome:
    """What the attack yields; equals are taken in random order, and the mean over all orders is exact.

    >>> found = outcome(np.array([[0.9, 0.5, 0.1], [0.2, 0.2, 0.2]]), [0, 1])
    >>> found.top1.round(2).tolist(), found.reciprocal.round(2).tolist()
    ([1.0, 0.33], [1.0, 0.61])
    """
    above, equal = _above_and_equal(scores, truth)
    harmonic = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, scores.shape[1] + 1))])
    return Outcome(
        ranks(scores, truth),
        np.clip(1 - above, 0, equal) / equal,
        np.clip(5 - above, 0, equal) / equal,
        (harmonic[above + equal] - harmonic[above]) / equal,
    )


def _above_and_equal(scores: Array, truth: Sequence[int]) -> tuple[Array, Array]:
    own = scores[np.arange(len(scores)), np.asarray(truth)][:, np.newaxis]
    return (scores > own).sum(axis=1), (scores == own).sum(axis=1)


def strongest(outcomes: Mapping[str, Outcome]) -> str:
    """The attacker with the highest top 1, of equals the one with the highest mean reciprocal rank."""
    return max(outcomes, key=lambda name: outcomes[name].strength)


def telltales(text: str, truth: int, candidates: Sequence[Candidate], limit: int = 8) -> list[tuple[str, float, int]]:
    """What gives a text away: phrases by their share of the TF-IDF cosine, and how many candidates have them."""
    space = _space(_known(candidates), PHRASES)
    shared = _weighed(space, space.count([text])).multiply(_weighed(space, space.counts[[truth]])).tocsr()
    order = np.argsort(-shared.data, kind="stable")[:limit]
    return [
        (space.phrase(column), float(shared.data[at] / shared.data.sum()), int(space.documents[column]))
        for at in order.tolist()
        for column in [int(shared.indices[at])]
    ]

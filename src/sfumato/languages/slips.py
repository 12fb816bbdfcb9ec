"""Slips of the finger: a letter too many, too few or another, or two changed about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

SHORT = 6
"""Letters that a word must have to be known by a slip: of short ones too many others are near."""
LONG = 9
"""Letters of a word that hardly any other is near to."""
_COMMON = 50
"""Documents that must have a word before one that nobody has written is taken for it, unless it is long."""


def slips(word: str, letters: str) -> Iterable[str]:
    """The words that one slip makes of a word; none of very short and very long ones."""
    if not 3 <= len(word) <= 24:
        return
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:]
        if len(word) == 3:
            continue
        if tail:
            yield head + tail[1:]
        for letter in letters:
            yield head + letter + tail
            if tail and letter != tail[0]:
                yield head + letter + tail[1:]


def typed(name: str) -> Iterable[str]:
    """A name as fingers slip most: two letters changed about, one left out, one doubled."""
    for at in range(1, len(name)):
        yield name[: at - 1] + name[at].lower() + name[at - 1].lower() + name[at + 1 :]
        yield name[:at] + name[at + 1 :]
        yield name[:at] + name[at] + name[at:]


def meant(word: str, count: Callable[[str], int], letters: str) -> tuple[str, ...]:
    """The common words that a word nobody has written is but for a slip, the commonest first.

    >>> meant("ocnnection", {"connection": 900}.get, "abcdefghijklmnopqrstuvwxyz")
    ('connection',)
    """
    if len(word) < SHORT:
        return ()
    least = 1 if len(word) >= LONG else _COMMON
    known = {slip: number for slip in slips(word, letters) if (number := count(slip) or 0) >= least}
    return tuple(sorted(known, key=lambda slip: (-known[slip], slip)))


def is_swap(one: str, other: str) -> bool:
    """Whether two letters that stand together in a word are changed about in the other.

    >>> is_swap("Kantarovksi", "Kantarovski"), is_swap("Walter", "Halter")
    (True, False)
    """
    if len(one) != len(other):
        return False
    differ = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return len(differ) == 2 and differ[1] == differ[0] + 1 and one[differ[0]] == other[differ[1]] != one[differ[1]]


def is_longer(one: str, other: str) -> bool:
    """Whether one of two words has a letter more than the other; digits are no letters.

    >>> is_longer("Walters", "Walter"), is_longer("acountant", "accountant"), is_longer("199", "1999")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    return len(short) + 1 == len(long) and any(
        long[:at] + long[at + 1 :] == short and not letter.isdigit() for at, letter in enumerate(long)
    )


def is_other(one: str, other: str) -> bool:
    """Whether two words differ by one letter that is another; digits are no letters.

    >>> is_other("nurses", "purses"), is_other("1999-1", "1998-1")
    (True, False)
    """
    if len(one) != len(other):
        return False
    differ = [a + b for a, b in zip(one, other, strict=True) if a != b]
    return len(differ) <= 1 and not any(map(str.isdigit, "".join(differ)))

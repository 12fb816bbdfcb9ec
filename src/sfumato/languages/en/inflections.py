"""From a word as it stands in a text to the words of a dictionary of which it may be a form."""

from __future__ import annotations

from sfumato.languages.en.wording.verbs import bases as verb_bases

_ENDINGS = (("ier", "y"), ("iest", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ily", "y"), ("ly", ""))

_IRREGULAR = {"best": "better", "worst": "worse", "most": "more", "least": "less", "farthest": "farther"}


def bases(word: str) -> list[str]:
    """The words of which a word may be a form, likelier ones first; never the word itself.

    >>> "nasty" in bases("nastier"), "coddle" in bases("coddling"), "big" in bases("biggest"), bases("Truvada")
    (True, True, True, [])
    """
    found = [base for base in verb_bases(word) if base != word.lower()]
    for ending, put in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            found += [stem + put, stem[:-1]] if stem[-1] == stem[-2] and not put else [stem + put]
    return [base for base in dict.fromkeys(found) if len(base) > 2]


def comparatives(word: str) -> list[str]:
    """The comparatives that belong to a word if it is a superlative; whether they exist says whether it is one.

    >>> comparatives("largest"), comparatives("biggest"), comparatives("best"), comparatives("harbour")
    (['larger'], ['bigger'], ['better'], [])
    """
    small = word.lower()
    if small in _IRREGULAR:
        return [_IRREGULAR[small]]
    stem = small.removesuffix("est")
    return [f"{stem}er"] if stem != small and len(stem) > 2 else []

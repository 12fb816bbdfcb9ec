"""From a word as it stands in a text to the words of a dictionary of which it may be a form."""

from __future__ import annotations

from sfumato.languages.en.wording.verbs import bases as verb_bases

_ENDINGS = (("ier", "y"), ("iest", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ily", "y"), ("ly", ""))


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

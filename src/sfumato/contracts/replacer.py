"""What every `Replacer` promises; it is made of the knowledge and the taxonomy of a small world."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from sfumato.contracts.village import TEXTS, terms_of, village
from sfumato.languages.edits import applied
from sfumato.protocols import Replacer
from sfumato.types import LEFT_OUT, Mention, Option, Proposal

_LABELS = ("NOUN_PHRASE", "PERSON", "GPE", "DATE", "VERB", "OTHER", "NAME", "BADGE")
_TERMS = ("zanavir", "the black plague", "Ostia", "3 May 1962", "festers", "xyzzy", "B-1234", "two\nlines", "...")


def _options(replacer: Replacer) -> Iterator[tuple[str, tuple[Option, ...]]]:
    for text in _TERMS:
        for label in _LABELS:
            for topics in ((), ("plague", "medicine")):
                yield text, tuple(replacer.options(Mention(text, label, text, ((0, len(text)),), topics=topics)))


def says_what_it_is(replacer: Replacer) -> None:
    assert isinstance(replacer, Replacer)
    assert isinstance(replacer.generalises, bool)


def ends_with_leaving_out(replacer: Replacer) -> None:
    for text, options in _options(replacer):
        assert options[-1] == LEFT_OUT, text
        assert all(option.label for option in options[:-1]), text


def never_gains_information(replacer: Replacer) -> None:
    for text, options in _options(replacer):
        assert all(math.isfinite(option.content) and option.content >= 0 for option in options), text
        assert all(one.content >= other.content for one, other in pairwise(options)), text


def never_says_the_term_itself(replacer: Replacer) -> None:
    normal_form = village().language.normal_form
    for text, options in _options(replacer):
        assert all(normal_form(option.label) != normal_form(text) for option in options if normal_form(text)), text


def offers_the_same_again(replacer: Replacer) -> None:
    assert list(_options(replacer)) == list(_options(replacer))


def writes_what_is_proposed(replacer: Replacer) -> None:
    for text in TEXTS:
        for label, literal in (("", False), ("[...]", True), ("animal", False), ("Ostia", False)):
            terms = terms_of(text)
            proposals = [Proposal(term.start, term.end, label, literal=literal) for term in terms]
            edits = replacer.write(text, proposals)
            assert all(any(e.start <= t.start and t.end <= e.end for e in edits) for t in terms), text
            assert not literal or applied(text, edits).count(label) >= len(terms), text
    assert replacer.write("text", []) == []


def changes_nothing_else(replacer: Replacer) -> None:
    for text in TEXTS:
        terms = terms_of(text)
        edits = replacer.write(text, [Proposal(term.start, term.end, "animal") for term in terms[::2]])
        applied(text, edits)  # sorted, apart and within the text
        for term in terms[1::2]:
            touched = [edit for edit in edits if edit.start < term.end and term.start < edit.end]
            assert all(term.text in edit.text for edit in touched), text


REPLACER = (
    says_what_it_is,
    ends_with_leaving_out,
    never_gains_information,
    never_says_the_term_itself,
    offers_the_same_again,
    writes_what_is_proposed,
    changes_nothing_else,
)

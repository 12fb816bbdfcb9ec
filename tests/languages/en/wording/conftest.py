"""The writer at work on a sentence."""

import pytest

from sfumato.languages import load
from sfumato.languages.edits import applied
from sfumato.languages.en.wording import worded
from sfumato.types import Proposal


@pytest.fixture(scope="session")
def written():
    """Gives a text with each (term, label) replaced at its first place; a third part says: a name, or a step."""

    def write(text, *said):
        proposals = []
        for term, label, *kind in said:
            start = text.index(term)
            proposals.append(Proposal(start, start + len(term), label, "name" in kind, "step" in kind))
        return applied(text, worded(text, proposals, load().syntax(text), marks=False))

    return write

"""A review of the example letter, sanitized once for all tests."""

from pathlib import Path

import pytest

from sfumato.reviewing import Log, ReviewedDocument, begun
from sfumato.service import Engine, SanitizeRequest

LETTER = (Path(__file__).parents[2] / "examples" / "letter.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def engine():
    return Engine()


@pytest.fixture
def review(engine):
    """Makes reviews of texts under the secret HIV."""

    def make(*texts, log=None, reviewer="Anna", hide=("HIV",), **more):
        documents = [ReviewedDocument(f"text {number}", text) for number, text in enumerate(texts or (LETTER,))]
        request = SanitizeRequest(text="", hide=hide)
        return begun(engine, request, documents, reviewer=reviewer, log=Log(log) if log else None, **more)

    return make


def item(state, term):
    """The number of the item that holds a term."""
    return next(number for number, each in enumerate(state.items) if term in each.term)

"""What every strategy promises: a suite of checks for each kind, which the author of another one can run.

    import pytest
    from sfumato import contracts

    @pytest.mark.parametrize("check", contracts.DETECTOR, ids=lambda check: check.__name__)
    def test_badges(check):
        check(badges)

Each check takes the strategy and raises `AssertionError` with what was expected. `DETECTOR` takes a detector, `JUDGE` a
model, `READER` a reader, `REPLACER` one made of the knowledge and taxonomy of `village()`, `FORMAT` a format and a file
of its kind; `KNOWLEDGE`, `TAXONOMY`, `LANGUAGE` and `ATTACKER` take any. A knowledge that can be made of the
documents of `CORPUS`, keeping every term of one document or more, is checked by `COUNTING`, too. `checked` runs the
suite of what is there.
"""

from sfumato.contracts.attacker import ATTACKER
from sfumato.contracts.checking import SUITES, checked
from sfumato.contracts.detector import DETECTOR
from sfumato.contracts.format import FORMAT
from sfumato.contracts.judge import JUDGE
from sfumato.contracts.knowledge import CORPUS, COUNTING, KNOWLEDGE
from sfumato.contracts.language import LANGUAGE
from sfumato.contracts.reader import READER
from sfumato.contracts.replacer import REPLACER
from sfumato.contracts.taxonomy import TAXONOMY
from sfumato.contracts.village import village

__all__ = [
    "ATTACKER",
    "CORPUS",
    "COUNTING",
    "DETECTOR",
    "FORMAT",
    "JUDGE",
    "KNOWLEDGE",
    "LANGUAGE",
    "READER",
    "REPLACER",
    "SUITES",
    "TAXONOMY",
    "checked",
    "village",
]

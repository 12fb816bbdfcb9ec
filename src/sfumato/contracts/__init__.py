"""What every `Knowledge`, `Taxonomy` and `Language` promises, as checks that an author of another one can run.

    import pytest
    from sfumato import contracts

    @pytest.mark.parametrize("check", contracts.KNOWLEDGE, ids=lambda check: check.__name__)
    def test_my_knowledge(check):
        check(MyKnowledge(contracts.CORPUS))

Each check raises `AssertionError` with what was expected. A knowledge is made of the documents of `CORPUS`, keeping
every term of one document or more; a taxonomy and a language may be any.
"""

from sfumato.contracts.knowledge import CORPUS, KNOWLEDGE
from sfumato.contracts.language import LANGUAGE
from sfumato.contracts.taxonomy import TAXONOMY

__all__ = ["CORPUS", "KNOWLEDGE", "LANGUAGE", "TAXONOMY"]

"""The `Knowledge` contract, over every implementation."""

from pathlib import Path

import pytest

from sfumato import contracts
from sfumato.knowledge import Beside, Floors, MemoryKnowledge, Pack, Without, build, open_knowledge
from sfumato.protocols import Knowledge
from sfumato.types import Document
from tests.knowledge.test_shards import shards


@pytest.fixture(scope="module", params=["memory", "pack", "shards", "beside", "without"])
def knowledge(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    if request.param == "memory":
        return MemoryKnowledge(contracts.CORPUS)
    if request.param == "beside":
        return Beside(MemoryKnowledge(contracts.CORPUS[:4]), MemoryKnowledge(contracts.CORPUS[4:]))
    if request.param == "without":
        more = [*contracts.CORPUS, Document("8", "HIV and a virus of the immune system: AIDS.", "HIV")]
        return Without(MemoryKnowledge(more), [len(more) - 1])
    if request.param == "shards":
        folder = tmp_path_factory.mktemp("shards") / "three"
        return open_knowledge(shards(contracts.CORPUS, folder, 3, Floors(words=1, names=1, phrases=1)))
    path: Path = tmp_path_factory.mktemp("pack") / "small.pack"
    build(contracts.CORPUS, path, floors=Floors(words=1, names=1, phrases=1), processes=1)
    return Pack.open(path)


@pytest.mark.parametrize("check", contracts.KNOWLEDGE + contracts.COUNTING, ids=lambda check: check.__name__)
def test_knowledge(check, knowledge):
    check(knowledge)


def test_each_is_a_knowledge(knowledge):
    assert isinstance(knowledge, Knowledge)

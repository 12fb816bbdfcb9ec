"""A folder of packs answers as one pack of all documents does."""

import json
import random

import pytest
from click.testing import CliRunner

from sfumato import languages
from sfumato.cli import cli
from sfumato.errors import InputError, PackError
from sfumato.io.atomic import work_folder
from sfumato.knowledge import Floors, Pack, build, check_expanded, describe, open_knowledge
from sfumato.knowledge.build import count
from sfumato.knowledge.written import About, write
from sfumato.service import Engine, EngineConfig
from sfumato.types import All, Any, Document
from tests.knowledge.test_build import corpus

FLOORS = Floors(2, 2, 3)


def shards(documents, path, number, floors=FLOORS, labels=()):
    """A folder of packs of these documents."""
    language = languages.load()
    with work_folder(path) as folder:
        counted = count(documents, folder, labels=labels, floors=floors, language=language, processes=1)
        write(
            path,
            About(language, floors, {"name": "mine", "source": "", "licence": "", "files": []}),
            counted,
            shards=number,
        )
    return path


@pytest.fixture(scope="module")
def documents():
    rare = [Document("last", "An axolotl of the lake. An axolotl.", title="Axolotl (animal)")]
    return [*corpus(500), *rare]


@pytest.fixture(scope="module")
def packs(documents, tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs")
    build(documents, folder / "one.pack", floors=FLOORS, processes=1)
    return Pack.open(folder / "one.pack"), open_knowledge(shards(documents, folder / "four", 4))


def test_they_answer_as_one(packs):
    one, four = packs
    rng = random.Random(2)
    terms = rng.sample(list(one._terms.strings), 150)
    assert len(four.packs) == 4
    assert (four.total, four.floor, four.mean_length) == (one.total, one.floor, one.mean_length)
    assert [four.count(term) for term in terms] == [one.count(term) for term in terms]
    queries = [*terms[:10], *(All(a, b) for a, b in zip(terms, terms[10:20], strict=False)), Any(*terms[20:25])]
    for query in queries:
        assert four.counts(query, terms) == one.counts(query, terms)
        assert four.matching(query).tolist() == one.matching(query).tolist()
        assert four.best(query, 7) == one.best(query, 7)
    for document in (0, 124, 125, 126, 333, 500):
        assert four.weights(document, 50) == one.weights(document, 50)
        assert four.title(document) == one.title(document)
    with pytest.raises(IndexError):
        four.weights(501)


def test_a_term_of_one_shard_alone(packs):
    _, four = packs
    assert [pack.count("axolotl") for pack in four.packs] == [0, 0, 0, 1]
    assert four.best("axolotl")[0].title == "Axolotl (animal)"


def test_a_label_with_a_function_word_at_its_end_is_that_label_in_every_shard(tmp_path):
    documents = [Document(str(n), "a vitamin of ours, and iron") for n in range(9)]
    documents.append(Document("a", "they took vitamin A, and some vitamin C"))
    made = open_knowledge(shards(documents, tmp_path / "three", 3, labels=["vitamin a"]))
    assert (made.count("vitamin"), made.count("vitamin a"), made.count("vitamin of")) == (10, 1, 10)
    assert made.counts("iron", ["vitamin a", "iron", "vitamin a"]) == [0, 9, 0]
    assert made.counts(All(), ["vitamin a", "vitamin"]) == [1, 10]
    assert len(made.best(Any("vitamin a", "iron"), 20)) == 10
    assert made.matching("vitamin a").tolist() == [9]


def test_more_shards_than_documents(tmp_path):
    made = open_knowledge(shards([Document("1", "a b c"), Document("2", "c d")], tmp_path / "few", 5, Floors(1, 1, 1)))
    assert (made.total, made.count("c"), len(made.packs)) == (2, 2, 2)


def test_what_it_says_of_itself_and_its_cache(documents, tmp_path, private_cache):
    path = shards(documents, tmp_path / "four", 4)
    said = describe(path)
    assert (said["documents"], said["shards"], said["name"], said["expanded"]) == (501, 4, "mine", "")
    told = []
    check_expanded(path, told.append)
    assert len(told) == 4
    assert describe(path)["expanded"] == str(private_cache)


def test_the_command_line_takes_them(documents, tmp_path):
    path = shards(documents, tmp_path / "four", 4)
    asked = {"info": [], "count": ["bal", "bel"], "best": ["axolotl"]}
    said = {
        name: CliRunner().invoke(cli, ["knowledge", name, *terms, "--knowledge", str(path), "--json"]).stdout
        for name, terms in asked.items()
    }
    assert json.loads(said["info"])["shards"] == 4
    assert json.loads(said["count"])["total"] == 501
    assert json.loads(said["best"])[0]["title"] == "Axolotl (animal)"


def test_an_engine_takes_them(documents, tmp_path):
    engine = Engine(EngineConfig(knowledge=str(shards(documents, tmp_path / "four", 4))))
    assert engine.knowledge.total == 501


@pytest.mark.parametrize("damage", ["gone", "another", "unread", "foreign"])
def test_a_folder_that_is_not_as_it_was_written(documents, tmp_path, damage):
    path = shards(documents, tmp_path / "four", 4)
    said = json.loads((path / "shards.json").read_text())
    if damage == "gone":
        (path / "00002.pack").unlink()
    elif damage == "another":
        (path / "00002.pack").write_bytes((path / "00001.pack").read_bytes())
    elif damage == "unread":
        (path / "shards.json").write_text(json.dumps({**said, "packs": []}))
    else:
        (path / "shards.json").unlink()
    with pytest.raises(PackError):
        open_knowledge(path)


def test_nothing_is_written_over(documents, tmp_path):
    from sfumato.knowledge.corpus import check_output

    path = shards(documents, tmp_path / "four", 4)
    for several in (True, False):
        with pytest.raises(InputError, match="exists"):
            check_output(path, shards=several)

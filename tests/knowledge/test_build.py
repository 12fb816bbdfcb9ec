"""Building a pack: what is kept, the same bytes each time, and nothing left behind when it fails."""

import random

import pytest

from sfumato.errors import InputError
from sfumato.knowledge import Floors, MemoryKnowledge, Pack, build
from sfumato.knowledge.phrases import LONGEST
from sfumato.types import All, Document


def corpus(number, seed=0):
    """Documents of made-up words, some common, with sentences, names and repeats."""
    rng = random.Random(seed)
    words = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in ("l", "n", "nk", "rt")]
    for at in range(number):
        sentences = []
        for _ in range(rng.randint(0, 8)):
            picked = [words[min(int(rng.expovariate(0.05)), len(words) - 1)] for _ in range(rng.randint(2, 9))]
            if rng.random() < 0.3:
                picked[1:1] = ["Nora", "Vale"]
            sentences.append(" ".join(picked).capitalize())
        yield Document(f"d{at}", ". ".join(sentences), title=f"{words[at % 7]} {words[at % 11]}" if at % 3 else "")


def test_a_pack_counts_as_memory_does(tmp_path):
    documents = list(corpus(600))
    build(documents, tmp_path / "p.pack", floors=Floors(words=1, names=1, phrases=1), processes=2)
    pack = Pack.open(tmp_path / "p.pack")
    memory = MemoryKnowledge(documents, longest=LONGEST)
    assert pack.total == memory.total
    rng = random.Random(1)
    terms = rng.sample(sorted(memory._having), 300)
    assert [pack.count(term) for term in terms] == [memory.count(term) for term in terms]
    for given in terms[:40]:
        assert pack.counts(given, terms) == memory.counts(given, terms)
        for ours, other in zip(pack.best(given, 5), memory.best(given, 5), strict=True):
            assert (ours.document, ours.title) == (other.document, other.title)
            assert ours.score == pytest.approx(other.score)
    for document in range(0, 600, 50):
        assert dict(pack.weights(document, 1000)) == pytest.approx(dict(memory.weights(document, 1000)))


def test_floors_and_labels(tmp_path):
    documents = [Document(str(n), "a common phrase here") for n in range(6)]
    documents += [Document(f"n{n}", "he met Nora Vale there") for n in range(3)]
    documents += [Document("r", "one odd pair, and a rare label of ours", title="Odd Title (novel)")]
    documents += [Document("t", "they spoke of the odd title")]
    build(
        documents,
        tmp_path / "p.pack",
        labels=["Rare Labels", "label of ours", "never seen"],
        floors=Floors(3, 3, 5),
    )
    pack = Pack.open(tmp_path / "p.pack")
    counted = {"common phrase": 6, "nora vale": 3, "odd pair": 0, "odd": 0, "rare label": 1, "odd title": 1}
    assert {term: pack.count(term) for term in counted} == counted
    assert pack.count("label of ours") == 1
    assert pack.count("never seen") == 0
    assert pack.count(All("common", "phrase")) == 6
    assert pack.floor == 5


def test_a_name_may_have_its_capitals_anywhere_in_a_document(tmp_path):
    documents = [Document(str(n), "glim fropp, and later Glim Fropp") for n in range(2)]
    build(documents, tmp_path / "p.pack", floors=Floors(1, 2, 3), processes=1)
    assert Pack.open(tmp_path / "p.pack").count("Glim Fropp") == 2


def test_same_corpus_same_bytes_however_many_processes(tmp_path):
    for at, processes in enumerate((1, 2, 3)):
        build(corpus(900), tmp_path / f"{at}.pack", labels={"bal", "dank bel"}, processes=processes)
    contents = [path.read_bytes() for path in sorted(tmp_path.glob("*.pack"))]
    assert len(contents) == 3
    assert len(set(contents)) == 1


def test_empty_corpus(tmp_path):
    with pytest.raises(InputError, match="no documents"):
        build([], tmp_path / "p.pack")
    assert list(tmp_path.iterdir()) == []


def test_documents_without_a_word(tmp_path):
    build([Document("1", "..."), Document("2", "")], tmp_path / "p.pack", processes=1)
    pack = Pack.open(tmp_path / "p.pack")
    assert pack.total == 2
    assert pack.count(All()) == 2
    assert pack.best("anything") == []


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError, InputError])
def test_nothing_is_left_of_an_interrupted_build(tmp_path, failure):
    (tmp_path / "p.pack").write_text("what was there before")

    def documents():
        yield from corpus(1000)
        raise failure("stopped")

    with pytest.raises(failure):
        build(documents(), tmp_path / "p.pack", processes=2)
    assert [path.name for path in tmp_path.iterdir()] == ["p.pack"]
    assert (tmp_path / "p.pack").read_text() == "what was there before"


def test_a_phrase_is_coded_within_a_part_that_reaches_further(tmp_path, monkeypatch):
    from sfumato.knowledge import layout

    monkeypatch.setattr(layout, "_BLOCK", 20)  # one block has the three phrases, and no late document
    early = "red fox, blue bird, old oak"
    documents = [Document(str(n), early if n < 5 else early.replace(" ", ", ")) for n in range(40)]
    documents += [Document("o", "something else")]
    build(documents, tmp_path / "p.pack", floors=Floors(1, 1, 1), processes=1)
    pack = Pack.open(tmp_path / "p.pack")
    for phrase in ("red fox", "blue bird", "old oak"):
        assert pack.matching(phrase).tolist() == [0, 1, 2, 3, 4]
        assert pack.count(phrase.split()[0]) == 40

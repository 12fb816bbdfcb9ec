"""Models, long texts, batches, threads."""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sfumato.errors import InputError, PackError
from sfumato.languages import en, spacy
from sfumato.languages.en import DEFAULT_MODEL, DEFAULT_MODEL_SHA256, English
from sfumato.languages.spacy import installed_models
from sfumato.types import Document

TEXTS = [
    "Barack Obama visited the hospital in Miami.",
    "",
    "The patient has breast cancer.\n\nHe is HIV-positive.",
    "\n\n",
    "She was treated for hepatitis C. The doctor was pleased.",
]


def documents(times: int = 1) -> list[Document]:
    return [Document(str(at), text) for at, text in enumerate(TEXTS * times)]


def test_default_model_is_what_was_tested() -> None:
    spec = find_spec(DEFAULT_MODEL)
    assert spec is not None
    assert spec.submodule_search_locations
    assert spacy.digest(Path(spec.submodule_search_locations[0])) == DEFAULT_MODEL_SHA256
    assert DEFAULT_MODEL in installed_models()


def test_a_changed_file_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"1")
    first = spacy.digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_bytes(b"2")
    assert spacy.digest(tmp_path) == first
    (tmp_path / "model").write_bytes(b"2")
    assert spacy.digest(tmp_path) != first


def test_a_foreign_default_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(en, "DEFAULT_MODEL_SHA256", "0" * 64)
    language = English(DEFAULT_MODEL)
    with pytest.raises(PackError, match="install it again"):
        language.prepare()


def test_unknown_model_says_what_is_installed() -> None:
    with pytest.raises(InputError, match=DEFAULT_MODEL) as raised:
        English("no_such_model").prepare()
    assert "\n" not in str(raised.value)


def test_a_folder_that_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be loaded"):
        English(tmp_path).prepare()


def test_models_by_path_with_less_than_a_parser(language: English, tmp_path: Path) -> None:
    nlp = language._parser._loaded()
    with nlp.select_pipes(disable=["parser", "ner"]):
        found = [term.text for term in language.terms(documents()[2])]
    assert "breast cancer" in found
    with nlp.select_pipes(enable=["ner"]):
        found = [term.text for term in language.terms(documents()[0])]
    assert found == ["Barack Obama", "Miami"]


def test_a_model_that_finds_nothing_is_refused(tmp_path: Path) -> None:
    spacy_itself = pytest.importorskip("spacy")
    spacy_itself.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match="finds no terms"):
        English(tmp_path / "blank").prepare()


def test_a_model_of_rules_by_path(tmp_path: Path) -> None:
    nlp: Any = pytest.importorskip("spacy").blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "disease", "pattern": "measles"}])
    nlp.to_disk(tmp_path / "rules")
    language = English(tmp_path / "rules")
    found = language.terms(Document("", "The child has measles."))
    assert [(term.text, term.label) for term in found] == [("measles", "DISEASE")]
    shutil.rmtree(tmp_path / "rules")


def test_batches_keep_order_and_agree_with_single_documents(language: English) -> None:
    single = [list(language.terms(document)) for document in documents(3)]
    assert [list(found) for found in language.batch(documents(3))] == single
    assert [list(found) for found in language.batch(iter(documents(3)))] == single
    assert list(language.batch([])) == []


def test_a_batch_reads_no_further_than_it_must(language: English) -> None:
    read = 0

    def endless() -> Iterator[Document]:
        nonlocal read
        while True:
            read += 1
            yield Document(str(read), TEXTS[0])

    small = English(language.model, batch_size=4)
    assert len(next(small.batch(endless()))) == 3
    assert read < 40


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="batch_size"):
        English(DEFAULT_MODEL, batch_size=0)


def test_a_copy_has_the_same_arguments(tmp_path: Path) -> None:
    copy = pickle.loads(pickle.dumps(English(tmp_path, batch_size=7)))
    assert (copy.model, copy.batch_size) == (str(tmp_path), 7)


def test_threads_load_the_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loads = []
    load = spacy._load
    monkeypatch.setattr(spacy, "_load", lambda *asked: loads.append(asked) or load(*asked))
    language = English(DEFAULT_MODEL)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: list(language.batch(documents())), range(8)))
    assert found == [list(language.batch(documents()))] * 8
    assert len(loads) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_waits_for_no_thread_of_its_parent(language: English) -> None:
    language.prepare()
    with language._parser._lock:  # as if another thread were at work
        child = os.fork()
        if not child:
            os._exit(0 if len(language.terms(documents()[0])) == 3 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_long_texts(language: English) -> None:
    word = language.terms(Document("", "x" * 1_000_000))
    assert all(term.end - term.start <= 1_000 for term in word)
    sentence = "The patient has breast cancer. "
    filler = "-" * 40 + "\n" * 60 + " " * 900
    text = (sentence + filler) * 1_100  # above a million characters, little of it words
    found = [term for term in language.terms(Document("", text)) if term.text == "breast cancer"]
    assert len(text) > 1_000_000
    assert len(found) == 1_100
    assert all(text[term.start : term.end] == term.text for term in found)


def test_the_vocabulary_does_not_grow(language: English) -> None:
    language.terms(Document("", "A first text."))
    before = len(language._parser._loaded().vocab.strings)
    language.terms(Document("", " ".join(f"qzx{number}w" for number in range(300))))
    assert len(language._parser._loaded().vocab.strings) <= before + 20


def test_verbs_adjectives_and_adverbs_are_terms_if_asked_for(language: English) -> None:
    document = Document("1", "He drinks heavily and was intoxicated.")
    assert [(term.text, term.label) for term in language.terms(document, parts="all")] == [
        ("drinks", "VERB"),
        ("heavily", "ADVERB"),
        ("intoxicated", "VERB"),
    ]
    assert language.terms(document) == []
    with pytest.raises(ValueError, match="parts"):
        language.terms(document, parts="verbs")


def test_entities_alone_are_terms_if_asked_for(language: English) -> None:
    text = "On our Mexico trip in May we met Ben's mother, Mary\u200b Jones, and a tired driver."
    terms = language.terms(Document("1", text), parts="entities")
    assert [(term.text, term.label) for term in terms] == [
        ("Mexico", "GPE"),
        ("May", "DATE"),
        ("Ben", "PERSON"),
        ("Mary\u200b Jones", "PERSON"),
    ]

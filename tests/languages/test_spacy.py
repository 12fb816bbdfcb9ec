"""Models, long texts, batches over processes."""

from __future__ import annotations

import os
import pickle
import shutil
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sfumato.errors import InputError, PackError, SfumatoError
from sfumato.languages import DEFAULT_MODEL, SpacyLanguage, installed_models
from sfumato.languages import spacy as pipeline
from sfumato.languages.en.chunks import Piece
from sfumato.languages.en.terms import Span
from sfumato.protocols import Language
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


def test_is_a_language(language: SpacyLanguage) -> None:
    assert isinstance(language, Language)


def test_default_model_is_what_was_tested() -> None:
    spec = find_spec(DEFAULT_MODEL)
    assert spec is not None
    assert spec.submodule_search_locations
    assert pipeline.digest(Path(spec.submodule_search_locations[0])) == pipeline.DEFAULT_MODEL_SHA256
    assert DEFAULT_MODEL in installed_models()


def test_a_changed_file_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"1")
    first = pipeline.digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_bytes(b"2")
    assert pipeline.digest(tmp_path) == first
    (tmp_path / "model").write_bytes(b"2")
    assert pipeline.digest(tmp_path) != first


def test_a_foreign_default_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "DEFAULT_MODEL_SHA256", "0" * 64)
    with pytest.raises(PackError, match="install it again"):
        SpacyLanguage(DEFAULT_MODEL)


def test_unknown_model_says_what_is_installed() -> None:
    with pytest.raises(InputError, match=DEFAULT_MODEL) as raised:
        SpacyLanguage("no_such_model")
    assert "\n" not in str(raised.value)


def test_a_folder_that_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be loaded"):
        SpacyLanguage(tmp_path)


def test_models_by_path_with_less_than_a_parser(language: SpacyLanguage, tmp_path: Path) -> None:
    nlp = language._nlp
    with nlp.select_pipes(disable=["parser", "ner"]):
        found = [term.text for term in language.terms(documents()[2])]
    assert "breast cancer" in found
    with nlp.select_pipes(enable=["ner"]):
        found = [term.text for term in language.terms(documents()[0])]
    assert found == ["Barack Obama", "Miami"]


def test_a_model_that_finds_nothing_is_refused(tmp_path: Path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match="finds no terms"):
        SpacyLanguage(tmp_path / "blank")


def test_a_model_of_rules_by_path(tmp_path: Path) -> None:
    import spacy

    nlp: Any = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "disease", "pattern": "measles"}])
    nlp.to_disk(tmp_path / "rules")
    language = SpacyLanguage(tmp_path / "rules")
    found = language.terms(Document("", "The child has measles."))
    assert [(term.text, term.label) for term in found] == [("measles", "DISEASE")]
    shutil.rmtree(tmp_path / "rules")


def test_batches_keep_order_and_agree_with_single_documents(language: SpacyLanguage) -> None:
    single = [list(language.terms(document)) for document in documents(3)]
    assert [list(found) for found in language.batch(documents(3))] == single
    assert [list(found) for found in language.batch(iter(documents(3)), processes=2)] == single
    assert list(language.batch([])) == []
    assert list(language.batch([], processes=2)) == []


def test_a_batch_reads_no_further_than_it_must(language: SpacyLanguage) -> None:
    read = 0

    def endless() -> Iterator[Document]:
        nonlocal read
        while True:
            read += 1
            yield Document(str(read), TEXTS[0])

    small = SpacyLanguage(language.model, batch_size=4)
    for processes in (1, 2):
        read = 0
        stream = small.batch(endless(), processes=processes)
        assert len(next(stream)) == 3
        assert read < 40
        stream.close()  # type: ignore[attr-defined]


class Dies(SpacyLanguage):
    """Its workers end as if the system had killed them."""

    def _analyse(self, found: list[Piece]) -> list[list[Span]]:
        os._exit(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_worker_that_dies_is_an_error_not_a_hang() -> None:
    with pytest.raises(SfumatoError, match="died"):
        list(Dies(DEFAULT_MODEL).batch(documents(), processes=2))


def test_bad_numbers_are_refused(language: SpacyLanguage) -> None:
    with pytest.raises(ValueError, match="processes"):
        language.batch([], processes=0)
    with pytest.raises(ValueError, match="batch_size"):
        SpacyLanguage(DEFAULT_MODEL, batch_size=0)


def test_travels_to_other_processes_and_threads(language: SpacyLanguage) -> None:
    copy = pickle.loads(pickle.dumps(language))
    assert copy.model == language.model
    expected = [list(found) for found in language.batch(documents())]
    results: list[list[Any]] = []
    threads = [
        threading.Thread(target=lambda: results.append([list(found) for found in language.batch(documents())]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


def test_long_texts(language: SpacyLanguage) -> None:
    word = language.terms(Document("", "x" * 1_000_000))
    assert all(term.end - term.start <= 1_000 for term in word)
    sentence = "The patient has breast cancer. "
    filler = "-" * 40 + "\n" * 60 + " " * 900
    text = (sentence + filler) * 1_100  # above a million characters, little of it words
    found = [term for term in language.terms(Document("", text)) if term.text == "breast cancer"]
    assert len(text) > 1_000_000
    assert len(found) == 1_100
    assert all(text[term.start : term.end] == term.text for term in found)


def test_the_vocabulary_does_not_grow(language: SpacyLanguage) -> None:
    language.terms(Document("", "A first text."))
    before = len(language._nlp.vocab.strings)
    language.terms(Document("", " ".join(f"qzx{number}w" for number in range(300))))
    assert len(language._nlp.vocab.strings) <= before + 20


def test_verbs_adjectives_and_adverbs_are_terms_if_asked_for():
    document = Document("1", "He drinks heavily and was intoxicated.")
    assert [(term.text, term.label) for term in SpacyLanguage(parts="all").terms(document)] == [
        ("drinks", "VERB"),
        ("heavily", "ADVERB"),
        ("intoxicated", "VERB"),
    ]
    assert SpacyLanguage().terms(document) == []
    with pytest.raises(ValueError, match="parts"):
        SpacyLanguage(parts="verbs")


def test_entities_alone_are_terms_if_asked_for():
    language = SpacyLanguage(parts="entities")
    text = "On our Mexico trip in May we met Ben's mother, Mary\u200b Jones, and a tired driver."
    terms = language.terms(Document("1", text))
    assert [(term.text, term.label) for term in terms] == [
        ("Mexico", "GPE"),
        ("May", "DATE"),
        ("Ben", "PERSON"),
        ("Mary\u200b Jones", "PERSON"),
    ]
    assert pickle.loads(pickle.dumps(language)).parts == "entities"

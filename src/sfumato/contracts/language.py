"""What every `Language` promises, whatever the text."""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby, pairwise

from sfumato.detectors import LABELS
from sfumato.knowledge.stream import clauses_of
from sfumato.languages.edits import applied
from sfumato.languages.plain import Plain
from sfumato.languages.spacy import PARTS
from sfumato.policy import WAYS
from sfumato.protocols import Language
from sfumato.tables.texts.types import TYPES, content, name_of
from sfumato.types import Document, Proposal, Term

_TEXTS = (
    "The patient, a carpenter from Miami, is HIV-positive and was treated for hepatitis C. He recovered.",
    "Buddhism spread\u00a0to the U.S. in the 19th century.\r\n\r\nBreast\u200bcancers, too.",
    "Ms Jane Doe, aged 45, called 212-555-0123 on 3 May 1984; she had no fever.",
    "ALL THIS IS LOUD, AND ID-MARKED: \u0430\u0440ple.",
    "",
    " \n\t ",
    "\u200b\ud83d\ude00 ... !!! 🙂",
)


def is_a_language(language: Language) -> None:
    assert isinstance(language, Language)
    assert language.name
    assert language.version
    assert language.alphabet == language.alphabet.lower()
    assert language.alphabet.isalpha()


def has_one_normal_form(language: Language) -> None:
    for text in _TEXTS:
        form = language.normal_form(text)
        assert language.normal_form(form) == form, text
        assert form == " ".join(word for _, _, word in language.words(text)), text
        assert form == " ".join(form.split()), text
        for start, end, _ in language.words(text):
            assert 0 <= start < end <= len(text), text


def trims_function_words(language: Language) -> None:
    for word in language.stop_words:
        assert language.normal_form(word) == word
        assert language.trimmed(word) == ""
    some = min(language.stop_words)
    for text in _TEXTS:
        bare = language.trimmed(language.normal_form(text))
        assert language.trimmed(f"{some} {bare} {some}") == bare, text


def knows_what_tells_nothing(language: Language) -> None:
    light = re.compile(language.light_words, re.IGNORECASE)
    wording = language.wording
    assert all(match.group().strip() for text in _TEXTS for match in light.finditer(text))
    assert all(word == word.upper() and re.fullmatch(r"\w+", word) for word in wording.placeholders)
    for kind in set(wording.kinds.values()):
        assert wording.without_article(kind) == kind


def reads_every_word(language: Language) -> None:
    for text in _TEXTS:
        reading = language.read(text)
        assert reading.text == text
        assert " ".join(reading.forms) == language.normal_form(text), text
        assert reading.content == [form not in language.stop_words for form in reading.forms], text
        spans = list(zip(reading.starts, reading.ends, strict=True))
        assert all(0 <= start < end <= len(text) for start, end in spans), text
        assert all(one[1] <= other[0] for one, other in pairwise(spans)), text
        assert all(0 <= b - a <= 1 for a, b in pairwise([0, *reading.clauses])), text
        disguised = language.read_disguised(text)
        assert disguised is None or (disguised.text == text and len(disguised.content) == len(disguised)), text


def reads_as_knowledge_counts(language: Language) -> None:
    for text in _TEXTS:
        reading = language.read(text)
        words = zip(reading.clauses, reading.forms, strict=True)
        clauses = [[form for _, form in clause] for _, clause in groupby(words, lambda word: word[0])]
        assert clauses == list(clauses_of(text, language)), text


def leaves_no_text_out_of_sentences(language: Language) -> None:
    for text in _TEXTS:
        assert "".join(text[start:end] for start, end in language.sentences(text)) == text
        for start, end in language.negated(language.read(text)):
            assert 0 <= start < end <= len(text), text


def knows_other_forms_of_words(language: Language) -> None:
    for text in _TEXTS:
        for form in language.read(text).forms:
            assert all(isinstance(base, str) and base and base != form for base in language.bases(form)), form
            assert all(isinstance(more, str) and more != form for more in language.comparatives(form)), form


def finds_people_within_the_text(language: Language) -> None:
    for text in _TEXTS:
        spans = language.surely_names(text, str.islower)
        assert all(0 <= start < end <= len(text) for start, end in spans), text
        assert spans == sorted(spans), text


def finds_labels(language: Language) -> None:
    for text in _TEXTS:
        labels = [term.text for term in language.terms(Document("t", text)) if len(term.text) > 3]
        found = {text[start:end] for start, end, _ in language.scanner(labels).find(text)}
        assert all(any(label in each for each in found) for label in labels), text
    assert language.scanner([]).find(_TEXTS[0]) == []


def finds_terms_where_they_stand(language: Language) -> None:
    for parts in PARTS:
        for text in _TEXTS:
            terms = language.terms(Document("t", text), parts=parts)
            _check_spans(text, terms)
            for term in terms:
                assert term.text.strip() == term.text, term
                assert language.normal_form(term.text), term
                assert "\n\n" not in term.text.replace("\r", ""), term
    try:
        language.terms(Document("t", ""), parts="no such parts")
    except ValueError:
        return
    raise AssertionError("unknown parts must be a ValueError")


def _check_spans(text: str, terms: Sequence[Term]) -> None:
    for term in terms:
        assert text[term.start : term.end] == term.text, term
        assert term.label == term.label.upper(), term
    assert all(one.end <= other.start for one, other in pairwise(terms)), text


def finds_terms_of_many_in_order(language: Language) -> None:
    documents = [Document(str(at), text) for at, text in enumerate(_TEXTS)]
    one_by_one = [list(language.terms(document)) for document in documents]
    assert [list(terms) for terms in language.batch(iter(documents))] == one_by_one
    assert list(language.batch([])) == []


def finds_who_a_text_is_about(language: Language) -> None:
    for text in _TEXTS:
        document = Document("t", text)
        _check_spans(text, language.identifiers(document, language.terms(document)))
        _check_spans(text, language.entities(document, language.terms(document), str.islower))


def finds_patterns_that_are_asked_for(language: Language) -> None:
    assert set(language.patterns.labels) <= LABELS
    for text in _TEXTS:
        plain = Plain(text).text
        found = list(language.patterns.find(plain, language.patterns.labels))
        assert all(0 <= match.start < match.end <= len(plain) for match in found), text
        for label in language.patterns.labels:
            alone = language.patterns.find(plain, [label])
            assert list(alone) == [match for match in found if match.label == label], (text, label)


def knows_names(language: Language) -> None:
    for text in (*_TEXTS, "Jane Doe", "Doe"):
        kind = language.names.kind_of(text)
        assert kind in ("person", "organization", "unknown")
        assert text not in language.names.variants(text, kind)
        assert isinstance(language.names.is_name(text) or language.names.is_given(text), bool)
        assert all(form == language.normal_form(form) for form in language.names.derived(text))


def words_what_is_proposed(language: Language) -> None:
    wording = language.wording
    for text in _TEXTS:
        terms = language.terms(Document("t", text))
        for label in ("", *set(wording.kinds.values())):
            edits = wording.worded(text, [Proposal(term.start, term.end, label) for term in terms])
            released = applied(text, edits)
            assert all(any(e.start <= t.start and t.end <= e.end for e in edits) for t in terms), text
            assert not label or not terms or language.normal_form(label) in language.normal_form(released), text
    assert wording.worded("text", []) == []


def writes_in_every_way(language: Language) -> None:
    assert set(language.wording.ways) == set(WAYS)
    for label in LABELS:
        for text in (*filter(None, map(str.strip, _TEXTS)), "1"):
            for way, write in language.wording.ways.items():
                said = write(Term(0, len(text), text, label))
                assert (said is None) == (way == "generalize"), way


def fits_given_words_into_their_place(language: Language) -> None:
    for text in _TEXTS:
        for term in language.terms(Document("t", text)):
            cased = language.wording.cased(text, term.start, term.end, "word")
            assert cased.lower() == "word", text
            for floor in (0, term.start):
                start, words = language.wording.with_article(text, term.start, cased, floor)
                assert floor <= start <= term.start, text
                assert words.endswith(cased), text


def knows_the_words_of_columns(language: Language) -> None:
    columns = language.tables.columns
    hints = (*columns.types, *columns.proposed_types)
    groups = (columns.ages, columns.days, columns.postcodes, columns.sensitive, columns.identifying, columns.things)
    for word in (word for words in (*groups, *(words for words, _ in hints)) for word in words):
        assert word.isalpha(), word
        assert word == word.lower(), word
    for words, types in hints:
        assert words, types
        assert set(types) <= TYPES, types


def knows_the_words_of_tables(language: Language) -> None:
    words = language.tables
    assert all(map(language.normal_form, words.occupations))
    for form in (*words.everyday, *words.names_too):
        assert language.normal_form(form) == form, form
    assert set(words.names_too) <= language.stop_words
    for type in (*TYPES, *words.type_names):
        name = name_of(type, language)
        assert name == name.lower().strip(), type
        assert name, type
        assert content(name, 0, len(name), language) is None, type  # what stands for a hidden term is none
    for text in _TEXTS:
        assert words.possessive.sub("", words.possessive.sub("", text)) == words.possessive.sub("", text), text
        assert words.figure_ending.sub("", f"{text} 36") == f"{text} 36", text
        assert text not in words.plurals(text), text


def reads_numbers_and_dates_in_words(language: Language) -> None:
    for text in _TEXTS:
        forms = [form for _, _, form in language.words(text)]
        for at in range(len(forms)):
            number, last = language.tables.number_in_words(forms, at)
            assert at <= last < len(forms), text
            assert number is not None or last == at, text
        for start, end in [(0, len(text)), *language.sentences(text)]:
            if date := language.tables.date_in_words(text[start:end]):
                assert 1 <= date[1] <= 12, text
                assert date[2] is None or 1 <= date[2] <= 31, text
                assert date[0] is not None or date[2] is not None, text


def travels_to_other_processes(language: Language) -> None:
    copy = pickle.loads(pickle.dumps(language))
    assert (copy.name, copy.version) == (language.name, language.version)
    document = Document("t", _TEXTS[0])
    assert list(copy.terms(document)) == list(language.terms(document))


def works_in_threads(language: Language) -> None:
    def found(parts: str) -> list[object]:
        documents = [Document("t", text) for text in _TEXTS]
        read = [(each.starts, each.forms, each.clauses) for each in map(language.read, _TEXTS)]
        return [read, *(list(terms) for terms in language.batch(documents, parts=parts))]

    asked = [PARTS[at % len(PARTS)] for at in range(24)]
    alone = {parts: found(parts) for parts in PARTS}
    with ThreadPoolExecutor(8) as threads:
        for parts, here in zip(asked, threads.map(found, asked), strict=True):
            assert here == alone[parts]


LANGUAGE = (
    is_a_language,
    has_one_normal_form,
    trims_function_words,
    knows_what_tells_nothing,
    reads_every_word,
    reads_as_knowledge_counts,
    leaves_no_text_out_of_sentences,
    knows_other_forms_of_words,
    finds_labels,
    finds_terms_where_they_stand,
    finds_terms_of_many_in_order,
    finds_who_a_text_is_about,
    finds_patterns_that_are_asked_for,
    knows_names,
    words_what_is_proposed,
    writes_in_every_way,
    fits_given_words_into_their_place,
    knows_the_words_of_columns,
    knows_the_words_of_tables,
    reads_numbers_and_dates_in_words,
    travels_to_other_processes,
    works_in_threads,
)

"""What identifies a person is found, wherever it stands; what everybody shares is left."""

import json
import re
from importlib import resources
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.identifiers import identifiers
from sfumato.languages.en.identifiers.fit import Marked, fit
from sfumato.languages.en.identifiers.model import Model, fitted
from sfumato.languages.en.identifiers.spans import candidates
from sfumato.types import Document, Term

CASE = """THE FACTS

The case originated in an application (no. 99123/07) against the Kingdom of Ruritania lodged by a Norwegian national,
Ms Eva Lindqvist-Aas, on 3 March 2007. She was represented by Mr T.K. Blomdahl, a lawyer practising in Tromvik.

The applicant was born in 1961 and lives in Tromvik. On 14 June 2003 the Tromvik District Court ordered her to pay
EUR 12,400. She relied on Article 8 of the Convention. Lindqvist-Aas appealed to the Supreme Court."""

LIFE = """Orla Brennock (born 12 May 1974) is an Irish actress. Brennock won praise in The Long Winter of Kells (1999)
and played the lead in Salt Harbour (2004). She moved to Galderby in 2011."""


def found(text, terms=(), **options):
    return identifiers(Document("d", text), terms, **options)


def texts(text, terms=(), **options):
    return {term.text for term in found(text, terms, **options)}


def term(text, name, label):
    start = text.index(name)
    return Term(start, start + len(name), name, label)


# --- court cases and lives ---


def test_a_court_case_loses_names_dates_codes_and_sums():
    hidden = texts(CASE, [term(CASE, "Tromvik", "GPE"), term(CASE, "3 March 2007", "DATE")])
    assert {"99123/07", "Ms Eva Lindqvist-Aas", "3 March 2007", "Mr T.K. Blomdahl", "14 June 2003"} <= hidden
    assert {"Tromvik", "EUR 12,400", "1961"} <= hidden


def test_what_every_case_has_is_kept():
    hidden = texts(CASE)
    assert not any(name in text for text in hidden for name in ("Convention", "Article", "FACTS", "Supreme Court"))


def test_the_parts_of_a_hidden_name_are_hidden():
    assert "Lindqvist-Aas" in texts(CASE)


def test_a_hidden_person_is_hidden_in_a_heading_of_capitals():
    text = "THE CASE OF ULVSUND AND OTHERS\n\nThe applicant, Mr Peder Ulvsund, lives in a village."
    assert "ULVSUND" in texts(text)


def test_a_life_loses_works_years_and_nationality():
    hidden = texts(LIFE, [term(LIFE, "Orla Brennock", "PERSON"), term(LIFE, "Galderby", "GPE")])
    assert {"Orla Brennock", "12 May 1974", "Irish", "The Long Winter of Kells", "Salt Harbour", "Galderby"} <= hidden
    assert [t.text for t in found(LIFE, [term(LIFE, "Orla Brennock", "PERSON")])].count("Brennock") == 1


@pytest.mark.parametrize(
    ("text", "expected", "label"),
    [
        ("We met Mrs Ada Quill yesterday.", "Mrs Ada Quill", "PERSON"),
        ("We met Dr. J.-P. van der Aa yesterday.", "Dr. J.-P. van der Aa", "PERSON"),
        ("She was born on 4 July 1988 there.", "4 July 1988", "DATE_TIME"),
        ("It opened on October 3, 2018 at last.", "October 3, 2018", "DATE_TIME"),
        ("It cost £1,250 then.", "£1,250", "MONEY"),
        ("Her application (no. 5512/09) against them was lodged.", "5512/09", "CODE"),
        ("Write to eva.lind@post.example today.", "eva.lind@post.example", "URL"),
    ],
)
def test_labels(text, expected, label):
    assert [t for t in found(text) if t.text == expected and t.label == label]


def test_a_name_has_the_label_of_the_language():
    text = "He worked for Grimwald Optics in Osterby until 2004."
    labels = {t.text: t.label for t in found(text, [term(text, "Grimwald Optics", "ORG")], threshold=0.0)}
    assert labels["Grimwald Optics"] == "ORG"
    assert labels["Osterby"] == "MISC"


def test_names_in_small_letters_are_found_where_the_language_finds_them():
    text = "i moved to osterby last year"
    assert "osterby" in {text[c.start : c.end] for c in candidates(Document("d", text), [term(text, "osterby", "GPE")])}


@pytest.mark.parametrize(
    "law",
    [
        "Article 8 § 1", "Rule 59 § 3", "Article 6 §§ 1 and 3 (c)", "paragraph 12", "Protocol No. 11", "Section 12(b)",
        "Law no. 3713", "Decree no. 49/2003",
    ],
)  # fmt: skip
def test_references_to_laws_are_kept_at_any_threshold(law):
    text = f"It relied on {law} in its decision."
    kinds = {text[c.start : c.end]: c.kind for c in candidates(Document("d", text), ())}
    assert kinds[law] == "LAW"
    assert law not in texts(text, threshold=0.0)


def test_a_person_ends_where_the_office_begins():
    text = "They were represented by Mr J. Kowal of the Ministry of Harbours."
    assert {"Mr J. Kowal"} == {t.text for t in found(text) if t.label == "PERSON"}


def test_the_first_word_of_a_sentence_is_no_name_for_its_capital():
    text = "Subsequently they went. Yesterday they saw the house, and the yesterday of others."
    assert candidates(Document("d", text), ()) == []


@pytest.mark.parametrize("text", ["", " \n\t ", "the", "...", "§", "\x00\x01", "I", "A.", "’s"])
def test_texts_without_anything_to_hide(text):
    assert found(text) == []


# --- promises ---

_PIECES = st.sampled_from(
    [
        "Mr Odd Nansvik", "Nansvik", "Vestby", "the Vestby District Court", "District Court", "3 May 1999", "1999",
        "no.", "4411/98", "EUR 300", "two years", "Article 3", "a teacher", "Irish", "\n", "\n\n", ". ", ", ", " (",
        ")", " ", "of", "The", "İzmir", "Łódź", "NANSVIK v. X", "“", "ǅ", "é", "\u00ad", "42", "aged 51",
        "asthma", "and", "’s",
    ]
)  # fmt: skip
_TEXTS = st.lists(_PIECES, max_size=25).map(" ".join) | st.text(max_size=80)


@given(_TEXTS, st.data())
def test_spans_are_exact_sorted_and_apart(text, data):
    edges = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    labels = st.sampled_from(["NOUN_PHRASE", "PERSON", "GPE", "ORG", "DATE"])
    terms = [Term(a, b, text[a:b], data.draw(labels)) for a, b in zip(edges[::2], edges[1::2], strict=False)]
    for threshold in (0.0, 0.2, 1.1):
        spans = found(text, terms, threshold=threshold)
        assert all(t.text == text[t.start : t.end] and t.text for t in spans)
        assert all(a.end <= b.start for a, b in pairwise(spans))
    assert found(text, terms) == found(text, terms)


@given(_TEXTS)
def test_a_lower_threshold_hides_no_less(text):
    def characters(threshold):
        return {at for t in found(text, threshold=threshold) for at in range(t.start, t.end)}

    assert characters(0.3) <= characters(0.2) <= characters(0.05)


@given(_TEXTS)
def test_the_same_name_has_the_same_answer(text):
    hidden = {(t.start, t.end) for t in found(text)}
    answers = {}
    for c in candidates(Document("d", text), ()):
        if c.kind in ("NAME", "PERSON"):
            covered = any(a <= c.start and c.end <= b for a, b in hidden)
            assert answers.setdefault(c.key, covered) == covered


@pytest.mark.parametrize("piece", ["A", "A-", "Aa (", "1, 2, ", "spring and ", "Aa of Bb, ", "a@", "1A", "Foo. "])
def test_time_grows_with_the_text_only(piece):
    found(piece * (100_000 // len(piece)))


# --- the model ---


def test_a_model_is_fitted_to_marks():
    def case(at):
        text = f"The clerk wrote to Name{at}ville on day one. The Council met at noon."
        text = re.sub(r"\d", lambda match: "abcdefghij"[int(match.group())], text)
        start = text.index("Name")
        return Marked(Document(str(at), text), (), [(start, text.index(" on day"))])

    model = fit([case(at) for at in range(40)])
    text = "The clerk wrote to Ulmenau on day one. The Council met at noon."
    assert [t.text for t in found(text, threshold=0.5, model=model)] == ["Ulmenau"]


def test_an_empty_model_knows_nothing():
    assert Model({}, 0.0).probability({"kind=NAME": 1.0}) == 0.5


def test_the_stored_model_has_plain_words_only():
    stored = json.loads(
        resources.files("sfumato.languages.en.identifiers").joinpath("weights.json").read_text(encoding="utf-8")
    )
    assert fitted().weights == stored["weights"]
    for name in stored["weights"]:
        told = re.sub(r"^(?:[A-Z]+ )?(?:label|within|kind)=\w*$|^[A-Z]+ ", "", name)
        assert not re.search(r"[A-Z][a-z]{2,}|[1-9]{2,}", told), name

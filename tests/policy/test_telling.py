"""Words of the trade: medicines by any name, tests, codes and names in other words tell of a secret."""

import pytest

import sfumato
from sfumato.knowledge import MemoryKnowledge
from sfumato.policy.telling import ToldByKind, codes, named_after
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document

ENTRIES = (
    Entry("z:1", ["pharmacologic action"]),
    Entry("z:2", ["medicine"], ["z:1"]),
    Entry("z:3", ["anti-plague agent"], ["z:2"]),
    Entry("z:4", ["plaguecillin", "Brandax"], ["z:3"]),
    Entry("z:5", ["tranquil drug"], ["z:2"]),
    Entry("z:6", ["calmazine", "Calmo"], ["z:5"]),
    Entry("z:7", ["painkiller"], ["z:2"]),
    Entry("z:8", ["dolorol", "Dolo"], ["z:7"]),
    Entry("z:9", ["calmazine / dolorol", "Duo"], ["z:6", "z:8"]),
    Entry("z:a", ["plague", "A20", "pest"]),
    Entry("z:b", ["frenzy"]),
)
TEXTS = [*["frenzy, tranquil drug"] * 4, *["plague"] * 4, *["painkiller, dolorol"] * 20, *["weather"] * 80]


@pytest.fixture(scope="module")
def ward():
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(TEXTS))
    taxonomy = Hierarchy.build("ward", ENTRIES, ambiguous=frozenset(["a20"]))
    return lambda name: ToldByKind((name,), (name,), 1.5, taxonomy, knowledge)


@pytest.mark.parametrize("form", ["plaguecillin", "brandax", "anti plague agent"])
def test_what_is_of_a_kind_with_the_secret_in_its_name_tells(ward, form):
    assert form in ward("plague")
    assert form not in ward("frenzy")


@pytest.mark.parametrize("form", ["calmazine", "calmo", "duo"])
def test_what_is_rare_tells_by_its_kind_and_by_what_is_in_it(ward, form):
    assert form in ward("frenzy")
    assert form not in ward("plague")


def test_what_is_given_for_anything_tells_nothing(ward):
    assert not any(form in ward(name) for form in ("dolorol", "dolo", "weather") for name in ("plague", "frenzy"))
    assert 7 not in ward("plague")


def test_codes_are_names_as_they_are_written():
    taxonomy = Hierarchy.build("ward", ENTRIES)
    assert codes(taxonomy.senses("plague"), taxonomy) == {"A20"}


def test_what_a_secret_is_named_after(embedded):
    assert {concept.label for concept in named_after(["opiate addiction"], embedded)} >= {"opiate"}
    assert named_after(["bipolar disorder", "syphilis"], embedded) == []


# --- the embedded knowledge -------------------------------------------------------------------------------


def noticed(text: str, secret: str = "HIV") -> bool:
    """Whether a text does not hold, or has words of which nothing can be said."""
    found = sfumato.verify(text, hide=secret)
    return not found.holds or found.unknown > 0


@pytest.mark.parametrize("name", ["Truvada", "Biktarvy", "tenofovir", "efavirenz", "PrEP", "Atripla", "TRUVADA"])
def test_medicines_tell_of_what_they_are_given_for(name: str) -> None:
    assert not sfumato.verify(f"He was given {name} last week.", hide="HIV").holds


def test_medicines_are_no_names_and_are_told_by_their_kind() -> None:
    found = sfumato.verify("He was given efavirenz last week.", hide="HIV")
    assert found.labels == 0
    assert [(each.terms, each.reason) for each in found.disclosures] == [(("efavirenz",), "tells by its kind")]


def test_counts_have_the_first_word() -> None:
    found = sfumato.verify("He was given zidovudine last week.", hide="HIV")
    assert [each.reason for each in found.disclosures] == ["reveals"]


def test_a_brand_that_no_source_has_cannot_be_judged() -> None:
    assert noticed("He was given Descovy last week.")


@pytest.mark.parametrize(
    ("code", "secret"),
    [("B20", "HIV"), ("Z21", "HIV"), ("F20.9", "schizophrenia"), ("F2081", "schizophrenia"), ("B18.2", "hepatitis C")],
)
def test_a_code_names_its_disease_only_as_a_code_is_written(code: str, secret: str) -> None:
    assert not sfumato.verify(f"Codes on the form: {code}.", hide=secret).holds
    assert sfumato.verify(f"Codes on the form: {code.lower()}.", hide=secret).holds


def test_a_number_is_a_code_only_where_it_is_called_one() -> None:
    assert not sfumato.verify("ICD-9 codes 401.9 and 295.30.", hide="schizophrenia").holds
    assert sfumato.verify("The bill was 295.30 in all.", hide="schizophrenia").holds


def test_prep_in_small_letters_is_a_preparation() -> None:
    assert sfumato.verify("She does the prep for dinner.", hide="HIV").holds


@pytest.mark.parametrize("said", ["was diagnosed with aids in 1994", "has aids", "died of aids"])
def test_aids_that_somebody_has_is_the_disease(said: str) -> None:
    assert not sfumato.verify(f"He {said}.", hide="HIV").holds


def test_aids_for_hearing_are_none() -> None:
    assert sfumato.verify("He has hearing aids.", hide="HIV").holds


@pytest.mark.parametrize("said", ["terminated her pregnancy", "chose to end the pregnancy", "took mifepristone"])
def test_an_everyday_word_has_its_names_and_medicines_too(said: str) -> None:
    assert not sfumato.verify(f"She {said}.", hide="abortion").holds


def test_a_name_may_be_cut_short() -> None:
    assert not sfumato.verify("She has hep C.", hide="hepatitis C").holds
    assert sfumato.verify("She has vitamin C.", hide="hepatitis C").holds


def test_common_medicines_tell_nothing() -> None:
    text = "He takes aspirin and ibuprofen for his knee, prednisone for a rash and metformin for diabetes."
    assert all(sfumato.verify(text, hide=secret).holds for secret in ("HIV", "schizophrenia", "opioid dependence"))


def test_what_tells_is_hidden() -> None:
    text = "He was diagnosed with aids in 1994. Codes: B20. He takes Truvada."
    hidden = sfumato.sanitize(text, hide="HIV").text
    assert not any(word in hidden for word in ("aids", "B20", "Truvada"))
    assert sfumato.verify(hidden, hide="HIV").holds


def test_an_explanation_says_why() -> None:
    told = sfumato.explain("Truvada", hide="HIV").secrets[0]
    assert told.discloses
    assert [(each.phrase, each.reason) for each in told.phrases] == [("truvada", "tells by its kind")]

"""A document inspected: what leads to the secret is found and shown, and the repair leaves nothing that does."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.inspecting import Inference, Rules, Search, inspect, weighing
from sfumato.io.messages import plain
from sfumato.service.verbs import inspect as sfumato_inspect
from sfumato.verifying.text import Looks, verify

RATS = "The rats and the fleas came to the house by the river."
WELL = "At dusk the bell rang by the well."
QUIET = "Bread and a letter lay in the garden."
NOUNS = ("rats", "fleas", "well", "dusk", "bell", "vermin", "infection", "Ostia", "house", "river", "bread", "letter")


def words_of(found):
    return {frozenset(each.words) for each in found.inferences}


def test_what_leads_to_the_secret_is_found_with_its_evidence(inspector, village):
    found = inspect(RATS, inspector("plague"))
    assert words_of(found) == {frozenset(("flea", "rat", "house")), frozenset(("flea", "rat", "river"))}
    plague = set().union(*(village.having[name] for name in ("plague", "grey plague", "black plague", "pest")))
    for each in found.inferences:
        assert (each.secret, each.documents, each.naming) == ("plague", 3, 3)
        assert all(int(title) in plague for title, _ in each.best)
    assert not found.clean
    assert found.named == ()


def test_the_words_are_shown_as_they_are_written(inspector):
    found = inspect("Fleas and a Rat, the house.", inspector("plague"))
    (each,) = found.inferences
    assert sorted(each.written) == ["Fleas", "Rat", "house"]
    text = "Fleas and a Rat, the house."
    assert [text[place.start : place.end] for place in found.highlights] == ["Fleas", "Rat", "house"]


def test_a_text_that_leads_nowhere_is_clean_and_has_no_repair(inspector):
    found = inspect(QUIET, inspector("plague"))
    assert found.clean
    assert (found.inferences, found.repaired, found.highlights) == ((), None, ())


@pytest.mark.parametrize("text", [QUIET, "?!,.;", "\u200b\u200b", "xyzzy plugh"])
def test_what_leads_nowhere_is_not_touched(inspector, text):
    assert inspect(text, inspector("plague")).clean
    assert inspector("plague")(text).text == text


@pytest.mark.parametrize("text", [RATS, WELL, "Rats in the well of Ostia at dusk.", "The plague, rats and fleas."])
def test_after_the_repair_nothing_leads_to_the_secret(inspector, text):
    repair = inspect(text, inspector("plague")).repaired
    assert repair.certificate.holds
    assert repair.certificate.claim["repair"]["cost"] <= repair.certificate.claim["repair"]["greedy"]
    assert inspect(repair.text, inspector("plague")).clean


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=st.lists(st.sampled_from(NOUNS), min_size=1, max_size=8))
def test_any_repair_is_clean_and_a_text_without_inferences_stays(inspector, village, chosen):
    text = "There were " + ", ".join(f"the {noun}" for noun in chosen) + "."
    made = inspector("plague")
    found = inspect(text, made)
    if found.clean:
        assert made(text).text == text
        return
    assert found.repaired.certificate.holds
    assert inspect(found.repaired.text, made, mend=False).clean
    again = verify(found.repaired.text, made.resolved(text), knowledge=village.knowledge, looks=Looks(made.searches))
    assert again.holds
    assert again.claim["searches"] == plain([Search().as_dict()])


def test_no_more_is_changed_than_breaks_the_sets(inspector):
    found = inspect(WELL, inspector("plague"))
    assert len(found.inferences) == len(found.repaired.replacements) == 1
    (change,) = found.repaired.replacements
    assert change.reason == "lead to"
    assert found.repaired.text == WELL[: change.start] + change.text + WELL[change.end :]
    assert [(each.term, each.text) for each in found.inferences[0].repair] == [(change.term, change.text)]


@pytest.mark.parametrize(("prefer", "changed"), [("names", "Ostia"), ("nouns", "fleas")])
def test_preferred_kinds_of_words_are_changed_rather_than_others(inspector, prefer, changed):
    text = "In Ostia they saw the fleas."
    pair = Inference(("flea", "ostia"), "plague", (("1", True),), 1, 1, 1.0, 4.0, 4.0)
    found = inspect(text, inspector("plague", searches=(Rules((pair,)),), prefer=(prefer,)))
    assert [each.term for each in found.repaired.replacements] == [changed]
    assert found.repaired.certificate.holds


def test_kinds_of_words_that_there_are_none_of_are_refused():
    with pytest.raises(InputError, match="no part of speech adverb: there are names, numbers, nouns"):
        weighing(["names", "adverb"])
    assert weighing([])("PERSON") == 1.0
    assert weighing(["names", "verbs"])("VERB") == weighing(["names"])("GPE") < 1


def test_where_the_secret_is_named_is_found_under_disguises_too(inspector):
    text = "The plague, and the pl\u0430gue."
    found = inspect(text, inspector("plague"))
    assert [text[each.start : each.end] for each in found.named] == ["plague", "pl\u0430gue"]
    assert "pl" not in found.repaired.text
    assert found.repaired.certificate.holds


def test_words_in_disguise_lead_as_well_and_are_mended(inspector):
    text = "The r\u0430ts and the fl\u200beas came to the house by the river."
    found = inspect(text, inspector("plague"))
    assert words_of(found) == words_of(inspect(RATS, inspector("plague")))
    assert found.repaired.certificate.holds
    assert inspect(found.repaired.text, inspector("plague")).clean


def test_several_searches_find_each_minimal_set_once(inspector):
    both = inspect(RATS, inspector("plague", searches=(Search(), Search(set_size=2, documents=20), Search(agree=1))))
    assert len(words_of(both)) == len(both.inferences)
    assert not any(one < other for one in words_of(both) for other in words_of(both))
    assert both.repaired.certificate.holds
    assert len(both.repaired.certificate.claim["searches"]) == 3


def test_a_secret_that_nobody_knows_is_told(inspector):
    with pytest.raises(InputError, match="Jane Quizzlebottom: never seen"):
        inspect(RATS, inspector("Jane Quizzlebottom"))
    found = inspect(RATS, inspector("Jane Quizzlebottom", "plague"))
    assert found.unseen == ("Jane Quizzlebottom",)
    assert found.inferences


def test_a_document_may_have_secrets_of_its_own(inspector):
    assert inspect(RATS, inspector("Ostia"), ["plague"]).inferences
    with pytest.raises(InputError, match="nothing to look for"):
        inspect(RATS, inspector())


def test_everything_can_be_written_for_programs(inspector):
    found = inspect(RATS, inspector("plague"))
    told = json.loads(json.dumps(found.to_dict()))
    assert (told["clean"], len(told["inferences"]), told["unseen"]) == (False, 2, [])
    assert told["repaired"]["certificate"]["holds"] is True
    assert all(each["repair"] for each in told["inferences"])
    assert {RATS[each["start"] : each["end"]] for each in told["highlights"]} == {"rats", "fleas", "house", "river"}
    assert "repaired" not in inspect(RATS, inspector("plague"), mend=False).to_dict()


def test_an_untrue_text_does_not_hold(inspector, village):
    made = inspector("plague")
    repair = inspect(RATS, made).repaired
    tampered = verify(
        repair.text + " Rats and fleas.", made.resolved(""), knowledge=village.knowledge, looks=Looks(made.searches)
    )
    assert not tampered.holds
    assert {each.reason for each in tampered.disclosures} == {"lead to"}


# --- the example of the paper -----------------------------------------------------------------------------


def test_the_introduction_of_the_paper():
    text = "The Saudi magnate spoke of his half-brother over dinner."
    found = sfumato_inspect(text, hide="Osama bin Laden", agree=0)
    (each,) = found.inferences
    assert set(each.words) == {"saudi", "magnate", "half brother"}
    assert sorted(each.written) == ["Saudi", "half-brother", "magnate"]
    assert each.confidence == 1.0
    assert found.repaired.certificate.holds
    assert sfumato_inspect(found.repaired.text, hide=["Osama bin Laden"], agree=0).clean
    assert len(found.repaired.replacements) == 1
    (stricter,) = sfumato_inspect(text, hide="Osama bin Laden").inferences  # one document that names him is enough
    assert set(stricter.words) < set(each.words)


def test_two_medicines_are_mended():
    text = "He was given naltrexone and acamprosate by a nurse."
    found = sfumato_inspect(text, hide="alcoholism", top=0)
    assert words_of(found) & {frozenset(("acamprosate",)), frozenset(("acamprosate", "naltrexone"))}
    assert found.repaired.certificate.holds
    assert "acamprosate" not in found.repaired.text
    assert sfumato_inspect(found.repaired.text, hide="alcoholism", top=0).clean

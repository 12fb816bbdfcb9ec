"""What a term could be called instead: true, less precise, something that a person would say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.languages.en.normalform import normal_form
from sfumato.languages.en.wording.labels import KINDS
from sfumato.replacements.options import LEFT_OUT, NAME, OTHER, VERB, Options
from sfumato.risk import content_of
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document, Mention

ENTRIES = (
    Entry("z:1", ["thing"]),
    Entry("z:2", ["animal"], ["z:1"]),
    Entry("z:3", ["Animals by Size"], ["z:2"], grouping=True),
    Entry("z:4", ["pet"], ["z:2"]),
    Entry("z:5", ["hound", "dog"], ["z:3", "z:4"]),
    Entry("z:6", ["beagle"], ["z:5"]),
    Entry("z:7", ["unheard-of beast"], ["z:2"]),
    Entry("z:8", ["snark"], ["z:7"]),
    Entry("z:9", ["type 2 (b)"], ["z:2"]),
    Entry("z:a", ["whelp"], ["z:9"]),
    Entry("z:b:v.1", ["chase"]),
)
SAID = {"thing": 120, "animal": 80, "Animals by Size": 60, "pet": 40, "hound": 30, "type 2 (b)": 30, "big dog": 3}
MORE = {"dog": 60, "beagle": 10, "chase": 40, "person": 90, "date": 90, "1962": 50, "the 1960s": 60, "whelp": 5}


@pytest.fixture(scope="module")
def zoo():
    texts = [name for name, number in (SAID | MORE).items() for _ in range(number)]
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))
    return Options(knowledge, Hierarchy.build("zoo", ENTRIES))


@pytest.fixture(scope="module")
def real(pack, embedded):
    return Options(pack, embedded)


def mention(text, label="NOUN_PHRASE", topics=(), around=""):
    around = around or text
    start = max(around.find(text), 0)
    return Mention(text, label, around, ((start, start + len(text)),), topics=topics)


def said(options, text, label="NOUN_PHRASE", topics=(), around=""):
    return [option.label for option in options.of(mention(text, label, topics, around))]


# --- taxonomies -------------------------------------------------------------------------------------------


def test_everything_above_over_all_paths_nearer_things_first(zoo):
    assert said(zoo, "hound") == ["pet", "animal", "thing", ""]
    assert said(zoo, "beagle") == ["hound", "pet", "animal", "thing", ""]
    assert [option.concept.id for option in zoo.of(mention("beagle"))[:-1]] == ["z:5", "z:4", "z:2", "z:1"]


def test_what_nobody_says_is_never_offered(zoo):
    assert "Animals by Size" not in said(zoo, "beagle")  # a grouping
    assert said(zoo, "snark") == ["animal", "thing", ""]  # unheard of
    assert said(zoo, "whelp") == ["animal", "thing", ""]  # a code


def test_synonyms_are_no_options(zoo):
    assert said(zoo, "dog") == ["pet", "animal", "thing", ""]


def test_spelling_does_not_matter(zoo):
    assert said(zoo, "Beagles") == said(zoo, "BEAGLE") == said(zoo, "beagle")


def test_what_no_taxonomy_has_can_only_be_left_out(zoo):
    assert said(zoo, "xyzzy") == said(zoo, "") == said(zoo, "!") == [""]


def test_what_is_no_noun_can_only_be_left_out(zoo):
    assert said(zoo, "dog", OTHER) == [""]
    assert said(zoo, "chase") == [""]  # a verb alone


# --- words dropped from the left --------------------------------------------------------------------------


def test_words_are_dropped_from_the_left(zoo):
    assert said(zoo, "old grey dog") == ["dog", "pet", "animal", "thing", ""]
    assert said(zoo, "very big dog") == ["dog", "pet", "animal", "thing", ""]  # hardly anyone says "big dog"
    assert said(zoo, "grey xyzzy") == [""]


def test_what_is_left_has_the_head_and_does_not_begin_with_a_figure(zoo):
    assert said(zoo, "tail of the dog") == [""]  # no dog
    assert said(zoo, "dog of the house") == ["dog", "pet", "animal", "thing", ""]
    assert "2 dog" not in said(zoo, "the 2 dog")


def test_names_are_not_cut(zoo):
    assert said(zoo, "Steve Dog", "PERSON") == ["man", "person", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("infected immune cells", ["immune cells", "cells"]), ("curable breast cancer", ["breast cancer", "cancer"])],
)
def test_phrases_of_the_papers(real, text, expected):
    found = said(real, text)
    assert [option for option in found if option in expected] == expected
    assert found[0] == expected[0]


# --- the embedded taxonomies ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("radiotherapy", ["treatment"]),
        ("AIDS", ["immunodeficiency", "disease"]),
        ("HIV", ["virus"]),
    ],
)
def test_chains_of_the_papers(real, text, above):
    found = said(real, text)
    assert set(above) <= set(found)
    assert [option for option in found if option in above] == above


@pytest.mark.parametrize(
    ("town", "country"), [("Miami", "United States"), ("Tokyo", "Japan"), ("Florida", "United States")]
)
def test_a_place_is_in_a_larger_one_and_is_of_its_kind(real, town, country):
    found = said(real, town, "GPE")
    assert country in found
    assert "place" in found
    assert not {"continent", "country", "planet"} & set(found)  # true of what it lies in, not of itself


def test_miami(real):
    found = said(real, "Miami", "GPE")
    assert found[:4] == ["city in Florida", "city in the United States", "city in North America", "Florida"]
    assert "city" in found
    assert "state" not in found


def test_the_sentence_chooses_the_sense(real):
    bank = said(real, "bank", around="They sat on the bank of the river and fished.")
    money = said(real, "bank", around="She took a loan from the bank to pay her debts.")
    assert "edge" in bank
    assert "institution" in money


def test_a_known_person_is_what_he_was(real):
    found = said(real, "Albert Einstein", "PERSON")
    assert found.index("physicist") < found.index("scientist") < found.index("person")


@pytest.mark.parametrize(
    ("text", "option"), [("drinks", "consumes"), ("drank", "consumed"), ("smoke", "consume"), ("injected", "treated")]
)
def test_a_verb_is_a_more_general_one_in_its_own_form(real, text, option):
    assert option in said(real, text, VERB)
    assert all(each.literal for each in real.of(mention(text, VERB))[:-1])


def test_a_verb_with_words_of_grammar_alone_is_a_more_general_one(real):
    around = "In all that time I've taken this, it rained."
    found = said(real, "I've taken", OTHER, around=around)
    assert len(found) > 1
    assert all(option.startswith("I've ") for option in found[:-1])
    assert said(real, "rainy and taken", OTHER, around="It was rainy and taken.") == [""]


def test_what_is_done_to_something_is_said_as_a_participle_without_an_object_of_its_own(real):
    passive = said(real, "replaced", VERB, around="His right knee was replaced in March.")
    assert passive[0]
    assert not any(" the " in option for option in passive)
    assert "taken the place of" in said(real, "replaced", VERB, around="She has replaced him since March.")
    assert "took the place of" in said(real, "replaced", VERB, around="She replaced him in March.")


def test_a_verb_that_no_taxonomy_has_can_only_be_left_out(real):
    assert said(real, "xyzzies", VERB) == said(real, "", VERB) == [""]


# --- names and numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("label", "kind"), KINDS.items())
def test_an_entity_can_always_be_called_by_its_type(real, label, kind):
    assert said(real, "Quizzlebottom", label) == [kind, ""]


def test_a_person_is_no_city(real):
    assert said(real, "Paris", "PERSON") == ["person", ""]


HALF = "the second half of the 20th century"
SIXTIES = ["1962", "the early 1960s", "the 1960s", HALF, "the 20th century", "a certain date", ""]


@pytest.mark.parametrize(
    ("text", "label", "options"),
    [
        ("July 3, 1962", "DATE", ["July 1962", "summer 1962", *SIXTIES]),
        ("July 3, 1962", "DATE_TIME", ["July 1962", "summer 1962", *SIXTIES]),
        ("1962", "DATE", SIXTIES[1:]),
        ("the 1960s", "DATE", [HALF, "the 20th century", "a certain period", ""]),  # not a year of it
        ("from 1962 to 1965", "DATE", ["the early to mid-1960s", "the 1960s", "a certain period", ""]),
        ("Monday", "DATE", ["a certain date", ""]),
        ("three weeks", "DATE", ["some weeks", "some time", ""]),  # no date
        ("2000 mg", "QUANTITY", ["a dose", ""]),  # no year
        ("$5", "MONEY", ["some dollars", "an amount of money", ""]),
        ("noon", "TIME", ["around midday", "at some time of the day", ""]),
        ("37212/02", "CODE", ["a number", ""]),
    ],
)
def test_dates_and_numbers(real, text, label, options):
    assert said(real, text, label) == options


def test_years_are_written_as_they_are(real):
    assert [option.literal for option in real.of(mention("July 3, 1962", "DATE"))] == [True] * 8 + [False]


# --- what all have in common ------------------------------------------------------------------------------

PHRASES = ["beagle", "old dog", "Miami", "HIV", "breast cancer", "July 3, 1962", "xyzzy", "Steve Wozniak", "zidovudine"]
PHRASES += ["infected immune cells", "crabs", "cold", "Apple", "United States", "physician in Florida", "", "of the"]
LABELS = ["NOUN_PHRASE", OTHER, NAME, VERB, *KINDS]


@given(st.sampled_from(PHRASES) | st.text(max_size=20), st.sampled_from(LABELS))
def test_nothing_keeps_more_than_the_term_and_leaving_it_out_is_last(real, text, label):
    found = real.of(mention(text, label))
    whole = content_of(real.knowledge, normal_form(text))
    assert found[-1] == LEFT_OUT
    assert all(0 <= option.content <= whole for option in found)
    assert all(option.label for option in found[:-1])
    assert normal_form(text) not in [normal_form(option.label) for option in found[:-1]]
    assert len({normal_form(option.label) for option in found}) == len(found)
    assert real.of(mention(text, label)) == found


@pytest.mark.parametrize("label", ["NOUN_PHRASE", "ORG", "GPE", "PERSON", OTHER, NAME])
def test_a_medicine_is_called_by_what_it_is_given_for_whatever_the_parser_takes_it_for(real, label):
    assert "pyrimidine" not in said(real, "zidovudine", label)
    assert said(real, "Truvada", label)[-2:] == ["medicine", ""]
    assert "antiemetic" not in said(real, "olanzapine", label)


@pytest.mark.parametrize(
    ("text", "label", "around", "first"),
    [
        ("French national", "NOUN_PHRASE", "It was lodged by a French national in 1999.", "European national"),
        ("vitamin B12", "ORG", "The tablets contain vitamin B12 and iron.", "vitamin"),
        ("CoQ-10", "CODE", "I take CoQ-10 every morning.", "product"),
        ("pueblo", "NOUN_PHRASE", "The settlers founded the pueblo in 1781 on the bank of a river.", "village"),
        ("amoxicillin", "NOUN_PHRASE", "She was given amoxicillin for her ear infection.", "antibiotic"),
    ],
)
def test_the_first_wording_is_true(real, text, label, around, first):
    assert said(real, text, label, around=around)[0] == first


# --- what the words around ask for --------------------------------------------------------------------------


def test_what_somebody_takes_is_a_medicine(real):
    assert said(real, "lithium", around="She takes lithium for it.")[0] == "medicine"
    assert said(real, "lithium", around="The battery has lithium in it.")[0] == "metallic element"
    assert "medicine" not in said(real, "gold", around="He takes gold in the race.")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("Maxalt", "headache medicine"), ("Clobex", "skin medicine"), ("levothyroxine", "hormone medicine"),
        ("acne", "skin problem"), ("gouty arthritis", "joint problem"), ("hypothyroidism", "hormone problem"),
        ("nausea", "digestive symptom"), ("bloodwork", "blood test"), ("migraine", "painful condition"),
    ],
)  # fmt: skip
def test_medicine_is_spoken_of_by_organ_and_use(real, text, step):
    assert step in said(real, text)


def test_what_is_taken_and_has_no_other_name_is_a_medicine(real):
    for around in (
        "I stopped taking xyzzolol.",
        "The Xyzzolol (25 mcg) was swallowed.",
        "My doctor prescribed xyzzolol.",
    ):
        term = "Xyzzolol" if "Xyzzolol" in around else "xyzzolol"
        assert said(real, term, around=around) == ["medicine", ""]
    assert "medicine" not in said(real, "xyzzolol", around="I saw xyzzolol.")
    assert "medicine" not in said(real, "train", around="She takes the train.")


def test_what_somebody_is_is_a_person(real):
    assert "person" in said(real, "alcoholic", around="I was an alcoholic for years.")
    assert "person" in said(real, "star", around="She is a star in India.")


def test_a_short_form_is_no_word_of_the_same_letters(real):
    assert "period" not in said(real, "ERA", around="He pitched with a 2.84 ERA that year.")
    assert "period" in said(real, "ERA", around="IT WAS THE END OF AN ERA.")


def test_a_slip_of_the_finger_is_called_as_the_word_that_was_meant(pack, embedded):
    options = Options(pack, embedded)
    slip, word = (
        [option.label for option in options.of(Mention(text, "NOUN_PHRASE"))] for text in ("urticartia", "urticaria")
    )
    assert slip == word != [""]


def test_what_the_parser_takes_for_a_date_by_mistake_is_a_name(real):
    around = "I was put on Motrin 800 and rested."
    found = real.of(Mention("Motrin 800", "DATE", around, ((13, 23),)))
    assert found[0].label == "painkiller"

"""From a label to a secret: its concept with all its names, or a name with its variants, and what is known of it."""

import pytest

from sfumato.errors import InputError
from sfumato.knowledge import MemoryKnowledge
from sfumato.policy.secrets import near_spellings, resolve
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document

FISHING = (
    "The fishing boats caught crabs in pots, and the fishermen sold lobster, shrimp and other seafood at the harbour. "
    "Each crustacean has a shell and claws."
)
CLINIC = (
    "The clinic treated the patient for crabs: pubic lice, with a lotion of permethrin. The infestation is sexually "
    "transmitted and causes itching of the genital area."
)
COUGH = "The patient had a cold with a runny nose, sore throat, cough, congestion, sneezing and a rhinovirus infection."
FROST = "The winter was freezing, with low temperature, frost, snow and ice, and the cold lasted."


@pytest.fixture(scope="module")
def hide(pack, embedded):
    """The secret that a label means, with what ships with sfumato."""

    def hide(label, *, alpha=1.5, **more):
        return resolve(label, taxonomy=embedded, knowledge=pack, alpha=alpha, **more)

    return hide


# --- concepts ---------------------------------------------------------------------------------------------


def test_hiv_with_its_synonyms_and_specialisations(hide):
    found = hide("HIV")
    assert found.secret.kind == "concept"
    assert {"hiv", "human immunodeficiency virus", "AIDS virus", "hiv 1", "htlv iii"} <= set(found.secret.forms)
    assert set(found.secret.forms) <= set(found.secret.labels)
    assert found.seen
    assert found.documents > 500
    assert (found.near, found.proxies) == ((), ())


@pytest.mark.parametrize("label", ["hiv", "H.I.V.", " Human  immunodeficiency\nvirus", "mesh:D006678"])
def test_other_spellings_and_the_id_name_the_same_concept(hide, label):
    found, hiv = hide(label), hide("HIV")
    assert found.secret.concepts[0] == hiv.secret.concepts[0]
    assert set(found.secret.forms) >= set(hiv.secret.forms)


def test_hepatitis_covers_hepatitis_c(hide):
    hepatitis, special = hide("hepatitis"), hide("hepatitis C")
    assert {"hepatitis", "hepatitis c", "chronic hepatitis c", "alcoholic hepatitis"} <= set(hepatitis.secret.forms)
    assert set(special.secret.forms) <= set(hepatitis.secret.forms)
    assert hepatitis.documents >= special.documents
    assert {concept.source for concept in hepatitis.secret.concepts} > {"MeSH"}  # the same thing in several taxonomies


def test_words_named_after_a_concept_are_hidden_with_it(hide):
    assert "alcoholic" in hide("alcoholism").secret.labels
    assert "buddhist" in hide("Buddhism").secret.labels
    assert "alcoholist" not in hide("alcoholism").secret.labels  # nobody says it


def test_aliases_and_own_alphas(hide):
    found = hide("HIV", alpha=2.5, aliases=["the bug", "Slim Disease"])
    assert found.secret.alpha == 2.5
    assert {"the bug", "slim disease"} <= set(found.secret.labels)
    assert {"hiv", "slim disease"} <= set(found.secret.forms)
    assert hide("HIV").secret.alpha == 1.5


# --- several senses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "ids"),
    [("crabs", ["wordnet:n.01976957", "mondo:0001794"]), ("cold", ["mesh:D003080", "wordnet:n.14145501"])],
)
def test_a_label_of_several_senses_asks_and_lists_them(hide, label, ids):
    with pytest.raises(InputError, match=f'"{label}" has several senses') as asked:
        hide(label)
    message = str(asked.value)
    assert all(id in message for id in ids)
    assert f"name:{label}" in message
    for id in ids:
        assert hide(id).secret.concepts[0].id == id


def test_the_context_settles_the_sense(hide):
    assert [concept.id for concept in hide("crabs", context=FISHING).secret.concepts] == ["wordnet:n.01976957"]
    assert [concept.id for concept in hide("crabs", context=CLINIC).secret.concepts] == ["mondo:0001794"]
    assert hide("cold", context=COUGH).secret.concepts[0].id == "wordnet:n.14145501"
    assert hide("cold", context=FROST).secret.concepts[0].id == "mesh:D003080"


@pytest.mark.parametrize("context", ["He had crabs.", "The man went home.", "!"])
def test_a_context_that_tells_nothing_settles_nothing(hide, context):
    with pytest.raises(InputError, match="several senses"):
        hide("crabs", context=context)


def test_the_label_itself_is_hidden_whatever_its_sense(hide):
    for context in (FISHING, CLINIC):
        assert "crab" in hide("crabs", context=context).secret.labels


def test_a_common_noun_that_stands_as_a_name_asks(hide):
    with pytest.raises(InputError, match="name:Apple"):
        hide("Apple", context="He worked at Apple in California.")
    for context in ("", "Apple trees bloom. Apple pie.", "He ate an apple."):
        assert hide("Apple", context=context).secret.concepts[0].label == "apple"


def test_a_name_alone(hide):
    found = hide("name:Apple")
    assert (found.secret.name, found.secret.concepts, found.secret.labels) == ("Apple", (), ("apple",))
    assert hide("name:HIV").secret.concepts == ()


def test_senses_that_are_the_same_in_two_taxonomies_are_one(hide):
    assert len(hide("AIDS").secret.concepts) > 1


# --- persons, places, organizations -----------------------------------------------------------------------


def test_a_person_that_no_taxonomy_has(hide):
    found = hide("Steve Wozniak")
    assert (found.secret.kind, found.secret.concepts) == ("person", ())
    assert {"steve wozniak", "stephen wozniak", "steven wozniak", "wozniak steve"} <= set(found.secret.forms)
    assert "wozniak" in found.secret.labels  # never left in a text
    assert "wozniak" not in found.secret.forms  # but it may be another one's
    assert found.seen


@pytest.mark.parametrize("name", ["Albert Einstein", "Stephen Hawking", "Osama bin Laden", "Charles de Gaulle"])
def test_a_person_that_a_taxonomy_has(hide, name):
    found = hide(name)
    assert found.secret.kind == "person"
    assert found.secret.concepts
    assert name.lower() in found.secret.forms


def test_other_names_of_a_known_person(hide):
    assert {"einstein", "al einstein", "a einstein"} <= set(hide("Albert Einstein").secret.labels)
    assert {"bin laden", "usama bin laden"} <= set(hide("Osama bin Laden").secret.labels)
    assert "laden" not in hide("Osama bin Laden").secret.labels


@pytest.mark.parametrize("people", ["New Yorker", "Muslim", "Kurd", "Buddhist"])
def test_a_people_is_no_person(hide, people):
    assert hide(people).secret.kind == "concept"


def test_no_people_has_a_surname(hide):
    assert "american" not in hide("African American").secret.labels
    assert "yorker" not in hide("New Yorker").secret.labels


def test_an_organization(hide):
    found = hide("Apple Inc.")
    assert (found.secret.kind, found.secret.labels) == ("organization", ("apple", "apple inc"))
    assert found.secret.forms == ("apple inc",)
    assert hide("World Health Organization").secret.kind == "organization"


def test_of_towns_of_one_name_all_are_hidden_by_it(hide):
    found = hide("Miami")
    assert found.secret.kind == "place"
    assert "miami" in found.secret.labels


@pytest.mark.parametrize("label", ["hepatitis C", "Down syndrome", "HIV", "Buddhism", "breast cancer"])
def test_everything_else_is_a_concept(hide, label):
    assert hide(label).secret.kind == "concept"


# --- never seen -------------------------------------------------------------------------------------------


def test_a_slip_of_the_finger_is_told(hide):
    found = hide("HVI")
    assert not found.seen
    assert found.near == ("hiv",)
    assert "hepatitis" in hide("hepatitus").near
    assert hide("Zarkovia").near == ()


def test_a_private_person(hide):
    found = hide("Jane Quizzlebottom")
    assert (found.seen, found.documents, found.secret.kind) == (False, 0, "person")
    assert {"jane quizzlebottom", "quizzlebottom", "j quizzlebottom"} <= set(found.secret.labels)
    assert found.proxies == ()


def test_a_small_town_falls_back_on_its_parents(hide):
    found = hide("Gonubie", alpha=1.25)
    assert (found.seen, found.secret.kind) == (False, "place")
    assert [proxy.name for proxy in found.proxies] == ["Eastern Cape"]
    assert found.proxies[0].alpha == 1.25
    assert found.proxies[0].labels == ()  # it may stand, unless it tells too much


def test_near_spellings(village):
    def near(label):
        return near_spellings(label, village.taxonomy, village.knowledge)

    assert near("palgue") == near("plauge") == near("plage") == near("plaque") == near("plaguee") == ("plague",)
    assert near("plagues") == ()  # itself
    assert near("black plage") == ("black plague",)
    assert near("grey palgue") == ("grey plague",)
    assert near("xyzzy") == near("") == near("ab") == near("x" * 1000) == ()


# --- what is no secret ------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["", " \n", "...", "\u200b", "the", "of the", "WITH", "name:", "name: ", "name:the"])
def test_what_has_no_meaning_cannot_be_hidden(hide, label):
    with pytest.raises(InputError, match="a letter or a digit"):
        hide(label)


def test_a_number_or_a_single_letter_can(hide):
    assert hide("name:42").secret.labels == ("42",)
    assert hide("name:X").secret.labels == ("x",)


def test_parents_stand_in_only_if_they_are_seen_and_not_common():
    entries = [
        Entry("t:1", ["region"]),
        Entry("t:2", ["Upper Valley"], ["t:1"]),
        Entry("t:3", ["By size"], ["t:1"], grouping=True),
        Entry("t:4", ["Unheard Shire"], ["t:1"]),
        Entry("t:5", ["Smallham"], ["t:1", "t:2", "t:3", "t:4"]),
    ]
    texts = ["Upper Valley"] * 4 + ["By size"] * 4 + ["region"] * 500
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))
    found = resolve("Smallham", taxonomy=Hierarchy.build("towns", entries), knowledge=knowledge, alpha=2.0)
    assert [proxy.name for proxy in found.proxies] == ["Upper Valley"]
    assert not found.seen


@pytest.mark.parametrize("id", ["mesh:D006678", "mesh:d006678", "MESH:D006678"])
def test_an_id_is_found_however_its_letters_are_written(pack, embedded, id):
    assert resolve(id, taxonomy=embedded, knowledge=pack, alpha=1.0).secret.name == "HIV"


@pytest.mark.parametrize("id", ["mesh:D999", "nope:123"])
def test_an_id_of_nothing_is_refused(pack, embedded, id):
    with pytest.raises(InputError, match=f"no concept has the id {id}; if it is a name, hide name:{id}"):
        resolve(id, taxonomy=embedded, knowledge=pack, alpha=1.0)

"""Sets of words that lead to a secret: mined, against every subset asked of the knowledge one by one."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.knowledge import MemoryKnowledge
from sfumato.risk import LISTS, Search, keywords, ranked
from sfumato.risk.inferences import Index, excluded, kin_of
from sfumato.types import All, Any, Document, Secret

WORDS = "bcdefg"


def secret(*forms):
    return Secret(forms[0], 1.0, forms, forms)


def knowledge_of(texts):
    """Documents of words; every fifth is a list."""
    return MemoryKnowledge(
        Document(str(at), ", ".join(words), title=f"List of {at}" if at % 5 == 4 else f"Page {at}")
        for at, words in enumerate(texts)
    )


def left(knowledge, query, search):
    """The best documents that count, as `Knowledge.best` ranks them."""
    hits = knowledge.best(query, knowledge.total)
    return [hit.document for hit in hits if not (search.exclude and hit.title.startswith("List of "))]


def brute_force(knowledge, words, search, found_secret):
    """WEB's generic algorithm read aloud: a search for every subset, and only those without a smaller one inside."""
    mentioning = set(knowledge.matching(Any(*found_secret.forms)).tolist())
    minimal = []
    for size in range(1, search.set_size + 1):
        for group in combinations(words, size):
            if any(set(part) <= set(group) for part in minimal):
                continue
            best = left(knowledge, All(*group), search)[: search.documents]
            named = 0
            for document in best:
                heavy = {term for term, _ in knowledge.weights(document, search.top)}
                named += document in mentioning and (not search.top or not heavy.isdisjoint(found_secret.forms))
            if best and named >= (search.agree or len(best) // 2 + 1):
                minimal.append(group)
    return set(minimal)


texts = st.lists(st.lists(st.sampled_from(WORDS + "xyz"), max_size=9), min_size=1, max_size=40)
searches = st.builds(
    Search,
    set_size=st.integers(1, 4),
    documents=st.integers(1, 4),
    top=st.sampled_from([0, 1, 2, 20]),
    agree=st.integers(0, 1),
    exclude=st.sampled_from([(), LISTS]),
)


@settings(max_examples=300)
@given(texts, searches)
def test_they_are_those_that_asking_for_every_subset_finds(texts, search):
    knowledge = knowledge_of(texts)
    found = list(Index(knowledge, list(WORDS), search).leading_to(secret("x", "y")))
    assert {each.words for each in found} == brute_force(knowledge, WORDS, search, secret("x", "y"))
    for each in found:
        having = set(left(knowledge, All(*each.words), search))
        mentioning = having & set(knowledge.matching(Any("x", "y")).tolist())
        assert (each.documents, each.naming) == (len(having), len(mentioning))
        assert each.confidence == pytest.approx(len(mentioning) / len(having))
        best = left(knowledge, All(*each.words), search)[: search.documents]
        assert [title for title, _ in each.best] == [knowledge.title(document) for document in best]


@given(texts, searches)
def test_only_minimal_sets_are_found_and_each_once(texts, search):
    found = [each.words for each in Index(knowledge_of(texts), list(WORDS), search).leading_to(secret("x"))]
    assert len(found) == len(set(found))
    assert not any(set(one) < set(other) for one in found for other in found)


@given(texts, searches)
def test_the_surest_and_shortest_come_first(texts, search):
    found = ranked(Index(knowledge_of(texts), list(WORDS), search).leading_to(secret("x")))
    assert [round(each.sure, 2) for each in found] == sorted((round(each.sure, 2) for each in found), reverse=True)
    for one, other in pairwise(found):
        assert round(one.sure, 2) > round(other.sure, 2) or len(one.words) <= len(other.words)


@given(texts)
def test_what_the_knowledge_has_never_seen_leads_nowhere_and_is_led_to_by_nothing(texts):
    knowledge = knowledge_of(texts)
    assert list(Index(knowledge, list(WORDS), Search()).leading_to(secret("unheard"))) == []
    assert list(Index(knowledge, ["unheard", "of"], Search()).leading_to(secret("x"))) == []
    assert Search().leads("b, c, d", [], knowledge) == []


# --- what does not count ----------------------------------------------------------------------------------


def test_a_list_does_not_count_whatever_it_names():
    pages = [Document("1", "toe, cave, gout", title="List of ailments"), Document("2", "toe, dance", title="Ballet")]
    knowledge = MemoryKnowledge(pages)
    gout = secret("gout")
    assert Search().leads("A toe in a cave.", [gout], knowledge) == []
    (found,) = Search(exclude=()).leads("A toe in a cave.", [gout], knowledge)
    assert found.words == ("cave",)
    assert found.best == (("List of ailments", True),)


@pytest.mark.parametrize(
    ("pattern", "titles"),
    [
        ("Gout", ["Gout"]),
        ("gout", ["Gout"]),
        ("*gout*", ["Gout", "On gout [1]", "wiki/Gout"]),
        ("wiki/*", ["wiki/Gout"]),
        ("On gout [[]?]", ["On gout [1]"]),
        ("Gou", []),
        ("", []),
    ],
)
def test_documents_are_excluded_by_title_address_or_pattern(pattern, titles):
    names = ["Gout", "On gout [1]", "wiki/Gout", "Ballet"]
    knowledge = MemoryKnowledge(Document(name, "gout, toe", title=name) for name in names)
    assert [knowledge.title(at) for at in excluded(knowledge, (pattern,)).tolist()] == titles
    search = Search(exclude=(pattern,))
    (found,) = search.leads("A toe.", [secret("gout")], knowledge)
    assert found.documents == len(names) - len(titles)


ITSELF = "A lighthouse, a harpoon, a walrus, an anchor, a lantern, a kettle, a parrot, a rope, a compass and gout."


def test_the_text_itself_does_not_count_nor_does_a_copy_of_it():
    copies = [Document("1", ITSELF, title="The keeper"), Document("2", ITSELF + " More.", title="A mirror")]
    knowledge = MemoryKnowledge([*copies, Document("3", "a walrus, a parrot, a zebra", title="Animals")])
    text = ITSELF.replace(" and gout", "")
    search = Search(set_size=2)
    assert search.sources(text, knowledge) == ["The keeper", "A mirror"]
    assert search.leads(text, [secret("gout")], knowledge) == []
    short = "A walrus and a parrot in the lighthouse."  # too few words to tell a text by
    assert search.sources(short, knowledge) == []
    assert ("lighthouse",) in [each.words for each in search.leads(short, [secret("gout")], knowledge)]


def test_another_document_about_the_same_counts():
    other = "A walrus, an anchor and a lantern. gout, gout"
    knowledge = MemoryKnowledge([Document("1", ITSELF, title="The keeper"), Document("2", other, title="Other")])
    found = Search(set_size=1).leads(ITSELF.replace(" and gout", ""), [secret("gout")], knowledge)
    assert {title for each in found for title, _ in each.best} == {"Other"}
    assert {each.words for each in found} == {("walrus",), ("anchor",), ("lantern",)}


# --- the settings -----------------------------------------------------------------------------------------


def test_a_word_deep_down_in_a_document_is_no_topic_of_it():
    page = "harbour, harbour, pier, pier, toe, " + "crane, crane, buoy, buoy, gout"
    knowledge = MemoryKnowledge([Document("1", page), *(Document(str(at), "gull") for at in range(2, 9))])
    assert Search(top=4).leads("A toe.", [secret("gout")], knowledge) == []
    assert len(Search(top=0).leads("A toe.", [secret("gout")], knowledge)) == 1
    assert len(Search(top=20).leads("A toe.", [secret("gout")], knowledge)) == 1


def test_more_than_half_of_the_best_must_name_it_unless_fewer_are_asked_for():
    pages = ["toe, toe, gout", "toe, toe, dance", "toe, toe, stage", "toe, gull, gull, gull, gull"]
    knowledge = MemoryKnowledge(Document(str(at), page) for at, page in enumerate(pages))
    assert [Search().needed(found) for found in (1, 2, 3, 4)] == [1, 2, 2, 3]
    assert Search().leads("A toe.", [secret("gout")], knowledge) == []
    assert len(Search(agree=1).leads("A toe.", [secret("gout")], knowledge)) == 1
    assert len(Search(documents=1).leads("A toe.", [secret("gout")], knowledge)) == 1
    assert Search(agree=2).leads("A toe.", [secret("gout")], knowledge) == []


def test_only_the_heaviest_keywords_are_combined():
    knowledge = MemoryKnowledge([Document("1", "toe, gout"), *(Document(str(at), "toe, gull, owl") for at in (2, 3))])
    text = "gull, gull, gull, owl, owl and a toe"
    assert [each.form for each in keywords(text, knowledge, 3)] == ["gull", "owl", "toe"]
    search = Search(agree=1)
    assert search.leads(text, [secret("gout")], knowledge)
    assert replace(search, keywords=2).leads(text, [secret("gout")], knowledge) == []


def test_a_topic_is_also_named_by_its_kin():
    about = [Document(str(at), "gout, gout, colchicine, colchicine, urate") for at in range(6)]
    knowledge = MemoryKnowledge([*about, Document("7", "colchicine, crocus"), Document("8", "urate, boat")])
    assert kin_of(("gout",), knowledge, 0) == ()
    assert set(kin_of(("gout",), knowledge, 5)) == {"colchicine", "urate"}
    assert len(kin_of(("gout",), knowledge, 1)) == 1
    assert Search().leads("A crocus.", [secret("gout")], knowledge) == []
    (found,) = Search(kin=5).leads("A crocus.", [secret("gout")], knowledge)
    assert (found.words, found.secret) == (("crocus",), "gout")


def test_a_phrase_that_is_unknown_as_a_whole_is_asked_for_by_its_words():
    knowledge = MemoryKnowledge([Document("1", "toe, red, gout"), Document("2", "red, owl"), Document("3", "toe, owl")])
    (found,) = Index(knowledge, ["red toe"], Search()).leading_to(secret("gout"))
    assert (found.words, found.documents) == (("red toe",), 1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"keywords": 0}, "keywords must be 1 or more, not 0"),
        ({"set_size": -1}, "set size must be 1 or more, not -1"),
        ({"documents": 0}, "documents must be 1 or more, not 0"),
        ({"top": -1}, "top must be 0 or more, not -1"),
        ({"agree": -2}, "agree must be 0 or more, not -2"),
        ({"kin": -2}, "kin must be 0 or more, not -2"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong, said):
    with pytest.raises(InputError, match=said):
        Search(**wrong)


def test_what_an_inference_says_of_itself():
    pages = [*["rat, flea, plague"] * 4, *["rat"] * 12, *["flea"] * 12, *["owl"] * 36]
    knowledge = MemoryKnowledge(Document(str(at), page) for at, page in enumerate(pages))
    (found,) = Search().leads("rats and fleas", [secret("plague")], knowledge)
    assert (found.words, found.documents, found.naming, found.confidence) == (("flea", "rat"), 4, 4, 1.0)
    assert (found.bits, found.content) == (4.0, 4.0)
    assert found.sure == pytest.approx(1 + 5 / 6)
    assert found.disclosure().reason == "lead to"
    assert found.disclosure().terms == found.words


def test_what_a_certificate_says_of_a_search_makes_the_same_search():
    search = Search(keywords=7, exclude=("Gout",), kin=3)
    assert Search(**search.as_dict()) == search


# --- the examples of the paper ----------------------------------------------------------------------------


def test_three_innocent_words_lead_to_a_terrorist(pack):
    laden = secret("osama bin laden", "bin laden")
    (found,) = Search().leads("The Saudi magnate and his half-brother.", [laden], pack)
    assert set(found.words) == {"saudi", "magnate", "half brother"}
    assert [names for _, names in found.best] == [True] * len(found.best)
    for part in ("The Saudi magnate.", "The magnate and his half-brother.", "The Saudi and his half-brother."):
        assert Search().leads(part, [laden], pack) == []


def test_two_medicines_lead_to_alcoholism(pack):
    alcoholism = secret("alcoholism", "alcoholic", "alcohol abuse", "alcohol dependence", "alcohol use disorder")
    index = Index(pack, ["acamprosate", "naltrexone"], Search(top=0))
    best = pack.best(All("naltrexone", "acamprosate"), 3)
    drinking = set(pack.matching(Any(*alcoholism.forms)).tolist())
    assert len(best) == 3
    assert all(hit.document in drinking for hit in best)
    (found,) = index.leading_to(alcoholism)
    assert set(found.words) <= {"acamprosate", "naltrexone"}
    assert found.confidence == 1.0

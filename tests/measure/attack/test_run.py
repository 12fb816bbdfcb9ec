"""An attack from request to result: who is found and by what, before and after; limits, unknown truths, notes."""

from dataclasses import replace

import pytest

from sfumato.errors import InputError
from sfumato.knowledge import MemoryKnowledge
from sfumato.measure.attack import AttackRequest, AttackText, Candidate, attack, with_originals
from sfumato.types import Document, Note, Progress

CANDIDATES = (
    Candidate("a1", "It swims in rivers, cracks mussels on a stone and sleeps in a holt.", "otter"),
    Candidate("a2", "It fells trees, dams streams and slaps the water with its tail.", "beaver"),
    Candidate("a3", "It digs setts, carries bedding into them and hunts earthworms at dusk.", "badger"),
    Candidate("a4", "It rolls into a ball of spines and hunts slugs in gardens at dusk.", "hedgehog"),
)
RELEASED = (
    AttackText("a1", "Our [...] cracked mussels in its home."),
    AttackText("a2", "Our [...] left at dusk."),
)
ORIGINALS = (
    AttackText("a1", "Our otter cracked mussels in the holt."),
    AttackText("a2", "The beaver felled two trees."),
)
BOTH = with_originals(RELEASED, ORIGINALS)
PLAIN = ("BM25", "TF-IDF words", "fusion")  # they need no knowledge


def who(texts=RELEASED, attackers=("BM25",), **more):
    return AttackRequest(texts, candidates=CANDIDATES, attackers=attackers, **more)


def told(request, **world):
    """The result as JSON has it, and the notes."""
    notes = []
    result = attack(request, tell=lambda event: notes.append(event) if isinstance(event, Note) else None, **world)
    return result.to_dict(), [(note.code, note.text) for note in notes]


# --- who --------------------------------------------------------------------------------------------------


def test_ranks_by_hand():
    found, _ = told(who(BOTH))
    first, second = found["found"]
    assert (first["candidate"], first["name"]) == ("a1", "otter")
    assert first["ranks"]["released"]["BM25"] == 1  # mussels
    assert second["ranks"]["released"]["BM25"] == 3.5  # dusk is said of two others, the rest of nobody
    assert second["ranks"]["original"]["BM25"] == 1
    top1 = found["versions"]["released"]["attackers"]["BM25"]["top1"]
    assert (top1["value"], top1["n"]) == (0.5, 2)
    assert found["versions"]["released"]["attackers"]["BM25"]["ties"] == 1
    assert found["chance"]["top1"] == 0.25
    assert found["likeliest"][0]["candidates"][0]["candidate"] == "a1"


def test_before_and_after():
    result = attack(who(BOTH, PLAIN, detail=True))
    assert list(result.versions) == ["released", "original"]
    assert all(version.strongest in version.attackers for version in result.versions.values())
    assert (result.texts, result.candidates, result.cases, result.asked) == (2, 4, 2, 2)
    first, second = result.found
    assert first.shares == ("mussel",)
    assert first.first("released", "BM25")
    assert not second.first("released", "BM25")
    assert first.tied["released"]["BM25"] == 1


def test_what_nobody_asked_for_is_not_there():
    plain, _ = told(who(BOTH))
    assert "limit" not in plain
    assert "asked" not in plain
    assert "tied" not in plain["found"][0]
    assert "shares" not in plain["likeliest"][0]["candidates"][0]


def test_a_limit_is_judged_by_the_strongest():
    for limit, upper, above in ((0.5, False, False), (0.4, False, True), (0.5, True, True)):
        result = attack(who(attackers=PLAIN, limit=limit, upper=upper))
        assert result.to_dict()["limit"] == {"share": limit, "upper": upper, "above": above}
        assert result.above is above


def test_nobody_found_of_two_is_no_proof():
    texts = (AttackText("a1", "Spines."), AttackText("a2", "A holt."))
    result = attack(who(texts, limit=0.3, detail=True))
    assert not result.above
    assert not any(each.first("released", "BM25") for each in result.found)
    assert attack(who(texts, limit=0.3, upper=True)).above


def test_the_truth_of_the_originals():
    released = [replace(text, id=f"x{at}") for at, text in enumerate(RELEASED)]
    originals = [
        replace(ORIGINALS[0], id="x0", truth="otter"),
        replace(ORIGINALS[1], id="x1", truth="Beaver"),
    ]
    found, _ = told(who(with_originals(released, originals)))
    assert [each["candidate"] for each in found["found"]] == ["a1", "a2"]


def test_the_truth_changes_no_score():
    before, _ = told(who())
    after, _ = told(who((replace(RELEASED[0], truth="a4"), replace(RELEASED[1], truth="a3"))))
    assert after["likeliest"] == before["likeliest"]
    assert [each["candidate"] for each in after["found"]] == ["a4", "a3"]


def test_an_unknown_truth_gives_the_likeliest():
    request = who((AttackText("x", "mussels"),), ("BM25", "TF-IDF words"), detail=True)
    result = attack(request)
    assert result.found == ()
    assert result.versions["released"].strongest is None
    first = result.likeliest[0].candidates[0]
    assert (result.likeliest[0].attacker, result.likeliest[0].attackers) == ("BM25", 2)
    assert (first.name, first.first_by, first.shares) == ("otter", 2, ("mussel",))
    with pytest.raises(InputError, match="no text has the id of a candidate") as error:
        attack(replace(request, limit=0.1))
    assert error.value.code == "limit-without-truth"


def test_a_limit_needs_the_truth_of_every_text():
    with pytest.raises(InputError, match="of 1 texts it is not known who they are about") as error:
        attack(who((*RELEASED, AttackText("zz", "trees")), limit=0.5))
    assert error.value.code == "limit-of-some"


def test_a_truth_that_is_none_of_the_candidates():
    with pytest.raises(InputError) as error:
        attack(who((replace(RELEASED[0], truth="fox"), RELEASED[1])))
    assert error.value.code == "truth-unknown"


def test_texts_about_nobody_are_told():
    found, notes = told(who((*RELEASED, AttackText("zz", "trees"))))
    assert notes == [("about-nobody", "1 text about nobody of the candidates: not measured")]
    assert (found["texts"], found["cases"]) == (3, 2)


def test_a_text_that_is_what_is_known_proves_little():
    _, notes = told(who((AttackText("a1", CANDIDATES[0].text), RELEASED[1])))
    text = "1 text as a whole in what is known of the candidate: to find that proves little"
    assert notes == [("text-known", text)]


def test_each_attacker_is_told_as_it_begins():
    events = []
    attack(who(attackers=("BM25", "rare phrases")), tell=events.append)
    assert events == [Progress("attacking", at, 2, "attackers") for at in range(2)]


def test_the_knowledge_is_asked_where_words_lead(pack):
    found, _ = told(who(BOTH, ("inference", "inference bits")), knowledge=pack)
    ranks = [each["ranks"]["original"] for each in found["found"]]
    assert all(rank[name] == 1 for rank in ranks for name in ("inference", "inference bits"))


def test_what_is_the_text_itself_is_told_and_can_be_left_out_of_the_knowledge():
    words = "harbour, ferry, turbine, reactor, cooling, tower, board, order, terminal, crane"
    pages = [f"The otter, {words}.", *(f"the {word} of a town" for word in words.split(", "))]
    knowledge = MemoryKnowledge(Document(str(at), page) for at, page in enumerate(pages))
    request = who((AttackText("a1", words), RELEASED[1]), ("inference bits",))
    before, ((code, said),) = told(request, knowledge=knowledge)
    assert code == "sources-known"
    assert said.startswith("1 document of the knowledge is the texts themselves, or as good as: whoever infers")
    after, notes = told(replace(request, without_sources=True), knowledge=knowledge)
    assert notes == [("sources-left-out", "1 document of the knowledge is the texts themselves, and left out")]
    ranks = [found["found"][0]["ranks"]["released"]["inference bits"] for found in (before, after)]
    assert ranks[0] < ranks[1]


# --- what -------------------------------------------------------------------------------------------------

LETTERS = with_originals(
    [
        AttackText("1", "The test was positive, and zidovudine was begun."),
        AttackText("2", "It is worse; the medicine helps."),
    ],
    [
        AttackText("1", "The test for HIV was positive, and zidovudine was begun.", hide=("HIV@2",)),
        AttackText("2", "Her asthma is worse; the inhaler and a bronchodilator help.", hide=("asthma",)),
    ],
)


@pytest.fixture(scope="module")
def world(pack, embedded):
    return {"knowledge": pack, "taxonomy": embedded}


def test_secrets_of_the_texts_before_and_after(world):
    others = ("malaria", "migraine", "diabetes")
    found, _ = told(AttackRequest(LETTERS, others=others, attackers=("inference bits", "BM25")), **world)
    assert (found["question"], found["candidates"], found["cases"]) == ("what", 5, 2)
    first, second = found["found"]
    assert (first["candidate"], second["candidate"]) == ("HIV", "asthma")
    assert first["ranks"]["original"]["inference bits"] == first["ranks"]["released"]["inference bits"] == 1
    assert first["tells"][0]["term"] == "zidovudine"
    assert second["ranks"]["original"]["inference bits"] == 1


def test_a_secret_against_what_stands_beside_it(world):
    text = AttackText("1", "Zidovudine was begun.", "HIV was found, and zidovudine was begun.")
    result = attack(AttackRequest((text,), hide=("HIV",), attackers=("inference bits",), detail=True), **world)
    assert (result.question, result.cases, result.asked) == ("what", 1, 1)
    assert result.candidates > 5
    assert result.found[0].first("released", "inference bits")
    most = result.found[0].tells[0]
    assert (most.term, f"{most.bits:.1f}") == ("zidovudine", "8.1")


def test_two_secrets_of_a_text_are_not_in_each_others_way(world):
    text = AttackText("1", "zidovudine and insulin", hide=("HIV", "diabetes"))
    found, _ = told(AttackRequest((text,), others=("malaria", "migraine"), attackers=("inference bits",)), **world)
    assert [each["ranks"]["released"]["inference bits"] for each in found["found"]] == [1, 1]


def test_a_name_without_others_needs_them(world):
    request = AttackRequest((AttackText("1", "The ferry terminal will be moved."),), hide=("name:Larkmoor",))
    with pytest.raises(InputError, match="Larkmoor: no taxonomy has anything known beside it") as error:
        attack(request, **world)
    assert error.value.code == "nothing-beside"


def test_a_secret_that_is_hardly_known_is_told(world):
    request = AttackRequest(
        (AttackText("1", "insulin"),), hide=("name:Larkmoor",), others=("diabetes",), attackers=("inference bits",)
    )
    assert [code for code, _ in told(request, **world)[1]] == ["hardly-known"]


def test_secrets_need_the_knowledge():
    with pytest.raises(ValueError, match="knowledge"):
        attack(AttackRequest((AttackText("1", "x"),), hide=("HIV",)))


# --- requests ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "nothing-to-look-for"),
        ({"candidates": CANDIDATES, "hide": ("HIV",)}, "who-and-what"),
        ({"candidates": CANDIDATES, "others": ("HIV",)}, "who-and-what"),
        ({"candidates": CANDIDATES, "upper": True}, "upper-without-limit"),
        ({"candidates": CANDIDATES, "limit": 1.5}, "limit-not-a-share"),
        ({"candidates": CANDIDATES, "limit": float("nan")}, "limit-not-a-share"),
        ({"candidates": CANDIDATES, "texts": (BOTH[0], RELEASED[1])}, "originals-missing"),
    ],
)
def test_requests_that_mean_nothing_are_refused(given, code):
    with pytest.raises(InputError) as error:
        AttackRequest(**{"texts": RELEASED, **given})
    assert error.value.code == code


def test_originals_belong_to_texts_by_their_ids():
    with pytest.raises(InputError, match="no text with the id a2") as error:
        with_originals(RELEASED, [ORIGINALS[0], replace(ORIGINALS[1], id="a9")])
    assert error.value.code == "originals-missing"
    (alone,) = with_originals([RELEASED[0]], [replace(ORIGINALS[1], hide=("HIV",))])
    assert (alone.id, alone.original, alone.hide) == ("a1", ORIGINALS[1].text, ("HIV",))

"""Checking a released text from scratch: what is planted is found, and what is claimed is said."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sfumato
from sfumato.languages.en.reading import read
from sfumato.languages.reading import phrases
from sfumato.policy import profile_of
from sfumato.policy.profile import SETTINGS
from sfumato.policy.secrets import resolve
from sfumato.risk import CSanitized, disclosures
from sfumato.verifying.certificate import Certificate
from sfumato.verifying.text import verify

CLEAN = "The house by the river has a garden. There was bread, and a letter."
WORDS = ["plague", "pest", "zanavir", "festers", "rats", "fleas", "well", "dusk", "bell", "house", "river", "the", "no"]
WORDS += ["bread", "garden", ".", ",", "infection", "disease", "xyzzy", "negative", "crow", "\n\n"]


def checked_with(settings):
    """The arguments of a check: settings of a profile are put into one."""
    judged = {name: settings.pop(name) for name in SETTINGS if name in settings and name != "alpha"}
    return {"profile": profile_of(judged, "test"), **settings}


@pytest.fixture(scope="module")
def check(village):
    """The certificate of a text in which the plague of the village is to be hidden."""

    def check(text, labels=("plague",), alpha=1.5, **settings):
        secrets = [
            resolve(label, taxonomy=village.taxonomy, knowledge=village.knowledge, alpha=alpha) for label in labels
        ]
        return verify(text, secrets, knowledge=village.knowledge, **checked_with(settings))

    return check


@pytest.fixture(scope="module")
def check_real(pack, embedded):
    """The same with what ships with sfumato."""

    def check(text, label, **settings):
        return verify(
            text,
            [resolve(label, taxonomy=embedded, knowledge=pack, alpha=1.5)],
            knowledge=pack,
            **checked_with(settings),
        )

    return check


# --- leaks ------------------------------------------------------------------------------------------------


def test_a_clean_text_holds(check):
    found = check(CLEAN)
    assert found.holds
    assert (found.labels, found.disclosures, found.pairs, found.exempt, found.unknown) == (0, (), (), (), 0)


@pytest.mark.parametrize(
    "label", ["plague", "Plagues", "GREY PLAGUE", "black plague", "pests", "p l a g u e", "рlаguе"]
)
def test_every_name_and_specialisation_is_a_leak(check, label):
    found = check(f"{CLEAN} He has {label} there.")
    assert not found.holds
    assert found.labels == 1


def test_a_verb_is_a_leak(check):
    found = check(f"{CLEAN} His arm festers.")
    assert not found.holds
    assert [each.terms for each in found.disclosures] == [("fester",)]
    assert found.labels == 0


def test_a_pair_is_a_leak_if_the_claim_is_for_groups(check):
    text = f"{CLEAN} There were rats. There were fleas."
    alone, together = check(text), check(text, groups=2)
    assert alone.holds
    assert [each.terms for each in alone.pairs] == [("flea", "rat")]  # reported, no part of the claim
    assert not together.holds
    assert [each.terms for each in together.disclosures] == [("flea", "rat")]


def test_pairs_are_looked_for_only_if_they_are_wanted(check):
    assert check("rats and fleas", pairs=False).pairs == ()


def test_a_triple_is_a_leak_if_the_claim_is_for_three(check):
    text = "A well at dusk, and a bell."
    assert check(text, groups=2).holds
    assert not check(text, groups=3).holds


def test_a_group_must_stand_in_one_context(check):
    text = "There were rats. There were fleas there.\n\nThere was a house."
    assert check(text, groups=2, context="sentence").holds
    assert not check(text, groups=2, context="paragraph").holds
    assert not check(text, groups=2, context="document").holds


@pytest.mark.parametrize(
    "leak",
    ["HIV-positive", "anti-HIV drugs", "H.I.V.", "НІV", "H\u200bI\u200bV", "HIV\u00ad", "ＨＩＶ", "HIVs", "🇭🇮🇻", "H1V"],
)
def test_disguises(check_real, leak):
    clean = "He went home and read a book."
    assert check_real(clean, "HIV").holds
    found = check_real(f"{clean} So {leak} it is.", "HIV")
    assert not found.holds
    assert found.labels >= 1


def test_across_lines(check_real):
    assert check_real("It was hepa-\ntitis, they said.", "hepatitis").labels == 1
    assert check_real("human immunodeficiency\nvirus", "HIV").labels == 1


def test_a_disguised_word_is_found_though_the_same_is_denied_elsewhere(check):
    text = "She has no zanavir. He takes zan\u0430vir."
    found = check(text, keep_negated=True)
    assert not found.holds
    assert [each.terms for each in found.disclosures] == [("zanavir",)]


@pytest.mark.parametrize("word", ["zidovudine", "antiretroviral therapy", "seropositive"])
def test_what_reveals_a_real_secret(check_real, word):
    found = check_real(f"He was given {word} there.", "HIV")
    assert not found.holds
    assert found.labels == 0


# --- settings ---------------------------------------------------------------------------------------------


def test_support(check):
    assert check("A crow.", support=3).holds
    assert not check("A crow.", support=1).holds


def test_alpha(check):
    text = "He has an infection."  # 2 of 4 bits
    assert check(text, alpha=1.5).holds
    assert not check(text, alpha=2.0).holds


def test_counting(check):
    assert not check("A zanavir.", counting="taxonomic").holds
    assert check("A bubo.", counting="surface").secrets[0].documents == 37
    assert check("A bubo.", counting="taxonomic").secrets[0].documents == 40


def test_what_is_denied_may_be_exempt(check):
    text = "She has no plague. She has bread."
    assert check(text).labels == 1
    found = check(text, keep_negated=True)
    assert found.holds
    assert [text[a:b] for a, b in found.exempt] == ["no plague"]
    assert not check(f"{text} He has the plague.", keep_negated=True).holds


def test_several_secrets(check):
    found = check("He takes zanavir.", labels=("zanavir", "Ostia"))
    assert [each.secret for each in found.secrets] == ["zanavir", "Ostia"]
    assert not found.holds
    assert found.disclosures[0].secret == "zanavir"


def test_no_secrets_no_claim(check):
    found = check("He has the plague.", labels=())
    assert found.holds
    assert found.secrets == ()


# --- what it says -----------------------------------------------------------------------------------------


def test_how_each_secret_stands(check):
    (standing,) = check("rats in the house", alpha=2.0).secrets
    assert (standing.secret, standing.alpha, standing.documents) == ("plague", 2.0, 40)
    assert (standing.bits, standing.limit) == (4.0, 2.0)
    assert (standing.most, standing.most_by) == (pytest.approx(2.415, abs=1e-3), "rat")
    assert (standing.seen, standing.near, standing.stands_for) == (True, (), "")


def test_a_text_that_tells_nothing(check):
    (standing,) = check("").secrets
    assert (standing.most, standing.most_by) == (0.0, "")
    (standing,) = check("xyzzy").secrets
    assert (standing.most, standing.most_by) == (0.0, "")


def test_a_secret_never_seen_is_said_so_with_what_stands_for_it(check_real):
    town, parent = check_real("He is from the Eastern Cape.", "Gonubie").secrets
    assert (town.secret, town.seen, town.documents) == ("Gonubie", False, 0)
    assert (parent.secret, parent.seen, parent.stands_for) == ("Eastern Cape", True, "Gonubie")
    assert parent.most_by == "eastern cape"
    (typo,) = check_real("He went home.", "HVI").secrets
    assert (typo.seen, typo.near) == (False, ("hiv",))


def test_the_certificate_names_its_claim_and_what_it_was_made_of(check):
    found = check(CLEAN, groups=2, support=4, claim={"policy": "mine", "profile": {"alpha": 1.5}})
    assert found.claim["policy"] == "mine"
    assert (found.claim["groups"], found.claim["support"]) == (2, 4)
    assert (found.claim["counting"], found.claim["context"]) == ("taxonomic", "document")
    assert found.text_sha256 == hashlib.sha256(CLEAN.encode()).hexdigest()
    assert found.knowledge.startswith("640 documents")
    assert found.version == 1
    assert json.loads(json.dumps(found.to_dict()))["holds"] is True


@pytest.mark.parametrize("text", ["", "...", "\u200b", "\x00\x1b", "\ud800\udfff", "\u202e\u05d0\u05d1", "a" * 100_000])
def test_any_text(check, text):
    found = check(text)
    assert found.holds
    assert len(found.text_sha256) == 64


@given(st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join), st.sampled_from([1.0, 1.5, 2.0]))
def test_it_flags_what_the_judge_does_and_no_more(check, village, text, alpha):
    found = check(text, alpha=alpha)
    secret = resolve("plague", taxonomy=village.taxonomy, knowledge=village.knowledge, alpha=alpha).secret
    expected = disclosures(CSanitized(village.knowledge, [secret], support=3), list(phrases(read(text))))
    assert sorted(found.disclosures, key=lambda each: each.terms) == sorted(expected, key=lambda each: each.terms)
    named = sum(word in ("plague", "pest") for word in text.split())
    assert found.labels == named
    assert found.holds is (not expected and not named)


@given(st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join))
def test_a_larger_claim_never_holds_where_a_smaller_one_fails(check, text):
    holds = [check(text, groups=groups).holds for groups in (1, 2, 3)]
    assert holds == sorted(holds, reverse=True)
    alphas = [check(text, alpha=alpha).holds for alpha in (1.0, 1.5, 2.0, 4.0)]
    assert alphas == sorted(alphas, reverse=True)


# --- with the original ------------------------------------------------------------------------------------


def test_with_the_original_what_tells_of_a_hidden_name_is_a_leak(check):
    released = f"{CLEAN} He takes zanavir."
    assert check(released, alpha=1).holds
    found = check(released, alpha=1, original=f"{CLEAN} The plague. He takes zanavir.")
    assert [each.terms for each in found.disclosures] == []  # zanavir tells log2(12) of the word's log2(640/30) bits
    found = check(f"{CLEAN} bubo", alpha=1, original="The pest, the bubo.", support=1)
    assert not found.holds


def test_an_original_without_the_secret_changes_nothing(check):
    assert check(CLEAN, original=CLEAN) == check(CLEAN)


@pytest.mark.parametrize("leak", ["zana-\nvir", "z\u0430navir", "z\u200banavir"])
def test_disguised_terms_are_leaks_too(check, leak):
    assert not check(f"{CLEAN} He takes {leak} there.").holds


@pytest.mark.parametrize(
    "text",
    [
        "Mr Zidovudine came on Monday.",
        "Patient: Truvada\nHe is well.",
        "Dr Zidovudine wrote. He takes Zidovudine daily.",
        "Patient: Biktarvy",
        "Patient: Kaposi Sarcoma",
    ],
)
def test_a_telling_word_in_the_place_of_a_name_tells(text: str) -> None:
    assert not sfumato.verify(text, hide=["HIV"]).holds
    done = sfumato.sanitize(text, hide=["HIV"])
    assert done.certificate.holds
    assert sfumato.verify(done.text, hide=["HIV"]).holds


# --- the whole text ---------------------------------------------------------------------------------------


def test_what_the_whole_text_tells_is_reported_beside_the_limits(check_real):
    text = (Path(sfumato.__file__).parents[2] / "examples" / "letter.txt").read_text(encoding="utf-8")
    standing = check_real(text, "HIV").secrets[0]
    assert standing.chance > 0.05
    assert standing.together == pytest.approx(standing.bits + np.log2(standing.chance), abs=0.01)
    assert f"{standing.together:.1f} of {standing.bits:.1f} bits" in standing.as_a_whole
    assert Certificate.from_dict(check_real(text, "HIV").to_dict()).secrets[0] == standing


def test_nothing_is_said_of_the_whole_text_where_that_cannot_be_judged(check, check_real):
    for certificate in (check(CLEAN), check_real(CLEAN, "HIV"), check_real(CLEAN * 20, "HIV", counting="surface")):
        standing = certificate.secrets[0]
        assert standing.chance is None
        assert standing.together is None
        assert standing.as_a_whole == ""

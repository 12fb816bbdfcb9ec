"""Surrogates: others of the same kind, the same under one key, none that stands in the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato import contracts, sanitize, verify
from sfumato.knowledge import embedded as knowledge
from sfumato.replacements.keys import Drawn
from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.surrogates import Surrogates
from sfumato.taxonomies import embedded as taxonomies
from sfumato.types import LEFT_OUT, Mention

KEY = b"0123456789abcdef"
TEXT = (
    "Bruce Willis was born on Saturday, 19 March 1955. Mr Willis's hospital is St. Mary's Hospital in Tarragona, and he"
    " is called B. Willis there. BRUCE WILLIS left for the University of Barcelona on 03/26/1955 with Anna Schmidt."
)


@pytest.fixture(scope="module")
def surrogates():
    return Surrogates(knowledge(), taxonomies(), KEY)


def made(surrogates, term, label, text=TEXT, whole=""):
    at = text.find(term)
    spans = ((at, at + len(term)),) if at >= 0 else ()
    option = surrogates.options(Mention(term, label, text, spans, whole))[0]
    return option.label if option.untrue else None


@pytest.mark.parametrize("key", [KEY, Drawn(KEY)])
@pytest.mark.parametrize("check", contracts.REPLACER)
def test_the_contract(check, key):
    village = contracts.village()
    check(Surrogates(village.knowledge, village.taxonomy, key))


def test_a_person_keeps_one_name_in_all_its_forms(surrogates):
    first, last = made(surrogates, "Bruce Willis", "PERSON").split()
    assert made(surrogates, "Willis", "PERSON", whole="Bruce Willis") == last
    assert made(surrogates, "Mr Willis's", "PERSON") == f"Mr {last}"  # the ending is kept when it is written
    assert made(surrogates, "Bruce", "PERSON") == first
    assert made(surrogates, "B. Willis", "PERSON") == f"{first[0]}. {last}"
    assert made(surrogates, "BRUCE WILLIS", "PERSON") == f"{first} {last}".upper()
    assert made(surrogates, "Willis, Bruce", "PERSON") == f"{last}, {first}"
    assert made(surrogates, "bruce.willis@acme.com", "EMAIL_ADDRESS") == f"{first}.{last}@example.org".lower()


def test_names_are_of_the_same_sex_and_origin():
    pools = name_pools()
    assert {"Hans", "Klaus"} & set(pools.like_given("Jürgen"))
    assert not {"Mary", "Elizabeth", "Anna"} & set(pools.like_given("Robert"))
    assert not {"John", "Robert", "William"} & set(pools.like_given("Elizabeth"))
    assert {"Tanaka", "Nakamura", "Watanabe"} & set(pools.like_surname("Yamamoto"))
    assert len(pools.like_surname("Quizzlebottom")) > 1000


def test_places_organisations_and_codes_stay_what_they_are(surrogates):
    town = made(surrogates, "Tarragona", "GPE")
    (place, *_) = (sense for sense in taxonomies().senses(town) if sense.source == "places")
    assert "Spain" in {step.label for path in taxonomies().paths(place) for step in path}
    assert re.fullmatch(r"[^\W\d_]+ Hospital", made(surrogates, "St. Mary's Hospital", "PERSON"))
    assert made(surrogates, "University of Barcelona", "ORG").startswith("University of ")
    for name in ("Las Vegas for the University of Nevada", "Google", "Google Ireland"):
        assert not re.search("Google|Ireland|Vegas|Nevada", made(surrogates, name, "ORG") or "")
    assert re.fullmatch(r"\(0\d\d\) 555-01\d\d", made(surrogates, "(212) 736-5000", "PHONE_NUMBER"))
    assert re.fullmatch(r"MRN [A-Z]-\d{4}", made(surrogates, "MRN X-1234", "CODE"))
    assert re.fullmatch(r"192\.0\.2\.\d+", made(surrogates, "10.1.2.3", "IP_ADDRESS"))
    assert re.fullmatch(r"https://www\.example\.org/\d{6}", made(surrogates, "https://acme.com/bruce", "URL"))


@pytest.mark.parametrize(
    ("term", "label"),
    [("Spain", "GPE"), ("200 mg", "QUANTITY"), ("34", "AGE"), ("EUR 30", "MONEY"), ("dozens", "CARDINAL"),
     ("zidovudine", "NOUN_PHRASE"), ("next week", "DATE"), ("Die Hard", "WORK_OF_ART")],
)  # fmt: skip
def test_what_has_no_surrogate_is_generalised(surrogates, term, label):
    options = surrogates.options(Mention(term, label, f"They had {term} there.", ((9, 9 + len(term)),)))
    assert not any(option.untrue for option in options)
    assert options[-1] == LEFT_OUT


@settings(deadline=None, max_examples=50)
@given(st.binary(min_size=16, max_size=32))
def test_dates_are_moved_alike(key):
    surrogates = Surrogates(knowledge(), taxonomies(), key)
    days = surrogates.days(key)
    assert days % 7 == 0
    assert 364 < abs(days) <= 7 * 156
    one = made(surrogates, "Saturday, 19 March 1955", "DATE")
    other = made(surrogates, "03/26/1955", "DATE")
    assert one == knowledge().language.wording.shifted("Saturday, 19 March 1955", days)
    assert other == knowledge().language.wording.shifted("03/26/1955", days)
    assert one.startswith("Saturday, ")


@settings(deadline=None, max_examples=12)
@given(st.binary(min_size=16, max_size=32), st.binary(min_size=16, max_size=32))
def test_a_key_decides_all_and_no_name_is_left(key, other):
    asked = {"hide": ["Bruce Willis"], "policy": "person", "method": "surrogate"}
    found = sanitize(TEXT, key=key, **asked)
    assert found.text == sanitize(TEXT, key=key, **asked).text
    assert (found.text == sanitize(TEXT, key=other, **asked).text) == (key == other)
    assert found.certificate.holds
    assert not re.search("bruce|willis|tarragona|schmidt|barcelona|1955", found.text, re.IGNORECASE)
    said = found.certificate.claim["surrogates"]
    assert not [each for each in said if each.lower() in TEXT.lower()]
    assert verify(found.text, certificate=found.certificate).holds


def test_what_is_not_true_is_said_and_keeps_nothing():
    found = sanitize("Bruce Willis came.", hide=["Bruce Willis"], method="surrogate", key=KEY)
    (name,) = found.certificate.claim["surrogates"]
    assert found.text == f"{name} came."
    assert found.utility < 0.5
    assert "surrogates" not in sanitize("Bruce Willis came.", hide=["Bruce Willis"]).certificate.claim


def test_without_a_key_each_document_has_its_own():
    texts = [f"Bruce Willis came to see us {often}." for often in ("once", "twice", "often", "never", "daily", "again")]
    found = [sanitize(text, hide=["Bruce Willis"], method="surrogate").text.split(" came")[0] for text in texts]
    assert len(set(found)) > 1


def test_a_surrogate_is_no_name_of_a_secret():
    plain = sanitize("Bruce Willis came.", hide=["Bruce Willis"], method="surrogate", key=KEY).text
    name = plain.removesuffix(" came.")
    found = sanitize("Bruce Willis came.", hide=["Bruce Willis", f"name:{name}"], method="surrogate", key=KEY)
    assert name not in found.text
    assert found.certificate.holds

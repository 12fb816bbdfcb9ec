"""Pseudonyms: one for each thing, in a document or under a key, with nothing of the name in it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato import contracts, sanitize
from sfumato.knowledge import embedded as knowledge
from sfumato.languages.edits import applied
from sfumato.replacements.keys import Drawn
from sfumato.replacements.pseudonyms import PSEUDONYM, Pseudonyms
from sfumato.taxonomies import embedded as taxonomies
from sfumato.types import LEFT_OUT, Mention, Proposal

KEY = b"0123456789abcdef"
TEXT = (
    "Bruce Willis was born in Idar-Oberstein on 19 March 1955. Willis studied at Montclair State University, and in Las"
    " Vegas he married Demi Moore. Mr Willis's car was sold. Moore and Willis parted; Bruce left."
)
NAMES = ["Bruce Willis", "Idar-Oberstein", "Montclair State University", "Las Vegas", "Demi Moore"]


@pytest.fixture(scope="module")
def lettering():
    return Pseudonyms(knowledge(), taxonomies(), Drawn(KEY))


@pytest.fixture(scope="module")
def coding():
    return Pseudonyms(knowledge(), taxonomies(), KEY)


def proposed(text, *terms):
    return [
        Proposal(at.start(), at.end(), label, name=True)
        for term, label in terms
        for at in re.finditer(rf"(?<!\w){term}(?!\w)", text)
    ]


@pytest.mark.parametrize("key", [KEY, Drawn(KEY)])
@pytest.mark.parametrize("check", contracts.REPLACER)
def test_the_contract(check, key):
    village = contracts.village()
    check(Pseudonyms(village.knowledge, village.taxonomy, key))


@pytest.mark.parametrize(
    ("name", "label", "kind"),
    [
        ("Bruce Willis", "PERSON", "Person"),
        ("Las Vegas", "GPE", "City"),
        ("Montclair State University", "ORG", "University"),
        ("left Las Vegas", "GPE", "City"),
        ("19 March 1955", "DATE", "Date"),
        ("car", "NOUN_PHRASE", "Term"),
        ("1955", "US_SSN", "Number"),
        ("19 March", "PHONE_NUMBER", "Phone"),
    ],
)
def test_the_kind_is_what_the_name_is_known_to_be(lettering, name, label, kind):
    text = TEXT if name in TEXT else f"They {name} soon."
    name = name.removeprefix("left ")
    at = text.index(name)
    *options, last = lettering.options(Mention(name, label, text, ((at, at + len(name)),)))
    assert last == LEFT_OUT
    assert options[0].label == f"{kind} A"
    assert all(PSEUDONYM.fullmatch(option.label) and not option.content for option in options)


def test_names_of_one_thing_get_one_pseudonym_in_the_order_of_their_first_mention(lettering):
    terms = [("Demi Moore", "Person A"), ("Las Vegas|Idar-Oberstein", "City A"), ("(?<!Demi )Moore", "Term A")]
    people = [("Bruce Willis", "Person A"), ("(?<!Bruce )Willis(?!')|Mr Willis's|Bruce(?! W)", "Person A")]
    edits = lettering.write(TEXT, proposed(TEXT, *terms, *people))
    assert applied(TEXT, edits) == (
        "Person A was born in City B on 19 March 1955. Person A studied at Montclair State University, and in City C he"
        " married Person D. Person A's car was sold. Person D and Person A parted; Person A left."
    )


def test_a_part_that_several_names_have_stands_for_itself(lettering):
    text = "Ann Lee met Tom Lee. Lee wept."
    terms = [("Ann Lee|Tom Lee|(?<!Ann )(?<!Tom )Lee", "Person A")]
    assert applied(text, lettering.write(text, proposed(text, *terms))) == "Person A met Person B. Person C wept."


def test_codes_are_the_same_in_all_documents_under_a_key(coding):
    one, other = (
        applied(text, coding.write(text, proposed(text, ("Ann Lee|Dr Lee|(?<!Ann )(?<!Dr )Lee", "Person 2AAAA"))))
        for text in ("Ann Lee came. Dr Lee's car stood there.", "We saw Lee and Ann Lee.")
    )
    said = re.findall(r"Person [2-9]\w{4}", one + other)
    assert len(said) == 4 or len(said) == 3
    assert len(set(said)) == 1


@settings(deadline=None, max_examples=15)
@given(st.binary(min_size=16, max_size=32), st.binary(min_size=16, max_size=32), st.permutations(NAMES))
def test_a_key_decides_all_and_no_name_is_left(key, other, hidden):
    made = sanitize(TEXT, hide=hidden[:3], method="pseudonym", key=key)
    assert made.text == sanitize(TEXT, hide=hidden[:3], method="pseudonym", key=key).text
    assert (made.text == sanitize(TEXT, hide=hidden[:3], method="pseudonym", key=other).text) == (key == other)
    assert made.certificate.holds
    words = {word for name in hidden[:3] for word in name.split()}
    assert {word for word in words if word in made.text} <= {"University"}  # that is its kind


def test_a_letter_that_tells_is_not_written():
    made = sanitize("Ann Lee and Tom Poe and Jim Roe had hepatitis C.", hide=["hepatitis C"], policy="person")
    assert made.certificate.holds
    made = sanitize(
        "Ann Lee met Tom Poe and Jim Roe, and Kay Moe had hepatitis C in Rome.",
        hide=["hepatitis C"],
        policy="person",
        method="pseudonym",
    )
    assert made.certificate.holds
    assert made.text.count("Person") == 4

"""What names are the names of, and what they could be called."""

import pytest

from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.options import Options
from sfumato.types import Mention


@pytest.fixture(scope="module")
def real(pack, embedded):
    return Options(pack, embedded)


def first(options, text, label, around):
    start = around.index(text)
    return options.of(Mention(text, label, around, ((start, start + len(text)),)))[0].label


@pytest.mark.parametrize(
    ("text", "label", "around", "called"),
    [
        ("Republic of Turkey", "GPE", "An application against the Republic of Turkey was lodged.", "country in Asia"),
        ("Milldale Hospice Care", "ORG", "He gave to charities, including the Milldale Hospice Care.", "organization"),
        ("New York", "GPE", "It is a town in the state of New York.", "state in the United States"),
        ("New York", "GPE", "They met in New York last summer.", "city in the United States"),
        ("Nazareth", "PERSON", "It was begun by Jesus of Nazareth, a preacher.", "city in Northern District"),
        ("Brooklyn", "GPE", "She grew up in Brooklyn, New York.", "borough in New York"),
        ("Bronx", "GPE", "He was raised in the Bronx, New York.", "borough in New York"),
        ("Rodriguez", "NOUN_PHRASE", "Rodriguez also branched into television.", "person"),
        ("Clarke", "ORG", "Clarke rose to prominence in 2011.", "person"),
        ("Xbox", "PERSON", "Their products are Windows (blue), Xbox (green) and Bing (yellow).", "video game console"),
        ("London", "GPE", "Born in London, she moved to the United States.", "city in England"),
        ("Antwerp", "GPE", "He taught at Brussels, then at Antwerp, where he died.", "city in Flanders"),
        ("Ankara", "GPE", "She is a lawyer in Ankara. The government of Turkey was heard.", "city in Turkey"),
        ("Vicar", "NOUN_PHRASE", "A year as Vicar of the town followed.", "priest"),
        ("Summer Olympics", "EVENT", "She swam for her country at the Summer Olympics.", "event"),
        ("Baker", "ORG", "They met with Baker at the fair.", "person"),
        ("Constantino Vitale", "ORG", "The studio was founded by Constantino Vitale in 1924.", "person"),
        ("Olmarsk Falcons", "PERSON", "He signed for the Olmarsk Falcons in 2008.", "organization"),
        ("District Nine", "PRODUCT", "She grew up in District Nine of the town.", "place"),
        ("Mayor Michael Olmarsk", "PERSON", "The prize was given by Mayor Michael Olmarsk in May.", "person"),
        ("section 73", "LAW", "It was admitted under section 73 of the act.", "law"),
        ("Ossès", "GPE", "He was born in 1959 and lives in Ossès.", "place"),
        ("teammates Pablo Padinov", "ORG", "He won with teammates Pablo Padinov and others.", "person"),
        ("Best Picture", "AWARD", "The film was nominated for Best Picture.", "award"),
    ],
)
def test_the_first_wording_is_true(real, text, label, around, called):
    assert first(real, text, label, around) == called


def test_a_group_that_medicine_knows_too_is_a_group(real):
    around = "He performed a function within the Jehovah's Witnesses in the town."
    assert "denomination" in first(real, "Jehovah's Witnesses", "ORG", around)


def test_people_are_counted_by_their_names():
    as_given, as_surname = name_pools().people("Stanley")
    assert as_given > as_surname > 5
    assert name_pools().people("Okonkwoski") == (0, 0)

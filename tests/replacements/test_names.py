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
        ("Milldale Hospice Care", "ORG", "He gave to charities, including the Milldale Hospice Care.", "charity"),
        ("New York", "GPE", "It is a town in the state of New York.", "state in the United States"),
        ("New York", "GPE", "They met in New York last summer.", "city in the United States"),
        ("Nazareth", "PERSON", "It was begun by Jesus of Nazareth, a preacher.", "city in Israel"),
        ("Brooklyn", "GPE", "She grew up in Brooklyn, New York.", "borough in New York"),
        ("Bronx", "GPE", "He was raised in the Bronx, New York.", "borough in New York"),
        ("Rodriguez", "NOUN_PHRASE", "Rodriguez also branched into television.", "person"),
        ("Clarke", "ORG", "Clarke rose to prominence in 2011.", "person"),
        ("Xbox", "PERSON", "Their products are Windows (blue), Xbox (green) and Bing (yellow).", "video game console"),
        ("London", "GPE", "Born in London, she moved to the United States.", "city in England"),
        ("Antwerp", "GPE", "He taught at Brussels, then at Antwerp, where he died.", "city in Flanders"),
        ("Ankara", "GPE", "She is a lawyer in Ankara. The government of Turkey was heard.", "city in Turkey"),
        ("Vicar", "NOUN_PHRASE", "A year as Vicar of the town followed.", "priest"),
        ("Summer Olympics", "EVENT", "She swam for her country at the Summer Olympics.", "multi-sport event"),
        ("Baker", "ORG", "They met with Baker at the fair.", "person"),
        ("Constantino Vitale", "ORG", "The studio was founded by Constantino Vitale in 1924.", "founder"),
        ("Olmarsk Falcons", "PERSON", "He signed for the Olmarsk Falcons in 2008.", "team"),
        ("District Nine", "PRODUCT", "She grew up in District Nine of the town.", "place"),
        ("Mayor Michael Olmarsk", "PERSON", "The prize was given by Mayor Michael Olmarsk in May.", "mayor"),
        ("section 73", "LAW", "It was admitted under section 73 of the act.", "law"),
        ("Ossès", "GPE", "He was born in 1959 and lives in Ossès.", "place"),
        ("teammates Pablo Padinov", "ORG", "He won with teammates Pablo Padinov and others.", "man"),
        ("Hobart County Courthouse", "FAC", "The trial was held in Hobart County Courthouse.", "county courthouse"),
        ("comedian Lenny Henry", "NOUN_PHRASE", "It was seen by comedian Lenny Henry in May.", "comedian"),
        ("Burger King", "ORG", "He worked at a Burger King in the town.", "American fast food chain"),
        ("Asia", "LOC", "They travelled through Asia by train.", "continent"),
        ("President Alonso Vidal", "PERSON", "They met President Alonso Vidal in spring.", "president"),
        ("Limbé", "GPE", "Limbé lies in the north of Haiti, as all know.", "city"),
        ("Bristol", "GPE", "Its office is located in Bristol, CT, and opened in May.", "city in Connecticut"),
        ("Bergen", "GPE", "She studied in Bergen for a year.", "city in Norway"),
        ("Orbo Records", "ORG", "She signed with Orbo Records in 1963.", "record label"),
        ("Regional Court (Sąd)", "ORG", "In May the Regional Court (Sąd) freed him.", "court"),
        ("Robert Olmarsk", "PERSON", "Then they met Robert Olmarsk by chance.", "man"),
        ("Elvin Bishop", "PERSON", "They met Elvin Bishop by chance.", "person"),
        ("Suffolk", "GPE", "They drove through Suffolk in May.", "county"),
        ("Izmir", "PERSON", "She is a lawyer practising in Izmir.", "city"),
        ("North", "LOC", "They built in the South and the North that year.", "region"),
        ("Middle Ages", "LOC", "In the Middle Ages, it was a town.", "historic period"),
        ("CHYM-FM", "ORG", "She was heard on CHYM-FM in May.", "radio station"),
        ("Officer", "ORG", "He served as G-3 Officer of the troops.", "person"),
        ("Total Assets", "ORG", "They have much.\n\nTotal Assets\n\nIt grew.", "assets"),
        ("Best Picture", "AWARD", "The film was nominated for Best Picture.", "film award"),
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


def test_the_end_of_a_longer_name_is_what_it_is_itself(real):
    around = "He studied at the University of California. California has a coast."
    spans = tuple((at, at + len("California")) for at in (31, 44))
    mention = Mention("California", "GPE", around, (spans[1], (18, 42)), "University of California")
    assert real.of(mention)[0].label == "state in the United States"


def test_somebody_is_what_the_text_says_of_the_whole_name(real):
    around = (
        "Lindsey Adams Quorbeck (born 1949) is a musician. "
        + "Quorbeck sang. " * 9
        + "Quorbeck was the youngest child."
    )
    at = around.index("Quorbeck sang")
    spans = (
        (at, at + 8),
        *((a, a + 8) for a in range(at + 15, at + 130, 15)),
        (around.rindex("Q"), around.rindex("Q") + 8),
    )
    mention = Mention("Quorbeck", "PERSON", around, (*spans, (0, 22)), "Lindsey Adams Quorbeck")
    assert real.of(mention)[0].label == "musician"


def test_what_hardly_anybody_else_is_is_not_said_of_a_name(real):
    around = "Ross Powers won. He is the Director of the Snowboarding program at the school."
    assert first(real, "Ross Powers", "PERSON", around) == "snowboarder"


def test_where_a_place_is_is_said_if_the_text_says_so_or_everybody_knows(real):
    assert first(real, "Latham", "GPE", "His family moved to Latham near Canberra.") == "city"
    assert first(real, "Nazareth", "GPE", "They went to Nazareth in May.") == "city in Israel"


@pytest.mark.parametrize(
    ("name", "label", "around", "called"),
    [
        ("Oldham Athletic", "GPE", "He came on against Oldham Athletic in May.", "English football club"),
        ("Love Actually", "WORK_OF_ART", "She appeared in Love Actually as a nurse.", "comedy-drama film"),
        ("BBC", "ORG", "He worked for the BBC in London.", "British public broadcaster"),
        ("Three Dog Night", "ORG", "They opened for Three Dog Night in Toronto.", "American rock band"),
    ],
)
def test_a_name_that_all_speak_of_alike_is_what_they_call_it(real, name, label, around, called):
    assert first(real, name, label, around) == called


def test_a_country_is_no_village_of_its_name(real):
    around = "He played for England, and then against Wales."
    assert first(real, "Wales", "GPE", around) == "region in the United Kingdom"


def test_an_organization_is_called_by_the_end_of_its_name(real):
    around = "He signed for West Bromwich Albion. Albion won the cup."
    mention = Mention("Albion", "ORG", around, ((36, 42), (14, 34)), "West Bromwich Albion")
    assert real.of(mention)[0].label == "English professional football club"

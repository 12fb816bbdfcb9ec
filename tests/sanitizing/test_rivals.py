"""The rivals of a secret, and what a term says for them, with the real handbook."""

import sfumato

LETTER = (
    "She came in March with a cough. She has had night sweats and weight loss for two months. Her brother drove her."
)


def told(term, **settings):
    ((found,),) = [sfumato.explain(term, hide=["HIV"], **settings).rivals]
    return found, {reader.reader: reader for reader in found.readers}


def test_a_medicine_that_is_given_for_one_thing_speaks_for_no_rival():
    found, readers = told("zidovudine")
    assert found.rivals >= 50
    assert [len(reader.nearest) for reader in found.readers] == [10, 10]
    assert readers["clues"].bits > 4
    assert readers["clues"].as_well == 0
    assert readers["clues"].said == f"says {readers['clues'].bits:.1f} bits for it, and no rival fits as well"


def test_a_symptom_of_many_things_speaks_for_many():
    _, readers = told("night sweats")
    clues = readers["clues"]
    assert 0 < clues.bits < 2
    assert clues.as_well >= 20
    assert any(rival.name == "tuberculosis" for rival in clues.most)
    assert [rival.bits for rival in clues.most] == sorted((rival.bits for rival in clues.most), reverse=True)


def test_what_tells_of_nothing_says_nothing():
    _, readers = told("bread")
    assert {reader.said for reader in readers.values()} == {"says nothing for it"}


def test_in_a_text_the_sentence_around_it_is_read():
    _, alone = told("night sweats")
    _, there = told("night sweats", context=LETTER)
    assert alone["meaning"].bits == 0
    assert there["meaning"].bits > 0 or there["meaning"].most


def test_a_name_of_nobody_has_no_rivals():
    assert sfumato.explain("actor", hide=["Bruce Willis"]).rivals == ()

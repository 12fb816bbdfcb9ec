"""What identifies by itself, and what does together."""

import pytest

from sfumato.sanitizing.identify import FEWEST, NEAR, candidates


@pytest.fixture(scope="module")
def knowledge(village):
    return village.knowledge


def test_candidates_are_counted(knowledge):
    assert candidates(knowledge, {"rat": 72, "flea": 72}) == knowledge.count("rat") - 8 - 46  # both in 18 documents


def test_candidates_never_seen_together_are_guessed_from_their_shares(knowledge):
    assert candidates(knowledge, {"ostia": 40, "crow": 1}) == pytest.approx(640 * 40 / 640 * 1 / 640)


def test_for_a_secret_never_seen_names_go_until_enough_candidates_fit(real):
    text = "Jane Quizzlebottom of Larkmoor met an American in London in May."
    done = real("Jane Quizzlebottom")(text)
    assert "Quizzlebottom" not in done.text
    assert "Larkmoor" not in done.text
    assert not done.certificate.secrets[0].seen
    assert FEWEST > 1


def test_a_rare_drug_is_told_by_its_kind(real):
    done = real("HIV")("He was started on lamivudine.")
    assert "lamivudine" not in done.text
    assert [(each.reason, each.secret) for each in done.replacements] == [("tells by its kind", "HIV")]


RECORD = (
    "Patient: Temitope Balogun\n\nMr Balogun was admitted with fever. He takes dolutegravir for HIV. For the pain he "
    "has ibuprofen 50 mg and codeine 10 mg. The chest X-ray was clear. His daughter Ngozi lives in Leeds."
)


@pytest.mark.parametrize("kept", ["Temitope Balogun", "Mr Balogun", "Ngozi", "50 mg", "10 mg", "fever", "chest X-ray"])
def test_what_tells_nothing_of_a_concept_stays(real, kept):
    done = real("HIV")(RECORD)
    assert kept in done.text
    assert "dolutegravir" not in done.text
    assert done.certificate.holds


def test_what_tells_nearly_too_much_is_taken_with_its_bits(real):
    [found] = real("HIV")("After the accident he had a blood transfusion.").replacements
    assert (found.term, found.reason, found.secret) == ("blood transfusion", "nearly reveals", "HIV")
    assert found.limit * NEAR <= found.bits < found.limit


def test_a_wording_may_tell_up_to_the_limit(real):
    done = real("acne")("He asked about acne and about the bus. The dog came, too.")
    assert [each.text for each in done.replacements] == ["a skin problem"]
    assert done.certificate.holds


def test_what_names_a_secret_says_less_where_its_sentence_tells(real):
    done = real("asthma")("Since I started, my asthma is well controlled. We moved house in June. The dog came, too.")
    assert "lung" not in done.text
    assert "is well controlled" in done.text
    assert done.certificate.holds


def test_a_superlative_identifies_a_place(real):
    done = real("Los Angeles")("It is the second-largest city of the country, and has a harbour.")
    assert "largest" not in done.text
    assert "harbour" in done.text


def test_a_rank_identifies_nothing_in_letters_or_in_digits(real):
    text = "Of all the cities it came 24th in spring, and sixth in autumn."
    assert real("Barcelona")(text).text == text


def test_a_description_whose_words_meet_with_the_secret_alone_is_taken(real):
    done = real("Steven Spielberg")("Steven Spielberg made it for his photography merit badge, with a big new camera.")
    assert [(each.term, each.reason) for each in done.replacements if "badge" in each.term] == [
        ("photography merit badge", "nearly reveals")
    ]
    assert "big new camera" in done.text
    assert done.certificate.holds


def test_a_slip_of_the_finger_is_judged_as_the_word_that_was_meant(real):
    done = real("depression")("The wellbutin helped, once I had made the ocnnection, and I sleep in the nightclothes.")
    assert "wellbutin" not in done.text
    assert "the ocnnection" in done.text
    assert done.certificate.holds


def test_that_a_few_of_an_age_are_ill_tells_nothing(real):
    done = real("HIV")("Thank you for seeing this 34-year-old carpenter. The HIV test was positive. He sleeps well.")
    assert "34-year-old carpenter" in done.text


def test_a_condition_is_not_the_clinic_that_is_called_after_it(real):
    done = real("HIV")("He goes to the HIV Clinic. He has HIV since May and he plays chess.")
    assert "organization" not in done.text


def test_what_says_medicine_and_no_more_stays(real):
    """ "dosage" is said of every medicine: a reader of a review sees anyway that it is one."""
    text = "I asked for another dosage, and take this medication at night."
    assert real("depression")(text).text == text

"""What tells of a condition that a text mentions by the way goes whole, with the real knowledge."""

import pytest

import sfumato

NOTE = (
    "He has had a sore knee since he fell off a ladder in August. It gives way once a week, and stairs are hard.\n\n"
    "PMH: gout, HIV diagnosed 2009, hay fever, a broken wrist.\n\n"
    "He lives with his sister in a flat on the second floor and walks to work. He would like to play football again. "
    "Please see him in the clinic before the summer and tell us whether an operation would help."
)


def test_an_item_goes_and_leaves_no_hole():
    result = sfumato.sanitize(NOTE, hide=["HIV"])
    assert "PMH: gout, hay fever, a broken wrist." in result.text
    assert result.text == NOTE.replace(", HIV diagnosed 2009", "")
    assert result.certificate.holds


def test_a_text_about_it_keeps_its_wordings():
    text = "HIV is a virus. HIV is found by a test. Zidovudine is given against HIV."
    result = sfumato.sanitize(text, hide=["HIV"])
    assert len(result.text.split()) >= 0.6 * len(text.split())
    assert "HIV" not in result.text


@pytest.mark.parametrize("method", ["redact", "pseudonym"])
def test_other_methods_show_what_they_took(method):
    assert "PMH: gout, hay fever" not in sfumato.sanitize(NOTE, hide=["HIV"], method=method).text


def test_names_of_people_are_not_of_this_kind():
    result = sfumato.sanitize(NOTE.replace("He has", "Steve Wozniak has", 1), hide=["Steve Wozniak"])
    assert "HIV diagnosed" in result.text or "diagnosed" in result.text


def test_twice_is_as_once():
    once = sfumato.sanitize(NOTE, hide=["HIV"]).text
    assert sfumato.sanitize(once, hide=["HIV"]).text == once


def test_numbers_close_behind_an_item_that_went():
    text = NOTE.replace(
        "PMH: gout, HIV diagnosed 2009, hay fever, a broken wrist.", "1. Gout\n2. HIV\n3. Hay fever\n4. Asthma"
    )
    result = sfumato.sanitize(text, hide=["HIV"])
    assert "1. Gout\n2. Hay fever\n3. Asthma\n" in result.text
    assert result.certificate.holds


def test_a_name_in_a_table_goes_though_a_heading_of_the_same_words_went_whole():
    text = f"{NOTE}\n\n| Problem | Since |\n|---|---|\n| HIV | 2014 |\n| Gout | 2010 |\n\nHIV\n===\nStable.\n"
    result = sfumato.sanitize(text, hide=["HIV"])
    assert "HIV" not in result.text
    assert "| Gout | 2010 |" in result.text


def test_rows_of_values_do_not_go_whole():
    text = "date,name,problem\n2021-03-02,B. Diaz,HIV\n2021-03-03,D. Fox,sore throat\n2021-03-04,F. Hall,cough\n"
    result = sfumato.sanitize(text, hide=["HIV"])
    assert result.text == text.replace("HIV", "an infection")


def test_joined_parts_keep_the_better_reason():
    """ "bottle" tells nearly too much, "vodka" too much: the sentence went for the former, and came back."""
    text = NOTE.replace("HIV diagnosed 2009", "alcohol dependence").replace(
        "He would like", "He drinks a bottle of vodka a day. He would like"
    )
    result = sfumato.sanitize(text, hide=["alcohol dependence"])
    assert "He drinks" not in result.text
    assert result.certificate.holds


LISTED = NOTE.replace(
    "PMH: gout, HIV diagnosed 2009, hay fever, a broken wrist.", "1. Gout\n2. HIV\n3. Hay fever\n4. Asthma"
)


def test_marks_show_where_something_was_left_out():
    result = sfumato.sanitize(NOTE, hide=["HIV"], gaps="mark")
    assert result.text == NOTE.replace("HIV diagnosed 2009", "[...]")
    assert result.certificate.holds
    assert sfumato.sanitize(LISTED, hide=["HIV"], gaps="mark").text == LISTED.replace("HIV", "[...]")


@pytest.mark.parametrize("gaps", ["none", "mark"])
@pytest.mark.parametrize("text", [NOTE, LISTED, NOTE.replace("hay fever", "hay fever (he takes lamivudine)")])
def test_a_second_time_nothing_changes_with_marks_or_without(gaps, text):
    once = sfumato.sanitize(text, hide=["HIV"], gaps=gaps).text
    assert ("[...]" in once) == (gaps == "mark")
    assert sfumato.sanitize(once, hide=["HIV"], gaps=gaps).text == once


def test_courts_ask_for_marks():
    said = sfumato.sanitize(NOTE, hide=["HIV"], policy="court").text
    assert "gout, [...], hay fever" in said
    assert "gout, hay fever" in sfumato.sanitize(NOTE, hide=["HIV"], policy="court", gaps="none").text
    assert "[...]" in sfumato.sanitize(NOTE, policy=["us-medical", "court"]).text

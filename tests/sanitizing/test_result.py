from __future__ import annotations


def test_what_is_hidden_is_told_from_the_words_beside_it(real):
    text = "Mr Okonkwo was born on 9 May 1957 in Oslo."
    done = real(named="person")(text)
    dated = next(each for each in done.replacements if "1957" in each.term)
    assert text[dated.term_start : dated.term_end] == "9 May 1957"
    assert dated.start <= dated.term_start < dated.term_end <= dated.end


def test_a_name_is_not_taken_for_the_common_noun(real):
    """The register is a name here; a register is none."""
    text = "Ms Okonkwo, born in 1957, lives at Bergen Register. She keeps a register there. Rule 5 and rule 7 apply."
    done = real(named="person")(text)
    assert "a register there" in done.text


def test_what_is_left_of_a_term_is_judged_too(real):
    done = real("Steve Wozniak")('Steve Wozniak\n\nStephen (or Stephan) Gary "Steve" Wozniak founded a company.')
    assert "Stephan" not in done.text
    assert "Gary" not in done.text


def test_a_quoted_title_is_one_term(real):
    done = real("Tom Cruise")('He played in the comedy "Knight and Day" (2010) with Tom Cruise.')
    assert "Day" not in done.text
    assert "Knight" not in done.text


def test_an_edit_that_only_mends_goes_by_the_term_before_it(real):
    text = "Jane Roe, a nurse, came on Monday."
    done = real("Jane Roe")(text)
    assert done.text == "A nurse came on Monday."
    assert {each.secret for each in done.replacements} == {"Jane Roe"}
    made = text
    for each in reversed(done.replacements):
        made = made[: each.start] + each.text + made[each.end :]
    assert made == done.text

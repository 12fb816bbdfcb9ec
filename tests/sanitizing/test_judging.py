"""Whom a text is about: detectors have the last word about people of whom the knowledge tells nothing."""

from __future__ import annotations

import sfumato

CASE = (
    "The applicant, Mr James Smith, complained about the length of the proceedings. The District Court dismissed his "
    "action for unpaid pension benefits, and the Court of Appeal upheld the judgment. He alleged a violation of "
    "Article 6 of the Convention. The Government contested that argument and submitted their observations."
)
STAR = (
    "Tom Cruise is an American actor. He played a pilot in Top Gun and an agent in Mission: Impossible, and he was "
    "married to Nicole Kidman and to Katie Holmes. He is an outspoken advocate of Scientology."
)


def test_a_namesake_in_the_knowledge_adds_nothing_to_what_detectors_find() -> None:
    done = sfumato.sanitize(CASE, hide=["James Smith"], policy="person")
    assert "James" not in done.text
    assert {each.reason for each in done.replacements} <= {"names", "found by identifiers", "found by patterns"}


def test_of_a_person_whom_the_knowledge_tells_of_the_rare_terms_go() -> None:
    done = sfumato.sanitize(STAR, hide=["Tom Cruise"], policy="person")
    assert "Scientology" not in done.text
    assert {each.reason for each in done.replacements} & {"identifies", "reveals"}


def test_an_unseen_word_is_no_reason_where_nothing_is_counted() -> None:
    text = "The applicant, Temitope Balogun-Adeyemi, filed a so-called Devolutionsantrag with the court."
    done = sfumato.sanitize(text, hide=["Temitope Balogun-Adeyemi"], policy="person")
    assert "unknown" not in {each.reason for each in done.replacements}
    assert done.certificate.holds
    assert not sfumato.verify("He filed a Devolutionsantrag.", hide=["HIV"]).holds


def test_a_name_before_a_noun_goes_with_it(real) -> None:
    text = "The Los Angeles coastal area is wide. Los Angeles is large."
    spans = [text[each.term_start : each.term_end] for each in real("Los Angeles")(text).replacements]
    assert spans == ["Los Angeles coastal area", "Los Angeles"]

"""A review over the real engine: the number moves, what is exported was verified, and what was decided is replayed."""

import json
import random
import re
from dataclasses import replace

import pytest

from sfumato.errors import InputError
from sfumato.io.sources import Item
from sfumato.reviewing import Act, Log, Rule, documents_of, state_of
from sfumato.reviewing.report import report, working_record
from sfumato.reviewing.view import items_shown, tellers_shown
from sfumato.service import SanitizeRequest
from sfumato.types import Document
from tests.reviewing.conftest import LETTER, item


def test_the_claim_breaks_and_mends_with_each_decision(review):
    made = review()
    state = made.open(0)
    assert made.claim(0).holds
    number = item(state, "unprotected sex")
    made.act(0, Act(act="keep", items=(number,)))
    broken = made.claim(0)
    assert not broken.holds
    assert broken.secrets[0].most >= broken.secrets[0].limit
    assert any("unprotected sex" in fault for fault in broken.faults)
    made.act(0, Act(act="undo"))
    assert made.claim(0).holds


def test_the_first_text_is_the_one_that_sanitize_writes(review, engine):
    made = engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",)))
    state = review().open(0)
    assert state.text == made.text
    assert review().claim(0).kept == pytest.approx(made.utility, abs=0.1)


def test_a_card_says_why_what_it_costs_and_what_else_could_stand_there(review):
    made = review()
    state = made.open(0)
    number = item(state, "unprotected sex")
    card = made.documents[0].card(state, number)
    assert card.reason == "reveals 7.2 of 8.3 bits of HIV, limit 5.6"
    assert card.keeping == 'keeps "unprotected sex": HIV told 7.2 of 8.3, limit 5.6: claim breaks'
    assert card.breaks
    told = {wording.wording: wording.tells for wording in card.wordings}
    assert told["sexual behavior"]
    assert not told["behavior"]
    assert card.equal == (number,)


def test_own_words_are_judged_like_any_other(review):
    made = review()
    state = made.open(0)
    document, number = made.documents[0], item(state, "unprotected sex")
    assert document.weighed(state, number, "sexual behavior").refused == "tells 6.0 bits of HIV, limit 5.6"
    assert document.weighed(state, number, "HIV").refused
    good = document.weighed(state, number, "behavior")
    assert (good.refused, good.warning) == ("", "")
    assert "is it true?" in document.weighed(state, number, "a bicycle").warning
    with pytest.raises(InputError):
        document.weighed(state, number, "  ")


def test_what_was_missed_is_marked_everywhere(review):
    made = review("He lives in Tarragona. Tarragona is nice. He took zidovudine in tarragona, daily.")
    state = made.open(0)
    document = made.documents[0]
    at = document.original.index("arrag")
    spans = document.equal_to(state, at, at + 3)
    assert [document.original[a:b] for a, b in spans] == ["Tarragona", "Tarragona", "tarragona"]
    after = made.act(0, document.marked(state, spans))
    assert "arragona" not in after.text
    assert [each.reason for each in after.items].count("marked") == 3


def test_the_check_from_scratch_agrees_whatever_was_decided(review):
    made = review()
    for number in range(len(made.open(0).items)):
        made.act(0, Act(act="keep", items=(number,)))
        certificate, verified = made.verified(0)
        assert certificate.holds == verified.holds
        assert certificate.text_sha256 == verified.text_sha256
        assert [each.most for each in certificate.secrets] == [each.most for each in verified.secrets]


def test_after_any_decisions_the_quick_claim_is_the_one_from_scratch(review):
    """What is remembered from the versions before changes nothing: all that both certificates say is the same."""
    long = "\n\n".join([LETTER, *(f"{LETTER}\nSeen again in month {month}." for month in ("two", "three"))])
    made = review(long, hide=("HIV", "depression"))
    document, draw = made.documents[0], random.Random(7)
    for turn in range(12):
        state = made.open(0)
        number = draw.randrange(len(state.items))
        others = document.wordings.of(state.items[number])
        kind = draw.choice(["keep", "leave out", "accept", "undo", "mark", *(["write"] if others else [])])
        if kind == "write":
            act = document.written(state, [number], draw.choice(others).text)
        elif kind == "leave out":
            act = document.left_out(state, [number])
        elif kind == "mark":
            word = draw.choice([match.span() for match in re.finditer(r"[a-z]{5,}", long)])
            act = document.marked(state, [word])
        else:
            act = Act(act=kind, items=() if kind == "undo" else (number,))
        if kind == "undo" and not state.done:
            continue
        state = made.act(0, act)
        if turn % 3 == 0:
            document.foresee(state, number)
        quick = document.certificate(state)
        full = document.judging.from_scratch(state.text, state.untrue)
        said = [replace(each, chance=None, together=None, together_by=()) for each in full.secrets]
        assert list(quick.secrets) == said
        for told in ("holds", "labels", "disclosures", "unknown", "unseen", "crowds", "exempt", "text_sha256"):
            assert getattr(quick, told) == getattr(full, told), told


def test_a_broken_claim_is_finished_with_a_reason_alone_and_the_certificate_says_so(review):
    made = review()
    number = item(made.open(0), "unprotected sex")
    made.act(0, Act(act="keep", items=(number,)))
    with pytest.raises(InputError) as error:
        made.act(0, Act(act="finish"))
    assert error.value.code == "reason-missing"
    made.act(0, Act(act="finish", why="the court asked for it"))
    certificate, _ = made.verified(0)
    assert not certificate.holds
    said = certificate.claim["review"]
    assert (said["by"], said["why"], said["reviewers"]) == ("Anna", "the court asked for it", ["Anna"])
    assert said["at"]


def test_decisions_are_replayed_to_the_same_bytes_without_the_engine(review, tmp_path):
    made = review(log=tmp_path / "log")
    state = made.open(0)
    document = made.documents[0]
    made.act(0, document.written(state, [item(state, "unprotected sex")], "behavior"))
    made.act(0, document.left_out(made.open(0), [item(state, "blood transfusion")]))
    at = document.original.index("Miami")
    made.act(0, document.marked(made.open(0), [(at, at + 5)]))
    made.act(0, Act(act="keep", items=(item(state, "Kaposi"),)))
    made.act(0, Act(act="undo"))
    text = made.open(0).text
    made.close()
    log = Log(tmp_path / "log")
    assert state_of(LETTER, log.of(document.key), {}).text == text
    log.close()
    again = review(log=tmp_path / "log")
    assert again.open(0).text == text
    assert again.claim(0) == made.claim(0)


def test_a_second_reviewer_sees_what_the_first_decided(review, tmp_path):
    first = review(log=tmp_path / "log")
    number = item(first.open(0), "unprotected sex")
    first.act(0, Act(act="accept", items=(number,)))
    first.close()
    second = review(log=tmp_path / "log", reviewer="Ben")
    with pytest.raises(InputError):
        second.act(0, Act(act="undo"))
    state = second.act(0, Act(act="keep", items=(number,)))
    assert state.state == "needs second look"
    assert items_shown(state)[number]["voices"] == "disputed"
    assert items_shown(second.act(0, Act(act="accept", items=(number,))))[number]["voices"] == "agreed"


def test_a_rule_holds_in_every_document_and_can_be_revoked(review):
    made = review("He is from Tarragona and took zidovudine.", "She took zidovudine, too.")
    made.open(0)
    number = item(made.open(0), "zidovudine")
    form = made.open(0).items[number].form
    made.remember(Rule(form=form, term="zidovudine", does="keep"))
    assert "zidovudine" in made.open(0).text
    assert "zidovudine" in made.open(1).text
    assert made.by_rule() == {form: 2}
    assert {each.by_rule for each in made.queue()} == {1}
    made.revoke(form)
    assert "zidovudine" not in made.open(0).text + made.open(1).text


def test_a_rule_that_hides_marks_what_the_writer_left(review):
    made = review("He is from Tarragona and took zidovudine.", "Tarragona is where she took zidovudine.")
    made.open(0)
    made.remember(Rule(form="tarragona", term="Tarragona", does="write", text="a city"))
    assert "Tarragona" not in made.open(0).text + made.open(1).text
    assert [made.open(number).text.count("a city") for number in (0, 1)] == [1, 1]
    made.remember(Rule(form="took", term="took", does="leave out"))
    assert "took" not in made.open(0).text + made.open(1).text


@pytest.mark.parametrize("before", ["The city's annual report is out.", "\u0130zmir lies by the sea. " * 9])
def test_a_rule_marks_its_own_word_wherever_it_stands(review, before):
    """Neither a longer word that begins like it, nor one beside it after letters that are two in small letters."""
    made = review(f"{before} Ann sleeps well, he took zidovudine.")
    made.open(0)
    made.remember(Rule(form="ann", term="Ann", does="write", text="a nurse"))
    said = made.open(0).text
    assert "annual" in said or "by the sea" in said
    assert said.endswith("a nurse sleeps well, he took a medicine.")


def test_what_is_not_claimed_is_told_where_it_goes_out(review):
    made = review("He sleeps well and goes to work. He took zidovudine.")
    made.open(0)
    state = made.act(0, Act(act="finish"))
    certificate, _ = made.verified(0)
    assert "may still guess" in made.claim(0).not_claimed
    assert made.claim(0).not_claimed in report(made.documents[0], state, certificate)


def test_what_needs_a_person_most_comes_first(review):
    made = review("He sleeps well and goes to work.", "He took zidovudine, and is well.")
    made.prepare(lambda: False)
    made.act(1, Act(act="keep", items=(0,)))
    made.claim(1)
    assert [each.number for each in made.queue()] == [1, 0]
    made.act(1, Act(act="finish", why="known"))
    assert [each.number for each in made.queue()] == [0, 1]
    assert made.queue()[1].state == "reviewed"


def test_where_all_goes_only_what_is_marked_stays_and_is_still_made_safe(review):
    made = review(inverse=True)
    assert "carpenter" not in made.open(0).text
    assert set(made.open(0).text) <= set("[…] \n")
    at = LETTER.index("He told us of unprotected sex")
    state = made.act(0, Act(act="stay", spans=((at, at + len("He told us of unprotected sex")),)))
    assert "He told us of sex" in state.text
    assert "unprotected" not in state.text
    assert made.claim(0).holds


def test_a_working_file_is_reviewed_as_it_was_written(engine):
    made = engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",), id="a"))
    record = json.loads(json.dumps(made.to_dict()))
    (document,) = documents_of([Item("a", Document("a", record["text"]), fields=record)])
    assert document.original == LETTER
    record["replacements"][0]["text"] = "other"
    with pytest.raises(InputError):
        documents_of([Item("a", Document("a", record["text"]), fields=record)])


def test_what_goes_out_fits_and_tells_nothing_it_should_not(review):
    made = review()
    number = item(made.open(0), "unprotected sex")
    state = made.act(0, Act(act="keep", items=(number,)))
    state = made.act(0, Act(act="finish", why="known to all"))
    certificate, _ = made.verified(0)
    record = working_record(made.documents[0], state, certificate)
    (document,) = documents_of([Item("a", Document("a", record["text"]), fields=json.loads(json.dumps(record)))])
    assert document.original == LETTER
    page = report(made.documents[0], state, certificate)
    for hidden in ("HIV", "unprotected", "carpenter", "Kaposi", "known to all"):
        assert hidden not in page
    assert "does NOT hold" in page


def test_what_tells_most_is_found_in_the_original(review):
    made = review()
    state = made.act(0, Act(act="keep", items=(item(made.open(0), "unprotected sex"),)))
    told = tellers_shown(state, made.documents[0].tellers(state))
    assert told[0]["words"] == "unprotected sex"
    for each in told:
        if each["item"] is None:
            assert LETTER[each["start"] : each["end"]] == each["words"]

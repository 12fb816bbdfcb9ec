"""A document after acts: a pure function, with undo, voices of several people, rules and locks."""

import pytest

from sfumato.errors import InputError
from sfumato.reviewing import Act, Rule, state_of
from sfumato.reviewing.acts import check
from sfumato.reviewing.items import Item

TEXT = "He took zidovudine and rest. Zidovudine helped in Tarragona."


def an_item(term, text, form=""):
    start = TEXT.index(term)
    end = start + len(term)
    return Item(start=start, end=end, text=text, term=term, form=form or term.lower(), term_start=start, term_end=end)


ITEMS = (an_item("zidovudine", "a medicine"), an_item("Zidovudine", "The medicine"), an_item("Tarragona", "a city"))
OPEN = Act(act="open", marks=ITEMS, total=30.0)


def state(*acts, rules=()):
    return state_of(TEXT, [OPEN, *acts], {rule.form: rule for rule in rules})


def done(kind, *items, by="Anna", **more):
    return Act(act=kind, items=items, by=by, **more)


def test_what_the_writer_wrote_stands_until_somebody_decides():
    assert state().text == "He took a medicine and rest. The medicine helped in a city."
    assert state().open_items() == [0, 1, 2]


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (done("accept", 0), "He took a medicine and rest. The medicine helped in a city."),
        (done("keep", 0, 1), "He took zidovudine and rest. Zidovudine helped in a city."),
        (done("write", 2, edits=((50, 59, "Spain"),)), "He took a medicine and rest. The medicine helped in Spain."),
        (done("leave out", 2, edits=((46, 59, ""),)), "He took a medicine and rest. The medicine helped."),
    ],
)
def test_what_is_decided_stands(act, text):
    assert state(act).text == text


def test_what_is_skipped_is_open_and_comes_last():
    assert state(done("skip", 0)).open_items() == [1, 2, 0]


def test_undo_and_redo_go_back_and_forth_by_whole_acts():
    both = [done("keep", 0, 1), done("keep", 2)]
    undone = state(*both, done("undo"))
    assert undone.text == state(both[0]).text
    assert state(*both, done("undo"), done("undo")).text == state().text
    assert state(*both, done("undo"), done("redo")).text == state(*both).text
    assert state(*both, done("undo"), done("accept", 2), done("redo")).text == state(both[0]).text  # nothing to redo


def test_a_later_mark_covers_what_it_meets():
    mark = an_item("zidovudine and rest", "something")
    marked = state(Act(act="mark", marks=(mark,), by="Anna"))
    assert marked.text == "He took something and. The medicine helped in a city.".replace(" and.", ".")
    assert len(marked.items) == 4
    assert state(Act(act="mark", marks=(mark,)), done("keep", 3)).text == state().text


def test_two_people_agree_or_not():
    agreed = state(done("keep", 2), done("keep", 2, by="Ben"))
    assert (agreed.agreed(), agreed.disputed()) == ([2], [])
    disputed = state(done("keep", 2), done("accept", 2, by="Ben"))
    assert (disputed.agreed(), disputed.disputed(), disputed.state) == ([], [2], "needs second look")


def test_a_rule_decides_what_nobody_did():
    rule = Rule(form="tarragona", term="Tarragona", does="keep")
    assert state(rules=[rule]).text.endswith("in Tarragona.")
    assert state(rules=[rule]).choices[2].rule
    assert state(done("accept", 2), rules=[rule]).text.endswith("in a city.")


def test_states():
    assert state().state == "open"
    assert state(done("finish")).state == "reviewed"
    assert state(done("finish"), done("lock")).state == "locked"
    assert state(done("flag", why="look")).state == "needs second look"
    assert state(done("finish"), done("reopen")).state == "open"


@pytest.mark.parametrize(
    ("before", "act", "code"),
    [
        ([done("finish")], done("keep", 0), "finished"),
        ([done("finish"), done("lock")], done("keep", 0), "finished"),
        ([], done("keep", 3), "no-item"),
        ([], done("keep", -1), "no-item"),
        ([], done("undo"), "nothing-to-undo"),
        ([done("keep", 0, by="Ben")], done("undo"), "nothing-to-undo"),
        ([], done("redo"), "nothing-to-redo"),
        ([], done("lock"), "not-finished"),
    ],
)
def test_what_makes_no_sense_is_refused(before, act, code):
    with pytest.raises(InputError) as error:
        check(state(*before), act)
    assert error.value.code == code

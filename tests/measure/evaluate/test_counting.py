"""Counts worked out by hand, the benchmark's definitions, and what must hold of any labels."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.languages import load
from sfumato.measure.evaluate import (
    Counts,
    EvaluateRequest,
    Label,
    Labelled,
    Mask,
    Masked,
    VotedTerm,
    count,
    evaluate,
)
from sfumato.measure.evaluate.labels import covered, marks

FEW = settings(max_examples=60, deadline=None)
TEXT = "Mrs Anna Meer met Jo of Rome on 3 May 1990. Meer left."


def at(wording, number=0, text=TEXT):
    start = -1
    for _ in range(number + 1):
        start = text.index(wording, start + 1)
    return start, start + len(wording)


def label(wording, number=0, **more):
    return Label(*at(wording, number), **more)


def hidden(*wordings, id="1"):
    return Masked(id, tuple(Mask(*at(*(w if isinstance(w, tuple) else (w,)))) for w in wordings))


LABELS = (
    label("Mrs Anna Meer", type="PERSON", kind="DIRECT", entity="anna"),
    label("Jo", type="PERSON", kind="QUASI", entity="jo"),
    label("Rome", type="LOC", kind="NO_MASK", entity="rome"),
    label("3 May 1990", type="DATE", kind="QUASI", entity="day"),
    label("Meer", 1, type="PERSON", kind="QUASI", entity="anna"),
)
DOCUMENT = Labelled("1", TEXT, LABELS)


def test_by_hand():
    # Hidden: "Anna Meer" (not the title, not the second Meer), "Rome" for nothing, "3 May" without the year.
    found = count(DOCUMENT, hidden("Anna Meer", "Rome", "3 May"), load())
    # 4 spans are wanted; only the first is hidden, since its title does not count. "3 May" lies in a label.
    assert found.levels["term"] == Counts(right=2, found=3, hidden=1, wanted=4)
    # Words wanted: Mrs Anna Meer, Jo, 3 May 1990, Meer; hidden: Anna Meer, Rome, 3 May.
    assert found.levels["token"] == Counts(right=4, found=5, hidden=4, wanted=8, anyone=4)
    assert found.levels["character"] == Counts(right=12, found=16, hidden=12, wanted=11 + 2 + 8 + 4)
    # Anna is named twice and stands once; Jo stands; the day stands in part.
    assert found.levels["entity"] == Counts(hidden=0, wanted=3)
    assert [TEXT[each.start : each.end] for each in found.missed] == ["Meer", "Jo", "3 May 1990"]


def test_an_entity_is_hidden_when_each_of_its_mentions_is():
    assert count(DOCUMENT, hidden("Anna Meer"), load()).levels["entity"].hidden == 0
    assert count(DOCUMENT, hidden("Anna Meer", ("Meer", 1)), load()).levels["entity"].hidden == 1


def test_an_entity_with_a_direct_mention_is_direct():
    found = count(DOCUMENT, hidden("Anna Meer", ("Meer", 1)), load())
    assert found.kinds["DIRECT"]["entity"] == Counts(hidden=1, wanted=1)
    assert found.kinds["DIRECT"]["term"] == Counts(hidden=2, wanted=2)
    assert found.kinds["QUASI"]["entity"] == Counts(hidden=0, wanted=2)
    assert found.types["PERSON"]["entity"] == Counts(hidden=1, wanted=2)
    assert "LOC" not in found.types  # it need not be hidden


def test_without_ids_the_same_wording_is_one_thing():
    labels = (label("Meer", 0), label("Meer", 1), label("Jo"))
    found = count(Labelled("1", TEXT, labels), hidden("Jo", ("Meer", 0)), load())
    assert found.levels["entity"] == Counts(hidden=1, wanted=2)
    typed = (label("Meer", 0, type="PERSON"), label("Meer", 1, type="LAKE"))
    assert count(Labelled("1", TEXT, typed), hidden(("Meer", 0)), load()).levels["entity"] == Counts(hidden=1, wanted=2)


def test_a_mention_that_need_not_be_hidden_does_not_keep_its_entity_from_being():
    labels = (label("Jo", entity="x", kind="QUASI"), label("Rome", entity="x", kind="NO_MASK"))
    assert count(Labelled("1", TEXT, labels), hidden("Jo"), load()).levels["entity"] == Counts(hidden=1, wanted=1)


def test_each_annotator_counts_for_himself():
    # One would hide Jo and Rome, the other only Jo.
    labels = tuple(label(wording, annotator=who) for who, wording in (("ann", "Jo"), ("ann", "Rome"), ("ben", "Jo")))
    found = count(Labelled("1", TEXT, labels, ("ann", "ben")), hidden("Rome"), load()).levels["token"]
    assert found == Counts(right=1, found=2, hidden=1, wanted=3, anyone=2)


def test_an_annotator_who_labelled_nothing_finds_everything_hidden_wrong():
    labels = (label("Jo", annotator="ann"),)
    found = count(Labelled("1", TEXT, labels, ("ann", "ben")), hidden("Jo"), load()).levels["token"]
    assert found == Counts(right=1, found=2, hidden=1, wanted=1, anyone=2)


def test_what_the_tool_called_it():
    masked = Masked("1", (Mask(*at("Jo"), "", "PERSON"), Mask(*at("Rome"), "", "PLACE"), Mask(*at("May"))))
    found = count(DOCUMENT, masked, load()).sources
    assert found == {"PERSON": Counts(1, 1), "PLACE": Counts(0, 1), "unnamed": Counts(1, 1)}


# --- terms with votes ---


def test_terms_with_votes_are_hidden_by_half_and_wanted_by_more_than_half():
    text = "opportunistic infections, HIV and HIV"
    voted = (
        VotedTerm((at("opportunistic infections", text=text),), 3),
        VotedTerm((at("HIV", text=text), at("HIV", 1, text=text)), 2),
        VotedTerm((at("and", text=text),), 1),
    )
    document = Labelled("1", text, (), voted=voted, voters=3)
    one = Masked("1", (Mask(*at("opportunistic", text=text)), Mask(*at("HIV", text=text))))
    assert count(document, one, load()).levels["term"] == Counts(right=2, found=2, hidden=2, wanted=2)
    other = Masked("1", (Mask(*at("infections", text=text)), Mask(*at("and", text=text))))
    assert count(document, other, load()).levels["term"] == Counts(right=0, found=1, hidden=0, wanted=2)


# --- spans ---


@pytest.mark.parametrize(
    ("text", "shown", "is_covered"),
    [
        ("Mr Meer", [(3, 7)], True),
        ("the Bank of Rome", [(4, 8), (12, 16)], True),
        ("the Bank of Rome", [(12, 16)], False),
        ("Meer’s", [(0, 4)], True),
        ("5%", [(0, 1)], False),
        ("of the", [], False),  # nothing but function words: all of it must be hidden
        ("of the", [(0, 6)], True),
        ("1990-1991", [(0, 4), (5, 9)], True),
    ],
)
def test_titles_function_words_and_punctuation_do_not_count(text, shown, is_covered):
    assert covered(text, marks(text, shown), 0, len(text), load()) is is_covered


# --- properties ---


@st.composite
def documents(draw):
    text = draw(st.text(alphabet="ab c.\n1é𝄞", min_size=1, max_size=60))

    def spans(most):
        places = st.integers(0, len(text))
        pairs = st.tuples(places, places).map(sorted).filter(lambda pair: pair[0] < pair[1])
        return draw(st.lists(pairs, max_size=most))

    people = draw(st.sampled_from([("",), ("ann", "ben")]))
    labels = tuple(
        Label(
            start,
            end,
            draw(st.sampled_from(["", "PERSON", "LOC"])),
            draw(st.sampled_from(["", "DIRECT", "QUASI", "NO_MASK"])),
            draw(st.sampled_from(["", "e1", "e2"])),
            draw(st.sampled_from(people)),
        )
        for start, end in spans(6)
    )
    masks = tuple(Mask(start, end) for start, end in spans(5))
    return Labelled("1", text, labels, people), Masked("1", masks)


@FEW
@given(documents())
def test_shares_are_shares(pair):
    found = count(*pair, load())
    for levels in (found.levels, *found.types.values(), *found.kinds.values()):
        for counts in levels.values():
            assert 0 <= counts.right <= counts.found
            assert 0 <= counts.hidden <= counts.wanted
    token = found.levels["token"]
    assert token.right <= token.anyone <= token.found
    assert token.right == token.hidden


@FEW
@given(documents())
def test_hiding_everything_gives_full_recall_and_hiding_nothing_none(pair):
    document, _ = pair
    everything = count(document, Masked("1", (Mask(0, len(document.text)),)), load())
    nothing = count(document, Masked("1", ()), load())
    for level in everything.levels:
        assert everything.levels[level].hidden == everything.levels[level].wanted == nothing.levels[level].wanted
        assert nothing.levels[level].hidden == nothing.levels[level].found == 0
    assert not everything.missed


@FEW
@given(documents())
def test_hiding_what_the_only_annotator_labelled_is_perfect(pair):
    document, _ = pair
    if len(document.annotators) > 1:
        return
    exact = Masked("1", tuple(Mask(each.start, each.end) for each in document.labels if each.hide))
    for counts in count(document, exact, load()).levels.values():
        assert counts.right == counts.found
        assert counts.hidden == counts.wanted


@FEW
@given(documents())
def test_parts_add_up(pair):
    found = count(*pair, load())
    for level in ("term", "entity"):
        for parts in (found.types, found.kinds):
            assert sum(part[level].wanted for part in parts.values()) == found.levels[level].wanted
            assert sum(part[level].hidden for part in parts.values()) == found.levels[level].hidden


@FEW
@given(documents())
def test_everything_is_measured_without_a_fault(pair):
    document, masked = pair
    found = evaluate(EvaluateRequest((document,), (masked,), detail=True))
    for score in found.all.values():
        for value in (score.precision, score.recall, score.f):
            assert value is None or 0 <= value.low <= value.value <= value.high <= 1

"""Rewriting: what discloses is moved on, step by step, until the judge is silent."""

from dataclasses import replace

import pytest

from sfumato.languages.en.reading import read
from sfumato.languages.reading import phrases
from sfumato.replacements.options import OTHER
from sfumato.risk import disclosures
from sfumato.sanitizing.edits import inside
from sfumato.sanitizing.plan import Taking
from sfumato.sanitizing.rewrite import _Rounds, rewrite
from sfumato.types import LEFT_OUT, Disclosure, Document, Option

WHY = Disclosure(("x",), "plague", 3.0, 2.0, "reveals")


def run(plan):
    return rewrite(plan).draft.text


def taken(plan, *takes):
    """The plan with these spans taken."""
    taking = Taking(plan)
    for take in takes:
        assert taking.take(*take)
    return taking.plan()


# --- single terms -----------------------------------------------------------------------------------------


def test_a_term_that_discloses_is_generalised_as_little_as_the_limit_allows(plan):
    assert run(plan("He takes zanavir daily.")) == "He takes an antiviral daily."
    assert run(plan("He has the plague.")) == "He has the disease."  # an infection tells 2.68 bits as a concept


def test_a_higher_alpha_generalises_further(plan):
    text = "He has the plague, an infection."
    assert run(plan(text, alpha=1.4)) == "He has the infection, an infection."
    assert run(plan(text, alpha=1.5)) == "He has the disease, an infection."
    assert run(plan(text, alpha=2.0)) == "He has the disease."
    assert run(plan(text, alpha=4.0)) == "He has the [...]."


def test_what_says_nothing_stays(plan):
    text = "The house by the river has a garden."
    done = rewrite(plan(text))
    assert done.draft.text == text
    assert list(done.changes) == []
    assert done.rounds == 1


def test_without_a_generalisation_it_is_left_out(plan):
    assert run(plan("He has a bubo.")) == "He has a [...]."
    assert run(plan("It festers.")) == "It [...]."  # a verb, which no term covers


def test_the_whole_term_goes_that_a_word_belongs_to(plan):
    done = rewrite(plan("the zanavir pills"))
    assert "zanavir" not in done.draft.text
    assert [change.text for change in done.changes] == ["zanavir pills"]


def test_the_same_term_has_the_same_wording_everywhere(plan):
    done = rewrite(plan("A zanavir here. Another zanavir there. The zanavir again."))
    assert "zanavir" not in done.draft.text
    (change,) = done.changes
    assert len(change.places) == 3


def test_redacting(plan):
    assert run(plan("He takes zanavir for the plague.", method="redact")) == "He takes [...] for the [...]."


def test_a_wording_must_pass_as_words_and_as_a_concept(plan, village):
    made = plan("")
    infection = village.taxonomy.concept("v:03")
    assert made.accepts(Option("infection", 3.0))
    assert not made.accepts(Option("infection", 3.0, infection))
    assert not made.accepts(Option("zanavir", 3.0))
    assert not made.accepts(Option("a pest", 3.0))  # a label
    assert made.accepts(LEFT_OUT)


def test_a_wording_that_identifies_is_not_accepted_unless_it_says_nothing(plan):
    made = replace(plan(""), identifies=lambda label: "Ostia" in label)
    assert not made.accepts(Option("Ostia", 3.0))
    assert made.accepts(Option("city", 3.0))
    assert made.accepts(Option("PLACE-Ostia", 0.0))  # a pseudonym


def test_what_replacements_say_beside_what_stays_is_judged(village, plan):
    text = "plague, rats and fleas; zanavir, bubo, a well at dusk, a bell. It festers."
    for alpha in (1.0, 1.5, 2.0, 4.0, 100.0):
        made = plan(text, alpha=alpha, groups=3)
        text_left = run(made)
        assert disclosures(made.secrets.judge, list(phrases(read(text_left)))) == []
        assert made.secrets.scanner.find(text_left) == []


def test_it_ends_where_everything_discloses(village, plan):
    made = plan("the plague, bread and a letter in the house", alpha=1000.0, support=1, groups=2)
    done = rewrite(made)
    assert disclosures(made.secrets.judge, list(phrases(read(done.draft.text)))) == []
    assert done.rounds < 50


@pytest.mark.parametrize("label", ["plague\u200b", "p-l-a-g-u-e", "рlаguе", "pla-\ngue", "%70lague", "ⓟⓛⓐⓖⓤⓔ", "🇵🇪🇸🇹"])
def test_disguised_labels(plan, label):
    made = plan(f"He has {label} there.")
    text = run(made)
    assert made.secrets.scanner.find(text) == []
    assert text.startswith("He has ")
    assert text.endswith(" there.")


# --- taking -----------------------------------------------------------------------------------------------


def test_a_change_is_the_span_and_every_equal_term(plan):
    taking = Taking(plan("city and city"))
    assert taking.take(0, 4, "NOUN_PHRASE", WHY)
    (change,) = taking.changes
    assert sorted(change.places) == [(0, 4), (9, 13)]
    assert change.why == WHY
    assert not taking.take(9, 13, "NOUN_PHRASE", WHY)  # it is one already
    assert not taking.take(0, 13, OTHER, WHY)  # it would cut one
    assert not taking.take(4, 5, OTHER, WHY)  # nothing stands there


def test_taking_leaves_the_plan_that_it_came_from_as_it_is(plan):
    start = plan("city and Ostia")
    first = taken(start, (0, 4, "NOUN_PHRASE", WHY))
    second = taken(first, (9, 14, "GPE", WHY))
    assert [len(list(each.changes)) for each in (start, first, second)] == [0, 1, 2]
    rewrite(second)
    assert [change.at for change in second.changes] == [change.at for change in taken(second).changes]


def test_options_that_are_given_are_kept_to(plan):
    options = (Option("[X]", 0.0, literal=True), LEFT_OUT)
    assert run(taken(plan("city and city"), (0, 4, "NOUN_PHRASE", WHY, options))) == "[X] and [X]"


def test_given_text_that_discloses_goes_too(plan):
    options = (Option("[PLAGUE]", 0.0, literal=True), LEFT_OUT)
    assert run(taken(plan("city and city"), (0, 4, "NOUN_PHRASE", WHY, options))) == "[...]"


def test_changes_within(plan):
    changes = taken(plan("city and Ostia"), (0, 4, "NOUN_PHRASE", WHY), (9, 14, "GPE", WHY)).changes
    assert [change.form for change in changes.within(0, 14)] == ["city", "ostia"]
    assert [change.form for change in changes.within(5, 14)] == ["ostia"]
    assert changes.within(5, 8) == []


# --- groups -----------------------------------------------------------------------------------------------


def test_a_group_is_broken_where_it_costs_least(plan):
    assert run(plan("rats and fleas", groups=1)) == "rats and fleas"
    text = run(plan("rats and fleas there", groups=2))
    assert ("rats" in text) != ("fleas" in text)
    assert "vermin" in text
    # A bell has no generalisation, so that one of three such is left out.
    assert run(plan("a well at dusk, a bell", groups=3)).count("[...]") == 1


def test_groups_stand_in_a_context(plan):
    text = "There are rats there. There are fleas there."
    assert run(plan(text, groups=2, context="sentence")) == text
    assert run(plan(text, groups=2, context="document")) != text


# --- what is denied ---------------------------------------------------------------------------------------


def test_what_is_denied_stays_and_the_same_elsewhere_goes(plan):
    text = "She has no plague. He has the plague."
    assert run(plan(text, keep_negated=True)) == "She has no plague. He has the disease."
    assert run(plan(text)) == "She has no such disease. He has the disease."


def test_a_term_that_holds_the_denial_stays(plan):
    made = plan("She is plague negative.", keep_negated=True)
    assert [term.text for term in made.index.terms] == ["plague negative"]
    assert run(made) == "She is plague negative."


def test_what_is_no_longer_denied_goes(plan):
    # The cue "absent" is part of what is hidden for another reason, so that nothing denies the plague any more.
    text = "plague absent bubo"
    made = plan(text, keep_negated=True)
    assert inside((0, 6), made.exempt)
    assert run(taken(made, (7, 18, "NOUN_PHRASE", WHY))) == "a disease [...]"


def test_what_a_shorter_wording_brings_into_reach_of_a_denial_goes(plan):
    # Between "no" and "plague" stand six words, of which two become one.
    text = "no house river bread garden zanavir pills plague"
    made = plan(text, keep_negated=True)
    assert not inside((text.index("plague"), len(text)), made.exempt)
    assert "plague" not in run(made)


def test_of_a_group_what_is_denied_counts_for_nothing(plan):
    text = "There are rats there. There are no fleas there."
    assert run(plan(text, groups=2, keep_negated=True)) == text
    assert run(plan(text, groups=2)) != text


def test_a_disguised_word_goes_though_the_same_is_denied_elsewhere(plan):
    text = "She has no zanavir. He takes zan\u0430vir."
    left = run(plan(text, keep_negated=True))
    assert left.startswith("She has no zanavir.")
    assert "vir." not in left[19:]


def test_a_sentence_is_left_out_once(real):
    """Or rewriting would not end where what was left out is still read in the draft."""
    text = "She cooked soup. The garden is large. He has been sober for two years after all that drinking."
    made = real("alcohol dependence")
    terms = made.resources.language.terms(Document("1", text))
    rounds = _Rounds(made._model(made.begun(Document("1", text), terms, made.resolved(text))))
    draft = rounds.draft()
    rounds.treat_meaning(draft)
    assert not rounds.treat_meaning(draft)

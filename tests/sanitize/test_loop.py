"""The loop: what discloses is moved on, step by step, until the judge is silent."""

import pytest

from sfumato.languages.en.negation import negated
from sfumato.languages.en.reading import read
from sfumato.languages.en.scan import Scanner
from sfumato.languages.reading import phrases
from sfumato.policy.secrets import resolve
from sfumato.replacements.options import LEFT_OUT, OTHER, Option, Options
from sfumato.risk import CSanitized, disclosures
from sfumato.sanitize.loop import Loop, inside
from sfumato.types import Disclosure, Document

WHY = Disclosure(("x",), "plague", 3.0, 2.0, "reveals")


@pytest.fixture
def loop(village, words):
    """A loop over a text in which the plague is to be hidden."""

    def loop(text, *, alpha=1.5, support=3, keep_negated=False, labels=None, **settings):
        secret = resolve("plague", taxonomy=village.taxonomy, knowledge=village.knowledge, alpha=alpha).secret
        reading = read(text)
        return Loop(
            reading,
            words.terms(Document("1", text)),
            judge=CSanitized(village.knowledge, [secret], support=support),
            options=Options(village.knowledge, village.taxonomy),
            scanner=Scanner(secret.labels if labels is None else labels),
            exempt=negated(reading) if keep_negated else (),
            **settings,
        )

    return loop


def run(loop):
    return loop.run().text


# --- single terms -----------------------------------------------------------------------------------------


def test_a_term_that_discloses_is_generalised_as_little_as_the_limit_allows(loop):
    assert run(loop("He takes zanavir daily.")) == "He takes an antiviral daily."
    assert run(loop("He has the plague.")) == "He has the disease."  # an infection tells 2.68 bits as a concept


def test_a_higher_alpha_generalises_further(loop):
    text = "He has the plague, an infection."
    assert run(loop(text, alpha=1.4)) == "He has the infection, an infection."
    assert run(loop(text, alpha=1.5)) == "He has the disease, an infection."
    assert run(loop(text, alpha=2.0)) == "He has the disease."
    assert run(loop(text, alpha=4.0)) == "He has the [...]."


def test_what_says_nothing_stays(loop):
    text = "The house by the river has a garden."
    made = loop(text)
    assert run(made) == text
    assert made.units == {}
    assert made.rounds == 1


def test_without_a_generalisation_it_is_left_out(loop):
    assert run(loop("He has a bubo.")) == "He has a [...]."
    assert run(loop("It festers.")) == "It [...]."  # a verb, which no term covers


def test_the_whole_term_goes_that_a_word_belongs_to(loop):
    made = loop("the zanavir pills")
    assert "zanavir" not in run(made)
    assert [unit.text for unit in made.units.values()] == ["zanavir pills"]


def test_the_same_term_has_the_same_wording_everywhere(loop):
    made = loop("A zanavir here. Another zanavir there. The zanavir again.")
    assert "zanavir" not in run(made)
    (unit,) = made.units.values()
    assert len(unit.places) == 3


def test_redacting(loop):
    assert run(loop("He takes zanavir for the plague.", redact=True)) == "He takes [...] for the [...]."


def test_a_wording_must_pass_as_words_and_as_a_concept(loop, village):
    made = loop("")
    infection = village.taxonomy.concept("v:03")
    assert made.accepts(Option("infection", 3.0))
    assert not made.accepts(Option("infection", 3.0, infection))
    assert not made.accepts(Option("zanavir", 3.0))
    assert not made.accepts(Option("a pest", 3.0))  # a label
    assert made.accepts(LEFT_OUT)


def test_a_wording_that_identifies_is_not_accepted_unless_it_says_nothing(loop):
    made = loop("", identifies=lambda label: "Ostia" in label)
    assert not made.accepts(Option("Ostia", 3.0))
    assert made.accepts(Option("city", 3.0))
    assert made.accepts(Option("PLACE-Ostia", 0.0))  # a pseudonym


def test_what_replacements_say_beside_what_stays_is_judged(village, loop):
    text = "plague, rats and fleas; zanavir, bubo, a well at dusk, a bell. It festers."
    for alpha in (1.0, 1.5, 2.0, 4.0, 100.0):
        made = loop(text, alpha=alpha, groups=3)
        draft = made.run()
        assert disclosures(made.judge, list(phrases(read(draft.text)))) == []
        assert made.scanner.find(draft.text) == []


def test_it_ends_where_everything_discloses(village, loop):
    made = loop("the plague, bread and a letter in the house", alpha=1000.0, support=1, groups=2)
    text = run(made)
    assert disclosures(made.judge, list(phrases(read(text)))) == []
    assert made.rounds < 50


@pytest.mark.parametrize("label", ["plague\u200b", "p-l-a-g-u-e", "рlаguе", "pla-\ngue", "%70lague", "ⓟⓛⓐⓖⓤⓔ", "🇵🇪🇸🇹"])
def test_disguised_labels(loop, label):
    made = loop(f"He has {label} there.")
    draft = made.run()
    assert made.scanner.find(draft.text) == []
    assert draft.text.startswith("He has ")
    assert draft.text.endswith(" there.")


# --- taking -----------------------------------------------------------------------------------------------


def test_a_unit_is_the_span_and_every_equal_term(loop):
    made = loop("city and city")
    assert made.take(0, 4, "NOUN_PHRASE", WHY)
    (unit,) = made.units.values()
    assert sorted(unit.places) == [(0, 4), (9, 13)]
    assert (unit.reason, unit.secret, unit.bits, unit.limit) == ("reveals", "plague", 3.0, 2.0)
    assert not made.take(9, 13, "NOUN_PHRASE", WHY)  # it is one already
    assert not made.take(0, 13, OTHER, WHY)  # it would cut one
    assert not made.take(4, 5, OTHER, WHY)  # nothing stands there


def test_options_that_are_given_are_kept_to(loop):
    made = loop("city and city")
    made.take(0, 4, "NOUN_PHRASE", WHY, (Option("[X]", 0.0, literal=True), LEFT_OUT))
    assert run(made) == "[X] and [X]"


def test_given_text_that_discloses_goes_too(loop):
    made = loop("city and city")
    made.take(0, 4, "NOUN_PHRASE", WHY, (Option("[PLAGUE]", 0.0, literal=True), LEFT_OUT))
    assert run(made) == "[...]"


def test_units_within(loop):
    made = loop("city and Ostia")
    made.take(0, 4, "NOUN_PHRASE", WHY)
    made.take(9, 14, "GPE", WHY)
    assert [unit.form for unit in made.units_within(0, 14)] == ["city", "ostia"]
    assert [unit.form for unit in made.units_within(5, 14)] == ["ostia"]
    assert made.units_within(5, 8) == []


# --- groups -----------------------------------------------------------------------------------------------


def test_a_group_is_broken_where_it_costs_least(loop):
    assert run(loop("rats and fleas", groups=1)) == "rats and fleas"
    text = run(loop("rats and fleas there", groups=2))
    assert ("rats" in text) != ("fleas" in text)
    assert "vermin" in text
    # A bell has no generalisation, so that one of three such is left out.
    assert run(loop("a well at dusk, a bell", groups=3)).count("[...]") == 1


def test_groups_stand_in_a_context(loop):
    text = "There are rats there. There are fleas there."
    assert run(loop(text, groups=2, context="sentence")) == text
    assert run(loop(text, groups=2, context="document")) != text


# --- what is denied ---------------------------------------------------------------------------------------


def test_what_is_denied_stays_and_the_same_elsewhere_goes(loop):
    text = "She has no plague. He has the plague."
    assert run(loop(text, keep_negated=True)) == "She has no plague. He has the disease."
    assert run(loop(text)) == "She has no disease. He has the disease."


def test_a_term_that_holds_the_denial_stays(loop):
    made = loop("She is plague negative.", keep_negated=True)
    assert [term.text for term in made.places.terms] == ["plague negative"]
    assert run(made) == "She is plague negative."


def test_what_is_no_longer_denied_goes(loop):
    # The cue "absent" is part of what is hidden for another reason, so that nothing denies the plague any more.
    text = "plague absent bubo"
    made = loop(text, keep_negated=True)
    assert inside((0, 6), made.exempt)
    made.take(7, 18, "NOUN_PHRASE", WHY)
    assert run(made) == "a disease [...]"


def test_what_a_shorter_wording_brings_into_reach_of_a_denial_goes(loop):
    # Between "no" and "plague" stand six words, of which two become one.
    text = "no house river bread garden zanavir pills plague"
    made = loop(text, keep_negated=True)
    assert not inside((text.index("plague"), len(text)), made.exempt)
    assert "plague" not in run(made)


def test_of_a_group_what_is_denied_counts_for_nothing(loop):
    text = "There are rats there. There are no fleas there."
    assert run(loop(text, groups=2, keep_negated=True)) == text
    assert run(loop(text, groups=2)) != text


def test_a_disguised_word_goes_though_the_same_is_denied_elsewhere(loop):
    text = "She has no zanavir. He takes zan\u0430vir."
    draft = loop(text, keep_negated=True).run()
    assert draft.text.startswith("She has no zanavir.")
    assert "vir." not in draft.text[19:]

"""The least part of a text that can go whole. In the examples "<...>" is what tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages import load
from sfumato.languages.edits import applied
from sfumato.languages.en.wording.parts import part_around

LANGUAGE = load("en")


def left(marked):
    start, end = marked.index("<"), marked.index(">") - 1
    text = marked.replace("<", "", 1).replace(">", "", 1)
    return applied(text, [part_around(text, start, end, LANGUAGE.syntax(text))])


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ("PMH: gout, <HIV> diagnosed 2009, asthma, eczema.", "PMH: gout, asthma, eczema."),
        ("PMH: gout, asthma, eczema, <HIV>.", "PMH: gout, asthma, eczema."),
        ("PMH: <HIV>, asthma, gout.", "PMH: asthma, gout."),
        ("Meds: aspirin 75 mg, <Symtuza> one daily (hospital supply), senna.", "Meds: aspirin 75 mg, senna."),
        ("Reviewed (<viral load> below 20) in May.", "Reviewed in May."),
        ("He is due a blood test; the <CAGE> score was 3.", "He is due a blood test."),
        (
            "Please do not inject the knee, as it reacts with the <cobicistat> he takes.",
            "Please do not inject the knee.",
        ),
        ("She sleeps well. He was told of his <HIV> in May. She eats well.", "She sleeps well. She eats well."),
        ("1. Rest.\n2. <Lithium> level in May\n3. Walk.", "1. Rest.\n3. Walk."),
        ("One.\n\nAll about <HIV> here.\n\nTwo.", "One.\n\nTwo."),
        ("He had <HIV> in 2009. I mention it for the wound. He walks.", "He walks."),
        ("<HIV>", ""),
        ("His brother, who has <epilepsy>, sings.", "His brother sings."),
        ("Aunt Grace — who had <breast cancer> last year — danced until two.", "Aunt Grace danced until two."),
        ("A: 1. Pneumonia. 2. <Dementia>, moderate. 3. Gout.", "A: 1. Pneumonia. 3. Gout."),
        ("Kin: mother, gout; brother, <hepatitis C>. Work: welder; a son.", "Kin: mother, gout. Work: welder; a son."),
        ("sam: clinic called. i have <gonorrhea>\nlena: ok. how long", "sam: clinic called.\nlena: ok. how long"),
        ("DRESSING CHANGED TODAY. HE HAS <DIABETES>. LAUNDRY SENT HOME.", "DRESSING CHANGED TODAY. LAUNDRY SENT HOME."),
        ("b) <Asthma>: spacer in the kitchen\nc) Gout", "c) Gout"),
        ("I could not sleep. The <klonopin> helped me to rest, which was good. I ate.", "I could not sleep. I ate."),
    ],
)
def test_a_part_goes_without_a_trace(marked, said):
    assert left(marked) == said


@pytest.mark.parametrize(
    "marked",
    [
        '{"history": ["hypertension", "<hepatitis C>", "gout"],',
        "<li>She takes tamoxifen.</li>".replace("tamoxifen", "<tamoxifen>"),
        "2021-03-03,B. Diaz,<HIV>,renew",
        "| <Depression> | 2014 |",
        "Psychiatric:\t<depression> since 2015",
    ],
)
def test_nothing_goes_out_of_markup_and_tables(marked):
    end = marked.rindex(">", 0, marked.rindex(">") if marked.count(">") > 1 and marked.endswith("</li>") else None)
    start = marked.rindex("<", 0, end)
    text = marked[:start] + marked[start + 1 : end] + marked[end + 1 :]
    assert part_around(text, start, end - 1, LANGUAGE.syntax(text)) is None


@given(st.text("ab. ,;:()\n1HIV", min_size=1, max_size=60), st.data())
def test_what_tells_is_always_inside(text, data):
    at = data.draw(st.sampled_from([i for i, sign in enumerate(text) if sign.isalnum()] or [-1]))
    if at >= 0:
        edit = part_around(text, at, at + 1, LANGUAGE.syntax(text))
        if edit is None:
            return
        assert edit.start <= at < edit.end
        assert 0 <= edit.start < edit.end <= len(text)
        assert len(edit.text) <= 1

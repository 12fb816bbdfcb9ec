"""What is denied is not denied of more than it was."""

import pytest


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("There were no side effects.", ("side effects", "effect"), "There were no such effects."),
        ("She never had gonorrhea.", ("gonorrhea", "disease"), "She never had a certain disease."),
        ("He left without antibiotics.", ("antibiotics", "medicine"), "He left without certain medicines."),
        ("He denied headaches.", ("headaches", "symptom"), "He denied certain symptoms."),
        ("He has gonorrhea.", ("gonorrhea", "disease"), "He has a disease."),
        ("He not only has gonorrhea.", ("gonorrhea", "disease"), "He not only has a disease."),
        ("She did not visit the museum.", ("museum", "building"), "She did not visit the building."),
    ],
)
def test_a_broader_word_is_denied_of_one_thing_alone(written, text, said, expected):
    assert written(text, said) == expected

"""Places that are named beyond doubt."""

import pytest

from sfumato.languages.en.places import surely_places


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Thornbeck Surgery, 14 Mill Rise", ["Thornbeck ", "Mill "]),
        ("HMP STALLBRIDGE MOOR", ["HMP STALLBRIDGE "]),
        ("He lives in Hallbeck and works.", ["Hallbeck"]),
        ("Seen at Westmoor, where an EEG was done.", ["Westmoor"]),
        ("He takes Priadel and Symtuza at night.", []),
        ("Started in Biktarvy 50 mg.", []),
    ],
)
def test_places(text, found):
    assert [text[start:end] for start, end in surely_places(text)] == found

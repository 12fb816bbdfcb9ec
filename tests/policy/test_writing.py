"""What is written in the place of a detected span."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.languages.en.wording.ways import RESTRICTED_ZIP3
from sfumato.policy import WAYS, written
from sfumato.types import Term


def rewritten(text, how, label="LABEL"):
    return written(Term(0, len(text), text, label), how)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 March 1984", "1984"),
        ("March 12th, 1984", "1984"),
        ("12.03.1984", "1984"),
        ("1984-03-12", "1984"),
        ("1984-03-12T20:15", "1984"),
        ("1984-03-12T2015", "1984"),
        ("Sunday 12 March 1984 at 20:15", "1984"),
        ("３/３/１９８４", "1984"),
        ("3/3/19\u200b84", "1984"),
        ("1984", "1984"),
        ("1998/99", "1998/99"),
        ("1998-2003", "1998-2003"),
        ("1998-12", "1998"),
        ("3 May 1998 to 4 June 1999", "1998, 1999"),
        ("spring of the 1980s", "1980s"),
        ("3/3/84", "[DATE]"),
        ("19840312", "[DATE]"),
        ("1930 hours", "[DATE]"),
        ("last Tuesday", "[DATE]"),
        ("", "[DATE]"),
    ],
)
def test_year(text, expected):
    assert rewritten(text, "year") == expected


def test_birth_year_tells_no_age_above_89():
    now = date.today().year
    for age, expected in ((30, f"{now - 30}"), (89, f"{now - 89}"), (90, f"{now - 90} or earlier")):
        assert rewritten(f"3 March {now - age}", "birth-year") == expected
    assert rewritten("1899", "birth-year") == f"{now - 90} or earlier"
    assert rewritten("3/3/30", "birth-year") == "[DATE]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("078-05-1120", "[LABEL ending 1120]"),
        ("4111 1111 1111 1234", "[LABEL ending 1234]"),
        ("GB29 NWBK 6016 1331 9268 19", "[LABEL ending 6819]"),
        ("٠٧٨-٠٥-١١٢٠", "[LABEL ending 1120]"),
        ("no. 12345", "[LABEL ending 2345]"),
        ("1234", "[LABEL]"),
        ("abc", "[LABEL]"),
    ],
)
def test_last_four(text, expected):
    assert rewritten(text, "last-four") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("John Doe", "J. D."),
        ("Ms. Jane A. Roe", "J. A. R."),
        ("JOHN DOE Jr.", "J. D."),
        ("Conor O'Brien's", "C. O."),
        ("Mary-Jane van Dyke", "M. J. V. D."),
        ("Élodie Ørsted", "É. Ø."),
        ("Dr.", "[LABEL]"),
        ("007", "[LABEL]"),
    ],
)
def test_initials(text, expected):
    assert rewritten(text, "initials") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("02139", "021**"),
        ("02139-4307", "021**"),
        ("MA 02139", "MA 021**"),
        ("03601", "000**"),
        ("89301-1234", "000**"),
        ("SW1A 1AA", "[POSTCODE]"),
        ("D-12345", "[POSTCODE]"),
        ("021", "[POSTCODE]"),
    ],
)
def test_postcode(text, expected):
    assert rewritten(text, "postcode-3", "POSTCODE") == expected


def test_seventeen_areas_are_restricted():
    assert len(RESTRICTED_ZIP3) == 17


@pytest.mark.parametrize(
    "text",
    [
        "92-year-old", "90", "100", "92.5 years old", "103 y/o", "between 85 and 95", "early 90s", "90th", "ninety-two",
        "nineties", "ninetieth", "one hundred and two", "９２", "9\u200b2-year-old", "1100 months", "95M",
    ],
)  # fmt: skip
def test_old_ages(text):
    assert rewritten(text, "age-90", "AGE") == "90 or older"


@pytest.mark.parametrize(
    "text",
    [
        "89", "89 years old", "45-year-old", "45F", "18 months old", "100 days old", "nineteen", "eighty-nine",
        "early forties", "teens", "twenty-first", "95 weeks",
    ],
)  # fmt: skip
def test_other_ages_stay(text):
    assert rewritten(text, "age-90", "AGE") == text


def test_an_age_that_cannot_be_read_goes():
    assert rewritten("XCII", "age-90", "AGE") == "[AGE]"


def test_redact_keep_and_generalize():
    assert rewritten("a@b.org", "redact", "EMAIL_ADDRESS") == "[EMAIL_ADDRESS]"
    assert rewritten("a@b.org", "keep") == "a@b.org"
    assert rewritten("Boston", "generalize", "GPE") is None


def test_another_way_is_refused():
    with pytest.raises(InputError, match=r'no way to write "last-for" \(did you mean last-four\?\)'):
        rewritten("a", "last-for")


@given(text=st.text(max_size=40), how=st.sampled_from(sorted(WAYS)))
def test_every_way_takes_every_text(text, how):
    rewritten(text, how)


@given(age=st.integers(90, 130), shape=st.sampled_from(["{}", "{}-year-old", "aged {}", "{} y/o", "late {}s"]))
def test_no_age_above_89_is_left(age, shape):
    assert str(age) not in rewritten(shape.format(age), "age-90").replace("90 or older", "")


@given(number=st.integers(0, 99_999), more=st.none() | st.integers(0, 9999))
def test_no_more_than_three_digits_of_a_postcode_are_left(number, more):
    text = f"{number:05}" + (f"-{more:04}" if more is not None else "")
    left = rewritten(text, "postcode-3")
    assert sum(map(str.isdigit, left)) == 3
    assert left[:3] in ("000", text[:3])
    assert left[:3] not in RESTRICTED_ZIP3

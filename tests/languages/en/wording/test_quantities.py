"""Steps of ladders in their sentence. In the examples "{term=step}" is a proposal."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.edits import applied
from sfumato.languages.en.wording import worded
from sfumato.languages.en.wording.ladders import quantity_steps
from sfumato.types import Proposal

MARK = re.compile(r"\{([^{}=]+)=([^{}]*)\}")


def reads(marked):
    text, proposals, at = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[at : match.start()]
        proposals.append(Proposal(len(text), len(text) + len(match[1]), match[2], literal=True))
        text += match[1]
        at = match.end()
    text += marked[at:]
    return applied(text, worded(text, proposals))


def cases(*pairs):
    return pytest.mark.parametrize(("marked", "text"), pairs)


@cases(
    ("On {9 May 1997=May 1997} he came.", "In May 1997 he came."),
    ("On {9 May 1997=1997} he came.", "In 1997 he came."),
    ("On {9 May 1997=the 1990s} he came.", "In the 1990s he came."),
    ("On {9 May 1997=a certain date} he came.", "At some point he came."),
    ("He came on\n{9 May 1997=1997}.", "He came in\n1997."),
    ("ON {9 MAY 1997=1997} HE CAME.", "IN 1997 HE CAME."),
    ("Since {9 May 1997=1997} he is here.", "Since 1997 he is here."),
    ("He stayed until {9 May 1997=a certain date}.", "He stayed until a certain date."),
    ("By a decision of {24 August 1999=August 1999} it", "By a decision of August 1999 it"),
    ("A letter dated {3 June 1999=1999} came.", "A letter of 1999 came."),
    ("A letter dated {3 June 1999=the 1990s} came.", "A letter from the 1990s came."),
    ("a report, dated {3 June 1999=1999}, said", "a report, from 1999, said"),
    ("It was dated {3 June 1999=1999}.", "It was from 1999."),
    ("the {9 May 1997=1997} decision", "the 1997 decision"),
    ("the {9 May 1997=the late 1990s} decision", "the late-1990s decision"),
    ("the {9 May 1997=a certain date} decision", "the decision"),
    ("an {8 May 1997=1997} letter", "a 1997 letter"),
    ("She (born {3 July 1962=1962}) left.", "She (born 1962) left."),
    ("She was born {3 July 1962=1962} there.", "She was born in 1962 there."),
    ("On {July 3, 1962=1962}, the court sat.", "In 1962, the court sat."),
    ("She was born on {July 3, 1962=1962}, in Ohio.", "She was born in 1962 in Ohio."),
    ("The {July 3, 1962=1962}, ruling stood.", "The 1962 ruling stood."),
    ("On Monday, {9 May 1997=1997} he came.", "In 1997 he came."),
    ("During the {summer and autumn of 1994=1994}, it", "During 1994, it"),
    ("on the {9th of May 1997=May 1997}", "in May 1997"),
    ("in early {1997=the 1990s}", "in the 1990s"),
    ("in {1997=the 1990s}", "in the 1990s"),
    ("in the {1970s=the 20th century}", "in the 20th century"),
    ("ideas based on the {1970s=a certain period}.", "ideas based on a certain period."),
    ("the Human Rights Act {1998=the 1990s} could", "the Human Rights Act of the 1990s could"),
    ("the {1998=the 1990s} Act", "the 1990s Act"),
)  # fmt: skip
def test_a_date_takes_its_preposition(marked, text):
    assert reads(marked) == text


@cases(
    ("from {1993=the 1990s} to {2004=the 2000s}", "from the 1990s to the 2000s"),
    ("from {1993=the 1990s} to {1998=the 1990s}", "in the 1990s"),
    ("between {3=a number} and 4", "between a number and 4"),
    ("between {3 and 9 May 1997=1997}", "in 1997"),
    ("from {30 September=autumn} to {4 October 2002=2002}", "in 2002"),
    (
        "unlawful from {30 September=autumn} or {1 October 2002=2002} until {2003=the 2000s}",
        "unlawful from 2002 until the 2000s",
    ),
    ("on {8 September 1999=1999}, {12 January=winter} and {14 June 2000=2000} it met", "in 1999 and 2000 it met"),
    (
        "in {2003=2003}, {16 May=spring} and {20 June 2004=2004}, {6 June=summer} and {14 March 2005=2005} it",
        "in 2003, 2004 and 2005 it",
    ),
    ("on {10 May=spring}, on {7 July=summer} and on {26 September 1994=1994}.", "in 1994."),
    ("were born in {1925=the 1920s} and {1927=the 1920s}, respectively, and live", "were born in the 1920s and live"),
    ("a group of {forty=dozens of} to {fifty persons=dozens of persons}", "a group of dozens of persons"),
)
def test_a_row_that_is_called_the_same_is_one(marked, text):
    assert reads(marked) == text


@cases(
    ("He was freed at {12.45 p.m.=in the afternoon}\n\nOn", "He was freed in the afternoon.\n\nOn"),
    ("from {9 a.m.=in the morning} until {1 p.m.=in the afternoon}, he", "from the morning until the afternoon, he"),
    ("At about {12 noon=around midday} a group", "Around midday a group"),
    ("the {10.30 a.m.=in the morning} meeting", "the morning meeting"),
    ("by {9 a.m.=at some time of the day} he", "by a certain time he"),
    ("She left at the age of {34=in their thirties}.", "She left in her thirties."),
    ("He left at {age 34=in their thirties}.", "He left in his thirties."),
    ("until {age 65=in their sixties} he", "until his sixties he"),
    ("on reaching the {age of 35=in their thirties} they", "on reaching their thirties they"),
    ("He lived there from the {age of 6=in childhood} months until", "He lived there from childhood until"),
    ("A {34-year-old=adult} carpenter", "An adult carpenter"),
    ("a {45-year-old=middle-aged} was", "a middle-aged person was"),
    ("less than {eighteen years of age=in their teens}", "less than a certain age"),
    ("until he was {sixty five=dozens of}, whereas", "until he was of a certain age, whereas"),
)  # fmt: skip
def test_times_of_day_and_ages(marked, text):
    assert reads(marked) == text


@cases(
    ("within {three weeks=some weeks}", "within some weeks"),
    ("within {three weeks=some time}", "within a certain time"),
    ("for more than {forty years=many years}", "for many years"),
    ("for less than {three weeks=some weeks}", "for at most some weeks"),
    ("for the following {ten years=many years}.", "for the following years."),
    ("for a further {four days=some days}", "for some further days"),
    ("the {ten-year=many years} period", "the multi-year period"),
    ("a {three-month=multi-month} period", "a multi-month period"),
    ("to {14 years’=many years} imprisonment", "to many years’ imprisonment"),
    ("to {1 year=some months}’s imprisonment", "to some months’ imprisonment"),
    ("{14 days=some weeks} later", "Some weeks later"),
    ("the sum of {EUR 3,500=an amount of money} was", "a sum of money was"),
    ("Then the sum of {EUR 3,500=thousands of euros} was", "Then a sum of thousands of euros was"),
    ("He paid a total of {EUR 3,500=an amount of money}.", "He paid a sum of money."),
    ("pay about {EUR 3,512=thousands of euros} to", "pay thousands of euros to"),
    ("the {amount of EUR 3,512=thousands of euros}", "the amount of thousands of euros"),
    ("a {EUR 500=hundreds of euros} fine", "a fine"),
    ("some {50 pages=dozens of pages} of it", "dozens of pages of it"),
    ("another {fifty pages=dozens of pages}", "dozens of pages"),
    ("one of the {three judges=some judges}", "one of the judges"),
    ("held {thirty=dozens of}‑three hearings", "held dozens of hearings"),
    ("Twenty {three hearings=some hearings} were", "Some hearings were"),
    ("during {six=some} of which", "during some of which"),
    ("there were {40=dozens of}.", "there were dozens."),
    ("up.\n\n{2=some}. The child", "up.\n\nThe child"),
    ("plus {4.5%=a small share} interest", "plus some interest"),
    ("{79%=about three quarters} of the marks", "About three quarters of the marks"),
    ("a rate of {30%=about a third} per annum", "a rate of a certain percentage per annum"),
    ("the {38th=a later} session", "a later session"),
    ("his {38th=a later} trip", "his later trip"),
    ("a {500 mg=a dose} tablet", "a tablet"),
    ("He took {500 mg=a dose} daily.", "He took a dose daily."),
)
def test_amounts(marked, text):
    assert reads(marked) == text


@cases(
    ("an application (no. {37212/02=a number}) against", "an application against"),
    ("applications (nos. {1/90=a number}, {2/90=a number} and {3/90=a number}) against", "applications against"),
    ("amended by Law no. {4126=a number} of it", "amended by a law of it"),
    ("the Law no. {4126=a number} of it", "the Law of it"),
    ("A note indicates case file no. {IC 119/05=a number}.", "A note indicates a case file."),
    ("the Kingdom [GC], nos. {65731/01 and 65900/01=a number}, it", "the Kingdom [GC], it"),
    ("under section 39(2) no. {6=a number} of the Act", "under section 39(2) of the Act"),
    ("under Law no. {1602=the 1600s} on it", "under a law on it"),
    ("(see the Bill, p. {1=a certain number})", "(see the Bill)"),
    ("(see the Bill, p. {71=dozens of}, and", "(see the Bill, and"),
    ("Articles 3 and {351=hundreds of}‑{21=a number} of it", "Articles 3 and a number of it"),
    ("filed under {37212/02=a number}.", "filed under a number."),
    ("as defined in Circular {03-25=a number})", "as defined in a circular)"),
)
def test_a_code_goes_with_its_number_sign_and_brackets(marked, text):
    assert reads(marked) == text


@cases(
    ("On {9 May 1997=[DATE]} he came.", "On [DATE] he came."),
    ("On {9 May 1997=DATE-4F2A} he came.", "On DATE-4F2A he came."),
    ("In {Ostia=1997} he came.", "In 1997 he came."),
    ("{drinks=consumes}", "consumes"),
)
def test_other_literals_are_written_as_they_are(marked, text):
    assert reads(marked) == text


PIECES = (
    "On,on,the,of,(,),no.,9 May 1997,1997,three weeks,37212/02,EUR 3.50,34,aged,at,he,and,\n,\n\n,.,:,“,ß,a,’s".split(
        ","
    )
)


def test_a_thousand_texts_without_proposals_come_out_as_they_went_in():
    dice = random.Random(1)
    for _ in range(1000):
        text = "".join(dice.choice(PIECES) + dice.choice((" ", " ", "")) for _ in range(dice.randrange(40)))
        assert applied(text, worded(text, [])) == text


@given(st.data())
def test_what_stands_around_stays(data):
    """Only function words beside a quantity change, and brackets stay in balance."""
    tokens = data.draw(st.lists(st.sampled_from([*PIECES, "court", "letter", "Wrocław"]), max_size=25))
    text, proposals = "", []
    for token in tokens:
        found = quantity_steps(token, "") if any(map(str.isdigit, token)) else ()
        if found and data.draw(st.booleans()):
            label = data.draw(st.sampled_from(found))
            proposals.append(Proposal(len(text), len(text) + len(token), label, literal=True))
        text += token + " "
    out = applied(text, worded(text, proposals))
    for word in ("court", "letter", "Wrocław"):
        assert out.lower().count(word.lower()) == text.lower().count(word.lower())
    assert out.count("(") - out.count(")") == text.count("(") - text.count(")")


@cases(
    ("to a {3–1=a certain score} victory", "to a victory"),
    ("a {1–0=a certain score} away win", "an away win"),
    ("a {6–0=a clear score} home win", "a clear home win"),
    ("in the {2–1=a narrow score} defeat", "in the narrow defeat"),
    ("(eventual {0–0=an even score} draw)", "(eventual draw)"),
    ("They won {4-0=a clear score} at home.", "They won at home."),
    ("It ended {3–3=an even score}.", "It ended in a draw."),
    ("In the evening it ended {2–1=a narrow score} for them.", "In the evening it ended for them."),
    ("They won by a score of {3–1=a certain score} there.", "They won there."),
    ("She won the final ({6-4, 7-5=a certain score}).", "She won the final."),
    ("The score was {3–1=a certain score}.", "The score was a certain score."),
)
def test_a_score_goes_or_says_how_clear_it_is(marked, text):
    assert reads(marked) == text


@cases(
    ("In the {2005–06 season=a season of the mid-2000s} he", "In a season of the mid-2000s he"),
    ("The {2005–06 season=a season of the mid-2000s} was", "A season of the mid-2000s was"),
    ("in his {2005–06 season=a season of the mid-2000s}", "in his season of the mid-2000s"),
    ("the {1998–99 and 1999–2000 seasons=some seasons of the late 1990s}", "some seasons of the late 1990s"),
    ("Ann ({6 May 1899 – May 1974=the late 1890s to the mid-1970s})", "Ann (late 1890s – mid-1970s)"),
    ("{from 1921 to 1925=the early to mid-1920s} she", "in the early to mid-1920s she"),
    ("{between 1914 and 1924=the mid-1910s to the mid-1920s} she", "from the mid-1910s to the mid-1920s she"),
    ("in {24 out of 42=more than half of} games", "in more than half of the games"),
    ("{nine of his ten=most of} films", "most of his films"),
    ("She won {3 of 5=more than half of}.", "She won more than half."),
    ("in a {seven-person=multi-person} act", "in a multi-person act"),
    ("an {eight-person=multi-person} act", "a multi-person act"),
    ("the {300-seat=a certain size} hall", "the hall"),
    ("a {300-seat=a certain size} open hall", "an open hall"),
    ("for {5- to 6-year-olds=young children}", "for young children"),
    ("for children {ages 2–6=of preschool age}", "for children of preschool age"),
    ("children between the {ages of 2 and 6=of preschool age}", "children of preschool age"),
)
def test_seasons_ranges_and_parts_read_well(marked, text):
    assert reads(marked) == text


@cases(
    ("the historic {1905=the 1900s} match", "the historic 1900s match"),
    ("The original {1977=the late 1970s} series", "The original late-1970s series"),
    ("In the {1905=the first decade of the 20th century} match", "In the early 20th-century match"),
    ("She sang in {1905=the 1900s} alone.", "She sang in the 1900s alone."),
    ("Ann (born c. {1842=the early 1840s}) sang.", "Ann (born in the early 1840s) sang."),
    ("Tom (b. {1996=the mid-1990s})", "Tom (born in the mid-1990s)"),
    ("Early in {1880=the early 1880s} he left.", "In the early 1880s he left."),
    ("On {New Year's Eve 1977=1977} she sang.", "In 1977 she sang."),
    ("in his {early 40s=in their forties}.", "in his forties."),
    ("a retirement {age of 68=in old age} for all", "a retirement age for all"),
    ("usually less than {100 pages=dozens of pages} long", "usually a limited number of pages long"),
    ("Her rank is {193=hundreds of}, he said.", "Her rank is a certain number, he said."),
    ("There were {193=hundreds of}, he said.", "There were hundreds, he said."),
    ("He stood {5'11\"=a certain height} tall.", "He stood at a certain height."),
    ("He lost nearly a {million dollars=an amount of money}.", "He lost an amount of money."),
    ("with a {10%=a small share} swing", "with a swing"),
    ("See pp. {12-14=a number}.", "See some pages."),
    ("in vol. {2=some} of it", "in a volume of it"),
    ("It peaked at number {17=a number} on the chart.", "It peaked on the chart."),
    ("She won {Miss Sea=a contest} {2004=the mid-2000s}.", "She won a contest of the mid-2000s."),
    ("He ran it in {4:03=at night}.", "He ran it in a certain time."),
    ("his {twenty-first=a certain} film", "his film"),
    ("{from 3 May 1975 until June 1976=1975 to 1976} she", "from 1975 to 1976 she"),
    ("the {4×100 m=a certain size} relay", "the relay"),
    ("It measures {3 x 4 m=a certain size}.", "It measures a certain size."),
    ("with a record of {63–18–2=a certain score}.", "with a record."),
    ("on {Channel=a station} {7=some} is", "on a station is"),
    ("had reached his {68th=a later} birthday", "had reached his birthday"),
    ("She rated it {8 out of 10=more than half of}.", "She rated it a certain score."),
    ("when he was {six=in childhood}; at age {12=in childhood} he", "when he was in childhood; in childhood he"),
    ("his wife, {43=in their forties}, sang", "his wife, in her forties, sang"),
)
def test_the_words_around_go_along(marked, text):
    assert reads(marked) == text

"""Replacements that read well. In the examples "{term=label}" is a proposal, "!" marks a name, "~" a literal label."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sfumato.languages.edits import applied
from sfumato.languages.en.normalform import STOP_WORDS, normal_form
from sfumato.languages.en.wording import worded
from sfumato.languages.en.wording.english import article, is_plural, noun, plural
from sfumato.languages.en.wording.phrases import LEFT_OUT
from sfumato.types import Edit, Proposal

MARK = re.compile(r"\{([^{}=]+)=(~?)([^{}!]*)(!?)\}")


def proposed(marked):
    text = ""
    proposals = []
    at = 0
    for match in MARK.finditer(marked):
        text += marked[at : match.start()]
        term, literal, label, name = match.groups()
        proposals.append(Proposal(len(text), len(text) + len(term), label, bool(name), bool(literal)))
        text += term
        at = match.end()
    return text + marked[at:], proposals


def reads(marked):
    text, proposals = proposed(marked)
    return applied(text, worded(text, proposals))


def cases(*pairs):
    return pytest.mark.parametrize(("marked", "text"), pairs)


@cases(
    ("He carries {retroviruses=virus}.", "He carries viruses."),
    ("He carries {lentiviruses=virus}.", "He carries viruses."),
    ("{Antiretroviral drugs=drug} reduce the load.", "Drugs reduce the load."),
    ("{Bottles of wine=container} lay there.", "Containers lay there."),
    ("All {women=person} were asked.", "All people were asked."),
    ("{Diabetes=disease} is common.", "A disease is common."),
    ("She died of {AIDS=disease}.", "She died of a disease."),
    ("A {series=collection} of {tests=information}.", "A collection of information."),
    ("Several {STDs=disease} spread.", "Several diseases spread."),
    ("He takes {opioids=people}.", "He takes people."),
    ("They went to {Athens=city!}.", "They went to a city."),
    ("Its {symptoms=sexual behavior} are known.", "Its sexual behavior are known."),
)
def test_number_follows_the_term(marked, text):
    assert reads(marked) == text


@cases(
    ("He has a {lentivirus=virus}.", "He has a virus."),
    ("He has an {HIV infection=infection}.", "He has an infection."),
    ("He has an {infection=disease}.", "He has a disease."),
    ("An {infection=disease} was found.", "A disease was found."),
    ("A {stroke=emergency} was feared.", "An emergency was feared."),
    ("A {beer=alcohol} helped.", "Alcohol helped."),
    ("He ordered a {beer=alcohol}.", "He ordered alcohol."),
    ("He had a {one-night stand=sexual behavior} once.", "He had sexual behavior once."),
    ("He has a {carcinoma=cancer}.", "He has a cancer."),
    ("The {lentivirus=virus} spreads.", "The virus spreads."),
    ("He has a\n{stroke=emergency} now.", "He has an\nemergency now."),
    ("Hepatitis A {virus=infection} is rare.", "Hepatitis A infection is rare."),
    ("One {lentivirus=virus} and another {retrovirus=virus}.", "One virus and another virus."),
)
def test_the_article_before_fits(marked, text):
    assert reads(marked) == text


@cases(
    ("{HIV=virus} attacks cells.", "A virus attacks cells."),
    ("He was treated for {syphilis=disease}.", "He was treated for a disease."),
    ("Infection with {HIV=virus} is rare.", "Infection with a virus is rare."),
    ("He contracted {syphilis=disease} abroad.", "He contracted a disease abroad."),
    ("It can cause {AIDS=disease}.", "It can cause a disease."),
    ("Is {HIV=virus} curable?", "Is a virus curable?"),
    ("In 1984 {HIV=virus} was found.", "In 1984 a virus was found."),
    ("His {syphilis=disease} relapsed.", "His disease relapsed."),
    ("The patient's {syphilis=disease} relapsed.", "The patient's disease relapsed."),
    ("Two {syphilis=disease} cases; no {AIDS=disease}.", "Two disease cases; no disease."),
    ("It is a kind of {hepatitis=disease}.", "It is a kind of disease."),
    ("He was treated for {carcinoma=cancer}.", "He was treated for cancer."),
    ("He drinks {vodka=alcohol}.", "He drinks alcohol."),
    ("Neither {syphilis=disease} nor {flu=infection}.", "Neither a disease nor an infection."),
    ("He flew to {Miami=Florida!}.", "He flew to Florida."),
    ("He caught {HIV=sexually transmitted diseases}.", "He caught sexually transmitted diseases."),
)
def test_an_article_is_added_where_a_countable_noun_needs_one(marked, text):
    assert reads(marked) == text


@cases(
    ("She lives in {Miami=city!}.", "She lives in a city."),
    ("{Orlando=area!} is hot.", "An area is hot."),
    ("She left {Miami=city!}. {Miami=city!} was hot.", "She left a city. The city was hot."),
    ("{Miami=city!}'s mayor resigned.", "A city's mayor resigned."),
    ("His {Miami=city!} home burned.", "His city home burned."),
    ("{Miami=city!} police said no.", "City police said no."),
    ("We like downtown {Miami=city!}.", "We like downtown city."),
    ("{Miami=city!} Beach hotels are full.", "City Beach hotels are full."),
    ("He flew to {Miami=city!} Monday.", "He flew to a city Monday."),
    ("Dr. {Jones=person!} met Mrs. {Smith=person!}.", "A person met a person."),
    ("{Steve Wozniak=person!} left. Later {Wozniak=person!} returned.", "A person left. Later the person returned."),
    ("His wife {Mary=person!} and the engineer {Smith=person!} came.", "His wife and the engineer came."),
    ("President {Lee=politician!} spoke.", "A politician spoke."),
    ("{Mr. Jones=person!}' dog ran.", "A person's dog ran."),
    ("He moved to {Miami=city in Florida!}, Florida, in 1950.", "He moved to a city in Florida in 1950."),
    ("The {Miami=city in Florida!} police came.", "The city police came."),
)
def test_names(marked, text):
    assert reads(marked) == text


@cases(
    ("{Syphilis=disease} kills. {Syphilis=disease} returns.", "A disease kills. The disease returns."),
    ("{syphilis=disease} kills", "a disease kills"),
    ("He said, “{HIV=virus} kills.”", "He said, “A virus kills.”"),
    ("The Spread of {Syphilis=disease} in Europe", "The Spread of a disease in Europe"),
    ("PATIENT HAS {SYPHILIS=disease}.", "PATIENT HAS A DISEASE."),
    ("AN {INFECTION=disease} WAS FOUND.", "A DISEASE WAS FOUND."),
    ("infected with\n{HIV=virus} in May", "infected with\na virus in May"),
    ("It ended.\n\n{HIV=virus} is back.", "It ended.\n\nA virus is back."),
    ("Cf. Dr. B. on {HIV=virus}, e.g. {Miami=city!}.", "Cf. Dr. B. on a virus, e.g. a city."),
)
def test_case(marked, text):
    assert reads(marked) == text


@cases(
    ("{HIV=virus} infection is common.", "Virus infection is common."),
    ("An {HIV=virus} infection is common.", "A virus infection is common."),
    ("A {vodka=alcohol} problem.", "An alcohol problem."),
    ("{HIV=virus} tests are cheap.", "Virus tests are cheap."),
    ("He has chronic {hepatitis=disease}.", "He has a chronic disease."),
    ("Chronic {hepatitis=disease} is common.", "Chronic disease is common."),
    ("He takes {AZT=drug} daily.", "He takes a drug daily."),
    ("{Gonorrhea=disease} and {syphilis=disease} patients came.", "Disease patients came."),
    ("{Miami=city!} {clinics=organization} closed.", "City organizations closed."),
)
def test_modifiers_stay_bare(marked, text):
    assert reads(marked) == text


@cases(
    ("an {HIV=virus}-positive man", "a virus-positive man"),
    ("{HIV=sexually transmitted disease}-positive men", "Disease-positive men"),
    ("some anti-{HIV=virus} drugs", "some anti-virus drugs"),
    ("a {Miami=city in Florida!}-based firm", "a city-based firm"),
    ("a {Miami=South America!}-based firm", "a South America-based firm"),
)
def test_hyphenated_words(marked, text):
    assert reads(marked) == text


@cases(
    ("the {HIV=virus} virus spreads", "the virus spreads"),
    ("the {HIV=virus} {virus=virus} spreads", "the virus spreads"),
    ("some {HIV=virus} viruses spread", "some viruses spread"),
    ("the virus {HIV=virus} spreads", "the virus spreads"),
    ("the virus, {HIV=virus}, spreads", "the virus spreads"),
    ("the city of {Miami=city!} is hot", "the city is hot"),
    ("a disease called {syphilis=disease} spread", "a disease spread"),
    ("diseases such as {syphilis=disease} and {flu=disease} spread", "diseases spread"),
    ("He has {breast cancer=disease} disease.", "He has a disease."),
    ("all sexually transmitted diseases like {flu=sexually transmitted disease}", "all sexually transmitted diseases"),
    ("city\t{Miami=city!}\tcity", "city\tcity\tcity"),
    ("city\n{Miami=city!}\ncity", "city\nCity\ncity"),
)
def test_nothing_is_said_twice(marked, text):
    assert reads(marked) == text


@cases(
    ("He had {gonorrhea=disease}, {syphilis=disease} and {flu=disease}.", "He had diseases."),
    ("{Gonorrhea=disease}, {syphilis=disease}, and {flu=disease} are rare.", "Diseases are rare."),
    ("Is it a {lentivirus=virus} or a {herpesvirus=virus}?", "Is it viruses?"),
    ("The {lentivirus=virus} and the {herpesvirus=virus} spread.", "The viruses spread."),
    ("We saw {Miami=city!}, {Orlando=city!} and {Tampa=city!}.", "We saw cities."),
    ("{Miami=city!} and {Orlando=city!}'s mayors met.", "Cities' mayors met."),
    ("He lives with {HIV=virus}/{AIDS=disease}.", "He lives with a virus/disease."),
    ("He lives with {HIV=disease}/{AIDS=disease}.", "He lives with a disease."),
    ("{Gonorrhea=disease}, {Miami=city!} and {flu=disease}.", "A disease, a city and a disease."),
    ("Fever, {gonorrhea=disease} and {flu=disease} rose.", "Fever, a disease and a disease rose."),
    ("He had {fever=symptom}, {gonorrhea=disease} and {flu=disease}.", "He had a symptom, and diseases."),
    (
        "He said in {May=month}, {gonorrhea=disease} or {flu=disease} rose.",
        "He said in a month, a disease or a disease rose.",
    ),
    ("In {Florida=state!}, {gonorrhea=disease} and {flu=disease} rose.", "In a state, diseases rose."),
    ("In Florida, {Miami=city!} and {Tampa=city!} grew.", "In Florida, cities grew."),
    ("She left {Miami=city!} and {Tampa=city!} was hot.", "She left a city and a city was hot."),
    ("{Flu=disease} or {mumps=disease} is likely.", "A disease is likely."),
    ("He has either {flu=disease} or {mumps=disease}.", "He has a disease."),
    ("He has both {flu=disease} and {mumps=disease}.", "He has diseases."),
    ("He drank {wine=alcohol} and {beer=alcohol}.", "He drank alcohol."),
    ("Mr. {Smith=person!} and Mrs. {Jones=person!} came.", "People came."),
    ("He was born in {Miami=place!}, {Florida=place!}, in 1950.", "He was born in a place in 1950."),
    ("It is {HIV=virus}, a {retrovirus=virus}.", "It is a virus."),
    ("{Miami=city!},{Orlando=city!}\n{Tampa=city!},x", "City,city\nCity,x"),
)
def test_lists(marked, text):
    assert reads(marked) == text


@cases(
    ("The {human immunodeficiency virus=virus} ({HIV=virus}) spreads.", "The virus spreads."),
    ("{Acquired immunodeficiency syndrome=disease} ({AIDS=disease}) kills.", "A disease kills."),
    ("Many {STDs=disease} (e.g. {syphilis=disease}, {flu=disease}) spread.", "Many diseases spread."),
    ("The virus ({HIV=virus}) spreads.", "The virus spreads."),
    ("He moved ({Miami=city!}) away.", "He moved (city) away."),
    ("It is “{HIV=virus}” or **{HIV=virus}**.", "It is “virus” or **virus**."),
    ("Diagnosis: {HIV=virus}\nCity: {Miami=place!}", "Diagnosis: virus\nCity: place"),
    ("- {HIV=virus}, stage 3\n- {Flu=disease}", "- Virus, stage 3\n- Disease"),
    ("name\tcity\n{John Doe=person!}\t{Miami=city!}", "name\tcity\nPerson\tcity"),
    ("{HIV=virus}", "Virus"),
    ("He is {HIV=virus}+.", "He is virus+."),
)
def test_brackets_cells_and_entries(marked, text):
    assert reads(marked) == text


@cases(
    ("He takes {aspirin=}.", "He takes [...]."),
    ("He takes an {aspirin=}.", "He takes a [...]."),
    ("An {aspirin=} helps.", "A [...] helps."),
    ("He takes {aspirin=}, {AZT=} and {heroin=} daily.", "He takes [...] daily."),
    ("the {HIV=} {infection=}", "the [...]"),
    ("the {virus=} ({HIV=})", "the [...]"),
    ("the virus ({HIV=}) spreads", "the virus spreads"),
    ("the virus ({HIV=}, a lentivirus)", "the virus ([...], a lentivirus)"),
    ("his {HIV=}-positive wife, {Miami=!}'s mayor", "his [...]-positive wife, [...]'s mayor"),
)
def test_what_is_left_out_shows(marked, text):
    assert LEFT_OUT == "[...]"
    assert reads(marked) == text


@cases(
    ("{Steve Wozniak=~[PERSON]!} and {Bob=~[PERSON]!} came.", "[PERSON] and [PERSON] came."),
    ("An {American=~[NORP]} in {May 1984=~1984}.", "An [NORP] in 1984."),
    ("{Ann Lee=~Maria Lopez!}'s dogs", "Maria Lopez's dogs"),
    ("In {2005=~[DATE]} {HIV=virus} spread.", "In [DATE] a virus spread."),
)
def test_literal_labels_stay(marked, text):
    assert reads(marked) == text


def test_words_that_touched_no_other_stay_apart():
    assert reads("{5%=share}{00=number}") == "share number"
    assert reads("About 5{%=share}") == "About 5 share"


def test_reads_like_a_text():
    assert reads(
        "{John Smith=person!} was diagnosed with {HIV=virus} at {Mercy Hospital=hospital!} in {Miami=city!}. "
        "{Smith=person!}, an {HIV=virus} carrier, takes {AZT=drug} daily. His wife {Mary=person!} has "
        "{syphilis=disease}, {herpes=disease}, and {hepatitis C=disease}. The {Miami=city!} clinic "
        "treats {AIDS=disease} patients."
    ) == (
        "A person was diagnosed with a virus at a hospital in a city. The person, a virus carrier, takes a drug daily. "
        "His wife has diseases. The city clinic treats disease patients."
    )


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("virus", "viruses"), ("city", "cities"), ("day", "days"), ("church", "churches"), ("diagnosis", "diagnoses"),
        ("woman", "women"), ("human", "humans"), ("person", "people"), ("salesperson", "salespeople"),
        ("bacterium", "bacteria"), ("fungus", "fungi"), ("phenomenon", "phenomena"), ("species", "species"),
        ("X-ray", "X-rays"), ("STD", "STDs"), ("stomach", "stomachs"), ("blouse", "blouses"), ("leaf", "leaves"),
    ],
)  # fmt: skip
def test_plural(one, many):
    assert plural(one) == many
    assert is_plural(many) is (one != many)
    assert not is_plural(one)


@pytest.mark.parametrize(
    "phrase",
    ["infection", "hour", "HIV test", "MRI", "X-ray", "unidentified man", "umbrella", "8", "11", "18-year-old", "heir"],
)
def test_an(phrase):
    assert article(phrase) == "an"


@pytest.mark.parametrize(
    "phrase",
    ["virus", "university", "unit", "European", "user", "one-way street", "UN", "110", "hospital", "urine", ""],
)
def test_a(phrase):
    assert article(phrase) == "a"


def test_nouns_without_an_article():
    for label in (
        "water",
        "information",
        "sexual behavior",
        "alcohol",
        "blindness",
        "hepatitis",
        "measles",
        "genetics",
    ):
        assert noun(label).mass, label
    for label in (
        "virus",
        "treatment",
        "illness",
        "meeting",
        "mechanism",
        "diagnosis",
        "city in Florida",
        "HIV infection",
    ):
        assert noun(label).countable, label
    for label in ("people", "drugs", "Florida", "cancer"):
        assert not noun(label).countable, label


# --- properties -------------------------------------------------------------------------------------------

WORDS = """a A an An the The HIV AIDS virus viruses Miami miami syphilis of in and or both either such as called was is
    infection police said positive anti- disease Dr. Mr. wife singer chronic city cities Florida 1984 8 + , ; / ( ) [ ]
    . : - — ' ’s 's " “ ” * • | \u200b \u202e \u0301 é ß İ 漢字 𝐇""".split()
WORDS += ["\n", "\n\n", "\t", "   "]
LABELS = ["virus", "city", "city in Florida", "disease", "sexually transmitted disease", "person", "people", "alcohol"]
LABELS += ["", " ", "Florida", "ß", "\u200b", "[X]", "of", "in Miami", "(", "disease (skin)", "-", "8"]


@st.composite
def documents(draw):
    tokens = st.sampled_from(WORDS) | st.text(max_size=3)
    text = "".join(draw(st.lists(st.tuples(tokens, st.sampled_from([" ", " ", " ", ""])).map("".join), max_size=30)))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=16)))
    proposals = []
    for start, end in pairwise(cuts):
        if draw(st.booleans()):
            label = draw(st.sampled_from(LABELS) | st.text(max_size=5))
            proposals.append(Proposal(start, end, label, draw(st.booleans()), draw(st.integers(0, 5)) == 0))
    return text, draw(st.permutations(proposals))


@given(documents())
@example(("an HIV", []))
@example(("virus", [Proposal(0, 5, "virus")]))
def test_edits_are_sorted_apart_and_cover_each_proposal_once(document):
    text, proposals = document
    edits = worded(text, proposals)
    assert all(0 <= edit.start < edit.end <= len(text) for edit in edits)
    assert all(a.end <= b.start for a, b in pairwise(edits))
    for proposal in proposals:
        covering = [edit for edit in edits if edit.start < proposal.end and proposal.start < edit.end]
        assert len(covering) == 1
        assert covering[0].start <= proposal.start
        assert proposal.end <= covering[0].end
    assert all(any(e.start <= p.start and p.end <= e.end for p in proposals) for e in edits)
    assert worded(text, list(reversed(proposals))) == edits


@given(documents())
def test_text_outside_the_edits_is_unchanged(document):
    text, proposals = document
    edits = worded(text, proposals)
    result = applied(text, edits)
    at = shift = 0
    for edit in edits:
        assert result[at + shift : edit.start + shift] == text[at : edit.start]
        assert result[edit.start + shift : edit.start + shift + len(edit.text)] == edit.text
        at, shift = edit.end, shift + len(edit.text) - (edit.end - edit.start)
    assert result[at + shift :] == text[at:]


@given(documents())
def test_no_words_are_lost_but_those_said_twice(document):
    """Besides the terms only function words, titles and words of the label go; a literal edit is its term."""
    text, proposals = document
    for edit in worded(text, proposals):
        inside = sorted((p for p in proposals if edit.start <= p.start and p.end <= edit.end), key=lambda p: p.start)
        if any(p.literal for p in inside):
            apart = Edit(edit.start, edit.end, edit.text.removeprefix(" "))  # where two words would become one
            assert [Edit(p.start, p.end, p.label) for p in inside] in ([edit], [apart])
        ends = [edit.start, *(offset for p in inside for offset in (p.start, p.end)), edit.end]
        taken = " ".join(text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True))
        kept = normal_form(" ".join([edit.text, *(p.label for p in inside)])).split()
        lost = set(normal_form(taken).split()) - set(kept) - STOP_WORDS
        assert lost <= {"called", "dr", "mr", "s"}


def test_no_proposals_no_edits():
    assert worded("HIV in Miami", []) == []


@pytest.mark.parametrize("spans", [[(0, 3), (2, 5)], [(3, 3)], [(5, 4)], [(-1, 2)], [(10, 13)], [(0, 3), (0, 3)]])
def test_proposals_that_do_not_fit_are_refused(spans):
    with pytest.raises(ValueError, match="overlaps"):
        worded("HIV in Miami", [Proposal(start, end, "virus") for start, end in spans])


def test_applied():
    assert applied("abcdef", []) == "abcdef"
    assert applied("abcdef", [Edit(0, 1, "x"), Edit(1, 2, ""), Edit(4, 6, "yz")]) == "xcdyz"
    for edits in (
        [Edit(2, 3, ""), Edit(0, 1, "")],
        [Edit(0, 3, ""), Edit(2, 4, "")],
        [Edit(4, 7, "")],
        [Edit(3, 2, "")],
    ):
        with pytest.raises(ValueError, match="overlaps"):
            applied("abcdef", edits)


def test_the_label_is_what_is_left():
    """No edit brings back what it replaces, whatever stands around it."""
    for before in ("", "an ", "the virus ", "chronic ", "his wife ", "Dr. "):
        for after in ("", " virus", "'s", "-positive", " (AIDS)", " infection"):
            text, proposals = proposed(f"{before}{{HIV=virus}}{after}")
            assert "hiv" not in normal_form(applied(text, worded(text, proposals)))


@pytest.mark.parametrize("gap", [" and ", ", ", " ", "", "/", "\n", "\t", "   " * 30, " (", "\u200b", " is an "])
def test_many_proposals_beside_each_other(gap):
    number = 10_000
    text = f"HIV{gap}" * number
    width = 3 + len(gap)
    proposals = [Proposal(at * width, at * width + 3, ("virus", "disease")[at % 3 == 0]) for at in range(number)]
    edits = worded(text, proposals)
    assert all(a.end <= b.start for a, b in pairwise(edits))

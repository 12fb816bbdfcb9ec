"""Small tables that tests share: the bloggers of the paper's running example (RX Table 1), a club, and its files."""

import csv
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from sfumato.io.arrow import pa
from sfumato.tables import UserTerm

QUASI = {"role": "quasi_identifier"}


def terms(*pairs):
    return [UserTerm(text, type) for text, type in pairs]


# id, gender, age, topic, sign, date, text, terms
EXAMPLE = (
    ("1", "male", "36", "Education", "Aries", "2004-05-14",
     "They call me Pedro: 36 years old, an engineer, born in Mexico.",
     terms(("Pedro", "PERSON"), ("36 years old", "AGE"), ("engineer", "JOB"), ("Mexico", "GPE"))),
    ("1", "male", "36", "Education", "Aries", "2004-05-15", "More on my education some other time.", []),
    ("2", "male", "24", "Student", "Leo", "2005-08-18", "A firm wants me as an engineer, imagine!",
     terms(("engineer", "JOB"))),
    ("3", "male", "37", "Banking", "Pisces", "2004-05-27", "Back from Canada, where Ben showed me his boat.",
     terms(("Canada", "GPE"), ("Ben", "PERSON"))),
    ("4", "female", "24", "Science", "Aries", "2004-01-13", "Being a scientist in the UK is a joy.",
     terms(("scientist", "JOB"), ("UK", "GPE"))),
    ("4", "female", "24", "Science", "Aries", "2004-01-17", "Four days ago, nobody read this page.",
     terms(("Four days ago", "DATE"))),
    ("4", "female", "24", "Science", "Aries", "2004-01-19", "2004 is good for science and for a biologist.",
     terms(("2004", "DATE"), ("biologist", "JOB"))),
    ("5", "male", "29", "indUnk", "Pisces", "2004-05-15", "Of all signs, Pisces comes last.", []),
    ("6", "female", "27", "Science", "Aries", "2004-05-15", "It rains in the UK. Stay dry!", terms(("UK", "GPE"))),
)  # fmt: skip
NAMES = ("id", "gender", "age", "topic", "sign", "date", "text")
RELEASED = {
    ("male", "[24-36]", "(Education,Student)", "(Aries,Leo)", "[2004-2005]"): [
        "They call me person: [24-36] years old, an engineer, born in location.",
        "More on my education some other time.",
        "A firm wants me as an engineer, imagine!",
    ],
    ("male", "[29-37]", "(Banking,indUnk)", "Pisces", "2004-05"): [
        "Back from location, where person showed me his boat.",
        "Of all signs, Pisces comes last.",
    ],
    ("female", "[24-27]", "Science", "Aries", "2004"): [
        "Being a job in the UK is a joy.",
        "Date, nobody read this page.",
        "2004 is good for science and for a job.",
        "It rains in the UK. Stay dry!",
    ],
}


@pytest.fixture(scope="session")
def example():
    return pa.table({name: [row[at] for row in EXAMPLE] for at, name in enumerate(NAMES)})


@pytest.fixture(scope="session")
def given():
    return [row[-1] for row in EXAMPLE]


@pytest.fixture(scope="session")
def config():
    return {
        "columns": {
            "id": {"role": "direct_identifier"},
            "gender": QUASI,
            "age": {**QUASI, "kind": "number", "entities": ["AGE"]},
            "topic": QUASI,
            "sign": QUASI,
            "date": {**QUASI, "kind": "date", "entities": ["DATE"]},
            "text": {"role": "text"},
        }
    }


@pytest.fixture(scope="session")
def expected():
    return RELEASED


@pytest.fixture(scope="session")
def diaries():
    """Twelve people who write two entries each, in which detectors find all sorts of terms."""
    towns = ("Lisbon", "Lisbon", "Oslo", "Lisbon", "Oslo", "Oslo", "Lisbon", "Lisbon", "Oslo", "Lima", "Lima", "Oslo")
    names = ("Anna", "Bert", "Clara", "David", "Emma", "Frank", "Gina", "Henry", "Irene", "Jack", "Kate", "Leon")
    rows = []
    for at, (town, name) in enumerate(zip(towns, names, strict=True)):
        age, month = 20 + at, 1 + at % 4
        entries = (
            f"My name is {name} Miller. I live in {town}.",
            f"On Monday {name} turned {age} and left {town} for Rome.",
        )
        rows += [(f"user-{at:03}", age, town, f"2021-0{month}-{day}{at % 3}", entries[day - 1]) for day in (1, 2)]
    return pa.table({name: [row[at] for row in rows] for at, name in enumerate(("id", "age", "town", "day", "entry"))})


@pytest.fixture(scope="session")
def diary_config():
    return {
        "columns": {
            "id": {"role": "direct_identifier"},
            "age": {**QUASI, "kind": "number", "entities": ["AGE"]},
            "town": {**QUASI, "entities": ["GPE"]},
            "day": {**QUASI, "kind": "date"},
            "entry": {"role": "text"},
        }
    }


# --- files ------------------------------------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[1] / "examples"

PEOPLE = """\
id,age,town,day,ill
ada,20,Rome,2020-01-05,flu
bob,21,Rome,2020-01-09,cold
cyd,22,Rome,2020-02-01,flu
dan,23,Rome,2020-02-11,gout
eve,50,Oslo,2021-07-02,cold
fay,51,Oslo,2021-07-03,flu
gus,52,Oslo,2021-08-21,gout
hal,53,Oslo,2021-08-30,cold
"""
CONFIG = """\
k = 2

[columns.id]
role = "direct_identifier"
[columns.age]
role = "quasi_identifier"
kind = "number"
[columns.town]
role = "quasi_identifier"
[columns.day]
role = "quasi_identifier"
kind = "date"
[columns.ill]
role = "sensitive"
"""


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A folder with the example table of members and a table without texts, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    for name in ("members.csv", "members.toml"):
        shutil.copy(EXAMPLES / name, tmp_path)
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "people.toml").write_text(CONFIG)
    return tmp_path


def rows_of(path, separator=","):
    """The rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=separator))


def classes(rows, names, key="person"):
    """The people of each class, counted as anybody would who has the file alone."""
    people = defaultdict(lambda: defaultdict(set))
    for row in rows:
        for name in names:
            people[row[key]][name].add(row[name])
    found = defaultdict(set)
    for person, said in people.items():
        found[tuple(frozenset(said[name]) for name in names)].add(person)
    return list(found.values())

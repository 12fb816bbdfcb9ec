"""`sfumato anonymize` refuses what it cannot use: one clear line that names column and row, and nothing is written."""

import csv

import pytest

OUT = ("-o", "out.csv", "--report", "report.json")


def replaced(folder, name, old, new):
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))


# --- settings ---------------------------------------------------------------------------------------------

SETTINGS = {
    "k larger than the number of people": (("-k", 9, *OUT), "k = 9 is more than the 8 people of the table"),
    "an unknown strategy": (("--strategy", "best", *OUT), "strategy 'best' is not known: use one of closest, mon"),
    "a strategy that needs texts": (("--strategy", "gdf", *OUT), "the table has no text column"),
    "a weight of 2": (("--weight", 2, *OUT), "the weight of columns must be between 0 and 1, not 2"),
    "a weight that is none": (("--weight", "nan", *OUT), "the weight of columns must be between 0 and 1"),
    "too much diversity": (("-l", 4, *OUT), "column ill: the claim asks for 4 distinct values in each group"),
    "no diversity": (("-l", 0, *OUT), "-l must be a number from 1"),
    "a diversity that is none": (("-l", "nan", *OUT), "-l must be a number from 1"),
    "endless diversity": (("-l", "inf", *OUT), "-l must be a number from 1"),
    "too much entropy": (("--entropy", 3.5, *OUT), "column ill: the claim asks for an entropy of log2 3.5"),
    "negative entropy": (("--entropy", -1, *OUT), "--entropy must be a number from 1"),
    "too close": (("-t", -0.1, *OUT), "-t must be a number from 0 to 1"),
    "too far": (("-t", 2, *OUT), "-t must be a number from 0 to 1"),
    "no types": (("--types", ",", *OUT), "--types: no type is named"),
    "no file of terms": (("--terms", "none.jsonl", *OUT), "none.jsonl: no such file"),
    "no population": (("--population", "none.csv", *OUT), "none.csv: no such file"),
    "output is the input": (("-o", "people.csv"), "people.csv: is an input"),
    "output is the input by another way": (("-o", "../{here}/people.csv"), "people.csv: is an input"),
    "output is the config": (("-o", "people.toml"), "people.toml: is an input"),
    "output is the population": (("--population", "members.csv", "-o", "members.csv"), "members.csv: is an input"),
    "report is the input": (("-o", "out.csv", "--report", "people.csv"), "people.csv: is an input"),
    "report is the output": (("-o", "out.csv", "--report", "out.csv"), "out.csv: is named twice"),
    "output nowhere": (("-o", "no/out.csv"), "no: no such folder"),
    "report nowhere": (("-o", "out.csv", "--report", "no/r.json"), "no: no such folder"),
    "output is a folder": (("-o", "folder.csv"), "folder.csv: is not a file"),
    "output is no table": (("-o", "out.docx"), "out.docx: not a table by its name"),
    "no output": ((), "say where to write with -o OUT"),
}


@pytest.mark.parametrize(("options", "said"), SETTINGS.values(), ids=SETTINGS)
def test_settings_that_cannot_be(options, said, refused, club):
    (club / "folder.csv").mkdir()
    options = [str(option).replace("{here}", club.name) for option in options]
    assert said in refused("anonymize", "people.csv", "-c", "people.toml", *options)


@pytest.mark.parametrize(("option", "value"), [("-k", 0), ("-k", "x"), ("-k", 2.5), ("--seed", -1), ("--weight", "x")])
def test_what_is_no_number_is_refused_with_the_option(option, value, run, club):
    code, out, messages = run("anonymize", "people.csv", "-c", "people.toml", option, value, *OUT)
    assert (code, out) == (2, "")
    assert f"Invalid value for '{option}'" in messages
    assert not (club / "out.csv").exists()


@pytest.mark.parametrize(("option", "value"), [("--strategy", "best"), ("--weight", 2), ("-l", 0), ("-o", "out.docx")])
def test_settings_are_checked_before_texts_are_analysed(option, value, refused, club):
    refused("anonymize", "members.csv", "-c", "members.toml", *OUT, "--no-cache", "--processes", 1, option, value)


def test_a_hierarchy_is_not_written_over(refused, club):
    (club / "towns.csv").write_text("Rome;south;*\nOslo;north;*\n")
    replaced(club, "people.toml", "[columns.town]", '[columns.town]\nhierarchy = "towns.csv"')
    assert "is an input" in refused("anonymize", "people.csv", "-c", "people.toml", "-o", "towns.csv")


def test_no_table_no_config_and_an_unknown_type_of_terms(refused, club):
    assert "no table: name a CSV or Parquet file" in refused("anonymize", "-c", "people.toml", *OUT)
    assert "--guess config.toml writes one" in refused("anonymize", "people.csv", *OUT)
    said = refused("anonymize", "members.csv", "-c", "members.toml", "--types", "GPE,FOO", *OUT, "--processes", 1)
    assert "unknown type of terms FOO" in said


def test_a_guess_goes_to_a_folder_that_exists(refused, club):
    assert "no: no such folder" in refused("anonymize", "people.csv", "--guess", "no/g.toml")
    assert "none.csv: no such file" in refused("anonymize", "none.csv", "--guess", "g.toml")
    assert not (club / "no").exists()


# --- the table --------------------------------------------------------------------------------------------

HEADER = "id,age,town,day,ill\n"
CELLS = {
    "a date of another format": ("2021-07-02", "02/07/2021", 'column "day", row 6 (the header is row 1): not a date'),
    "a day that there is not": ("2021-07-02", "2021-02-30", 'column "day", row 6 (the header is row 1): not a date'),
    "a number that is none": ("23,Rome", "x,Rome", 'column "age", row 5 (the header is row 1): not a number'),
    "a number of another country": ("23,Rome", '"2,3",Rome', 'column "age", row 5 (the header is row 1): not a n'),
    "an endless number": ("23,Rome", "1e999,Rome", 'column "age", row 5 (the header is row 1): not a number'),
    "a row without its person": ("dan", " ", 'row 5 (the header is row 1) has no "id"'),
    "a row that is too short": ("dan,23", "23", "people.csv: row 5 (line 5): 4 cells where the header has 5"),
    "a row that is too long": ("dan,23", "dan,23,9", "people.csv: row 5 (line 5): 6 cells where the header has 5"),
    "a name twice": ("id,age,town", "id,age,age", 'people.csv: columns 2 and 3 have the same name: "age"'),
    "a column that is not there": ("town", "place", 'no column "town" in the table; there are: id, age, place'),
    "a column of another name": ("town", "Town", 'no column "town" in the table (did you mean Town?)'),
    "an open quote": ("dan", '"dan', "people.csv: line 5: a quoted field is never closed"),
}


@pytest.mark.parametrize(("old", "new", "said"), CELLS.values(), ids=CELLS)
def test_cells_that_cannot_be_read(old, new, said, refused, club):
    replaced(club, "people.csv", old, new)
    assert said in refused("anonymize", "people.csv", "-c", "people.toml", *OUT)


FILES = {
    "an empty file": (b"", "t.csv: empty"),
    "blank lines": (b"\n \n", "t.csv"),
    "a header alone": (HEADER.encode(), "t.csv: the table has no rows"),
    "a picture": (b"\x89PNG\r\n\0\x01" * 9, "t.csv: line 1: not UTF-8"),
    "a binary file": (b"PK\0\x01" * 9, "t.csv: line 1: not text: NUL character"),
    "a text of another encoding": (HEADER.encode() + "a,1,Köln,2020-01-01,x\n".encode("latin-1"), "line 2: not UTF-8"),
}


@pytest.mark.parametrize(("content", "said"), FILES.values(), ids=FILES)
def test_files_that_are_no_tables(content, said, refused, club):
    (club / "t.csv").write_bytes(content)
    assert said in refused("anonymize", "t.csv", "-c", "people.toml", *OUT)


def test_files_that_are_not_there_or_not_what_they_are_called(refused, club):
    for name, said in (("none.csv", "no such file"), (".", "not a table by its name"), ("people.toml", "not a table")):
        assert f"{name}: {said}" in refused("anonymize", name, "-c", "people.toml", *OUT)
    (club / "t.parquet").write_bytes(b"PAR1 and nothing else")
    assert "t.parquet: not a Parquet file" in refused("anonymize", "t.parquet", "-c", "people.toml", *OUT)
    (club / "t.csv.gz").write_text(HEADER)
    assert "not gz data" in refused("anonymize", "t.csv.gz", "-c", "people.toml", *OUT)


def test_one_person_with_two_values_of_a_single_column(run, refused, club):
    with (club / "people.csv").open("a", newline="") as file:
        csv.writer(file).writerow(("bob", "21", "Paris", "2020-01-10", "cold"))
    assert run("anonymize", "people.csv", "-c", "people.toml", "-o", "fine.csv")[0] == 0
    replaced(club, "people.toml", "[columns.town]", "[columns.town]\nsingle = true")
    said = refused("anonymize", "people.csv", "-c", "people.toml", *OUT)
    assert 'column "town", row 10 (the header is row 1): another value than in row 3' in said
    assert "Paris" not in said


@pytest.mark.parametrize("hierarchy", ['"towns.csv"', '[["Rome", "south", "*"]]', "{ south = ['Rome'] }"])
def test_a_hierarchy_without_one_of_the_values(hierarchy, refused, club):
    (club / "towns.csv").write_text("Rome;south;*\nBari;south;*\n")
    replaced(club, "people.toml", "[columns.town]", f"[columns.town]\nhierarchy = {hierarchy}")
    said = refused("anonymize", "people.csv", "-c", "people.toml", *OUT)
    assert 'column "town", row 6 (the header is row 1): a value that the hierarchy lacks' in said


# --- the config -------------------------------------------------------------------------------------------

CONFIGS = {
    "broken TOML": ("k = 2", "k = = 2", "people.toml: line 1: not TOML"),
    "an unknown role": ('"sensitive"', '"secret"', "role must be one of direct_identifier, quasi_identifier, sens"),
    "an unknown kind": ('"number"', '"numeric"', "people.toml: [columns.age]: kind must be one of number"),
    "an unknown key": ("k = 2", "kk = 2", 'people.toml: unknown key "kk"'),
    "an unknown key of a column": ("kind =", "kin =", 'people.toml: [columns.age]: unknown key "kin" (did you mean k'),
    "k of zero": ("k = 2", "k = 0", "people.toml: k must be a whole number from 1"),
    "a weight of 2": ("k = 2", "weight = 2", "people.toml: weight must be a number from 0 to 1"),
    "an unknown strategy": ("k = 2", 'strategy = "best"', "strategy 'best' is not known"),
    "a column without a role": ("[columns.ill]", "[columns.il]", 'no column "il" in the table'),
    "a hierarchy that is not there": ('kind = "number"', 'hierarchy = "none.csv"', "none.csv: no such file"),
    "a format that is none": ('"date"', '"date"\nformat = "%Q"', "people.toml: [columns.day]: format"),
    "a missing value that is no text": (
        "k = 2",
        "k = 2\nmissing = [3]",
        "people.toml: missing must be a list of texts",
    ),
}


@pytest.mark.parametrize(("old", "new", "said"), CONFIGS.values(), ids=CONFIGS)
def test_configs_that_cannot_be_used(old, new, said, refused, club):
    replaced(club, "people.toml", old, new)
    assert said in refused("anonymize", "people.csv", "-c", "people.toml", *OUT)


def test_a_column_that_the_config_does_not_know(refused, club):
    replaced(club, "people.toml", '[columns.ill]\nrole = "sensitive"\n', "")
    said = refused("anonymize", "people.csv", "-c", "people.toml", *OUT)
    assert 'column 5 ("ill") has no role' in said


def test_an_unknown_type_in_the_config(refused, club):
    replaced(club, "members.toml", "PERSON =", "PERSONS =")
    said = refused("anonymize", "members.csv", "-c", "members.toml", *OUT, "--processes", 1)
    assert "unknown type of terms PERSONS" in said


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\0\x01\xff", b""])
def test_a_config_that_is_none(content, refused, club):
    (club / "t.toml").write_bytes(content)
    assert "t.toml: " in refused("anonymize", "people.csv", "-c", "t.toml", *OUT)
    assert "none.toml: no such file" in refused("anonymize", "people.csv", "-c", "none.toml", *OUT)


# --- terms ------------------------------------------------------------------------------------------------

TERMS = {
    "no JSON": ("{", "t.jsonl: line 1: not JSON"),
    "no object": ("[1]", "t.jsonl: line 1: not an object"),
    "no terms": ('{"id": "m01"}', "t.jsonl: line 1: no list of terms (ents)"),
    "a row that is not there": ('{"row": 99, "ents": ["x"]}', "t.jsonl: no row 99; rows are numbered from 0 to 12"),
    "a term that is none": ('{"id": "m01", "ents": [7]}', "t.jsonl: line 1: a term is neither"),
    "a type that is none": ('{"id": "m01", "ents": [["x", "?"]]}', "t.jsonl: line 1: ? is no type of terms"),
}


@pytest.mark.parametrize(("content", "said"), TERMS.values(), ids=TERMS)
def test_terms_that_cannot_be_used(content, said, refused, club):
    (club / "t.jsonl").write_text(content + "\n")
    assert said in refused("anonymize", "members.csv", "-c", "members.toml", "--terms", "t.jsonl", *OUT)

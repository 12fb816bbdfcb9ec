"""Releases from file to file: every person is one of at least k in what is written, whatever the format and claim."""

import csv
import gzip
import json
import lzma
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError, SfumatoError
from sfumato.tables import AnonymizeRequest, Memory, Tools, VerifyTableRequest, verify_table
from sfumato.tables.files import anonymize_file, guess_file
from tests.example_table import classes, rows_of

QUASI = ("age", "town", "day")
MEMBERS = ("sex", "age", "city", "joined")
TOOLS = Tools(cache=Memory())


def released(club, name="people", *, source=None, output="out.csv", user_terms=None, population=None, **said):
    return anonymize_file(
        club / (source or f"{name}.csv"),
        AnonymizeRequest.of_file(club / f"{name}.toml", **said),
        output=output and club / output,
        user_terms=user_terms,
        population=population,
        tools=TOOLS,
    )


def verified(club, name="people", *, output="out.csv", user_terms=None, population=None, **said):
    request = VerifyTableRequest.of_file(club / f"{name}.toml", **said)
    return verify_table(club / output, request, user_terms=user_terms, population=population, tools=TOOLS)


# --- what is released -------------------------------------------------------------------------------------


def test_the_release_has_no_identifier_but_a_random_key(club):
    released(club, "members")
    rows = rows_of(club / "out.csv")
    assert list(rows[0]) == ["person", *MEMBERS, "diagnosis", "note"]
    assert len(rows) == 13
    keys = Counter(row["person"] for row in rows)
    assert sorted(keys.values()) == [1] * 11 + [2]
    assert all(len(key) == 16 and int(key, 16) >= 0 for key in keys)
    written = (club / "out.csv").read_text()
    for identifier in ("m01", "m12", "henrik", "Henrik", "Carla", "@"):
        assert identifier not in written


def test_a_fact_reads_alike_in_column_and_text(club):
    released(club, "members")
    rows = rows_of(club / "out.csv")
    (aged,) = [row for row in rows if "years old" in row["note"]]
    assert f"I am {aged['age']} years old" in aged["note"]
    assert "36" not in aged["note"].replace(aged["age"], "")


def test_a_seed_repeats_keys_and_order_and_nothing_else_does(club):
    for name, seed in (("a", 1), ("b", 1), ("c", 2), ("d", None), ("e", None)):
        released(club, seed=seed, output=f"{name}.csv")
    a, b, *others = ((club / f"{name}.csv").read_bytes() for name in "abcde")
    assert a == b
    assert len({a, *others}) == 4
    keys = [{row["person"] for row in rows_of(club / f"{name}.csv")} for name in "acde"]
    assert len(set.union(*keys)) == 4 * 8


def test_rows_are_shuffled(club):
    orders = set()
    for seed in range(5):
        released(club, seed=seed)
        orders.add(tuple(row["ill"] for row in rows_of(club / "out.csv")))
    assert len(orders) > 1


def test_without_an_output_nothing_is_written(club):
    before = sorted(path.name for path in club.iterdir())
    assert released(club, output=None).verdict.holds
    assert sorted(path.name for path in club.iterdir()) == before


# --- settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["closest", "mondrian"])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 8])
def test_k(club, k, strategy):
    verdict = released(club, k=k, strategy=strategy).verdict
    found = classes(rows_of(club / "out.csv"), QUASI)
    assert sum(map(len, found)) == 8
    assert min(map(len, found)) >= k
    assert (verdict.smallest, verdict.classes) == (min(map(len, found)), len(found))


@pytest.mark.parametrize("claim", [{"l": 3}, {"l": 2.5}, {"entropy": 2.9}, {"t": 0.2}, {"l": 2, "t": 0.3}])
@pytest.mark.parametrize("strategy", ["closest", "mondrian"])
def test_claims_on_sensitive_columns(club, claim, strategy):
    reached = released(club, strategy=strategy, **claim).verdict.diversity["ill"]
    assert reached.distinct >= claim.get("l", 0)
    assert reached.entropy >= claim.get("entropy", 0)
    assert reached.closeness <= claim.get("t", 1)
    rows = rows_of(club / "out.csv")
    ill = {row["person"]: row["ill"] for row in rows}
    assert all(len({ill[person] for person in each}) >= claim.get("l", 1) for each in classes(rows, QUASI))
    assert verified(club, **claim).holds


@pytest.mark.parametrize("strategy", ["closest", "mondrian", "gdf"])
@pytest.mark.parametrize("weight", [0, 0.4, 1])
def test_strategies_and_weights_on_texts(club, strategy, weight):
    result = released(club, "members", k=3, strategy=strategy, weight=weight)
    assert min(map(len, classes(rows_of(club / "out.csv"), MEMBERS))) >= 3
    assert 0 <= result.measures.loss.total <= 1
    assert verified(club, "members", k=3).holds


def test_the_weight_moves_the_loss_from_texts_to_columns(club):
    lost = {
        weight: released(club, "members", output=None, k=2, strategy="mondrian", weight=weight).measures.loss
        for weight in (0, 1)
    }
    assert lost[1].columns < lost[0].columns


def test_settings_of_the_config_are_used(club):
    config = (club / "people.toml").read_text().replace("k = 2", 'k = 3\nl = 3\nstrategy = "mondrian"\nweight = 1.0')
    (club / "people.toml").write_text(config)
    verdict = released(club).verdict
    assert verdict.k == 3
    assert verdict.diversity["ill"].distinct == 3


# --- formats ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("separator", "name"), [(";", "t.csv"), ("\t", "t.tsv"), ("\t", "t.csv"), (",", "t.tab")])
def test_separators_stay_what_they_are(club, separator, name):
    (club / name).write_text((club / "people.csv").read_text().replace(",", separator))
    output = f"out.{name.partition('.')[2]}"
    released(club, source=name, output=output)
    assert min(map(len, classes(rows_of(club / output, separator), QUASI))) >= 2
    assert verified(club, output=output).holds


def test_another_kind_of_file_is_written_as_its_name_says(club):
    released(club, output="out.tsv")
    assert (club / "out.tsv").read_text().startswith("person\tage\ttown\t")


@pytest.mark.parametrize(("suffix", "opened"), [(".gz", gzip.open), (".xz", lzma.open)])
def test_compressed_in_and_out(club, suffix, opened):
    with opened(club / f"people.csv{suffix}", "wt") as file:
        file.write((club / "people.csv").read_text())
    released(club, source=f"people.csv{suffix}", output=f"out.csv{suffix}")
    with opened(club / f"out.csv{suffix}", "rt", newline="") as file:
        assert min(map(len, classes(list(csv.DictReader(file)), QUASI))) >= 2
    assert verified(club, output=f"out.csv{suffix}").holds


def test_parquet_in_and_out(club):
    rows = rows_of(club / "people.csv")
    table = pa.table({name: [row[name] for row in rows] for name in rows[0]})
    table = table.set_column(1, "age", table.column("age").cast(pa.int64()))
    pq.write_table(table.set_column(3, "day", table.column("day").cast(pa.date32())), club / "people.parquet")
    released(club, source="people.parquet", output="out.parquet")
    found = pq.read_table(club / "out.parquet").to_pylist()
    assert min(map(len, classes(found, QUASI))) >= 2
    assert "ada" not in str([{**row, "person": ""} for row in found])  # by chance a random key may have these letters
    assert verified(club, output="out.parquet").holds
    released(club, source="people.parquet")
    assert min(map(len, classes(rows_of(club / "out.csv"), QUASI))) >= 2
    released(club, output="again.pq")
    assert pq.read_table(club / "again.pq").num_rows == 8


def test_joined_tables(club):
    pets = (
        "id,pet",
        *(f"{name},{'cat' if name < 'e' else 'dog'}" for name in "ada bob cyd dan eve fay gus hal".split()),
    )
    (club / "pets.csv").write_text("\n".join([*pets, "hal,cat"]) + "\n")
    with (club / "people.toml").open("a") as config:
        config.write('[columns.pet]\nrole = "quasi_identifier"\n[[join]]\ntable = "pets.csv"\non = "id"\n')
    released(club)
    rows = rows_of(club / "out.csv")
    assert len(rows) == 9
    assert min(map(len, classes(rows, (*QUASI, "pet")))) >= 2
    assert verified(club).holds
    with pytest.raises(InputError, match="is an input"):
        released(club, output="pets.csv")


# --- texts ------------------------------------------------------------------------------------------------

NOTES = """\
id;town;found;note
a;Rome;"[""Zorb""]";My Zorb is old.
b;Rome;Zorb;A ZORB for all.
c;Oslo;"Quux; Zorb";The quux broke, not the Zorb.
d;Oslo;;Nothing.
"""
NOTED = """\
k = 2
[columns.id]
role = "direct_identifier"
[columns.town]
role = "quasi_identifier"
[columns.note]
role = "text"
"""


@pytest.fixture
def notes(club):
    (club / "notes.csv").write_text(NOTES)
    (club / "notes.toml").write_text(NOTED)
    return club


def test_terms_of_a_column(notes):
    released(notes, "notes", user_terms="found")
    rows = rows_of(notes / "out.csv", ";")
    assert list(rows[0]) == ["person", "town", "note"]
    said = {row["note"] for row in rows}
    assert {"My Zorb is old.", "A ZORB for all."} <= said  # all of Rome have it
    assert not any("quux" in note.casefold() for note in said)
    assert sum("zorb" in note.casefold() for note in said) == 2


def test_terms_of_json_lines(notes):
    text = NOTES.replace(";found", "").replace(';"[""Zorb""]"', "").replace(";Zorb;", ";")
    (notes / "notes.csv").write_text(text.replace(';"Quux; Zorb"', "").replace("d;Oslo;;", "d;Oslo;"))
    records = [{"id": "b", "ents": ["Zorb"]}, {"id": "c", "ents": [["Quux", "GADGET"]]}]
    (notes / "terms.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    released(notes, "notes", user_terms=notes / "terms.jsonl")
    said = {row["note"] for row in rows_of(notes / "out.csv", ";")}
    assert {"My Zorb is old.", "A ZORB for all.", "The gadget broke, not the term.", "Nothing."} == said
    assert verified(notes, "notes", user_terms=notes / "terms.jsonl").holds


def test_types_that_are_looked_for(club):
    released(club, "members", types=("EMAIL_ADDRESS",))
    written = (club / "out.csv").read_text()
    assert "nurse in Bergen" in written
    assert "henrik@example.org" not in written
    assert verified(club, "members", types=("EMAIL_ADDRESS",)).holds
    assert not verified(club, "members").holds  # there are other terms that tell people apart


def test_a_taxonomy_is_there_when_it_is_needed(club):
    assert released(club, "members", approximate=True, generalize=True).verdict.holds
    assert verified(club, "members").holds


# --- figures ----------------------------------------------------------------------------------------------


def test_texts_without_terms_and_an_empty_sensitive_column(club):
    (club / "t.csv").write_text("age,ill,note\n1,,so\n2,,it\n3,,is\n4,,now\n")
    config = '[columns.age]\nrole = "quasi_identifier"\n[columns.ill]\nrole = "sensitive"\n'
    (club / "t.toml").write_text(f'k = 2\n{config}[columns.note]\nrole = "text"\n')
    result = released(club, "t")
    assert (result.measures.loss.text, result.measures.loss.by_text) == (None, {"note": None})


def test_a_population(club):
    crowd = [f"x{at},{20 + at % 40},{'Rome' if at % 4 < 2 else 'Oslo'},202{at % 40 // 20}-03-11" for at in range(400)]
    (club / "crowd.csv").write_text("\n".join(["id,age,town,day", *crowd]) + "\n")
    for population in (club / "crowd.csv", club / "people.csv"):
        assert released(club, k=4, population=population).verdict.population >= 4
        assert verified(club, k=4, population=population).holds
    (club / "few.csv").write_text("id,age,town,day\nada,20,Rome,2020-01-05\nzoe,21,Rome,2020-01-06\n")
    (club / "out.csv").unlink()
    with pytest.raises(SfumatoError, match="a class looks like 0 people of the population, fewer than 2"):
        released(club, population=club / "few.csv")
    assert not (club / "out.csv").exists()


def test_a_guess_is_written_for_a_person_to_check(club):
    config = guess_file(club / "members.csv", club / "g.toml")
    assert [column.name for column in config.of("direct_identifier")] == ["id"]
    released(club, "g", source="members.csv", k=4)
    assert min(map(len, classes(rows_of(club / "out.csv"), MEMBERS))) >= 4
    with pytest.raises(InputError, match=r"g\.toml: exists"):
        guess_file(club / "members.csv", club / "g.toml")


# --- whatever the table -----------------------------------------------------------------------------------

cells = st.sampled_from(["", " ", "1", "2", "3", "-4.5", "1e3"])
words = st.sampled_from(["", "x", "y", "(x,y)", "*", "[1-2]", "person", 'a "b"', "é,ü"])
tables = st.lists(st.tuples(st.integers(0, 11), cells, words, words), min_size=2, max_size=24)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=tables, k=st.integers(1, 5), strategy=st.sampled_from(["closest", "mondrian"]))
def test_every_released_group_has_k_people(club, rows, k, strategy):
    with (club / "people.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("id", "n", "w", "s"), *((f"p{who}", *rest) for who, *rest in rows)])
    roles = {"id": "direct_identifier", "n": "quasi_identifier", "w": "quasi_identifier", "s": "sensitive"}
    config = "".join(f'[columns.{name}]\nrole = "{role}"\n' for name, role in roles.items())
    (club / "people.toml").write_text(config.replace("[columns.w]", 'kind = "number"\n[columns.w]'))
    total = len({who for who, *_ in rows})
    if k > total:
        with pytest.raises(InputError, match=f"k = {k} is more than the {total} people of the table"):
            released(club, k=k, strategy=strategy)
        return
    released(club, k=k, strategy=strategy)
    written = rows_of(club / "out.csv")
    assert len(written) == len(rows)
    assert min(map(len, classes(written, ("n", "w")))) >= k
    assert Counter(row["s"] for row in written) == Counter(row[-1] for row in rows)
    assert verified(club, k=k).holds

"""`sfumato anonymize`: every person is one of at least k in what is written, whatever the format and the claim."""

import csv
import gzip
import json
import lzma
import stat
from collections import Counter, defaultdict

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

QUASI = ("age", "town", "day")
MEMBERS = ("sex", "age", "city", "joined")
ONE = ("--processes", 1)


def rows_of(path, separator=","):
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


def told(out):
    """What was printed as JSON, which has no NaN."""

    def no(constant):
        raise AssertionError(constant)

    return json.loads(out, parse_constant=no)


def plain(run, *options, output="out.csv"):
    code, out, messages = run("anonymize", "people.csv", "-c", "people.toml", "-o", output, *options)
    assert code == 0, messages
    return out, messages


# --- from a table to a release ----------------------------------------------------------------------------


def test_guessed_confirmed_anonymized_and_verified(run, club):
    code, out, messages = run("anonymize", "members.csv", "--guess", "g.toml")
    assert (code, out) == (0, "")
    assert "id         direct_identifier" in messages
    assert "check every role" in messages
    code, out, messages = run("anonymize", "members.csv", "-c", "g.toml", "-k", 4, "-o", "out.csv", *ONE)
    assert code == 0
    assert out.startswith("out.csv: holds: 12 people in ")
    assert "information lost (NCP)" in messages
    assert "Written: out.csv" in messages
    assert run("verify", "out.csv", "-c", "g.toml", "-k", 4, *ONE)[0] == 0
    assert min(map(len, classes(rows_of(club / "out.csv"), MEMBERS))) >= 4


def test_a_guess_that_was_checked_is_not_written_over(run, refused, club):
    run("anonymize", "people.csv", "--guess", "g.toml")
    assert "g.toml: exists" in refused("anonymize", "people.csv", "--guess", "g.toml")


def test_the_release_has_no_identifier_but_a_random_key(run, club):
    assert run("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", *ONE)[0] == 0
    rows = rows_of(club / "out.csv")
    assert list(rows[0]) == ["person", *MEMBERS, "diagnosis", "note"]
    assert len(rows) == 13
    keys = Counter(row["person"] for row in rows)
    assert sorted(keys.values()) == [1] * 11 + [2]
    assert all(len(key) == 16 and int(key, 16) >= 0 for key in keys)
    written = (club / "out.csv").read_text()
    for identifier in ("m01", "m12", "henrik", "Henrik", "Carla", "@"):
        assert identifier not in written


def test_a_fact_reads_alike_in_column_and_text(run, club):
    assert run("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", *ONE)[0] == 0
    rows = rows_of(club / "out.csv")
    (aged,) = [row for row in rows if "years old" in row["note"]]
    assert f"I am {aged['age']} years old" in aged["note"]
    assert "36" not in aged["note"].replace(aged["age"], "")


def test_a_seed_repeats_keys_and_order_and_nothing_else_does(run, club):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        plain(run, "--seed", seed, output=f"{name}.csv")
    plain(run, output="d.csv")
    plain(run, output="e.csv")
    a, b, *others = ((club / f"{name}.csv").read_bytes() for name in "abcde")
    assert a == b
    assert len({a, *others}) == 4
    keys = [{row["person"] for row in rows_of(club / f"{name}.csv")} for name in "acde"]
    assert len(set.union(*keys)) == 4 * 8


def test_rows_are_shuffled(run, club):
    orders = set()
    for seed in range(5):
        plain(run, "--seed", seed)
        orders.add(tuple(row["ill"] for row in rows_of(club / "out.csv")))
    assert len(orders) > 1


def test_only_figures_are_told_without_an_output(run, club):
    code, out, _ = run("anonymize", "people.csv", "-c", "people.toml", "--json")
    assert (code, told(out)["verdict"]["holds"]) == (0, True)
    assert sorted(path.name for path in club.iterdir()) == ["members.csv", "members.toml", "people.csv", "people.toml"]


# --- settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["closest", "mondrian"])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 8])
def test_k(run, club, k, strategy):
    out, _ = plain(run, "-k", k, "--strategy", strategy, "--json")
    found = classes(rows_of(club / "out.csv"), QUASI)
    assert sum(map(len, found)) == 8
    assert min(map(len, found)) >= k
    assert (told(out)["verdict"]["smallest"], told(out)["verdict"]["classes"]) == (min(map(len, found)), len(found))


@pytest.mark.parametrize("claim", [("-l", 3), ("-l", 2.5), ("--entropy", 2.9), ("-t", 0.2), ("-l", 2, "-t", 0.3)])
@pytest.mark.parametrize("strategy", ["closest", "mondrian"])
def test_claims_on_sensitive_columns(run, club, claim, strategy):
    out, _ = plain(run, *claim, "--strategy", strategy, "--json")
    reached = told(out)["verdict"]["diversity"]["ill"]
    asked = dict(zip(claim[::2], claim[1::2], strict=True))
    assert reached["distinct"] >= asked.get("-l", 0)
    assert reached["entropy"] >= asked.get("--entropy", 0)
    assert reached["closeness"] <= asked.get("-t", 1)
    rows = rows_of(club / "out.csv")
    ill = {row["person"]: row["ill"] for row in rows}
    assert all(len({ill[person] for person in each}) >= asked.get("-l", 1) for each in classes(rows, QUASI))
    assert run("verify", "out.csv", "-c", "people.toml", *claim)[0] == 0


@pytest.mark.parametrize("strategy", ["closest", "mondrian", "gdf"])
@pytest.mark.parametrize("weight", [0, 0.4, 1])
def test_strategies_and_weights_on_texts(run, club, strategy, weight):
    options = ("-k", 3, "--strategy", strategy, "--weight", weight, *ONE)
    code, out, _ = run("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", "--json", *options)
    assert code == 0
    assert min(map(len, classes(rows_of(club / "out.csv"), MEMBERS))) >= 3
    loss = told(out)["measures"]["loss"]
    assert 0 <= loss["total"] <= 1
    assert run("verify", "out.csv", "-c", "members.toml", "-k", 3, *ONE)[0] == 0


def test_the_weight_moves_the_loss_from_texts_to_columns(run, club):
    lost = {}
    for weight in (0, 1):
        options = ("-k", 2, "--strategy", "mondrian", "--weight", weight, *ONE)
        _, out, _ = run("anonymize", "members.csv", "-c", "members.toml", "--json", *options)
        lost[weight] = told(out)["measures"]["loss"]
    assert lost[1]["columns"] < lost[0]["columns"]


def test_settings_of_the_config_are_used(run, club):
    config = (club / "people.toml").read_text().replace("k = 2", 'k = 3\nl = 3\nstrategy = "mondrian"\nweight = 1.0')
    (club / "people.toml").write_text(config)
    out, _ = plain(run, "--json")
    assert told(out)["verdict"]["k"] == 3
    assert told(out)["verdict"]["diversity"]["ill"]["distinct"] == 3


# --- formats ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("separator", "name"), [(";", "t.csv"), ("\t", "t.tsv"), ("\t", "t.csv"), (",", "t.tab")])
def test_separators_stay_what_they_are(run, club, separator, name):
    (club / name).write_text((club / "people.csv").read_text().replace(",", separator))
    suffix = name.partition(".")[2]
    assert run("anonymize", name, "-c", "people.toml", "-o", f"out.{suffix}")[0] == 0
    assert min(map(len, classes(rows_of(club / f"out.{suffix}", separator), QUASI))) >= 2
    assert run("verify", f"out.{suffix}", "-c", "people.toml")[0] == 0


def test_another_kind_of_file_is_written_as_its_name_says(run, club):
    plain(run, output="out.tsv")
    assert (club / "out.tsv").read_text().startswith("person\tage\ttown\t")


@pytest.mark.parametrize(("suffix", "opened"), [(".gz", gzip.open), (".xz", lzma.open)])
def test_compressed_in_and_out(run, club, suffix, opened):
    with opened(club / f"people.csv{suffix}", "wt") as file:
        file.write((club / "people.csv").read_text())
    assert run("anonymize", f"people.csv{suffix}", "-c", "people.toml", "-o", f"out.csv{suffix}")[0] == 0
    with opened(club / f"out.csv{suffix}", "rt", newline="") as file:
        assert min(map(len, classes(list(csv.DictReader(file)), QUASI))) >= 2
    assert run("verify", f"out.csv{suffix}", "-c", "people.toml")[0] == 0


def test_parquet_in_and_out(run, club):
    rows = rows_of(club / "people.csv")
    table = pa.table({name: [row[name] for row in rows] for name in rows[0]})
    table = table.set_column(1, "age", table.column("age").cast(pa.int64()))
    pq.write_table(table.set_column(3, "day", table.column("day").cast(pa.date32())), club / "people.parquet")
    assert run("anonymize", "people.parquet", "-c", "people.toml", "-o", "out.parquet")[0] == 0
    found = pq.read_table(club / "out.parquet").to_pylist()
    assert min(map(len, classes(found, QUASI))) >= 2
    assert "ada" not in str(found)
    assert run("verify", "out.parquet", "-c", "people.toml")[0] == 0
    assert run("anonymize", "people.parquet", "-c", "people.toml", "-o", "out.csv")[0] == 0
    assert min(map(len, classes(rows_of(club / "out.csv"), QUASI))) >= 2
    plain(run, output="again.pq")
    assert pq.read_table(club / "again.pq").num_rows == 8


def test_joined_tables(run, refused, club):
    pets = (
        "id,pet",
        *(f"{name},{'cat' if name < 'e' else 'dog'}" for name in "ada bob cyd dan eve fay gus hal".split()),
    )
    (club / "pets.csv").write_text("\n".join([*pets, "hal,cat"]) + "\n")
    with (club / "people.toml").open("a") as config:
        config.write('[columns.pet]\nrole = "quasi_identifier"\n[[join]]\ntable = "pets.csv"\non = "id"\n')
    plain(run)
    rows = rows_of(club / "out.csv")
    assert len(rows) == 9
    assert min(map(len, classes(rows, (*QUASI, "pet")))) >= 2
    assert run("verify", "out.csv", "-c", "people.toml")[0] == 0
    assert "is an input" in refused("anonymize", "people.csv", "-c", "people.toml", "-o", "pets.csv")


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


def test_terms_of_a_column(run, notes):
    code, *_ = run("anonymize", "notes.csv", "-c", "notes.toml", "--terms", "found", "-o", "out.csv")
    assert code == 0
    rows = rows_of(notes / "out.csv", ";")
    assert list(rows[0]) == ["person", "town", "note"]
    said = {row["note"] for row in rows}
    assert {"My Zorb is old.", "A ZORB for all."} <= said  # all of Rome have it
    assert not any("quux" in note.casefold() for note in said)
    assert sum("zorb" in note.casefold() for note in said) == 2


def test_terms_of_json_lines(run, notes):
    text = NOTES.replace(";found", "").replace(';"[""Zorb""]"', "").replace(";Zorb;", ";")
    (notes / "notes.csv").write_text(text.replace(';"Quux; Zorb"', "").replace("d;Oslo;;", "d;Oslo;"))
    records = [{"id": "b", "ents": ["Zorb"]}, {"id": "c", "ents": [["Quux", "GADGET"]]}]
    (notes / "terms.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    given_terms = ("--terms", "terms.jsonl")
    assert run("anonymize", "notes.csv", "-c", "notes.toml", *given_terms, "-o", "out.csv")[0] == 0
    said = {row["note"] for row in rows_of(notes / "out.csv", ";")}
    assert {"My Zorb is old.", "A ZORB for all.", "The gadget broke, not the term.", "Nothing."} == said
    assert run("verify", "out.csv", "-c", "notes.toml", *given_terms)[0] == 0


def test_types_that_are_looked_for(run, club):
    options = ("--types", "EMAIL_ADDRESS", "-o", "out.csv", *ONE)
    assert run("anonymize", "members.csv", "-c", "members.toml", *options)[0] == 0
    written = (club / "out.csv").read_text()
    assert "nurse in Bergen" in written
    assert "henrik@example.org" not in written
    verify = ("verify", "out.csv", "-c", "members.toml", *ONE)
    assert run(*verify, "--types", "EMAIL_ADDRESS")[0] == 0
    assert run(*verify)[0] == 1  # there are other terms that tell people apart


def found_in(cache):
    return list(cache.rglob("*.found"))


def test_what_was_found_is_remembered_for_its_owner_and_erased(run, club, private_cache):
    command = ("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", "--seed", 1, *ONE)
    assert run(*command, "--no-cache")[0] == 0
    assert not found_in(private_cache)
    first = (club / "out.csv").read_bytes()
    _, _, messages = run(*command)
    assert "analysing note" in messages
    assert found_in(private_cache)
    assert (club / "out.csv").read_bytes() == first
    for path in (private_cache / "terms").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert b"Lyon" not in path.read_bytes()
    assert stat.S_IMODE((private_cache / "terms").stat().st_mode) == 0o700
    _, _, messages = run(*command)
    assert "analysing" not in messages
    assert (club / "out.csv").read_bytes() == first
    code, out, messages = run("anonymize", "--erase-cache")
    assert (code, out) == (0, "")
    assert "erased" in messages
    assert not (private_cache / "terms").exists()
    assert run("anonymize", "--erase-cache")[0] == 0


# --- what is told -----------------------------------------------------------------------------------------


def test_a_report_is_json_for_its_owner(run, club):
    out, _ = plain(run, "--report", "report.json", "--json")
    report = told((club / "report.json").read_text())
    assert stat.S_IMODE((club / "report.json").stat().st_mode) == 0o600
    assert report == told(out)
    assert report["measures"]["loss"]["text"] is None  # there is no text column
    assert report["measures"]["people"] == 8
    assert report["verdict"]["holds"] is True
    assert set(report["report"]["seconds"]) >= {"prepare", "partition", "check"}


def test_json_of_texts_without_terms_and_of_an_empty_sensitive_column(run, club):
    (club / "t.csv").write_text("age,ill,note\n1,,so\n2,,it\n3,,is\n4,,now\n")
    config = '[columns.age]\nrole = "quasi_identifier"\n[columns.ill]\nrole = "sensitive"\n'
    (club / "t.toml").write_text(f'k = 2\n{config}[columns.note]\nrole = "text"\n')
    code, out, _ = run("anonymize", "t.csv", "-c", "t.toml", "--json", *ONE)
    assert code == 0
    assert told(out)["measures"]["loss"]["text"] is None
    code, out, messages = run("anonymize", "t.csv", "-c", "t.toml", "-o", "out.csv", *ONE)
    assert (code, "nan" in out + messages) == (0, False)


def test_a_population(run, club):
    crowd = [f"x{at},{20 + at % 40},{'Rome' if at % 4 < 2 else 'Oslo'},202{at % 40 // 20}-03-11" for at in range(400)]
    (club / "crowd.csv").write_text("\n".join(["id,age,town,day", *crowd]) + "\n")
    for population in ("crowd.csv", "people.csv"):
        out, _ = plain(run, "-k", 4, "--population", population)
        assert "every class looks like at least " in out
        assert run("verify", "out.csv", "-c", "people.toml", "-k", 4, "--population", population)[0] == 0
    (club / "few.csv").write_text("id,age,town,day\nada,20,Rome,2020-01-05\nzoe,21,Rome,2020-01-06\n")
    (club / "out.csv").unlink()
    code, out, said = run("anonymize", "people.csv", "-c", "people.toml", "--population", "few.csv", "-o", "out.csv")
    assert (code, out) == (2, "")
    assert "a class looks like 0 people of the population, fewer than 2" in said
    assert not (club / "out.csv").exists()


# --- whatever the table -----------------------------------------------------------------------------------

cells = st.sampled_from(["", " ", "1", "2", "3", "-4.5", "1e3"])
words = st.sampled_from(["", "x", "y", "(x,y)", "*", "[1-2]", "person", 'a "b"', "é,ü"])
tables = st.lists(st.tuples(st.integers(0, 11), cells, words, words), min_size=2, max_size=24)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=tables, k=st.integers(1, 5), strategy=st.sampled_from(["closest", "mondrian"]))
def test_every_released_group_has_k_people(run, club, rows, k, strategy):
    with (club / "people.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("id", "n", "w", "s"), *((f"p{who}", *rest) for who, *rest in rows)])
    roles = {"id": "direct_identifier", "n": "quasi_identifier", "w": "quasi_identifier", "s": "sensitive"}
    config = "".join(f'[columns.{name}]\nrole = "{role}"\n' for name, role in roles.items())
    (club / "people.toml").write_text(config.replace("[columns.w]", 'kind = "number"\n[columns.w]'))
    total = len({who for who, *_ in rows})
    command = ("anonymize", "people.csv", "-c", "people.toml", "-k", k, "--strategy", strategy, "-o", "out.csv")
    code, _, messages = run(*command)
    if k > total:
        assert (code, messages) == (2, f"sfumato: k = {k} is more than the {total} people of the table\n")
        return
    assert code == 0, messages
    released = rows_of(club / "out.csv")
    assert len(released) == len(rows)
    assert min(map(len, classes(released, ("n", "w")))) >= k
    assert Counter(row["s"] for row in released) == Counter(row[-1] for row in rows)
    assert run("verify", "out.csv", "-c", "people.toml", "-k", k)[0] == 0

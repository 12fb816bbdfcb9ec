"""`sfumato attack`: who is found and by what, before and after; limits, unknown truths, and bad input in one line."""

import json

import pytest

CANDIDATES = (
    {"id": "a1", "name": "otter", "text": "It swims in rivers, cracks mussels on a stone and sleeps in a holt."},
    {"id": "a2", "name": "beaver", "text": "It fells trees, dams streams and slaps the water with its tail."},
    {"id": "a3", "name": "badger", "text": "It digs setts, carries bedding into them and hunts earthworms at dusk."},
    {"id": "a4", "name": "hedgehog", "text": "It rolls into a ball of spines and hunts slugs in gardens at dusk."},
)
ORIGINALS = (
    {"id": "a1", "text": "Our otter cracked mussels in the holt.", "animal": "otter"},
    {"id": "a2", "text": "The beaver felled two trees.", "animal": "Beaver"},
)
RELEASED = (
    {"id": "a1", "text": "Our [...] cracked mussels in its home."},
    {"id": "a2", "text": "Our [...] left at dusk."},
)
PLAIN = ("--attackers", "BM25,TF-IDF words,fusion")  # no knowledge is opened


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name, records in (("candidates", CANDIDATES), ("originals", ORIGINALS), ("released", RELEASED)):
        write(tmp_path / f"{name}.jsonl", *records)
    return tmp_path


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def told(run, *arguments):
    code, out, messages = run("attack", *arguments, "--json")
    assert code in (0, 1), messages
    return json.loads(out)


WHO = ("released.jsonl", "--candidates", "candidates.jsonl")

# --- who --------------------------------------------------------------------------------------------------


def test_before_and_after_the_strongest_and_what_gave_it_away(run):
    code, out, messages = run("attack", *WHO, "--original", "originals.jsonl", *PLAIN)
    assert code == 0
    rows = out.splitlines()
    assert rows[0] == "released: 2 texts against 4 candidates"
    assert "original: 2 texts against 4 candidates" in rows
    assert sum(row.endswith("strongest") for row in rows) == 2
    assert next(row.split() for row in rows if row.startswith("by chance"))[2] == "25.0%"
    assert "Found first by" in out
    assert rows[-1] == "a1  otter  mussel"
    assert "2 texts are few: take the intervals as rough." in messages


def test_the_limit_decides_the_exit_code(run):
    assert run("attack", *WHO, *PLAIN, "--fail-above", 0.5)[0] == 0
    code, _, messages = run("attack", *WHO, *PLAIN, "--fail-above", 0.4)
    assert code == 1
    assert "the strongest attacker's top 1 is above 40%" in messages
    code, _, messages = run("attack", *WHO, *PLAIN, "--fail-above", 0.5, "--upper")
    assert code == 1
    assert "the upper end of the interval" in messages
    assert told(run, *WHO, *PLAIN, "--fail-above", 0.4)["limit"] == {"share": 0.4, "upper": False, "above": True}


def test_the_truth_in_a_field_of_the_originals(run, folder):
    write(folder / "released.jsonl", *({"id": f"x{at}", "text": each["text"]} for at, each in enumerate(RELEASED)))
    write(folder / "originals.jsonl", *({**each, "id": f"x{at}"} for at, each in enumerate(ORIGINALS)))
    found = told(run, *WHO, "--original", "originals.jsonl", "--truth", "animal", "--attackers", "BM25")
    assert [each["candidate"] for each in found["found"]] == ["a1", "a2"]


def test_an_unknown_truth_gives_the_likeliest(run, folder):
    write(folder / "released.jsonl", {"id": "x", "text": "mussels"})
    code, out, _ = run("attack", *WHO, "--attackers", "BM25,TF-IDF words")
    assert code == 0
    assert "The truth is unknown: the likeliest of 4 candidates, by BM25" in out
    assert "otter" in out
    assert "2 of 2" in out
    code, _, messages = run("attack", *WHO, "--fail-above", 0.1)
    assert code == 2
    assert messages.splitlines()[-1] == (
        "sfumato: --fail-above needs the truth: no text has the id of a candidate; name its field with --truth"
    )


def test_folders_and_single_texts(run, folder):
    for name in ("out", "known"):
        (folder / name).mkdir()
    for each in CANDIDATES:
        (folder / "known" / f"{each['name']}.txt").write_text(each["text"])
    (folder / "out" / "otter.txt").write_text("mussels")
    (folder / "out" / "beaver.txt").write_text("trees")
    found = told(run, "out", "--candidates", "known", *PLAIN)
    assert [each["name"] for each in found["found"]] == ["beaver", "otter"]
    code, out, messages = run("attack", "out/otter.txt", "--candidates", "known", "--attackers", "BM25")
    assert code == 0
    assert out.splitlines()[:3] == [
        "released: 1 text against 4 candidates",
        "attacker   rank",
        "BM25       1     strongest",
    ]
    assert "One case alone says little of others." in messages


def test_texts_about_nobody_and_failures_are_told(run, folder):
    write(folder / "released.jsonl", *RELEASED, {"id": "zz", "text": "trees"}, {"id": "a3", "error": "not sanitized"})
    code, out, messages = run("attack", *WHO, "--attackers", "BM25")
    assert code == 0
    assert "1 text about nobody of the candidates: not measured" in messages
    assert "1 record of a failure, without a text: left out" in messages
    assert "released: 2 texts" in out


def test_a_text_that_is_what_is_known_proves_little(run, folder):
    write(folder / "released.jsonl", {"id": "a1", "text": CANDIDATES[0]["text"]}, RELEASED[1])
    assert "1 text as a whole in what is known" in run("attack", *WHO, "--attackers", "BM25")[2]


# --- what -------------------------------------------------------------------------------------------------


@pytest.fixture
def letters(folder):
    write(
        folder / "letters.jsonl",
        {"id": "1", "text": "The test for HIV was positive, and zidovudine was begun.", "hide": ["HIV@2"]},
        {"id": "2", "text": "Her asthma is worse; the inhaler and a bronchodilator help.", "hide": ["asthma"]},
    )
    write(
        folder / "safe.jsonl",
        {"id": "1", "text": "The test was positive, and zidovudine was begun."},
        {"id": "2", "text": "It is worse; the medicine helps."},
    )
    return "safe.jsonl", "--original", "letters.jsonl"


def test_secrets_of_the_records(run, letters):
    found = told(run, *letters, "--secrets", "malaria, migraine, diabetes", "--attackers", "inference bits")
    assert (found["question"], found["candidates"], found["cases"]) == ("what", 5, 2)
    assert [each["candidate"] for each in found["found"]] == ["HIV", "asthma"]


def test_a_secret_against_what_stands_beside_it(run, folder):
    (folder / "safe.txt").write_text("Zidovudine was begun.")
    (folder / "letter.txt").write_text("HIV was found, and zidovudine was begun.")
    code, out, _ = run(
        "attack", "safe.txt", "--original", "letter.txt", "--hide", "HIV", "--attackers", "inference bits"
    )
    assert code == 0
    assert out.startswith("released: 1 secret of 1 text against ")
    assert "what tells most of it" in out
    assert "zidovudine (8.1 bits)" in out


def test_a_name_without_others_needs_them(run, folder):
    (folder / "safe.txt").write_text("The ferry terminal will be moved.")
    code, out, messages = run("attack", "safe.txt", "--hide", "name:Larkmoor")
    assert (code, out) == (2, "")
    assert "give others with --secrets" in messages


# --- bad input --------------------------------------------------------------------------------------------

BAD = [
    (("none.jsonl", "--candidates", "candidates.jsonl"), "no such file"),
    (("released.jsonl", "--candidates", "none.jsonl"), "no such file"),
    (("released.jsonl",), "nothing to look for: give --candidates FILE, --hide LABEL, or secrets in the field hide"),
    (("released.jsonl", "--candidates", "candidates.jsonl", "--hide", "HIV"), "run the command for each"),
    (("released.jsonl", "--hide", "HIV", "--truth", "of"), "goes with --candidates"),
    ((*WHO, "--truth", "nothing"), "--truth nothing: no record has the id or name of a candidate there"),
    ((*WHO, "--attackers", "guess"), "no attacker is called guess"),
    ((*WHO, "--attackers", ","), "no attacker is named"),
    ((*WHO, "--upper"), "--upper needs the limit"),
    ((*WHO, "--text-column", "body"), "no field body"),
    ((*WHO, "--original", "candidates.jsonl", "--truth", "of"), "no record has the id or name"),
    ((*WHO, "--original", "one.jsonl"), "one.jsonl: no text with the id a2"),
    ((*WHO, "--fail-above", "nan"), "--fail-above: a share from 0 to 1 is needed"),
    (("more.jsonl", *WHO[1:], "--fail-above", "0.5"), "--fail-above: of 1 texts it is not known who they are about"),
    (("broken.jsonl", "--candidates", "candidates.jsonl"), "not valid JSON"),
    (("released.jsonl", "--candidates", "broken.jsonl"), "not valid JSON"),
    (("released.jsonl", "--candidates", "one.jsonl"), "at least two candidates"),
    (("note.txt", "--candidates", "candidates.jsonl", "--truth", "of"), "only records of JSON lines have fields"),
    (("candidates.csv", "--candidates", "candidates.jsonl"), "a table"),
    (("failed.jsonl", "--candidates", "candidates.jsonl"), "no text in it"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input_is_one_line(run, folder, arguments, message):
    write(folder / "one.jsonl", {"id": "a1", "text": "mussels"})
    write(folder / "more.jsonl", *RELEASED, {"id": "zz", "text": "trees"})
    write(folder / "failed.jsonl", {"id": "a1", "error": "not sanitized"})
    (folder / "broken.jsonl").write_text("{\n")
    (folder / "note.txt").write_text("mussels")
    (folder / "candidates.csv").write_text("id,text\n1,a\n")
    code, out, messages = run("attack", *arguments)
    assert (code, out) == (2, "")
    assert message in messages.splitlines()[-1]
    assert messages.splitlines()[-1].startswith("sfumato: ")
    assert "unforeseen" not in messages


def test_limits_that_are_no_shares_are_refused(run):
    for limit in ("1.5", "-1", "much"):
        code, out, messages = run("attack", *WHO, "--fail-above", limit)
        assert (code, out) == (2, "")
        assert "fail-above" in messages


def test_odd_names_do_not_move_the_cursor(run, folder):
    write(folder / "candidates.jsonl", *({**each, "name": "\x1b[2J" + each["name"]} for each in CANDIDATES))
    code, out, _ = run("attack", *WHO, "--attackers", "BM25")
    assert code == 0
    assert "\x1b" not in out

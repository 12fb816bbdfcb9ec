"""`sfumato sanitize`: what it writes and where, what it tells, and one clear line for everything bad."""

import gzip
import io
import json
import os
import stat
import sys
from dataclasses import replace
from types import SimpleNamespace

import click
import pytest

from sfumato.cli import cli
from sfumato.errors import InputError
from sfumato.io.sources import Documents
from sfumato.policy.profile import _CHOICES, SETTINGS
from sfumato.sanitizing import Sanitizer

LETTER = "He is HIV-positive and takes zidovudine.\nHis mother lives in Tarragona, and HIV was found in 1990.\n"


@pytest.fixture
def letter(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "letter.txt"
    path.write_text(LETTER)
    return path


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def lines_of(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# --- one text ---------------------------------------------------------------------------------------------


def test_a_text_goes_to_standard_output_and_words_for_people_elsewhere(run, letter):
    code, out, messages = run("sanitize", letter, "--hide", "HIV")
    assert code == 0
    assert "HIV" not in out
    assert "zidovudine" not in out
    assert out.startswith("He is ")
    assert "lives in" in out
    assert out.endswith(".\n")
    assert messages.startswith("hiding HIV  concept (MeSH), ")
    assert "zidovudine" in messages
    assert "of the information is kept" in messages
    assert "The certificate holds: no name of a secret is left" in messages
    assert "limit 5.6" in messages


def test_a_file_and_a_certificate(run, letter, tmp_path):
    code, out, messages = run("sanitize", letter, "--hide", "HIV", "-o", "safe.txt", "--certificate", "safe.json")
    assert (code, out) == (0, "")
    safe = (tmp_path / "safe.txt").read_text()
    assert "HIV" not in safe
    assert letter.read_text() == LETTER
    certificate = json.loads((tmp_path / "safe.json").read_text())
    assert certificate["holds"] is True
    assert certificate["claim"]["profile"]["name"] == "default"
    assert mode(tmp_path / "safe.json") == 0o600
    assert mode(tmp_path / "safe.txt") == 0o666 & ~umask()
    assert sorted(os.listdir(tmp_path)) == ["letter.txt", "safe.json", "safe.txt"]
    assert "Written: safe.txt" in messages


def test_a_release_is_as_private_as_the_letter_was(run, letter, tmp_path):
    letter.chmod(0o600)
    assert run("sanitize", letter, "--hide", "HIV", "-o", "safe.txt")[0] == 0
    assert mode(tmp_path / "safe.txt") == 0o600
    (tmp_path / "letters").mkdir(mode=0o700)
    letter.rename(tmp_path / "letters" / "a.txt")
    assert run("sanitize", "letters", "--hide", "HIV", "-o", "safe")[0] == 0
    assert (mode(tmp_path / "safe"), mode(tmp_path / "safe" / "a.txt")) == (0o700, 0o600)


def umask():
    now = os.umask(0)
    os.umask(now)
    return now


def test_standard_input(run, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(LETTER.encode())))
    code, out, _ = run("sanitize", "-", "--hide", "HIV")
    assert code == 0
    assert "HIV" not in out
    assert "Tarragona" in out


def test_json_of_one_text(run, letter):
    code, out, _ = run("sanitize", letter, "--hide", "HIV", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["id"] == "letter.txt"
    assert all(LETTER[r["start"] : r["end"]] == r["term"] for r in told["replacements"])
    assert told["certificate"]["holds"] is True


def test_a_dry_run_writes_nothing(run, letter, tmp_path):
    options = ("-o", "safe.txt", "--certificate", "safe.json", "--dry-run")
    code, out, messages = run("sanitize", letter, "--hide", "HIV", *options)
    assert (code, out) == (0, "")
    assert "zidovudine" in messages
    assert "Written" not in messages
    assert os.listdir(tmp_path) == ["letter.txt"]


def test_settings_override_the_profile(run, letter):
    options = ("--alpha", 2, "--method", "redact", "--groups", 2, "--keep-negated", "--support", 5)
    _, out, _ = run("sanitize", letter, "--hide", "HIV", *options, "--json")
    profile = json.loads(out)["certificate"]["claim"]["profile"]
    assert profile["name"] == "default with alpha 2, groups 2, support 5, method redact, keep_negated true"
    _, out, _ = run("sanitize", letter, "--hide", "HIV", "--profile", "paper-c-sanitized", "--alpha", 3, "--json")
    assert json.loads(out)["certificate"]["claim"]["profile"]["name"] == "paper-c-sanitized with alpha 3"


def test_each_secret_may_have_its_own_alpha_and_names(run, letter):
    letter.write_text("He has the slim thing, and hepatitis C.\n")
    options = ("--hide", "HIV@2", "--hide", "hepatitis", "--alias", "hiv=slim thing")
    _, out, _ = run("sanitize", letter, *options, "--json")
    told = json.loads(out)
    assert [(s["secret"], s["alpha"]) for s in told["certificate"]["secrets"]] == [("HIV", 2.0), ("hepatitis", 1.5)]
    assert "slim" not in told["text"]
    _, out, _ = run("sanitize", letter, "--policy", "us-medical", "--hide", "hiv@3", "--json")
    alphas = {s["secret"]: s["alpha"] for s in json.loads(out)["certificate"]["secrets"]}
    assert alphas["HIV"] == 3
    assert alphas["alcoholism"] == 1.5
    assert "hiv" not in alphas


def test_pseudonyms_under_a_key(run, letter, tmp_path):
    (tmp_path / "key").write_bytes(b"0123456789abcdef")
    options = ("--hide", "HIV", "--method", "pseudonym")
    _, first, _ = run("sanitize", letter, *options, "--key-file", "key")
    _, second, _ = run("sanitize", letter, *options, "--key-file", "key")
    _, third, _ = run("sanitize", letter, *options)
    assert first == second != third


@pytest.mark.parametrize("text", ["\x01\x02He has HIV\x07.\x1b[31m\n", "He has\r\nHIV.\r\n", "\ufeffHe has HIV."])
def test_control_characters_stay(run, letter, text):
    letter.write_bytes(text.encode())
    code, _, messages = run("sanitize", letter, "--hide", "HIV", "-o", "safe.txt")
    assert code == 0
    safe = letter.with_name("safe.txt").read_bytes().decode()
    assert "HIV" not in safe
    head, tail = text.removeprefix("\ufeff").split("HIV")
    assert safe.startswith(head.rstrip())
    assert safe.endswith(tail.removeprefix("\x07"))  # what cannot be seen beside a name goes with it
    assert "\x1b" not in messages


def test_a_certificate_that_does_not_hold_is_exit_code_1(run, letter, monkeypatch):
    whole = Sanitizer.sanitized

    def doubtful(self, *arguments):
        result = whole(self, *arguments)
        return replace(result, certificate=replace(result.certificate, holds=False, labels=2))

    monkeypatch.setattr(Sanitizer, "sanitized", doubtful)
    code, _, messages = run("sanitize", letter, "--hide", "HIV")
    assert code == 1
    assert "The certificate does NOT hold:\n  2 names of a secret left" in messages
    letter.with_name("r.jsonl").write_text('{"id": "x", "text": "HIV"}\n')
    code, _, messages = run("sanitize", "r.jsonl", "--hide", "HIV", "-o", "s.jsonl")
    assert code == 1
    assert "1 certificate not holding: x" in messages


# --- secrets that nobody knows ----------------------------------------------------------------------------


def test_a_slip_is_refused_and_one_can_insist(run, letter):
    code, out, messages = run("sanitize", letter, "--hide", "HVI")
    assert (code, out) == (2, "")
    assert messages.endswith("HVI: never seen in the knowledge. Did you mean hiv? If it is spelt so, hide name:HVI\n")
    code, _, messages = run("sanitize", letter, "--hide", "HIV", "--hide", "name:HVI")
    assert code == 0
    assert messages.startswith("HVI: never seen in the knowledge. Did you mean hiv?\n"), "said first of all"


def test_a_name_that_nobody_knows_is_said_first(run, letter, tmp_path):
    letter.write_text("Jane Qwertzy drives a funicular in Tarragona.\n")
    code, out, messages = run("sanitize", letter, "--hide", "HIV", "--hide", "Jane Qwertzy")
    assert code == 0
    assert "Qwertzy" not in out
    assert messages.startswith("Jane Qwertzy: never seen in the knowledge.\n")
    folder = tmp_path / "about"
    folder.mkdir()
    for at in range(5):
        (folder / f"{at}.txt").write_text("Jane Qwertzy drives the funicular.")
    code, out, messages = run("sanitize", letter, "--hide", "Jane Qwertzy", "--background", folder)
    assert code == 0
    assert "background: 5 documents" in messages
    assert "in 5 documents" in messages
    assert "funicular" not in out


# --- what other tools found -------------------------------------------------------------------------------


def test_what_another_tool_found_is_hidden_too(run, letter, tmp_path):
    letter.write_text("Ask for Zork at the desk.\n")
    results = [{"entity_type": "PERSON", "start": 8, "end": 12, "score": 0.85}]
    (tmp_path / "found.json").write_text(json.dumps(results))
    code, out, messages = run("sanitize", letter, "--detected", "found.json")
    assert code == 0
    assert "Zork" not in out
    assert "found by another tool (PERSON)" in messages
    lines = [{"id": at, "text": letter.read_text()} for at in (1, 2)]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "found.jsonl").write_text(json.dumps({"id": 2, "results": results}) + "\n")
    code, _, messages = run("sanitize", "r.jsonl", "--hide", "HIV", "--detected", "found.jsonl", "-o", "s.jsonl")
    assert code == 2
    assert "found.jsonl has no results of this id" in messages
    assert "Zork" not in lines_of(tmp_path / "s.jsonl")[1]["text"]


# --- folders ----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(letter, tmp_path):
    folder = tmp_path / "letters"
    (folder / "old").mkdir(parents=True)
    (folder / "a.txt").write_text(LETTER)
    (folder / "old" / "b.txt").write_text("He sleeps well.\n")
    (folder / "empty.txt").write_text("")
    return folder


def test_a_folder_becomes_a_folder(run, folder, tmp_path):
    code, out, messages = run("sanitize", folder, "--hide", "HIV", "-o", "safe", "--certificate", "c.json")
    assert (code, out) == (0, "")
    safe = tmp_path / "safe"
    names = sorted(path.relative_to(safe).as_posix() for path in safe.rglob("*.txt"))
    assert names == ["a.txt", "empty.txt", "old/b.txt"]
    assert (safe / "old" / "b.txt").read_text() == "He sleeps well.\n"
    assert "HIV" not in (safe / "a.txt").read_text()
    assert mode(safe) == 0o777 & ~umask()
    assert [each["id"] for each in json.loads((tmp_path / "c.json").read_text())] == names
    assert "3 of 3 documents sanitized." in messages
    assert "Every certificate holds." in messages
    code, _, messages = run("sanitize", folder, "--hide", "HIV", "-o", "safe")
    assert code == 2
    assert "safe: exists and is not an empty folder" in messages


def test_what_fails_in_a_folder_is_told_and_the_others_are_written(run, folder, tmp_path, monkeypatch):
    (folder / "bad.txt").write_bytes(b"\0\1\2")
    (folder / "scan.jpg").write_bytes(b"\xff\xd8")
    (folder / "odd.txt").write_text("He has a cold.")
    whole = Sanitizer.sanitized

    def fragile(self, document, *more):
        if document.id == "odd.txt":
            raise ValueError("he has a cold")
        return whole(self, document, *more)

    monkeypatch.setattr(Sanitizer, "sanitized", fragile)
    code, _, messages = run("sanitize", folder, "--hide", "HIV", "-o", "safe")
    assert code == 2
    assert "3 of 5 documents sanitized, 2 failed." in messages
    assert "  bad.txt  line 1: not text: NUL character" in messages
    assert "  odd.txt  unforeseen ValueError\n" in messages
    assert "cold" not in messages
    assert "left out, since they are no texts, or links: scan.jpg (1 file)" in messages
    assert sorted(path.name for path in (tmp_path / "safe").rglob("*.txt")) == ["a.txt", "b.txt", "empty.txt"]


def test_nothing_is_left_of_work_that_was_stopped(run, folder, tmp_path, monkeypatch):
    from sfumato.service import engine

    def stopped(sanitizer, records, processes, tell):
        for record in records:
            yield sanitizer(record.document)
            raise KeyboardInterrupt

    monkeypatch.setattr(engine, "sanitize_all", stopped)
    before = sorted(os.listdir(tmp_path))
    code, _, messages = run("sanitize", folder, "--hide", "HIV", "-o", "safe", "--certificate", "c.json")
    assert code == 2
    assert messages.endswith("sfumato: interrupted\n")
    assert sorted(os.listdir(tmp_path)) == before


def test_several_texts_go_into_a_folder(run, folder, letter, tmp_path):
    code, _, _ = run("sanitize", letter, folder / "old" / "b.txt", "--hide", "HIV", "-o", "safe")
    assert code == 0
    assert sorted(os.listdir(tmp_path / "safe")) == ["b.txt", "letter.txt"]
    code, out, _ = run("sanitize", folder, letter, "--hide", "HIV", "--dry-run", "--json")
    assert (code, json.loads(out)["documents"]) == (0, 4)


# --- JSON lines -------------------------------------------------------------------------------------------


@pytest.fixture
def records(letter, tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text(
        json.dumps({"id": 7, "text": LETTER})
        + '\n{"id": "b", "text": "He has hepatitis C.", "hide": ["hepatitis@2"]}\n'
        + '{"id": "c", "text": "A cold.", "hide": "HIV"}\n'
        + "He has a cold\n\n"
        + '{"id": "d", "text": "A cold.", "hide": ["HVI"]}\n'
        + '{"id": "e"}\n'
        + '{"id": "f", "text": "nul \\u0000"}\n'
        + '{"text": "He sleeps \\ud800 well."}\n'
    )
    return path


def test_records_keep_their_ids_and_order(run, records, tmp_path):
    code, _, messages = run("sanitize", records, "--hide", "HIV", "-o", "s.jsonl", "--certificate", "c.json")
    assert code == 2
    done = lines_of(tmp_path / "s.jsonl")
    assert [each["id"] for each in done] == [7, "b", "c", "r.jsonl:4", "d", "e", "f", "r.jsonl:9"]
    assert set(done[0]) == {"id", "text", "replacements", "utility", "review", "certificate"}
    assert "hepatitis" not in done[1]["text"]
    assert done[1]["certificate"]["secrets"][1]["alpha"] == 2
    assert done[7]["text"] == "He sleeps \ufffd well."
    errors = {each["id"]: each["error"] for each in done if "error" in each}
    assert all(set(each) == {"id", "error"} for each in done if "error" in each)
    assert errors["c"] == 'the field hide is not a list of strings, as in ["HIV"]'
    assert errors["r.jsonl:4"] == "not valid JSON"
    assert "Did you mean hiv?" in errors["d"]
    assert errors["e"] == "no field text"
    assert "NUL" in errors["f"]
    assert "cold" not in messages
    assert "3 of 8 documents sanitized, 5 failed." in messages
    assert mode(tmp_path / "s.jsonl") == 0o600
    assert [each["id"] for each in json.loads((tmp_path / "c.json").read_text())] == [each["id"] for each in done]


def test_a_release_has_ids_and_texts_only(run, records, tmp_path):
    code, out, _ = run("sanitize", records, "--hide", "HIV", "-o", "s.jsonl.gz", "--release", "--json")
    assert code == 2
    done = lines_of(tmp_path / "s.jsonl.gz")
    assert all(set(each) in ({"id", "text"}, {"id", "error"}) for each in done)
    assert {each["error"] for each in done if "error" in each} == {"not sanitized"}, "an error may name a secret"
    assert mode(tmp_path / "s.jsonl.gz") == 0o666 & ~umask()
    told = json.loads(out)
    assert (told["documents"], told["sanitized"], told["holds"]) == (8, 3, True)
    assert len(told["failed"]) == 5


def test_where_all_fail_nothing_is_written(run, letter, tmp_path):
    (tmp_path / "bad.jsonl").write_text("one\ntwo\n")
    code, _, messages = run("sanitize", "bad.jsonl", "--hide", "HIV", "-o", "s.jsonl", "--certificate", "c.json")
    assert code == 2
    assert "Nothing was written." in messages
    assert sorted(os.listdir(tmp_path)) == ["bad.jsonl", "letter.txt"]


def test_secrets_of_records_alone_are_enough(run, letter, tmp_path):
    (tmp_path / "own.jsonl").write_text(
        '{"id": 1, "text": "He has HIV.", "hide": ["HIV"]}\n{"id": 2, "text": "Well."}\n'
    )
    code, _, messages = run("sanitize", "own.jsonl", "-o", "s.jsonl")
    assert code == 2
    assert "  2  nothing to hide" in messages
    assert "HIV" not in lines_of(tmp_path / "s.jsonl")[0]["text"]


# --- bad input --------------------------------------------------------------------------------------------


HIDE = ("--hide", "HIV")
WRONG = {
    "empty file": (("empty.txt", *HIDE), "empty.txt: empty"),
    "binary file": (("binary.txt", *HIDE), "binary.txt: line 1: not text"),
    "not UTF-8": (("latin.txt", *HIDE), "latin.txt: line 1: not UTF-8"),
    "no such file": (("nowhere.txt", *HIDE), "nowhere.txt: no such file"),
    "no text in it": (("none", *HIDE, "-o", "out"), "none: no text in it"),
    "empty records": (("empty.jsonl", *HIDE, "-o", "out"), "empty.jsonl: empty"),
    "a table": (("t.csv", *HIDE), "t.csv: a table"),
    "nothing to hide": (("letter.txt",), "give --hide LABEL or --policy NAME"),
    "empty secret": (("letter.txt", "--hide", " "), "a secret must have a letter"),
    "unknown policy": (("letter.txt", "--policy", "us-medcal"), "did you mean us-medical?"),
    "typo in a policy": (("letter.txt", "--policy", "typo.toml"), "did you mean alpha?"),
    "typo in a label": (("letter.txt", "--policy", "label.toml"), "did you mean US_SSN?"),
    "unknown profile": (("letter.txt", *HIDE, "--profile", "defualt"), "did you mean default?"),
    "alpha": (("letter.txt", *HIDE, "--alpha", "0.5"), "alpha must be a number from 1"),
    "alpha of one": (("letter.txt", "--hide", "HIV@0.5"), "HIV@0.5: alpha must be a number from 1"),
    "method": (("letter.txt", *HIDE, "--method", "generalise"), "did you mean generalize?"),
    "alias of nothing": (("letter.txt", *HIDE, "--alias", "flu=grippe"), "no secret flu is given"),
    "alias without a name": (("letter.txt", *HIDE, "--alias", "HIV"), "must be LABEL=NAME"),
    "over the input": (("letter.txt", *HIDE, "-o", "letter.txt"), "letter.txt: is the input"),
    "into the input": (("in", *HIDE, "-o", "in/out"), "lies in the input folder"),
    "over one of the inputs": (("in", *HIDE, "-o", "o", "--certificate", "in/a.txt"), "in/a.txt: is an input"),
    "no such folder": (("letter.txt", *HIDE, "-o", "no/where.txt"), "no: no such folder"),
    "a folder for a text": (("letter.txt", *HIDE, "-o", "none"), "none: is not a file"),
    "no output": (("in", *HIDE), "say where to write them with -o OUT"),
    "certificate in the release": (("in", *HIDE, "-o", "o", "--certificate", "o/c.json"), "cannot lie in o"),
    "certificate as output": (("letter.txt", *HIDE, "-o", "o", "--certificate", "o"), "a path of its own"),
    "release of a text": (("letter.txt", *HIDE, "--release"), "--release is for JSON lines"),
    "weak key": (("letter.txt", *HIDE, "--method", "pseudonym", "--key-file", "weak"), "at least 16"),
    "key for nothing": (("letter.txt", *HIDE, "--key-file", "letter.txt"), "for --method pseudonym"),
    "input and file": (("-", "letter.txt", *HIDE, "-o", "o"), "standard input (-) is one text"),
    "kinds": (("letter.txt", "empty.jsonl", *HIDE, "-o", "o"), "cannot be read together with texts"),
    "one name twice": (("letter.txt", "./letter.txt", *HIDE, "-o", "o"), "two texts have this name"),
    "ambiguous": (("letter.txt", "--hide", "crabs"), "has several senses"),
    "results for nothing": (("letter.txt", *HIDE, "--detected", "out.json"), "result 1: start 5 and end 900 are no"),
    "no results": (("letter.txt", *HIDE, "--detected", "t.csv"), "t.csv: not valid JSON"),
    "results for one": (("in", *HIDE, "--detected", "out.json", "-o", "o"), "out.json: a list is for one text"),
    "no background": (("letter.txt", *HIDE, "--background", "none"), "none: no file in it"),
    "empty background": (("letter.txt", *HIDE, "--background", "empty.txt"), "no document with text"),
}


@pytest.fixture
def oddities(letter):
    folder = letter.parent
    letter.write_text("It is what it is.\n")
    (folder / "empty.txt").write_text(" \n")
    (folder / "binary.txt").write_bytes(bytes(range(256)))
    (folder / "latin.txt").write_bytes("Müller".encode("latin-1"))
    (folder / "empty.jsonl").write_text("\n")
    (folder / "t.csv").write_text("id,text\n")
    (folder / "typo.toml").write_text("[profile]\nalhpa = 2\n")
    (folder / "label.toml").write_text('[[detect]]\ndetector = "patterns"\nlabels = ["US_SNS"]\n')
    (folder / "out.json").write_text('[{"entity_type": "PERSON", "start": 5, "end": 900}]')
    (folder / "weak").write_bytes(b"1234")
    (folder / "in").mkdir()
    (folder / "in" / "a.txt").write_text("a")
    (folder / "none").mkdir()
    return folder


@pytest.mark.parametrize(("command", "said"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line(command, said, run, oddities):
    before = sorted(oddities.rglob("*"))
    code, out, messages = run("sanitize", *command)
    assert code == 2
    assert out == ""
    assert said in messages
    assert len([line for line in messages.splitlines() if not line.startswith("hiding ")]) == 1
    assert sorted(oddities.rglob("*")) == before, "nothing is written"


def test_a_text_that_is_too_long_is_not_read_whole(run, letter):
    with letter.open("w") as file:
        for _ in range(110):
            file.write("one and the other \n" * 52_700)  # a megabyte
    code, out, messages = run("sanitize", letter, "--hide", "HIV")
    assert (code, out) == (2, "")
    assert messages == f"sfumato: {letter}: more than 5,000,000 characters, the most of one text: split it\n"


def test_a_long_text_among_others_fails_alone(letter, tmp_path):
    (tmp_path / "long.txt").write_text("word " * 100)
    items = list(Documents([letter, tmp_path / "long.txt"], 400))
    assert [item.error for item in items] == ["", "more than 400 characters, the most of one text: split it"]
    with pytest.raises(InputError, match=r"long\.txt: more than 400"):
        Documents([tmp_path / "long.txt"], 400).single()


# --- options ----------------------------------------------------------------------------------------------


def test_every_setting_is_an_option_with_its_real_choices():
    options = {option.name: option for option in cli.commands["sanitize"].params if isinstance(option, click.Option)}
    for name in SETTINGS:
        if name != "name":
            assert name in options
        if name in _CHOICES:
            assert options[name].metavar == "|".join(_CHOICES[name])


def test_a_file_name_that_names_the_secret_is_told(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "HIV clinic.txt").write_text("He is well.")
    (folder / "b.txt").write_text("She is well.")
    code, _, messages = run("sanitize", folder, "--hide", "HIV", "-o", tmp_path / "out")
    assert code == 1
    assert "1 id or file name names a secret" in messages
    code, _, messages = run("sanitize", folder / "b.txt", "--hide", "HIV", "-o", tmp_path / "b2.txt")
    assert code == 0


def test_the_crowd_is_of_the_list(run, tmp_path):
    people = ["Jane Roe,midwife", "Ann Reed,midwife", "Mary Poole,midwife", "Lucy Grant,teacher", "Ruth Field,baker"]
    (tmp_path / "ward.csv").write_text("\n".join(["name,job", *people]) + "\n")
    (tmp_path / "note.txt").write_text("Jane Roe, a midwife, came on Monday. The fracture heals well.\n")
    words = ["--rivals", tmp_path / "ward.csv", "--crowd", 2]
    files = ["-o", tmp_path / "safe.txt", "--certificate", tmp_path / "safe.json"]
    code, _, messages = run("sanitize", tmp_path / "note.txt", "--hide", "Jane Roe", *words, *files)
    assert (code, "and 2 other people of the list or more fit at least as well" in messages) == (0, True), messages
    checked = ["verify", tmp_path / "safe.txt", "--certificate", tmp_path / "safe.json"]
    assert run(*checked, *words)[0] == 0
    code, _, messages = run(*checked)
    assert (code, "give the same list with --rivals" in messages) == (2, True)
    code, _, messages = run("sanitize", tmp_path / "note.txt", "--hide", "Nora Webb", *words)
    assert (code, "not on the list of rivals" in messages) == (2, True)


def test_texts_about_one_person_are_read_together(run, tmp_path):
    known = [
        "Jane Roe,cello and bees",
        "Mary Poole,cello",
        "Ann Reed,cello",
        "Lucy Grant,bees",
        "Ruth Field,bees",
        "Ida West,",
    ]
    (tmp_path / "ward.csv").write_text("\n".join(["name,known", *known]) + "\n")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "1.txt").write_text("Jane Roe came on Monday. She brought a cello. The fracture was set.\n")
    (tmp_path / "notes" / "2.txt").write_text("Jane Roe came again. She spoke of her bees. The wound heals well.\n")
    words = ["--hide", "Jane Roe", "--rivals", tmp_path / "ward.csv", "--crowd", 2, "--same-person"]
    code, _, messages = run("sanitize", tmp_path / "notes", *words, "-o", tmp_path / "safe")
    assert (code, "Read together: 2 other people of the list" in messages) == (0, True), messages
    text = "".join(path.read_text() for path in (tmp_path / "safe").iterdir())
    assert ("cello" in text) + ("bees" in text) < 2
    code, out, _ = run("sanitize", tmp_path / "notes", *words, "-o", tmp_path / "safe2", "--json")
    assert (code, json.loads(out)["together"][0]["among"]) == (0, "people of the list")
    code, _, messages = run("sanitize", tmp_path / "notes" / "1.txt", *words)
    assert (code, "--same-person is for several texts" in messages) == (2, True)

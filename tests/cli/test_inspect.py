"""`sfumato inspect`: what leads to a secret is told, the repair is written and holds, bad input is one line."""

import io
import json
import os
import stat
import sys
from types import SimpleNamespace

import pytest

HIDE = ("--hide", "Osama bin Laden")
LADEN = (*HIDE, "--agree", 0)
BIO = "The Saudi magnate spoke of his half-brother over dinner.\n"
DRUGS = "The patient was given naltrexone and acamprosate.\n"
QUIET = "The weather in the garden was mild.\n"


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bio.txt").write_text(BIO)
    (tmp_path / "quiet.txt").write_text(QUIET)
    return tmp_path


@pytest.fixture
def letters(folder):
    """A folder of three texts, two of which give something away."""
    (folder / "letters").mkdir()
    for name, text in (("bio", BIO), ("drugs", DRUGS), ("quiet", QUIET)):
        (folder / "letters" / f"{name}.txt").write_text(text)
    return folder / "letters"


def told(out):
    return json.loads(out)


def words_of(found):
    return {frozenset(each["words"]) for each in found["inferences"]}


INTRODUCTION = frozenset(("saudi", "magnate", "half brother"))

# --- one text ---------------------------------------------------------------------------------------------


def test_the_words_the_evidence_and_the_repair_are_told(run):
    code, out, messages = run("inspect", "bio.txt", *LADEN)
    assert code == 1
    assert "*magnate*, *half-brother* and *Saudi* together lead to Osama bin Laden" in out
    assert "100%" in out
    assert "repair: half-brother → " in out
    assert "«Saudi» «magnate» spoke of his «half-brother»" in out
    assert messages.startswith("hiding Osama bin Laden")
    assert "--fix makes it" in messages


def test_a_text_that_leads_nowhere(run):
    code, out, _ = run("inspect", "quiet.txt", *LADEN)
    assert (code, out) == (0, "quiet.txt: nothing leads to a secret, by any 1 to 3 of 20 keywords.\n")


def test_json_is_valid_and_has_everything(run):
    code, out, _ = run("inspect", "bio.txt", *LADEN, "--json")
    found = told(out)
    assert (code, found["id"], found["clean"]) == (1, "bio.txt", False)
    assert words_of(found) == {INTRODUCTION}
    assert [BIO[each["start"] : each["end"]] for each in found["highlights"]] == ["Saudi", "magnate", "half-brother"]
    assert found["repaired"]["certificate"]["holds"] is True


def test_standard_input_is_read_once(run, monkeypatch):
    def given():
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(BIO.encode())))

    given()
    assert run("inspect", "-", *LADEN)[0] == 1
    given()
    code, out, _ = run("inspect", "-", "--json")
    assert code == 0
    assert any("bin laden" in each["term"] for each in told(out)["conclusions"])
    given()
    code, out, _ = run("inspect", "-", *LADEN, "--fix")
    assert code == 0
    assert out.startswith("The ")
    assert out != BIO


# --- the repair -------------------------------------------------------------------------------------------


def test_the_repair_is_written_certified_and_found_clean(run, folder):
    code, out, messages = run("inspect", "bio.txt", *LADEN, "--fix", "-o", "safe.txt", "--certificate", "c.json")
    assert (code, out) == (0, "")
    assert "with other words leads to Osama bin Laden" in messages
    assert "nothing leads to a secret, by any 1 to 3 of 20 keywords" in messages
    assert (folder / "bio.txt").read_text() == BIO
    assert stat.S_IMODE((folder / "c.json").stat().st_mode) == 0o600
    assert run("inspect", "safe.txt", *LADEN)[:2] == (
        0,
        "safe.txt: nothing leads to a secret, by any 1 to 3 of 20 keywords.\n",
    )
    certificate = told((folder / "c.json").read_text())
    assert certificate["holds"] is True
    assert certificate["claim"]["repair"]["cost"] <= certificate["claim"]["repair"]["greedy"]
    code, out, _ = run("verify", "safe.txt", "--certificate", "c.json")
    assert code == 0
    assert "and nothing leads to a secret, by any 1 to 3 of 20 keywords" in out


def test_a_text_that_was_tampered_with_does_not_verify(run, folder):
    run("inspect", "bio.txt", *LADEN, "--fix", "-o", "safe.txt", "--certificate", "c.json")
    (folder / "safe.txt").write_text(BIO)
    code, out, _ = run("verify", "safe.txt", "--certificate", "c.json")
    assert code == 1
    assert "the text is not the one that the certificate is about" in out
    assert '"magnate" and "half brother" and "saudi" lead to Osama bin Laden' in out
    assert run("verify", "safe.txt", *HIDE, "--alpha", 1)[0] == 0  # without the search nothing is wrong with it


MADE_UP = ({"depth": 3}, {"top": "x"}, {"without": ["x"]}, {"keywords": -1})


def test_searches_of_a_certificate_that_make_no_sense_are_refused(run, folder):
    run("inspect", "bio.txt", *LADEN, "--fix", "-o", "safe.txt", "--certificate", "c.json")
    for searches in (5, [5], [{"keywords": 20}], *([{"exclude": [], "without": []} | more] for more in MADE_UP)):
        certificate = told((folder / "c.json").read_text())
        certificate["claim"]["searches"] = searches
        (folder / "d.json").write_text(json.dumps(certificate))
        code, out, messages = run("verify", "safe.txt", "--certificate", "d.json")
        assert (code, out) == (2, "")
        assert len(messages.splitlines()) == 1
        assert "unforeseen" not in messages


def test_a_text_that_leads_nowhere_goes_out_as_it_is_with_a_certificate(run, folder):
    code, *_ = run("inspect", "quiet.txt", *LADEN, "--fix", "-o", "safe.txt", "--certificate", "c.json")
    assert code == 0
    assert (folder / "safe.txt").read_text() == QUIET
    assert run("verify", "safe.txt", "--certificate", "c.json")[0] == 0


def test_what_tells_all_alone_is_taken_out_as_the_certificate_claims(run, folder):
    (folder / "drug.txt").write_text("They praised acamprosate.\n")
    options = ("--hide", "alcoholism", "--fix", "-o", "safe.txt", "--certificate", "c.json")
    code, _, messages = run("inspect", "drug.txt", *options)
    assert code == 0
    assert "acamprosate" in messages
    assert "acamprosate" not in (folder / "safe.txt").read_text()
    assert run("verify", "safe.txt", "--certificate", "c.json")[0] == 0


def test_preferred_kinds_change_the_choice(run, folder):
    (folder / "name.txt").write_text("The billionaire was a Saudi and spoke of his half-brother.\n")
    changed = {}
    for prefer in ("names", "nouns", "verbs, names"):
        _, out, _ = run("inspect", "name.txt", *LADEN, "--prefer", prefer, "--json")
        text = (folder / "name.txt").read_text()
        made = told(out)["repaired"]["replacements"]
        changed[prefer] = [text[each["term_start"] : each["term_end"]] for each in made]
        assert told(out)["repaired"]["certificate"]["holds"]
    assert "Saudi" in changed["names"]
    assert "billionaire" not in " ".join(changed["names"])
    assert "billionaire" in " ".join(changed["nouns"])
    assert changed["verbs, names"] == changed["names"]


def test_a_repair_may_leave_out_instead(run):
    _, out, _ = run("inspect", "bio.txt", *LADEN, "--method", "redact", "--json")
    assert told(out)["repaired"]["replacements"][0]["text"] == "[...]"


# --- settings ---------------------------------------------------------------------------------------------


def test_a_smaller_search_finds_less(run):
    assert run("inspect", "bio.txt", *LADEN, "--set-size", 2)[0] == 0
    assert run("inspect", "bio.txt", *LADEN, "--keywords", 2)[0] == 0
    assert run("inspect", "bio.txt", *LADEN, "--exclude", "Osama bin Laden")[0] == 0
    assert run("inspect", "bio.txt", *LADEN, "--exclude", "osama*")[0] == 0


def test_a_schedule_is_one_search_after_the_other(run, folder):
    schedule = ("--schedule", "1:9, 2:5,3:20")
    code, out, _ = run("inspect", "bio.txt", *LADEN, *schedule, "--json")
    assert (code, words_of(told(out))) == (1, {INTRODUCTION})
    searches = told(out)["repaired"]["certificate"]["claim"]["searches"]
    assert [(each["set_size"], each["keywords"]) for each in searches] == [(1, 9), (2, 5), (3, 20)]
    assert run("inspect", "bio.txt", *LADEN, "--schedule", "2:50")[0] == 0
    run("inspect", "bio.txt", *LADEN, *schedule, "--fix", "-o", "safe.txt", "--certificate", "c.json")
    assert run("verify", "safe.txt", "--certificate", "c.json")[0] == 0


def test_a_topic_is_given_away_by_its_kin_too(run, folder):
    (folder / "drugs.txt").write_text(DRUGS)
    code, out, _ = run("inspect", "drugs.txt", "--topic", "alcoholism", "--json")
    assert code == 1
    assert any("acamprosate" in each for each in words_of(told(out)))
    assert told(out)["repaired"]["certificate"]["claim"]["searches"][0]["kin"] > 0


# --- many texts -------------------------------------------------------------------------------------------


def test_a_folder_is_inspected_and_repaired(run, letters, folder):
    secrets = (*LADEN, "--hide", "alcoholism")
    code, out, _ = run("inspect", "letters", *secrets, "--json")
    assert code == 1
    assert [(each["id"], each["clean"]) for each in told(out)] == [
        ("bio.txt", False), ("drugs.txt", False), ("quiet.txt", True),
    ]  # fmt: skip
    code, out, messages = run("inspect", "letters", *secrets, "--fix", "-o", "safe", "--certificate", "c.json")
    assert (code, out) == (0, "")
    assert "Written: safe" in messages
    assert sorted(os.listdir(folder / "safe")) == ["bio.txt", "drugs.txt", "quiet.txt"]
    assert (folder / "safe" / "quiet.txt").read_text() == QUIET
    assert run("inspect", "safe", *secrets)[0] == 0
    assert run("verify", "safe", "--certificate", "c.json")[0] == 0


def test_records_have_secrets_of_their_own_and_failures_do_not_stop_others(run, folder):
    records = [{"id": 1, "text": BIO, "hide": ["Osama bin Laden"]}, {"id": 2}, {"id": 3, "text": DRUGS}]
    (folder / "r.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    command = ("inspect", "r.jsonl", "--hide", "alcoholism")
    code, out, messages = run(*command, "--json")
    assert code == 2
    assert [each["id"] for each in told(out)] == [1, 2, 3]
    assert told(out)[1] == {"id": 2, "error": "no field text"}
    assert told(out)[0]["inferences"]
    assert told(out)[2]["inferences"]
    assert "2: no field text" in messages
    code, *_ = run(*command, "--fix", "-o", "safe.jsonl", "--certificate", "c.json")
    assert code == 2
    written = [json.loads(line) for line in (folder / "safe.jsonl").read_text().splitlines()]
    assert [each["id"] for each in written] == [1, 2, 3]
    assert written[1]["error"] == "no field text"
    assert run("verify", "safe.jsonl", "--certificate", "c.json")[0] == 0


def test_texts_that_are_released_together_are_read_together(run, letters):
    (letters / "bio.txt").write_text("The Saudi magnate spoke.\n")
    (letters / "drugs.txt").write_text("His half-brother was away.\n")
    assert run("inspect", "letters", *LADEN)[0] == 0
    code, out, _ = run("inspect", "letters", *LADEN, "--together", "--json")
    assert (code, told(out)["id"], words_of(told(out))) == (1, "all texts", {INTRODUCTION})


def test_a_text_that_cannot_be_read_is_not_left_aside_where_all_go_together(run, letters):
    (letters / "damaged.txt").write_bytes(b"a\0b")
    code, out, messages = run("inspect", "letters", *LADEN, "--together")
    assert (code, out) == (2, "")
    assert "damaged.txt" in messages


# --- without a secret -------------------------------------------------------------------------------------


def test_everything_that_a_draft_lets_conclude(run):
    code, out, _ = run("inspect", "bio.txt")
    assert code == 0
    assert out.startswith("bio.txt: what a reader may conclude")
    code, out, _ = run("inspect", "bio.txt", "--json")
    assert "osama bin laden" in " ".join(each["term"] for each in told(out)["conclusions"])


def test_who_fits_a_text(run):
    code, out, _ = run("inspect", "bio.txt", "--people", 2, "--json")
    found = told(out)
    assert (code, found["anonymous"], found["k"]) == (1, False, 2)
    assert all(0 < each["people"] < 2 for each in found["too_few"])
    code, out, _ = run("inspect", "quiet.txt", "--people", 2, "--set-size", 1)
    assert code == 0
    assert "0 sets of words fit somebody but fewer than 2 people." in out


def test_what_a_draft_adds_to_what_is_published(run, folder):
    (folder / "draft.txt").write_text("A zidovudine harpoon.\n")
    code, out, _ = run("inspect", "draft.txt", "--new", "--json")
    assert code == 0
    assert {frozenset(each["words"]) for each in told(out)["new"]} == {frozenset(("zidovudine", "harpoon"))}
    (folder / "published").mkdir()
    (folder / "published" / "1.txt").write_text("They found zidovudine, and a harpoon.")
    _, out, _ = run("inspect", "draft.txt", "--new", "--background", "published", "--json")
    assert told(out)["new"] == []
    _, out, _ = run("inspect", "draft.txt", "--new", "--background", "published")
    assert "nothing is new" in out


# --- rules ------------------------------------------------------------------------------------------------


def test_rules_are_found_written_and_applied(run, letters, folder):
    code, out, messages = run("inspect", "--hide", "alcoholism", "--keywords", 40, "--write-rules", "r.json")
    assert (code, out) == (0, "")
    assert "Written: r.json" in messages
    rules = told((folder / "r.json").read_text())
    assert rules
    pair = max(rules, key=lambda rule: len(rule["words"]))
    plain = "The weather was fine. They had soup at noon, and she sold the old car."
    (letters / "drugs.txt").write_text(f"{plain} He spoke of {' and of '.join(pair['words'])}.\n")
    command = ("inspect", "letters", "--hide", "alcoholism", "--rules", "r.json")
    code, out, _ = run(*command, "--json")
    assert code == 1
    assert [each["id"] for each in told(out) if not each["clean"]] == ["drugs.txt"]
    assert frozenset(pair["words"]) in words_of(told(out)[1])
    code, *_ = run(*command, "--fix", "-o", "safe", "--certificate", "c.json")
    assert code == 0
    assert run("inspect", "safe", "--hide", "alcoholism", "--rules", "r.json")[0] == 0
    certificate = told((folder / "c.json").read_text())[1]
    assert certificate["claim"]["searches"][0]["rules"] == len(rules)
    (folder / "one.json").write_text(json.dumps(certificate))
    code, out, _ = run("verify", "safe/drugs.txt", "--certificate", "one.json")
    assert code == 0
    assert "sfumato inspect --rules FILE checks them" in out


def test_rules_about_something_else_are_said_to_find_nothing(run, folder):
    (folder / "r.json").write_text("[]")
    code, out, messages = run("inspect", "bio.txt", *HIDE, "--rules", "r.json")
    assert (code, out) == (2, "")
    assert "r.json: no rule about Osama bin Laden" in messages


# --- bad input --------------------------------------------------------------------------------------------

OUT = ("--fix", "-o", "safe.txt", "--certificate", "c.json")
WRONG = {
    "no such file": (("none.txt", *LADEN, *OUT), "none.txt: no such file"),
    "no text": (LADEN, "no text: name a file"),
    "a fix without a secret": (("bio.txt", *OUT), "--fix needs a secret"),
    "a fix of who fits": (("bio.txt", "--people", 3, *OUT), "--fix needs a secret"),
    "an output without a fix": (("bio.txt", *LADEN, "-o", "safe.txt"), "nothing is written without --fix"),
    "a certificate without a fix": (("bio.txt", *LADEN, "--certificate", "c"), "nothing is written without --fix"),
    "a secret nobody knows": (("bio.txt", "--hide", "Jane Quizzlebottom"), "nothing can lead to it"),
    "who fits, and a secret": (("bio.txt", *LADEN, "--people", 3), "leave out --hide"),
    "all together, repaired": (("bio.txt", *LADEN, "--together", *OUT), "then look at all"),
    "more agree than there are": (("bio.txt", *LADEN, "--agree", 4), "4 of 3 documents cannot agree"),
    "a schedule and keywords": (("bio.txt", *LADEN, "--schedule", "2:5", "--keywords", 9), "leave out"),
    "an empty schedule": (("bio.txt", *LADEN, "--schedule", ""), "must be SIZE:WORDS"),
    "a preference of nothing": (("bio.txt", *LADEN, "--prefer", ","), "separated by commas"),
    "rules that never end": (("bio.txt", *HIDE, "--rules", "/dev/zero"), "not a file"),
    "a policy without secrets": (("bio.txt", "--policy", "hipaa-safe-harbor"), "names no secret"),
    "two questions": (("bio.txt", "--people", 3, "--new"), "run the command for each"),
    "an output that is the input": (("bio.txt", *LADEN, "--fix", "-o", "bio.txt"), "is the input"),
    "several without an output": (("bio.txt", "quiet.txt", *LADEN, "--fix"), "say where to write"),
    "a schedule without numbers": (("bio.txt", *LADEN, "--schedule", "2:x", *OUT), "must be SIZE:WORDS"),
    "a schedule of half": (("bio.txt", *LADEN, "--schedule", "2:5,", *OUT), "must be SIZE:WORDS"),
    "a schedule of odd digits": (("bio.txt", *LADEN, "--schedule", "²:5", *OUT), "must be SIZE:WORDS"),
    "a schedule of no words": (("bio.txt", *LADEN, "--schedule", "2:0", *OUT), "keywords must be 1 or more"),
    "no rules there": (("bio.txt", *HIDE, "--rules", "none.json", *OUT), "none.json: no such file"),
    "damaged rules": (("bio.txt", *HIDE, "--rules", "bio.txt", *OUT), "bio.txt: not a file of rules"),
    "rules that are none": (("bio.txt", *HIDE, "--rules", "object.json", *OUT), "object.json: not a file of rules"),
    "rules without a secret": (("bio.txt", "--rules", "none.json"), "none.json: no such file"),
    "rules for a draft": (("bio.txt", "--rules", "list.json"), "--rules needs the secret"),
    "negative keywords": (("bio.txt", *LADEN, "--keywords", -1, *OUT), "keywords must be 1 or more, not -1"),
    "no set size": (("bio.txt", *LADEN, "--set-size", 0, *OUT), "set size must be 1 or more, not 0"),
    "negative documents": (("bio.txt", *LADEN, "--documents", -3, *OUT), "documents must be 1 or more, not -3"),
    "a negative top": (("bio.txt", *LADEN, "--top", -1, *OUT), "top must be 0 or more, not -1"),
    "negative agreement": (("bio.txt", *LADEN, "--agree", -1, *OUT), "agree must be 0 or more, not -1"),
    "a kind that there is not": (("bio.txt", *LADEN, "--prefer", "adverbs", *OUT), "no part of speech adverbs"),
    "a binary file": (("binary.txt", *LADEN, *OUT), "binary.txt: line 1: not text: NUL character"),
    "an empty text": (("empty.txt", *LADEN, *OUT), "empty.txt: empty"),
    "an empty draft": (("empty.txt",), "empty.txt: empty"),
    "a slip": (("bio.txt", "--hide", "HVI", *OUT), "Did you mean hiv?"),
    "rules for nothing": (("--write-rules", "r.json"), "--write-rules takes no text, but a secret"),
    "rules of a text": (("bio.txt", *LADEN, "--write-rules", "r.json"), "--write-rules takes no text, but a secret"),
    "rules nowhere": ((*LADEN, "--write-rules", "no/r.json"), "no: no such folder"),
}


@pytest.mark.parametrize(("command", "said"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line_and_nothing_is_written(command, said, run, folder):
    (folder / "binary.txt").write_bytes(b"PK\0\x01")
    (folder / "empty.txt").write_text(" \n")
    (folder / "object.json").write_text("{}")
    (folder / "list.json").write_text("[]")
    before = sorted(os.listdir(folder))
    code, out, messages = run("inspect", *command)
    assert (code, out) == (2, "")
    assert said in messages
    assert len(messages.splitlines()) == 1
    assert sorted(os.listdir(folder)) == before


@pytest.mark.parametrize("number", [-1, 1, "many"])
def test_people_are_at_least_two(run, number):
    code, out, messages = run("inspect", "bio.txt", "--people", number)
    assert (code, out) == (2, "")
    assert "Invalid value for '--people'" in messages

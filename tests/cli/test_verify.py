"""`sfumato verify` and `sfumato explain`: leaks are found, certificates are compared, numbers are shown."""

import io
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

LETTER = "He is HIV-positive and takes zidovudine.\nHis mother lives in Tarragona.\n"
SAFE = "He takes medicine. His mother lives in Tarragona.\n"


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def verify(run, tmp_path):
    """Verifies a text for HIV; gives exit code and what was found."""

    def verify(text, *options):
        (tmp_path / "text.txt").write_text(text, encoding="utf-8")
        code, out, _ = run("verify", "text.txt", "--hide", "HIV", *options, "--json")
        return code, json.loads(out)

    return verify


def test_a_safe_text_holds(run, verify, tmp_path):
    code, found = verify(SAFE)
    assert (code, found["holds"], found["labels"]) == (0, True, 0)
    code, out, _ = run("verify", "text.txt", "--hide", "HIV")
    assert code == 0
    assert out.startswith(
        "text.txt: holds: no name of a secret is left, and no term reveals as much as its limit, and "
    )
    assert "other conditions or more fit about as well\n" in out
    assert "bits told at most" in out


@pytest.mark.parametrize(
    "leak",
    ["HIV", "H\u0406V", "hiv-positive", "anti-HIV", "H.I.V.", "hu\u00adman immuno-\ndeficiency virus", "H\u200bIV"],
)
def test_a_planted_name_is_found(verify, leak):
    code, found = verify(f"{SAFE}They spoke of {leak} for long.")
    assert (code, found["holds"]) == (1, False)
    assert found["labels"] >= 1


def test_a_planted_term_is_found_and_told(run, verify):
    code, found = verify(f"{SAFE}He takes zidovudine daily.")
    assert code == 1
    assert [each["terms"] for each in found["disclosures"]] == [["zidovudine"]]
    code, out, _ = run("verify", "text.txt", "--hide", "HIV")
    assert code == 1
    assert out.startswith("text.txt: does NOT hold\n")
    assert '  "zidovudine" reveals 8.1 of 8.3 bits of HIV, limit 5.6\n' in out


def test_where_a_name_is_left_is_told(run, verify):
    verify("Well.\nHe has HIV.\n")
    _, out, _ = run("verify", "text.txt", "--hide", "HIV")
    assert '  1 name of a secret left: "HIV" in line 2 (hiv)\n' in out


def test_a_pair_is_beyond_a_claim_for_single_terms(run, verify):
    text = "He spoke of sex after a blood transfusion."
    code, found = verify(text)
    assert code == 0
    assert ["blood transfusion", "sex"] in [each["terms"] for each in found["pairs"]]
    _, out, _ = run("verify", "text.txt", "--hide", "HIV")
    assert "Beyond the claim" in out
    assert '"blood transfusion" and "sex" together reveal' in out
    code, found = verify(text, "--groups", 2)
    assert (code, found["holds"]) == (1, False)


def test_alpha_means_the_same_here(verify):
    text = f"{SAFE}He had a blood transfusion."
    assert verify(text)[0] == 0
    assert verify(text, "--alpha", 2)[0] == 1


def test_denied_statements_may_be_exempt(verify):
    text = "There is no sign of HIV."
    assert verify(text)[0] == 1
    code, found = verify(text, "--keep-negated")
    assert code == 0
    assert found["exempt"]


def test_a_secret_that_nobody_knows_is_said_first(run, verify):
    verify("Jo Qwertzy sleeps well.")
    code, out, _ = run("verify", "text.txt", "--hide", "Jane Qwertzy")
    assert code == 1
    assert out.startswith("Jane Qwertzy: never seen in the knowledge.\n")
    code, _, messages = run("verify", "text.txt", "--hide", "HVI")
    assert code == 2
    assert "Did you mean hiv?" in messages


def test_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(LETTER.encode())))
    assert run("verify", "-", "--hide", "HIV")[0] == 1


# --- certificates -----------------------------------------------------------------------------------------


def test_a_certificate_names_the_claim(run, tmp_path):
    (tmp_path / "letter.txt").write_text(LETTER)
    options = ("--hide", "HIV@2", "--hide", "hepatitis", "--groups", 2, "--support", 4)
    assert run("sanitize", "letter.txt", *options, "-o", "safe.txt", "--certificate", "c.json")[0] == 0
    code, out, _ = run("verify", "safe.txt", "--certificate", "c.json", "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["same_text"]) == (0, True, True)
    assert [(each["secret"], each["alpha"]) for each in found["secrets"]] == [("HIV", 2.0), ("hepatitis", 1.5)]
    assert (found["claim"]["groups"], found["claim"]["support"]) == (2, 4)
    _, out, _ = run("verify", "safe.txt", "--certificate", "c.json", "--alpha", 3, "--json")
    assert {each["alpha"] for each in json.loads(out)["secrets"]} == {3.0}
    with (tmp_path / "safe.txt").open("a") as file:
        file.write("It rains.\n")
    code, out, _ = run("verify", "safe.txt", "--certificate", "c.json")
    assert code == 1
    assert "safe.txt: does NOT hold\n  the text is not the one that the certificate is about\n" in out


def test_certificates_of_many(run, tmp_path):
    records = [{"id": 1, "text": LETTER}, {"id": 2, "text": SAFE, "hide": ["diabetes"]}, {"id": 3}]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    run("sanitize", "r.jsonl", "--hide", "HIV", "-o", "work.jsonl", "--certificate", "c.json")
    run("sanitize", "r.jsonl", "--hide", "HIV", "-o", "safe.jsonl", "--release")
    for text, certificate in (("safe.jsonl", "c.json"), ("work.jsonl", "work.jsonl")):
        code, out, messages = run("verify", text, "--certificate", certificate)
        assert (code, out) == (0, "1: holds\n2: holds\n")
        assert "1 record of failures skipped" in messages
    _, out, _ = run("verify", "safe.jsonl", "--certificate", "c.json", "--json")
    found = json.loads(out)
    assert (found["documents"], found["holds"], found["skipped"]) == (2, True, 1)
    assert [each["secret"] for each in found["verified"][1]["secrets"]] == ["HIV", "diabetes"]
    (tmp_path / "more.jsonl").write_text('{"id": 9, "text": "Well."}\n')
    code, _, messages = run("verify", "more.jsonl", "--certificate", "c.json")
    assert code == 2
    assert "c.json has no certificate of this id" in messages


def test_a_folder(run, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text(SAFE)
    (tmp_path / "out" / "b.txt").write_text(LETTER)
    code, out, messages = run("verify", "out", "--policy", "us-medical")
    assert code == 1
    assert out.startswith("a.txt: holds\nb.txt: does NOT hold\n")
    assert "2 documents verified: 1 does not hold" in messages


WRONG = {
    "nothing to verify": (("text.txt",), "give --hide LABEL, --policy NAME or --certificate FILE"),
    "no such text": (("none.txt", "--hide", "HIV"), "none.txt: no such file"),
    "empty": (("empty.txt", "--hide", "HIV"), "empty.txt: empty"),
    "no certificate": (("text.txt", "--certificate", "none.json"), "none.json: no such file"),
    "not a certificate": (("text.txt", "--certificate", "text.txt"), "text.txt: not a certificate"),
    "another JSON": (("text.txt", "--certificate", "list.json"), "list.json: not a certificate"),
}


@pytest.mark.parametrize(("command", "said"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line(command, said, run, tmp_path):
    (tmp_path / "text.txt").write_text(SAFE)
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "list.json").write_text('[{"id": 1, "secrets": 2}]')
    code, out, messages = run("verify", *command)
    assert (code, out) == (2, "")
    assert said in messages
    assert len(messages.splitlines()) == 1


def test_nothing_of_sanitize_and_no_parser_is_loaded(tmp_path):
    (tmp_path / "text.txt").write_text(SAFE)
    code = (
        "import sys; from sfumato.cli import cli\n"
        "cli.main(['verify', 'text.txt', '--hide', 'HIV'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith(('sfumato.sanitize', 'spacy'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


# --- explain ----------------------------------------------------------------------------------------------


def test_explain_shows_the_equation_with_its_numbers(run):
    code, out, _ = run("explain", "zidovudine", "--hide", "HIV")
    assert code == 0
    assert "HIV: in 811 of 262,743 documents" in out
    assert "log2(262,743 / 811) = 8.34 bits" in out
    assert "8.34 / 1.5 = 5.56 bits" in out
    assert "= log2(17 · 262,743 / (20 · 811)) = 8.11 bits" in out
    assert "8.11 ≥ 5.56: zidovudine discloses HIV" in out
    assert "(left out)" in out
    assert "MeSH: zidovudine" in out


def test_explain_backs_off_where_the_whole_is_unknown(run):
    code, out, _ = run("explain", "chronic blood transfusions", "--hide", "HIV", "--alpha", 2, "--json")
    told = json.loads(out)
    assert code == 0
    phrases = {each["phrase"]: each for each in told["secrets"][0]["phrases"]}
    assert phrases["chronic blood transfusion"]["documents"] == 0
    assert phrases["blood transfusion"]["discloses"]
    assert told["secrets"][0]["limit"] == pytest.approx(told["secrets"][0]["information"] / 2)
    options = {each["wording"]: each for each in told["options"]}
    assert not options["blood transfusions"]["accepted"]
    assert options[""]["accepted"]
    assert told["paths"][0][0]["label"] == "blood transfusion"


def test_explain_what_names_or_does_not_disclose(run):
    _, out, _ = run("explain", "HIV-positive", "--hide", "HIV")
    assert '"HIV-positive" names a secret (hiv)' in out
    _, out, _ = run("explain", "Miami", "--hide", "HIV")
    assert "Miami does not disclose HIV" in out
    assert "It could be called (GPE):" in out
    assert "places: Miami" in out
    code, out, messages = run("explain", "tram", "--hide", "Jane Qwertzy")
    assert code == 0
    assert messages.startswith("Jane Qwertzy: never seen in the knowledge.")
    assert "nothing can be said" in out


@pytest.mark.parametrize(
    ("command", "said"),
    [(("zidovudine",), "give --hide LABEL"), (("...", "--hide", "HIV"), "a letter or a digit")],
)
def test_explain_needs_a_term_and_a_secret(run, command, said):
    code, out, messages = run("explain", *command)
    assert (code, out) == (2, "")
    assert said in messages

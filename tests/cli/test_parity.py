"""The same request through Python and through the command line gives the same JSON, for every verb."""

import json
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.measure.attack import AttackText, read_candidates
from sfumato.measure.evaluate import read_gold, read_out
from sfumato.measure.sweep import SweepDocument
from sfumato.protocols import Resources
from sfumato.service import (
    AnonymizeRequest,
    AttackRequest,
    Engine,
    EvaluateRequest,
    ExplainRequest,
    InspectRequest,
    SanitizeRequest,
    SweepRequest,
    SweepTableRequest,
    VerifyRequest,
    VerifyTableRequest,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
LETTER = EXAMPLES / "letter.txt"
BIOGRAPHY = EXAMPLES / "biography.txt"
MEMBERS, CONFIG = EXAMPLES / "members.csv", EXAMPLES / "members.toml"


@pytest.fixture(scope="module")
def engine(pack, embedded, english):
    return Engine(resources=Resources(pack, embedded, english))


@pytest.fixture
def printed(run):
    """The JSON that a command prints."""

    def printed(*words, code=0):
        got, out, messages = run(*words, "--json")
        assert got == code, messages
        return json.loads(out)

    return printed


def texts_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        (("--hide", "HIV"), {"hide": ("HIV",)}),
        (("--hide", "HIV@2", "--groups", "2"), {"hide": ("HIV@2",), "settings": {"groups": 2}}),
        (("--policy", "us-medical", "--alpha", "2"), {"policy": "us-medical", "settings": {"alpha": 2.0}}),
        (("--policy", "hipaa-safe-harbor"), {"policy": "hipaa-safe-harbor"}),
        (
            ("--policy", "us-medical", "--policy", "hipaa-safe-harbor"),
            {"policy": ("us-medical", "hipaa-safe-harbor")},
        ),
        (
            ("--hide", "HIV", "--alias", "HIV=slim", "--profile", "paper-correlated", "--method", "redact"),
            {
                "hide": ("HIV",),
                "aliases": ("HIV=slim",),
                "profile": "paper-correlated",
                "settings": {"method": "redact"},
            },
        ),
    ],
    ids=["plain", "alpha", "policy", "detectors", "policies", "profile"],
)
def test_sanitize_and_verify(engine, printed, tmp_path, words, fields):
    text = LETTER.read_text(encoding="utf-8")
    done = engine.sanitize(SanitizeRequest(text=text, id="letter.txt", **fields))
    assert printed("sanitize", LETTER, *words, code=0 if done.certificate.holds else 1) == done.to_dict()
    (tmp_path / "safe.txt").write_text(done.text, encoding="utf-8")
    (tmp_path / "claim.json").write_text(json.dumps(done.certificate.to_dict()), encoding="utf-8")
    found = engine.verify(VerifyRequest(text=done.text, id="safe.txt", certificate=done.certificate.to_dict()))
    said = printed(
        "verify", tmp_path / "safe.txt", "--certificate", tmp_path / "claim.json", code=0 if found.holds else 1
    )
    assert said == found.to_dict()


def test_verify_what_detectors_find(engine, printed, run):
    text = (EXAMPLES / "admission.txt").read_text(encoding="utf-8")
    found = engine.verify(VerifyRequest(text=text, id="admission.txt", policy="court"))
    assert printed("verify", EXAMPLES / "admission.txt", "--policy", "court", code=1) == found.to_dict()
    _, said, _ = run("verify", EXAMPLES / "admission.txt", "--policy", "court")
    assert 'patterns still find "12 March 1958" (DATE_TIME)' in said


@pytest.mark.parametrize("hide", ["HVI", "HIV@abc"])
def test_what_is_refused_is_refused_alike(engine, run, hide):
    with pytest.raises(InputError) as refused:
        engine.sanitize(SanitizeRequest(text=LETTER.read_text(encoding="utf-8"), hide=(hide,)))
    for verb, *more in (("sanitize", LETTER), ("verify", LETTER), ("inspect", LETTER), ("explain", "fever")):
        code, _, messages = run(verb, *more, "--hide", hide)
        assert (code, messages) == (2, f"sfumato: {refused.value}\n"), verb


def test_explain(engine, printed):
    request = ExplainRequest(term="zidovudine", hide=("HIV@2",), context=LETTER.read_text(encoding="utf-8"))
    assert printed("explain", "zidovudine", "--hide", "HIV@2", "--in", LETTER) == engine.explain(request).to_dict()


@pytest.mark.parametrize(
    ("words", "fields", "code"),
    [
        (("--hide", "Osama bin Laden"), {"hide": ("Osama bin Laden",)}, 1),
        (("--hide", "Osama bin Laden", "--fix"), {"hide": ("Osama bin Laden",), "fix": True}, 0),
        (("--people", "5"), {"people": 5}, 1),
        (("--new", "--keywords", "12"), {"new": True, "search": {"keywords": 12}}, 0),
        ((), {}, 0),
    ],
    ids=["secret", "fix", "people", "new", "conclusions"],
)
def test_inspect(engine, printed, words, fields, code):
    request = InspectRequest(text=BIOGRAPHY.read_text(encoding="utf-8"), id="biography.txt", **fields)
    assert printed("inspect", BIOGRAPHY, *words, code=code) == engine.inspect(request).to_dict()


def test_anonymize_and_verify_a_table(engine, printed, run, tmp_path):
    result = engine.anonymize(AnonymizeRequest.of_file(CONFIG, k=4, l=2, seed=1), MEMBERS)
    said = printed("anonymize", MEMBERS, "-c", CONFIG, "-k", 4, "-l", 2, "--seed", 1, "--no-cache")
    timed = result.to_dict()
    assert timed["report"].pop("seconds").keys() == said["report"].pop("seconds").keys()
    assert said == timed
    out = tmp_path / "released.csv"
    run("anonymize", MEMBERS, "-c", CONFIG, "-k", 4, "-l", 2, "--seed", 1, "--no-cache", "-o", out)
    verdict = engine.verify_table(VerifyTableRequest.of_file(CONFIG, k=4, l=2), out)
    assert printed("verify", out, "-c", CONFIG, "-k", 4, "-l", 2, "--no-cache") == verdict.to_dict()


def test_evaluate(engine, printed):
    gold = read_gold(EXAMPLES / "gold.jsonl")
    out = read_out(EXAMPLES / "released.jsonl", gold.documents)
    request = EvaluateRequest(
        documents=gold.documents,
        masked=tuple(out.masked.values()),
        format=gold.format,
        out=out.kind,
        failed=len(out.failed),
        without_labels=out.others,
        utility="words",
    )
    words = (EXAMPLES / "gold.jsonl", EXAMPLES / "released.jsonl", "--utility", "words")
    assert printed("evaluate", *words) == engine.evaluate(request).to_dict()


def test_attack(engine, printed):
    candidates = tuple(read_candidates(EXAMPLES / "candidates.jsonl"))
    texts = tuple(AttackText(each["id"], each["text"]) for each in texts_of(EXAMPLES / "masked.jsonl"))
    who = AttackRequest(texts=texts, candidates=candidates)
    words = (EXAMPLES / "masked.jsonl", "--candidates", EXAMPLES / "candidates.jsonl")
    assert printed("attack", *words) == engine.attack(who).to_dict()
    what = AttackRequest(texts=(AttackText("letter.txt", LETTER.read_text(encoding="utf-8")),), hide=("HIV",))
    assert printed("attack", LETTER, "--hide", "HIV") == engine.attack(what).to_dict()


def test_sweep(engine, printed, tmp_path):
    document = SweepDocument("letter.txt", LETTER.read_text(encoding="utf-8"), ())
    request = SweepRequest(documents=(document,), hide=("HIV",), alphas=(1.0, 2.0), methods=("redact",))
    words = ("--hide", "HIV", "--alpha", "1,2", "--method", "redact", "--processes", 1)
    said = printed("sweep", "text", LETTER, *words, "-o", tmp_path / "text")
    assert untimed(said) == untimed(engine.sweep(request).to_dict())
    table = SweepTableRequest.of_file(CONFIG, ks=(2, 4), weights=(0.5,), strategies=("mondrian",))
    words = ("-c", CONFIG, "-k", "2,4", "--weight", "0.5", "--strategy", "mondrian", "--no-cache")
    said = printed("sweep", "table", MEMBERS, *words, "-o", tmp_path / "table")
    assert untimed(said) == untimed(engine.sweep_table(table, MEMBERS).to_dict())


def untimed(said):
    points = [{key: value for key, value in point.items() if key != "seconds"} for point in said["points"]]
    proposed = {key: value for key, value in (said.get("proposed") or {}).items() if key != "seconds"}
    return {**said, "points": points, "proposed": proposed}

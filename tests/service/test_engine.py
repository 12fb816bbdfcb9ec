"""The engine: one for all fronts, opened once, the same in threads and processes."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from sfumato.errors import InputError
from sfumato.io.messages import plain
from sfumato.protocols import Resources
from sfumato.service import (
    Engine,
    EngineConfig,
    ExplainRequest,
    Failure,
    InspectRequest,
    Record,
    RulesRequest,
    SanitizeRequest,
    SecretsRequest,
    VerifyRequest,
)
from sfumato.types import Document, Note

LETTER = "He was started on zidovudine. The CD4 count is low, and Kaposi's sarcoma was found in Miami."


@pytest.fixture(scope="module")
def engine(pack, embedded, english):
    return Engine(resources=Resources(pack, embedded, english))


# --- what it opens ----------------------------------------------------------------------------------------


def test_nothing_is_opened_before_it_is_needed():
    engine = Engine(EngineConfig(knowledge="no such pack", language="xx"))
    assert engine.policy(SecretsRequest(hide=("HIV",))).hide[0].label == "HIV"
    with pytest.raises(Exception, match="no such pack"):
        engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",)))


def test_an_engine_is_sent_as_its_config():
    engine = Engine(EngineConfig(background=("about.jsonl",)))
    assert pickle.loads(pickle.dumps(engine)).config == engine.config
    with pytest.raises(TypeError, match="cannot be sent"):
        pickle.dumps(Engine(resources=Resources(None, None, None)))


def test_documents_of_the_user_are_counted_beside_the_knowledge(tmp_path):
    texts = [{"id": str(at), "text": "The Larkmoor reactor has a turbine hall."} for at in range(4)]
    (tmp_path / "about.jsonl").write_text("".join(json.dumps(each) + "\n" for each in texts))
    heard = []
    engine = Engine(EngineConfig(background=(str(tmp_path / "about.jsonl"),)), tell=heard.append)
    (found,) = engine.secrets(SecretsRequest(hide=("Larkmoor",)))
    assert (found.documents, found.seen) == (4, True)
    assert Note("opened", "background: 4 documents") in heard


# --- secrets ----------------------------------------------------------------------------------------------


def test_secrets_are_told_before_anything_is_done(engine):
    hiv, unknown = engine.secrets(SecretsRequest(hide=("HIV@2", "Jane Quizzlebottom"), aliases=("HIV=slim",)))
    assert (hiv.name, hiv.kind, hiv.sources, hiv.seen, hiv.unseen) == ("HIV", "concept", ("MeSH",), True, "")
    assert (unknown.kind, unknown.seen) == ("person", False)
    assert unknown.unseen.startswith("Jane Quizzlebottom: never seen in the knowledge.")


@pytest.mark.parametrize(
    "ask",
    [
        lambda engine, hide: engine.sanitize(SanitizeRequest(text=LETTER, hide=hide)),
        lambda engine, hide: engine.verify(VerifyRequest(text=LETTER, hide=hide)),
        lambda engine, hide: engine.explain(ExplainRequest(term="zidovudine", hide=hide)),
        lambda engine, hide: engine.inspect(InspectRequest(text=LETTER, hide=hide)),
        lambda engine, hide: engine.find_rules(RulesRequest(hide=hide)),
    ],
    ids=["sanitize", "verify", "explain", "inspect", "rules"],
)
class TestEveryVerbReadsSecretsAlike:
    def test_a_slip_of_the_finger_is_refused(self, engine, ask):
        with pytest.raises(InputError, match="HVI: never seen") as refused:
            ask(engine, ("HVI",))
        assert refused.value.code == "misspelt"

    def test_a_label_of_several_senses_is_refused(self, engine, ask):
        with pytest.raises(InputError, match="several senses") as refused:
            ask(engine, ("crabs",))
        assert refused.value.code == "several-senses"

    def test_what_follows_the_sign_is_alpha(self, engine, ask):
        ask(engine, ("HIV@2",))
        with pytest.raises(InputError, match="alpha"):
            ask(engine, ("HIV@abc",))


def test_nothing_to_do_has_a_code_and_names_no_option(engine):
    asked = {
        "nothing-to-hide": lambda: engine.sanitize(SanitizeRequest(text=LETTER)),
        "nothing-to-verify": lambda: engine.verify(VerifyRequest(text=LETTER)),
        "nothing-to-explain": lambda: engine.explain(ExplainRequest(term="zidovudine")),
        "key-without-pseudonyms": lambda: engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",), key=b"k" * 16)),
    }
    for code, ask in asked.items():
        with pytest.raises(InputError) as refused:
            ask()
        assert refused.value.code == code
        assert "--" not in str(refused.value)


# --- answers ----------------------------------------------------------------------------------------------


def test_an_id_is_kept_as_it_is(engine):
    done = engine.sanitize(SanitizeRequest(text=LETTER, id=7, hide=("HIV",)))
    assert done.id == 7
    assert engine.verify(VerifyRequest(text=done.text, id=8, certificate=done.certificate.to_dict())).id == 8


def test_what_another_tool_found_is_hidden_too(engine):
    found = ({"start": 85, "end": 90, "entity_type": "LOCATION", "score": 1.0},)
    done = engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",), detected=found))
    assert "Miami" not in done.text
    assert done.replacements[-1].reason == "found by another tool"


def test_white_space_that_another_tool_found_is_nothing(engine):
    found = ({"start": 2, "end": 4, "entity_type": "PERSON"}, {"start": 13, "end": 18, "entity_type": "LOCATION"})
    done = engine.sanitize(SanitizeRequest(text="He  lives in Miami.", detected=found))
    assert done.text == "He  lives in a city in Florida."


def test_a_certificate_that_is_of_another_text_does_not_hold(engine):
    done = engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",)))
    claim = done.certificate.to_dict()
    assert engine.verify(VerifyRequest(text=done.text, certificate=claim)).holds
    other = engine.verify(VerifyRequest(text="She is well.", certificate=claim))
    assert (other.holds, other.same_text) == (False, False)
    with pytest.raises(InputError, match="not a certificate"):
        engine.verify(VerifyRequest(text=LETTER, certificate={"holds": True}))


def test_rules_are_found_once_and_applied(engine):
    rules = engine.find_rules(RulesRequest(hide=("alcoholism",), search={"keywords": 20}))
    found_before = tuple(plain(rules.rules))
    text = "He attends " + " and ".join(rules.rules[0].words) + "."
    found = engine.inspect(InspectRequest(text=text, hide=("alcoholism",), rules=found_before))
    assert found.inferences
    with pytest.raises(InputError, match="no rule about HIV") as refused:
        engine.inspect(InspectRequest(text=text, hide=("HIV",), rules=found_before))
    assert refused.value.code == "no-rule"


# --- threads and processes --------------------------------------------------------------------------------


def test_eight_threads_give_what_one_gives(engine):
    texts = [f"{LETTER} She sleeps {word}." for word in ("well", "badly", "late", "alone", "here", "there")]
    secrets = [("HIV",), ("HIV", "syphilis"), ("Kaposi's sarcoma@2",)]
    requests = [
        SanitizeRequest(text=text, id=text[-9:], hide=hide, settings={"groups": size})
        for text in texts
        for hide in secrets
        for size in (1, 2)
    ]
    alone = [engine.sanitize(request) for request in requests]
    fresh = Engine(resources=engine.resources())
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh.sanitize, requests)) == alone


def test_many_documents_in_one_process_and_in_two(engine):
    request = SecretsRequest(hide=("HIV",))
    records = [Record(Document(str(at), LETTER if at % 2 else "She is well.")) for at in range(12)]
    records[5] = Record(Document("5", LETTER), ("crabs",))
    alone = list(engine.sanitize_all(request, records))
    assert list(engine.sanitize_all(request, records, processes=2)) == alone
    assert [each.id for each in alone] == [str(at) for at in range(12)]
    assert isinstance(alone[5], Failure)
    assert alone[5].code == "several-senses"


def test_what_is_remembered_is_bounded(engine):
    sanitizer = engine.sanitizer(engine.policy(SecretsRequest(hide=("HIV",))))
    for at in range(66):
        sanitizer("He is well.", [f"name:Person{chr(65 + at % 26)}{at}"])
    assert sanitizer._secrets.cache_info().currsize <= 64
    for alpha in range(17):
        engine.sanitizer(engine.policy(SecretsRequest(hide=(f"HIV@{alpha + 1}",))))
    assert engine._sanitizers.cache_info().currsize <= 16


def test_names_that_go_out_with_a_text(engine):
    request = SecretsRequest(hide=("HIV",))
    assert engine.names_secret(request, "HIV clinic.txt", "She is well.")
    assert engine.names_secret(request, "syphilis.txt", "She is well.", ("syphilis",))
    assert not engine.names_secret(request, "letter.txt", "She is well.")


def test_requests_are_values(engine):
    request = SanitizeRequest(text=LETTER, hide=("HIV",))
    assert replace(request) == request
    assert engine.sanitize(request) == engine.sanitize(
        SanitizeRequest.from_dict(json.loads(json.dumps(request.to_dict())))
    )


# --- what cannot be judged ---


@pytest.mark.parametrize("word", ["Qwortavir", "zlatonib", "QWORTAVIR"])
def test_nothing_holds_that_has_a_word_that_was_never_seen(engine, word):
    text = f"He takes {word} every day."
    found = engine.verify(VerifyRequest(text=text, hide=("HIV",)))
    assert (found.holds, found.unseen) == (False, (word.lower(),))
    kept = engine.verify(VerifyRequest(text=text, hide=("HIV",), settings={"unknown": "keep"}))
    assert (kept.holds, kept.unknown) == (True, 1)
    assert engine.explain(ExplainRequest(term=word, hide=("HIV",))).secrets[0].unseen == (word.lower(),)


def test_what_is_sanitized_has_no_such_word_unless_it_is_to_be_kept(engine):
    text = "He xqlatted his qwortavir nastily, and was xqlattier than ever."
    done = engine.sanitize(SanitizeRequest(text=text, hide=("HIV",)))
    assert done.certificate.holds
    assert "xqlat" not in done.text
    review = engine.sanitize(SanitizeRequest(text=text, hide=("HIV",), settings={"unknown": "review"}))
    assert {"xqlatted", "xqlattier"} <= set(review.review)
    assert review.certificate.unknown


# --- several policies -------------------------------------------------------------------------------------

VISIT = "Seen on 3 May 2021 by Dr. Amaka Okonkwo. He takes dolutegravir and emtricitabine/tenofovir, and drinks less."


@pytest.mark.parametrize(
    "asked",
    [
        {"policy": "hipaa-safe-harbor", "hide": ("HIV",)},
        {"policy": ("hipaa-safe-harbor", "us-medical")},
        {"policy": ("us-medical", "hipaa-safe-harbor")},
        {"policy": "medical-record"},
    ],
    ids=["secret", "two", "two the other way about", "shipped"],
)
def test_a_policy_of_detectors_weakens_no_secret(engine, asked):
    done = engine.sanitize(SanitizeRequest(text=VISIT, **asked)).text
    for word in ("3 May", "Okonkwo", "dolutegravir", "emtricitabine", "tenofovir"):
        assert word not in done


def test_a_policy_of_detectors_weakens_no_secret_of_a_record(engine):
    record = Record(Document("1", VISIT), hide=("HIV",))
    (made,) = engine.sanitize_all(SecretsRequest(policy=("hipaa-safe-harbor",)), [record])
    assert "dolutegravir" not in made.text
    assert "Okonkwo" not in made.text


# --- what detectors find in a release ---------------------------------------------------------------------

ADMISSION = """Mr. John Smith, born 12 March 1928, of 12 Oak Street, Springfield, Illinois 62704, was seen at
Mercy General Hospital on 3 May 2021. Phone 555-123-4567. He works in Munich. MRN: 4471902. He is 93 years old."""


@pytest.mark.parametrize("method", ["generalize", "redact", "pseudonym", "surrogate"])
@pytest.mark.parametrize("policy", ["hipaa-safe-harbor", "court", "person", "medical-record"])
def test_what_a_policy_of_detectors_writes_holds(engine, policy, method):
    asked = {"policy": policy, "settings": {"method": method}}
    done = engine.sanitize(SanitizeRequest(text=ADMISSION, **asked))
    assert done.certificate.holds, done.certificate.found
    assert done.certificate.detectors
    claims = (None, done.certificate.to_dict())
    for claim in claims[method == "surrogate" :]:  # only the certificate tells surrogates from names
        found = engine.verify(VerifyRequest(text=done.text, certificate=claim, **({} if claim else asked)))
        assert (found.holds, found.found) == (True, ())
        assert found.detectors == done.certificate.detectors


@pytest.mark.parametrize("method", ["generalize", "redact", "pseudonym", "surrogate"])
def test_a_surname_goes_wherever_it_stands(engine, method):
    text = "Mr John Smith of Leeds came in 2020. Smith's case is open, and the smith left. Then SMITH came back."
    done = engine.sanitize(SanitizeRequest(text=text, policy="person", settings={"method": method}))
    assert "Smith" not in done.text
    assert "SMITH" not in done.text


def test_what_detectors_find_in_a_release_is_listed(engine):
    found = engine.verify(VerifyRequest(text=ADMISSION, policy="hipaa-safe-harbor"))
    assert not found.holds
    assert {"12 March 1928", "3 May 2021", "555-123-4567"} <= {each.term for each in found.found}
    assert found.found[0].term == ADMISSION[found.found[0].start : found.found[0].end]
    assert found.detectors == ("patterns", "entities")


def test_placeholders_are_no_finds_but_what_stands_beside_them_is(engine):
    found = engine.verify(VerifyRequest(text="Seen by [PERSON] and John Smith in [GPE].", policy="hipaa-safe-harbor"))
    assert [each.term for each in found.found] == ["John Smith"]


def test_a_name_with_figures_in_it_is_judged(engine):
    """H1N1 was taken for a number, which tells nothing of a concept."""
    found = engine.verify(VerifyRequest(text="He was diagnosed with H1N1 in May.", hide=("swine flu",)))
    assert not found.holds


def test_a_sentence_that_tells_by_its_meaning_goes_whole(engine):
    plain = "She cooked soup for the family. The garden is large. They sold the old car last week."
    text = f"{plain} He has been sober for two years after all that drinking."
    done = engine.sanitize(SanitizeRequest(text=text, hide=("alcohol dependence",)))
    if done.certificate.claim["meaning"]:
        assert done.text == plain
        assert done.certificate.holds

"""Requests and results go to JSON and back: all of them, whatever they hold."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.inspecting.conclusions import Conclusion, Novelty
from sfumato.inspecting.people import Fitting
from sfumato.inspecting.results import (
    Conclusions,
    Inspection,
    Lead,
    Mended,
    Named,
    Novelties,
    People,
    Stretch,
    WeighedWord,
)
from sfumato.risk import Inference
from sfumato.sanitizing.explanation import Explanation, PhraseTold, SecretTold, Step, Wording
from sfumato.sanitizing.result import Replacement, Sanitized
from sfumato.service import (
    EngineConfig,
    ExplainRequest,
    InspectRequest,
    RulesRequest,
    SanitizeRequest,
    SecretFound,
    SecretsRequest,
    VerifyRequest,
)
from sfumato.types import Disclosure
from sfumato.verifying.certificate import Certificate, Standing
from sfumato.verifying.release import Verified

FLOAT = st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
SPAN = st.tuples(st.integers(0, 99), st.integers(0, 99))
ID = TEXT | st.integers()
JSON = st.dictionaries(
    TEXT, st.none() | st.booleans() | st.integers() | FLOAT | TEXT | st.lists(TEXT, max_size=2), max_size=3
)
SECRETS = {"hide": TEXTS, "aliases": TEXTS, "policy": st.none() | TEXT, "profile": st.none() | TEXT, "settings": JSON}


def several(strategy):
    return st.lists(strategy, max_size=2).map(tuple)


disclosures = st.builds(Disclosure, TEXTS, TEXT, FLOAT, FLOAT, TEXT)
standings = st.builds(
    Standing, TEXT, FLOAT, st.integers(), FLOAT, FLOAT, FLOAT, TEXT, st.booleans(), TEXTS, TEXT, TEXTS, TEXT
)
CERTIFICATE = {
    "holds": st.booleans(),
    "claim": JSON,
    "secrets": several(standings),
    "labels": st.integers(),
    "disclosures": several(disclosures),
    "pairs": several(disclosures),
    "exempt": several(SPAN),
    "unknown": st.integers(),
    "text_sha256": TEXT,
    "knowledge": TEXT,
}
certificates = st.builds(Certificate, **CERTIFICATE)
replacements = st.builds(Replacement, st.integers(), st.integers(), TEXT, TEXT, TEXT, TEXT, TEXT, FLOAT, FLOAT)
sanitized = st.builds(Sanitized, ID, TEXT, several(replacements), FLOAT, TEXTS, certificates)
INFERENCE = (TEXTS, TEXT, several(st.tuples(TEXT, st.booleans())), st.integers(), st.integers(), FLOAT, FLOAT, FLOAT)
inferences = st.builds(Inference, *INFERENCE)
leads = st.builds(Lead, *INFERENCE, several(st.builds(Mended, TEXT, TEXT)), TEXTS)
fittings = st.builds(Fitting, TEXTS, st.integers(), st.integers(), TEXTS)
phrases = st.builds(PhraseTold, TEXT, st.integers(), FLOAT, st.integers(), FLOAT, st.booleans())
told = st.builds(SecretTold, TEXT, FLOAT, st.integers(), FLOAT, FLOAT, st.integers(), several(phrases), st.booleans())
wordings = st.builds(Wording, TEXT, TEXT, FLOAT, FLOAT, st.none() | FLOAT, TEXT, FLOAT, st.booleans(), st.booleans())
steps = st.builds(Step, TEXT, TEXT, st.booleans(), st.none() | FLOAT)
MESSAGES = {
    EngineConfig: st.builds(EngineConfig, knowledge=st.none() | TEXT, background=TEXTS, taxonomies=TEXTS),
    SecretsRequest: st.builds(SecretsRequest, **SECRETS),
    SanitizeRequest: st.builds(
        SanitizeRequest,
        text=TEXT,
        id=ID,
        detected=st.none() | several(JSON),
        key=st.none() | st.binary(min_size=16),
        **SECRETS,
    ),
    VerifyRequest: st.builds(
        VerifyRequest, text=TEXT, id=ID, original=st.none() | TEXT, certificate=st.none() | JSON, **SECRETS
    ),
    ExplainRequest: st.builds(ExplainRequest, term=TEXT, label=st.none() | TEXT, context=TEXT, **SECRETS),
    InspectRequest: st.builds(
        InspectRequest,
        text=TEXT,
        id=ID,
        topics=TEXTS,
        search=JSON,
        rules=st.none() | several(JSON),
        people=st.none() | st.integers(2),
        new=st.booleans(),
        prefer=TEXTS,
        fix=st.booleans(),
        **SECRETS,
    ),
    RulesRequest: st.builds(RulesRequest, topics=TEXTS, search=JSON, **SECRETS),
    SecretFound: st.builds(SecretFound, TEXT, TEXT, TEXTS, st.integers(), st.integers(), st.booleans(), TEXT, TEXTS),
    Certificate: certificates,
    Sanitized: sanitized,
    Verified: st.builds(
        Verified,
        id=ID,
        same_text=st.booleans(),
        same_knowledge=st.booleans(),
        unchecked_rules=st.booleans(),
        names_left=TEXTS,
        **CERTIFICATE,
    ),
    Explanation: st.builds(
        Explanation, TEXT, TEXT, st.integers(), TEXTS, several(told), several(wordings), several(several(steps))
    ),
    Inspection: st.builds(
        Inspection,
        ID,
        st.booleans(),
        several(st.builds(WeighedWord, TEXT, FLOAT)),
        several(st.builds(Named, st.integers(), st.integers(), TEXT)),
        several(leads),
        several(st.builds(Stretch, st.integers(), st.integers())),
        TEXTS,
        TEXTS,
        TEXTS,
        several(JSON),
        st.none() | sanitized,
    ),
    Conclusions: st.builds(Conclusions, ID, several(st.builds(Conclusion, TEXT, st.integers(), inferences))),
    Novelties: st.builds(Novelties, ID, TEXTS, several(st.builds(Novelty, TEXTS, FLOAT))),
    People: st.builds(People, ID, st.integers(), several(fittings), several(fittings), st.booleans()),
}


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_there_and_back(kind, data):
    message = data.draw(MESSAGES[kind])
    plain = message.to_dict()
    assert kind.from_dict(plain) == message
    assert json.loads(json.dumps(plain)) == plain
    assert kind.from_dict(json.loads(json.dumps(plain))) == message


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ({}, "missing required field text"),
        ({"text": 1}, "text must be a text, not a whole number"),
        ({"text": "a", "hide": "HIV"}, "hide must be a list, not a text"),
        ({"text": "a", "hid": ["HIV"]}, "nothing is called hid"),
        ({"text": "a", "a secret": 1}, "nothing is called as one of its keys is"),
        ([], "it must be a table, not a list"),
        (None, "it must be a table, not nothing"),
    ],
)
def test_what_does_not_fit_is_said_and_never_repeated(plain, said):
    with pytest.raises(InputError, match=said) as refused:
        SanitizeRequest.from_dict(plain)
    assert str(refused.value).startswith("sanitize request: ")
    assert refused.value.code == "bad-request"


# --- what does not fit ---


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: SanitizeRequest(text="x", hide="HIV"), "sanitize request: hide must be a list, not a text"),
        (lambda: SanitizeRequest(text=None), "sanitize request: text must be a text, not nothing"),
        (lambda: SanitizeRequest(text="x", hide=(5,)), "hide[0] must be a text, not a whole number"),
        (lambda: SanitizeRequest(text="x", settings={1: 2}), "a key of settings must be a text, not a whole number"),
        (lambda: SanitizeRequest(text="x", key=b""), "a key of 0 bytes can be guessed"),
        (lambda: SanitizeRequest.from_dict({"text": 5}), "text must be a text, not a whole number"),
        (lambda: SanitizeRequest.from_dict({"text": "x", "a b": 5}), "nothing is called as one of its keys is"),
        (lambda: InspectRequest(text="x", people=1), "people must be 2 or more"),
        (lambda: InspectRequest(text="x", people=True), "people must be a whole number or nothing, not true or false"),
        (lambda: EngineConfig(background="notes.jsonl"), "engine config: background must be a list, not a text"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(made, said):
    with pytest.raises(InputError, match=re.escape(said)):
        made()


def test_a_list_will_do_for_a_tuple_and_a_path_for_its_name(tmp_path):
    request = SanitizeRequest(text="x", hide=["HIV"], policy=tmp_path)
    assert (request.hide, request.policy) == (("HIV",), (str(tmp_path),))
    assert SanitizeRequest.from_dict(request.to_dict()) == request

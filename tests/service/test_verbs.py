"""A line of Python for each verb."""

import pytest

from sfumato.errors import InputError
from sfumato.service.verbs import explain, inspect, sanitize, verify

TEXT = "He takes zidovudine for HIV."


def test_in_one_line():
    done = sanitize(TEXT, hide=["HIV"])
    assert done.certificate.holds
    assert "HIV" not in done.text
    assert sanitize(TEXT, hide="HIV") == done
    redacted = sanitize(TEXT, hide=["HIV"], method="redact", alpha=2)
    assert redacted.certificate.claim["profile"]["name"] == "default with alpha 2, method redact"
    assert sanitize(TEXT, policy="us-medical").certificate.claim["policy"] == "us-medical"


@pytest.mark.parametrize(
    ("wrong", "said"), [({"alhpa": 2}, "did you mean alpha"), ({"alpha": 0}, "from 1"), ({"policy": "x"}, "no policy")]
)
def test_wrong_settings_are_said(wrong, said):
    with pytest.raises(InputError, match=said):
        sanitize("text", hide=["HIV"], **wrong)


def test_a_secret_is_read_as_everywhere():
    (standing,) = sanitize(TEXT, hide=["HIV@2"]).certificate.secrets
    assert (standing.secret, standing.alpha) == ("HIV", 2.0)
    with pytest.raises(InputError, match=r"HVI: never seen in the knowledge\. Did you mean hiv\?") as refused:
        sanitize(TEXT, hide=["HVI"])
    assert refused.value.code == "misspelt"


def test_a_release_is_verified_and_a_term_explained():
    done = sanitize(TEXT, hide="HIV")
    assert verify(done.text, hide="HIV").holds
    assert verify(done.text, certificate=done.certificate.to_dict()).same_text
    assert not verify(TEXT, hide="HIV").holds
    assert explain("zidovudine", hide="HIV").secrets[0].discloses


def test_what_words_lead_to():
    biography = "He was the son of a construction magnate and led the mujahideen in Afghanistan from Saudi Arabia."
    found = inspect(biography, hide="Osama bin Laden")
    assert found.inferences
    assert not found.clean
    assert inspect(biography).conclusions

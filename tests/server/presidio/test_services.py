"""Both services on one port, and what each says it has."""

import pytest

from tests.server.presidio.conftest import (
    LICENSE,
    refused,
    told,
)

# --- both services -------------------------------------------------------------------------------------


def test_health_names_both_services(client):
    response = client.get("/health")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    assert "Presidio Analyzer service is up" in response.text
    assert "Presidio Anonymizer service is up" in response.text


def test_the_analyzer_s_results_go_into_the_anonymizer_on_the_same_port(client):
    found = client.post("/analyze", text=LICENSE, language="en").json()
    status, body = told(client.post("/anonymize", text=LICENSE, analyzer_results=found))
    assert (status, body["text"]) == (200, "<PERSON> drivers license is <US_DRIVER_LICENSE>")


# --- /recognizers, /supportedentities, /anonymizers, /deanonymizers ------------------------------------


@pytest.mark.parametrize("path", ["/recognizers", "/supportedentities"])
def test_lists_of_the_analyzer(client, path):
    status, names = told(client.get(f"{path}?language=en"))
    assert (status, names) == (200, sorted(names))
    assert told(client.get(path)) == told(client.get(f"{path}?unknown=input")) == (200, names)
    message = "No matching recognizers were found to serve the request."
    assert refused(client.get(f"{path}?language=he")) == (500, message)


def test_presidio_s_common_names_are_among_them(client):
    known = """PHONE_NUMBER US_DRIVER_LICENSE US_PASSPORT LOCATION CREDIT_CARD CRYPTO UK_NHS US_SSN US_BANK_NUMBER
    EMAIL_ADDRESS DATE_TIME IP_ADDRESS PERSON IBAN_CODE NRP US_ITIN AU_TFN URL ORGANIZATION"""
    assert set(known.split()) <= set(client.get("/supportedentities").json())
    assert {"CryptoRecognizer", "EmailRecognizer", "SpacyRecognizer"} <= set(client.get("/recognizers").json())


def test_lists_of_the_anonymizer(client):
    presidio = ["hash", "mask", "redact", "replace", "encrypt", "custom", "keep"]
    assert told(client.get("/anonymizers")) == (200, [*presidio, "generalise"])
    assert told(client.get("/deanonymizers")) == (200, ["decrypt"])

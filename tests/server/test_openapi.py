"""The description of the routes is the one that is committed, and whole."""

import json
import re
from pathlib import Path

from sfumato.server.app import ROUTES
from sfumato.server.openapi import openapi
from sfumato.server.review import BEGIN

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"


def test_it_is_the_one_that_is_committed():
    written = json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n"
    assert COMMITTED.read_text(encoding="utf-8") == written, "run: python scripts/write_reference.py"


def test_it_is_served(client):
    assert client.get("/openapi.json").json() == json.loads(COMMITTED.read_text(encoding="utf-8"))


def test_every_route_is_in_it():
    described = {(path, method.upper()) for path, methods in openapi()["paths"].items() for method in methods}
    routes = {(template, method) for template, method, _ in ROUTES if template != "/metrics"}
    assert {each for each in described if each[1] != "PARAMETERS"} == {*routes, (BEGIN, "POST")}


def test_every_reference_leads_somewhere():
    text = json.dumps(openapi())
    named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert named <= set(openapi()["components"]["schemas"])
    assert {"SanitizeRequest", "Sanitized", "Error", "Job"} <= named


def test_every_operation_has_a_name_of_its_own():
    names = re.findall(r'"operationId": "(\w+)"', json.dumps(openapi()))
    assert len(names) == len(set(names))

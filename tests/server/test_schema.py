"""Requests made from the description of the routes, right and wrong ones: every answer is one that it describes."""

import os
from importlib import import_module

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from sfumato.server.openapi import openapi
from tests.serving import serving_apart

schemathesis = pytest.importorskip("schemathesis")
from schemathesis import GenerationMode  # noqa: E402
from schemathesis.checks import not_a_server_error  # noqa: E402
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

EXAMPLES = int(os.environ.get("SFUMATO_EXAMPLES", "8"))  # for each operation, of each kind
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
LIMITS = {"sets": 2_000, "characters": 2_000, "label": 100, "jobs": 1_000_000, "waiting": 10_000}
SCHEMA = schemathesis.openapi.from_dict(openapi())
for late in ("generation.body_overrides", "transport.wsgi", "transport.asgi", "transport.requests"):
    import_module(f"schemathesis.{late}")  # deep in the drawing of an example Python cannot import them
MODES = {"right": GenerationMode.POSITIVE, "wrong": GenerationMode.NEGATIVE}
CASES = [
    pytest.param(found.ok(), mode, id=f"{found.ok().label} {name}")
    for found in SCHEMA.get_all_operations()
    for name, mode in MODES.items()
    if name == "right" or found.ok().body  # what takes nothing cannot be asked wrongly
]


@pytest.fixture(scope="module")
def url():
    with serving_apart(LIMITS) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_every_answer_is_one_that_is_described(url, operation, mode):
    @settings(
        max_examples=EXAMPLES,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
        derandomize=True,
    )
    @given(operation.as_strategy(generation_mode=mode))
    def hold(case):
        answer = case.call(base_url=url, timeout=120)
        case.validate_response(answer, checks=CHECKS)

    hold()

"""docs/presidio.md: every example is what is answered."""

import json
import re
from pathlib import Path

import pytest

from tests.server.presidio.conftest import (
    told,
)

PAGE = (Path(__file__).parents[3] / "docs" / "presidio.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\nPOST (\S+)\n(.*?)\n\n(\d+)\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize(("path", "body", "status", "answer"), EXAMPLES)
def test_the_examples_of_the_page_are_what_is_answered(client, path, body, status, answer):
    assert told(client.post(path, json.loads(body))) == (int(status), json.loads(answer))


def test_the_page_has_examples_and_names_every_operator_and_limit(client):
    assert len(EXAMPLES) >= 4
    for name in client.get("/anonymizers").json():
        assert f"`{name}`" in PAGE
    found = client.get("/supportedentities").json()
    missing = re.search(r"Not found: (.*?) and other", PAGE, re.S)
    assert not set(re.findall(r"`(\w+)`", missing[1])) & set(found)

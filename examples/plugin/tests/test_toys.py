"""Each toy keeps the contract of its kind. Run with the package installed: pytest examples/plugin/tests"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sfumato_toys import note
from sfumato_toys.badge import found
from sfumato_toys.hearsay import Hearsay
from sfumato_toys.long_words import long_words
from sfumato_toys.pond import birds, pond
from sfumato_toys.shared_words import SHARED_WORDS
from sfumato_toys.stars import Stars
from sfumato_toys.tagged import Tagged

from sfumato import contracts
from sfumato.types import Document

Check = Callable[..., None]
WORLD = contracts.village()
TOYS: dict[str, Any] = {
    "detectors": found,
    "judges": long_words,
    "readers": Hearsay(WORLD),
    "replacers": Stars(WORLD.knowledge, WORLD.taxonomy, b""),
    "languages": Tagged(),
    "attackers": SHARED_WORDS,
    "knowledge": pond(),
    "taxonomies": birds(),
}
CHECKS = [(group, check) for group in TOYS for check in contracts.SUITES[group]]


@pytest.mark.parametrize(("group", "check"), CHECKS)
def test_contract(group: str, check: Check) -> None:
    check(TOYS[group])


@pytest.mark.parametrize("check", contracts.FORMAT)
def test_contract_of_the_format(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "day.note"
    path.write_bytes(note.sample("note"))
    check(note, path)


@pytest.mark.parametrize(
    "name", ["badge", "long-words", "hearsay", "stars", "tagged", "note", "shared-words", "pond", "birds"]
)
def test_it_is_installed_as_it_is_here(name: str) -> None:
    assert [problem for _, problem in contracts.checked(f"sfumato-toys:{name}") if problem] == []


def test_badges() -> None:
    text = "The nurse with badge B-1234 left; X-99999 is none."
    assert [term.text for term in found(Document("1", text), [])] == ["B-1234"]

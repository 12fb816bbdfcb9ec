"""Documents about one person: what none tells alone they may tell together."""

import pytest

from sfumato.errors import InputError
from sfumato.io.rivals import rivals_of
from sfumato.protocols import Resources
from sfumato.service import Engine, Failure, Record, SanitizeRequest
from sfumato.types import Document

WARD = [
    {"name": "Jane Roe", "known": ["cello", "bees", "stick"]},
    *({"name": f"{name} Poole", "known": ["cello"]} for name in ("Mary", "Ann", "Ruth")),
    *({"name": f"{name} Grant", "known": ["bees"]} for name in ("Lucy", "Tess", "Kate")),
    *({"name": f"{name} Marsh", "known": ["stick"]} for name in ("Joan", "Ella", "Nora")),
    *({"name": f"{name} Webb"} for name in ("Iris", "Vera", "Olga", "Emma", "Rose")),
]
TEXTS = (
    "Jane Roe came on Monday. She brought a cello. The fracture was set.",
    "Jane Roe came back a week later. She spoke of her bees. The wound heals well.",
    "Jane Roe came for the last time. She was given a stick. No further visit is planned.",
)
HIDDEN = SanitizeRequest(text="", hide=("Jane Roe",), rivals=WARD, settings={"crowd": 3})
TOGETHER = SanitizeRequest(text="", hide=("Jane Roe",), rivals=WARD, settings={"crowd": 3}, same_person=True)


@pytest.fixture(scope="module")
def engine(pack, embedded, english):
    return Engine(resources=Resources(pack, embedded, english))


def records(*texts, hide=()):
    return [Record(Document(f"{at}.txt", text), hide) for at, text in enumerate(texts, 1)]


def test_each_alone_hides_in_a_crowd_and_all_together_do_not(engine):
    alone = list(engine.sanitize_all(HIDDEN, records(*TEXTS)))
    assert all(each.certificate.holds for each in alone)
    assert all(word in each.text for word, each in zip(("cello", "bees", "stick"), alone, strict=True))
    sanitizer = engine.sanitizer(engine.policy(HIDDEN), rivals=rivals_of(WARD))
    (read,) = sanitizer.read("\n\n".join(each.text for each in alone), TEXTS[0])
    assert read.crowd.size == 0


def test_together_the_cheapest_pieces_go_where_they_stand(engine):
    found = engine.sanitize_all(TOGETHER, records(*TEXTS))
    assert found.holds
    (crowd,) = found.crowds
    assert crowd.size >= 3
    left = [word for word in ("cello", "bees", "stick") if any(word in each.text for each in found)]
    assert len(left) <= 1
    assert 2 <= len(found.repaired) <= 3
    assert "3 other people of the list or more fit at least as well" in str(found)
    assert all(each.certificate.holds for each in found)


def test_one_document_that_fails_is_told_and_the_others_count(engine):
    broken = Record(Document("0.txt", ""), error="its text is no text")
    found = engine.sanitize_all(TOGETHER, [broken, *records(*TEXTS)])
    first, *others = found
    assert isinstance(first, Failure)
    assert found.holds
    assert len(others) == 3


def test_secrets_of_a_document_alone_are_refused(engine):
    with pytest.raises(InputError, match="the same secrets"):
        engine.sanitize_all(TOGETHER, records(*TEXTS, hide=("Ann Poole",)))


def test_without_rivals_there_is_no_crowd(engine):
    with pytest.raises(InputError, match="no secret has rivals"):
        engine.sanitize_all(SanitizeRequest(text="", hide=("Jane Roe",), same_person=True), records(*TEXTS))

"""No note of a release names a person: by any direct identifier, a dropped name, or what is made of a name."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sfumato.errors import SfumatoError
from sfumato.io.arrow import pa
from sfumato.languages import load
from sfumato.tables import AnonymizeRequest, AnonymizeResult, anonymize
from sfumato.tables.config import config_of
from sfumato.tables.guessing import guess, written
from sfumato.tables.identifiers import identifiers

FIRST = "Orla Tamsin Idris Mairead Kofi Grace Anselm Will Bo Ingrid Rosalind Piotr Zeynep Noor Mark".split()
LAST = "Quist Bauer Okafor Lindqvist Ng Marchetti Thornbury Adeyemi Szabo Penhaligon Stone".split()
CITIES = "York Leeds Derby Hull".split()
NOTES = (
    "I met {first} at the market, and will mark the day.",
    "ask {first} {last} about the key",
    "{last} left early; the stone was cold.",
    "Nothing happened, by the grace of the weather.",
)
QUASI = {"role": "quasi_identifier"}
DIRECT = {"role": "direct_identifier"}
COUNT = 40


def member(at: int) -> tuple[str, str]:
    return FIRST[at % len(FIRST)], LAST[at % len(LAST)]


def table() -> pa.Table:
    return pa.table(
        {
            "id": [f"P{at:03d}" for at in range(COUNT)],
            "first name": [member(at)[0] for at in range(COUNT)],
            "surname": [member(at)[1] for at in range(COUNT)],
            "city": [CITIES[at % 4] for at in range(COUNT)],
            "note": [
                NOTES[at % 4].format(first=member(at * 7 % COUNT)[0], last=member(at * 7 % COUNT)[1])
                for at in range(COUNT)
            ],
        }
    )


def anonymized(given: pa.Table, columns: dict[str, Any], **settings: Any) -> AnonymizeResult:
    return anonymize(given, AnonymizeRequest(config={"columns": columns}, **{"k": 3, "types": ("mail",), **settings}))


def notes(done: AnonymizeResult) -> str:
    return "\n".join(done.table.column("note").to_pylist())


def columns_with(name: dict[str, Any], surname: dict[str, Any]) -> dict[str, Any]:
    return {"id": DIRECT, "first name": name, "surname": surname, "city": QUASI, "note": {"role": "text"}}


@pytest.mark.parametrize("role", ["direct_identifier", "drop"])
def test_names_go_from_column_and_texts_and_nobody_is_lost(role: str) -> None:
    done = anonymized(table(), columns_with({"role": role}, {"role": role}))
    assert done.table.column_names == ["person", "city", "note"]
    assert done.verdict.people == COUNT
    said = notes(done)
    for name in (*FIRST, *LAST):
        assert not re.search(rf"\b{name}\b", said), name
    assert "and will mark the day" in said  # words, not names
    assert "the stone was cold" in said
    assert "by the grace of" in said


def test_what_is_guessed_of_several_names_holds_and_names_nobody() -> None:
    given = table().drop_columns(["id"])
    config = guess(given)
    assert [column.name for column in config.keys] == ["first name", "surname"]
    assert "key = true" in written(config)
    columns = {
        "first name": {**DIRECT, "key": True}, "surname": {**DIRECT, "key": True}, "city": QUASI,
        "note": {"role": "text"},
    }  # fmt: skip
    done = anonymized(given, columns)
    assert done.verdict.people == COUNT
    assert not any(re.search(rf"\b{name}\b", notes(done)) for name in (*FIRST, *LAST))


@pytest.mark.parametrize("name", ["first name", "surname"])
def test_a_column_of_peoples_names_is_not_kept(name: str) -> None:
    columns = {**columns_with(DIRECT, DIRECT), name: {"role": "keep"}}
    with pytest.raises(SfumatoError, match=f'column "{name}": is kept, and names people: call it direct_identifier'):
        anonymized(table(), columns)


@pytest.mark.parametrize("role", ["quasi_identifier", "keep", "sensitive"])
def test_notes_that_name_their_authors_are_not_released_as_values(role: str) -> None:
    own = [f"{member(at)[0]} came late." for at in range(COUNT)]
    given = table().append_column("remark", pa.array(own))
    with pytest.raises(SfumatoError, match='column "remark": names the people of its rows: call it direct_ident'):
        anonymized(given, {**columns_with(DIRECT, DIRECT), "remark": {"role": role}})
    done = anonymized(given, {**columns_with(DIRECT, DIRECT), "remark": {"role": "text"}})
    assert "Identifier came late." in done.table.column("remark").to_pylist()


def test_a_dropped_column_of_other_words_is_not_searched() -> None:
    given = table().append_column("state", pa.array(["Market", "Weather"] * (COUNT // 2)))
    done = anonymized(given, {**columns_with(DIRECT, DIRECT), "state": {"role": "drop"}})
    assert "at the market" in notes(done)


def found(text: str, *names: str, role: str = "direct_identifier") -> list[str]:
    """What is found in the text of the first of the rows with these names."""
    config = config_of({"columns": {"name": {"role": role}, "note": {"role": "text"}}})
    find = identifiers(pa.table({"name": list(names), "note": [""] * len(names)}), config, load())
    places = sorted(set(find(text, 0)))
    return [text[a:b] for a, b in places if not any((c, d) != (a, b) and c <= a and b <= d for c, d in places)]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Bob was here, and BOB's dog; paid the bill.", ["Bob", "BOB"]),
        ("write to bob.bauer84@a.example or rbauer@a.example", ["bob.bauer84@a.example", "rbauer@a.example"]),
        ("I am robertbauer there, RBauer here.", ["robertbauer", "RBauer"]),
        ("Yours, R.B.", ["R.B."]),
        ("Yours, R. B.", ["R. B."]),
        ("RB said so, not RBX", ["RB"]),
        ("G.S. said so", []),  # the initials of another row
        ("grace of God, Grace said, a stone for Stone", ["Grace", "Stone"]),
        ("I will; so does Will", []),  # no short form of either
    ],
)  # fmt: skip
def test_what_people_make_of_their_names_is_found(text: str, hidden: list[str]) -> None:
    assert found(text, "Robert Bauer", "Grace Stone") == hidden


def test_names_of_two_letters_are_found_as_they_are_written() -> None:
    assert found("Bo met Ng, and NG met an ox; so did bo", "Bo Ng", "An Ox") == ["Bo", "Ng", "NG"]


def test_joined_names_and_accents_in_addresses() -> None:
    text = "I am @jeanlucmuller, or JMüller"
    assert found(text, "Jean-Luc Müller") == ["jeanlucmuller", "JMüller"]


def test_a_joined_name_is_found_whole() -> None:
    text = "BO O'BRIEN, o’brien's dog, Seo-Yeon; the Ob, seoyeon"
    assert found(text, "Kim O'Brien", "Seo-yeon Li") == ["O'BRIEN", "o’brien", "Seo-Yeon", "seoyeon"]


def test_a_letter_is_nobodys_name() -> None:
    assert found("B is before m, and A.B. is Ada Byron, not 5 m", "Ada B. Byron", "m01") == ["A.B.", "Ada", "Byron"]


def test_words_of_a_dropped_column_that_identifies() -> None:
    assert found("ask P0017 or Robert", "P0017", "P0018", role="drop") == ["P0017"]
    assert found("ask Robert or his sister", "Robert", "Anselm", role="drop") == ["Robert"]

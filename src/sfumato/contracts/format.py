"""What every `Format` promises, over a file of its kind."""

from __future__ import annotations

from pathlib import Path

from sfumato.errors import InputError
from sfumato.protocols import Fields, Format


def says_what_it_is(format: Format, path: Path) -> None:
    assert isinstance(format, Format)
    assert format.name == format.name.strip().lower() != "", format.name
    assert format.what.strip(), format.name
    assert isinstance(format.single, bool), format.single


def reads_texts_with_ids(format: Format, path: Path) -> None:
    documents = list(format.read(path, Fields()))
    assert any(document.text.strip() for document in documents), "the file should have a text"
    for document in documents:
        assert document.id, document
        for said in (document.id, document.text, document.title):
            assert "\0" not in said, document.id
            said.encode()  # no half of a surrogate pair
    assert not format.single or [document.id for document in documents] == [path.name]


def reads_the_same_again(format: Format, path: Path) -> None:
    assert list(format.read(path, Fields())) == list(format.read(path, Fields()))


def tells_how_much_it_has_read(format: Format, path: Path) -> None:
    told: list[int] = []
    list(format.read(path, Fields(), told.append))
    assert sum(told) == path.stat().st_size


def refuses_what_is_not_there(format: Format, path: Path) -> None:
    missing = path.with_name(f"not-{path.name}")
    said = ""
    try:
        list(format.read(missing, Fields()))
    except InputError as error:
        said = str(error)
    assert missing.name in said, "a file that is not there should be an InputError that names it"


FORMAT = (
    says_what_it_is,
    reads_texts_with_ids,
    reads_the_same_again,
    tells_how_much_it_has_read,
    refuses_what_is_not_there,
)

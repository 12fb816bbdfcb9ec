"""Requests and results as plain values of JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Self

import msgspec

from sfumato.errors import InputError
from sfumato.io.settings import Table


class Plain:
    """A frozen dataclass that can be sent: `from_dict(x.to_dict()) == x`.

    Its fields are plain values, tuples, dictionaries and dataclasses of these; a number that there is not is `None`,
    never NaN, which JSON does not have.
    """

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON has them: dictionaries, lists, texts, numbers, true, false and null."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The object that gave such a dictionary; `InputError` tells the field that is unknown or of a wrong type."""
        known = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # a dataclass, by what this is for
        Table.of(values, cls.__name__).only(known)
        try:
            return msgspec.convert(values, cls)
        except msgspec.ValidationError as error:
            raise InputError(f"{cls.__name__}: {error}", code="bad-request") from None

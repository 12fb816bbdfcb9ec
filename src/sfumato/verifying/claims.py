"""Certificates as files have them: one of a text, a list, or those inside a working file of JSON lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import lines, plain_suffix, shown, whole_text
from sfumato.verifying.release import check_claim


@dataclass(frozen=True, slots=True)
class Claims:
    """What was claimed: of one text, or of several by their ids."""

    where: str
    one: Mapping[str, Any] | None
    several: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path) -> Claims:
        """A certificate, a list of them, or JSON lines that have theirs inside, as `sfumato sanitize` writes them."""
        where = shown(path)
        try:
            if plain_suffix(path) in (".jsonl", ".ndjson"):
                records = [json.loads(row) for row in lines(path) if not row.isspace()]
                value: Any = [{"id": r["id"], **r["certificate"]} for r in records if "certificate" in r]
            else:
                value = json.loads(whole_text(path))
            one = value if isinstance(value, dict) else None
            several = {str(each["id"]): each for each in value if "secrets" in each} if one is None else {}
        except (ValueError, RecursionError, LookupError, TypeError):
            raise InputError(f"{where}: not a certificate of sfumato sanitize") from None
        for claim in several.values() if one is None else [one]:
            check_claim(claim, where)
        return cls(where, one, several)

    def of(self, id: str) -> Mapping[str, Any]:
        """The certificate of a text."""
        if self.one is not None:
            return self.one
        if id not in self.several:
            raise InputError(f"{self.where} has no certificate of this id")
        return self.several[id]

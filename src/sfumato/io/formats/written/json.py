"""JSON: strings and numbers are edited where they stand, keys that tell are replaced, and the rest stays as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sfumato.io.formats.pieces import DEEPEST, Opened, Reading, edited, refused
from sfumato.io.formats.written.spans import Source
from sfumato.io.formats.written.xml import readable_name
from sfumato.types import Edit

name = "json"
what = "a JSON file"
suffixes = (".json",)
types = ("application/json",)

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[{}\[\],:]|true|false|null')
_COLON = re.compile(r"\s*:")
_PLAIN = re.compile(r"(?:id|name|text|title|value|type|key|data|items?|url|date|lang|version|body|content|count)", re.I)


def is_one(data: bytes) -> bool:
    """Whether bytes begin as JSON does."""
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1] in (b"{", b"[", b'"')


def opened(data: bytes, reading: Reading) -> Opened:
    """The file."""
    source = Source(data)
    _check(source.text)
    return _File(source, reading).read()


def _check(text: str) -> None:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in items}) < len(items):
            raise refused("an object has the same key twice: readers would disagree on what it says")
        return dict(items)

    try:
        json.loads(text, object_pairs_hook=pairs, parse_int=str, parse_float=str)
    except RecursionError:
        raise refused("nested too deep", "too-large") from None
    except ValueError:
        raise refused("not valid JSON") from None


class _File:
    def __init__(self, source: Source, reading: Reading) -> None:
        self.source, self.reading, self.off = source, reading, reading.off
        self.found = Opened(save=self.save)
        self.within: list[tuple[int, int, _File]] = []
        self.keys: dict[str, list[tuple[int, int]]] = {}

    def read(self) -> Opened:
        path: list[Any] = []
        waiting: Any = None  # the key of the value that comes
        for token in _TOKEN.finditer(self.source.text):
            said = token[0]
            if said in "{[":
                path.append([waiting, -1 if said == "[" else None])
                waiting = None
            elif said in "}]":
                path.pop()
            elif said[0] == '"' and self._is_key(token.end(), path):
                waiting = json.loads(said)
                if not _PLAIN.fullmatch(waiting):
                    self.keys.setdefault(waiting, []).append(token.span())
            elif said[0] == '"' or said[0] in "-0123456789":
                self.value(token, self._place(path, waiting))
        for number, (key, places) in enumerate(self.keys.items(), 1):
            if "keys" not in self.off:
                self.found.add("key", readable_name(key), self.key_put(places, f"key{number}"))
        self.found.part("file", "rewritten")
        return self.found

    def _is_key(self, at: int, path: list[Any]) -> bool:
        return bool(path) and path[-1][1] is None and _COLON.match(self.source.text, at) is not None

    def _place(self, path: list[Any], key: Any) -> str:
        steps = [str(each[0]) for each in path if each[0] is not None]
        return "/".join([*steps, *([str(key)] if key is not None else [])]) or "value"

    def value(self, token: re.Match[str], place: str) -> None:
        text = json.loads(token[0]) if token[0][0] == '"' else token[0]
        if token[0][0] == '"' and "strings" in self.off:
            return
        if token[0][0] != '"' and ("numbers" in self.off or len(text) < 2):
            return
        if token[0][0] == '"' and (nested := self.nested(text)):
            self.found.include(nested.read(), place)
            self.within.append((*token.span(), nested))
            return

        def put(edits: Sequence[Edit]) -> None:
            said = edited(text, edits)
            self.source.replace(*token.span(), json.dumps(said, ensure_ascii=False) if said or text else "null")

        self.found.add(place, text, put)

    def nested(self, text: str) -> _File | None:
        """The JSON that a string holds, if it does and lies not too deep: its own strings are pieces."""
        if not text.lstrip().startswith(("{", "[")) or self.reading.depth >= DEEPEST:
            return None
        try:
            json.loads(text)
            source = Source(text.encode())
        except (ValueError, RecursionError):
            return None
        _check(text)
        return _File(source, replace(self.reading, depth=self.reading.depth + 1))

    def save(self) -> bytes:
        for start, end, nested in self.within:
            before, after = nested.source.text, nested.save().decode()
            if after != before:
                self.source.replace(start, end, json.dumps(after, ensure_ascii=False))
        return self.source.saved("strict")

    def key_put(self, places: list[tuple[int, int]], new: str) -> Callable[[Sequence[Edit]], None]:
        def put(edits: Sequence[Edit]) -> None:
            for start, end in places:
                self.source.replace(start, end, f'"{new}"')

        return put

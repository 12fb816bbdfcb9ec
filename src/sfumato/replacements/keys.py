"""What is chosen by a key: the same for the same under one key, and without the key nothing tells from what."""

from __future__ import annotations

import hashlib
import hmac

_DIGITS = "23456789"
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = 5  # characters of a code, the first of them a digit: about eight million


class Drawn(bytes):
    """A key that was drawn by chance and that nobody keeps: what is chosen by it is the same in one document alone."""


def for_document(key: bytes, text: str) -> bytes:
    """The key for a document: the key itself, or where it was only drawn one of the document's own."""
    return keyed(key, "document", text) if isinstance(key, Drawn) else key


def keyed(key: bytes, *what: str) -> bytes:
    """Bytes that stand for something under a key."""
    return hmac.new(key, "\0".join(what).encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


def number(key: bytes, below: int, *what: str) -> int:
    """A number from 0 on that stands for something under a key."""
    return int.from_bytes(keyed(key, *what)[:8]) % below


def code(key: bytes, *what: str) -> str:
    """A short code that stands for something under a key; it has a digit, so that it is no word."""
    first, *rest = keyed(key, *what)[:_CODE]
    return _DIGITS[first % len(_DIGITS)] + "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in rest)

"""What is written in the place of a span: Presidio's operators, and the way back from an encrypted one."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7

from sfumato.server.presidio.refusing import invalid, named, optional, required

Operator: TypeAlias = Callable[[str, str, Mapping[str, Any]], str]
"""Given the text of a span, its entity type and the settings, what is written instead."""

_BLOCK = AES.block_size // 8  # bytes
_SALT = 16  # bytes at least
_HALVES = "surrogatepass"  # a text may have half a character, which must not stop us


def replace(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """The new value, or the type in angle brackets."""
    return optional(settings, "new_value", str) or f"<{entity_type}>"


def redact(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """Nothing."""
    return ""


def keep(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """The text as it is."""
    return text


def mask(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """The text with so many characters masked, from its beginning or its end."""
    sign: str = required(settings, "masking_char", str)
    if len(sign) > 1:
        raise invalid("Invalid input, masking_char must be a character")
    many = min(len(text), max(0, required(settings, "chars_to_mask", int)))
    if required(settings, "from_end", bool):
        return text[: len(text) - many] + sign * many
    return sign * many + text[many:]


def hashed(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """The hash of the text with a salt, which is drawn anew for every span unless it is given."""
    kind = settings.get("hash_type", "sha256")
    if kind not in ("sha256", "sha512"):
        raise invalid(f"Parameter hash_type value {named(kind)} is not in range of values ['sha256', 'sha512']")
    salt = optional(settings, "salt", str)
    given = secrets.token_bytes(32) if salt is None else salt.encode("utf-8", _HALVES)
    if not given:
        raise invalid("Salt parameter cannot be empty.")
    if len(given) < _SALT:
        raise invalid(f"Salt must be at least {_SALT} bytes (128 bits). Provided salt is {len(given)} bytes.")
    return hashlib.new(kind, text.encode("utf-8", _HALVES) + given).hexdigest()


def encrypt(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """The text encrypted under a key (AES in CBC mode, a random first block in front, Base64 for addresses)."""
    first = secrets.token_bytes(_BLOCK)
    cipher = Cipher(AES(_key(settings)), CBC(first)).encryptor()
    padder = PKCS7(AES.block_size).padder()
    padded = padder.update(text.encode("utf-8", _HALVES)) + padder.finalize()
    return base64.urlsafe_b64encode(first + cipher.update(padded) + cipher.finalize()).decode("ascii")


def decrypt(text: str, entity_type: str, settings: Mapping[str, Any]) -> str:
    """What was encrypted under the key."""
    key = _key(settings)
    try:
        whole = base64.urlsafe_b64decode(text)
        cipher = Cipher(AES(key), CBC(whole[:_BLOCK])).decryptor()
        unpadder = PKCS7(AES.block_size).unpadder()
        padded = cipher.update(whole[_BLOCK:]) + cipher.finalize()
        return (unpadder.update(padded) + unpadder.finalize()).decode("utf-8", _HALVES)
    except ValueError:
        raise invalid("Invalid input, text was not encrypted under this key", "cannot-decrypt") from None


def _key(settings: Mapping[str, Any]) -> bytes:
    key: bytes = required(settings, "key", str).encode("utf-8", _HALVES)
    if len(key) * 8 not in (128, 192, 256):
        raise invalid("Invalid input, key must be of length 128, 192 or 256 bits", "bad-key")
    return key


ANONYMIZERS: dict[str, Operator] = {
    "hash": hashed,
    "mask": mask,
    "redact": redact,
    "replace": replace,
    "encrypt": encrypt,
    "keep": keep,
}
DEANONYMIZERS: dict[str, Operator] = {"decrypt": decrypt}

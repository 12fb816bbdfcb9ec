"""Codes, telephone numbers and addresses on networks of the same shape as others, that are nobody's."""

from __future__ import annotations

import re
import string

from sfumato.replacements.keys import keyed

_DIGIT = re.compile(r"\d")
_FICTITIOUS = "55501"  # of the last seven digits: reserved for fiction in North America
_LOCAL = 7
_COUNTRY = re.compile(r"\+\d{1,3}")
_HOST = "example.org"
_SCHEME = re.compile(r"[a-z]+://", re.IGNORECASE)


def same_shape(text: str, key: bytes) -> str:
    """A code with other digits for digits and other letters for letters; what stands between them stays.

    >>> same_shape("MRN-00123", b"key") == same_shape("MRN-00123", b"key") != same_shape("MRN-00123", b"other")
    True
    """
    made = []
    stream = _stream(key, "shape", text)
    for sign, byte in zip(text, stream, strict=False):
        if sign.isdecimal():
            made.append(str(byte % 10) if sign == "0" else str(byte % 9 + 1))
        elif sign.isalpha():
            letters = string.ascii_uppercase if sign.isupper() else string.ascii_lowercase
            made.append(letters[byte % len(letters)])
        else:
            made.append(sign)
    return "".join(made)


def phone(text: str, key: bytes) -> str:
    """A telephone number of the same shape that ends as those of fiction do: 555-01xx.

    The code of the country stays; before the last seven digits stands what no area has.

    >>> import re
    >>> bool(re.fullmatch(r"\\+1 \\(0\\d\\d\\) 555-01\\d\\d", phone("+1 (212) 736-5000", b"key")))
    True
    """
    country = _COUNTRY.match(text)
    places = [match.start() for match in _DIGIT.finditer(text, country.end() if country else 0)]
    other = list(same_shape(text, key))
    if country:
        other[: country.end()] = text[: country.end()]
    for place, digit in zip(places[-_LOCAL:], _FICTITIOUS, strict=False):
        other[place] = digit
    if len(places) > _LOCAL:
        other[places[0]] = "0"
    return "".join(other)


def mail(local: str) -> str:
    """An address of mail under a name that is reserved for examples."""
    return f"{local}@{_HOST}"


def url(text: str, key: bytes) -> str:
    """An address of a page under a name that is reserved for examples."""
    scheme = _SCHEME.match(text)
    return f"{scheme.group() if scheme else ''}www.{_HOST}/{same_shape('000000', keyed(key, text))}"


def address(text: str, key: bytes) -> str:
    """An address on a network that is reserved for documentation."""
    one, two, *_ = keyed(key, "address", text)
    return f"2001:db8::{one:x}{two:02x}" if ":" in text else f"192.0.2.{one % 254 + 1}"


def _stream(key: bytes, *what: str) -> bytes:
    """As many bytes as the last word has characters."""
    blocks = len(what[-1]) // 32 + 1
    return b"".join(keyed(key, *what, str(block)) for block in range(blocks))

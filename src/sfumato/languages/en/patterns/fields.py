"""Values of forms that only their label tells: whatever stands behind "MRN:" is a number of that kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.en.forms import fields
from sfumato.languages.plain import Plain
from sfumato.types import Match

NUMBERS = frozenset(
    """MEDICAL_RECORD_NUMBER HEALTH_PLAN_NUMBER ACCOUNT_NUMBER CASE_NUMBER US_DRIVER_LICENSE DEVICE_ID LICENSE_PLATE
    ID_NUMBER""".split()
)
KINDS = NUMBERS | {"DATE_TIME", "PHONE_NUMBER", "STREET_ADDRESS"}
"""The labels that `values` gives."""
_NUMBER = re.compile(r"[#(]?(?=[^\s,;]{0,20}\d)[\w*][\w*./()-]{1,30}(?:[ -](?=\w{0,4}\d)[\w*./-]{1,20}){0,4}")
_PHONE = re.compile(r"\+?\(?\d[\d ().x/-]{4,24}\d(?:[ ]?(?:x|ext\.?)[ ]?\d{1,6})?")
_DATE = re.compile(
    r"(?=[^\n]{0,20}\d)(?:\d{1,4}(?:st|nd|rd|th)?[-/. ,]{0,2}(?:\d{1,2}|[^\W\d_]{3,9})\.?[-/. ,]{1,2}'?\d{1,4}"
    r"|[^\W\d_]{3,9}\.?[ -]\d{1,2}(?:st|nd|rd|th)?,?[ -]'?\d{2,4}|\d{6,8})(?![\w/])"
)
_CODE_AT_END = re.compile(r",?[ ](?:[A-Z]{2}\.?[ ])?\d{5}(?:-\d{4})?\Z")
_HANDLE = re.compile(r"(?i:user|login|handle|screen|account) ?(?:name)?\Z|(?i:login|handle)\Z")


def values(plain: Plain) -> Iterator[Match]:
    """Numbers, dates and addresses behind a label that says what they are, in whatever way they are written."""
    text = plain.text
    for field in fields(text):
        if field.kind in NUMBERS:
            shape = re.compile(r"\S{2,60}") if _HANDLE.search(text[field.label_start : field.label_end]) else _NUMBER
            if match := shape.match(text, field.start, field.end):
                yield Match(field.start, field.start + len(match.group().rstrip(".,;-/")), field.kind)
        elif field.kind == "PHONE_NUMBER":
            for match in _PHONE.finditer(text, field.start, field.end):
                yield Match(*match.span(), field.kind)
        elif field.kind == "DATE_TIME":
            if match := _DATE.match(text, field.start, field.end):
                yield Match(*match.span(), field.kind)
        elif field.kind == "STREET_ADDRESS" and any(map(str.isdigit, text[field.start : field.end])):
            code = _CODE_AT_END.search(text, field.start, field.end)
            yield Match(field.start, code.start() if code else field.end, field.kind)

"""What the words around a noun ask for: who somebody is, is a person; what somebody takes daily, is a medicine."""

from __future__ import annotations

import re

PERSON = "person"
MEDICINE = "medicine"
_SOMEBODY = re.compile(
    r"(?i)\b(?:I|he|she|you|we|they|who|someone|somebody)(?:['’](?:m|s|re|d\sbeen|ve\sbeen)"
    r"|\s(?:(?:have|has|had)\s)?(?:am|is|was|are|were|been|became|become))"
    r"\s(?:(?:not|also|still|now|once|never|[a-z]+ly)\s)*an?\s(?:[a-z-]+\s){0,2}\Z"
)
_TAKEN = re.compile(
    r"(?i)(?:\b(?:tak(?:e|es|ing|en)|took|prescrib(?:e|es|ed|ing))|\b(?:am|is|are|was|were|been|went|put|started)\s(?:on|off)"
    r"|\b(?:mg|milligrams?|doses?|tablets?|pills?|prescriptions?)\s(?:of|for))"
    r"\s(?:(?:his|her|my|their|your|daily|oral|some|more|only|the)\s)*\Z"
)
_GIVEN = re.compile(r"(?i)\b(?:was|were|been|being)\s(?:given|started\son|put\son)\s\Z")
_BY_DOCTORS = re.compile(
    r"(?i)\s(?:(?:in|at)\s(?:the\s|an?\s)?(?:hospital|clinic|ward|emergency)|by\s(?:the|an?|his|her|my)\s"
    r"(?:doctor|nurse|physician|psychiatrist)|\d|(?:once|twice)\s|daily|intravenously|every\s(?:day|night|morning))"
)
_STRONG = re.compile(r"(?i),?\s\(?\d[\d.,]*\s?-?(?:mg|mcg|µg|μg|milligrams?|micrograms?)\b")
"""How strong a medicine is, behind its name."""


def asked_for(before: str, after: str) -> str:
    """What a noun between these words must be: a "person", a "medicine", or nothing where anything can stand there.

    >>> asked_for("I was an ", " and drank"), asked_for("She takes ", " for it"), asked_for("She saw ", ".")
    ('person', 'medicine', '')
    >>> asked_for("The ", " (25 mcg) was swallowed")
    'medicine'
    """
    if _SOMEBODY.search(before):
        return PERSON
    if _TAKEN.search(before) or _STRONG.match(after) or (_GIVEN.search(before) and _BY_DOCTORS.match(after)):
        return MEDICINE
    return ""

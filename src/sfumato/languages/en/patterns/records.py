"""Numbers that only the words before them tell from any other number: records, accounts, cases, licences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sfumato.languages.plain import Plain, either, word
from sfumato.types import Match


class _Kind(NamedTuple):
    """A kind of number: what names it alone, and what does with "number", "no.", "#", "ID" or a colon after it."""

    label: str
    names: str
    numbered: str
    fewest: int = 3  # digits


_KINDS = (
    _Kind(
        "MEDICAL_RECORD_NUMBER",
        "MRNs?",
        """(?:(?:medical|health|hospital|patient|clinical|electronic) )?(?:records?|chart), patient, hospital
        unit record, accession, specimen, encounter, admission, visit""",
    ),
    _Kind(
        "HEALTH_PLAN_NUMBER",
        "medicare, medicaid, MBI, HICN",
        """(?:health )?(?:plan|insurance|policy), claim, (?:medicare|medicaid)(?: beneficiary)?
        (?:plan )?(?:member|membership|beneficiary|subscriber|group|enrollee)""",
        4,
    ),
    _Kind(
        "ACCOUNT_NUMBER",
        "IBAN, ABA, sort code, routing(?: transit)?, BSB",
        """(?:(?:bank|checking|savings|current|deposit|customer|billing|loan) )?(?:account|acct\\.?|a/c)
        (?:credit |debit )?card, loan, mortgage, invoice, order, transaction""",
        4,
    ),
    _Kind(
        "US_DRIVER_LICENSE",
        "DLN?",
        "driver'?s?'? licen[sc]e, driving licen[sc]e, driver'?s? permit, licen[sc]e",
        4,
    ),
    _Kind(
        "LICENSE_PLATE",
        "(?:licen[sc]e|number|registration|vehicle) plates?, licen[sc]e tags?, VRN, VRM",
        "plate, (?:vehicle|car) registration, vehicle reg",
        1,
    ),
    _Kind("VIN", "VIN", "vehicle identification, vehicle serial, chassis", 4),
    _Kind(
        "DEVICE_ID",
        "IMEI, MEID, IMSI, ICCID, UDID, S/N, UDI",
        "serial, device, machine, hardware, pacemaker, implant, lot, batch, asset",
    ),
    _Kind("PASSPORT", "passport", "passport, travel document, visa", 5),
    _Kind(
        "ID_NUMBER",
        "NPI, DEA, EIN, UTR, badge",
        """student, employee, staff, personnel, user, customer, client, inmate, prisoner, booking, voter, badge, tax
        alien(?: registration)?, identity(?: card)?, identification, id card, certificate, registration, reference, ref
        file, permit, bar, service, social security, national insurance, national""",
    ),
)
RECORDS = frozenset(kind.label for kind in _KINDS) | {"IBAN_CODE"}
"""The labels that `records` gives."""
_NUMBER = r"[\s,]{0,2}(?:(?:numbers?|nos?|num|nr|ids?|identifiers?|codes?)\b\.?|n°|№|#)"
_EDGE = r"[\s:=#\"'(\[-]"
_LINK = rf"(?:{_EDGE}{{1,3}}(?:is|was|are|were|of|to|as|being|ending in|the)\b){{0,2}}{_EDGE}{{0,4}}"
_IS_A_CODE = r"(?=\s(?:is|was)\s(?-i:[A-Z]){1,3}-?\d{4})"
"""Before what can be nothing but a number of its kind: "license is AC432223"."""
_ANY = "|".join(
    rf"(?P<n{at}>{either(kind.names)}(?![^\W_])(?:{_NUMBER})?|{either(kind.numbered)}(?:{_NUMBER}| ?:|{_IS_A_CODE}))"
    for at, kind in enumerate(_KINDS)
)
_NAME = re.compile(word(rf"(?i:(?:{_ANY}){_LINK})"))
_VALUE = re.compile(
    r"(?:[A-Z]{1,4}[ -])?[A-Za-z]{0,8}[-/.]?\d[\dA-Za-z*]{0,40}+(?:[-/.:]{1,2}[\dA-Za-z*]{1,40}+){0,6}"
    r"(?: \d{2,40}+(?![^\W_]|[-/.:]\d)){0,5}"
)
_PLATE = re.compile(
    r"(?:[A-Z]{1,3}[- ][A-Z]{1,2}[- ]?\d{1,4}|[A-Z]{1,3}[- ]?\d{1,4}(?:[- ]?[A-Z]{1,4})?"
    r"|\d{1,4}[- ]?[A-Z]{1,4}(?:[- ]?\d{1,4})?|[A-Z0-9]{4,8})(?!\w)"
)
_AND = re.compile(r"(?:,|;|\s?&|,?\s(?:and|or|to))\s{0,2}")
_MOST = 50  # numbers after one name
_AFTER_COLON = 5  # digits, where nothing but a colon says that there comes a number
_ORDINARY = re.compile(
    r"\d{1,3}(?:,\d{3})+|(?:19|20)\d\d|\d+(?:st|nd|rd|th|%)|\d+[./]\d+|\d{1,2}([/.])\d{1,2}\1\d{2,4}|\d{1,2}-\d{1,2}-\d{4}|\d{4}-\d\d-\d\d"
)
_DIGIT = re.compile(r"\d")
_IBAN = re.compile(r"[A-Za-z]{2}\d{2}(?: ?[A-Za-z\d]{4}){2,7}(?: ?[A-Za-z\d]{1,3})?(?!\w)")


def records(plain: Plain) -> Iterator[Match]:
    """The kinds above, each where a name of it stands right before; the name is no part of what is matched."""
    for name in plain.near_digits(_NAME):
        group = name.lastgroup or "n0"
        kind = _KINDS[int(group[1:])]
        fewest = max(kind.fewest, _AFTER_COLON) if name[group].endswith(":") else kind.fewest
        if kind.label == "ACCOUNT_NUMBER" and (iban := _IBAN.match(plain.text, name.end())):
            yield Match(*iban.span(), "IBAN_CODE")
            continue
        for start, end in _listed(_PLATE if kind.label == "LICENSE_PLATE" else _VALUE, plain.text, name.end()):
            number = plain.text[start:end]
            if len(_DIGIT.findall(number)) >= fewest and not _ORDINARY.fullmatch(number):
                yield Match(start, end, kind.label)


def _listed(shape: re.Pattern[str], text: str, at: int) -> Iterator[tuple[int, int]]:
    """The numbers from here on, one or a list of them: "nos. 1/90, 2/90 and 3/90"."""
    for _ in range(_MOST):
        match = shape.match(text, at)
        if match is None:
            return
        yield match.span()
        more = _AND.match(text, match.end())
        if more is None:
            return
        at = more.end()


# --- cases ------------------------------------------------------------------------------------------------

_YEAR = r"(?:\d{2}|(?:19|20)\d{2})(?![\w/])"
_SLASHED = re.compile(rf"(?<![\w.,/:-])\d{{5,6}}/{_YEAR}")
_DOCKET = re.compile(
    r"(?<![\w/-])(?:\d{1,2}:)?\d{2,4}[- ]?(?i:cv|cr|civ|crim|mc|mj|md|ml|bk|ap|po|sw|misc|cc|ca)[- ]\d{2,6}"
    r"(?:[- ]\([A-Z]{2,4}\)|-[A-Z]{2,4}\b(?:-[A-Z]{2,4}\b)?)?(?![\w/])"
    r"|(?<![\w/-])[CTF]-\d{1,4}/\d{2}(?: ?P)?(?![\w/])"  # Court of Justice of the European Union
    r"|\[(?:19|20)\d\d\] (?:UKSC|UKHL|EWCA|EWHC|UKPC|CSIH|NICA|IESC)(?: [A-Z][a-z]+)? \d+"
)
_CASE = either(
    """actions?, cases?, dockets?, cause, suit, applications?, appeals?, petitions?, complaints?, writs?, file, matter
    report, indictment, proceedings?, reference, judgment, decision, order, resolution, warrant, incident"""
)
_CASE_NAME = re.compile(word(rf"(?i:(?P<case>{_CASE}(?:{_NUMBER}|[ ]?:))|nos?\.){_LINK}"))
_LAW_BEFORE = re.compile(
    rf"\b(?i:{either('laws?,acts?,decrees?,regulations?,directives?,protocols?,bills?,rules?,articles?,council,executive')})\s\Z"
)
_CASE_NUMBER = re.compile(
    r"(?:\d{1,2}:)?[A-Za-z]{0,4}[-./ ]?\d{1,7}(?:[-/.:][\dA-Za-z]{1,20}){1,6}(?!\w)|[A-Za-z]{0,4}-?\d{4,10}(?!\w)"
)
_NUMBERED = re.compile(rf"\d{{1,6}}/{_YEAR}|[A-Za-z]{{1,4}}[-.]?\d{{2,9}}[-/]\d{{1,9}}(?:[-/]\w{{1,9}}){{0,3}}(?!\w)")


def cases(plain: Plain) -> Iterator[Match]:
    """CASE_NUMBER: of a court, an application or a file, by the courts' own formats or after a name."""
    for match in plain.near_digits(_DOCKET):
        yield Match(*match.span(), "CASE_NUMBER", True)
    for match in plain.near_digits(_SLASHED):
        yield Match(*match.span(), "CASE_NUMBER")
    for name in plain.near_digits(_CASE_NAME):
        if plain.before(_LAW_BEFORE, name.start()):
            continue
        for start, end in _listed(_CASE_NUMBER if name["case"] else _NUMBERED, plain.text, name.end()):
            yield Match(start, end, "CASE_NUMBER")

"""Forms: lines of a label, a colon and a value, of which the label says what the value is.

A label that the table knows may stand anywhere in a line; any other only where a line or a column begins. A label
without a value has it in the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

PLAIN = "PLAIN"
"""The kind of a value that names nobody, whatever it looks like: a diagnosis, a department."""

_BY_KIND = {
    "PERSON": """patient, pt, client, name, surname, forename, alias, aka, physician, attending, provider, doctor, dr
        surgeon, consultant, nurse, rn, therapist, psychiatrist, psychologist, counselor, counsellor, clinician, pcp, gp
        dictated by, signed by, electronically signed by, author, reviewed by, seen by, prepared by, referred by, cc
        reported by, completed by, witnessed by, ordered by, emergency contact, contact, contact person, next of kin
        nok, spouse, wife, husband, partner, mother, father, son, daughter, sister, brother, parent, guardian, carer
        caregiver, insured, subscriber, policyholder, policy holder, account holder, employee, supervisor, manager
        officer, witness, victim, suspect, complainant, interpreter, resident, fellow, intern, pharmacist, dentist
        social worker, case manager, caseworker, informant, student, tenant, applicant, claimant, respondent, subject
        attn, author, teacher, lawyer, attorney, landlord, dependent, beneficiary, recipient, sender, customer, agent
        user""",
    "DATE_TIME": """date, dob, d.o.b, d.o.b., dod, dos, doa, birthdate, birthday, born, admitted, admission, discharged
        seen, visit, day of birth, date of birth, date of service, date of admission, date of discharge, issued
        expires, expiry, appointment, time""",
    "MEDICAL_RECORD_NUMBER": """mrn, mr, medical record number, record number, record, chart, chart number
        hospital number, hospital no, patient id, patient number, patient no, unit number, accession, accession number
        encounter number, encounter id, visit number, visit id, csn, fin, specimen, nhs number, nhs no""",
    "HEALTH_PLAN_NUMBER": """policy, policy number, policy no, member id, member number, group number, group no
        plan number, insurance id, insurance number, subscriber id, subscriber number, medicare, medicaid, claim number
        beneficiary id""",
    "ACCOUNT_NUMBER": "account, account number, account no, acct, acct no, iban, routing number, card number",
    "CASE_NUMBER": "case number, case no, docket, docket number, incident number, report number, case id, case",
    "US_DRIVER_LICENSE": "license, licence, license number, licence number, driver license, drivers license, dl",
    "DEVICE_ID": "serial, serial number, serial no, device, device id, implant, lot, lot number, udi",
    "LICENSE_PLATE": "plate, license plate, licence plate, registration plate",
    "ID_NUMBER": """id, ssn, social security, social security number, id number, badge, badge number, employee id
        employee number, staff id, npi, dea, reference, ref, our ref, your ref, file, file number, file no, student id
        customer id, client id, user id, passport, passport number, tax id, national id, username, user name, login
        handle, account name, screen name""",
    "PHONE_NUMBER": """phone, phone number, telephone, telephone number, tel, mobile, cell, fax, fax number, pager
        contact number, callback, callback number, landline, home phone, work phone, ph""",
    "STREET_ADDRESS": "address, street, residence, home, lives at, addr",
    "GPE": "city, town, county, place of birth, birthplace, hometown, village, district, suburb",
    "ORG": """employer, company, facility, hospital, clinic, organization, organisation, school, workplace
        place of work, institution, practice, university, college, agency, firm, pharmacy, site, referring facility""",
    PLAIN: """diagnosis, diagnoses, dx, medication, medications, meds, medicine, allergy, allergies, procedure, test
        procedures, department, dept, service, specialty, speciality, sex, gender, race, ethnicity, language, religion
        occupation, job, job title, title, profession, position, marital status, status, insurance, plan type, unit
        ward, room, bed, height, weight, bp, pulse, temperature, temp, vitals, vital signs, chief complaint, complaint
        reason, reason for visit, reason for referral, condition, disposition, diet, activity, code status, labs, lab
        results, result, findings, impression, dose, route, frequency, state, country, nationality, relationship
        relation, blood type, priority, category, type, subject line, product, problem, symptoms, age""",
}  # fmt: skip
KINDS = {
    label: kind
    for kind, labels in _BY_KIND.items()
    for label in (part.strip() for part in re.split("[,\n]", labels))
    if label
}
"""What the value of a label is, by the label in small letters."""
_LONGEST = 4  # words of a label
_FAR = 200  # characters from one label of a line to the next
_BEFORE = max(map(len, KINDS)) + len(" (overseas) ")  # characters before a colon that a label of the table may have

_START = r"(?:^[^\S\n]*(?:[-*•#>|]{1,3}[ \t]*)?|(?<=[^\S\n]{2})|(?<=\t)|(?<=[|;,] ))"
_WORDS = r"[^\W\d_][\w'’./&#()-]{0,24}(?:[ ][\w'’./&#()-]{1,25}){0,4}?"
_ANY_LABEL = re.compile(rf"{_START}(?P<label>{_WORDS})[ ]?:(?!//|\S{0, 4}:)(?=\s|[^\W_]|[(+#\"]|$)", re.M)
_KNOWN_LABEL = re.compile(
    r"(?<![\w'’./-])(?P<label>(?i:"
    + "|".join(sorted(map(re.escape, KINDS), key=len, reverse=True))
    + r")(?:[ ]?(?:\#|\((?:[a-z]{1,8})\)))?)[ ]?:(?!//)(?=\s|[^\W_]|[(+#]|$)",
    re.M,
)
_SPLIT = re.compile(r"[^\w.']+")
_GAP = re.compile(r"[^\S\n]*(?:\t|[ ]{3,}|[ ]\|[ ])")


class Field(NamedTuple):
    """A label, where its value stands, and the kind of it: a label of an entity, `PLAIN`, or "" if nothing is known."""

    label_start: int
    label_end: int
    start: int
    end: int
    kind: str


def kind_of_label(label: str) -> str:
    """What the value of a label is; empty if the label is not known.

    >>> kind_of_label("Referring Physician"), kind_of_label("Patient phone (home)"), kind_of_label("Date of surgery")
    ('PERSON', 'PHONE_NUMBER', 'DATE_TIME')
    """
    bare = re.sub(r"\(.*?\)", "", label).lower()
    words = [word for word in _SPLIT.split(bare.replace("'s", "").replace("#", " number ")) if word]
    if "of" in words[1:] and " ".join(words) not in KINDS:
        words = words[: words.index("of")]
    for first in range(max(0, len(words) - _LONGEST), len(words)):
        if kind := KINDS.get(" ".join(words[first:])):
            return kind
    return ""


def fields(text: str) -> list[Field]:
    """The fields of a text, in order; prose has none.

    >>> text = "Pt: SMITH, JOHN   DOB: 1/2/1960\\nPlan: rest"
    >>> [(text[f.start : f.end], f.kind) for f in fields(text)]
    [('SMITH, JOHN', 'PERSON'), ('1/2/1960', 'DATE_TIME'), ('rest', '')]
    """
    if ":" not in text:
        return []
    labels = sorted({*_labels(text)})
    found: list[Field] = []
    for at, (start, end, colon) in enumerate(labels):
        stop = labels[at + 1][0] if at + 1 < len(labels) else len(text)
        found.append(_field(text, start, end, colon, stop))
    return found


def _labels(text: str) -> Iterator[tuple[int, int, int]]:
    taken = 0
    known = {match.end("label"): match for match in _known_labels(text)}
    for match in _any_labels(text):
        label = match["label"]
        apart = text[match.end() : match.end() + 1].isspace() or match.end() == len(text)
        if match.start("label") < taken or not ((label[0].isupper() and apart) or kind_of_label(label)):
            continue
        inside = known.pop(match.end("label"), None)
        if len(label.split()) > _LONGEST and inside is not None:
            match = inside
        taken = match.end()
        yield match.start("label"), match.end("label"), match.end()
    for match in known.values():
        line = text.rfind("\n", 0, match.start("label")) + 1
        before = text[max(line, match.start("label") - _FAR) : match.start("label")]
        if not before.strip() or ":" in before:  # behind another field of the line
            yield match.start("label"), match.end("label"), match.end()


def _any_labels(text: str) -> Iterator[re.Match[str]]:
    """What looks like a label: none goes on in the next line, so that only lines with a colon are looked at."""
    end = 0
    while (colon := text.find(":", end)) >= 0:
        start = max(end, text.rfind("\n", 0, colon) + 1)
        end = text.find("\n", colon) + 1 or len(text)
        yield from _ANY_LABEL.finditer(text, start, end)


def _known_labels(text: str) -> Iterator[re.Match[str]]:
    """The labels of the table with a colon behind them: each ends with one, so that only before colons is looked."""
    colon = text.find(":")
    while colon >= 0:
        for match in _KNOWN_LABEL.finditer(text, max(0, colon - _BEFORE), colon + 3):
            if match.end() == colon + 1:
                yield match
        colon = text.find(":", colon + 1)


def _field(text: str, start: int, end: int, colon: int, stop: int) -> Field:
    kind = kind_of_label(text[start:end])
    first, last = _trimmed(text, colon, _line_end(text, colon, stop))
    if first == last and kind and (line := text.find("\n", colon)) >= 0 and line + 1 < stop:
        first, last = _trimmed(text, line + 1, _line_end(text, line + 1, stop))
    if kind and kind != PLAIN and (gap := _GAP.search(text, first, last)):
        first, last = _trimmed(text, first, gap.start())
    return Field(start, end, first, last, kind)


def _line_end(text: str, start: int, stop: int) -> int:
    line = text.find("\n", start)
    return min(stop, line if line >= 0 else len(text))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    shown = text[start:end]
    start += len(shown) - len(shown.lstrip(" \t\r|"))
    return start, max(start, start + len(text[start:end].rstrip(" \t\r|,;")))

"""Identifiers in notes that a generator writes, forms and prose, under the policy hipaa-safe-harbor.

The names are of many origins and stand in every form: whole, reversed, with a title, in capitals, in small letters,
as possessives, in halves, in user names. Half of them were used to build what is measured, the other half never.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.table import Row
from sfumato.policy import find
from sfumato.sanitizing import Sanitizer
from sfumato.service import Engine, EngineConfig
from sfumato.types import Document

NOTES = 60
RECALL, PRECISION = 0.98, 0.90

# Given names, then surnames, of one origin a line. Written down from general knowledge.
BUILT_WITH = """Adaeze Chinedu Folasade, Okonkwo Adeyemi Balogun
Inês Tiago Beatriz, Ferreira Carvalho Vieira
Siobhan Cormac Aoife, O'Malley Gallagher O'Rourke
Priya Arjun Lakshmi, Raghunathan Mukherjee Deshpande
Wei Xiuying Jiahao, Zhang Huang Ouyang
Minh Thuy Quang, Nguyen Pham Trinh
Yuki Haruto Sakura, Watanabe Kobayashi Fujimoto
Fatima Omar Layla, Al-Sayed Haddad Mansour
Agnieszka Zbigniew Kasia, Kowalczyk Wiśniewska Nowak
Dmitri Svetlana Oksana, Volkov Petrenko Sokolova
José Guadalupe Ximena, Hernández Villanueva Ortega
Giulia Matteo Chiara, Esposito Di Stefano Ricci
Jürgen Heike Liesel, Schneider Vogt von Bergen
Astrid Bjørn Solveig, Lindqvist Haugen Østergaard
Mary John Grace, Smith Young Thompson"""
MEASURED = """Ngozi Emeka Yetunde, Nwachukwu Oyelaran Eze
Joana Rui Catarina, Magalhães Sequeira Teixeira
Niamh Declan Saoirse, O'Sullivan McCarthy O'Dwyer
Ananya Vikram Sunita, Krishnamurthy Chatterjee Iyer
Mei Guozhi Lihua, Zhao Xu Sima
Linh Duc Huong, Tran Dang Vuong
Kenji Aiko Naoko, Yamamoto Shimizu Hasegawa
Khadija Yusuf Amina, El-Masri Khoury Darwish
Małgorzata Wojciech Zofia, Lewandowski Dąbrowska Zając
Ivana Bogdan Ludmila, Kuznetsov Bondarenko Marković
Joaquín Rocío Esperanza, Gutiérrez Castañeda Rojas
Alessia Lorenzo Ilaria, Lombardi De Luca Moretti
Wolfgang Annika Dieter, Hoffmann Krüger von Stein
Ingrid Torsten Maja, Sjöberg Nygaard Halvorsen
Tendai Kwame Abena, Moyo Mensah Boateng
Sione Leilani Mele, Tuipulotu Kahananui Fifita
Hye-jin Seung Minji, Kwon Choi Bae
William Dorothy Faith, Baker Long Whitaker"""

_STREETS = "Maple Street,Old Mill Road,Harbor View Drive,Juniper Lane,North Elm Avenue,Kingsway Court,Linden Boulevard"
_TOWNS = "Dayton OH 45402,Fresno CA 93721,Lowell MA 01852,Tampa FL 33602,Boise ID 83702,Mobile AL 36602"
_FIRMS = "Acme Robotics,Halvorsen Logistics,Bluewater Foods,Northgate Steel,Peregrine Airlines,Tamarack Insurance"
_CLINICS = "Riverside Medical Center,St. Brendan Hospital,Lakeview Clinic,Cedar Valley Hospital"
_DRUGS = "metformin,lisinopril,sertraline,atorvastatin,amoxicillin,levothyroxine,omeprazole,albuterol"
_ILLS = "type 2 diabetes,hypertension,asthma,pneumonia,Crohn disease,migraine,major depression,atrial fibrillation"
_MONTHS = "January February March April May June July August September October November December".split()


class Person:
    """Somebody's name, and the ways in which a note may write it."""

    def __init__(self, names: Sequence[tuple[list[str], list[str]]], of: random.Random) -> None:
        givens, surnames = of.choice(names)
        self.given = of.choice(givens)
        self.surname = of.choice(surnames)
        if of.random() < 0.35:
            other = of.choice(of.choice(names)[1])
            self.surname = f"{self.surname}-{other}" if " " not in self.surname + other else self.surname
        self.initial = of.choice("ABCDEFGHJKLMNPRST")
        self.full = f"{self.given} {self.surname}"
        self.reversed = f"{self.surname.upper()}, {self.given.upper()} {self.initial}."
        self.title = of.choice(("Mr.", "Ms.", "Mrs.", "Ms", "Mr"))
        plain = re.sub(r"[^a-z]", "", self.surname.split("-")[0].lower())
        self.user = f"{of.choice(('customer', 'user', 'patient'))}_{plain or 'x'}{of.randint(10, 99)}"
        self.half = self.surname.split("-")[0]


def _lines(text: str) -> list[tuple[list[str], list[str]]]:
    """Given names and surnames by origin; a surname of two words has a small or short first word."""
    found = []
    for line in text.splitlines():
        givens, surnames = line.split(", ")
        joined = re.sub(r"\b(Di|De|von) ", r"\1_", surnames)
        found.append((givens.split(), [name.replace("_", " ") for name in joined.split()]))
    return found


def _date(of: random.Random) -> str:
    year, month, day = of.randint(1931, 2023), of.randint(1, 12), of.randint(1, 28)
    return of.choice(
        (f"{month:02}/{day:02}/{year}", f"{day} {_MONTHS[month - 1]} {year}", f"{_MONTHS[month - 1]} {day}, {year}",
         f"{year}-{month:02}-{day:02}", f"{day:02}-{_MONTHS[month - 1][:3]}-{year}", f"{month}/{day}/{year % 100:02}")
    )  # fmt: skip


def _number(of: random.Random) -> str:
    two, three, five = of.randint(10, 99), of.randint(100, 999), of.randint(10_000, 99_999)
    return of.choice((f"{two}{five}", f"{three}-{two}-{five}", f"A{three}{three}", f"{two}-{five}"))


def _phone(of: random.Random) -> str:
    a, b, c = of.randint(201, 989), of.randint(200, 999), of.randint(1000, 9999)
    return of.choice((f"({a}) {b}-{c}", f"{a}-{b}-{c}", f"{a}.{b}.{c}"))


_FORMS = (
    """Patient: [name:full]    MRN: [number]
DOB: [date]    Sex: F
Address: [address]
Employer: [org:firm]
Phone: [number:phone]
Department: Internal Medicine
Facility: [org:clinic]
Attending Physician: Dr. [name2:full]
Diagnosis: [ill]
Medications: [drug] 20 mg daily

[name:given] was seen on [date]. [name:titled] takes [drug]. [name:given]'s blood pressure was 130/80.""",
    """Pt: [name:reversed]
MRN# [number]
D.O.B.: [date]
Admitted: [date]   Discharged: [date]
Referring Provider: [name2:full], MD
Emergency Contact: [name3:full] (sister) [number:phone]

HPI: THE PATIENT [name:upper] PRESENTED WITH [illupper]. PT DENIES CHEST PAIN.
[name:half]'s sister [name3:given] gave the history.""",
    """Name: [name:full]   DOB: [date]   MRN: [number]
Address: [address]
Next of kin: [name3:full]
Insurance: private
Policy number: [number]
Reason for visit: follow-up of [ill]
Allergies: penicillin
Reviewed by: [name2:full]

the patient [name:lower] has [ill] and takes [drug]. Chat with [name:user] on [date].""",
    """INCIDENT REPORT
Reporting Officer: [name2:full]
Date: [date]
Case number: [number]
Witness: [name3:full]
Employee: [name:reversed]
Employer: [org:firm]
Phone: [number:phone]
Condition: stable
Narrative: [name:titled] fell near the loading dock. [name3:given] called for help.
Later [name:surname] asked for water.""",
)
_PROSE = (
    """[name:full] is a 54-year-old teacher with [ill], seen on [date]. [name:given] lives at [address] with her
husband [name3:full]. She was started on [drug]. [name:titled] will return on [date]. Her number is [number:phone].

Dr. [name2:full]""",
    """I saw the patient [name:upper] today, [date]. The patient's record number is [number]. [name:given]'s cough is
better and the chest X-ray was clear. We spoke with [name3:full], her brother, who works for [org:firm].
[name3:given] agreed with the plan. [name:surname] takes [drug] for [ill].""",
    """the patient [name:lower] called from [number:phone] on [date] and asked about [drug]. She lives at [address].
User [name:user] wrote again later. [name:given] said that the pain was worse at night and after meals.""",
    """Dear Dr. [name2:surname],

Thank you for referring [name:titledfull], born [date], MRN [number]. [name:surname]'s [ill] has been stable. The
daughter, [name3:given], reports good sleep and a normal appetite. [name:given] denies fever, weight loss and night
sweats. I have continued [drug] and asked [name:titled] to come back in six weeks.

Sincerely,
[name4:full]""",
)
_SLOT = re.compile(r"\[(\w+?)(\d?)(?::(\w+))?\]")


def note(
    form: str, names: Sequence[tuple[list[str], list[str]]], of: random.Random
) -> tuple[str, list[tuple[int, int, str]]]:
    """A note, and where its identifiers stand with their kinds."""
    people: dict[str, Person] = {}
    text = ""
    gold: list[tuple[int, int, str]] = []
    at = 0
    for slot in _SLOT.finditer(form):
        text += form[at : slot.start()]
        at = slot.end()
        kind, which, way = slot[1], slot[2], slot[3]
        if kind == "name":
            if which not in people:
                people[which] = Person(names, of)
            written = _name(people[which], way)
        else:
            written = _other(kind, way, of)
        if kind in ("name", "date", "number", "address", "org"):
            shown = re.sub(r"^(?:(?:Mr|Ms|Mrs)\.? )", "", written) if kind == "name" else written
            gold.append((len(text) + len(written) - len(shown), len(text) + len(written), kind))
        text += written
    return text + form[at:], gold


def _name(person: Person, way: str) -> str:
    return {
        "full": person.full,
        "given": person.given,
        "surname": person.surname,
        "half": person.half,
        "titled": f"{person.title} {person.surname}",
        "titledfull": f"{person.title} {person.full}",
        "upper": person.full.upper(),
        "lower": person.full.lower(),
        "reversed": person.reversed,
        "user": person.user,
    }[way]


def _other(kind: str, way: str | None, of: random.Random) -> str:
    if kind == "date":
        return _date(of)
    if kind == "number":
        return _phone(of) if way == "phone" else _number(of)
    if kind == "address":
        town, state, code = of.choice(_TOWNS.split(",")).rsplit(" ", 2)
        return f"{of.randint(3, 9800)} {of.choice(_STREETS.split(','))}, {town}, {state} {code}"
    if kind == "org":
        return of.choice((_CLINICS if way == "clinic" else _FIRMS).split(","))
    said = of.choice((_DRUGS if kind == "drug" else _ILLS).split(","))
    return said.upper() if kind == "illupper" else said


def notes(forms: Sequence[str], names: str, seed: int) -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
    of = random.Random(seed)
    lists = _lines(names)
    for at in range(NOTES):
        yield note(forms[at % len(forms)], lists, of)


def figures(names: str, seed: int, *, say: bool = False) -> tuple[dict[str, float], float]:
    """Recall by kind, and precision: the share of what is replaced that holds an identifier."""
    engine = Engine(EngineConfig())
    policy = find("hipaa-safe-harbor")
    sanitizer = Sanitizer(engine.resources(policy), policy)
    found: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    right = total = 0
    for kind, forms in (("form", _FORMS), ("prose", _PROSE)):
        for text, gold in notes(forms, names, seed):
            changed = sanitizer(Document("1", text)).replacements
            covered = bytearray(len(text))
            for change in changed:
                covered[change.start : change.end] = b"\1" * (change.end - change.start)
            for start, end, what in gold:
                left = [at for at in range(start, end) if text[at].isalnum() and not covered[at]]
                if what == "address":  # the state may stay
                    left = [at for at in left if not re.match(r", [A-Z]{2} \d", text[at - 2 : at + 4] + " ")]
                    left = left if len(left) > 2 else []
                wanted[what] += 1
                found[what] += not left
                if left and say:
                    print(f"left in {kind}:", what, repr(text[max(0, start - 30) : end + 20]), repr(text[start:end]))
            for change in changed:
                total += 1
                hit = any(start < change.end and change.start < end for start, end, _ in gold)
                right += hit
                if not hit and say:
                    print(
                        f"false in {kind}:",
                        change.label,
                        repr(text[change.start : change.end]),
                        repr(text[max(0, change.start - 20) : change.end + 20]),
                    )
    return {what: found[what] / wanted[what] for what in sorted(wanted)}, right / total


def rows(data: Path | None) -> list[Row]:
    recall, precision = figures(MEASURED, 20_000)
    made = [
        Row(f"notes: recall of {what}s", f"{value:.3f}", f"≥ {RECALL}", value >= RECALL if what != "org" else None)
        for what, value in recall.items()
    ]
    return [*made, Row("notes: precision", f"{precision:.3f}", f"≥ {PRECISION}", precision >= PRECISION)]


if __name__ == "__main__":
    measured = "measured" in sys.argv
    print(*figures(MEASURED if measured else BUILT_WITH, 20_000 if measured else 1, say=True), sep="\n")

"""What can be told by how it is written, kind by kind: what is found, and what is left alone."""

from __future__ import annotations

import pytest

from sfumato.detectors import LABELS, NATIONAL, National, patterns
from sfumato.detectors.patterns import checked_patterns
from sfumato.errors import InputError
from sfumato.types import Document


def found(text: str, label: str | None = None, **options) -> list[str]:
    """The texts of one label, or of all, with every offset checked."""
    terms = patterns(Document("test", text), **options)
    assert all(term.text == text[term.start : term.end] for term in terms)
    return [term.text for term in terms if label in (None, term.label)]


POSITIVE = {
    "EMAIL_ADDRESS": [
        ("Write to jo.doe+news@mail.example.org.", "jo.doe+news@mail.example.org"),
        ("<jo_doe@example.co.uk>", "jo_doe@example.co.uk"),
        ("JO@EXAMPLE.COM, please", "JO@EXAMPLE.COM"),
        ("o'neil@example.org is hers", "o'neil@example.org"),
        ("jo(at)example.org", "jo(at)example.org"),
        ("jo [at] example.org", "jo [at] example.org"),
        ("jérôme@exämple.org wrote", "jérôme@exämple.org"),
        ("...jo@example.org...", "jo@example.org"),
        ("mailto:jo@example.org", "jo@example.org"),
        ("jo@exam\u200bple.org", "jo@exam\u200bple.org"),
    ],
    "URL": [
        ("See https://example.org/a?b=c#d.", "https://example.org/a?b=c#d"),
        ("(http://example.org/wiki/Thing_(film))", "http://example.org/wiki/Thing_(film)"),
        ("on www.example.com, and", "www.example.com"),
        ("at example.com.", "example.com"),
        ("at blog.example.co.uk/jo today", "blog.example.co.uk/jo"),
        ("FTP://files.example.net/x", "FTP://files.example.net/x"),
        ("http://localhost:8080/x", "http://localhost:8080/x"),
        ("https://jo@example.org/private", "https://jo@example.org/private"),
    ],
    "PHONE_NUMBER": [
        ("(212) 736-5000 is the number", "(212) 736-5000"),
        ("212-736-5000", "212-736-5000"),
        ("212.736.5000.", "212.736.5000"),
        ("+1 212 736 5000", "+1 212 736 5000"),
        ("+44 20 7946 0123", "+44 20 7946 0123"),
        ("+46 (0)8 928 571 38 at night", "+46 (0)8 928 571 38"),
        ("1-800-555-0199 ext. 12", "1-800-555-0199 ext. 12"),
        ("Tel. 9472 7916", "9472 7916"),
        ("Phone:\n60-56-85-91", "60-56-85-91"),
        ("call me at 555-0123", "555-0123"),
        ("0490 75 40 81", "0490 75 40 81"),
        ("416 60 039 office", "416 60 039"),
        ("２１２-７３６-５０００", "２１２-７３６-５０００"),
        ("212‑736‑5000", "212‑736‑5000"),
        ("21\u200b2-736-50\u206000", "21\u200b2-736-50\u206000"),
        ("(1-212-736-5000)", "1-212-736-5000"),
    ],
    "CREDIT_CARD": [
        ("4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("4111111111111111", "4111111111111111"),
        ("5500-0000-0000-0004 expires", "5500-0000-0000-0004"),
        ("378282246310005", "378282246310005"),
        ("3782 822463 10005", "3782 822463 10005"),
        ("6011111111111117", "6011111111111117"),
        ("4111 1111 1111 1111 123", "4111 1111 1111 1111"),
        ("4111 1111 1111 1111 12/27", "4111 1111 1111 1111"),
        ("5 boxes, 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("1111 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("4111\u200b111111111111", "4111\u200b111111111111"),
    ],
    "IBAN_CODE": [
        ("GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32"),
        ("GB82WEST12345698765432", "GB82WEST12345698765432"),
        ("gb82west12345698765432.", "gb82west12345698765432"),
        ("DE89 3704 0044 0532 0130 00 is mine", "DE89 3704 0044 0532 0130 00"),
        ("pay NL91ABNA0417164300 now", "NL91ABNA0417164300"),
        ("ab12 pay GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32"),
        ("IBAN: GB83 WEST 1234 5698 7654", "GB83 WEST 1234 5698 7654"),
    ],
    "IP_ADDRESS": [
        ("from 192.168.10.4, twice", "192.168.10.4"),
        ("10.11.12.0/24", "10.11.12.0/24"),
        ("203.0.113.9:8080", "203.0.113.9:8080"),
        ("IP 1.1.1.1", "1.1.1.1"),
        ("2001:db8::8a2e:370:7334", "2001:db8::8a2e:370:7334"),
        ("2001:0db8:85a3:0000:0000:8a2e:0370:7334.", "2001:0db8:85a3:0000:0000:8a2e:0370:7334"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("::ffff:192.0.2.128", "::ffff:192.0.2.128"),
    ],
    "MAC_ADDRESS": [
        ("00:1B:44:11:3A:B7", "00:1B:44:11:3A:B7"),
        ("00-1b-44-11-3a-b7.", "00-1b-44-11-3a-b7"),
        ("001b.4411.3ab7", "001b.4411.3ab7"),
    ],
    "CRYPTO": [
        ("to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"),
        ("0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886E0F7030069857D2E4169EE7"),
    ],
    "VIN": [
        ("1M8GDM9AXKP042788", "1M8GDM9AXKP042788"),
        ("1m8gdm9axkp042788", "1m8gdm9axkp042788"),
        ("VIN: WVWZZZ1JZ3W386752", "WVWZZZ1JZ3W386752"),
    ],
    "DEVICE_ID": [
        ("35-686800-004141-8", "35-686800-004141-8"),
        ("IMEI 356868000041418", "356868000041418"),
        ("serial number SN-4471-X9", "SN-4471-X9"),
        ("Device ID: 99A-12345", "99A-12345"),
        ("S/N 00412", "00412"),
        ("pacemaker no. 88123", "88123"),
    ],
    "MEDICAL_RECORD_NUMBER": [
        ("MRN 00123456", "00123456"),
        ("MRN: A-00123456", "A-00123456"),
        ("medical record number is 12-34-56", "12-34-56"),
        ("Record No. 55123", "55123"),
        ("chart #8812-3", "8812-3"),
        ("patient ID 447812", "447812"),
        ("Patient Id: PT447812.", "PT447812"),
        ("MRN 12345678 DOB 01/02/1980", "12345678"),
    ],
    "HEALTH_PLAN_NUMBER": [
        ("Member ID: XYZ123456789", "XYZ123456789"),
        ("policy number 99-123456", "99-123456"),
        ("Medicare 1EG4-TE5-MK73", "1EG4-TE5-MK73"),
    ],
    "ACCOUNT_NUMBER": [
        ("account number 000123456789", "000123456789"),
        ("acct. no. 12-3456-7", "12-3456-7"),
        ("Account: 12345678", "12345678"),
        ("a/c no 44556677", "44556677"),
        ("sort code 20-00-00", "20-00-00"),
        ("routing number 111000025", "111000025"),
    ],
    "US_DRIVER_LICENSE": [
        ("Her drivers license is AC432223", "AC432223"),
        ("driver's license number is 2270-66-1551", "2270-66-1551"),
        ("driver’s license no. F1628235", "F1628235"),
        ("driving licence no MORGA753116SM9IJ", "MORGA753116SM9IJ"),
        ("DL 6940579", "6940579"),
    ],
    "LICENSE_PLATE": [
        ("license plate 7ABC123", "7ABC123"),
        ("number plate AB12 CDE was", "AB12 CDE"),
        ("licence plate no. B-MW 123", "B-MW 123"),
    ],
    "PASSPORT": [("passport no. C01X00T47", "C01X00T47"), ("passport number 340020013", "340020013")],
    "ID_NUMBER": [
        ("badge 4471", "4471"),
        ("Student ID: 2012345", "2012345"),
        ("employee number E-10443", "E-10443"),
        ("certificate no. 55/2231-A", "55/2231-A"),
        ("NPI 1245319599", "1245319599"),
    ],
    "CASE_NUMBER": [
        ("an application (no. 18403/91) against", "18403/91"),
        ("Case No. 3:14-cr-00123", "3:14-cr-00123"),
        ("in 12-cv-01234 the court", "12-cv-01234"),
        ("no. 12345/06", "12345/06"),
        ("no. 123/06", "123/06"),
        ("docket number CV-2019-004512", "CV-2019-004512"),
        ("case file no. IC 119/05", "IC 119/05"),
        ("in Case C-131/12 the Court", "C-131/12"),
        ("[2001] UKHL 37", "[2001] UKHL 37"),
        ("Case no. 2:19-cv-00321-ABC-DEF", "2:19-cv-00321-ABC-DEF"),
        ("indictment no. 4471/2003", "4471/2003"),
    ],
    "DATE_TIME": [
        ("1984-03-12", "1984-03-12"),
        ("1984-03-12T10:30:00Z", "1984-03-12T10:30:00Z"),
        ("1984-03-12 10:30:15.", "1984-03-12 10:30:15"),
        ("1984/3/12", "1984/3/12"),
        ("03/12/1984", "03/12/1984"),
        ("3/12/84", "3/12/84"),
        ("31.12.1984", "31.12.1984"),
        ("12-03-1984", "12-03-1984"),
        ("03/1984", "03/1984"),
        ("seen on 3/14 again", "3/14"),
        ("12 March 1984", "12 March 1984"),
        ("12\nMarch 1984", "12\nMarch 1984"),
        ("12th of March, 1984", "12th of March, 1984"),
        ("the 3rd day of May 1990", "3rd day of May 1990"),
        ("March 12th, 1984", "March 12th, 1984"),
        ("March 12, 1984, she", "March 12, 1984"),
        ("march 12, 1984", "march 12, 1984"),
        ("on 12 May", "12 May"),
        ("on March 12", "March 12"),
        ("12-Mar-84", "12-Mar-84"),
        ("12MAR1984", "12MAR1984"),
        ("Sept. 3, 2001", "Sept. 3, 2001"),
        ("Tuesday, 12 March 1984", "Tuesday, 12 March 1984"),
        ("Fri, Mar 2, 2001", "Fri, Mar 2, 2001"),
        ("12-15 March 1984", "12-15 March 1984"),
        ("March 12–15, 1984", "March 12–15, 1984"),
        ("12 and 13 March 1984", "12 and 13 March 1984"),
        ("March 1984", "March 1984"),
        ("March of 1984", "March of 1984"),
        ("spring of 1984", "spring of 1984"),
        ("in Q3 2010", "Q3 2010"),
        ("early in March he left", "March"),
        ("on Tuesday morning", "Tuesday"),
        ("on tuesday", "tuesday"),
        ("in the 1980s", "1980s"),
        ("the '60s", "'60s"),
        ("in the late eighties", "late eighties"),
        ("in 1984 she", "1984"),
        ("born in 1521.", "1521"),
        ("(1984)", "1984"),
        ("(1984-1990)", "1984-1990"),
        ("the 1998/99 season", "1998/99"),
        ("a 2017 film", "2017"),
        ("Paris, 1984.", "1984"),
        ("the Civil Rights Act of 1964 says", "1964"),
        ("at 10:30 a.m. today", "10:30 a.m."),
        ("at 10 pm", "10 pm"),
        ("by 9:15", "9:15"),
        ("14:05:33 UTC", "14:05:33 UTC"),
        ("1430 hours", "1430 hours"),
        ("10 o'clock", "10 o'clock"),
        ("14h30", "14h30"),
        ("1984‑03‑12", "1984‑03‑12"),
        ("19\u200b84-03-12", "19\u200b84-03-12"),
    ],
    "AGE": [
        ("I am twenty-five, a waiter, and happy.", "twenty-five"),
        ("aged 45", "45"),
        ("aged forty-five", "forty-five"),
        ("aged 45 to 50,", "45 to 50"),
        ("age of 45", "45"),
        ("Age: 45", "45"),
        ("45 years old", "45 years old"),
        ("a 45-year-old man", "45-year-old"),
        ("a forty-five-year-old", "forty-five-year-old"),
        ("45 year old", "45 year old"),
        ("45 years of age", "45 years of age"),
        ("45 y/o", "45 y/o"),
        ("a 45 yo", "45 yo"),
        ("a 45yo woman", "45yo"),
        ("45 y.o. female", "45 y.o."),
        ("45 yrs old", "45 yrs old"),
        ("a 6-week-old girl", "6-week-old"),
        ("18 months old", "18 months old"),
        ("This is a 45F with pain", "45F"),
        ("just turned 60", "60"),
        ("when he was 78.", "78"),
        ("I'm 31.", "31"),
        ("Jo Doe, 45, of Springfield", "45"),
        ("in her early 40s", "early 40s"),
        ("in his mid-forties", "mid-forties"),
        ("her 90th birthday", "90th"),
        ("his eighteenth birthday", "eighteenth"),
        ("a one hundred and 3 year old, a 103-year-old", "103-year-old"),
    ],
    "POSTCODE": [
        ("Springfield, IL 62704", "62704"),
        ("62704-1234", "62704-1234"),
        ("Texas 75001", "75001"),
        ("ZIP: 3520", "3520"),
        ("zip code is 35350", "35350"),
        ("assigned zip code 38331", "38331"),
        ("London SW1A 1AA", "SW1A 1AA"),
        ("at M1 1AE,", "M1 1AE"),
        ("postcode EC1A1BB", "EC1A1BB"),
        ("Ottawa K1A 0B1", "K1A 0B1"),
        ("Kerkstraat 5, 1234 AB Amsterdam", "1234 AB"),
        ("D-12345 Berlin", "D-12345"),
        ("Hauptstraße 5, 10115 Berlin", "10115"),
        ("CH-8001 Zürich", "CH-8001"),
    ],
    "STREET_ADDRESS": [
        ("lives at 12 Main Street, Springfield", "12 Main Street"),
        ("1600 Pennsylvania Ave NW, Washington", "1600 Pennsylvania Ave NW"),
        ("350 5th Avenue", "350 5th Avenue"),
        ("7 West 83rd Street", "7 West 83rd Street"),
        ("221B Baker Street", "221B Baker Street"),
        ("4 St. John's Road", "4 St. John's Road"),
        ("12 Main St., Apt. 4B", "12 Main St"),
        ("12 Main Street, Apt 4B", "12 Main Street, Apt 4B"),
        ("12 Main Street Suite 200", "12 Main Street Suite 200"),
        ("P.O. Box 12", "P.O. Box 12"),
        ("PO Box 1234", "PO Box 1234"),
        ("PSC 0413, Box 8144\nAPO AA 42323", "PSC 0413, Box 8144\nAPO AA 42323"),
        ("Hauptstraße 5", "Hauptstraße 5"),
        ("Kerkstraat 12a", "Kerkstraat 12a"),
        ("Villacher Strasse 89", "Villacher Strasse 89"),
        ("Via Roma 12", "Via Roma 12"),
        ("12, rue de la Paix", "12, rue de la Paix"),
        ("Calle Mayor, 3", "Calle Mayor, 3"),
        ("Rua do Arenque 16", "Rua do Arenque 16"),
        ("Apt. 595", "Apt. 595"),
        ("1985 Oak Street", "1985 Oak Street"),
    ],
    "COORDINATES": [
        ("40.7128, -74.0060", "40.7128, -74.0060"),
        ("40.7128° N, 74.0060° W", "40.7128° N, 74.0060° W"),
        ("40°26′46″N 79°58′56″W", "40°26′46″N 79°58′56″W"),
        ("N 40° 26.7' W 79° 58.9'", "N 40° 26.7' W 79° 58.9'"),
        ("latitude: 40.71", "40.71"),
    ],
}  # fmt: skip

NATIONALS = [
    ("536-90-4399", "US_SSN"),
    ("SSN 536904399", "US_SSN"),
    ("SSN: 078-05-1120", "US_SSN"),
    ("social security number is 666-12-3456", "US_SSN"),
    ("912-90-3456", "US_ITIN"),
    ("NHS number 943 476 5870", "UK_NHS"),
    ("943 476 5870 (NHS)", "UK_NHS"),
    ("AB 12 34 56 C", "UK_NINO"),
    ("National Insurance no. ab123456c", "UK_NINO"),
    ("SIN 123-456-782", "CA_SIN"),
    ("54362315K", "ES_NIF"),
    ("X-2482300W", "ES_NIE"),
    ("2 95 10 99 126 111 93", "FR_NIR"),
    ("RCCMNL83S18D969H", "IT_FISCAL_CODE"),
    ("BSN 111222333", "NL_BSN"),
    ("IdNr 36 574 261 809", "DE_TAX_ID"),
    ("tax ID 36574261809", "DE_TAX_ID"),
    ("PESEL 44051401359", "PL_PESEL"),
    ("880320-0016", "SE_PERSONNUMMER"),
    ("131052-308T", "FI_PERSONAL_IDENTITY_CODE"),
    ("756.9217.0769.85", "CH_AHV"),
    ("390.533.447-05", "BR_CPF"),
    ("85.07.30-033 28", "BE_NATIONAL_NUMBER"),
    ("CPR no. 211062-5629", "DK_CPR"),
    ("fødselsnummer 151086 95088", "NO_FODSELSNUMMER"),
    ("PPS 6433435F", "IE_PPS"),
    ("contribuinte 501 964 843", "PT_NIF"),
    ("BOXW310820HNERXN09", "MX_CURP"),
    ("SA ID 750330 5044 08 9", "ZA_ID"),
    ("TCKN 17291716060", "TR_TCKN"),
    ("Aadhaar 2341 2341 2346", "IN_AADHAAR"),
    ("ACUPA7085R", "IN_PAN"),
    ("TFN 123 456 782", "AU_TFN"),
    ("360426199101010071", "CN_RIC"),
    ("971013-9019902", "KR_RRN"),
]

NEGATIVE = {
    "EMAIL_ADDRESS": ["@home", "jo@", "a @ b", "jo@localhost", "10 @ 5.50", "look at (at) it"],
    "URL": ["word.In the next", "main.py and lib.rs", "e.g. this", "U.S.A.", "Mr.Smith", "3.5", "ASP.NET", "www"],
    "PHONE_NUMBER": [
        "1984-03-12", "12.03.1984", "1984-1990", "(1984–1990)", "123456", "1,234,567", "9 192 631 770",
        "12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12", "3.14159265", "8087/80287",
        "01 01 02",
    ],
    "CREDIT_CARD": ["4111 1111 1111 1112", "1234567890123456", "4111111111111111222233334444", "0.4111111111111111"],
    "IBAN_CODE": ["GB83 WEST 1234 5698 7654 32", "AB12 and more words here", "DE12 3456"],
    "IP_ADDRESS": [
        "version 10.11.12.13", "256.1.1.1", "1.2.3", "section 3.4.3.4", "12:30:45", "std::vector", "3.4.3.4",
    ],
    "MAC_ADDRESS": ["12:30:45", "00:1B:44:11:3A", "00:1B:44:11:3A:B7:99", "00-1B:44-11:3A-B7"],
    "CRYPTO": ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "0x1234"],
    "VIN": ["1M8GDM9A1KP042788", "12345678901234567", "ABCDEFGHJKLMNPRST"],
    "DEVICE_ID": ["356868000041418", "a serial killer of 1984", "serial number", "the device of 12 parts"],
    "MEDICAL_RECORD_NUMBER": ["the record of 1984", "record 12", "patient 7", "hospital no. 1", "charts", "record: 5"],
    "HEALTH_PLAN_NUMBER": ["Medicare in 1965", "group 12 people", "the plan: 3 visits", "policy 1"],
    "ACCOUNT_NUMBER": ["on account of 1234567 people", "accounts for 50%", "account number", "order: 3 beers"],
    "US_DRIVER_LICENSE": ["licensed in 1984", "a driver's license", "license of 2010", "her license is A4"],
    "LICENSE_PLATE": ["a license plate", "plates and 12 forks", "number plate of"],
    "PASSPORT": ["passport control 12", "a passport since 1984"],
    "ID_NUMBER": ["I'd say 12345", "user: 0605", "the file of 1984", "reference to 12345", "NPI"],
    "CASE_NUMBER": [
        "1998/99", "120/80", "in case 3 people", "Law no. 49/2003", "Protocol No. 11", "no. 5", "24/7", "and/or",
        "the case of 1984", "in any case", "3/4",
    ],
    "DATE_TIME": [
        "1984 people", "a total of 1984", "over 2000 men", "$1984", "1984%", "page 1984", "1.2.10", "45/67/1984",
        "he may 5 times", "they march 12 miles", "John 3:16", "25:61", "Route 1984", "12345", "1984.5",
        "a ratio of 3:2",
        "up to 2000", "1850 units", "No. 1984", "21984", "mayhem 12", "Marchand 5",
    ],
    "AGE": [
        "45 years", "45 years later", "a 45-year sentence", "ages ago", "turned 45 degrees", "page 45",
        "aged wine", "45",
        "type 2F, and", "$45 yo", "10 days", "the old man", "in the eighties", "he was 1st",
    ],
    "POSTCODE": [
        "12345", "OR 12", "IN 2010", "the 1979 FA Cup", "1979 FA Cup", "L-1011 TriStar", "N467US", "OK 12345 votes",
        "2000 AD", "2127, 2412, 2492, 2495, Byz",
    ],
    "STREET_ADDRESS": [
        "3 High Court judges", "In 2004 the Court said", "Rule 26 § 1 of the Rules of Court", "12 Angry Men",
        "10 Downing",
        "1 November 1998 the Court", "the 1929 Wall Street crash", "5 January St. Petersburg", "suite of 5",
        "Covering 804",
        "took place June 27", "72 AD. The Martyrdom of St. Thomas", "via Twitter 12", "her 1927 Broadway play",
    ],
    "COORDINATES": ["34°S", "12.5, 13.5", "91.1234, 10.1234", "20° C", "5 degrees", "lat 5"],
    "US_SSN": ["000-12-3456", "666-12-3456", "900-12-3456", "123-45-678", "1234-56-7890", "536904399"],
    "UK_NHS": ["943 476 5870", "NHS 943 476", "NHS, founded in 1948 with 1 234 567 890 pounds"],
    "ES_NIF": ["54362315A"],
    "IT_FISCAL_CODE": ["RCCMNL83S18D969A"],
    "SE_PERSONNUMMER": ["880320-0017"],
    "NL_BSN": ["111222333"],
    "PL_PESEL": ["44051401359"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("label", "text", "expected"),
    [(label, text, expected) for label, cases in POSITIVE.items() for text, expected in cases],
)
def test_finds(label, text, expected):
    assert expected in found(text, label)


@pytest.mark.parametrize(("text", "label"), NATIONALS)
def test_finds_national_numbers(text, label):
    assert len(found(text, label)) == 1
    assert len(found(text)) == 1


@pytest.mark.parametrize(("label", "text"), [(label, text) for label, cases in NEGATIVE.items() for text in cases])
def test_leaves_alone(label, text):
    assert found(text, label) == []


def test_every_label_is_tested():
    assert set(POSITIVE) | {label for _, label in NATIONALS} == LABELS
    assert set(NEGATIVE) <= LABELS


@pytest.mark.parametrize(("label", "text", "expected"), [(kind, *cases[0]) for kind, cases in POSITIVE.items()])
def test_labels_are_a_choice(label, text, expected):
    assert found(text, labels=[label]) == found(text, label, labels={label}) == [expected]
    assert found(text, labels=[]) == []


def test_unknown_labels_and_regions_are_refused():
    with pytest.raises(InputError, match="unknown kind of pattern E_MAIL; there are: ACCOUNT_NUMBER, AGE"):
        found("", labels=["E_MAIL"])
    with pytest.raises(InputError, match="unknown region USA"):
        found("", region="USA")


def test_a_region_tells_its_own_numbers():
    assert found("9472 7916", region="US") == found("9472 7916", region=None) == []
    assert found("9472 7916", region="SG") == ["9472 7916"]
    assert found("+44 117 496 0123", region=None) == ["+44 117 496 0123"]


def test_the_national_numbers_are_a_choice():
    iban = National("EE_ID", "ee.ik", r"\d{11}", ("isikukood",))
    assert found("isikukood 36805280109", "EE_ID", national=[iban]) == ["36805280109"]
    assert found("isikukood 36805280109", "EE_ID", national=[iban], labels=["EE_ID"]) == ["36805280109"]
    assert found("536-90-4399", national=[iban]) == []
    assert {kind.label for kind in NATIONAL} < LABELS


def test_the_longest_gives_the_label():
    assert [(term.text, term.label) for term in patterns(Document("1", "Mail https://jo@example.org/x now"))] == [
        ("https://jo@example.org/x", "URL")
    ]


def test_of_the_same_span_the_checked_one_gives_the_label():
    assert [term.label for term in patterns(Document("1", "call 536-90-4399"))] == ["US_SSN"]


def test_lists_of_numbers():
    assert found("(applications nos. 123/06, 18403/91 and 55/07)") == ["123/06", "18403/91", "55/07"]
    assert found("account numbers 12345678, 23456789 and 34567890") == ["12345678", "23456789", "34567890"]


def test_a_whole_letter():
    text = (
        "Jo Doe (MRN 00123456), a 45-year-old woman of 12 Main Street, Springfield, IL 62704, was seen on 03/14/2019 "
        "at 10:30 a.m. Call (212) 736-5000 or write to jo@example.org. SSN 536-90-4399."
    )
    assert [(term.text, term.label) for term in patterns(Document("1", text))] == [
        ("00123456", "MEDICAL_RECORD_NUMBER"),
        ("45-year-old", "AGE"),
        ("12 Main Street, Springfield", "STREET_ADDRESS"),
        ("62704", "POSTCODE"),
        ("03/14/2019", "DATE_TIME"),
        ("10:30 a.m.", "DATE_TIME"),
        ("(212) 736-5000", "PHONE_NUMBER"),
        ("jo@example.org", "EMAIL_ADDRESS"),
        ("536-90-4399", "US_SSN"),
    ]


def test_empty():
    assert found("") == found(" \n\t ") == found("\u200b") == found("No numbers here.") == []


@pytest.mark.parametrize(
    ("text", "valid"), [("card 4111 1111 1111 1111", True), ("Her drivers license is AC432223", False)]
)
def test_what_was_checked_is_told_from_what_only_looks_so(text, valid):
    assert [checked for _, checked in checked_patterns(Document("test", text))] == [valid]

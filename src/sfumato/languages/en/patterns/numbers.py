"""The words by which numbers of all languages are told apart in English."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sfumato.languages.plain import either, word

PHONE_BEFORE = re.compile(
    word(
        "(?i:"
        + either(
            """phones?,telephoned?,tel,call(?:ed|ing)?,mobile,cell(?:phone|ular)?,fax,text(?:ed)?,sms,whatsapp,signal
            dial(?:l?ed)?,reach (?:me|us|him|her|them),pager,hotline,landline,contact,answering,voicemail,desk,office"""
        )
        + r"\b(?:[ .:#(-]{0,3}"
        + either(
            """numbers?,nos?,is,was,at,on,me,us,him,her,them,to,by,via,the,my,his,our,their,direct,home,work,office
            mobile,cell"""
        )
        + r"\b){0,5}[\s.:#-]{1,4})"
    )
)
PHONE_AFTER = "(?i:office|fax|mobile|cell|home|work|desk|direct)"
CARD_NEAR = re.compile(
    rf"\b(?i:{either('cards?,cc,visa,mastercard,amex,american express,maestro,credit,debit,jcb')})\b"
)
VERSION_BEFORE = re.compile(
    rf"(?:\b(?i:{either('version,ver,v,release,sections?,sec,chapter,paragraph,build,rule')})\.?|§)\s*\Z"
)
IP_BEFORE = re.compile(r"\b(?i:ip|ipv4|address|host|server|dns|gateway|ping)\b[^.]{0,20}\Z")
_EDGE = r"[\s:=#\"'(\[-]"
NATIONAL_LINK = re.compile(
    rf"(?:{_EDGE}{{0,3}}\b(?i:numbers?|no|num|nr|code|id|is|was|of|card)\b\.?){{0,4}}{_EDGE}{{0,4}}"
)
_ANY = (
    "national id", "national identity", "national identification", "national registration", "personal number",
    "personal identity", "personal identification", "personal id", "identity card", "identity number",
    "identification number", "tax id", "tax identification", "taxpayer id", "taxpayer identification", "TIN",
)  # fmt: skip
NATIONAL: Mapping[str, Sequence[str]] = {
    "": _ANY,
    "IT_FISCAL_CODE": ("fiscal code",),
    "NL_BSN": ("citizen service",),
    "DE_TAX_ID": ("German tax",),
    "FI_PERSONAL_IDENTITY_CODE": ("personal identity code",),
    "DK_CPR": ("CPR number", "CPR no"),
    "PT_NIF": ("Portuguese NIF",),
    "CN_RIC": ("resident identity", "ID card"),
    "KR_RRN": ("resident registration",),
}

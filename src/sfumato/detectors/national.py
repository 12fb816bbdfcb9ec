"""Numbers that a state gives to a person, checked by python-stdnum.

A number counts where its looks are so particular and its check so strict that hardly any other number passes; or
where it is valid and a word that names it ("NHS", "SSN") stands near; or where such a word stands right before it,
valid or not: a mistyped number still is the number of somebody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module

from sfumato.languages.plain import Plain, word
from sfumato.protocols import Patterns
from sfumato.types import Match

_BEFORE, _AFTER = 30, 60  # characters from a word to the number that it names
_LONGEST = 40  # characters of a number


@dataclass(frozen=True, slots=True)
class National:
    """One kind of national number: where it is found in a text, and the module of stdnum that checks it.

    `shape` is a regular expression that counts near one of the words of `cue`, as the number is called at home (those
    in capitals only count so), or near what the text's language calls it; `alone` one that counts anywhere. Without a
    `module`, looks are all there is.
    """

    label: str
    module: str
    shape: str
    cue: tuple[str, ...]
    alone: str = ""


_3_2_4 = r"\d{3}[- ]?\d{2}[- ]?\d{4}"

NATIONAL: tuple[National, ...] = (
    National("US_SSN", "us.ssn", _3_2_4, ("SSN", "SS#", "social security"), r"\d{3}-\d{2}-\d{4}"),
    National("US_ITIN", "us.itin", _3_2_4, ("ITIN", "individual taxpayer"), r"9\d{2}-[5-9]\d-\d{4}"),
    National("UK_NHS", "gb.nhs", r"\d{3}[- ]?\d{3}[- ]?\d{4}", ("NHS", "national health service")),
    National(
        "UK_NINO", "",
        r"[A-Za-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-Da-d]", ("NINO", "NI number", "NI no", "national insurance"),
        r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]",
    ),
    National("CA_SIN", "ca.sin", r"\d{3}[- ]?\d{3}[- ]?\d{3}", ("SIN", "social insurance")),
    National("ES_NIF", "es.dni", r"\d{8}-?[A-Za-z]", ("DNI", "NIF", "documento nacional"), r"\d{8}-?[A-HJ-NP-TV-Z]"),
    National("ES_NIE", "es.nie", r"[XYZxyz]-?\d{7}-?[A-Za-z]", ("NIE",), r"[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z]"),
    National(
        "FR_NIR", "fr.nir",
        r"[12] ?\d{2} ?\d{2} ?\d[\dABab] ?\d{3} ?\d{3} ?\d{2}", ("NIR", "INSEE", "sécurité sociale"),
        r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}",
    ),
    National(
        "IT_FISCAL_CODE", "it.codicefiscale",
        r"[A-Za-z]{6}\w{2}[A-Za-z]\w{2}[A-Za-z]\w{3}[A-Za-z]", ("codice fiscale",),
        r"[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
    ),
    National("NL_BSN", "nl.bsn", r"\d{9}|\d{4}\.\d{2}\.\d{3}", ("BSN", "burgerservicenummer")),
    National("DE_TAX_ID", "de.idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", ("IdNr", "Steuer-ID")),
    National("PL_PESEL", "pl.pesel", r"\d{11}", ("PESEL",)),
    National(
        "SE_PERSONNUMMER", "se.personnummer",
        r"(?:\d{2})?\d{6}[-+]?\d{4}", ("personnummer",), r"(?:19|20)?\d{6}[-+]\d{4}",
    ),
    National(
        "FI_PERSONAL_IDENTITY_CODE", "fi.hetu",
        r"\d{6}[-+A-FU-Y]\d{3}\w", ("hetu", "henkilötunnus"),
        r"\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]",
    ),
    National("CH_AHV", "ch.ssn", r"756\.?\d{4}\.?\d{4}\.?\d{2}", ("AHV", "AVS"), r"756\.\d{4}\.\d{4}\.\d{2}"),
    National("BR_CPF", "br.cpf", r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}", ("CPF",), r"\d{3}\.\d{3}\.\d{3}-\d{2}"),
    National(
        "BE_NATIONAL_NUMBER", "be.nn",
        r"\d{2}\.?\d{2}\.?\d{2}[- ]?\d{3}[. ]?\d{2}", ("rijksregisternummer", "numéro national", "NISS", "INSZ"),
        r"\d{2}\.\d{2}\.\d{2}-\d{3}[. ]\d{2}",
    ),
    National("DK_CPR", "dk.cpr", r"\d{6}[- ]?\d{4}", ("CPR-nummer",)),
    National("NO_FODSELSNUMMER", "no.fodselsnummer", r"\d{6} ?\d{5}", ("fødselsnummer", "fodselsnummer")),
    National("IE_PPS", "ie.pps", r"\d{7}[A-Wa-w][A-Ia-iWw]?", ("PPS", "PPSN")),
    National("PT_NIF", "pt.nif", r"\d{3} ?\d{3} ?\d{3}", ("contribuinte",)),
    National("MX_CURP", "mx.curp", r"[A-Za-z]{4}\d{6}[A-Za-z]{6}\w\d", ("CURP",), r"[A-Z]{4}\d{6}[HMX][A-Z]{5}\w\d"),
    National("ZA_ID", "za.idnr", r"\d{6} ?\d{4} ?\d{2} ?\d", ("South African ID", "SA ID", "RSA ID")),
    National("TR_TCKN", "tr.tckimlik", r"\d{11}", ("TCKN", "kimlik")),
    National("IN_AADHAAR", "in_.aadhaar", r"\d{4}[- ]?\d{4}[- ]?\d{4}", ("aadhaar", "aadhar", "UIDAI")),
    National("IN_PAN", "in_.pan", r"[A-Za-z]{5}\d{4}[A-Za-z]", ("PAN",), r"[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]"),
    National("AU_TFN", "au.tfn", r"\d{3} ?\d{3} ?\d{2,3}", ("TFN", "tax file")),
    National("CN_RIC", "cn.ric", r"\d{17}[\dXx]", (), r"[1-8]\d{5}(?:19|20)\d{9}[\dX]"),
    National("KR_RRN", "kr.rrn", r"\d{6}-?\d{7}", ("RRN",), r"\d{6}-\d{7}"),
)  # fmt: skip
"""The national numbers that are looked for unless others are given."""


@lru_cache(maxsize=4096)
def is_valid(module: str, number: str) -> bool:
    """Whether a number passes the check of a module of stdnum, given as "us.ssn".

    >>> is_valid("gb.nhs", "943 476 5870"), is_valid("gb.nhs", "943 476 5871")
    (True, False)
    """
    return bool(import_module(f"stdnum.{module}").is_valid(number.upper()))


def nationals(plain: Plain, kinds: Sequence[National], words: Patterns) -> Iterator[Match]:
    """The national numbers of a text, each labelled as its kind."""
    yield from _finder(tuple(kinds), words).matches(plain)


class _Finder:
    """The expressions of several kinds of national numbers, compiled."""

    def __init__(self, kinds: tuple[National, ...], words: Patterns) -> None:
        self.kinds = kinds
        self.link = words.national_link
        self.shapes = [_whole(kind.shape) for kind in kinds]
        self.alone = [(kind, _whole(kind.alone)) for kind in kinds if kind.alone]
        self.any_alone = _whole("|".join(kind.alone for kind, _ in self.alone) or r"\Z.")
        named = [(*kind.cue, *words.national.get(kind.label, ())) for kind in kinds]
        cues = [f"(?P<n{number}>{_either(names)})" for number, names in enumerate(named) if names]
        self.cue = re.compile(word(rf"(?:{'|'.join([*cues, _either(words.national[''])])})(?![^\W_])"))

    def matches(self, plain: Plain) -> Iterator[Match]:
        for candidate in plain.near_digits(self.any_alone):
            for kind, expression in self.alone:
                match = expression.match(plain.text, candidate.start())
                if match and _passes(kind, match.group()):
                    yield Match(*match.span(), kind.label, True)
        for cue in plain.near_digits(self.cue):
            named = cue.lastgroup is not None
            for number in (int(cue.lastgroup[1:]),) if cue.lastgroup else range(len(self.kinds)):
                yield from self._near(plain.text, cue, number, named=named)

    def _near(self, text: str, cue: re.Match[str], number: int, *, named: bool) -> Iterator[Match]:
        kind, shape = self.kinds[number], self.shapes[number]
        link = self.link.match(text, cue.end())
        direct = link.end() if named and link else cue.end() - 1
        for match in shape.finditer(text, cue.end(), cue.end() + _AFTER + _LONGEST):
            valid = _passes(kind, match.group())
            if match.start() <= cue.end() + _AFTER and (match.start() <= direct or (valid and kind.module)):
                yield Match(*match.span(), kind.label, valid)
        for match in shape.finditer(text, max(0, cue.start() - _BEFORE), cue.start()):
            if kind.module and _passes(kind, match.group()):
                yield Match(*match.span(), kind.label, True)


@cache
def _finder(kinds: tuple[National, ...], words: Patterns) -> _Finder:
    return _Finder(kinds, words)


def _passes(kind: National, number: str) -> bool:
    return not kind.module or is_valid(kind.module, number)


def _whole(shape: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?<!\d[.,:/-])(?:{shape})(?![^\W_]|[.,:/-]\d)")


def _either(words: Iterable[str]) -> str:
    """An expression for any of the words; only those that are written in capitals need them."""
    either = (re.escape(name) if name.isupper() else f"(?i:{re.escape(name)})" for name in words)
    return "|".join(either).replace(r"\ ", r"[\s-]{1,2}")

"""Addresses of people and machines on a network: e-mail, URL, IP, MAC, and wallets of cryptocurrencies."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from stdnum import bitcoin

from sfumato.languages.plain import Plain, either
from sfumato.protocols import Patterns
from sfumato.types import Match

_AT = re.compile(r" ?[\[(](?:at|AT)[\])] ?")
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_EMAIL = re.compile(
    r"(?<![\w+-])[^\W_][\w.!#$%&'*+/=?^`{|}~-]{0,63}+"
    rf"(?:@|{_AT.pattern})"
    rf"(?:(?:{_LABEL}\.){{1,8}}[^\W\d_][\w-]{{1,23}}(?![\w-])|\[[\d.]{{7,15}}\])"
)

_INSIDE = r"[^\s<>\"{}|\\^`]"
_URL = re.compile(rf"(?<![^\W_])(?i:(?:https?|s?ftp|ftps|file|ssh|wss?)://|www\d?\.(?=[\w-])){_INSIDE}{{2,2048}}+")
# Top-level domains that are no word and no ending of a file's name: with nothing else to tell a domain by,
# "word.In" is a sentence without a space and "main.py" is a file.
_TOP = either(
    """com,org,net,edu,gov,mil,int,info,biz,name,pro,mobi,museum,coop,aero,jobs,travel,online,site,shop,blog,cloud
    tech,xyz,app,dev,io,ai,tv,eu,uk,de,fr,es,nl,ch,se,dk,fi,pt,gr,cz,sk,hu,ro,bg,hr,si,lt,lv,ee,ie,lu,ca,au,nz,jp
    kr,cn,tw,hk,sg,br,ar,mx,cl,pe,uy,ve,za,ng,ke,eg,il,ae,sa,ir,ru,ua,by,kz,tr,cy,mt,COM,ORG,EDU,GOV
    (?:co|com|org|net|gov|ac|edu|or|ne|go)\\.[a-z][a-z]"""
)
_DOMAIN = re.compile(
    r"(?<![\w@./-])(?=[A-Za-z0-9])(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}+\.){1,6}"
    rf"{_TOP}(?![\w@-]|\.[\w])(?::\d{{2,5}})?(?:[/?#]{_INSIDE}{{0,2048}}+)?"
)
_OPENING = {")": "(", "]": "[", "}": "{"}

_IP4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?::\d{2,5})?(?![\w]|\.\d)")
_IP6 = re.compile(r"(?<![\w:.])(?=[0-9A-Fa-f:]{0,4}:)[0-9A-Fa-f:]{3,39}+(?:\.\d{1,3}){0,3}(?:%\w{1,15})?(?![\w:])")
_HEX = "[0-9A-Fa-f]"
_MAC = re.compile(
    rf"(?<![\w:.-])(?:{_HEX}{{2}}([:-])(?:{_HEX}{{2}}\1){{4}}{_HEX}{{2}}|(?:{_HEX}{{4}}\.){{2}}{_HEX}{{4}})(?![\w:-])"
)
_WALLET = re.compile(r"(?<!\w)(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[a-z0-9]{25,60}|0x[0-9a-fA-F]{40})(?!\w)")


def emails(plain: Plain) -> Iterator[Match]:
    """EMAIL_ADDRESS, also with "[at]" or "(at)"."""
    if "@" in plain.text or _AT.search(plain.text):
        for match in plain.anywhere(_EMAIL):
            yield Match(*match.span(), "EMAIL_ADDRESS", True)


def urls(plain: Plain) -> Iterator[Match]:
    """URL: with a scheme, with "www.", or a bare domain below a top-level domain that is common."""
    for pattern in (_URL, _DOMAIN):
        for match in plain.anywhere(pattern):
            yield Match(match.start(), _without_closing(plain.text, *match.span()), "URL")


def _without_closing(text: str, start: int, end: int) -> int:
    """Where a URL ends without the punctuation of the sentence that it stands in."""
    while end > start + 1:
        last = text[end - 1]
        opening = _OPENING.get(last)
        unopened = opening is not None and text.count(opening, start, end) < text.count(last, start, end)
        if not unopened and last not in ".,;:!?'\"*_~":
            break
        end -= 1
    return end


def ips(plain: Plain, words: Patterns) -> Iterator[Match]:
    """IP_ADDRESS of version 4 or 6, also with a port or as a network; no version or section number."""
    for match in plain.near_digits(_IP4):
        shown = match.group().partition(":")[0]
        # Of single digits it is rather a section, unless a word says what it is.
        named = len(shown) > 7 or plain.before(words.ip_before, match.start())
        if named and _is_ip(shown) and not plain.before(words.version_before, match.start(), 12):
            yield Match(*match.span(), "IP_ADDRESS", True)
    for match in plain.near_digits(_IP6):
        shown = match.group()
        if shown.endswith(":") and not shown.endswith("::"):
            shown = shown[:-1]
        if any(map(str.isdigit, shown)) and shown.count(":") > 1 and _is_ip(shown):
            yield Match(match.start(), match.start() + len(shown), "IP_ADDRESS", True)


def _is_ip(shown: str) -> bool:
    try:
        ipaddress.ip_interface(shown)
    except ValueError:
        return False
    return True


def macs(plain: Plain) -> Iterator[Match]:
    """MAC_ADDRESS, written with colons, hyphens or in three parts with full stops."""
    for match in plain.near_digits(_MAC):
        yield Match(*match.span(), "MAC_ADDRESS", True)


def wallets(plain: Plain) -> Iterator[Match]:
    """CRYPTO: addresses of Bitcoin by their check sum, those of Ethereum by their looks."""
    for match in plain.near_digits(_WALLET):
        if match.group().startswith("0x") or bitcoin.is_valid(match.group()):
            yield Match(*match.span(), "CRYPTO", True)

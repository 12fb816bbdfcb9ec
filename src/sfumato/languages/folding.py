"""A text as its reader sees it: unseen characters go, look-alikes become Latin letters, escapes are resolved.

Every character knows where in the original it comes from.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from html import unescape
from urllib.parse import unquote

UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
"""A character that cannot be seen (soft hyphen, zero-width and direction marks): it changes nothing of its word."""

# Letters that look like those above them; small capitals stand for capitals.
_LOOKALIKES = (
    ("ABCEHIJKMOPSTXYVQWG3RNU", "АВСЕНІЈКМОРЅТХУѴԚԜԌЗГПИ"),
    ("abcehijkmopstxyvqwdl3rngu", "авсеһіјкморѕтхуѵԛԝԁӏзгпɡи"),
    ("hIeYy", "нӀҽҮү"),
    ("ABEZHIKMNOPTYXC", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ"),
    ("aeiknoptuxvywcj", "αεικηορτυχνγωϲϳ"),
    ("ounhgqS", "օսոհցզՏ"),
    ("ABCDEFGHIJKLMNOPQRSTUVWYZ", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ"),
    ("ABCDEFGHIJKLMNOPRSTUVWXYZ", "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ"),
    ("ADEHKLMPRSTVWZCGJB", "ᎪᎠᎬᎻᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃᏟᏀᎫᏴ"),
    ("agiivlodhtbruyzLODHTIUZ", "ɑɩıɨʋłøđħŧƀɾʉʏƶŁØĐĦŦƗɄƵ"),
    ("''''------ ", "‘’‛ʼ‐‑‒–−﹣\u2800"),
)
_MORE = {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D"}
_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)  # A to Z in dark circles, dark squares and as regional indicators


def _unseen(character: str) -> bool:
    odd = unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc") and not character.isspace()
    return odd or UNSEEN.match(character) is not None


class _Fold(dict[int, str]):
    """What a reader takes a character for, made when it is first asked for."""

    def __missing__(self, code: int) -> str:
        parts = _TABLE.get(chr(code)) or unicodedata.normalize("NFKD", chr(code))
        seen = unicodedata.normalize("NFC", "".join(c for c in parts if not _unseen(c)))
        return self.setdefault(code, "".join(_TABLE.get(c, c) for c in seen))


_TABLE = {odd: plain for plains, odds in _LOOKALIKES for plain, odd in zip(plains, odds, strict=True)} | _MORE
_TABLE |= {chr(first + n): chr(65 + n) for first in _ALPHABETS for n in range(26)}
_FOLD = _Fold()
_BYTE = r"(?:%[89ABab][\dA-Fa-f])"
_ESCAPE = (
    rf"%(?:25)*[0-7][\dA-Fa-f]|%[CDcd][\dA-Fa-f]{_BYTE}|%[Ee][\dA-Fa-f]{_BYTE}{{2}}|%[Ff][0-4]{_BYTE}{{3}}"
    r"|&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z]{2,8}\d{0,2});|\u00ad(?=[ \t]{0,8}\r?\n)"
    r"|\\(?:u00|x)[2-7][\dA-Fa-f]|\\u(?!00|[dD][89A-Fa-f])[\dA-Fa-f]{4}"  # as JSON and programs write a letter
)
_DISGUISED = re.compile(rf"[^\x09-\x0d\x1c-\x7e]|{_ESCAPE}")


class Folded:
    """A text as its reader sees it, and where each of its characters comes from."""

    def __init__(self, text: str) -> None:
        self.original = self.text = text
        # Pieces of other length than what they come from: start and end here, start and end there.
        self._here, self._pieces = [0], [(0, 0, 0, 0)]
        if _DISGUISED.search(text):
            self._fold(text)

    def _fold(self, text: str) -> None:
        odd = "".join(re.escape(c) for c in set(text) if len(_FOLD[ord(c)]) != 1)
        out: list[str] = []
        length = at = 0
        for match in re.finditer(rf"{_ESCAPE}|[{odd}]" if odd else _ESCAPE, text):
            start, end = match.span()
            raw = match.group()
            if raw.startswith("\\"):
                raw = chr(int(raw[2:], 16))
            elif len(raw) > 1:
                raw = unescape(unquote(re.sub("%(?:25)+(?=..)", "%", raw)))
            seen = "-" if raw == "\u00ad" and text[end : end + 1].isspace() else raw.translate(_FOLD)
            out += text[at:start].translate(_FOLD), seen
            here = length + start - at
            length = here + len(seen)
            if len(seen) != end - start:
                self._here.append(here)
                self._pieces.append((here, length, start, end))
            at = end
        out.append(text[at:].translate(_FOLD))
        self.text = "".join(out)

    def _origin(self, here: int) -> tuple[int, int]:
        """Start and end in the original of one character."""
        first, last, start, end = self._pieces[bisect_right(self._here, here) - 1]
        return (start, end) if first <= here < last else (end + here - last, end + here - last + 1)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original, with the unseen characters that follow it."""
        first, last = self._origin(start)[0], self._origin(end - 1)[1]
        if len(self._pieces) > 1:
            while last < len(self.original) and not _FOLD[ord(self.original[last])]:
                last += 1
        return first, last


def has_word(text: str) -> bool:
    """Whether a reader sees a letter or a digit in a text.

    >>> has_word("C."), has_word("\\u200b -- ")
    (True, False)
    """
    return any(c.isalnum() and not UNSEEN.match(c) for c in unicodedata.normalize("NFKD", text))

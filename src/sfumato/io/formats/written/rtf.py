"""RTF: what is shown is read and written anew as plain paragraphs; whatever else the file has is dropped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sfumato.io.formats.pieces import Opened, Reading, edited, refused
from sfumato.io.formats.zipped.words import is_structural
from sfumato.types import Edit

name = "rtf"
what = "a rich text document"
suffixes = (".rtf",)
types = ("application/rtf", "text/rtf")

_TOKEN = re.compile(
    rb"\\bin(?P<bytes>\d+) ?|\\(?P<word>[a-zA-Z]+)(?P<number>-?\d+)? ?|\\'(?P<hex>[0-9a-fA-F]{2})"
    rb"|\\(?P<symbol>[^a-zA-Z])"
    rb"|(?P<open>\{)|(?P<close>\})|(?P<text>[^\\{}\r\n]+)"
)
_SHOWN = frozenset(
    "footnote header footer headerl headerr headerf footerl footerr footerf fldrslt field shptxt rtf annotation".split()
)
_BREAKS = {"par": "\n", "line": "\n", "row": "\n", "sect": "\n", "page": "\n", "cell": "\t", "tab": "\t"}
_CHARACTERS = {
    "emdash": "\u2014", "endash": "\u2013", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c",
    "rdblquote": "\u201d", "bullet": "\u2022", "emspace": " ", "enspace": " ",
}  # fmt: skip
_DESTINATIONS = frozenset(
    """
fonttbl colortbl stylesheet info pict object objdata fldinst listtable listoverridetable rsidtbl generator xmlnstbl
themedata colorschememapping datastore latentstyles pgptbl revtbl filetbl template docvar userprops xe tc bkmkstart
bkmkend atnid atnauthor atndate atnref atnicn atntime nonshppict shppict shpinst title author operator company manager
category keywords comment doccomm subject hlinkbase mmathpr falt panose formfield private passwordhash wgrffmtfilter
""".split()
)
_DEEPEST = 200


def is_one(data: bytes) -> bool:
    """Whether bytes begin as RTF does."""
    return data.lstrip()[:5] == b"{\\rtf"


@dataclass
class _State:
    """What holds in a group: what its text is for, whether it is shown, and how many characters follow a code."""

    destination: str = ""
    hidden: bool = False
    skip: int = 1
    star: bool = False


@dataclass
class _Reader:
    """Text by destination; what is not shown is kept apart."""

    shown: list[str] = field(default_factory=list)
    dropped: dict[str, list[str]] = field(default_factory=dict)

    def say(self, state: _State, text: str) -> None:
        if state.destination or state.hidden:
            self.dropped.setdefault(state.destination or "hidden text", []).append(text)
        else:
            self.shown.append(text)


def opened(data: bytes, reading: Reading) -> Opened:
    """The document."""
    reader = _read(data, reading)
    found = Opened()
    lines = [line for line in "".join(reader.shown).split("\n") if line.strip()]
    written = list(lines)
    for number, line in enumerate(lines):
        found.add(f"paragraph {number + 1}", line, _put(written, number))
    for destination, texts in reader.dropped.items():
        said = " ".join("".join(texts).split())
        if is_structural(said):
            continue
        found.drop(destination, said)
        found.part(destination, "dropped", "not shown, or not text")
    found.part("text", "rewritten", "as plain paragraphs")
    found.save = lambda: _saved(written)
    return found


def _put(written: list[str], number: int) -> Callable[[Sequence[Edit]], None]:
    def put(edits: Sequence[Edit]) -> None:
        written[number] = edited(written[number], edits)

    return put


def _read(data: bytes, reading: Reading) -> _Reader:
    reader = _Reader()
    stack, state, skip, at = [], _State(), 0, 0
    encoding = "cp1252"
    while at < len(data):
        token = _TOKEN.match(data, at)
        if token is None:
            at += 1
            continue
        at = token.end()
        if token["bytes"]:
            at += int(token["bytes"])
        elif token["open"]:
            stack.append(state)
            state = replace(state, star=False)
            if len(stack) > _DEEPEST:
                raise refused("nested too deep", "too-large")
        elif token["close"]:
            if not stack:
                raise refused("its groups do not fit together")
            state = stack.pop()
        elif token["word"]:
            word, number = token["word"].decode(), int(token["number"] or 1) if token["number"] else None
            if word == "u" and number is not None:
                reader.say(state, chr(number % 65536))
                skip = state.skip
            elif word == "uc":
                state.skip = number or 0
            elif word == "ansicpg" and number:
                encoding = f"cp{number}" if number in (1250, 1251, 1252, 1253, 1254, 1257) else encoding
            elif word in _BREAKS:
                reader.say(state, _BREAKS[word])
            elif word in _CHARACTERS:
                reader.say(state, _CHARACTERS[word])
            elif word in ("v", "deleted"):
                state.hidden = number != 0 and word not in reading.off
            elif word == "plain":
                state.hidden = False
            elif state.star or word in _DESTINATIONS:
                if word not in reading.off and word not in _SHOWN:
                    state.destination = state.destination or word
                state.star = False
            elif word in _SHOWN and word not in ("rtf", "fldrslt", "field", "shptxt"):
                reader.say(state, "\n")
        elif token["hex"]:
            if skip:
                skip -= 1
            else:
                reader.say(state, bytes.fromhex(token["hex"].decode()).decode(encoding, "replace"))
        elif token["symbol"]:
            symbol = token["symbol"]
            if symbol == b"*":
                state.star = True
            elif symbol in b"\\{}":
                reader.say(state, symbol.decode())
            elif symbol in (b"\r", b"\n"):
                reader.say(state, "\n")
            elif symbol == b"~":
                reader.say(state, "\u00a0")
            elif symbol == b"_":
                reader.say(state, "-")
        elif token["text"]:
            said = token["text"][min(skip, len(token["text"])) :]
            skip -= len(token["text"]) - len(said)
            reader.say(state, said.decode(encoding, "replace"))
    if stack:
        raise refused("truncated: its groups are not closed")
    return reader


def _saved(lines: Sequence[str]) -> bytes:
    body = "".join(f"{_escaped(line)}\\par\n" for line in lines if line.strip())
    return f"{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0 Times New Roman;}}}}\\f0\\fs24\n{body}}}\n".encode(
        "ascii"
    )


def _escaped(text: str) -> str:
    made = []
    for letter in text:
        code = ord(letter)
        if letter == "\t":
            made.append("\\tab ")
        elif letter in "\\{}":
            made.append(f"\\{letter}")
        elif code < 128:
            made.append(letter)
        else:
            units = letter.encode("utf-16-le")
            for at in range(0, len(units), 2):
                unit = int.from_bytes(units[at : at + 2], "little")
                made.append(f"\\u{unit - 65536 if unit > 32767 else unit}?")
    return "".join(made)

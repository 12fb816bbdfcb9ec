"""Opens documents in a process of its own that may take little memory, little time, no file and no network.

What a hostile file can do is to have that process end: the document is then refused. Neither its name nor a word of it
is an argument of the process: all goes through its standard input.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sfumato.errors import InputError, MissingExtra, SfumatoError
from sfumato.io.formats.pieces import Part, Piece, Reading, refused
from sfumato.io.formats.proof.forms import Found
from sfumato.types import Edit

MEMORY = 500_000_000
"""Bytes that the process may take."""
SECONDS = 4
"""Of its processor for a small file; a second more for each further megabyte."""
LONGER = 240
"""Seconds more that a document of many pages may take at most, once it is known to have them."""
LARGEST = 100_000_000
"""Bytes of a document."""
_SCANS_LONGER, _SCANS_MEMORY = 8_000, 3_000_000_000  # for reading scans: the models are large, and a page takes long
_PATIENCE = 5  # times as long by the clock as by the processor, where others work, too
_NEW_NETWORK, _NEW_USER = 0x40000000, 0x10000000


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a document says and what its parts are."""

    pieces: tuple[Piece, ...] = ()
    parts: tuple[Part, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    task: str
    name: str
    data: bytes
    reading: Reading
    edits: dict[int, list[Edit]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Answered:
    extracted: Extracted = field(default_factory=Extracted)
    data: bytes = b""
    found: tuple[Found, ...] = ()
    error: str = ""
    code: str = ""
    extra: str = ""


def extracted(data: bytes, name: str, reading: Reading) -> Extracted:
    """The pieces and parts of a document."""
    return _ask(_Asked("extract", name, data, reading)).extracted


def rewritten(data: bytes, name: str, reading: Reading, edits: Mapping[int, Sequence[Edit]]) -> bytes:
    """The bytes of a document with its pieces edited, by their numbers."""
    changes = {number: list(each) for number, each in edits.items()}
    return _ask(_Asked("rewrite", name, data, reading, changes)).data


def read_again(data: bytes, name: str) -> tuple[Found, ...]:
    """Every string in a file, by the readers of the proof."""
    return _ask(_Asked("prove", name, data, Reading())).found


def scans_read(data: bytes, reading: Reading) -> tuple[bytes, tuple[Part, ...]]:
    """The bytes of a PDF with text in the place of pages that are pictures, and what became of those."""
    answer = _ask(_Asked("scans", "scan.pdf", data, reading))
    return answer.data, answer.extracted.parts


def _ask(asked: _Asked) -> _Answered:
    if len(asked.data) > LARGEST:
        raise refused(f"larger than {LARGEST // 1_000_000} MB, the most of a document", "too-large")
    seconds = SECONDS + len(asked.data) // 1_000_000
    longer, memory = (_SCANS_LONGER, _SCANS_MEMORY) if asked.task == "scans" else (LONGER, MEMORY)
    command = [sys.executable, "-m", "sfumato.io.formats.confined", *map(str, (seconds, longer, memory))]
    try:
        done = subprocess.run(
            command,
            input=msgspec.msgpack.encode(asked),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=(seconds + longer) * _PATIENCE,
            env={**_environment(), "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "MALLOC_ARENA_MAX": "1"},
            check=False,
        )
        answer = msgspec.msgpack.decode(done.stdout, type=_Answered)
    except subprocess.TimeoutExpired:
        raise refused(f"it takes more than {seconds} seconds to open", "too-large") from None
    except msgspec.MsgspecError:
        raise refused(
            f"it takes more than {memory // 1_000_000} MB or {seconds} seconds to open", "too-large"
        ) from None
    if answer.extra:
        raise MissingExtra("reading scans" if answer.extra == "ocr" else "reading documents", answer.extra)
    if answer.error:
        raise InputError(answer.error, code=answer.code)
    return answer


def _environment() -> dict[str, str]:
    """What the other process must know of this one: no token, no key, no name of a user."""
    wanted = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "SFUMATO_DEBUG")
    return {name: os.environ[name] for name in wanted if name in os.environ}


# --- the other process ------------------------------------------------------------------------------------


def _confine(seconds: int, longer: int, memory: int) -> None:
    """Takes from this process what it does not need: memory, time, files to write, and the network."""
    sys.setrecursionlimit(600)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).unshare(_NEW_USER | _NEW_NETWORK)
    try:
        import resource
    except ImportError:  # Windows: the clock of the other process must do
        return
    limits = {"AS": memory, "CPU": seconds, "FSIZE": 0, "CORE": 0, "NPROC": 0}
    for limit, most in limits.items():
        with contextlib.suppress(OSError, ValueError, AttributeError):
            highest = most + longer if limit == "CPU" else most
            resource.setrlimit(getattr(resource, f"RLIMIT_{limit}"), (most, highest))


def more_time(seconds: float) -> None:
    """Gives this process so many seconds more of its processor, if they are limited: its document is worth them."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if soft != resource.RLIM_INFINITY and seconds > 0:
        most = soft + int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _answer(asked: _Asked) -> _Answered:
    from sfumato.io.formats import proof
    from sfumato.io.formats.documents import opened

    if asked.task == "prove":
        return _Answered(found=tuple(proof.everything(asked.data, asked.name)))
    if asked.task == "scans":
        from sfumato.io.formats.pdf.scans import scans_read

        data, parts = scans_read(asked.data, asked.reading)
        return _Answered(Extracted(parts=parts), data)
    document = opened(asked.data, asked.name, asked.reading)
    if asked.task == "rewrite":
        return _Answered(data=document.write(asked.edits))
    return _Answered(Extracted(tuple(document.pieces), tuple(document.parts), tuple(document.unread)))


def _answered(asked: _Asked) -> _Answered:
    """What is answered; the words of an unforeseen error may quote a document, and are not sent."""
    try:
        return _answer(asked)
    except MissingExtra as error:
        return _Answered(extra=error.extra)
    except SfumatoError as error:
        return _Answered(error=str(error), code=error.code)
    except (MemoryError, RecursionError):
        return _Answered(error="too large, or nested too deep", code="too-large")
    except Exception as error:
        if os.environ.get("SFUMATO_DEBUG"):
            raise
        said = f"not a document that can be read (unforeseen {type(error).__name__})"
        return _Answered(error=said, code="bad-document")


def _main() -> None:
    _confine(*map(int, sys.argv[1:4]))
    asked: Any = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_Asked)
    sys.stdout.buffer.write(msgspec.msgpack.encode(_answered(asked)))


if __name__ == "__main__":
    _main()

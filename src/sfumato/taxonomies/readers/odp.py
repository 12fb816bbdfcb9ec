"""The Open Directory (DMOZ) as RDF: `structure.rdf.u8`.

The real files are large and not always well formed (stray bytes, control characters, bare ampersands), so
this is a scanner of tags that skips what it cannot read, not an XML parser.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import opened, shown
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry

_TAG = re.compile(r'<(/?(?:Topic|RDF|d:Title|narrow\d?|symbolic\d?))\b((?:[^<>"]|"[^"<]*")*)>([^<]*)', re.IGNORECASE)
_ADDRESS = re.compile(r'r:(?:id|resource)\s*=\s*"([^"]*)"')
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffd]+")
_CHUNK = 1 << 20
_LONGEST_TAG = 1 << 20  # beyond that it is junk


def read_odp(path: Path, *, symbolic: bool = True, world: bool = False) -> Iterator[Entry]:
    """The topics of the directory: below the topic that their path names, and below those that link to them.

    A `symbolic` link counts only from a shorter path to a longer one, so that links never close a circle.
    `world` also reads `Top/World`, the same directory in other languages.
    """
    titles: dict[str, str] = {}
    parents: dict[str, set[str]] = {}
    topic = ""
    for tag, address, text in _tags(path):
        if tag == "topic":
            topic = address if world or not address.startswith("Top/World") else ""
            if topic:
                titles.setdefault(topic, "")
                parents.setdefault(topic, set()).add(topic.rpartition("/")[0])
        elif tag == "/topic":
            topic = ""
        elif topic and tag == "d:title":
            titles[topic] = text
        elif topic and (tag.startswith("narrow") or (symbolic and tag.startswith("symbolic"))):
            target = address[max(address.find(":Top/") + 1, 0) :]  # a symbolic link is "Name:Top/..."
            if topic.count("/") < target.count("/"):
                parents.setdefault(target, set()).add(topic)
    if not titles:
        raise InputError(f"{shown(path)}: no topic found: not the structure file of the directory")
    for topic, title in titles.items():
        label = (title or topic.rpartition("/")[2]).replace("_", " ")
        above = sorted(f"odp:{parent}" for parent in parents[topic] if parent)
        yield entry(f"odp:{topic}", [label], above, grouping=len(label) < 2 or "/" not in topic)


def _tags(path: Path) -> Iterator[tuple[str, str, str]]:
    """Name in lower case, address and following text of each tag that matters."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    complete = False
    rest = ""
    with opened(path) as stream:
        while chunk := stream.read(_CHUNK):
            text = rest + decoder.decode(chunk)
            cut = text.rfind("<")
            rest = text[cut:] if cut >= 0 else ""
            if len(rest) > _LONGEST_TAG:
                rest = ""
            yield from map(_read_tag, _TAG.finditer(text, 0, max(cut, 0)))
        for match in _TAG.finditer(rest):
            complete = complete or match[1] == "/RDF"
            yield _read_tag(match)
    if not complete:
        raise InputError(f"{shown(path)}: truncated, or not the structure file of the directory (no </RDF> at its end)")


def _read_tag(match: re.Match[str]) -> tuple[str, str, str]:
    address = _ADDRESS.search(match[2])
    return match[1].lower(), _clean(address[1]) if address else "", _clean(match[3])


def _clean(text: str) -> str:
    return _CONTROL.sub("", html.unescape(text)).strip()

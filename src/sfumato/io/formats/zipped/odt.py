"""ODT: what every part of an OpenDocument text is, and what becomes of it."""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import quoteattr

from sfumato.io.formats import pictures
from sfumato.io.formats.pieces import DROPPED, KEPT, REWRITTEN, Opened, Reading, refused
from sfumato.io.formats.zipped.container import read_zip, write_zip
from sfumato.io.formats.zipped.packages import strings_of_part
from sfumato.io.formats.zipped.trees import hidden_in, local, parsed, remove, serialized
from sfumato.io.formats.zipped.walker import Names, Rules, cleaned, collected, strings_below
from sfumato.io.formats.zipped.words import is_structural

name = "odt"
what = "an OpenDocument text"
suffixes = (".odt",)
types = ("application/vnd.oasis.opendocument.text",)

_TYPE = types[0]
_SPACES = re.compile(r"urn:oasis:names:tc:opendocument:xmlns:.*|http://www\.w3\.org/.*|http://purl\.org/dc/.*")
_PARTS = ("content.xml", "styles.xml", "meta.xml")
_DROPPED = frozenset(
    "tracked-changes change change-start change-end creator date date-string scripts event-listeners forms "
    "object object-ole plugin applet floating-frame script dde-connection-decls dde-source meta-field "
    "user-index-source bibliography-mark database-display soft-page-break sender-firstname sender-lastname "
    "sender-initials sender-title sender-position sender-email sender-phone-private sender-fax sender-company".split()
)
_UNWRAPPED = frozenset(
    "hidden-text hidden-paragraph conditional-text placeholder author-name author-initials initial-creator "
    "user-defined user-field-get user-field-input variable-set variable-get variable-input expression file-name "
    "template-name description modification-date modification-time creation-date creation-time print-date "
    "print-time printed-by editing-cycles editing-duration execute-macro meta text-input drop-down ruby-text".split()
)
_META = frozenset("title subject description keyword language".split())
_LOST = frozenset(
    "creator date author initials xml-id id display-name string-value formula condition macro-name".split()
)
_SAID = frozenset("title desc name alt-text label caption".split())
_BREAKS = {"tab": "\t", "line-break": "\n", "s": " "}
_AUTOMATIC = re.compile(r"[A-Za-z]{1,2}\d{1,4}|style\d+|Mfr\d+|Mdp\d+")


def is_one(data: bytes) -> bool:
    """Whether bytes are a zip file that says it is an OpenDocument text."""
    return data.startswith(b"PK\x03\x04") and _TYPE.encode() in data[:200]


def opened(data: bytes, reading: Reading) -> Opened:
    """The document."""
    parts = read_zip(data)
    found = Opened()
    if "content.xml" not in parts or parts.get("mimetype", b"").strip() != _TYPE.encode():
        raise refused("no OpenDocument text that is read")
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise refused("encrypted: take the password off first")
    roots = {part: parsed(parts[part], part) for part in _PARTS if part in parts}
    if reading.changes == "refuse" and any(local(n) == "tracked-changes" for n in roots["content.xml"].iter()):
        raise refused("it has tracked changes: accept or reject them first", "tracked-changes")
    if reading.changes == "reject" and any(local(n) == "tracked-changes" for n in roots["content.xml"].iter()):
        raise refused("it has tracked changes, which can only be accepted here: reject them first", "tracked-changes")
    images = _pictures(parts, found, reading)
    styles, marks = Names("style", _is_plain), Names("mark", lambda value: re.fullmatch(r"mark\d+", value) is not None)
    for part, root in roots.items():
        found.drop(f"{part}: comment", *hidden_in(parts[part], part))
        _rename(root, styles, marks, images, reading)
    for part, root in roots.items():
        rules = _META_RULES if part == "meta.xml" else _RULES
        _drop_hidden(root, part, found, reading)
        cleaned(root, part, rules, found, reading.off)
        collected(root, part, rules, found, reading.off)
        found.part(part, REWRITTEN)
    found.drop("names of styles", *styles.given)
    found.drop("names of bookmarks", *marks.given)
    for part, content in parts.items():
        if part in roots or part in images or part == "mimetype" or part.endswith("/"):
            continue
        if reading.unknown_parts == "refuse" and part != "META-INF/manifest.xml":
            raise refused("it has parts that are not known, and unknown parts are to be refused", "unknown-parts")
        found.part(part, DROPPED, "not known or not needed")
        found.drop(part, *strings_of_part(part, content))
    extra = {part: content for part, content in parts.items() if "unknown" in reading.off and part not in roots}
    found.save = lambda: _saved(roots, images, extra)
    return found


def _saved(roots: dict[str, Any], images: dict[str, tuple[str, bytes]], extra: dict[str, bytes]) -> bytes:
    made = [(part, serialized(root)) for part, root in roots.items()]
    made += list(images.values())
    version = _version(roots["content.xml"])
    whole = f'manifest:full-path="/" manifest:version="{version}" manifest:media-type={quoteattr(_TYPE)}'
    rows = [f"<manifest:file-entry {whole}/>"]
    for part, _ in made:
        kind = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif"}.get(part.rpartition(".")[2], "text/xml")
        rows.append(f'<manifest:file-entry manifest:full-path={quoteattr(part)} manifest:media-type="{kind}"/>')
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{space}" manifest:version="{version}">{"".join(rows)}</manifest:manifest>'
    )
    made.append(("META-INF/manifest.xml", f'<?xml version="1.0" encoding="UTF-8"?>\n{manifest}'.encode()))
    made += [(part, content) for part, content in extra.items() if part not in {name for name, _ in made}]
    first = [("mimetype", _TYPE.encode())]
    return write_zip([*first, *(each for each in made if each[0] != "mimetype")], stored=["mimetype"])


def _version(root: Any) -> str:
    """The version of the standard that a document says it follows: readers want the same in its list of parts."""
    said = next((value for key, value in root.attrib.items() if key.endswith("}version")), "")
    return said if re.fullmatch(r"1\.\d", said) else "1.2"


def _pictures(parts: dict[str, bytes], found: Opened, reading: Reading) -> dict[str, tuple[str, bytes]]:
    """Pictures by the names that they had: the names that they get, and their bytes."""
    images: dict[str, tuple[str, bytes]] = {}
    for part, data in parts.items():
        if not part.startswith("Pictures/"):
            continue
        if reading.images == "refuse":
            raise refused("it has pictures, which are not read")
        stripped = pictures.bare(data) if reading.images != "drop" else None
        if "pictures" in reading.off:
            stripped = data
        if stripped is None:
            stripped = pictures.blank()
            found.part(part, DROPPED, "a picture that is not taken over; an empty one stands in its place")
        else:
            found.part(part, KEPT, "a picture: what it shows was not read; what else it says was taken off")
            found.unread.append(part)
        kind = "jpeg" if stripped.startswith(b"\xff\xd8") else "gif" if stripped.startswith(b"GIF") else "png"
        images[part] = (f"Pictures/image{len(images) + 1}.{kind}", stripped)
    return images


def _rename(root: Any, styles: Names, marks: Names, images: dict[str, tuple[str, bytes]], reading: Reading) -> None:
    """Gives styles, bookmarks and pictures plain names; links to anything that is not in the file and no address go."""
    for node in list(root.iter()):
        kind = local(node)
        for key, value in sorted(node.attrib.items(), key=lambda each: each[0].endswith("}href")):
            short = key.rpartition("}")[2]
            styled = short.endswith(("style-name", "page-name", "layout-name")) or (
                short == "name" and kind.endswith(("style", "layout", "master-page"))
            )
            if styled and "style" not in reading.off:
                node.set(key, styles(value))
            elif short in ("name", "ref-name") and kind.startswith(("bookmark", "reference")):
                node.set(key, marks(value))
            elif short == "href" and kind in ("image", "a") and value.lstrip("./") in images:
                node.set(key, images[value.lstrip("./")][0])
            elif short == "href" and kind == "a" and value.startswith("#"):
                node.set(key, "#")
            elif short == "href" and (kind != "a" or value.lower().startswith(("file:", "/", "../"))):
                node.attrib.pop(key)
                if kind == "a":
                    _unlink(node)


def _unlink(node: Any) -> None:
    """Makes plain words of a link, which look as before."""
    for key in [key for key in node.attrib if not key.endswith("}style-name")]:
        node.attrib.pop(key)
    node.tag = f"{node.tag.rpartition('}')[0]}}}span"


def _drop_hidden(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Takes out fields and declarations whose values nothing shows, and of the metadata names, dates and programs."""
    fields = {node for above in root.iter() if local(above) == "meta" for node in above}
    for node in list(root.iter()):
        kind = local(node)
        if (
            kind in ("user-field-decl", "variable-decl", "sequence-decl", "dde-connection-decl")
            and kind not in reading.off
        ):
            found.drop(f"{part}: {kind}", *strings_below(node))
            if kind != "sequence-decl":
                remove(node)
        elif part == "meta.xml" and node in fields and kind not in _META and kind not in reading.off:
            found.drop(f"{part}: {kind}", *strings_below(node))
            remove(node)


def _is_plain(value: str) -> bool:
    said = re.sub(r"_([0-9a-f]{2})_", lambda hit: chr(int(hit[1], 16)), value)
    return _AUTOMATIC.fullmatch(value) is not None or is_structural(said)


def _breaks(node: Any) -> str:
    kind = local(node)
    if kind == "s":
        count = next((v for k, v in node.attrib.items() if k.endswith("}c")), "1")
        return " " * min(int(count) if count.isdigit() else 1, 1000)
    return _BREAKS.get(kind, "")


def _allowed(uri: str) -> bool:
    return _SPACES.fullmatch(uri) is not None


_RULES = Rules(
    spaces=_allowed,
    paragraphs=frozenset(("p", "h")),
    mixed=True,
    breaks=_breaks,
    texts=frozenset(("title", "desc", "text", "currency-symbol")),
    dropped=_DROPPED,
    unwrapped=_UNWRAPPED,
    lost=lambda element, attribute: attribute in _LOST,
    said=_SAID,
)
_META_RULES = Rules(spaces=_allowed, texts=_META)

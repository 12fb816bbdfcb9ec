"""XML as trees: no entities of a document's own, no network, no huge trees."""

from __future__ import annotations

import re
from typing import Any

from sfumato.errors import MissingExtra
from sfumato.io.formats.pieces import refused

DEEPEST = 200
"""Elements within each other."""
_DECLARED = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.I)
_ENCODING = re.compile(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)", re.I)
_RELATIONSHIPS = ("/officeDocument/2006/relationships", "/officeDocument/relationships")
_PLAIN = ("utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii", "iso-8859-1", "windows-1252")


def etree() -> Any:
    """The library that reads and writes trees."""
    try:
        from lxml import etree as library
    except ImportError:
        raise MissingExtra("reading documents", "documents") from None
    return library


def decoded_xml(data: bytes, part: str) -> str:
    """The characters of XML; refused where it declares a document type, or is written in a way few readers share."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif data[:2] in (b"<\0", b"\0<"):
        encoding = "utf-16-le" if data[:1] == b"<" else "utf-16-be"
    else:
        found = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
        encoding = found[1].decode("ascii").lower() if found else "utf-8"
    if encoding.replace("_", "-") not in (*_PLAIN, "utf-16-le", "utf-16-be"):
        raise refused(f"{part}: in an encoding that is not read: save it as UTF-8")
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except (UnicodeDecodeError, LookupError):
        raise refused(f"{part}: not in the encoding that it says") from None
    if _DECLARED.search(text):
        raise refused(f"{part}: declares a document type, which may hide text or entities")
    return text


def parsed(data: bytes, part: str) -> Any:
    """The root of XML; comments and instructions are not in it."""
    library = etree()
    text = decoded_xml(data, part)
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1)
    parser = library.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return library.fromstring(text.encode(), parser)
    except library.XMLSyntaxError:
        raise refused(f"{part}: no well-formed XML") from None


def hidden_in(data: bytes, part: str) -> list[str]:
    """The comments and instructions of XML, which are not in its tree."""
    text = decoded_xml(data, part)
    found = re.findall(r"<!--(.*?)-->|<\?(?!xml\s)(.*?)\?>", text, re.S)
    return [said.strip() for pair in found for said in pair if said.strip()]


def serialized(root: Any) -> bytes:
    """The bytes of a tree."""
    library = etree()
    wanted = [v.split() for k, v in root.attrib.items() if k.endswith("}Ignorable")]
    wanted += [n.get("Requires", "").split() for n in root.iter() if local(n) == "Choice"]
    library.cleanup_namespaces(root, keep_ns_prefixes=[prefix for each in wanted for prefix in each])
    made: bytes = library.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return made


def local(node: Any) -> str:
    """The name of a node without its namespace; nothing for what is no element."""
    tag = node.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def space(node: Any) -> str:
    """The namespace of a node."""
    tag = node.tag
    return tag[1:].partition("}")[0] if isinstance(tag, str) and tag.startswith("{") else ""


def remove(node: Any) -> None:
    """Takes a node out with all that is in it; what follows it stays."""
    parent = node.getparent()
    if parent is None:
        return
    if node.tail:
        before = node.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + node.tail
        else:
            parent.text = (parent.text or "") + node.tail
        node.tail = None
    parent.remove(node)


def unwrap(node: Any) -> None:
    """Puts what is in a node in its place."""
    parent = node.getparent()
    if parent is None:
        return
    at = parent.index(node)
    if node.text:
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + node.text
        else:
            parent.text = (parent.text or "") + node.text
    children = list(node)
    for child in children:
        parent.insert(at, child)
        at += 1
    if node.tail:
        if children:
            children[-1].tail = (children[-1].tail or "") + node.tail
        elif at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + node.tail
        else:
            parent.text = (parent.text or "") + node.tail
        node.tail = None
    parent.remove(node)


def is_reference(key: str) -> bool:
    """Whether an attribute names a relationship."""
    return (key.startswith("{") and key[1:].partition("}")[0].endswith(_RELATIONSHIPS)) or key.endswith("}relid")

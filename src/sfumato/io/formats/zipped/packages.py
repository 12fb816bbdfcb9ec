"""OOXML packages: parts with types, and relationships between them. Only what is known and reached goes out."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from sfumato.errors import InputError
from sfumato.io.formats import pictures
from sfumato.io.formats.pieces import DROPPED, KEPT, REWRITTEN, Opened, Reading, refused
from sfumato.io.formats.proof import by_structure
from sfumato.io.formats.zipped.container import read_zip, write_zip
from sfumato.io.formats.zipped.trees import hidden_in, is_reference, local, parsed, remove, serialized, unwrap
from sfumato.io.formats.zipped.walker import Rules, cleaned, collected, strings_below
from sfumato.io.formats.zipped.words import is_structural
from sfumato.types import Edit

TYPES = "[Content_Types].xml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PICTURES = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif"}


@dataclass(frozen=True)
class Kind:
    """A kind of part that is known: where it lies, how it is read, and what is done to it before that."""

    path: str
    rules: Rules
    prepare: Callable[[Any, str, Opened, Reading], None] = lambda root, part, opened, reading: None


@dataclass
class Relation:
    """What a part refers to: another part, or an address outside."""

    id: str
    type: str
    target: str
    external: bool
    dropped: bool = False


@dataclass
class Node:
    """A part that goes out."""

    name: str
    type: str
    new_name: str
    root: Any = None
    data: bytes = b""
    relations: list[Relation] = field(default_factory=list)
    before: bytes = b""


class Package:
    """The parts of a package by name, with types and relationships."""

    def __init__(self, data: bytes, kinds: dict[str, Kind], reading: Reading) -> None:
        self.parts = read_zip(data)
        self.kinds, self.reading = kinds, reading
        self.opened = Opened(save=self.save)
        self.nodes: dict[str, Node] = {}
        self._numbers: dict[str, int] = {}
        if TYPES not in self.parts:
            raise refused("not a document of an office program: it has no list of its parts")
        self._read_types()
        self.root = Node("", "", "", relations=self._relations(""))
        self._reach()

    # --- what there is ---

    def _read_types(self) -> None:
        root = parsed(self.parts[TYPES], TYPES)
        self._defaults = {
            e.get("Extension", "").lower(): e.get("ContentType", "") for e in root if local(e) == "Default"
        }
        self._overrides = {
            e.get("PartName", "").lstrip("/").lower(): e.get("ContentType", "") for e in root if local(e) == "Override"
        }

    def type_of(self, name: str) -> str:
        """The content type of a part, in small letters."""
        extension = name.rpartition(".")[2].lower()
        return (self._overrides.get(name.lower()) or self._defaults.get(extension, "")).lower()

    def _relations(self, source: str) -> list[Relation]:
        folder, name = posixpath.split(source)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        data = self._part(path)
        if data is None:
            return []
        found = []
        for each in parsed(data, path):
            target = each.get("Target", "")
            external = each.get("TargetMode", "") == "External"
            if not external:
                target = unquote(target.partition("#")[0])
                target = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
                target = posixpath.normpath(target)
            found.append(Relation(each.get("Id", ""), each.get("Type", "").rpartition("/")[2], target, external))
        self.opened.drop(path, *hidden_in(data, path))
        return found

    def _part(self, name: str) -> bytes | None:
        if name in self.parts:
            return self.parts[name]
        same = next((other for other in self.parts if other.lower() == name.lower()), None)
        return self.parts[same] if same is not None else None

    def _kind(self, type_: str) -> Kind | None:
        return next((kind for ending, kind in self.kinds.items() if type_.endswith(ending.lower())), None)

    def _reach(self) -> None:
        """Follows relationships from the root; what is not reached, or not known, does not go out."""
        waiting = [self.root]
        while waiting:
            source = waiting.pop(0)
            for relation in source.relations:
                if relation.external:
                    relation.dropped = relation.type != "hyperlink" or relation.target.lower().startswith("file:")
                    continue
                if relation.target in self.nodes:
                    continue
                node = self._known(relation)
                if node is None:
                    relation.dropped = True
                    continue
                self.nodes[relation.target] = node
                waiting.append(node)
        self._tell_unknown()

    def _known(self, relation: Relation) -> Node | None:
        data = self._part(relation.target)
        type_ = self.type_of(relation.target)
        kind = self._kind(type_)
        if data is None or (relation.type == "thumbnail" and "thumbnail" not in self.reading.off):
            return None
        if relation.type == "image" or type_.startswith("image/"):
            return self._picture(relation.target, data)
        if kind is None:
            return Node(relation.target, type_, relation.target, data=data) if "unknown" in self.reading.off else None
        node = Node(relation.target, type_, self._renamed(kind.path), parsed(data, relation.target), before=data)
        node.relations = self._relations(relation.target)
        return node

    def _picture(self, name: str, data: bytes) -> Node | None:
        stripped = pictures.bare(data) if self.reading.images != "drop" else None
        if self.reading.images == "refuse":
            raise refused("it has pictures, which are not read")
        if stripped is None or "pictures" in self.reading.off:
            stripped = data if "pictures" in self.reading.off else pictures.blank()
            self.opened.part(name, DROPPED, "a picture that is not taken over; an empty one stands in its place")
        else:
            self.opened.part(name, KEPT, "a picture: what it shows was not read; what else it says was taken off")
            self.opened.unread.append(name)
        kind = "jpeg" if stripped.startswith(b"\xff\xd8") else "gif" if stripped.startswith(b"GIF") else "png"
        folder = self._folder
        return Node(name, _PICTURES[kind], self._renamed(f"{folder}/media/image{{}}.{kind}"), data=stripped)

    @property
    def _folder(self) -> str:
        return next(iter(self.kinds.values())).path.partition("/")[0]

    def _renamed(self, path: str) -> str:
        if "{}" not in path:
            return path
        self._numbers[path] = self._numbers.get(path, 0) + 1
        return path.format(self._numbers[path])

    def _tell_unknown(self) -> None:
        for name, data in self.parts.items():
            if name == TYPES or name.endswith(".rels") or name in self.nodes or self._is_reached(name):
                continue
            if self.reading.unknown_parts == "refuse":
                raise refused("it has parts that are not known, and unknown parts are to be refused", "unknown-parts")
            self.opened.part(name, DROPPED, "not known, not needed, or nothing refers to it")
            self.opened.drop(name, *strings_of_part(name, data))
        self.opened.drop("names of parts", *[n for n in self.parts if n in self.nodes and self.nodes[n].new_name != n])

    def _is_reached(self, name: str) -> bool:
        return any(name.lower() == other.lower() for other in self.nodes)

    # --- what goes out ---

    def read(self, order: Sequence[str]) -> None:
        """Cleans all trees and collects their pieces: parts of the first type first."""

        def rank(node: Node) -> tuple[int, str]:
            at = next((i for i, ending in enumerate(order) if node.type.endswith(ending.lower())), len(order))
            return at, node.new_name

        for node in sorted(self.nodes.values(), key=rank):
            if node.root is None:
                continue
            kind = self._kind(node.type)
            assert kind is not None
            self.opened.drop(f"{node.name}: comment", *hidden_in(node.before, node.name))
            kind.prepare(node.root, node.name, self.opened, self.reading)
            cleaned(node.root, node.name, kind.rules, self.opened, self.reading.off)
            self._unlink(node)
            collected(node.root, node.name, kind.rules, self.opened, self.reading.off)
            self._links(node)
            self.opened.part(node.name, REWRITTEN)
        for relation in self.root.relations:
            if relation.external:
                self.opened.drop("links of the document", relation.target)

    def _links(self, node: Node) -> None:
        for relation in node.relations:
            if relation.external and not relation.dropped and "link" in self.reading.off:
                continue
            if relation.external and not relation.dropped:
                self.opened.add(f"{node.name}: link", _readable(relation.target), _link_put(relation))
            elif relation.external:
                self.opened.drop(f"{node.name}: {relation.type} outside", _readable(relation.target))

    def _unlink(self, node: Node) -> None:
        """Takes out what refers to parts that do not go out; links become plain text."""
        gone = {relation.id for relation in node.relations if relation.dropped}
        known = {relation.id for relation in node.relations}
        for element in list(node.root.iter()):
            for key, value in list(element.attrib.items()):
                if is_reference(key) and (value in gone or value not in known):
                    if local(element) == "hyperlink":
                        unwrap(element) if local(element.getparent()) != "hyperlinks" else remove(element)
                    elif local(element) in ("blip", "imagedata", "fill", "stroke", "pageSetup"):
                        element.attrib.pop(key)
                    else:
                        remove(element)
                    break

    def save(self) -> bytes:
        """The bytes of the package."""
        nodes = list(self.nodes.values())
        made: list[tuple[str, bytes]] = []
        for node in nodes:
            if node.root is not None:
                self._unlink(node)
                self._number(node)
                made.append((node.new_name, serialized(node.root)))
            else:
                made.append((node.new_name, node.data))
            if relations := self._written_relations(node):
                folder, name = posixpath.split(node.new_name)
                made.append((f"{folder}/_rels/{name}.rels", relations))
        made.sort()
        rels = self._written_relations(self.root)
        return write_zip([(TYPES, self._written_types(nodes)), ("_rels/.rels", rels), *made])

    def _number(self, node: Node) -> None:
        """Gives relationships plain names."""
        kept = [relation for relation in node.relations if not relation.dropped]
        new = {relation.id: f"rId{number}" for number, relation in enumerate(kept, 1)}
        for element in node.root.iter():
            for key, value in list(element.attrib.items()):
                if is_reference(key) and value in new:
                    element.set(key, new[value])

    def _written_relations(self, node: Node) -> bytes:
        kept = [relation for relation in node.relations if not relation.dropped]
        if not kept:
            return b""
        folder = posixpath.dirname(node.new_name)
        rows = []
        for number, relation in enumerate(kept, 1):
            target = relation.target if relation.external else self._target(relation.target, folder)
            type_ = f"{_OFFICE}/{relation.type}"
            if relation.type == "core-properties":
                type_ = f"{_PACKAGE}/relationships/metadata/core-properties"
            elif relation.type == "diagramDrawing":
                type_ = "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing"
            mode = ' TargetMode="External"' if relation.external else ""
            rows.append(f'<Relationship Id="rId{number}" Type={quoteattr(type_)} Target={quoteattr(target)}{mode}/>')
        head = (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="{_PACKAGE}/relationships">'
        )
        return f"{head}{''.join(rows)}</Relationships>".encode()

    def _target(self, name: str, folder: str) -> str:
        new = next(n.new_name for k, n in self.nodes.items() if k.lower() == name.lower())
        return posixpath.relpath(new, folder) if folder else new

    def _written_types(self, nodes: Sequence[Node]) -> bytes:
        extensions = {n.new_name.rpartition(".")[2]: n.type for n in nodes if n.root is None}
        rows = [f'<Default Extension="{e}" ContentType="{t}"/>' for e, t in sorted(extensions.items())]
        rows += ['<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>']
        rows += ['<Default Extension="xml" ContentType="application/xml"/>']
        rows += [
            f'<Override PartName="/{n.new_name}" ContentType="{self._cased(n.name)}"/>'
            for n in sorted(nodes, key=lambda n: n.new_name)
            if n.root is not None
        ]
        head = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="{_PACKAGE}/content-types">'
        return f"{head}{''.join(rows)}</Types>".encode()

    def _cased(self, name: str) -> str:
        return self._overrides.get(name.lower()) or self._defaults.get(name.rpartition(".")[2].lower(), "")


def _readable(target: str) -> str:
    return unquote(target)


def _link_put(relation: Relation) -> Callable[[Sequence[Edit]], None]:
    def put(edits: Sequence[Edit]) -> None:
        relation.dropped = True

    return put


def strings_of_part(name: str, data: bytes) -> list[str]:
    """What a part that does not go out says, as far as it can be read."""
    if data.lstrip()[:1] == b"<":
        try:
            return strings_below(parsed(data, name))
        except InputError:
            pass
    return list(
        dict.fromkeys(found.text for found in by_structure.strings(data, name) if not is_structural(found.text))
    )

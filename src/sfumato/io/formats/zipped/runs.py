"""Text that several nodes hold together: edited so that every character that stays keeps its formatting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sfumato.io.formats.pieces import edited_in_parts
from sfumato.io.formats.zipped.trees import local, remove
from sfumato.types import Edit

_INLINE = frozenset(("t", "r", "hyperlink", "span", "a"))  # elements that are nothing without their text
_BLOCKS = frozenset(("p", "h"))  # elements that are a paragraph
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters of a paragraph that one node holds: as its text, behind it, or by what it is (a tab, a break)."""

    text: str
    node: Any
    slot: str
    """"text", "tail", or "whole" for a node that stands for its characters and goes if one of them does."""


@dataclass
class Paragraph:
    """The segments of a paragraph, in order."""

    node: Any = None
    """The element that it is."""
    segments: list[Segment] = field(default_factory=list)
    preserve: bool = False
    """Whether nodes must be told to keep the spaces at their ends."""

    def hold(self, text: str | None, node: Any, slot: str) -> None:
        """Adds characters that a node holds."""
        if text:
            self.segments.append(Segment(text, node, slot))

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)

    def put(self, edits: Sequence[Edit]) -> None:
        """Makes the edits: what is written stands in the node in which the first character that goes stood."""
        for number, said in edited_in_parts([segment.text for segment in self.segments], edits):
            self._write(self.segments[number], said)
        for segment in self.segments:
            if segment.slot == "text" and not segment.node.text:
                _remove_emptied(segment.node)
        if edits and self.node is not None:
            _remove_block(self.node)

    def _write(self, segment: Segment, text: str) -> None:
        if segment.slot == "whole":
            if text != segment.text:
                self._in_place_of(segment, text)
            return
        setattr(segment.node, segment.slot, text or None)
        if self.preserve and segment.slot == "text" and text != text.strip():
            segment.node.set(_SPACE, "preserve")

    def _in_place_of(self, segment: Segment, text: str) -> None:
        """A node that stood for its characters goes; what is written in its place stands in a neighbour."""
        if text.strip():
            for other in self.segments:
                if other.slot != "whole":
                    value = getattr(other.node, other.slot) or ""
                    setattr(other.node, other.slot, value + text)
                    break
        remove(segment.node)


def _remove_emptied(node: Any) -> None:
    """Takes out a run, a span or a link of which nothing is left: it would tell that words stood there, and how."""
    above = node.getparent()
    while above is not None and local(node) in _INLINE and not any(local(child) != "rPr" for child in node):
        if node.text and node.text.strip():
            return
        remove(node)
        node, above = above, above.getparent()


def _remove_block(node: Any) -> None:
    """Takes out a paragraph of which nothing is left but how it looked, and an item of a list with it.

    One stays where there must be one: alone in its cell, header or note, at the end of a cell, or where a section ends.
    """
    above = node.getparent()
    if above is None or local(node) not in _BLOCKS or "".join(node.itertext()).strip():
        return
    if any(local(child) != "pPr" or any(local(each) == "sectPr" for each in child) for child in node):
        return
    others = [local(each) for each in above if each is not node]
    if local(above) == "list-item" and not others:
        if any(each is not above and local(each) == "list-item" for each in above.getparent()):
            remove(above)
    elif _BLOCKS.intersection(others) and (local(above) != "tc" or others[-1] in _BLOCKS):
        remove(node)

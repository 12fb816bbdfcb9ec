"""One walk over the tree of a part: what goes, what is text, what is a name; every other value must be the format's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sfumato.io.formats.pieces import PARAGRAPH, Opened, edited
from sfumato.io.formats.zipped.runs import Paragraph
from sfumato.io.formats.zipped.trees import is_reference, local, remove, space, unwrap
from sfumato.io.formats.zipped.words import is_structural
from sfumato.types import Edit

_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Rules:
    """What a format knows of the elements and attributes of a part, by their names without namespaces."""

    spaces: Callable[[str], bool]
    """Whether elements of a namespace may go out."""
    paragraphs: frozenset[str] = _NOTHING
    """Elements whose text is read as one piece."""
    texts: frozenset[str] = _NOTHING
    """Elements that hold text."""
    mixed: bool = False
    """Whether all of a paragraph is text, whatever element it stands in."""
    breaks: Callable[[Any], str] = lambda node: ""
    """The characters that an element stands for; nothing for most."""
    dropped: frozenset[str] = _NOTHING
    """Elements that go with all that is in them."""
    unwrapped: frozenset[str] = _NOTHING
    """Elements that go, and what is in them stays."""
    lost: Callable[[str, str], bool] = lambda element, attribute: False
    """Whether an attribute goes whatever it says."""
    said: frozenset[str] = _NOTHING
    """Attributes that people read: they are edited. Others go where they would have to be."""
    held: frozenset[str] = _NOTHING
    """Elements whose text is seen to elsewhere."""
    called: frozenset[str] = _NOTHING
    """Elements whose attribute `name` nothing refers to and nobody reads: one that is text is replaced."""
    names: dict[str, frozenset[str]] = field(default_factory=dict)
    """By attribute, the elements (all where none is said) in which it is the name of something, seen to elsewhere."""


class Names:
    """Names that things refer to each other by: those that are not the format's are replaced, the same everywhere."""

    def __init__(self, prefix: str, safe: Callable[[str], bool] = is_structural) -> None:
        self._prefix, self._safe = prefix, safe
        self.given: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """What a thing is called from now on."""
        if self._safe(name):
            return name
        return self.given.setdefault(name, f"{self._prefix}{len(self.given) + 1}")


def cleaned(root: Any, part: str, rules: Rules, opened: Opened, off: frozenset[str] = _NOTHING) -> None:
    """Takes out of a tree what does not go out; what it said is noted. Handlers in `off` are switched off."""
    names = Names("name")
    for node in list(root.iter()):
        if node is not root and node.getparent() is None:
            continue
        name = local(node)
        if name in rules.called and name not in off and "name" in node.attrib:
            node.set("name", names(node.get("name")))
        if not name:
            remove(node)
        elif node is root or name in off:
            _lose(node, name, rules, opened, part, off)
        elif name in rules.dropped or not rules.spaces(space(node)):
            opened.drop(f"{part}: {name}", *strings_below(node))
            for below in list(node.iter()):
                if below is not node and below.getparent() is not None:
                    below.getparent().remove(below)
            node.text = None
            remove(node)
        elif name in rules.unwrapped:
            opened.drop(f"{part}: {name}", *_telling(node.attrib.values()))
            unwrap(node)
        else:
            _lose(node, name, rules, opened, part, off)
    opened.drop(f"{part}: names", *names.given)


_XML = "http://www.w3.org/XML/1998/namespace"


def _lose(node: Any, name: str, rules: Rules, opened: Opened, part: str, off: frozenset[str]) -> None:
    for key in list(node.attrib):
        uri = key[1:].partition("}")[0] if key.startswith("{") else ""
        if uri and uri != _XML and not rules.spaces(uri) and "@space" not in off:
            opened.drop(f"{part}: {name}@{key.rpartition('}')[2]}", key.rpartition("}")[2], node.attrib.pop(key))
        elif f"@{key.rpartition('}')[2]}" not in off and rules.lost(name, key.rpartition("}")[2]):
            opened.drop(f"{part}: {name}@{key.rpartition('}')[2]}", *_telling([node.attrib.pop(key)]))


def _telling(values: Sequence[str]) -> list[str]:
    return [value for value in values if not is_structural(value)]


def strings_below(node: Any) -> list[str]:
    """What stands in a node and below it: texts as one string, then every attribute that says something."""
    text = " ".join(" ".join(node.itertext()).split())
    return [text, *dict.fromkeys(_telling([value for each in node.iter() for value in each.attrib.values()]))]


def collected(root: Any, part: str, rules: Rules, opened: Opened, off: frozenset[str] = _NOTHING) -> None:
    """Adds the pieces of a tree that was cleaned, in the order of the document."""
    number = 0
    for node in list(root.iter()):
        name = local(node)
        if name in off or (off and any(local(above) in off for above in node.iterancestors())):
            continue
        if name in rules.paragraphs:
            number += 1
            paragraph = Paragraph(node, preserve=not rules.mixed)
            _gather(node, paragraph, rules)
            opened.add(f"{part}: paragraph {number}", paragraph.text, paragraph.put)
        elif name in rules.texts and not _in_paragraph(node, rules):
            opened.add(f"{part}: {name}", node.text or "", _text_put(node))
        elif (
            node.text
            and not is_structural(node.text.strip())
            and name not in rules.texts | rules.held
            and not _in_mixed(node, rules)
        ):
            opened.drop(f"{part}: {name}, where no text belongs", node.text)
            node.text = None
        if node.tail and not is_structural(node.tail.strip()) and not (rules.mixed and _in_paragraph(node, rules)):
            opened.drop(f"{part}: behind {name}, where no text belongs", node.tail)
            node.tail = None
        _attributes(node, name, part, rules, opened, off)


def _gather(node: Any, paragraph: Paragraph, rules: Rules) -> None:
    name = local(node)
    if rules.mixed or name in rules.texts:
        paragraph.hold(node.text, node, "text")
    for child in node:
        below = local(child)
        if stands_for := rules.breaks(child):
            paragraph.hold(stands_for, child, "whole")
        elif below not in rules.paragraphs:
            _gather(child, paragraph, rules)
        if rules.mixed:
            paragraph.hold(child.tail, child, "tail")


def _in_paragraph(node: Any, rules: Rules) -> bool:
    return any(local(above) in rules.paragraphs for above in node.iterancestors())


def _in_mixed(node: Any, rules: Rules) -> bool:
    return rules.mixed and (local(node) in rules.paragraphs or _in_paragraph(node, rules))


def _text_put(node: Any) -> Callable[[Sequence[Edit]], None]:
    def put(edits: Sequence[Edit]) -> None:
        node.text = edited(node.text or "", edits)

    return put


def _attributes(node: Any, name: str, part: str, rules: Rules, opened: Opened, off: frozenset[str]) -> None:
    for key, value in list(node.attrib.items()):
        short = key.rpartition("}")[2]
        named = rules.names.get(short)
        if is_reference(key) or f"@{short}" in off or (named is not None and (not named or name in named)):
            continue
        if (short in rules.said and short != "name") or not is_structural(value):
            opened.add(f"{part}: {name}@{short}", value, _attribute_put(node, key, short in rules.said), PARAGRAPH)


def _attribute_put(node: Any, key: str, said: bool) -> Callable[[Sequence[Edit]], None]:
    """How an attribute is edited: one that people read is, another goes, and a bare value with its element."""

    def put(edits: Sequence[Edit]) -> None:
        if said:
            node.set(key, edited(node.get(key, ""), edits))
        elif key.endswith("}val") and len(node.attrib) == 1 and not len(node):
            remove(node)
        else:
            node.attrib.pop(key, None)

    return put

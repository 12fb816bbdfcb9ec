"""XLSX: what every part of a workbook is, and what becomes of it.

A cell is a piece, whatever it holds; the cells of a row are read one after the other. Formulas stay where all that they
name is unchanged, and else leave their values. Comments, pivot tables and whatever comes from elsewhere are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sfumato.io.formats.pieces import CELL, PARAGRAPH, Opened, Reading, edited, refused
from sfumato.io.formats.zipped.docx import CALLED, PROPERTIES, allowed, prepare_fonts
from sfumato.io.formats.zipped.packages import Kind, Node, Package
from sfumato.io.formats.zipped.runs import Paragraph
from sfumato.io.formats.zipped.trees import etree, local, remove
from sfumato.io.formats.zipped.walker import Rules, strings_below
from sfumato.io.formats.zipped.words import is_structural
from sfumato.types import Edit

name = "xlsx"
what = "an Excel workbook"
suffixes = (".xlsx",)
types = ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",)

_MAIN = "spreadsheetml.sheet.main+xml"
_SHEET, _SHARED = "worksheet+xml", "sharedStrings+xml"
_REFERENCE = re.compile(r"(?:('[^']+'|[\w.]+)!)?\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LITERAL = re.compile(r'"[^"]*"')
_DROPPED = frozenset(
    "extLst legacyDrawing legacyDrawingHF customSheetViews controls oleObjects webPublishItems tableParts picture "
    "phoneticPr rPh fileSharing workbookProtection sheetProtection protectedRanges scenarios dataConsolidate "
    "externalReferences customWorkbookViews pivotCaches smartTags webPublishing fileRecoveryPr functionGroups "
    "externalData userShapes customProperties customPr absPath revisionPtr pivotTableDefinition "
    "AlternateContent tableStyles".split()
)
_LOST = frozenset("codeName lastEdited userName dateTime author userId uid".split())
_ALL: frozenset[str] = frozenset()
_PLAIN_NAME = re.compile(r"(?:Sheet|Chart|Table)\d{0,4}")


def is_one(data: bytes) -> bool:
    """Whether bytes are a zip file that says it is a workbook."""
    return data.startswith(b"PK\x03\x04") and b"xl/" in data and b"[Content_Types].xml" in data


def opened(data: bytes, reading: Reading) -> Opened:
    """The workbook."""
    package = Package(data, KINDS, reading)
    main = next((node for node in package.nodes.values() if node.type.endswith(_MAIN)), None)
    if main is None:
        raise refused("no workbook that is read: it has no sheets, or macros")
    book = _Book(package, main, reading)
    book.read()
    return package.opened


class _Book:
    """The sheets of a workbook, and its shared strings."""

    def __init__(self, package: Package, main: Node, reading: Reading) -> None:
        self.package, self.main, self.reading = package, main, reading
        self.found = package.opened
        self.sheets: list[tuple[str, Node]] = []
        targets = {relation.id: relation.target for relation in main.relations}
        for sheet in main.root.iter():
            if local(sheet) == "sheet":
                target = next((targets.get(v, "") for k, v in sheet.attrib.items() if k.endswith("}id")), "")
                if target in package.nodes:
                    self.sheets.append((sheet.get("name", ""), package.nodes[target]))
        shared = next((n for n in package.nodes.values() if n.type.endswith(_SHARED.lower())), None)
        self.strings = [node for node in shared.root if local(node) == "si"] if shared is not None else []
        self.shared = shared
        self.renamed: set[str] = set()
        self.touched: set[tuple[str, int, int]] = set()
        self.cells: dict[tuple[str, int, int], Any] = {}
        self._uses: dict[int, list[tuple[str, int, int]]] = {}

    def read(self) -> None:
        seen: set[int] = set()
        for number, (title, node) in enumerate(self.sheets, 1):
            if not _PLAIN_NAME.fullmatch(title) and "sheet" not in self.reading.off:
                self.found.add(f"name of sheet {number}", title, self._title_put(title, number))
            self._read_cells(title, node, seen)
        if "orphans" not in self.reading.off:
            for number, string in enumerate(self.strings):
                if number not in seen:
                    self.found.drop(f"shared string {number}, which no cell shows", *strings_below(string))
                    for child in list(string):
                        string.remove(child)
        self._names()
        self.package.read([_MAIN])
        saved = self.found.save
        self.found.save = lambda: self._settled(saved)

    def _title_put(self, title: str, number: int) -> Callable[[Sequence[Edit]], None]:
        """A sheet whose name must change is called by its number, and what names it by its name goes."""

        def put(edits: Sequence[Edit]) -> None:
            self.renamed.add(title)
            for sheet in self.main.root.iter():
                if local(sheet) == "sheet" and sheet.get("name") == title:
                    sheet.set("name", f"Sheet{number}")

        return put

    # --- cells ---

    def _read_cells(self, title: str, node: Node, seen: set[int]) -> None:
        """Adds the cells of a sheet; one that does not say where it stands is the next."""
        below = 0
        for row in node.root.iter():
            if local(row) != "row":
                continue
            below = int(row.get("r")) if row.get("r", "").isdigit() else below + 1
            first, beside = True, 0
            for cell in row:
                if local(cell) != "c":
                    continue
                place = _place(cell.get("r", ""))
                if not place and cell.get("r"):
                    self.found.drop(f"{title}: name of a cell", cell.attrib.pop("r"))
                beside = place[1] if place else beside + 1
                key = (title, below, beside)
                self.cells[key] = cell
                before = PARAGRAPH if first else CELL
                called = cell.get("r") if place else f"row {below}, cell {beside}"
                first = not self._read_cell(cell, key, f"{title}!{called}", before, seen) and first

    def _read_cell(self, cell: Any, key: tuple[str, int, int], place: str, before: str, seen: set[int]) -> bool:
        """Adds the piece of a cell; whether there is one."""
        kind, value = cell.get("t", "n"), _child(cell, "v")
        if kind == "s" and value is not None:
            number = int(value.text) if (value.text or "").isdigit() else -1
            if not 0 <= number < len(self.strings):
                return False
            self._uses.setdefault(number, []).append(key)
            if number in seen:
                return False
            seen.add(number)
            return self._add(_paragraph(self.strings[number]), place, before, number)
        inline = _child(cell, "is")
        if inline is not None:
            return self._add(_paragraph(inline), place, before, key)
        is_truth = kind == "b" and value is not None and (value.text or "").strip() in ("0", "1")
        if value is not None and (value.text or "").strip() and not is_truth:
            self.found.add(place, value.text, self._value_put(cell, value, key), before)
            return True
        return False

    def _add(self, paragraph: Paragraph, place: str, before: str, where: Any) -> bool:
        def put(edits: Sequence[Edit]) -> None:
            self.touched.update(self._uses[where] if isinstance(where, int) else [where])
            paragraph.put(edits)

        self.found.add(place, paragraph.text, put, before)
        return bool(paragraph.text.strip())

    def _value_put(self, cell: Any, value: Any, key: tuple[str, int, int]) -> Callable[[Sequence[Edit]], None]:
        def put(edits: Sequence[Edit]) -> None:
            self.touched.add(key)
            text = edited(value.text or "", edits)
            for child in list(cell):
                cell.remove(child)
            cell.set("t", "inlineStr")
            inline = etree().SubElement(cell, f"{cell.tag.rpartition('}')[0]}}}is")
            held = etree().SubElement(inline, f"{cell.tag.rpartition('}')[0]}}}t")
            held.text = text

        return put

    # --- formulas and names ---

    def _settled(self, saved: Callable[[], bytes]) -> bytes:
        """Formulas that name a cell that changed, or another book, or a text, leave their values."""
        if "f" not in self.reading.off:
            self._spread()
        for node in list(self.main.root.iter()):
            if local(node) == "definedName" and self._names_renamed(node.text or ""):
                remove(node)
        for node in self.package.nodes.values():
            if node.root is not None and node.type.endswith(_SHARED.lower()):
                node.root.attrib.pop("count", None)
        return saved()

    def _spread(self) -> None:
        """Takes out the formulas that a change reaches, over any number of cells; shared ones all together."""
        shared = {(key[0], f.get("si")) for key, f in self._formulas() if self._names_renamed(f.text or "")} - {None}
        changed = True
        while changed:
            changed = False
            for key, formula in self._formulas():
                group = (key[0], formula.get("si"))
                if key not in self.touched and (self._is_touched(formula, key) or (group[1] and group in shared)):
                    self.touched.add(key)
                    changed = True
                if key in self.touched and group[1] and group not in shared:
                    shared.add(group)
                    changed = True
        for key, formula in self._formulas():
            if key in self.touched or self._names_renamed(formula.text or ""):
                remove(formula)

    def _formulas(self) -> list[tuple[tuple[str, int, int], Any]]:
        found = [(key, _child(cell, "f")) for key, cell in self.cells.items()]
        return [(key, formula) for key, formula in found if formula is not None]

    def _names_renamed(self, text: str) -> bool:
        return any(title in text for title in self.renamed)

    def _is_touched(self, formula: Any, key: tuple[str, int, int]) -> bool:
        title = key[0]
        for hit in _REFERENCE.finditer(formula.text or ""):
            sheet = (hit[1] or title).strip("'")
            left, top = _column(hit[2]), int(hit[3])
            right, bottom = (_column(hit[4]), int(hit[5])) if hit[4] else (left, top)
            for other, row, column in self.touched:
                if other == sheet and top <= row <= bottom and left <= column <= right:
                    return True
        return False

    def _names(self) -> None:
        """Drops formulas and names that say more than references; calls sheets whose names are text by numbers."""
        titles = {title for title, _ in self.sheets}
        bad: set[tuple[str, str | None]] = set()
        for key, formula in self._formulas() if "f" not in self.reading.off else []:
            if _says_more(formula.text or "", titles):
                self.found.drop(f"{key[0]}: formula", formula.text or "")
                bad.add((key[0], formula.get("si")))
                remove(formula)
        for key, formula in self._formulas():
            if formula.get("si") and (key[0], formula.get("si")) in bad:
                remove(formula)
        for node in list(self.main.root.iter()):
            if local(node) != "definedName" or "definedName" in self.reading.off:
                continue
            plain = is_structural(node.get("name", "")) and "comment" not in node.attrib
            if not plain or _says_more(node.text or "", titles):
                said = node.get("name", ""), node.text or "", node.get("comment", "")
                self.found.drop("workbook: defined name", *said)
                remove(node)


def _says_more(formula: str, titles: set[str]) -> bool:
    """Whether a formula has a text, a name, another book, or a function that tells of letters."""
    if "[" in _LITERAL.sub(" ", formula):
        return True
    for title in sorted(titles, key=len, reverse=True):
        formula = formula.replace(f"'{title}'!", "Sheet!").replace(f"{title}!", "Sheet!")
    rest = _REFERENCE.sub(" ", _LITERAL.sub(" ", formula))
    texts = " ".join(_LITERAL.findall(formula))
    if any((hit[1] or "Sheet") != "Sheet" for hit in _REFERENCE.finditer(formula)):
        return True
    return not is_structural(texts) or any(word not in _FUNCTIONS for word in _WORD.findall(rest))


_FUNCTIONS = frozenset(
    "SUM AVERAGE MIN MAX COUNT COUNTA COUNTBLANK ROUND ROUNDUP ROUNDDOWN ABS INT MOD POWER SQRT PRODUCT MEDIAN STDEV "
    "VAR TODAY NOW YEAR MONTH DAY AND OR NOT SUMPRODUCT ROW COLUMN ROWS COLUMNS TRUE FALSE EXP LN LOG PI "
    "RANK TRUNC Sheet REF".split()
)
"""Functions that say nothing of a text: what another gives may tell its length or its letters."""


def _child(node: Any, wanted: str) -> Any:
    return next((child for child in node if local(child) == wanted), None)


def _paragraph(node: Any) -> Paragraph:
    """The text of a shared or inline string, over its runs; how it is pronounced goes."""
    paragraph = Paragraph(preserve=True)
    for child in list(node.iter()):
        if local(child) in ("rPh", "phoneticPr"):
            remove(child)
    for child in node.iter():
        if local(child) == "t":
            paragraph.hold(child.text, child, "text")
    return paragraph


def _place(reference: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"([A-Z]{1,3})(\d+)", reference)
    return (int(found[2]), _column(found[1])) if found else None


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _prepare_book(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Leaves of the program that wrote it only whether it is one whose heights of rows are believed."""
    for node in list(root):
        if local(node) == "fileVersion":
            program = node.get("appName", "")
            if dict(node.attrib) not in ({"appName": "xl"}, {"appName": "Calc"}):
                found.drop(f"{part}: fileVersion", *strings_below(node))
            node.attrib.clear()
            node.set("appName", program) if program in ("xl", "Calc") else remove(node)


def _prepare_program(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Leaves of the properties of a program only whose it is: LibreOffice believes the rows of some."""
    for node in list(root):
        said = node.text or ""
        maker = next((name for name in ("Microsoft", "LibreOffice") if said.startswith(name)), "")
        if local(node) == "Application" and maker and not len(node):
            node.text = f"{maker} Excel" if maker == "Microsoft" else maker
            if said != node.text:
                found.drop(f"{part}: Application", said)
        elif local(node) not in reading.off:
            found.drop(f"{part}: {local(node)}", *strings_below(node))
            remove(node)


def _prepare_sheet(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Drops rules for cells that say more than references and numbers."""
    for node in list(root.iter()):
        if local(node) in ("dataValidation", "cfRule", "filter", "customFilter") and local(node) not in reading.off:
            said = [_REFERENCE.sub(" ", text) for text in strings_below(node)]
            if any(not is_structural(text) for text in said):
                found.drop(f"{part}: {local(node)}", *strings_below(node))
                remove(node)


_RULES = Rules(
    spaces=allowed,
    called=CALLED,
    paragraphs=frozenset(("p",)),
    texts=frozenset("oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter v t".split()),
    dropped=_DROPPED,
    lost=lambda element, attribute: attribute in _LOST,
    said=frozenset("name descr title displayName prompt promptTitle error errorTitle tooltip display".split()),
    names={"r": frozenset(("c", "row")), "ref": _ALL, "sqref": _ALL, "topLeftCell": _ALL, "activeCell": _ALL}
    | {"name": frozenset(("sheet",)), "spans": _ALL},
)
_CELLS = replace(_RULES, texts=_RULES.texts - {"v", "t"}, held=frozenset(("v", "t", "f", "definedName")))
_PROGRAM = Rules(allowed, held=frozenset(("Application",)))
_KNOWN = {
    "spreadsheetml.styles+xml": "xl/styles.xml",
    "drawing+xml": "xl/drawings/drawing{}.xml",
    "drawingml.chart+xml": "xl/charts/chart{}.xml",
}
KINDS = {
    _MAIN: Kind("xl/workbook.xml", _CELLS, _prepare_book),
    _SHEET: Kind("xl/worksheets/sheet{}.xml", _CELLS, _prepare_sheet),
    _SHARED: Kind("xl/sharedStrings.xml", _CELLS),
    **{ending: Kind(path, _RULES) for ending, path in _KNOWN.items()},
    "theme+xml": Kind("xl/theme/theme{}.xml", _RULES, prepare_fonts),
    "core-properties+xml": PROPERTIES,
    "extended-properties+xml": Kind("docProps/app.xml", _PROGRAM, _prepare_program),
}
"""The parts of a workbook that go out, by the ends of their types."""

"""DOCX: what every part and element of a Word document is, and what becomes of it."""

from __future__ import annotations

import re
from typing import Any

from sfumato.io.formats.pieces import Opened, Reading, refused
from sfumato.io.formats.zipped.packages import Kind, Package
from sfumato.io.formats.zipped.trees import local, remove, unwrap
from sfumato.io.formats.zipped.walker import Names, Rules, strings_below
from sfumato.io.formats.zipped.words import is_structural, unknown_words

name = "docx"
what = "a Word document"
suffixes = (".docx",)
types = ("application/vnd.openxmlformats-officedocument.wordprocessingml.document",)

_MAIN = "wordprocessingml.document.main+xml"
_SPACES = re.compile(
    r"http://schemas\.openxmlformats\.org/(?!officeDocument/2006/(?:customXml|bibliography)).*|http://purl\.oclc\.org/ooxml/.*"
    r"|urn:schemas-microsoft-com:(?:vml|office:office|office:word|office:excel)"
    r"|http://schemas\.microsoft\.com/office/(?:word/20\d\d/(?:wordml|wordprocessing\w+)|drawing/20\d\d/\w+)"
    r"|http://purl\.org/dc/.*"
)
_CHANGED = frozenset(
    "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange trPrChange tcPrChange tblGridChange numberingChange "
    "cellIns cellDel cellMerge moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd "
    "customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd "
    "customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd".split()
)
_TRACKED = frozenset(("ins", "del", "moveFrom", "moveTo", *_CHANGED))
_DROPPED = (
    frozenset(
        "extLst proofErr rsid rsids permStart permEnd altChunk object OLEObject control subDoc smartTagPr customXmlPr "
        "alias tag dataBinding "
        "placeholder docPartObj docPartList ffData lastRenderedPageBreak latentStyles aliases embedRegular embedBold "
        "embedItalic embedBoldItalic externalData userShapes docVars mailMerge attachedTemplate contentPart "
        "bibliography citation "
        "formField signatureLine printerSettings webSettings cNvContentPartPr delInstrText".split()
    )
    | _CHANGED
)
_UNWRAPPED = frozenset(("smartTag", "customXml"))
_LOST = frozenset(
    "author initials date dateUtc userId providerId paraId textId paraIdParent anchorId editId gfxdata fullDate done "
    "durableId presenceInfo personId storeItemID".split()
)
_SAID = frozenset("descr title alt lvlText displayText name tooltip".split())
_STYLED = frozenset("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink".split())
_FIELDS = frozenset("PAGE NUMPAGES SECTIONPAGES SECTION SEQ TOC PAGEREF REF NOTEREF HYPERLINK".split())
_SETTINGS = frozenset(
    "zoom defaultTabStop evenAndOddHeaders characterSpacingControl compat footnotePr endnotePr themeFontLang "
    "clrSchemeMapping decimalSymbol listSeparator mirrorMargins autoHyphenation hyphenationZone gutterAtTop "
    "displayBackgroundShape noLineBreaksAfter noLineBreaksBefore bordersDoNotSurroundHeader updateFields "
    "drawingGridHorizontalSpacing bordersDoNotSurroundFooter drawingGridVerticalSpacing doNotHyphenateCaps "
    "consecutiveHyphenLimit".split()
)
CALLED = frozenset("theme clrScheme fontScheme fmtScheme cellStyle styleLbl cNvPr docPr".split())
"""Elements that are called something that nobody reads."""
_PROPERTIES = frozenset("title subject keywords description category language".split())
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad", "ptab": "\t"}
_MARK = re.compile(r"_(?:Toc|Ref|Hlk|GoBack)\d*|mark\d+")


def is_one(data: bytes) -> bool:
    """Whether bytes are a zip file that says it is a Word document."""
    return data.startswith(b"PK\x03\x04") and b"word/" in data and b"[Content_Types].xml" in data


def opened(data: bytes, reading: Reading) -> Opened:
    """The document."""
    package = Package(data, KINDS, reading)
    if not any(node.type.endswith(_MAIN) for node in package.nodes.values()):
        raise refused("no Word document that is read: it has no text, or macros")
    roots = {node.name: node.root for node in package.nodes.values() if node.root is not None}
    if reading.changes == "refuse" and any(local(n) in _TRACKED for r in roots.values() for n in r.iter()):
        raise refused("it has tracked changes: accept or reject them first", "tracked-changes")
    styles, marks = Names("Style"), Names("mark", lambda name: _MARK.fullmatch(name) is not None)
    for root in roots.values():
        if "style" not in reading.off:
            _rename_styles(root, styles)
        if "bookmarkStart" not in reading.off:
            _rename_marks(root, marks)
    package.opened.drop("names of styles", *styles.given)
    package.opened.drop("names of bookmarks", *marks.given)
    package.read([_MAIN, "header+xml", "footer+xml", "footnotes+xml", "endnotes+xml", "comments+xml"])
    return package.opened


def _breaks(node: Any) -> str:
    found = local(node)
    if found == "sym":
        return _symbol(node)
    if found in _BREAKS and local(node.getparent()) in ("r", "p", "fld"):
        return _BREAKS[found]
    return ""


def _symbol(node: Any) -> str:
    """The character that a symbol shows, as far as it is one."""
    code = next((value for key, value in node.attrib.items() if key.endswith("}char")), "")
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    return chr(number - 0xF000 if 0xF020 <= number <= 0xF0FF else number) if 0x20 <= number < 0xFFFE else ""


# --- before the walk --------------------------------------------------------------------------------------


def _prepare(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Settles tracked changes and fields, and takes off who commented."""
    _settle(root, part, found, reading)
    if "instrText" not in reading.off:
        _settle_fields(root, part, found)
    for comment in root.iter():
        if local(comment) == "comment" and "@author" not in reading.off:
            key = next((key for key in comment.attrib if key.endswith("}author")), None)
            if key and comment.attrib[key] != "Author":
                found.drop(f"{part}: comment@author", comment.attrib[key])
                comment.set(key, "Author")
                comment.set(key.replace("}author", "}initials"), "A")


def _settle(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Accepts or rejects tracked changes; what goes is noted."""
    goes = {"del", "moveFrom"} if reading.changes != "reject" else {"ins", "moveTo"}
    stays = {"ins", "moveTo"} if reading.changes != "reject" else {"del", "moveFrom"}
    for node in list(root.iter()):
        kind = local(node)
        if kind in reading.off or (node.getparent() is None and node is not root):
            continue
        if kind in goes and node.getparent() is not None:
            said = [*strings_below(node)]
            found.drop(f"{part}: {kind}", *said)
            if local(node.getparent()) == "trPr" and len(node) == 0:
                remove(node.getparent().getparent())
            else:
                remove(node)
        elif kind in stays:
            found.drop(f"{part}: {kind}", *[v for v in node.attrib.values() if not is_structural(v)])
            unwrap(node)
        elif kind in ("delText", "delInstrText") and reading.changes == "reject":
            node.tag = node.tag.replace("}delText", "}t").replace("}delInstrText", "}instrText")
        elif kind.endswith("PrChange") and reading.changes == "reject" and len(node):
            _restore(node)


def _restore(change: Any) -> None:
    """Puts properties back as they were before a change."""
    properties, old = change.getparent(), change[0]
    kept = [child for child in properties if local(child) in ("rPr", "sectPr") and local(change) == "pPrChange"]
    for child in list(properties):
        properties.remove(child)
    for child in [*list(old), *kept]:
        properties.append(child)


def _settle_fields(root: Any, part: str, found: Opened) -> None:
    """Leaves of fields what they show, and their codes only where these say nothing but page numbers and the like."""
    stack: list[list[Any]] = []
    codes: list[str] = []
    for node in list(root.iter()):
        kind = local(node)
        if kind == "fldSimple":
            code = next((v for k, v in node.attrib.items() if k.endswith("}instr")), "")
            if not _is_plain(code):
                found.drop(f"{part}: field", code)
                unwrap(node)
        elif kind == "fldChar":
            what_ = next((v for k, v in node.attrib.items() if k.endswith("}fldCharType")), "")
            if what_ == "begin":
                stack.append([])
                codes.append("")
            if stack:
                stack[-1].append(node)
            if what_ == "end" and stack:
                _settle_field(stack.pop(), codes.pop(), part, found)
        elif kind == "instrText":
            if stack:
                stack[-1].append(node)
                codes[-1] += node.text or ""
            else:
                found.drop(f"{part}: field", node.text or "")
                remove(node)
    for nodes, code in zip(stack, codes, strict=True):
        _settle_field(nodes, f"{code} ?", part, found)


def _settle_field(nodes: list[Any], code: str, part: str, found: Opened) -> None:
    if not _is_plain(code):
        found.drop(f"{part}: field", code)
        for node in nodes:
            remove(node)


def _is_plain(code: str) -> bool:
    first, _, rest = code.strip().partition(" ")
    return first.upper() in _FIELDS and not unknown_words(rest) and "?" not in rest


def _rename_styles(root: Any, names: Names) -> None:
    for node in root.iter():
        kind = local(node)
        above = local(node.getparent()) if node.getparent() is not None else ""
        for key, value in node.attrib.items():
            short = key.rpartition("}")[2]
            named = kind in _STYLED or (kind == "name" and above == "style")
            if (named and short == "val") or (kind == "style" and short == "styleId"):
                node.set(key, names(value))


def _rename_marks(root: Any, names: Names) -> None:
    for node in root.iter():
        kind = local(node)
        for key, value in node.attrib.items():
            short = key.rpartition("}")[2]
            if (kind == "bookmarkStart" and short == "name") or (kind == "hyperlink" and short == "anchor"):
                node.set(key, names(value))


def prepare_fonts(root: Any, part: str, found: Opened, reading: Reading) -> None:
    """Drops fonts that are not the usual ones, and those for scripts: programs have others for them."""
    for node in list(root.iter()):
        telling = [value for value in node.attrib.values() if not is_structural(value)]
        if local(node) == "font" and telling and "font" not in reading.off:
            found.drop(f"{part}: font", *telling)
            remove(node)


def _prepare_settings(root: Any, part: str, found: Opened, reading: Reading) -> None:
    for node in list(root):
        if local(node) not in _SETTINGS and local(node) not in reading.off:
            found.drop(f"{part}: {local(node)}", *strings_below(node))
            remove(node)


def _prepare_properties(root: Any, part: str, found: Opened, reading: Reading) -> None:
    for node in list(root):
        if local(node) not in _PROPERTIES and local(node) not in reading.off:
            found.drop(f"{part}: {local(node)}", *strings_below(node))
            remove(node)


# --- what is known ----------------------------------------------------------------------------------------


def allowed(uri: str) -> bool:
    """Whether elements of a namespace go out."""
    return _SPACES.fullmatch(uri) is not None


def _is_lost(element: str, attribute: str) -> bool:
    if attribute.startswith("rsid"):
        return True
    return attribute in _LOST and not (element == "comment" and attribute in ("author", "initials"))


_RULES = Rules(
    spaces=allowed,
    called=CALLED,
    paragraphs=frozenset(("p",)),
    texts=frozenset(("t", "v", "delText")),
    breaks=_breaks,
    dropped=_DROPPED,
    unwrapped=_UNWRAPPED,
    lost=_is_lost,
    said=_SAID,
    names={"instr": frozenset(("fldSimple",)), "anchor": frozenset(("hyperlink",))},
)
PROPERTIES = Kind(
    "docProps/core.xml",
    Rules(allowed, texts=_PROPERTIES, lost=lambda element, attribute: attribute == "type"),
    _prepare_properties,
)
"""Title, subject and the like: no names, no dates."""
_KNOWN = {
    "header+xml": "word/header{}.xml",
    "footer+xml": "word/footer{}.xml",
    "footnotes+xml": "word/footnotes.xml",
    "endnotes+xml": "word/endnotes.xml",
    "comments+xml": "word/comments.xml",
    "wordprocessingml.styles+xml": "word/styles.xml",
    "numbering+xml": "word/numbering.xml",
    "drawingml.chart+xml": "word/charts/chart{}.xml",
    "diagramData+xml": "word/diagrams/data{}.xml",
    "diagramLayout+xml": "word/diagrams/layout{}.xml",
    "diagramStyle+xml": "word/diagrams/quickStyle{}.xml",
    "diagramColors+xml": "word/diagrams/colors{}.xml",
    "diagramDrawing+xml": "word/diagrams/drawing{}.xml",
}
KINDS = {
    _MAIN: Kind("word/document.xml", _RULES, _prepare),
    **{ending: Kind(path, _RULES, _prepare) for ending, path in _KNOWN.items()},
    "fontTable+xml": Kind("word/fontTable.xml", _RULES, prepare_fonts),
    "theme+xml": Kind("word/theme/theme{}.xml", _RULES, prepare_fonts),
    "wordprocessingml.settings+xml": Kind("word/settings.xml", _RULES, _prepare_settings),
    "core-properties+xml": PROPERTIES,
}
"""The parts of a Word document that go out, by the ends of their types."""

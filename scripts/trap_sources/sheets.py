"""Traps in workbooks."""

from __future__ import annotations

from trap_sources.making import CANARY, Trap, content_types, relations, zipped

_S = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_ML = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_STRINGS = f"<si><t>Well.</t></si><si><t>{CANARY}</t></si>"


def xlsx(
    cells: str = '<c r="A1" t="s"><v>0</v></c>',
    *,
    strings: str = "<si><t>Well.</t></si>",
    behind: str = "",
    book: str = "",
    title: str = "Sheet1",
    state: str = "",
    parts: dict[str, tuple[str, str, str | bytes]] | None = None,
) -> bytes:
    """A workbook with one sheet; `parts` belong to the sheet."""
    given = parts or {}
    rels = [(f"rId{number}", kind, f"/{name}") for number, (name, (kind, _, _)) in enumerate(given.items(), 10)]
    types = {
        "xl/workbook.xml": f"{_ML}.sheet.main+xml",
        "xl/worksheets/sheet1.xml": f"{_ML}.worksheet+xml",
        "xl/sharedStrings.xml": f"{_ML}.sharedStrings+xml",
        **{name: kind for name, (_, kind, _) in given.items() if kind},
    }
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": content_types(types),
        "_rels/.rels": relations(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {_S}><sheets><sheet name="{title}" sheetId="1"{state} r:id="rId1"/></sheets>{book}</workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            ("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "sharedStrings", "sharedStrings.xml")
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet {_S}><sheetData><row r="1">{cells}</row></sheetData>{behind}</worksheet>',
        "xl/worksheets/_rels/sheet1.xml.rels": relations(*rels),
        "xl/sharedStrings.xml": f"<sst {_S}>{strings}</sst>",
        **{name: content for name, (_, _, content) in given.items()},
    }
    return zipped(files)


def _unknown(name: str, kind: str, content: str) -> Trap:
    return Trap(".xlsx", xlsx(parts={name: (kind, "application/x-unknown+xml", content)}), "unknown")


TRAPS: dict[str, Trap] = {
    "xlsx-shared-string": Trap(".xlsx", xlsx('<c r="A1" t="s"><v>1</v></c>', strings=_STRINGS)),
    "xlsx-rich-string": Trap(
        ".xlsx", xlsx(strings=f"<si><r><t>{CANARY[:4]}</t></r><r><rPr><b/></rPr><t>{CANARY[4:]}</t></r></si>")
    ),
    "xlsx-orphan-string": Trap(".xlsx", xlsx(strings=_STRINGS), "orphans"),
    "xlsx-pronounced": Trap(".xlsx", xlsx(strings=f"<si><t>Well.</t><rPh sb='0' eb='1'><t>{CANARY}</t></rPh></si>")),
    "xlsx-inline": Trap(".xlsx", xlsx(f'<c r="A1" t="inlineStr"><is><t>{CANARY}</t></is></c>')),
    "xlsx-other-book": Trap(".xlsx", xlsx(f"<c r='A1'><f>'[{CANARY}.xlsx]S'!A1</f><v>1</v></c>")),
    "xlsx-other-sheet": Trap(".xlsx", xlsx(f"<c r='A1'><f>'{CANARY}'!A1</f><v>1</v></c>")),
    "xlsx-cell-name": Trap(".xlsx", xlsx(f"<c r='{CANARY}'><v>1</v></c>")),
    "xlsx-truth": Trap(".xlsx", xlsx(f"<c r='A1' t='b'><v>{CANARY}</v></c>")),
    "xlsx-formula": Trap(".xlsx", xlsx(f'<c r="A1" t="str"><f>"{CANARY}"&amp;"x"</f><v>x</v></c>'), "f"),
    "xlsx-cached": Trap(".xlsx", xlsx(f'<c r="A1" t="str"><f>A2</f><v>{CANARY}</v></c>')),
    "xlsx-hidden-sheet": Trap(
        ".xlsx", xlsx('<c r="A1" t="s"><v>1</v></c>', strings=_STRINGS, state=' state="veryHidden"')
    ),
    "xlsx-sheet-name": Trap(".xlsx", xlsx(title=CANARY), "sheet"),
    "xlsx-defined-name": Trap(
        ".xlsx",
        xlsx(book=f'<definedNames><definedName name="{CANARY}">Sheet1!$A$1</definedName></definedNames>'),
        "definedName",
    ),
    "xlsx-validation": Trap(
        ".xlsx",
        xlsx(
            behind=f'<dataValidations><dataValidation type="list" sqref="A1"><formula1>"{CANARY},b"</formula1></dataValidation></dataValidations>'
        ),
        "dataValidation",
    ),
    "xlsx-header": Trap(
        ".xlsx", xlsx(behind=f"<headerFooter><oddHeader>&amp;C{CANARY}</oddHeader></headerFooter>"), "oddHeader"
    ),
    "xlsx-custom-view": Trap(
        ".xlsx",
        xlsx(behind=f'<customSheetViews><customSheetView guid="{CANARY}"/></customSheetViews>'),
        "customSheetViews",
    ),
    "xlsx-comment": _unknown("xl/comments1.xml", "comments", f"<comments><text>{CANARY}</text></comments>"),
    "xlsx-threaded-comment": _unknown("xl/threadedComments/a.xml", "threadedComment", f"<x>{CANARY}</x>"),
    "xlsx-pivot-cache": _unknown("xl/pivotCache/a.xml", "pivotCacheDefinition", f'<x v="{CANARY}"/>'),
    "xlsx-external-link": _unknown("xl/externalLinks/a.xml", "externalLink", f'<x v="{CANARY}"/>'),
    "xlsx-query-table": _unknown("xl/queryTables/a.xml", "queryTable", f'<x name="{CANARY}"/>'),
    "xlsx-number-format": Trap(
        ".xlsx",
        xlsx(
            parts={
                "xl/styles.xml": (
                    "styles",
                    f"{_ML}.styles+xml",
                    f"<styleSheet {_S}><numFmts><numFmt numFmtId='164' formatCode='0 &quot;{CANARY}&quot;'/></numFmts></styleSheet>",
                )
            }
        ),
        "numFmt",
    ),
}

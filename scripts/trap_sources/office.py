"""Traps in Word documents: one for each place where text hides."""

from __future__ import annotations

from trap_sources.making import CANARY, Trap, content_types, jpeg, png, relations, zipped

W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
)
_ML = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_DML = "application/vnd.openxmlformats-officedocument.drawingml"
PLAIN = "<w:p><w:r><w:t>A plain letter.</w:t></w:r></w:p>"


def docx(
    body: str = PLAIN,
    parts: dict[str, tuple[str, str, str | bytes]] | None = None,
    *,
    more: dict[str, str | bytes] | None = None,
    rels: tuple[tuple[str, ...], ...] = (),
    root: tuple[tuple[str, str, str], ...] = (),
    comment: bytes = b"",
    extra: bytes = b"",
) -> bytes:
    """A Word document: its body; parts by name with type of relationship and of content; files beside them."""
    given = parts or {}
    main = f'<?xml version="1.0"?><w:document {W}><w:body>{body}</w:body></w:document>'
    rows: list[tuple[str, ...]] = [("rId1", "officeDocument", "word/document.xml"), *root]
    below = [(f"rId{number}", kind, f"/{name}") for number, (name, (kind, _, _)) in enumerate(given.items(), 10)]
    types = {"word/document.xml": f"{_ML}.document.main+xml"} | {n: t for n, (_, t, _) in given.items() if t}
    defaults = {"png": "image/png", "jpeg": "image/jpeg", "bin": "application/octet-stream", "emf": "image/x-emf"}
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": content_types(types, defaults),
        "_rels/.rels": relations(*rows),  # type: ignore[arg-type]
        "word/_rels/document.xml.rels": relations(*below, *rels),  # type: ignore[arg-type]
        "word/document.xml": main,
        **{name: content for name, (_, _, content) in given.items()},
        **(more or {}),
    }
    return zipped(files, comment=comment, extra=extra)


def _p(inside: str) -> str:
    return f"{PLAIN}<w:p>{inside}</w:p>"


def _run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _part(kind: str, content: str, element: str = "") -> dict[str, tuple[str, str, str | bytes]]:
    inside = f"<w:{element or kind} {W}>{content}</w:{element or kind}>"
    return {f"word/{kind}1.xml": (kind, f"{_ML}.{kind}+xml", inside)}


def _drawing(inside: str, attributes: str = "") -> str:
    return (
        f'<w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><wp:docPr id="1" name="Picture 1"{attributes}/>'
        f'<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">{inside}'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


_HALF = len(CANARY) // 2
_NOTE = f'<w:footnote w:id="2"><w:p>{_run(CANARY)}</w:p></w:footnote>'
_CHANGE = f'w:id="1" w:author="{CANARY}" w:date="2026-01-01T00:00:00Z"'
_PICTURE = '<pic:pic><pic:blipFill><a:blip r:embed="rId10"/></pic:blipFill></pic:pic>'
_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/">{}</cp:coreProperties>'
)
_CORE_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"


def _typed_core(inside: str) -> bytes:
    rels = (
        "rId2",
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
        "docProps/core.xml",
    )
    return docx(parts={"docProps/core.xml": ("unused", _CORE_TYPE, _CORE.format(inside))}, root=(rels,))


def _styles(inside: str) -> dict[str, tuple[str, str, str | bytes]]:
    return {"word/styles.xml": ("styles", f"{_ML}.styles+xml", f"<w:styles {W}>{inside}</w:styles>")}


def _settings(inside: str) -> dict[str, tuple[str, str, str | bytes]]:
    return {"word/settings.xml": ("settings", f"{_ML}.settings+xml", f"<w:settings {W}>{inside}</w:settings>")}


def _unknown(name: str, kind: str, content: str | bytes, type_: str = "application/octet-stream") -> Trap:
    return Trap(".docx", docx(parts={name: (kind, type_, content)}), "unknown")


def _field(code: str) -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{_run("shown")}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def _d(inside: str, off: str = "", **more: object) -> Trap:
    return Trap(".docx", docx(_p(inside), **more), off)  # type: ignore[arg-type]


_CHART = (
    f"<c:chartSpace {W}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>{{}}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
    "<c:plotArea><c:barChart><c:ser><c:cat><c:strRef><c:f>Sheet1!$A$1</c:f><c:strCache><c:pt idx='0'><c:v>{}</c:v>"
    "</c:pt></c:strCache></c:strRef></c:cat></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"
)


def _chart(title: str, value: str, off: str) -> Trap:
    content = _CHART.format(title, value)
    drawing = '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rId10"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    return Trap(".docx", docx(_p(drawing), {"word/charts/chart1.xml": ("chart", f"{_DML}.chart+xml", content)}), off)


TRAPS: dict[str, Trap] = {
    "docx-over-runs": _d(_run(CANARY[:_HALF], "<w:b/>") + _run(CANARY[_HALF:]), "p"),
    "docx-in-table": Trap(
        ".docx", docx(f"<w:tbl><w:tr><w:tc><w:p>{_run(CANARY)}</w:p></w:tc></w:tr></w:tbl>{PLAIN}"), "p"
    ),
    "docx-header": Trap(".docx", docx(parts=_part("header", f"<w:p>{_run(CANARY)}</w:p>", "hdr")), "p"),
    "docx-footer": Trap(".docx", docx(parts=_part("footer", f"<w:p>{_run(CANARY)}</w:p>", "ftr")), "p"),
    "docx-footnote": Trap(".docx", docx(parts=_part("footnotes", _NOTE)), "p"),
    "docx-endnote": Trap(".docx", docx(parts=_part("endnotes", _NOTE.replace("footnote", "endnote"))), "p"),
    "docx-comment": Trap(
        ".docx",
        docx(parts=_part("comments", f'<w:comment w:id="0" w:author="A"><w:p>{_run(CANARY)}</w:p></w:comment>')),
        "p",
    ),
    "docx-comment-author": Trap(
        ".docx",
        docx(
            parts=_part("comments", f'<w:comment w:id="0" w:author="{CANARY}"><w:p>{_run("Well.")}</w:p></w:comment>')
        ),
        "@author",
    ),
    "docx-people": _unknown(
        "word/people.xml", "people", f'<people author="{CANARY}"/>', "application/vnd.ms-word.people+xml"
    ),
    "docx-inserted-author": _d(f"<w:ins {_CHANGE}>{_run('more')}</w:ins>", "ins @author"),
    "docx-deleted": _d(f"<w:del w:id='1'><w:r><w:delText>{CANARY}</w:delText></w:r></w:del>", "del"),
    "docx-moved": _d(f"<w:moveFrom w:id='1'>{_run(CANARY)}</w:moveFrom>", "moveFrom"),
    "docx-changed-author": _d(_run("Well.", f"<w:rPrChange {_CHANGE}><w:rPr/></w:rPrChange>"), "rPrChange @author"),
    "docx-hidden": _d(_run(CANARY, "<w:vanish/>"), "p"),
    "docx-white": _d(_run(CANARY, '<w:color w:val="FFFFFF"/><w:sz w:val="2"/>'), "p"),
    "docx-field-code": _d(_field(f"MERGEFIELD {CANARY}"), "instrText"),
    "docx-simple-field": _d(f'<w:fldSimple w:instr="AUTHOR {CANARY}">{_run("shown")}</w:fldSimple>', "instrText"),
    "docx-link": _d(
        f'<w:hyperlink r:id="rId99">{_run("here")}</w:hyperlink>',
        "link",
        rels=(("rId99", "hyperlink", f"http://example.org/{CANARY}", "x"),),
    ),
    "docx-link-in-percents": _d(
        f'<w:hyperlink r:id="rId99">{_run("here")}</w:hyperlink>',
        "link",
        rels=(("rId99", "hyperlink", "http://example.org/" + "".join(f"%{ord(c):02X}" for c in CANARY), "x"),),
    ),
    "docx-bookmark": _d(
        f'<w:bookmarkStart w:id="0" w:name="{CANARY}"/><w:bookmarkEnd w:id="0"/>{_run("x")}', "bookmarkStart"
    ),
    "docx-control-alias": _d(
        f'<w:sdt><w:sdtPr><w:alias w:val="{CANARY}"/></w:sdtPr><w:sdtContent>{_run("x")}</w:sdtContent></w:sdt>',
        "alias",
    ),
    "docx-control-tag": _d(
        f'<w:sdt><w:sdtPr><w:tag w:val="{CANARY}"/></w:sdtPr><w:sdtContent>{_run("x")}</w:sdtContent></w:sdt>', "tag"
    ),
    "docx-list-item": _d(
        f'<w:sdt><w:sdtPr><w:comboBox><w:listItem w:displayText="{CANARY}" w:value="1"/></w:comboBox></w:sdtPr><w:sdtContent>{_run("x")}</w:sdtContent></w:sdt>',
        "@displayText",
    ),
    "docx-custom-xml": _unknown("customXml/item1.xml", "customXml", f"<x>{CANARY}</x>", "application/xml"),
    "docx-title": Trap(".docx", _typed_core(f"<dc:title>{CANARY}</dc:title>"), "title"),
    "docx-creator": Trap(".docx", _typed_core(f"<dc:creator>{CANARY}</dc:creator>"), "creator"),
    "docx-company": Trap(
        ".docx",
        docx(
            parts={
                "docProps/app.xml": (
                    "extended-properties",
                    "application/vnd.openxmlformats-officedocument.extended-properties+xml",
                    f"<Properties><Company>{CANARY}</Company></Properties>",
                )
            }
        ),
        "unknown",
    ),
    "docx-custom-property": _unknown(
        "docProps/custom.xml",
        "custom-properties",
        f"<Properties><p>{CANARY}</p></Properties>",
        "application/vnd.openxmlformats-officedocument.custom-properties+xml",
    ),
    "docx-variable": Trap(
        ".docx", docx(parts=_settings(f'<w:docVars><w:docVar w:name="a" w:val="{CANARY}"/></w:docVars>')), "docVars"
    ),
    "docx-mail-merge": Trap(
        ".docx", docx(parts=_settings(f'<w:mailMerge><w:query w:val="{CANARY}"/></w:mailMerge>')), "mailMerge"
    ),
    "docx-template-path": Trap(
        ".docx",
        docx(
            parts=_settings("<w:zoom w:percent='100'/>"),
            more={
                "word/_rels/settings.xml.rels": relations(
                    ("rId1", "attachedTemplate", f"file:///C:/{CANARY}.dotx", True)
                )
            },
        ),
    ),
    "docx-alternative-text": _d(_drawing("", f' descr="{CANARY}"'), "@descr"),
    "docx-picture-name": _d(_drawing("").replace("Picture 1", CANARY), "docPr"),
    "docx-text-box-fallback": _d(
        f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:t>box</w:t></mc:Choice><mc:Fallback><w:pict><v:textbox>"
        f"<w:txbxContent><w:p>{_run(CANARY)}</w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>",
        "p",
    ),
    "docx-chart-title": _chart(CANARY, "a", "p"),
    "docx-chart-value": _chart("a", CANARY, "v"),
    "docx-embedded-workbook": _unknown("word/embeddings/book.bin", "package", zipped({"xl/a.xml": f"<a>{CANARY}</a>"})),
    "docx-ole": _unknown(
        "word/embeddings/oleObject1.bin", "oleObject", b"\xd0\xcf\x11\xe0" + CANARY.encode("utf-16-le")
    ),
    "docx-alt-chunk": _unknown("word/chunk.htm", "aFChunk", f"<html>{CANARY}</html>", "text/html"),
    "docx-glossary": _unknown(
        "word/glossary/document.xml",
        "glossaryDocument",
        f"<w:glossaryDocument {W}>{_run(CANARY)}</w:glossaryDocument>",
        f"{_ML}.document.glossary+xml",
    ),
    "docx-printer": _unknown("word/printerSettings1.bin", "printerSettings", CANARY.encode("utf-16-le")),
    "docx-macro": _unknown(
        "word/vbaProject.bin", "vbaProject", b"\x00\x01" + CANARY.encode(), "application/vnd.ms-office.vbaProject"
    ),
    "docx-embedded-font": _unknown(
        "word/fonts/font1.odttf", "font", b"\x00\x01" + CANARY.encode(), "application/x-fontdata"
    ),
    "docx-smart-art": _d(
        '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><dgm:relIds r:dm="rId10"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
        "p",
        parts={
            "word/diagrams/data1.xml": (
                "diagramData",
                f"{_DML}.diagramData+xml",
                f"<dgm:dataModel {W}><dgm:pt><dgm:t><a:p><a:r><a:t>{CANARY}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>",
            )
        },
    ),
    "docx-style-name": Trap(
        ".docx",
        docx(parts=_styles(f'<w:style w:type="paragraph" w:styleId="a"><w:name w:val="{CANARY}"/></w:style>')),
        "style",
    ),
    "docx-style-id": Trap(
        ".docx",
        docx(
            f'<w:p><w:pPr><w:pStyle w:val="{CANARY}"/></w:pPr>{_run("x")}</w:p>',
            _styles(f'<w:style w:type="paragraph" w:styleId="{CANARY}"><w:name w:val="normal"/></w:style>'),
        ),
        "style",
    ),
    "docx-list-text": Trap(
        ".docx",
        docx(
            parts={
                "word/numbering.xml": (
                    "numbering",
                    f"{_ML}.numbering+xml",
                    f'<w:numbering {W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="{CANARY} %1"/></w:lvl></w:abstractNum></w:numbering>',
                )
            }
        ),
        "lvlText",
    ),
    "docx-font-name": _d(_run("x", f'<w:rFonts w:ascii="{CANARY}"/>'), "rFonts"),
    "docx-symbols": _d("<w:r>" + "".join(f'<w:sym w:font="Arial" w:char="{ord(c):04X}"/>' for c in CANARY) + "</w:r>"),
    "docx-soft-hyphens": _d(_run("\u00ad".join(CANARY)), "p"),
    "docx-wide-letters": _d(_run("".join(chr(ord(c) + 0xFEE0) for c in CANARY)), "p"),
    "docx-revision-number": Trap(".docx", docx(f'<w:p w:rsidR="{CANARY}">{_run("x")}</w:p>'), "@rsidR"),
    "docx-xml-comment": Trap(".docx", docx(f"<!-- {CANARY} -->{PLAIN}")),
    "docx-instruction": Trap(".docx", docx(f"<?{CANARY} x?>{PLAIN}")),
    "docx-strange-element": _d(f'<x:x xmlns:x="urn:x">{CANARY}</x:x>{_run("x")}', "x"),
    "docx-strange-text": _d(f"<w:r>{CANARY}</w:r>", "r"),
    "docx-strange-space": Trap(
        ".docx",
        docx(f"{PLAIN}<w:p xmlns:{CANARY}='urn:x' {CANARY}:a='{CANARY}'><w:r><w:t>x</w:t></w:r></w:p>"),
        "@space @a",
    ),
    "docx-strange-attribute": _d(f'<w:r w:strange="{CANARY}"><w:t>x</w:t></w:r>', "@strange"),
    "docx-png-text": _d(
        _drawing(_PICTURE), "pictures", parts={"word/media/image1.png": ("image", "image/png", png(CANARY))}
    ),
    "docx-jpeg-exif": _d(
        _drawing(_PICTURE), "pictures", parts={"word/media/image1.jpeg": ("image", "image/jpeg", jpeg(CANARY))}
    ),
    "docx-vector-picture": _d(
        _drawing(_PICTURE),
        "pictures",
        parts={"word/media/image1.emf": ("image", "image/x-emf", b"\x01\0\0\0" + CANARY.encode("utf-16-le"))},
    ),
    "docx-picture-file": _d(_drawing(_PICTURE), parts={f"word/media/{CANARY}.png": ("image", "image/png", png())}),
    "docx-orphan": Trap(".docx", docx(more={"word/old.xml": f"<x>{CANARY}</x>"})),
    "docx-zip-comment": Trap(".docx", docx(comment=CANARY.encode())),
    "docx-zip-extra": Trap(".docx", docx(extra=b"\xfe\xca" + len(CANARY).to_bytes(2, "little") + CANARY.encode())),
}

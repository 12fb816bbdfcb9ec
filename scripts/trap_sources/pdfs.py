"""Traps in PDFs: files written by hand, object by object."""

from __future__ import annotations

import zlib

from trap_sources.making import CANARY, Trap, jpeg

_FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
_PLAIN = "BT /F1 12 Tf 72 700 Td (The letter says nothing that matters to anybody.) Tj ET\n"
_SAYS = f"BT /F1 12 Tf 72 600 Td (Here is {CANARY}.) Tj ET\n"
_HEX = CANARY.encode("utf-16-be").hex()


def stream(data: str | bytes, entries: str = "", packed: bool = True) -> bytes:
    """A stream, deflated unless it is not to be."""
    raw = data.encode("latin-1") if isinstance(data, str) else data
    body = zlib.compress(raw) if packed else raw
    packing = "/Filter /FlateDecode " if packed else ""
    return f"<< {entries} {packing}/Length {len(body)} >>\nstream\n".encode("latin-1") + body + b"\nendstream"


def pdf(
    content: str = _PLAIN, *, page: str = "", resources: str = "", catalog: str = "", trailer: str = "",
    objects: dict[int, str | bytes] | None = None, behind: bytes = b"", body: bytes = b"",
) -> bytes:  # fmt: skip
    """A PDF of one page; objects from 10 on are those of the trap."""
    found: dict[int, str | bytes] = {
        1: f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        f"/Resources << {'' if '/Font' in resources else '/Font << /F1 5 0 R >>'} {resources} >> {page} >>",
        4: stream(content),
        5: _FONT,
        **(objects or {}),
    }
    made = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + body)
    places = {}
    for number, value in found.items():
        places[number] = len(made)
        raw = value.encode("latin-1") if isinstance(value, str) else value
        made += f"{number} 0 obj\n".encode() + raw + b"\nendobj\n"
    begin = len(made)
    size = max(found) + 1
    table = "".join(
        f"{places[number]:010} 00000 n \n" if number in places else "0000000000 65535 f \n" for number in range(size)
    )
    made += f"xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\n".encode("latin-1")
    return bytes(made) + f"startxref\n{begin}\n%%EOF\n".encode() + behind


def updated(old: bytes, number: int, value: bytes) -> bytes:
    """A PDF to which another version of one of its objects was appended."""
    place = len(old)
    added = f"{number} 0 obj\n".encode() + value + b"\nendobj\n"
    begin = place + len(added)
    last = old.rindex(b"startxref") + 10
    before = int(old[last:].split()[0])
    table = f"xref\n{number} 1\n{place:010} 00000 n \n"
    tail = f"trailer\n<< /Size 20 /Root 1 0 R /Prev {before} >>\nstartxref\n{begin}\n%%EOF\n"
    return old + added + (table + tail).encode()


def _note(kind: str, entries: str) -> bytes:
    return pdf(
        page="/Annots [10 0 R]", objects={10: f"<< /Type /Annot /Subtype /{kind} /Rect [72 500 300 520] {entries} >>"}
    )


def _drawn(kind: str, entries: str = "") -> bytes:
    """A note that shows the word."""
    looks = stream(
        f"BT /F1 10 Tf 2 5 Td ({CANARY} is here) Tj ET",
        f"/Type /XObject /Subtype /Form /BBox [0 0 228 20] /Resources << /Font << /F1 5 0 R >> >> {entries}",
    )
    return pdf(
        page="/Annots [10 0 R]",
        objects={10: f"<< /Type /Annot /Subtype /{kind} /Rect [72 500 300 520] /F 4 /AP << /N 11 0 R >> >>", 11: looks},
    )


def _object_stream() -> bytes:
    """The word in an object that lies in a stream of objects, and is found by a table that is a stream, too."""
    inner = f"<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents ({CANARY}) >>"
    packed = stream(f"10 0 {inner}", "/Type /ObjStm /N 1 /First 5")
    made = bytearray(b"%PDF-1.7\n")
    places = {}
    plain = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [10 0 R] /Resources << /Font << /F1 5 0 R >> >> >>",
        4: stream(_PLAIN), 5: _FONT.encode(), 6: packed,
    }  # fmt: skip
    for number, value in plain.items():
        places[number] = len(made)
        made += f"{number} 0 obj\n".encode() + value + b"\nendobj\n"
    begin = len(made)
    rows = b""
    for number in range(12):
        kind, one, two = (1, places[number], 0) if number in places else (2, 6, 0) if number == 10 else (0, 0, 0)
        kind, one = (1, begin) if number == 11 else (kind, one)
        rows += bytes((kind,)) + one.to_bytes(4, "big") + bytes((two,))
    table = stream(rows, "/Type /XRef /Size 12 /W [1 4 1] /Root 1 0 R")
    return bytes(made) + b"11 0 obj\n" + table + f"\nendobj\nstartxref\n{begin}\n%%EOF\n".encode()


_FORM = "/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
_FONTS = "/Resources << /Font << /F1 5 0 R >> >>"
_TABLE = f"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <{_HEX}> endbfchar endcmap"
_XMP = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description><k>{CANARY}</k></rdf:Description></rdf:RDF></x:xmpmeta>"
_GREY = stream(
    b"\x80" * 64, "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8"
)
_TYPE3 = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65 /Widths [1000] /Encoding << /Differences [65 /A] >> /CharProcs << /A 11 0 R >> /Resources << /Font << /F1 5 0 R >> >> >>"
_COVERED, _UNPAINTED, _SMALL, _OUTSIDE, _SAME = "covered", "unpainted", "small", "outside", "colour"

TRAPS: dict[str, Trap] = {
    "pdf-text": Trap(".pdf", pdf(_PLAIN + _SAYS)),
    "pdf-in-pieces": Trap(".pdf", pdf(_PLAIN + f"BT /F1 12 Tf 72 600 Td [({CANARY[:3]}) 20 ({CANARY[3:7]}) -10 ({CANARY[7:]})] TJ ET")),
    "pdf-hexadecimal": Trap(".pdf", pdf(_PLAIN + f"BT /F1 12 Tf 72 600 Td <{CANARY.encode().hex()}> Tj ET")),
    "pdf-escapes": Trap(".pdf", pdf(_PLAIN + "BT /F1 12 Tf 72 600 Td (" + "".join(f"\\{ord(c):03o}" for c in CANARY) + ") Tj ET")),
    "pdf-turned": Trap(".pdf", pdf(_PLAIN + f"BT /F1 12 Tf 0 1 -1 0 300 200 Tm ({CANARY}) Tj ET")),
    "pdf-drawing": Trap(".pdf", pdf(_PLAIN + "/X1 Do", resources="/XObject << /X1 10 0 R >>", objects={10: stream(_SAYS, f"{_FORM} {_FONTS}")})),
    "pdf-drawing-in-drawing": Trap(".pdf", pdf(_PLAIN + "/X1 Do", resources="/XObject << /X1 10 0 R >>", objects={10: stream("/X2 Do", f"{_FORM} /Resources << /XObject << /X2 11 0 R >> >>"), 11: stream(_SAYS, f"{_FORM} {_FONTS}")})),
    "pdf-drawing-unused": Trap(".pdf", pdf(resources="/XObject << /X1 10 0 R >>", objects={10: stream(_SAYS, f"{_FORM} {_FONTS}")})),
    "pdf-pattern": Trap(".pdf", pdf(_PLAIN + "/Pattern cs /P1 scn 72 300 200 200 re f", resources="/Pattern << /P1 10 0 R >>", objects={10: stream(f"BT /F1 12 Tf 2 2 Td ({CANARY}) Tj ET", f"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 90 20] /XStep 90 /YStep 20 {_FONTS}")})),
    "pdf-letter-drawing": Trap(".pdf", pdf(_PLAIN + "BT /F2 12 Tf 72 300 Td (A) Tj ET", resources="/Font << /F1 5 0 R /F2 10 0 R >>", objects={10: _TYPE3, 11: stream(f"1000 0 d0 BT /F1 500 Tf ({CANARY}) Tj ET")})),
    "pdf-note": Trap(".pdf", _note("Text", f"/Contents ({CANARY})")),
    "pdf-note-rich": Trap(".pdf", _note("FreeText", f"/RC (<body><p>{CANARY}</p></body>) /DA (/F1 9 Tf)")),
    "pdf-note-author": Trap(".pdf", _note("Text", f"/Contents (Well.) /T ({CANARY})")),
    "pdf-note-drawn": Trap(".pdf", _drawn("FreeText")),
    "pdf-popup": Trap(".pdf", _note("Popup", f"/Contents <feff{_HEX}>")),
    "pdf-link": Trap(".pdf", _note("Link", f"/A << /S /URI /URI (http://example.org/{CANARY}) >>")),
    "pdf-launch": Trap(".pdf", pdf(catalog=f"/OpenAction << /S /Launch /F ({CANARY}.exe) >>")),
    "pdf-script": Trap(".pdf", pdf(catalog="/OpenAction 10 0 R", objects={10: f"<< /S /JavaScript /JS (app.alert\\('{CANARY}'\\)) >>"})),
    "pdf-script-stream": Trap(".pdf", pdf(catalog="/OpenAction << /S /JavaScript /JS 10 0 R >>", objects={10: stream(f"app.alert('{CANARY}')")})),
    "pdf-field": Trap(".pdf", pdf(page="/Annots [10 0 R]", catalog="/AcroForm << /Fields [10 0 R] >>", objects={10: f"<< /Type /Annot /Subtype /Widget /FT /Tx /T (who) /V ({CANARY}) /Rect [72 500 300 520] >>"})),
    "pdf-field-name": Trap(".pdf", pdf(page="/Annots [10 0 R]", catalog="/AcroForm << /Fields [10 0 R] >>", objects={10: f"<< /Type /Annot /Subtype /Widget /FT /Tx /T ({CANARY}) /TU (who) /Rect [72 500 300 520] >>"})),
    "pdf-field-drawn": Trap(".pdf", _drawn("Widget")),
    "pdf-xfa": Trap(".pdf", pdf(catalog="/AcroForm << /Fields [] /XFA 10 0 R >>", objects={10: stream(f"<xdp><field><value>{CANARY}</value></field></xdp>")})),
    "pdf-actual-text": Trap(".pdf", pdf(f"/Span << /ActualText ({CANARY}) >> BDC {_PLAIN} EMC")),
    "pdf-alternative": Trap(".pdf", pdf(catalog="/StructTreeRoot 10 0 R", objects={10: "<< /Type /StructTreeRoot /K 11 0 R >>", 11: f"<< /Type /StructElem /S /Figure /P 10 0 R /Alt ({CANARY}) >>"})),
    "pdf-expansion": Trap(".pdf", pdf(f"/Span /M1 BDC {_PLAIN} EMC", resources="/Properties << /M1 10 0 R >>", objects={10: f"<< /E ({CANARY}) >>"})),
    "pdf-outline": Trap(".pdf", pdf(catalog="/Outlines 10 0 R", objects={10: "<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>", 11: f"<< /Title ({CANARY}) /Parent 10 0 R /Dest [3 0 R /Fit] >>"})),
    "pdf-destination": Trap(".pdf", pdf(catalog=f"/Names << /Dests << /Names [({CANARY}) [3 0 R /Fit]] >> >>")),
    "pdf-page-label": Trap(".pdf", pdf(catalog=f"/PageLabels << /Nums [0 << /P ({CANARY}) >>] >>")),
    "pdf-info": Trap(".pdf", pdf(trailer="/Info 10 0 R", objects={10: f"<< /Title ({CANARY}) /Author (nobody) >>"})),
    "pdf-info-own-key": Trap(".pdf", pdf(trailer="/Info 10 0 R", objects={10: f"<< /Patient <feff{_HEX}> >>"})),
    "pdf-xmp": Trap(".pdf", pdf(catalog="/Metadata 10 0 R", objects={10: stream(_XMP, "/Type /Metadata /Subtype /XML", packed=False)})),
    "pdf-xmp-of-page": Trap(".pdf", pdf(page="/Metadata 10 0 R", objects={10: stream(_XMP, "/Type /Metadata /Subtype /XML")})),
    "pdf-piece-info": Trap(".pdf", pdf(page=f"/PieceInfo << /Program << /LastModified (D:2026) /Private << /Said ({CANARY}) >> >> >>")),
    "pdf-file": Trap(".pdf", pdf(catalog="/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>", objects={10: "<< /Type /Filespec /F (a.txt) /EF << /F 11 0 R >> >>", 11: stream(f"All about {CANARY}, in a file.", "/Type /EmbeddedFile")})),
    "pdf-file-name": Trap(".pdf", pdf(catalog="/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>", objects={10: f"<< /Type /Filespec /F ({CANARY}.txt) /Desc (a file) /EF << /F 11 0 R >> >>", 11: stream("Nothing to be read.", "/Type /EmbeddedFile")})),
    "pdf-collection": Trap(".pdf", pdf(catalog=f"/Collection << /Type /Collection /Schema << /who << /N ({CANARY}) >> >> >>")),
    "pdf-layer-off": Trap(".pdf", pdf(f"{_PLAIN}/OC /L1 BDC {_SAYS} EMC", resources="/Properties << /L1 10 0 R >>", catalog="/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>", objects={10: "<< /Type /OCG /Name (notes) >>"}), "layers"),
    "pdf-layer-name": Trap(".pdf", pdf(f"/OC /L1 BDC {_PLAIN} EMC", resources="/Properties << /L1 10 0 R >>", catalog="/OCProperties << /OCGs [10 0 R] /D << >> >>", objects={10: f"<< /Type /OCG /Name ({CANARY}) >>"})),
    "pdf-white": Trap(".pdf", pdf(f"{_PLAIN}1 g {_SAYS}"), _SAME),
    "pdf-box-colour": Trap(".pdf", pdf(f"{_PLAIN}0 g 60 590 300 24 re f {_SAYS}"), _SAME),
    "pdf-tiny": Trap(".pdf", pdf(_PLAIN + _SAYS.replace("12 Tf", "0.2 Tf")), _SMALL),
    "pdf-unpainted": Trap(".pdf", pdf(f"{_PLAIN}BT 3 Tr /F1 12 Tf 72 600 Td ({CANARY}) Tj ET"), _UNPAINTED),
    "pdf-transparent": Trap(".pdf", pdf(f"{_PLAIN}/G1 gs {_SAYS}", resources="/ExtGState << /G1 << /ca 0 >> >>"), _UNPAINTED),
    "pdf-clipped": Trap(".pdf", pdf(f"{_PLAIN}q 0 0 10 10 re W n {_SAYS} Q"), _OUTSIDE),
    "pdf-off-page": Trap(".pdf", pdf(_PLAIN + _SAYS.replace("72 600", "72 -600")), _OUTSIDE),
    "pdf-cropped": Trap(".pdf", pdf(_PLAIN + _SAYS, page="/CropBox [0 650 612 792]"), _OUTSIDE),
    "pdf-under-box": Trap(".pdf", pdf(f"{_PLAIN}{_SAYS} 0 g 60 590 300 24 re f"), _COVERED),
    "pdf-under-lines": Trap(".pdf", pdf(f"{_PLAIN}{_SAYS} 0 g 60 590 m 360 590 l 360 614 l 60 614 l h f"), _COVERED),
    "pdf-under-picture": Trap(".pdf", pdf(f"{_PLAIN}{_SAYS} q 300 0 0 24 60 590 cm /I1 Do Q", resources="/XObject << /I1 10 0 R >>", objects={10: _GREY}), _COVERED),
    "pdf-picture-comment": Trap(".pdf", pdf(f"{_PLAIN}q 90 0 0 90 60 390 cm /I1 Do Q", resources="/XObject << /I1 10 0 R >>", objects={10: stream(jpeg(CANARY), "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8", packed=False).replace(b"/BitsPerComponent 8", b"/BitsPerComponent 8 /Filter /DCTDecode", 1)})),
    "pdf-thumbnail": Trap(".pdf", pdf(page="/Thumb 10 0 R", objects={10: stream(CANARY.encode() + b"\0" * 53, "/Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8")})),
    "pdf-signature": Trap(".pdf", pdf(catalog="/AcroForm << /Fields [10 0 R] >>", objects={10: "<< /FT /Sig /T (s) /V 11 0 R >>", 11: f"<< /Type /Sig /Filter /Adobe.PPKLite /Name ({CANARY}) /Reason (none) /ByteRange [0 1 2 3] /Contents <00> >>"})),
    "pdf-earlier": Trap(".pdf", updated(pdf(_PLAIN + _SAYS), 4, stream(_PLAIN))),
    "pdf-unreferenced": Trap(".pdf", pdf(objects={10: f"<< /Left ({CANARY}) >>"})),
    "pdf-unreferenced-stream": Trap(".pdf", pdf(objects={10: stream(f"Here was {CANARY}, and nobody refers to it.")})),
    "pdf-object-stream": Trap(".pdf", _object_stream()),
    "pdf-behind": Trap(".pdf", pdf(behind=f"{CANARY} stands behind the end\n".encode())),
    "pdf-comment": Trap(".pdf", pdf(body=f"% {CANARY} was here\n".encode())),
    "pdf-content-comment": Trap(".pdf", pdf(f"{_PLAIN}% {CANARY} is not drawn\n")),
    "pdf-font-name": Trap(".pdf", pdf(objects={5: f"<< /Type /Font /Subtype /Type1 /BaseFont /{CANARY} /Encoding /WinAnsiEncoding >>"})),
    "pdf-font-table": Trap(".pdf", pdf(_PLAIN + "BT /F2 12 Tf 72 300 Td (A) Tj ET", resources="/Font << /F1 5 0 R /F2 10 0 R >>", objects={10: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R >>", 11: stream(_TABLE)})),
    "pdf-name-of-resource": Trap(".pdf", pdf(f"q 9 0 0 9 60 390 cm /{CANARY} Do Q {_PLAIN}", resources=f"/XObject << /{CANARY} 10 0 R >>", objects={10: _GREY})),
}  # fmt: skip
"""Where a PDF hides a word."""

"""Traps in OpenDocument texts, RTF, Markdown and CSV."""

from __future__ import annotations

from trap_sources.making import CANARY, Trap, png, zipped

_O = (
    " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (
            ("office", "office"),
            ("text", "text"),
            ("style", "style"),
            ("draw", "drawing"),
            ("meta", "meta"),
        )
    )
    + ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
)
_TYPE = "application/vnd.oasis.opendocument.text"


def odt(
    body: str = "<text:p>Well.</text:p>",
    *,
    meta: str = "",
    styles: str = "",
    more: dict[str, str | bytes] | None = None,
) -> bytes:
    """An OpenDocument text."""
    parts: dict[str, str | bytes] = {
        "mimetype": _TYPE,
        "content.xml": f"<office:document-content {_O}><office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles {_O}><office:styles>{styles}</office:styles></office:document-styles>",
        "meta.xml": f"<office:document-meta {_O}><office:meta>{meta}</office:meta></office:document-meta>",
        "META-INF/manifest.xml": "<manifest/>",
        **(more or {}),
    }
    return zipped(parts, stored="mimetype")


def _t(body: str, off: str = "p") -> Trap:
    return Trap(".odt", odt(f"<text:p>Well.</text:p>{body}"), off)


def _rtf(inside: str, off: str = "") -> Trap:
    return Trap(".rtf", ("{\\rtf1\\ansi A letter.\\par " + inside + "\\par}").encode("cp1252"), off)


TRAPS: dict[str, Trap] = {
    "odt-over-spans": _t(f"<text:p>{CANARY[:5]}<text:span>{CANARY[5:]}</text:span></text:p>"),
    "odt-deleted": _t(
        f"<text:tracked-changes><text:changed-region><text:deletion><text:p>{CANARY}</text:p></text:deletion></text:changed-region></text:tracked-changes>",
        "tracked-changes",
    ),
    "odt-annotation": _t(f"<text:p>x<office:annotation><text:p>{CANARY}</text:p></office:annotation></text:p>"),
    "odt-annotation-author": _t(
        f"<text:p>x<office:annotation><dc:creator>{CANARY}</dc:creator><text:p>y</text:p></office:annotation></text:p>",
        "creator",
    ),
    "odt-hidden-text": _t(
        f'<text:p>x<text:hidden-text text:string-value="{CANARY}" text:condition="a"/></text:p>',
        "hidden-text @string-value",
    ),
    "odt-user-field": _t(
        f'<text:user-field-decls><text:user-field-decl text:name="a" office:string-value="{CANARY}"/></text:user-field-decls>',
        "user-field-decl @string-value",
    ),
    "odt-creator": Trap(".odt", odt(meta=f"<dc:creator>{CANARY}</dc:creator>"), "creator"),
    "odt-title": Trap(".odt", odt(meta=f"<dc:title>{CANARY}</dc:title>"), "title"),
    "odt-user-defined": Trap(
        ".odt", odt(meta=f'<meta:user-defined meta:name="a">{CANARY}</meta:user-defined>'), "user-defined"
    ),
    "odt-style-name": Trap(".odt", odt(styles=f'<style:style style:name="{CANARY}" style:family="text"/>'), "style"),
    "odt-header": Trap(
        ".odt",
        odt(styles=f"<style:master-page><style:header><text:p>{CANARY}</text:p></style:header></style:master-page>"),
        "p",
    ),
    "odt-bookmark": _t(f'<text:p>x<text:bookmark text:name="{CANARY}"/></text:p>', ""),
    "odt-link": _t(f'<text:p><text:a xlink:href="http://example.org/{CANARY}">x</text:a></text:p>', "@href"),
    "odt-script": _t(f"<text:p>x<text:script>{CANARY}</text:script></text:p>", "script"),
    "odt-thumbnail": Trap(".odt", odt(more={"Thumbnails/thumbnail.png": png(CANARY)}), "unknown"),
    "odt-settings": Trap(".odt", odt(more={"settings.xml": f"<x>{CANARY}</x>"}), "unknown"),
    "odt-configuration": Trap(".odt", odt(more={"Configurations2/a.xml": f"<x>{CANARY}</x>"}), "unknown"),
    "odt-picture": Trap(
        ".odt",
        odt('<text:p>x<draw:image xlink:href="Pictures/a.png"/></text:p>', more={"Pictures/a.png": png(CANARY)}),
        "pictures",
    ),
    "rtf-text": _rtf("He said " + "".join(f"\\'{ord(c):02x}" for c in CANARY)),
    "rtf-unicode": _rtf("".join(f"\\u{ord(c)}?" for c in CANARY)),
    "rtf-info": _rtf("{\\info{\\author " + CANARY + "}}", "info author"),
    "rtf-star": _rtf("{\\*\\bkmkstart " + CANARY + "}", "bkmkstart"),
    "rtf-hidden": _rtf("{\\v " + CANARY + "}", "v"),
    "rtf-deleted": _rtf("{\\deleted " + CANARY + "}", "deleted"),
    "rtf-field": _rtf("{\\field{\\*\\fldinst HYPERLINK " + CANARY + "}{\\fldrslt x}}", "fldinst"),
    "rtf-object": _rtf("{\\object{\\*\\objdata " + CANARY.encode().hex() + "}}", ""),
    "rtf-variable": _rtf("{\\*\\docvar {a}{" + CANARY + "}}", "docvar"),
    "md-comment": Trap(".md", f"# A\n\nWell.\n\n<!-- {CANARY} -->\n".encode(), "comment"),
    "md-entities": Trap(".md", f"# A\n\n{''.join(f'&#{ord(c)};' for c in CANARY)}\n".encode(), "text"),
    "md-address": Trap(
        ".md", f"[x](http://example.org/{''.join(f'%{ord(c):02x}' for c in CANARY)})\n".encode(), "addresses"
    ),
    "md-reference": Trap(".md", f"[x][a]\n\n[a]: http://example.org/{CANARY}\n".encode(), "addresses"),
    "csv-cell": Trap(".csv", f"id,text\n1,He said {CANARY}.\n".encode(), "cells"),
    "csv-header": Trap(".csv", f"id,{CANARY}\n1,x\n".encode(), "cells"),
}

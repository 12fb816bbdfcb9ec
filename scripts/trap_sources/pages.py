"""Traps in web pages, XML and JSON."""

from __future__ import annotations

import base64
import json

from trap_sources.making import CANARY, Trap, png

_ENTITIES = "".join(f"&#{ord(c)};" for c in CANARY)
_PERCENTS = "".join(f"%{ord(c):02X}" for c in CANARY)
_BASE64 = base64.b64encode(f"He said {CANARY} again.".encode()).decode()
_PICTURE = base64.b64encode(png(CANARY)).decode()


def _html(inside: str, off: str = "", head: str = "") -> Trap:
    return Trap(
        ".html",
        f"<!DOCTYPE html>\n<html><head><title>A</title>{head}</head><body><p>Well.</p>{inside}</body></html>".encode(),
        off,
    )


def _xml(inside: str, off: str = "") -> Trap:
    return Trap(".xml", f'<?xml version="1.0"?>\n<letter><p>Well.</p>{inside}</letter>'.encode(), off)


def _json(value: object, off: str, text: str = "") -> Trap:
    return Trap(".json", (text or json.dumps(value)).encode(), off)


TRAPS: dict[str, Trap] = {
    "html-over-tags": _html(f"<p>{CANARY[:4]}<b>{CANARY[4:]}</b></p>", "text"),
    "html-entities": _html(f"<p>{_ENTITIES}</p>", "text"),
    "html-comment": _html(f"<!-- {CANARY} -->", "comment"),
    "html-alternative-text": _html(f'<img src="a.png" alt="{CANARY}">', "@alt"),
    "html-title": _html(f'<a href="#" title="{CANARY}">x</a>', "@title"),
    "html-address": _html(f'<a href="https://example.org/?q={_PERCENTS}">x</a>', "@href"),
    "html-data-attribute": _html(f'<p data-note="{CANARY}">x</p>', "@data-note"),
    "html-label": _html(f'<button aria-label="{CANARY}">x</button>', "@aria-label"),
    "html-value": _html(f'<input type="hidden" value="{CANARY}">', "@value"),
    "html-placeholder": _html(f'<input placeholder="{CANARY}">', "@placeholder"),
    "html-meta": _html("", "@content", f'<meta name="description" content="{CANARY}">'),
    "html-script": _html(f'<script type="application/ld+json">{{"a": "{CANARY}"}}</script>', "script"),
    "html-style": _html("", "style", f'<style>p::after {{ content: "{CANARY}" }}</style>'),
    "html-style-comment": _html("", "style", f"<style>/* {CANARY} */ p {{ color: red }}</style>"),
    "html-class": _html(f'<p class="{CANARY.lower()}-note">x</p>', "names"),
    "html-template": _html(f"<template><p>{CANARY}</p></template>", "text"),
    "html-noscript": _html(f"<noscript>{CANARY}</noscript>", "text"),
    "html-hidden": _html(f"<p hidden style='display: none'>{CANARY}</p>", "text"),
    "html-srcdoc": _html(f'<iframe srcdoc="&lt;p&gt;{CANARY}"></iframe>', "iframe @srcdoc"),
    "html-handler": _html(f"<p onclick=\"say('{CANARY}')\">x</p>", "@onclick"),
    "html-svg-metadata": _html(f"<svg><metadata>{CANARY}</metadata></svg>", "text"),
    "html-data-address": _html(f'<a href="data:text/plain;base64,{_BASE64}">x</a>', "@href"),
    "html-picture": _html(f'<img alt="" src="data:image/png;base64,{_PICTURE}">', "@src"),
    "html-end-of-element": _html(f"<p>x</p title='{CANARY}'>", "close"),
    "html-bare-attribute": _html(f"<p>x<br {CANARY}>y</p>"),
    "html-attribute-name": _html(f"<p data-{CANARY.lower()}=1>x</p>"),
    "html-element": _html(f"<{CANARY.lower()}>x</{CANARY.lower()}>", "element"),
    "html-base64-attribute": _html(f'<p data-state="{_BASE64}">x</p>'),
    "xml-mixed": _xml(f"<p>{CANARY[:4]}<b>{CANARY[4:]}</b> x</p>", "text"),
    "xml-attribute": _xml(f'<p note="{CANARY}"/>', "attributes"),
    "xml-comment": _xml(f"<!-- {CANARY} -->", "comment"),
    "xml-declaration": Trap(".xml", f"<?xml version='1.0' standalone='{CANARY}'?><r>Well.</r>".encode()),
    "xml-instruction": _xml(f"<?{CANARY} x?>", "instruction"),
    "xml-cdata": _xml(f"<p><![CDATA[{CANARY}]]></p>", "text"),
    "xml-entities": _xml(f"<p>{_ENTITIES}</p>", "text"),
    "xml-element": _xml(f"<{CANARY}/>", "names"),
    "xml-namespace": _xml(f'<p xmlns:x="urn:{CANARY}"/>', "attributes"),
    "json-string": _json({"a": [f"He said {CANARY}."]}, "strings"),
    "json-escapes": _json(None, "strings", '{"a": "' + "".join(f"\\u{ord(c):04x}" for c in CANARY) + '"}'),
    "json-key": _json({CANARY: 1}, "keys"),
    "json-nested": _json({"a": json.dumps({"b": CANARY})}, "strings"),
    "json-mark": _json(None, "strings", "\ufeff" + json.dumps({"a": CANARY})),
}

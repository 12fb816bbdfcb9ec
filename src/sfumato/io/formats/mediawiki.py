"""MediaWiki XML dumps: the articles of a wiki as plain text."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from sfumato.errors import InputError
from sfumato.io.files import OnBytes, opened, shown
from sfumato.protocols import Fields
from sfumato.types import Document

name = "mediawiki"
what = "MediaWiki XML dump"
single = False

_ARTICLE = "0"
_UNSEEN_NAMESPACES = ("6", "14")  # files and categories: their links are not part of the text
_REDIRECT = re.compile(r"\s*#\w+[\s:]*\[\[")


def sample(extension: str) -> bytes:
    """A dump of one article."""
    page = "<title>Well</title><ns>0</ns><id>1</id><revision><text>The well is by the river.</text></revision>"
    return f"<mediawiki><page>{page}</page></mediawiki>".encode()


def read(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """The articles (namespace 0) of a dump that are no redirects; of several revisions the last."""
    unseen = {"file", "image", "media", "category"}
    page: dict[str, str] = {}
    with opened(path, on_bytes) as stream:
        try:
            events = ElementTree.iterparse(stream, events=("start", "end"))
            _, root = next(events)
            if _tag(root) != "mediawiki":
                raise InputError(f"{shown(path)}: XML, but not a MediaWiki dump")
            for event, element in events:
                tag = _tag(element)
                if event == "start":
                    if tag == "page":
                        page = {}
                    elif tag == "redirect":
                        page["redirect"] = "yes"
                    continue
                if tag in ("title", "ns", "text", "model"):
                    page[tag] = element.text or ""
                elif tag == "id":
                    page.setdefault("id", element.text or "")  # the page's; those of revision and author follow
                elif tag == "namespace" and element.get("key") in _UNSEEN_NAMESPACES:
                    unseen.add((element.text or "").lower())
                elif tag == "revision":
                    element.clear()
                elif tag == "page":
                    root.clear()
                    if _is_article(page):
                        text = plain_text(page.get("text", ""), frozenset(unseen))
                        yield Document(page.get("id", ""), text, page.get("title", ""))
        except ElementTree.ParseError as error:
            line, column = error.position
            what = "truncated or empty" if "no element" in str(error) or "unclosed" in str(error) else "not valid XML"
            raise InputError(f"{shown(path)}: line {line}, column {column}: {what}") from None
        except (ValueError, LookupError):  # an encoding that the parser does not know
            raise InputError(f"{shown(path)}: XML in an encoding that is not read: use UTF-8") from None


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _is_article(page: dict[str, str]) -> bool:
    return (
        page.get("ns", _ARTICLE) == _ARTICLE
        and page.get("model", "wikitext") == "wikitext"
        and "redirect" not in page
        and not _REDIRECT.match(page.get("text", ""))
    )


# --- wikitext ---------------------------------------------------------------------------------------------
# One pass over the brackets, and regular expressions that never go far back: a page that somebody left full
# of open brackets takes no longer than any other. One that is never closed is dropped, what follows is kept.

_HIDDEN = (
    "ref|references|math|chem|ce|gallery|timeline|score|syntaxhighlight|source|imagemap|hiero|graph|mapframe|maplink|"
    "templatedata|templatestyles|style|table|inputbox|section"
)
_BRACKET = re.compile(  # each part starts with a literal, so that the scan can leap from one to the next
    rf"\{{\{{|\}}\}}|\[\[|\]\]|\{{\||\|\}}(?!\}})|<(/?)(?i:({_HIDDEN}))\b([^<>]*)>"
)
_CLOSES = {"}}": "{{", "|}": "{|", "]]": "[["}
_DEEPEST_LINK = 5
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*")  # [[de:Heu]], the same article elsewhere

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{\{\{[^{}]*\}\}\}", re.DOTALL)  # or a parameter of a template
_BREAK = re.compile(r"<(?:br|hr|p|/p|div|/div|li|/li|tr|/tr|blockquote|/blockquote)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_WEB_LINK = re.compile(r"\[(?:(?:https?|ftp|irc|news|mailto):|//)[^\s\[\]]{0,2000}[ \t]*([^\[\]\n]{0,2000})\]")
_QUOTES = re.compile(r"'{2,}")
_MAGIC = re.compile(r"__[A-Z]{3,30}__")
_LIST = re.compile(r"^[*#:;]+[ \t]*", re.MULTILINE)
_HEADING = re.compile(r"^=.*", re.MULTILINE)
_SPACES = re.compile(r"[^\S\n]+")
_EMPTY_LINES = re.compile(r"\n\s*\n")


def plain_text(wikitext: str, unseen: frozenset[str] = frozenset({"file", "image", "category"})) -> str:
    """What a reader sees of wikitext: without templates, tables, references, files and categories.

    `unseen` are the namespaces, in lower case, whose links are not part of the text.

    >>> plain_text("'''Hay''' is [[grass|dried grass]].<ref>A book</ref> {{vague}} [[File:Hay.jpg|thumb]]")
    'Hay is dried grass.'
    """
    text = _without_brackets(_COMMENT.sub("", wikitext), unseen)
    text = _TAG.sub("", _BREAK.sub("\n", text))
    text = _QUOTES.sub("", _WEB_LINK.sub(r"\1", text))
    text = _LIST.sub("", _HEADING.sub(lambda match: match[0].strip("= \t"), _MAGIC.sub("", text)))
    text = _SPACES.sub(" ", html.unescape(text))
    return _EMPTY_LINES.sub("\n\n", text).strip()


def _without_brackets(text: str, unseen: frozenset[str]) -> str:
    pieces: list[str] = []
    stack: list[tuple[str, int]] = []  # what is open, and how many pieces there were before it
    depth: Counter[str] = Counter()
    at = 0
    for match in _BRACKET.finditer(text):
        bracket, tag = match[0], match[2]
        if bracket in ("{|", "|}") and not _starts_line(text, match.start()):
            continue
        pieces.append(text[at : match.start()])
        at = match.end()
        if tag and match[3].endswith("/"):
            continue
        if tag:
            kind = tag.lower()
            closes = bool(match[1])
        else:
            kind = _CLOSES.get(bracket, bracket)
            closes = kind != bracket
        if not closes:
            if kind != "[[" or depth[kind] < _DEEPEST_LINK:
                stack.append((kind, len(pieces)))
                depth[kind] += 1
            continue
        if not depth[kind]:
            continue
        while True:
            opened_kind, start = stack.pop()
            depth[opened_kind] -= 1
            if opened_kind == kind:
                break
        inside = "".join(pieces[start:]) if kind == "[[" else ""
        del pieces[start:]
        if kind == "[[":
            pieces.append(_link_text(inside, unseen))
    pieces.append(text[at:])
    return "".join(pieces)


def _starts_line(text: str, at: int) -> bool:
    """Whether only indentation stands before: elsewhere these two signs do not make a table."""
    line = text[max(at - 40, 0) : at].rpartition("\n")[2]
    return not line.strip(" \t:")


def _link_text(inside: str, unseen: frozenset[str]) -> str:
    target, bar, shown_as = inside.partition("|")
    namespace, colon, _ = target.partition(":")
    if colon and (namespace.strip().lower() in unseen or (not bar and _LANGUAGE.fullmatch(namespace))):
        return ""
    return shown_as.rpartition("|")[2] if bar else target.lstrip(":")

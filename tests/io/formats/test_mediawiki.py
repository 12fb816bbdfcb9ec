from __future__ import annotations

import bz2
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.io.formats.corpora import read_documents
from sfumato.io.formats.mediawiki import plain_text
from sfumato.types import Document

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
<siteinfo><sitename>W</sitename><namespaces>
<namespace key="0" case="first-letter" /><namespace key="6" case="first-letter">Datei</namespace>
</namespaces></siteinfo>
"""
PAGE = """<page><title>{title}</title><ns>{ns}</ns><id>{id}</id>{extra}
<revision><id>9</id><contributor><username>U</username><id>4</id></contributor><text>old</text></revision>
<revision><id>10</id><model>wikitext</model><text xml:space="preserve">{text}</text></revision></page>
"""


def page(id: int, text: str, *, title: str = "Hay", ns: int = 0, extra: str = "") -> str:
    return PAGE.format(title=title, ns=ns, id=id, text=text.replace("&", "&amp;").replace("<", "&lt;"), extra=extra)


def dump(path: Path, *pages: str, end: str = "</mediawiki>") -> Path:
    content = (HEAD + "".join(pages) + end).encode()
    path.write_bytes(bz2.compress(content) if path.suffix == ".bz2" else content)
    return path


@pytest.mark.parametrize("name", ["w.xml", "w.xml.bz2"])
def test_articles_are_read_and_nothing_else(tmp_path: Path, name: str) -> None:
    path = dump(
        tmp_path / name,
        page(1, "'''Hay''' is [[grass|dried grass]].[[Datei:Hay.jpg|thumb|dry]]"),
        page(2, "Let us talk.", title="Talk:Hay", ns=1),
        page(3, "#REDIRECT [[Hay]]", extra='<redirect title="Hay" />'),
        page(4, "#WEITERLEITUNG [[Hay]]"),
        page(5, "{{stub}}"),
        page(6, "Straw & chaff.", title="Straw"),
    )
    expected = [Document("1", "Hay is dried grass.", "Hay"), Document("6", "Straw & chaff.", "Straw")]
    assert list(read_documents(path)) == expected


def test_memory_stays_flat(tmp_path: Path) -> None:
    path = dump(tmp_path / "w.xml", *(page(n, "word " * 2000) for n in range(400)))
    list(read_documents(path))
    tracemalloc.start()
    for _ in read_documents(path):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000 < path.stat().st_size


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (HEAD + page(1, "a") + page(2, "b")[:-60], "truncated"),
        (
            HEAD + page(1, "a") + "<page><title>a & b</title></page></mediawiki>",
            "line 8, column .*: not valid XML",
        ),
        ("", "line 1, column 0: truncated or empty"),
        ("<html></html>", "not a MediaWiki dump"),
        ('<?xml version="1.0" encoding="shift_jis"?><mediawiki/>', "encoding"),
        ('<?xml version="1.0" encoding="foo"?><mediawiki/>', "encoding"),
        (b"<mediawiki><page><title>\xff</title></page></mediawiki>", "not valid XML"),
    ],
)
def test_bad_dumps(tmp_path: Path, content: str | bytes, says: str) -> None:
    path = tmp_path / "w.xml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError, match=f"w.xml: .*{says}"):
        list(read_documents(path))


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("'''''Very''''' ''so''.", "Very so."),
        ("a{{b|c={{d}}|{{{e|}}}}}f", "af"),
        ("{{a|}}b", "b"),
        ("a\n{| class=x\n|-\n| b || {{c}}\n{|\n|d\n|}\n|}\ne", "a\n\ne"),
        ('x<ref name="a">{{cite|[[b]]}}</ref><ref name="a" />y', "xy"),
        ("x<!-- [[hidden]] -->y", "xy"),
        ("[[File:A.jpg|thumb|A [[cat]] and [[dog|hound]]]]Text", "Text"),
        ("[[Image:A.jpg]][[Category:B]]T [[:Category:C]]", "T Category:C"),
        ("[[cat]]s and [[Apple (fruit)|apples]]", "cats and apples"),
        ("[http://a.b/c?d the site] and [https://a.b]", "the site and"),
        ("== Head ==\n* one\n# two\n:: three\n----", "Head\none\ntwo\nthree\n----"),
        ("H<sub>2</sub>O&nbsp;is wet<br />and <b>cold</b>", "H2O is wet\nand cold"),
        ("<math>a < b</math>x<gallery>\nA.jpg|b\n</gallery>", "x"),
        ("__NOTOC__ x\n\n\n\ny\n[[de:Heu]]", "x\n\ny"),
        ("open [[link and {{template", "open link and template"),
        ("closed]] and}} done", "closed and done"),
    ],
)
def test_plain_text(wikitext: str, text: str) -> None:
    assert plain_text(wikitext) == text


@given(st.text(st.sampled_from(list("{}[]|<>'=!- \nab/:")) | st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_wikitext_becomes_text(wikitext: str) -> None:
    text = plain_text(wikitext)
    assert len(text) <= len(wikitext)


@pytest.mark.parametrize(
    "bracket",
    [
        "{{",
        "[[",
        "<b>",
        "<ref>",
        "<div ",
        "\n{|",
        "[http://",
        "[[a|",
        "'''a ''b ",
        "<!--",
        "\n ",
        "=",
        "[[{{",
    ],
)
def test_open_brackets_take_no_longer(bracket: str) -> None:
    started = time.perf_counter()
    plain_text(bracket * 100_000)
    plain_text(bracket * 50_000 + "}}]]" * 50_000)
    assert time.perf_counter() - started < 5

"""What is left where words went, and what a document keeps: no empty tags, whole JSON in JSON, looks, no thumbnail."""

import base64
import io
import json
import sys
import zipfile
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.io.formats.documents import opened
from sfumato.io.formats.pieces import Reading
from sfumato.types import Edit

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))

from trap_sources.making import png
from trap_sources.office import docx
from trap_sources.sheets import xlsx
from trap_sources.texts import odt

RUN = "<w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'>{}</w:t></w:r>"


def written(data, name, *changes):
    """The document with words changed wherever they stand: pairs of old and new."""
    found = opened(data, name, Reading())
    edits = {}
    for number, piece in enumerate(found.pieces):
        for old, new in changes:
            if piece.fate == "rewritten" and (at := piece.text.find(old)) >= 0:
                edits.setdefault(number, []).append(Edit(at, at + len(old), new))
    return found.write(edits)


def part(data, name):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


@pytest.mark.parametrize(
    ("page", "gone", "left"),
    [
        ("<p>He takes <b>zidovudine</b>, daily.</p>", ("zidovudine", ""), "<p>He takes , daily.</p>"),
        ("<p>On <b>zido<i class=x>vudine</i></b>.</p>", ("zidovudine", "it"), "<p>On <b>it</b>.</p>"),
        ("<p>On <a href='/x'><b>zidovudine</b></a>.</p>", ("zidovudine", ""), "<p>On .</p>"),
        ("<p>On <b id=here>zidovudine</b>.</p>", ("zidovudine", ""), "<p>On <b id=here></b>.</p>"),
        ("<td>zidovudine</td><p><b></b>x</p>", ("zidovudine", ""), "<td></td><p><b></b>x</p>"),
        ("<ul>\n<li>zidovudine</li>\n<li>rest</li>\n</ul>", ("zidovudine", ""), "<ul>\n<li>rest</li>\n</ul>"),
        ("<p>a</p>\n<ol><li id=x><b>zidovudine</b></ol>\n<p>b</p>", ("zidovudine", ""), "<p>a</p>\n<p>b</p>"),
        ("<ul><li>zidovudine<li>rest</ul>", ("zidovudine", ""), "<ul><li>rest</ul>"),
        ("<tr><td>zidovudine</td><td><br></td></tr><tr><td>a", ("zidovudine", ""), "<tr><td>a"),
        ("<dl><dt>zidovudine</dt><dd>daily</dd></dl>", ("zidovudine", ""), "<dl><dd>daily</dd></dl>"),
        ("<h2>a</h2><p>zidovudine</p><p>b</p>", ("zidovudine", ""), "<h2>a</h2><p>b</p>"),
        ("one<p>zidovudine</p>two", ("zidovudine", ""), "one<p></p>two"),
        ("<li>zidovudine <img alt=x></li>", ("zidovudine", ""), "<li> <img alt=x></li>"),
    ],
)
def test_a_page_keeps_no_empty_tags_where_words_went(page, gone, left):
    assert written(f"<html>{page}</html>".encode(), "a.html", gone).decode() == f"<html>{left}</html>"


def test_a_letter_keeps_no_empty_runs_where_words_went():
    body = "<w:p>" + RUN.format("On zido") + RUN.format("vudine") + RUN.format(" since May.") + "</w:p>"
    link = (
        "<w:p>" + RUN.format("See ") + "<w:hyperlink w:anchor='a'>" + RUN.format("zidovudine") + "</w:hyperlink></w:p>"
    )
    xml = part(written(docx(body + link), "a.docx", ("zidovudine", "")), "word/document.xml")
    assert xml.count("<w:r>") == 3
    assert "hyperlink" not in xml
    assert "On " in xml


def p(text, properties=""):
    return f"<w:p>{properties and f'<w:pPr>{properties}</w:pPr>'}<w:r><w:t>{text}</w:t></w:r></w:p>"


ITEM = '<w:numPr><w:numId w:val="1"/></w:numPr>'


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (p("Weight", ITEM) + p("zidovudine", ITEM), 1),  # no bullet without words
        (p("He took it.") + p("zidovudine") + p("He is well."), 2),
        (p("zidovudine") + p("He is well.", "<w:sectPr/>"), 1),
        (p("He is well.") + p("zidovudine", "<w:sectPr/>"), 2),  # where a section ends
        (f"<w:tbl><w:tr><w:tc>{p('zidovudine')}</w:tc><w:tc>{p('300 mg')}</w:tc></w:tr></w:tbl>", 2),  # of a cell
        (f"<w:tbl><w:tr><w:tc>{p('Drug')}{p('zidovudine')}</w:tc></w:tr></w:tbl>", 1),
        (p("He is well.") + "<w:p><w:r><w:t>zidovudine</w:t></w:r><w:r><w:br w:type='page'/></w:r></w:p>", 2),
    ],
)
def test_a_letter_keeps_no_empty_paragraphs_where_words_went(body, left):
    made = part(written(docx(body), "a.docx", ("zidovudine", "")), "word/document.xml")
    assert "zidovudine" not in made
    assert made.count("<w:p>") + made.count("<w:p/>") == left


def test_a_text_keeps_no_empty_items_where_words_went():
    listed = "".join(f"<text:list-item><text:p>{each}</text:p></text:list-item>" for each in ("Weight", "zidovudine"))
    data = odt(f"<text:list>{listed}</text:list>")
    made = part(written(data, "a.odt", ("zidovudine", "")), "content.xml")
    assert made.count("<text:list-item>") == 1


@pytest.mark.parametrize("first", ["style", "href"])
def test_a_link_to_a_file_goes_and_its_words_look_as_before(first):
    said = {"style": 'text:style-name="Internet_20_link"', "href": 'xlink:href="../Jane/kaposi.odt"'}
    ordered = " ".join(sorted(said.values(), reverse=first == "href"))
    made = part(written(odt(f"<text:p>See <text:a {ordered}>this</text:a>.</text:p>"), "a.odt"), "content.xml")
    assert '<text:p>See <text:span text:style-name="Internet_20_link">this</text:span>.</text:p>' in made
    assert "kaposi" not in made


def test_a_workbook_keeps_no_empty_runs_where_words_went():
    runs = "<si><r><t>On </t></r><r><rPr><b/></rPr><t>zidovudine</t></r></si>"
    xml = part(written(xlsx(strings=runs), "a.xlsx", ("zidovudine", "")), "xl/sharedStrings.xml")
    assert xml.count("<r>") == 1


@pytest.mark.parametrize("inner", ['{"drug":"zidovudine","n":[1,{"x":"zidovudine"}]}', '["zidovudine","b"]'])
def test_json_in_json_stays_json(inner):
    twice = json.dumps({"deep": inner})
    given = json.dumps({"note": inner, "twice": twice, "plain": "{zidovudine}"})
    made = json.loads(written(given.encode(), "a.json", ("zidovudine", 'a "drug"')))
    assert json.loads(made["note"]) == json.loads(inner.replace("zidovudine", 'a \\"drug\\"'))
    assert json.loads(json.loads(made["twice"])["deep"]) == json.loads(made["note"])
    assert made["plain"] == '{a "drug"}'


def test_json_in_json_that_is_not_touched_stays_as_it_was():
    given = r'{"note": "{ \"a\" :\u0020\"b\"}", "x": "zidovudine"}'
    assert written(given.encode(), "a.json", ("zidovudine", "it")).decode() == given.replace("zidovudine", "it")


@pytest.mark.parametrize("suffix", ["docx", "xlsx"])
def test_a_thumbnail_does_not_go_out(suffix):
    """It shows the first page as it was."""
    shown = png("x")
    root = (("rId9", "thumbnail", "docProps/thumbnail.png"),)
    data = docx(more={"docProps/thumbnail.png": shown}, root=root) if suffix == "docx" else xlsx()
    if suffix == "xlsx":
        made = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
            for name in old.namelist():
                said = old.read(name).decode()
                link = '<Relationship Id="rId9" Type="x/thumbnail" Target="docProps/thumbnail.png"/></Relationships>'
                said = said.replace("</Relationships>", link) if name == "_rels/.rels" else said
                kind = '<Default Extension="png" ContentType="image/png"/></Types>'
                new.writestr(name, said.replace("</Types>", kind))
            new.writestr("docProps/thumbnail.png", shown)
        data = made.getvalue()
    found = opened(data, f"a.{suffix}", Reading())
    with zipfile.ZipFile(io.BytesIO(found.write({}))) as archive:
        assert not [name for name in archive.namelist() if name.endswith("png")]
        assert b"thumbnail" not in archive.read("_rels/.rels")
    assert found.unread == []
    assert ("docProps/thumbnail.png", "dropped") in [(each.name, each.fate) for each in found.parts]


def test_a_workbook_keeps_what_its_looks_depend_on():
    """Rows keep their heights where a program is known to write good ones, and pages their paper."""
    setup = '<pageSetup paperSize="9" orientation="landscape" r:id="rId10"/>'
    printer = {"xl/printerSettings/printerSettings1.bin": ("printerSettings", "application/x-printer", b"\x00Anna")}
    book = '<fileVersion appName="xl" lastEdited="6" rupBuild="14420" codeName="{x}"/>'
    made = first = written(xlsx(behind=setup, parts=printer, book=book), "a.xlsx")
    assert '<pageSetup paperSize="9" orientation="landscape"/>' in part(made, "xl/worksheets/sheet1.xml")
    assert '<fileVersion appName="xl"/>' in part(made, "xl/workbook.xml")
    app = (
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">{}</Properties>'
    )
    said = "<Application>Microsoft Macintosh Excel</Application><Company>zidovudine</Company>"
    kind = "application/vnd.openxmlformats-officedocument.extended-properties+xml"
    made = written(xlsx(parts={"docProps/app.xml": ("extended-properties", kind, app.format(said))}), "a.xlsx")
    assert part(made, "docProps/app.xml").endswith(app.format("<Application>Microsoft Excel</Application>"))
    assert not [each for each in opened(made, "a.xlsx", Reading()).pieces if each.fate == "dropped"]
    assert not [each for each in opened(first, "a.xlsx", Reading()).pieces if each.fate == "dropped"]
    other = xlsx(book='<fileVersion appName="zidovudine" lastEdited="6"/>')
    assert "fileVersion" not in part(written(other, "a.xlsx"), "xl/workbook.xml")


def test_a_message_in_a_mail_that_is_encoded_is_refused():
    """What lies in it would be read as the text that encodes it."""
    inner = base64.encodebytes(b"Subject: x\r\n\r\nKaposi").decode()
    data = (
        "From: a@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n"
        f"Content-Transfer-Encoding: base64\r\n\r\n{inner}"
    )
    with pytest.raises(InputError, match="encoded"):
        opened(data.encode(), "a.eml", Reading())


def test_a_table_of_a_page_keeps_its_form():
    page = b"<html><table cellspacing=0 bgcolor='#fff'><tr><td colspan=2 valign=top nowrap>x</td></tr></table></html>"
    assert written(page, "a.html") == page
    assert b"Kaposi" not in written(b"<html><td colspan=Kaposi>x</td></html>", "a.html", ("Kaposi", ""))

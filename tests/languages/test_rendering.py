"""A text as it is shown, and where its characters stand."""

import pytest

from sfumato.languages.rendering import Rendered

RLO, LRO, RLE, PDF, RLI, PDI, RLM = "\u202e", "\u202d", "\u202b", "\u202c", "\u2067", "\u2069", "\u200f"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>H</b>IV", "HIV"),
        ("an H<!-- x -->IV test", "an HIV test"),
        ('<span class="a">H</span><i>I</i>V', "HIV"),
        ("[b]H[/b]IV", "HIV"),
        ("**H**IV", "HIV"),
        (r"\textbf{H}IV", "HIV"),
        (f"a {RLO}VIH{PDF} z", "a HIV z"),
        (f"a {RLO}VIH z", "a z HIV"),
        (f"H{RLO}VI{PDF}", "HIV"),
        (f"{LRO}H{RLO}VI{PDF}{PDF} x", "HIV x"),
        (f"{RLI}V{RLM}I{RLM}H{PDI}", "HIV"),
        (f"{RLE}V{RLM}I{RLM}H{PDF}", "HIV"),
        (f"{RLO}VIH{PDF}\na line", "HIV\na line"),
        (f"{RLO}{LRO}HIV{PDF}{PDF}", "HIV"),
    ],
)
def test_what_is_shown(text, shown):
    rendered = Rendered(text)
    assert rendered.changed
    assert rendered.text.replace(RLM, "") == shown


@pytest.mark.parametrize(
    "text", ["one<br>two", "<p>one</p><p>two</p>", "a < b > c", "snake_case", "* a list", "<b>HIV</b>", "f(x) [1]", ""]
)
def test_what_is_shown_as_it_is_written(text):
    rendered = Rendered(text)
    assert (rendered.changed, rendered.text) == (False, text)


@pytest.mark.parametrize("text", ["<b>H</b>IV", "**H**IV", r"\textbf{H}IV", "<i><b>H</b></i>IV", "[b]H[/b]IV"])
def test_markup_is_taken_with_its_mate(text):
    rendered = Rendered(f"an {text} test")
    at = rendered.text.index("HIV")
    start, end = rendered.span(at, at + 3)
    assert f"an {text} test"[start:end] == text


@pytest.mark.parametrize("piece", ["*", "<!--", "a<b ", "{", "[b", "`", "\u202e", "a\u202e\u202ab", "</b"])
def test_time_grows_with_the_length(piece):
    Rendered("a" + piece * 50_000 + "a")  # would not end otherwise

"""What HTML and CSS say themselves: elements, and the words of values. Every other word is text."""

from __future__ import annotations

import re

from sfumato.io.formats.zipped.words import is_structural, unknown_words

ELEMENTS = frozenset(
    """
html head body title base link meta style script noscript template address article aside footer header h1 h2 h3 h4 h5
h6 hgroup main nav section search blockquote dd div dl dt figcaption figure hr li menu ol p pre ul a abbr b bdi bdo br
cite code data dfn em i kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr area audio img map track
video embed iframe object picture source portal svg math canvas del ins caption col colgroup table tbody td tfoot th
thead tr button datalist fieldset form input label legend meter optgroup option output progress select textarea
details dialog summary slot acronym applet basefont big center dir font frame frameset marquee nobr noframes param
plaintext strike tt xmp g path rect circle ellipse line polyline polygon text tspan textpath defs use symbol desc
metadata lineargradient radialgradient stop clippath mask pattern filter fegaussianblur feoffset femerge femergenode
fecolormatrix image foreignobject marker switch view animate set mi mn mo mrow mtext msup msub mfrac msqrt mstyle
mspace mtable mtr mtd munder mover munderover msubsup semantics annotation
""".split()
)
BLOCKS = frozenset(
    """
html head body title address article aside footer header h1 h2 h3 h4 h5 h6 main nav section blockquote dd div dl dt
figcaption figure hr li ol p pre ul table tbody td tfoot th thead tr caption form fieldset legend option select
textarea details summary dialog template noscript svg text desc metadata button label br iframe video audio object
""".split()
)
_CSS = frozenset(
    """
flex grid rem vh vw vmin vmax ch ease bezier cubic calc minmax repeat keyframes supports charset import media hover
focus before after nth child root checked disabled visited lang first last type not where is has active target empty
link var transparent inherit initial revert unset important moz webkit ms webfont appearance antialiased smoothing
inset float overflow cursor pointer animation transition transform transforms translate scale skew matrix opacity blur
whitespace nowrap ellipsis sticky relative absolute fixed rgba hsl hsla rgb linear radial gradient deg turn sec letter
decoration list outline resize rotate delay duration iteration infinite alternate forwards backwards shadow justify
items self content wrap basis grow shrink order gap template areas auto fill object contain cover dense inline block
table cell collapse separate baseline middle hyphens tabular nums numeric lining kerning ligatures rendering
optimizelegibility geometricprecision sans serif monospace system ui apple blinkmacsystemfont roboto oxygen ubuntu
cantarell helvetica neue emoji max min width height margin padding border radius color background size position screen
print all and only orientation portrait landscape prefers scheme reduced motion dark light device ratio pixel noopener
noreferrer nofollow stylesheet preload icon shortcut canonical viewport maximum user scalable utf description keywords
generator robots index follow http equiv compatible edge text css javascript module async defer crossorigin anonymous
credentials lazy eager submit button checkbox radio email search tel password number url reset post get multipart
urlencoded rowgroup colgroup row col scope navigation banner main complementary contentinfo dialog presentation img
heading listitem menuitem toolbar tooltip tab tabpanel tablist alert status polite assertive xhtml svg viewbox
preserveaspectratio evenodd nonzero userspaceonuse objectboundingbox currentcolor butt miter start end xmidymid meet
slice english blank parent top aqua navy teal olive lime silver maroon fuchsia orange gold crimson coral salmon khaki
indigo turquoise ivory beige tomato steelblue slate sky royal whitesmoke gainsboro tabindex zoom
""".split()
)


def is_plain(value: str) -> bool:
    """Whether a value says nothing but what HTML and CSS say.

    >>> is_plain("display: inline-block; color: #fff"), is_plain("kaposi")
    (True, False)
    """
    return is_structural(value) or not strange_words(value)


def strange_words(value: str) -> list[str]:
    """The words of a value that are none of HTML or CSS."""
    value = re.sub(r"#[0-9a-fA-F]{3,8}\b|\d+(?:\.\d+)?[a-z]{0,4}", " ", value)
    return [word for word in unknown_words(value) if word.lower() not in _CSS and word.lower() not in ELEMENTS]

"""What the formats say themselves. A value that is not made of these words is text, and is judged.

The lists are words of the standards (ECMA-376, ISO/IEC 26300), names of fonts that every office program knows, and
names of built-in styles: whatever else stands in a file was put there by a person or a program.
"""

from __future__ import annotations

import re

_ENUMERATED = """
absolute accent active actual afterautospacing align all allow along alpha alt always and anchor angle annotation any
app application apply area around arrow ascent ascii asian at auto autofit automatic avoid back background balanced
band bar base baseline basic before begin behind below bend bent bevel bg bidi bilevel bitmap black block blue body
bold book border borders both bothsides bottom box bpc break bright bubble bullet butt by cap caps caption category
cell center centered centercontinuous change char character characters chart checkbox circle clear clip close closed
cm code collapse color colorful colour column columns comment common complex compact compat compatibility condensed
connector constant content contextual continue continuous control copy corner count cover cross cs ctr current curve
curved custom cyan dark dash dashdot dashdotdot dashed dashlong dashsmall data date day decimal deep default defaults
del deletion depth descent description design diagonal diagram diamond digits direction disabled discontinuous display
dist distance distribute div document dot dotdash dotdotdash dotted double down draft draw drawing drawingml drop ea
east eastasia eastasiantext edge effect element ellipse embed embedded embossed emph emphasis empty enabled end
endnote engrave engraved entire equation even every evenpage exact exactly expanded ext extended extension external
extra extrude false fallback family fast field fields fieldtext fill first firstcol firstcolumn firstrow fit fixed
fixedwidth flat flip flow foot footer footnote footnotes for force foreground form format formatting formula fr frame
frames free from front full function future gap general generic global glossary glow good gradient graphic graphics
gray gray125 green grid gridspan group grow gutter half hairline handout hanging has header headers heading height
hidden hide high highlight hint horizontal horz hour html hyperlink hyphenate icon id identifier ideograph if ignore
image implied in inactive inch include indent index inline inner insert insertion inset inside instruction int inter
interval into intro is italic item join just justified justify keep kern key keyboard kinsoku label landscape lang
language large last lastcol lastcolumn lastrow latin layer layout leader left legend length less letter letters level
levels lt ltr light lighten line linear lines link links list lists location lock locked logical long low lower
lowercase lowerletter lowerroman luminance magenta main manual many map mapped margin margins mark mask master match
math max maximum media medium mediumdash mediumdashdot mediumgray menu merge message meta microsoft middle min minimum
minor minus minute mirror miter mixed mm mode modern modify module mono monospace month more move multilevel multiple
name namespace narrow native natural navigation near new next nextpage nextcolumn nil no noborder nobreak nocontent
nofill noline none noscale nonbreaking normal north not note notes nothing notset ns null num number numbered
numbering numeric oblique object odd oddpage odt off office on one opacity opaque open openxmlformats or order ordered
ordinal org orientation origin other outer outline outset outside over overlap overlay overline override package
padding page pages pane paper paragraph paragraphs parallel parent part passive path pattern pc percent percentage
perspective picture pie pink placeholder plain plus point polygon portrait position positive posture preferrelative
preserve preset print private profile program properties property protect proportional pt public purple px quarter
quote radial range ratio raw read rect rectangle red ref reference region regular rel relation relative remote repeat
replace required reset resolution rest restart result reverse revision rgb ridge right roman rotate rotation round row
rows rtl ruby rule ruler run running same sans scale scheme schemas screen script scroll second section see select
separate separator sequence series serif set shade shadow shape sheet shift short show shrink side sides sign simple
single size sketch slide slow small snap soft solid sort source space spacing span special square stack standalone
standard start static status step sticky stop straight stretch strict strike string strong structure style styles
stylistic sub subject subscript subtitle subtle sum super superscript supplement suppress swap swiss switch symbol
symbolic system tab table tables tabs tag target tbl tc template text textbox texture theme then thick thickthin thin
thinthick thousand thread three through tight tile time title to toc toggle top topandbottom topbottom total track
traditional transform transitional transparent tree triangle triple true turn two type typographic typographical under
underline uniform unit unknown unlocked unordered unset up upper uppercase upperletter upperroman uri url use user utf
value values variable variant vertical vert version very vertically view violet visible visited void wave wavy weak
week weight west white whole wide width window with word wordprocessing wordprocessingdrawing wordprocessingshape
wordprocessingml words wrap wrapnone wrapsquare write writing xml yellow yes zero zoom adj avlst bodypr blip bwmode
clrmap coordsize degree dk emu ex exponential fillrect fld folhlink gd hlink hair indexed lc lnspc majorascii
majorbidi majoreastasia majorhansi majorfont minorascii minorbidi minoreastasia minorfont minorhansi nvsppr oval phclr
pos prst prstclr prstgeom rid roundrect rcontents shapetype sp spid spt sz ted tx txbox txbx vml wedge xfrm xl xlink
years year yy yyyy mmm mmmm dd ddd dddd hh ss pm am characterspacing donotcompress compressuncompressed compressperiod
docgrid singlelevel hybridmultilevel linesandchars snaptochars nolinebreak bothandauto tableofcontents cardtext aiueo
chicago arabicdash hindinumbers accentfill dkgray ltgray drkblue darkblue darkcyan darkgreen darkmagenta darkred
darkyellow darkgray lightgray background1 background2 text1 text2 dark1 dark2 light1 light2 accent1 accent2 accent3
accent4 accent5 accent6 tx1 tx2 bg1 bg2 dkupdiag ltupdiag pct reversediagonal diagstripe thindiagstripe thinhorzstripe
thinvertstripe horzstripe diagcross nw ne sw se n s e w l r t b tl tr bl br ctx cx cy x y z a c d f g h i j k m o p q
u v aftersep afterpage beforepage autotext bibliography documentpart firstpagedef msoffice msword opendocument oasis
names urn ooo openoffice libreoffice drawingshape powerpoint excel spreadsheetml presentationml officedocument
relationships sml dgm pic wps wpc wpg wp14 w14 w15 w16 mce ooxml extensible strictfirstandlastchars worksheet
worksheets cellis containstext expression colorscale databar iconset toptenfilter beginswith endswith sharedstrings
shared inlinestr str dateiso datetime array datatable textlength between notbetween equal notequal greaterthan
lessthan greaterthanorequal lessthanorequal topleft bottomright bottomleft topright frozen frozensplit split
pagebreakpreview pagelayout sheet1 sheet2 sheet3 visiblesheet veryhidden printarea print_area print_titles _xlnm
_filterdatabase comma currency normal0 headings explanatory calculation check input neutral bad clustered stacked
percentstacked nextto lineargrowth markers zerovalue gapwidth automaticminmax cat ser val strref numref
percentstandard outend inend inbase bestfit standardmarker stroke fontname fontsize fontstyle fontweight fontfamily
textposition pitch automaticorder starting wraptext runthrough parallelogram hexagon star sun moon heart cloud can
cube plaque frame1 halfframe callout callout1 callout2 callout3 bordercallout1 bordercallout2 bordercallout3
wedgeroundrectcallout wedgerectcallout wedgeellipsecallout rightarrow leftarrow uparrow downarrow leftrightarrow
bentarrow flowchartprocess flowchartdecision flowchartterminator mfr mdp ftn ww frm lbl mso visibility prod mid abs
eqn sin cos atan2 mod sqrt stroked filled insetmode coordorigin gradientshapeok connecttype connectlocs limo polar
textboxrect guide formulas mergeformat overrides enable features differentiate multirow do indents hyphenation
justification font fonts useword word2013 latent docdefaults rpr ppr ang algn dim themefill themecolor shd toclink
gobacklink seq figure uid wid lid cid sid nsid tmpl bookmark hlk goback flowchartconnector straightconnector1
bentconnector2 bentconnector3 curvedconnector3 line0 rounded http https com www dxa sng dbl tri wp mc orthographic
camera rig lightrig threept morning harsh contrasting warmmatte flood isometric ts cmpd w3 schema instance overflow
pivot pivotstylelight16 calc x14ac xr x16r2 ac out major ffffffff pres node par sib trans doc presof presparof
continuation equ prim nan fact grande lucida neue chapter dynamic collapsing limit ladder listtab alignment odf2rdf
xslt xsl docs us tb lr mp lin des marg officeart mv rdf odf followed orphans widows generals vnd manifest mimetype png
jpeg jpg gif emf bin pictures
"""
_FONTS = """
times new roman arial calibri cambria courier helvetica georgia verdana tahoma trebuchet ms symbol wingdings webdings
garamond palatino linotype antiqua bookman century schoolbook gothic consolas candara corbel constantia segoe ui aptos
liberation sans serif mono dejavu noto cjk sc jp kr tc open carlito caladea lucida console unicode bitstream vera
mincho pmincho pgothic simsun simhei batang gulim dotum malgun meiryo yu mangal angsana cordia browallia devanagari
droid fallback freesans freeserif freemono opensymbol starsymbol nimbus lohit source han display semibold black narrow
rounded mt impact franklin gill comic sylfaen latha vrinda raavi shruti tunga gautami kartika iskoola pota nyala
kalinga daunpenh dokchampa euphemia plantagenet cherokee himalaya uighur mongolian baiti yi tai le monotype
"""
_STYLES = """
normal heading body text list paragraph bullet number continue title subtitle quote intense strong emphasis subtle
reference caption header footer footnote endnote comment annotation balloon hyperlink followed table grid shading toc
of contents authorities figures index plain block closing signature salutation date note first indent envelope address
return macro message line page web html preformatted acronym cite code definition keyboard sample typewriter variable
no spacing book default font char car colorful accent simple classic columns contemporary elegant professional effects
theme unresolved mention smart revision placeholder outline article section documentation heading1 compact author
abstract verbatim source drawing object internet visited link bullets symbols numbering rubies characters user entry
main horizontal marginalia standard frame graphics formula labels watermark illustration
"""
WORDS = frozenset(f"{_ENUMERATED} {_FONTS} {_STYLES}".split())
"""All words of the formats, in small letters."""
_TOKEN = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"[#\-+]?[\d.,:;%\s/()*]*(?:(?<=\d)(?:pt|in|cm|mm|px|em|pc|emu|dpi)\b)?")
_HEX = re.compile(r"#?(?:[0-9A-F]{2}|[0-9A-F]{6}|[0-9A-F]{8}|[0-9a-f]{6})|(?:0x|#)?(?=[A-Fa-f]*\d)[0-9A-Fa-f]{1,40}")
_GUID = re.compile(r"\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?")
_LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Z]{2}|-[A-Z][a-z]{3}(?:-[A-Z]{2})?)?|x-none")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def is_structural(value: str) -> bool:
    """Whether a value says nothing but what the format itself can say.

    >>> [is_structural(each) for each in ("center", "12pt", "FF0000", "Times New Roman", "en-US", "Kaposi", "HIV")]
    [True, True, True, True, True, False, False]
    """
    if not value or _NUMBER.fullmatch(value) or _HEX.fullmatch(value) or _LANGUAGE.fullmatch(value):
        return True
    return not unknown_words(value)


def unknown_words(value: str) -> list[str]:
    """The words of a value that are none of the formats'.

    >>> unknown_words("roundRect Kaposi")
    ['Kaposi']
    """
    if _GUID.fullmatch(value):
        return []
    return [token for token in _TOKEN.findall(value) if not is_word(token)]


def is_word(token: str) -> bool:
    """Whether a word is one of the formats', alone or as a compound (`roundRect`)."""
    if token.lower() in WORDS:
        return True
    pieces = _CAMEL.findall(token)
    return len(pieces) > 1 and "".join(pieces) == token and all(piece.lower() in WORDS for piece in pieces)

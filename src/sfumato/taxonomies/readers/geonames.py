"""GeoNames dumps: places, what they are part of, and what kind of place they are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from sfumato.io.files import split_lines
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry
from sfumato.taxonomies.readers.release import Release, is_zip

PLACES_FILE = r"allCountries\.txt|cities\d+\.txt|[A-Z]{2}\.txt|no-country\.txt"
FIELDS = 19

_CONTINENTS = {
    "AF": ("6255146", "Africa"),
    "AS": ("6255147", "Asia"),
    "EU": ("6255148", "Europe"),
    "NA": ("6255149", "North America"),
    "OC": ("6255151", "Oceania"),
    "SA": ("6255150", "South America"),
    "AN": ("6255152", "Antarctica"),
}
_KINDS = {
    "A": ("administrative region", "country", "state", "province", "county", "district"),
    "H": ("body of water", "river", "lake", "bay"),
    "L": ("area", "park", "reserve"),
    "P": ("populated place", "city", "town", "village"),
    "R": ("road", "railroad"),
    "S": ("site", "building", "farm"),
    "T": ("landform", "mountain", "hill", "valley", "island"),
    "U": ("undersea feature",),
    "V": ("vegetation", "forest", "heath"),
}
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][\w .'’-]{3,}")


def read_geonames(path: Path, *, kinds: bool = True, alternates: bool = True) -> Iterator[Entry]:
    """The places of a dump: a folder or zip of its files, or one file with the others beside it.

    A place is part of what `hierarchy.txt` says, otherwise of the smallest division that its codes name and
    that is known from the dump itself, `admin2Codes.txt`, `admin1CodesASCII.txt` or `countryInfo.txt`. With
    `kinds` it is also a kind of its feature class. `alternates` are other names in Latin letters, of four
    letters or more: shorter ones are codes. The population says which place of a name is meant.
    """
    dump = _Dump(path)
    done: set[str] = set()
    used: set[str] = set()
    for row in dump.places():
        id, feature, population = row[0], row[6], row[14]
        if id in done or (row[7].endswith("H") and feature == "A"):  # what is no more
            continue
        done.add(id)
        labels = [row[1], row[2]]
        if alternates:
            labels += [name for name in row[3].split(",") if _LATIN.fullmatch(name)]
        above = [f"geonames:{parent}" for parent in dump.parents(row)]
        if kinds and feature in _KINDS:
            used.add(feature)
            above.append(f"geonames:kind:{feature}")
        yield entry(f"geonames:{id}", labels, above, weight=float(population) if population.isdecimal() else 0.0)
    for id, (labels, parent) in dump.divisions.items():
        if id not in done and done:
            yield entry(f"geonames:{id}", labels, [f"geonames:{parent}"] if parent else [])
    for feature in used:
        yield entry(f"geonames:kind:{feature}", _KINDS[feature])


def is_places_file(path: Path) -> bool:
    """Whether a file has a name that GeoNames gives.

    >>> is_places_file(Path("cities500.txt.gz")), is_places_file(Path("cities.txt"))
    (True, False)
    """
    return bool(re.fullmatch(rf"(?:{PLACES_FILE})(?:\.gz|\.bz2|\.xz)?", path.name))


class _Dump:
    """The files of a dump, and the divisions that codes name."""

    def __init__(self, path: Path) -> None:
        self._main = Release(path)
        self._beside = Release(path, beside=True) if is_zip(path) else self._main
        self._files = (
            [path.name]
            if path.is_file() and not is_zip(path)
            else self._main.need(PLACES_FILE, "places (allCountries.txt, cities500.txt, ES.txt or the like)")
        )
        self.divisions: dict[str, tuple[list[str], str]] = {}  # of the code files: names and what they are part of
        self._id_of: dict[str, str] = {}  # "US.FL.086" -> id of the division
        self._code_of: dict[str, str] = {}
        self._part_of: defaultdict[str, list[str]] = defaultdict(list)
        self._read_codes()
        for row in self.places():
            level = _level(row)
            if level >= 0:
                code = ".".join((row[8], *row[10 : 10 + level]))
                self._id_of[code] = row[0]
                self._code_of[row[0]] = code
        for row in self._other("hierarchy", 2):
            if row[0] != row[1]:
                self._part_of[row[1]].append(row[0])

    def places(self) -> Iterator[list[str]]:
        for name in self._files:
            yield from split_lines(self._main.lines(name), "\t", FIELDS, self._main.where(name))

    def parents(self, row: list[str]) -> list[str]:
        """The ids of what the place is part of."""
        id = row[0]
        if id in self._part_of:
            return self._part_of[id]
        if id in self._code_of:
            return self._above(self._code_of[id])
        for code in _upwards(".".join((row[8], *row[10:14]))):
            division = self._id_of.get(code)
            if division and division != id and not self._lies_in(division, id):
                return [division]
        return []

    def _lies_in(self, id: str, region: str) -> bool:
        """Whether `hierarchy.txt` puts a division into a region whose own codes name that division."""
        seen, waiting = {id}, [id]
        while waiting:
            at = waiting.pop()
            if at == region:
                return True
            above = self._part_of.get(at) or self._above(self._code_of.get(at, ""))
            waiting += [parent for parent in above if parent not in seen]
            seen.update(above)
        return False

    def _above(self, code: str) -> list[str]:
        for shorter in _upwards(code.rpartition(".")[0]):
            if shorter in self._id_of:
                return [self._id_of[shorter]]
        continent = self.divisions.get(self._id_of.get(code, ""), ([], ""))[1] if "." not in code else ""
        return [continent] if continent else []

    def _read_codes(self) -> None:
        for row in self._other("countryInfo", 17):
            if row[16].isdecimal():
                continent, name = _CONTINENTS.get(row[8], ("", ""))
                if continent:
                    self.divisions[continent] = ([name], "")
                self._add(row[0], row[16], [row[4]], continent)
        for file in ("admin1CodesASCII", "admin2Codes"):
            for row in self._other(file, 4):
                above = [self._id_of[c] for c in _upwards(row[0].rpartition(".")[0]) if c in self._id_of]
                self._add(row[0], row[3], [row[1], row[2]], above[0] if above else "")

    def _add(self, code: str, id: str, names: list[str], parent: str) -> None:
        self.divisions[id] = (names, parent)
        self._id_of[code] = id
        self._code_of[id] = code

    def _other(self, stem: str, least: int) -> Iterator[list[str]]:
        for release in (self._main, self._beside):
            for name in release.find(rf"{stem}\.txt"):
                rows = (line if not line.startswith("#") else "\n" for line in release.lines(name))
                yield from split_lines(rows, "\t", least, release.where(name))
                return


def _level(row: list[str]) -> int:
    """0 for a country, 1 to 4 for its divisions, -1 for any other place."""
    code = row[7]
    if code.startswith("PCL") and code != "PCLH":
        return 0
    return int(code[3]) if re.fullmatch(r"ADM[1-4]", code) else -1


def _upwards(code: str) -> Iterator[str]:
    """
    >>> list(_upwards("US.FL.086"))
    ['US.FL.086', 'US.FL', 'US']
    """
    while code:
        yield code
        code = code.rpartition(".")[0]

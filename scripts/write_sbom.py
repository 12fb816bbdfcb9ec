"""Writes what an environment is made of (CycloneDX 1.5, JSON): every distribution that is installed, and its licence.

    python scripts/write_sbom.py sbom.json

The same environment gives the same bytes: there is no date and no random number in it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

_LONGEST = 80  # characters of a licence that is named and not quoted
OWN = "sfumato"


def component(found: Distribution) -> dict[str, Any]:
    """A distribution as CycloneDX names it."""
    name = normal(found.metadata["Name"])
    told: dict[str, Any] = {
        "type": "application" if name == OWN else "library",
        "bom-ref": f"pkg:pypi/{name}@{found.version}",
        "name": name,
        "version": found.version,
        "purl": f"pkg:pypi/{name}@{found.version}",
    }
    keys = [key for key in ("License-Expression", "License") if key in found.metadata]
    said = found.metadata[keys[0]] if keys else ""
    if said and len(said) <= _LONGEST and "\n" not in said:
        told["licenses"] = [{"license": {"name": said}}]
    return told


def normal(name: str) -> str:
    """The name of a distribution as registries compare it.

    >>> normal("En_Core.Web")
    'en-core-web'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def sbom(found: Iterable[Distribution]) -> dict[str, Any]:
    """All of them, each once, in the order of the alphabet; the one that all of it is for stands apart."""
    parts = {each["bom-ref"]: each for each in map(component, found)}
    own = [each for each in parts.values() if each["name"] == OWN]
    others = sorted((each for each in parts.values() if each["name"] != OWN), key=lambda each: str(each["bom-ref"]))
    about = {"metadata": {"component": own[0]}} if own else {}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, **about, "components": others}


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("say where to write: python scripts/write_sbom.py sbom.json")
    written = json.dumps(sbom(distributions()), indent=1, ensure_ascii=False)
    Path(sys.argv[1]).write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

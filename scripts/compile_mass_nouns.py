"""Compiles `src/sfumato/languages/en/mass_nouns.tsv`: which nouns take no "a", by how a corpus writes them.

    python scripts/compile_mass_nouns.py FILE.jsonl.xz ...

A noun that ends its phrase stands behind "a", "another", "each" or "every", or it stands bare behind "of", "with",
"has" and the like: "a disorder", but "signs of schizophrenia". One that is nearly always bare is a mass noun; one that
is so more often than not stands "either" way; one that is about as often bare as not does "both", but is given an
article where it had none; the others are counted. Endings such as -ism decide for unseen words.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sfumato.languages.en.wording.english import by_ending, is_plural
from sfumato.taxonomies import embedded

TARGET = Path(__file__).parents[1] / "src/sfumato/languages/en/mass_nouns.tsv"
_FEWEST = 10  # times that a noun must be seen
_MASS, _EITHER, _BOTH, _SELDOM = 0.95, 0.65, 0.4, 0.2  # shares of places where it stands bare
_ENDS = (
    r"(?=[.,;:)!?]|\s(?:of|in|and|or|is|was|are|were|that|which|who|to|for|with|by|from|as|at|on|but|has|had|have|can"
    r"|may|will|would|into|after|before|during|when|if|because|while|than|between|among|through|without|also)\b)"
)
_ONE = re.compile(rf"\b(?:an?|another|every|each)\s(?:[a-z]+\s){{0,2}}?([a-z]{{3,}}){_ENDS}")
_BARE = re.compile(
    r"\b(?:of|with|without|from|against|about|has|have|had|much|less|enough|causes?|includes?|including|like)\s"
    rf"([a-z]{{3,}}){_ENDS}"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", help="records with a field `text`, packed by xz")
    rows = mass_nouns(parser.parse_args().files)
    TARGET.write_text("".join(f"{noun}\t{how}\n" for noun, how in sorted(rows.items())), "utf-8")
    print(f"{TARGET.name}: {len(rows)} nouns, {sum(how == 'mass' for how in rows.values())} of them never counted")


def mass_nouns(files: list[Path]) -> dict[str, str]:
    """Nouns that are not counted as they look: "mass", "either", "both", or "counted" in spite of their ending."""
    one: Counter[str] = Counter()
    bare: Counter[str] = Counter()
    for text in _texts(files):
        one.update(_ONE.findall(text))
        bare.update(_BARE.findall(text))
    known = embedded()
    rows = {}
    for noun in one.keys() | bare.keys():
        seen = one[noun] + bare[noun]
        if seen < _FEWEST or is_plural(noun) or not any(":v." not in sense.id for sense in known.senses(noun)):
            continue
        share = bare[noun] / seen
        how = "mass" if share >= _MASS else "either" if share >= _EITHER else "both" if share >= _BOTH else "counted"
        if by_ending(noun) and _SELDOM <= share < _EITHER:
            how = "either"
        if how != (by_ending(noun) or "counted"):
            rows[noun] = how
    return rows


def _texts(files: list[Path]) -> Iterator[str]:
    for file in files:
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] or "" for line in lines)


if __name__ == "__main__":
    main()

"""Compiles `src/sfumato/languages/en/people_nouns.tsv`: which nouns say what somebody is.

    python scripts/compile_people_nouns.py

A noun does if most subjects of articles that are called by it are people (the embedded kinds), or, where articles call
nobody by it, if it means somebody first of all in WordNet. Nouns that only end as if they did are listed as things: a
computer is nobody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from sfumato.knowledge import Pack
from sfumato.languages.en.wording.lexicon import DOERS
from sfumato.taxonomies.embedded import read
from sfumato.taxonomies.kinds import embedded_kinds

TARGET = Path(__file__).parents[1] / "src/sfumato/languages/en/people_nouns.tsv"
PACK = Path(__file__).parents[1] / "src/sfumato/data/taxonomies.pack"
PERSON = "wordnet:n.00007846"
_FEWEST = 3  # titles that must be called by a noun
_SAID = 20  # documents that must have a noun
_MOST = 0.7  # of which are people


def main() -> None:
    rows = people_nouns()
    TARGET.write_text("".join(f"{noun}\t{what}\n" for noun, what in sorted(rows.items())), "utf-8")
    print(f"{TARGET.name}: {len(rows)} nouns, {sum(what == 'person' for what in rows.values())} of people")


def people_nouns() -> dict[str, str]:
    """Each noun that says what somebody is as "person", and each that ends so and does not as "thing"."""
    called: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    for kind in embedded_kinds():
        if kind.document >= 0:
            called[kind.ladder[-1].rpartition(" ")[2]][kind.sort == "person"] += 1
    found = {}
    for noun, count in called.items():
        if count.total() >= _FEWEST and noun.islower() and noun.isalpha():
            found[noun] = count[True] >= _MOST * count.total()
    wordnet = read(PACK)["WordNet"]
    people = {concept.id for concept in wordnet.descendants(wordnet.concept(PERSON))}
    for concept in wordnet:
        for noun in wordnet.labels(concept):
            if noun not in found and noun.islower() and noun.isalpha():
                first = next((sense for sense in wordnet.senses(noun) if sense.id.startswith("wordnet:n.")), None)
                found[noun] = first is not None and first.id in people
    pack = Pack.open()
    told = {noun: is_one for noun, is_one in found.items() if is_one or noun.endswith(DOERS)}
    said = {noun: is_one for noun, is_one in told.items() if pack.count(noun) >= _SAID}
    return {noun: "person" if is_one else "thing" for noun, is_one in said.items()}


if __name__ == "__main__":
    main()

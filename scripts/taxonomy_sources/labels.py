"""How a label should read: natural order, natural case, singular; and which labels nobody would say."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable

from sfumato.languages import load

ENGLISH = load("en")

LONGEST = 8  # words; longer labels are descriptions

_WORD = re.compile(r"[^\W\d_]+")
_UNSAYABLE = re.compile(
    r"""[,/()\[\]+;:&]        # lists, remarks, chemical names
    |\b(by|and|or|other|not|unspecified|type|related|associated|due|classification|nos|attributes?
    |process|processes|phenomen(on|a)|concepts?|humanities|human\ disease)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_ABNORMALITY = re.compile(r"(?i)^abnormal(ity|ities)?\b|^phenotypic abnormality|(morphology|physiology)$")


def grouping(label: str) -> bool:
    """Whether a label orders a taxonomy but is nothing that a person would say.

    That is a label with punctuation or a word of lists and classifications ("Neoplasms by Site", "Bacterial
    Infections and Mycoses", "X, Other"), one of more than five words, and the phenotypes that
    only name where something is abnormal ("Abnormality of the skin").

    >>> grouping("Neoplasms by Site"), grouping("virus disease")
    (True, False)
    """
    return bool(_UNSAYABLE.search(label) or _ABNORMALITY.search(label) or len(label.split()) > 5)


def uninverted(label: str) -> str:
    """The label in the order in which it is said.

    >>> uninverted("Carcinoma, Hepatocellular"), uninverted("Diabetes Mellitus, Type 2")
    ('Hepatocellular Carcinoma', 'Type 2 Diabetes Mellitus')
    """
    parts = label.split(", ")
    plain = not any(re.search(r"\b(and|or|with|other)\b|[()]", part, re.IGNORECASE) for part in parts)
    return " ".join(reversed(parts)) if 1 < len(parts) <= 3 and plain else label


class Case:
    """Knows which words have a capital inside a sentence, from labels that are written naturally."""

    def __init__(self, natural: Iterable[str]) -> None:
        seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for label in natural:
            for word in _WORD.findall(label):
                seen[word.lower()][word] += 1
        self._known = {low: max(sorted(forms), key=forms.__getitem__) for low, forms in seen.items()}

    def natural(self, label: str) -> str:
        """A heading as it stands inside a sentence: "Crohn disease", "HIV infection"."""
        return _WORD.sub(lambda match: self._word(match, match.group().lower()), label)

    def natural_name(self, label: str) -> str:
        """The same, with unknown words as they are: those of persons have capitals."""
        return _WORD.sub(lambda match: self._word(match, match.group()), label)

    def _word(self, match: re.Match[str], unknown: str) -> str:
        word = match.group()
        if not (word[0].isupper() and (word[1:].islower() or len(word) == 1)):
            return word
        beside = match.string[max(0, match.start() - 1) : match.end() + 1].strip(word).strip()
        if len(word) == 1 or any(sign.isdigit() for sign in beside):
            return word
        low = word.lower()
        one = self._known.get(ENGLISH.normal_word(low), "")
        if one.islower():  # "Arts" is a title, "art" is not
            return low
        return self._known.get(low, word if one else unknown)


def singular(label: str, nouns: Container[str]) -> str:
    """The label with its last word in the singular, if that is a known noun and the plural is none itself."""
    head, _, last = label.rpartition(" ")
    one = ENGLISH.normal_word(last)
    if one == last.lower() or one not in nouns or last in nouns or not last.islower():
        return label
    return f"{head} {one}".strip()


def distinct(labels: Iterable[str], limit: int = LONGEST) -> list[str]:
    """The labels that differ in normal form, the first of each; descriptions and formulas left out."""
    seen: set[str] = set()
    kept: list[str] = []
    for label in labels:
        form = ENGLISH.normal_form(label)
        if form and form not in seen and (not kept or (form.count(" ") < limit and _text(label))):
            seen.add(form)
            kept.append(label)
    return kept


def _text(label: str) -> bool:
    """No chemical formula: letters prevail and brackets are absent."""
    letters = sum(sign.isalpha() or sign == " " for sign in label)
    return letters >= 0.7 * len(label) and not re.search(r"[()\[\]{}:;]", label)

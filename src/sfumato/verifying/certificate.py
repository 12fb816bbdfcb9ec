"""The certificate: what was checked of a text, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET, UnsetType

from sfumato.io.messages import Message
from sfumato.types import Disclosure

VERSION = 1
_HOW_WELL = {"conditions": "about as well"}
_GUESSED = (
    "A person who reads closely may still guess the condition: of 16 letters released like this a strong reader named"
    " it in all (docs/guarantee.md)."
)


@dataclass(frozen=True, slots=True)
class Standing(Message):
    """How a secret stands in a text: what it is worth, what may be told of it, and the most that is told."""

    secret: str
    alpha: float
    documents: int
    bits: float
    limit: float
    most: float
    most_by: str
    seen: bool
    near: tuple[str, ...]
    asked: str = ""
    """The label by which it was asked for, to ask again; a concept's id where a text had to settle the sense."""
    aliases: tuple[str, ...] = ()
    stands_for: str = ""
    """The secret that the knowledge has never seen, for which this one is judged: it is a part or a kind of it."""
    chance: float | None = None
    """How many of the texts like this one speak of it, by counts of all its words; None where that cannot be said."""
    together: float | None = None
    """The same in bits, log2 p(secret | text) / p(secret): what the text as a whole tells. Reported, not limited."""
    together_by: tuple[str, ...] = ()
    """The words and phrases that speak most for it there."""

    @property
    def as_a_whole(self) -> str:
        """What the whole text tells, as a clause; nothing where that cannot be said."""
        if self.chance is None or self.together is None:
            return ""
        of = f"{self.together:.1f} of {self.bits:.1f} bits" if self.together > 0 else "no more than of any"
        return f"; by counts, {_percentage(self.chance)} of texts like this speak of it ({of})"


@dataclass(frozen=True, slots=True)
class Crowded(Message):
    """How many rivals of a secret fit a text about as well as the secret does, by one reader of the whole of it."""

    secret: str
    reader: str
    size: int
    rivals: int
    """How many there are."""
    by: tuple[str, ...] = ()
    """What speaks most for the secret."""
    among: str = "conditions"
    """What the rivals are."""


@dataclass(frozen=True, slots=True)
class Found(Message):
    """What a detector of the policy still finds in a text."""

    term: str
    label: str
    detector: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FilePart(Message):
    """A part of a file and what became of it: rewritten, kept or dropped."""

    name: str
    fate: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class FileProof(Message):
    """What was checked of the bytes of a document: all that two readers find in them was judged."""

    format: str
    sha256: str
    """Of the file that was checked."""
    original_sha256: str = ""
    """Of the file that it was made of."""
    parts: tuple[FilePart, ...] = ()
    readers: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    """What the readers stand on, with versions."""
    strings: int = 0
    """That the readers found, each once."""
    unread: tuple[str, ...] = ()
    """What is in the file and was not judged: pictures."""
    faults: tuple[str, ...] = ()
    """Part, form and rule of what speaks against it, without its text."""


@dataclass(frozen=True, slots=True)
class Certificate(Message):
    """What was checked and what was found. It holds if nothing was: no label, term, group or find of a detector."""

    holds: bool
    claim: dict[str, Any]
    secrets: tuple[Standing, ...]
    labels: int
    """Places at which a label of a secret stands."""
    disclosures: tuple[Disclosure, ...]
    """Terms and groups that reach a limit."""
    pairs: tuple[Disclosure, ...]
    """Pairs that do, where the claim is for single terms only: reported, not part of the claim."""
    exempt: tuple[tuple[int, int], ...]
    """Places that were exempt because they are denied."""
    unknown: int
    """Distinct words that the knowledge has never seen, so that nothing can be said of them."""
    text_sha256: str
    knowledge: str
    version: int = VERSION
    unseen: tuple[str, ...] = ()
    """Those words, the first of them. Unless they are to be kept, no text holds that has any."""
    detectors: tuple[str, ...] = ()
    """The detectors that looked at the text: it holds only if they found nothing that is not general."""
    found: tuple[Found, ...] = ()
    """What they found."""
    crowds: tuple[Crowded, ...] = ()
    """For each secret that has rivals, and each reader, the crowd that it hides in."""
    document: FileProof | UnsetType = UNSET
    """Of a document that is no plain text: what was checked of its file."""
    not_claimed: str = field(init=False, default="")
    """What a claim about others that fit as well does not promise, as it was measured; empty where there is none."""

    def __post_init__(self) -> None:
        crowd = self.holds and self.claim.get("crowd") and any(each.among == "conditions" for each in self.crowds)
        object.__setattr__(self, "not_claimed", _GUESSED if crowd else "")

    @property
    def about(self) -> str:
        """What is claimed of: "secrets", else what "detectors" find, else "nothing"."""
        return "secrets" if self.secrets else "detectors" if self.detectors else "nothing"


def of_file(certificate: Certificate) -> str:
    """What is claimed of the bytes of a file, as a clause; nothing for a plain text."""
    proof = certificate.document
    if isinstance(proof, UnsetType):
        return ""
    pictures = len(proof.unread)
    but = f", but for {pictures} picture{'' if pictures == 1 else 's'}, which nobody read" if pictures else ""
    return f"; every string that two readers find in the file was judged{but}"


def _percentage(chance: float) -> str:
    """A chance in words, no more exact than it is known.

    >>> [_percentage(chance) for chance in (0.00004, 0.004, 0.034, 0.347, 0.998)]
    ['less than 0.1%', '0.4%', '3%', '35%', 'more than 99%']
    """
    if chance < 0.001:
        return "less than 0.1%"
    if chance > 0.99:
        return "more than 99%"
    return f"{chance:.0%}" if chance >= 0.01 else f"{chance:.1%}"


def looked(searches: Iterable[Mapping[str, Any]]) -> str:
    """How far was looked, as a clause.

    >>> looked([{"set_size": 3, "keywords": 20}])
    ', by any 1 to 3 of 20 keywords'
    """
    said = [
        f"any 1 to {each['set_size']} of {each['keywords']} keywords"
        if "keywords" in each
        else f"{each['rules']} rules"
        for each in searches
    ]
    return f", by {' and '.join(said)}" if said else ""


def told(found: Disclosure, whole: float) -> str:
    """What terms reveal.

    >>> told(Disclosure(("zidovudine",), "HIV", 7.31, 5.56, "reveals"), 8.34)
    '"zidovudine" reveals 7.3 of 8.3 bits of HIV, limit 5.6'
    """
    terms = " and ".join(f'"{term}"' for term in found.terms)
    if found.reason in ("lead to", "tells by its meaning"):
        lead = f"lead{'s' if len(found.terms) == 1 else ''} to"
        return f"{terms} {lead if found.reason == 'lead to' else 'by its meaning tells of'} {found.secret}"
    bits = f"{found.bits:.1f} of {whole:.1f} bits of {found.secret}, limit {found.limit:.1f}"
    by = "" if found.reason.startswith(("reveal", "tells of")) else f" ({found.reason})"
    return f"{terms} {'reveals' if len(found.terms) == 1 else 'together reveal'} {bits}{by}"


def crowded(certificate: Certificate) -> str:
    """How many others fit the text about as well, as a clause; nothing where that is not claimed."""
    if not certificate.crowds or not certificate.claim.get("crowd"):
        return ""
    return f", and {described_crowds(certificate.crowds)}"


def described_crowds(crowds: Iterable[Crowded]) -> str:
    """How many of each sort of rivals fit, by the reader for whom they are fewest.

    >>> described_crowds([Crowded("Jane Roe", "facts", 7, 9, among="people of the list")])
    '7 other people of the list or more fit at least as well'
    """
    least: dict[str, int] = {}
    for each in crowds:
        least[each.among] = min(each.size, least.get(each.among, each.size))
    return ", and ".join(
        f"{size} other {among} or more fit {_HOW_WELL.get(among, 'at least as well')}" for among, size in least.items()
    )


def standing_out(certificate: Certificate) -> Iterator[str]:
    """For each secret that too few others fit as well as, by whom it was read, and what speaks for it."""
    wanted = certificate.claim.get("crowd", 0)
    for each in certificate.crowds:
        if each.size < min(wanted, each.rivals):
            by = "".join(f', "{piece}"' for piece in each.by)
            yield f"read as a whole, by {each.reader}: {each.size} of {wanted} others fit as well as {each.secret}{by}"


def never_judged(certificate: Certificate, most: int = 10) -> str:
    """The words that cannot be judged, as a clause; the first of them by name."""
    number = certificate.unknown
    some = ", ".join(certificate.unseen[:most]) + (", ..." if number > most else "")
    return f"{number:,} word{'' if number == 1 else 's'} never seen, which cannot be judged: {some}"

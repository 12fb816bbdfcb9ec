"""What labels mean: of entities, and of the taxonomies' concepts, which are named in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

KINDS: Mapping[str, str] = {
    "PERSON": "person",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "NORP": "group",
    "PRODUCT": "product",
    "EVENT": "event",
    "WORK_OF_ART": "work",
    "LAW": "law",
    "AWARD": "award",
    "LANGUAGE": "language",
    "DATE": "date",
    "DATE_TIME": "date",
    "TIME": "time",
    "MONEY": "amount",
    "QUANTITY": "amount",
    "PERCENT": "share",
    "CARDINAL": "number",
    "ORDINAL": "rank",
    "CODE": "number",
}
"""What an entity of each type can always be called; the papers' z1 writes the class of what it finds."""
PLACEHOLDERS = ("REDACTED", "SENSITIVE", "MASKED", "REMOVED")
"""Words that tools write for hidden ones."""
KINDS_OF_NAMES: Mapping[str, str] = {
    sort: sort
    for sort in ("person", "place", "organization", "group", "product", "event", "work", "law", "language", "award")
}
"""What a name of each sort can always be called."""
SEXES: Mapping[str, str] = {"male": "man", "female": "woman"}
"""What somebody of each sex is called."""
SHORT_REGIONS: Mapping[str, str] = dict(
    pair.strip().split(" ", 1)
    for pair in """
    AL Alabama | AK Alaska | AZ Arizona | AR Arkansas | CA California | CO Colorado | CT Connecticut | DE Delaware |
    FL Florida | GA Georgia | HI Hawaii | ID Idaho | IL Illinois | IN Indiana | IA Iowa | KS Kansas | KY Kentucky |
    LA Louisiana | ME Maine | MD Maryland | MA Massachusetts | MI Michigan | MN Minnesota | MS Mississippi | MO
    Missouri | MT Montana | NE Nebraska | NV Nevada | NH New Hampshire | NJ New Jersey | NM New Mexico | NY New York
    | NC North Carolina | ND North Dakota | OH Ohio | OK Oklahoma | OR Oregon | PA Pennsylvania | RI Rhode Island |
    SC South Carolina | SD South Dakota | TN Tennessee | TX Texas | UT Utah | VT Vermont | VA Virginia | WA
    Washington | WV West Virginia | WI Wisconsin | WY Wyoming | BC British Columbia | AB Alberta | SK Saskatchewan |
    MB Manitoba | ON Ontario | QC Quebec | NSW New South Wales | QLD Queensland | VIC Victoria | TAS Tasmania | UK
    United Kingdom | USA United States | UAE United Arab Emirates
    """.split("|")
)
"""What the short names of states and countries behind a town stand for."""
GENRES = frozenset("film novel book album song game opera play poem magazine newspaper painting sitcom".split())
"""What works are, in normal form."""
BESIDE_MEDICINES = ("mg", "medication", "dosage", "tablet", "side effect", "prescribed")
"""What is said in most documents that name a medicine, and in few that name anything else."""
KIN_OF_NAMES: Mapping[str, frozenset[str]] = {
    "person": frozenset({"person", "character"}),
    "award": frozenset({"award"}),
    "law": frozenset({"law", "legal document", "agreement", "treaty"}),
    "organization": frozenset({"organization", "institution", "company", "social group", "unit", "gathering"}),
    "place": frozenset({"location", "region", "place", "structure", "geological formation", "body of water", "land"}),
    "event": frozenset({"event", "social event", "happening", "contest"}),
    "work": frozenset(
        {"creation", "publication", "show", "work", "work of art", "music", "game", "written communication"}
    ),
    "product": frozenset({"artifact", "substance", "medicine", "drug", "device", "commodity"}),
}
"""What must stand above a noun for it to say that a name is of a sort; the first that fits counts."""
SORTS: Mapping[str, str] = {
    "person": "person",
    "organization": "organization",
    "company": "organization",
    "location": "place",
    "place": "place",
    "region": "place",
    "city": "place",
}
"""What a name is the name of, by the labels above it."""
UNTRUE = frozenset(
    ("hereditary disease", "genetic disease", "behavioral science", "social psychology", "information science",
     "natural science", "medical science", "life science", "social science", "psychology", "anthropology", "evidence",
     "information", "physical condition", "administrative unit")
)  # fmt: skip
"""What taxonomies put above things that are none: AIDS is not inherited, a father is no science, a mental illness no
physical condition."""
_ORDERING = re.compile(
    r"\b(?:by|according to) (?:\w+ ){0,2}"
    r"(?:site|system|location|region|cause|etiology|mechanism|morphology|histology|type|stage|method|function)s?$",
    re.IGNORECASE,
)


def orders(label: str) -> bool:
    """Whether a concept of this label only orders others, and is never said.

    >>> orders("Neoplasms by Site"), orders("neoplasm")
    (True, False)
    """
    return bool(_ORDERING.search(label))


def kind_within(kind: str, where: str, is_known: Callable[[str], bool]) -> str:
    """A kind of place with where it is; `is_known` tells which phrases are said.

    >>> kind_within("city", "Florida", set().__contains__)
    'city in Florida'
    >>> kind_within("city", "United States", {"city in the United States"}.__contains__)
    'city in the United States'
    """
    article = any(is_known(f"{each} in the {where}") for each in ("city", "region", "state", kind))
    return f"{kind} in {'the ' if article else ''}{where}"

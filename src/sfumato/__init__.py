"""sfumato: replace what would disclose a secret by something true but less precise.

    from sfumato import sanitize

    result = sanitize.sanitize(letter, hide=["HIV"])
    result.text                                           # what may go out
    result.replacements, result.certificate               # what was replaced and why, what is claimed: never released

The parts, each usable alone:

    from sfumato import All, Document, knowledge, languages, taxonomies

    pack = knowledge.Pack.open()                          # what an attacker can know, offline
    pack.count(All("hiv", "blood transfusion"))
    chain = taxonomies.embedded()                         # what is a kind of what
    chain.paths(chain.senses("breast cancer")[0])
    english = languages.load("en")                        # all that is English: which terms a text has, how to say them
    english.terms(Document("1", "He was treated for breast cancer."))

`inspect` finds which words lead to a secret, `anonymize` makes tables with texts k-anonymous, `evaluate`, `attack` and
`sweep` measure what came out.

`sanitize` tells the story: `secrets` says what a label means, `policy` what to hide and how to judge, `detectors` what
is hidden before anything is judged, `models` which terms disclose and what they could be called instead, `wording` how
that reads, `scan` where a name still stands, `verify` whether the claim holds. `types` says what flows, `protocols`
what can be swapped, `information` holds the equations, `normalform` what makes two spellings one term, `hierarchy` and
`columns` how taxonomies and counts are kept, `contracts` what a plug-in must pass.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from sfumato.errors import InputError, MissingExtra, PackError, SfumatoError
from sfumato.protocols import Attacker, Knowledge, Language, Taxonomy
from sfumato.types import All, Any, Concept, Disclosure, Document, Edit, Hit, Note, Progress, Query, Secret, Term

if TYPE_CHECKING:
    from sfumato import (
        contracts,
        detectors,
        inspect,
        io,
        knowledge,
        languages,
        measure,
        policy,
        replacements,
        risk,
        sanitize,
        tables,
        taxonomies,
        verify,
    )

__all__ = [
    "All",
    "Any",
    "Attacker",
    "Concept",
    "Disclosure",
    "Document",
    "Edit",
    "Hit",
    "InputError",
    "Knowledge",
    "Language",
    "Match",
    "MissingExtra",
    "Note",
    "PackError",
    "Progress",
    "Query",
    "Reading",
    "Secret",
    "SfumatoError",
    "Taxonomy",
    "Term",
    "contracts",
    "detectors",
    "inspect",
    "io",
    "knowledge",
    "languages",
    "measure",
    "policy",
    "replacements",
    "risk",
    "sanitize",
    "tables",
    "taxonomies",
    "verify",
]


def __getattr__(name: str) -> object:
    """The larger parts are imported when they are first used: `sfumato --help` needs none of them."""
    if name in __all__:
        return import_module(f"sfumato.{name}")
    raise AttributeError(f"module 'sfumato' has no attribute {name!r}")

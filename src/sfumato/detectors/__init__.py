"""First detectors: which spans of a document are sensitive, before any secret is named.

A detector is a function of a document and of the terms that the language found in it. Use one alone, or several
and unite what they find:

    found = united(patterns(document, terms), entities(document, terms))

`patterns` and `entities` are detectors as they are; `term_list` and `informative` make one of a list of names and
of a knowledge. Results of other tools come in by `from_dicts` and `read_results`.
"""

from sfumato.detectors.entities import ENTITIES, entities
from sfumato.detectors.informative import INFORMATIVE, informative
from sfumato.detectors.lists import LISTED, read_list, term_list
from sfumato.detectors.national import NATIONAL, National
from sfumato.detectors.patterns import LABELS, patterns
from sfumato.detectors.presidio import ANOTHER_TOOL, found_by_another_tool, from_dicts, read_results, to_dicts
from sfumato.detectors.spans import Detector, united

__all__ = [
    "ANOTHER_TOOL",
    "ENTITIES",
    "INFORMATIVE",
    "LABELS",
    "LISTED",
    "NATIONAL",
    "Detector",
    "National",
    "entities",
    "found_by_another_tool",
    "from_dicts",
    "informative",
    "patterns",
    "read_list",
    "read_results",
    "term_list",
    "to_dicts",
    "united",
]

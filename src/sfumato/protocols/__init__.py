"""What can be swapped: knowledge, taxonomies, languages, detectors, judges, replacers, readers, formats and attackers.

Each has a contract suite in `sfumato.contracts` that any implementation can be run through.
"""

from sfumato.protocols.knowledge import Knowledge, Taxonomy
from sfumato.protocols.language import ColumnWords, Language, Names, Patterns, Scanner, TableWords, Wording
from sfumato.protocols.reading import Reader
from sfumato.protocols.strategies import Attacker, Detector, Fields, Format, Judge, Known, Replacer, Resources

__all__ = [
    "Attacker",
    "ColumnWords",
    "Detector",
    "Fields",
    "Format",
    "Judge",
    "Knowledge",
    "Known",
    "Language",
    "Names",
    "Patterns",
    "Reader",
    "Replacer",
    "Resources",
    "Scanner",
    "TableWords",
    "Taxonomy",
    "Wording",
]

"""What is to be hidden: from a label to a concept with all its names, or to a name with its variants."""

from sfumato.secrets.names import derived, is_given, is_name, kind_of, variants
from sfumato.secrets.resolve import SEEN, Resolved, near_spellings, resolve, stands_as_name

__all__ = [
    "SEEN",
    "Resolved",
    "derived",
    "is_given",
    "is_name",
    "kind_of",
    "near_spellings",
    "resolve",
    "stands_as_name",
    "variants",
]

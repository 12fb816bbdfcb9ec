"""What an attacker can know, as counts of documents: packs on disk, small corpora in memory, and how to build one."""

from sfumato.knowledge.build import build
from sfumato.knowledge.combined import Beside, Without
from sfumato.knowledge.corpus import build_pack, check_expanded, describe
from sfumato.knowledge.memory import MemoryKnowledge
from sfumato.knowledge.pack import EMBEDDED, Pack, embedded, open_archive
from sfumato.knowledge.phrases import LONGEST
from sfumato.knowledge.shards import Shards, open_knowledge
from sfumato.knowledge.terms import Floors

__all__ = [
    "EMBEDDED",
    "LONGEST",
    "Beside",
    "Floors",
    "MemoryKnowledge",
    "Pack",
    "Shards",
    "Without",
    "build",
    "build_pack",
    "check_expanded",
    "describe",
    "embedded",
    "open_archive",
    "open_knowledge",
]

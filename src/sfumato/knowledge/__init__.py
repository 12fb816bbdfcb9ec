"""What an attacker can know, as counts of documents: packs on disk, small corpora in memory, and how to build one."""

from sfumato.knowledge.build import Floors, build
from sfumato.knowledge.memory import MemoryKnowledge
from sfumato.knowledge.pack import EMBEDDED, Pack, open_archive
from sfumato.knowledge.phrases import LONGEST

__all__ = ["EMBEDDED", "LONGEST", "Floors", "MemoryKnowledge", "Pack", "build", "open_archive"]

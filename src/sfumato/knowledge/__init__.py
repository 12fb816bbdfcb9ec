"""What an attacker can know, as counts of documents: packs on disk, small corpora in memory, and how to build one."""

from sfumato.knowledge.build import Floors, build
from sfumato.knowledge.memory import MemoryKnowledge
from sfumato.knowledge.pack import EMBEDDED, Pack

__all__ = ["EMBEDDED", "Floors", "MemoryKnowledge", "Pack", "build"]

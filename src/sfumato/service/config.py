"""What an engine is made of, in a few plain values that any process can build the same engine from."""

from __future__ import annotations

from dataclasses import dataclass

from sfumato.io.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineConfig(Message):
    """Where knowledge, taxonomies and language come from. Nothing is opened before it is needed."""

    knowledge: str | None = None
    """A pack of one's own instead of the embedded one."""
    background: tuple[str, ...] = ()
    """Files and folders of documents about the secrets, counted beside the knowledge."""
    taxonomies: tuple[str, ...] = ()
    """Files of one's own taxonomies, asked before the embedded ones."""
    language: str = "en"
    model: str | None = None
    """A spaCy model by name or path, instead of the language's own."""

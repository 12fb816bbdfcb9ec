"""What an engine is made of, in a few plain values that any process can build the same engine from."""

from __future__ import annotations

from dataclasses import dataclass

from sfumato import plugins
from sfumato.io.messages import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineConfig(Request):
    """Where knowledge, taxonomies and language come from. Nothing is opened before it is needed."""

    knowledge: str | None = None
    """Instead of the embedded knowledge a pack of one's own, or that of a plug-in ("acme-tools:archive")."""
    background: tuple[str, ...] = ()
    """Files and folders of documents about the secrets, counted beside the knowledge."""
    taxonomies: tuple[str, ...] = ()
    """Taxonomies that are asked before the embedded ones: files of one's own, or those of plug-ins by name."""
    language: str = "en"
    """The language of the texts by name: one of ours, or a plug-in's ("acme-dutch:nl")."""
    model: str | None = None
    """A spaCy model by name or path, instead of the language's own."""
    plugins: tuple[str, ...] = ()
    """Distributions whose formats may read background documents."""

    def strategies(self) -> tuple[tuple[str, str], ...]:
        """What of it may be of plug-ins, by group and name."""
        read_by = self.plugins if self.background else ()
        return (
            ("knowledge", self.knowledge or ""),
            *(("taxonomies", name) for name in self.taxonomies),
            ("languages", self.language),
            *(("formats", name) for each in read_by for name in plugins.offered("formats", each)),
        )

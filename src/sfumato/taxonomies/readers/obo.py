"""Ontologies in the OBO format, frame by frame. Imports are not followed."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sfumato.errors import InputError, MissingExtra
from sfumato.io.files import lines, opened, shown
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry, orders


def read_obo(path: Path) -> Iterator[Entry]:
    """The terms that are not obsolete, with their name, exact synonyms and `is_a` parents."""
    try:
        import fastobo
    except ImportError:
        raise MissingExtra("reading OBO", "ontologies") from None
    try:
        with opened(path) as stream:
            if stream.peek(3)[:3] == codecs.BOM_UTF8:
                stream.read(3)
            for frame in fastobo.iter(stream, ordered=True):
                if isinstance(frame, fastobo.term.TermFrame):
                    found = _entry(frame)
                    if found:
                        yield found
    except SyntaxError as error:
        raise InputError(f"{shown(path)}: line {error.lineno}: not valid OBO ({error.msg})") from None
    except (InputError, TypeError):  # the parser's own words for bytes that it cannot read
        for _ in lines(path):  # says better what is wrong with them
            pass
        raise InputError(f"{shown(path)}: not valid OBO") from None


def _entry(frame: Any) -> Entry | None:
    import fastobo

    labels: list[str] = []
    parents: list[str] = []
    grouping = False
    for clause in frame:
        if isinstance(clause, fastobo.term.NameClause):
            labels.insert(0, clause.name)
        elif isinstance(clause, fastobo.term.SynonymClause):
            if clause.synonym.scope == "EXACT":
                labels.append(clause.synonym.desc)
        elif isinstance(clause, fastobo.term.IsAClause):
            parents.append(str(clause.term))
        elif isinstance(clause, fastobo.term.SubsetClause):
            grouping = grouping or orders(str(clause.subset))
        elif isinstance(clause, fastobo.term.IsObsoleteClause) and clause.obsolete:
            return None
    return entry(str(frame.id), labels, parents, grouping=grouping)

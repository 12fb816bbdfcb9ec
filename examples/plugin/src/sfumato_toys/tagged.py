"""English as it is written where tags are common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sfumato.languages.en import English
from sfumato.types import Document, Term

_TAG = re.compile(r"#[A-Za-z]\w*")


class Tagged(English):
    """English, but for one thing: a tag (#harbour) is a term."""

    name = "sfumato-toys:tagged"  # as it is asked for: what is made with it remembers that

    def batch(self, documents: Iterable[Document], *, parts: str = "nouns") -> Iterator[Sequence[Term]]:
        """The terms of each document, in the order given."""
        documents = list(documents)
        for document, terms in zip(documents, super().batch(documents, parts=parts), strict=True):
            tags = [Term(at.start(), at.end(), at.group(), "TAG") for at in _TAG.finditer(document.text)]
            apart = [term for term in terms if all(term.end <= tag.start or tag.end <= term.start for tag in tags)]
            yield sorted([*apart, *tags])

"""An attacker that is made of a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sfumato.io.arrays import Array
from sfumato.protocols import Known


@dataclass(frozen=True, slots=True)
class FunctionAttacker:
    """An `Attacker` whose scores are those of a function, with a limit on how much text it can compare."""

    name: str
    function: Callable[[Sequence[str], Known], Array]
    needs: str = "texts"
    limit: Callable[[Known], bool] | None = None

    def fits(self, known: Known) -> bool:
        """Whether the text about the candidates is within the limit."""
        return self.limit is None or self.limit(known)

    def scores(self, texts: Sequence[str], known: Known) -> Array:
        """What the function gives."""
        return self.function(texts, known)

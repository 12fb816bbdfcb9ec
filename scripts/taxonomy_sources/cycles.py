"""A few sources have concepts that are their own ancestors; a hierarchy may not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def without_cycles(parents: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The parents without each edge that leads back to where a walk up, begun in order of ids, came from.

    >>> without_cycles({"a": ["b"], "b": ["a", "c"], "c": []})
    {'a': ['b'], 'b': ['c'], 'c': []}
    """
    kept = {id: list(above) for id, above in parents.items()}
    done: set[str] = set()
    for start in sorted(kept):
        path: dict[str, None] = {}
        stack = [(start, False)]
        while stack:
            id, left = stack.pop()
            if left:
                del path[id]
                done.add(id)
            elif id not in done and id not in path:
                path[id] = None
                kept[id] = [parent for parent in kept[id] if parent not in path]
                stack += [(id, True), *((parent, False) for parent in kept[id])]
    return kept

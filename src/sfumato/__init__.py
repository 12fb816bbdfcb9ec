"""sfumato: replace what would disclose a secret by something true but less precise.

    import sfumato

    result = sfumato.sanitize(letter, hide=["HIV"])
    result.text                                           # what may go out
    result.replacements, result.certificate               # what was replaced and why, what is claimed: never released
    sfumato.verify(result.text, hide=["HIV"]).holds       # from scratch

The verbs are `sanitize`, `verify`, `explain` and `inspect` for a line of Python. An `Engine` has all of them, and
`anonymize`, `evaluate`, `attack` and `sweep`, as methods that take a frozen request and give a frozen result.

From the top down: `service` is the engine; `sanitizing`, `verifying`, `inspecting`, `tables` and `measure` do the work;
`policy` says what to hide and how to judge, `detectors` what is hidden before anything is judged, `risk` which terms
disclose, `replacements` what they could be called instead; `languages`, `knowledge` and `taxonomies` are what all of
it stands on, `io` is what comes in and goes out. `server` answers over HTTP, `client` asks. `types` says what flows,
`protocols` what can be swapped, `plugins` how it is found and `contracts` what it must keep.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from sfumato.errors import InputError, MissingExtra, PackError, PluginError, ServerError, SfumatoError
from sfumato.types import All, Any, Document, Term

if TYPE_CHECKING:
    from sfumato.service import Engine, EngineConfig, anonymize, explain, inspect, sanitize, verify

__all__ = [
    "All",
    "Any",
    "Document",
    "Engine",
    "EngineConfig",
    "InputError",
    "MissingExtra",
    "PackError",
    "PluginError",
    "ServerError",
    "SfumatoError",
    "Term",
    "anonymize",
    "explain",
    "inspect",
    "sanitize",
    "verify",
]


def __getattr__(name: str) -> object:
    """The engine and the verbs are imported when they are first used: the help of a command needs none."""
    if name in __all__:
        return getattr(import_module("sfumato.service"), name)
    raise AttributeError(f"module 'sfumato' has no attribute {name!r}")

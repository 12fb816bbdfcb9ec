"""What the command line adds to errors and notes: which option helps.

Below the command line nothing names an option. A message carries a code, and for some codes the table says how the
line goes on: `{}` is the message.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sfumato.errors import InputError, SfumatoError
from sfumato.types import Note

if TYPE_CHECKING:
    from sfumato.service import Failure

UNKNOWN_STAY = " (--unknown keep lets them stand)"
HINTS = {
    "alias-without-secret": "--{} (--hide, --policy)",
    "another-language": "{} (--any-language reads it all the same)",
    "bad-alias": "--{}",
    "bad-schedule": "--{}",
    "key-without-pseudonyms": "--key-file is for --method pseudonym or surrogate",
    "no-id-column": "{}; name it with --id-column",
    "no-text-column": "{}; name it with --text-column",
    "no-title-column": "{}; name it with --title-column",
    "never-seen": "{}; --background adds documents",
    "no-rules": "{} (see: sfumato inspect --write-rules)",
    "nothing-to-explain": "{}: give --hide LABEL or --policy NAME",
    "nothing-to-hide": "{}: give --hide LABEL or --policy NAME",
    "nothing-to-inspect": "{}: give --hide LABEL, --topic LABEL or --policy NAME",
    "no-group": "--group: {}",
    "no-plugin": "{} (see: sfumato plugins list --all)",
    "plugin-differs": "{}: install that version of it (see: sfumato plugins info)",
    "plugin-missing": "{}: install it, or verify without --certificate",
    "rivals-missing": "{} with --rivals",
    "settings-contradict": "{}; the option of that name, or --profile, decides",
    "token-missing": "{} (--token-file)",
    "which-group": "{} with --group",
    # attack
    "limit-not-a-share": "--fail-above: {}",
    "limit-of-some": "--fail-above: {}",
    "limit-without-truth": "--fail-above needs the truth: {}; name its field with --truth",
    "nothing-beside": "{}: give others with --secrets",
    "nothing-to-look-for": "{}: give --candidates FILE, --hide LABEL, or secrets in the field hide",
    "sources-known": "{}. --without-sources leaves them out",
    "upper-without-limit": "--upper needs the limit: --fail-above",
    "who-and-what": "--candidates asks who, --hide and --secrets ask what: run the command for each",
    "truth-without-fields": "--truth {}",
    # evaluate
    "labels-unknown": "{}; name the format with --format (sfumato, tab, votes, presidio, spans)",
    "limit-of-nothing": "--fail-below: {}",
    "not-a-limit": "--fail-below {}",
    "output-missing": "{}; --partial evaluates the others",
    "text-missing": "{}: give its text with --original FILE",
    "text-not-replaced": "{}; --compare-texts compares it",
    "texts-missing": "{}: give the documents with --original",
    # sweep
    "nothing-to-sweep": "{}: give --hide LABEL or a policy that names some; --candidates does without",
    "risk-unknown": "{}; --background adds documents",
    # tables
    "bad-entropy": "--{}",
    "bad-l": "-{}",
    "bad-t": "-{}",
    "column-of-terms": "--terms: {}",
    "no-strategies": "--strategy: none is named; there are closest, mondrian, gdf",
    "no-types": "--types: {}",
}


def with_hint(said: SfumatoError | Note | Failure) -> str:
    """A message with what its user can do about it.

    >>> with_hint(InputError("no secret", code="nothing-to-sweep"))
    'no secret: give --hide LABEL or a policy that names some; --candidates does without'
    """
    text = said.text if isinstance(said, Note) else str(said) if isinstance(said, SfumatoError) else said.error
    return HINTS.get(said.code, "{}").replace("{}", text)


@contextmanager
def about(what: str, code: str) -> Iterator[None]:
    """Says before errors of this code what they are about, such as the file."""
    try:
        yield
    except InputError as error:
        if error.code != code:
            raise
        raise InputError(f"{what}: {error}", code=code) from None

"""The names of months: in a table they may be of another language than its texts."""

from __future__ import annotations

from collections.abc import Mapping

_NAMES = {
    "en": """january february march april may june july august september october november december
        jan feb mar apr may jun jul aug sep oct nov dec""",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "pl": "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
}


def _numbered(names: str) -> dict[str, int]:
    return {name: at % 12 + 1 for at, name in enumerate(names.split())}


BY_LANGUAGE: Mapping[str, Mapping[str, int]] = {
    **{language: _numbered(names) for language, names in _NAMES.items()},
    "en": {**_numbered(_NAMES["en"]), "sept": 9},
}
"""The number of a month, from 1, by the code of a language and its name in small letters."""

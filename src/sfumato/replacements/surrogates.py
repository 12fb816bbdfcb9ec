"""Surrogates: plausible others of the same kind, chosen by a key. They are not true, and are marked so.

A name gets the name of nobody, word by word, so that "Bruce Willis", "Willis" and "B. Willis" stay names of one person;
a town another one of its country that is about as well known; an organisation an invented one of its kind; dates are
moved by one number of days; codes keep their shape. What has no surrogate is generalised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements import shapes
from sfumato.replacements.entities import Entities
from sfumato.replacements.keys import for_document, number
from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.options import NAMES, Options
from sfumato.replacements.pseudonyms import is_kind
from sfumato.taxonomies.kinds import embedded_kinds
from sfumato.taxonomies.words import is_word
from sfumato.types import Concept, Edit, Mention, Option, Proposal

_WEEKS = (53, 156)  # by which dates are moved at least and at most, back or forth: from one to three years
_TRIES = 60  # candidates that are looked at until one fits
_DATES = frozenset(("DATE", "DATE_TIME"))
_NUMBERS = frozenset(("CODE", "CARDINAL"))  # that a date may be taken for
_PLACES = frozenset(("GPE", "LOC", "FAC"))
_NO_CODES = NAMES | _DATES | frozenset(
    ("NOUN_PHRASE", "NAME", "OTHER", "VERB", "ADJECTIVE", "ADVERB", "MONEY", "QUANTITY", "PERCENT", "ORDINAL", "TIME",
     "AGE", "STREET_ADDRESS", "COORDINATES", "MISC", "TERM", "JOB")
)  # fmt: skip
"""Labels of what is no code; a false dose or age could do harm, so that quantities are generalised."""
_SOMEBODY = "mail"  # before the @, for what is no name
_SHORTEST = 4  # digits and letters of a code
_NUMBER = 5  # digits of a number that counts nothing, but is a code
_ALIKE = 20  # places that are about as well known, of which one is chosen
_KINDS_OF_COUNTRY = re.compile(r"places:\w+ in [A-Z]{2}\.")
_TOWN = frozenset(("city", "town", "village"))
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SAID = re.compile(r"[^\W\d_]+\.?\s+(?=\S*\d)")  # what a code is called: "MRN 00123"
_LOCAL_NUMBER = re.compile(r"\d{3}-\d{4}")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))


class Surrogates:
    """Calls a term another of its kind, the same under one key; what has none is generalised."""

    generalises = False

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._knowledge, self._taxonomy, self._key = knowledge, taxonomy, key
        self._language = knowledge.language
        self._options = Options(knowledge, taxonomy)
        self._entities = Entities(knowledge.language)
        self._words = lru_cache(4)(self._words_of)
        self._towns = lru_cache(64)(self._towns_of)

    def options(self, mention: Mention) -> tuple[Option, ...]:
        general = self._options.of(mention)
        made = self._surrogate(replace(mention, text=self._entities.owner(mention.text)))
        if not made or self._stands(made, mention):
            return general
        most = max(option.content for option in general)
        return Option(made, most, literal=True, untrue=True), *general

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        """The edits that read well, in the case of what they stand for."""
        cased = [
            replace(each, label=_cased(each.label, text[each.start : each.end])) if each.literal and each.name else each
            for each in proposals
        ]
        return self._entities.written(text, cased)

    def _stands(self, made: str, mention: Mention) -> bool:
        """Whether a surrogate is the term itself, or stands elsewhere in the text."""
        normal_form = self._language.normal_form
        said = re.search(rf"(?<!\w){re.escape(made)}(?!\w)", mention.around, re.IGNORECASE)
        return said is not None or normal_form(made) == normal_form(mention.text)

    def _surrogate(self, mention: Mention) -> str | None:
        key = for_document(self._key, mention.around)
        label, text = mention.label, mention.text
        if label in _DATES or (label in _NUMBERS and not text.isdecimal()):
            moved = self._language.wording.shifted(text, self.days(key))
            if moved or label in _DATES:
                return moved
        if label in NAMES and self._is_organization(text):
            return self._organization(mention, key)
        if label == "PERSON" or (mention.whole and label in ("NAME", "MISC")):
            return self._person(mention, key)
        if label in _PLACES or label == "ORG":
            return self._place(mention, key) or (self._organization(mention, key) if label == "ORG" else None)
        return self._code(text, label, mention, key)

    @staticmethod
    def days(key: bytes) -> int:
        """By how many days dates are moved under a key: whole weeks, so that weekdays stay right."""
        least, most = _WEEKS
        weeks = least + number(key, most - least + 1, "weeks")
        return 7 * weeks * (1 if number(key, 2, "direction") else -1)

    # --- names of people ---

    def _person(self, mention: Mention, key: bytes) -> str | None:
        """The name with another word for each of its words; titles, particles and what follows stay."""
        name = mention.text
        bare = self._entities.bare(name)
        words = list(_WORD.finditer(bare))
        own = [word for word in words if word[0][0].isupper() and word[0].casefold() not in _SUFFIXES]
        own = own or [word for word in words if name_pools().is_known(word[0].capitalize())]
        if not own:
            return None
        before, _, after = name.partition(bare)
        surname = own[0] if "," in bare else own[-1]
        made, at = "", 0
        for word in own:
            last = word is surname and (len(own) > 1 or self._is_surname(word[0], mention))
            other = self._part(word[0], surname[0], last, mention, key)
            if other is None:
                return None
            made += bare[at : word.start()] + other
            at = word.end()
        made = f"{before}{made}{bare[at:]}{after}"
        return None if embedded_kinds().of(self._entities.bare(made)) and len(own) > 1 else made

    def _is_surname(self, name: str, mention: Mention) -> bool:
        """Whether a name that stands alone is a surname: the text, or else what people are called, says so."""
        if mention.whole:
            return True
        if re.search(rf"\b{re.escape(name)} (?:[A-Z]\. )?[A-Z][a-z]", mention.around):
            return False
        return mention.text != self._entities.owner(name) or not name_pools().is_given(name.capitalize())

    def _part(self, word: str, surname: str, last: bool, mention: Mention, key: bytes) -> str | None:
        if len(word) == 1:
            whole = re.search(rf"\b({word}[a-z]+) (?:[A-Z]\. )?{re.escape(surname)}\b", mention.around)
            other = self._part(whole[1], surname, False, mention, key) if whole else None
            return other[0] if other else chr(ord("A") + number(key, 26, "initial", word))
        name = word.capitalize() if word.isupper() or word.islower() else word
        if last:
            pool, form = name_pools().like_surname(name), name.casefold()
        else:
            pool, form = name_pools().like_given(name), min([name.casefold(), *self._language.names.given_forms(name)])
        found = self._chosen(pool, key, mention, "surname" if last else "given", form)
        return found and (found.upper() if word.isupper() else found.lower() if word.islower() else found)

    # --- places and organisations ---

    def _place(self, mention: Mention, key: bytes) -> str | None:
        """Another town of the same country that is about as well known."""
        bare = self._entities.bare(mention.text)
        place = next(self._places_of(bare), None)
        above = next(self._country(place), None) if place else None
        if above is None:
            return None
        counts, towns = self._towns(above)
        known = self._knowledge.count(bare)
        middle = sum(count < known for count in counts)
        low = max(0, min(middle - _ALIKE // 2, len(towns) - _ALIKE))
        town = self._chosen(towns[low : low + _ALIKE], key, mention, "place", self._language.normal_form(bare))
        return town and mention.text.replace(bare, town)

    def _places_of(self, name: str) -> Iterator[Concept]:
        """The places of a name, the largest first."""
        return (sense for sense in self._taxonomy.senses(name) if sense.source == "places")

    def _country(self, place: Concept) -> Iterator[Concept]:
        """What a town is called with its country: "city in Spain"."""
        for path in self._taxonomy.paths(place):
            if path and path[0].label.partition(" ")[0] in _TOWN:
                yield from (step for step in path if _KINDS_OF_COUNTRY.fullmatch(step.id))

    def _towns_of(self, above: Concept) -> tuple[list[int], list[str]]:
        """How many documents name each town below a concept, and the towns, the least known first."""
        towns = [each for each in self._taxonomy.descendants(above) if each.label[:1].isupper()]
        labels = {each.label for each in towns if next(self._places_of(each.label), None) == each}
        counted = sorted((self._knowledge.count(label), label) for label in labels)
        seen = [(count, label) for count, label in counted if count and not name_pools().is_known(label)]
        return [count for count, _ in seen], [label for _, label in seen]

    def _is_organization(self, name: str) -> bool:
        """Whether a name of several words ends with what it is: "St. Mary's Hospital", but not "Anna Park"."""
        first, *rest = self._entities.bare(name).split() or [""]
        return bool(rest) and is_kind(rest[-1].lower(), self._options.nouns) and not name_pools().is_given(first)

    def _organization(self, mention: Mention, key: bytes) -> str | None:
        """An invented one of the same kind: "Carter Hospital", "University of Carter"."""
        words = self._entities.bare(mention.text).split()
        form = self._language.normal_form(mention.text)
        nouns = self._options.nouns
        invented = self._chosen(name_pools().like_surname(""), key, mention, "organization", form)
        heads = [word for word in words if len(words) > 1 and is_kind(word.lower(), nouns)]
        if not heads:
            ladder = [option.label for option in self._options.of(mention) if option.label]
            heads = [label.capitalize() for label in ladder if is_kind(label, nouns)][:1]
        if not heads or invented is None:
            return None
        of = len(words) > 2 and words[0] == heads[0] and words[1] in ("of", "for")
        made = f"{heads[0]} of {invented}" if of else f"{invented} {heads[-1]}"
        return None if embedded_kinds().of(made) else made

    # --- codes ---

    def _code(self, text: str, label: str, mention: Mention, key: bytes) -> str | None:
        """A code of the same shape; none for what is no code."""
        signs = [sign for sign in text if sign.isalnum()]
        digits = sum(map(str.isdecimal, signs))
        if label == "EMAIL_ADDRESS" or _MAIL.fullmatch(text):
            return shapes.mail(self._mailbox(text.partition("@")[0], mention, key))
        made: dict[str, Callable[[str, bytes], str]] = {
            "PHONE_NUMBER": shapes.phone, "URL": shapes.url, "IP_ADDRESS": shapes.address,
        }  # fmt: skip
        if label in made or _LOCAL_NUMBER.fullmatch(text):
            return made.get(label, shapes.phone)(text, key)
        if label in _NO_CODES or not digits or len(signs) < _SHORTEST:
            return None
        if label == "CARDINAL" and (digits < _NUMBER or digits < len(text)):
            return None
        said = _SAID.match(text)
        kept = said.end() if said else 0
        return text[:kept] + shapes.same_shape(text[kept:], key)

    def _mailbox(self, local: str, mention: Mention, key: bytes) -> str:
        """The name before the @: as its words are called elsewhere where they are names, else of the same shape."""

        def other(word: re.Match[str]) -> str:
            name, pools = word[0].capitalize(), name_pools()
            made = self._part(name, name, not pools.is_given(name), mention, key) if pools.is_known(name) else None
            return made.lower() if made else _SOMEBODY

        return _WORD.sub(other, re.sub(r"\d", lambda digit: shapes.same_shape(digit[0], key), local))

    # --- choosing ---

    def _chosen(self, pool: Sequence[str], key: bytes, mention: Mention, *what: str) -> str | None:
        """One of the names: no word of the text, no word of the language, and known."""
        stands = self._words(mention.around)
        for attempt in range(_TRIES if pool else 0):
            name = pool[number(key, len(pool), *what, str(attempt))]
            words = {word.casefold() for word in _WORD.findall(name)}
            if (
                words.isdisjoint(stands)
                and all(map(self._knowledge.count, words))
                and not is_word(name, self._taxonomy)
            ):
                return name
        return None

    def _words_of(self, text: str) -> frozenset[str]:
        """The words of a text, those of compounds, too."""
        return frozenset(word.casefold() for word in re.findall(r"[^\W\d_]+", text)) | frozenset(
            word.casefold() for word in _WORD.findall(text)
        )


def _cased(label: str, like: str) -> str:
    """A name in the case of another: in capitals, in small letters, or with a capital.

    >>> _cased("Ann Lee", "BOB ROE"), _cased("ann lee", "Bob Roe"), _cased("Ann", "bob")
    ('ANN LEE', 'Ann Lee', 'ann')
    """
    if like.isupper() and len(like) > 1:
        return label.upper()
    if like.islower():
        return label.lower()
    return label.title() if label.islower() else label

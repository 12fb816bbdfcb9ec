"""Turns an analysed text into terms: which spans name a concept, and where exactly they begin and end.

- A noun phrase is one term; a named entity inside it gives it its label where the entity covers the head.
- A named entity that reaches beyond a noun phrase is one term; what it leaves of the phrase stands alone.
- Nouns in neither, which a parser loses now and then ("he is HIV-positive"), are terms with their adjectives.
- Function words, counting words and punctuation are trimmed from both ends. A term never crosses a
  paragraph, a tab, a wide gap, or an opening quotation mark or bracket that it does not close; it does go on
  in the next line of wrapped text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from sfumato.languages.en.normalform import STOP_WORDS, normal_word
from sfumato.languages.en.wording.verbs import bases as verb_bases
from sfumato.languages.spacy import Piece, Span

NOUN_PHRASE = "NOUN_PHRASE"
VERB = "VERB"

# A line break inside a piece only wraps it, and an indent may follow: no gap.
_GAP = re.compile(r"[\t\v\f\x1c-\x1e\x85\u2028\u2029]|(?<=\S)[^\S\r\n]{3}")
_QUOTES = {'"': '"', "“": "”", "«": "»", "(": ")", "[": "]", "{": "}"}
_HYPHENS = frozenset("-\u2010\u2011")
_POSSESSIVE = frozenset(("'s", "’s", "'S", "’S", "'", "’"))
_PUNCTUATION = "\"“”„‘’'«»‹›()[]{}<>,;:!?…*_~|/\\=`–—-\u2010\u2011•·¡¿"
_SIGNS = frozenset("$€£¥₹%‰#§°")
_ARTICLES = frozenset(("a", "an", "the"))
_INITIAL = re.compile(r"(?:^|[^\w.])\w\.\Z")
_COUNTING = frozenset(
    (
        "around", "many", "several", "various", "numerous", "countless", "zero", "two", "three", "four",
        "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "dozen", "first",
    )
)  # fmt: skip
"""Words that count what the term names, and are no part of its name."""
_FINITE = frozenset(("VB", "VBD", "VBP", "VBZ"))
_COUNTED = frozenset((NOUN_PHRASE, "CARDINAL", "ORDINAL"))
_AMOUNTS = frozenset(
    ("lot", "lots", "couple", "number", "numbers", "bit", "bits", "deal", "plenty", "bunch", "amount", "amounts")
)
"""Words that say how much there is of something, and are nothing without it."""
_NEVER_ALONE = _AMOUNTS - {"number", "numbers", "deal", "bunch", "amount", "amounts"} | {"none"}
_UNITS_OF_TIME = frozenset(("second", "minute", "hour", "day", "night", "week", "weekend", "month", "year"))
_SIDES = "front|back|side|top|bottom|left|right|head|toe|end|face|hand|door|day|time|step|bit"
_FROM_TO = re.compile(rf"\b(?:from\s)?(?:{_SIDES})\s(?:to|by|after)\s(?:{_SIDES})\b", re.I)
"""Ways in which something is done: from side to side, day by day."""
_TIED = re.compile(r"[-\u2010\u2011](?:up|down|off|out|in|on|over|away|back|by|through|around)\b", re.I)
"""The end of a word such as "flare-up"."""
_JUNIOR = re.compile(r",?\s(?:Jr|Sr|II|III|IV)\b\.?(?!\s?,?\s?[A-Z]\.)")
_OPENED = frozenset((" '", " ’"))
_CLOSED = re.compile(r"[a-z]|[^'’\n]{0,80}['’](?![A-Za-z])")
"""What follows an apostrophe that opens a quotation, not a name such as 'Ndrangheta."""
_MEASURES = frozenset(("DATE", "TIME", "QUANTITY", "MONEY", "PERCENT"))


def spans(doc: Any, piece: Piece, parts: str) -> list[Span]:
    """Where in the document a piece's terms stand, given its analysis: in order, none overlapping.

    With the parts "all" each other word that says something is a term too; "entities" are named entities alone.
    """
    reader = _Reader(doc, piece)
    if parts == "entities":
        return _entities(reader)
    found: list[Span] = []
    terms = _with_amounts(reader, _joined(reader, _trimmed(reader, _candidates(doc, reader.pos, reader.tags))))
    for span in sorted([*terms, *_others(reader, terms)]) if parts == "all" else terms:
        start, end = reader.edges(span)
        if start < end and not (found and piece.start + start < found[-1].end):
            found.append(Span(piece.start + start, piece.start + end, span.label))
    return found


def _named(doc: Any) -> list[Span]:
    """The named entities by their tokens, without what leads to one: "Driving for the" before a team."""
    found = []
    for entity in doc.ents:
        start, label = entity.start, _label(entity.label_)
        if doc[start].tag_ == "VBG" and len(entity) > 2 and doc[start + 1].is_lower:
            start = next((at for at in range(start + 1, entity.end) if doc[at].is_title), start)
            label = "ORG" if label == "WORK_OF_ART" else label
        found.append(Span(start, entity.end, label))
    return found


def _entities(reader: _Reader) -> list[Span]:
    """The named entities, as the model marks them, without articles and marks."""
    found = []
    offset = reader.piece.start
    for entity in _named(reader.doc):
        for start, end, label in _split(reader, entity):
            while start < end and reader.bare(start):
                start += 1
            while start < end and reader.bare(end - 1):
                end -= 1
            if start < end:
                first, last = reader.edges(Span(start, end, label))
                if first < last:
                    found.append(Span(offset + first, offset + last, label))
    return found


class _Tags:
    """The numbers by which a vocabulary stores parts of speech."""

    def __init__(self, strings: Callable[[str], int]) -> None:
        self.nouns = frozenset(map(strings, ("NOUN", "PROPN", "X")))
        self.inside = self.nouns | frozenset(map(strings, ("ADJ", "NUM", "SYM")))
        self.pronouns = frozenset(map(strings, ("DET", "PRON")))
        self.adverb = strings("ADV")
        self.name = strings("PROPN")
        self.others = {strings(pos): label for pos, label in (("VERB", VERB), ("ADJ", "ADJECTIVE"), ("ADV", "ADVERB"))}


class _Reader:
    """What trimming asks of a token, by its number."""

    def __init__(self, doc: Any, piece: Piece) -> None:
        self.doc = doc
        self.piece = piece
        self.text = piece.original
        self.loud = piece.text.isupper()
        self.tags = _Tags(doc.vocab.strings.__getitem__)
        self.pos: list[int] = doc.to_array("POS").tolist()

    def offsets(self, start: int, end: int) -> tuple[int, int]:
        last = self.doc[end - 1]
        return self.piece.span(self.doc[start].idx, last.idx + len(last))

    def bare(self, at: int) -> bool:
        """Whether a token is an article, a possessive or a mark."""
        word = self.doc[at].text
        if not any(map(str.isalnum, word)):
            return word not in _SIGNS
        return word in _POSSESSIVE or word.lower() in _ARTICLES

    def empty(self, at: int, label: str) -> bool:
        """Whether a token at the edge of a term says nothing of its concept."""
        word = self.doc[at].text
        pos = self.pos[at]
        if self.bare(at) or not any(map(str.isalnum, word)):
            return self.bare(at)
        if normal_word(word, self.loud) in STOP_WORDS:
            return not (pos == self.tags.name and word[0].isupper())  # May, Will Smith
        return label == NOUN_PHRASE and pos in self.tags.pronouns and not (word.isupper() and len(word) > 1)

    def counts(self, at: int, label: str) -> bool:
        """Whether a token only counts what the term names; a name may begin so ("Three Mile Island")."""
        word = self.doc[at].text
        if label == NOUN_PHRASE and word.lower() in _NEVER_ALONE:
            return at + 1 < len(self.doc) and self.doc[at + 1].lower_ in ("more", "less", "fewer", "better", "worse")
        return label not in _MEASURES and (word.lower() if label in _COUNTED else word) in _COUNTING

    def edges(self, span: Span) -> tuple[int, int]:
        """Where in the piece's original a span stands, without the punctuation that its tokens carry."""
        start, end = self.offsets(span.start, span.end)
        shown = self.text[start:end]
        start += len(shown) - len(shown.lstrip(_PUNCTUATION))
        shown = shown.strip(_PUNCTUATION)
        if _INITIAL.search(shown):
            shown = shown[:-1]
        if shown and span.label == "PERSON" and (junior := _JUNIOR.match(self.text, start + len(shown))):
            shown += junior.group()
        if shown and self.text[max(0, start - 2) : start] in _OPENED and not _CLOSED.match(self.text, start):
            start, shown = start - 1, self.text[start - 1] + shown
        if shown and (tied := _TIED.match(self.text, start + len(shown))):
            shown += tied.group()
        return start, start + (len(shown) if any(map(str.isalnum, shown)) else 0)


# --- candidates -------------------------------------------------------------------------------------------


def _candidates(doc: Any, pos: Sequence[int], tags: _Tags) -> list[Span]:
    """Noun phrases, entities and stray nouns, in order, none overlapping another."""
    entities = _named(doc)
    phrases = _phrases(doc)
    inside: list[list[Span]] = [[] for _ in phrases]
    wide = []
    at = 0
    for entity in entities:
        while at < len(phrases) and phrases[at][1] <= entity.start:
            at += 1
        if at < len(phrases) and phrases[at][0] <= entity.start and entity.end <= phrases[at][1]:
            inside[at].append(entity)
        else:
            wide.append(entity)
    covered = bytearray(len(pos))
    for entity in wide:
        covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
    spans = list(wide)
    for (start, end, head), held in zip(phrases, inside, strict=True):
        label = next((entity.label for entity in held if entity.start <= head < entity.end), NOUN_PHRASE)
        for a, b in _runs(start, end, lambda at: not covered[at] and not _does(doc, at)):
            if (a, b) == (start, end):
                spans.append(Span(a, b, label))
            elif any(pos[at] in tags.nouns for at in range(a, b)) or (
                b < end and _does(doc, b) and pos[a] in tags.pronouns
            ):
                spans.append(Span(a, b, NOUN_PHRASE))
        covered[start:end] = b"\1" * (end - start)
    spans.extend(_strays(doc, pos, tags, covered))
    return sorted(spans)


def _does(doc: Any, at: int) -> bool:
    """Whether a word is a verb behind an "and", taken into a noun phrase: "an alcoholic and drank vodka"."""
    token = doc[at]
    if at == 0 or token.tag_ not in _FINITE or doc[at - 1].tag_ != "CC":
        return False
    return verb_bases(token.text)[0] != token.lower_


def _label(label: str) -> str:
    return label.upper().replace("-", "_").replace(" ", "_") or "ENTITY"


def _phrases(doc: Any) -> list[tuple[int, int, int]]:
    """Start, end and head of every noun phrase; none where the pipeline has no parser for them."""
    if not doc.has_annotation("DEP") or doc.noun_chunks_iterator is None:
        return []
    return [(_behind_comma(doc, chunk.start, chunk.root.i), chunk.end, chunk.root.i) for chunk in doc.noun_chunks]


def _behind_comma(doc: Any, start: int, head: int) -> int:
    """Where a noun phrase begins behind a comma that a parser took into it: "In 1828, the German chemist"."""
    return next((at for at in range(start + 1, head) if doc[at].tag_ == "DT" and doc[at - 1].text == ","), start)


def _runs(start: int, end: int, belongs: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """The longest runs of tokens between `start` and `end` that belong together."""
    first = start
    for at in range(start, end):
        if not belongs(at):
            if first < at:
                yield first, at
            first = at + 1
    if first < end:
        yield first, end


def _strays(doc: Any, pos: Sequence[int], tags: _Tags, covered: bytearray) -> Iterator[Span]:
    """Nouns in no phrase and no entity, with the adjectives before and what a hyphen ties to them."""

    def tied(at: int) -> bool:
        if not 0 < at < len(pos) - 1 or doc[at].text not in _HYPHENS:
            return False
        return not doc[at].whitespace_ and not doc[at - 1].whitespace_

    def belongs(at: int) -> bool:
        return not covered[at] and (pos[at] in tags.inside or tied(at))

    for start, end in _runs(0, len(pos), belongs):
        while end > start and pos[end - 1] not in tags.nouns and not (end - 2 > start and tied(end - 2)):
            end -= 1
        if any(pos[at] in tags.nouns for at in range(start, end)):
            yield Span(start, end, NOUN_PHRASE)


def _others(reader: _Reader, terms: Iterable[Span]) -> Iterator[Span]:
    """Verbs, adjectives and adverbs in no term, but for function words."""
    covered = bytearray(len(reader.pos))
    for span in terms:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    for at, pos in enumerate(reader.pos):
        label = reader.tags.others.get(pos)
        if label and not covered[at] and not reader.empty(at, label):
            yield Span(at, at + 1, label)


# --- edges ------------------------------------------------------------------------------------------------


def _trimmed(reader: _Reader, spans: Iterable[Span]) -> Iterator[Span]:
    for span in spans:
        for part in _split(reader, span):
            start, end, label = part
            while start < end and (reader.empty(start, label) or _adverb_before_article(reader, start, end)):
                start += 1
            while start < end and reader.empty(end - 1, label):
                end -= 1
            while start < end and (reader.counts(start, label) or reader.empty(start, label)):
                start += 1
            if start < end:
                yield Span(start, end, label)


def _adverb_before_article(reader: _Reader, start: int, end: int) -> bool:
    """Whether the phrase begins behind its article, as in "officially the City"."""
    if start + 1 == end or reader.pos[start] != reader.tags.adverb:
        return False
    return reader.pos[start + 1] in reader.tags.pronouns


def _split(reader: _Reader, span: Span) -> Iterator[Span]:
    """The parts of a span between tabs, wide gaps, and quotation marks or brackets left open."""
    start, end = reader.offsets(span.start, span.end)
    shown = reader.text[start:end]
    gaps = bool(_GAP.search(shown))
    unclosed = any(_unclosed(shown, opening, closing) for opening, closing in _QUOTES.items())
    if not gaps and not unclosed:
        yield span
        return
    first = span.start
    previous = start
    for at in range(span.start, span.end):
        token = reader.doc[at]
        if token.is_space:
            continue
        here, after = reader.offsets(at, at + 1)
        if first < at and (_GAP.search(reader.text, previous, here) or (unclosed and token.text in _QUOTES)):
            yield Span(first, at, span.label)
            first = at
        previous = after
    yield Span(first, span.end, span.label)


def _with_amounts(reader: _Reader, spans: Iterable[Span]) -> list[Span]:
    """Joins "lots" with the "of water" behind it; how much, how often and which way are no terms by themselves."""
    kept: list[Span] = []
    ways = [match.span() for match in _FROM_TO.finditer(reader.text)]
    for span in spans:
        last = kept[-1] if kept else None
        if last is not None and _is_amount_of(reader, last, span):
            kept[-1] = Span(last.start, span.end, span.label)
            continue
        if last is not None and _is_nothing_alone(reader, last):
            kept.pop()
        start, end = reader.offsets(span.start, span.end)
        if not any(first <= start and end <= last for first, last in ways) and not _is_rate(reader, span):
            kept.append(span)
    return kept[:-1] if kept and _is_nothing_alone(reader, kept[-1]) else kept


def _is_amount_of(reader: _Reader, amount: Span, span: Span) -> bool:
    words = reader.doc[amount.end : span.start]
    of = len(words) > 0 and words[0].lower_ == "of" and all(word.lower_ in _ARTICLES for word in words[1:])
    return of and amount.label == span.label == NOUN_PHRASE and reader.doc[amount.end - 1].lower_ in _AMOUNTS


def _is_nothing_alone(reader: _Reader, span: Span) -> bool:
    return span.end - span.start == 1 and span.label == NOUN_PHRASE and reader.doc[span.start].lower_ in _NEVER_ALONE


def _is_rate(reader: _Reader, span: Span) -> bool:
    """Whether a span says how often: "a day" in "one pill a day", "week" in "twice per week"."""
    doc, at = reader.doc, span.start
    if span.end - at != 1 or at < 2 or doc[at].lower_ not in _UNITS_OF_TIME or span.label != NOUN_PHRASE:
        return False
    return doc[at - 1].lower_ == "per" or (doc[at - 1].lower_ in ("a", "an") and doc[at].dep_ == "npadvmod")


def _unclosed(shown: str, opening: str, closing: str) -> bool:
    opened = shown.count(opening)
    return opened % 2 == 1 if opening == closing else opened > shown.count(closing)


def _joined(reader: _Reader, spans: Iterable[Span]) -> Iterator[Span]:
    """Joins neighbours that only a hyphen parts: "co-factors"; degrees have their scale."""
    last: Span | None = None
    for span in spans:
        scale = reader.doc[span.end].text if span.end < len(reader.doc) else ""
        if reader.doc[span.end - 1].text == "°" and scale in ("C", "F"):
            span = Span(span.start, span.end + 1, span.label)
        if last is not None and span.start < last.end:  # the scale alone
            continue
        if last is not None and span.start == last.end + 1:
            start, end = reader.offsets(last.start, last.end)[1], reader.offsets(span.start, span.end)[0]
            if reader.text[start:end] in _HYPHENS:
                last = Span(last.start, span.end, span.label)
                continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last

"""The last line of defence: every place in a text where a label of a secret stands, however it is disguised.

A text is first folded to what its reader sees: unseen characters and accents go, letters that look like Latin ones
become them, percent-escapes and character references are resolved. Where markup stands inside a word, or direction
marks change the order of letters, it is read a second time as it is shown. Its words are then compared with those of
the labels in normal form, and so are the other readings of a word: the parts of "antiHIV", "hepa-\\ntitis" joined,
"H1V" with letters for digits. Labels spelled letter by letter, broken apart, or inside a longer solid word are found
too, the last only from 6 letters on (8 where the label has several words), since "archive" does not name HIV.

Found spans are offsets into the original text and cover the whole disguise. Time grows with the length of the text,
hardly with the number of labels. A label of fewer than two letters or digits, or of function words only, is ignored.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from sfumato.languages.en.normalform import STOP_WORDS, WORD, normal_word, normal_words
from sfumato.languages.en.reading import aids_as_disease, parts
from sfumato.languages.folding import Folded
from sfumato.languages.rendering import Rendered

_INSIDE = 6  # letters from which a single word is found inside another
_INSIDE_MANY = 8  # the same for several words written as one
_SPELLED = 3  # letters from which a label is found spelled letter by letter
_WORDS = 1 << 14  # that were seen in texts, of which other ways to read them are remembered
_LONG = 2_000  # characters of a text that is looked through part by part
_PARTS_SEEN = 2_048  # parts of texts of which is remembered what stands there
_SMALL_GAP = 3  # characters between the parts of a word that was broken apart

_L = r"[^\W_]"
# What may stand between the parts of one word: a hyphen at a line end, or a sign for a letter.
_GLUE = re.compile(
    rf"[-@$!|](?:(?<={_L}-)[^\S\n]*\n\s*(?={_L})|(?<={_L}[@$!|])(?={_L})|(?<={_L}[@$])|(?<=[@$])(?={_L}))"
)
_SIGNS = {"@": "4", "$": "5", "!": "1", "|": "1"}
_SINGLES = re.compile(rf"(?<!{_L}){_L}(?:[\W_]{{1,3}}{_L}(?=s?(?:[\W_]|\Z))){{{_SPELLED - 1},}}")
_PART = r"|[A-Z]?[a-z]+|[A-Z]|\d+|[^\W\dA-Za-z_]+"
_PARTS = (re.compile("[A-Z]{2,}" + _PART), re.compile("[A-Z]+(?![a-z])" + _PART))  # HIV positive, HIV Test
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_DIGIT = re.compile(r"\d")
_TWO_LETTERS = re.compile(r"[^\W\d_].*?[^\W\d_]", re.DOTALL)
_SKELETON = str.maketrans("oilzeasgqtb6", "011234599789")  # the digits that stand for letters, and these letters
_COMPOUND = re.compile(r"anti(\w{3,})|(\w{3,}?)(?:positive|negative|related|infected|infection|associated|patients?)")
_AS_WRITTEN = re.compile(
    r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?|\d{3}(?:\.\d{1,2})?|[A-Z]?[a-z]+[A-Z]{2,}"
)  # labels like B20, 295.3, PrEP
_CODE = re.compile(r"(?<![\w.])[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?(?!\w)|\b[A-Z]?[a-z]+[A-Z]{2,}\b")
_NUMBER_CODE = re.compile(r"(?<![\w.])\d{3}(?:\.\d{1,2})?(?![\w.]\d|\w)")
_SAYS_CODE_AT_ALL = re.compile(r"(?i)\b(?:ICD|code|dx)")
_SAYS_CODE = re.compile(r"(?i)\b(?:ICD|codes?|coded|dx)\b[^\n]{0,60}$")  # before a number that is a code
_UNSPACED = "\u0e00"  # from here on scripts put no space between words

_Hit = tuple[int, int, str]
_Reading = tuple[tuple[str, ...], int, int, int]  # another way to read a span: forms, the word after it, start, end


_APART = re.compile(r"\w{3}[.!?:;]+\s|\n\s*\n")  # a sentence or paragraph ends: what follows is another phrase


class _Finder:
    """Labels that are looked for anywhere inside a string, by their first `head` letters."""

    def __init__(self, head: int) -> None:
        self._head = head
        self._labels: dict[str, str] = {}
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)

    def add(self, solid: str, label: str) -> None:
        self._labels.setdefault(solid, label)
        self._lengths[solid[: self._head]].add(len(solid))

    def find(self, string: str) -> Iterator[_Hit]:
        """The longest label at every place of a string."""
        head, lengths = self._head, self._lengths
        for at in range(len(string) - head + 1) if lengths else ():
            if (start := string[at : at + head]) in lengths:
                for length in sorted(lengths[start], reverse=True):
                    if (found := string[at : at + length]) in self._labels:
                        yield at, at + len(found), self._labels[found]
                        break


def _solid(text: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", text.casefold())


def _parts(word: str) -> list[tuple[str, ...]]:
    """A solid word cut where small letters, capitals and digits meet, in the two ways that make sense.

    >>> _parts("antiHIV"), _parts("HIVTest")
    ([('anti', 'hiv')], [('hivt', 'est'), ('hiv', 'test')])
    """
    if (word.isalpha() and (word.islower() or word.isupper() or word.istitle())) or not any(map(str.isalpha, word)):
        return []
    found = {tuple(filter(None, map(normal_word, parts.findall(word)))): None for parts in _PARTS}
    return [forms for forms in found if len(forms) > 1]


class _Words:
    """The words of a text, the other ways to read them by where these begin, and what was found so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        matches = list(WORD.finditer(text))
        self.raw = [match.group() for match in matches]
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]
        self.forms = normal_words(self.raw)
        self.readings: dict[int, list[_Reading]] = {}
        self.hits: set[_Hit] = set()

    def apart(self, at: int) -> bool:
        """Whether a sentence or a paragraph ends before a word."""
        if not 0 < at < len(self.starts):
            return False
        return _APART.search(self.text, max(self.ends[at - 1] - 3, 0), self.starts[at]) is not None

    def note(self, start: int, end: int, ways: Iterable[tuple[str, ...]], label: str | None) -> None:
        """Notes how else a span can be read, and the label that stands there."""
        if label is not None:
            self.hits.add((start, end, label))
        following = bisect_left(self.starts, end)
        at = self.readings.setdefault(bisect_right(self.ends, start), [])
        at.extend((forms, following, start, end) for forms in ways)

    def joined(self) -> Iterator[tuple[int, int, list[str]]]:
        """Parts of what may be one word, with a digit for a sign that stands for a letter: by two, and whole rows."""
        row: list[str] = []
        first = last = -1
        for match in _GLUE.finditer(self.text):
            start, end = match.span()
            sign, left, right = _SIGNS.get(match.group(), ""), "", ""
            before, after = bisect_left(self.ends, start), bisect_left(self.starts, end)
            if before < len(self.ends) and self.ends[before] == start:
                left, start = self.raw[before], self.starts[before]
            if after < len(self.starts) and self.starts[after] == end:
                right, end = self.raw[after], self.ends[after]
            yield start, end, [left, sign, right]
            if match.start() != last:
                if len(row) > 3:
                    yield first, last, row
                row, first = [left], start
            row += sign, right
            last = end
        if len(row) > 3:
            yield first, last, row

    def kept(self, folded: Folded) -> list[_Hit]:
        """What was found as spans of the original text, the longest where they compete, in order."""
        return _longest({(*folded.span(start, end), label) for start, end, label in self.hits})


def _longest(spans: Iterable[_Hit]) -> list[_Hit]:
    """Spans in order that lie apart: the longest first where they compete."""
    kept: list[_Hit] = []
    for span in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        at = bisect_left(kept, span)
        if (at == 0 or kept[at - 1][1] <= span[0]) and (at == len(kept) or kept[at][0] >= span[1]):
            kept.insert(at, span)
    return kept


class Scanner:
    """Finds the labels that it was made for; made once for many texts.

    >>> Scanner(["HIV", "Steve Wozniak"]).find("H.I.V. of #stevewozniak, an archive")
    [(0, 6, 'HIV'), (11, 23, 'Steve Wozniak')]
    """

    def __init__(self, labels: Iterable[str]) -> None:
        # The words of all labels as one tree: nodes are numbers, some end a label.
        self._first: dict[str, int] = {}
        self._next: dict[tuple[int, str], int] = {}
        self._label: dict[int, str] = {}
        self._skeletons: defaultdict[str, set[str]] = defaultdict(set)
        self._small: dict[str, str] = {}  # acronyms that in small letters are no other word
        self._whole: dict[str, str] = {}
        self._inside = _Finder(_INSIDE)
        self._spelled = _Finder(_SPELLED)
        self._unspaced = _Finder(2)  # for scripts that put no space between words
        self._as_written: dict[str, str] = {}
        for label in dict.fromkeys(labels):
            if _AS_WRITTEN.fullmatch(label):
                self._as_written[label.replace(".", "")] = label
            elif self._add(Folded(label).text, label) and not label.isascii():
                for spelling in {label.lower(), label.upper(), label.title()} - {label}:
                    self._add(Folded(spelling).text, label)
        self._solids = sorted(self._whole)
        self._heads = {solid[:n] for solid in self._solids for n in range(1, _INSIDE + 1)}
        self._others = lru_cache(_WORDS)(self._other)
        self._seen = lru_cache(_PARTS_SEEN)(self._find)

    def _add(self, folded: str, label: str) -> bool:
        """Adds a spelling of a label; false if it is too short, or only function words, and so is found nowhere."""
        raw = WORD.findall(folded)
        forms = [form for form in normal_words(raw) if form]
        if sum(map(len, forms)) < 2 or all(form in STOP_WORDS for form in forms):
            return False
        self._add_forms(forms, label)
        cut = [_parts(word) for word in raw]
        for way in (0, -1) if any(cut) else ():
            ways = [parts[way] if parts else (normal_word(word),) for word, parts in zip(raw, cut, strict=True)]
            self._add_forms([form for parts in ways for form in parts if form], label)
        for solid in {_solid(folded), _solid("".join(forms))}:
            if len(solid) >= _SPELLED:
                self._spelled.add(solid, label)
            if len(solid) >= _INSIDE:
                self._whole.setdefault(solid, label)
                self._add_forms([solid], label)
            if len(solid) - len(_DIGIT.findall(solid)) >= (_INSIDE_MANY if len(forms) > 1 else _INSIDE):
                self._inside.add(solid, label)
                if solid.endswith("y"):
                    self._inside.add(solid[:-1] + "ies", label)
            if len(solid) > 1 and min(solid) >= _UNSPACED:
                self._unspaced.add(solid, label)
        return True

    def _add_forms(self, forms: list[str], label: str) -> None:
        node = self._first.setdefault(forms[0], len(self._first) + len(self._next))
        for form in forms[1:]:
            node = self._next.setdefault((node, form), len(self._first) + len(self._next))
        self._label.setdefault(node, label)
        for form in forms:
            small = form.casefold()
            for spelling in (small, small + "s"):
                self._skeletons[spelling.translate(_SKELETON)].add(form)
            if form != small and small not in STOP_WORDS and form != "AIDS":
                self._small[small] = form

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Start, end and label of every occurrence, in order and apart; where two compete the longer one."""
        shown = Rendered(text)
        if not shown.changed:
            return self._find_in_parts(text) if len(text) >= _LONG else self._find(text)
        found = self._find(text)
        more = {(*shown.span(start, end), label) for start, end, label in self._find(shown.text)}
        known = {hit: [one for one in found if hit[0] <= one[0] and one[1] <= hit[1]] for hit in more}
        new = {hit for hit, within in known.items() if all(one[2] != hit[2] for one in within)}
        return _longest(new.union(found)) if new else found

    def _find_in_parts(self, text: str) -> list[tuple[int, int, str]]:
        """The same in a long text as it is written: no label goes on in another part, and most were seen before."""
        found: list[tuple[int, int, str]] = []
        shift = 0
        for part in parts(text):
            found += [(start + shift, end + shift, label) for start, end, label in self._seen(part)]
            shift += len(part)
        return found

    def _find(self, text: str) -> list[tuple[int, int, str]]:
        """The same in a text as it is written."""
        folded = Folded(text)
        words = _Words(folded.text)
        other = {word: read for word in set(words.raw) if any(read := self._others(word))}
        for at in [at for at, word in enumerate(words.raw) if word in other]:
            words.note(words.starts[at], words.ends[at], *other[words.raw[at]])
        for start, end, pieces in words.joined():
            label = self._other(word := "".join(pieces))[1]
            if label is not None and any(self._other(piece)[1] == label for piece in pieces):
                label = None
            words.note(start, end, [(normal_word(word),), *self._digits(word)], label)
        self._find_spelled(words)
        self._find_broken(words)
        for at, (before, word) in enumerate(pairwise(words.raw), 1):  # the British write AIDS like a name
            if word == "Aids" and before.islower() and words.text[words.ends[at - 1] : words.starts[at]].isspace():
                words.note(words.starts[at], words.ends[at], [("AIDS",)], None)
        for start, end in aids_as_disease(words.text):
            words.note(start, end, [("AIDS",)], None)
        self._find_as_written(words)
        if not words.text.isascii():
            words.hits.update(self._unspaced.find(words.text))
        self._find_words(words)
        return words.kept(folded)

    def _other(self, word: str) -> tuple[list[tuple[str, ...]], str | None]:
        """Other ways to read a word, and a label that is hidden in it; most words have neither."""
        small = word.casefold()
        plain = small.isalpha()
        ways = [] if plain and word == small else _parts(word)
        ways += [(self._small[small],)] if small in self._small else []
        solid = small if plain else _NOT_ALPHANUMERIC.sub("", small)
        ways += self._digits(solid)
        if (compound := _COMPOUND.fullmatch(solid)) and (
            form := normal_word(compound[1] or compound[2])
        ) in self._first:
            ways.append((form,))
        inside = max(self._inside.find(solid), key=lambda hit: hit[1] - hit[0], default=(0, 0, None))[2]
        return ways, self._whole.get(solid, inside)

    def _digits(self, word: str) -> list[tuple[str, ...]]:
        """Words of labels that a word is when its digits are taken for letters."""
        if not _DIGIT.search(word) or not _TWO_LETTERS.search(word):
            return []
        return [(form,) for form in self._skeletons.get(word.casefold().translate(_SKELETON), ())]

    def _find_spelled(self, words: _Words) -> None:
        """Letter by letter: H I V."""
        text = words.text
        for run in _SINGLES.finditer(text):
            places = [at for at in range(*run.span()) if text[at].isalnum()]
            letters = "".join(text[at].casefold()[:1] for at in places)
            plural = text.startswith("s", run.end())
            for start, end, label in self._spelled.find(letters):
                words.hits.add((places[start], places[end - 1] + 1 + (plural and end == len(places)), label))
            words.note(*run.span(), [*self._other(letters)[0], (normal_word(letters),)], None)

    def _find_as_written(self, words: _Words) -> None:
        """Codes and those below them, F20 and F20.81, and abbreviations that are words in other letters: PrEP.

        A number is a code only where it is called one.
        """
        if not self._as_written:
            return
        numbers = _NUMBER_CODE.finditer(words.text) if _SAYS_CODE_AT_ALL.search(words.text) else ()
        called = (
            match for match in numbers if _SAYS_CODE.search(words.text[max(0, match.start() - 80) : match.start()])
        )
        for match in (*_CODE.finditer(words.text), *called):
            code = match.group().replace(".", "")
            shortest = 3 if code[1].isdigit() else len(code)
            for end in range(len(code), shortest - 1, -1):
                if code[:end] in self._as_written:
                    words.hits.add((match.start(), match.end(), self._as_written[code[:end]]))
                    break

    def _find_broken(self, words: _Words) -> None:
        """Broken apart: syph-ilis, Woz niak."""
        raw, solids, heads = words.raw, self._solids, self._heads
        for first in [at for at, two in enumerate(pairwise(raw)) if "".join(two)[:_INSIDE].casefold() in heads]:
            joined = _solid(raw[first])
            shortest = _INSIDE
            for at in range(first + 1, len(raw)):
                gap = words.text[words.ends[at - 1] : words.starts[at]]
                if gap.isspace():
                    shortest = _INSIDE_MANY
                elif len(gap) > _SMALL_GAP or words.apart(at):
                    break
                joined += _solid(raw[at])
                found = self._whole.get(joined) or (joined.endswith("s") and self._whole.get(joined[:-1]))
                if found and len(joined) >= shortest:
                    words.hits.add((words.starts[first], words.ends[at], found))
                longer = bisect_left(solids, joined)
                if longer == len(solids) or not solids[longer].startswith(joined):
                    break

    def _find_words(self, words: _Words) -> None:
        """Word by word, over all ways to read them."""
        first = self._first
        for at in [at for at, form in enumerate(words.forms) if form in first]:
            self._follow(first[words.forms[at]], at + 1, words.starts[at], words.ends[at], words)
        for way in [way for ways in words.readings.values() for way in ways]:
            for part, form in enumerate(way[0], 1):
                node = self._along(first.get(form), way, part, way[2], words)
                if node is not None:
                    self._follow(node, way[1], way[2], way[3], words)

    def _follow(self, node: int, at: int, start: int, end: int, words: _Words) -> None:
        """Every label that begins at `start` and goes on, from a node of the tree, with the word `at`."""
        todo = [(node, at, end)]
        seen: set[tuple[int, int]] = set()
        while todo:
            node, at, end = todo.pop()
            if (node, at) in seen:
                continue
            seen.add((node, at))
            if node in self._label:
                words.hits.add((start, end, self._label[node]))
            if words.apart(at):
                continue
            if at < len(words.forms) and (node, words.forms[at]) in self._next:
                todo.append((self._next[node, words.forms[at]], at + 1, words.ends[at]))
            for way in words.readings.get(at, ()):
                there = self._along(node, way, 0, start, words)
                if there is not None:
                    todo.append((there, way[1], way[3]))

    def _along(self, node: int | None, way: _Reading, part: int, start: int, words: _Words) -> int | None:
        """The node at the end of a reading, from its part of that number; a label may end within."""
        forms, _, _, end = way
        while node is not None and part < len(forms):
            if part and node in self._label:
                words.hits.add((start, end, self._label[node]))
            node = self._next.get((node, forms[part]))
            part += 1
        return node

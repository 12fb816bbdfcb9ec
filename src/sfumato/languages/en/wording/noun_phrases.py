"""Arranges what is to be replaced by noun phrases, so that no head loses its sense and no modifier stands alone.

A name behind the noun that says what it is goes ("the film Jaws" is "the film"), a replaced modifier goes ("the HBO
series" is "the series"), words before a replaced head that are replaced too go with it ("an American actor" is "a
performer"), and what is left out goes with all that only it holds up: its preposition, its comma, its place in a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sfumato.languages.en.nations import continents
from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.degrees import compared
from sfumato.languages.en.wording.denied import as_denied
from sfumato.languages.en.wording.given import cased
from sfumato.languages.en.wording.joining import apart, joined
from sfumato.languages.en.wording.leaving_out import closed, left_out, opens
from sfumato.languages.en.wording.neighbours import (
    fitted,
    is_language,
    needs_article,
    shares_possessive,
    without_modifier,
)
from sfumato.languages.en.wording.predicates import predicate_left_out
from sfumato.languages.en.wording.roles import as_one_person, of_role
from sfumato.languages.en.wording.said_once import said_once
from sfumato.languages.en.wording.surroundings import tied_after, tied_before
from sfumato.types import Proposal, Syntax

_MODIFIERS = frozenset(("compound", "amod", "nmod", "poss", "nummod", "advmod", "npadvmod"))
_OF_STATE = frozenset(
    """law laws legislation government authorities authority court courts constitution parliament legal criminal civil
    penal judicial state citizenship nationality army police""".split()
)
"""What each country has of its own: there is no Asian law."""
_ROW = re.compile(r",?\s(?:(?:and|or|&)\s)?")
_MARKS = ('""', "“”", "‘’")


def arranged(text: str, proposals: Sequence[Proposal], syntax: Syntax, *, marks: bool) -> list[Proposal]:
    """The proposals as they can be written: some wider, some joined, some as the words that stand there then."""
    found = as_one_person(text, _named_together(text, joined(text, proposals), syntax), syntax)
    found = fitted(text, found, syntax, marks=marks)
    placed = [(proposal, syntax.words(proposal.start, proposal.end)) for proposal in found]
    return apart(text, _Arranger(text, syntax, placed, marks).arranged())


def _named_together(text: str, found: list[Proposal], syntax: Syntax) -> list[Proposal]:
    """Names in a row behind the plural that says what they are go: "the actors Jon Voight and Brad Pitt"."""
    kept: list[Proposal] = []
    at = 0
    while at < len(found):
        last = at
        while (
            last + 1 < len(found)
            and found[last + 1].name
            and _ROW.fullmatch(text, found[last].end, found[last + 1].start)
        ):
            last += 1
        noun = syntax.words(found[at].start, found[at].end).start - 1
        plural = noun >= 0 and syntax.tag[noun] == "NNS" and text[syntax.starts[noun]].islower()
        if last > at and found[at].name and plural and text[syntax.ends[noun] : found[at].start] == " ":
            start, end = syntax.starts[noun], syntax.ends[noun]
            taken = at > 0 and found[at - 1].end > start
            whole = replace(found[at], start=end if taken else start, end=found[last].end, literal=True, name=False)
            kept.append(replace(whole, label="" if taken else text[start:end]))
            at = last + 1
        else:
            kept.append(found[at])
            at += 1
    return kept


class _Arranger:
    def __init__(self, text: str, syntax: Syntax, placed: list[tuple[Proposal, range]], marks: bool) -> None:
        self.text, self.syntax, self.placed, self.marks = text, syntax, placed, marks
        self.taken = {word: proposal for proposal, words in placed for word in words}
        """The proposal of each word that is to be replaced."""

    def arranged(self) -> Iterator[Proposal]:
        for proposal, words in self.placed:
            if (
                not words
                or proposal.literal
                or proposal.said
                or tied_before(self.text, proposal.start)
                or tied_after(self.text, proposal.end)
            ):
                yield proposal
            elif once := self._said_once(proposal, words):
                yield from once
            else:
                made = self._word(proposal, words) or self._arranged(proposal, words)
                made = replace(made, start=min(made.start, proposal.start), end=max(made.end, proposal.end))
                made = self._with_quotes(made)
                bare = self.marks or made.label or made.literal
                yield made if bare else without_modifier(self.text, made, words, self.syntax, self.taken)

    def _said_once(self, proposal: Proposal, words: range) -> list[Proposal]:
        if not proposal.name or not proposal.label or self._by_noun(proposal, words):
            return []
        phrase = self.syntax.phrase_of(words.start)
        opens = self._opens(phrase[0] if phrase else words.start)
        return said_once(self.text, proposal, words, self.syntax, self.taken, opens)

    def _is_sentence(self, proposal: Proposal, words: range) -> bool:
        behind = self.text[proposal.end - 1 : proposal.end + 1]
        return len(words) > 2 and self._opens(words.start) and (behind[:1] in ".!?" or behind[1:] in ("", "\n"))

    def _word(self, proposal: Proposal, words: range) -> Proposal | None:
        """A word that is spoken of: the word "gay" is "the word", and to say "gay" is to say a certain word."""
        text, start, end = self.text, proposal.start, proposal.end
        if text[start - 1 : start] + text[end : end + 1] not in ('""', "“”", "‘’") or not text[start].islower():
            return None
        if self.marks and not proposal.label:
            return None
        before = words.start - 2
        if before >= 0 and _said(text, self.syntax, before) in ("word", "term", "name", "expression", "phrase"):
            return replace(proposal, start=self.syntax.ends[before], end=end + 1, label="", literal=True)
        determined = before >= 0 and self.syntax.tag[before] == "DT" and self.syntax.ends[before] == start - 2
        start = self.syntax.starts[before] if determined else start - 1
        said = cased(text, start, end, "a certain word")
        return replace(proposal, start=start, end=end + 1, label=said, literal=True)

    def _with_quotes(self, proposal: Proposal) -> Proposal:
        """What goes, with the quotation marks that would hold nothing."""
        text, start, end = self.text, proposal.start, proposal.end
        if proposal.label or not proposal.literal or not start or text[start - 1] + text[end : end + 1] not in _MARKS:
            return proposal
        return replace(proposal, start=start - 1 - (text[start - 2 : start - 1] == " "), end=end + 1)

    def _arranged(self, proposal: Proposal, words: range) -> Proposal:
        if not proposal.label and not self.marks and self._is_sentence(proposal, words):
            return closed(self.text, proposal, proposal.start, proposal.end)
        top = self.syntax.top(words)
        phrase = self.syntax.phrase_of(top)
        if proposal.label and (owned := of_role(self.text, proposal, words, self.syntax)):
            return owned
        if phrase is not None and phrase[2] not in words and top < phrase[2]:
            return self._modifier(proposal, words, phrase)
        if proposal.name and self._before_noun(words):
            return self._modifier(proposal, words, (words.start, words.stop + 1, words.stop))
        if not proposal.label:
            return proposal if self.marks else self._left_out(proposal, words)
        if proposal.name and (named := self._by_noun(proposal, words) or self._aside(proposal, words, top)):
            return named
        if quoted := self._unquoted(proposal, words):
            return quoted
        proposal = self._without_number(proposal, words)
        if proposal.label in continents() and self.syntax.tag[top] in ("NNPS", "NNS"):
            return replace(proposal, said=english.plural(proposal.label))
        if proposal.label in continents() and is_language(self.text, words, self.syntax):
            proposal = replace(proposal, label=f"{proposal.label} language")
        if phrase is None:
            return proposal
        place, said = as_denied(self.text, proposal, words, self.syntax)
        if said:
            return replace(proposal, start=min(place, proposal.start), said=said)
        start = self._with_modifiers(proposal, words, phrase)
        if proposal.name:
            start = self._with_adjectives(start, words, phrase)
        if start <= self.syntax.starts[phrase[0]] and self.syntax.relation[top] not in _MODIFIERS:
            alone = not self._determined(phrase[0])
            if alone and shares_possessive(top, self.syntax) and not english.is_plural(self._text(top)):
                return replace(proposal, start=start, said=proposal.label)
            proposal = replace(proposal, alone=alone, opens=self._opens(phrase[0]))
            if said := self._as_it_stood(proposal, words, top):
                return replace(proposal, start=start, said=said)
        return compared(self.text, replace(proposal, start=start), words, self.syntax, self.taken)

    def _left_out(self, proposal: Proposal, words: range) -> Proposal:
        if not proposal.name and (said := predicate_left_out(self.text, proposal, words, self.syntax)):
            return said
        return left_out(self.text, proposal, words, self.syntax, self.taken)

    def _without_number(self, proposal: Proposal, words: range) -> Proposal:
        """The proposal without the last part of a number of which the first part goes: "million" of "$70 million"."""
        first, _, rest = proposal.label.partition(" ")
        for word in words[1:] if rest else ():
            if (
                self.syntax.tag[word] == "CD"
                and self.syntax.tag[word - 1] == "CD"
                and _said(self.text, self.syntax, word) == first
            ):
                return replace(proposal, label=rest)
        return proposal

    def _determined(self, first: int) -> bool:
        """Whether an article or a possessive stands right before a noun phrase, though none of it to the parser."""
        before = first - 1
        while before >= 0 and self.text[self.syntax.starts[before] : self.syntax.ends[before]] in tuple('"“‘'):
            before -= 1
        return before >= 0 and self.syntax.tag[before] in ("DT", "PRP$", "POS")

    def _text(self, word: int) -> str:
        return self.text[self.syntax.starts[word] : self.syntax.ends[word]]

    def _as_it_stood(self, proposal: Proposal, words: range, top: int) -> str:
        """The article that a phrase has when its own noun stays of it: "the" for a possessive, none where it had none.

        "Ann's next film" is "the next film", "one of Ann's films" "one of the films", "severe schizophrenia"
        "schizophrenia"; nothing where the article follows from the label alone.
        """
        text, syntax, label = self.text, self.syntax, proposal.label
        noun = text[syntax.starts[top] : syntax.ends[top]]
        if not label.endswith(noun) or syntax.pos[top] != "NOUN" or top != words.stop - 1:
            return ""
        many, before = english.is_plural(noun), words.start - 1
        if any(syntax.tag[word] == "POS" for word in words):
            partitive = before > 0 and _said(text, syntax, before) == "of" and syntax.pos[syntax.head[before]] != "NOUN"
            owner = text[syntax.starts[words.start] : syntax.ends[words.start]]
            eponym = label == noun and text.count(owner) < 2  # "Kaposi's sarcoma" is nobody's
            return f"the {label}" if proposal.alone and (partitive or not eponym) else ""
        first = _said(text, syntax, words.start)
        than = words.stop < len(syntax) and _said(text, syntax, words.stop) == "than"
        compares = syntax.tag[words.start] == "JJR" or (syntax.tag[words.start] == "RBR" and than)
        if first in ("less", "more", "fewer") and compares and not label.startswith(first):
            return f"{first} {label}"
        bare = proposal.alone and not many and not any(syntax.pos[word] in ("PROPN", "NUM") for word in words)
        bare = bare and english.may_be_bare(label)
        return label if bare and not opens(text, proposal.start) else ""

    # --- words before a head ---

    def _modifier(self, proposal: Proposal, words: range, phrase: tuple[int, int, int]) -> Proposal:
        """A word before a noun that stays, or goes with it: it is left out, with its "most"."""
        first, last, head = phrase
        text, syntax = self.text, self.syntax
        following = words.stop
        if not proposal.label and not self.marks and syntax.tag[words.stop - 1] == "POS":
            return replace(proposal, label=cased(text, proposal.start, proposal.end, "the"), literal=True)
        if following >= last or syntax.tag[following] == "POS" or self._possessive(words):
            return proposal
        if syntax.pos[head] != "NOUN" or _said(text, syntax, head).endswith("ly"):  # taken for a noun
            return proposal
        if proposal.label in continents():
            return replace(proposal, label="national") if _said(text, syntax, following) in _OF_STATE else proposal
        if self.taken.get(head) is not None and self._only_taken(following, head):
            return proposal  # goes with the head
        if syntax.pos[following] in ("CCONJ", "PUNCT", "ADP") or self._side_by_side(words.start - 1, phrase):
            return proposal  # one of several that stand side by side
        if not proposal.label and self.marks:
            return proposal
        start = words.start
        while start > first and syntax.tag[start - 1] in ("RBS", "RBR", "RB") and syntax.head[start - 1] in words:
            start -= 1
        begin, end = syntax.starts[start], syntax.starts[following]
        before = start - 1
        if before >= first and _said(text, syntax, before) in ("a", "an"):
            article = english.article(text[end : end + 30])
            written = cased(text, syntax.starts[before], end, article)
            rest = ""
            if not any(word in self.taken for word in range(following, head + 1)):
                rest, end = text[end : syntax.ends[head]], syntax.ends[head]
            return replace(proposal, start=syntax.starts[before], end=end, label=f"{written} {rest}", literal=True)
        if "\n" in text[begin:end]:
            return proposal
        label = ""
        if not any(word in self.taken for word in range(following, head + 1)):
            label, end = text[end : syntax.ends[head]], syntax.ends[head]
        if label and start == first and not opens(text, begin) and needs_article(text, first, syntax):
            label = f"{english.article(label)} {label}"
        elif label and text[begin].isupper() and begin == syntax.starts[first] and opens(text, begin):
            label = label[0].upper() + label[1:]
        elif text[begin].isupper() and begin == syntax.starts[first] and opens(text, begin):
            label, end = text[end].upper(), end + 1
        return replace(proposal, start=begin, end=end, label=label, literal=True)

    def _side_by_side(self, before: int, phrase: tuple[int, int, int]) -> bool:
        """Whether a mark stands before a word, or an "and" that ties it to another word of its phrase."""
        if before >= 0 and self.syntax.pos[before] == "CCONJ":
            return before >= phrase[0] or phrase[0] <= self.syntax.head[before] < phrase[1]
        return before >= 0 and self.syntax.pos[before] == "PUNCT"

    def _opens(self, word: int) -> bool:
        """Whether a sentence or a line begins with a word: it hangs on another one than the word before it."""
        if word == 0:
            return True
        last = self.syntax.ends[word - 1] - 1
        gap = self.text[last : self.syntax.starts[word]]
        ended = self.text[last] in '.!?…"”' or (self.text[last] == ")" and self.text[last - 1] in ".!?…")
        return self.syntax.root(word) != self.syntax.root(word - 1) and ("\n" in gap or ended)

    def _before_noun(self, words: range) -> bool:
        """Whether a common noun stands right behind, to which the last word belongs."""
        text, syntax, following = self.text, self.syntax, words.stop
        if following >= len(syntax) or text[syntax.ends[following - 1] : syntax.starts[following]] != " ":
            return False
        if syntax.head[following - 1] < following or syntax.relation[following - 1] not in _MODIFIERS:
            return False
        return syntax.pos[following] == "NOUN" and text[syntax.starts[following]].islower()

    def _possessive(self, words: range) -> bool:
        return any(self.syntax.tag[word] in ("POS", "PRP$") for word in words)

    def _only_taken(self, first: int, last: int) -> bool:
        return all(self.taken.get(word) is not None or self.syntax.pos[word] == "PUNCT" for word in range(first, last))

    def _with_modifiers(self, proposal: Proposal, words: range, phrase: tuple[int, int, int]) -> int:
        """Where a head begins with the words right before it that are to be replaced, too."""
        start = words.start
        while start > phrase[0]:
            before = self.taken.get(start - 1)
            if before is None or before.literal or before is proposal or self.syntax.tag[start - 1] == "POS":
                break
            start = self.syntax.words(before.start, before.end).start
        return min(proposal.start, self.syntax.starts[start]) if start < words.start else proposal.start

    def _by_noun(self, proposal: Proposal, words: range) -> Proposal | None:
        """What says the noun right before a name: "actor" of "actor Brad Pitt", the "film" of "the film 'Jaws'"."""
        text, syntax = self.text, self.syntax
        noun = words.start - 1
        while noun >= 0 and text[syntax.starts[noun] : syntax.ends[noun]] in tuple("\"“‘'"):
            noun -= 1
        the = noun > 0 and text[syntax.starts[noun] : syntax.ends[noun]] == "the"
        if the and english.form(_said(text, syntax, noun - 1)) == english.noun(proposal.label).forms[-1]:
            noun -= 1  # "the group the Chi-Lites"
        date = self.taken.get(noun)
        if noun < 0 or not self._is_one(noun) or (date and date.literal):  # "in the 2005–06 season Ann Lee left"
            return None
        gap = text[syntax.ends[noun] : proposal.start]
        quoted = gap.strip().removeprefix("the").strip()
        if "\n" in gap or (quoted and text[proposal.end : proposal.end + 1] not in tuple("\"”’'")):
            return None
        first = noun
        while first > 0 and self._describes(first - 1, first):
            first -= 1
        start, end = syntax.starts[noun], proposal.end + bool(quoted)
        kept = replace(proposal, start=start, end=end, label=text[start : syntax.ends[noun]], literal=True, name=False)
        before = syntax.pos[first - 1] if first else ""
        if noun in self.taken or before in ("DET", "PRON", "NUM", "PROPN") or syntax.tag[first - 1] in ("POS", "PRP$"):
            return replace(kept, start=syntax.ends[noun], label="") if noun in self.taken else kept
        start = syntax.starts[first]
        phrase = syntax.phrase_of(noun)
        alone = phrase is not None and first == phrase[0] and not self._determined(first)
        return replace(kept, start=start, label=text[start : syntax.ends[noun]], literal=False, name=True, alone=alone)

    def _unquoted(self, proposal: Proposal, words: range) -> Proposal | None:
        """A title without its quotation marks: what it is called is no title."""
        text, start, end = self.text, proposal.start, proposal.end
        marks = text[start - 1 : start] + text[end : end + 1]
        if not proposal.name or marks not in ('""', "“”") or not text[start : start + 1].isupper():
            return None
        return replace(proposal, start=start - 1, end=end + 1, alone=not self._determined(words.start))

    def _with_adjectives(self, start: int, words: range, phrase: tuple[int, int, int]) -> int:
        """Where a name begins with the adjectives before it that hang on it: "northern" of "northern Cyprus"."""
        syntax = self.syntax
        first = words.start
        while first > phrase[0] and self._is_adjective(first - 1) and first - 1 not in self.taken:
            first -= 1
        whole = first == phrase[0] and first < words.start
        return min(start, syntax.starts[first]) if whole else start

    def _is_adjective(self, word: int) -> bool:
        return self.syntax.pos[word] == "ADJ" or (self.syntax.relation[word], self.syntax.tag[word]) == ("amod", "VBG")

    def _aside(self, proposal: Proposal, words: range, top: int) -> Proposal | None:
        """A name between commas behind what it is goes with them: "the thriller, Jaws" is "the thriller"."""
        text, syntax = self.text, self.syntax
        noun, comma = syntax.head[top], words.start - 1
        if syntax.relation[top] != "appos" or not (self._is_one(noun) or self._has_article(noun)):
            return None
        if comma <= noun or text[syntax.starts[comma] : syntax.ends[comma]] != "," or syntax.top(words) != top:
            return None
        end = proposal.end + (text[proposal.end : proposal.end + 2] == ", ")
        if any(syntax.head[word] in words for word in range(words.stop, min(words.stop + 2, len(syntax)))):
            end = proposal.end
        gone = replace(proposal, start=syntax.starts[comma], end=end, label="", literal=True, name=False)
        if noun == comma - 1 and noun not in self.taken:
            return replace(gone, start=syntax.starts[noun], label=text[syntax.starts[noun] : syntax.ends[noun]])
        return gone

    def _has_article(self, noun: int) -> bool:
        return any(self.syntax.relation[child] in ("det", "poss") for child in self.syntax.children(noun))

    def _is_one(self, word: int) -> bool:
        """Whether a word is a common noun in the singular."""
        said = self.text[self.syntax.starts[word] : self.syntax.ends[word]]
        return self.syntax.pos[word] in ("NOUN", "PROPN") and said[0].islower() and not english.is_plural(said)

    def _describes(self, word: int, following: int) -> bool:
        """Whether a word describes the one behind it."""
        said = self.text[self.syntax.starts[word] : self.syntax.ends[word]]
        tied = self.text[self.syntax.ends[word] : self.syntax.starts[following]].strip(" ") == ""
        return tied and (self.syntax.pos[word] in ("NOUN", "ADJ") or said == "-") and word not in self.taken


def _said(text: str, syntax: Syntax, word: int) -> str:
    return text[syntax.starts[word] : syntax.ends[word]].lower()

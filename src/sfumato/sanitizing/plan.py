"""The plan of a document: what is to be hidden in it, which terms are taken so far, and who judges what is left.

Each stage of sanitizing takes a plan and gives a plan. `rewrite` alone goes round and round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sfumato.languages.reading import phrases
from sfumato.policy import Detect, Profile
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Judge, Knowledge, Language, Replacer, Scanner, Taxonomy
from sfumato.replacements.options import OTHER
from sfumato.risk import CSanitized, Reach
from sfumato.risk.information import discloses
from sfumato.risk.readers import NOBODY_ELSE, Readers
from sfumato.risk.unseen import unseen
from sfumato.sanitizing.edits import Change, Changes, Draft, Span, TermIndex, inside
from sfumato.sanitizing.gaps import marked
from sfumato.types import Any, Disclosure, Document, Option, Reading, Secret, Term

NAMES = "names"
"""The reason of what is taken because it names a secret."""
_FEW_DIGITS = 3  # of a number: with fewer it is one of many things, with as many or more perhaps the same


class Secrets:
    """The secrets of a document, and all that is kept of one set of them: what names them and what tells of them."""

    def __init__(self, resolved: Sequence[Resolved], knowledge: Knowledge, profile: Profile) -> None:
        self.resolved = tuple(resolved)
        self.all = tuple(secret for each in resolved for secret in (each.secret, *each.proxies))
        """With what stands for those that the knowledge has never seen."""
        self.accepted: dict[Option, bool] = {}
        """Which wordings tell too much: the same for every document with these secrets."""
        self.listed_limit: float | None = None
        """HEALTH's threshold of the whole list, once it was asked for: slow to find."""
        self._knowledge = knowledge
        self._profile = profile
        self._scanners: dict[str, Scanner] = {}
        self._owner = {label: each.secret.name for each in resolved for label in each.secret.labels}

    @cached_property
    def scanner(self) -> Scanner:
        """Finds every name of every secret."""
        return self._knowledge.language.scanner(label for each in self.resolved for label in each.secret.labels)

    @cached_property
    def judge(self) -> CSanitized:
        """Judges terms by counts of enough documents."""
        return self._judge(self._profile.support)

    @cached_property
    def lenient_judge(self) -> CSanitized:
        """Judges terms by however few counts."""
        return self._judge(1)

    def _judge(self, support: int) -> CSanitized:
        return CSanitized(self._knowledge, self.all, support=support, counting=self._profile.counting)

    def scanner_of(self, secret: Secret) -> Scanner:
        """Finds every name of one secret."""
        if len(self.resolved) == 1 and secret == self.resolved[0].secret:
            return self.scanner  # a scanner of many names is slow to make
        if secret.name not in self._scanners:
            self._scanners[secret.name] = self._knowledge.language.scanner(secret.labels)
        return self._scanners[secret.name]

    def owner(self, label: str) -> str:
        """The name of the secret that a label names."""
        return self._owner.get(label, "")

    @property
    def seen(self) -> bool:
        """Whether the knowledge has seen any of them."""
        return any(each.seen for each in self.resolved)

    def named(self, profile: Profile) -> bool:
        """Whether names and numbers identify: a secret is a name, or the profile says so."""
        if profile.identifying == "never" or not self.all:
            return False
        return profile.identifying == "always" or any(secret.kind != "concept" for secret in self.all)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a document is sanitized with; `weigh` says what it costs to change a term of a label, against others."""

    profile: Profile
    knowledge: Knowledge
    taxonomy: Taxonomy
    replacer: Replacer
    searches: tuple[Reach, ...] = ()
    weigh: Callable[[str], float] = lambda label: 1.0
    finds_identifiers: bool = False
    """Whether a detector of the policy finds whatever identifies."""
    readers: Readers = NOBODY_ELSE
    """Who reads the whole of what is left, beside the readers that come with sfumato."""
    left: Callable[[str, Sequence[str]], Sequence[tuple[Term, Detect]]] = lambda text, untrue: ()
    """What the detectors of the policy still find in a text beside what is untrue there, and the rules about it."""


class Scope(NamedTuple):
    """A part of the text, and the judge of what stands there."""

    start: int
    end: int
    """Where the part ends: the first character after it."""
    judge: Judge


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A document that is being sanitized: what is to be hidden in it, what is taken so far, who judges what is left."""

    document: Document
    reading: Reading
    index: TermIndex
    secrets: Secrets
    tools: Tools
    found: tuple[tuple[Term, Detect], ...] = ()
    """What detectors found, and the rule of the policy that says how it is written."""
    exempt: tuple[Span, ...] = ()
    """Statements that may stay because they are denied."""
    also: frozenset[str] = frozenset()
    """Pieces that must go for what is released beside the text: they speak for a secret together with that."""
    topics: tuple[str, ...] = ()
    """What the text is about: it says which sense a word has."""
    scopes: tuple[Scope, ...] = ()
    identifies: Callable[[str], bool] = lambda wording: False
    """Whether a wording identifies by itself."""
    accepted: dict[Option, bool] = field(default_factory=dict)
    """Which wordings were found to tell too much; they are asked for again and again."""
    changes: Changes = field(default_factory=Changes)
    review: tuple[str, ...] = ()
    """Terms that the knowledge has never seen and that a person is to look at."""

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def language(self) -> Language:
        return self.tools.knowledge.language

    def judged_by(self, judge: Judge, accepted: dict[Option, bool] | None = None) -> Plan:
        """The plan with one judge for the whole text."""
        return self.judged_in((Scope(0, len(self.text), judge),), accepted)

    def judged_in(self, scopes: Sequence[Scope], accepted: dict[Option, bool] | None = None) -> Plan:
        """The plan with a judge for each part of the text; `accepted` is what is known of wordings under them."""
        return replace(self, scopes=tuple(scopes), accepted={} if accepted is None else accepted)

    @property
    def judges(self) -> list[Judge]:
        """The judges of all parts, each once."""
        return list(dict.fromkeys(scope.judge for scope in self.scopes))

    @property
    def judges_secrets(self) -> bool:
        """Whether the secrets themselves are judged, not what a first sanitizer hid."""
        return bool(self.scopes) and self.scopes[0].judge is self.secrets.judge

    def draft(self) -> Draft:
        """The text with the changes that are planned so far."""
        return self.changes.draft(self.text, self.tools.replacer.write)

    def is_exempt(self, span: Span) -> bool:
        return inside(span, self.exempt)

    # --- wordings ---

    def options(self, start: int, end: int, label: str) -> tuple[Option, ...]:
        """What stands between these places could be called so, the nearest first, leaving it out last."""
        possessive = self.language.tables.possessive
        return self.tools.replacer.options(self.index.mention(start, end, label, possessive, self.topics))

    def accepts(self, option: Option) -> bool:
        """Whether a wording discloses nothing: neither its words as they are read, nor the concept that they name."""
        known = self.accepted.get(option)
        if known is None:
            known = self.accepted[option] = self._accepts(option)
        return known

    def _accepts(self, option: Option) -> bool:
        if not option.label:
            return True
        if self.secrets.scanner.find(option.label):
            return False
        reading = self.language.read(option.label)
        if option.content and self.tools.profile.unknown == "redact" and unseen(reading, self.tools.knowledge).places:
            return False
        forms = list(phrases(reading))
        judges = self.judges
        for judge in judges:
            if forms and np.any(discloses(judge.bits(forms), judge.limits[:, np.newaxis])):
                return False
        if option.content and not option.untrue and self.identifies(option.label):
            return False
        if option.concept is None or not judges:
            return True
        concept, judge = option.concept, judges[0]
        told = judge.concept_bits(concept, lambda: Any(*self.tools.taxonomy.forms(concept)))
        return told is None or not np.any(discloses(told, judge.limits))

    def acceptable(self, options: Sequence[Option], at: int) -> int:
        """The first of the options, from `at` on, that discloses nothing; the last is always accepted."""
        while at < len(options) - 1 and not self.accepts(options[at]):
            at += 1
        return at


Model = Callable[[Plan], Plan]
"""Gives the plan with what the model takes first, and with the judges of the rest."""


class Taking:
    """Takes terms out of the text of a plan, or moves them on: on changes of its own, until it gives a plan again."""

    def __init__(self, plan: Plan) -> None:
        self.start = plan
        self.changes = plan.changes.copy()
        self.moved: set[str] = set()
        """The terms that were taken or moved on since it was last emptied."""

    def plan(self) -> Plan:
        """The plan with all that was taken."""
        return replace(self.start, changes=self.changes)

    def take(self, start: int, end: int, label: str, why: Disclosure, options: tuple[Option, ...] = ()) -> bool:
        """Takes the span and every equal term; false if none of them is free.

        What is taken for what it is, not for what it tells of a secret, is taken where it may be the same thing.
        """
        plan = self.start
        form = plan.index.form(start, end) or plan.text[start:end].strip()  # signs may spell a label, too
        spots, usual = plan.index.equal_terms.get(form, ((), label))
        if form in self.changes.by_form:  # all of them were taken with the first
            spots = ()
        if not why.secret:
            spots = tuple(span for span in spots if _may_be_same(plan.text[start:end], plan.text[span[0] : span[1]]))
        others = (span for span in spots if not plan.is_exempt(span))
        free = [span for span in dict.fromkeys([(start, end), *others]) if self.changes.free(span)]
        if not free or not form:
            return False
        change = self.changes.by_form.get(form)
        if change is None:
            label = label if why.reason == NAMES else usual
            text = " ".join(plan.text[start:end].split())
            found = options or plan.options(start, end, label)
            change = Change(form, text, label, why, options=found, fixed=bool(options))
            change.at = plan.acceptable(found, 0)
        elif not change.places:  # it was given back: it is taken for another reason now
            change.why = why
        self.changes.add(change, free)
        self.moved.add(form)
        return True

    def take_whole(self, start: int, end: int, why: Disclosure) -> bool:
        """Takes the term that a span belongs to."""
        return self.take(*self.start.index.whole(start, end), why)

    def leave_out(self, start: int, end: int, why: Disclosure, mend: str) -> None:
        """Leaves out all that stands between these places, whatever was taken of it before.

        `mend` is what is to stand there so that the rest reads on.
        """
        self.changes.clear((start, end))
        start, end = max(self.changes.left(start, end), key=lambda span: span[1] - span[0], default=(start, end))
        text = " ".join(self.start.text[start:end].split())
        if self.start.tools.profile.gaps == "mark":
            mend = marked(self.start.text[start:end], mend)
        place = f"{start}-{end}"  # not the words of it: the same words stay a change of their own elsewhere
        self.changes.add(
            Change(place, text, OTHER, why, options=(Option(mend, 0.0, literal=True),), fixed=True), [(start, end)]
        )

    def advance(self, change: Change) -> bool:
        """Moves a change to its next option, once until `moved` is emptied; false if nothing is more general."""
        if change.spent:
            return False
        if change.form not in self.moved:
            change.at = self.start.acceptable(change.options, change.at + 1)
            self.moved.add(change.form)
        return True


def _may_be_same(one: str, other: str) -> bool:
    """Whether terms of one form may be one thing: not a name and a common noun, nor numbers as short as in lists.

    >>> [_may_be_same(*pair) for pair in (("Oslo", "OSLO"), ("Decision", "decision"), ("1", "1"), ("4711", "4711"))]
    [True, False, False, True]
    """
    if any(map(str.isalpha, one)):
        return any(map(str.isupper, other)) or not any(map(str.isupper, one))
    return sum(map(str.isdigit, one)) >= _FEW_DIGITS


def names(secret: Secret) -> Disclosure:
    """Why a name of a secret is taken, whatever it tells."""
    return Disclosure((secret.name,), secret.name, 0.0, 0.0, NAMES)

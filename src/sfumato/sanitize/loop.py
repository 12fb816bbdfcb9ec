"""The one loop: ask the judge what discloses, generalise the term that does, write the text anew, until it is silent.

It ends: each round moves at least one term one step on, to something that keeps less information, and the last step of
every term is to be left out. What is asked is the text as a reader sees it, every word and phrase of the draft, so
that what replacements say, alone or beside what stays, is judged like everything else.
"""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from sfumato.languages.en.negation import negated
from sfumato.languages.en.reading import read, read_disguised
from sfumato.languages.en.scan import Scanner
from sfumato.languages.reading import contexts, in_contexts, phrases, visible
from sfumato.replacements.options import LEFT_OUT, OTHER, Option, Options
from sfumato.risk import CSanitized, Judge, content_of, disclosures, risky_groups
from sfumato.risk.hitting_set import cheapest, cost_of, greedy
from sfumato.risk.information import discloses
from sfumato.sanitize.edits import Draft, Places, Unit
from sfumato.types import Any, Disclosure, Reading, Term

Span = tuple[int, int]


class Loop:
    """One document on its way: the judge, what it is about, and its units by the words they stand for."""

    def __init__(
        self,
        reading: Reading,
        terms: Sequence[Term],
        *,
        judge: Judge,
        options: Options,
        scanner: Scanner,
        secret_of: Callable[[str], str] = lambda label: "",
        identifies: Callable[[str], bool] = lambda form: False,
        topics: Sequence[str] = (),
        groups: int = 1,
        context: str = "document",
        redact: bool = False,
        exempt: Sequence[Span] = (),
        accepted: dict[Option, bool] | None = None,
        leads: Callable[[str], Sequence[Disclosure]] | None = None,
        weigh: Callable[[str], float] = lambda label: 1.0,
    ) -> None:
        """`leads` finds sets of words of a draft that lead to a secret; `weigh` says what a term of a label costs."""
        self.text = reading.text
        self.reading = reading
        self.scopes: list[tuple[int, int, Judge]] = [(0, len(self.text), judge)]
        """Each part of the text with the judge of what stands there."""
        self.options = options
        self.scanner = scanner
        self.secret_of = secret_of
        self.identifies = identifies
        self.topics = tuple(topics)
        self.groups = groups
        self.context = context
        self.redact = redact
        self.exempt = tuple(exempt)
        self.accepted = {} if accepted is None else accepted
        self.leads = leads
        self.weigh = weigh
        self.repairs: list[tuple[float, float]] = []
        """What it cost in each round that no set leads to a secret, and what greedily chosen words would have."""
        self.places = Places(reading, terms)
        self.units: dict[str, Unit] = {}
        self.rounds = 0
        self._starts: list[int] = []
        self._owner: dict[int, tuple[int, Unit]] = {}
        self._moved: set[str] = set()
        self._groups: dict[frozenset[str], list[Disclosure]] = {}
        self._spots: dict[str, list[Span]] = {}
        labels: dict[str, Counter[str]] = {}
        for term in terms:
            form = self.places.form(term.start, term.end)
            self._spots.setdefault(form, []).append((term.start, term.end))
            labels.setdefault(form, Counter())[term.label] += 1
        self._label = {form: min(counts, key=lambda at: (-counts[at], at)) for form, counts in labels.items()}

    @property
    def judge(self) -> Judge:
        """The judge of the whole text."""
        return self.scopes[0][2]

    # --- units ---

    def take(self, start: int, end: int, label: str, why: Disclosure, options: tuple[Option, ...] = ()) -> bool:
        """Makes a unit of the span and of every equal term; false if none of them is free."""
        form = self.places.form(start, end) or self.text[start:end].strip()  # signs may spell a label, too
        spots = () if form in self.units else self._spots.get(form, ())  # all of them were taken with the first
        others = (span for span in spots if not inside(span, self.exempt))
        free = [span for span in dict.fromkeys([(start, end), *others]) if self._free(span)]
        if not free or not form:
            return False
        label = label if why.reason == "names" else self._label.get(form, label)
        unit = self.units.get(form)
        if unit is None:
            text = " ".join(self.text[start:end].split())
            unit = Unit(form, text, label, [], why.reason, why.secret, why.bits, why.limit, fixed=bool(options))
            unit.options = options or (LEFT_OUT,)
            if not options and not self.redact:
                unit.options = self.options.of(text, label, self.topics)
            unit.at = self._acceptable(unit, 0)
            self.units[form] = unit
        for span in free:
            if self._free(span):  # two of them may overlap
                unit.places.append(span)
                insort(self._starts, span[0])
                self._owner[span[0]] = (span[1], unit)
        self._moved.add(form)
        return True

    def _free(self, span: Span) -> bool:
        at = bisect_right(self._starts, span[1] - 1)
        return at == 0 or self._owner[self._starts[at - 1]][0] <= span[0]

    def units_within(self, start: int, end: int) -> list[Unit]:
        """The units with a place between these places of the original."""
        at = bisect_right(self._starts, start - 1)
        found = {}
        while at < len(self._starts) and self._starts[at] < end:
            unit = self._owner[self._starts[at]][1]
            found[unit.form] = unit
            at += 1
        return list(found.values())

    def _acceptable(self, unit: Unit, at: int) -> int:
        while at < len(unit.options) - 1 and not self.accepts(unit.options[at]):
            at += 1
        return at

    def _advance(self, unit: Unit) -> bool:
        """Moves a unit to its next option, once a round; false if there is nothing more general."""
        if unit.spent:
            return False
        if unit.form not in self._moved:
            unit.at = self._acceptable(unit, unit.at + 1)
            self._moved.add(unit.form)
        return True

    def accepts(self, option: Option) -> bool:
        """Whether a wording discloses nothing: neither its words as they are read, nor the concept that they name."""
        known = self.accepted.get(option)
        if known is None:
            known = self.accepted[option] = self._accepts(option)
        return known

    def _accepts(self, option: Option) -> bool:
        if not option.label:
            return True
        if self.scanner.find(option.label):
            return False
        forms = list(phrases(read(option.label)))
        for judge in dict.fromkeys(judge for _, _, judge in self.scopes):
            if forms and np.any(discloses(judge.bits(forms), judge.limits[:, np.newaxis])):
                return False
        if option.content and self.identifies(option.label):
            return False
        if option.concept is None or not isinstance(self.judge, CSanitized):
            return True
        concept = option.concept
        told = self.judge.told(concept.id, lambda: Any(*self.options.taxonomy.forms(concept)))
        return not np.any(discloses(told, self.judge.limits))

    # --- rounds ---

    def disclose(self) -> None:
        """Takes what discloses in the text as it is: the first of the rounds."""
        self._singles(Draft(self.text, list(self.units.values())))
        self._moved.clear()

    def run(self) -> Draft:
        """The draft in which nothing discloses, or in which nothing is left that could be changed."""
        while True:
            draft = Draft(self.text, list(self.units.values()))
            self.rounds += 1
            self._moved.clear()
            if not self._singles(draft) and not self._together(draft) and not self._leading(draft):
                return draft

    def _singles(self, draft: Draft) -> bool:
        """Treats what discloses alone; whether anything moved."""
        reading = read(draft.text) if draft.edits else self.reading
        found = phrases(reading)
        judged = self.judged(draft, reading)
        moved = False
        for start, end, label in self.scanner.find(draft.text):
            if judged((start, end)):
                why = Disclosure((label,), self.secret_of(label), 0.0, 0.0, "names")
                moved |= self._treat(draft, start, end, why)
        for (_, _, judge), here in zip(self.scopes, self._scoped(draft, reading, found), strict=True):
            for why in sorted(disclosures(judge, list(here)), key=lambda why: (why.limit - why.bits, why.terms)):
                for start, end in filter(judged, _spans(reading, here[why.terms[0]])):
                    if isinstance(judge, CSanitized) or self._is_term(draft, start, end):
                        moved |= self._treat(draft, start, end, why)
        return moved or self._disguised(draft, reading, found, judged)

    def _scoped(self, draft: Draft, reading: Reading, found: Mapping[str, list[Span]]) -> list[dict[str, list[Span]]]:
        """For each scope the phrases of the draft, in words, that come from its part of the original."""
        if len(self.scopes) == 1:
            return [dict(found)]
        begins = [begin for begin, _, _ in self.scopes]
        parts: list[dict[str, list[Span]]] = [{} for _ in begins]
        for form, places in found.items():
            for first, last in places:
                part = parts[bisect_right(begins, draft.origin(reading.starts[first])) - 1]
                part.setdefault(form, []).append((first, last))
        return parts

    def _disguised(
        self, draft: Draft, plain: Reading, known: Mapping[str, Sequence[Span]], judged: Callable[[Span], bool]
    ) -> bool:
        """Treats what discloses only to one who reads through look-alikes and broken lines; whether anything moved."""
        reading = read_disguised(draft.text)
        if reading is None or not isinstance(self.judge, CSanitized):
            return False
        found = {
            form: set(_spans(reading, at)).difference(_spans(plain, known.get(form, ())))
            for form, at in phrases(reading).items()
        }
        moved = False
        for why in disclosures(self.judge, [form for form, spans in found.items() if spans]):
            for start, end in filter(judged, sorted(found[why.terms[0]])):
                for edit in draft.edits_at(start, end):
                    for unit in self.units_within(edit.start, edit.end):
                        moved |= self._advance(unit)
                for a, b in draft.untouched(start, end):
                    moved |= self.take(a, b, OTHER, why) or self.take(*self.whole(a, b), why)
        return moved

    def judged(self, draft: Draft, reading: Reading) -> Callable[[Span], bool]:
        """Whether what stands at a place of a draft counts: all but what is exempt, there and in the original."""
        if not self.exempt:
            return lambda span: True
        denied = negated(reading)

        def counts(span: Span) -> bool:
            if not inside(span, denied) or draft.edits_at(*span):
                return True
            start = draft.origin(span[0])
            return not inside((start, start + span[1] - span[0]), self.exempt)

        return counts

    def _is_term(self, draft: Draft, start: int, end: int) -> bool:
        """Whether a noun phrase, a name or what was written for one stands there: the papers judge no other words."""
        if draft.edits_at(start, end):
            return True
        origin = draft.origin(start)
        return self.places.term_over(origin, origin + end - start) is not None

    def _treat(self, draft: Draft, start: int, end: int, why: Disclosure) -> bool:
        """Moves on what was written between these places of the draft, or takes what stands there untouched."""
        moved = False
        for edit in draft.edits_at(start, end):
            for unit in self.units_within(edit.start, edit.end):
                moved |= self._advance(unit)
        if moved:
            return True
        for a, b in draft.untouched(start, end):
            moved |= self.take(*self.whole(a, b), why) or self.take(a, b, OTHER, why)
        return moved

    def _treat_all(self, draft: Draft, spans: Iterable[Span], why: Disclosure) -> bool:
        return max([self._treat(draft, start, end, why) for start, end in spans], default=False)

    def whole(self, start: int, end: int) -> tuple[int, int, str]:
        """The term that a span belongs to, or the span itself, so wide that it cuts none."""
        term = self.places.term_over(start, end)
        return (term.start, term.end, term.label) if term else self.places.widened(start, end)

    # --- groups ---

    def _together(self, draft: Draft) -> bool:
        """Breaks the groups that disclose where it costs least; whether anything moved."""
        if self.groups < 2 or not isinstance(self.judge, CSanitized):
            return False
        reading = read(draft.text)
        judged = self.judged(draft, reading)
        seen = visible(draft.text, self.options.language)
        found = {form: list(filter(judged, spans)) for form, spans in seen.items()}
        moved = False
        broken: set[str] = set()  # in all contexts: equal terms go together
        for here in in_contexts(found, contexts(draft.text, self.context, self.options.language)):
            for group in self._risky(frozenset(here)):
                if broken.isdisjoint(group.terms):
                    for form in sorted(group.terms, key=lambda form: self._cost(draft, here[form])):
                        if self._treat_all(draft, here[form], group):
                            broken.add(form)
                            moved = True
                            break
        return moved

    def _leading(self, draft: Draft) -> bool:
        """Breaks the sets that lead to a secret, all at the least cost; whether anything moved."""
        found = self.leads(draft.text) if self.leads else []
        if not found:
            return False
        judged = self.judged(draft, read(draft.text))
        seen = visible(draft.text, self.options.language)
        spans = {form: list(filter(judged, seen.get(form, ()))) for why in found for form in why.terms}
        costs = {form: self._cost(draft, at) if at else math.inf for form, at in spans.items()}
        sets = [able for why in found if (able := {form for form in why.terms if costs[form] < math.inf})]
        chosen = cheapest(sets, costs)
        self.repairs.append((cost_of(chosen, costs), cost_of(greedy(sets, costs), costs)))
        broken: set[str] = set()
        for why in found:
            for form in sorted(why.terms, key=lambda form: (form not in chosen, costs[form], form)):
                if form in broken or self._treat_all(draft, spans[form], why):
                    broken.add(form)
                    break
        return bool(broken)

    def _risky(self, forms: frozenset[str]) -> list[Disclosure]:
        """The groups of these terms that disclose; most contexts are the same in every round."""
        if forms not in self._groups:
            assert isinstance(self.judge, CSanitized)
            self._groups[forms] = risky_groups(self.judge, list(forms), self.groups)
        return self._groups[forms]

    def _cost(self, draft: Draft, spans: Iterable[Span]) -> float:
        """The information that is lost when what stands at these places of the draft is made one step more general."""
        loss = 0.0
        for start, end in spans:
            edits = draft.edits_at(start, end)
            for edit in edits:
                for unit in self.units_within(edit.start, edit.end):
                    if not unit.spent:
                        after = unit.options[self._acceptable(unit, unit.at + 1)]
                        loss += self.weigh(unit.label) * (unit.option.content - after.content)
            if not edits:
                a, b, label = self.whole(*next(iter(draft.untouched(start, end)), (start, end)))
                text = " ".join(self.text[a:b].split())
                options = (LEFT_OUT,) if self.redact else self.options.of(text, label, self.topics)
                best = next(option for option in options if self.accepts(option))
                loss += self.weigh(label) * (content_of(self.options.knowledge, text) - best.content)
        return loss


def inside(span: Span, spans: Iterable[Span]) -> bool:
    """Whether one of the spans covers a span whole."""
    return any(a <= span[0] and span[1] <= b for a, b in spans)


def _spans(reading: Reading, places: Iterable[Span]) -> list[Span]:
    return [(reading.starts[first], reading.ends[last - 1]) for first, last in places]

"""The one loop: ask the judges what discloses, generalise the term that does, write the text anew, until all is silent.

It ends: each round moves at least one term one step on, to something that keeps less information, and the last step of
every term is to be left out. What is judged is the text as a reader sees it, every word and phrase of the draft, so
that what replacements say, alone or beside what stays, is judged like everything else.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sfumato.io.stopping import check_stopped
from sfumato.languages.reading import LONGEST, contexts, in_contexts, phrases, visible
from sfumato.replacements.options import OTHER
from sfumato.risk import content_of, disclosures
from sfumato.risk.clues import BY_CLUE, told_by_clues
from sfumato.risk.hitting_set import cheapest, cost_of, greedy
from sfumato.risk.telling import HARDLY_WITHOUT
from sfumato.risk.unseen import names_beside
from sfumato.sanitizing.crowds import KNOWN, leads_in, standing_out, told_in
from sfumato.sanitizing.edits import Change, Changes, Draft, Span, inside
from sfumato.sanitizing.identify import NEARLY
from sfumato.sanitizing.parts import (
    MOST_BY_MEANING,
    Part,
    is_short,
    may_go,
    numbering,
    parts_of,
    says_anything,
    telling_parts,
)
from sfumato.sanitizing.plan import NAMES, Plan, Scope, Taking
from sfumato.sanitizing.predetect import found_by, wordings
from sfumato.types import Disclosure, Reading, Term


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The last draft, the changes that made it, and what it cost that no set of words leads to a secret."""

    draft: Draft
    changes: Changes
    repairs: tuple[tuple[float, float], ...] = ()
    """In each round the cost of the cheapest words, and what greedily chosen ones would have cost."""
    rounds: int = 0


def rewrite(plan: Plan) -> Rewritten:
    """The draft of a plan in which nothing discloses, or in which nothing is left that could be changed."""
    rounds = _Rounds(plan)
    number = 0
    while True:
        check_stopped()
        draft = rounds.draft()
        number += 1
        rounds.taking.moved.clear()
        stages = (
            rounds.treat_singles,
            rounds.treat_clues,
            rounds.treat_groups,
            rounds.treat_leads,
            rounds.treat_found,
            rounds.treat_meaning,
            rounds.treat_parts,
            rounds.treat_crowds,
        )
        if not any(treat(draft) for treat in stages):
            draft = rounds.draft() if rounds.close_numbering() else draft
            return Rewritten(draft, rounds.taking.changes, tuple(rounds.repairs), number)


def take_disclosing(plan: Plan) -> Plan:
    """The plan with what discloses in the text as it is: the first of the rounds."""
    rounds = _Rounds(plan)
    rounds.taking.moved.update(plan.changes.by_form)  # what is planned stays as it is for now
    rounds.treat_singles(rounds.draft())
    return rounds.taking.plan()


def counts_in(plan: Plan, draft: Draft, reading: Reading) -> Callable[[Span], bool]:
    """Whether what stands at a place of a draft counts: all but what is exempt, there and in the original."""
    if not plan.exempt:
        return lambda span: True
    denied = plan.language.negated(reading)

    def counts(span: Span) -> bool:
        if not inside(span, denied) or draft.edits_at(*span):
            return True
        start = draft.origin(span[0])
        return not plan.is_exempt((start, start + span[1] - span[0]))

    return counts


def visible_in(plan: Plan, draft: Draft) -> dict[str, list[Span]]:
    """Every phrase that a reader sees in a draft, with those of its places that count."""
    counts = counts_in(plan, draft, plan.language.read(draft.text))
    seen = visible(draft.text, plan.language)
    return {form: list(filter(counts, spans)) for form, spans in seen.items()}


@dataclass
class _Rounds:
    """A plan that is being rewritten."""

    plan: Plan
    taking: Taking = field(init=False)
    repairs: list[tuple[float, float]] = field(default_factory=list)
    _groups: dict[frozenset[str], list[Disclosure]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.taking = Taking(self.plan)
        self.left_out: list[Span] = []
        """Sentences and parts that were to be left out as a whole: each once, so that it ends."""
        self.parts: list[Span] = []
        """What was."""

    def draft(self) -> Draft:
        return self.taking.changes.draft(self.plan.text, self.plan.tools.replacer.write)

    # --- single terms ---

    def treat_singles(self, draft: Draft) -> bool:
        """Treats what discloses alone; whether anything moved."""
        plan = self.plan
        reading = plan.language.read(draft.text) if draft.edits else plan.reading
        found = phrases(reading)
        counts = counts_in(plan, draft, reading)
        moved = False
        for start, end, label in plan.secrets.scanner.find(draft.text):
            if counts((start, end)):
                why = Disclosure((label,), plan.secrets.owner(label), 0.0, 0.0, NAMES)
                moved |= self._treat(draft, start, end, why)
        people = names_beside(reading, plan.tools.knowledge, plan.secrets.all)
        for scope, here in zip(plan.scopes, _by_scope(plan.scopes, draft, reading, found), strict=True):
            told = disclosures(scope.judge, list(here))
            for why in sorted(told, key=lambda why: (why.limit - why.bits, why.terms)):
                for start, end in filter(counts, _spans(reading, here[why.terms[0]])):
                    if why.reason == HARDLY_WITHOUT and inside((start, end), people):
                        continue
                    if scope.judge.every_word or self._is_term(draft, start, end):
                        moved |= self._treat(draft, start, end, why)
        return moved or self._treat_disguised(draft, reading, found, counts)

    def treat_clues(self, draft: Draft) -> bool:
        """Treats what the handbook knows to tell; whether anything moved."""
        judge = self.plan.secrets.judge
        if not self.plan.judges_secrets:
            return False
        found = sorted(told_by_clues(draft.text, judge), key=lambda told: -told.share)
        return self._treat_told(draft, [((told.start, told.end), told.disclosure(judge, draft.text)) for told in found])

    def _treat_told(self, draft: Draft, found: Iterable[tuple[Span, Disclosure]]) -> bool:
        """Treats terms of a draft, and leaves out the parts that hold anything else; whether anything moved."""
        counts = counts_in(self.plan, draft, self.plan.language.read(draft.text))
        moved = False
        spans: dict[Span, Disclosure] = {}
        for (start, end), why in found:
            span = draft.source(start, end)
            if not counts((start, end)):
                continue
            few = len(draft.text[start:end].split()) <= LONGEST  # a sentence as a whole has no wording
            word = why.reason == KNOWN or self._is_term(draft, start, end)
            if few and (word or inside(span, self.left_out)):
                moved |= self._treat(draft, start, end, why)
            else:
                spans[span] = why
        if self._leave_out_with(draft, spans):
            return True
        for span, why in spans.items():
            if why.reason == BY_CLUE:
                self.left_out.append(span)
                moved |= self.taking.take_whole(*span, why) or self.taking.take(*span, OTHER, why)
        return moved

    def _leave_out_with(self, draft: Draft, spans: Mapping[Span, Disclosure]) -> bool:
        """Leaves out the parts that hold spans of the original, if as much is left and that may go; whether it did."""
        sentences = [(a, b) for a, b in self.plan.language.sentences(self.plan.text) if self.plan.text[a:b].strip()]
        told = [(a, b) for a, b in sentences if any(a < end and start < b for start, end in spans)]
        new = {span: why for span, why in spans.items() if not inside(span, self.left_out)}
        if not new or len(sentences) - len(told) < len(told):
            return False
        parts = parts_of(self.plan, list(new.items()))
        gone = [*self.parts, *((part.edit.start, part.edit.end) for part in parts)]
        if not parts or not (is_short(self.plan.text) or may_go(self.plan.text, gone, MOST_BY_MEANING)):
            return False
        self._leave_out(parts)
        self.left_out += new
        return True

    def _treat_disguised(
        self, draft: Draft, plain: Reading, known: Mapping[str, Sequence[Span]], counts: Callable[[Span], bool]
    ) -> bool:
        """Treats what discloses only to one who reads through look-alikes and broken lines; whether anything moved."""
        judges = [judge for judge in self.plan.judges if judge.every_word]
        reading = self.plan.language.read_disguised(draft.text) if judges else None
        if reading is None:
            return False
        found = {
            form: set(_spans(reading, at)).difference(_spans(plain, known.get(form, ())))
            for form, at in phrases(reading).items()
        }
        moved = False
        for why in disclosures(judges[0], [form for form, spans in found.items() if spans]):
            for start, end in filter(counts, sorted(found[why.terms[0]])):
                moved |= self._advance(draft, start, end)
                for a, b in draft.untouched(start, end):
                    moved |= self.taking.take(a, b, OTHER, why) or self.taking.take_whole(a, b, why)
        return moved

    def _is_term(self, draft: Draft, start: int, end: int) -> bool:
        """Whether a noun phrase, a name or what was written for one stands there: the papers judge no other words."""
        if draft.edits_at(start, end):
            return True
        origin = draft.origin(start)
        return self.plan.index.term_over(origin, origin + end - start) is not None

    def _treat(self, draft: Draft, start: int, end: int, why: Disclosure) -> bool:
        """Moves on what was written between these places of the draft, or takes what stands there untouched."""
        if self._advance(draft, start, end):
            return True
        moved = False
        for a, b in draft.untouched(start, end):
            moved |= self.taking.take_whole(a, b, why) or self.taking.take(a, b, OTHER, why)
        return moved

    def _advance(self, draft: Draft, start: int, end: int) -> bool:
        """Moves on what was written between these places of the draft; whether anything could be."""
        moved = False
        for edit in draft.edits_at(start, end):
            for change in self.taking.changes.within(edit.start, edit.end):
                moved |= self.taking.advance(change)
        return moved

    def _treat_all(self, draft: Draft, spans: Iterable[Span], why: Disclosure) -> bool:
        return max([self._treat(draft, start, end, why) for start, end in spans], default=False)

    # --- terms together ---

    def treat_groups(self, draft: Draft) -> bool:
        """Breaks the groups that disclose where it costs least; whether anything moved."""
        profile = self.plan.tools.profile
        if profile.groups < 2 or not self.plan.scopes:
            return False
        moved = False
        broken: set[str] = set()  # in all contexts: equal terms go together
        for here in in_contexts(
            visible_in(self.plan, draft), contexts(draft.text, profile.context, self.plan.language)
        ):
            for group in self._risky(frozenset(here)):
                if broken.isdisjoint(group.terms):
                    for form in sorted(group.terms, key=lambda form: self._cost(draft, here[form])):
                        if self._treat_all(draft, here[form], group):
                            broken.add(form)
                            moved = True
                            break
        return moved

    def _risky(self, forms: frozenset[str]) -> list[Disclosure]:
        """The groups of these terms that disclose; most contexts are the same in every round."""
        if forms not in self._groups:
            judge = self.plan.scopes[0].judge
            self._groups[forms] = judge.groups(list(forms), self.plan.tools.profile.groups)
        return self._groups[forms]

    def treat_leads(self, draft: Draft) -> bool:
        """Breaks the sets of words that lead to a secret, all at the least cost; whether anything moved."""
        found = leads_in(self.plan, draft.text)
        if not found:
            return False
        counts = counts_in(self.plan, draft, self.plan.language.read(draft.text))
        seen = visible(draft.text, self.plan.language)
        spans = {form: list(filter(counts, seen.get(form, ()))) for why in found for form in why.terms}
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

    def treat_found(self, draft: Draft) -> bool:
        """Treats what detectors find in the draft, which is another text to them; whether anything moved."""
        moved = False
        for term, rule in self.plan.tools.left(draft.text, self.taking.changes.untrue):
            advanced = self._advance(draft, term.start, term.end)
            moved |= advanced
            for a, b in draft.untouched(term.start, term.end):
                if advanced and not self._tells(a, b):
                    continue
                piece = Term(a, b, self.plan.text[a:b], term.label)
                moved |= self.taking.take(a, b, term.label, found_by(piece, rule), wordings(self.plan, piece, rule))
        return moved

    def treat_meaning(self, draft: Draft) -> bool:
        """Leaves out every sentence that tells by its meaning, if they are few enough; whether there was one.

        What was written for the secret itself says less first: "lung disease", then "illness". Other words are of no
        use here. A text about the secret from end to end cannot be hidden; a sentence or two alone are reworded.
        """
        told = told_in(self.plan, draft)
        found = {draft.source(each.start, each.end): each.disclosure(self.plan.secrets.judge) for each in told}
        said_less = [self._say_less(draft, each.start, each.end) for each in told]
        if any(said_less) or self._leave_out_with(draft, found):
            return True
        return is_short(self.plan.text) and any(self._reword(draft, each.start, each.end) for each in told)

    def _reword(self, draft: Draft, start: int, end: int) -> bool:
        """Makes what was written between these places of the draft more general, or leaves the last of it out."""
        left, worded = self._written(draft, start, end)
        return max([self.taking.advance(change) for change in worded or left[-1:]], default=False)

    def _say_less(self, draft: Draft, start: int, end: int) -> bool:
        """Makes what was written there for names of a secret more general, while there are words for it."""
        worded = self._written(draft, start, end)[1]
        return max([self.taking.advance(each) for each in worded if each.why.reason == NAMES], default=False)

    def _written(self, draft: Draft, start: int, end: int) -> tuple[list[Change], list[Change]]:
        """What was written between these places of the draft and can be more general, and what of it stays in words."""
        within, edits = self.taking.changes.within, draft.edits_at(start, end)
        left = [change for edit in edits for change in within(edit.start, edit.end) if not change.spent]
        return left, [c for c in left if c.options[self.plan.acceptable(c.options, c.at + 1)].label]

    def treat_crowds(self, draft: Draft) -> bool:
        """Takes what makes a secret stand out from its rivals, with the part that holds it; whether there was any."""
        return self.plan.judges_secrets and self._treat_told(draft, standing_out(self.plan, draft))

    def _leave_out(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self.taking.leave_out(part.edit.start, part.edit.end, part.why, part.edit.text)
            self.parts.append((part.edit.start, part.edit.end))

    def treat_parts(self, draft: Draft) -> bool:
        """Takes out whole what tells of a condition that the text mentions by the way; whether there was anything."""
        new, complete = telling_parts(self.plan, self.taking.changes, self.left_out)
        if not new and not complete and not says_anything(self.plan, self.taking.changes):
            complete = True
        self._leave_out(new)
        self.left_out += [(part.edit.start, part.edit.end) for part in new]
        spans = [span for each in self.taking.changes if complete and each.why.reason == NEARLY for span in each.places]
        for span in spans:  # beside nothing that tells it tells nothing
            self.taking.changes.clear(span)
        return bool(new or spans)

    def close_numbering(self) -> bool:
        """Numbers the items of lists anew where some were left out; whether any were."""
        new = numbering(self.plan, self.taking.changes, self.parts)
        for change, span in new:
            self.taking.changes.add(change, [span])
        return bool(new)

    def _tells(self, start: int, end: int) -> bool:
        """Whether the original has more than function words there: an "and" between two dates tells nothing."""
        first, last = self.plan.index.words(start, end)
        return any(self.plan.reading.content[first:last])

    def _cost(self, draft: Draft, spans: Iterable[Span]) -> float:
        """The information that is lost when what stands at these places of the draft is made one step more general."""
        plan, weigh = self.plan, self.plan.tools.weigh
        loss = 0.0
        for start, end in spans:
            edits = draft.edits_at(start, end)
            for edit in edits:
                for change in self.taking.changes.within(edit.start, edit.end):
                    if not change.spent:
                        after = change.options[plan.acceptable(change.options, change.at + 1)]
                        loss += weigh(change.label) * (change.option.content - after.content)
            if not edits:
                a, b, label = plan.index.whole(*next(iter(draft.untouched(start, end)), (start, end)))
                text = " ".join(plan.text[a:b].split())
                best = next(option for option in plan.options(a, b, label) if plan.accepts(option))
                loss += weigh(label) * (content_of(plan.tools.knowledge, text) - best.content)
        return loss


def _by_scope(
    scopes: Sequence[Scope], draft: Draft, reading: Reading, found: Mapping[str, Sequence[Span]]
) -> list[Mapping[str, Sequence[Span]]]:
    """For each scope the phrases of the draft, in words, that come from its part of the original."""
    if len(scopes) == 1:
        return [found]
    begins = [scope.start for scope in scopes]
    parts: list[dict[str, list[Span]]] = [{} for _ in begins]
    for form, places in found.items() if begins else ():
        for first, last in places:
            part = parts[bisect_right(begins, draft.origin(reading.starts[first])) - 1]
            part.setdefault(form, []).append((first, last))
    return list(parts)


def _spans(reading: Reading, places: Iterable[Span]) -> list[Span]:
    return [(reading.starts[first], reading.ends[last - 1]) for first, last in places]

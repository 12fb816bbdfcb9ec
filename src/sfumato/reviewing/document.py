"""A document under review: the writer's items, what people decided, what the text says and tells now."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sfumato.errors import InputError
from sfumato.io.documents import DocumentText
from sfumato.io.messages import Message
from sfumato.languages.edits import applied
from sfumato.policy import Policy
from sfumato.reviewing.acts import Act, Rule, State, decide, state_of
from sfumato.reviewing.items import Item, Span, placed, snapped
from sfumato.reviewing.judging import Claim, Judging, Teller, claim_of
from sfumato.reviewing.wordings import Wording, Wordings, fitted
from sfumato.risk import content_of
from sfumato.sanitizing import Replacement, Sanitizer
from sfumato.sanitizing.edits import TermIndex
from sfumato.sanitizing.result import why
from sfumato.types import Document, Edit
from sfumato.verifying.certificate import Certificate

_PLACEHOLDER = re.compile(r"\[.*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Message):
    """All about one item: why it was replaced, what else could stand there, and what it would cost to keep it."""

    item: int
    term: str
    label: str
    reason: str
    code: str
    """The code of the policy for it, as in "FOIA (b)(6)"."""
    share: float
    """Bits of the limit: 1 is as much as may not be told."""
    wordings: tuple[Wording, ...]
    keeping: str
    """What happens if the original is kept, in words."""
    breaks: bool
    """Whether the claim does not hold then."""
    equal: tuple[int, ...]
    """All items of the same term, this one among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed(Message):
    """A person's own wording, judged: what it tells, and whether it may stand without more ado."""

    edit: tuple[int, int, str]
    refused: str = ""
    """Why it may not, in words; somebody may overrule that with a reason."""
    warning: str = ""


class ReviewedDocument:
    """One document of a review. What it stands on is opened when it is first asked for."""

    def __init__(
        self,
        id: Any,
        original: str,
        *,
        hide: Sequence[str] = (),
        given: Sequence[Replacement] | None = None,
        file: DocumentText | None = None,
    ):
        """`given` is what a working file says was replaced: then nothing is sanitized again.

        `file` is the document that the text is of, where it is no plain text.
        """
        self.id, self.original, self.file = id, original, file
        self.hide, self.given = tuple(hide), given
        self.key = hashlib.sha256(f"{id}\0{original}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self.inverse = False
        self._sanitizer: Sanitizer | None = None

    def begin(self, sanitizer: Sanitizer, *, inverse: bool = False) -> None:
        """Says by what it is judged."""
        self._sanitizer, self.inverse = sanitizer, inverse

    # --- what it stands on ---

    @cached_property
    def judging(self) -> Judging:
        if self._sanitizer is None:
            raise InputError("the document was not begun", code="not-begun")
        return Judging(self._sanitizer, self.original, self.hide)

    @cached_property
    def wordings(self) -> Wordings:
        return Wordings(self.judging, self.original)

    @property
    def policy(self) -> Policy:
        return self.judging.sanitizer.policy

    def opened(self, by: str) -> Act:
        """The act that opens it: what the writer replaced, or what a working file says was replaced."""
        sanitizer = self.judging.sanitizer
        document = Document(str(self.id), self.original)
        sanitizer.check(document)
        terms = sanitizer.resources.language.terms(document, parts=sanitizer.profile.parts)
        untrue: tuple[str, ...] = ()
        unsure: tuple[str, ...] = ()
        found = self.given
        if found is None:
            made = sanitizer.sanitized(document, terms, self.hide)
            found, unsure = made.replacements, made.review
            untrue = tuple(made.certificate.claim.get("surrogates", ()))
        knowledge = sanitizer.resources.knowledge
        index = TermIndex(knowledge.language.read(self.original), terms)
        contents = [(term.start, term.end, content_of(knowledge, index.form(term.start, term.end))) for term in terms]
        marks = tuple(self._item(each, contents) for each in found)
        total = round(sum(content for _, _, content in contents), 3)
        return Act(act="open", document=self.key, marks=marks, total=total, untrue=untrue, unsure=unsure, by=by)

    def _item(self, each: Replacement, contents: Sequence[tuple[int, int, float]]) -> Item:
        start, end = (each.term_start, each.term_end) if each.term_start >= 0 else (each.start, each.end)
        term = " ".join(self.original[start:end].split())
        return Item(
            start=each.start,
            end=each.end,
            text=each.text,
            term=term,
            form=self.form(term),
            term_start=start,
            term_end=end,
            label=each.label,
            reason=each.reason,
            secret=each.secret,
            bits=each.bits,
            limit=each.limit,
            content=round(sum(content for a, b, content in contents if a < each.end and each.start < b), 3),
        )

    def form(self, term: str) -> str:
        """The normal form of a term, by which equal ones are known."""
        language = self.judging.sanitizer.resources.knowledge.language
        return language.normal_form(term) or term.strip()

    # --- how it stands ---

    def state(self, acts: Iterable[Act], rules: Mapping[str, Rule]) -> State:
        """How it stands after acts about it."""
        return state_of(self.original, acts, rules, inverse=self.inverse)

    def certificate(self, state: State) -> Certificate:
        """The certificate of the text as it stands."""
        return self.judging.certificate(state.text, state.untrue)

    def claim(self, state: State) -> Claim:
        """What can be said of the text as it stands."""
        return claim_of(self.certificate(state), self.kept(state))

    def tellers(self, state: State) -> list[Teller]:
        """The words of the text that tell most of what is left."""
        return self.judging.tellers(state.text)

    def kept(self, state: State) -> float:
        """The information that is left: a wording counts at most what its term did, and what is not true nothing."""
        if not state.total:
            return 1.0
        knowledge = self.judging.sanitizer.resources.knowledge
        language, lost = knowledge.language, 0.0
        if state.inverse:
            share = sum(b - a for a, b in state.kept) / max(len(self.original), 1)
            return min(share, 1.0)
        for edit, number in state.placed():
            item = state.items[number]
            untrue = _PLACEHOLDER.search(edit.text) or any(each in edit.text for each in state.untrue)
            form = language.trimmed(language.normal_form(edit.text))
            now = 0.0 if untrue or not form else content_of(knowledge, form)
            lost += item.content - min(item.content, now)
        return max(0.0, 1.0 - lost / state.total)

    # --- one item ---

    def card(self, state: State, number: int) -> Card:
        """All about one item."""
        item = state.items[number]
        keeping, breaks = self.keeping(state, [number])
        whole = {each.secret: each.bits for each in self.certificate(state).secrets}
        return Card(
            item=number,
            term=item.term,
            label=item.label,
            reason=_reason(item, whole),
            code=self.code(item),
            share=round(item.bits / item.limit, 3) if item.limit else 0.0,
            wordings=self.wordings.of(item),
            keeping=keeping,
            breaks=breaks,
            equal=tuple(at for at, other in enumerate(state.items) if other.form == item.form),
        )

    def keeping(self, state: State, numbers: Sequence[int]) -> tuple[str, bool]:
        """What it would cost to keep the original of items, in words, and whether the claim would not hold."""
        now = self.certificate(state)
        kept = Act(act="keep", items=tuple(numbers), by="?")
        then = self.certificate(self._after(state, kept))
        term = state.items[numbers[0]].term
        said = f'keeps "{term if len(term) <= 60 else term[:57] + "..."}"'
        told = claim_of(then, 1.0)
        worst = max(told.secrets, key=lambda each: each.most - each.limit, default=None)
        before = set(claim_of(now, 1.0).faults)
        new = next((fault for fault in told.faults if fault not in before), "")
        if worst is not None and worst.most >= worst.limit and not then.holds:
            said += f": {worst.secret} told {worst.most:.1f} of {worst.bits:.1f}, limit {worst.limit:.1f}"
        elif new:
            said += f": {new}"
        elif worst is not None:
            said += f": {worst.secret} told {worst.most:.1f} of {worst.bits:.1f} at most, limit {worst.limit:.1f}"
        if then.holds:
            return f"{said}: claim holds", False
        return f"{said}: claim {'breaks' if now.holds else 'stays broken'}", True

    def foresee(self, state: State, number: int) -> None:
        """Looks at what may be decided next about an item, while a person reads its card."""
        item = state.items[number]
        edits = [Edit(each.start, each.end, each.text) for each in self.wordings.of(item)]
        edits.append(self.wordings.left_out(item.term_start, item.term_end))
        others = [(edit, at) for edit, at in state.placed() if at != number]
        self.judging.foresee(self._around(edit, others) for edit in edits)

    def _around(self, edit: Edit, others: Sequence[tuple[Edit, int]]) -> str:
        """The lines of the text in which an edit is written, with all others there."""
        low = self.original.rfind("\n", 0, edit.start) + 1
        high = self.original.find("\n", edit.end)
        high = high if high >= 0 else len(self.original)
        here = [(each, at) for each, at in others if low <= each.start and each.end <= high]
        written = [replace(each, start=each.start - low, end=each.end - low) for each, _ in placed([*here, (edit, -1)])]
        return applied(self.original[low:high], written)

    def _after(self, state: State, act: Act) -> State:
        """The state after one more act, which nobody has made."""
        other = State(state.original, state.inverse, list(state.items), dict(state.choices), kept=list(state.kept))
        other.untrue = state.untrue
        decide(other, act)
        return other

    def code(self, item: Item) -> str:
        """The reason that the policy gives for what is hidden there, as an agency's code."""
        for each, hide in zip(self.judging.resolved, (*self.policy.hide, *[None] * len(self.hide)), strict=False):
            if hide is not None and item.secret and each.secret.name == item.secret:
                return hide.why
        by = item.reason.removeprefix("found by ")
        rules = (
            rule for rule in self.policy.detect if rule.detector == by and item.label in (rule.labels or (item.label,))
        )
        return next((rule.why for rule in rules), "")

    # --- what a person does ---

    def weighed(self, state: State, number: int, wording: str) -> Weighed:
        """A person's own wording at an item: judged like any other."""
        item = state.items[number]
        if not wording.strip():
            raise InputError("there is no word in it: x leaves the item out", code="no-wording")
        edit = self._fitted(state, number, self.wordings.own(item.term_start, item.term_end, wording))
        chosen = (edit.start, edit.end, edit.text)
        then = self._after(state, Act(act="write", items=(number,), edits=(chosen,), by="?"))
        secret, bits, limit = self.judging.told_by(wording)
        refused = ""
        if self.judging.discloses(wording):
            refused = f"tells {bits:.1f} bits of {secret}, limit {limit:.1f}" if bits >= limit else "names a secret"
        elif self.certificate(state).holds and not self.certificate(then).holds:
            refused = next(iter(claim_of(self.certificate(then), 1.0).faults), "the claim would not hold")
        warning = "" if self.wordings.names_kind(item, wording) else f'says no kind of "{item.term}": is it true?'
        return Weighed(edit=chosen, refused=refused, warning=warning)

    def _fitted(self, state: State, number: int, edit: Edit) -> Edit:
        item = state.items[number]
        taken = [(e.start, e.end) for e, at in state.placed() if at != number]
        taken += [(each.start, each.end) for at, each in enumerate(state.items) if at != number]
        taken = [(a, b) for a, b in taken if not (a < item.end and item.start < b)]
        return fitted(item, edit, self.original, taken)

    def written(self, state: State, numbers: Sequence[int], wording: str) -> Act:
        """The act that writes a wording at items: each as it fits there."""
        edits = []
        for number in numbers:
            item = state.items[number]
            offered = [each for each in self.wordings.of(item) if wording in (each.text, each.wording)]
            if offered:
                edit = Edit(offered[0].start, offered[0].end, offered[0].text)
            else:
                edit = self.wordings.own(item.term_start, item.term_end, wording)
            fit = self._fitted(state, number, edit)
            edits.append((fit.start, fit.end, fit.text))
        return Act(act="write", items=tuple(numbers), edits=tuple(edits))

    def left_out(self, state: State, numbers: Sequence[int]) -> Act:
        """The act that leaves items out."""
        edits = []
        for number in numbers:
            item = state.items[number]
            fit = self._fitted(state, number, self.wordings.left_out(item.term_start, item.term_end))
            edits.append((fit.start, fit.end, fit.text))
        return Act(act="leave out", items=tuple(numbers), edits=tuple(edits))

    def marked(self, state: State, spans: Sequence[Span], why: str = "", wording: str | None = None) -> Act:
        """The act that hides places which a person marked, by `wording` if it is given: an empty one leaves out."""
        knowledge = self.judging.sanitizer.resources.knowledge
        taken = [(edit.start, edit.end) for edit, _ in state.placed()]
        marks = []
        for start, end in spans:
            label, edit = self.wordings.first(start, end)
            if wording is not None:
                edit = self.wordings.own(start, end, wording) if wording else self.wordings.left_out(start, end)
            term = " ".join(self.original[start:end].split())
            over = [(a, b) for a, b in taken if a < edit.end and edit.start < b]
            first, last = min([edit.start, *(a for a, _ in over)]), max([edit.end, *(b for _, b in over)])
            text = edit.text if not over else edit.text.strip()
            secret, bits, limit = self.judging.told_by(term)
            form = self.form(term)
            marks.append(
                Item(
                    start=first, end=last, text=text, term=term, form=form, term_start=start, term_end=end, label=label,
                    secret=secret, bits=round(bits, 2), limit=round(limit, 2), content=content_of(knowledge, form),
                )
            )  # fmt: skip
        if not marks:
            raise InputError("there is no word to mark", code="no-word")
        return Act(act="mark", marks=tuple(marks), why=why)

    def equal_to(self, state: State, start: int, end: int) -> list[Span]:
        """A selection as whole words, and all equal words of the text that nothing is written for."""
        span = snapped(self.original, start, end)
        if span is None:
            return []
        words = r"\s+".join(map(re.escape, self.original[slice(*span)].split()))
        pattern = re.compile(rf"(?<!\w){words}(?!\w)", re.I)
        taken = [(edit.start, edit.end) for edit, number in state.placed() if number >= 0]
        found = [match.span() for match in pattern.finditer(self.original)]
        free = [(a, b) for a, b in found if not any(a < d and c < b for c, d in taken)]
        return list(dict.fromkeys([span, *free]))


def _reason(item: Item, whole: Mapping[str, float]) -> str:
    if item.reason == "marked":
        return "marked by a person"
    replacement = Replacement(
        item.start, item.end, item.text, item.reason, item.term, item.label, item.secret, item.bits, item.limit
    )
    return why(replacement, whole)

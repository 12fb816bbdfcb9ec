"""A review: documents, who looks at them, the log of what was decided, rules for all of them, and what comes next."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sfumato.errors import InputError, SfumatoError
from sfumato.io.messages import Message
from sfumato.reviewing.acts import UNDOABLE, Act, Rule, State, check
from sfumato.reviewing.document import ReviewedDocument
from sfumato.reviewing.judging import Claim
from sfumato.reviewing.log import Log
from sfumato.reviewing.report import working_record
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.service.documents import SanitizedDocument
from sfumato.verifying.certificate import Certificate
from sfumato.verifying.release import Verified

Verify = Callable[[str, Certificate], Verified]
"""Checks a text from scratch by what a certificate claims of it."""
Write = Callable[[ReviewedDocument, Sanitized], SanitizedDocument]
"""Makes the file of a document whose text was reviewed, with its proof."""
_NEEDS = {"open": 0, "needs second look": 0, "reviewed": 1, "locked": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued(Message):
    """How a document of a review stands, for the list of all."""

    number: int
    id: Any
    state: str
    ready: bool
    """Whether it was opened; what follows is not known before."""
    error: str = ""
    holds: bool | None = None
    left: float = 0.0
    """The most that is told of any secret, in shares of its limit."""
    open: int = 0
    items: int = 0
    unsure: int = 0
    disputed: int = 0
    by_rule: int = 0


class Review:
    """Documents under review. All of it may be asked from several threads: one act is done after the other."""

    def __init__(
        self,
        documents: Sequence[ReviewedDocument],
        sanitizer: Sanitizer,
        verify: Verify,
        write: Write,
        *,
        reviewer: str,
        log: Log | None = None,
        inverse: bool = False,
    ) -> None:
        if not documents:
            raise InputError("there is no document to review", code="nothing-to-review")
        self.documents = list(documents)
        self.reviewer = reviewer
        self.inverse = inverse
        self.log = log or Log()
        self._verify, self._write = verify, write
        self._lock = threading.RLock()
        self._states: dict[int, State] = {}
        self._claims: dict[int, Claim] = {}
        self._errors: dict[int, str] = {}
        self._opening = [threading.Lock() for _ in self.documents]
        for number, document in enumerate(self.documents):
            same = sum(each.key.partition("-")[0] == document.key for each in self.documents[:number])
            document.key += f"-{same}" if same else ""
            document.begin(sanitizer, inverse=inverse)

    # --- documents ---

    def document(self, number: int) -> ReviewedDocument:
        """A document by its number."""
        if not 0 <= number < len(self.documents):
            raise InputError("there is no such document", code="no-document")
        return self.documents[number]

    def open(self, number: int) -> State:
        """How a document stands; the first time the writer writes it."""
        document = self.document(number)
        if number in self._states:
            return self._states[number]
        with self._opening[number]:  # slow: who asks about others does not wait for it
            acts = self.log.of(document.key)
            opened = None if any(act.act == "open" for act in acts) else document.opened(self.reviewer)
            with self._lock:
                if opened is not None:
                    self.log.add(self._signed(opened))
                if number not in self._states:
                    self._mark_by_rules(number)
                    self._turn(number)
                return self._states[number]

    def is_open(self, number: int) -> bool:
        """Whether a document was opened."""
        return number in self._states

    def try_open(self, number: int) -> None:
        """Opens a document; what goes wrong is told by `check_opened`."""
        try:
            self.open(number)
            self._errors.pop(number, None)
        except SfumatoError as error:
            self._errors[number] = str(error)
        except Exception as error:  # its words may quote the text
            self._errors[number] = f"unforeseen {type(error).__name__}"

    def check_opened(self, number: int) -> None:
        """Says why a document could not be opened, if that is so."""
        if number in self._errors:
            raise InputError(self._errors[number], code="not-opened")

    def prepare(self, stop: Callable[[], bool]) -> None:
        """Opens all documents one after the other, so that what needs a person most is known."""
        for number in range(len(self.documents)):
            if stop():
                return
            self.try_open(number)
            if self.is_open(number):
                self.claim(number)

    def claim(self, number: int) -> Claim:
        """What can be said of a document as it stands."""
        state = self.open(number)
        with self._lock:
            if number not in self._claims:
                self._claims[number] = self.documents[number].claim(state)
            return self._claims[number]

    def queue(self) -> list[Queued]:
        """All documents, what needs a person most first: a broken claim, most of a limit told, most unsure terms."""
        with self._lock:
            found = [self._queued(number) for number in range(len(self.documents))]
        return sorted(
            found, key=lambda each: (_NEEDS[each.state], each.holds is not False, -each.left, -each.unsure, each.number)
        )

    def _queued(self, number: int) -> Queued:
        document, state, claim = self.documents[number], self._states.get(number), self._claims.get(number)
        if state is None:
            error = self._errors.get(number, "")
            return Queued(number=number, id=document.id, state="open", ready=False, error=error)
        shares = [each.most / each.limit for each in claim.secrets if each.limit] if claim else []
        return Queued(
            number=number,
            id=document.id,
            state=state.state,
            ready=True,
            holds=claim.holds if claim else None,
            left=round(max(shares, default=0.0), 3),
            open=len(state.open_items()),
            items=len(state.items),
            unsure=len(state.unsure) + (claim.unknown if claim else 0),
            disputed=len(state.disputed()),
            by_rule=sum(choice.rule for choice in state.choices.values()),
        )

    # --- acts ---

    def act(self, number: int, act: Act) -> State:
        """Does something to a document: on the disk first, then here. `InputError` says why it cannot be done."""
        document = self.document(number)
        self.open(number)
        with self._lock:
            act = self._signed(replace(act, document=document.key))
            check(self._states[number], act)
            if act.act == "finish":
                act = self._finished(number, act)
            self.log.add(act)
            self._turn(number)
            return self._states[number]

    def _finished(self, number: int, act: Act) -> Act:
        """Refuses to finish a document whose claim is broken unless somebody says why."""
        if not self.claim(number).holds and not act.why.strip():
            raise InputError("the claim does not hold: say why it is finished all the same", code="reason-missing")
        return act

    def _turn(self, number: int) -> None:
        document = self.documents[number]
        before = self._states.get(number)
        self._states[number] = document.state(self.log.of(document.key), self.rules())
        if before is None or before.text != self._states[number].text:
            self._claims.pop(number, None)

    def _signed(self, act: Act) -> Act:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return replace(act, by=self.reviewer, at=now)

    # --- rules ---

    def rules(self) -> dict[str, Rule]:
        """The rules that are remembered, by the form of their term."""
        found: dict[str, Rule] = {}
        for act in self.log.acts:
            if act.rule is not None and act.act == "rule":
                found[act.rule.form] = act.rule
            elif act.rule is not None and act.act == "revoke":
                found.pop(act.rule.form, None)
        return found

    def remember(self, rule: Rule) -> None:
        """Does with a term in every document what a rule says, unless somebody decided there."""
        with self._lock:
            self.log.add(self._signed(Act(act="rule", rule=rule)))
            for number in list(self._states):
                self._mark_by_rules(number)
                self._turn(number)

    def revoke(self, form: str) -> None:
        """Forgets a rule: what it decided is open again."""
        with self._lock:
            rule = self.rules().get(form)
            if rule is None:
                raise InputError("there is no such rule", code="no-rule")
            self.log.add(self._signed(Act(act="revoke", rule=rule)))
            for number in list(self._states):
                self._turn(number)

    def by_rule(self) -> dict[str, int]:
        """For each rule how many items it has decided so far."""
        counts = dict.fromkeys(self.rules(), 0)
        with self._lock:
            states = list(self._states.values())
        for state in states:
            for number, choice in state.choices.items():
                if choice.rule and state.items[number].form in counts:
                    counts[state.items[number].form] += 1
        return counts

    def _mark_by_rules(self, number: int) -> None:
        """Marks what a rule hides and nothing is written for, as a person would: once for each rule."""
        document = self.documents[number]
        acts = self.log.of(document.key)
        for rule in self.rules().values():
            why = f"rule: {rule.form}"
            if rule.does == "keep" or any(act.act == "mark" and act.why == why for act in acts):
                continue
            state = document.state(self.log.of(document.key), self.rules())
            found = _as_words(rule.term).search(document.original)
            if not found or state.finished or state.locked:
                continue
            spans = [span for span in document.equal_to(state, *found.span()) if _is_free(span, state)]
            if spans:
                act = document.marked(state, spans, why, rule.text)
                self.log.add(self._signed(replace(act, document=document.key)))

    # --- the end ---

    def verified(self, number: int) -> tuple[Certificate, Verified]:
        """The certificate of a document as it stands, and the check of its text from scratch. They must agree."""
        state = self.open(number)
        with self._lock:
            document = self.documents[number]
            shown = document.certificate(state)
            said = {"review": self._said(number, state)}
        certificate = document.judging.from_scratch(state.text, state.untrue)
        certificate = replace(certificate, claim=certificate.claim | said)
        found = self._verify(state.text, certificate)
        if not found.holds == certificate.holds == shown.holds:
            raise InputError("the check from scratch disagrees with what was shown: please report it", code="disagrees")
        return certificate, found

    def written(self, number: int) -> SanitizedDocument:
        """The file of a document as it stands, and its certificate; without bytes where the proof does not hold."""
        document, state = self.document(number), self.open(number)
        record = working_record(document, state, self.verified(number)[0])
        return self._write(document, Sanitized.from_dict(record))

    def _said(self, number: int, state: State) -> dict[str, Any]:
        """What a certificate says of the review: who, when, and why a broken claim was finished all the same."""
        people = sorted({act.by for act in self.log.of(self.documents[number].key) if act.act in UNDOABLE})
        told: dict[str, Any] = {"reviewers": people, "items": len(state.items), "state": state.state}
        kept = [at for at, choice in state.choices.items() if choice.does == "keep"]
        told |= {"kept": len(kept), "disputed": len(state.disputed())}
        if state.finished is not None:
            told |= {"by": state.finished.by, "at": state.finished.at}
            told |= {"why": state.finished.why} if state.finished.why else {}
        return told

    def close(self) -> None:
        """Lets go of the log."""
        with self._lock:
            self.log.close()


def _as_words(term: str) -> re.Pattern[str]:
    """Where a term stands as whole words, in large or small letters, however many lines it is on."""
    words = r"\s+".join(map(re.escape, term.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def _is_free(span: tuple[int, int], state: State) -> bool:
    return not any(item.start < span[1] and span[0] < item.end for item in state.items)

"""What the review page asks and is told, in plain values: places are those of JavaScript, in UTF-16."""

from __future__ import annotations

import contextlib
import io
import re
import threading
import zipfile
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from sfumato.errors import InputError
from sfumato.io.formats.documents import media_type
from sfumato.reviewing import Act, Review, ReviewedDocument, Rule, State
from sfumato.reviewing.items import DECISIONS, Span, snapped
from sfumato.reviewing.report import report, working_record
from sfumato.reviewing.view import gaps_shown, items_shown, tellers_shown
from sfumato.server.offsets import Ruler
from sfumato.service.documents import SanitizedDocument

_PLAIN = ("undo", "redo", "flag", "finish", "reopen", "lock", "unlock")
_LONGEST = 2_000  # characters of a wording or a reason
_MANY = 1_000  # equal words that are marked at once


class Page:
    """One review, as its page sees it."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self._opening: dict[int, threading.Thread] = {}
        self._ahead: threading.Thread | None = None
        self._next: tuple[ReviewedDocument, State, int] | None = None
        self._ruler = lru_cache(4)(lambda number: Ruler(review.document(number).original, "utf16"))

    # --- what is shown ---

    def queue(self) -> dict[str, Any]:
        """All documents, what needs a person first, and the rules."""
        counts = self.review.by_rule()
        rules = [{**rule.to_dict(), "count": counts[rule.form]} for rule in self.review.rules().values()]
        queue = [each.to_dict() for each in self.review.queue()]
        told = {"reviewer": self.review.reviewer, "inverse": self.review.inverse, "documents": queue, "rules": rules}
        return told | {"log": self.review.log.path is not None}

    def document(self, number: int) -> dict[str, Any]:
        """All about one document; only that it is not ready where the writer is at work."""
        document = self.review.document(number)
        if not self._is_ready(number):
            return {"ready": False, "number": number, "id": document.id}
        state = self.review.open(number)
        told = {"ready": True, "number": number, "id": document.id, "text": document.original}
        told |= {"places": self._places(number), "file": _kind(document)}
        return told | {"items": self._items(number, state)} | self._standing(number, state)

    def _places(self, number: int) -> list[tuple[int, str]]:
        """Where each piece of a file begins in its text, and the place where it stands; none of a plain text."""
        file, ruler = self.review.document(number).file, self._ruler(number)
        if file is None:
            return []
        starts = zip(file.whole.starts, file.whole.numbers, strict=True)
        return [(ruler.told(start), file.found.pieces[piece].place) for start, piece in starts]

    def _is_ready(self, number: int) -> bool:
        """Whether a document is open; if not, that is begun, so that nobody waits for an answer for long."""
        if self.review.is_open(number):
            return True
        thread = self._opening.get(number)
        if thread is None or not thread.is_alive():
            thread = threading.Thread(target=self._open, args=(number,), name="open", daemon=True)
            self._opening[number] = thread
            thread.start()
            thread.join(0.3)
        if self.review.is_open(number):
            return True
        self.review.check_opened(number)
        return False

    def _open(self, number: int) -> None:
        self.review.try_open(number)

    def _items(self, number: int, state: State) -> list[dict[str, Any]]:
        ruler = self._ruler(number)
        items = items_shown(state)
        for each in items:
            each["start"], each["end"] = ruler.told(each["start"]), ruler.told(each["end"])
        return items

    def _standing(self, number: int, state: State) -> dict[str, Any]:
        """What changes with every act: the claim, what tells most, what can be undone."""
        ruler, document = self._ruler(number), self.review.document(number)
        tellers = tellers_shown(state, document.tellers(state))
        for each in tellers:
            if each["item"] is None:
                each["start"], each["end"] = ruler.told(each["start"]), ruler.told(each["end"])
        finished = state.finished
        return {
            "claim": self.review.claim(number).to_dict(),
            "tellers": tellers,
            "gaps": [[ruler.told(a), ruler.told(b)] for a, b in gaps_shown(state)],
            "state": state.state,
            "finished": {"by": finished.by, "at": finished.at, "why": finished.why} if finished else None,
            "locked": state.locked,
            "flag": state.flag,
            "undo": bool(state.done) and state.done[-1].by == self.review.reviewer,
            "redo": bool(state.undone),
            "unsure": list(state.unsure),
        }

    def card(self, number: int, item: int) -> dict[str, Any]:
        """All about one item."""
        state = self.review.open(number)
        _check(state, [item])
        document = self.review.document(number)
        card = document.card(state, item).to_dict()
        self._next = document, state, item
        if self._ahead is None or not self._ahead.is_alive():
            self._ahead = threading.Thread(target=self._foresee, name="ahead", daemon=True)
            self._ahead.start()
        return card

    def _foresee(self) -> None:
        """Looks at what may be decided next, of the last card that was asked for, until there is no other."""
        while (wanted := self._next) is not None:
            self._next = None
            document, state, item = wanted
            with contextlib.suppress(Exception):  # who decides it is told
                document.foresee(state, item)

    # --- what is done ---

    def act(self, number: int, values: dict[str, Any]) -> dict[str, Any]:
        """Does something to a document, and tells what has changed."""
        before = {each["n"]: each for each in self._items(number, self.review.open(number))}
        state = self.review.act(number, self._meant(number, values))
        items = self._items(number, state)
        changed = [each for each in items if before.get(each["n"]) != each]
        return {"changed": changed, "count": len(items)} | self._standing(number, state)

    def _meant(self, number: int, values: dict[str, Any]) -> Act:
        """The act that a page asks for, with all that the text will depend on."""
        kind, why = _text(values, "act"), _text(values, "why").strip()
        document, state = self.review.document(number), self.review.open(number)
        if kind in _PLAIN:
            return Act(act=kind, why=why)
        if kind in ("mark", "stay"):
            spans = self._spans(number, values)
            return document.marked(state, spans, why) if kind == "mark" else Act(act="stay", spans=tuple(spans))
        if kind not in DECISIONS:
            raise InputError("there is no such act", code="bad-act")
        items = _items_of(values)
        _check(state, items)
        if values.get("all") is True:
            form = state.items[items[0]].form
            items = [at for at, item in enumerate(state.items) if item.form == form]
        if kind == "leave out":
            return document.left_out(state, items)
        if kind == "write":
            wording = _text(values, "text")
            weighed = document.weighed(state, items[0], wording)
            if weighed.refused and not why:
                raise InputError(f'"{wording.strip()}" {weighed.refused}', code="refused")
            return _because(document.written(state, items, wording), why)
        return Act(act=kind, items=tuple(items), why=why)

    def weigh(self, number: int, values: dict[str, Any]) -> dict[str, Any]:
        """A person's own wording before it is taken: what speaks against it."""
        state = self.review.open(number)
        (item,) = _items_of(values)[:1]
        _check(state, [item])
        return self.review.document(number).weighed(state, item, _text(values, "text")).to_dict()

    def equal(self, number: int, values: dict[str, Any]) -> dict[str, Any]:
        """A selection as whole words, and how many equal ones there are."""
        spans = self._spans(number, {**values, "all": True})
        ruler, text = self._ruler(number), self.review.document(number).original
        told = [[ruler.told(a), ruler.told(b)] for a, b in spans]
        return {"spans": told, "words": " ".join(text[slice(*spans[0])].split())}

    def _spans(self, number: int, values: dict[str, Any]) -> list[Span]:
        ruler, document = self._ruler(number), self.review.document(number)
        places = [values.get("start"), values.get("end")]
        if not all(type(place) is int for place in places):
            raise InputError("a selection has a start and an end", code="bad-offset")
        start, end = (ruler.meant(int(place or 0)) for place in places)
        if not 0 <= start < end <= len(document.original):
            raise InputError("the selection lies outside of the text", code="bad-offset")
        if values.get("all") is True:
            found = document.equal_to(self.review.open(number), start, end)
        else:
            found = [span] if (span := snapped(document.original, start, end)) else []
        if not found:
            raise InputError("there is no word in the selection", code="no-word")
        return found[:_MANY]

    def rule(self, values: dict[str, Any]) -> dict[str, Any]:
        """Remembers what to do with a term everywhere, or forgets it."""
        if values.get("revoke") is not None:
            self.review.revoke(_text(values, "revoke"))
            return self.queue()
        does, term = _text(values, "does"), _text(values, "term").strip()
        if does not in ("keep", "leave out", "write") or not term:
            raise InputError("a rule keeps a term, leaves it out, or writes something for it", code="bad-rule")
        form = self.review.document(0).form(term)
        self.review.remember(Rule(form=form, term=term, does=does, text=_text(values, "text")))
        return self.queue()

    # --- what goes out ---

    def export(self, number: int, kind: str) -> tuple[str, str, bytes]:
        """A file name, its type and its bytes: of a document that is finished, once the check from scratch agrees."""
        document, state = self.review.document(number), self.review.open(number)
        if state.finished is None:
            raise InputError("finish the document first", code="not-finished")
        name = f"document-{number + 1}"
        if document.file is not None and kind in ("document", "certificate"):
            made = self.review.written(number)
            if kind == "document":
                return f"{name}.{_kind(document)}", media_type(document.file.name), _proved(made)
            certificate = made.result.certificate
        else:
            certificate, _ = self.review.verified(number)
        if kind == "text":
            return f"{name}.txt", "text/plain; charset=utf-8", state.text.encode()
        if kind == "certificate":
            told = msgspec.json.format(msgspec.json.encode(certificate.to_dict()), indent=1)
            return f"{name}.certificate.json", "application/json", told + b"\n"
        if kind == "working":
            record = working_record(document, state, certificate)
            return f"{name}.working.jsonl", "application/x-ndjson", msgspec.json.encode(record) + b"\n"
        if kind == "report":
            return f"{name}.report.html", "text/html; charset=utf-8", report(document, state, certificate).encode()
        files = "document, " if document.file is not None else ""
        raise InputError(f"there is text, {files}working, certificate and report", code="bad-export")

    def export_all(self, kind: str) -> tuple[str, str, bytes]:
        """The same of all documents that are finished: their texts in one archive, or one working file."""
        states = [(number, self.review.open(number)) for number in range(len(self.review.documents))
                  if self.review.is_open(number)]  # fmt: skip
        finished = [number for number, state in states if state.finished is not None]
        if not finished:
            raise InputError("finish a document first", code="not-finished")
        if kind == "working":
            lines = [self.export(number, kind)[2] for number in finished]
            return "working.jsonl", "application/x-ndjson", b"".join(lines)
        if kind != "text":
            raise InputError("there is text and working", code="bad-export")
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in finished:
                file = self.review.document(number).file
                name, _, data = self.export(number, kind if file is None else "document")
                archive.writestr(zipfile.ZipInfo(name), data)  # no time: the same texts are the same archive
        return "texts.zip", "application/zip", made.getvalue()


def _kind(document: ReviewedDocument) -> str | None:
    """How the file of a document ends; None for a plain text."""
    return document.file.name.rpartition(".")[2].lower() if document.file is not None else None


def _proved(made: SanitizedDocument) -> bytes:
    """The bytes of a file whose proof holds."""
    if made.data:
        return made.data
    proof = made.result.certificate.document
    where = f": {'; '.join(proof.faults[:3])}" if proof and proof.faults else ""
    raise InputError(f"the proof does not hold, so that there is no document{where}", code="not-proved")


def _because(act: Act, why: str) -> Act:
    return replace(act, why=why)


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key, "")
    if not isinstance(value, str) or len(value) > _LONGEST or re.search("[\ud800-\udfff]", value):
        raise InputError(f"{key} is a text of at most {_LONGEST:,} characters", code="bad-request")
    return value


def _items_of(values: dict[str, Any]) -> list[int]:
    items = values.get("items")
    if not isinstance(items, list) or not items or not all(type(each) is int for each in items):
        raise InputError("items are a list of numbers", code="bad-request")
    return items


def _check(state: State, items: list[int]) -> None:
    if any(not 0 <= item < len(state.items) for item in items):
        raise InputError("there is no such item", code="no-item")

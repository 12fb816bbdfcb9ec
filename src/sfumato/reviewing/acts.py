"""What reviewers do, act by act, and how a document stands after all of them: a pure function of the acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.languages.edits import applied
from sfumato.reviewing.items import DECISIONS, Choice, Item, Span, edit_of, placed, with_gaps
from sfumato.types import Edit

ACTS = (
    *DECISIONS,
    "mark",
    "stay",
    "undo",
    "redo",
    "flag",
    "finish",
    "reopen",
    "lock",
    "unlock",
    "open",
    "rule",
    "revoke",
)
"""All acts of a log. `open` has what the writer wrote; `rule` and `revoke` are about all documents."""
UNDOABLE = (*DECISIONS, "mark", "stay")
STATES = ("open", "needs second look", "reviewed", "locked")
"""How far a document is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Message):
    """What is to be done with a term in every document: to keep it, to leave it out, or to write something for it."""

    form: str
    term: str
    does: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Message):
    """One thing that somebody did. All that the text depends on is in it, so that it can be done again without us."""

    act: str
    document: str = ""
    items: tuple[int, ...] = ()
    edits: tuple[tuple[int, int, str] | None, ...] = ()
    """What each of the items says now, where that is not what the writer wrote."""
    marks: tuple[Item, ...] = ()
    """New items: of who marked something, or of the writer when a document is opened."""
    spans: tuple[Span, ...] = ()
    """What stays where everything else goes."""
    rule: Rule | None = None
    why: str = ""
    by: str = ""
    at: str = ""
    total: float = 0.0
    """Bits of all terms of a document when it is opened, and ..."""
    untrue: tuple[str, ...] = ()
    """... what the writer wrote that is not true, and ..."""
    unsure: tuple[str, ...] = ()
    """... terms that it kept for a person to look at."""

    def __post_init__(self) -> None:
        if self.act not in ACTS:
            raise InputError(f"an act is one of {', '.join(ACTS)}", code="bad-act")


@dataclass
class State:
    """How a document stands: its items, what was decided of each and by whom, and what the text says now."""

    original: str
    inverse: bool = False
    items: list[Item] = field(default_factory=list)
    choices: dict[int, Choice] = field(default_factory=dict)
    voices: dict[int, dict[str, Choice]] = field(default_factory=dict)
    """For each item the last decision of everybody who made one."""
    kept: list[Span] = field(default_factory=list)
    total: float = 0.0
    untrue: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    flag: str | None = None
    finished: Act | None = None
    locked: bool = False
    done: list[Act] = field(default_factory=list)
    undone: list[Act] = field(default_factory=list)

    def placed(self) -> list[tuple[Edit, int]]:
        """What is written where, in order, with the number of the item that says so; -1 where all goes."""
        found = ((edit_of(item, self.choices.get(number)), number) for number, item in enumerate(self.items))
        edits = placed((edit, number) for edit, number in found if edit is not None)
        if not self.inverse:
            return edits
        numbers = dict(edits)
        gaps = with_gaps(self.original, [edit for edit, _ in edits], self.kept)
        return [(edit, numbers.get(edit, -1)) for edit in gaps]

    @property
    def text(self) -> str:
        """The text as it would be released."""
        return applied(self.original, [edit for edit, _ in self.placed()])

    def open_items(self) -> list[int]:
        """What nobody has decided yet, what was skipped last."""
        left = [number for number in range(len(self.items)) if not self.is_decided(number)]
        return sorted(left, key=lambda number: number in self.choices)

    def is_decided(self, number: int) -> bool:
        """Whether somebody, or a rule, has decided about an item."""
        choice = self.choices.get(number)
        return choice is not None and choice.does != "skip"

    def disputed(self) -> list[int]:
        """Items of which two people have decided differently."""
        return [number for number, voices in self.voices.items() if _differ(self.items[number], voices.values())]

    def agreed(self) -> list[int]:
        """Items of which two people or more have decided the same."""
        return [
            n for n, voices in self.voices.items() if len(voices) > 1 and not _differ(self.items[n], voices.values())
        ]

    @property
    def state(self) -> str:
        """One of `STATES`."""
        if self.locked:
            return "locked"
        if self.flag is not None or self.disputed():
            return "needs second look"
        return "reviewed" if self.finished else "open"


def _differ(item: Item, choices: Iterable[Choice]) -> bool:
    return len({edit_of(item, choice) for choice in choices if choice.does != "skip"}) > 1


def state_of(original: str, acts: Iterable[Act], rules: Mapping[str, Rule], *, inverse: bool = False) -> State:
    """How a document stands after the acts about it, under the rules that are remembered."""
    state = State(original, inverse)
    for act in acts:
        if act.act == "undo" and state.done:
            state.undone.append(state.done.pop())
        elif act.act == "redo" and state.undone:
            state.done.append(state.undone.pop())
        elif act.act in UNDOABLE:
            state.done.append(act)
            state.undone.clear()
        else:
            _turn(state, act)
    for act in state.done:
        decide(state, act)
    for number, item in enumerate(state.items):
        rule = rules.get(item.form)
        if rule and number not in state.choices:
            state.choices[number] = _by_rule(item, rule)
    return state


def _turn(state: State, act: Act) -> None:
    """Acts that are not undone by a key: a document is opened, finished, locked."""
    if act.act == "open":
        state.items[:] = act.marks
        state.total, state.untrue, state.unsure = act.total, act.untrue, act.unsure
    elif act.act == "flag":
        state.flag = act.why
    elif act.act == "finish":
        state.finished, state.flag = act, None
    elif act.act == "reopen":
        state.finished = None
    elif act.act in ("lock", "unlock"):
        state.locked = act.act == "lock"


def decide(state: State, act: Act) -> None:
    """Does one of the acts that can be undone."""
    if act.act == "mark":
        first = len(state.items)
        state.items += act.marks
        chosen = {first + at: Choice(does="accept", by=act.by, why=act.why) for at in range(len(act.marks))}
    elif act.act == "stay":
        state.kept += act.spans
        chosen = {}
    else:
        edits: Sequence[tuple[int, int, str] | None] = act.edits or [None] * len(act.items)
        chosen = {
            number: Choice(does=act.act, edit=edit, by=act.by, why=act.why)
            for number, edit in zip(act.items, edits, strict=True)
        }
    for number, choice in chosen.items():
        state.choices[number] = choice
        if choice.does != "skip":
            state.voices.setdefault(number, {})[act.by] = choice


def _by_rule(item: Item, rule: Rule) -> Choice:
    edit = None if rule.does == "keep" else (item.start, item.end, rule.text)
    return Choice(does=rule.does, edit=edit, rule=True)


def check(state: State, act: Act) -> None:
    """Refuses an act that makes no sense for a document as it stands."""
    if act.act in UNDOABLE and (state.locked or state.finished):
        said = "locked: unlock it first" if state.locked else "finished: open it again first"
        raise InputError(f"the document is {said}", code="finished")
    if any(not 0 <= number < len(state.items) for number in act.items):
        raise InputError("there is no such item", code="no-item")
    if act.act == "undo" and (not state.done or state.done[-1].by != act.by):
        raise InputError("there is nothing of yours to undo", code="nothing-to-undo")
    if act.act == "redo" and not state.undone:
        raise InputError("there is nothing to do again", code="nothing-to-redo")
    if act.act == "lock" and not state.finished:
        raise InputError("only what is finished can be locked", code="not-finished")

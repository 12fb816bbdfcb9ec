"""What plug-ins give is looked at before it is used: a text in which a term stays by mistake must not go out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sfumato.errors import PluginError
from sfumato.protocols import Judge, Replacer
from sfumato.sanitizing.plan import Model, Plan
from sfumato.types import LEFT_OUT, Edit, Mention, Option, Proposal


def guarded_model(name: str, model: Model) -> Model:
    """The model, which must give a plan of the same document with a judge of every place."""

    def guarded(plan: Plan) -> Plan:
        made = model(plan)
        if not isinstance(made, Plan) or made.document != plan.document or made.secrets is not plan.secrets:
            raise PluginError(name, "gave no plan of the document")
        ends = [0, *(scope.end for scope in made.scopes)]
        if made.scopes and [*(scope.start for scope in made.scopes), len(plan.text)] != ends:
            raise PluginError(name, "leaves a part of the text without a judge")
        if not all(isinstance(judge, Judge) and len(judge.limits) == len(judge.names) for judge in made.judges):
            raise PluginError(name, "gave a judge that is none")
        return made

    return guarded


class GuardedReplacer:
    """A replacer whose options must end with leaving out, and which must write every proposal."""

    def __init__(self, name: str, replacer: Replacer) -> None:
        self._name = name
        self._replacer = replacer
        self.generalises = bool(replacer.generalises)

    def options(self, mention: Mention) -> tuple[Option, ...]:
        found = tuple(self._replacer.options(mention))
        if not found or found[-1] != LEFT_OUT:
            raise PluginError(self._name, "gave options that do not end with leaving out")
        if not all(one.content >= other.content for one, other in pairwise(found)):
            raise PluginError(self._name, "gave an option that keeps more information than the one before it")
        return found

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        edits = list(self._replacer.write(text, proposals))
        ends = [0, *(edit.end for edit in edits)]
        if any(edit.start < end or edit.end < edit.start for edit, end in zip(edits, ends, strict=False)):
            raise PluginError(self._name, "gave edits that overlap or are out of order")
        if ends[-1] > len(text):
            raise PluginError(self._name, "gave an edit outside the text")
        if not all(any(edit.start <= each.start and each.end <= edit.end for edit in edits) for each in proposals):
            raise PluginError(self._name, "left a term that was to be replaced")
        return edits

"""Judges: how many bits each visible term reveals of each secret, and how many are too many.

A judge has a row for each secret and answers for many terms at once. All equations are those of `information`; all
few-counts rules are its `evidence`. What was asked before is remembered, so that a batch asks once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.protocols import Judge, Knowledge, Language
from sfumato.risk.groups import risky_groups
from sfumato.risk.information import (
    contextualised_disclosure_risk,
    discloses,
    disclosure_limit,
    disclosure_risk,
    disclosure_risk_removed,
    evidence,
    information_content,
    pmi,
    threshold_contextualised,
    threshold_least_informative,
    threshold_most_informative_generalisation,
)
from sfumato.risk.quantities import is_quantity
from sfumato.risk.telling import HARDLY_WITHOUT, Telling, hardly_without
from sfumato.risk.unseen import ORDINARY
from sfumato.types import All, Any, Concept, Disclosure, Query, Secret

_REMEMBERED = 1 << 19  # terms, until all is forgotten
_MANY = 5  # documents that have a term and a secret, for it to be no chance that most with the term have both


class _Known:
    """What terms reveal: the column of each in a table that grows. A column that was given a place never changes."""

    def __init__(self, rows: int) -> None:
        self.places: dict[Query, int] = {}
        self._table = np.zeros((rows, 64))
        self._adding = Lock()

    def add(self, queries: Sequence[Query], columns: Array) -> None:
        """Remembers a column for each of these terms."""
        with self._adding:
            first = len(self.places)
            wanted = first + len(queries)
            if wanted > self._table.shape[1]:
                larger = np.zeros((len(self._table), 2 * wanted))
                larger[:, :first] = self._table[:, :first]
                self._table = larger
            new = [at for at, query in enumerate(queries) if query not in self.places]
            self._table[:, first : first + len(new)] = columns[:, new]
            self.places.update((queries[at], first + place) for place, at in enumerate(new))

    def columns(self, queries: Sequence[Query]) -> Array:
        """The columns of terms that are remembered."""
        places = [self.places[query] for query in queries]
        return self._table[:, places]


class RememberingJudge:
    """A `Judge` whose columns are computed once for each term: a model of one's own has `compute` and its limits.

    Unless it says otherwise it judges noun phrases and names alone, looks at no concepts behind wordings, and knows
    no groups: that is how the papers' models judge.
    """

    every_word = False
    names: Sequence[str]
    limits: Array
    reason: str

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._known = _Known(rows)
        self._concepts: dict[str, Array] = {}

    def compute(self, queries: Sequence[Query]) -> Array:
        """What each term (a column) reveals of each secret (a row)."""
        raise NotImplementedError

    def bits(self, queries: Sequence[Query]) -> Array:
        if not queries:
            return np.zeros((self._rows, 0))
        known = self._known  # another thread may begin anew at any time: this one goes on with what it has
        new = [query for query in dict.fromkeys(queries) if query not in known.places]
        if new and len(known.places) + len(new) > _REMEMBERED:
            known = self._known = _Known(self._rows)
            new = list(dict.fromkeys(queries))
        if new:
            known.add(new, self.compute(new))
        return known.columns(queries)

    def concept_bits(self, concept: Concept, query: Callable[[], Query]) -> Array | None:
        return None

    def groups(self, forms: Sequence[str], size: int) -> list[Disclosure]:
        return []


class CSanitized(RememberingJudge):
    """CSAN definition 6: no term reveals IC(c)/alpha or more of a secret c. The limit is each secret's own.

    What tells of a secret by its kind, or says its name in other words, reveals all of it, whatever the counts; and a
    word that hardly any document has is judged by however few, if it is hardly seen without the secret. What the
    handbook has under other conditions and not under the secret tells of those, whatever the counts. Not so where the
    secret is counted by its own words alone, as in the paper.
    """

    every_word = True
    reason = "reveals"

    def __init__(
        self,
        knowledge: Knowledge,
        secrets: Sequence[Secret],
        *,
        support: int = 1,
        counting: str = "taxonomic",
    ) -> None:
        super().__init__(len(secrets))
        self.knowledge = knowledge
        self.support = support
        self.secrets = tuple(secrets)
        self.names: Sequence[str] = [secret.name for secret in secrets]
        counts_meaning = counting == "taxonomic"  # the papers count whatever is spelled the same
        self._concepts_counted = [at for at, s in enumerate(secrets) if s.kind == "concept" and counts_meaning]
        self.queries: list[Query] = [query_of(secret, counting, knowledge.language) for secret in secrets]
        self.documents = [knowledge.count(query) for query in self.queries]
        self.contents = [
            information_content(float(count), knowledge.total, floor=knowledge.floor) for count in self.documents
        ]
        self.limits = np.array(
            [disclosure_limit(ic, s.alpha) for ic, s in zip(self.contents, self.secrets, strict=True)]
        )
        self.reads_meaning = counts_meaning
        """Whether sentences are judged by what they mean: not as the papers do."""
        self._telling = [Telling(secret, knowledge) for secret in secrets] if counting == "taxonomic" else []
        self._reasons: dict[tuple[int, Query], str] = {}

    def concept_bits(self, concept: Concept, query: Callable[[], Query]) -> Array:
        """What a concept reveals, counted with all its names; remembered by its id, since such queries are slow."""
        known = self._concepts.get(concept.id)
        if known is None:
            if len(self._concepts) > _REMEMBERED:
                self._concepts = {}
            known = self._concepts[concept.id] = self.compute([query()])[:, 0]
        return known

    def groups(self, forms: Sequence[str], size: int) -> list[Disclosure]:
        return risky_groups(self, forms, size)

    def compute(self, queries: Sequence[Query]) -> Array:
        total = self.knowledge.total
        counts = np.array(counted(self.knowledge, queries), dtype=float)
        table = np.zeros((len(self.queries), len(queries)))
        shared = np.zeros(table.shape, dtype=bool)
        for row, (secret, documents) in enumerate(zip(self.queries, self.documents, strict=True)):
            if documents:
                joint = np.array(self.knowledge.counts(secret, queries), dtype=float)
                among = self.secrets[row].among
                chance = documents / among if among else 0.0
                shared[row] = (joint >= _MANY) & (2 * joint >= counts)
                enough = evidence(joint, minimum=self.support)
                bits = pmi(joint, float(documents), counts, total)
                table[row] = np.where(enough, bits, 0.0)
                if self._telling and self._telling[row].by_few:
                    few = ~enough & hardly_without(joint, counts, queries, chance)
                    table[row] = np.where(few, bits, table[row])
                    self._reasons.update(((row, queries[at]), HARDLY_WITHOUT) for at in np.flatnonzero(few).tolist())
        amounts = [at for at, query in enumerate(queries) if isinstance(query, str) and is_quantity(query.split())]
        table[np.ix_(self._concepts_counted, amounts)] = 0.0
        for row, telling in enumerate(self._telling):
            for at in np.flatnonzero(~np.asarray(discloses(table[row], self.limits[row]))).tolist():
                query = queries[at]
                if isinstance(query, str) and (reason := telling.reason(query)):
                    table[row, at] = self.contents[row]
                    self._reasons[row, query] = reason
        self._leave_to_others(table, queries, shared)
        return table

    def _leave_to_others(self, table: Array, queries: Sequence[Query], shared: Array) -> None:
        """Takes out of a table what the handbook has under other conditions alone.

        Not what is `shared`: "Protestants" are seldom spoken of without Catholicism.
        """
        if not self._telling or self.knowledge.total < ORDINARY:
            return
        for row, each in enumerate(self.secrets):
            if each.entries:
                handbook, known = embedded_handbook(), frozenset((*each.entries, *each.above))
                others = [isinstance(query, str) and handbook.is_of_others(query, known) for query in queries]
                table[row, np.array(others, dtype=bool) & ~shared[row]] = 0.0

    def reason_of(self, row: int, form: str) -> str:
        """Why a term that reaches the limit of a secret does: by its counts, or by what it is."""
        return self._reasons.get((row, form), self.reason)


@dataclass(frozen=True, slots=True)
class Hidden:
    """A sensitive term that a first sanitizer hid: its normal form, and what stands for it ("" if it was removed).

    Counting is coherent where `general` counts every occurrence of the term, too.
    """

    form: str
    general: Query = ""


class Correlated(RememberingJudge):
    """CORR and HEALTH: what a term reveals of the sensitive terms that were hidden, given what stands for them.

    The risk is eq. 3 for a term removed, eq. 16 for one generalised; contextualised, HEALTH's eq. 10. One limit holds
    for all: it is given, or CORR's eq. 8 or 9 over the terms hidden.
    """

    reason = "tells of hidden"

    def __init__(
        self,
        knowledge: Knowledge,
        hidden: Sequence[Hidden],
        *,
        limit: float | None = None,
        threshold: str = "least-informative",
        contextualised: bool = False,
        support: int = 1,
    ) -> None:
        super().__init__(len(hidden))
        self.knowledge = knowledge
        self.hidden = tuple(hidden)
        self.contextualised = contextualised
        self.support = support
        self.names: Sequence[str] = [term.form for term in hidden]
        if limit is None:
            limit = hidden_threshold(knowledge, hidden, threshold=threshold)
        self.limits = np.full(len(hidden), limit)

    def compute(self, queries: Sequence[Query]) -> Array:
        knowledge, total = self.knowledge, self.knowledge.total
        counts = np.array(counted(knowledge, queries), dtype=float)
        table = np.zeros((len(self.hidden), len(queries)))
        for row, term in enumerate(self.hidden):
            documents = float(knowledge.count(term.form))
            if not documents:
                continue
            joint = np.array(knowledge.counts(term.form, queries), dtype=float)
            if not term.general:
                bits = disclosure_risk_removed(joint, documents, counts, total)
            else:
                general = np.array(knowledge.counts(term.general, queries), dtype=float)
                both = All(term.form, term.general)
                context = float(knowledge.count(both)) if self.contextualised else 0.0
                if context:
                    joint = np.array(knowledge.counts(both, queries), dtype=float)
                    bits = contextualised_disclosure_risk(joint, context, general, total)
                else:
                    bits = disclosure_risk(joint, documents, general, total)
            table[row] = np.where(evidence(joint, minimum=self.support), bits, 0.0)
        return table


class Informative(RememberingJudge):
    """What a term tells at all, IC(t), against a number of bits: the plainest of first sanitizers."""

    names: Sequence[str] = ("anything",)
    reason = "is informative"

    def __init__(self, knowledge: Knowledge, bits: float) -> None:
        super().__init__(1)
        self.knowledge = knowledge
        self.limits = np.array([bits])

    def compute(self, queries: Sequence[Query]) -> Array:
        counts = np.array(counted(self.knowledge, queries), dtype=float)
        content = information_content(counts, self.knowledge.total, floor=self.knowledge.floor)
        return np.atleast_2d(content)


def hidden_threshold(knowledge: Knowledge, hidden: Sequence[Hidden], *, threshold: str) -> float:
    """CORR eq. 8, the IC of the least informative term hidden, or eq. 9, that of the most informative stand-in."""
    if threshold == "least-informative":
        forms = [term.form for term in hidden]
        contents = [content_of(knowledge, form) for form in forms]
        return threshold_least_informative(contents) if contents else float("inf")
    counts = [float(knowledge.count(term.general)) for term in hidden if term.general]
    contents = [information_content(count, knowledge.total, floor=knowledge.floor) for count in counts]
    return threshold_most_informative_generalisation(contents) if contents else float("inf")


def listed_threshold(knowledge: Knowledge, listed: Sequence[tuple[str, str]], *, contextualised: bool = False) -> float:
    """HEALTH's tau over the whole list of sensitive terms, each with its nearest ancestor: eq. 3, or eq. 12 and 13."""
    if contextualised:
        counts = [float(knowledge.count(All(form, above) if above else form)) for form, above in listed]
        known = [count for count in counts if count]
        return threshold_contextualised(known, knowledge.total, floor=knowledge.floor) if known else float("inf")
    contents = [content_of(knowledge, form) for form, _ in listed if knowledge.count(form)]
    return threshold_least_informative(contents) if contents else float("inf")


def disclosures(judge: Judge, forms: Sequence[str]) -> list[Disclosure]:
    """What discloses: every term that reaches a limit, with the secret of which it reveals most beyond its limit."""
    if not forms or not len(judge.limits):
        return []
    bits = judge.bits(forms)
    risky = np.asarray(discloses(bits, judge.limits[:, np.newaxis]))
    found = []
    for column in np.flatnonzero(risky.any(axis=0)).tolist():
        row = int(np.argmax(np.where(risky[:, column], bits[:, column] - judge.limits, -np.inf)))
        form = forms[column]
        reason = judge.reason_of(row, form) if isinstance(judge, CSanitized) else judge.reason
        told = float(bits[row, column])
        found.append(Disclosure((form,), judge.names[row], told, float(judge.limits[row]), reason))
    return found


def query_of(secret: Secret, counting: str, language: Language) -> Query:
    """What counts as the secret: all its names and specialisations, or only its name as it is spelled."""
    return Any(*secret.forms) if counting == "taxonomic" else language.normal_form(secret.name)


def counted(knowledge: Knowledge, queries: Sequence[Query]) -> list[int]:
    return [knowledge.count(query) for query in queries]


@lru_cache(maxsize=1 << 13)
def content_of(knowledge: Knowledge, form: str) -> float:
    """IC of a term, and of the smallest count kept for what is unknown."""
    return information_content(float(knowledge.count(form)), knowledge.total, floor=knowledge.floor)

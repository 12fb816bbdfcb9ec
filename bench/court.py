"""Who a court case is about: what must be hidden, by the definitions of the Text Anonymization Benchmark.

An entity is hidden if each of its mentions is, but for titles, function words and punctuation. Precision is that of
hidden words, without those beside a term that were changed for the sentence: "on 9 May 1997" becomes "in 1997", and
"on" hides nothing; a row says what it is with them. F is that of precision and the recall of all entities. The model is
fitted to four fifths of the cases and measured on the fifth.
"""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.table import Row

if TYPE_CHECKING:
    from sfumato.measure.evaluate import Labelled
    from sfumato.measure.statistics import Interval

FOLDS = 5
DIRECT, QUASI, PRECISION = 1.0, 0.93, 0.77
OTHER_THRESHOLDS = (0.1, 0.15, 0.25, 0.3)


class Score(NamedTuple):
    """Shares of entities hidden, and of hidden words that had to be, with intervals over cases."""

    direct: Interval | None
    quasi: Interval | None
    precision: Interval | None
    f: Interval | None

    def shown(self) -> str:
        return (
            f"DIRECT {_value(self.direct):.3f}, QUASI {_value(self.quasi):.3f}, "
            f"word precision {_value(self.precision):.3f}, F {_value(self.f):.3f}"
        )


def _value(share: Interval | None) -> float:
    return share.value if share else 0.0


def rows(data: Path | None) -> list[Row]:
    path = data / "tab_dev.jsonl.xz" if data else None
    if path is None or not path.exists():
        return [Row("court cases", "skipped: no tab_dev.jsonl.xz in --data")]

    from sfumato.languages.en.identifiers import THRESHOLD, identifiers
    from sfumato.languages.en.identifiers.fit import Marked, fit
    from sfumato.measure.evaluate import Mask, read_gold
    from sfumato.policy import find
    from sfumato.sanitizing import Sanitizer
    from sfumato.service import Engine
    from sfumato.types import Document, Term

    cases = read_gold(path).documents
    documents = [Document(case.id, case.text) for case in cases]
    engine = Engine()
    language = engine.language
    start = time.perf_counter()
    terms = list(language.batch(documents))
    parsing = time.perf_counter() - start
    marked = [
        Marked(document, found, [(label.start, label.end) for label in case.labels if label.hide])
        for document, found, case in zip(documents, terms, cases, strict=True)
    ]
    models = [fit(marked[at] for at in range(len(marked)) if at % FOLDS != fold) for fold in range(FOLDS)]

    def hidden(threshold: float, folds: bool = True) -> list[list[Term]]:
        return [
            identifiers(one.document, one.terms, threshold=threshold, model=models[at % FOLDS] if folds else None)
            for at, one in enumerate(marked)
        ]

    def released(fold: int) -> Sanitizer:
        found = {"identifiers": partial(identifiers, model=models[fold])}
        return engine.sanitizer(find("person"), found_by=found)

    folds = [released(fold) for fold in range(FOLDS)]
    subjects = _subjects(path)

    def policy_scores(named: bool) -> tuple[Score, Score]:
        """How well the policy does, given the name of whom each case is about or not; and with words beside terms."""
        released = [
            folds[at % FOLDS].sanitized(one.document, one.terms, [subjects[one.document.id]] if named else ())
            for at, one in enumerate(marked)
        ]
        changed = [each.replacements for each in released]
        hiding = [[Mask(one.term_start, one.term_end) for one in each] for each in changed]
        return score(cases, hiding), score(cases, changed)

    (named, named_whole), (policy, policy_whole) = policy_scores(True), policy_scores(False)
    start = time.perf_counter()
    score(read_gold(path).documents, [[]] * len(cases))
    evaluating = time.perf_counter() - start
    start = time.perf_counter()
    in_sample = hidden(THRESHOLD, folds=False)
    detecting = time.perf_counter() - start
    alone = score(cases, hidden(THRESHOLD))
    spacy = score(cases, [[term for term in found if term.label != "NOUN_PHRASE"] for found in terms])
    name = f"{len(cases)} court cases, policy person, five-fold"
    share = detecting / parsing
    return [
        *_rows(f"{name}, the subject's name given", named, named_whole),
        *_rows(name, policy, policy_whole),
        Row("  evaluated, labels read and intervals included", f"{evaluating:.1f} s", "under 5 s", evaluating < 5),
        Row("  the detector of identifiers alone", alone.shown()),
        *(Row(f"  at threshold {t:.2f}", score(cases, hidden(t)).shown()) for t in OTHER_THRESHOLDS),
        Row("  the model that ships, on the cases it was fitted to", score(cases, in_sample).shown()),
        Row("  all terms that spaCy calls entities", spacy.shown()),
        Row("  time beside that of spaCy's terms", f"{share:.1%}", "at most 10 %", share <= 0.1),
    ]


def _subjects(path: Path) -> dict[str, str]:
    """Whom each case is about."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return {case["id"]: case["subject"] for case in map(json.loads, lines)}


def _rows(name: str, found: Score, whole: Score) -> list[Row]:
    return [
        _row(f"{name}: DIRECT entities hidden", found.direct, DIRECT),
        _row(f"{name}: QUASI entities hidden", found.quasi, QUASI),
        _row(f"{name}: word precision", found.precision, PRECISION),
        Row("  with all words beside terms that were changed for the sentence", str(whole.precision)),
        Row(f"{name}: F", str(found.f)),
    ]


def _row(what: str, share: Interval | None, least: float) -> Row:
    return Row(what, str(share), f"at least {least}", _value(share) >= least)


def score(documents: Sequence[Labelled], hidden: Sequence[Iterable[Any]]) -> Score:
    """How well spans with a start and an end hide the entities of each case."""
    from sfumato.languages import load
    from sfumato.measure.evaluate import Mask, Masked, count, scores_of

    counted = [
        count(document, Masked(document.id, tuple(Mask(span.start, span.end) for span in spans)), load())
        for document, spans in zip(documents, hidden, strict=True)
    ]
    scores = scores_of(counted)
    words, entities = scores.all["token"], scores.all["entity"]
    kinds = {kind: levels["entity"].recall for kind, levels in scores.kinds.items()}
    return Score(kinds.get("DIRECT"), kinds.get("QUASI"), words.precision, entities.f)

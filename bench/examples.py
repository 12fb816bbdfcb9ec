"""The examples of the README read as a whole: how many others fit, and what a model fitted to the knowledge says.

The model is one that anybody can fit in a second: a logistic regression over the words of the text, of the documents
of the knowledge that speak of the secret against all others. It takes no part in sanitizing. A text passes if the model
is no surer of the secret than the limit on single terms allows: log2 p(secret | text) / p(secret) below 1/alpha of the
secret's bits. A letter about something else says how sure the model is of a text that has nothing to do with it.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array

from bench.table import Row
from sfumato.io.arrays import Array
from sfumato.knowledge import Pack
from sfumato.policy.secrets import resolve
from sfumato.sanitizing import Sanitized
from sfumato.service import Engine, SanitizeRequest
from sfumato.taxonomies import embedded
from sfumato.types import Any

CROWD = 10
_RIDGE = 1.0
_LETTER, _NOTES = Path("examples/letter.txt"), Path("examples/notes.jsonl")
_ELSEWHERE = (
    "Thank you for seeing this retired teacher. He was admitted in May with chest pain and shortness of breath. The "
    "electrocardiogram showed a heart attack, and a stent was put in. He takes aspirin and a statin, walks every day, "
    "and has stopped smoking. Please repeat the blood test for cholesterol in June."
)


def rows(data: Path | None) -> list[Row]:
    """The letter with its condition hidden, and the notes under `us-medical`."""
    engine = Engine()
    letter = _LETTER.read_text(encoding="utf-8")
    made = engine.sanitize(SanitizeRequest(text=letter, hide=("HIV",)))
    found = [_crowd("letter", made)]
    model = Whole("HIV", made.certificate.secrets[0].alpha)
    for name, text in (("as it came", letter), ("released", made.text), ("about a heart attack", _ELSEWHERE)):
        barred = name == "released"
        found.append(model.row(f"letter {name}: a model of its words gives HIV", text, barred=barred))
    with _NOTES.open(encoding="utf-8") as lines:
        for note in map(json.loads, lines):
            request = SanitizeRequest(text=note["text"], hide=tuple(note.get("hide", ())), policy=("us-medical",))
            found.append(_crowd(f"note {note['id']}, policy us-medical", engine.sanitize(request)))
    return found


def _crowd(name: str, made: Sanitized) -> Row:
    """How many others fit what is left as well, for the secret and the reader that leave fewest."""
    least = min(made.certificate.crowds, key=lambda each: each.size)
    said = f"{least.size} ({least.secret}, {least.reader})"
    return Row(f"{name}: smallest crowd, over all secrets and readers", said, f"at least {CROWD}", least.size >= CROWD)


class Whole:
    """What the words of a text together say of a secret, to a model that is fitted to them."""

    def __init__(self, label: str, alpha: float) -> None:
        self.pack = Pack.open()
        self.has = np.zeros(self.pack.total)
        secret = resolve(label, taxonomy=embedded(), knowledge=self.pack, alpha=alpha).secret
        self.has[self.pack.matching(Any(*secret.forms))] = 1.0
        self.prior = float(self.has.mean())
        self.content = -math.log2(self.prior)
        self.limit = self.content / alpha

    def row(self, what: str, text: str, *, barred: bool) -> Row:
        chance = self.chance(text)
        bits = math.log2(chance / self.prior)
        said = f"{chance:.4f} ({bits:.2f} of {self.content:.2f} bits)"
        return Row(what, said, f"below {self.limit:.2f}" if barred else "", bits < self.limit if barred else None)

    def chance(self, text: str) -> float:
        """How likely a text is to speak of the secret, by its words."""
        words = sorted({form for form in self.pack.language.read(text).forms if self.pack.count(form)})
        documents = [self.pack.matching(word) for word in words]
        columns = np.repeat(np.arange(len(words)), [len(each) for each in documents])
        shape = (self.pack.total, len(words))
        table = csr_array((np.ones(len(columns)), (np.concatenate(documents), columns)), shape=shape)
        bias, weights = _fitted(table, self.has)
        return float(1 / (1 + np.exp(-(bias + weights.sum()))))


def _fitted(table: csr_array, truth: Array) -> tuple[float, Array]:
    """The bias and the weights of a logistic regression with a small ridge."""
    sign = 2 * truth - 1
    turned = table.T.tocsr()

    def loss(given: Array) -> tuple[float, Array]:
        margin = sign * (table @ given[1:] + given[0])
        slope = -sign / (1 + np.exp(np.clip(margin, -50, 50)))
        value = float(np.logaddexp(0, -margin).sum() + _RIDGE / 2 * (given[1:] ** 2).sum())
        return value, np.concatenate([[slope.sum()], turned @ slope + _RIDGE * given[1:]])

    found = minimize(loss, np.zeros(table.shape[1] + 1), jac=True, method="L-BFGS-B").x
    return float(found[0]), found[1:]

"""What an attack found, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sfumato.cli.console import counted, line, note, table

if TYPE_CHECKING:
    from sfumato.measure.attack import Measured, Result
    from sfumato.measure.statistics import Interval

_SHOWN = 20  # texts that are listed one by one
_LIKELIEST = 5
_PHRASES = 5


@dataclass(frozen=True)
class Report:
    """What each version of the texts gave away; `limit` is the share that may be found first."""

    ids: Sequence[str]
    question: str
    results: Mapping[str, Result]
    limit: float | None
    upper: bool
    above: bool

    @property
    def released(self) -> Result:
        return self.results["released"]

    # --- for people ---------------------------------------------------------------------------------------

    def show(self) -> None:
        if self.released.cases:
            for at, (version, result) in enumerate(self.results.items()):
                if at:
                    line("")
                self._measures(version, result)
            self._given_away()
            self._notes()
        else:
            self._likeliest()
        if self.limit is not None:
            end = "the upper end of the interval of the" if self.upper else "the"
            verb = "is above" if self.above else "is not above"
            note(f"{end} strongest attacker's top 1 {verb} {self.limit:.0%}", colour="red" if self.above else None)

    def _measures(self, version: str, result: Result) -> None:
        from sfumato.measure.attack import by_chance

        what = f"{version}: {self._asked(result)} against {counted(len(result.known), 'candidate')}"
        line(what, bold=True)
        strong = result.strongest
        if len(result.cases) == 1:  # there are no shares of one
            self._ranks(result)
            return
        rows: list[Sequence[str]] = [("attacker", "top 1", "top 5", "mean reciprocal rank", "")]
        for name in _best_readings(result):
            found = result.measured[name]
            rows.append((name, *_row(found), "strongest" if name == strong else ""))
        top1, top5, reciprocal = by_chance(len(result.known))
        rows.append(("by chance", f"{top1:.1%}", f"{top5:.1%}", f"{reciprocal:.3f}", ""))
        table(rows)

    def _ranks(self, result: Result) -> None:
        """The rank of the one case there is."""
        rows: list[Sequence[str]] = [("attacker", "rank", "")]
        for name in _best_readings(result):
            found = result.outcomes[name]
            rank = _place(float(found.rank[0]), int(found.tied[0]))
            rows.append((name, rank, "strongest" if name == result.strongest else ""))
        rows.append(("by chance", f"{(len(result.known) + 1) / 2:g}", ""))
        table(rows)

    def _asked(self, result: Result) -> str:
        texts = counted(len({case.text for case in result.cases}), "text")
        return texts if self.question == "who" else f"{counted(len(result.cases), 'secret')} of {texts}"

    def _given_away(self) -> None:
        """The texts that the strongest attacker found first, and the words that gave them away."""
        result = self.released
        found = result.outcomes[result.strongest]
        rows = [
            (self.ids[case.text], result.known.candidates[case.candidate].called, self._by(case.text, case.candidate))
            for at, case in enumerate(result.cases)
            if found.top1[at] > 0
        ]
        line("")
        if not rows:
            line(f"None of the released texts is found first by {result.strongest}.")
            return
        why = "what tells most of it" if self.question == "what" else "what they share with the candidate"
        line(f"Found first by {result.strongest}, and {why}:", bold=True)
        table(rows[:_SHOWN], most=40)
        if len(rows) > _SHOWN:
            line(f"and {counted(len(rows) - _SHOWN, 'more')} (--json has all)")

    def _by(self, text: int, candidate: int) -> str:
        told = self.released.telling(text, candidate, _PHRASES) if self.question == "what" else []
        if told:
            return ", ".join(f"{term} ({bits:.1f} bits)" for term, bits in told)
        return ", ".join(self.released.telltales(text, candidate, _PHRASES))

    def _notes(self) -> None:
        from sfumato.measure.statistics import small

        result = self.released
        cases = len(result.cases)
        if cases == 1:
            note("One case alone says little of others.")
        elif said := small(cases, "secrets" if self.question == "what" else "texts"):
            note(f"{said}.")
        tied = int((result.outcomes[result.strongest].tied > 1).sum())
        if tied:
            note(f"{counted(tied, 'tie')} with the truth ({result.strongest}): the mean over all orders is taken.")

    def _likeliest(self) -> None:
        """Where the truth is unknown: who the texts are most likely about."""
        result = self.released
        strong = result.strongest
        count = len(result.scores)
        line(
            f"The truth is unknown: the likeliest of {counted(len(result.known), 'candidate')}, by {strong}", bold=True
        )
        rows: list[Sequence[str]] = [("text", "rank", "candidate", "first by", "shares with it")]
        for text, id in enumerate(self.ids[:_SHOWN]):
            for place in result.order(text, strong, _LIKELIEST):
                agreeing = result.agreeing(text, place.candidate)
                rank = _place(place.rank, place.tied)
                name = result.known.candidates[place.candidate].called
                shared = self._by(text, place.candidate)
                rows.append((id, rank, name, f"{agreeing} of {count}" if agreeing else "", shared))
                id = ""
        table(rows, most=40)
        if len(self.ids) > _SHOWN:
            line(f"and {counted(len(self.ids) - _SHOWN, 'more text')} (--json has all)")

    # --- for programs -------------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Everything; ranks are from 1, the middle one among equals."""
        from sfumato.measure.attack import by_chance

        result = self.released
        top1, top5, reciprocal = by_chance(len(result.known))
        told: dict[str, Any] = {
            "question": self.question,
            "texts": len(self.ids),
            "candidates": len(result.known),
            "cases": len(result.cases),
            "chance": {"top1": top1, "top5": top5, "mean_reciprocal_rank": reciprocal},
            "versions": {version: _version(each) for version, each in self.results.items()},
            "found": self._cases(),
            "likeliest": [self._order(text) for text in range(len(self.ids))],
        }
        if self.limit is not None:
            told["limit"] = {"share": self.limit, "upper": self.upper, "above": self.above}
        return told

    def _cases(self) -> list[dict[str, Any]]:
        result = self.released
        found = []
        for at, case in enumerate(result.cases):
            candidate = result.known.candidates[case.candidate]
            found.append(
                {
                    "id": self.ids[case.text],
                    "candidate": candidate.id,
                    "name": candidate.name,
                    "ranks": {
                        version: {name: float(outcome.rank[at]) for name, outcome in each.outcomes.items()}
                        for version, each in self.results.items()
                    },
                    "shares": result.telltales(case.text, case.candidate, _PHRASES),
                    "tells": [
                        {"term": term, "bits": round(bits, 3)}
                        for term, bits in result.telling(case.text, case.candidate, _PHRASES)
                    ],
                }
            )
        return found

    def _order(self, text: int) -> dict[str, Any]:
        result = self.released
        strong = result.strongest
        return {
            "id": self.ids[text],
            "attacker": strong,
            "attackers": len(result.scores),
            "candidates": [
                {
                    "candidate": result.known.candidates[place.candidate].id,
                    "name": result.known.candidates[place.candidate].name,
                    "rank": place.rank,
                    "tied": place.tied,
                    "score": round(place.score, 6),
                    "first_by": result.agreeing(text, place.candidate),
                }
                for place in result.order(text, strong, _LIKELIEST)
            ],
        }


def _version(result: Result) -> dict[str, Any]:
    if not result.cases:
        return {"strongest": None, "attackers": {}}
    return {
        "strongest": result.strongest,
        "attackers": {
            name: {
                "top1": found.top1.as_dict(),
                "top5": found.top5.as_dict(),
                "mean_reciprocal_rank": found.reciprocal.as_dict(),
                "ties": int((result.outcomes[name].tied > 1).sum()),
            }
            for name, found in result.measured.items()
        },
    }


def _best_readings(result: Result) -> list[str]:
    """Each attacker by the reading that served it better, the strongest first."""
    from sfumato.measure.attack import AS_SEEN

    best: dict[str, str] = {}
    for name, found in result.outcomes.items():
        who = name.removesuffix(AS_SEEN)
        if who not in best or found.strength > result.outcomes[best[who]].strength:
            best[who] = name
    return sorted(best.values(), key=lambda name: result.outcomes[name].strength, reverse=True)


def _place(rank: float, tied: int) -> str:
    """A rank, and among how many equals it is the middle one.

    >>> _place(1.0, 1), _place(2.5, 4)
    ('1', '2.5 (of 4 equals)')
    """
    return f"{rank:g}" + (f" (of {tied} equals)" if tied > 1 else "")


def _row(found: Measured) -> tuple[str, str, str]:
    return _share(found.top1), _share(found.top5), str(found.reciprocal)


def _share(found: Interval) -> str:
    """A share with its interval.

    >>> from sfumato.measure.statistics import Interval
    >>> _share(Interval(0.55, 0.35, 0.75, 20))
    '55% (35% to 75%)'
    """
    return f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})"

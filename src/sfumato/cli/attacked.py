"""What an attack found, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sfumato.cli.console import line, note, table
from sfumato.io.files import counted

if TYPE_CHECKING:
    from sfumato.measure.attack import AttackResult, CrowdAttack
    from sfumato.measure.attack.requests import Found, Likely
    from sfumato.measure.statistics import Interval

_SHOWN = 20  # texts that are listed one by one


def show(result: AttackResult) -> None:
    """Prints a result that has its detail."""
    if result.found:
        for at, version in enumerate(result.versions):
            if at:
                line("")
            _measures(result, version)
        _given_away(result)
        _notes(result)
    else:
        _likeliest(result)
    if result.limit:
        end = "the upper end of the interval of the" if result.limit.upper else "the"
        verb = "is above" if result.above else "is not above"
        said = f"{end} strongest attacker's top 1 {verb} {result.limit.share:.0%}"
        note(said, colour="red" if result.above else None)


def show_crowd(result: CrowdAttack) -> None:
    """Prints where secrets stand among their rivals."""
    for version, readers in result.versions.items():
        rivals = max(case.rivals for case in result.cases)
        line(f"{version}: {counted(len(result.cases), 'secret')}, each among up to {rivals} rivals", bold=True)
        rows: list[Sequence[str]] = [("reader", "first", "in the first ten", "median rank", "")]
        for name, each in readers.items():
            asked = "asked by sanitize" if each.built_in else "kept apart"
            rows.append((name, f"{each.first:.0%}", f"{each.in_ten:.0%}", f"{each.median:g}", asked))
        table(rows, right=[1, 2, 3])
    if len(result.cases) < 30:
        note("Of few texts the shares are rough.")


def _measures(result: AttackResult, version: str) -> None:
    texts = counted(result.asked or 0, "text")
    asked = texts if result.question == "who" else f"{counted(result.cases, 'secret')} of {texts}"
    line(f"{version}: {asked} against {counted(result.candidates, 'candidate')}", bold=True)
    attackers, strongest = result.versions[version].attackers, result.versions[version].strongest
    names = result.versions[version].best_readings
    marks = ["strongest" if name == strongest else "" for name in names]
    rows: list[Sequence[str]]
    chance: Sequence[str]
    if result.cases == 1:  # there are no shares of one
        (case,) = result.found
        ranks = [_rank(case.ranks[version][name], (case.tied or {})[version][name]) for name in names]
        chance = (f"{(result.candidates + 1) / 2:g}",)
        rows = [("attacker", "rank", ""), *zip(names, ranks, marks, strict=True)]
    else:
        found = [attackers[name] for name in names]
        shares = [(_share(each.top1), _share(each.top5), str(each.mean_reciprocal_rank)) for each in found]
        chance = (f"{result.chance.top1:.1%}", f"{result.chance.top5:.1%}", f"{result.chance.mean_reciprocal_rank:.3f}")
        rows = [("attacker", "top 1", "top 5", "mean reciprocal rank", "")]
        rows += [(name, *share, mark) for name, share, mark in zip(names, shares, marks, strict=True)]
    table([*rows, ("by chance", *chance, "")])


def _given_away(result: AttackResult) -> None:
    """The texts that the strongest attacker found first, and the words that gave them away."""
    strongest = result.versions["released"].strongest or ""
    rows = [(each.id, each.called, _by(result, each)) for each in result.found if each.first("released", strongest)]
    line("")
    if not rows:
        line(f"None of the released texts is found first by {strongest}.")
        return
    why = "what tells most of it" if result.question == "what" else "what they share with the candidate"
    line(f"Found first by {strongest}, and {why}:", bold=True)
    table(rows, most=40, first=_SHOWN)


def _by(result: AttackResult, case: Found | Likely) -> str:
    """What gives a text away: what tells of a secret, or else what is shared with a candidate."""
    if result.question == "what" and case.tells:
        return ", ".join(f"{each.term} ({each.bits:.1f} bits)" for each in case.tells)
    return ", ".join(case.shares or ())


def _notes(result: AttackResult) -> None:
    from sfumato.measure.statistics import small

    if result.cases == 1:
        note("One case alone says little of others.")
    elif said := small(result.cases, "secrets" if result.question == "what" else "texts"):
        note(f"{said}.")
    released = result.versions["released"]
    strongest = released.strongest or ""
    if ties := released.attackers[strongest].ties:
        note(f"{counted(ties, 'tie')} with the truth ({strongest}): the mean over all orders is taken.")


def _likeliest(result: AttackResult) -> None:
    """Where the truth is unknown: who the texts are most likely about."""
    by = result.likeliest[0].attacker
    line(f"The truth is unknown: the likeliest of {counted(result.candidates, 'candidate')}, by {by}", bold=True)
    rows: list[Sequence[str]] = [("text", "rank", "candidate", "first by", "shares with it")]
    for each in result.likeliest[:_SHOWN]:
        for at, one in enumerate(each.candidates):
            agreeing = f"{one.first_by} of {each.attackers}" if one.first_by else ""
            rows.append(("" if at else each.id, _rank(one.rank, one.tied), one.called, agreeing, _by(result, one)))
    table(rows, most=40)
    if result.texts > _SHOWN:
        line(f"and {counted(result.texts - _SHOWN, 'more text')} (--json has all)")


def _rank(rank: float, tied: int) -> str:
    """A rank, and among how many equals it is the middle one.

    >>> _rank(1.0, 1), _rank(2.5, 4)
    ('1', '2.5 (of 4 equals)')
    """
    return f"{rank:g}" + (f" (of {tied} equals)" if tied > 1 else "")


def _share(found: Interval) -> str:
    """A share with its interval.

    >>> from sfumato.measure.statistics import Interval
    >>> _share(Interval(0.55, 0.35, 0.75, 20))
    '55% (35% to 75%)'
    """
    return f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})"

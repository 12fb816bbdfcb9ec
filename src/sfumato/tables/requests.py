"""What can be asked of tables, and what is answered: frozen dataclasses of plain values, to be sent as JSON.

The table itself, a table of the population and the terms of a user are passed beside a request; the released table is
beside the result and no part of its JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from sfumato.io.files import shown
from sfumato.io.messages import Message
from sfumato.tables.claims import Claim, claim_of
from sfumato.tables.config import Config, config_of, config_values
from sfumato.tables.grouping.diversity import Diversity
from sfumato.tables.grouping.partition import STRATEGIES, check_strategy, check_weight
from sfumato.tables.measures import Measures, Risk
from sfumato.tables.texts.fixpoint import Round
from sfumato.tables.texts.types import check_some
from sfumato.tables.view import Groups

WEIGHTED = ("closest", "mondrian")
"""Strategies for which the weight makes a difference."""

# --- requests ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TableRequest(Message):
    """What every request about a table says: what its columns are, and which terms are looked for in its texts."""

    config: dict[str, Any]
    """What the columns are, as the TOML file of a config says it."""
    config_file: str = ""
    """The file that the config comes from, if any: messages name it, and files that the config names lie beside it."""
    types: tuple[str, ...] | None = None
    """Types of terms that are looked for in texts; the config's and the usual ones unless given."""

    @classmethod
    def of_file(cls, path: Path | str, **settings: Any) -> Self:
        """A request with the config of a TOML file."""
        return cls(config=config_values(path), config_file=str(path), **settings)

    def parsed_config(self) -> Config:
        """The config with everything in it checked; `InputError` says what is wrong where."""
        check_some(self.types)
        if not self.config_file:
            return config_of(self.config)
        return config_of(self.config, where=shown(self.config_file), folder=Path(self.config_file).parent)


@dataclass(frozen=True, kw_only=True)
class ClaimRequest(TableRequest):
    """A request about a release and what is claimed of it; what is not given is the config's. `Claim` explains all."""

    k: int | None = None
    l: float | None = None  # noqa: E741  the papers' name
    t: float | None = None
    entropy: float | None = None

    def claim(self, config: Config, population: Any = None) -> Claim:
        """What is claimed, checked."""
        return claim_of(config, k=self.k, l=self.l, t=self.t, entropy=self.entropy, population=population)


@dataclass(frozen=True, kw_only=True)
class AnonymizeRequest(ClaimRequest):
    """Asks for a release of a table in which everyone is one of at least k people."""

    weight: float | None = None
    """The weight of columns against texts, 0 to 1; the config's unless given."""
    strategy: str | None = None
    """How people are grouped: one of `STRATEGIES`; the config's, or the first of these, unless given."""
    approximate: bool = False
    """Finds what repeats a column under other spellings, and synonyms, too."""
    literal_values: bool = True
    """Finds the values of columns in texts even where no detector does."""
    generalize: bool = True
    """Writes for a suppressed term what is true of everyone in the group, by ladders and taxonomies, else its kind as a
    phrase of its sentence; without it the bare name of its type."""
    seed: int | None = None
    """Repeats the keys and the order of rows: for tests, never for a release."""

    def check(self) -> Config:
        """The config, after all settings were checked: so that what is wrong is told before there is work."""
        config = self.parsed_config()
        self.claim(config)
        self.grouping(config)
        return config

    def grouping(self, config: Config) -> tuple[str, float]:
        """The strategy and the weight, checked."""
        strategy = self.strategy or config.strategy or STRATEGIES[0]
        weight = config.weight if self.weight is None else self.weight
        check_strategy(strategy)
        check_weight(weight)
        return strategy, weight


@dataclass(frozen=True, kw_only=True)
class VerifyTableRequest(ClaimRequest):
    """Asks whether a released table is what is claimed of it."""


@dataclass(frozen=True, kw_only=True)
class SweepTableRequest(TableRequest):
    """Asks what anonymizing a table costs under every k, weight and strategy."""

    ks: tuple[int, ...] | None = None
    """The k to try; usual ones, as far as there are people, unless given."""
    weights: tuple[float, ...] = (0.0, 0.5, 1.0)
    strategies: tuple[str, ...] = STRATEGIES


# --- results ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableVerdict(Message):
    """What was counted in a released table, and whether the claim holds. Rows are numbered as a spreadsheet does."""

    holds: bool
    k: int
    people: int
    classes: int
    smallest: int
    below: int
    """People in classes of fewer than k."""
    rows: tuple[int, ...]
    """The first rows of such people, or of classes that fail otherwise."""
    by_columns: int
    """The smallest class by quasi-identifiers alone: a class that is smaller is so because of the texts."""
    lone_counts: int
    """People whose number of rows nobody else in their class has: reported, not part of the claim."""
    diversity: dict[str, Diversity] = field(default_factory=dict)
    population: int | None = None
    """The fewest people of the population that look like a class."""
    risk: Risk | None = None
    """The chance to be found again; by journalist and marketer in the population, if there is a table of it."""
    problems: tuple[str, ...] = ()
    """In words, what does not hold."""


@dataclass(frozen=True)
class AnonymizeReport(Message):
    """What was done to the texts, and how long each step took, in seconds."""

    redundant: dict[str, int] = field(default_factory=dict)
    """How many terms of the texts repeated each column."""
    rounds: dict[str, tuple[Round, ...]] = field(default_factory=dict)
    """For each text column what detecting anew changed, round by round."""
    suppressed_texts: int = 0
    """Texts that had to be suppressed as a whole."""
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class AnonymizeResult(Message):
    """What a release costs, whether it holds, and the release itself: of all this only `table` may be published."""

    measures: Measures
    verdict: TableVerdict
    """The check of the released table."""
    report: AnonymizeReport
    table: Any = field(default=None, repr=False, compare=False)
    """The table to publish, a frame of the type that was given; no part of the JSON."""
    groups: Groups | None = field(default=None, repr=False, compare=False)
    """Which people of the original are alike in the release; no part of the JSON."""

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name).to_dict() for name in ("measures", "verdict", "report")}


@dataclass(frozen=True)
class TablePoint(Message):
    """One way to anonymize a table, and all its figures."""

    strategy: str
    weight: float
    k: int
    measures: Measures
    seconds: float

    @property
    def name(self) -> str:
        """Strategy and weight, as a plot calls them; without the weight where it makes no difference."""
        return f"{self.strategy}, weight {self.weight:g}" if self.strategy in WEIGHTED else self.strategy


@dataclass(frozen=True)
class SweepTableResult(Message):
    """What each way to anonymize a table costs, the least k first."""

    points: tuple[TablePoint, ...]
    k: int
    """The k of the config."""
    texts: tuple[str, ...] = ()
    """The text columns of the table."""
    left_out: tuple[str, ...] = ()
    """Strategies that were asked for and not tried, because they need a text column."""

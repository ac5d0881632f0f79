"""What a simulation returns: exact counts, and the tables and figures made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

import polars as pl

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.intervals import Proportion, proportion
from meldlab.sim.common.version import __version__
from meldlab.sim.counting.stopping import StoppedBy
from meldlab.sim.counting.tally import Tally
from meldlab.sim.query.conditions import Condition, parse_grouping
from meldlab.sim.simulate.figures import Score, Split, histogram, score, splits_by, table_by
from meldlab.sim.simulate.task import Task


@dataclass(frozen=True, repr=False)
class Simulation:
    """The first deals of one seed (after adding: of several), counted.

    Attributes
    ----------
    task : Task
        What was dealt.
    tally : Tally
        The exact counts.
    sources : tuple of (seed, deals)
        Which deals: the first `deals` of each seed.
    features : tuple of Condition
        The rows of `table`.
    dealt : int
        Deals made by this call; the others were read from the output folder.
    seconds : float
        Wall time of this call's dealing, compilation not included.
    stopped_by : str
        ``deals``, ``target``, ``time`` or ``interrupt``.
    target_reached : bool or None
        Whether the precision asked for was reached; None when none was.
    provenance : mapping
        The record that makes the result repeatable.
    messages : tuple of str
        What a person should know (damaged parts dealt again, ...).
    """

    task: Task
    tally: Tally
    sources: tuple[tuple[int, int], ...]
    features: tuple[Condition, ...]
    dealt: int
    seconds: float
    stopped_by: StoppedBy
    target_reached: bool | None
    provenance: Mapping[str, Any]
    messages: tuple[str, ...] = ()

    @property
    def deals(self) -> int:
        """The number of deals counted."""
        return self.tally.deals

    @property
    def seed(self) -> int | list[int]:
        """The seed; after adding, the list of seeds."""
        seeds = [seed for seed, _ in self.sources]
        return seeds[0] if len(seeds) == 1 else seeds

    @property
    def hands_per_second(self) -> float | None:
        """Speed of this call, None when it dealt nothing."""
        return self.dealt / self.seconds if self.dealt and self.seconds > 0 else None

    @cached_property
    def score(self) -> Score:
        """Mean, deviation, standard error, extremes and quantiles of the score."""
        return score(self.tally, self.task.score)

    def share(self, feature: Condition) -> Proportion:
        """Return how many deals have `feature`, with the 95 % interval."""
        return proportion(self.tally.hits(feature.expression()), self.tally.deals)

    def histogram(self) -> dict[int, int]:
        """Return the number of deals for each score that occurred."""
        return histogram(self.tally, self.task.score)

    def table(self) -> pl.DataFrame:
        """Return one row a feature: `feature`, `hits`, `deals`, `probability`, `low`, `high` (95 %), `interval`."""
        shares = [(feature.text, self.share(feature)) for feature in self.features]
        rows = [(text, s.hits, s.trials, s.probability, s.low, s.high, s.method) for text, s in shares]
        schema = {
            "feature": pl.String,
            "hits": pl.Int64,
            "deals": pl.Int64,
            "probability": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
            "interval": pl.String,
        }
        return pl.DataFrame(rows, schema=schema, orient="row")

    def by(self, outcome: str) -> pl.DataFrame:
        """Return one row a value of an outcome: its share, the mean score and the features' shares within it.

        A query is an outcome as well: 1 where it is true, else 0.

        Raises
        ------
        QueryError
            There is no such outcome.
        """
        name, value = parse_grouping(outcome, self.task)
        return table_by(self.tally, name, value, score_name=self.task.score, features=self.features)

    def splits(self, outcome: str) -> list[Split]:
        """Return what `by` does, a `Split` a value, with the 95 % interval of each figure.

        Raises
        ------
        QueryError
            There is no such outcome.
        """
        name, value = parse_grouping(outcome, self.task)
        return splits_by(self.tally, name, value, score_name=self.task.score, features=self.features)

    def to_polars(self) -> pl.DataFrame:
        """Return the exact counts: one row a combination of outcomes, with `count`."""
        return self.tally.frame

    def to_dict(self, *, by: Sequence[str] = ()) -> dict[str, Any]:
        """Return the result as the command line's JSON; under ``by`` the tables by these outcomes, if any."""
        splits = {parse_grouping(outcome, self.task)[0]: self.by(outcome).to_dicts() for outcome in by}
        shares = {feature.text: self.share(feature) for feature in self.features}
        return {
            "ruleset": self.task.game,
            "rules_sha256": self.task.ruleset_sha256,
            "version": __version__,
            "decks": self.task.decks,
            "wild": self.task.wild,
            "deals": self.deals,
            "seed": self.seed,
            "features": {
                text: {
                    "hits": share.hits,
                    "probability": share.probability,
                    "ci95": [share.low, share.high],
                    "interval": share.method,
                }
                for text, share in shares.items()
            },
            "score": self.score.to_dict(),
            "histogram": {str(value): count for value, count in self.histogram().items()},
            "seconds": self.seconds,
            "hands_per_second": self.hands_per_second,
            "stopped_by": self.stopped_by,
            "target_reached": self.target_reached,
            "tally_sha256": self.tally.digest(),
            "provenance": dict(self.provenance),
            **({"by": splits} if splits else {}),
        }

    def __add__(self, other: "Simulation") -> "Simulation":
        """Return the result over the deals of both.

        Raises
        ------
        RunError
            The two are of different tasks, or share a seed and therefore deals.
        """
        return combine([self, other])

    def __repr__(self) -> str:
        """Return the result in a line: rules, deals, seed, mean score and why it stopped."""
        mean = self.score.mean
        told = "" if mean is None else f", mean {self.task.score} {mean:.6g}"
        return (
            f"Simulation({self.task.game}, {self.deals:,} deals, seed {self.seed}{told}, stopped by {self.stopped_by})"
        )

    def _repr_html_(self) -> str:
        """Return the table as HTML for notebooks."""
        return f"<p>{escape(repr(self))}</p>{self.table()._repr_html_()}"


def combine(simulations: Sequence[Simulation]) -> Simulation:
    """Return the result over the deals of all `simulations`, at least one.

    Raises
    ------
    RunError
        They are of different tasks, or two share a seed: results of one seed begin with the same deals, and
        counting those twice would make the intervals too narrow.
    """
    first = simulations[0]
    if any(other.task.task_id != first.task.task_id for other in simulations):
        raise RunError(
            "results of different rules, packs, outcomes or versions cannot be added",
            where="combine",
            allowed="results of one task",
        )
    sources = tuple(source for simulation in simulations for source in simulation.sources)
    seeds = [seed for seed, _ in sources]
    repeated = sorted({seed for seed in seeds if seeds.count(seed) > 1})
    if repeated:
        raise RunError(
            f"two results hold the same deals: both begin at deal 0 of seed {repeated[0]}",
            where="combine",
            remedy="Use another seed for the second run, or continue the first with more deals",
        )
    features = tuple(dict.fromkeys(feature for simulation in simulations for feature in simulation.features))
    return replace(
        first,
        tally=Tally.total(first.task.columns, [simulation.tally for simulation in simulations]),
        sources=sources,
        features=features,
        dealt=sum(simulation.dealt for simulation in simulations),
        seconds=sum(simulation.seconds for simulation in simulations),
        target_reached=None,
        provenance={**first.provenance, "sources": [list(source) for source in sources]},
        messages=tuple(message for simulation in simulations for message in simulation.messages),
    )

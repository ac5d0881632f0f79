"""One number of a strategy swept: the strategy with each value against another one, all on the same deals."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl

from meldlab.sim.common.arguments import check_text
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.steps import last_result
from meldlab.sim.engines.engines import Engine
from meldlab.sim.games.registry import family_of
from meldlab.sim.play.compare.result import TablesResult
from meldlab.sim.play.compare.strategies import seats_and_names
from meldlab.sim.play.compare.tables import TablesProgress, alternating, iter_tables
from meldlab.sim.play.run import Options
from meldlab.sim.play.task import PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.table.strategies import StrategyError, usual_numbers

#: The most values of one sweep.
MOST_VALUES = 1000

_NUMBER = r"\s*-?[0-9]{1,18}(?:\.[0-9]{1,18})?\s*"
_TEXT = re.compile(
    rf"\s*(?:(?P<strategy>[a-z]\w*)\.)?(?P<number>[a-z]\w*)\s*="
    rf"(?P<first>{_NUMBER}):(?P<last>{_NUMBER}):(?P<step>{_NUMBER})"
)
_ROWS = {
    "strategy": pl.String,
    "value": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "points": pl.Float64,
    "points_low": pl.Float64,
    "points_high": pl.Float64,
    "deals": pl.Int64,
}


@dataclass(frozen=True)
class Sweep:
    """Which number is swept through which values.

    Attributes
    ----------
    strategy : str or None
        The strategy's name without numbers; None for the first one.
    number : str
    values : tuple of str
        As they are written: whole where first, last and step are.
    """

    strategy: str | None
    number: str
    values: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Sweep":
        """Return the sweep that ``pack_above=30:90:5`` or ``cautious.pack_above=30:90:5`` names, the end included.

        Raises
        ------
        RunError
            It cannot be read, has no values or too many.
        """
        found = _TEXT.fullmatch(text)
        if found is None:
            raise RunError(f"{text[:60]!r} is no sweep", where="sweep", allowed="[STRATEGY.]NAME=FROM:TO:STEP")
        first, last, step = (Decimal(found[each].strip()) for each in ("first", "last", "step"))
        if step <= 0 or last < first:
            raise RunError(f"{text[:60]!r} has no values", where="sweep", allowed="FROM up to TO, a STEP above 0")
        steps = int((last - first) / step) + 1
        if steps > MOST_VALUES:
            raise RunError(f"{steps:,} values", where="sweep", allowed=f"up to {MOST_VALUES:,}")
        return cls(found["strategy"], found["number"], tuple(str(first + place * step) for place in range(steps)))


@dataclass(frozen=True, repr=False, kw_only=True)
class SweepResult(TablesResult):
    """A strategy with each value of one number, against another strategy on the same deals: a table a value.

    Attributes
    ----------
    number : str
    values : tuple of str
    swept : tuple of str
        The strategy with each value.
    against : str
    """

    number: str
    values: tuple[str, ...]
    swept: tuple[str, ...]
    against: str

    def rows(self) -> pl.DataFrame:
        """Return one row a value, ready to be plotted.

        Columns strategy, value, difference (how many points a deal and player it does better than the other; below zero
        it does worse), low, high (95 %), points (its own mean points a deal), points_low, points_high (95 %), deals.
        """
        rows = [
            {
                "strategy": name,
                "value": float(value),
                **dict(zip(("difference", "low", "high"), result.difference(name, self.against), strict=True)),
                **dict(zip(("points", "points_low", "points_high"), result.points(name), strict=True)),
                "deals": result.deals,
            }
            for name, value, result in zip(self.swept, self.values, self.results, strict=False)
        ]
        return pl.DataFrame(rows, schema=_ROWS)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        return self._document(sweep=self.number, against=self.against, values=self.rows().to_dicts())


def iter_sweep(
    game: str | Path | Ruleset,
    strategies: Sequence[str],
    sweep: str,
    options: Options,
    *,
    set: Mapping[str, object] | None = None,
) -> Iterator[TablesProgress[SweepResult]]:
    """Sweep a number; returns an iterator of progress, the last with the result; arguments as for `compare_sweep`."""
    check_text("sweep", sweep, allowed="text, such as pack_above=30:90:5")
    ruleset = ruleset_of(game, set=set)
    players, names = seats_and_names(ruleset, strategies, options)
    if len(names) != 2:
        raise RunError(f"{len(names)} strategies", where="sweep", allowed="two: the one that is swept and the other")
    wanted = Sweep.read(sweep)
    place, known = _place(wanted, strategies), family_of(ruleset).play.strategies
    texts = [_with_number(strategies[place], wanted.number, value, known) for value in wanted.values]
    swept = [PlayTask.of(ruleset, [text], players=players, contract=options.contract) for text in texts]
    return iter_tables(
        ruleset,
        [alternating((text, strategies[1 - place]), players) for text in texts],
        options,
        lambda results: SweepResult(
            number=wanted.number,
            values=wanted.values,
            swept=tuple(task.strategies[0] for task in swept),
            against=names[1 - place],
            results=results,
            tables=len(texts),
        ),
    )


def compare_sweep(
    game: str | Path | Ruleset,
    strategies: Sequence[str],
    sweep: str,
    *,
    deals: int | None = None,
    seed: int | None = None,
    players: int | None = None,
    contract: str | None = None,
    set: Mapping[str, object] | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    out: str | Path | None = None,
) -> SweepResult:
    """Return how a strategy does with each value of one of its numbers, against another on the same deals.

    Parameters
    ----------
    game, deals, seed, players, contract, set, workers, engine, out
        As for `meldlab.compare`.
    strategies
        Two.
    sweep
        ``"pack_above=30:90:5"``: this number of the first strategy, from 30 up to 90 by 5; or
        ``"cautious.pack_above=30:90:5"`` for that of a strategy by name.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        As `meldlab.compare`; or the sweep cannot be read, or the strategy has no such number or refuses a value.
    """
    options = Options(deals, seed, players, contract, workers, engine, out)
    return last_result(iter_sweep(game, strategies, sweep, options, set=set))


def _place(sweep: Sweep, strategies: Sequence[str]) -> int:
    bare = [text.partition("(")[0].strip() for text in strategies]
    if sweep.strategy is None:
        return 0
    if sweep.strategy not in bare:
        raise RunError(f"{sweep.strategy} is not compared", where="sweep", allowed=", ".join(bare))
    return bare.index(sweep.strategy)


def _with_number(text: str, number: str, value: str, known: Mapping[str, Callable[..., object]]) -> str:
    """Return a strategy as a person writes it with one number changed, the others as they were given."""
    name, _, rest = (part.strip() for part in text.partition("("))
    if name in known and number not in usual_numbers(known[name]):  # a user's file says itself what it has
        allowed = ", ".join(usual_numbers(known[name])) or "no numbers"
        raise StrategyError(f"{number} is no number of {name}", where="sweep", allowed=allowed)
    given = [part.strip() for part in rest.removesuffix(")").split(",") if part.strip()]
    kept = [part for part in given if part.partition("=")[0].strip() != number]
    return f"{name}({', '.join([*kept, f'{number}={value}'])})"

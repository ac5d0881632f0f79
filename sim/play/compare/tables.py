"""Several tables of strategies on the same deals: checked all together, then played one after the other."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.seeds import root_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, engine_of, held
from meldlab.sim.play.play import iter_deals
from meldlab.sim.play.result import PlayResult
from meldlab.sim.play.run import DealsProgress, Options
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.gathering import stored_seed

R = TypeVar("R")

_LONGEST_NAME = 60


@dataclass(frozen=True)
class TablesProgress(Generic[R]):
    """How far the tables of a comparison are.

    Attributes
    ----------
    table : int
        The table being played, from 0.
    tables : int
    step : DealsProgress
        How far it is.
    result
        With the last progress only; nothing follows.
    """

    table: int
    tables: int
    step: DealsProgress[PlayResult]
    result: R | None = None

    @property
    def preparing(self) -> bool:
        """Whether kernels are about to be compiled."""
        return self.step.preparing

    @property
    def kernels(self) -> str:
        """What is compiled for it."""
        return self.step.kernels

    @property
    def place(self) -> tuple[int, int]:
        """How much of all tables is done, and how much there is."""
        done, total = self.step.place
        return self.table * total + done, self.tables * total


def iter_tables(
    ruleset: Ruleset, tables: Sequence[Sequence[str]], options: Options, result: Callable[[tuple[PlayResult, ...]], R]
) -> Iterator[TablesProgress[R]]:
    """Check every table, then return an iterator that plays them, all on the deals of one seed.

    Parameters
    ----------
    ruleset
    tables
        The strategies at each table, one a player.
    options
        With a folder `out`, each table has a folder of its own in it.
    result
        Makes the result of those of the tables: all of them, unless the run was interrupted.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        Of any table, before the first one is played.
    """
    folders = table_folders(options.out, [" ".join(dict.fromkeys(strategies)) for strategies in tables])
    engine = engine_of(options.engine, workers=options.workers)
    common = replace(options, seed=common_seed(options.seed, folders), engine=engine, workers=None)
    runs = [
        iter_deals(ruleset, list(strategies), replace(common, players=len(strategies), out=folder))
        for strategies, folder in zip(tables, folders, strict=True)
    ]
    return _played(runs, result, engine=engine, stop=options.stop)


def table_folders(out: str | Path | None, names: Sequence[str]) -> list[Path | None]:
    """Return the folder of each table in `out`; None without it.

    Raises
    ------
    RunError
        `out` is a file, or holds the parts of a single run.
    """
    if out is None:
        return [None] * len(names)
    whole = RunFolder(Path(out))
    if whole.parts:
        raise RunError(
            "holds the parts of a single run", where=str(out), remedy="Choose another output folder to compare"
        )
    return [Path(out) / _folder_name(name) for name in names]


def common_seed(seed: int | None, folders: Sequence[Path | None]) -> int:
    """Return the seed of all tables: the one given, else that of a table stored already, else a fresh one."""
    return root_seed(seed, (stored_seed(folder) for folder in folders if folder is not None))


def _folder_name(name: str) -> str:
    # People read the first part; the hash keeps names apart that look alike without their signs.
    plain = re.sub(r"[^A-Za-z0-9_.=]+", "-", name).strip("-.")
    return f"{plain[:_LONGEST_NAME]}-{sha256(name.encode()).hexdigest()[:8]}"


def _played(
    runs: Sequence[Iterator[DealsProgress[PlayResult]]],
    result: Callable[[tuple[PlayResult, ...]], R],
    *,
    engine: Engine,
    stop: StopSignal | None,
) -> Iterator[TablesProgress[R]]:
    results: tuple[PlayResult, ...] = ()
    with held(engine):
        for table, run in enumerate(runs):
            for step in run:
                progress: TablesProgress[R] = TablesProgress(table, len(runs), step)
                if step.result is not None:
                    results = (*results, step.result)
                    if table == len(runs) - 1 or (stop is not None and stop.interrupted()):
                        yield replace(progress, result=result(results))
                        return
                yield progress


def alternating(pair: Sequence[str], players: int) -> tuple[str, ...]:
    """Return who sits where when two strategies share a table: one, the other, one, ..."""
    return tuple(pair[seat % 2] for seat in range(players))

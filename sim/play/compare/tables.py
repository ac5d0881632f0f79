"""Several tables of strategies on the same deals: checked all together, then played one after the other."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

from meldlab.sim.common.arguments import check_path
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.seeds import root_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, engine_of, held
from meldlab.sim.play.play import PlayProgress, iter_play
from meldlab.sim.play.result import PlayResult
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.gathering import stored_seed

R = TypeVar("R")

_LONGEST_NAME = 60


@dataclass(frozen=True)
class Options:
    """How tables are played; each as for `meldlab.play`, where the defaults are told too."""

    deals: int | None = None
    seed: int | None = None
    players: int | None = None
    contract: str | None = None
    workers: int | None = None
    engine: str | Engine = "threads"
    out: str | Path | None = None
    stop: StopSignal | None = None
    command: str = "meldlab.compare"


@dataclass(frozen=True)
class TablesProgress:
    """How far the tables are.

    Attributes
    ----------
    table : int
        The table being played, from 0.
    tables : int
    step : PlayProgress
        How far it is.
    results : tuple of PlayResult
        Of the tables that are done; all of them with the last progress, unless the run was interrupted.
    last : bool
        Whether nothing follows.
    """

    table: int
    tables: int
    step: PlayProgress
    results: tuple[PlayResult, ...]
    last: bool


@dataclass(frozen=True)
class ComparedProgress(Generic[R]):
    """How far a comparison of tables is.

    Attributes
    ----------
    tables : TablesProgress
    result
        With the last progress only.
    """

    tables: TablesProgress
    result: R | None = None

    @property
    def preparing(self) -> bool:
        """Whether kernels are about to be compiled."""
        return self.tables.step.preparing

    @property
    def kernels(self) -> str:
        """What is compiled for it."""
        return self.tables.step.kernels

    @property
    def place(self) -> tuple[int, int]:
        """How much of all tables is done, and how much there is."""
        done, total = self.tables.step.place
        return self.tables.table * total + done, self.tables.tables * total


def compared(steps: Iterator[TablesProgress], result: Callable[[TablesProgress], R]) -> Iterator[ComparedProgress[R]]:
    """Return an iterator of progress; `result` makes the result of the last step."""
    return (ComparedProgress(step, result(step) if step.last else None) for step in steps)


def iter_tables(ruleset: Ruleset, tables: Sequence[Sequence[str]], options: Options) -> Iterator[TablesProgress]:
    """Check every table, then return an iterator that plays them, all on the deals of one seed.

    Parameters
    ----------
    ruleset
    tables
        The strategies at each table, one a player.
    options
        With a folder `out`, each table has a folder of its own in it.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        Of any table, before the first one is played.
    """
    folders = table_folders(options.out, [seated(strategies) for strategies in tables])
    seed = common_seed(options.seed, folders)
    engine = engine_of(options.engine, workers=options.workers)
    runs = [
        iter_play(
            ruleset,
            list(strategies),
            deals=options.deals,
            seed=seed,
            players=len(strategies),
            contract=options.contract,
            engine=engine,
            out=folder,
            stop=options.stop,
            command=options.command,
        )
        for strategies, folder in zip(tables, folders, strict=True)
    ]
    return _played(runs, engine, options.stop)


def seated(strategies: Sequence[str]) -> str:
    """Return a name for a table: who sits there, each once."""
    return " ".join(dict.fromkeys(strategies))


def table_folders(out: str | Path | None, names: Sequence[str]) -> list[Path | None]:
    """Return the folder of each table in `out`; None without it.

    Raises
    ------
    ArgumentError, RunError
        `out` is no path, is a file, or holds the parts of a single run.
    """
    check_path("out", out)
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
    runs: Sequence[Iterator[PlayProgress]], engine: Engine, stop: StopSignal | None
) -> Iterator[TablesProgress]:
    results: tuple[PlayResult, ...] = ()
    with held(engine):
        for table, run in enumerate(runs):
            for step in run:
                done = step.result is not None
                if step.result is not None:
                    results = (*results, step.result)
                last = done and (table == len(runs) - 1 or (stop is not None and stop.interrupted()))
                yield TablesProgress(table, len(runs), step, results, last)
                if last:
                    return


def alternating(pair: Sequence[str], players: int) -> tuple[str, ...]:
    """Return who sits where when two strategies share a table: one, the other, one, ..."""
    return tuple(pair[seat % 2] for seat in range(players))

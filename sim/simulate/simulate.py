"""Simulations by the million: a generator of progress, and the blocking call that is a loop over it."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from types import NoneType
from typing import Any

from meldlab.sim.common.arguments import check_flag, check_number, check_path, check_text, check_texts, refuse, whole
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.common.notation import CONTRACT, RANKS, WILD, format_card, parse_wild
from meldlab.sim.common.seeds import check_seed, root_seed
from meldlab.sim.common.steps import blocking
from meldlab.sim.counting.outcomes import WorkloadFactory
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, engine_of
from meldlab.sim.query.conditions import parse_condition, usual_features
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.provenance import provenance
from meldlab.sim.simulate.chunk_job import ChunkJob
from meldlab.sim.simulate.progress import Progress, SimulationDealing, progress_of
from meldlab.sim.simulate.simulation import Simulation
from meldlab.sim.simulate.target import Target
from meldlab.sim.simulate.task import CHUNK_DEALS, Task

#: Deals when neither a number, nor a target, nor a time limit is given.
USUAL_DEALS = 1_000_000
#: The most deals a target may cost when no number is given.
TARGET_DEALS = 1_000_000_000
#: The most deals of any run.
MOST_DEALS = 10**15


def iter_simulate(
    game: str | Path | Ruleset = "indian-rummy",
    *,
    deals: int | None = None,
    seed: int | None = None,
    players: int | None = None,
    decks: int | None = None,
    wild: str | None = None,
    contract: str | None = None,
    set: Mapping[str, object] | None = None,
    features: Sequence[str] = (),
    target: str | None = None,
    target_rel: float | None = None,
    target_abs: float | None = None,
    max_seconds: float | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    out: str | Path | None = None,
    keep_hands: bool = False,
    stop: StopSignal | None = None,
    command: str = "meldlab.simulate",
    workload: WorkloadFactory | None = None,
    chunk_deals: int = CHUNK_DEALS,
) -> Iterator[Progress]:
    """Deal many hands and count their outcomes; returns an iterator of progress, the last with the result.

    Arguments are checked before this returns; nothing is dealt or written before the iterator is advanced.
    Closing the iterator, or Ctrl-C, keeps the chunks finished in `out`.

    Parameters
    ----------
    game
        A preset's name, a rules file, or a loaded ruleset.
    deals
        Deals wanted in all, not in addition to those in `out`.  Default: one million; with a target at most
        one thousand million; with `max_seconds` alone as many as fit.
    seed
        Whole number, 0 <= seed < 2**128.  Default: that of the parts in `out`, else fresh entropy.
    players, decks
        Choose the number of packs (`decks` wins).
    wild
        The wild rank (``"7"``, text) or cut card (``"7D"``) of every deal.  Default: drawn with each deal.
    contract
        What must be laid in a contract game (``"TTE"``); decides how many cards are dealt.
    set
        Rules to override: ``{"run.ace": "high"}``.
    features
        Queries over the outcomes for the table, such as ``"natural_run >= 3 and not can_declare"``.  Default: the
        usual ones.
    target, target_rel, target_abs
        Stop when the 95 % interval of `target` (a query; default the mean score) has a half-width of at
        most `target_rel` times the estimate or at most `target_abs`.  At least 100 hits; looked at after 1, 2,
        3, 4, 5, 6, 8, ... chunks, so that workers do not change where it stops.
    max_seconds
        Stop after this time of dealing.
    workers, engine
        Number of workers, and ``"serial"``, ``"threads"``, ``"dask"`` or any `Engine`.  No number depends on them.
    out
        Folder of the run: parts are added as they are done; the same call resumes, a finished one deals nothing,
        a larger `deals` continues, a smaller one reports exactly the deals asked for.
    keep_hands
        Also keep the hands themselves in `out`, a Parquet file a chunk.  A folder that holds hands goes on keeping
        them, whether asked or not; chunks that were counted without are dealt again.
    stop
        Set it from anywhere to end the run early; the result then holds what is done.
    command
        How this was called, for the record.
    workload, chunk_deals
        Another dealer and another chunk size, for tests and extensions.

    Raises
    ------
    ArgumentError
        An argument has a wrong type.
    RulesError, QueryError, RunError
        An argument is wrong, or `out` belongs to another run.
    """
    _check_types(locals())
    deals, seed, workers = whole("deals", deals), whole("seed", seed), whole("workers", workers)
    players, decks = whole("players", players), whole("decks", decks)
    ruleset = ruleset_of(game, set=set).for_deal(contract)
    _check_target(target, target_rel, target_abs)
    targeted = target_rel is not None or target_abs is not None
    usual = TARGET_DEALS if targeted else USUAL_DEALS if max_seconds is None else MOST_DEALS
    most = deals if deals is not None else usual
    _check_numbers(deals=most, seed=seed, max_seconds=max_seconds, chunk_deals=chunk_deals)
    if keep_hands and out is None:
        raise RunError("hands need a place to be kept", where="keep_hands", remedy="Give an output folder")
    runner = engine_of(engine, workers=workers)
    packs = ruleset.decks_for(players=players, decks=decks)
    cut = _canonical_wild(wild, ruleset) if wild is not None else None
    folder = RunFolder(Path(out)) if out is not None else None
    factory = workload if workload is not None else _own_factory()
    root = root_seed(seed, () if folder is None else (folder.seed,))
    made = factory(ruleset, decks=packs, wild=cut, seed=root)
    task = Task.of(ruleset, made, decks=packs, wild=cut, chunk_deals=chunk_deals)
    rows = tuple(parse_condition(text, task) for text in features) or usual_features(task)
    goal = None
    if targeted:
        feature = parse_condition(target, task) if target is not None else None
        goal = Target(feature, task.score, target_rel, target_abs)
        rows = rows if feature is None or feature in rows else (*rows, feature)
    keeping = keep_hands or (folder is not None and folder.keeps_hands)
    if folder is not None:
        folder.check(task, root)
    parameters = {
        "deals": deals,
        "players": players,
        "target": str(goal) if goal else None,
        "max_seconds": max_seconds,
        "keep_hands": keep_hands,
    }
    record = provenance(task, seed=root, command=command, parameters=parameters)
    signal = StopSignal(seconds=max_seconds, parent=stop)
    job = ChunkJob(task, ruleset, root, factory, deals=most, keep_hands=keeping, stop=signal)
    dealing = SimulationDealing(job, runner, goal, folder, record)
    total = most if deals is not None or (goal is None and max_seconds is None) else None
    return progress_of(dealing, features=rows, total=total)


simulate = blocking(iter_simulate, Simulation)


def _canonical_wild(wild: str, ruleset: Ruleset) -> str:
    """Return the one spelling of a wild rank or cut card, so that equal tasks have equal ids."""
    if ruleset.pack.wild != "cut":
        raise RulesError(
            f"{ruleset.name} cuts no wild card (pack.wild is {ruleset.pack.wild!r})",
            where=f"wild {wild!r}",
            remedy="Leave it out, or set pack.wild=cut",
        )
    rank, card = parse_wild(wild)
    return RANKS[rank] if card is None else format_card(card)


def _own_factory() -> WorkloadFactory:
    from meldlab.sim.games.registry import make_workload

    return make_workload


def _check_types(arguments: Mapping[str, Any]) -> None:
    """Pass when every argument of `iter_simulate`, by name, has a type it may have (whole numbers and rules apart)."""
    for name in ("target_rel", "target_abs", "max_seconds"):
        check_number(name, arguments[name])
    check_text("wild", arguments["wild"], allowed=WILD)
    check_text("contract", arguments["contract"], allowed=CONTRACT)
    check_text("target", arguments["target"], allowed="a query, such as 'natural_run >= 3'")
    check_texts("features", arguments["features"])
    check_path("out", arguments["out"])
    check_flag("keep_hands", arguments["keep_hands"])
    if not isinstance(arguments["stop"], (StopSignal, NoneType)):
        refuse("stop", arguments["stop"], "a StopSignal")


def _check_target(target: str | None, relative: float | None, absolute: float | None) -> None:
    if relative is None and absolute is None:
        if target is not None:
            raise RunError(
                "a target needs a precision", where="target", remedy="Give target-rel (such as 0.01) or target-abs"
            )
        return
    if relative is not None and absolute is not None:
        raise RunError("give either a relative or an absolute precision, not both", where="target")
    for name, value in (("target-rel", relative), ("target-abs", absolute)):
        if value is not None and not 0 < value < inf:
            raise RunError(f"{value:g} is not a precision", where=name, allowed="numbers above 0")


def _check_numbers(*, deals: int, seed: int | None, max_seconds: float | None, chunk_deals: int) -> None:
    if not 1 <= deals <= MOST_DEALS:
        raise RunError(f"{deals:,} deals cannot be dealt", where="deals", allowed=f"1 to {MOST_DEALS:,}")
    check_seed(seed)
    if max_seconds is not None and not 0 < max_seconds < inf:
        raise RunError(f"{max_seconds:g} seconds are no time", where="max-seconds", allowed="numbers above 0")
    if chunk_deals < 1:
        raise RunError(f"{chunk_deals} deals are no chunk", where="chunk_deals", allowed="1 or more")

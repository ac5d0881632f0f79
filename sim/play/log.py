"""Played deals as lines of the deal-log format: one JSON object a deal."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.seeds import check_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.games.registry import family_of
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules.load import load_ruleset, ruleset_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.source import list_presets
from meldlab.sim.table.block import CHUNK_DEALS, MOST_DEALS

FORMAT = "meldlab-deal/1"

_SPECIALS = "special.melds"

#: Deals recorded together; more would only fill the memory.
_BLOCK_DEALS = 64


@dataclass(frozen=True)
class DealLog:
    """The record of a job's deals.

    Attributes
    ----------
    job : PlayJob
    rules : Ruleset
        The whole ruleset, all contracts included.

    Raises
    ------
    RunError
        The game has no log.
    """

    job: PlayJob
    rules: Ruleset

    def __post_init__(self) -> None:
        """Refuse games that the format does not know."""
        if not family_of(self.rules).play.logged:
            raise RunError(
                f"{self.rules.name} has no deal log", where="game", allowed="Indian rummy, Continental and Pinacle"
            )

    def lines(self, deals: int, *, first_deal: int = 0, rotation: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the deals ``first_deal, ...`` as objects, each deal in all its rotations, or in one alone."""
        last = first_deal + deals
        if not 0 <= first_deal <= last <= MOST_DEALS:
            allowed = f"0 to {MOST_DEALS - 1:,}"
            raise RunError(f"{first_deal} is no number of a deal", where="deal", allowed=allowed)
        common = {"format": FORMAT, "game": self.rules.name, "rules": differences(self.rules)}
        while first_deal < last:
            size = min(_BLOCK_DEALS, last - first_deal, CHUNK_DEALS - first_deal % CHUNK_DEALS)
            blocks = self.job.blocks(first_deal, size, log=True)
            chosen = range(len(blocks)) if rotation is None else [rotation % len(blocks)]
            logs = [(blocks[each], self.job.played(blocks[each], rotation=each).logs) for each in chosen]
            for number in range(size):
                for block, lines in logs:
                    yield {
                        **common,
                        "players": block.players,
                        "seed": block.seed,
                        "deal": first_deal + number,
                        "strategies": [strategy.name for strategy in block.strategies],
                        **lines[number],
                    }
            first_deal += size


def differences(rules: Ruleset) -> dict[str, object]:
    """Return the rules that differ from those of the preset of this name, by their keys; no limit is null."""
    usual = dict(_leaves(load_ruleset(rules.name))) if rules.name in list_presets() else {}
    own = dict(_leaves(rules))
    return {key: None if value == "none" else value for key, value in own.items() if usual.get(key, ...) != value}


def _leaves(rules: Ruleset) -> Iterator[tuple[str, object]]:
    """Yield every rule by its key; special melds number by number, tables by players whole."""
    for key, value in json.loads(rules.canonical_json()).items():
        if key != _SPECIALS:
            yield key, value
            continue
        for name, numbers in value.items():
            yield from ((f"{key}.{name}.{number}", each) for number, each in numbers.items())


def json_lines(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a log as text, each with its end of line."""
    for line in lines:
        yield json.dumps(line, ensure_ascii=False) + "\n"


def logged(
    game: str | Path | Ruleset,
    strategies: Sequence[object],
    *,
    seed: int,
    set: Mapping[str, object] | None = None,
    **options: Any,
) -> tuple[PlayTask, Ruleset]:
    """Return what a log is about, as `meldlab.play` takes it; errors as there."""
    check_seed(seed)
    ruleset = ruleset_of(game, set=set)
    return PlayTask.of(ruleset, strategies, **options), ruleset


def deal_log(game: str | Path | Ruleset, strategies: Sequence[object], *, seed: int, **options: Any) -> DealLog:
    """Return the record of the deals that `meldlab.play` plays with these arguments; errors as there.

    ``next(deal_log(...).lines(1, first_deal=41))`` is deal number 41, the first rotation.
    """
    task, ruleset = logged(game, strategies, seed=seed, **options)
    return DealLog(PlayJob(task, ruleset, seed, 1, StopSignal()), ruleset)

"""Played deals as lines of the deal-log format: one JSON object a deal."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.seeds import check_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules.load import load_ruleset, ruleset_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.source import list_presets
from meldlab.sim.table.block import MOST_DEALS

_SPECIALS = "special.melds"


@dataclass(frozen=True)
class DealLog:
    """The record of a job's deals, or of its matches.

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
        if not self.job.how.logged:
            raise RunError(
                f"{self.rules.name} has no deal log", where="game", allowed="Indian rummy, Continental and Pinacle"
            )

    def lines(self, deals: int, *, first_deal: int = 0, rotation: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the deals ``first_deal, ...`` as objects, each deal in all its rotations, or in one alone.

        Of matches: the deals of each, then the match itself.
        """
        last, task = first_deal + deals, self.job.task
        if not 0 <= first_deal <= last <= MOST_DEALS:
            allowed = f"0 to {MOST_DEALS - 1:,}"
            raise RunError(f"{first_deal} is no number of a deal", where="deal", allowed=allowed)
        common = {"game": self.rules.name, "rules": differences(self.rules)}
        rotations = range(task.rotations) if rotation is None else [rotation % task.rotations]
        while first_deal < last:
            # chunk by chunk, as in the run: the deals of a block lie in one chunk
            size = min(self.job.log_deals, last - first_deal, task.chunk_deals - first_deal % task.chunk_deals)
            for lines in self.job.recorded(first_deal, size, rotations):
                yield from ({"format": line.pop("format"), **common, **line} for line in lines)
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


def deal_log(
    game: str | Path | Ruleset,
    strategies: Sequence[object],
    *,
    seed: int,
    set: Mapping[str, object] | None = None,
    **options: Any,
) -> DealLog:
    """Return the record of the deals that `meldlab.play` plays with these arguments; errors as there.

    ``next(deal_log(...).lines(1, first_deal=41))`` is deal number 41, the first rotation.
    """
    check_seed(seed)
    ruleset = ruleset_of(game, set=set)
    task = PlayTask.of(ruleset, strategies, **options)
    return DealLog((MatchJob if task.match else PlayJob)(task, ruleset, seed, 1, StopSignal()), ruleset)

"""Played matches as lines of the deal-log format: the deals of a match, then the line of the match."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldlab.sim.common.seeds import check_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play.log import FORMAT, differences
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.task import PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset

MATCH_FORMAT = "meldlab-game/1"

#: Matches recorded together; more would only fill the memory.
_BLOCK_MATCHES = 16


@dataclass(frozen=True)
class MatchLog:
    """The record of a job's matches."""

    job: MatchJob
    rules: Ruleset

    def lines(self, matches: int, *, first_match: int = 0) -> Iterator[dict[str, Any]]:
        """Yield the matches ``first_match, ...`` as objects, each in all its rotations: its deals, then itself."""
        common = {"game": self.rules.name, "rules": differences(self.rules)}
        last = first_match + matches
        while first_match < last:
            # chunk by chunk, as in the run: the deals of a block lie in one chunk
            rest = self.job.task.chunk_deals - first_match % self.job.task.chunk_deals
            size = min(_BLOCK_MATCHES, last - first_match, rest)
            blocks = self.job.match_blocks(first_match, size, log=True)
            played = [(block, self.job.played_matches(block, rotation=place)) for place, block in enumerate(blocks)]
            for number in range(size):
                for block, found in played:
                    for line in found.deals[number]:
                        head = {"players": len(line["order"]), "seed": block.seed}
                        yield {"format": FORMAT, **common, **head, **line}
                    names = [strategy.name for strategy in block.strategies]
                    head = {"players": len(names), "seed": block.seed}
                    game = found.games[number]
                    yield {"format": MATCH_FORMAT, **common, **head, "strategies": names, **game}
            first_match += size

    def text(self, matches: int, *, first_match: int = 0) -> Iterator[str]:
        """Yield the lines themselves, each with its end of line."""
        for line in self.lines(matches, first_match=first_match):
            yield json.dumps(line, ensure_ascii=False) + "\n"


def match_log(
    game: str | Path | Ruleset,
    strategies: Sequence[object],
    *,
    seed: int,
    players: int | None = None,
    contract: str | None = None,
    set: Mapping[str, object] | None = None,
) -> MatchLog:
    """Return the record of the matches that ``meldlab.play(..., match=True)`` plays; errors as there."""
    check_seed(seed)
    ruleset = ruleset_of(game, set=set)
    task = PlayTask.of(ruleset, strategies, players=players, contract=contract, match=True)
    return MatchLog(MatchJob(task, ruleset, seed, 1, StopSignal()), ruleset)

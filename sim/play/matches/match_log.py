"""Played matches as lines of the deal-log format: the deals of a match, then the line of the match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play.log import FORMAT, differences, logged
from meldlab.sim.play.matches.match_job import MatchJob
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


def match_log(game: str | Path | Ruleset, strategies: Sequence[object], *, seed: int, **options: Any) -> MatchLog:
    """Return the record of the matches that ``meldlab.play(..., match=True)`` plays; errors as there."""
    task, ruleset = logged(game, strategies, seed=seed, match=True, **options)
    return MatchLog(MatchJob(task, ruleset, seed, 1, StopSignal()), ruleset)

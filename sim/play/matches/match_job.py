"""One chunk of whole matches, played in every rotation of the players over the same cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from meldlab.sim.games.family import FamilyPlay
from meldlab.sim.games.registry import family_called, make_match
from meldlab.sim.play.task import FORMAT, PlayJob
from meldlab.sim.table.block import Played, SeatColumn
from meldlab.sim.table.matches import Matches, MatchesPlayed, MatchGame
from meldlab.sim.table.player_errors import naming_rotation

#: The format of the log of a match.
MATCH_FORMAT = "meldlab-game/1"

#: A win in these parts is whole, and so is every share of it among up to six players.
WIN_PARTS = 60

#: Each player's share of the win.
WIN = SeatColumn(
    f"win_share_x{WIN_PARTS}",
    "share of the match's win; who wins together with others has a part of it",
    of_seat=True,
    kind="share",
    scale=WIN_PARTS,
)


@dataclass(frozen=True)
class MatchJob(PlayJob):
    """Plays a chunk of matches; "deals" are matches, a seat is a player's place at the beginning of the match."""

    slice_deals: ClassVar[int] = 2**6
    log_deals: ClassVar[int] = 16

    @cached_property
    def matches(self) -> MatchGame:
        """The game; made once in each process."""
        return make_match(self.ruleset, players=self.task.players)

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes that are counted."""
        return (WIN, *self.matches.columns)

    @property
    def how(self) -> FamilyPlay:
        """What players are compared by."""
        return family_called(self.task.objective).play.of_matches()

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        self.matches.prepare()

    def recorded(self, first_deal: int, deals: int, rotations: Sequence[int]) -> Iterator[list[dict[str, Any]]]:
        """Yield the lines of each match, rotation by rotation: its deals, then itself."""
        blocks = self.match_blocks(first_deal, deals, log=True)
        played = [(blocks[each], self.played_matches(blocks[each], rotation=each)) for each in rotations]
        for number in range(deals):
            lines: list[dict[str, Any]] = []
            for block, found in played:
                for line in found.deals[number]:
                    lines.append({"format": FORMAT, "players": len(line["order"]), "seed": block.seed, **line})
                names = [strategy.name for strategy in block.strategies]
                head = {"format": MATCH_FORMAT, "players": len(names), "seed": block.seed, "strategies": names}
                lines.append(head | found.games[number])
            yield lines

    def match_blocks(self, first_match: int, matches: int, *, log: bool = False) -> list[Matches]:
        """Return the matches ``first_match, ...``, once a rotation."""
        return [Matches(self.seed, first_match, matches, strategies, log) for strategies in self.seated()]

    def played_matches(self, block: Matches, *, rotation: int) -> MatchesPlayed:
        """Return what came of matches in a rotation, with each player's share of the win."""
        with naming_rotation(rotation, of=self.task.rotations):
            found = self.matches.play(block)
        winners = found.columns["winner"]
        # A side of Pinacle wins as one: each of its two players has the whole win.
        share = winners * WIN_PARTS * self.how.sides // np.maximum(winners.sum(axis=1, keepdims=True), 1)
        return MatchesPlayed({WIN.name: share, **found.columns}, found.deals, found.games)

    def rotations(self, first_deal: int, deals: int) -> list[Played]:
        """Return what came of the matches ``first_deal, ...``, in each rotation."""
        blocks = self.match_blocks(first_deal, deals)
        return [Played(self.played_matches(block, rotation=number).columns) for number, block in enumerate(blocks)]

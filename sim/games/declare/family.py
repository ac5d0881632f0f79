"""Declare games: all cards into sequences and sets, as in Indian rummy."""

from functools import cached_property

from meldlab.sim.games.family import Family, FamilyPlay


class DeclareFamily(Family):
    """Hands arranged so that they can be declared, else for the fewest points."""

    objective = "declare"
    compiling = "some 15 seconds"

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.declare.play.game import DeclareGame
        from meldlab.sim.games.declare.play.match import DeclareMatch
        from meldlab.sim.games.declare.play.python_seats import OneByOne
        from meldlab.sim.games.declare.play.strategies import STRATEGIES

        return FamilyPlay(
            DeclareGame,
            STRATEGIES,
            OneByOne,
            match=DeclareMatch,
            players=2,
            score="points_x2",
            match_score="total_x2",
            scale=2,
            better=-1,
        )


FAMILY = DeclareFamily()

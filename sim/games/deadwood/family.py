"""Deadwood games: what stays outside melds counts, as in gin."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from meldlab.sim.games.family import Family, FamilyPlay
from meldlab.sim.rules import Ruleset


class DeadwoodFamily(Family):
    """Hands arranged for the least deadwood."""

    objective = "deadwood"
    compiling = "a few seconds"

    def count(self, ruleset: Ruleset, **how: Any) -> Iterator[Any]:
        """Count every hand of a pack by its least deadwood, with progress."""
        from meldlab.sim.games.deadwood.count import iter_count

        return iter_count(ruleset, **how)

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.deadwood.play.game import DeadwoodGame
        from meldlab.sim.games.deadwood.play.python_seats import OneByOne
        from meldlab.sim.games.deadwood.play.strategies import STRATEGIES

        return FamilyPlay(DeadwoodGame, STRATEGIES, OneByOne, players=2, score="points", better=1, logged=False)


FAMILY = DeadwoodFamily()

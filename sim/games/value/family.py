"""Value games: melds are worth points, as in Pinacle."""

from collections.abc import Mapping
from functools import cached_property

from meldlab.sim.games.family import Family, FamilyPlay
from meldlab.sim.hand.situation import Situation


class ValueFamily(Family):
    """Hands arranged for the most points of melds less the cards left."""

    objective = "value"
    compiling = "25 to 30 seconds"

    def exposed(self, situation: Situation, meld: object) -> Mapping[str, object]:
        """Return what a meld on the table is worth, as JSON."""
        from meldlab.sim.games.value.exposed.question import answer_exposed

        return answer_exposed(meld, situation).to_dict()

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.value.play.game import ValueGame
        from meldlab.sim.games.value.play.match import ValueMatch
        from meldlab.sim.games.value.play.python_seats import OneByOne
        from meldlab.sim.games.value.play.strategies import STRATEGIES

        return FamilyPlay(
            ValueGame, STRATEGIES, OneByOne, match=ValueMatch, players=4, sides=2, score="points", better=1
        )


FAMILY = ValueFamily()

"""Contract games: a prescribed list of sets and runs, as in Continental."""

from functools import cached_property

from meldlab.sim.games.family import Family, FamilyPlay


class ContractFamily(Family):
    """Hands arranged to lay a contract."""

    objective = "contract"
    compiling = "15 to 20 seconds"

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.contract.play.game import ContractGame
        from meldlab.sim.games.contract.play.match import ContractMatch
        from meldlab.sim.games.contract.play.python_seats import OneByOne
        from meldlab.sim.games.contract.play.strategies import STRATEGIES

        return FamilyPlay(ContractGame, STRATEGIES, OneByOne, match=ContractMatch, players=4, score="points", better=-1)


FAMILY = ContractFamily()

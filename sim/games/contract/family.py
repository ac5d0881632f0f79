"""Contract games: a prescribed list of sets and runs, as in Continental."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from meldlab.sim.games.family import Family, FamilyOdds, FamilyPlay, HandQuestion
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

if TYPE_CHECKING:
    import polars

    from meldlab.sim.counting.outcomes import Workload


class ContractFamily(Family):
    """Hands arranged to lay a contract."""

    objective = "contract"
    compiling = "15 to 20 seconds"

    def analyze(self, situation: Situation, hand: Hand, asked: HandQuestion) -> HandAnswer:
        """Return the exact answer about one hand."""
        from meldlab.sim.games.contract.analysis import answer_contract

        return answer_contract(situation, hand, asked)

    def figures(self, situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
        """Return the figures of many hands, a row a hand in the order given."""
        from meldlab.sim.games.contract.analysis import contract_frame

        return contract_frame(situation, hands, contract=asked.contract)

    def meld_kinds(self, situation: Situation, cards: Hand) -> tuple[str, ...]:
        """Return the kinds of meld that these cards, as one group, may be."""
        from meldlab.sim.games.contract.analysis import contract_meld_kinds

        return contract_meld_kinds(situation, cards)

    def workload(self, ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> "Workload":
        """Return the stream of dealt hands with their outcomes."""
        from meldlab.sim.games.contract.workload import ContractWorkload

        return ContractWorkload(ruleset, decks=decks, seed=seed)

    @cached_property
    def odds(self) -> FamilyOdds:
        """What `odds` asks."""
        from meldlab.sim.games.contract.odds.outcomes import ContractOdds

        return ContractOdds()

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.contract.play.game import ContractGame
        from meldlab.sim.games.contract.play.match import ContractMatch
        from meldlab.sim.games.contract.play.python_seats import OneByOne
        from meldlab.sim.games.contract.play.strategies import STRATEGIES

        return FamilyPlay(
            ContractGame,
            STRATEGIES,
            OneByOne,
            match=ContractMatch,
            free_acts=("down",),
            players=4,
            score="points",
            better=-1,
        )


FAMILY = ContractFamily()

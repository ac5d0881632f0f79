"""Declare games: all cards into sequences and sets, as in Indian rummy."""

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


class DeclareFamily(Family):
    """Hands arranged so that they can be declared, else for the fewest points."""

    objective = "declare"
    compiling = "some 15 seconds"

    def analyze(self, situation: Situation, hand: Hand, asked: HandQuestion) -> HandAnswer:
        """Return the exact answer about one hand."""
        from meldlab.sim.games.declare.analysis import analyze_declare

        return analyze_declare(situation, hand, all_arrangements=asked.all_arrangements, advise=asked.advise)

    def figures(self, situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
        """Return the figures of many hands, a row a hand in the order given."""
        from meldlab.sim.games.declare.analysis import declare_frame

        return declare_frame(situation, [*situation.hands(hands)])

    def meld_kinds(self, situation: Situation, cards: Hand) -> tuple[str, ...]:
        """Return the kinds of meld that these cards, as one group, may be."""
        from meldlab.sim.games.declare.analysis import declare_meld_kinds

        return declare_meld_kinds(situation, cards)

    def workload(self, ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> "Workload":
        """Return the stream of dealt hands with their outcomes."""
        from meldlab.sim.games.declare.workload import DeclareWorkload

        return DeclareWorkload(ruleset, decks=decks, wild=wild, seed=seed)

    @cached_property
    def odds(self) -> FamilyOdds:
        """What `odds` asks."""
        from meldlab.sim.games.declare.odds import DeclareOdds

        return DeclareOdds()

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

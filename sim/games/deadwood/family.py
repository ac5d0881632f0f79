"""Deadwood games: what stays outside melds counts, as in gin."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from meldlab.sim.games.family import Family, FamilyOdds, FamilyPlay, HandQuestion
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

if TYPE_CHECKING:
    import polars

    from meldlab.sim.counting.outcomes import Workload


class DeadwoodFamily(Family):
    """Hands arranged for the least deadwood."""

    objective = "deadwood"
    compiling = "a few seconds"

    def analyze(self, situation: Situation, hand: Hand, asked: HandQuestion) -> HandAnswer:
        """Return the exact answer about one hand."""
        from meldlab.sim.games.deadwood.analysis import analyze_deadwood

        return analyze_deadwood(situation, hand, all_arrangements=asked.all_arrangements, advise=asked.advise)

    def figures(self, situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
        """Return the figures of many hands, a row a hand in the order given."""
        from meldlab.sim.games.deadwood.analysis import deadwood_frame

        return deadwood_frame(situation, [*situation.hands(hands)])

    def meld_kinds(self, situation: Situation, cards: Hand) -> tuple[str, ...]:
        """Return the kinds of meld that these cards, as one group, may be."""
        from meldlab.sim.games.deadwood.analysis import deadwood_meld_kinds

        return deadwood_meld_kinds(situation, cards)

    def workload(self, ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> "Workload":
        """Return the stream of dealt hands with their outcomes."""
        from meldlab.sim.games.deadwood.workload import DeadwoodWorkload

        return DeadwoodWorkload(ruleset, decks=decks, seed=seed)

    def count(self, ruleset: Ruleset, **how: Any) -> Iterator[Any]:
        """Count every hand of a pack by its least deadwood, with progress."""
        from meldlab.sim.games.deadwood.count import iter_count

        return iter_count(ruleset, **how)

    @cached_property
    def odds(self) -> FamilyOdds:
        """What `odds` asks."""
        from meldlab.sim.games.deadwood.odds import DeadwoodOdds

        return DeadwoodOdds()

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.deadwood.play.game import STRATEGIES, DeadwoodGame
        from meldlab.sim.games.deadwood.play.python_seats import OneByOne

        return FamilyPlay(DeadwoodGame, STRATEGIES, OneByOne, players=2, score="points", better=1, logged=False)


FAMILY = DeadwoodFamily()

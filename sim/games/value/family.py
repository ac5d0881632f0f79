"""Value games: melds are worth points, as in Pinacle."""

from collections.abc import Iterable, Mapping
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


class ValueFamily(Family):
    """Hands arranged for the most points of melds less the cards left."""

    objective = "value"
    compiling = "25 to 30 seconds"

    def analyze(self, situation: Situation, hand: Hand, asked: HandQuestion) -> HandAnswer:
        """Return the exact answer about one hand."""
        from meldlab.sim.games.value.analysis import analyze_value

        return analyze_value(situation, hand, all_arrangements=asked.all_arrangements, advise=asked.advise)

    def figures(self, situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
        """Return the figures of many hands, a row a hand in the order given."""
        from meldlab.sim.games.value.analysis import value_frame

        return value_frame(situation, [*situation.hands(hands)])

    def meld_kinds(self, situation: Situation, cards: Hand) -> tuple[str, ...]:
        """Return the kinds of meld that these cards, as one group, may be."""
        from meldlab.sim.games.value.analysis import value_meld_kinds

        return value_meld_kinds(situation, cards)

    def exposed(self, situation: Situation, meld: object) -> Mapping[str, object]:
        """Return what a meld on the table is worth, as JSON."""
        from meldlab.sim.games.value.exposed.question import answer_exposed

        return answer_exposed(meld, situation).to_dict()

    def workload(self, ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> "Workload":
        """Return the stream of dealt hands with their outcomes."""
        from meldlab.sim.games.value.workload import ValueWorkload

        return ValueWorkload(ruleset, decks=decks, seed=seed)

    @cached_property
    def odds(self) -> FamilyOdds:
        """What `odds` asks."""
        from meldlab.sim.games.value.odds import ValueOdds

        return ValueOdds()

    @cached_property
    def play(self) -> FamilyPlay:
        """How it is played."""
        from meldlab.sim.games.value.play.game import ValueGame
        from meldlab.sim.games.value.play.match import ValueMatch
        from meldlab.sim.games.value.play.python_seats import OneByOne
        from meldlab.sim.games.value.play.strategies import STRATEGIES

        return FamilyPlay(
            ValueGame,
            STRATEGIES,
            OneByOne,
            match=ValueMatch,
            free_acts=("expose", "add", "move", "rescue"),
            players=4,
            sides=2,
            score="points",
            better=1,
        )


FAMILY = ValueFamily()

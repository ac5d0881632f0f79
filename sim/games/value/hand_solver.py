"""The value search, wrapped for Python: figures of a hand, and the best arrangement card by card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.goals import CARD_BONUS, ValueGoals, value_goals
from meldlab.kernels.value.rules import SUITS, Goal
from meldlab.kernels.value.search import search_value
from meldlab.kernels.value.state import front_words_needed, make_workspace
from meldlab.sim.common.errors import NotationError
from meldlab.sim.common.notation import PRINTED_JOKER, format_card
from meldlab.sim.games.value.arrangement import FullRunPlan, Plan, RunPlan, Tracer
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.melds import MeldValues, ValueMeld, card_at, run_meld, set_meld
from meldlab.sim.rules import Ruleset

_MOST_WORDS = 1 << 25
_TWO = 1


@lru_cache(maxsize=8)
def goals_of(ruleset: Ruleset) -> ValueGoals:
    """Return the questions under a ruleset; kept, because their set tables take longer than an answer."""
    return value_goals(lower_value(ruleset))


@dataclass(frozen=True)
class ValueArrangement:
    """A hand laid out: melds, and what is left in hand."""

    melds: tuple[ValueMeld, ...]
    left: tuple[int, ...]

    @classmethod
    def of(cls, melds: Iterable[ValueMeld], left: Iterable[int]) -> "ValueArrangement":
        """Return the arrangement of melds, the most valuable first, and the copies left of each card."""
        ordered = sorted(melds, key=lambda meld: (-meld.value, meld.kind, meld.cards))
        return cls(tuple(ordered), tuple(card for card, copies in enumerate(left) for _ in range(copies)))

    def to_dict(self) -> dict[str, object]:
        """Return the arrangement as in the JSON answers."""
        return {"melds": [meld.to_dict() for meld in self.melds], "left": [format_card(card) for card in self.left]}


class ValueSolver:
    """Answers about hands of one `value` game; not for several threads at a time."""

    def __init__(self, ruleset: Ruleset) -> None:
        goals = goals_of(ruleset)
        self.rules = goals.rules
        self.values = MeldValues(goals, list(ruleset.special.melds))
        self._goals = goals
        self._work = make_workspace()

    def counts(self, cards: Iterable[int]) -> NDArray[np.uint8]:
        """Return copies of each card, uint8 of shape (53,)."""
        counts = np.zeros(PRINTED_JOKER + 1, dtype=np.uint8)
        np.add.at(counts, list(cards), 1)
        return counts

    def value(self, counts: NDArray[np.uint8], *, dealt: bool = False) -> int:
        """Return V (rules, 10.1); `dealt` gives a pinaculo the value of the cards as dealt."""
        return self._searched(counts, self.values.goal(dealt=dealt))

    def deadwood(self, counts: NDArray[np.uint8]) -> int:
        """Return the least hand value left over."""
        return -self._searched(counts, self._goals.deadwood)

    def unmelded(self, counts: NDArray[np.uint8]) -> int:
        """Return the least number of cards left over."""
        return -self._searched(counts, self._goals.unmelded)

    def value_laying_all(self, counts: NDArray[np.uint8]) -> int | None:
        """Return the best value of an arrangement that lays every card, or None if there is none."""
        total = self._searched(counts, self._goals.lay_all)
        return total if total > -CARD_BONUS // 2 else None

    def arrange(self, counts: NDArray[np.uint8], *, dealt: bool = False, lay_all: bool = False) -> ValueArrangement:
        """Return an arrangement worth `value` (or `value_laying_all`)."""
        goal = self._goals.lay_all if lay_all else self.values.goal(dealt=dealt)
        self._searched(counts, goal)
        jokers = int(counts[PRINTED_JOKER])
        twos = int(counts[_TWO:PRINTED_JOKER:13].sum())
        plan = Tracer(self.rules, goal, self._work, jokers=jokers, twos=twos).plan()
        return _Dealer(counts, self.values, self._work.stride, dealt=dealt).lay(plan)

    def _searched(self, counts: NDArray[np.uint8], goal: Goal) -> int:
        words = front_words_needed(counts)
        if words > _MOST_WORDS:
            raise NotationError(f"{int(counts.sum())} cards are too many to be solved", where="hand")
        if words > self._work.front.size:
            self._work = make_workspace(words)
        return int(search_value(counts, self.rules, goal, self._work))


class _Dealer:
    """Deals the cards of a hand out to the melds of a plan."""

    def __init__(
        self, counts: NDArray[np.uint8], values: MeldValues, stride: NDArray[np.int64], *, dealt: bool
    ) -> None:
        self._left = counts.astype(int).tolist()
        self._values = values
        self._stride = stride
        self._dealt = dealt

    def lay(self, plan: Plan) -> ValueArrangement:
        """Return the melds with their cards, and the cards left."""
        melds = [self._full_run(run, others) for run, others in self._with_other_twos(plan.full_runs)]
        jokers = plan.run_jokers
        for run in plan.runs:
            here = min(jokers, run.wilds)
            jokers -= here
            melds.append(self._run(run, self._wilds(here, run.wilds - here)))
        for place, (naturals, used_jokers, used_twos) in plan.sets:
            cards = self._set_naturals(place, naturals, plan.taken)
            value = self._values.set_value(place, naturals, used_jokers, used_twos, one_hand=True, dealt=self._dealt)
            if value is None:
                raise AssertionError("the search laid a set that is none")
            melds.append(set_meld(place, [*cards, *self._wilds(used_jokers, used_twos)], value))
        return ValueArrangement.of(melds, self._left)

    def _take(self, card: int) -> int:
        if self._left[card] == 0:
            raise AssertionError("the search laid a card that the hand does not hold")
        self._left[card] -= 1
        return card

    def _wilds(self, jokers: int, twos: int) -> list[int]:
        cards = [self._take(PRINTED_JOKER) for _ in range(jokers)]
        for _ in range(twos):
            cards.append(self._take(max(range(_TWO, PRINTED_JOKER, 13), key=self._left.__getitem__)))
        return cards

    def _with_other_twos(self, runs: Sequence[FullRunPlan]) -> list[tuple[FullRunPlan, list[int]]]:
        """Return each full run with the twos of other suits in it."""
        spare = [self._left[13 * suit + _TWO] for suit in range(SUITS)]
        for run in runs:
            spare[run.suit] -= run.own
        asked = [run.suit for run in runs for _ in range(run.others)]

        def deal(number: int) -> list[int] | None:
            if number == len(asked):
                return []
            for suit in range(SUITS):
                if suit != asked[number] and spare[suit]:
                    spare[suit] -= 1
                    rest = deal(number + 1)
                    if rest is not None:
                        return [13 * suit + _TWO, *rest]
                    spare[suit] += 1
            return None

        dealt = deal(0)
        if dealt is None:
            raise AssertionError("the twos do not suffice for the full runs")
        twos = iter(dealt)
        return [(run, [next(twos) for _ in range(run.others)]) for run in runs]

    def _full_run(self, run: FullRunPlan, others: list[int]) -> ValueMeld:
        wilds = [self._take(13 * run.suit + _TWO) for _ in range(run.own)]
        wilds += [self._take(card) for card in others]
        wilds += [self._take(PRINTED_JOKER) for _ in range(run.jokers)]
        return self._run(run, wilds)

    def _run(self, run: RunPlan, wilds: list[int]) -> ValueMeld:
        waiting = iter(wilds)
        cards = [
            self._take(card_at(run.suit, place)) if place in run.naturals else next(waiting)
            for place in range(run.first, run.first + run.length)
        ]
        return run_meld(run.suit, run.first, cards, self._values.run_value(run.suit, run.first, cards))

    def _set_naturals(self, place: int, naturals: int, taken: dict[tuple[int, int], int]) -> list[int]:
        """Return naturals of a rank: contested ones that the plan gives to sets first, then cards no run can use."""
        cards: list[int] = []
        for contested in (True, False):
            for suit in range(SUITS):
                card = card_at(suit, place)
                free = self._left[card] if self._stride[place, suit] == 0 else 0
                copies = taken.get((place, suit), 0) if contested else free
                for _ in range(min(copies, naturals - len(cards))):
                    cards.append(self._take(card))
                    if contested:
                        taken[place, suit] -= 1
        return cards

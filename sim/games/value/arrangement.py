"""From the tables of the value search to the arrangement itself: which cards lie in which meld."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value import state
from meldlab.kernels.value.rules import PLACES, SUITS, Goal, ValueRules, wild_limit
from meldlab.kernels.value.state import Workspace

# One set: naturals, jokers, twos.
SetShape = tuple[int, int, int]


@dataclass(frozen=True)
class RunPlan:
    """One run: its suit, the places of its naturals, the place of its first card and its length."""

    suit: int
    naturals: tuple[int, ...]
    first: int
    length: int

    @property
    def wilds(self) -> int:
        """Wild cards in place."""
        return self.length - len(self.naturals)


@dataclass(frozen=True)
class FullRunPlan(RunPlan):
    """A full run: also which wild cards it holds."""

    own: int
    others: int
    jokers: int


@dataclass
class Plan:
    """What the best arrangement lays: the melds, and where contested naturals go."""

    full_runs: list[FullRunPlan] = field(default_factory=list)
    runs: list[RunPlan] = field(default_factory=list)
    sets: list[tuple[int, SetShape]] = field(default_factory=list)  # place, shape
    taken: dict[tuple[int, int], int] = field(default_factory=dict)  # contested copies (place, suit) in sets
    run_jokers: int = 0


class Tracer:
    """Reads the plan of the best arrangement out of the tables that `search_value` leaves behind."""

    def __init__(self, rules: ValueRules, goal: Goal, work: Workspace, *, jokers: int, twos: int) -> None:
        self._rules = rules
        self._goal = goal
        self._work = work
        self._jokers = jokers
        self._twos = twos
        self._width = jokers + twos + 2

    def plan(self) -> Plan:
        """Return the melds of the arrangement whose gain is ``work.result[0]``."""
        work, plan = self._work, Plan()
        jokers, twos, gain = self._jokers, self._twos, int(work.result[0])
        left = {(place, suit): int(work.left[place, suit]) for place in range(PLACES) for suit in range(SUITS)}
        for row in range(1, int(work.result[1]) + 1):
            full = [int(number) for number in work.best_full[row]]
            naturals = tuple(place for place in range(PLACES) if full[state.FULL_NATURALS] >> place & 1)
            for place in naturals:
                left[place, full[state.FULL_SUIT]] -= 1
            own, others, used = full[state.FULL_OWN], full[state.FULL_OTHER], full[state.FULL_JOKERS]
            plan.full_runs.append(FullRunPlan(full[state.FULL_SUIT], naturals, 0, PLACES, own, others, used))
            jokers, twos = jokers - used, twos - own - others
        gain -= int(work.best_full[int(work.result[1]), state.FULL_GAIN])
        plan.taken = {key: int(work.best_taken[key]) for key in left if work.best_taken[key]}
        rows = [
            sum((left[place, suit] - plan.taken.get((place, suit), 0)) * int(work.stride[place, suit])
                for place in range(PLACES))
            for suit in range(SUITS)
        ]  # fmt: skip
        contested = [sum(plan.taken.get((place, suit), 0) for suit in range(SUITS)) for place in range(PLACES)]
        shapes, used_by_suit, plan.run_jokers = self._split(contested, rows, jokers, twos, gain)
        for place, (j, t) in enumerate(shapes):
            plan.sets += [(place, shape) for shape in self._sets_of(place, contested[place], j, t)]
        for suit in range(SUITS):
            plan.runs += self._runs(suit, rows[suit], used_by_suit[suit])
        return plan

    def _split(
        self, contested: Sequence[int], rows: Sequence[int], jokers: int, twos: int, gain: int
    ) -> tuple[list[tuple[int, int]], list[int], int]:
        """Return jokers and twos of each rank's sets, wild cards of each suit's runs, and the jokers in all runs."""
        work, goal = self._work, self._goal
        sets: dict[tuple[int, int], tuple[int, list[tuple[int, int]]]] = {(0, 0): (0, [])}
        for place in range(PLACES):
            options = [(0, 0, 0)]
            table = goal.sets[place, work.free[place], contested[place]]
            if goal.choice[place, work.free[place], contested[place], jokers, twos] == 2:
                options = [
                    (j, t, int(table[j, t]))
                    for j in range(jokers + 1)
                    for t in range(twos + 1)
                    if table[j, t] > state.HALF_NONE
                ]
            joined: dict[tuple[int, int], tuple[int, list[tuple[int, int]]]] = {}
            for (a, b), (before, shapes) in sets.items():
                for j, t, more in options:
                    key = (a + j, b + t)
                    fits = key[0] <= jokers and key[1] <= twos
                    if fits and (key not in joined or before + more > joined[key][0]):
                        joined[key] = (before + more, [*shapes, (j, t)])
            sets = joined
        runs: dict[int, tuple[int, list[int]]] = {0: (0, [])}
        for suit in range(SUITS):
            at = (int(work.base[suit]) + rows[suit]) * self._width
            further: dict[int, tuple[int, list[int]]] = {}
            for used, (before, by_suit) in runs.items():
                for here in range(jokers + twos - used + 1):
                    worth = before + int(work.front[at + here])
                    if worth > state.HALF_NONE and worth > further.get(used + here, (state.HALF_NONE, []))[0]:
                        further[used + here] = (worth, [*by_suit, here])
            runs = further
        joker_gain, two_gain = goal.joker_in_run + goal.joker_in_hand, goal.two_in_run + goal.two_in_hand
        for (j, t), (set_gain, shapes) in sets.items():
            for used, (run_gain, by_suit) in runs.items():
                for a in range(max(0, used - (twos - t)), min(used, jokers - j) + 1):
                    if set_gain + run_gain + a * joker_gain + (used - a) * two_gain == gain:
                        return shapes, by_suit, a
        raise AssertionError("the tables do not give the gain they were read for")

    def _sets_of(self, place: int, contested: int, jokers: int, twos: int) -> list[SetShape]:
        """Return the sets of one rank that reach what the table says for these cards."""
        work = self._work
        target = int(self._goal.sets[place, work.free[place], contested, jokers, twos])
        for n in range(contested, contested + int(work.free[place]) + 1):
            found = self._partition(place, n, jokers, twos, target, self._rules.sets_per_rank)
            if found is not None:
                return found
        raise AssertionError("the sets of a rank do not give the gain they were read for")

    def _partition(
        self, place: int, naturals: int, jokers: int, twos: int, target: int, sets: int
    ) -> list[SetShape] | None:
        if naturals == jokers == twos == 0:
            return [] if target == 0 else None
        if sets == 0:
            return None
        for n in range(naturals, self._rules.min_naturals - 1, -1):
            for j in range(jokers, -1, -1):
                for t in range(twos, -1, -1):
                    gain = self._set_gain(place, n, j, t)
                    if gain is None:
                        continue
                    rest = self._partition(place, naturals - n, jokers - j, twos - t, target - gain, sets - 1)
                    if rest is not None:
                        return [(n, j, t), *rest]
        return None

    def _set_gain(self, place: int, naturals: int, jokers: int, twos: int) -> int | None:
        from meldlab.kernels.value.sets import set_worth

        goal = self._goal
        worth, _ = set_worth(place, naturals, jokers, twos, 1, self._rules, goal)
        if worth < state.HALF_NONE:
            return None
        in_hand = naturals * int(goal.natural_in_hand[place])
        return int(worth) + in_hand + jokers * goal.joker_in_hand + twos * goal.two_in_hand

    def _runs(self, suit: int, row: int, wilds: int) -> list[RunPlan]:
        """Return runs of the suit's cards in a row of its front that use exactly so many wild cards."""
        work, found = self._work, []
        base = int(work.base[suit])

        def best(at: int, used: int) -> int:
            return int(work.front[(base + at) * self._width + used])

        while row:
            places = self._places(suit, row)
            without = row - int(work.stride[places[0], suit])
            if best(without, wilds) == best(row, wilds):
                row = without
                continue
            for plan, worth in self._starting(suit, places, wilds):
                rest = row - sum(int(work.stride[place, suit]) for place in plan.naturals)
                if worth + best(rest, wilds - plan.wilds) == best(row, wilds):
                    found.append(plan)
                    row, wilds = rest, wilds - plan.wilds
                    break
            else:
                raise AssertionError("the runs of a suit do not give the gain they were read for")
        return found

    def _places(self, suit: int, row: int) -> list[int]:
        """Return the places of the naturals in a row, each once, in order."""
        work, places = self._work, []
        for place in range(PLACES):
            stride = int(work.stride[place, suit])
            if stride and row // stride % (int(work.held[place, suit]) + 1):
                places.append(place)
        return places

    def _starting(self, suit: int, places: Sequence[int], wilds: int) -> Iterator[tuple[RunPlan, int]]:
        """Yield every run that begins with the first of `places` and what it gains, its wild cards left out."""
        rules, goal = self._rules, self._goal
        waiting: list[tuple[int, ...]] = [(places[0],)]
        while waiting:
            naturals = waiting.pop()
            gap = naturals[-1] - naturals[0] + 1 - len(naturals)
            if gap > wilds:
                continue
            waiting += [(*naturals, place) for place in places if place > naturals[-1]]
            n = len(naturals)
            for used in range(max(gap, rules.run_min - n), min(wilds, wild_limit(rules, n), rules.run_max - n) + 1):
                if goal.specials and n + used == PLACES:
                    continue
                worth = sum(int(goal.natural[place] + goal.natural_in_hand[place]) for place in naturals)
                first, best = best_ends(naturals, used - gap, goal.place)
                inside = range(naturals[0], naturals[-1] + 1)
                worth += best + sum(int(goal.place[place]) for place in inside if place not in naturals)
                yield RunPlan(suit, naturals, first, n + used), worth


def best_ends(naturals: Sequence[int], extra: int, worth: NDArray[np.int64]) -> tuple[int, int]:
    """Return the first place of a run whose `extra` wild cards lie where they are worth most, and that worth.

    Parameters
    ----------
    naturals : sequence of int
        Places of its naturals, in order.
    extra : int
        Wild cards that are not needed between them.
    worth : int64, shape (12,)
        What a wild card is worth for the place it fills.
    """
    low, high = naturals[0], naturals[-1]
    best: tuple[int, int] | None = None
    for below in range(max(0, extra - (PLACES - 1 - high)), min(extra, low) + 1):
        value = int(worth[low - below : low].sum() + worth[high + 1 : high + 1 + extra - below].sum())
        if best is None or value > best[1]:
            best = (low - below, value)
    if best is None:
        raise AssertionError("a run is longer than its suit")
    return best

"""Every best arrangement of a Pinacle hand, each grouping once."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import PLACES, SUITS, place_of, wild_limit
from meldlab.sim.common.notation import PRINTED_JOKER
from meldlab.sim.games.value.arrangement import best_ends
from meldlab.sim.games.value.hand_solver import ValueArrangement, ValueSolver
from meldlab.sim.games.value.melds import ValueMeld, card_at, hand_value, is_wild, run_meld, set_meld

#: The most arrangements of one hand that are listed.
MOST_LISTED = 500
_TWO = 1
_Counts = NDArray[np.uint8]
#: What tells groupings apart: kind and natural cards of each meld.
_Grouping = tuple[tuple[str, tuple[int, ...]], ...]


def every_best(solver: ValueSolver, counts: _Counts) -> tuple[tuple[ValueArrangement, ...], bool]:
    """Return the arrangements worth the value of a hand, and whether there may be more than are listed.

    Two are the same when their melds are of the same kinds and hold the same natural cards; of these the one with the
    fewest wild cards in melds is listed.
    """
    return _Every(solver, counts).listed()


class _Every:
    """Lays a hand card by card and keeps to what can still reach its value."""

    def __init__(self, solver: ValueSolver, counts: _Counts) -> None:
        self._solver = solver
        self._counts = counts
        self._value = solver.value(counts)
        self._best: dict[bytes, int] = {}
        self._seen: set[tuple[bytes, _Grouping]] = set()
        self._found: dict[_Grouping, ValueArrangement] = {}
        places = [int((counts[13 * suit : 13 * suit + 13] > 0).sum()) for suit in range(SUITS)]
        wilds = int(counts[PRINTED_JOKER]) + int(counts[_TWO:PRINTED_JOKER:13].sum())
        self._by_suit = max(places) + wilds >= PLACES  # which two is laid where matters to full runs only

    def listed(self) -> tuple[tuple[ValueArrangement, ...], bool]:
        """Return the arrangements, the one with the most valuable melds first, and whether the list was cut."""
        self._lay(self._counts, self._value, ())
        more = len(self._found) > MOST_LISTED
        every = sorted(self._found.items(), key=lambda each: ([-meld.value for meld in each[1].melds], each[0]))
        return tuple(arrangement for _, arrangement in every[:MOST_LISTED]), more

    def _lay(self, left: _Counts, needed: int, melds: tuple[ValueMeld, ...]) -> None:
        """Try everything with the first natural card left; the cards left must still bring what is needed."""
        grouping = _grouping(melds)
        state = (left.tobytes(), grouping)
        if state in self._seen or len(self._found) > MOST_LISTED:
            return
        self._seen.add(state)
        naturals = [card for card in map(int, np.flatnonzero(left)) if not is_wild(card)]
        first = min(naturals, key=lambda card: (card // 13, place_of(card % 13)), default=None)
        if first is None:
            if needed == self._solver.value(left):
                self._keep(grouping, melds)
            return
        for meld in (*self._sets(left, first), *self._runs(left, first)):
            rest = left.copy()
            np.subtract.at(rest, list(meld.cards), 1)
            if self._most(rest) >= needed - meld.value and self._allowed((*melds, meld)):
                self._lay(rest, needed - meld.value, (*melds, meld))
        rest = left.copy()
        rest[first] = 0
        cost = int(left[first]) * hand_value(first, self._solver.rules)
        if self._most(rest) >= needed + cost:
            self._lay(rest, needed + cost, melds)

    def _most(self, counts: _Counts) -> int:
        key = counts.tobytes()
        if key not in self._best:
            self._best[key] = self._solver.value(counts)
        return self._best[key]

    def _allowed(self, melds: tuple[ValueMeld, ...]) -> bool:
        """Return whether no rank has more sets than the rules allow."""
        ranks = [meld.cards[0] % 13 for meld in melds if meld.kind == "set"]
        return max(map(ranks.count, ranks), default=0) <= self._solver.rules.sets_per_rank

    def _keep(self, grouping: _Grouping, melds: tuple[ValueMeld, ...]) -> None:
        left = self._counts.astype(int)
        for meld in melds:
            np.subtract.at(left, list(meld.cards), 1)
        before = self._found.get(grouping)
        if before is None or left.sum() > len(before.left):
            self._found[grouping] = ValueArrangement.of(melds, left.tolist())

    def _sets(self, left: _Counts, first: int) -> Iterator[ValueMeld]:
        """Yield the sets with the card `first`."""
        place = place_of(first % 13)
        kinds = range(first % 13, PRINTED_JOKER, 13)
        for copies in product(*(range(int(card == first), int(left[card]) + 1) for card in kinds)):
            naturals = [card for card, number in zip(kinds, copies, strict=True) for _ in range(number)]
            for wilds in self._wilds(left, range(wild_limit(self._solver.rules, len(naturals)) + 1)):
                jokers = wilds.count(PRINTED_JOKER)
                value = self._solver.values.set_value(
                    place, len(naturals), jokers, len(wilds) - jokers, one_hand=True, dealt=False
                )
                if value is not None:
                    yield set_meld(place, [*naturals, *wilds], value)

    def _runs(self, left: _Counts, first: int) -> Iterator[ValueMeld]:
        """Yield the runs whose lowest natural is `first`, which is the lowest one left of its suit."""
        rules, suit = self._solver.rules, first // 13
        cards = [13 * suit + rank for rank in range(13)]
        held = sorted(place_of(card % 13) for card in cards if left[card] and not is_wild(card))
        waiting: list[tuple[int, ...]] = [(held[0],)]
        while waiting:
            naturals = waiting.pop()
            n = len(naturals)
            gap = naturals[-1] - naturals[0] + 1 - n
            if gap > rules.max_wilds:
                continue
            waiting += [(*naturals, place) for place in held if place > naturals[-1]]
            most = min(wild_limit(rules, n), rules.run_max - n)
            for wilds in self._wilds(left, range(max(gap, rules.run_min - n), most + 1)):
                yield self._run(suit, naturals, wilds)

    def _run(self, suit: int, naturals: tuple[int, ...], wilds: Sequence[int]) -> ValueMeld:
        values = self._solver.values
        gap = naturals[-1] - naturals[0] + 1 - len(naturals)
        low, _ = best_ends(naturals, len(wilds) - gap, values.goal(dealt=False).place)
        waiting = iter(wilds)
        places = range(low, low + len(naturals) + len(wilds))
        cards = [card_at(suit, place) if place in naturals else next(waiting) for place in places]
        return run_meld(suit, low, cards, values.run_value(suit, low, cards))

    def _wilds(self, left: _Counts, numbers: range) -> Iterator[tuple[int, ...]]:
        """Yield wild cards to lay, so many as one of `numbers`; twos alike are told apart where that matters."""
        twos = range(_TWO, PRINTED_JOKER, 13)
        seen = set()
        for jokers in range(int(left[PRINTED_JOKER]) + 1):
            for copies in product(*(range(int(left[card]) + 1) for card in twos)):
                chosen = (jokers, copies if self._by_suit else sum(copies))
                if jokers + sum(copies) in numbers and chosen not in seen:
                    seen.add(chosen)
                    yield (
                        *(PRINTED_JOKER for _ in range(jokers)),
                        *(card for card, number in zip(twos, copies, strict=True) for _ in range(number)),
                    )


def _grouping(melds: Sequence[ValueMeld]) -> _Grouping:
    return tuple(sorted((meld.kind, tuple(sorted(card for card in meld.cards if not is_wild(card)))) for meld in melds))

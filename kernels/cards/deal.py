"""Many hands at once: every hand a uniform subset of the pack, one hand in each vector lane.

The cards of the pack are numbered deck by deck, and each deck is one word of a hand: 52 naturals, then its
printed jokers.  Floyd's method draws k of n cards without a pack in memory: for last = n - k, ..., n - 1 draw t
uniformly from 0..last and take t, or `last` when t is already taken.  That is straight-line code, so the loop
over the lanes (the innermost one) becomes vector instructions.

Random numbers.  One 32-bit half of an xoshiro256++ word serves up to three draws: multiplied by the first
bound, its upper half is the first draw and its lower half serves the next one.  The draws are exactly uniform and
independent once the lower half that remains is not below 2**32 modulo the product of the bounds.  A hand for
which that fails (13 cards of two decks: one in 1,900) is thrown away whole and dealt again from the state of its
own lane.

The cut card out of play.  The hand is drawn from the first n - 1 numbers, and where the number of the cut card
came up, the last card of the pack, which has no number there, takes its place.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U
from meldlab.kernels.cards.cards import NATURALS, Planes, empty_planes
from meldlab.kernels.cards.deal_lanes import BIASED, DRAWS, finish_hands, grow_hands, open_hands
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.kernels.cards.stream import Stream, lane_states
from meldlab.kernels.jit import kernel

Words = NDArray[np.uint64]

#: Lanes of a chunk.  The order of the hands depends on it: hand i is dealt in lane i % LANES.
LANES = 256


@cache
def dealer(decks: int) -> Callable[[Words, DealRules, Planes], None]:
    """Return the compiled kernel that deals hands from `decks` decks (1 to 3).

    The number of decks is a constant in the machine code, so one body serves all three without a branch in it.

    The kernel ``deal(state, rules, planes)`` deals whole rounds of hands, one hand a lane and round, hand i in
    lane ``i % lanes``.  `state` is uint64 of shape (4, lanes) from `stream.lane_states` and is moved on; `rules`
    must have been made for the same number of decks; `planes` are filled.  It raises ValueError when the number
    of decks differs or that of the hands is not a multiple of the lanes.  Other kernels may call it.
    """

    @kernel
    def deal(state: Words, rules: DealRules, planes: Planes) -> None:
        if rules.decks != decks:
            raise ValueError("this dealer was made for another number of decks")
        lanes = state.shape[1]
        hands = planes.once.size
        if hands % lanes != 0:
            raise ValueError("hands are dealt in whole rounds: their number must be a multiple of the lanes")
        size = U(NATURALS + rules.printed_jokers)
        end = size * U(decks) - U(rules.cut_out_of_play)
        opening = (rules.hand_size - 1) % DRAWS + 1
        for start in range(0, hands, lanes):
            low, high = 0, lanes
            while low < lanes:
                rows = (state[0, low:high], state[1, low:high], state[2, low:high], state[3, low:high])
                words = (
                    planes.once[start + low : start + high],
                    planes.twice[start + low : start + high],
                    planes.thrice[start + low : start + high],
                    planes.jokers[start + low : start + high],
                    planes.wild_ranks[start + low : start + high],
                )
                last = end - U(rules.hand_size)
                if opening == 1:
                    open_hands(rows, words, rules, last, size, decks, 1)
                elif opening == 2:
                    open_hands(rows, words, rules, last, size, decks, 2)
                else:
                    open_hands(rows, words, rules, last, size, decks, 3)
                last += U(opening)
                for dealt in range(opening, rules.hand_size, 2 * DRAWS):
                    live = ONE if dealt + DRAWS < rules.hand_size else ZERO
                    grow_hands(rows, words, last, live, size, decks)
                    last += U(2 * DRAWS)
                marks = finish_hands(words, rules, end, size, decks)
                if marks == ZERO and low == 0 and high == lanes:
                    break
                # Deal again, alone, each hand whose draws were biased.
                while low < lanes and planes.jokers[start + low] & BIASED == ZERO:
                    low += 1
                high = low + 1

    return deal


def deal_hands(state: Words, rules: DealRules, planes: Planes) -> None:
    """Fill `planes` with whole rounds of hands and move `state` on; see `dealer` for the arguments and errors."""
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        dealer(rules.decks)(state, rules, planes)


class HandStream:
    """The hands of one chunk in order, dealt on demand; ``take(10)`` then ``take(20)`` gives what ``take(30)`` gives.

    Parameters
    ----------
    seed, chunk
        See `stream.lane_states`.
    rules
        What is dealt.
    """

    def __init__(self, seed: int, chunk: int, rules: DealRules) -> None:
        self._state = lane_states(seed, Stream.HANDS, chunk, LANES)
        self._rules = rules
        self._waiting = empty_planes(0)

    def take(self, hands: int, out: Planes | None = None) -> Planes:
        """Return the next `hands` hands as planes.

        Parameters
        ----------
        hands
            How many.  As long as it is a multiple of `LANES` every time, no hand is copied.
        out
            Planes of exactly that length to fill and return; new ones by default.  Blocks of some 4,096 hands
            that are used again and again stay in the processor's cache.

        Raises
        ------
        ValueError
            When `hands` is negative or `out` has another length.
        """
        if hands < 0:
            raise ValueError(f"the number of hands must not be negative: {hands}")
        planes = empty_planes(hands) if out is None else out
        if len(planes.once) != hands:
            raise ValueError(f"out has room for {len(planes.once)} hands, not for {hands}")
        ready = min(hands, len(self._waiting.once))
        whole = (hands - ready) // LANES * LANES
        if whole == hands:
            deal_hands(self._state, self._rules, planes)
            return planes
        self._hand_out(planes.hands(0, ready))
        deal_hands(self._state, self._rules, planes.hands(ready, ready + whole))
        if ready + whole < hands:
            self._waiting = empty_planes(LANES)
            deal_hands(self._state, self._rules, self._waiting)
            self._hand_out(planes.hands(ready + whole, hands))
        return planes

    def _hand_out(self, planes: Planes) -> None:
        hands = len(planes.once)
        for waiting, room in zip(self._waiting, planes, strict=True):
            room[:] = waiting[:hands]
        self._waiting = self._waiting.hands(hands, len(self._waiting.once))

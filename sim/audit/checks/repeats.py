"""The same hand, the same deal or the same long stretch of the pack again: the mark of a seed used twice."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import comb, factorial, log

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.checks.readings import ACROSS_SEATS, ALONG_HANDS, STOCK, sequences
from meldlab.sim.audit.log.deals import EMPTY, MOST_SEATS, Deals
from meldlab.sim.audit.statistics.evidence import Evidence, Remarks, Smallest
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.audit.statistics.sketch import Sketch, Twice, mixed
from meldlab.sim.audit.statistics.tails import POWER

#: Cards of a stretch: two of them are equal by chance once in 10 ** 20.
STRETCH = 12
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_ALONG_ALL = "along all hands"
# Two hands together take a fifth of a second to count.
_MOST_COUNTED, _LARGEST_COUNTED = 16, 400


class Repeats:
    """Keeps hashes of hands, deals and stretches, and the lines of the first that comes again."""

    def __init__(self, pack: Pack, remarks: Remarks) -> None:
        self._pack = pack
        self._remarks = remarks
        self._names = np.random.default_rng(0).integers(0, 1 << 63, KINDS + MOST_SEATS, dtype=np.uint64) * np.uint64(2)
        self._names += np.uint64(1)
        self._hands, self._sizes = Sketch(), np.zeros(pack.size + 3, dtype=np.int64)
        self._deals = Sketch()
        self._deals_with_seed = Sketch()  # equal ones have equal seeds and numbers, too
        self._two_hands: set[tuple[int, int]] = set()  # the largest two hands of deals
        self._stretches = {reading: Sketch() for reading in (_ALONG_ALL, ACROSS_SEATS, STOCK)}

    def add(self, deals: Deals) -> None:
        """Keep a block."""
        with np.errstate(over="ignore"):
            hands = mixed(deals.hands.astype(np.uint64) @ self._names[:KINDS])
            held = deals.sizes > 0
            self._hands.add(hands[held], (deals.lines[:, None] * MOST_SEATS + np.arange(MOST_SEATS))[held])
            self._sizes += np.bincount(deals.sizes[held], minlength=len(self._sizes))
            whole = np.where(held, mixed(hands * self._names[KINDS:]), np.uint64(0)).sum(axis=1, dtype=np.uint64)
            tables = held.sum(axis=1) > 1
            self._deals.add(mixed(whole[tables]), deals.lines[tables])
            known = tables & (deals.origins > 0)
            self._deals_with_seed.add(mixed(mixed(whole[known]) ^ deals.origins[known]), deals.lines[known])
            largest = np.sort(deals.sizes[tables], axis=1)[:, -2:]
            self._two_hands |= {(int(one), int(other)) for one, other in np.unique(largest, axis=0)}
            cards = sequences(deals)
            along = cards[ALONG_HANDS].reshape(len(deals), -1)
            for reading, row in ((_ALONG_ALL, along), (ACROSS_SEATS, cards[ACROSS_SEATS]), (STOCK, cards[STOCK])):
                hashes, rows = _stretches(row)
                self._stretches[reading].add(hashes, deals.lines[rows])

    def evidence(self, *, hands_in_order: bool) -> Iterator[Evidence]:
        """Yield the tests of everything that was seen again."""
        sizes = np.flatnonzero(self._sizes).tolist()
        pairs = sum(comb(int(self._sizes[size]), 2) * _hand_again(self._pack.copies, size) for size in sizes)
        question = "Does a hand come again, at any seat, more often than by chance?"
        yield _evidence([(self._hands, pairs)], "repeated hands", question, "hand")
        if self._deals.seen:
            pairs = comb(self._deals.seen, 2) * max(map(self._deal_again, self._two_hands))
            whole = _evidence([(self._deals, pairs)], "repeated deals", "Does a whole deal come again?", "deal")
            yield replace(whole, found=whole.found + self._of_one_seed())
        readings = (_ALONG_ALL, ACROSS_SEATS, STOCK) if hands_in_order else (STOCK,)
        again = _stretch_again(self._pack.copies)
        stretches = [(self._stretches[each], comb(self._stretches[each].seen, 2) * again) for each in readings]
        if any(sketch.seen for sketch, _ in stretches):
            question = f"Do {STRETCH} cards in a row come again in the same order?"
            yield _evidence(stretches, "repeated stretches", question, "stretch")

    def _of_one_seed(self) -> str:
        """Return how many repeated deals have the seed and number of the deal before, as the finding says it.

        A run that stands in the log twice is no fault of the shuffle: whoever reads the finding should know.
        """
        _, again = self._deals_with_seed.repeats()
        twice = self._deals_with_seed.first_twice
        if not again or twice is None:
            return ""
        self._remarks.add(
            f"Lines with equal seed, deal and rules stand twice, first {_lines(twice)}: deals of one seed were written "
            "or played more than once. They are no new deals and say nothing against the shuffle; other findings may "
            "come from them alone. Leave the later ones out and audit again."
        )
        if self._deals_with_seed.share < 1:
            return "; some with equal seed, deal and rules"
        return f"; {again:,} of them with equal seed, deal and rules"

    def _deal_again(self, sizes: tuple[int, int]) -> float:
        """Return a chance that two deals with hands of these sizes do not exceed to be equal.

        It is that of two equal hands, or of one where counting them would take long; more are rarer still.
        """
        one, other = sizes
        if len(self._two_hands) > _MOST_COUNTED or (one + 1) * (other + 1) > _LARGEST_COUNTED:
            return _hand_again(self._pack.copies, one)
        return _hands_again(tuple(self._pack.copies.tolist()), one, other)


def _evidence(sketches: list[tuple[Sketch, float]], name: str, question: str, unit: str) -> Evidence:
    """Return the test of equal pairs, a Poisson number in fair deals; with each sketch their mean among all things."""
    from scipy.special import gammainc, ndtri

    found = [sketch.repeats() for sketch, _ in sketches]
    pairs, again = sum(each[0] for each in found), sum(each[1] for each in found)
    expected = sum(mean * sketch.share for sketch, mean in sketches)
    seen = sum(sketch.seen for sketch, _ in sketches)
    share = min((sketch.share for sketch, _ in sketches if sketch.seen), default=1.0)
    p = float(gammainc(pairs, expected)) if pairs else 1.0
    firsts = [sketch.first_twice for sketch, _ in sketches if sketch.first_twice is not None]
    plural = {"stretch": "stretches"}.get(unit, f"{unit}s")
    if share == 1:
        are = "is a repetition" if again == 1 else "are repetitions"
        words = f"{again:,} of {seen:,} {plural} {are}, {expected:.2g} expected"
    else:
        every = f"{1 / share:,.0f}{'nd' if share == 0.5 else 'th'}"
        words = f"{again:,} repetitions in every {every} of {seen:,} {plural}, {expected:.2g} expected"
    if pairs and firsts:
        words += f", first {_lines(min(firsts, key=lambda twice: twice.again), seats=unit == 'hand')}"

    def smallest(level: float) -> Smallest:
        least = 1
        while gammainc(least, expected) > level and least < seen:
            least = least + 1 if least < 100 else int(least * 1.05)
        # Repetitions that are planted are there for certain, those of chance come and go.
        needed = least if expected < 1 else int(np.ceil(least - expected - ndtri(1 - POWER) * np.sqrt(expected)))
        if share < 1:
            alone = int(np.ceil(log(1 - POWER) / log(1 - share)))  # for one of them to be among those looked at
            needed = alone if needed == 1 else int(needed / share)
        return Smallest(needed, f"{needed:,} repeated {unit if needed == 1 else plural}")

    return Evidence(name, question, p, words, "exact", smallest, float(again), statistic=float(pairs))


def _lines(twice: Twice, *, seats: bool = False) -> str:
    """Return both places of a repetition in words."""
    if not seats:
        return f"in lines {twice.first} and {twice.again}"
    return " and ".join(f"in line {place // MOST_SEATS} at seat {place % MOST_SEATS}" for place in twice)


def _stretches(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return hashes of all stretches of a block of rows, gaps between hands closed, and the row of each."""
    there = cards != EMPTY
    order = np.argsort(~there, axis=1, kind="stable") if not there.all() else None
    rows = cards if order is None else np.take_along_axis(cards, order, axis=1)
    places = rows.shape[1] - STRETCH + 1
    if places < 1:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    words = rows.astype(np.uint64)
    hashes = np.zeros((len(rows), places), dtype=np.uint64)
    for step in range(STRETCH):
        hashes = hashes * _FACTOR + words[:, step : step + places] + np.uint64(1)
    whole = rows[:, STRETCH - 1 :] != EMPTY
    return mixed(hashes[whole]), np.nonzero(whole)[0]


def _hand_again(copies: NDArray[np.int64], size: int) -> float:
    """Return how likely two hands of this size from whole packs are equal: the sum of squares of all hands' chances."""
    ways = [1] + [0] * size
    for number in copies.tolist():
        ways = [
            sum(comb(number, held) ** 2 * ways[cards - held] for held in range(min(number, cards) + 1))
            for cards in range(size + 1)
        ]
    return ways[size] / comb(int(copies.sum()), size) ** 2 if size <= int(copies.sum()) else 0.0


@lru_cache(maxsize=64)
def _hands_again(copies: tuple[int, ...], one: int, other: int) -> float:
    """Return how likely both of two hands come again in another deal."""
    pack = sum(copies)
    ways = {(0, 0): 1}
    for number in copies:
        after: dict[tuple[int, int], int] = {}
        for (first, second), count in ways.items():
            for held in range(min(number, one - first) + 1):
                for more in range(min(number - held, other - second) + 1):
                    place = (first + held, second + more)
                    choices = comb(number, held) * comb(number - held, more)
                    after[place] = after.get(place, 0) + count * choices * choices
        ways = after
    deals = comb(pack, one) * comb(max(pack - one, 0), other)
    return ways.get((one, other), 0) / deals**2 if deals else 0.0


def _stretch_again(copies: NDArray[np.int64]) -> float:
    """Return how likely two stretches are equal, cards and order."""
    ways = [1.0] + [0.0] * STRETCH
    for number in copies.tolist():
        each = [(factorial(number) / factorial(number - held)) ** 2 / factorial(held) for held in range(number + 1)]
        ways = [
            sum(each[held] * ways[cards - held] for held in range(min(number, cards) + 1))
            for cards in range(STRETCH + 1)
        ]
    pack = int(copies.sum())
    orders = factorial(pack) / factorial(pack - STRETCH)
    return ways[STRETCH] * factorial(STRETCH) / orders / orders

"""Exact counting: how many hands make a query true, by one pass of all its machines over the pack.

A hand is a set of physical cards, so a way to hold x of c copies counts C(c, x) hands.  The machines of a query's
features run side by side; states that agree in all of them are one, and each carries how many hands of each size
lead to it.  These numbers are kept modulo primes whose product exceeds all hands there are, so the sums are exact.
"""

from collections.abc import Callable, Sequence
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.machine import (
    ORDERS,
    RANKS,
    Budget,
    Cell,
    Machine,
    Table,
    TooManyStatesError,
    cells_of,
    unroll,
)

MOST_STATES = 2_000_000
_FEW_STATES = (1_000, 50_000)
_MOST_OF_ONE = 100_000  # states of one machine
_MOST_NUMBERS = 25_000_000  # numbers kept at once: states times hand sizes times primes
# The largest primes below 2**40: a residue times a binomial coefficient of copies, and the sum of a million
# residues, stay below 2**63.
_PRIMES = (1099511627689, 1099511627609, 1099511627581, 1099511627573, 1099511627563, 1099511627491)


class Pool(NamedTuple):
    """Cards in hand and cards that may come.

    Attributes
    ----------
    known : int64, shape (53,)
        Copies already in hand.
    unseen : int64, shape (53,)
        Copies that may still come.
    draws : int
        How many of them come.
    """

    known: NDArray[np.int64]
    unseen: NDArray[np.int64]
    draws: int

    @property
    def hands(self) -> int:
        """How many sets of cards may come."""
        return comb(int(self.unseen.sum()), self.draws)


class Verdict(NamedTuple):
    """Whether something must be true, and whether it may be: one answer, or arrays of them."""

    must: Any
    may: Any

    def __and__(self, other: "Verdict") -> "Verdict":
        """Return what is said of both."""
        return Verdict(self.must & other.must, self.may & other.may)

    def __or__(self, other: "Verdict") -> "Verdict":
        """Return what is said of either."""
        return Verdict(self.must | other.must, self.may | other.may)

    def __invert__(self) -> "Verdict":
        """Return what is said of the opposite."""
        return Verdict(self.may ^ True, self.must ^ True)


#: From thresholds, int64 of shape (states, machines), that are reached at least and at most to what each question says,
#: shape (states, questions); where the two agree, so do the answers.
Judge = Callable[[NDArray[np.int64], NDArray[np.int64]], Verdict]
Truths = tuple[bool, ...]


def count(
    machines: Sequence[Machine],
    judge: Judge,
    pool: Pool,
    *,
    ranks: Sequence[int] = range(RANKS),
    most_states: int = MOST_STATES,
    budget: Budget | None = None,
) -> dict[Truths, int]:
    """Return of how many of the hands that may come the questions say what.

    The ranks pass in the order of `ranks`.  A state in which every question is decided, whatever cards follow, is
    counted at once and followed no further.

    Raises
    ------
    TooManyStatesError
        In either order of the cards.
    OutOfTimeError
        The budget's clock ran out.
    """
    budget = Budget() if budget is None else budget
    copies = pool.known + pool.unseen
    unrolled = {order: _Tables(machines, cells_of(copies, order, ranks), order, pool.known) for order in ORDERS}
    most = TooManyStatesError(most_states)
    # A machine may need thousands of states in one order and a handful in the other: small ones are tried first.
    limits = (*(few for few in _FEW_STATES if few < most_states), most_states)
    ways = [(allowed, order) for allowed in limits for order in ORDERS]
    for way in sorted(ways, key=lambda each: each != budget.first):
        allowed, order = way
        tables = unrolled[order]
        try:
            made = tables.made(min(allowed, _MOST_OF_ONE), budget)
            if made is not None:
                found = _swept(made, judge, tables.cells, pool, allowed, budget)
                budget.first = way
                return found
        except TooManyStatesError as error:
            most = error
    raise most


class _Tables:
    """The tables of all machines in one order, each made once."""

    def __init__(
        self, machines: Sequence[Machine], cells: Sequence[Cell], order: str, known: NDArray[np.int64]
    ) -> None:
        self.cells = cells
        self._machines, self._order, self._known = machines, order, known
        self._made: list[Table] = []

    def made(self, most_states: int, budget: Budget) -> list[Table] | None:
        """Return the tables, None where a machine cannot follow the order; raises NotCountedError."""
        for machine in self._machines[len(self._made) :]:
            table = unroll(machine, self.cells, self._order, most_states=most_states, known=self._known, budget=budget)
            if table is None:
                return None
            self._made.append(table)
        return self._made


def _swept(
    tables: Sequence[Table], judge: Judge, cells: Sequence[Cell], pool: Pool, most_states: int, budget: Budget
) -> dict[Truths, int]:
    primes = np.array(_PRIMES[: _primes_needed(pool.hands)], dtype=np.int64)
    decided = _Decided(primes, pool)
    codes = np.zeros(1, dtype=np.int64)
    ways = np.zeros((1, len(primes), pool.draws + 1), dtype=np.int64)
    ways[0, :, 0] = 1
    unpassed = int(pool.unseen.sum())
    for place, cell in enumerate(cells):
        known, unseen = int(pool.known[cell.card]), int(pool.unseen[cell.card])
        parts = _split(codes, [table.sizes[place] for table in tables])
        open_ = decided.put(parts, tables, place, judge, ways, unpassed)
        if not open_.any():
            return decided.hands()
        parts, ways = tuple(part[open_] for part in parts), ways[open_]
        sizes = [table.sizes[place + 1] for table in tables]
        led = [
            _join([table.steps[place][part, known + drawn] for table, part in zip(tables, parts, strict=True)], sizes)
            for drawn in range(min(unseen, pool.draws) + 1)
        ]
        codes, where = np.unique(np.concatenate(led), return_inverse=True)
        if len(codes) > most_states or len(codes) * ways[0].size > _MOST_NUMBERS:
            raise TooManyStatesError(len(codes))
        budget.take(len(codes) * ways[0].size + len(led) * ways.size, states=len(codes))
        following = np.zeros((len(codes), *ways.shape[1:]), dtype=np.int64)
        for drawn, targets in enumerate(np.split(where, len(led))):
            _add(following, targets, ways, drawn, comb(unseen, drawn), primes)
        unpassed -= unseen
        possible = following[:, :, max(0, pool.draws - unpassed) :].any(axis=(1, 2))  # the others lead to no hand
        codes, ways = codes[possible], following[possible]
    decided.put(_split(codes, [table.sizes[-1] for table in tables]), tables, len(cells), judge, ways, unpassed)
    return decided.hands()


class _Decided:
    """Hands that were counted, by what the questions say of them, modulo each prime."""

    def __init__(self, primes: NDArray[np.int64], pool: Pool) -> None:
        self._primes, self._pool = primes, pool
        self._sums: dict[Truths, list[int]] = {}

    def put(
        self,
        parts: Sequence[NDArray[np.int64]],
        tables: Sequence[Table],
        place: int,
        judge: Judge,
        ways: NDArray[np.int64],
        unpassed: int,
    ) -> NDArray[np.bool_]:
        """Count the decided states at a place, with every choice of cards not passed; return which are others."""
        if not tables:
            lows = highs = np.zeros((len(ways), 0), dtype=np.int64)
        else:
            each = list(zip(tables, parts, strict=True))
            lows = np.stack([table.lows[place][part] for table, part in each], axis=1)
            highs = np.stack([table.highs[place][part] for table, part in each], axis=1)
        surely, maybe = judge(lows, highs)
        sure: NDArray[np.bool_] = np.logical_and.reduce(surely == maybe, axis=1)
        if sure.any():
            draws = self._pool.draws
            choices = [comb(unpassed, draws - drawn) for drawn in range(draws + 1)]
            said, where = np.unique(surely[sure], axis=0, return_inverse=True)
            for number, answer in enumerate(said):
                # The sum of a million residues stays below 2**63; the products are Python's whole numbers.
                totals = ways[sure][where.reshape(-1) == number].sum(axis=0).tolist()
                sums = self._sums.setdefault(tuple(map(bool, answer)), [0] * len(self._primes))
                for index, row in enumerate(totals):
                    sums[index] += sum(total * ways for total, ways in zip(row, choices, strict=True))
        return ~sure

    def hands(self) -> dict[Truths, int]:
        """Return the numbers; every hand is in one of them."""
        found = {said: _whole(sums, self._primes) for said, sums in self._sums.items()}
        if sum(found.values()) != self._pool.hands:
            raise ArithmeticError(f"{sum(found.values())} hands were counted of {self._pool.hands}")
        return {said: number for said, number in found.items() if number}


def _add(
    following: NDArray[np.int64],
    targets: NDArray[np.int64],
    ways: NDArray[np.int64],
    drawn: int,
    choices: int,
    primes: NDArray[np.int64],
) -> None:
    """Add the ways to draw `drawn` copies, each of `choices` kinds, to the states they lead to."""
    moved = ways[:, :, : ways.shape[2] - drawn] * choices % primes[:, None]
    order = np.argsort(targets, kind="stable")
    ordered = targets[order]
    first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    sums = np.add.reduceat(moved[order], first, axis=0)
    chosen = ordered[first]
    following[chosen, :, drawn:] = (following[chosen, :, drawn:] + sums) % primes[:, None]


def _split(codes: NDArray[np.int64], sizes: Sequence[int]) -> tuple[NDArray[np.int64], ...]:
    """Return each machine's state out of the codes of all."""
    return np.unravel_index(codes, sizes, order="F")


def _join(parts: Sequence[NDArray[np.int64]], sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return codes of the machines' states together."""
    if prod(sizes) >= 2**62:
        raise TooManyStatesError(prod(sizes))
    return np.ravel_multi_index(tuple(parts), sizes, order="F")


def _primes_needed(hands: int) -> int:
    for number in range(1, len(_PRIMES) + 1):
        if prod(_PRIMES[:number]) > hands:
            return number
    raise TooManyStatesError(hands)


def _whole(residues: Sequence[int], primes: NDArray[np.int64]) -> int:
    """Return the number with these residues (Chinese remainder theorem)."""
    product = prod(map(int, primes))
    terms = (
        residue % int(prime) * (product // int(prime)) * pow(product // int(prime), -1, int(prime))
        for residue, prime in zip(residues, primes, strict=True)
    )
    return sum(terms) % product

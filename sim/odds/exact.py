"""Exact counting: how many hands make a query true, by one pass of all its machines over the pack.

A hand is a set of physical cards, so a way to hold x of c copies counts C(c, x) hands.  The machines of a query's
features run side by side; states that agree in all of them are one, and each carries how many hands of each size
lead to it.  These numbers are kept modulo primes whose product exceeds all hands there are, so the sums are exact.
"""

from collections.abc import Sequence
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.odds.machine import ORDERS, Cell, Machine, Table, TooManyStatesError, cells_of, unroll

MOST_STATES = 2_000_000
_FEW_STATES = (1_000, 50_000)
_MOST_NUMBERS = 60_000_000  # numbers kept at once: states times hand sizes times primes
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


class Counted(NamedTuple):
    """How many of the hands that may come reach which thresholds: rows of `reached`, and their hands."""

    reached: NDArray[np.int64]  # shape (outcomes, machines)
    hands: tuple[int, ...]


def count(machines: Sequence[Machine], pool: Pool, *, most_states: int = MOST_STATES) -> Counted:
    """Return the joint distribution of the thresholds that the machines reach.

    Raises
    ------
    TooManyStatesError
        In either order of the cards.
    """
    copies = pool.known + pool.unseen
    most = TooManyStatesError(most_states)
    # A machine may need thousands of states in one order and a handful in the other: small ones are tried first.
    for allowed in (*(few for few in _FEW_STATES if few < most_states), most_states):
        for order in ORDERS:
            cells = cells_of(copies, order)
            try:
                tables = [unroll(machine, cells, order, most_states=allowed) for machine in machines]
                made = [table for table in tables if table is not None]
                if len(made) == len(tables):
                    return _swept(made, cells, pool, allowed)
            except TooManyStatesError as found:
                most = found
    raise most


def _swept(tables: Sequence[Table], cells: Sequence[Cell], pool: Pool, most_states: int) -> Counted:
    primes = np.array(_PRIMES[: _primes_needed(pool.hands)], dtype=np.int64)
    codes = np.zeros(1, dtype=np.int64)
    ways = np.zeros((1, len(primes), pool.draws + 1), dtype=np.int64)
    ways[0, :, 0] = 1
    for place, cell in enumerate(cells):
        known, unseen = int(pool.known[cell.card]), int(pool.unseen[cell.card])
        parts = _split(codes, [table.sizes[place] for table in tables])
        sizes = [table.sizes[place + 1] for table in tables]
        led = [
            _join([table.steps[place][part, known + drawn] for table, part in zip(tables, parts, strict=True)], sizes)
            for drawn in range(min(unseen, pool.draws) + 1)
        ]
        codes, where = np.unique(np.concatenate(led), return_inverse=True)
        if len(codes) > most_states or len(codes) * ways[0].size > _MOST_NUMBERS:
            raise TooManyStatesError(len(codes))
        following = np.zeros((len(codes), *ways.shape[1:]), dtype=np.int64)
        for drawn, targets in enumerate(np.split(where, len(led))):
            _add(following, targets, ways, drawn, comb(unseen, drawn), primes)
        possible = following.any(axis=(1, 2))  # no hand of this size leads to the others
        codes, ways = codes[possible], following[possible]
    parts = _split(codes, [table.sizes[-1] for table in tables])
    reached = np.stack([table.reached[part] for table, part in zip(tables, parts, strict=True)], axis=1)
    outcomes, where = np.unique(reached, axis=0, return_inverse=True)
    sums = np.zeros((len(outcomes), len(primes)), dtype=np.int64)
    np.add.at(sums, where.reshape(-1), ways[:, :, pool.draws])
    hands = tuple(_whole(row % primes, primes) for row in sums)
    if sum(hands) != pool.hands:
        raise ArithmeticError(f"{sum(hands)} hands were counted of {pool.hands}")
    return Counted(outcomes, hands)


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


def _split(codes: NDArray[np.int64], sizes: Sequence[int]) -> list[NDArray[np.int64]]:
    """Return each machine's state out of the codes of all."""
    parts = []
    for size in sizes:
        codes, part = np.divmod(codes, size)
        parts.append(part)
    return parts


def _join(parts: Sequence[NDArray[np.int64]], sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return codes of the machines' states together."""
    if prod(sizes) >= 2**62:
        raise TooManyStatesError(prod(sizes))
    code = np.zeros_like(parts[0])
    for part, size in zip(reversed(parts), reversed(sizes), strict=True):
        code = code * size + part
    return code


def _primes_needed(hands: int) -> int:
    for number in range(1, len(_PRIMES) + 1):
        if prod(_PRIMES[:number]) > hands:
            return number
    raise TooManyStatesError(hands)


def _whole(residues: NDArray[np.int64], primes: NDArray[np.int64]) -> int:
    """Return the number with these residues (Chinese remainder theorem)."""
    product = prod(map(int, primes))
    terms = (
        int(residue) * (product // int(prime)) * pow(product // int(prime), -1, int(prime))
        for residue, prime in zip(residues, primes, strict=True)
    )
    return sum(terms) % product

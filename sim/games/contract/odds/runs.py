"""Contracts of runs only, counted exactly: suit by suit, how few jokers its cards need for one, two, ... runs.

Any run contains a shortest one, so only these are laid.  A table over all holdings of a suit starts with the jokers
of every choice of shortest runs at the naturals it takes, and a holding is never worse than a smaller one: the
least over all smaller holdings is the answer.  Suits share nothing but jokers, so they are joined by adding.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import RANKS, ContractRules
from meldlab.kernels.contract.shapes import JOKER_CELLS, JOKERS, LENGTH, run_shapes, run_windows
from meldlab.sim.automata.count import Pool
from meldlab.sim.automata.machine import JOKER, SUITS, TooManyStatesError

MOST_HOLDINGS = 1 << 22
_FAR = 99

Polynomial = tuple[int, ...]  # hands by cards drawn
Needs = tuple[int, ...]  # jokers for 0, 1, 2, ... runs


def hands_with_runs(pool: Pool, runs: int, rules: ContractRules) -> int:
    """Return how many of the hands that may come hold `runs` disjoint runs.

    Raises
    ------
    TooManyStatesError
        When a suit has more holdings than a table may have.
    """
    jokers = int(pool.known[JOKER] + pool.unseen[JOKER])
    together: dict[Needs, Polynomial] = {(0,) + (_FAR,) * runs: (1,)}
    made: dict[bytes, dict[Needs, Polynomial]] = {}
    for suit in range(SUITS):
        part = slice(suit * RANKS, (suit + 1) * RANKS)
        known, unseen = pool.known[part], pool.unseen[part]
        key = known.tobytes() + unseen.tobytes()
        if key not in made:
            made[key] = _suit(known, unseen, runs, jokers, rules, pool.draws)
        together = _join(together, made[key], pool.draws)
    hits = 0
    for needs, hands in together.items():
        for drawn in range(int(pool.unseen[JOKER]) + 1):
            naturals = pool.draws - drawn
            if 0 <= naturals < len(hands) and needs[runs] <= int(pool.known[JOKER]) + drawn:
                hits += hands[naturals] * comb(int(pool.unseen[JOKER]), drawn)
    return hits


def _suit(
    known: NDArray[np.int64], unseen: NDArray[np.int64], runs: int, jokers: int, rules: ContractRules, draws: int
) -> dict[Needs, Polynomial]:
    """Return the hands of one suit by the jokers they need."""
    copies = known + unseen
    if prod(int(number) + 1 for number in copies) > MOST_HOLDINGS:
        raise TooManyStatesError(prod(int(number) + 1 for number in copies))
    needs = np.stack([_least_jokers(copies, number, jokers, rules) for number in range(runs + 1)])
    may_come = tuple(slice(int(number), None) for number in known)
    needs = needs[(slice(None), *may_come)].reshape(runs + 1, -1)
    ways, drawn = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for number in unseen:
        choices = np.array([comb(int(number), come) for come in range(int(number) + 1)], dtype=np.int64)
        ways = np.multiply.outer(ways, choices).reshape(-1)
        drawn = np.add.outer(drawn, np.arange(len(choices))).reshape(-1)
    few = drawn <= draws
    keys, where = np.unique(needs[:, few], axis=1, return_inverse=True)
    size = int(min(draws, unseen.sum())) + 1
    sums = np.zeros((keys.shape[1], size), dtype=np.int64)
    np.add.at(sums, (where.reshape(-1), drawn[few]), ways[few])
    return {tuple(map(int, key)): tuple(map(int, row)) for key, row in zip(keys.T, sums, strict=True)}


def _least_jokers(copies: NDArray[np.int64], runs: int, jokers: int, rules: ContractRules) -> NDArray[np.int8]:
    """Return for every holding of a suit the fewest jokers that complete so many runs, `_FAR` where none do."""
    table = np.full([int(number) + 1 for number in copies], _FAR, dtype=np.int8)
    if runs == 0:
        table[...] = 0
        return table
    single = np.array(sorted(set(_placed(rules, jokers))), dtype=np.int64).reshape(-1, RANKS + 1)
    chosen = np.array(list(combinations_with_replacement(range(len(single)), runs)), dtype=np.int64).reshape(-1, runs)
    taken = single[chosen].sum(axis=1)
    taken = taken[(taken[:, :RANKS] <= copies).all(axis=1) & (taken[:, RANKS] <= jokers)]
    np.minimum.at(table, tuple(taken[:, :RANKS].T), taken[:, RANKS].astype(np.int8))
    for axis in range(RANKS):
        table = np.minimum.accumulate(table, axis=axis)
    return table


def _placed(rules: ContractRules, jokers: int) -> Iterator[tuple[int, ...]]:
    """Yield every shortest run of a suit: naturals taken rank by rank, and its jokers."""
    shapes = run_shapes(rules, jokers=jokers)
    for (place, length), shape in product(run_windows(rules, shapes), shapes):
        if shape[LENGTH] == length:
            taken = [0] * RANKS
            for cell in range(length):
                if not shape[JOKER_CELLS] >> cell & 1:
                    taken[(place + cell) % RANKS] += 1
            yield (*taken, int(shape[JOKERS]))


def _join(one: dict[Needs, Polynomial], other: dict[Needs, Polynomial], draws: int) -> dict[Needs, Polynomial]:
    """Return the hands of two parts of the pack by the jokers they need together."""
    sums: dict[Needs, list[int]] = defaultdict(lambda: [0] * (draws + 1))
    for (first, left), (second, right) in product(one.items(), other.items()):
        needs = tuple(
            min(_FAR, *(first[here] + second[number - here] for here in range(number + 1)))
            for number in range(len(first))
        )
        total = sums[needs]
        for few, ways in enumerate(left):
            if ways:
                for more, others in enumerate(right[: draws + 1 - few]):
                    total[few + more] += ways * others
    return {needs: tuple(total) for needs, total in sums.items()}

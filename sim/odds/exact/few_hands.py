"""Few cards to come: every hand there can be is looked at, so that even what needs a solver has an exact answer."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.block import Block, OutcomeSolver, truths
from meldlab.sim.automata.count import Pool, Truths
from meldlab.sim.automata.deal import Case, Deal
from meldlab.sim.automata.machine import Budget, NotCountedError
from meldlab.sim.odds.exact.exact_odds import exact_joint, merged_cases
from meldlab.sim.odds.features.hand_features import are_counted, columns_of, outcome_solver
from meldlab.sim.query.query import Query

#: Hands that are looked at one by one, at most; of many cards a solver needs longer for each.
MOST_HANDS, MOST_LARGE_HANDS = 100_000, 3_000
FEW_HANDS = 3_000
_MANY_CARDS = 14
_BLOCK = 1 << 12


def exact_answers(
    queries: Sequence[Query],
    deal: Deal,
    *,
    before_solving: Callable[[], None] = lambda: None,
    budget: Budget | None = None,
) -> dict[Truths, Fraction]:
    """Return the probability of everything that `queries` can say together, counted or hand by hand.

    Parameters
    ----------
    queries, deal
        The questions and their situation.
    before_solving
        Called before the first hand is solved: kernels may have to be compiled.
    budget
        What counting may cost.

    Raises
    ------
    NotCountedError
        It cannot be counted, and there are too many hands to look at.
    """
    cases = list(merged_cases(queries, deal))
    hands = sum(_most_hands(case.pool) for case in cases)
    solved = not are_counted(deal.ruleset, *queries)
    # With few hands counting would only take longer.
    if solved or hands > FEW_HANDS:
        try:
            return exact_joint(queries, deal, budget=budget)
        except NotCountedError:
            if hands > (MOST_HANDS if deal.cards <= _MANY_CARDS else MOST_LARGE_HANDS):
                raise
    if solved:
        before_solving()
    solver = outcome_solver(deal)
    together: dict[Truths, Fraction] = {}
    for case in cases:
        for said, hands in _said(queries, deal, case, solver).items():
            together[said] = together.get(said, Fraction(0)) + case.chance * Fraction(hands, case.pool.hands)
    return together


def every_draw(pool: Pool) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return all hands that may come, and in how many ways each of them can.

    Returns
    -------
    counts : uint8, shape (hands, 53)
        Copies of each card, the known ones included.
    ways : int64, shape (hands,)
        They add up to ``pool.hands``.
    """
    kinds = np.flatnonzero(pool.unseen)
    sets = list(combinations_with_replacement(kinds.tolist(), pool.draws))
    drawn = np.array(sets, dtype=np.int64).reshape(len(sets), pool.draws)
    copies = np.zeros((len(drawn), KINDS), dtype=np.int64)
    np.add.at(copies, (np.arange(len(drawn))[:, None], drawn), 1)
    copies = copies[(copies <= pool.unseen).all(axis=1)]
    choices = np.array(
        [[comb(int(unseen), come) for come in range(pool.draws + 1)] for unseen in pool.unseen], dtype=np.int64
    )
    ways = choices[np.arange(KINDS), copies].prod(axis=1)
    return (copies + pool.known).astype(np.uint8), ways


def _most_hands(pool: Pool) -> int:
    """Return an upper bound of the different hands that may come."""
    return comb(int(np.count_nonzero(pool.unseen)) + pool.draws - 1, pool.draws) if pool.draws else 1


def _said(queries: Sequence[Query], deal: Deal, case: Case, solver: OutcomeSolver) -> dict[Truths, int]:
    """Return in how many ways the hands of a case come for which the queries say what."""
    counts, ways = every_draw(case.pool)
    hands: dict[Truths, int] = {}
    for start in range(0, len(counts), _BLOCK):
        part = slice(start, start + _BLOCK)
        block = np.ascontiguousarray(counts[part])
        columns = columns_of(Block.of(block, [case], [len(block)]), deal.ruleset, solver)
        said = np.stack([truths(query, columns) for query in queries])
        rows, where = np.unique(said, axis=1, return_inverse=True)
        for number, row in enumerate(rows.T.tolist()):
            key = tuple(row)
            hands[key] = hands.get(key, 0) + int(ways[part][where.reshape(-1) == number].sum())
    if sum(hands.values()) != case.pool.hands:
        raise ArithmeticError(f"{sum(hands.values())} hands were looked at of {case.pool.hands}")
    return hands

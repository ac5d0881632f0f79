"""The most a hand can lay: t sets and e runs of any length, by value or by number of cards.

Sets are chosen outside, because they tie the suits together; what they leave of each suit is looked up in that
suit's run table, and the four suits are joined over numbers of runs and of jokers.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import JOKER, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.runs import NEVER, best_within, part_strides, runs_of_suit
from meldlab.kernels.contract.sets import LEAST_JOKERS, MOST_JOKERS, NATURALS, RANK, SETS, TAKEN, fits_held
from meldlab.kernels.jit import kernel

NO_WAY = -1


@kernel
def join_suits(
    best: NDArray[np.int32], parts: NDArray[np.int64], joined: NDArray[np.int32], scratch: NDArray[np.int32]
) -> None:
    """Fill `joined`, int32 of shape (runs + 1, jokers + 1), with the most value over the four suits' parts (rows)."""
    runs, jokers = joined.shape
    joined[:] = best[parts[0]]
    for suit in range(1, SUITS):
        row = best[parts[suit]]
        scratch[:] = NEVER
        for run in range(runs):
            for joker in range(jokers):
                value = row[run, joker]
                if value < 0:
                    continue
                for run_before in range(runs - run):
                    for joker_before in range(jokers - joker):
                        before = joined[run_before, joker_before]
                        if before >= 0:
                            at_run, at_joker = run_before + run, joker_before + joker
                            scratch[at_run, at_joker] = max(scratch[at_run, at_joker], before + value)
        joined[:] = scratch


@kernel
def most_laid(
    held: NDArray[np.int64],
    jokers: int,
    sets: int,
    choices: NDArray[np.int64],
    best: NDArray[np.int32],
    strides: NDArray[np.int64],
    values: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> int:
    """Return the most value that the contract's melds can hold, `NO_WAY` if they cannot be laid.

    Implements 7.2 and min_points_left of section 11: exactly the contract's melds, each as long as one likes.

    Parameters
    ----------
    held : int64, shape (4, 13)
        Copies of each natural in hand; may be fewer than the tables were made for.
    jokers : int
        Jokers in hand, at most those of the tables.
    sets : int
    choices : int64, shape (choices, COLUMNS)
        From `set_choices`.
    best, strides
        From `hand_tables`.
    values : int64, shape (53,)
        Value of one copy of each card.
    chosen : int64, shape (sets + 2,)
        Out: how many choices, their row numbers, and last the jokers in runs.
    """
    runs = best.shape[1] - 1
    joined = np.empty(best.shape[1:], dtype=np.int32)
    scratch = np.empty_like(joined)
    parts = strides[:, RANKS].copy()
    for suit in range(SUITS):
        for rank in range(RANKS):
            parts[suit] += held[suit, rank] * strides[suit, rank]
    join_suits(best, parts, joined, scratch)
    in_runs = np.int64(NEVER)
    for used in range(jokers + 1):
        in_runs = max(in_runs, joined[runs, used])
    if in_runs < 0:
        return NO_WAY
    top = np.int64(0)
    for row in range(len(choices)):
        top = max(top, choices[row, NATURALS] * values[choices[row, RANK]])
    ceiling = in_runs + jokers * values[JOKER]
    most = NO_WAY
    # Depth-first over rows of rising rank; `at` is the row taken at each depth.
    at = np.full(sets + 1, -1, dtype=np.int64)
    worth = np.zeros(sets + 1, dtype=np.int64)
    least = np.zeros(sets + 1, dtype=np.int64)
    room = np.zeros(sets + 1, dtype=np.int64)
    wanted = np.zeros(sets + 1, dtype=np.int64)
    wanted[0] = sets
    depth = 0
    while depth >= 0:
        if wanted[depth] == 0:
            if depth > 0:
                join_suits(best, parts, joined, scratch)
            for used in range(jokers + 1):
                free = jokers - used
                if joined[runs, used] < 0 or free < least[depth]:
                    continue
                laid = worth[depth] + joined[runs, used] + (used + min(free, room[depth])) * values[JOKER]
                if laid > most:
                    most = laid
                    chosen[0], chosen[sets + 1] = depth, used
                    chosen[1 : depth + 1] = at[:depth]
        else:
            row = at[depth] + 1 if at[depth] >= 0 else (0 if depth == 0 else at[depth - 1] + 1)
            if at[depth] >= 0:
                for suit in range(SUITS):
                    before = choices[at[depth]]
                    parts[suit] += before[TAKEN + suit] * strides[suit, before[RANK]]
            found = -1
            while row < len(choices):
                choice = choices[row]
                value = worth[depth] + choice[NATURALS] * values[choice[RANK]]
                left = wanted[depth] - choice[SETS]
                if (
                    left >= 0
                    and (depth == 0 or choice[RANK] > choices[at[depth - 1], RANK])
                    and least[depth] + choice[LEAST_JOKERS] <= jokers
                    and value + left * top + ceiling > most
                    and fits_held(choice, held)
                ):
                    found = row
                    break
                row += 1
            if found >= 0:
                choice = choices[found]
                for suit in range(SUITS):
                    parts[suit] -= choice[TAKEN + suit] * strides[suit, choice[RANK]]
                at[depth] = found
                worth[depth + 1] = worth[depth] + choice[NATURALS] * values[choice[RANK]]
                least[depth + 1] = least[depth] + choice[LEAST_JOKERS]
                room[depth + 1] = room[depth] + choice[MOST_JOKERS]
                wanted[depth + 1] = wanted[depth] - choice[SETS]
                depth += 1
                at[depth] = -1
                continue
            at[depth] = -1
        depth -= 1
    return most


@kernel
def hand_tables(
    held: NDArray[np.int64], jokers: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the run tables of the four suits, one after the other.

    Returns
    -------
    strides : int64, shape (4, 14)
        What one copy of each rank adds to the row of a part, and last the row where the suit begins.
    best : int32, shape (parts of all suits, runs + 1, jokers + 1)
        From `best_within`; one part a suit, whatever is held, when there are no runs.
    """
    strides = np.zeros((SUITS, RANKS + 1), dtype=np.int64)
    best = np.zeros((0, runs + 1, jokers + 1), dtype=np.int32)
    for suit in range(SUITS):
        cards = held[suit].copy()
        if runs == 0:
            cards[:] = 0
        steps = part_strides(cards)
        table = best_within(cards, steps, runs_of_suit(cards, steps, jokers, runs, rules), values[:RANKS], jokers)
        if runs > 0:
            strides[suit] = steps
        strides[suit, RANKS] = len(best)
        longer = np.empty((len(best) + len(table), runs + 1, jokers + 1), dtype=np.int32)
        longer[: len(best)] = best
        longer[len(best) :] = table
        best = longer
    return strides, best

"""Shares of deals, counts of rare events, differences of nearly equal things: intervals that keep to their range.

Deals are independent, the rotations of one deal are not: what is known of them is their sum, one a deal.  The methods
and where they are from stand in docs/methods.md.
"""

from collections.abc import Sequence
from math import sqrt

import polars as pl

from meldlab.sim.common.intervals import FEW_HITS, LEVEL, clopper_pearson, share_limits
from meldlab.sim.common.means import Mean, Sums, mean_of, pairs_of, student_quantile

#: Of fewer deals that are not zero Student's interval says too much, unless they are most deals.
_FEW = 30
_TAIL = (1 - LEVEL) / 2


def share_of(values: pl.DataFrame, *, parts: int = 1, rotations: int = 1) -> Mean:
    """Return a share of deals with an interval inside 0 to 1; none at all is an upper bound, nothing else a lower one.

    Parameters
    ----------
    values
        Columns value and count; a value is the sum over the rotations of a deal, from 0 to `parts`.
    parts
        What a value is divided by.
    rotations
        How often each deal was played; one alone gives the interval of `sim.common.intervals.proportion`.
    """
    pairs = pairs_of(values)
    found = Sums.of(pairs)
    if not found.deals:
        return Mean(None, None, None)
    share = found.first / (found.deals * parts)
    trials = float(found.deals)
    hit = sum(count for value, count in pairs if value)
    missed = sum(count for value, count in pairs if value < parts)
    # Of few deals the variance cannot be known; rotations that are all alike are the worst there can be.
    if rotations > 1 and min(hit, missed) >= FEW_HITS:
        unusual = found.deals - max(count for _, count in pairs)
        trials = _trials(found, parts=parts, rotations=rotations, known=unusual >= FEW_HITS)
    return Mean(share, *share_limits(share * trials, trials))


def either_of(values: pl.DataFrame, *, most: int, parts: int = 1, rotations: int = 1) -> Mean:
    """Return the mean of an amount that is 0 or `most` in each rotation: `most` times a share.

    `most`, which is not 0, is what the rules give where they give anything; the amount of a rotation is divided by
    `parts`.  The others are as for `share_of`.
    """
    share = share_of(values, parts=most * rotations, rotations=rotations)
    if share.low is None or share.high is None:
        return share
    whole = most / parts
    return Mean(mean_of(values, parts=parts * rotations).mean, whole * share.low, whole * share.high)


def _trials(found: Sums, *, parts: int, rotations: int, known: bool) -> float:
    """Return how many independent trials would be as sure as these deals (Korn and Graubard).

    Rotations that go together make them fewer than were played, rotations that balance each other more.
    """
    played = found.deals * rotations
    unlike = found.first * (found.deals * parts - found.first)
    trials = found.deals * unlike / found.spread if known else played
    return float(trials * (student_quantile(played - 1) / student_quantile(found.deals - 1)) ** 2)


def count_of(values: pl.DataFrame, *, parts: int = 1) -> Mean:
    """Return the mean of how often something comes in a deal, with an interval that is never below 0.

    Where it comes in few deals, these are Poisson numbers, one for each value.  Where it never came, the upper bound is
    that of the deals in which it comes, once in every rotation.  Arguments as for `share_of`.
    """
    pairs = pairs_of(values)
    found = Sums.of(pairs)
    if not found.deals:
        return Mean(None, None, None)
    plain = mean_of(values, parts=parts)
    if not _rare(pairs, found.deals) and (plain.low is None or plain.low >= 0):
        return plain
    seen = [(value / parts, count) for value, count in pairs if value]
    if not seen:
        return Mean(0.0, *clopper_pearson(0, found.deals))
    low, high = _poisson_limits(seen, found.deals, most=max(1.0, max(value for value, _ in seen)))
    return Mean(plain.mean, low, high)


def difference_of(values: pl.DataFrame, *, parts: int = 1, shares: bool = False) -> Mean:
    """Return the mean difference of two things, deal by deal.

    Where few deals differ, what speaks for the one and what speaks for the other have an interval each, and their
    reaches add as squares.  Where none does, there is a bound for shares; amounts have no interval then.

    Arguments are as for `share_of`; `parts` below zero change the sign.  With `shares` the things are shares, from 0 to
    `parts` in each deal.
    """
    pairs = pairs_of(values)
    deals = sum(count for _, count in pairs)
    plain = mean_of(values, parts=parts)
    seen = [(value / parts, count) for value, count in pairs if value]
    if plain.mean is None or not (seen or shares):
        return plain
    if not _rare(pairs, deals):
        if shares and plain.low is not None and plain.high is not None:
            return Mean(plain.mean, max(-1.0, plain.low), min(1.0, plain.high))
        return plain
    most = max((abs(value) for value, _ in seen), default=1.0)
    sides = []
    for sign in (1, -1):
        side = [(abs(value), count) for value, count in seen if value * sign > 0]
        mean = sum(value * count for value, count in side) / deals
        limits = clopper_pearson(mean * deals, deals) if shares else _poisson_limits(side, deals, most=most)
        sides.append((mean, *limits))
    (more, more_low, more_high), (less, less_low, less_high) = sides
    below = sqrt((more - more_low) ** 2 + (less_high - less) ** 2)
    above = sqrt((more_high - more) ** 2 + (less - less_low) ** 2)
    return Mean(plain.mean, plain.mean - below, plain.mean + above)


def _rare(pairs: Sequence[tuple[int, int]], deals: int) -> bool:
    """Return whether so few deals are not zero that the normal distribution is far away."""
    other = sum(count for value, count in pairs if value)
    return other < _FEW and 2 * other <= deals


def _poisson_limits(seen: Sequence[tuple[float, int]], deals: int, *, most: float) -> tuple[float, float]:
    """Return the interval of a sum of rare values a deal (Fay and Feuer); `most` is what one more deal could add."""
    from scipy.special import gammaincinv

    first = sum(value * count for value, count in seen)
    second = sum(value * value * count for value, count in seen)
    low = second / first * float(gammaincinv(first * first / second, _TAIL)) if first else 0.0
    first, second = first + most, second + most * most
    high = second / first * float(gammaincinv(first * first / second, 1 - _TAIL))
    return low / deals, high / deals
